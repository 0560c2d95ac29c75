// Breadth-first search. The table numbers states as they arrive, so the table itself is the queue.
#pragma once

#include <vector>

#include "search/outcome.hpp"
#include "search/request.hpp"

namespace ludoplan {

template <TransitionSystem System>
class BreadthFirst {
 public:
  using State = typename System::State;

  BreadthFirst(const System& system, const Settings&, Monitor& monitor)
      : system_(system),
        monitor_(monitor),
        table_(system.packed_words(), monitor),
        parents_(monitor),
        words_(system.packed_words()) {}

  // A path with the fewest moves from `start`.
  Outcome solve(const State& start) {
    add(start, kNoState);
    for (StateId id = 0; id < table_.size(); ++id) {
      if (id == layer_end_) next_layer();
      if ((id & poll_mask<System>()) == 0 && monitor_.poll(counters_)) break;
      const State state = unpacked(system_, table_[id]);
      if (system_.is_goal(state)) {
        Outcome outcome = finish(Verdict::found, counters_, monitor_);
        trace(system_, table_, id, [&](StateId i) { return parents_[i]; }, outcome);
        return outcome;
      }
      expand(id, state);
    }
    return finish(Verdict::exhausted, counters_, monitor_);
  }

  // The number of states whose shortest distance from `start` is 0, 1, ..., `depth`; fewer entries
  // when the states run out. Goals are states like all others.
  Outcome count_layers(const State& start, std::size_t depth, std::vector<std::uint64_t>& layers) {
    add(start, kNoState);
    layers.assign(1, 1);
    for (StateId id = 0; id < table_.size(); ++id) {
      if (id == layer_end_) {
        next_layer();
        layers.push_back(layer_end_ - id);
      }
      if (layers.size() > depth) break;
      if ((id & poll_mask<System>()) == 0 && monitor_.poll(counters_)) break;
      expand(id, unpacked(system_, table_[id]));
    }
    return finish(Verdict::exhausted, counters_, monitor_);
  }

 private:
  void next_layer() {
    layer_end_ = table_.size();
    ++counters_.bound;
  }

  void add(const State& state, StateId parent) {
    system_.pack(state, words_.data());
    if (table_.insert(words_.data()).is_new) {
      parents_.push_back(parent);
      ++counters_.stored;
    }
  }

  [[gnu::noinline]] void expand(StateId id, const State& state) {
    ++counters_.expanded;
    system_.for_each_successor(state, [&](Move, const State& next, Cost) {
      ++counters_.generated;
      add(next, id);
    });
  }

  const System& system_;
  Monitor& monitor_;
  StateTable table_;
  Segmented<StateId> parents_;
  std::vector<Word> words_;
  Counters counters_;
  std::size_t layer_end_ = 1;
};

}  // namespace ludoplan
