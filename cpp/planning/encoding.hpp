// Plans as models of clauses: "there is a plan of at most T steps".
//
// For every layer 0..T a variable says whether a fact holds, for every step between two layers whether an
// action happens. What cannot be or cannot matter has no variable: facts before the first layer at which they
// can change (FirstLayers), facts and actions from which the goal cannot be reached in the steps that are
// left (StepsToGoal), and facts on which nothing depends any more that can still happen.
// A step may be empty, so that a formula without a model rules out all shorter plans too.
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

class PlanEncoding {
 public:
  PlanEncoding(const Task& task, Steps steps, Monitor& monitor) : task_(task), steps_(steps) {
    Patience patience(monitor);
    try {
      first_ = std::make_unique<FirstLayers>(task, patience);
      left_ = std::make_unique<StepsToGoal>(task, steps == Steps::sequential, patience);
      interference_ = std::make_unique<Interference>(task, steps, patience);
      collect_facts(patience);
    } catch (const Stopped&) {
      stop_ = monitor.stopped();
    } catch (const std::bad_alloc&) {
      stop_ = Stop::memory;
    }
  }

  Stop stopped() const { return stop_; }
  // No plan has fewer steps; kNeverLayer if there is none at all.
  int least_steps() const { return std::max(first_->goal, left_->initial); }

