// Plans as models of clauses: "there is a plan of at most T steps".
//
// For every layer 0..T a variable says whether a fact holds, for every step between two layers whether an
// action happens. A step may be empty, so that a formula without a model rules out all shorter plans too.
// There are three styles:
//
// pruned   What cannot be or cannot matter has no variable: facts before the first layer at which they can
//          change (FirstLayers), facts and actions from which the goal cannot be reached in the steps that
//          are left (StepsToGoal), and facts on which nothing depends any more that can still happen.
// growing  One formula that gets longer with the horizon, so that a solver can go on with what it has learnt.
//          Literals "the horizon is at most i" stand in for the steps that are left.
// plain    Nothing is left out and nothing is put in that would have to be believed: for certificates.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "planning/clauses.hpp"
#include "planning/interference.hpp"
#include "planning/layers.hpp"

namespace ludoplan::planning {

enum class Style { pruned, growing, plain };

class PlanEncoding {
 public:
  PlanEncoding(const Task& task, Steps steps, Monitor& monitor) : task_(task), steps_(steps) {
    Patience patience(monitor);
    stop_ = until_stopped(monitor, [&] {
      first_ = std::make_unique<FirstLayers>(task, patience);
      left_ = std::make_unique<StepsToGoal>(task, steps == Steps::sequential, patience);
      interference_ = std::make_unique<Interference>(task, steps, patience);
      collect_facts(patience);
    });
  }

  Stop stopped() const { return stop_; }
  // No plan has fewer steps; kNeverLayer if there is none at all.
  int least_steps() const { return std::max(first_->goal, left_->initial); }

  // The clauses of a horizon; of a growing formula those that are new, under the assumption that there was no
  // plan within the horizon before. Look at `stopped` before using them.
  std::vector<int> formula(int horizon, Style style, Monitor& monitor) {
    Patience patience(monitor);
    stop_ = until_stopped(monitor, [&] {
      horizon_ = horizon;
      if (style != Style::growing || style_ != Style::growing) start(style, patience);
      for (const Literal assumption : assumptions_) clauses_.add({-assumption});
      for (int layer = static_cast<int>(happening_.size()); layer < horizon; ++layer) {
        number_facts(layer + 1);
        write_step(layer, patience);
      }
      write_goal();
    });
    return clauses_.take();
  }
  // What to assume when a growing formula is solved.
  const std::vector<Literal>& assumptions() const { return assumptions_; }
  int variables() const { return clauses_.variables(); }
  std::size_t clauses() const { return clauses_.size(); }

  // Calls visit(variable, layer, is_action, number) for all facts and actions that have a variable.
  template <class Visit>
  void each_variable(Visit&& visit) const {
    for (int layer = 0; layer < static_cast<int>(facts_.size()); ++layer) {
      for (int fact = 0; fact < task_.facts(); ++fact) {
        const Literal literal = facts_[layer][fact];
        if (literal != 0 && is_variable(literal)) visit(literal, layer, false, fact);
      }
    }
    for (int layer = 0; layer < static_cast<int>(happening_.size()); ++layer) {
      for (const auto& [variable, action] : happening_[layer]) visit(variable, layer, true, action);
    }
  }

  // Variables of the last formula that are worth a first guess "true", given the facts of a relaxed plan:
  // each from its first layer on, as long as a plan without detours can have it, or for good if nothing
  // deletes it.
  std::vector<Literal> guesses(const std::vector<int>& facts) const {
    const int slack = horizon_ - least_steps();
    std::vector<Literal> found;
    for (const int fact : facts) {
      const int first = first_->literal[1][fact];
      const int last = first_->literal[0][fact] == kNeverLayer ? horizon_ : std::min(horizon_, first + slack);
      for (int layer = first; layer <= last; ++layer) {
        const Literal literal = facts_[layer][fact];
        if (literal != 0 && is_variable(literal)) found.push_back(literal);
      }
    }
    return found;
  }

  // The actions of a model of the last formula, given by its true variables in ascending order.
  std::vector<int> plan(const std::vector<int>& model) const {
    std::vector<int> found;
    for (const auto& happening : happening_) {
      const std::size_t start = found.size();
      for (const auto& [variable, action] : happening) {
        if (std::binary_search(model.begin(), model.end(), variable)) found.push_back(action);
      }
      const auto& rank = interference_->rank();
      std::sort(found.begin() + static_cast<std::ptrdiff_t>(start), found.end(),
                [&](int left, int right) { return rank[left] < rank[right]; });
    }
    return found;
  }

 private:
  // -- what has a variable

