#include "planning/symbolic_task.hpp"

#include <algorithm>
#include <numeric>
#include <random>

namespace ludoplan::planning {
namespace {

// The steps are best found with variables side by side that actions look at or change together: of several
// orders that chance improves, the one with the least sum of squared distances is taken.
class VariableOrder {
 public:
  VariableOrder(std::size_t count, const std::vector<std::vector<int>>& beside)
      : beside_(beside), best_(count) {
    std::iota(best_.begin(), best_.end(), 0);
    std::vector<int> at = best_;
    double least = improve(at);
    best_ = at;
    for (int i = 1; i < kStarts; ++i) {
      std::shuffle(at.begin(), at.end(), random_);
      const double sum = improve(at);
      if (sum >= least) continue;
      least = sum;
      best_ = at;
    }
  }

  // The place of each variable.
  const std::vector<int>& places() const { return best_; }

 private:
  static constexpr int kStarts = 12;
  static constexpr std::size_t kSwaps = 40'000;
  static constexpr std::size_t kLooks = 1'000'000;  // at distances, from each start

  double sum_of(const std::vector<int>& at, std::size_t variable) const {
    double sum = 0;
    for (const int other : beside_[variable]) {
      const double distance = at[variable] - at[static_cast<std::size_t>(other)];
      sum += distance * distance;
    }
    return sum;
  }
  double improve(std::vector<int>& at) {
    const std::size_t count = at.size();
    std::size_t looks = 0;
    for (std::size_t i = 0; i < kSwaps && looks < kLooks && count > 1; ++i) {
      const std::size_t a = random_() % count, b = random_() % count;
      if (a == b) continue;
      looks += 2 * (beside_[a].size() + beside_[b].size());
      const double before = sum_of(at, a) + sum_of(at, b);
      std::swap(at[a], at[b]);
      if (sum_of(at, a) + sum_of(at, b) > before) std::swap(at[a], at[b]);
    }
    double sum = 0;
    for (std::size_t v = 0; v < count; ++v) sum += sum_of(at, v);
    return sum;
  }

  const std::vector<std::vector<int>>& beside_;
  std::vector<int> best_;
  std::mt19937 random_{1};
};

}  // namespace

bool SymbolicTask::suits(const Task& task) {
  if (task.model().variables() > 0) return false;
  return std::all_of(task.actions().begin(), task.actions().end(), [&](const Action& action) {
    return action.cost_terms.size() <= kMostTerms &&
           std::all_of(action.cost_terms.begin(), action.cost_terms.end(), [&](const CostTerm& term) {
             return task.model().expressions.is_number(term.expression);
           });
  });
}

SymbolicTask::SymbolicTask(const Task& task, std::size_t most_nodes, double joining,
                           std::function<bool()> is_stopped)
    : task_(task),
      variables_(variables_of(task)),
      places_(static_cast<std::size_t>(task.facts())),
      diagrams_(bits_in(variables_), most_nodes, std::move(is_stopped)),
      joining_(joining),
      is_one_(always_one(task, task.invariants())) {
  put_in_order();
}

void SymbolicTask::work() {
  const auto go_on = [&](std::size_t count, Stage next) {
    if (++next_ < count) return;
    next_ = 0;
    stage_ = next;
  };
  switch (stage_) {
    case Stage::derived:
      derive();
      stage_ = Stage::known;
      break;
    case Stage::known:
      find_known(next_);
      go_on(variables_.size() + task_.invariants().size(), Stage::ends);
      break;
    case Stage::ends: {
      initial_ = cube_of(bits_of(task_.initial()));
      Diagram goal = of(task_.goal());
      for (const Diagram& each : known_) goal = diagrams_.both(goal, each);
      goal_ = std::move(goal);
      stage_ = Stage::steps;
      break;
    }
    case Stage::steps:
      if (next_ < task_.actions().size()) add_step(task_.actions()[next_]);
      go_on(task_.actions().size(), Stage::joining);
      if (stage_ == Stage::joining) sort_steps();
      break;
    case Stage::joining:
      join_next();
      break;
    case Stage::ready:
      break;
  }
}

// -- bits

std::vector<SymbolicTask::Variable> SymbolicTask::variables_of(const Task& task) {
  std::vector<std::vector<int>> sets;
  for (int group = 0; group < task.groups(); ++group) {
    auto& facts = sets.emplace_back();
    task.for_each_in_group(group, [&](int fact) { facts.push_back(fact); });
  }
  for (int fact = 0; fact < task.facts(); ++fact) {
    if (task.group_of(fact) < 0 && task.model().is_derived[fact] == 0) sets.push_back({fact});
  }
  const std::vector<char> is_one = always_one(task, sets);
  std::vector<Variable> found;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const bool one = is_one[i] != 0 && sets[i].size() > 1;
    const std::size_t most = sets[i].size() - (one ? 1 : 0);
    found.push_back({std::move(sets[i]), one, 0, static_cast<std::uint32_t>(std::bit_width(most))});
  }
  return found;
}

