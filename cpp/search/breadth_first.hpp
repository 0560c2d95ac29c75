// Breadth-first search. The table numbers states as they arrive, so the table itself is the queue.
#pragma once

#include <vector>

#include "search/rounds.hpp"

namespace ludoplan {

// Ends at the first goal, and tells where a layer ends.
struct ToGoalRules : ParentRules {
  static constexpr Goals kGoals = Goals::last;
  std::size_t layer_end = 1;
  std::size_t next_layer_end = 1;

  void begin(StateId number, std::size_t states, std::size_t) {
    if (number == layer_end) next_layer_end = states;
  }
};

template <TransitionSystem System>
class BreadthFirst {
 public:
  using State = typename System::State;

  BreadthFirst(const System& system, const Settings& settings, Monitor& monitor)
      : system_(system),
        monitor_(monitor),
        rounds_(system, settings, monitor),
        table_(system.packed_words(), monitor),
        parents_(monitor) {}

  // A path with the fewest moves from `start`.
  Outcome solve(const State& start) {
    plant(start);
    ToGoalRules rules{{{}, parents_}};
    while (next_ < table_.size()) {
      const std::size_t layer = rules.layer_end = rules.next_layer_end;
      const auto end = rounds_.go(table_, next_, table_.size(), counters_, rules);
      if (end == Rounds::End::stopped) break;
      // A round has the end of one layer at most, since the next layer comes behind all that it began with.
      if (rules.next_layer_end != layer || (end == Rounds::End::goal && next_ == layer)) ++counters_.bound;
      if (end != Rounds::End::goal) continue;
      const auto parent = [&](StateId i) { return parents_[i]; };
      return traced(system_, table_, next_, parent, counters_, monitor_);
    }
    return finish(Verdict::exhausted, counters_, monitor_);
  }

  // The number of states whose shortest distance from `start` is 0, 1, ..., `depth`; fewer entries
  // when the states run out. Goals are states like all others.
  Outcome count_layers(const State& start, std::size_t depth, std::vector<std::uint64_t>& layers) {
    plant(start);
    layers.assign(1, 1);
    ParentRules rules{{}, parents_};
    std::size_t layer_end = 1;  // of the layer of the next state
    while (next_ < table_.size() && layers.size() <= depth) {
      if (rounds_.go(table_, next_, layer_end, counters_, rules) == Rounds::End::stopped) break;
      if (next_ < layer_end || next_ == table_.size()) continue;
      layer_end = table_.size();
      ++counters_.bound;
      layers.push_back(layer_end - next_);
    }
    return finish(Verdict::exhausted, counters_, monitor_);
  }

 private:
  void plant(const State& start) {
    std::vector<Word> words(system_.packed_words());
    system_.pack(start, words.data());
    table_.alone().insert(words.data());
    parents_.push_back(kNoState);
    counters_.stored = 1;
  }

  const System& system_;
  Monitor& monitor_;
  RoundsOf<System> rounds_;
  NumberedTable table_;
  Segmented<StateId> parents_;
  Counters counters_;
  StateId next_ = 0;
};

}  // namespace ludoplan
