// Best-first search: uniform cost, greedy, A* and weighted A* are this loop with other weights in
// f = g_weight * g + h_weight * h.
#pragma once

#include <algorithm>
#include <vector>

#include "search/open_list.hpp"
#include "search/outcome.hpp"

namespace ludoplan {

struct BestFirstOptions {
  int g_weight = 1;
  int h_weight = 1;
  int heuristic = kBlind;
  TieBreak tie_break = TieBreak::low_h;
  // States through which no path is cheaper than this are left out; `exhausted` then means: there is no such
  // path.
  Cost cut_at = kDeadEnd;
};

template <TransitionSystem System>
class BestFirst {
 public:
  using State = typename System::State;

  BestFirst(const System& system, const BestFirstOptions& options, Monitor& monitor)
      : system_(system),
        options_(options),
        monitor_(monitor),
        table_(system.packed_words(), monitor),
        nodes_(monitor),
        open_(options.tie_break),
        words_(system.packed_words()) {}

  Outcome solve(const State& start) {
    reach(start, kNoState, 0);
    while (!open_.empty()) {
      if ((counters_.expanded & poll_mask<System>()) == 0 && monitor_.poll(counters_)) break;
      std::int64_t f;
      const StateId id = open_.pop(f);
      // A state that was reached again more cheaply is on the list twice; the dearer entry comes later.
      if (nodes_[id].closed()) continue;
      if (options_.g_weight > 0) {
        // Some open state lies on a cheapest path, and its f is at most this weight times the cost.
        const int weight = std::max(options_.g_weight, options_.h_weight);
        counters_.bound = std::max(counters_.bound, static_cast<Cost>((f + weight - 1) / weight));
      }
      const State state = unpacked(system_, table_[id]);
      if (system_.is_goal(state)) {
        Outcome outcome = finish(Verdict::found, counters_, monitor_);
        trace(system_, table_, id, [&](StateId i) { return nodes_[i].parent; }, outcome);
        return outcome;
      }
      nodes_[id].close();
      ++counters_.expanded;
      const Cost g = nodes_[id].g;
      system_.for_each_successor(state, [&](Move, const State& next, Cost cost) {
        ++counters_.generated;
        reach(next, id, g + cost);
      });
    }
    return finish(Verdict::exhausted, counters_, monitor_);
  }

 private:
  struct Node {
    StateId parent;
    Cost g;
    Cost mark;  // h, or ~h once the state is closed

    Cost h() const { return mark < 0 ? ~mark : mark; }
    bool closed() const { return mark < 0; }
    void close() { mark = ~h(); }
    void reopen() { mark = h(); }
  };

  // What a path through a state costs at least. A weighted estimate is not taken as a bound.
  Cost least(Cost g, Cost h) const { return options_.g_weight == options_.h_weight ? g + h : g; }

  void reach(const State& state, StateId parent, Cost g) {
    system_.pack(state, words_.data());
    const auto [id, is_new] = table_.insert(words_.data());
    if (id == kNoState) return;
    if (is_new) {
      ++counters_.stored;
      if (poll_mask<System>() == 0 && monitor_.poll(counters_)) {
        // Estimates are slow here, and there is no time for another one.
        nodes_.push_back({parent, g, kDeadEnd});
        return;
      }
      const Cost h = options_.h_weight == 0 ? 0 : system_.estimate(options_.heuristic, state);
      nodes_.push_back({parent, g, h});
      if (h >= kDeadEnd || least(g, h) >= options_.cut_at) return;
    } else {
      Node& node = nodes_[id];
      if (g >= node.g || node.h() >= kDeadEnd || least(g, node.h()) >= options_.cut_at) return;
      node.parent = parent;
      node.g = g;
      // Greedy search ignores g: the state keeps its place, or stays closed.
      if (options_.g_weight == 0) return;
      node.reopen();
    }
    const Node& node = nodes_[id];
    open_.push(std::int64_t{options_.g_weight} * node.g + std::int64_t{options_.h_weight} * node.h(),
               node.h(), id);
  }

  const System& system_;
  BestFirstOptions options_;
  Monitor& monitor_;
  StateTable table_;
  Segmented<Node> nodes_;
  OpenList open_;
  std::vector<Word> words_;
  Counters counters_;
};

}  // namespace ludoplan