// Of sets of facts of which at most one is true: whether it is always exactly one. It is, if it is so at
// first and whatever takes one away brings one.
std::vector<char> SymbolicTask::always_one(const Task& task, const std::vector<std::vector<int>>& sets) {
  std::vector<char> is_one(sets.size(), 0);
  std::vector<std::vector<std::size_t>> sets_of(static_cast<std::size_t>(task.facts()));
  const State first = task.initial();
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (const int fact : sets[i]) {
      sets_of[fact].push_back(i);
      if (first[fact]) is_one[i] = 1;
    }
    // Nothing is said of how derived facts change.
    if (std::ranges::any_of(sets[i], [&](int fact) { return task.model().is_derived[fact] != 0; }))
      is_one[i] = 0;
  }
  std::vector<std::size_t> brought(sets.size(), 0);  // when, by effects counted through
  std::size_t now = 0;
  const auto bring = [&](const Effect& effect) {
    for (const int fact : effect.adds) {
      for (const std::size_t set : sets_of[fact]) brought[set] = now;
    }
  };
  for (const Action& action : task.actions()) {
    const std::size_t sure = ++now;
    for (const Effect& effect : action.effects) {
      if (effect.condition.is_always()) bring(effect);
    }
    for (const Effect& effect : action.effects) {
      std::vector<std::size_t> mine;
      for (const int fact : effect.adds) mine.insert(mine.end(), sets_of[fact].begin(), sets_of[fact].end());
      for (const int fact : effect.deletes) {
        for (const std::size_t set : sets_of[fact]) {
          const bool is_brought = brought[set] == sure || contains(mine, set);
          if (!is_brought) is_one[set] = 0;
        }
      }
    }
  }
  return is_one;
}

std::size_t SymbolicTask::bits_in(const std::vector<Variable>& variables) {
  std::size_t bits = 0;
  for (const Variable& variable : variables) bits += variable.width;
  return bits;
}

void SymbolicTask::put_in_order() {
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    for (std::size_t i = 0; i < variables_[v].facts.size(); ++i) {
      const std::size_t code = i + (variables_[v].is_always_one ? 0 : 1);
      places_[variables_[v].facts[i]] = {static_cast<int>(v), static_cast<std::uint32_t>(code)};
    }
  }
  std::vector<std::vector<int>> beside(variables_.size());
  for (const Action& action : task_.actions()) {
    std::vector<int> asked, changed;
    const auto note = [&](const std::vector<int>& facts, std::vector<int>& found) {
      for (const int fact : facts) {
        if (places_[fact].variable >= 0) found.push_back(places_[fact].variable);
      }
    };
    note(action.precondition.yes, asked);
    note(action.precondition.no, asked);
    for (const Effect& effect : action.effects) {
      note(effect.condition.yes, asked);
      note(effect.condition.no, asked);
      note(effect.adds, changed);
      note(effect.deletes, changed);
    }
    tidy(changed);
    asked.insert(asked.end(), changed.begin(), changed.end());
    tidy(asked);
    for (const int one : changed) {
      for (const int other : asked) {
        if (one == other) continue;
        beside[one].push_back(other);
        beside[other].push_back(one);
      }
    }
  }
  for (auto& each : beside) tidy(each);
  const VariableOrder order(variables_.size(), beside);
  std::vector<int> sorted(variables_.size());
  for (std::size_t v = 0; v < variables_.size(); ++v) sorted[order.places()[v]] = static_cast<int>(v);
  std::uint32_t bit = 0;
  for (const int v : sorted) {
    variables_[v].first = bit;
    bit += variables_[v].width;
  }
}

