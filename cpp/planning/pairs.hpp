// Which facts can be true together: h^2, on pairs of literals, from the initial state on.
//
// A pair is reached if an action makes both, or makes one and leaves the other, and all pairs of what the
// action needs are reached. What is never reached that way never comes to be, so that actions that need it
// can go. Of a condition only the literals that it is a conjunction of are looked at, and nothing is said of
// derived facts: where little is known, more pairs are reached.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "planning/model.hpp"

namespace ludoplan::planning {

class Pairs {
 public:
  Pairs(const GroundModel& model, Patience& patience) : model_(model), patience_(patience) {
    number_literals();
    words_ = (static_cast<std::size_t>(literals_) + 63) / 64;
    if (literals_ > kMostLiterals) return;
    patience.need(words_ * 8 * static_cast<std::size_t>(literals_));
    together_.assign(words_ * static_cast<std::size_t>(literals_), 0);
    if (collect()) run();
  }

  // False where it would have taken too long; then nothing is known.
  bool is_complete() const { return is_complete_; }

  // Marks actions that are never possible, and effects, if they are to be looked at; whether there are any.
  bool trim(GroundModel& model, bool trims_effects) const {
    bool is_changed = false;
    std::vector<int> needed;
    for (GroundAction& action : model.actions) {
      needed.clear();
      conjuncts(action.precondition, needed);
      if (!may_hold(needed)) {
        action.precondition = kFalse;
        is_changed = true;
        continue;
      }
      if (!trims_effects) continue;
      const std::size_t shared = needed.size();
      for (GroundEffect& effect : action.effects) {
        needed.resize(shared);
        conjuncts(effect.condition, needed);
        if (may_hold(needed)) continue;
        effect.condition = kFalse;
        is_changed = true;
      }
    }
    return is_changed;
  }

 private:
  static constexpr int kMostLiterals = 12'000;
  static constexpr std::size_t kMostWork = 300'000'000;  // words looked at
  static constexpr std::size_t kMostEffects = 64;        // of an action, beyond which all may happen at once

  // An effect, with its action's precondition and what the action does in any case.
  struct Operator {
    std::vector<int> needs, makes, breaks;
  };

  std::uint64_t* row(int literal) { return together_.data() + words_ * static_cast<std::size_t>(literal); }
  const std::uint64_t* row(int literal) const { return const_cast<Pairs*>(this)->row(literal); }
  static bool has(const std::uint64_t* bits, int literal) {
    return (bits[literal >> 6] >> (literal & 63) & 1) != 0;
  }
  static void set(std::uint64_t* bits, int literal) {
    bits[literal >> 6] |= std::uint64_t{1} << (literal & 63);
  }

  // A fact's being false is a literal where something asks for it.
  void number_literals() {
    literals_ = model_.facts();
    not_.assign(static_cast<std::size_t>(model_.facts()), -1);
    const Formulas& formulas = model_.formulas;
    for (Formula f = 0; f < formulas.size(); ++f) {
      const auto& node = formulas[f];
      if (node.kind == Formulas::Kind::fact && !node.positive && model_.is_derived[node.symbol] == 0)
        not_[node.symbol] = literals_++;
    }
  }

  void conjuncts(Formula f, std::vector<int>& found) const {
    model_.formulas.each_conjunct(f, [&](Formula part) {
      const auto& node = model_.formulas[part];
      if (node.kind != Formulas::Kind::fact || model_.is_derived[node.symbol] != 0) return;
      found.push_back(node.positive ? node.symbol : not_[node.symbol]);
    });
  }

  bool may_hold(const std::vector<int>& literals) const {
    for (std::size_t i = 0; i < literals.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        if (!has(row(literals[i]), literals[j])) return false;
      }
    }
    return true;
  }

  // False where there is too much.
  bool collect() {
    std::vector<int> needs;
    for (const GroundAction& action : model_.actions) {
      patience_.look();
      if (action.effects.size() > kMostEffects) return false;
      needs.clear();
      conjuncts(action.precondition, needs);
      const auto first = operators_.size();
      const bool has_sure = !action.effects.empty() && action.effects[0].condition == kTrue;
      for (const GroundEffect& effect : action.effects) {
        Operator made{needs, {}, {}};
        conjuncts(effect.condition, made.needs);
        // What the action does in any case comes first.
        std::vector<const GroundEffect*> parts{&effect};
        if (has_sure && &effect != &action.effects[0]) parts.push_back(&action.effects[0]);
        std::vector<int> adds;
        for (const GroundEffect* part : parts) adds.insert(adds.end(), part->adds.begin(), part->adds.end());
        for (const int fact : adds) {
          made.makes.push_back(fact);
          if (not_[fact] >= 0) made.breaks.push_back(not_[fact]);
        }
        for (const GroundEffect* part : parts) {
          for (const int fact : part->deletes) {
            if (contains(adds, fact)) continue;
            made.breaks.push_back(fact);
            if (not_[fact] >= 0) made.makes.push_back(not_[fact]);
          }
        }
        operators_.push_back(std::move(made));
      }
      // Two effects under conditions may happen at once.
      for (std::size_t i = first + has_sure; i < operators_.size(); ++i) {
        for (std::size_t j = first + has_sure; j < i; ++j) beside_.emplace_back(i, j);
      }
      if (beside_.size() > kMostWork / 1000) return false;
    }
    users_.resize(static_cast<std::size_t>(literals_));
    for (std::size_t o = 0; o < operators_.size(); ++o) {
      for (const int literal : operators_[o].needs) users_[literal].push_back(o);
      if (operators_[o].needs.empty()) always_.push_back(o);
    }
    return true;
  }

