// Best-first search by several threads: uniform cost, A*, weighted A*.
//
// States belong to shards by their hash, each with its table, its records and its open list. In a round every
// shard that has states of the lowest f takes some of them, the best by its order, and expands them; then
// every shard takes in what came for it. A goal that is taken is a cheapest one, as in the search by one
// thread: nothing that is left is better. Shards and rounds do not depend on the number of threads, nor does
// anything that comes of them. Of the states whose f is that of the solution others may be expanded than by
// one thread.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "search/best_first.hpp"
#include "search/rounds.hpp"

namespace ludoplan {

// All of it but the expanding and the estimates, which are of one system.
class HashDistributed {
 public:
  HashDistributed(const HashDistributed&) = delete;
  HashDistributed& operator=(const HashDistributed&) = delete;
  virtual ~HashDistributed() = default;

 protected:
  using Node = BestFirstNode<Cost>;
  static constexpr unsigned kShift = 3;
  static constexpr std::size_t kShards = std::size_t{1} << kShift;

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
        : number(number_), table(words_, monitor), nodes(monitor), open(settings.tie_break), words(words_) {}

    std::size_t number;
    StateTable table;
    CostRecords<BestFirstNode> nodes;
    OpenList open;
    std::array<Box, kShards> outgoing;  // by the shard that it is for
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

  HashDistributed(std::size_t words, std::size_t threads, const Settings& settings, Monitor& monitor);

  // The place of a goal whose way is a cheapest one, after the start has been sent; kNoState if there is
  // none.
  StateId goal_from(const Word* start);

  // By any thread, of a shard: expands so many states whose f is this; estimates new states and opens them.
  virtual void expand(std::size_t thread, Shard& shard, Cost f, std::size_t most) = 0;
  virtual void estimate(std::size_t thread, Shard& shard) = 0;

  // Only the thread that called the search may poll.
  bool must_stop(std::size_t thread) {
    return thread == 0 ? monitor_.poll(counters_) : monitor_.stopped() != Stop::none;
  }

  // What `from.words` has.
  void send(Shard& from, StateId parent, Cost g);

  Settings settings_;
  Monitor& monitor_;
  std::size_t words_;
  Crew crew_;
  std::vector<std::unique_ptr<Shard>> shards_;
  Counters counters_;

 private:
  template <class Work>
  void share(std::size_t states, Work&& work);
  Cost lowest() const;
  std::size_t states_of_round() const;
  void receive_all();
  bool receive(Shard& shard, Box& box);
  bool take_in(Shard& shard, const Word* packed, const Letter& letter);
};

template <TransitionSystem System>
class HashDistributedOf final : public HashDistributed {
 public:
  using State = typename System::State;

  HashDistributedOf(const System& system, const Settings& settings, Monitor& monitor)
      : HashDistributed(system.packed_words(), threads_for<System>(settings), settings, monitor),
        system_(system),
        copies_(system, crew_.size()) {}

  Outcome solve(const State& start) {
    std::vector<Word> words(words_);
    system_.pack(start, words.data());
    const StateId goal = goal_from(words.data());
    const auto parent = [&](StateId place) {
      return shards_[shard_of(place)]->nodes[place >> kShift].parent;
    };
    return traced(system_, Places{*this}, goal, parent, counters_, monitor_);
  }

 private:
  void expand(std::size_t thread, Shard& shard, Cost f, std::size_t most) override {
    const System& system = copies_[thread];
    // What is taken is known before the first of it is expanded, since nothing is opened meanwhile.
    std::array<StateId, 32> next;
    for (std::size_t taken = 0; taken < most && shard.open.lowest() == f;) {
      if (must_stop(thread)) return;
      std::size_t count = 0;
      for (; count < next.size() && taken < most && shard.open.lowest() == f; ++taken) {
        next[count] = shard.open.pop(f);
        shard.nodes.prefetch(next[count]);
        __builtin_prefetch(shard.table[next[count++]]);
      }
      for (std::size_t i = 0; i < count && shard.goal == kNoState; ++i) expand(system, shard, next[i]);
      if (shard.goal != kNoState) return;
    }
  }

  void expand(const System& system, Shard& shard, StateId id) {
    // A state that was reached again more cheaply is on the list twice; the dearer entry comes later.
    if (shard.nodes.part(id, [](const auto& node) { return node.closed(); }) != 0) return;
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
        system.pack(next, shard.words.data());
        send(shard, from, g);
      } else if (settings_.cut_at == kDeadEnd) {
        monitor_.leave_out();
      }
    });
  }

  void estimate(std::size_t thread, Shard& shard) override {
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
  Copies<System> copies_;
};

// Best-first search by as many threads as are asked for. Greedy search has one.
template <TransitionSystem System>
Outcome best_first_by_threads(const System& system, const Settings& settings, Monitor& monitor,
                              const typename System::State& start) {
  if constexpr (can_have_threads<System>()) {
    if (settings.threads > 1 && settings.g_weight > 0) {
      return HashDistributedOf<System>(system, settings, monitor).solve(start);
    }
  }
  return BestFirst<System>(system, settings, monitor).solve(start);
}

}  // namespace ludoplan
