// A ground planning task laid out for search: a transition system for the kernels.
//
// A state is a row of words: one bit for every fact, first those that change freely, then those of mutex
// groups (of which at most one is true at a time), then derived ones; after them the numeric variables as
// doubles. The packed form stores a group as one number and leaves derived facts out.
#pragma once

#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "planning/model.hpp"
#include "planning/simplify.hpp"
#include "search/packer.hpp"

namespace ludoplan::planning {

struct State {
  std::vector<Word> words;

  bool operator[](int fact) const { return (words[fact >> 5] >> (fact & 31) & 1) != 0; }
  void set(int fact) { words[fact >> 5] |= Word{1} << (fact & 31); }
  void clear(int fact) { words[fact >> 5] &= ~(Word{1} << (fact & 31)); }
};

// A conjunction: facts that must be true, facts that must be false, and whatever else as a formula.
struct Guard {
  std::vector<int> yes;
  std::vector<int> no;
  Formula rest = kTrue;

  bool is_always() const { return yes.empty() && no.empty() && rest == kTrue; }
};

// Calls visit(fact, positive) for every literal of a formula, or of a guard. What formulas share, such as
// derived facts that are written out, is looked at once.
template <class Visit>
void each_literal(const Formulas& formulas, Formula f, Visit&& visit, std::set<Formula>& seen) {
  const auto& node = formulas[f];
  if (node.kind == Formulas::Kind::fact) visit(node.symbol, node.positive);
  if (!formulas.has_parts(f) || !seen.insert(f).second) return;
  for (int i = 0; i < node.count; ++i) each_literal(formulas, formulas.parts(f)[i], visit, seen);
}
template <class Visit>
void each_literal(const Formulas& formulas, Formula f, Visit&& visit) {
  std::set<Formula> seen;
  each_literal(formulas, f, visit, seen);
}
template <class Visit>
void each_literal(const Formulas& formulas, const Guard& guard, Visit&& visit) {
  for (const int fact : guard.yes) visit(fact, true);
  for (const int fact : guard.no) visit(fact, false);
  each_literal(formulas, guard.rest, visit);
}

using Effect = EffectUnder<Guard>;
using Action = ActionUnder<Guard, Cost>;

// Whether two guards never hold together; are_apart(fact, other) says so of facts.
template <class AreApart>
bool contradict(const Guard& one, const Guard& other, AreApart&& are_apart) {
  return std::ranges::any_of(one.yes,
                             [&](int fact) {
                               return contains(other.no, fact) ||
                                      std::ranges::any_of(
                                          other.yes, [&](int second) { return are_apart(fact, second); });
                             }) ||
         std::ranges::any_of(one.no, [&](int fact) { return contains(other.yes, fact); });
}

class Task {
 public:
  // `groups` are disjoint sets of facts of the model, of each of which at most one is ever true; `invariants`
  // are all such sets that are known.
  Task(const GroundModel& model, const std::vector<std::vector<int>>& groups,
       std::vector<std::vector<int>> invariants, Patience& patience)
      : invariants_(std::move(invariants)) {
    lay_out(model, groups, patience);
    if (model_.is_unsure) problem_ = kTooClose;
    find_scale();
    for (const GroundAction& ground : model_.actions) {
      patience.look();
      Action action{ground.schema,       ground.row,       guard(ground.precondition), {},
                    scaled(ground.cost), ground.cost_terms};
      for (const GroundEffect& effect : ground.effects) {
        action.effects.push_back({guard(effect.condition), effect.adds, effect.deletes, effect.changes});
      }
      if (action.cost < 0) problem_ = kLowers;
      actions_.push_back(std::move(action));
    }
    std::vector<GroundAction>().swap(model_.actions);
    goal_ = guard(model_.goal);
    order_axioms();
    make_watches(patience);
  }

