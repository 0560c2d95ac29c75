// Trims a ground task: what cannot happen, what is always so and what does not matter goes.
//
// Reachability is the delete relaxation once more, now on ground formulas, where conjunctions and
// disjunctions are followed exactly and a fact's being false is something to be reached too. Then facts that
// never become true or never become false are put into the conditions as constants. Relevance goes backwards
// from the goal: an effect matters if it touches something that matters, an action if one of its effects
// does.
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "planning/model.hpp"

namespace ludoplan::planning {

// Which formulas can become true.
class Reachability {
 public:
  Reachability(const GroundModel& model, Patience& patience) : model_(model), patience_(patience) {
    const Formulas& formulas = model.formulas;
    reached_.assign(formulas.size(), 0);
    missing_.assign(formulas.size(), 0);
    users_.resize(formulas.size());
    can_be_true_.assign(model.facts(), 0);
    can_be_false_.assign(model.facts(), 0);
    literal_[0].assign(model.facts(), -1);
    literal_[1].assign(model.facts(), -1);
    for (Formula f = 0; f < formulas.size(); ++f) {
      const auto& node = formulas[f];
      if (node.kind == Formulas::Kind::fact) literal_[node.positive][node.symbol] = f;
      if (!formulas.has_parts(f)) continue;
      missing_[f] = formulas.needed(f);
      for (int i = 0; i < node.count; ++i) users_[formulas.parts(f)[i]].push_back(f);
    }
    actions_.resize(formulas.size());
    effects_.resize(formulas.size());
    axioms_.resize(formulas.size());
    is_applied_.assign(model.actions.size(), 0);
    for (int a = 0; a < static_cast<int>(model.actions.size()); ++a) {
      const GroundAction& action = model.actions[a];
      if (action.precondition == kFalse) continue;
      actions_[action.precondition].push_back(a);
      for (int e = 0; e < static_cast<int>(action.effects.size()); ++e) {
        effects_[action.effects[e].condition].emplace_back(a, e);
      }
    }
    for (const GroundAxiom& axiom : model.axioms) axioms_[axiom.body].push_back(axiom.head);

    reach(kTrue);
    for (Formula f = 0; f < formulas.size(); ++f) {
      const auto& node = formulas[f];
      // Numbers are not followed. Neither is how a derived fact comes to be false.
      if (node.kind == Formulas::Kind::compare) reach(f);
      if (node.kind == Formulas::Kind::fact && !node.positive && model.is_derived[node.symbol]) reach(f);
    }
    for (int fact = 0; fact < model.facts(); ++fact) {
      if (model.is_derived[fact]) {
        can_be_false_[fact] = 1;
      } else {
        become(fact, model.initial[fact] != 0);
      }
    }
    run();
  }

  bool can_be_true(int fact) const { return can_be_true_[fact] != 0; }
  bool can_be_false(int fact) const { return can_be_false_[fact] != 0; }
  bool is_applied(int action) const { return is_applied_[action] != 0; }
  bool is_reached(Formula f) const { return reached_[f] != 0; }

 private:
  void reach(Formula f) {
    if (reached_[f] != 0) return;
    reached_[f] = 1;
    queue_.push_back(f);
  }
  void become(int fact, bool value) {
    char& known = (value ? can_be_true_ : can_be_false_)[fact];
    if (known != 0) return;
    known = 1;
    if (literal_[value][fact] >= 0) reach(literal_[value][fact]);
  }
  void happen(const GroundEffect& effect) {
    effect.each_fact([&](int fact, bool value) { become(fact, value); });
  }
  void run() {
    while (!queue_.empty()) {
      patience_.look();
      const Formula f = queue_.back();
      queue_.pop_back();
      for (const Formula user : users_[f]) {
        if (--missing_[user] == 0) reach(user);
      }
      for (const int head : axioms_[f]) become(head, true);
      for (const int a : actions_[f]) {
        is_applied_[a] = 1;
        for (const GroundEffect& effect : model_.actions[a].effects) {
          if (reached_[effect.condition] != 0) happen(effect);
        }
      }
      for (const auto& [a, e] : effects_[f]) {
        if (is_applied_[a] != 0) happen(model_.actions[a].effects[e]);
      }
    }
  }

