// Which layers of a plan's time a fact or an action can belong to, for the encoding of plans as clauses.
//
// Forward: the first layer at which a literal can hold, by the task without deletes, where a step makes all
// possible changes at once. Backward: how many steps are needed at least from a fact to the goal, looking at
// one mutex group at a time, as a graph whose nodes are the facts of the group (and "none of them").
// Both hold for steps of one action as for steps of many: in each step a group changes once at most.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "planning/task.hpp"

namespace ludoplan::planning {

inline constexpr int kNeverLayer = std::numeric_limits<int>::max() / 2;

// The first layers of literals, actions, effects and the goal.
class FirstLayers {
 public:
  FirstLayers(const Task& task, Patience& patience)
      : task_(task),
        formulas_(task.model().formulas),
        looked_at_(formulas_.size(), -1),
        may_hold_(formulas_.size(), 0) {
    std::vector<std::vector<int>> users[2];  // by value, by fact: the actions that ask for it
    for (const int value : {0, 1}) {
      literal[value].assign(task.facts(), kNeverLayer);
      users[value].resize(task.facts());
    }
    std::vector<int> open;  // actions that may bring something new
    for (int a = 0; a < static_cast<int>(task.actions().size()); ++a) {
      patience.look();
      const Action& source = task.actions()[a];
      const auto note = [&](int fact, bool value) { users[value][fact].push_back(a); };
      each_literal(formulas_, source.precondition, note);
      for (const Effect& each : source.effects) each_literal(formulas_, each.condition, note);
      action.push_back(kNeverLayer);
      effect.emplace_back(source.effects.size(), kNeverLayer);
      open.push_back(a);
    }
    const State initial = task.initial();
    for (int fact = 0; fact < task.facts(); ++fact) literal[initial[fact]][fact] = 0;
    for (int layer = 0;; ++layer) {
      for (const int a : open) {
        patience.look();
        apply(a, layer);
      }
      if (goal == kNeverLayer && may_hold(task.goal(), layer)) goal = layer;
      if (reached_.empty()) break;
      open.clear();
      for (const auto& [fact, value] : std::exchange(reached_, {}))
        open.insert(open.end(), users[value][fact].begin(), users[value][fact].end());
      tidy(open);
    }
  }

  std::vector<int> literal[2];           // by value, by fact
  std::vector<int> action;               // by action
  std::vector<std::vector<int>> effect;  // by action, by effect
  int goal = kNeverLayer;

 private:
  bool may_hold(const Guard& guard, int layer) {
    return std::ranges::all_of(guard.yes, [&](int fact) { return literal[1][fact] <= layer; }) &&
           std::ranges::all_of(guard.no, [&](int fact) { return literal[0][fact] <= layer; }) &&
           (guard.rest == kTrue || may_hold(guard.rest, layer));
  }
  // Formulas share their parts: each is looked at once for a layer.
  bool may_hold(Formula f, int layer) {
    const auto& node = formulas_[f];
    if (node.kind == Formulas::Kind::fact) return literal[node.positive][node.symbol] <= layer;
    if (std::exchange(looked_at_[f], layer) < layer && may_hold_[f] == 0) {
      int missing = formulas_.needed(f);
      for (int i = 0; i < node.count && missing > 0; ++i) missing -= may_hold(formulas_.parts(f)[i], layer);
      may_hold_[f] = missing <= 0;
    }
    return may_hold_[f] != 0;
  }
  // What happens at the layer and has not happened before.
  void apply(int a, int layer) {
    if (action[a] == kNeverLayer && !may_hold(task_.actions()[a].precondition, layer)) return;
    action[a] = std::min(action[a], layer);
    for (std::size_t e = 0; e < effect[a].size(); ++e) {
      const Effect& made = task_.actions()[a].effects[e];
      if (effect[a][e] != kNeverLayer || !may_hold(made.condition, layer)) continue;
      effect[a][e] = layer;
      made.each_fact([&](int fact, bool value) {
        if (literal[value][fact] != kNeverLayer) return;
        literal[value][fact] = layer + 1;
        reached_.emplace_back(fact, value);
      });
    }
  }