  const GroundModel& model() const { return model_; }
  const std::vector<Action>& actions() const { return actions_; }
  const Guard& goal() const { return goal_; }
  int facts() const { return model_.facts(); }
  int groups() const { return static_cast<int>(groups_.size()); }
  // Sets of facts of each of which at most one is true at a time; they may overlap.
  const std::vector<std::vector<int>>& invariants() const { return invariants_; }
  // The numbers of those that a fact is in, in ascending order.
  const std::vector<int>& invariants_of(int fact) const { return invariants_of_[fact]; }
  // Whether two different facts are in one of them.
  bool are_mutex(int fact, int other) const {
    const std::vector<int>& known = invariants_of_[other];
    return fact != other && std::ranges::any_of(invariants_of_[fact], [&](int number) {
             return std::binary_search(known.begin(), known.end(), number);
           });
  }
  // The group of a fact, or -1.
  int group_of(int fact) const { return group_of_[fact]; }
  template <class Visit>
  void for_each_in_group(int group, Visit&& visit) const {
    for (int i = 0; i < groups_[group].count; ++i) visit(groups_[group].first + i);
  }
  // Whether no state has both facts.
  bool are_exclusive(int fact, int other) const {
    return fact != other && group_of_[fact] >= 0 && group_of_[fact] == group_of_[other];
  }
  // Axioms by layers: those of a layer need none of later ones.
  const std::vector<std::vector<GroundAxiom>>& axiom_layers() const { return layers_; }
  // What a part of an action's cost comes to that is a number.
  Cost cost_of(const CostTerm& term) const { return scaled(fixed(term)); }
  // Costs are whole numbers here: the true ones times this.
  Cost cost_scale() const { return scale_; }
  // Why the task cannot be searched, or empty. May turn up while searching, too.
  const std::string& problem() const { return problem_; }

  std::size_t packed_words() const { return bit_words_ + number_bytes() / sizeof(Word); }

  State initial() const {
    State state;
    state.words.assign(state_words_, 0);
    for (int fact = 0; fact < first_derived_; ++fact) {
      if (model_.initial[fact]) state.set(fact);
    }
    for (int v = 0; v < model_.variables(); ++v) set_number(state, v, model_.initial_value[v]);
    derive(state);
    return state;
  }

  void pack(const State& state, Word* out) const {
    const int whole = free_facts_ >> 5;
    out[0] = 0;
    std::memcpy(out, state.words.data(), whole * sizeof(Word));
    BitWriter writer(out + whole);
    if (const int rest = free_facts_ & 31; rest != 0) {
      writer.put(state.words[whole] & ((Word{1} << rest) - 1), static_cast<unsigned>(rest));
    }
    for (const Group& group : groups_) {
      const int fact = first_true(state, group.first, group.first + group.count);
      writer.put(fact < 0 ? 0 : static_cast<std::uint64_t>(fact - group.first + 1), group.bits);
    }
    writer.finish();
    std::memcpy(out + bit_words_, state.words.data() + first_number_, number_bytes());
  }

  void unpack(const Word* in, State& state) const {
    state.words.assign(state_words_, 0);
    const int whole = free_facts_ >> 5;
    std::memcpy(state.words.data(), in, whole * sizeof(Word));
    BitReader reader(in + whole);
    if (const int rest = free_facts_ & 31; rest != 0) {
      state.words[whole] = static_cast<Word>(reader.take(static_cast<unsigned>(rest)));
    }
    for (const Group& group : groups_) {
      const auto value = static_cast<int>(reader.take(group.bits));
      if (value != 0) state.set(group.first + value - 1);
    }
    std::memcpy(state.words.data() + first_number_, in + bit_words_, number_bytes());
    derive(state);
  }

  bool is_goal(const State& state) const { return holds(goal_, state); }

  bool holds(const Guard& guard, const State& state) const {
    for (const int fact : guard.yes) {
      if (!state[fact]) return false;
    }
    for (const int fact : guard.no) {
      if (state[fact]) return false;
    }
    return guard.rest == kTrue || holds(guard.rest, state);
  }

  bool holds(Formula f, const State& state) const {
    const auto& node = model_.formulas[f];
    const int* parts = model_.formulas.parts(f);
    switch (node.kind) {
      case Formulas::Kind::always:
        return true;
      case Formulas::Kind::never:
        return false;
      case Formulas::Kind::fact:
        return state[node.symbol] == node.positive;
      case Formulas::Kind::compare:
        return compare(static_cast<Compare>(node.symbol), parts, state) == node.positive;
      case Formulas::Kind::all:
        for (int i = 0; i < node.count; ++i) {
          if (!holds(parts[i], state)) return false;
        }
        return true;
      case Formulas::Kind::any:
        for (int i = 0; i < node.count; ++i) {
          if (holds(parts[i], state)) return true;
        }
        return false;
      case Formulas::Kind::at_least:
        return lacking(f, state) == 0;
    }
    return false;
  }

