// Best-first search by several threads: uniform cost, A*, weighted A*.
//
// States belong to shards by their hash, each with its table, its records and its open list. In a round every
// shard that has states of the lowest f takes some of them, the best by its order, and expands them; then
// every shard takes in what came for it. A goal that is taken is a cheapest one, as in the search by one
// thread: nothing that is left is better. Shards and rounds do not depend on the number of threads, nor does
// anything that comes of them. Of the states whose f is that of the solution others may be expanded than by
// one thread.
#pragma once

#include <memory>
#include <vector>

#include "search/best_first.hpp"
#include "search/rounds.hpp"

namespace ludoplan {

template <TransitionSystem System>
class HashDistributed {
 public:
  using State = typename System::State;

  HashDistributed(const System& system, const Settings& settings, Monitor& monitor)
      : system_(system),
        settings_(settings),
        monitor_(monitor),
        words_(system.packed_words()),
        crew_(threads_for<System>(settings)),
        copies_(system, crew_.size()) {
    for (std::size_t i = 0; i < kShards; ++i) {
      shards_.push_back(std::make_unique<Shard>(i, words_, settings, monitor));
    }
  }

  Outcome solve(const State& start) {
    send(*shards_.front(), system_, start, kNoState, 0);
    receive_all();
    while (monitor_.stopped() == Stop::none) {
      const Cost f = lowest();
      // All that is left is as dear, where the estimate counts as a bound.
      if (f == kDeadEnd || (f >= settings_.cut_at && settings_.h_weight == settings_.g_weight)) break;
      counters_.bound = std::max(counters_.bound, bound_of(settings_, f));
      const std::size_t most = states_of_round();
      share(most, [&](std::size_t thread, Shard& shard) { expand(thread, shard, f, most); });
      for (const auto& shard : shards_) {
        if (shard->goal != kNoState) return found(shard->goal);
      }
      receive_all();
    }
    return finish(Verdict::exhausted, counters_, monitor_);
  }

 private:
  using Node = BestFirstNode<Cost>;
  static constexpr unsigned kShift = 3;
  static constexpr std::size_t kShards = std::size_t{1} << kShift;
  static constexpr std::size_t kMostOfShard = 2048;  // states that it expands in a round
  static constexpr std::size_t kAhead = 32;
  static constexpr std::size_t kStateAhead = 12;
#ifdef LUDOPLAN_ALWAYS_THREADS  // small levels are for ThreadSanitizer too
  static constexpr std::size_t kWorthThreads = 1;
#else
  static constexpr std::size_t kWorthThreads = 16;  // states of each shard
#endif

  // What a shard is sent: a state, and the way to it.
  struct Letter {
    std::uint64_t hash;
    Cost g;
    StateId parent;
  };
  struct Box {
    std::vector<Letter> letters;
    std::vector<Word> packed;
  };
  struct Shard {
    Shard(std::size_t number_, std::size_t words_, const Settings& settings, Monitor& monitor)
        : number(number_),
          table(words_, monitor),
          nodes(monitor),
          open(settings.tie_break),
          outgoing(kShards),
          words(words_) {}

    std::size_t number;
    StateTable table;
    CostRecords<BestFirstNode> nodes;
    OpenList open;
    std::vector<Box> outgoing;  // by the shard that it is for
    std::vector<Word> words;
    StateId fresh = 0;  // from here on states have no estimate yet
    Counters counters;  // what the search has not been told yet
    StateId goal = kNoState;
  };
  // A state is known by its number in its shard and the shard.
  struct Places {
    const HashDistributed& search;
    const Word* operator[](StateId place) const {
      return search.shards_[shard_of(place)]->table[place >> kShift];
    }
  };
  static std::size_t shard_of(std::uint64_t hash) { return hash & (kShards - 1); }

  Outcome found(StateId goal) {
    Outcome outcome = finish(Verdict::found, counters_, monitor_);
    const auto parent = [&](StateId place) {
      return shards_[shard_of(place)]->nodes[place >> kShift].parent;
    };
    trace(system_, Places{*this}, goal, parent, outcome);
    return outcome;
  }

  // Has all shards do the work, of so many states each.
  template <class Work>
  void share(std::size_t states, Work&& work) {
    if (states >= kWorthThreads) {
      crew_.share(kShards, [&](std::size_t thread, std::size_t number) { work(thread, *shards_[number]); });
    } else {
      for (const auto& shard : shards_) work(0, *shard);
    }
    for (const auto& shard : shards_) {
      counters_.expanded += shard->counters.expanded;
      counters_.generated += shard->counters.generated;
      counters_.stored += shard->counters.stored;
      shard->counters = Counters();
    }
  }

  // Only the thread that called the search may poll.
  bool must_stop(std::size_t thread) {
    return thread == 0 ? monitor_.poll(counters_) : monitor_.stopped() != Stop::none;
  }

  // Of all open states; kDeadEnd if there are none.
  Cost lowest() {
    Cost least = kDeadEnd;
    for (const auto& shard : shards_) least = std::min(least, shard->open.lowest());
    return least;
  }

  // So many states each shard expands: few in the beginning, lest many be expanded that one thread would not
  // have come to.
  std::size_t states_of_round() const {
    return std::clamp<std::size_t>(counters_.expanded / (64 * kShards), 1, kMostOfShard);
  }

