// How long a plan without detours can be at most, and the removal of actions that a plan does not need.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "planning/layers.hpp"

namespace ludoplan::planning {

inline constexpr double kMostSteps = 1e6;

// No shortest plan has more actions; nothing where the bound would be too large to be of use.
//
// A fact that changes once at most (nothing deletes it, or nothing adds it) is spent by an action that needs
// it unchanged and changes it. So actions that spend something happen as often as there are such facts, at
// most. Between two of them only other actions happen, and no state comes twice: there are no more states
// than the facts that those actions change have values. Where each of those actions needs some fact of a
// mutex group that none of them changes, only actions that need the same one can share such a phase.
class LongestPlan {
 public:
  explicit LongestPlan(const Task& task) : task_(task) {
    const int facts = task.facts();
    is_added_.assign(facts, 0);
    is_deleted_.assign(facts, 0);
    for (const Action& action : task.actions()) {
      for (const Effect& effect : action.effects)
        effect.each_fact([&](int fact, bool value) { (value ? is_added_ : is_deleted_)[fact] = 1; });
    }
    std::vector<char> is_spent(facts, 0);
    std::vector<int> others;
    for (int a = 0; a < static_cast<int>(task.actions().size()); ++a) {
      const int fact = spent_by(task.actions()[a]);
      if (fact >= 0) {
        is_spent[fact] = 1;
      } else {
        others.push_back(a);
      }
    }
    const auto spent = static_cast<double>(std::count(is_spent.begin(), is_spent.end(), 1));
    const double steps = (spent + 1) * (states_of_a_phase(others) - 1) + spent;
    if (steps <= kMostSteps) bound = static_cast<int>(steps);
  }

  std::optional<int> bound;

 private:
  int spent_by(const Action& action) const {
    for (const Effect& effect : action.effects) {
      if (!effect.condition.is_always()) continue;
      for (const int fact : effect.adds) {
        if (is_deleted_[fact] == 0 && contains(action.precondition.no, fact)) return fact;
      }
      for (const int fact : effect.deletes) {
        if (is_added_[fact] == 0 && contains(action.precondition.yes, fact)) return fact;
      }
    }
    return -1;
  }

  std::vector<int> changed_by(const std::vector<int>& actions) const {
    std::vector<int> facts;
    for (const int a : actions) {
      for (const Effect& effect : task_.actions()[a].effects)
        effect.each_fact([&](int fact, bool) { facts.push_back(fact); });
    }
    tidy(facts);
    return facts;
  }

  // In how many ways the facts can be true and false.
  double states_of(const std::vector<int>& facts) const {
    double states = 1;
    for (std::size_t i = 0; i < facts.size() && states <= kMostSteps;) {
      std::size_t j = i + 1;
      // The facts of a group stand next to each other.
      while (j < facts.size() && task_.are_exclusive(facts[i], facts[j])) ++j;
      states *= static_cast<double>(j - i + 1);
      i = j;
    }
    return states;
  }

  double states_of_a_phase(const std::vector<int>& actions) const {
    const std::vector<int> changed = changed_by(actions);
    double fewest = states_of(changed);
    if (actions.empty()) return fewest;
    for (const auto& group : task_.invariants()) {
      const bool is_frozen = std::none_of(group.begin(), group.end(), [&](int fact) {
        return std::binary_search(changed.begin(), changed.end(), fact);
      });
      if (is_frozen) fewest = std::min(fewest, states_by(group, actions));
    }
    return fewest;
  }
  // The most states of a phase whose actions need the same fact of the group.
  double states_by(const std::vector<int>& group, const std::vector<int>& actions) const {
    std::vector<std::vector<int>> needing(group.size());
    for (const int a : actions) {
      const auto& yes = task_.actions()[a].precondition.yes;
      const auto needed =
          std::find_if(yes.begin(), yes.end(), [&](int fact) { return contains(group, fact); });
      if (needed == yes.end()) return 2 * kMostSteps;
      needing[static_cast<std::size_t>(std::find(group.begin(), group.end(), *needed) - group.begin())]
          .push_back(a);
    }
    double most = 1;
    for (const auto& some : needing) most = std::max(most, states_of(changed_by(some)));
    return most;
  }

  const Task& task_;
  std::vector<char> is_added_, is_deleted_;
};

// The plan without actions that it does not need: it ends where the goal is first reached, and each action is
// left out for a try, along with what cannot happen without it, and stays out if the goal is still reached.
inline std::vector<int> shortened(const Task& task, std::vector<int> plan) {
  State state, next;
  Cost cost;
  const auto without = [&](const State& from, std::size_t skipped) {
    std::vector<int> rest;
    state = from;
    for (std::size_t i = skipped + 1; i < plan.size(); ++i) {
      if (!task.holds(task.actions()[plan[i]].precondition, state)) continue;
      if (!task.apply(plan[i], state, next, cost)) continue;
      std::swap(state, next);
      rest.push_back(plan[i]);
    }
    return std::pair(task.is_goal(state), rest);
  };
  State at = task.initial();
  for (std::size_t i = 0; i < plan.size();) {
    if (task.is_goal(at)) {
      plan.resize(i);
      break;
    }
    auto [is_plan, rest] = without(at, i);
    if (is_plan) {
      plan.resize(i);
      plan.insert(plan.end(), rest.begin(), rest.end());
      continue;
    }
    if (!task.apply(plan[i], at, next, cost)) break;  // never in a valid plan
    std::swap(at, next);
    ++i;
  }
  return plan;
}

}  // namespace ludoplan::planning