  // Of a formula that asks for so many parts: how many too few hold. Of others: 1 if it does not hold.
  int lacking(Formula f, const State& state) const {
    const auto& node = model_.formulas[f];
    if (node.kind != Formulas::Kind::at_least) return !holds(f, state);
    int missing = model_.formulas.needed(f);
    for (int i = 0; i < node.count && missing > 0; ++i) {
      missing -= holds(model_.formulas.parts(f)[i], state);
    }
    return missing;
  }

  // Calls visit(fact) for every true fact, in ascending order.
  template <class Visit>
  void for_each_true(const State& state, Visit&& visit) const {
    for_each_bit([&](std::size_t w) { return state.words[w]; }, visit);
  }

  // The same for those that another state does not have.
  template <class Visit>
  void for_each_new(const State& before, const State& after, Visit&& visit) const {
    for_each_bit([&](std::size_t w) { return after.words[w] & ~before.words[w]; }, visit);
  }

  // How many parts of the goal, taken as a conjunction, do not hold.
  int unmet_goals(const State& state) const {
    int unmet = 0;
    for (const int fact : goal_.yes) unmet += !state[fact];
    for (const int fact : goal_.no) unmet += state[fact];
    model_.formulas.each_conjunct(goal_.rest, [&](Formula part) { unmet += lacking(part, state); });
    return unmet;
  }

  double number(const State& state, int variable) const {
    double value;
    std::memcpy(&value, &state.words[first_number_ + 2 * static_cast<std::size_t>(variable)], sizeof value);
    return value;
  }

  bool compare(Compare op, const Expression* sides, const State& state) const {
    bool is_unsure = false;
    const bool holds = planning::compare(op, value(sides[0], state), value(sides[1], state), is_unsure);
    if (is_unsure) problem_ = kTooClose;
    return holds;
  }

  double value(Expression e, const State& state) const {
    return model_.expressions.value(e, [&](int variable) { return number(state, variable); });
  }

  // Calls visit(action) for every action whose precondition holds.
  template <class Visit>
  void for_each_applicable(const State& state, Visit&& visit) const {
    any_applicable(state, [&](int action) {
      visit(action);
      return false;
    });
  }
  // The same until it returns true, which is returned.
  template <class Visit>
  bool any_applicable(const State& state, Visit&& visit) const {
    for (const int a : unwatched_) {
      if (holds(actions_[a].precondition, state) && visit(a)) return true;
    }
    for (std::size_t w = 0; w < watch_mask_.size(); ++w) {
      for (Word bits = state.words[w] & watch_mask_[w]; bits != 0; bits &= bits - 1) {
        const std::size_t fact = w * 32 + static_cast<std::size_t>(std::countr_zero(bits));
        for (std::size_t at = first_watch_[fact]; at < first_watch_[fact + 1];) {
          const int word = watches_[at];
          if (word >= 0) {
            at = state[word >> 1] == ((word & 1) != 0) ? at + 2 : static_cast<std::size_t>(watches_[at + 1]);
          } else {
            ++at;
            if (holds(actions_[~word].precondition.rest, state) && visit(~word)) return true;
          }
        }
      }
    }
    return false;
  }

  // The state after an action whose precondition holds, and the action's cost. False where an effect has no
  // value.
  bool apply(int number, const State& state, State& next, Cost& cost) const {
    const Action& action = actions_[number];
    next.words = state.words;
    if (action.effects.size() == 1 && action.effects[0].condition.is_always()) {
      const Effect& effect = action.effects[0];
      for (const int fact : effect.deletes) next.clear(fact);
      for (const int fact : effect.adds) next.set(fact);
      if (!effect.changes.empty() && !change(action.effects, state, next)) return false;
    } else {
      bool has_changes = false;
      for (const Effect& effect : action.effects) {
        if (effect.deletes.empty() && effect.changes.empty()) continue;
        if (!holds(effect.condition, state)) continue;
        has_changes |= !effect.changes.empty();
        for (const int fact : effect.deletes) next.clear(fact);
      }
      for (const Effect& effect : action.effects) {
        if (effect.adds.empty() || !holds(effect.condition, state)) continue;
        for (const int fact : effect.adds) next.set(fact);
      }
      if (has_changes && !change(action.effects, state, next)) return false;
    }
    cost = action.cost;
    if (!action.cost_terms.empty() && !add_terms(action, state, cost)) return false;
    derive(next);
    return true;
  }

