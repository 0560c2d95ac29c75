#include "planning/lifted_search.hpp"

#include <algorithm>
#include <limits>

namespace ludoplan::planning {

namespace {

// Where more facts are true, pairs of them are not looked at.
constexpr std::size_t kManyFacts = 200;
constexpr int kPairBits = 27;
constexpr std::size_t kSeenBytes = 40;  // of a hash in its set

std::uint64_t mixed(std::uint64_t number) {
  number = (number + 0x9E3779B97F4A7C15ull) * 0xD6E8FEB86659FD93ull;
  number = (number ^ number >> 32) * 0xD6E8FEB86659FD93ull;
  return number ^ number >> 29;
}

// Sets a bit; true if it was not set.
bool set(std::vector<std::uint64_t>& bits, std::size_t at) {
  if (at / 64 >= bits.size()) bits.resize(at / 64 + 1 + bits.size() / 2);
  std::uint64_t& word = bits[at / 64];
  const std::uint64_t bit = std::uint64_t{1} << at % 64;
  const bool is_new = (word & bit) == 0;
  word |= bit;
  return is_new;
}

bool compares(const Condition& condition) {
  return condition.kind == Connective::compare ||
         std::any_of(condition.parts.begin(), condition.parts.end(), compares);
}

}  // namespace

std::string LiftedSearch::lacks(const LiftedTask& task) {
  if (!task.axioms.empty()) return "derived predicates";
  bool has_numbers = compares(task.goal);
  for (const LiftedAction& action : task.actions) {
    has_numbers = has_numbers || compares(action.precondition);
    for (const LiftedEffect& effect : action.effects) {
      has_numbers = has_numbers || compares(effect.condition) ||
                    std::any_of(effect.changes.begin(), effect.changes.end(), [&](const Change& change) {
                      return !task.is_accumulator[static_cast<std::size_t>(change.function)];
                    });
    }
  }
  return has_numbers ? "numbers" : "";
}

LiftedSearch::LiftedSearch(const LiftedTask& task, const Limits& limits, Monitor::Report report)
    : monitor_(limits, std::move(report)),
      patience_(monitor_),
      domains_(task.domains),
      is_fluent_(task.predicate_arity.size()),
      joiner_(relations_, domains_, task.objects, patience_,
              [this](const Condition& condition, Binding& binding) { return holds(condition, binding); }),
      goal_(task.goal),
      nodes_(monitor_),
      pool_(monitor_),
      open_(TieBreak::low_h) {
  for (const LiftedAction& lifted : task.actions) {
    Action& action = actions_.emplace_back();
    action.parameters = lifted.parameters;
    Condition precondition = lifted.precondition;
    plan_joins(precondition);
    action.precondition.variables = lifted.parameters;
    split(precondition, action.precondition);
    action.effects = lifted.effects;
    for (LiftedEffect& effect : action.effects) {
      plan_joins(effect.condition);
      Query& query = action.conditions.emplace_back();
      query.variables = effect.variables;
      split(effect.condition, query);
      for (const auto* atoms : {&effect.adds, &effect.deletes}) {
        for (const AtomPattern& atom : *atoms) is_fluent_[atom.predicate] = 1;
      }
    }
  }
  plan_joins(goal_);

  Node start{kNoState, 0, 0, -1, 0, 0, 0, 0, 0, 0};
  std::vector<int>& facts = true_;
  for (std::size_t p = 0; p < is_fluent_.size(); ++p) {
    const int arity = task.predicate_arity[p];
    relations_.emplace_back(arity, task.objects);
    known_.emplace_back(arity, task.objects);
    number_.emplace_back();
  }
  for (std::size_t p = 0; p < is_fluent_.size(); ++p) {
    task.each_fact(p, [&](const int* row) {
      bool is_new;
      if (is_fluent_[p] == 0) {
        relations_[p].insert(row, is_new);
      } else {
        // Facts are numbered from 0: one that has been there before has a lower number.
        const int fact = number_of(static_cast<int>(p), row);
        if (fact == static_cast<int>(facts.size())) facts.push_back(fact);
      }
    });
    relations_[p].show_all();
  }
  // Goals that are facts, or facts that are to be false, are counted; whatever else there is of a goal is
  // looked at when a state's turn comes.
  const auto parts = goal_.kind == Connective::all ? goal_.parts : std::vector<Condition>{goal_};
  const auto first = static_cast<int>(facts.size());  // of those that are not true at first
  for (const Condition& part : parts) {
    if (part.kind != Connective::atom || is_fluent_[part.symbol] == 0) continue;
    const int fact = number_of(part.symbol, part.terms.data());
    if (!goal_facts_.try_emplace(fact, part.positive ? -1 : 1).second) continue;
    start.unmet += (fact < first) != part.positive;
  }
  for (const int fact : facts) start.hash ^= mixed(static_cast<std::uint64_t>(fact));
  seen_.insert(start.hash);
  open_.push(0, start.unmet, 0);
  start.facts_end = keep(facts);
  nodes_.push_back(start);
  counters_.stored = 1;
}

// The number of a fact.
int LiftedSearch::number_of(int predicate, const int* objects) {
  bool is_new;
  const int row = known_[predicate].insert(objects, is_new);
  std::vector<int>& numbers = number_[predicate];
  if (is_new) {
    numbers.push_back(static_cast<int>(facts_.size()));
    facts_.emplace_back(predicate, row);
    is_true_.push_back(0);
    added_.push_back(0);
    deleted_.push_back(0);
  }
  return numbers[row];
}

// Whether a condition holds in the state at hand.
bool LiftedSearch::holds(const Condition& condition, Binding& binding) {
  const auto part_holds = [&](const Condition& part) { return holds(part, binding); };
  switch (condition.kind) {
    case Connective::atom:
      return (relations_[condition.symbol].find(binding.row(condition.terms).data()) >= 0) ==
             condition.positive;
    case Connective::equal:
      return (binding(condition.terms[0]) == binding(condition.terms[1])) == condition.positive;
    case Connective::all:
      return std::all_of(condition.parts.begin(), condition.parts.end(), part_holds);
    case Connective::any:
      return std::any_of(condition.parts.begin(), condition.parts.end(), part_holds);
    case Connective::at_least:
    case Connective::all_but: {
      int count = 0;
      joiner_.each(*condition.query, binding, [&] { ++count; });
      return condition.kind == Connective::at_least ? count >= condition.symbol : count <= condition.symbol;
    }
    case Connective::compare:
      break;
  }
  throw std::logic_error("numbers in a search without grounding");
}

// Puts numbers into the pool; returns where they end.
std::size_t LiftedSearch::keep(const std::vector<int>& numbers) {
  for (const int number : numbers) pool_.push_back(number);
  return pool_.size();
}

// Makes a state the one at hand.
void LiftedSearch::enter(StateId id) {
  for (const int fact : true_) is_true_[fact] = 0;
  true_.clear();
  Node& node = nodes_[id];
  if (node.parent == kNoState) {
    for (std::size_t i = node.facts; i < node.facts_end; ++i) true_.push_back(pool_[i]);
  } else {
    const Node& parent = nodes_[node.parent];
    for (std::size_t i = node.gone; i < node.end; ++i) is_true_[pool_[i]] = 1;
    for (std::size_t i = parent.facts; i < parent.facts_end; ++i) {
      if (is_true_[pool_[i]] == 0) true_.push_back(pool_[i]);
    }
    for (std::size_t i = node.gone; i < node.end; ++i) is_true_[pool_[i]] = 0;
    for (std::size_t i = node.added; i < node.gone; ++i) true_.push_back(pool_[i]);
    node.facts = pool_.size();
    node.facts_end = keep(true_);
  }
  for (std::size_t p = 0; p < relations_.size(); ++p) {
    if (is_fluent_[p] != 0) relations_[p].clear();
  }
  bool is_new;
  for (const int fact : true_) {
    is_true_[fact] = 1;
    const auto [predicate, row] = facts_[fact];
    relations_[predicate].insert(known_[predicate].row(row), is_new);
    relations_[predicate].show();
  }
}

Outcome LiftedSearch::go(double seconds) {
  monitor_.pause_after(seconds);
  try {
    while (found_ == kNoState && !open_.empty()) {
      if (monitor_.poll(counters_)) break;
      if (monitor_.is_pause()) return finish(Verdict::paused, counters_, monitor_);
      Cost f;
      expand(open_.pop(f));
    }
  } catch (const Stopped&) {
    // The monitor knows why.
  } catch (const std::bad_alloc&) {
    monitor_.stop(Stop::memory);
  }
  return finish(found_ == kNoState ? Verdict::exhausted : Verdict::found, counters_, monitor_);
}

std::vector<LiftedSearch::Step> LiftedSearch::plan() const {
  std::vector<Step> steps;
  for (const StateId id : chain_to(found_, [&](StateId each) { return nodes_[each].parent; })) {
    const Node& node = nodes_[id];
    if (node.action < 0) continue;
    Step& step = steps.emplace_back(Step{node.action, {}});
    for (std::size_t i = node.objects; i < node.added; ++i) step.second.push_back(pool_[i]);
  }
  return steps;
}

void LiftedSearch::expand(StateId id) {
  ++counters_.expanded;
  enter(id);
  Binding binding;
  if (nodes_[id].unmet == 0 && holds(goal_, binding)) {
    found_ = id;
    return;
  }
  for (int a = 0; a < static_cast<int>(actions_.size()); ++a) {
    joiner_.each(actions_[a].precondition, binding, [&] { apply(id, a, binding); });
  }
}

void LiftedSearch::apply(StateId id, int number, Binding& binding) {
  ++counters_.generated;
  const Action& action = actions_[number];
  ++applications_;
  new_.clear();
  gone_.clear();
  for (std::size_t e = 0; e < action.effects.size(); ++e) {
    joiner_.each(action.conditions[e], binding, [&] {
      for (const AtomPattern& atom : action.effects[e].adds) {
        const int fact = number_of(atom, binding);
        if (std::exchange(added_[fact], applications_) != applications_ && is_true_[fact] == 0) {
          new_.push_back(fact);
        }
      }
      for (const AtomPattern& atom : action.effects[e].deletes) {
        const int fact = number_of(atom, binding);
        if (std::exchange(deleted_[fact], applications_) != applications_ && is_true_[fact] != 0) {
          gone_.push_back(fact);
        }
      }
    });
  }
  // What is both deleted and added is true.
  std::erase_if(gone_, [&](int fact) { return added_[fact] == applications_; });
  const Node& before = nodes_[id];
  std::uint64_t hash = before.hash;
  int unmet = before.unmet;
  const auto change = [&](int fact, int way) {
    hash ^= mixed(static_cast<std::uint64_t>(fact));
    const auto goal = goal_facts_.find(fact);
    if (goal != goal_facts_.end()) unmet += way * goal->second;
  };
  for (const int fact : new_) change(fact, 1);
  for (const int fact : gone_) change(fact, -1);
  if (!seen_.insert(hash).second) return;

  const int rank = novelty(unmet, before);
  patience_.look();
  Node node{id, unmet, hash, number, pool_.size(), 0, 0, 0, 0, 0};
  for (const Variable& parameter : action.parameters) pool_.push_back(binding.object[parameter.slot]);
  node.added = pool_.size();
  node.gone = keep(new_);
  node.end = keep(gone_);
  const auto next = static_cast<StateId>(nodes_.size());
  nodes_.push_back(node);
  monitor_.took(kSeenBytes);
  ++counters_.stored;
  open_.push(rank, unmet, next);
}

// Of the state that the last application leads to: 1 if a fact of it has not been seen with so many unmet
// goals, 2 if a pair with a new fact has not, else 3. What is not new has been seen with the state before, if
// that had as many unmet goals.
int LiftedSearch::novelty(int unmet, const Node& before) {
  int found = 3;
  std::vector<std::uint64_t>& seen = seen_facts_[unmet];
  const auto is_kept = [&](int fact) {
    return deleted_[fact] != applications_ || added_[fact] == applications_;
  };
  for (const int fact : new_) {
    if (set(seen, static_cast<std::size_t>(fact))) found = 1;
  }
  if (unmet != before.unmet) {
    for (const int fact : true_) {
      if (is_kept(fact) && set(seen, static_cast<std::size_t>(fact))) found = 1;
    }
  }
  if (true_.size() > kManyFacts) return found;
  if (seen_pairs_.empty()) seen_pairs_.resize(std::size_t{1} << (kPairBits - 6));
  const auto see = [&](int fact, int other) {
    const auto [low, high] = std::minmax(fact, other);
    const std::uint64_t pair = static_cast<std::uint64_t>(high) << 32 | static_cast<std::uint32_t>(low);
    const std::uint64_t key = mixed(pair ^ mixed(static_cast<std::uint64_t>(unmet)));
    if (set(seen_pairs_, static_cast<std::size_t>(key >> (64 - kPairBits)))) found = std::min(found, 2);
  };
  for (std::size_t i = 0; i < new_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) see(new_[i], new_[j]);
    for (const int fact : true_) {
      if (is_kept(fact)) see(new_[i], fact);
    }
  }
  return found;
}

}  // namespace ludoplan::planning