std::vector<char> SymbolicTask::bits_of(const State& state) const {
  std::vector<char> bits(bits_in(variables_), 0);
  for (std::size_t fact = 0; fact < places_.size(); ++fact) {
    const auto& [variable, code] = places_[fact];
    if (variable < 0 || !state[static_cast<int>(fact)]) continue;
    for (std::uint32_t i = 0; i < variables_[variable].width; ++i) {
      bits[variables_[variable].first + i] = static_cast<char>(code >> i & 1);
    }
  }
  return bits;
}

Diagram SymbolicTask::cube_of(const std::vector<char>& bits) {
  std::vector<SignedVariable> all;
  for (std::uint32_t bit = 0; bit < bits.size(); ++bit) all.push_back({2 * bit, bits[bit] != 0});
  return diagrams_.cube(std::move(all));
}

State SymbolicTask::state_of(const std::vector<char>& bits) const {
  State state = task_.initial();
  for (const Variable& variable : variables_) {
    std::uint32_t code = 0;
    for (std::uint32_t i = 0; i < variable.width; ++i) {
      code |= static_cast<std::uint32_t>(bits[variable.first + i]) << i;
    }
    for (const int fact : variable.facts) {
      if (places_[fact].code == code) {
        state.set(fact);
      } else {
        state.clear(fact);
      }
    }
  }
  // Derived facts follow from the others.
  std::vector<Word> words(task_.packed_words());
  task_.pack(state, words.data());
  task_.unpack(words.data(), state);
  return state;
}

// -- conditions

void SymbolicTask::literals(const Variable& variable, std::uint32_t code, bool is_after,
                            std::vector<SignedVariable>& found) const {
  for (std::uint32_t i = 0; i < variable.width; ++i) {
    found.push_back({2 * (variable.first + i) + (is_after ? 1 : 0), (code >> i & 1) != 0});
  }
}

Diagram SymbolicTask::is_value(const Place& place, bool is_after) {
  std::vector<SignedVariable> found;
  literals(variables_[place.variable], place.code, is_after, found);
  return diagrams_.cube(std::move(found));
}

Diagram SymbolicTask::is_none(int variable, bool is_after) {
  return variables_[variable].is_always_one ? diagrams_.never() : is_value({variable, 0}, is_after);
}

std::vector<std::uint32_t> SymbolicTask::bits_of(const Variable& variable) const {
  std::vector<std::uint32_t> bits(variable.width);
  std::iota(bits.begin(), bits.end(), variable.first);
  return bits;
}

Diagram SymbolicTask::of_fact(int fact) {
  return places_[fact].variable < 0 ? derived_[fact] : is_value(places_[fact]);
}

Diagram SymbolicTask::of(Formula formula) {
  const auto known = formulas_.find(formula);
  if (known != formulas_.end()) return known->second;
  const auto& node = task_.model().formulas[formula];
  const int* parts = task_.model().formulas.parts(formula);
  Diagram made = diagrams_.always();
  switch (node.kind) {
    case Formulas::Kind::always:
    case Formulas::Kind::compare:  // there are no numbers here
      break;
    case Formulas::Kind::never:
      made = diagrams_.never();
      break;
    case Formulas::Kind::fact:
      made = node.positive ? of_fact(node.symbol) : diagrams_.negated(of_fact(node.symbol));
      break;
    case Formulas::Kind::all:
      for (int i = 0; i < node.count; ++i) made = diagrams_.both(made, of(parts[i]));
      break;
    case Formulas::Kind::any:
      made = diagrams_.never();
      for (int i = 0; i < node.count; ++i) made = diagrams_.either(made, of(parts[i]));
      break;
    case Formulas::Kind::at_least: {
      std::vector<Diagram> counting;
      for (int i = 0; i < node.count; ++i) counting.push_back(of(parts[i]));
      made = counted(node.symbol, counting, diagrams_.always(), diagrams_.never(),
                     [&](const Diagram& part, const Diagram& fewer, const Diagram& same) {
                       return diagrams_.either(same, diagrams_.both(fewer, part));
                     });
      break;
    }
  }
  formulas_.insert_or_assign(formula, made);
  return made;
}