  template <class Emit>
  void for_each_successor(const State& state, Emit&& emit) const {
    State next;
    for_each_applicable(state, [&](int action) {
      Cost cost;
      if (apply(action, state, next, cost)) emit(static_cast<Move>(action), next, cost);
    });
  }

 private:
  static constexpr const char* kLowers = "an action lowers the metric";
  static constexpr const char* kTooClose = "its numbers are too large or too close to be told apart";
  static constexpr const char* kTooLarge = "the actions' costs are too large or have too many digits";

  struct Group {
    int first;
    int count;
    unsigned bits;
  };

  std::size_t number_bytes() const { return sizeof(double) * static_cast<std::size_t>(model_.variables()); }

  template <class WordAt, class Visit>
  void for_each_bit(WordAt&& word_at, Visit&& visit) const {
    for (std::size_t w = 0; w < first_number_; ++w) {
      for (Word bits = word_at(w); bits != 0; bits &= bits - 1) {
        visit(static_cast<int>(w) * 32 + std::countr_zero(bits));
      }
    }
  }

  static int first_true(const State& state, int begin, int end) {
    for (int fact = begin; fact < end;) {
      const Word bits = state.words[fact >> 5] >> (fact & 31);
      if (bits != 0) {
        fact += std::countr_zero(bits);
        return fact < end ? fact : -1;
      }
      fact = (fact | 31) + 1;
    }
    return -1;
  }

  void lay_out(const GroundModel& model, const std::vector<std::vector<int>>& groups, Patience& patience) {
    std::vector<int> place(model.facts(), -1);
    std::vector<char> is_grouped(model.facts(), 0);
    for (const auto& group : groups) {
      for (const int fact : group) is_grouped[fact] = 1;
    }
    int next = 0;
    for (int fact = 0; fact < model.facts(); ++fact) {
      if (!is_grouped[fact] && !model.is_derived[fact]) place[fact] = next++;
    }
    free_facts_ = next;
    std::size_t bits = static_cast<std::size_t>(free_facts_);
    for (const auto& group : groups) {
      const auto width = static_cast<unsigned>(std::bit_width(group.size()));
      groups_.push_back({next, static_cast<int>(group.size()), width});
      bits += width;
      for (const int fact : group) place[fact] = next++;
    }
    first_derived_ = next;
    for (int fact = 0; fact < model.facts(); ++fact) {
      if (model.is_derived[fact]) place[fact] = next++;
    }
    for (auto& group : invariants_) {
      for (int& fact : group) fact = place[fact];
    }
    std::vector<int> variables(model.variables());
    std::iota(variables.begin(), variables.end(), 0);
    model_ = Rebuild(model, std::move(place), std::move(variables))
                 .run(patience, [](int) { return true; }, [](const GroundEffect&) { return true; });
    first_number_ = static_cast<std::size_t>(model_.facts() + 31) / 32;
    // At least one word, so that there is always something to copy.
    state_words_ = std::max<std::size_t>(1, first_number_ + 2 * static_cast<std::size_t>(model_.variables()));
    bit_words_ = std::max<std::size_t>(1, (bits + 31) / 32);
    invariants_of_.resize(model_.facts());
    for (std::size_t i = 0; i < invariants_.size(); ++i) {
      for (const int fact : invariants_[i]) invariants_of_[fact].push_back(static_cast<int>(i));
    }
    group_of_.assign(model_.facts(), -1);
    for (int g = 0; g < static_cast<int>(groups_.size()); ++g) {
      for (int i = 0; i < groups_[g].count; ++i) group_of_[groups_[g].first + i] = g;
    }
  }

  // The least factor that makes all costs whole that are known beforehand.
  void find_scale() {
    Wide scale = 1;
    const auto include = [&](const Exact& cost) {
      if (scale == 0 || !cost.is_known()) {
        scale = 0;
        return;
      }
      scale = scale / std::gcd(static_cast<Cost>(scale), cost.denominator) * cost.denominator;
      if (scale > kMostCost) scale = 0;
    };
    for (const GroundAction& action : model_.actions) {
      include(action.cost);
      for (const CostTerm& term : action.cost_terms) {
        if (model_.expressions.is_number(term.expression)) include(fixed(term));
      }
    }
    scale_ = scale == 0 ? 1 : static_cast<Cost>(scale);
    if (scale == 0) problem_ = kTooLarge;
  }
  const Exact& fixed(const CostTerm& term) const { return model_.expressions[term.expression].number.exact; }