  // The clauses of a horizon. Look at `stopped` before using them.
  std::vector<int> formula(int horizon, Monitor& monitor) {
    Patience patience(monitor);
    clauses_ = {};
    try {
      horizon_ = horizon;
      find_relevance(patience);
      number_facts();
      happening_.assign(horizon, {});
      Literal was_busy = kYes;
      for (int layer = 0; layer < horizon; ++layer) was_busy = write_step(layer, was_busy, patience);
      write_goal();
    } catch (const Stopped&) {
      stop_ = monitor.stopped();
    } catch (const std::bad_alloc&) {
      stop_ = Stop::memory;
    }
    return clauses_.take();
  }
  int variables() const { return clauses_.variables(); }
  std::size_t clauses() const { return clauses_.size(); }

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
    groups_of_.resize(task_.facts());
    for (int g = 0; g < static_cast<int>(task_.invariants().size()); ++g) {
      for (const int fact : task_.invariants()[g]) groups_of_[fact].push_back(g);
    }
  }

  bool may_happen(int action, int layer) const {
    return first_->action[action] <= layer && left_->action[action] <= horizon_ - layer;
  }
  bool matters(const Effect& effect, int next_layer) const {
    const auto is_relevant = [&](int fact) { return last_relevant_[fact] >= next_layer; };
    return std::any_of(effect.adds.begin(), effect.adds.end(), is_relevant) ||
           std::any_of(effect.deletes.begin(), effect.deletes.end(), is_relevant);
  }

  // The last layer at which a fact matters. What matters at a layer matters at all before it.
  void find_relevance(Patience& patience) {
    const Formulas& formulas = task_.model().formulas;
    last_relevant_.assign(task_.facts(), -1);
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
          const Effect& effect = task_.actions()[a].effects[e];
          if (first_->effect[a][e] > layer || !matters(effect, layer + 1)) continue;
          is_useful = true;
          each_literal(formulas, effect.condition, [&](int fact, bool) { ask(fact, layer); });
        }
        if (!is_useful) continue;
        for (const int fact : asked_[a]) ask(fact, layer);
      }
    }
  }

  void number_facts() {
    facts_.assign(horizon_ + 1, {});
    for (int layer = 0; layer <= horizon_; ++layer) {
      facts_[layer].resize(task_.facts(), 0);
      for (int fact = 0; fact < task_.facts(); ++fact) {
        Literal& literal = facts_[layer][fact];
        if (layer < first_->literal[1][fact]) {
          literal = kNo;
        } else if (layer < first_->literal[0][fact]) {
          literal = kYes;
        } else if (last_relevant_[fact] >= layer) {
          literal = left_->fact[fact] > horizon_ - layer ? kNo : clauses_.fresh();
        }
      }
    }
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
    // For an "all": of the negations, any.
    const int sign = node.kind == Formulas::Kind::any ? 1 : -1;
    std::vector<Literal> parts;
    for (int i = 0; i < node.count; ++i) {
      const Literal part = sign * formula_at(layer, task_.model().formulas.parts(f)[i]);
      if (part == kYes) {
        parts = {kYes};
        break;
      }
      if (part != kNo) parts.push_back(part);
    }
    Literal any = kNo;
    if (parts.size() == 1) any = parts[0];
    if (parts.size() > 1) {
      any = clauses_.fresh();
      for (const Literal part : parts) clauses_.add({-part, any});
      parts.push_back(-any);
      clauses_.add(parts);
    }
    return formulas_[f] = sign * any;
  }

  // `own` implies the guard.
  void require(Literal own, int layer, const Guard& guard) {
    for (const int fact : guard.yes) clauses_.add({-own, literal(layer, fact)});
    for (const int fact : guard.no) clauses_.add({-own, literal(layer, fact, false)});
    if (guard.rest == kTrue) return;
    const Formulas& formulas = task_.model().formulas;
    const auto& node = formulas[guard.rest];
    if (node.kind == Formulas::Kind::all) {
      for (int i = 0; i < node.count; ++i) require_part(own, layer, formulas.parts(guard.rest)[i]);
    } else {
      require_part(own, layer, guard.rest);
    }
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

  Literal write_step(int layer, Literal was_busy, Patience& patience) {
    formulas_.clear();
    patience.need(clauses_.literals().capacity() * sizeof(int) / 4);
    adders_.resize(task_.facts());
    deleters_.resize(task_.facts());
    for (auto* lists : {&adders_, &deleters_}) {
      for (auto& list : *lists) list.clear();
    }
    variable_.assign(task_.actions().size(), 0);
    auto& happening = happening_[layer];
    for (int a = 0; a < static_cast<int>(task_.actions().size()); ++a) {
      patience.look();
      if (!may_happen(a, layer)) continue;
      const auto& effects = task_.actions()[a].effects;
      const bool is_useful = std::any_of(effects.begin(), effects.end(),
                                         [&](const Effect& effect) { return matters(effect, layer + 1); });
      if (!is_useful) continue;
      variable_[a] = clauses_.fresh();
      happening.emplace_back(variable_[a], a);
      require(variable_[a], layer, task_.actions()[a].precondition);
      write_effects(a, layer);
    }
    write_frame(layer);
    for (const auto& group : task_.invariants()) write_group(group, layer + 1);
    if (steps_ != Steps::sequential) {
      interference_->write(variable_, clauses_);
      return kYes;
    }
    return write_one_action(happening, was_busy);
  }

  void write_effects(int a, int layer) {
    const auto& effects = task_.actions()[a].effects;
    // By effect: the literal that says that it happens, or kNo.
    std::vector<Literal> happens;
    for (std::size_t e = 0; e < effects.size(); ++e) {
      const Guard& condition = effects[e].condition;
      if (first_->effect[a][e] > layer || !matters(effects[e], layer + 1)) {
        happens.push_back(kNo);
        continue;
      }
      if (is_always(condition)) {
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
          const auto& adds = effects[other].adds;
          if (std::find(adds.begin(), adds.end(), fact) != adds.end()) clause.push_back(happens[other]);
        }
        clauses_.add(clause);
      }
    }
  }

  // Whether the effect adds another fact of a group, so that this one is gone by the group's own clauses.
  bool is_replaced(const Effect& effect, int fact, int next) const {
    for (const int added : effect.adds) {
      if (last_relevant_[added] < next) continue;
      for (const int g : groups_of_[fact]) {
        if (std::find(groups_of_[added].begin(), groups_of_[added].end(), g) != groups_of_[added].end())
          return true;
      }
    }
    return false;
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
  Literal write_one_action(const std::vector<std::pair<Literal, int>>& happening, Literal was_busy) {
    std::vector<Literal> all;
    for (const auto& [variable, action] : happening) all.push_back(variable);
    const Literal busy = clauses_.fresh();
    clauses_.add({-busy, was_busy});
    for (const Literal own : all) clauses_.add({-own, busy});
    all.push_back(-busy);
    clauses_.add(all);
    all.pop_back();
    clauses_.at_most_one(std::move(all));
    return busy;
  }

  void write_goal() {
    formulas_.clear();
    require(kYes, horizon_, task_.goal());
  }

  const Task& task_;
  const Steps steps_;
  Stop stop_ = Stop::none;
  std::unique_ptr<FirstLayers> first_;
  std::unique_ptr<StepsToGoal> left_;
  std::unique_ptr<Interference> interference_;
  std::vector<std::vector<int>> asked_;      // by action: the facts of its precondition
  std::vector<std::vector<int>> groups_of_;  // by fact
  // Of the horizon that is being written:
  int horizon_ = 0;
  std::vector<int> last_relevant_;
  Clauses clauses_;
  std::vector<std::vector<Literal>> facts_;                      // by layer, by fact; 0: does not matter
  std::vector<std::vector<std::pair<Literal, int>>> happening_;  // by layer: variable and action
  std::unordered_map<Formula, Literal> formulas_;                // at the layer
  std::vector<std::vector<Literal>> adders_, deleters_;          // by fact
  std::vector<Literal> variable_;                                // by action
};

}  // namespace ludoplan::planning
