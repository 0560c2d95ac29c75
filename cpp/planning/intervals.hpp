// The values that numeric variables can take if every change may happen any number of times and in any order:
// an interval for each variable, which only grows.
#pragma once

#include <limits>
#include <vector>

#include "planning/relaxation.hpp"

namespace ludoplan::planning {

struct Interval {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  bool may_be_undefined = true;

  bool is_empty() const { return low > high; }
  // True if it has grown.
  bool join(const Interval& other) {
    if (other.is_empty() || (other.low >= low && other.high <= high)) return false;
    low = std::min(low, other.low);
    high = std::max(high, other.high);
    return true;
  }
};

class Intervals {
 public:
  explicit Intervals(const Relaxation& relaxation) : relaxation_(relaxation) {
    const GroundModel& model = relaxation.task.model();
    comparisons_of_.resize(model.variables());
    for (int c = 0; c < static_cast<int>(relaxation.comparisons.size()); ++c) {
      const int* sides = model.formulas.parts(relaxation.comparisons[c].first);
      for (int side = 0; side < 2; ++side) {
        model.expressions.each_variable(sides[side], [&](int v) { comparisons_of_[v].push_back(c); });
      }
    }
  }

  bool is_needed() const { return !relaxation_.comparisons.empty(); }

  // Calls reached(proposition) for every comparison that can hold in the state itself.
  template <class Reached>
  void start(const State& state, Reached&& reached) {
    const int count = relaxation_.task.model().variables();
    values_.assign(count, {});
    growths_.assign(count, 0);
    unsettled_.clear();
    for (int v = 0; v < count; ++v) {
      const double value = relaxation_.task.number(state, v);
      if (!std::isnan(value)) values_[v] = {value, value, false};
    }
    is_reached_.assign(relaxation_.comparisons.size(), 0);
    for (int c = 0; c < static_cast<int>(relaxation_.comparisons.size()); ++c) look(c, reached);
  }