  void collect_facts(Patience& patience) {
    const Formulas& formulas = task_.model().formulas;
    for (const Action& action : task_.actions()) {
      patience.look();
      asked_.emplace_back();
      each_literal(formulas, action.precondition, [&](int fact, bool) { asked_.back().push_back(fact); });
    }
  }

  void start(Style style, Patience& patience) {
    style_ = style;
    clauses_ = {};
    assumptions_.clear();
    horizons_.clear();
    happening_.clear();
    facts_.clear();
    busy_ = kYes;
    last_relevant_.assign(task_.facts(), style == Style::pruned ? -1 : kNeverLayer);
    if (style == Style::pruned) find_relevance(patience);
    number_facts(0);
    if (style != Style::plain) return;
    const State initial = task_.initial();
    for (int fact = 0; fact < task_.facts(); ++fact) clauses_.add({literal(0, fact, initial[fact])});
  }

  bool may_happen(int action, int layer) const {
    if (style_ == Style::plain) return true;
    if (style_ == Style::growing)
      return first_->action[action] <= layer && left_->action[action] < kNeverLayer;
    return first_->action[action] <= layer && left_->action[action] <= horizon_ - layer;
  }
  // Whether an effect can happen at the layer and changes something that matters at the next.
  bool matters(int action, std::size_t number, int layer) const {
    if (style_ != Style::plain && first_->effect[action][number] > layer) return false;
    const Effect& effect = task_.actions()[action].effects[number];
    const auto is_relevant = [&](int fact) { return last_relevant_[fact] > layer; };
    return std::any_of(effect.adds.begin(), effect.adds.end(), is_relevant) ||
           std::any_of(effect.deletes.begin(), effect.deletes.end(), is_relevant);
  }

  // The last layer at which a fact matters. What matters at a layer matters at all before it.
  void find_relevance(Patience& patience) {
    const Formulas& formulas = task_.model().formulas;
    const auto ask = [&](int fact, int layer) {
      if (last_relevant_[fact] < layer) last_relevant_[fact] = layer;
    };
    each_literal(formulas, task_.goal(), [&](int fact, bool) { ask(fact, horizon_); });
    for (int layer = horizon_ - 1; layer >= 0; --layer) {
      for (int a = 0; a < static_cast<int>(task_.actions().size()); ++a) {
        patience.look();
        if (!may_happen(a, layer)) continue;
        bool is_useful = false;
        for (std::size_t e = 0; e < task_.actions()[a].effects.size(); ++e) {
          if (!matters(a, e, layer)) continue;
          is_useful = true;
          const Guard& condition = task_.actions()[a].effects[e].condition;
          each_literal(formulas, condition, [&](int fact, bool) { ask(fact, layer); });
        }
        if (!is_useful) continue;
        for (const int fact : asked_[a]) ask(fact, layer);
      }
    }
  }

  void number_facts(int layer) {
    auto& literals = facts_.emplace_back(task_.facts(), 0);
    for (int fact = 0; fact < task_.facts(); ++fact) {
      if (last_relevant_[fact] < layer) continue;
      const int left = left_->fact[fact];
      if (style_ == Style::plain) {
        literals[fact] = clauses_.fresh();
      } else if (layer < first_->literal[1][fact] || left >= kNeverLayer) {
        literals[fact] = kNo;
      } else if (layer < first_->literal[0][fact]) {
        literals[fact] = kYes;
      } else if (style_ == Style::pruned) {
        literals[fact] = left > horizon_ - layer ? kNo : clauses_.fresh();
      } else {
        literals[fact] = clauses_.fresh();
        leave(literals[fact], layer, left);
      }
    }
  }

  // Of a growing formula: the literal needs so many steps after the layer.
  void leave(Literal literal, int layer, int steps) {
    if (steps > 0 && layer + steps > horizon_) clauses_.add({-literal, -horizon_at_most(layer + steps - 1)});
  }
  Literal horizon_at_most(int horizon) {
    while (static_cast<int>(horizons_.size()) <= horizon) {
      const Literal shorter = horizons_.empty() ? kNo : horizons_.back();
      horizons_.push_back(clauses_.fresh());
      clauses_.add({-shorter, horizons_.back()});
    }
    return horizons_[horizon];
  }

  Literal literal(int layer, int fact, bool positive = true) const {
    return positive ? facts_[layer][fact] : -facts_[layer][fact];
  }