  const GroundModel& model_;
  Patience& patience_;
  std::vector<char> reached_, can_be_true_, can_be_false_, is_applied_;
  std::vector<int> missing_;
  std::vector<int> literal_[2];
  std::vector<std::vector<Formula>> users_;
  std::vector<std::vector<int>> actions_, axioms_;
  std::vector<std::vector<std::pair<int, int>>> effects_;
  std::vector<Formula> queue_;
};

// Which facts and numeric variables the goal depends on.
class Relevance {
 public:
  Relevance(const GroundModel& model, Patience& patience) : model_(model) {
    facts_.assign(model.facts(), 0);
    variables_.assign(model.variables(), 0);
    formulas_.assign(model.formulas.size(), 0);
    actions_.assign(model.actions.size(), 0);
    touching_.resize(model.facts());
    changing_.resize(model.variables());
    bodies_.resize(model.facts());
    for (int a = 0; a < static_cast<int>(model.actions.size()); ++a) {
      for (int e = 0; e < static_cast<int>(model.actions[a].effects.size()); ++e) {
        const GroundEffect& effect = model.actions[a].effects[e];
        effect.each_fact([&](int fact, bool) { touching_[fact].emplace_back(a, e); });
        for (const NumericEffect& change : effect.changes) changing_[change.variable].emplace_back(a, e);
      }
    }
    // A change that has no value forbids its action, so such changes matter by themselves.
    for (const GroundAction& action : model.actions) {
      for (const GroundEffect& effect : action.effects) {
        for (const NumericEffect& change : effect.changes) {
          const bool reads = change.kind != ChangeKind::assign && !adds(change.kind);
          const bool is_unsure = std::isnan(model.initial_value[change.variable]) || reads ||
                                 may_be_undefined(change.expression);
          if (is_unsure || may_conflict(action, change.variable)) use_variable(change.variable);
        }
      }
    }
    for (const GroundAxiom& axiom : model.axioms) bodies_[axiom.head].push_back(axiom.body);
    use(model.goal);
    while (!waiting_.empty() || !waiting_variables_.empty()) {
      patience.look();
      if (!waiting_.empty()) {
        const int fact = waiting_.back();
        waiting_.pop_back();
        for (const auto& [a, e] : touching_[fact]) use_effect(a, e);
        for (const Formula body : bodies_[fact]) use(body);
      } else {
        const int variable = waiting_variables_.back();
        waiting_variables_.pop_back();
        for (const auto& [a, e] : changing_[variable]) use_effect(a, e);
      }
    }
  }

  bool fact(int index) const { return facts_[index] != 0; }
  bool variable(int index) const { return variables_[index] != 0; }
  bool action(int index) const { return actions_[index] != 0; }
  bool all() const {
    return !contains(facts_, '\0') && !contains(variables_, '\0') && !contains(actions_, '\0');
  }

 private:
  void use_fact(int fact) {
    if (facts_[fact] != 0) return;
    facts_[fact] = 1;
    waiting_.push_back(fact);
  }
  void use_variable(int variable) {
    if (variables_[variable] != 0) return;
    variables_[variable] = 1;
    waiting_variables_.push_back(variable);
  }
  void use_expression(Expression e) {
    model_.expressions.each_variable(e, [&](int variable) { use_variable(variable); });
  }
  bool may_be_undefined(Expression e) const {
    const auto& node = model_.expressions[e];
    if (node.kind == Arithmetic::number) return std::isnan(node.number.value);
    if (node.kind == Arithmetic::fluent) return std::isnan(model_.initial_value[node.left]);
    return node.kind == Arithmetic::divide || may_be_undefined(node.left) || may_be_undefined(node.right);
  }
  // Whether an action changes a variable in two ways that do not add up.
  static bool may_conflict(const GroundAction& action, int variable) {
    int count = 0;
    bool is_sum = true;
    for (const GroundEffect& effect : action.effects) {
      for (const NumericEffect& change : effect.changes) {
        if (change.variable != variable) continue;
        ++count;
        is_sum &= adds(change.kind);
      }
    }
    return count > 1 && !is_sum;
  }
  void use(Formula f) {
    if (formulas_[f] != 0) return;
    formulas_[f] = 1;
    const auto& node = model_.formulas[f];
    if (node.kind == Formulas::Kind::fact) use_fact(node.symbol);
    for (int i = 0; i < node.count; ++i) {
      const int part = model_.formulas.parts(f)[i];
      if (node.kind == Formulas::Kind::compare) {
        use_expression(part);
      } else {
        use(part);
      }
    }
  }
  void use_effect(int a, int e) {
    const GroundAction& action = model_.actions[a];
    use(action.effects[e].condition);
    for (const NumericEffect& change : action.effects[e].changes) {
      if (variables_[change.variable] != 0) use_expression(change.expression);
    }
    if (actions_[a] != 0) return;
    actions_[a] = 1;
    use(action.precondition);
    for (const CostTerm& term : action.cost_terms) {
      use(term.condition);
      use_expression(term.expression);
    }
  }

