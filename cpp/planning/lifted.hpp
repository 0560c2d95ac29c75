// A planning task with variables, as Python hands it over: everything is numbered, and every condition,
// effect and expression is a list of numbers in prefix order (see src/ludoplan/planning/lower.py, which
// writes them).
//
// Conditions are brought into negation normal form while they are read: only atoms, equalities and
// comparisons carry a sign. A term is an object's number, or ~v for the variable in slot v. Slots are
// numbered by nesting, so that two quantifiers side by side use the same ones.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "planning/number.hpp"

namespace ludoplan::planning {

using Mask = std::uint64_t;  // a set of slots
inline constexpr int kMostSlots = 64;
using Code = std::vector<int>;

// What a condition or an effect begins with in prefix code; an expression begins with an Arithmetic.
enum class ConditionCode { atom, equal, compare, negate, all, any, exists, forall, all_but };
enum class EffectCode { add, remove, change, together, when, for_each };

struct Variable {
  int slot;
  int domain;  // which list of objects it ranges over
};

// all_but: false for at most `symbol` bindings of the variables; at_least: true for at least that many.
// Quantifiers are these for all bindings but none, and for at least one.
enum class Connective { atom, equal, compare, all, any, all_but, at_least };
enum class ChangeKind { assign, increase, decrease, scale_up, scale_down };

constexpr bool adds(ChangeKind kind) { return kind == ChangeKind::increase || kind == ChangeKind::decrease; }

struct LiftedExpression {
  Arithmetic kind;
  int symbol = 0;  // index of the number, or the function
  std::vector<int> terms{};
  std::vector<LiftedExpression> parts{};
  Mask slots = 0;
};

struct Query;

struct Condition {
  Connective kind;
  bool positive = true;
  int symbol = 0;  // predicate, Compare, or a count
  std::vector<int> terms{};
  std::vector<LiftedExpression> sides{};
  std::vector<Variable> variables{};
  std::vector<Condition> parts{};
  Mask slots = 0;          // free variables
  bool is_static = false;  // true or false once its variables are bound, whatever the state
  // Of a quantifier: the bindings for which its body can matter. Made by the grounder.
  std::shared_ptr<Query> query{};
};

struct Change {
  ChangeKind kind;
  int function;
  std::vector<int> terms;
  LiftedExpression expression;
};

struct AtomPattern {
  int predicate;
  std::vector<int> terms;
};

// One `forall ... when ... effects`, flattened: the quantified variables and conditions around it are joined.
struct LiftedEffect {
  std::vector<Variable> variables;
  Condition condition;
  std::vector<AtomPattern> adds;
  std::vector<AtomPattern> deletes;
  std::vector<Change> changes;
};

struct LiftedAction {
  std::vector<Variable> parameters;
  Condition precondition;
  std::vector<LiftedEffect> effects;
};

struct LiftedAxiom {
  int predicate;
  std::vector<Variable> parameters;  // in the order of the predicate's arguments
  Condition condition;
};

struct MetricTerm {
  int function;
  std::vector<int> objects;
  Number weight;
};

struct LiftedTask {
  int objects = 0;
  std::vector<int> predicate_arity;
  std::vector<int> function_arity;
  std::vector<bool> is_accumulator;       // by function: only the metric reads it
  std::vector<std::vector<int>> domains;  // object numbers
  std::vector<Number> numbers;
  std::vector<LiftedAction> actions;
  std::vector<LiftedAxiom> axioms;
  bool inlines_axioms = false;  // where that can be done
  bool uses_symmetries = true;
  bool searches_beside = false;  // without grounding, where grounding takes long
  bool ends_at_plan = false;     // of that search: what has been ground by then is of no use
  Condition goal{Connective::all};
  std::vector<std::vector<int>> facts;        // by predicate: the arguments, one row after the other
  std::vector<std::vector<int>> values;       // by function: the arguments likewise
  std::vector<std::vector<Number>> value_of;  // by function: the values
  std::vector<MetricTerm> metric;             // what a step adds to the cost: weights of changed functions
  Number step_cost{1, 1, 1};                  // and what it costs by itself

  // Calls visit(arguments) for every initial fact of a predicate.
  template <class Visit>
  void each_fact(std::size_t predicate, Visit&& visit) const {
    const auto arity = static_cast<std::size_t>(predicate_arity[predicate]);
    const std::size_t count = facts[predicate].size() / (arity == 0 ? 1 : arity);
    for (std::size_t i = 0; i < count; ++i) visit(facts[predicate].data() + i * arity);
  }
};

// Reads prefix code. The code comes from our own Python, so that a mistake in it is a bug, not bad input.
class Reader {
 public:
  Reader(const LiftedTask& task, const Code& code) : task_(task), code_(code) {}

  Condition condition(bool positive = true) {
    switch (static_cast<ConditionCode>(next())) {
      case ConditionCode::atom: {
        Condition found{Connective::atom, positive};
        found.symbol = next();
        found.terms = terms(task_.predicate_arity.at(static_cast<std::size_t>(found.symbol)), found.slots);
        return found;
      }
      case ConditionCode::equal: {
        Condition found{Connective::equal, positive};
        found.terms = terms(2, found.slots);
        return found;
      }
      case ConditionCode::compare: {
        Condition found{Connective::compare, positive};
        found.symbol = next();
        for (int side = 0; side < 2; ++side) {
          found.sides.push_back(expression());
          found.slots |= found.sides.back().slots;
        }
        return found;
      }
      case ConditionCode::negate:
        return condition(!positive);
      case ConditionCode::all:
        return connected(Connective::all, positive);
      case ConditionCode::any:
        return connected(Connective::any, positive);
      case ConditionCode::exists:
        return positive ? quantified(Connective::at_least, 1, true)
                        : quantified(Connective::all_but, 0, false);
      case ConditionCode::forall:
        return all_but(0, positive);
      case ConditionCode::all_but:
        return all_but(next(), positive);
    }
    throw std::invalid_argument("bad condition code");
  }

