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
    std::vector<int> places(static_cast<std::size_t>(relaxation.operators()), kNone);
    for (int o = 0; o < relaxation.operators(); ++o) {
      if (relaxation.needs[o].size() == 1) continue;
      places[o] = static_cast<int>(joined_.size());
      joined_.push_back(o);
      base_.push_back(cost_of(o));
      needed_.push_back(relaxation.needs[o].size());
    }
    for (Prop prop = 0; prop < relaxation.props; ++prop) {
      std::vector<int> uses;
      for (const int o : relaxation.users[prop]) {
        if (places[o] != kNone) {
          uses.push_back(places[o]);
          continue;
        }
        for (const Prop made : relaxation.makes[o]) {
          uses.push_back(~static_cast<int>(steps_.size()));
          steps_.push_back({cost_of(o), made, o});
        }
      }
      uses_.push_back(uses);
    }
    marks_.assign(relaxation.props, 0);
    used_.assign(action_costs_.size(), 0);
  }

  // The cost of the goal, or kDeadEnd.
  Cost estimate(const State& state) {
    missing_ = needed_;
    sums_ = base_;
    costs_.assign(relaxation_.props, kDeadEnd);
    by_.assign(relaxation_.props, kNone);
    queue_.clear();
    relaxation_.each_true(state, [&](Prop prop) { reach(prop, 0, kNone); });
    for (const int o : relaxation_.always) fire(o, cost_of(o));
    if (intervals_.is_needed()) intervals_.start(state, [&](Prop prop) { reach(prop, 0, kNone); });
    if (repetitions_.has_value()) {
      times_.assign(relaxation_.props, 1);
      repetitions_->start(state);
    }
    Cost cost;
    Prop prop;
    while (queue_.pop(cost, prop)) {
      if (cost > costs_[prop]) continue;
      if (prop == relaxation_.goal) return cost;
      for (const int use : uses_[prop]) {
        if (use < 0) {
          const Step& step = steps_[~use];
          reach(step.made, plus_at_most(step.cost, cost), step.by);
          continue;
        }
        // The dearest part comes last.
        if (kSum == Sum::add || missing_[use] == 1) sums_[use] = plus_at_most(sums_[use], cost);
        if (--missing_[use] == 0) fire(joined_[use], sums_[use]);
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
      if (o == kNone) continue;
      const int action = relaxation_.action[o];
      const Cost times = repetitions_.has_value() ? times_[prop] : 1;
      if (action != kNoAction && used_[action] < times) {
        total = plus_at_most(total, times_at_most(times - used_[action], action_costs_[action]));
        if (used_[action] == 0) {
          plan_.push_back(action);
          if (is_at_hand(o)) preferred.push_back(static_cast<Move>(action));
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
      const Cost in_all = plus_at_most(cost, times_at_most(times - 1, cost_of(o)));
      if (in_all < costs_[reached]) times_[reached] = times;
      reach(reached, in_all, o);
    });
  }
  void fire(int o, Cost cost) {
    for (const Prop made : relaxation_.makes[o]) reach(made, cost, o);
  }
  bool is_at_hand(int o) const {
    const auto needs = relaxation_.needs[o];
    return std::all_of(needs.begin(), needs.end(), [&](Prop prop) { return costs_[prop] == 0; });
  }
  Cost cost_of(int o) const {
    const int action = relaxation_.action[o];
    return action == kNoAction ? 0 : action_costs_[action];
  }

  static constexpr int kNone = -1;
  // Operators with one need are steps, one for each thing that they make, in the order in which they are
  // looked at; the others join needs.
  struct Step {
    Cost cost;
    Prop made;
    int by;
  };

  const Relaxation& relaxation_;
  std::vector<Cost> action_costs_;
  Intervals intervals_;
  std::optional<Repetitions> repetitions_;
  Lists uses_;               // by proposition: places of joints, and ~places of steps
  std::vector<int> joined_;  // the operators of joints
  std::vector<Step> steps_;
  std::vector<Cost> base_, sums_;  // of joints
  std::vector<int> needed_, missing_;
  std::vector<Cost> costs_;  // by proposition
  std::vector<int> by_;
  PropQueue queue_;
  std::vector<char> marks_;
  std::vector<Cost> times_;  // by proposition: how often it takes the operator that reaches it
  std::vector<Cost> used_;   // by action: how often the relaxed plan has it
  std::vector<Prop> stack_, touched_;
  std::vector<int> plan_;
};

}  // namespace ludoplan::planning
