// A ground task as the grounder makes it and the simplifier trims it, before it is laid out for search.
#pragma once

#include <vector>

#include "planning/formula.hpp"

namespace ludoplan::planning {

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
  double cost;
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

  int facts() const { return static_cast<int>(initial.size()); }
  int variables() const { return static_cast<int>(initial_value.size()); }
};

}  // namespace ludoplan::planning
