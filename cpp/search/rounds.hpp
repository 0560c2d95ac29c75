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
#include <numeric>
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

// What a round is to do, but for what its user says otherwise.
template <TransitionSystem System>
struct RoundRules {
  using State = typename System::State;
  static constexpr bool kEndsAtGoal = false;  // rather than not to expand goals
  static constexpr bool kTellsLinks = false;

  // By any thread.
  bool is_goal(const System&, const State&) const { return false; }
  template <class Emit>
  void expand(const System& system, const State& state, Emit&& emit) const {
    system.for_each_successor(state, emit);
  }
  // Whether a new state ends the round.
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

template <TransitionSystem System>
class Rounds {
 public:
  using State = typename System::State;

  Rounds(const System& system, const Settings& settings, Monitor& monitor)
      : monitor_(monitor),
        words_(system.packed_words()),
        crew_(threads_for<System>(settings)),
        copies_(system, crew_.size()),
        shards_(shards_for(settings)),
        parts_(crew_.size() == 1 ? 1 : 4 * crew_.size()) {
    for (Part& part : parts_) part.boxes.resize(shards_);
  }
  Rounds(const Rounds&) = delete;
  Rounds& operator=(const Rounds&) = delete;
  ~Rounds() { monitor_.gave(held_); }

  // How many shards tables need.
  static std::size_t shards_for(const Settings& settings) {
    const std::size_t threads = threads_for<System>(settings);
    return threads == 1 ? 1 : std::min<std::size_t>(std::bit_ceil(4 * threads), kMostShards);
  }

  // The new state that ended the last round.
  StateId last() const { return last_; }

  enum class End { none, goal, end, stopped };

  // Expands states from number `first` on, of which there are some before `last`; `first` becomes the next
  // one to expand. A goal that ends a round is not expanded. States behind a new one that ends it have no
  // numbers.
  template <class Rules>
  End go(ShardedTable& table, StateId& first, std::size_t last, Counters& counters, Rules& rules) {
    const std::size_t count = std::min(last - first, most_states(counters));
    const std::size_t known = table.size();
    const bool is_shared = count >= kWorthThreads;
    const std::size_t parts = is_shared ? parts_.size() : 1;
    share(is_shared, parts, [&](std::size_t thread, std::size_t number) {
      const auto begin = static_cast<StateId>(first + count * number / parts);
      const auto end = static_cast<StateId>(first + count * (number + 1) / parts);
      expand(thread, parts_[number], table, begin, end, counters, rules);
    });
    account();
    if (monitor_.stopped() != Stop::none) return End::stopped;
    std::size_t used = 1;
    while (used < parts && !parts_[used - 1].is_at_goal) ++used;
    share(is_shared, shards_, [&](std::size_t, std::size_t shard) { take_in(table, shard, used, rules); });
    if (monitor_.stopped() != Stop::none) return End::stopped;
    const bool is_end = line_up(first, known, counters.generated, used, rules);
    if (shards_ > 1) table.grow_to(parts_[used - 1].states + parts_[used - 1].fresh);
    if (is_end)
      used = numbered_to_end(table, rules);
    else
      share(is_shared, used,
            [&](std::size_t, std::size_t number) { give_numbers(table, parts_[number], rules); });
    if constexpr (Rules::kTellsLinks) {
      if (shards_ > 1)
        share(is_shared, used,
              [&](std::size_t, std::size_t number) { tell_links(table, parts_[number], rules); });
    }
    for (std::size_t number = 0; number < used; ++number) {
      const Part& part = parts_[number];
      for (const std::uint32_t goal : part.goals) rules.goal(part.first + goal);
      first += static_cast<StateId>(part.counts.size());
      counters.expanded += part.counts.size() - part.goals.size();
      counters.generated += part.made;
      counters.stored += part.fresh;
    }
    if (is_end) return End::end;
    return parts_[used - 1].is_at_goal ? End::goal : End::none;
  }

 private:
#ifdef LUDOPLAN_ALWAYS_THREADS  // small levels are for ThreadSanitizer too
  static constexpr std::size_t kWorthThreads = 1;
#else
  static constexpr std::size_t kWorthThreads = 1024;
#endif
  static constexpr std::size_t kStatesOfThread = 4096;
  static constexpr std::size_t kMostShards = 256;
  static constexpr std::size_t kAhead = 32;
  static constexpr std::size_t kStateAhead = 12;

  // What a part of the round leads to within a shard.
  struct Record {
    std::uint64_t hash;
    Cost cost;
    ShardedTable::Arrival arrival;
    bool is_end;
  };
  struct Box {
    std::unique_ptr<Record[]> records;
    std::unique_ptr<Word[]> packed;
    std::size_t size = 0;
    std::size_t capacity = 0;
    std::size_t fresh = 0;
    bool has_end = false;

