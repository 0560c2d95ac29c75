// From a task with variables to a ground one.
//
// First what can be reached if nothing is ever deleted: every action, conditional effect and axiom is a rule
// whose positive atoms are joined (join.hpp), and a new fact fires the rules that have been waiting for it.
// What is not a plain atom (negations, disjunctions, quantifiers, comparisons) is taken as possible unless
// static facts say no. Then conditions are instantiated for the rules that fired, with everything known put
// in: static atoms become true or false, atoms that were not reached are false, and quantifiers range over
// the objects that their own atoms leave. simplify.hpp looks again, at the ground task, where it can be exact
// about disjunctions too.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "planning/join.hpp"
#include "planning/model.hpp"

namespace ludoplan::planning {

class Grounder {
 public:
  Grounder(LiftedTask& task, Patience& patience)
      : task_(task),
        patience_(patience),
        joiner_(
            relations_, task.domains, task.objects, patience,
            [this](const Condition& condition, Binding& binding) { return may_hold(condition, binding); }) {
    predicates_ = static_cast<int>(task.predicate_arity.size());
    for (const auto& metric : task.metric) {
      Number& weight = weights_.try_emplace({metric.function, metric.objects}, 0, 0, 1).first->second;
      weight = calculate(Arithmetic::plus, weight, metric.weight);
    }
  }

  // The ground task; throws Stopped.
  GroundModel ground() {
    find_static_symbols();
    make_relations();
    make_rules();
    reach();
    is_final_ = true;
    instantiate_all();
    return std::move(model_);
  }

  // The objects behind rows: of predicates, then of actions. Ends the use of the grounder.
  std::vector<Relation> take_relations() { return std::move(relations_); }

 private:
  // An action, one of its effects, or an axiom.
  struct Rule {
    int head;     // the relation of what is applied or derived
    int effect;   // of the action, or -1
    Query query;  // its variables are first those of the head
  };
  struct Waiting {
    int rule;
    int atom;
  };
  // A conditional effect that fired: its action's row, and what its own variables stand for.
  struct Fired {
    int row;
    int effect;
    std::vector<int> objects;
  };

  // -- what never changes

  void find_static_symbols() {
    is_fluent_.assign(predicates_ + task_.actions.size(), 0);
    is_numeric_fluent_.assign(task_.function_arity.size(), 0);
    for (std::size_t i = 0; i < task_.actions.size(); ++i) is_fluent_[predicates_ + i] = 1;
    for (const auto& axiom : task_.axioms) is_fluent_[axiom.predicate] = 1;
    for (const auto& action : task_.actions) {
      for (const auto& effect : action.effects) {
        for (const auto& atom : effect.adds) is_fluent_[atom.predicate] = 1;
        for (const auto& atom : effect.deletes) is_fluent_[atom.predicate] = 1;
        for (const auto& change : effect.changes) is_numeric_fluent_[change.function] = 1;
      }
    }
  }

  bool is_static(const LiftedExpression& e) const {
    if (e.kind == Arithmetic::fluent) return is_numeric_fluent_[e.symbol] == 0;
    return std::all_of(e.parts.begin(), e.parts.end(), [&](const auto& part) { return is_static(part); });
  }

  void prepare(Condition& condition) const {
    mark_static(condition);
    plan_joins(condition);
  }
  void mark_static(Condition& condition) const {
    for (Condition& part : condition.parts) mark_static(part);
    switch (condition.kind) {
      case Connective::atom:
        condition.is_static = is_fluent_[condition.symbol] == 0;
        break;
      case Connective::equal:
        condition.is_static = true;
        break;
      case Connective::compare:
        condition.is_static = is_static(condition.sides[0]) && is_static(condition.sides[1]);
        break;
      default:
        condition.is_static = std::all_of(condition.parts.begin(), condition.parts.end(),
                                          [](const Condition& part) { return part.is_static; });
    }
  }

  // -- relations and rules

  void make_relations() {
    for (const int arity : task_.predicate_arity) relations_.emplace_back(arity, task_.objects);
    for (const auto& action : task_.actions) {
      relations_.emplace_back(static_cast<int>(action.parameters.size()), task_.objects);
    }
    for (int p = 0; p < predicates_; ++p) {
      task_.each_fact(p, [&](const int* row) { add_row(p, row); });
      if (is_fluent_[p] == 0) relations_[p].show_all();
    }
    for (std::size_t f = 0; f < task_.function_arity.size(); ++f) {
      Relation& known = functions_.emplace_back(task_.function_arity[f], task_.objects);
      const int arity = known.arity();
      bool is_new;
      for (std::size_t i = 0; i < task_.value_of[f].size(); ++i) {
        known.insert(task_.values[f].data() + i * arity, is_new);
      }
      variable_of_.emplace_back();
    }
  }

