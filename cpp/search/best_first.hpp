// Best-first search: uniform cost, greedy, A* and weighted A* are this loop with other weights in
// f = g_weight * g + h_weight * h.
//
// With `guide_first` states are put on the list by the guide's estimate, a quick one; the other one is asked
// for when a state comes up, and it goes back if it is dearer than it looked. Most states never come up.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "search/cost_records.hpp"
#include "search/open_list.hpp"
#include "search/outcome.hpp"
#include "search/paged_index.hpp"

namespace ludoplan {

template <class C>
struct BestFirstNode {
  StateId parent;
  C g;
  C mark;  // h, or ~h once the state is closed

  C h() const { return mark < 0 ? ~mark : mark; }
  bool closed() const { return mark < 0; }
  void close() { mark = ~h(); }
  void reopen() { mark = h(); }

  bool is_narrow() const { return ludoplan::is_narrow(g) && ludoplan::is_narrow(mark); }
  template <class Other>
  void take(const Other& other) {
    parent = other.parent;
    convert(other.g, g);
    convert(other.mark, mark);
  }
};

// What a path through a state costs at least. A weighted estimate is not taken as a bound.
inline Cost least(const Settings& settings, const BestFirstNode<Cost>& node) {
  return settings.g_weight == settings.h_weight ? plus_at_most(node.g, node.h()) : node.g;
}
// Whether a solution that is asked for may lead through a state.
inline bool is_of_use(const Settings& settings, const BestFirstNode<Cost>& node) {
  return node.h() != kDeadEnd && least(settings, node) < settings.cut_at;
}
// A sum that does not fit is more than any path costs that does: it comes last in either form.
inline Cost rank(const Settings& settings, const BestFirstNode<Cost>& node) {
  return plus_at_most(times_at_most(settings.g_weight, node.g), times_at_most(settings.h_weight, node.h()));
}
// What a solution costs at least if this is the lowest f. Some open state lies on a cheapest path, and its f
// is at most this weight times the cost.
inline Cost bound_of(const Settings& settings, Cost f) {
  const Cost weight = std::max(settings.g_weight, settings.h_weight);
  return weight == 1 ? f : f / weight + (f % weight != 0);
}

template <TransitionSystem System>
class BestFirst {
 public:
  using State = typename System::State;

  BestFirst(const System& system, const Settings& settings, Monitor& monitor)
      : system_(system), settings_(settings), monitor_(monitor) {
    if constexpr (PagedSystem<System>) {
      pages_.emplace(system.packed_words(), system.near_bits(), system.page_size(), monitor);
    }
  }

  Outcome solve(const State& start) {
    reach(start, kNoState, 0);
    return go();
  }

  // From now on states through which no path is cheaper than this are left out.
  void cut_at(Cost cost) { settings_.cut_at = std::min(settings_.cut_at, cost); }

  // Searches until there is an answer, a limit or a pause; it can be called again then, and after a path.
  Outcome go() {
    for (bool has_gone_on = false; !open_.empty(); has_gone_on = true) {
      if ((counters_.expanded & poll_mask<System>()) == 0) {
        if (monitor_.poll(counters_)) break;
        if (has_gone_on && monitor_.is_pause()) return finish(Verdict::paused, counters_, monitor_);
      }
      Cost f;
      const StateId id = open_.pop(f);
      // All that is left is as dear, where the estimate counts as a bound.
      if (f >= settings_.cut_at && settings_.g_weight == 1 && settings_.h_weight == 1) break;
      // A state that was reached again more cheaply is on the list twice; the dearer entry comes later.
      if (nodes_.part(id, [](const auto& node) { return node.closed(); }) != 0) continue;
      if (settings_.g_weight > 0) counters_.bound = std::max(counters_.bound, bound_of(settings_, f));
      const State state = unpacked(system_, table_[id]);
      if (settings_.guide_first && !comes_first(id, state, f)) continue;
      if (system_.is_goal(state)) {
        const auto parent = [&](StateId i) { return nodes_[i].parent; };
        return traced(system_, table_, id, parent, counters_, monitor_);
      }
      nodes_.change(id, [](auto& node) { node.close(); });
      const Cost so_far = nodes_.part(id, [](const auto& node) { return node.g; });
      ++counters_.expanded;
      if (pages_ && !turn_to(id)) break;
      for_each_successor_to_try(system_, settings_.only_needed, state,
                                [&](Move, const State& next, Cost cost) {
                                  ++counters_.generated;
                                  const Cost g = plus(so_far, cost);
                                  if (g <= kMostCost) {
                                    reach(next, id, g);
                                  } else if (settings_.cut_at == kDeadEnd) {
                                    monitor_.leave_out();
                                  }
                                });
    }
    return finish(Verdict::exhausted, counters_, monitor_);
  }

