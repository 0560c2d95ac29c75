// The task without deletes, for heuristics: propositions, and operators that make propositions true.
//
// A proposition is a fact's being true, a fact's being false (where some condition asks for that), or a
// formula: conjunctions and disjunctions become propositions of their own with free operators, so that no
// condition is multiplied out. Each conditional effect is an operator of its own that needs the action's
// precondition and its own condition; all operators of an action share its cost. Comparisons are propositions
// too, reached when the intervals of values that the variables can take allow them (intervals.hpp).
#pragma once

#include <algorithm>
#include <queue>
#include <utility>
#include <vector>

#include "planning/task.hpp"

namespace ludoplan::planning {

using Prop = int;
inline constexpr int kNoAction = -1;

// Lists of numbers, one after the other.
class Lists {
 public:
  struct Range {
    const int* first;
    const int* last;
    const int* begin() const { return first; }
    const int* end() const { return last; }
    int size() const { return static_cast<int>(last - first); }
  };
  Range operator[](int i) const { return {items_.data() + starts_[i], items_.data() + starts_[i + 1]}; }
  int size() const { return static_cast<int>(starts_.size()) - 1; }
  void push_back(const std::vector<int>& list) {
    items_.insert(items_.end(), list.begin(), list.end());
    starts_.push_back(static_cast<int>(items_.size()));
  }
  // For each of `count` items, the lists that hold it.
  Lists inverted(int count) const {
    Lists found;
    found.starts_.assign(count + 1, 0);
    for (const int item : items_) ++found.starts_[item + 1];
    for (int i = 0; i < count; ++i) found.starts_[i + 1] += found.starts_[i];
    found.items_.resize(items_.size());
    std::vector<int> next(found.starts_.begin(), found.starts_.end() - 1);
    for (int list = 0; list < size(); ++list) {
      for (const int item : (*this)[list]) found.items_[next[item]++] = list;
    }
    return found;
  }

 private:
  std::vector<int> items_;
  std::vector<int> starts_{0};
};

// Propositions by cost, the cheapest first. What is pushed is never cheaper than what was popped last.
class PropQueue {
 public:
  void clear() {
    for (; low_ < dense_.size() && left_ > 0; ++low_) {
      left_ -= dense_[low_].size();
      dense_[low_].clear();
    }
    low_ = 0;
    left_ = 0;
    far_ = {};
  }
  void push(Cost cost, Prop prop) {
    if (cost >= kDense) {
      far_.emplace(cost, prop);
      return;
    }
    const auto key = static_cast<std::size_t>(cost);
    if (key >= dense_.size()) dense_.resize(key + 1);
    dense_[key].push_back(prop);
    low_ = std::min(low_, key);
    ++left_;
  }
  bool pop(Cost& cost, Prop& prop) {
    if (left_ > 0) {
      while (dense_[low_].empty()) ++low_;
      cost = static_cast<Cost>(low_);
      prop = dense_[low_].back();
      dense_[low_].pop_back();
      --left_;
      return true;
    }
    if (far_.empty()) return false;
    std::tie(cost, prop) = far_.top();
    far_.pop();
    return true;
  }

