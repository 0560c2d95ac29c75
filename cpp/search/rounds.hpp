// Breadth-first expansion by rounds, by one thread or several.
//
// A round takes the next states in the order of their numbers. First all of them are expanded: each part of
// the round writes down what it leads to, apart for each shard of the table. Then each shard takes in what
// came for it. At last the new states are numbered in the order in which a single thread would have met them.
// So numbers, paths and counters are the same with any number of threads and any length of rounds; and since
// a round knows long before where it will look, what a table waits for is fetched ahead.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "search/crew.hpp"
#include "search/outcome.hpp"
#include "search/request.hpp"
#include "search/sharded_table.hpp"

namespace ludoplan {

// The systems that the threads of a crew work with.
template <TransitionSystem System>
class Copies {
 public:
  Copies(const System& system, std::size_t threads) : first_(system) {
    if constexpr (std::copy_constructible<System>) {
      for (std::size_t i = 1; i < threads; ++i) others_.push_back(std::make_unique<System>(system));
    }
  }
  const System& operator[](std::size_t thread) const {
    return thread == 0 || others_.empty() ? first_ : *others_[thread - 1];
  }

 private:
  const System& first_;
  std::vector<std::unique_ptr<System>> others_;
};

template <TransitionSystem System>
std::size_t threads_for(const Settings& settings) {
  return can_have_threads<System>() ? std::max<std::size_t>(settings.threads, 1) : 1;
}

// What a round is to do, but for what its user says otherwise. Rules know nothing of the system, so that all
// but the expanding is compiled once for all systems (rounds.cpp).
struct RoundRules {
  enum class Goals { states, ends, last };  // like other states; not expanded, but told; the round ends there
  static constexpr Goals kGoals = Goals::states;
  static constexpr bool kTellsLinks = false;

  bool is_forward = true;  // else to predecessors

  // By any thread: whether a new state ends the round.
  bool is_end(const Word*, std::uint64_t) const { return false; }

  // By the thread that asked: so many states and links there will be at most, and the links cost so much.
  void prepare(std::size_t /*states*/, std::size_t /*links*/, Cost /*least*/, Cost /*most*/) {}

  // By any thread: for each state its number and the numbers of states and links that came before it, for
  // each new state where it comes from, for each link, in which the places go up, where it leads.
  void begin(StateId, std::size_t /*states*/, std::size_t /*links*/) {}
  void add(StateId /*from*/, StateId /*to*/) {}
  void link(std::size_t /*place*/, StateId /*to*/, Cost) {}

  // By the thread that asked, in order.
  void goal(StateId) {}
};

// With a segment of parents.
struct ParentRules : RoundRules {
  Segmented<StateId>& parents;

  void prepare(std::size_t states, std::size_t, Cost, Cost) { parents.grow_to(states); }
  void add(StateId from, StateId to) { parents[to] = from; }
};

// All of a round but the expanding, which is of one system.
class Rounds {
 public:
  Rounds(const Rounds&) = delete;
  Rounds& operator=(const Rounds&) = delete;
  virtual ~Rounds() { monitor_.gave(held_); }

  // How many shards tables need.
  std::size_t shards() const { return shards_; }

  // The new state that ended the last round.
  StateId last() const { return last_; }

  enum class End { none, goal, end, stopped };

  // Expands states from number `first` on, of which there are some before `last`; `first` becomes the next
  // one to expand. A goal that ends a round is not expanded. States behind a new one that ends it have no
  // numbers.
  template <class Rules>
  End go(ShardedTable& table, StateId& first, std::size_t last, Counters& counters, Rules& rules);

 protected:
  // `words` of a state; a look at the clock every `poll_mask` + 1 states.
  Rounds(std::size_t words, std::size_t threads, std::uint64_t poll_mask, Monitor& monitor);

  // What a part of the round leads to within a shard: its hash, and from the moment when the table takes it
  // in what that came to. Records are many, and as small as can be: a round is to stay in the caches.
  struct Taken {
    StateId id;
    ShardedTable::Kind kind;
    bool is_end;

    ShardedTable::Arrival arrival() const { return {id, kind}; }
  };
  union Record {
    std::uint64_t hash;
    Taken taken;
  };
  struct Box {
    std::unique_ptr<Record[]> records;
    std::unique_ptr<Word[]> packed;
    std::vector<Cost> costs;  // where they are told
    std::size_t size = 0;
    std::size_t capacity = 0;
    std::size_t fresh = 0;
    bool has_end = false;

