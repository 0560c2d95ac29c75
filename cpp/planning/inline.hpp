// Derived facts written out, for those who cannot derive: where no derived fact depends on itself, each is
// put in as the formula that it stands for. Formulas are shared, so that this is never longer than the
// axioms.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "planning/model.hpp"

namespace ludoplan::planning {

class Inliner {
 public:
  Inliner(GroundModel& model, Patience& patience) : model_(model), patience_(patience) {
    bodies_.resize(model.facts());
    state_.assign(model.facts(), State::unknown);
    meaning_.assign(model.facts(), kFalse);
    for (const GroundAxiom& axiom : model.axioms) bodies_[axiom.head].push_back(axiom.body);
  }

  // False, and nothing is changed, if some derived fact depends on itself.
  bool run() {
    for (const GroundAxiom& axiom : model_.axioms) {
      if (!derive(axiom.head, 0)) return false;
    }
    for (GroundAction& action : model_.actions) {
      action.precondition = written(action.precondition, true);
      for (GroundEffect& effect : action.effects) effect.condition = written(effect.condition, true);
      for (CostTerm& term : action.cost_terms) term.condition = written(term.condition, true);
    }
    model_.goal = written(model_.goal, true);
    model_.axioms.clear();
    std::ranges::fill(model_.is_derived, 0);
    return true;
  }

 private:
  enum class State : char { unknown, open, known };
  static constexpr int kDeepest = 20'000;

  bool derive(int fact, int depth) {
    if (state_[fact] == State::known) return true;
    if (state_[fact] == State::open || depth > kDeepest) return false;
    patience_.look();
    state_[fact] = State::open;
    std::vector<int> ways;
    for (const Formula body : bodies_[fact]) {
      if (!derive_all(body, depth + 1)) return false;
      ways.push_back(written(body, true));
    }
    meaning_[fact] = model_.formulas.any(std::move(ways));
    state_[fact] = State::known;
    return true;
  }
  // All derived facts of a formula.
  bool derive_all(Formula f, int depth) {
    const auto node = model_.formulas[f];
    if (node.kind == Formulas::Kind::fact)
      return model_.is_derived[node.symbol] == 0 || derive(node.symbol, depth);
    if (!model_.formulas.has_parts(f)) return true;
    for (int i = 0; i < node.count; ++i) {
      if (!derive_all(model_.formulas.parts(f)[i], depth + 1)) return false;
    }
    return true;
  }

  // The formula, or its opposite, without derived facts.
  Formula written(Formula f, bool positive) {
    std::vector<Formula>& known = known_[positive ? 1 : 0];
    if (f < static_cast<int>(known.size()) && known[f] >= 0) return known[f];
    const Formula made = write(f, positive);
    if (f >= static_cast<int>(known.size())) known.resize(f + 1, -1);
    return known[f] = made;
  }
  Formula write(Formula f, bool positive) {
    Formulas& formulas = model_.formulas;
    const auto node = formulas[f];
    switch (node.kind) {
      case Formulas::Kind::always:
        return positive ? kTrue : kFalse;
      case Formulas::Kind::never:
        return positive ? kFalse : kTrue;
      case Formulas::Kind::fact:
        if (model_.is_derived[node.symbol] == 0) return formulas.fact(node.symbol, node.positive == positive);
        return written(meaning_[node.symbol], node.positive == positive);
      case Formulas::Kind::compare:
        return formulas.comparison(static_cast<Compare>(node.symbol), formulas.parts(f)[0],
                                   formulas.parts(f)[1], node.positive == positive);
      default: {
        const std::vector<int> old(formulas.parts(f), formulas.parts(f) + node.count);
        std::vector<int> parts;
        for (const int part : old) parts.push_back(written(part, positive));
        // Not n of them: so many of the opposites that fewer than n are left.
        const int needed = formulas.needed(f);
        return formulas.at_least(positive ? needed : node.count - needed + 1, std::move(parts));
      }
    }
  }

  GroundModel& model_;
  Patience& patience_;
  std::vector<std::vector<Formula>> bodies_;
  std::vector<State> state_;
  std::vector<Formula> meaning_;   // by derived fact
  std::vector<Formula> known_[2];  // by formula: its opposite, and itself
};

}  // namespace ludoplan::planning
