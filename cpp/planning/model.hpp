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

// Does the work until it is done or a limit is reached; returns which.
template <class Work>
Stop until_stopped(Monitor& monitor, Work&& work) {
  try {
    work();
  } catch (const Stopped&) {
    return monitor.stopped();
  } catch (const std::bad_alloc&) {
    return Stop::memory;
  }
  return Stop::none;
}

struct NumericEffect {
  ChangeKind kind;
  int variable;
  Expression expression;
};

// `Form` is that of a condition.
template <class Form>
struct EffectUnder {
  Form condition;
  std::vector<int> adds;
  std::vector<int> deletes;
  std::vector<NumericEffect> changes;

  // Calls visit(fact, value) for every fact that it changes.
  template <class Visit>
  void each_fact(Visit&& visit) const {
    for (const int fact : adds) visit(fact, true);
    for (const int fact : deletes) visit(fact, false);
  }
};

// A part of an action's cost that depends on the state: the expression's value where the condition holds.
struct CostTerm {
  Formula condition;
  Expression expression;
};

template <class Form, class Price>
struct ActionUnder {
  int schema;
  int row;  // its objects in the schema's relation
  Form precondition;
  std::vector<EffectUnder<Form>> effects;
  Price cost;  // without the cost terms
  std::vector<CostTerm> cost_terms;
};

using GroundEffect = EffectUnder<Formula>;
using GroundAction = ActionUnder<Formula, Exact>;

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
