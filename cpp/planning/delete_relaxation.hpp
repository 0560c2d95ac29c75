// Heuristics by the cost of reaching propositions when nothing is deleted: h_max, where a conjunction costs
// what its dearest part costs (admissible), h_add, where it costs the sum, and h_FF, a plan for the relaxed
// task taken out of what h_add has found, whose first actions are worth trying first. Where numbers are
// changed step by step, estimates that guide count how often; bounds count each change once.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "planning/intervals.hpp"
#include "planning/relaxation.hpp"
#include "planning/repetition.hpp"

namespace ludoplan::planning {

enum class Sum { max, add };

template <Sum kSum>
class DeleteRelaxation {
 public:
  // `costs` are those of the actions.
  DeleteRelaxation(const Relaxation& relaxation, std::vector<Cost> costs, bool counts_repetitions = false)
      : relaxation_(relaxation), action_costs_(std::move(costs)), intervals_(relaxation) {
    if (counts_repetitions && intervals_.is_needed()) repetitions_.emplace(relaxation);
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
    if (repetitions_.has_value()) {
      times_.assign(relaxation_.props, 1);
      repetitions_->start(state);
    }
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
      if (intervals_.is_needed()) use_numbers(prop, cost);
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
      const Cost times = repetitions_.has_value() ? times_[prop] : 1;
      if (action != kNoAction && used_[action] < times) {
        total = plus_at_most(total, times_at_most(times - used_[action], action_costs_[action]));
        if (used_[action] == 0) {
          plan_.push_back(action);
          if (sums_[o] == base_[o]) preferred.push_back(static_cast<Move>(action));
        }
        used_[action] = times;
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
  // An operator with changes has been used, at this cost.
  void use_numbers(Prop used, Cost cost) {
    const int o = by_[used];
    intervals_.use(used, [&](Prop reached) {
      if (!repetitions_.has_value() || !repetitions_->knows(reached)) reach(reached, cost, o);
    });
    if (!repetitions_.has_value()) return;
    repetitions_->use(used, [&](Prop reached, Cost times) {
      const Cost in_all = plus_at_most(cost, times_at_most(times - 1, base_[o]));
      if (in_all < costs_[reached]) times_[reached] = times;
      reach(reached, in_all, o);
    });
  }
  void fire(int o) {
    const Cost cost = sums_[o];
    for (const Prop made : relaxation_.makes[o]) reach(made, cost, o);
  }

  const Relaxation& relaxation_;
  std::vector<Cost> action_costs_;
  Intervals intervals_;
  std::optional<Repetitions> repetitions_;
  std::vector<Cost> base_, sums_, costs_;
  std::vector<int> needed_, missing_, by_;
  PropQueue queue_;
  std::vector<char> marks_;
  std::vector<Cost> times_;  // by proposition: how often it takes the operator that reaches it
  std::vector<Cost> used_;   // by action: how often the relaxed plan has it
  std::vector<Prop> stack_, touched_;
  std::vector<int> plan_;
};

}  // namespace ludoplan::planning
