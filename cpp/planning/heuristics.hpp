// The heuristics of a ground task by number; each is set up when it is first asked.
#pragma once

#include <memory>
#include <vector>

#include "planning/delete_relaxation.hpp"
#include "planning/lmcut.hpp"

namespace ludoplan::planning {

// The order is that of HEURISTICS in src/ludoplan/planning/configurations.py.
enum class Estimate { blind, goal_count, h_max, h_add, h_ff, lm_cut };

class Heuristics {
 public:
  explicit Heuristics(const Task& task) : task_(task) {}

  Cost estimate(int heuristic, const State& state, std::vector<Move>* preferred = nullptr) {
    if (preferred != nullptr) preferred->clear();
    switch (static_cast<Estimate>(heuristic)) {
      case Estimate::blind:
        return 0;
      case Estimate::goal_count:
        return task_.unmet_goals(state);
      case Estimate::h_max:
        if (max_ == nullptr) max_ = std::make_unique<Max>(relaxation(), lower_costs());
        return max_->estimate(state);
      case Estimate::lm_cut:
        if (cut_ == nullptr) cut_ = std::make_unique<LandmarkCut>(relaxation(), lower_costs());
        return cut_->estimate(state);
      case Estimate::h_add: {
        const Cost h = add().estimate(state);
        if (preferred != nullptr && h != kDeadEnd) add().relaxed_plan(*preferred);
        return h;
      }
      case Estimate::h_ff: {
        std::vector<Move>& first = preferred == nullptr ? spare_ : *preferred;
        if (!is_ff_set_up_) set_up_ff(state);
        return ff_by_max_ != nullptr ? relaxed_plan(*ff_by_max_, state, first)
                                     : relaxed_plan(add(), state, first);
      }
    }
    return 0;
  }

  // The facts of a relaxed plan; false where there is none.
  bool way_to_goal(const State& state, std::vector<int>& facts) {
    facts.clear();
    if (add().estimate(state) == kDeadEnd) return false;
    add().relaxed_plan(spare_);
    for (const Prop prop : add().passed()) {
      if (prop < static_cast<int>(fact_of_.size()) && fact_of_[prop] >= 0) facts.push_back(fact_of_[prop]);
    }
    std::sort(facts.begin(), facts.end());
    std::erase_if(facts, [&](int fact) { return state[fact]; });
    return true;
  }

 private:
  using Max = DeleteRelaxation<Sum::max>;
  using Add = DeleteRelaxation<Sum::add>;

  const Relaxation& relaxation() {
    if (relaxation_ == nullptr) {
      relaxation_ = std::make_unique<Relaxation>(task_);
      fact_of_.assign(relaxation_->props, -1);
      for (const int fact : relaxation_->asked_facts) {
        if (relaxation_->yes[fact] >= 0) fact_of_[relaxation_->yes[fact]] = fact;
      }
    }
    return *relaxation_;
  }

  template <class Relaxed>
  static Cost relaxed_plan(Relaxed& relaxed, const State& state, std::vector<Move>& preferred) {
    return relaxed.estimate(state) == kDeadEnd ? kDeadEnd : relaxed.relaxed_plan(preferred);
  }

  // The relaxed plan is taken out of what h_add has found, or h_max. Which is better depends on the task:
  // where facts that are reached together are summed up again and again, h_add loses its way. The first state
  // decides.
  void set_up_ff(const State& state) {
    is_ff_set_up_ = true;
    auto by_max = std::make_unique<Max>(relaxation(), guiding_costs());
    const Cost of_add = relaxed_plan(add(), state, spare_);
    if (relaxed_plan(*by_max, state, spare_) < of_add) ff_by_max_ = std::move(by_max);
  }

  // What an action costs at least.
  std::vector<Cost> lower_costs() const {
    std::vector<Cost> costs;
    for (const Action& action : task_.actions()) costs.push_back(action.cost_terms.empty() ? action.cost : 0);
    return costs;
  }

  // Estimates that guide count each action as one more than it costs where costs differ, so that free actions
  // are not for nothing.
  std::vector<Cost> guiding_costs() const {
    std::vector<Cost> costs = lower_costs();
    const bool is_unit = std::all_of(costs.begin(), costs.end(), [](Cost cost) { return cost == 1; });
    if (!is_unit) {
      for (Cost& cost : costs) cost = plus_at_most(cost, 1);
    }
    return costs;
  }

  Add& add() {
    if (add_ == nullptr) add_ = std::make_unique<Add>(relaxation(), guiding_costs());
    return *add_;
  }

  const Task& task_;
  std::unique_ptr<Relaxation> relaxation_;
  std::unique_ptr<Max> max_;
  std::unique_ptr<Add> add_;
  std::unique_ptr<Max> ff_by_max_;
  bool is_ff_set_up_ = false;
  std::unique_ptr<LandmarkCut> cut_;
  std::vector<int> fact_of_;
  std::vector<Move> spare_;
};

}  // namespace ludoplan::planning