Diagram SymbolicTask::of(const Guard& guard) {
  std::vector<SignedVariable> simple;
  Diagram made = of(guard.rest);
  for (const int fact : guard.yes) {
    const Place& place = places_[fact];
    if (place.variable >= 0) {
      literals(variables_[place.variable], place.code, false, simple);
    } else {
      made = diagrams_.both(made, derived_[fact]);
    }
  }
  made = diagrams_.both(diagrams_.cube(std::move(simple)), made);
  for (const int fact : guard.no) made = diagrams_.without(made, of_fact(fact));
  return made;
}

void SymbolicTask::derive() {
  derived_.assign(static_cast<std::size_t>(task_.facts()), diagrams_.never());
  for (const auto& layer : task_.axiom_layers()) {
    for (bool is_changed = true; is_changed;) {
      is_changed = false;
      for (const GroundAxiom& axiom : layer) {
        formulas_.clear();
        Diagram more = diagrams_.either(derived_[axiom.head], of(axiom.body));
        if (more == derived_[axiom.head]) continue;
        derived_[axiom.head] = std::move(more);
        is_changed = true;
      }
    }
  }
  formulas_.clear();
}

// -- what is known

// First the variables, then the invariants over several of them.
void SymbolicTask::find_known(std::size_t number) {
  if (number < variables_.size()) {
    Diagram valid = is_none(static_cast<int>(number), false);
    for (const int fact : variables_[number].facts) valid = diagrams_.either(valid, of_fact(fact));
    know(valid);
    return;
  }
  number -= variables_.size();
  if (number >= task_.invariants().size()) return;
  const std::vector<int>& facts = task_.invariants()[number];
  const bool is_one_variable = std::all_of(facts.begin(), facts.end(), [&](int fact) {
    return places_[fact].variable >= 0 && places_[fact].variable == places_[facts[0]].variable;
  });
  if (facts.size() < 2 || is_one_variable) return;
  Diagram none = diagrams_.always(), one = diagrams_.never();
  for (const int fact : facts) {
    const Diagram is_true = of_fact(fact);
    one = diagrams_.either(diagrams_.without(one, is_true), diagrams_.both(none, is_true));
    none = diagrams_.without(none, is_true);
  }
  know(is_one_[number] != 0 ? one : diagrams_.either(none, one));
}

// Small ones are put together.
void SymbolicTask::know(const Diagram& fact) {
  if (fact.is_always()) return;
  if (!known_.empty()) {
    Diagram joined = diagrams_.both(known_.back(), fact);
    if (diagrams_.size(joined) <= kMostKnownNodes) {
      known_.back() = std::move(joined);
      return;
    }
  }
  known_.push_back(fact);
}

// -- steps

// Alike ones side by side.
void SymbolicTask::sort_steps() {
  std::stable_sort(steps_.begin(), steps_.end(), [](const SymbolicStep& left, const SymbolicStep& right) {
    return std::tie(left.cost, left.bits) < std::tie(right.cost, right.bits);
  });
}

// Neighbours are put together, again and again, as long as the pairs stay small.
void SymbolicTask::join_next() {
  if (next_ < steps_.size()) {
    SymbolicStep& step = steps_[next_];
    const bool is_pair = next_ + 1 < steps_.size() && step.cost == steps_[next_ + 1].cost;
    const auto start = std::chrono::steady_clock::now();
    const bool is_joined = is_pair && joining_ > 0 && put_together(step, steps_[next_ + 1]);
    joining_ -= std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const bool is_odd = !is_pair && !pairs_.empty() && pairs_.back().cost == step.cost;
    (is_joined || is_odd ? pairs_ : done_).push_back(std::move(step));
    next_ += is_joined ? 2 : 1;
    return;
  }
  next_ = 0;
  steps_ = std::move(pairs_);
  pairs_.clear();
  if (!steps_.empty()) return;
  steps_ = std::move(done_);
  for (SymbolicStep& step : steps_) step.changing = diagrams_.changing(step.bits);
  formulas_.clear();
  stage_ = Stage::ready;
}

