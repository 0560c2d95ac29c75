#include "planning/heuristics.hpp"

#include <algorithm>

#include "planning/landmark_graph.hpp"
#include "planning/patterns.hpp"

namespace ludoplan::planning {
namespace {

class Blind : public Heuristic {
 public:
  explicit Blind(Groundwork&) {}
  Cost estimate(const State&, std::vector<Move>*) override { return 0; }
};

class GoalCount : public Heuristic {
 public:
  explicit GoalCount(Groundwork& groundwork) : task_(groundwork.task) {}
  Cost estimate(const State& state, std::vector<Move>*) override { return task_.unmet_goals(state); }

 private:
  const Task& task_;
};

// A bound that is made of the relaxation and of what actions cost at least.
template <class Bound>
class LowerBound : public Heuristic {
 public:
  explicit LowerBound(Groundwork& groundwork) : bound_(groundwork.relaxation(), groundwork.lower_costs()) {}
  Cost estimate(const State& state, std::vector<Move>*) override { return bound_.estimate(state); }
  Cost estimate_after(const State& parent, Move action, const State& state) override {
    if constexpr (requires { bound_.estimate_after(parent, action, state); }) {
      return bound_.estimate_after(parent, action, state);
    } else {
      return bound_.estimate(state);
    }
  }

 private:
  Bound bound_;
};

class Patterns : public Heuristic {
 public:
  explicit Patterns(Groundwork& groundwork)
      : sums_(groundwork.task, groundwork.lower_costs(), groundwork.seconds,
              [&] { return groundwork.is_late(); }) {}
  Cost estimate(const State& state, std::vector<Move>*) override { return sums_.estimate(state); }

 private:
  PatternSums sums_;
};

class Additive : public Heuristic {
 public:
  explicit Additive(Groundwork& groundwork) : add_(groundwork.add()) {}
  Cost estimate(const State& state, std::vector<Move>* preferred) override {
    const Cost h = add_.estimate(state);
    if (preferred != nullptr && h != kDeadEnd) add_.relaxed_plan(*preferred);
    return h;
  }

 private:
  DeleteRelaxation<Sum::add>& add_;
};

// How many landmarks of the first state a path has left. States that come without a path are its beginning.
class LandmarkCount : public Heuristic {
 public:
  explicit LandmarkCount(Groundwork& groundwork)
      : graph_(groundwork.relaxation(), groundwork.task.initial(), groundwork.until_late()),
        passed_(graph_.words()) {}
  Cost estimate(const State& state, std::vector<Move>* preferred) override {
    return estimate_on_path(nullptr, state, passed_.data(), preferred);
  }
  std::size_t path_words() const override { return graph_.words(); }
  Cost estimate_on_path(const Word* before, const State& state, Word* after, std::vector<Move>*) override {
    if (before == nullptr) {
      graph_.begin(state, after);
    } else {
      graph_.follow(before, state, after);
    }
    return graph_.left(after, state);
  }

 private:
  LandmarkGraph graph_;
  std::vector<Word> passed_;
};

// The relaxed plan is taken out of what h_add has found, or h_max. Which is better depends on the task: where
// facts that are reached together are summed up again and again, h_add loses its way. The first state
// decides.
template <bool kCountsSteps>
class RelaxedPlan : public Heuristic {
 public:
  explicit RelaxedPlan(Groundwork& groundwork)
      : add_(groundwork.add(kCountsSteps)),
        max_(std::make_unique<Max>(groundwork.relaxation(), groundwork.guiding_costs(kCountsSteps), true)) {}
  Cost estimate(const State& state, std::vector<Move>* preferred) override {
    std::vector<Move>& first = preferred == nullptr ? spare_ : *preferred;
    if (is_undecided_) {
      is_undecided_ = false;
      const Cost of_add = plan(add_, state, first);
      if (plan(*max_, state, first) >= of_add) max_.reset();
    }
    return max_ != nullptr ? plan(*max_, state, first) : plan(add_, state, first);
  }

