// How often a change must be made for a comparison to hold.
//
// A comparison of linear expressions says that a sum must not be less than zero. A change by a fixed amount
// brings the sum up by a fixed step: what is missing, divided by the step, is how often it must be made.
// Setting a variable helps once, by as much as the new value is better than the present one. For estimates
// that guide: several changes together may be cheaper than any of them alone.
#pragma once

#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "planning/relaxation.hpp"

namespace ludoplan::planning {

class Repetitions {
 public:
  explicit Repetitions(const Relaxation& relaxation) : relaxation_(relaxation) {
    const GroundModel& model = relaxation.task.model();
    std::vector<std::vector<int>> sums_of(static_cast<std::size_t>(model.variables()));
    comparison_of_.assign(static_cast<std::size_t>(relaxation.props), -1);
    for (const auto& [formula, prop] : relaxation.comparisons) {
      const int number = static_cast<int>(sums_.size());
      comparison_of_[static_cast<std::size_t>(prop)] = number;
      sums_.push_back(sum_of(formula));
      for (const auto& [variable, factor] : sums_.back().factors)
        sums_of[static_cast<std::size_t>(variable)].push_back(number);
    }
    steps_.resize(relaxation.numeric.size());
    for (std::size_t n = 0; n < relaxation.numeric.size(); ++n) {
      std::map<int, Step> found;  // by sum
      for (const NumericEffect& change : relaxation.numeric[n].changes) {
        const bool is_fixed = model.expressions.is_number(change.expression);
        const double amount = is_fixed ? model.expressions[change.expression].number.value : 0;
        for (const int s : sums_of[static_cast<std::size_t>(change.variable)]) {
          Step& step = found.try_emplace(s, Step{s, 0, {}}).first->second;
          const double factor = sums_[static_cast<std::size_t>(s)].factors.at(change.variable);
          if (!is_fixed || std::isnan(amount)) {
            sums_[static_cast<std::size_t>(s)].is_known = false;
          } else if (adds(change.kind)) {
            step.fixed += change.kind == ChangeKind::increase ? factor * amount : -factor * amount;
          } else if (change.kind == ChangeKind::assign) {
            step.set.push_back({change.variable, factor, amount});
          } else {
            sums_[static_cast<std::size_t>(s)].is_known = false;
          }
        }
      }
      for (auto& [s, step] : found) {
        Sum& sum = sums_[static_cast<std::size_t>(s)];
        sum.most_up = std::max(sum.most_up, step.fixed);
        sum.most_down = std::max(sum.most_down, -step.fixed);
        steps_[n].push_back(std::move(step));
      }
    }
  }

  // Looks at what is missing in a state.
  void start(const State& state) {
    state_ = &state;
    for (Sum& sum : sums_) {
      if (!sum.is_known) continue;
      sum.missing = -sum.constant;
      for (const auto& [variable, factor] : sum.factors) {
        sum.missing -= factor * relaxation_.task.number(state, variable);
      }
    }
  }

  // Whether it is told here how often a change must be made for a comparison to hold.
  bool knows(Prop comparison) const {
    return knows(sums_[static_cast<std::size_t>(comparison_of_[static_cast<std::size_t>(comparison)])]);
  }

  // How many changes it takes at least for a comparison to hold, as far as can be told.
  Cost steps_to(Prop comparison) const {
    const Sum& sum = sums_[static_cast<std::size_t>(comparison_of_[static_cast<std::size_t>(comparison)])];
    if (!knows(sum)) return 0;
    const bool is_above = sum.is_equation && sum.missing < 0;
    const double most = is_above ? sum.most_down : sum.most_up;
    const double missing = is_above ? -sum.missing : sum.missing;
    return most > 0 && missing > 0 ? static_cast<Cost>(std::min(std::ceil(missing / most - 1e-9), kMostTimes))
                                   : 0;
  }
  bool is_comparison(Prop prop) const { return comparison_of_[static_cast<std::size_t>(prop)] >= 0; }