  // The cost in whole units.
  Cost scaled(const Exact& cost) const {
    const Wide found = cost.is_known() ? Wide{cost.numerator} * (scale_ / cost.denominator) : 0;
    if (found <= kMostCost && found >= -kMostCost) return static_cast<Cost>(found);
    problem_ = kTooLarge;
    return 0;
  }

  // Adds what depends on the state to the cost of an action; false where that cannot be done exactly.
  bool add_terms(const Action& action, const State& state, Cost& cost) const {
    constexpr double kMostRounded = 1e8;
    Wide sum = cost;
    for (const CostTerm& term : action.cost_terms) {
      if (!holds(term.condition, state)) continue;
      if (model_.expressions.is_number(term.expression)) {
        sum += scaled(fixed(term));
        continue;
      }
      const double more = value(term.expression, state) * static_cast<double>(scale_);
      if (!(std::fabs(more - std::round(more)) <= 1e-6 && std::fabs(more) <= kMostRounded)) {
        problem_ = "an action's cost has too many digits";
        return false;
      }
      sum += std::llround(more);
    }
    cost = static_cast<Cost>(std::min(sum, Wide{kMostCost}));
    if (sum >= 0 && sum <= kMostCost) return true;
    problem_ = sum < 0 ? kLowers : kTooLarge;
    return false;
  }

  Guard guard(Formula f) const {
    Guard found;
    std::vector<int> rest;
    model_.formulas.each_conjunct(f, [&](Formula part) {
      const auto& node = model_.formulas[part];
      if (node.kind == Formulas::Kind::fact) {
        (node.positive ? found.yes : found.no).push_back(node.symbol);
      } else {
        rest.push_back(part);
      }
    });
    // The model is complete, so the conjunction of the rest may be a node that it does not have yet.
    if (!rest.empty()) found.rest = const_cast<Formulas&>(model_.formulas).all(std::move(rest));
    return found;
  }

  // Each action waits for one of its facts: one of a large mutex group if it has such, else the rarest. Those
  // that wait for the same one share tests of the others.
  void make_watches(Patience& patience) {
    std::vector<int> uses(model_.facts(), 0);
    for (const Action& action : actions_) {
      for (const int fact : action.precondition.yes) ++uses[fact];
    }
    std::vector<std::vector<int>> watching(model_.facts());
    const auto weight = [&](int fact) {
      const int size = group_of_[fact] < 0 ? 1 : groups_[group_of_[fact]].count;
      return static_cast<double>(uses[fact]) / size;
    };
    for (int a = 0; a < static_cast<int>(actions_.size()); ++a) {
      const auto& facts = actions_[a].precondition.yes;
      if (facts.empty()) {
        unwatched_.push_back(a);
        continue;
      }
      watching[*std::min_element(facts.begin(), facts.end(), [&](int left, int right) {
        return weight(left) < weight(right);
      })].push_back(a);
    }
    watch_mask_.assign(first_number_, 0);
    std::vector<std::vector<int>> asked;
    for (int fact = 0; fact < model_.facts(); ++fact) {
      patience.look();
      first_watch_.push_back(watches_.size());
      asked.clear();
      for (const int a : watching[fact]) {
        auto& literals = asked.emplace_back();
        for (const int yes : actions_[a].precondition.yes) {
          if (yes != fact) literals.push_back(2 * yes + 1);
        }
        for (const int no : actions_[a].precondition.no) literals.push_back(2 * no);
      }
      add_tests(watching[fact], asked, 0, asked.size());
      if (!watching[fact].empty()) watch_mask_[fact >> 5] |= Word{1} << (fact & 31);
    }
    first_watch_.push_back(watches_.size());
  }
  // Actions in their order, with what they ask for. What most of those ask for that come next is tested once.
  void add_tests(const std::vector<int>& actions, std::vector<std::vector<int>>& asked, std::size_t begin,
                 std::size_t end) {
    while (begin < end) {
      std::size_t longest = begin + 1;
      int shared = -1;
      for (const int literal : asked[begin]) {
        std::size_t to = begin + 1;
        while (to < end && contains(asked[to], literal)) ++to;
        if (shared >= 0 && to <= longest) continue;
        longest = to;
        shared = literal;
      }
      if (shared < 0) {
        watches_.push_back(~actions[begin++]);
        continue;
      }
      for (std::size_t i = begin; i < longest; ++i) std::erase(asked[i], shared);
      const std::size_t test = watches_.size();
      watches_.insert(watches_.end(), {shared, 0});
      add_tests(actions, asked, begin, longest);
      watches_[test + 1] = static_cast<int>(watches_.size());
      begin = longest;
    }
  }