    void grow(std::size_t words);  // doubles what it can hold
  };
  struct Part {
    std::vector<Box> boxes;             // by shard
    std::vector<std::uint8_t> shards;   // of the records, in order; unused if there is one
    std::vector<std::uint32_t> counts;  // of the records of each state
    std::vector<std::uint32_t> goals;   // among the states
    std::vector<std::uint32_t> read;    // of the boxes' records
    std::vector<Word> words;
    bool keeps_costs = false;
    Cost least = kDeadEnd;
    Cost most = 0;
    bool is_at_goal = false;
    // What came before it, and what it has.
    StateId first = 0;
    std::size_t states = 0;
    std::size_t links = 0;
    std::size_t made = 0;
    std::size_t fresh = 0;
  };

  // Writes down what the states of a part lead to.
  virtual void expand(std::size_t thread, Part& part, const ShardedTable& table, StateId begin, StateId end,
                      const Counters& counters, const RoundRules& rules, RoundRules::Goals goals) = 0;

  void write_down(Part& part, const ShardedTable& table, Cost cost) {
    const std::uint64_t hash = hash_words(part.words.data(), words_);
    const std::size_t shard = table.shard_of(hash);
    if (shards_ > 1) part.shards.push_back(static_cast<std::uint8_t>(shard));
    Box& box = part.boxes[shard];
    if (box.size == box.capacity) box.grow(words_);
    Word* packed = &box.packed[box.size * words_];
    for (std::size_t i = 0; i < words_; ++i) packed[i] = part.words[i];
    box.records[box.size++].hash = hash;
    if (part.keeps_costs) box.costs.push_back(cost);
  }

  // Only the thread that called the search may poll.
  bool must_stop(std::size_t thread, const Counters& counters) {
    return thread == 0 ? monitor_.poll(counters) : monitor_.stopped() != Stop::none;
  }

  std::size_t threads() const { return crew_.size(); }

 private:
  std::size_t most_states(const Counters& counters) const;
  template <class Work>
  void share(bool is_shared, std::size_t parts, Work&& work);
  template <class Rules>
  void take_in(ShardedTable& table, std::size_t shard, std::size_t used, const Rules& rules);
  template <class Rules>
  bool line_up(StateId first, std::size_t states, std::size_t links, std::size_t used, Rules& rules);
  template <class Begin, class Tell>
  void for_each_record(Part& part, Begin&& begin, Tell&& tell);
  template <class Rules>
  void give_numbers(ShardedTable& table, Part& part, Rules& rules);
  template <class Rules>
  std::size_t numbered_to_end(ShardedTable& table, Rules& rules);
  template <class Rules>
  void tell_links(const ShardedTable& table, Part& part, Rules& rules);
  void account();

  Monitor& monitor_;
  std::size_t words_;
  std::uint64_t poll_mask_;
  Crew crew_;
  std::size_t shards_;
  std::vector<Part> parts_;
  std::size_t held_ = 0;
  StateId last_ = kNoState;
};

// The rounds of a system.
template <TransitionSystem System>
class RoundsOf final : public Rounds {
 public:
  RoundsOf(const System& system, const Settings& settings, Monitor& monitor)
      : Rounds(system.packed_words(), threads_for<System>(settings), poll_mask<System>(), monitor),
        copies_(system, threads()) {}

 private:
  using Goals = RoundRules::Goals;
  static constexpr StateId kStatesAhead = 8;

  void expand(std::size_t thread, Part& part, const ShardedTable& table, StateId begin, StateId end,
              const Counters& counters, const RoundRules& rules, Goals goals) override {
    if constexpr (ReversibleSystem<System>) {
      if (!rules.is_forward) {
        return expand_each(thread, part, table, begin, end, counters, Goals::states,
                           [](const System& system, const auto& state, auto&& emit) {
                             system.for_each_predecessor(state, emit);
                           });
      }
    }
    expand_each(
        thread, part, table, begin, end, counters, goals,
        [](const System& system, const auto& state, auto&& emit) { system.for_each_successor(state, emit); });
  }

  template <class Lead>
  void expand_each(std::size_t thread, Part& part, const ShardedTable& table, StateId begin, StateId end,
                   const Counters& counters, Goals goals, Lead&& lead) {
    const System& system = copies_[thread];
    for (StateId number = begin; number < end; ++number) {
      if (((number - begin) & poll_mask<System>()) == 0 && must_stop(thread, counters)) return;
      if (number + kStatesAhead < end) table.prefetch_numbered(number + kStatesAhead);
      const auto state = unpacked(system, table[number]);
      if (goals != Goals::states && system.is_goal(state)) {
        part.is_at_goal = goals == Goals::last;
        if (part.is_at_goal) return;
        part.goals.push_back(number - begin);
        part.counts.push_back(0);
        continue;
      }
      std::uint32_t made = 0;
      lead(system, state, [&](Move, const typename System::State& next, Cost cost) {
        ++made;
        part.least = std::min(part.least, cost);
        part.most = std::max(part.most, cost);
        system.pack(next, part.words.data());
        write_down(part, table, cost);
      });
      part.counts.push_back(made);
    }
  }

  Copies<System> copies_;
};

}  // namespace ludoplan