void SymbolicTask::add_step(const Action& action) {
  std::vector<int> changed;
  for (const Effect& effect : action.effects)
    effect.each_fact([&](int fact, bool) { changed.push_back(places_[fact].variable); });
  tidy(changed);
  SymbolicStep step;
  step.relation = of(action.precondition);
  for (const int variable : changed) {
    const Diagram change = change_of(variable, action);
    step.relation = diagrams_.both(step.relation, change);
    const auto bits = bits_of(variables_[variable]);
    step.bits.insert(step.bits.end(), bits.begin(), bits.end());
  }
  std::sort(step.bits.begin(), step.bits.end());
  // One for every sum that the parts of the cost can come to.
  for (std::size_t chosen = 0; chosen < std::size_t{1} << action.cost_terms.size(); ++chosen) {
    SymbolicStep part = step;
    part.cost = action.cost;
    for (std::size_t i = 0; i < action.cost_terms.size(); ++i) {
      const CostTerm& term = action.cost_terms[i];
      const Diagram condition = of(term.condition);
      const bool counts = (chosen >> i & 1) != 0;
      part.relation =
          counts ? diagrams_.both(part.relation, condition) : diagrams_.without(part.relation, condition);
      if (counts) part.cost = plus_at_most(part.cost, task_.cost_of(term));
    }
    if (part.relation.is_never()) continue;
    least_cost_ = std::min(least_cost_, part.cost);
    steps_.push_back(std::move(part));
  }
}

// How an action changes a variable. Whatever is added wins over what is deleted.
Diagram SymbolicTask::change_of(int number, const Action& action) {
  const Variable& variable = variables_[number];
  Diagram made = diagrams_.never();
  Diagram is_set = diagrams_.never();   // where something is added
  Diagram is_lost = diagrams_.never();  // where the value that is there is deleted
  for (const Effect& effect : action.effects) {
    for (const int fact : effect.adds) {
      if (places_[fact].variable != number) continue;
      const Diagram condition = of(effect.condition);
      made = diagrams_.either(made, diagrams_.both(condition, is_value(places_[fact], true)));
      is_set = diagrams_.either(is_set, condition);
    }
    for (const int fact : effect.deletes) {
      if (places_[fact].variable != number) continue;
      is_lost = diagrams_.either(is_lost, diagrams_.both(of(effect.condition), of_fact(fact)));
    }
  }
  if (is_set.is_always()) return made;
  Diagram kept = diagrams_.without(diagrams_.unchanged(bits_of(variable)), is_lost);
  kept = diagrams_.either(kept, diagrams_.both(is_lost, is_none(number, true)));
  return diagrams_.either(made, diagrams_.without(kept, is_set));
}

// False where the two together are too large.
bool SymbolicTask::put_together(SymbolicStep& step, const SymbolicStep& other) {
  std::vector<std::uint32_t> all, mine, theirs;
  std::set_union(step.bits.begin(), step.bits.end(), other.bits.begin(), other.bits.end(),
                 std::back_inserter(all));
  std::set_difference(all.begin(), all.end(), step.bits.begin(), step.bits.end(), std::back_inserter(mine));
  std::set_difference(all.begin(), all.end(), other.bits.begin(), other.bits.end(),
                      std::back_inserter(theirs));
  Diagram joined = diagrams_.either(diagrams_.both(step.relation, diagrams_.unchanged(mine)),
                                    diagrams_.both(other.relation, diagrams_.unchanged(theirs)));
  if (diagrams_.size(joined) > kMostStepNodes) return false;
  step.relation = std::move(joined);
  step.bits = std::move(all);
  return true;
}

}  // namespace ludoplan::planning