  void run() {
    is_waiting_.assign(operators_.size(), 0);
    is_met_.assign(operators_.size(), 0);
    std::vector<int> initial;
    for (int fact = 0; fact < model_.facts(); ++fact) {
      if (model_.is_derived[fact] != 0) continue;
      if (model_.initial[fact] != 0) initial.push_back(fact);
      if (model_.initial[fact] == 0 && not_[fact] >= 0) initial.push_back(not_[fact]);
    }
    std::vector<std::uint64_t> all(words_, 0);
    for (const int literal : initial) set(all.data(), literal);
    for (const int literal : initial) reach(literal, all.data());
    for (std::size_t o = 0; o < operators_.size(); ++o) wait(o);
    for (;;) {
      while (!waiting_.empty()) {
        patience_.look();
        if (work_ > kMostWork) return;
        const std::size_t o = waiting_.front();
        waiting_.pop_front();
        is_waiting_[o] = 0;
        apply(o);
      }
      for (const auto& [left, right] : beside_) {
        patience_.look();
        make_both(left, right);
      }
      if (waiting_.empty()) break;
    }
    is_complete_ = true;
  }

  void wait(std::size_t o) {
    if (is_waiting_[o] != 0) return;
    is_waiting_[o] = 1;
    waiting_.push_back(o);
  }

  // The literal can be true together with each of these.
  void reach(int literal, const std::uint64_t* others) {
    std::uint64_t* mine = row(literal);
    const bool was_reached = has(mine, literal);
    bool is_changed = false;
    work_ += words_;
    for (std::size_t w = 0; w < words_; ++w) {
      std::uint64_t fresh = others[w] & ~mine[w];
      if (fresh == 0) continue;
      is_changed = true;
      mine[w] |= fresh;
      for (; fresh != 0; fresh &= fresh - 1) {
        const int other = static_cast<int>(w) * 64 + std::countr_zero(fresh);
        if (other == literal) continue;
        set(row(other), literal);
        wake(other);
      }
    }
    if (is_changed) wake(literal);
    if (!was_reached) {
      for (const std::size_t o : always_) wait(o);
    }
  }
  void wake(int literal) {
    for (const std::size_t o : users_[literal]) wait(o);
    work_ += users_[literal].size();
  }

  void apply(std::size_t o) {
    const Operator& each = operators_[o];
    if (is_met_[o] == 0 && !may_hold(each.needs)) return;
    is_met_[o] = 1;
    left_.assign(words_, 0);
    work_ += words_ * (each.needs.size() + 2);
    if (each.needs.empty()) {
      for (int literal = 0; literal < literals_; ++literal) {
        if (has(row(literal), literal)) set(left_.data(), literal);
      }
    } else {
      left_.assign(row(each.needs[0]), row(each.needs[0]) + words_);
      for (const int need : each.needs) {
        for (std::size_t w = 0; w < words_; ++w) left_[w] &= row(need)[w];
      }
    }
    for (const int literal : each.breaks) left_[literal >> 6] &= ~(std::uint64_t{1} << (literal & 63));
    for (const int literal : each.makes) set(left_.data(), literal);
    for (const int literal : each.makes) reach(literal, left_.data());
  }

  void make_both(std::size_t left, std::size_t right) {
    if (is_met_[left] == 0 || is_met_[right] == 0) return;
    for (const int one : operators_[left].needs) {
      for (const int other : operators_[right].needs) {
        if (!has(row(one), other)) return;
      }
    }
    left_.assign(words_, 0);
    for (const int literal : operators_[right].makes) set(left_.data(), literal);
    for (const int literal : operators_[left].makes) reach(literal, left_.data());
  }

  const GroundModel& model_;
  Patience& patience_;
  int literals_ = 0;
  std::size_t words_ = 0;
  std::vector<int> not_;  // by fact: the literal of its being false, or -1
  std::vector<std::uint64_t>
      together_;  // by literal: those that it can be true with; itself, if it can be true
  std::vector<Operator> operators_;
  std::vector<std::pair<std::size_t, std::size_t>> beside_;
  std::vector<std::vector<std::size_t>> users_;
  std::vector<std::size_t> always_;  // operators without needs
  std::vector<char> is_waiting_, is_met_;
  std::deque<std::size_t> waiting_;
  std::vector<std::uint64_t> left_;
  std::size_t work_ = 0;
  bool is_complete_ = false;
};

}  // namespace ludoplan::planning