 private:
  static constexpr Cost kDense = 1 << 14;
  using Entry = std::pair<Cost, Prop>;
  std::vector<std::vector<Prop>> dense_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> far_;
  std::size_t low_ = 0;
  std::size_t left_ = 0;
};

struct Relaxation {
  explicit Relaxation(const Task& of_task) : task(of_task) {
    const GroundModel& model = task.model();
    yes.assign(model.facts(), -1);
    no.assign(model.facts(), -1);
    of_formula.assign(model.formulas.size(), -1);
    // First all conditions, so that it is known which propositions anything asks for.
    std::vector<int> wanted;
    conditions_of(task.goal(), wanted);
    std::vector<std::vector<int>> preconditions;
    for (const Action& source : task.actions()) {
      conditions_of(source.precondition, preconditions.emplace_back());
    }
    std::vector<std::vector<std::vector<int>>> conditions(task.actions().size());
    for (std::size_t a = 0; a < task.actions().size(); ++a) {
      for (const Effect& effect : task.actions()[a].effects) {
        conditions_of(effect.condition, conditions[a].emplace_back());
      }
    }
    std::vector<std::pair<int, int>> derived;
    for (const GroundAxiom& axiom : model.axioms) derived.emplace_back(axiom.head, of(axiom.body));
    goal = fresh();
    add_operator(wanted, {goal}, kNoAction, {});
    for (const auto& [head, body] : derived) {
      if (yes[head] >= 0)
        add_operator(body < 0 ? std::vector<int>{} : std::vector<int>{body}, {yes[head]}, kNoAction, {});
    }
    for (int a = 0; a < static_cast<int>(task.actions().size()); ++a) {
      add_action(a, preconditions[a], conditions[a]);
    }
    numeric_of.assign(props, -1);
    for (int n = 0; n < static_cast<int>(numeric.size()); ++n) numeric_of[numeric[n].used] = n;
    users = needs.inverted(props);
    makers = makes.inverted(props);
    operators_of.resize(owners.size());
    for (int o = 0; o < operators(); ++o) {
      if (owner[o] != kNoAction) operators_of[owner[o]].push_back(o);
      if (needs[o].size() == 0) always.push_back(o);
    }
  }

  int operators() const { return needs.size(); }

  // Calls visit(proposition) for what holds in a state; comparisons are not among them.
  template <class Visit>
  void each_true(const State& state, Visit&& visit) const {
    for (const int fact : asked_facts) {
      const Prop prop = state[fact] ? yes[fact] : no[fact];
      if (prop >= 0) visit(prop);
    }
    for (const Prop prop : free_props) visit(prop);
  }

  const Task& task;
  int props = 0;
  Prop goal = 0;
  std::vector<Prop> yes, no;  // by fact, -1 where nothing asks for it
  std::vector<Prop> of_formula;
  std::vector<int> asked_facts;
  std::vector<Prop> free_props;                // taken as true always
  Lists needs, makes;                          // by operator
  Lists users, makers;                         // by proposition
  std::vector<int> action;                     // by operator
  std::vector<int> owner;                      // by operator: whose cost it is
  std::vector<int> owners;                     // the action of each owner
  std::vector<std::vector<int>> operators_of;  // by owner
  std::vector<int> always;                     // operators without needs
  std::vector<std::pair<Formula, Prop>> comparisons;
  // Operators that change numbers make a proposition that stands for their having been used.
  struct Numeric {
    Prop used;
    std::vector<NumericEffect> changes;
  };
  std::vector<Numeric> numeric;
  std::vector<int> numeric_of;  // by proposition: whose use it stands for, or -1

 private:
  static constexpr Prop kNever = -2;

  Prop fresh() { return props++; }

  Prop of_fact(int fact, bool positive) {
    Prop& prop = (positive ? yes : no)[fact];
    if (prop < 0) {
      if (yes[fact] < 0 && no[fact] < 0) asked_facts.push_back(fact);
      prop = fresh();
      // How a derived fact comes to be false is not followed.
      if (!positive && task.model().is_derived[fact]) free_props.push_back(prop);
    }
    return prop;
  }

  void conditions_of(const Guard& guard, std::vector<int>& found) {
    for (const int fact : guard.yes) found.push_back(of_fact(fact, true));
    for (const int fact : guard.no) found.push_back(of_fact(fact, false));
    if (guard.rest == kTrue) return;
    task.model().formulas.each_conjunct(guard.rest, [&](Formula part) { found.push_back(of(part)); });
  }