  const Task& task_;
  const Formulas& formulas_;
  std::vector<int> looked_at_;  // by formula: the last layer for which it was
  std::vector<char> may_hold_;
  std::vector<std::pair<int, bool>> reached_;  // for the next layer
};

// How many steps have to follow, at least: after a layer where the fact holds; from the layer where the
// action happens, its own step among them.
class StepsToGoal {
 public:
  // `one_at_a_time`: no other action happens in the same step.
  StepsToGoal(const Task& task, bool one_at_a_time, Patience& patience)
      : task_(task), formulas_(task.model().formulas), one_at_a_time_(one_at_a_time) {
    fact.assign(task.facts(), 0);
    action.assign(task.actions().size(), 0);
    in_group_.assign(task.facts(), -1);
    touching_.resize(task.facts());
    for (int a = 0; a < static_cast<int>(task.actions().size()); ++a) {
      patience.look();
      const Action& source = task.actions()[a];
      const auto touch = [&](int touched) {
        if (touching_[touched].empty() || touching_[touched].back() != a) touching_[touched].push_back(a);
      };
      each_literal(formulas_, source.precondition, [&](int touched, bool) { touch(touched); });
      for (const Effect& effect : source.effects)
        effect.each_fact([&](int touched, bool) { touch(touched); });
    }
    for (const auto& group : task.invariants()) measure(group, patience);
  }

  std::vector<int> fact;
  std::vector<int> action;
  int initial = 0;  // from the initial state

 private:
  static constexpr int kAbsent = -2;

  // Whether the guard may hold while `value` is the fact of the group that is true; kAbsent: none of those
  // that the guard mentions.
  bool may_hold(const Guard& guard, int value) const {
    return std::ranges::all_of(guard.yes,
                               [&](int needed) { return in_group_[needed] < 0 || needed == value; }) &&
           !contains(guard.no, value) && (guard.rest == kTrue || may_hold(guard.rest, value));
  }
  bool may_hold(Formula f, int value) const {
    const auto& node = formulas_[f];
    if (node.kind == Formulas::Kind::fact)
      return in_group_[node.symbol] < 0 || (node.symbol == value) == node.positive;
    if (!formulas_.has_parts(f)) return node.kind != Formulas::Kind::never;
    int missing = formulas_.needed(f);
    for (int i = 0; i < node.count && missing > 0 && missing <= node.count - i; ++i)
      missing -= may_hold(formulas_.parts(f)[i], value);
    return missing <= 0;
  }

  // Adds the facts of the group that a guard mentions.
  void mention(const Guard& guard, std::vector<int>& values) const {
    each_literal(formulas_, guard, [&](int mentioned, bool) {
      if (in_group_[mentioned] >= 0) values.push_back(mentioned);
    });
  }
  // Of the mentioned facts those under which the guard may hold; true if it may hold under others too.
  bool allowed(const Guard& guard, std::vector<int>& values) const {
    tidy(values);
    std::erase_if(values, [&](int value) { return !may_hold(guard, value); });
    return may_hold(guard, kAbsent);
  }