  const GroundModel& model_;
  std::vector<char> facts_, variables_, formulas_, actions_;
  std::vector<std::vector<std::pair<int, int>>> touching_, changing_;
  std::vector<std::vector<Formula>> bodies_;
  std::vector<int> waiting_, waiting_variables_;
};

// A copy of a model with constants put in and the rest renumbered.
class Rebuild {
 public:
  // For each fact: kTrue or kFalse as ~value, or its new number.
  Rebuild(const GroundModel& old, std::vector<int> fact_map, std::vector<int> variable_map)
      : old_(old), facts_(std::move(fact_map)), variables_(std::move(variable_map)) {
    formulas_.assign(old.formulas.size(), -1);
    expressions_.assign(old.expressions.size(), -1);
  }

  static int constant(bool value) { return value ? ~kTrue : ~kFalse; }

  template <class KeepAction, class KeepEffect>
  GroundModel run(Patience& patience, KeepAction keep_action, KeepEffect keep_effect) {
    const auto kept = std::count_if(facts_.begin(), facts_.end(), [](int fact) { return fact >= 0; });
    for (auto* list : {&made_.initial, &made_.is_derived}) list->resize(kept);
    for (auto* list : {&made_.predicate_of, &made_.row_of}) list->resize(kept);
    for (int fact = 0; fact < old_.facts(); ++fact) {
      if (facts_[fact] < 0) continue;
      made_.initial[facts_[fact]] = old_.initial[fact];
      made_.is_derived[facts_[fact]] = old_.is_derived[fact];
      made_.predicate_of[facts_[fact]] = old_.predicate_of[fact];
      made_.row_of[facts_[fact]] = old_.row_of[fact];
    }
    for (int variable = 0; variable < old_.variables(); ++variable) {
      if (variables_[variable] >= 0) made_.initial_value.push_back(old_.initial_value[variable]);
    }
    for (int a = 0; a < static_cast<int>(old_.actions.size()); ++a) {
      patience.look();
      if (keep_action(a)) action(a, keep_effect);
    }
    for (const GroundAxiom& axiom : old_.axioms) {
      const Formula body = formula(axiom.body);
      if (facts_[axiom.head] >= 0 && body != kFalse) made_.axioms.push_back({facts_[axiom.head], body});
    }
    made_.goal = formula(old_.goal);
    made_.is_unsure = old_.is_unsure;
    return std::move(made_);
  }

 private:
  Formula formula(Formula f) {
    if (formulas_[f] < 0) formulas_[f] = rebuilt(f);
    return formulas_[f];
  }
  Formula rebuilt(Formula f) {
    const auto node = old_.formulas[f];
    switch (node.kind) {
      case Formulas::Kind::always:
        return kTrue;
      case Formulas::Kind::never:
        return kFalse;
      case Formulas::Kind::fact: {
        const int fact = facts_[node.symbol];
        if (fact >= 0) return made_.formulas.fact(fact, node.positive);
        return (~fact == kTrue) == node.positive ? kTrue : kFalse;
      }
      case Formulas::Kind::compare: {
        const int* sides = old_.formulas.parts(f);
        const Expression left = expression(sides[0]);
        const Expression right = expression(sides[1]);
        return made_.formulas.comparison(static_cast<Compare>(node.symbol), left, right, node.positive);
      }
      default: {
        std::vector<int> parts;
        for (int i = 0; i < node.count; ++i) parts.push_back(formula(old_.formulas.parts(f)[i]));
        if (node.kind == Formulas::Kind::all) return made_.formulas.all(std::move(parts));
        if (node.kind == Formulas::Kind::any) return made_.formulas.any(std::move(parts));
        return made_.formulas.at_least(old_.formulas.needed(f), std::move(parts));
      }
    }
  }
  Expression expression(Expression e) {
    if (expressions_[e] >= 0) return expressions_[e];
    const auto node = old_.expressions[e];
    Expression found;
    if (node.kind == Arithmetic::number) {
      found = made_.expressions.number(node.number);
    } else if (node.kind == Arithmetic::fluent) {
      found = made_.expressions.variable(variables_[node.left]);
    } else {
      const Expression left = expression(node.left);
      found = made_.expressions.combined(node.kind, left, expression(node.right));
    }
    return expressions_[e] = found;
  }