  LiftedExpression expression() {
    LiftedExpression found{static_cast<Arithmetic>(next())};
    switch (found.kind) {
      case Arithmetic::number:
        found.symbol = next();
        return found;
      case Arithmetic::fluent:
        found.symbol = next();
        found.terms = terms(task_.function_arity.at(static_cast<std::size_t>(found.symbol)), found.slots);
        return found;
      default:
        for (int side = 0; side < 2; ++side) {
          found.parts.push_back(expression());
          found.slots |= found.parts.back().slots;
        }
        return found;
    }
  }

  std::vector<LiftedEffect> effects() {
    std::vector<LiftedEffect> found;
    effect({}, {}, found);
    return found;
  }

  std::vector<Variable> variables() {
    std::vector<Variable> found(static_cast<std::size_t>(next()));
    for (Variable& variable : found) {
      variable.slot = next();
      variable.domain = next();
      if (variable.slot < 0 || variable.slot >= kMostSlots) throw std::invalid_argument("too many variables");
    }
    return found;
  }

 private:
  int next() { return code_.at(at_++); }

  std::vector<int> terms(int count, Mask& slots) {
    std::vector<int> found(static_cast<std::size_t>(count));
    for (int& term : found) {
      term = next();
      if (term < 0) slots |= Mask{1} << ~term;
    }
    return found;
  }

  Condition connected(Connective kind, bool positive) {
    if (!positive) kind = kind == Connective::all ? Connective::any : Connective::all;
    Condition found{kind};
    for (int count = next(); count > 0; --count) add_part(condition(positive), found);
    return found;
  }
  // Parts of the same kind are taken apart.
  static void add_part(Condition part, Condition& whole) {
    whole.slots |= part.slots;
    if (part.kind == whole.kind) {
      for (Condition& inner : part.parts) whole.parts.push_back(std::move(inner));
    } else {
      whole.parts.push_back(std::move(part));
    }
  }

  // More exceptions than that, if negated.
  Condition all_but(int count, bool positive) {
    return positive ? quantified(Connective::all_but, count, true)
                    : quantified(Connective::at_least, count + 1, false);
  }
  Condition quantified(Connective kind, int count, bool positive) {
    Condition found{kind};
    found.symbol = count;
    found.variables = variables();
    found.parts.push_back(condition(positive));
    found.slots = found.parts[0].slots;
    for (const Variable& variable : found.variables) found.slots &= ~(Mask{1} << variable.slot);
    return found;
  }

  // Effects under the same quantifiers and conditions go into one LiftedEffect.
  void effect(const std::vector<Variable>& around, const std::vector<Condition>& conditions,
              std::vector<LiftedEffect>& found) {
    const auto here = [&]() -> LiftedEffect& {
      if (open_ >= 0) return found[static_cast<std::size_t>(open_)];
      LiftedEffect fresh{around, Condition{Connective::all}, {}, {}, {}};
      for (const Condition& condition : conditions) add_part(condition, fresh.condition);
      found.push_back(std::move(fresh));
      open_ = static_cast<std::ptrdiff_t>(found.size()) - 1;
      return found.back();
    };
    const auto code = static_cast<EffectCode>(next());
    switch (code) {
      case EffectCode::add:
      case EffectCode::remove: {
        AtomPattern atom{next(), {}};
        Mask slots = 0;
        atom.terms = terms(task_.predicate_arity.at(static_cast<std::size_t>(atom.predicate)), slots);
        (code == EffectCode::add ? here().adds : here().deletes).push_back(std::move(atom));
        return;
      }
      case EffectCode::change: {
        Change made{static_cast<ChangeKind>(next()), 0, {}, LiftedExpression{Arithmetic::number}};
        made.function = next();
        Mask slots = 0;
        made.terms = terms(task_.function_arity.at(static_cast<std::size_t>(made.function)), slots);
        made.expression = expression();
        here().changes.push_back(std::move(made));
        return;
      }
      case EffectCode::together: {
        for (int count = next(); count > 0; --count) effect(around, conditions, found);
        return;
      }
      case EffectCode::when: {
        std::vector<Condition> inner = conditions;
        inner.push_back(condition());
        nested(around, inner, found);
        return;
      }
      case EffectCode::for_each: {
        std::vector<Variable> inner = around;
        for (const Variable& variable : variables()) inner.push_back(variable);
        nested(inner, conditions, found);
        return;
      }
    }
    throw std::invalid_argument("bad effect code");
  }

  void nested(const std::vector<Variable>& around, const std::vector<Condition>& conditions,
              std::vector<LiftedEffect>& found) {
    const std::ptrdiff_t outer = open_;
    open_ = -1;
    effect(around, conditions, found);
    open_ = outer;
  }

  const LiftedTask& task_;
  const Code& code_;
  std::size_t at_ = 0;
  std::ptrdiff_t open_ = -1;  // the effect that plain effects at this place belong to
};

}  // namespace ludoplan::planning