  void add_row(int predicate, const int* row) {
    Relation& relation = relations_[predicate];
    const std::size_t growth = relation.next_growth();
    if (growth > (1u << 20)) patience_.need(growth);
    bool is_new;
    const int number = relation.insert(row, is_new);
    if (is_new && is_fluent_[predicate] != 0) queue_.emplace_back(predicate, number);
  }

  void make_rules() {
    for (int a = 0; a < static_cast<int>(task_.actions.size()); ++a) {
      LiftedAction& action = task_.actions[a];
      add_rule({predicates_ + a, -1, {action.parameters, {}, {}}}, action.precondition);
      AtomPattern is_applied{predicates_ + a, {}};
      for (const Variable& parameter : action.parameters) is_applied.terms.push_back(~parameter.slot);
      for (int e = 0; e < static_cast<int>(action.effects.size()); ++e) {
        LiftedEffect& effect = action.effects[e];
        Query query{action.parameters, {is_applied}, {}};
        query.variables.insert(query.variables.end(), effect.variables.begin(), effect.variables.end());
        add_rule({is_applied.predicate, e, std::move(query)}, effect.condition);
      }
      fired_.emplace_back();
    }
    for (LiftedAxiom& axiom : task_.axioms) {
      add_rule({axiom.predicate, -1, {axiom.parameters, {}, {}}}, axiom.condition);
    }
    prepare(task_.goal);
  }

  void add_rule(Rule rule, Condition& condition) {
    prepare(condition);
    split(condition, rule.query);
    waiting_.resize(relations_.size());
    for (int i = 0; i < static_cast<int>(rule.query.atoms.size()); ++i) {
      const int predicate = rule.query.atoms[i].predicate;
      if (is_fluent_[predicate] != 0) waiting_[predicate].push_back({static_cast<int>(rules_.size()), i});
    }
    rules_.push_back(std::move(rule));
  }

  // -- reachability

  void reach() {
    Binding binding;
    for (const Rule& rule : rules_) {
      const bool waits =
          std::any_of(rule.query.atoms.begin(), rule.query.atoms.end(),
                      [&](const AtomPattern& atom) { return is_fluent_[atom.predicate] != 0; });
      if (!waits) joiner_.each(rule.query, binding, [&] { fire(rule, binding); });
    }
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      const auto [predicate, row] = queue_[next];
      relations_[predicate].show();
      for (const auto& [number, atom] : waiting_[predicate]) {
        const Rule& rule = rules_[number];
        Mask fresh;
        // The row may move while rules fire; binding copies it first.
        if (!joiner_.bind(rule.query, rule.query.atoms[atom], relations_[predicate].row(row), binding,
                          fresh)) {
          continue;
        }
        const int applied = rule.effect >= 0 && atom == 0 ? row : -1;
        joiner_.each(rule.query, binding, [&] { fire(rule, binding, applied); }, atom, row);
        binding.bound = 0;
      }
    }
  }

  // `applied` is the row of the action whose effect it is, where that is known.
  void fire(const Rule& rule, const Binding& binding, int applied = -1) {
    int objects[kMostSlots];
    for (int i = 0; i < relations_[rule.head].arity(); ++i)
      objects[i] = binding.object[rule.query.variables[i].slot];
    if (rule.effect < 0) return add_row(rule.head, objects);
    const LiftedEffect& effect = task_.actions[rule.head - predicates_].effects[rule.effect];
    Fired fired{applied < 0 ? relations_[rule.head].find(objects) : applied, rule.effect, {}};
    for (const Variable& variable : effect.variables) fired.objects.push_back(binding.object[variable.slot]);
    auto& list = fired_[rule.head - predicates_];
    if (list.size() == list.capacity() && list.size() > 10000) {
      patience_.need(list.size() * 2 * sizeof(Fired));
    }
    list.push_back(std::move(fired));
    for (const AtomPattern& atom : effect.adds) add_row(atom.predicate, binding.row(atom.terms).data());
  }

  bool may_hold(const Condition& condition, Binding& binding) {
    if (condition.is_static) return instantiate(condition, binding) == kTrue;
    const auto may = [&](const Condition& part) { return may_hold(part, binding); };
    switch (condition.kind) {
      case Connective::all:
        return std::all_of(condition.parts.begin(), condition.parts.end(), may);
      case Connective::any:
        return std::any_of(condition.parts.begin(), condition.parts.end(), may);
      case Connective::atom:
        return !is_final_ || !condition.positive || row_of(condition.symbol, condition.terms, binding) >= 0;
      default:
        return true;
    }
  }

  // -- instantiation

  int row_of(int predicate, const std::vector<int>& terms, const Binding& binding) const {
    return relations_[predicate].find(binding.row(terms).data());
  }