  [[gnu::noinline]] void expand(std::size_t thread, Shard& shard, Cost f, std::size_t most) {
    const System& system = copies_[thread];
    for (std::size_t taken = 0; taken < most && shard.open.lowest() == f; ++taken) {
      if ((taken & poll_mask<System>()) == 0 && must_stop(thread)) return;
      const StateId id = shard.open.pop(f);
      // A state that was reached again more cheaply is on the list twice; the dearer entry comes later.
      if (shard.nodes.part(id, [](const auto& node) { return node.closed(); }) != 0) continue;
      const State state = unpacked(system, shard.table[id]);
      const auto from = static_cast<StateId>(id << kShift | shard.number);
      if (system.is_goal(state)) {
        shard.goal = from;
        return;
      }
      shard.nodes.change(id, [](auto& node) { node.close(); });
      const Cost so_far = shard.nodes.part(id, [](const auto& node) { return node.g; });
      ++shard.counters.expanded;
      system.for_each_successor(state, [&](Move, const State& next, Cost cost) {
        ++shard.counters.generated;
        const Cost g = plus(so_far, cost);
        if (g <= kMostCost) {
          send(shard, system, next, from, g);
        } else if (settings_.cut_at == kDeadEnd) {
          monitor_.leave_out();
        }
      });
    }
  }

  void send(Shard& from, const System& system, const State& state, StateId parent, Cost g) {
    system.pack(state, from.words.data());
    const std::uint64_t hash = hash_words(from.words.data(), words_);
    Box& box = from.outgoing[shard_of(hash)];
    box.letters.push_back({hash, g, parent});
    box.packed.insert(box.packed.end(), from.words.begin(), from.words.end());
  }

  void receive_all() {
    std::size_t letters = 0;
    for (const auto& shard : shards_) {
      for (const Box& box : shard->outgoing) letters += box.letters.size();
    }
    share(letters / kShards, [&](std::size_t thread, Shard& shard) {
      for (const auto& sender : shards_) {
        if (!receive(shard, sender->outgoing[shard.number])) return;
      }
      estimate(thread, shard);
    });
  }

  // False when there is no room or no time.
  [[gnu::noinline]] bool receive(Shard& shard, Box& box) {
    const std::size_t count = box.letters.size();
    for (std::size_t i = 0; i < std::min(kAhead, count); ++i) shard.table.prefetch(box.letters[i].hash);
    for (std::size_t i = 0; i < count; ++i) {
      if (i + kAhead < count) shard.table.prefetch(box.letters[i + kAhead].hash);
      if (i + kStateAhead < count) shard.table.prefetch_state(box.letters[i + kStateAhead].hash);
      if (!take_in(shard, &box.packed[i * words_], box.letters[i])) return false;
    }
    box.letters.clear();
    box.packed.clear();
    return true;
  }

  bool take_in(Shard& shard, const Word* packed, const Letter& letter) {
    const auto [id, is_new] = shard.table.insert(packed, letter.hash);
    if (id == kNoState) return false;
    if (is_new) {
      if (id >= kNoState >> kShift) {
        monitor_.stop(Stop::memory);
        return false;
      }
      ++shard.counters.stored;
      shard.nodes.push_back({letter.parent, letter.g, 0});
      return true;
    }
    if (letter.g >= shard.nodes.part(id, [](const auto& known) { return known.g; })) return true;
    Node node{letter.parent, letter.g, shard.nodes[id].mark};
    if (id < shard.fresh) {
      if (!is_of_use(settings_, node)) return true;
      node.reopen();
      shard.open.push(rank(settings_, node), node.h(), id);
    }
    shard.nodes.set(id, node);
    return true;
  }

  // Estimates new states and opens them.
  [[gnu::noinline]] void estimate(std::size_t thread, Shard& shard) {
    const System& system = copies_[thread];
    for (; shard.fresh < shard.table.size(); ++shard.fresh) {
      if ((shard.fresh & poll_mask<System>()) == 0 && must_stop(thread)) return;
      const StateId id = shard.fresh;
      Node node = shard.nodes[id];
      if (settings_.h_weight > 0) {
        node.mark = system.estimate(settings_.heuristic, unpacked(system, shard.table[id]));
        shard.nodes.set(id, node);
      }
      if (is_of_use(settings_, node)) shard.open.push(rank(settings_, node), node.h(), id);
    }
  }

  const System& system_;
  Settings settings_;
  Monitor& monitor_;
  std::size_t words_;
  Crew crew_;
  Copies<System> copies_;
  std::vector<std::unique_ptr<Shard>> shards_;
  Counters counters_;
};

// Best-first search by as many threads as are asked for. Greedy search has one.
template <TransitionSystem System>
struct BestFirstByThreads {
  const System& system;
  const Settings& settings;
  Monitor& monitor;

  Outcome solve(const typename System::State& start) {
    if constexpr (can_have_threads<System>()) {
      if (settings.threads > 1 && settings.g_weight > 0) {
        return HashDistributed<System>(system, settings, monitor).solve(start);
      }
    }
    return BestFirst<System>(system, settings, monitor).solve(start);
  }
};

}  // namespace ludoplan
