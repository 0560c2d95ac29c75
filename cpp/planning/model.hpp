// A ground task as the grounder makes it and the simplifier trims it, before it is laid out for search.
#pragma once

#include <functional>
#include <vector>

#include "planning/formula.hpp"
#include "search/monitor.hpp"

namespace ludoplan::planning {

// A limit was reached before there was a task to search; the monitor knows which.
struct Stopped {};

// Looks at the limits now and then while a task is being made.
class Patience {
 public:
  explicit Patience(Monitor& monitor) : monitor_(monitor) {}

  // What else is done now and then while a task is made; it may throw Stopped, too.
  void do_beside(std::function<void()> work) { beside_ = std::move(work); }

  // Throws Stopped.
  void look() {
    if ((ticks_++ & 255) != 0) return;
    if (monitor_.poll(counters_)) throw Stopped{};
    if (beside_) beside_();
  }
  // Throws Stopped if so many more bytes would be too many.
  void need(std::size_t bytes) {
    if (!monitor_.has_room(bytes)) throw Stopped{};
  }

 private:
  Monitor& monitor_;
  Counters counters_;
  std::uint64_t ticks_ = 0;
  std::function<void()> beside_;
};

struct NumericEffect {
  ChangeKind kind;
  int variable;
  Expression expression;
};

struct GroundEffect {
  Formula condition;
  std::vector<int> adds;
  std::vector<int> deletes;
  std::vector<NumericEffect> changes;
};

// A part of an action's cost that depends on the state: the expression's value where the condition holds.
struct CostTerm {
  Formula condition;
  Expression expression;
};

struct GroundAction {
  int schema;
  int row;  // its objects in the schema's relation
  Formula precondition;
  std::vector<GroundEffect> effects;
  Exact cost;
  std::vector<CostTerm> cost_terms;
};

struct GroundAxiom {
  int head;
  Formula body;
};

struct GroundModel {
  Formulas formulas;
  Expressions expressions;
  std::vector<char> initial;          // by fact
  std::vector<char> is_derived;       // by fact
  std::vector<int> predicate_of;      // by fact
  std::vector<int> row_of;            // by fact: its objects in the predicate's relation
  std::vector<double> initial_value;  // by numeric variable
  std::vector<GroundAction> actions;
  std::vector<GroundAxiom> axioms;
  Formula goal = kTrue;
  bool is_unsure = false;  // whether numbers were too close to be told apart

  int facts() const { return static_cast<int>(initial.size()); }
  int variables() const { return static_cast<int>(initial_value.size()); }
};

}  // namespace ludoplan::planning