  Formula instantiate(const Condition& condition, Binding& binding) {
    Formulas& formulas = model_.formulas;
    switch (condition.kind) {
      case Connective::atom: {
        const int row = row_of(condition.symbol, condition.terms, binding);
        if (row < 0 || condition.is_static) return (row >= 0) == condition.positive ? kTrue : kFalse;
        return formulas.fact(first_fact_[condition.symbol] + row, condition.positive);
      }
      case Connective::equal:
        return (binding(condition.terms[0]) == binding(condition.terms[1])) == condition.positive ? kTrue
                                                                                                  : kFalse;
      case Connective::compare: {
        const auto op = static_cast<Compare>(condition.symbol);
        const Expression left = instantiate(condition.sides[0], binding);
        const Expression right = instantiate(condition.sides[1], binding);
        const Expressions& known = model_.expressions;
        if (known.is_number(left) && known.is_number(right)) {
          const bool holds = compare(op, known[left].number, known[right].number, model_.is_unsure);
          return holds == condition.positive ? kTrue : kFalse;
        }
        return formulas.comparison(op, left, right, condition.positive);
      }
      case Connective::all:
      case Connective::any: {
        const bool is_all = condition.kind == Connective::all;
        std::vector<int> parts;
        for (const Condition& part : condition.parts) {
          const Formula found = instantiate(part, binding);
          if (found == (is_all ? kFalse : kTrue)) return found;
          parts.push_back(found);
        }
        return is_all ? formulas.all(std::move(parts)) : formulas.any(std::move(parts));
      }
      case Connective::all_but:
      case Connective::at_least: {
        std::vector<int> parts;
        joiner_.each(*condition.query, binding,
                     [&] { parts.push_back(instantiate(condition.parts[0], binding)); });
        const int count = static_cast<int>(parts.size());
        return formulas.at_least(
            condition.kind == Connective::at_least ? condition.symbol : count - condition.symbol,
            std::move(parts));
      }
    }
    return kFalse;
  }

  Expression instantiate(const LiftedExpression& e, const Binding& binding) {
    switch (e.kind) {
      case Arithmetic::number:
        return model_.expressions.number(task_.numbers[e.symbol]);
      case Arithmetic::fluent:
        return fluent(e.symbol, e.terms, binding);
      default: {
        const Expression left = instantiate(e.parts[0], binding);
        return model_.expressions.combined(e.kind, left, instantiate(e.parts[1], binding));
      }
    }
  }

  Expression fluent(int function, const std::vector<int>& terms, const Binding& binding) {
    const auto objects = binding.row(terms);
    if (is_numeric_fluent_[function] != 0)
      return model_.expressions.variable(variable(function, objects.data()));
    const int row = functions_[function].find(objects.data());
    return model_.expressions.number(row < 0 ? Number() : task_.value_of[function][row]);
  }

  // The number of a numeric variable, a new one where needed.
  int variable(int function, const int* objects) {
    bool is_new;
    const int row = functions_[function].insert(objects, is_new);
    auto& numbers = variable_of_[function];
    if (static_cast<int>(numbers.size()) <= row) numbers.resize(row + 1, -1);
    if (numbers[row] < 0) {
      numbers[row] = model_.variables();
      const auto& values = task_.value_of[function];
      const double missing = task_.is_accumulator[function] ? 0 : kUndefined;
      model_.initial_value.push_back(row < static_cast<int>(values.size()) ? values[row].value : missing);
    }
    return numbers[row];
  }

  void instantiate_all() {
    number_facts();
    Binding binding;
    for (int a = 0; a < static_cast<int>(task_.actions.size()); ++a) {
      const LiftedAction& action = task_.actions[a];
      const Relation& applied = relations_[predicates_ + a];
      const std::size_t first = model_.actions.size();
      for (int row = 0; row < applied.size(); ++row) {
        bind(action.parameters, applied.row(row), binding);
        model_.actions.push_back(
            {a, row, instantiate(action.precondition, binding), {}, task_.step_cost.exact, {}});
        patience_.look();
      }
      for (const Fired& fired : fired_[a]) {
        GroundAction& target = model_.actions[first + fired.row];
        if (target.precondition == kFalse) continue;
        const LiftedEffect& effect = action.effects[fired.effect];
        bind(action.parameters, applied.row(fired.row), binding);
        bind(effect.variables, fired.objects.data(), binding);
        instantiate_effect(effect, binding, target);
        binding.bound = 0;
        patience_.look();
      }
      std::vector<Fired>().swap(fired_[a]);
      binding.bound = 0;
    }
    for (const LiftedAxiom& axiom : task_.axioms) {
      const Relation& heads = relations_[axiom.predicate];
      for (int row = 0; row < heads.size(); ++row) {
        if (!fits(axiom.parameters, heads.row(row))) continue;
        bind(axiom.parameters, heads.row(row), binding);
        const Formula body = instantiate(axiom.condition, binding);
        if (body != kFalse) model_.axioms.push_back({first_fact_[axiom.predicate] + row, body});
        binding.bound = 0;
        patience_.look();
      }
    }
    model_.goal = instantiate(task_.goal, binding);
  }