 private:
  using Max = DeleteRelaxation<Sum::max>;

  template <class Relaxed>
  static Cost plan(Relaxed& relaxed, const State& state, std::vector<Move>& preferred) {
    return relaxed.estimate(state) == kDeadEnd ? kDeadEnd : relaxed.relaxed_plan(preferred);
  }

  DeleteRelaxation<Sum::add>& add_;
  std::unique_ptr<Max> max_;
  bool is_undecided_ = true;
  std::vector<Move> spare_;
};

template <class Made>
std::unique_ptr<Heuristic> make(Groundwork& groundwork) {
  return std::make_unique<Made>(groundwork);
}

}  // namespace

const std::vector<HeuristicEntry>& heuristics() {
  // Name; whether it is admissible, is consistent, follows numbers; the class.
  static const std::vector<HeuristicEntry> all{
      {"blind", true, true, true, make<Blind>},
      {"goal-count", false, false, true, make<GoalCount>},
      {"hmax", true, true, true, make<LowerBound<DeleteRelaxation<Sum::max>>>},
      {"hadd", false, false, true, make<Additive>},
      {"ff", false, false, true, make<RelaxedPlan<false>>},
      {"ff-steps", false, false, true, make<RelaxedPlan<true>>},
      {"landmarks", false, false, true, make<LandmarkCount>},
      {"lmcut", true, false, false, make<LowerBound<LandmarkCut>>},
      {"patterns", true, true, false, make<Patterns>},
  };
  return all;
}

std::vector<Cost> Groundwork::lower_costs() const {
  std::vector<Cost> costs;
  for (const Action& action : task.actions()) costs.push_back(action.cost_terms.empty() ? action.cost : 0);
  return costs;
}

std::vector<Cost> Groundwork::guiding_costs(bool counts_steps) const {
  if (counts_steps) return std::vector<Cost>(task.actions().size(), 1);
  std::vector<Cost> costs = lower_costs();
  const bool is_unit = std::all_of(costs.begin(), costs.end(), [](Cost cost) { return cost == 1; });
  if (!is_unit) {
    for (Cost& cost : costs) cost = plus_at_most(cost, 1);
  }
  return costs;
}

int Heuristics::unmet_goals(const State& state) {
  constexpr Cost kMost = 1'000'000;
  const int unmet = groundwork_.task.unmet_goals(state);
  if (groundwork_.task.model().variables() == 0) return unmet;
  const Relaxation& relaxation = groundwork_.relaxation();
  if (repetitions_ == nullptr) {
    repetitions_ = std::make_unique<Repetitions>(relaxation);
    for (const int o : relaxation.makers[relaxation.goal]) {
      for (const Prop prop : relaxation.needs[o]) {
        if (repetitions_->is_comparison(prop)) goal_comparisons_.push_back(prop);
      }
    }
  }
  repetitions_->start(state);
  Cost more = 0;
  for (const Prop prop : goal_comparisons_) more += std::max(Cost{0}, repetitions_->steps_to(prop) - 1);
  return unmet + static_cast<int>(std::min(more, kMost));
}

bool Heuristics::way_to_goal(const State& state, std::vector<int>& facts) {
  facts.clear();
  auto& add = groundwork_.add();
  if (add.estimate(state) == kDeadEnd) return false;
  add.relaxed_plan(spare_);
  const Relaxation& relaxation = groundwork_.relaxation();
  if (fact_of_.empty()) {
    fact_of_.assign(static_cast<std::size_t>(relaxation.props), -1);
    for (const int fact : relaxation.asked_facts) {
      if (relaxation.yes[fact] >= 0) fact_of_[relaxation.yes[fact]] = fact;
    }
  }
  for (const Prop prop : add.passed()) {
    if (fact_of_[prop] >= 0) facts.push_back(fact_of_[prop]);
  }
  std::sort(facts.begin(), facts.end());
  std::erase_if(facts, [&](int fact) { return state[fact]; });
  return true;
}

}  // namespace ludoplan::planning
