// Heuristics by the cost of reaching propositions when nothing is deleted: h_max, where a conjunction costs
// what its dearest part costs (admissible), h_add, where it costs the sum, and h_FF, a plan for the relaxed
// task taken out of what h_add has found, whose first actions are worth trying first.
#pragma once

#include <algorithm>
#include <vector>

#include "planning/intervals.hpp"
#include "planning/relaxation.hpp"

namespace ludoplan::planning {

enum class Sum { max, add };

template <Sum kSum>
class DeleteRelaxation {
 public:
  // `costs` are those of the actions.
  DeleteRelaxation(const Relaxation& relaxation, std::vector<Cost> costs)
      : relaxation_(relaxation), action_costs_(std::move(costs)), intervals_(relaxation) {
    for (int o = 0; o < relaxation.operators(); ++o) {
      const int action = relaxation.action[o];
      base_.push_back(action == kNoAction ? 0 : action_costs_[action]);
      needed_.push_back(relaxation.needs[o].size());
    }
    marks_.assign(relaxation.props, 0);
    used_.assign(action_costs_.size(), 0);
  }

  // The cost of the goal, or kDeadEnd.
  Cost estimate(const State& state) {
    missing_ = needed_;
    sums_ = base_;
    costs_.assign(relaxation_.props, kDeadEnd);
    by_.assign(relaxation_.props, -1);
    queue_.clear();
    relaxation_.each_true(state, [&](Prop prop) { reach(prop, 0, -1); });
    for (const int o : relaxation_.always) fire(o);
    if (intervals_.is_needed()) intervals_.start(state, [&](Prop prop) { reach(prop, 0, -1); });
    Cost cost;
    Prop prop;
    while (queue_.pop(cost, prop)) {
      if (cost > costs_[prop]) continue;
      if (prop == relaxation_.goal) return cost;
      for (const int o : relaxation_.users[prop]) {
        if constexpr (kSum == Sum::add) {
          sums_[o] = plus_at_most(sums_[o], cost);
        } else if (missing_[o] == 1) {
          sums_[o] = plus_at_most(base_[o], cost);  // the dearest part comes last
        }
        if (--missing_[o] == 0) fire(o);
      }
      if (intervals_.is_needed()) {
        const Cost now = cost;
        intervals_.use(prop, [&](Prop reached) { reach(reached, now, by_[prop]); });
      }
    }
    return kDeadEnd;
  }

  // The cost of the relaxed plan after estimate(); its actions that can be taken at once go to `preferred`.
  Cost relaxed_plan(std::vector<Move>& preferred) {
    preferred.clear();
    plan_.clear();
    touched_.clear();
    mark(relaxation_.goal);
    Cost total = 0;
    while (!stack_.empty()) {
      const Prop prop = stack_.back();
      stack_.pop_back();
      const int o = by_[prop];
      if (o < 0) continue;
      const int action = relaxation_.action[o];
      if (action != kNoAction && used_[action] == 0) {
        used_[action] = 1;
        plan_.push_back(action);
        total = plus_at_most(total, action_costs_[action]);
        if (sums_[o] == base_[o]) preferred.push_back(static_cast<Move>(action));
      }
      for (const Prop needed : relaxation_.needs[o]) mark(needed);
    }
    for (const int action : plan_) used_[action] = 0;
    for (const Prop prop : touched_) marks_[prop] = 0;
    std::sort(preferred.begin(), preferred.end());
    return total;
  }

  // The propositions of facts that the relaxed plan passes through.
  const std::vector<Prop>& passed() const { return touched_; }

 private:
  void mark(Prop prop) {
    if (marks_[prop] != 0) return;
    marks_[prop] = 1;
    touched_.push_back(prop);
    stack_.push_back(prop);
  }
  void reach(Prop prop, Cost cost, int by) {
    if (cost >= costs_[prop]) return;
    costs_[prop] = cost;
    by_[prop] = by;
    queue_.push(cost, prop);
  }
  void fire(int o) {
    const Cost cost = sums_[o];
    for (const Prop made : relaxation_.makes[o]) reach(made, cost, o);
  }

  const Relaxation& relaxation_;
  std::vector<Cost> action_costs_;
  Intervals intervals_;
  std::vector<Cost> base_, sums_, costs_;
  std::vector<int> needed_, missing_, by_;
  PropQueue queue_;
  std::vector<char> marks_, used_;
  std::vector<Prop> stack_, touched_;
  std::vector<int> plan_;
};

}  // namespace ludoplan::planning