  void number_facts() {
    first_fact_.assign(predicates_, 0);
    for (int p = 0; p < predicates_; ++p) {
      first_fact_[p] = model_.facts();
      if (is_fluent_[p] == 0) continue;
      const bool is_derived = std::any_of(task_.axioms.begin(), task_.axioms.end(),
                                          [&](const LiftedAxiom& axiom) { return axiom.predicate == p; });
      for (int row = 0; row < relations_[p].size(); ++row) {
        model_.initial.push_back(0);
        model_.is_derived.push_back(is_derived);
        model_.predicate_of.push_back(p);
        model_.row_of.push_back(row);
      }
      task_.each_fact(p,
                      [&](const int* row) { model_.initial[first_fact_[p] + relations_[p].find(row)] = 1; });
    }
  }

  void bind(const std::vector<Variable>& variables, const int* objects, Binding& binding) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      binding.object[variables[i].slot] = objects[i];
      binding.bound |= Mask{1} << variables[i].slot;
    }
  }

  bool fits(const std::vector<Variable>& variables, const int* objects) const {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (!joiner_.is_in(variables[i].domain, objects[i])) return false;
    }
    return true;
  }

  void instantiate_effect(const LiftedEffect& effect, Binding& binding, GroundAction& action) {
    const Formula condition = instantiate(effect.condition, binding);
    if (condition == kFalse) return;
    // Effects under one condition are usually written, and therefore fire, one after the other.
    if (action.effects.empty() || action.effects.back().condition != condition) {
      action.effects.push_back({condition, {}, {}, {}});
    }
    GroundEffect& target = action.effects.back();
    const auto fact_of = [&](const AtomPattern& atom) {
      const int row = row_of(atom.predicate, atom.terms, binding);
      return row < 0 ? -1 : first_fact_[atom.predicate] + row;
    };
    for (const AtomPattern& atom : effect.adds) target.adds.push_back(fact_of(atom));
    for (const AtomPattern& atom : effect.deletes) {
      // What is never true need not be deleted.
      const int fact = fact_of(atom);
      if (fact >= 0) target.deletes.push_back(fact);
    }
    for (const Change& change : effect.changes) {
      std::vector<int> terms;
      for (const int term : change.terms) terms.push_back(binding(term));
      const int variable = this->variable(change.function, terms.data());
      const Expression expression = instantiate(change.expression, binding);
      target.changes.push_back({change.kind, variable, expression});
      const auto weight = weights_.find({change.function, terms});
      if (weight != weights_.end()) add_cost(condition, target.changes.back(), weight->second, action);
    }
  }

  // What a change of a variable in the metric adds to the action's cost.
  void add_cost(Formula condition, const NumericEffect& change, Number weight, GroundAction& action) {
    Expressions& known = model_.expressions;
    const Expression before = known.variable(change.variable);
    Expression growth = change.expression;
    switch (change.kind) {
      case ChangeKind::increase:
        break;
      case ChangeKind::decrease:
        weight = calculate(Arithmetic::minus, {0, 0, 1}, weight);
        break;
      case ChangeKind::assign:
        growth = known.combined(Arithmetic::minus, growth, before);
        break;
      case ChangeKind::scale_up:
      case ChangeKind::scale_down: {
        const auto op = change.kind == ChangeKind::scale_up ? Arithmetic::times : Arithmetic::divide;
        growth = known.combined(Arithmetic::minus, known.combined(op, before, growth), before);
        break;
      }
    }
    growth = known.combined(Arithmetic::times, known.number(weight), growth);
    if (condition == kTrue && known.is_number(growth)) {
      action.cost = calculate(Arithmetic::plus, action.cost, known[growth].number.exact);
    } else {
      action.cost_terms.push_back({condition, growth});
    }
  }

  LiftedTask& task_;
  Patience& patience_;
  int predicates_ = 0;
  std::vector<Relation> relations_;  // of predicates, then of actions: the parameters they can have
  std::vector<Relation> functions_;  // the arguments of known values
  std::vector<char> is_fluent_;
  std::vector<char> is_numeric_fluent_;
  std::vector<Rule> rules_;
  std::vector<std::vector<Waiting>> waiting_;
  std::vector<std::pair<int, int>> queue_;
  std::vector<std::vector<Fired>> fired_;
  std::map<std::pair<int, std::vector<int>>, Number> weights_;
  std::vector<int> first_fact_;
  std::vector<std::vector<int>> variable_of_;
  bool is_final_ = false;
  Joiner joiner_;
  GroundModel model_;
};

}  // namespace ludoplan::planning
