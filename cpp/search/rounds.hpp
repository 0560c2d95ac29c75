// Breadth-first expansion by rounds, by one thread or several.
//
// A round takes the next states in the order of their numbers and expands them, some at a time: since it is
// known then where the table will be looked at, that is fetched ahead. With several threads a round has parts
// that any of them takes; they enter what they come upon into one table, and at last new states are numbered
// in the order in which a single thread would have met them. So numbers, paths and counters are the same with
// any number of threads and any length of rounds.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "search/crew.hpp"
#include "search/numbered_table.hpp"
#include "search/outcome.hpp"
#include "search/request.hpp"

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

  // By any thread: whether a new state ends the round, and what is fetched to tell.
  bool is_end(const Word*, std::uint64_t) const { return false; }
  void prefetch(std::uint64_t) const {}

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

  std::size_t threads() const { return crew_.size(); }
  // Has the threads do work(thread, part) for so many parts.
  template <class Work>
  void share(std::size_t parts, Work&& work) {
    if (parts > 1) {
      crew_.share(parts, work);
    } else {
      work(0, 0);
    }
  }
  // How many parts are good for so many states.
  std::size_t parts_for(std::size_t states) const;

  // The new state that ended the last round.
  StateId last() const { return last_; }

  enum class End { none, goal, end, stopped };

  // Expands states from number `first` on, of which there are some before `last`; `first` becomes the next
  // one to expand. A goal that ends a round is not expanded. States behind a new one that ends it have no
  // numbers.
  template <class Rules>
  End go(NumberedTable& table, StateId& first, std::size_t last, Counters& counters, Rules& rules);

 protected:
  // `words` of a state; a look at the clock every `poll_mask` + 1 states.
  Rounds(std::size_t words, std::size_t threads, std::uint64_t poll_mask, Monitor& monitor);

  // What some states lead to, in order.
  struct Batch {
    std::vector<std::uint64_t> hashes;
    std::vector<Word> packed;
    std::vector<Cost> costs;
    std::size_t size = 0;

    // Where the next state is written.
    Word* room(std::size_t words) {
      if (size == hashes.size()) [[unlikely]]
        grow(words);
      return &packed[size * words];
    }
    void keep(std::size_t words, Cost cost) {
      hashes[size] = hash_words(&packed[size * words], words);
      costs[size++] = cost;
    }
    void grow(std::size_t words);
  };
  // A state that was new when a part came upon it.
  struct Claim {
    StateId place;
    std::uint32_t from;  // among the states of the part
    bool is_end;
  };
  struct Part {
    Batch batch;
    std::vector<std::uint32_t> counts;  // of the links of each state
    std::vector<std::uint32_t> goals;   // among the states
    std::vector<StateId> links;         // where they lead, if they are told, as the shared table tells it,
    std::vector<Cost> costs;            // and what they cost
    std::vector<Claim> claims;
    std::atomic<std::size_t> lost = 0;  // claims that went to earlier parts
    Cost least = kDeadEnd;
    Cost most = 0;
    bool is_at_goal = false;
    bool has_end = false;
    bool is_too_large = false;  // for what is left of the table
    // What came before it, and what it has.
    StateId first = 0;
    std::size_t states_before = 0;
    std::size_t links_before = 0;
    std::size_t made = 0;
    std::size_t fresh = 0;

    void clear();
    // Without the states behind this one.
    void end_at(std::size_t at);
    std::size_t bytes() const;
  };

  // Writes down what states lead to.
  virtual void expand(std::size_t thread, Part& part, const NumberedTable& table, StateId begin, StateId end,
                      bool is_forward, RoundRules::Goals goals) = 0;

  std::size_t words() const { return words_; }

 private:
  template <class Rules>
  End go_alone(NumberedTable& table, StateId& first, std::size_t last, Counters& counters, Rules& rules);
  template <class Rules>
  End go_together(NumberedTable& table, StateId& first, std::size_t last, Counters& counters, Rules& rules);
  template <class Rules>
  bool expand_all(NumberedTable& table, StateId first, std::size_t count, std::size_t parts,
                  const Counters& counters, const Rules& rules);
  template <class Table, class Rules, class Begin, class Enter>
  void for_each_link(const Part& part, std::size_t from, std::size_t ahead, const Table& table,
                     const Rules& rules, Begin&& begin, Enter&& enter);
  template <class Rules>
  void take_in(SharedTable& table, std::size_t thread, std::size_t number, std::size_t most, std::size_t from,
               const Rules& rules);
  template <class Rules>
  bool line_up(std::size_t states, std::size_t links, std::size_t used, Rules& rules);
  template <class Rules>
  bool give_numbers(SharedTable& table, std::size_t number, Rules& rules);
  template <class Rules>
  void tell_links(const SharedTable& table, const Part& part, Rules& rules);
  template <class Rules>
  void tally(const Part& part, StateId& first, Counters& counters, Rules& rules);
  void account();

  Monitor& monitor_;
  std::size_t words_;
  std::uint64_t poll_mask_;
  Crew crew_;
  std::vector<std::unique_ptr<Part>> parts_;
  std::size_t room_of_state_ = 4;  // new states that there is room for when one is expanded
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

  void expand(std::size_t thread, Part& part, const NumberedTable& table, StateId begin, StateId end,
              bool is_forward, Goals goals) override {
    if constexpr (ReversibleSystem<System>) {
      if (!is_forward) {
        return expand_each(thread, part, table, begin, end, Goals::states,
                           [](const System& system, const auto& state, auto&& emit) {
                             system.for_each_predecessor(state, emit);
                           });
      }
    }
    expand_each(
        thread, part, table, begin, end, goals,
        [](const System& system, const auto& state, auto&& emit) { system.for_each_successor(state, emit); });
  }

  template <class Lead>
  void expand_each(std::size_t thread, Part& part, const NumberedTable& table, StateId begin, StateId end,
                   Goals goals, Lead&& lead) {
    const System& system = copies_[thread];
    Batch& batch = part.batch;
    for (StateId number = begin; number < end; ++number) {
      if (table.is_shared() && number + kStatesAhead < end) __builtin_prefetch(table[number + kStatesAhead]);
      const auto state = unpacked(system, table[number]);
      if (goals != Goals::states && system.is_goal(state)) {
        part.is_at_goal = goals == Goals::last;
        if (part.is_at_goal) return;
        part.goals.push_back(static_cast<std::uint32_t>(part.counts.size()));
        part.counts.push_back(0);
        continue;
      }
      const std::size_t known = batch.size;
      lead(system, state, [&](Move, const typename System::State& next, Cost cost) {
        part.least = std::min(part.least, cost);
        part.most = std::max(part.most, cost);
        system.pack(next, batch.room(words()));
        batch.keep(words(), cost);
      });
      part.counts.push_back(static_cast<std::uint32_t>(batch.size - known));
    }
  }

  Copies<System> copies_;
};

}  // namespace ludoplan