  // A literal that is equivalent to the formula at the layer.
  Literal formula_at(int layer, Formula f) {
    const auto node = task_.model().formulas[f];
    switch (node.kind) {
      case Formulas::Kind::always:
        return kYes;
      case Formulas::Kind::never:
        return kNo;
      case Formulas::Kind::fact:
        return literal(layer, node.symbol, node.positive);
      default:
        break;
    }
    const auto [known, is_new] = formulas_.try_emplace(f, kNo);
    if (!is_new) return known->second;
    // One such part settles it, and the others need no literals. No literal is 0.
    const Literal settling = node.kind == Formulas::Kind::any   ? kYes
                             : node.kind == Formulas::Kind::all ? kNo
                                                                : 0;
    std::vector<Literal> parts;
    for (int i = 0; i < node.count; ++i) {
      parts.push_back(formula_at(layer, task_.model().formulas.parts(f)[i]));
      if (parts.back() == settling) return formulas_[f] = settling;
    }
    switch (node.kind) {
      case Formulas::Kind::any:
        return formulas_[f] = any_of(std::move(parts));
      case Formulas::Kind::all:
        return formulas_[f] = all_of(std::move(parts));
      default:
        return formulas_[f] =
                   counted(node.symbol, parts, kYes, kNo, [&](Literal part, Literal fewer, Literal same) {
                     return any_of({all_of({part, fewer}), same});
                   });
    }
  }

  // A literal that is true exactly if any of these is.
  Literal any_of(std::vector<Literal> parts) {
    if (contains(parts, kYes)) return kYes;
    std::erase(parts, kNo);
    if (parts.empty()) return kNo;
    if (parts.size() == 1) return parts[0];
    const Literal any = clauses_.fresh();
    for (const Literal part : parts) clauses_.add({-part, any});
    parts.push_back(-any);
    clauses_.add(parts);
    return any;
  }
  Literal all_of(std::vector<Literal> parts) {
    for (Literal& part : parts) part = -part;
    return -any_of(std::move(parts));
  }

  // `own` implies the guard.
  void require(Literal own, int layer, const Guard& guard) {
    for (const int fact : guard.yes) clauses_.add({-own, literal(layer, fact)});
    for (const int fact : guard.no) clauses_.add({-own, literal(layer, fact, false)});
    if (guard.rest == kTrue) return;
    task_.model().formulas.each_conjunct(guard.rest, [&](Formula part) { require_part(own, layer, part); });
  }
  void require_part(Literal own, int layer, Formula f) {
    const auto node = task_.model().formulas[f];
    if (node.kind != Formulas::Kind::any) {
      clauses_.add({-own, formula_at(layer, f)});
      return;
    }
    std::vector<Literal> clause{-own};
    for (int i = 0; i < node.count; ++i) {
      clause.push_back(formula_at(layer, task_.model().formulas.parts(f)[i]));
    }
    clauses_.add(clause);
  }

  // -- one step, from a layer to the next

  void write_step(int layer, Patience& patience) {
    formulas_.clear();
    patience.need(clauses_.literals().capacity() * sizeof(int) / 4);
    adders_.resize(task_.facts());
    deleters_.resize(task_.facts());
    for (auto* lists : {&adders_, &deleters_}) {
      for (auto& list : *lists) list.clear();
    }
    variable_.assign(task_.actions().size(), 0);
    auto& happening = happening_.emplace_back();
    for (int a = 0; a < static_cast<int>(task_.actions().size()); ++a) {
      patience.look();
      if (!may_happen(a, layer)) continue;
      bool is_useful = false;
      for (std::size_t e = 0; e < task_.actions()[a].effects.size(); ++e) {
        is_useful = is_useful || matters(a, e, layer);
      }
      if (!is_useful) continue;
      variable_[a] = clauses_.fresh();
      happening.emplace_back(variable_[a], a);
      if (style_ == Style::growing) leave(variable_[a], layer, left_->action[a]);
      require(variable_[a], layer, task_.actions()[a].precondition);
      write_effects(a, layer);
    }
    write_frame(layer);
    if (style_ != Style::plain) {
      for (const auto& group : task_.invariants()) write_group(group, layer + 1);
    }
    if (steps_ == Steps::sequential) {
      write_one_action(happening);
    } else {
      interference_->write(variable_, clauses_);
    }
  }