 private:
  using Node = BestFirstNode<Cost>;

  // Asks for the second estimate; false if the state has to wait, or is of no use.
  bool comes_first(StateId id, const State& state, Cost f) {
    Node node = nodes_[id];
    if (is_looked_at_.size() <= id) is_looked_at_.resize(nodes_.size());
    if (!is_looked_at_[id]) {
      is_looked_at_[id] = true;
      Cost h;
      if constexpr (requires { system_.estimate_from(settings_.heuristic, state, state); }) {
        h = node.parent == kNoState
                ? system_.estimate(settings_.heuristic, state)
                : system_.estimate_from(settings_.heuristic, unpacked(system_, table_[node.parent]), state);
      } else {
        h = system_.estimate(settings_.heuristic, state);
      }
      if (h > node.h()) {
        node.mark = h;
        nodes_.set(id, node);
        if (is_of_use(settings_, node) && rank(settings_, node) > f)
          open_.push(rank(settings_, node), node.h(), id);
      }
    }
    return is_of_use(settings_, node) && rank(settings_, node) <= f;
  }

  // Before the successors of a state are looked up; false if there is no room or no time.
  bool turn_to(StateId id) {
    if (pages_->is_dense()) {
      pages_->turn_to(table_[id], id);
      return true;
    }
    pages_.reset();
    return table_.enter_all();
  }

  StateTable::Insertion enter(const State& state) {
    if constexpr (PagedSystem<System>) {
      if (pages_) {
        system_.pack(state, table_.room());
        const auto fresh = static_cast<StateId>(table_.size());
        const StateId id = pages_->enter(table_.room(), system_.place_on_page(state), fresh);
        table_.keep(id == fresh);
        return {id, id == fresh};
      }
    }
    system_.pack(state, words_.data());
    return table_.insert(words_.data());
  }

  void reach(const State& state, StateId parent, Cost g) {
    const auto [id, is_new] = enter(state);
    if (id == kNoState) return;
    Node node{parent, g, 0};
    if (is_new) {
      ++counters_.stored;
      if (poll_mask<System>() == 0 && monitor_.poll(counters_)) {
        // Estimates are slow here, and there is no time for another one.
        nodes_.push_back({parent, g, kDeadEnd});
        return;
      }
      const int heuristic = settings_.guide_first ? settings_.guide : settings_.heuristic;
      node.mark = settings_.h_weight == 0 ? 0 : system_.estimate(heuristic, state);
      nodes_.push_back(node);
      if (!is_of_use(settings_, node)) return;
    } else {
      if (g >= nodes_.part(id, [](const auto& known) { return known.g; })) return;
      node.mark = nodes_[id].mark;
      if (!is_of_use(settings_, node)) return;
      // Greedy search ignores g: the state keeps its place, or stays closed.
      if (settings_.g_weight > 0) node.reopen();
      nodes_.set(id, node);
      if (settings_.g_weight == 0) return;
    }
    open_.push(rank(settings_, node), node.h(), id);
  }

  const System& system_;
  Settings settings_;
  Monitor& monitor_;
  StateTable table_{system_.packed_words(), monitor_};
  std::optional<PagedIndex> pages_;  // in place of the table's index, while it is worth it
  CostRecords<BestFirstNode> nodes_{monitor_};
  OpenList open_{settings_.tie_break};
  std::vector<Word> words_ = std::vector<Word>(system_.packed_words());
  std::vector<bool> is_looked_at_;  // by the second estimate
  Counters counters_;
};

}  // namespace ludoplan