  // -- derived facts

  void order_axioms() {
    std::vector<int> layer(model_.facts(), 0);
    int last = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (const GroundAxiom& axiom : model_.axioms) {
        const int needed = layer_of(axiom.body, layer);
        if (needed > layer[axiom.head]) {
          layer[axiom.head] = needed;
          last = std::max(last, needed);
          changed = true;
        }
      }
    }
    layers_.resize(last + 1);
    for (const GroundAxiom& axiom : model_.axioms) layers_[layer[axiom.head]].push_back(axiom);
  }
  int layer_of(Formula f, const std::vector<int>& layer) const {
    const auto& node = model_.formulas[f];
    if (node.kind == Formulas::Kind::fact) {
      if (!model_.is_derived[node.symbol]) return 0;
      return layer[node.symbol] + !node.positive;
    }
    if (!model_.formulas.has_parts(f)) return 0;
    int most = 0;
    for (int i = 0; i < node.count; ++i) most = std::max(most, layer_of(model_.formulas.parts(f)[i], layer));
    return most;
  }

  void derive(State& state) const {
    if (first_derived_ == model_.facts()) return;
    for (int fact = first_derived_; fact < model_.facts(); ++fact) state.clear(fact);
    for (const auto& layer : layers_) {
      for (bool changed = true; changed;) {
        changed = false;
        for (const GroundAxiom& axiom : layer) {
          if (state[axiom.head] || !holds(axiom.body, state)) continue;
          state.set(axiom.head);
          changed = true;
        }
      }
    }
  }

  // -- numbers

  void set_number(State& state, int variable, double value) const {
    // One bit pattern for each value, as states are compared by their bits.
    if (value == 0) value = 0;
    if (std::isnan(value)) value = kUndefined;
    if (std::fabs(value) > kMostWhole) problem_ = kTooClose;
    std::memcpy(&state.words[first_number_ + 2 * static_cast<std::size_t>(variable)], &value, sizeof value);
  }

  bool change(const std::vector<Effect>& effects, const State& state, State& next) const {
    struct Total {
      int variable;
      bool is_assigned;
      double value;
    };
    std::vector<Total> totals;
    for (const Effect& effect : effects) {
      if (effect.changes.empty() || !holds(effect.condition, state)) continue;
      for (const NumericEffect& made : effect.changes) {
        double amount = value(made.expression, state);
        const bool adds = planning::adds(made.kind);
        const double before = number(state, made.variable);
        if (made.kind == ChangeKind::decrease) amount = -amount;
        if (made.kind == ChangeKind::scale_up) amount = before * amount;
        if (made.kind == ChangeKind::scale_down) amount = calculate(Arithmetic::divide, before, amount);
        if (std::isnan(amount) || (adds && std::isnan(before))) return false;
        const auto known = std::find_if(totals.begin(), totals.end(),
                                        [&](const Total& total) { return total.variable == made.variable; });
        if (known == totals.end()) {
          totals.push_back({made.variable, !adds, amount});
        } else if (known->is_assigned != !adds || (!adds && known->value != amount)) {
          return false;  // changed in two ways at once
        } else if (adds) {
          known->value += amount;
        }
      }
    }
    for (const Total& total : totals) {
      set_number(next, total.variable,
                 total.is_assigned ? total.value : number(state, total.variable) + total.value);
    }
    return true;
  }
  GroundModel model_;
  std::vector<Action> actions_;
  Guard goal_;
  std::vector<Group> groups_;
  std::vector<std::vector<int>> invariants_, invariants_of_;
  std::vector<int> group_of_;
  std::vector<std::vector<GroundAxiom>> layers_;
  std::vector<int> unwatched_;
  // By fact, for where it is true: literals (2 * fact + is true), each followed by the place to go on at
  // where it does not hold, and ~action where all that it asks for holds.
  std::vector<int> watches_;
  std::vector<std::size_t> first_watch_;
  std::vector<Word> watch_mask_;
  int free_facts_ = 0;
  int first_derived_ = 0;
  std::size_t first_number_ = 0;
  std::size_t state_words_ = 0;
  std::size_t bit_words_ = 0;
  Cost scale_ = 1;
  mutable std::string problem_;
};

}  // namespace ludoplan::planning