  // The proposition of a formula; -1 for true.
  Prop of(Formula f) {
    if (f == kTrue) return -1;
    if (of_formula[f] >= 0) return of_formula[f];
    const auto node = task.model().formulas[f];
    const int* parts = task.model().formulas.parts(f);
    if (node.kind == Formulas::Kind::fact) return of_formula[f] = of_fact(node.symbol, node.positive);
    if (node.kind == Formulas::Kind::at_least) {
      std::vector<int> counting;
      for (int i = 0; i < node.count; ++i) counting.push_back(of(parts[i]));
      return of_formula[f] =
                 counted(node.symbol, counting, -1, kNever, [&](Prop part, Prop fewer, Prop same) {
                   if (fewer == kNever) return same;
                   const Prop made = fresh();
                   add_operator({part, fewer}, {made}, kNoAction, {});
                   if (same != kNever) add_operator({same}, {made}, kNoAction, {});
                   return made;
                 });
    }
    const Prop prop = fresh();
    of_formula[f] = prop;
    if (node.kind == Formulas::Kind::compare) comparisons.emplace_back(f, prop);
    if (node.kind == Formulas::Kind::all) {
      std::vector<int> needed;
      for (int i = 0; i < node.count; ++i) needed.push_back(of(parts[i]));
      add_operator(needed, {prop}, kNoAction, {});
    }
    if (node.kind == Formulas::Kind::any) {
      for (int i = 0; i < node.count; ++i) add_operator({of(parts[i])}, {prop}, kNoAction, {});
    }
    return prop;
  }

  void add_action(int a, const std::vector<int>& precondition,
                  const std::vector<std::vector<int>>& conditions) {
    const Action& source = task.actions()[a];
    // Many conditional effects share the precondition by way of one proposition.
    std::vector<int> shared = precondition;
    if (source.effects.size() > 2 && precondition.size() > 1) {
      shared = {fresh()};
      add_operator(precondition, shared, kNoAction, {});
    }
    const bool is_split = excludes_itself(source);
    std::vector<int> unconditional;
    const int common = static_cast<int>(owners.size());
    owners.push_back(a);
    for (std::size_t e = 0; e < source.effects.size(); ++e) {
      const Effect& effect = source.effects[e];
      std::vector<int> made = unconditional;
      effect.each_fact([&](int fact, bool value) {
        const Prop prop = (value ? yes : no)[fact];
        if (prop >= 0) made.push_back(prop);
      });
      if (made.empty() && effect.changes.empty()) continue;
      std::vector<int> needed = conditions[e].empty() ? precondition : shared;
      needed.insert(needed.end(), conditions[e].begin(), conditions[e].end());
      int paying = common;
      if (is_split && effect.condition.is_always()) unconditional = made;
      if (is_split && !effect.condition.is_always()) {
        paying = static_cast<int>(owners.size());
        owners.push_back(a);
      }
      add_operator(std::move(needed), std::move(made), a, effect.changes, paying);
    }
  }

  // Whether at most one of the conditional effects happens at a time. The unconditional one comes first.
  bool excludes_itself(const Action& source) const {
    const auto& effects = source.effects;
    if (effects.size() < 2 || effects.size() > 64) return false;
    for (std::size_t i = 0; i < effects.size(); ++i) {
      if (effects[i].condition.is_always()) {
        if (i > 0 || !effects[i].changes.empty()) return false;
        continue;
      }
      for (std::size_t j = 0; j < i; ++j) {
        if (!effects[j].condition.is_always() && !are_exclusive(effects[i].condition, effects[j].condition))
          return false;
      }
    }
    return true;
  }
  bool are_exclusive(const Guard& left, const Guard& right) const {
    for (const int fact : left.yes) {
      for (const int other : right.yes) {
        if (task.are_exclusive(fact, other)) return true;
      }
    }
    return false;
  }

  void add_operator(std::vector<int> needed, std::vector<int> made, int of_action,
                    const std::vector<NumericEffect>& changes, int paying = kNoAction) {
    std::erase(needed, -1);
    tidy(needed);
    if (!changes.empty()) {
      made.push_back(fresh());
      numeric.push_back({made.back(), changes});
    }
    tidy(made);
    needs.push_back(needed);
    makes.push_back(made);
    action.push_back(of_action);
    owner.push_back(paying);
  }
};

}  // namespace ludoplan::planning