  // Nodes of the graph: the facts of the group, then none of them, then "any".
  void measure(const std::vector<int>& group, Patience& patience) {
    const int none = static_cast<int>(group.size());
    const int any = none + 1;
    for (int i = 0; i < none; ++i) in_group_[group[i]] = i;
    std::vector<int> actions;
    for (const int member : group) {
      actions.insert(actions.end(), touching_[member].begin(), touching_[member].end());
    }
    tidy(actions);

    struct Edge {
      int from, to, action;
    };
    std::vector<Edge> edges;
    std::vector<int> sources;
    for (const int a : actions) {
      patience.look();
      const Action& source_action = task_.actions()[a];
      sources.clear();
      mention(source_action.precondition, sources);
      for (const Effect& effect : source_action.effects) {
        mention(effect.condition, sources);
        for (const int deleted : effect.deletes) {
          if (in_group_[deleted] >= 0) sources.push_back(deleted);
        }
      }
      const bool others = allowed(source_action.precondition, sources);
      for (const int source : sources) {
        each_target(a, source, none, [&](int to) { edges.push_back({in_group_[source], to, a}); });
      }
      if (others)
        each_target(a, kAbsent, none, [&](int to) { edges.push_back({any, to < 0 ? any : to, a}); });
    }
    std::vector<std::vector<int>> into(any + 1);
    for (int e = 0; e < static_cast<int>(edges.size()); ++e) into[edges[e].to].push_back(e);

    std::vector<int> steps(any + 1, kNeverLayer);
    std::vector<int> now, next;
    std::vector<int> goals;
    mention(task_.goal(), goals);
    std::vector<char> is_mentioned(any + 1, 0);
    for (const int goal : goals) is_mentioned[in_group_[goal]] = 1;
    const bool other_goals = allowed(task_.goal(), goals);
    const auto settle = [&](int node, int distance, std::vector<int>& queue) {
      if (steps[node] <= distance) return;
      steps[node] = distance;
      queue.push_back(node);
    };
    if (other_goals) {
      for (int node = 0; node <= none; ++node) {
        if (is_mentioned[node] == 0) settle(node, 0, now);
      }
    }
    for (const int goal : goals) settle(in_group_[goal], 0, now);
    for (int distance = 0; !now.empty(); ++distance) {
      // "Any" is left for any place; every node can take its edges.
      for (std::size_t i = 0; i < now.size(); ++i) {
        const int node = now[i];
        for (const int e : into[node]) {
          const int from = edges[e].from;
          if (from == any) {
            if (steps[any] > distance + 1) {
              steps[any] = distance + 1;
              for (int other = 0; other <= none; ++other) settle(other, distance + 1, next);
            }
          } else {
            settle(from, distance + 1, next);
          }
        }
      }
      now = std::exchange(next, {});
    }
    std::vector<int> best(actions.size(), kNeverLayer);
    for (const Edge& edge : edges) {
      const auto at = std::lower_bound(actions.begin(), actions.end(), edge.action) - actions.begin();
      // An edge from anywhere to anywhere says nothing.
      const int after = edge.to == any ? 0 : steps[edge.to];
      // Without a change of its own the action leaves the change to others in the same step.
      const bool stays = edge.from == edge.to && !one_at_a_time_;
      best[at] = std::min(best[at], stays ? after : after + 1);
    }
    for (std::size_t i = 0; i < actions.size(); ++i) {
      action[actions[i]] = std::max(action[actions[i]], std::min(best[i], kNeverLayer));
    }
    int start = none;
    const State state = task_.initial();
    for (int i = 0; i < none; ++i) {
      fact[group[i]] = std::max(fact[group[i]], std::min(steps[i], kNeverLayer));
      if (state[group[i]]) start = i;
    }
    initial = std::max(initial, std::min(steps[start], kNeverLayer));
    for (const int member : group) in_group_[member] = -1;
  }

  // Calls visit(node) for each node where the group may be after the action; -1 is where it was, unknown.
  template <class Visit>
  void each_target(int a, int source, int none, Visit&& visit) const {
    bool is_set = false;  // something is added whatever else happens
    bool is_gone = false;
    bool may_vanish = false;
    for (const Effect& effect : task_.actions()[a].effects) {
      if (!may_hold(effect.condition, source)) continue;
      const bool always = effect.condition.is_always();
      for (const int added : effect.adds) {
        if (in_group_[added] < 0) continue;
        visit(in_group_[added]);
        is_set = is_set || always;
      }
      if (source < 0 || !contains(effect.deletes, source)) continue;
      may_vanish = true;
      is_gone = is_gone || always;
    }
    if (may_vanish && !is_set) visit(none);
    if (!is_set && !is_gone) visit(source < 0 ? -1 : in_group_[source]);
  }

  const Task& task_;
  const Formulas& formulas_;
  const bool one_at_a_time_;
  std::vector<int> in_group_;
  std::vector<std::vector<int>> touching_;
};

}  // namespace ludoplan::planning
