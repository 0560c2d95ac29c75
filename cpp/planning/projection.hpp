// A task seen through a few of its variables: an abstract state space, small enough to be listed.
//
// A variable is a mutex group (its value says which fact is true, if any) or a single fact. What is not seen
// is taken to be as it suits best: conditions on other facts hold, and an effect whose condition cannot be
// told may happen or not. So every way of the task is a way here, and distances to the goal are lower bounds.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "planning/relaxation.hpp"

namespace ludoplan::planning {

// Facts that change, as variables with values from 0 (none of the variable's facts is true) up. Every known
// set of facts of which at most one is true at a time is one, so that a fact may be in several.
class Variables {
 public:
  struct Place {
    int variable, value;
  };

  explicit Variables(const Task& task) : task_(task), places_(task.facts()) {
    for (const auto& facts : task.invariants()) {
      const bool is_derived = std::any_of(facts.begin(), facts.end(),
                                          [&](int fact) { return task.model().is_derived[fact] != 0; });
      if (!is_derived && facts.size() > 1) add(facts);
    }
    for (int fact = 0; fact < task.facts(); ++fact) {
      if (places_[fact].empty() && task.model().is_derived[fact] == 0) add({fact});
    }
  }

  const Task& task() const { return task_; }
  int count() const { return static_cast<int>(sizes_.size()); }
  int size(int variable) const { return sizes_[variable]; }
  // The variables that a fact is a value of; none for derived facts.
  const std::vector<Place>& of(int fact) const { return places_[fact]; }

  void values_of(const State& state, std::vector<int>& values) const {
    values.assign(sizes_.size(), 0);
    task_.for_each_true(state, [&](int fact) {
      for (const Place& place : places_[fact]) values[place.variable] = place.value;
    });
  }

 private:
  void add(const std::vector<int>& facts) {
    for (std::size_t i = 0; i < facts.size(); ++i)
      places_[facts[i]].push_back({count(), static_cast<int>(i) + 1});
    sizes_.push_back(static_cast<int>(facts.size()) + 1);
  }

  const Task& task_;
  std::vector<std::vector<Place>> places_;  // by fact
  std::vector<int> sizes_;
};

class Projection {
 public:
  // Lists the transitions of `actions`, which are those that change one of the variables. Stays incomplete
  // where there are more than `most`.
  Projection(const Variables& variables, std::vector<int> pattern, const std::vector<int>& actions,
             std::size_t most)
      : variables_(variables), pattern_(std::move(pattern)) {
    for (const int variable : pattern_) {
      factors_.push_back(states_);
      states_ *= variables.size(variable);
    }
    place_.assign(variables.count(), -1);
    for (std::size_t i = 0; i < pattern_.size(); ++i) place_[pattern_[i]] = static_cast<int>(i);
    std::vector<Transition> found;
    for (const int action : actions) {
      list(action, found);
      if (found.size() > most) {
        is_complete_ = false;
        return;
      }
    }
    // By target, for searching backwards.
    starts_.assign(states_ + 1, 0);
    for (const Transition& each : found) ++starts_[each.to + 1];
    for (int state = 0; state < states_; ++state) starts_[state + 1] += starts_[state];
    arcs_.resize(found.size());
    std::vector<int> next(starts_.begin(), starts_.end() - 1);
    for (const Transition& each : found) arcs_[next[each.to]++] = {each.from, each.label};
    const Guard& goal = variables.task().goal();
    for (int state = 0; state < states_; ++state) {
      if (may_hold(goal, state) != kNo) goals_.push_back(state);
    }
  }

  bool is_complete() const { return is_complete_; }
  std::size_t transitions() const { return arcs_.size(); }

  int state_of(const std::vector<int>& values) const {
    int state = 0;
    for (std::size_t i = 0; i < pattern_.size(); ++i) state += factors_[i] * values[pattern_[i]];
    return state;
  }

  // The least cost from each state to a goal, by the costs of the actions; kDeadEnd where there is no way.
  void measure(const std::vector<Cost>& costs, std::vector<Cost>& distances) const {
    PropQueue queue;
    distances.assign(states_, kDeadEnd);
    for (const int state : goals_) {
      distances[state] = 0;
      queue.push(0, state);
    }
    Cost cost;
    int state;
    while (queue.pop(cost, state)) {
      if (cost > distances[state]) continue;
      for (int i = starts_[state]; i < starts_[state + 1]; ++i) {
        const Arc& arc = arcs_[i];
        const Cost sum = plus_at_most(cost, costs[labels_[arc.label].action]);
        if (sum >= distances[arc.from]) continue;
        distances[arc.from] = sum;
        queue.push(sum, arc.from);
      }
    }
  }

  // Takes from the costs what these distances need. An action that only ever leads away from the goal needs
  // less than nothing, and the others have more.
  void take(const std::vector<Cost>& distances, std::vector<Cost>& costs) const {
    constexpr Cost kUnused = -kMostCost;
    std::vector<Cost> needed(labels_.size(), kUnused);
    for (int state = 0; state < states_; ++state) {
      if (distances[state] == kDeadEnd) continue;
      for (int i = starts_[state]; i < starts_[state + 1]; ++i) {
        const Arc& arc = arcs_[i];
        if (distances[arc.from] == kDeadEnd) continue;
        needed[arc.label] = std::max(needed[arc.label], distances[arc.from] - distances[state]);
      }
    }
    for (std::size_t label = 0; label < labels_.size(); ++label) {
      Cost need = needed[label];
      if (need == kUnused) continue;
      if (labels_[label].has_loop) need = std::max(need, Cost{0});
      Cost& left = costs[labels_[label].action];
      left = need >= 0 ? left - need : plus_at_most(left, -need);
    }
  }