    // Doubles what it can hold.
    [[gnu::noinline]] void grow(std::size_t words) {
      const std::size_t more = std::max<std::size_t>(2 * capacity, 64);
      auto new_records = std::make_unique_for_overwrite<Record[]>(more);
      auto new_packed = std::make_unique_for_overwrite<Word[]>(more * words);
      std::copy_n(records.get(), size, new_records.get());
      std::copy_n(packed.get(), size * words, new_packed.get());
      records = std::move(new_records);
      packed = std::move(new_packed);
      capacity = more;
    }
  };
  struct Part {
    std::vector<Box> boxes;             // by shard
    std::vector<std::uint8_t> shards;   // of the records, in order; unused if there is one
    std::vector<std::uint32_t> counts;  // of the records of each state
    std::vector<std::uint32_t> goals;   // among the states
    std::vector<std::uint32_t> read;    // of the boxes' records
    std::vector<Word> words;
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

  std::size_t most_states(const Counters& counters) const {
    // One thread looks at the clock and the limits at every round, as it would without rounds.
    if (crew_.size() == 1) return poll_mask<System>() + 1;
    return std::min<std::size_t>(kStatesOfThread * crew_.size(), kWorthThreads + counters.stored / 8);
  }

  template <class Work>
  void share(bool is_shared, std::size_t parts, Work&& work) {
    if (is_shared && crew_.size() > 1) {
      crew_.share(parts, work);
    } else {
      for (std::size_t part = 0; part < parts; ++part) work(0, part);
    }
  }

  template <class Rules>
  [[gnu::noinline]] void expand(std::size_t thread, Part& part, const ShardedTable& table, StateId begin,
                                StateId end, const Counters& counters, const Rules& rules) {
    const System& system = copies_[thread];
    for (Box& box : part.boxes) box.size = 0;
    part.shards.clear();
    part.counts.clear();
    part.goals.clear();
    part.least = kDeadEnd;
    part.most = 0;
    part.is_at_goal = false;
    part.words.resize(words_);
    for (StateId number = begin; number < end; ++number) {
      if (((number - begin) & poll_mask<System>()) == 0 && must_stop(thread, counters)) return;
      const State state = unpacked(system, table[number]);
      if (rules.is_goal(system, state)) {
        part.is_at_goal = Rules::kEndsAtGoal;
        if (part.is_at_goal) return;
        part.goals.push_back(number - begin);
        part.counts.push_back(0);
        continue;
      }
      std::uint32_t made = 0;
      rules.expand(system, state, [&](Move, const State& next, Cost cost) {
        ++made;
        part.least = std::min(part.least, cost);
        part.most = std::max(part.most, cost);
        system.pack(next, part.words.data());
        write_down(part, table, cost);
      });
      part.counts.push_back(made);
    }
  }

  void write_down(Part& part, const ShardedTable& table, Cost cost) {
    const std::uint64_t hash = hash_words(part.words.data(), words_);
    const std::size_t shard = table.shard_of(hash);
    if (shards_ > 1) part.shards.push_back(static_cast<std::uint8_t>(shard));
    Box& box = part.boxes[shard];
    if (box.size == box.capacity) box.grow(words_);
    Word* packed = &box.packed[box.size * words_];
    for (std::size_t i = 0; i < words_; ++i) packed[i] = part.words[i];
    Record& record = box.records[box.size++];
    record.hash = hash;
    record.cost = cost;
    record.is_end = false;
  }

  // Only the thread that called the search may poll.
  bool must_stop(std::size_t thread, const Counters& counters) {
    return thread == 0 ? monitor_.poll(counters) : monitor_.stopped() != Stop::none;
  }

  template <class Rules>
  [[gnu::noinline]] void take_in(ShardedTable& table, std::size_t shard, std::size_t used,
                                 const Rules& rules) {
    const bool is_large = table.is_large();
    for (std::size_t number = 0; number < used; ++number) {
      Box& box = parts_[number].boxes[shard];
      const std::size_t count = box.size;
      const std::size_t ahead = is_large ? count : 0;  // so many are fetched ahead
      box.fresh = 0;
      box.has_end = false;
      for (std::size_t i = 0; i < std::min(kAhead, ahead); ++i) table.prefetch(box.records[i].hash);
      for (std::size_t i = 0; i < count; ++i) {
        if (i + kAhead < ahead) table.prefetch(box.records[i + kAhead].hash);
        if (i + kStateAhead < ahead) table.prefetch_state(box.records[i + kStateAhead].hash);
        Record& record = box.records[i];
        const Word* packed = &box.packed[i * words_];
        record.arrival = table.place(packed, record.hash);
        if (record.arrival.kind == ShardedTable::Kind::lost) return;
        if (record.arrival.kind != ShardedTable::Kind::fresh) continue;
        ++box.fresh;
        record.is_end = rules.is_end(packed, record.hash);
        box.has_end = box.has_end || record.is_end;
      }
    }
  }