  // An operator has been used: calls reached(comparison, times) for those that it brings about.
  template <class Reached>
  void use(Prop used, Reached&& reached) const {
    const int numeric = relaxation_.numeric_of[used];
    if (numeric < 0) return;
    for (const Step& step : steps_[static_cast<std::size_t>(numeric)]) {
      const Sum& sum = sums_[static_cast<std::size_t>(step.sum)];
      if (!knows(sum)) continue;
      const Prop prop = relaxation_.comparisons[static_cast<std::size_t>(step.sum)].second;
      // An equation is missed on either side.
      const double side = sum.is_equation && sum.missing < 0 ? -1 : 1;
      const double missing = side * sum.missing;
      double once = 0;
      for (const Setting& setting : step.set) {
        once += setting.factor * (setting.value - relaxation_.task.number(*state_, setting.variable));
      }
      once *= side;
      const double more = side * step.fixed;
      if (more > 0) {
        const double times =
            std::ceil((missing - std::max(0.0, once)) / more + (sum.is_strict ? 1e-9 : -1e-9));
        reached(prop, static_cast<Cost>(std::clamp(times, 1.0, kMostTimes)));
      } else if (once > 0) {
        reached(prop, Cost{1});
      }
    }
  }

 private:
  static constexpr double kMostTimes = 1e9;

  // Must be at least zero (more, where it is strict; exactly, where it is an equation).
  struct Sum {
    std::map<int, double> factors;  // by variable
    double constant = 0;
    bool is_strict = false;
    bool is_equation = false;
    bool is_known = false;
    double missing = 0;
    double most_up = 0;  // by one operator
    double most_down = 0;
  };
  struct Setting {
    int variable;
    double factor;
    double value;
  };
  // What an operator does to a sum.
  struct Step {
    int sum;
    double fixed;
    std::vector<Setting> set;
  };

  static bool knows(const Sum& sum) { return sum.is_known && !std::isnan(sum.missing); }

  Sum sum_of(Formula formula) const {
    const auto& node = relaxation_.task.model().formulas[formula];
    const int* sides = relaxation_.task.model().formulas.parts(formula);
    Sum sum;
    auto op = static_cast<Compare>(node.symbol);
    if (!node.positive) {
      if (op == Compare::equal) return sum;
      op = kOpposites[static_cast<int>(op)];
    }
    const double sign = op == Compare::less || op == Compare::at_most ? -1 : 1;
    sum.is_known = add(sides[0], sign, sum) && add(sides[1], -sign, sum);
    sum.is_strict = op == Compare::less || op == Compare::greater;
    sum.is_equation = op == Compare::equal;
    if (!sum.is_known) sum.factors.clear();
    return sum;
  }

  // Adds so many times an expression; false if that is not linear.
  bool add(Expression e, double times, Sum& sum) const {
    const auto& known = relaxation_.task.model().expressions;
    const auto& node = known[e];
    switch (node.kind) {
      case Arithmetic::number:
        sum.constant += times * node.number.value;
        return true;
      case Arithmetic::fluent:
        sum.factors[node.left] += times;
        return true;
      case Arithmetic::plus:
        return add(node.left, times, sum) && add(node.right, times, sum);
      case Arithmetic::minus:
        return add(node.left, times, sum) && add(node.right, -times, sum);
      case Arithmetic::times:
        if (known.is_number(node.left)) return add(node.right, times * known[node.left].number.value, sum);
        if (known.is_number(node.right)) return add(node.left, times * known[node.right].number.value, sum);
        return false;
      case Arithmetic::divide:
        if (!known.is_number(node.right) || known[node.right].number.value == 0) return false;
        return add(node.left, times / known[node.right].number.value, sum);
    }
    return false;
  }

  const Relaxation& relaxation_;
  std::vector<Sum> sums_;                 // by comparison
  std::vector<std::vector<Step>> steps_;  // by numeric operator
  std::vector<int> comparison_of_;        // by proposition
  const State* state_ = nullptr;
};

}  // namespace ludoplan::planning