  // What the distances need of all actions together.
  Cost price(const std::vector<Cost>& distances, const std::vector<Cost>& costs) const {
    std::vector<Cost> left = costs;
    take(distances, left);
    Cost sum = 0;
    for (const Label& label : labels_) {
      sum = plus_at_most(sum, std::max(Cost{0}, costs[label.action] - left[label.action]));
    }
    return sum;
  }

 private:
  enum Truth { kNo, kMaybe, kYes };
  struct Transition {
    int from, to, label;
  };
  struct Arc {
    int from, label;
  };
  struct Label {
    int action;
    bool has_loop;
  };

  int value_in(int state, int place) const {
    return state / factors_[place] % variables_.size(pattern_[place]);
  }

  Truth may_hold(const Guard& guard, int state) const {
    Truth truth = guard.rest == kTrue ? kYes : kMaybe;
    const auto check = [&](int fact, bool wanted) {
      bool is_seen = false;
      for (const auto& [variable, value] : variables_.of(fact)) {
        if (place_[variable] < 0) continue;
        is_seen = true;
        if ((value_in(state, place_[variable]) == value) != wanted) truth = kNo;
      }
      if (!is_seen) truth = std::min(truth, kMaybe);
    };
    for (const int fact : guard.yes) check(fact, true);
    for (const int fact : guard.no) check(fact, false);
    return truth;
  }

  // The transitions of an action, from every state that its precondition allows.
  void list(int number, std::vector<Transition>& found) {
    const Action& action = variables_.task().actions()[number];
    const int label = static_cast<int>(labels_.size());
    labels_.push_back({number, false});
    // Variables with one value that the precondition asks for need not be run through.
    std::vector<int> fixed(pattern_.size(), -1);
    for (const int fact : action.precondition.yes) {
      for (const auto& [variable, value] : variables_.of(fact)) {
        if (place_[variable] >= 0) fixed[place_[variable]] = value;
      }
    }
    relevant_.clear();
    const auto is_seen = [&](int fact) {
      return std::ranges::any_of(variables_.of(fact),
                                 [&](const auto& at) { return place_[at.variable] >= 0; });
    };
    for (const Effect& effect : action.effects) {
      if (std::ranges::any_of(effect.adds, is_seen) || std::ranges::any_of(effect.deletes, is_seen))
        relevant_.push_back(&effect);
    }
    std::vector<int> values(pattern_.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::max(0, fixed[i]);
    for (;;) {
      int state = 0;
      for (std::size_t i = 0; i < values.size(); ++i) state += factors_[i] * values[i];
      if (may_hold(action.precondition, state) != kNo) follow(state, values, label, found);
      std::size_t i = 0;
      for (; i < values.size(); ++i) {
        if (fixed[i] >= 0) continue;
        if (++values[i] < variables_.size(pattern_[i])) break;
        values[i] = 0;
      }
      if (i == values.size()) return;
    }
  }

  void follow(int state, const std::vector<int>& values, int label, std::vector<Transition>& found) {
    // For each variable what it may be afterwards.
    after_.assign(values.size(), {});
    added_.assign(values.size(), 0);
    deleted_.assign(values.size(), 0);
    for (const Effect* each : relevant_) {
      const Effect& effect = *each;
      const Truth happens = may_hold(effect.condition, state);
      if (happens == kNo) continue;
      for (const int fact : effect.adds) {
        for (const auto& [variable, value] : variables_.of(fact)) {
          const int place = place_[variable];
          if (place < 0) continue;
          after_[place].push_back(value);
          if (happens == kYes) added_[place] = 1;
        }
      }
      for (const int fact : effect.deletes) {
        for (const auto& [variable, value] : variables_.of(fact)) {
          const int place = place_[variable];
          if (place < 0 || value != values[place]) continue;
          after_[place].push_back(0);
          if (happens == kYes) deleted_[place] = 1;
        }
      }
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      auto& may_be = after_[i];
      // Adding wins over deleting.
      if (added_[i] != 0) std::erase(may_be, 0);
      if (added_[i] == 0 && deleted_[i] == 0) may_be.push_back(values[i]);
      tidy(may_be);
    }
    choice_.assign(values.size(), 0);
    for (;;) {
      int to = 0;
      for (std::size_t i = 0; i < values.size(); ++i) to += factors_[i] * after_[i][choice_[i]];
      if (to == state) {
        labels_[label].has_loop = true;
      } else {
        found.push_back({state, to, label});
      }
      std::size_t i = 0;
      for (; i < values.size(); ++i) {
        if (++choice_[i] < after_[i].size()) break;
        choice_[i] = 0;
      }
      if (i == values.size()) return;
    }
  }

  const Variables& variables_;
  std::vector<int> pattern_, factors_, place_;
  int states_ = 1;
  bool is_complete_ = true;
  std::vector<Label> labels_;
  std::vector<int> starts_, goals_;
  std::vector<Arc> arcs_;
  std::vector<const Effect*> relevant_;  // effects of the action at hand that change what is seen
  std::vector<std::vector<int>> after_;
  std::vector<char> added_, deleted_;
  std::vector<std::size_t> choice_;
};

}  // namespace ludoplan::planning