  // Where each part begins; true if one has a state that ends the round.
  template <class Rules>
  bool line_up(StateId first, std::size_t states, std::size_t links, std::size_t used, Rules& rules) {
    bool has_end = false;
    Cost least = kDeadEnd;
    Cost most = 0;
    for (std::size_t number = 0; number < used; ++number) {
      Part& part = parts_[number];
      part.first = first;
      part.states = states;
      part.links = links;
      part.made = part.fresh = 0;
      for (const Box& box : part.boxes) {
        part.made += box.size;
        part.fresh += box.fresh;
        has_end = has_end || box.has_end;
      }
      first += static_cast<StateId>(part.counts.size());
      states += part.fresh;
      links += part.made;
      least = std::min(least, part.least);
      most = std::max(most, part.most);
    }
    rules.prepare(states, links, least, most);
    return has_end;
  }

  // Calls tell(from, record, place) for all records of a part in their order, until it says false.
  template <class Begin, class Tell>
  void for_each_record(Part& part, Begin&& begin, Tell&& tell) {
    part.read.assign(shards_, 0);
    std::size_t order = 0;
    for (std::size_t at = 0; at < part.counts.size(); ++at) {
      const auto from = static_cast<StateId>(part.first + at);
      begin(from, order);
      for (std::uint32_t i = 0; i < part.counts[at]; ++i, ++order) {
        const std::size_t shard = shards_ == 1 ? 0 : part.shards[order];
        if (!tell(from, part.boxes[shard].records[part.read[shard]++], order)) {
          part.counts.resize(at + 1);
          return;
        }
      }
    }
  }

  template <class Rules>
  [[gnu::noinline]] void give_numbers(ShardedTable& table, Part& part, Rules& rules) {
    auto next = static_cast<StateId>(part.states);
    for_each_record(
        part, [&](StateId from, std::size_t order) { rules.begin(from, next, part.links + order); },
        [&](StateId from, const Record& record, [[maybe_unused]] std::size_t order) {
          if constexpr (Rules::kTellsLinks) {
            if (shards_ == 1) rules.link(part.links + order, record.arrival.id, record.cost);
          }
          if (record.arrival.kind != ShardedTable::Kind::fresh) return true;
          table.give_number(record.arrival, record.hash, next);
          rules.add(from, next++);
          return !record.is_end;
        });
    part.fresh = next - part.states;
  }

  // One by one up to the state that ends the round; the number of parts so far. States behind it do not
  // count, but the other successors of its predecessor do.
  template <class Rules>
  std::size_t numbered_to_end(ShardedTable& table, Rules& rules) {
    for (std::size_t number = 0;; ++number) {
      Part& part = parts_[number];
      give_numbers(table, part, rules);
      if (std::ranges::none_of(part.boxes, &Box::has_end)) continue;
      last_ = static_cast<StateId>(part.states + part.fresh - 1);
      part.made = std::reduce(part.counts.begin(), part.counts.end(), std::size_t{0});
      return number + 1;
    }
  }

  template <class Rules>
  [[gnu::noinline]] void tell_links(const ShardedTable& table, Part& part, Rules& rules) {
    for_each_record(
        part, [](StateId, std::size_t) {},
        [&](StateId, const Record& record, std::size_t order) {
          rules.link(part.links + order, table.number_of(record.arrival, record.hash), record.cost);
          return true;
        });
  }

  // Tells the monitor what the records take.
  void account() {
    std::size_t bytes = 0;
    for (const Part& part : parts_) {
      for (const Box& box : part.boxes) {
        bytes += box.capacity * (sizeof(Record) + words_ * sizeof(Word));
      }
      bytes += part.shards.capacity() + part.counts.capacity() * sizeof(std::uint32_t);
    }
    if (bytes > held_) {
      monitor_.took(bytes - held_);
      held_ = bytes;
    }
  }

  Monitor& monitor_;
  std::size_t words_;
  Crew crew_;
  Copies<System> copies_;
  std::size_t shards_;
  std::vector<Part> parts_;
  std::size_t held_ = 0;
  StateId last_ = kNoState;
};

}  // namespace ludoplan