  void write_effects(int a, int layer) {
    const auto& effects = task_.actions()[a].effects;
    // By effect: the literal that says that it happens, or kNo.
    std::vector<Literal> happens;
    for (std::size_t e = 0; e < effects.size(); ++e) {
      const Guard& condition = effects[e].condition;
      if (!matters(a, e, layer)) {
        happens.push_back(kNo);
        continue;
      }
      if (condition.is_always()) {
        happens.push_back(variable_[a]);
        continue;
      }
      const Literal own = clauses_.fresh();
      happens.push_back(own);
      clauses_.add({-own, variable_[a]});
      require(own, layer, condition);
      std::vector<Literal> clause{-variable_[a], own};
      for (const int fact : condition.yes) clause.push_back(literal(layer, fact, false));
      for (const int fact : condition.no) clause.push_back(literal(layer, fact));
      clause.push_back(-formula_at(layer, condition.rest));
      clauses_.add(clause);
    }
    const int next = layer + 1;
    for (std::size_t e = 0; e < effects.size(); ++e) {
      if (happens[e] == kNo) continue;
      for (const int fact : effects[e].adds) {
        if (last_relevant_[fact] < next) continue;
        clauses_.add({-happens[e], literal(next, fact)});
        adders_[fact].push_back(happens[e]);
      }
      for (const int fact : effects[e].deletes) {
        if (last_relevant_[fact] < next) continue;
        deleters_[fact].push_back(happens[e]);
        if (is_replaced(effects[e], fact, next)) continue;
        // What the action adds at the same time stays.
        std::vector<Literal> clause{-happens[e], literal(next, fact, false)};
        for (std::size_t other = 0; other < effects.size(); ++other) {
          if (happens[other] == kNo) continue;
          if (contains(effects[other].adds, fact)) clause.push_back(happens[other]);
        }
        clauses_.add(clause);
      }
    }
  }

  // Whether the effect adds another fact of a group, so that this one is gone by the group's own clauses.
  bool is_replaced(const Effect& effect, int fact, int next) const {
    return style_ != Style::plain && std::ranges::any_of(effect.adds, [&](int added) {
             return last_relevant_[added] >= next && task_.are_mutex(fact, added);
           });
  }

  // A fact changes only if something changes it.
  void write_frame(int layer) {
    std::vector<Literal> clause;
    for (int fact = 0; fact < task_.facts(); ++fact) {
      if (last_relevant_[fact] < layer + 1) continue;
      const Literal before = literal(layer, fact);
      const Literal after = literal(layer + 1, fact);
      if (after != kNo && before != kYes) {
        clause = {before, -after};
        clause.insert(clause.end(), adders_[fact].begin(), adders_[fact].end());
        clauses_.add(clause);
      }
      if (after != kYes && before != kNo) {
        clause = {-before, after};
        clause.insert(clause.end(), deleters_[fact].begin(), deleters_[fact].end());
        clauses_.add(clause);
      }
    }
  }

  void write_group(const std::vector<int>& group, int layer) {
    std::vector<Literal> members;
    bool has_one = false;
    for (const int fact : group) {
      const Literal member = literal(layer, fact);
      has_one = has_one || member == kYes;
      if (member != 0 && is_variable(member)) members.push_back(member);
    }
    if (has_one) {
      for (const Literal member : members) clauses_.add({-member});
    } else {
      clauses_.at_most_one(std::move(members));
    }
  }

  // One action at most, and none after a step without one.
  void write_one_action(const std::vector<std::pair<Literal, int>>& happening) {
    std::vector<Literal> all;
    for (const auto& [variable, action] : happening) all.push_back(variable);
    const Literal was_busy = std::exchange(busy_, clauses_.fresh());
    clauses_.add({-busy_, was_busy});
    for (const Literal own : all) clauses_.add({-own, busy_});
    all.push_back(-busy_);
    clauses_.add(all);
    all.pop_back();
    clauses_.at_most_one(std::move(all));
  }

  void write_goal() {
    formulas_.clear();
    assumptions_.clear();
    if (style_ == Style::growing) assumptions_ = {clauses_.fresh(), horizon_at_most(horizon_)};
    require(assumptions_.empty() ? kYes : assumptions_[0], horizon_, task_.goal());
  }

  const Task& task_;
  const Steps steps_;
  Stop stop_ = Stop::none;
  std::unique_ptr<FirstLayers> first_;
  std::unique_ptr<StepsToGoal> left_;
  std::unique_ptr<Interference> interference_;
  std::vector<std::vector<int>> asked_;  // by action: the facts of its precondition
  // Of the horizon that is being written:
  int horizon_ = 0;
  Style style_ = Style::pruned;
  std::vector<Literal> assumptions_;
  std::vector<Literal> horizons_;  // of a growing formula: "the horizon is at most i"
  Literal busy_ = kYes;            // whether the last step has an action
  std::vector<int> last_relevant_;
  Clauses clauses_;
  std::vector<std::vector<Literal>> facts_;                      // by layer, by fact; 0: does not matter
  std::vector<std::vector<std::pair<Literal, int>>> happening_;  // by layer: variable and action
  std::unordered_map<Formula, Literal> formulas_;                // at the layer
  std::vector<std::vector<Literal>> adders_, deleters_;          // by fact
  std::vector<Literal> variable_;                                // by action
};

}  // namespace ludoplan::planning
