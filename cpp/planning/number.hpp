// Numbers of a task: a double to calculate with, and the same exactly, as a fraction, where it fits. Costs
// are told by the exact ones only.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ludoplan::planning {

enum class Compare { less, at_most, equal, at_least, greater };
enum class Arithmetic { number, fluent, plus, minus, times, divide };

// By comparison: what holds where it does not, if both sides are defined. There is none for an equation.
inline constexpr Compare kOpposites[] = {Compare::at_least, Compare::greater, Compare::equal, Compare::less,
                                         Compare::at_most};

inline constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kMostWhole = 9007199254740992.0;  // all whole numbers up to here are doubles

__extension__ typedef __int128 Wide;

// A fraction in lowest terms, or nothing: where a value does not fit, all that is made of it does not either.
struct Exact {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;  // 0: the value is not known

  bool is_known() const { return denominator != 0; }
  bool operator==(const Exact&) const = default;

  static Exact of(Wide numerator, Wide denominator) {
    if (denominator < 0) {
      numerator = -numerator;
      denominator = -denominator;
    }
    Wide a = numerator < 0 ? -numerator : numerator;
    for (Wide b = denominator; b != 0;) {
      const Wide rest = a % b;
      a = b;
      b = rest;
    }
    constexpr Wide kMost = std::numeric_limits<std::int64_t>::max();
    if (a == 0 || numerator / a > kMost || numerator / a < -kMost || denominator / a > kMost) return {0, 0};
    return {static_cast<std::int64_t>(numerator / a), static_cast<std::int64_t>(denominator / a)};
  }
};

inline Exact calculate(Arithmetic op, const Exact& left, const Exact& right) {
  if (!left.is_known() || !right.is_known()) return {0, 0};
  const Wide a = left.numerator, b = left.denominator, c = right.numerator, d = right.denominator;
  switch (op) {
    case Arithmetic::plus:
      return Exact::of(a * d + c * b, b * d);
    case Arithmetic::minus:
      return Exact::of(a * d - c * b, b * d);
    case Arithmetic::times:
      return Exact::of(a * c, b * d);
    case Arithmetic::divide:
      return c == 0 ? Exact{0, 0} : Exact::of(a * d, b * c);
    default:
      return {0, 0};
  }
}

inline double calculate(Arithmetic op, double left, double right) {
  switch (op) {
    case Arithmetic::plus:
      return left + right;
    case Arithmetic::minus:
      return left - right;
    case Arithmetic::times:
      return left * right;
    case Arithmetic::divide:
      return right == 0 ? kUndefined : left / right;
    default:
      return kUndefined;
  }
}

struct Number {
  double value = kUndefined;
  Exact exact{0, 0};

  Number() = default;
  Number(double rounded, std::int64_t numerator, std::int64_t denominator)
      : value(rounded), exact{numerator, denominator} {}
};

inline Number calculate(Arithmetic op, const Number& left, const Number& right) {
  Number found;
  found.exact = calculate(op, left.exact, right.exact);
  found.value = found.exact.is_known() ? static_cast<double>(found.exact.numerator) /
                                             static_cast<double>(found.exact.denominator)
                                       : calculate(op, left.value, right.value);
  return found;
}

inline bool compare(Compare op, int order) {
  if (order < 0) return op == Compare::less || op == Compare::at_most;
  if (order > 0) return op == Compare::greater || op == Compare::at_least;
  return op != Compare::less && op != Compare::greater;
}

// Values that differ by rounding only count as equal; `is_unsure` becomes true where that cannot be told.
// False where a side is undefined.
inline bool compare(Compare op, double left, double right, bool& is_unsure) {
  constexpr double kRounding = 1e-12;
  constexpr double kDifferent = 1e-9;
  if (std::isnan(left) || std::isnan(right)) return false;
  const double size = std::max({1.0, std::fabs(left), std::fabs(right)});
  const double apart = std::fabs(left - right);
  if (apart > kDifferent * size) return compare(op, left < right ? -1 : 1);
  is_unsure |= !(apart == 0 && size < kMostWhole) && !(apart <= kRounding * size && size < 1 / kDifferent);
  return compare(op, 0);
}

inline bool compare(Compare op, const Number& left, const Number& right, bool& is_unsure) {
  if (!left.exact.is_known() || !right.exact.is_known()) {
    return compare(op, left.value, right.value, is_unsure);
  }
  const Wide a = Wide{left.exact.numerator} * right.exact.denominator;
  const Wide b = Wide{right.exact.numerator} * left.exact.denominator;
  return compare(op, a < b ? -1 : a > b ? 1 : 0);
}

}  // namespace ludoplan::planning
