// Beam search: breadth-first, but of every layer only the `width` most promising states go on.
//
// A path it finds bounds the shortest one from above. If no layer had to be thinned out the search was
// complete.
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "search/outcome.hpp"
#include "search/request.hpp"

namespace ludoplan {

template <TransitionSystem System>
class Beam {
 public:
  using State = typename System::State;

  // An admissible `heuristic` drops what cannot reach a goal within `max_bound` moves. Counts on from
  // `counters`.
  Beam(const System& system, const Settings& settings, Monitor& monitor, const Counters& counters = {})
      : system_(system), settings_(settings), monitor_(monitor), counters_(counters) {}

  // `found`: a path with the fewest moves unless `thinned`. `exhausted`: there is no path within
  // `max_bound`. `cut`: nothing was found, but states have been left out.
  Outcome solve(const State& start) {
    system_.pack(start, words_.data());
    keep(words_.data(), kNoState);
    if (system_.is_goal(start)) return finish(Verdict::found, counters_, monitor_);
    StateId begin = 0;
    for (Cost left = std::min(settings_.max_bound, kMostCost); left > 0 && begin < kept_.size(); --left) {
      const auto end = static_cast<StateId>(kept_.size());
      StateTable layer(words_.size(), monitor_);
      std::vector<Candidate> candidates;
      for (StateId id = begin; id < end; ++id) {
        if ((id & poll_mask<System>()) == 0 && monitor_.poll(counters_)) {
          return finish(Verdict::stopped, counters_, monitor_);
        }
        if (expand(id, left - 1, layer, candidates)) {
          const auto parent = [&](StateId i) { return parents_[i]; };
          Outcome outcome = traced(system_, kept_, id, parent, counters_, monitor_);
          add_step(system_, kept_[id], words_.data(), outcome.path, outcome.cost);
          return outcome;
        }
      }
      begin = end;
      choose(layer, candidates);
    }
    return finish(thinned_ ? Verdict::cut : Verdict::exhausted, counters_, monitor_);
  }

  bool thinned() const { return thinned_; }

 private:
  struct Candidate {
    Cost rank;
    StateId parent;
  };

  void keep(const Word* state, StateId parent) {
    if (!kept_.insert(state).is_new) return;
    parents_.push_back(parent);
    ++counters_.stored;
  }

  // True when a successor is a goal; `words_` is that state.
  bool expand(StateId id, Cost left, StateTable& layer, std::vector<Candidate>& candidates) {
    ++counters_.expanded;
    bool is_goal = false;
    const State state = unpacked(system_, kept_[id]);
    for_each_successor_within(system_, settings_.heuristic, state, left, [&](Move, const State& next, Cost) {
      if (is_goal) return;
      ++counters_.generated;
      system_.pack(next, words_.data());
      is_goal = system_.is_goal(next);
      if (is_goal || kept_.find(words_.data()) != kNoState || !layer.insert(words_.data()).is_new) return;
      candidates.push_back({system_.estimate(settings_.guide, next), id});
    });
    return is_goal;
  }

  void choose(const StateTable& layer, const std::vector<Candidate>& candidates) {
    std::vector<StateId> order(candidates.size());
    std::iota(order.begin(), order.end(), StateId{0});
    if (order.size() > settings_.width) {
      thinned_ = true;
      const auto is_better = [&](StateId a, StateId b) {
        return std::pair(candidates[a].rank, a) < std::pair(candidates[b].rank, b);
      };
      const auto middle = order.begin() + static_cast<std::ptrdiff_t>(settings_.width);
      std::nth_element(order.begin(), middle, order.end(), is_better);
      order.erase(middle, order.end());
      std::sort(order.begin(), order.end());
    }
    for (const StateId id : order) keep(layer[id], candidates[id].parent);
  }

  const System& system_;
  Settings settings_;
  Monitor& monitor_;
  Counters counters_;
  StateTable kept_{system_.packed_words(), monitor_};
  Segmented<StateId> parents_{monitor_};
  std::vector<Word> words_ = std::vector<Word>(system_.packed_words());
  bool thinned_ = false;
};

}  // namespace ludoplan