  // An operator has been used: calls reached(proposition) for the comparisons that can hold from now on.
  template <class Reached>
  void use(Prop used, Reached&& reached) {
    const int numeric = relaxation_.numeric_of[used];
    if (numeric < 0) return;
    grown_.clear();
    for (const NumericEffect& change : relaxation_.numeric[numeric].changes) {
      if (apply(change)) grown_.push_back(change.variable);
      // What depends on other values is looked at again whenever anything has grown.
      if (!is_settled(change)) unsettled_.push_back(&change);
    }
    for (std::size_t before = 0; before < grown_.size();) {
      before = grown_.size();
      for (const NumericEffect* change : unsettled_) {
        if (apply(*change)) grown_.push_back(change->variable);
      }
    }
    for (const int variable : grown_) {
      for (const int c : comparisons_of_[variable]) look(c, reached);
    }
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  // Whether using the change once more makes no difference. A variable that is not defined yet may be so
  // later.
  bool is_settled(const NumericEffect& change) const {
    const bool is_constant = relaxation_.task.model().expressions.is_number(change.expression);
    if (change.kind == ChangeKind::assign) return is_constant;
    return adds(change.kind) && is_constant && !values_[change.variable].is_empty();
  }

  // True if the variable's interval has grown.
  bool apply(const NumericEffect& change) {
    Interval& value = values_[change.variable];
    Interval amount = range(change.expression);
    if (amount.is_empty()) return false;
    if (adds(change.kind)) {
      if (value.is_empty()) return false;
      const bool up = change.kind == ChangeKind::increase ? amount.high > 0 : amount.low < 0;
      const bool down = change.kind == ChangeKind::increase ? amount.low < 0 : amount.high > 0;
      return value.join({down ? -kInfinity : value.low, up ? kInfinity : value.high, false});
    }
    if (change.kind == ChangeKind::scale_up) amount = combine(Arithmetic::times, value, amount);
    if (change.kind == ChangeKind::scale_down) amount = combine(Arithmetic::divide, value, amount);
    Interval joined = value;
    if (!joined.join(amount)) return false;
    // What grows by itself again and again grows for ever.
    if (!is_settled(change) && ++growths_[change.variable] > 8) {
      if (joined.low < value.low) joined.low = -kInfinity;
      if (joined.high > value.high) joined.high = kInfinity;
    }
    value.low = joined.low;
    value.high = joined.high;
    return true;
  }

  Interval range(Expression e) const {
    const auto& node = relaxation_.task.model().expressions[e];
    switch (node.kind) {
      case Arithmetic::number:
        return std::isnan(node.number.value) ? Interval{}
                                             : Interval{node.number.value, node.number.value, false};
      case Arithmetic::fluent:
        return values_[node.left];
      default:
        return combine(node.kind, range(node.left), range(node.right));
    }
  }

  static Interval combine(Arithmetic op, const Interval& a, const Interval& b) {
    if (a.is_empty() || b.is_empty()) return {};
    Interval found;
    found.may_be_undefined = a.may_be_undefined || b.may_be_undefined;
    switch (op) {
      case Arithmetic::plus:
        found.low = a.low + b.low;
        found.high = a.high + b.high;
        break;
      case Arithmetic::minus:
        found.low = a.low - b.high;
        found.high = a.high - b.low;
        break;
      case Arithmetic::divide:
        if (b.low <= 0 && b.high >= 0) return {-kInfinity, kInfinity, true};
        [[fallthrough]];
      default:
        for (const double x : {a.low, a.high}) {
          for (const double y : {b.low, b.high}) {
            // 0 times infinity is 0 here: the infinite end stands for large numbers.
            double z =
                op == Arithmetic::divide ? (std::isinf(y) ? 0 : x / y) : (x == 0 || y == 0 ? 0 : x * y);
            found.low = std::min(found.low, z);
            found.high = std::max(found.high, z);
          }
        }
    }
    if (std::isnan(found.low)) found.low = -kInfinity;
    if (std::isnan(found.high)) found.high = kInfinity;
    return found;
  }

  // Where numbers are too close to be told apart, a comparison may come out in either way.
  static bool may_hold(Compare op, const Interval& a, const Interval& b) {
    bool is_unsure = false;
    const bool up = compare(op == Compare::equal ? Compare::at_most : op, a.low, b.high, is_unsure);
    const bool down = compare(op == Compare::equal ? Compare::at_least : op, a.high, b.low, is_unsure);
    const bool is_upward = op == Compare::less || op == Compare::at_most;
    return is_unsure || (op == Compare::equal ? up && down : is_upward ? up : down);
  }
  static bool may_fail(Compare op, const Interval& a, const Interval& b) {
    if (op == Compare::equal) return may_hold(Compare::less, a, b) || may_hold(Compare::greater, a, b);
    return may_hold(kOpposites[static_cast<int>(op)], a, b);
  }

  template <class Reached>
  void look(int c, Reached&& reached) {
    if (is_reached_[c] != 0) return;
    const auto& [formula, prop] = relaxation_.comparisons[c];
    const auto& node = relaxation_.task.model().formulas[formula];
    const int* sides = relaxation_.task.model().formulas.parts(formula);
    const Interval left = range(sides[0]);
    const Interval right = range(sides[1]);
    const auto op = static_cast<Compare>(node.symbol);
    const bool is_defined = !left.is_empty() && !right.is_empty();
    bool can = is_defined && may_hold(op, left, right);
    if (!node.positive) {
      can = !is_defined || left.may_be_undefined || right.may_be_undefined || may_fail(op, left, right);
    }
    if (!can) return;
    is_reached_[c] = 1;
    reached(prop);
  }

  const Relaxation& relaxation_;
  std::vector<Interval> values_;
  std::vector<int> growths_;
  std::vector<const NumericEffect*> unsettled_;
  std::vector<int> grown_;
  std::vector<char> is_reached_;
  std::vector<std::vector<int>> comparisons_of_;
};

}  // namespace ludoplan::planning
