// Clauses as a row of literals, each clause ended by 0, with constants worked in and new variables counted.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ludoplan::planning {

using Literal = int;
inline constexpr Literal kYes = 1 << 30;
inline constexpr Literal kNo = -kYes;

inline bool is_variable(Literal literal) { return literal != kYes && literal != kNo; }

class Clauses {
 public:
  Literal fresh() { return ++variables_; }
  int variables() const { return variables_; }
  std::size_t size() const { return clauses_; }
  const std::vector<int>& literals() const { return literals_; }
  std::vector<int> take() { return std::exchange(literals_, {}); }

  template <class Range>
  void add(const Range& clause) {
    const std::size_t start = literals_.size();
    for (const Literal literal : clause) {
      // Stands for "has no variable", and would end the clause.
      if (literal == 0) throw std::logic_error("a clause about something that does not matter");
      if (literal == kYes) {
        literals_.resize(start);
        return;
      }
      if (literal != kNo) literals_.push_back(literal);
    }
    literals_.push_back(0);
    ++clauses_;
  }
  void add(std::initializer_list<Literal> clause) { add<std::initializer_list<Literal>>(clause); }

  // At most one of them is true: pair by pair where they are few, else in bundles whose names are few again.
  void at_most_one(std::vector<Literal> literals) {
    while (literals.size() > kFew) {
      std::vector<Literal> names;
      for (std::size_t start = 0; start < literals.size(); start += kBundle) {
        const std::size_t end = std::min(start + kBundle, literals.size());
        if (end - start == 1) {
          names.push_back(literals[start]);
          continue;
        }
        names.push_back(fresh());
        for (std::size_t i = start; i < end; ++i) {
          add({-literals[i], names.back()});
          for (std::size_t j = start; j < i; ++j) add({-literals[i], -literals[j]});
        }
      }
      literals = std::move(names);
    }
    for (std::size_t i = 0; i < literals.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) add({-literals[i], -literals[j]});
    }
  }

 private:
  static constexpr std::size_t kFew = 5;
  static constexpr std::size_t kBundle = 3;

  std::vector<int> literals_;
  int variables_ = 0;
  std::size_t clauses_ = 0;
};

}  // namespace ludoplan::planning