  template <class KeepEffect>
  void action(int a, KeepEffect keep_effect) {
    const GroundAction& old = old_.actions[a];
    GroundAction made{old.schema, old.row, formula(old.precondition), {}, old.cost, {}};
    if (made.precondition == kFalse) return;
    for (const GroundEffect& effect : old.effects) {
      if (keep_effect(effect)) this->effect(effect, made);
    }
    merge(made.effects);
    for (const CostTerm& term : old.cost_terms) {
      const Formula condition = formula(term.condition);
      if (condition != kFalse) made.cost_terms.push_back({condition, expression(term.expression)});
    }
    if (!made.effects.empty()) made_.actions.push_back(std::move(made));
  }

  void effect(const GroundEffect& old, GroundAction& action) {
    GroundEffect made{formula(old.condition), {}, {}, {}};
    if (made.condition == kFalse) return;
    for (const int fact : old.adds) {
      if (facts_[fact] >= 0) made.adds.push_back(facts_[fact]);
    }
    for (const int fact : old.deletes) {
      if (facts_[fact] >= 0) made.deletes.push_back(facts_[fact]);
    }
    for (const NumericEffect& change : old.changes) {
      if (variables_[change.variable] < 0) continue;
      made.changes.push_back({change.kind, variables_[change.variable], expression(change.expression)});
    }
    if (!made.adds.empty() || !made.deletes.empty() || !made.changes.empty()) {
      action.effects.push_back(std::move(made));
    }
  }

  // Effects under the same condition become one; what it adds it need not delete.
  static void merge(std::vector<GroundEffect>& effects) {
    std::stable_sort(effects.begin(), effects.end(), [](const GroundEffect& left, const GroundEffect& right) {
      return left.condition < right.condition;
    });
    std::vector<GroundEffect> merged;
    for (GroundEffect& effect : effects) {
      if (merged.empty() || merged.back().condition != effect.condition) {
        merged.push_back(std::move(effect));
        continue;
      }
      GroundEffect& known = merged.back();
      known.adds.insert(known.adds.end(), effect.adds.begin(), effect.adds.end());
      known.deletes.insert(known.deletes.end(), effect.deletes.begin(), effect.deletes.end());
      known.changes.insert(known.changes.end(), effect.changes.begin(), effect.changes.end());
    }
    for (GroundEffect& effect : merged) {
      tidy(effect.adds);
      tidy(effect.deletes);
      std::erase_if(effect.deletes, [&](int fact) {
        return std::binary_search(effect.adds.begin(), effect.adds.end(), fact);
      });
    }
    effects = std::move(merged);
  }

  const GroundModel& old_;
  std::vector<int> facts_, variables_, formulas_, expressions_;
  GroundModel made_;
};

// The trimmed task; throws Stopped. Its plans are plans of the task as it was, and among them is a cheapest
// one.
inline GroundModel simplified(const GroundModel& model, Patience& patience) {
  GroundModel possible;
  {
    const Reachability reach(model, patience);
    std::vector<int> facts(model.facts());
    int next = 0;
    for (int fact = 0; fact < model.facts(); ++fact) {
      if (!reach.can_be_true(fact) || !reach.can_be_false(fact)) {
        facts[fact] = Rebuild::constant(reach.can_be_true(fact));
      } else {
        facts[fact] = next++;
      }
    }
    std::vector<int> variables(model.variables());
    std::iota(variables.begin(), variables.end(), 0);
    possible = Rebuild(model, std::move(facts), std::move(variables))
                   .run(
                       patience, [&](int a) { return reach.is_applied(a); },
                       [&](const GroundEffect& effect) { return reach.is_reached(effect.condition); });
  }
  const Relevance matters(possible, patience);
  std::vector<int> facts(possible.facts());
  std::vector<int> variables(possible.variables());
  int next = 0;
  // An irrelevant fact stands in no condition that is kept, so that any constant will do.
  for (int f = 0; f < possible.facts(); ++f) facts[f] = matters.fact(f) ? next++ : Rebuild::constant(false);
  next = 0;
  for (int v = 0; v < possible.variables(); ++v) variables[v] = matters.variable(v) ? next++ : -1;
  if (matters.all()) return possible;
  return Rebuild(possible, std::move(facts), std::move(variables))
      .run(patience, [&](int a) { return matters.action(a); }, [](const GroundEffect&) { return true; });
}

}  // namespace ludoplan::planning
