// Mutex groups: sets of facts of which at most one is ever true, for packing states and for knowing that two
// conditional effects of an action never happen together.
//
// A candidate is a set of atoms with one argument left open at most, such as (at b *) for every b, or
// (on-horizontal p), (on-vertical p) for every p. It holds if it holds in the initial state and no action can
// raise the number of true facts in it: each fact that is added needs another one of the group to be true
// before and is the only one to need it, and that one is deleted (or is the added one itself). Where an
// addition is not matched, the candidate is tried again together with an atom that the action deletes.
#pragma once

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "planning/model.hpp"

namespace ludoplan::planning {

class MutexGroups {
 public:
  // `objects_of(fact)` gives a fact's objects.
  template <class ObjectsOf>
  MutexGroups(const GroundModel& model, ObjectsOf objects_of, Patience& patience)
      : model_(model), patience_(patience) {
    int predicates = 0;
    for (int fact = 0; fact < model.facts(); ++fact) {
      objects_.push_back(objects_of(fact));
      predicates = std::max(predicates, model.predicate_of[fact] + 1);
    }
    arity_.assign(predicates, -1);
    facts_of_.resize(predicates);
    for (int fact = 0; fact < model.facts(); ++fact) {
      if (model.is_derived[fact]) continue;
      arity_[model.predicate_of[fact]] = static_cast<int>(objects_[fact].size());
      facts_of_[model.predicate_of[fact]].push_back(fact);
    }
    collect_effects();
    for (int p = 0; p < predicates; ++p) {
      for (int open = -1; open < arity_[p]; ++open) {
        std::vector<int> order;
        for (int i = 0; i < arity_[p]; ++i) {
          if (i != open) order.push_back(i);
        }
        waiting_.push_back({{p, std::move(order)}});
      }
    }
    for (std::size_t next = 0; next < waiting_.size() && next < kMostCandidates; ++next) {
      const Candidate candidate = waiting_[next];
      try_out(candidate);
    }
    try_ways();
  }

  // All groups, each once.
  std::vector<std::vector<int>> all() const {
    std::vector<std::vector<int>> groups = found_;
    for (auto& group : groups) std::sort(group.begin(), group.end());
    tidy(groups);
    return groups;
  }

  // Disjoint groups, the largest first.
  std::vector<std::vector<int>> disjoint() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const auto& left, const auto& right) { return left.size() > right.size(); });
    std::vector<char> is_taken(model_.facts(), 0);
    std::vector<std::vector<int>> chosen;
    for (const auto& group : found_) {
      std::vector<int> rest;
      for (const int fact : group) {
        if (is_taken[fact] == 0) rest.push_back(fact);
      }
      if (rest.size() < 2) continue;
      for (const int fact : rest) is_taken[fact] = 1;
      chosen.push_back(std::move(rest));
    }
    return chosen;
  }

 private:
  static constexpr std::size_t kMostCandidates = 300;
  static constexpr std::size_t kMostParts = 6;

  // A predicate, and which of its arguments name the group, in what order; one argument at most is left out.
  struct Part {
    int predicate;
    std::vector<int> order;
    auto operator<=>(const Part&) const = default;
  };
  using Candidate = std::vector<Part>;

  struct Change {
    int action;
    std::vector<int> needs;  // facts that are true before, of the precondition and the effect's condition
    const GroundEffect* effect;
  };

  void conjuncts(Formula f, std::vector<int>& facts) const {
    model_.formulas.each_conjunct(f, [&](Formula part) {
      const auto& node = model_.formulas[part];
      if (node.kind == Formulas::Kind::fact && node.positive) facts.push_back(node.symbol);
    });
  }

  void collect_effects() {
    first_change_.push_back(0);
    for (int a = 0; a < static_cast<int>(model_.actions.size()); ++a) {
      const GroundAction& action = model_.actions[a];
      std::vector<int> needs;
      conjuncts(action.precondition, needs);
      for (const GroundEffect& effect : action.effects) {
        Change change{a, needs, &effect};
        conjuncts(effect.condition, change.needs);
        tidy(change.needs);
        changes_.push_back(std::move(change));
      }
      first_change_.push_back(static_cast<int>(changes_.size()));
    }
  }

  void try_out(const Candidate& candidate) {
    // Number the groups: the facts of one group have the same objects as its name.
    std::unordered_map<std::vector<int>, int, VectorHash> numbers;
    std::vector<int> by_object;
    group_.assign(model_.facts(), -1);
    std::vector<std::vector<int>> members;
    for (const Part& part : candidate) {
      for (const int fact : facts_of_[part.predicate]) {
        const int number = static_cast<int>(members.size());
        int found;
        if (part.order.size() == 1) {
          const auto object = static_cast<std::size_t>(objects_[fact][part.order[0]]);
          if (object >= by_object.size()) by_object.resize(object + 1, -1);
          if (by_object[object] < 0) by_object[object] = number;
          found = by_object[object];
        } else {
          found = numbers.try_emplace(name_of(part, fact), number).first->second;
        }
        if (found == number) members.emplace_back();
        group_[fact] = found;
        members[found].push_back(fact);
      }
    }
    keep_groups(candidate, members);
  }

  // Where effects move one thing each from a fact to another, all facts that it can come to are a candidate,
  // whatever their predicates are: the pieces of a cube that is turned.
  void try_ways() {
    std::vector<int> first(static_cast<std::size_t>(model_.facts()));  // a fact of the same way, or itself
    std::iota(first.begin(), first.end(), 0);
    const auto find = [&](int fact) {
      while (first[fact] != fact) fact = first[fact] = first[first[fact]];
      return fact;
    };
    for (const Change& change : changes_) {
      patience_.look();
      const auto& [adds, deletes] = std::tie(change.effect->adds, change.effect->deletes);
      if (adds.size() != 1 || deletes.size() != 1) continue;
      if (std::binary_search(change.needs.begin(), change.needs.end(), deletes[0]))
        first[find(adds[0])] = find(deletes[0]);
    }
    std::vector<int> number(first.size(), -1);
    std::vector<std::vector<int>> members;
    group_.assign(first.size(), -1);
    for (int fact = 0; fact < model_.facts(); ++fact) {
      int& mine = number[find(fact)];
      if (mine < 0) {
        mine = static_cast<int>(members.size());
        members.emplace_back();
      }
      group_[fact] = mine;
      members[mine].push_back(fact);
    }
    keep_groups({}, members);
  }

  // Finds out which groups of a candidate hold.
  void keep_groups(const Candidate& candidate, std::vector<std::vector<int>>& members) {
    std::vector<char> holds(members.size(), 1);
    bool any = false;
    for (std::size_t g = 0; g < members.size(); ++g) {
      const auto true_at_first = std::count_if(members[g].begin(), members[g].end(),
                                               [&](int fact) { return model_.initial[fact] != 0; });
      holds[g] = true_at_first <= 1;
      any = any || holds[g] != 0;
    }
    if (!any) return;
    for (std::size_t a = 0; a + 1 < first_change_.size(); ++a) {
      patience_.look();
      if (a % 1024 == 0 && !contains(holds, '\1')) return;
      check(candidate, first_change_[a], first_change_[a + 1], holds);
    }
    for (std::size_t g = 0; g < members.size(); ++g) {
      if (holds[g] != 0 && members[g].size() >= 2) found_.push_back(std::move(members[g]));
    }
  }

  std::vector<int> name_of(const Part& part, int fact) const {
    std::vector<int> name;
    for (const int i : part.order) name.push_back(objects_[fact][i]);
    return name;
  }

  // Whether one action keeps the groups; those that it does not keep are struck off.
  void check(const Candidate& candidate, int first, int last, std::vector<char>& holds) {
    // (group, the fact of it that has to be true before, the fact that is added)
    additions_.clear();
    for (int c = first; c < last; ++c) {
      const Change& change = changes_[c];
      for (const int fact : change.effect->adds) {
        const int g = group_[fact];
        if (g < 0 || holds[g] == 0) continue;
        const int before = paid_by(change, fact, g, first);
        if (before < 0) {
          holds[g] = 0;
          refine(candidate, change, fact);
        } else {
          additions_.push_back({g, before, fact});
        }
      }
    }
    // Two different additions must not rest on the same fact.
    std::sort(additions_.begin(), additions_.end());
    for (std::size_t i = 1; i < additions_.size(); ++i) {
      const auto& [g, before, fact] = additions_[i];
      const auto& [other_g, other_before, other_fact] = additions_[i - 1];
      if (g == other_g && before == other_before && fact != other_fact) holds[g] = 0;
    }
  }

  // The fact of the group that is true before the addition and gone after it; -1 if there is none.
  int paid_by(const Change& change, int fact, int g, int first) const {
    // Effects are sorted by condition, so that the one without a condition is the first.
    const GroundEffect& always = *changes_[first].effect;
    const auto deletes = [](const GroundEffect& effect, int gone) {
      return std::binary_search(effect.deletes.begin(), effect.deletes.end(), gone);
    };
    for (const int need : change.needs) {
      if (group_[need] != g) continue;
      if (need == fact || deletes(*change.effect, need)) return need;
      if (always.condition == kTrue && deletes(always, need)) return need;
    }
    return -1;
  }

  // Adds to the candidate an atom that is true before and deleted.
  void refine(const Candidate& candidate, const Change& change, int added) {
    if (candidate.empty() || candidate.size() >= kMostParts) return;
    std::vector<int> name;
    for (const Part& part : candidate) {
      if (part.predicate == model_.predicate_of[added]) name = name_of(part, added);
    }
    for (const int fact : change.effect->deletes) {
      if (!std::binary_search(change.needs.begin(), change.needs.end(), fact)) continue;
      const int predicate = model_.predicate_of[fact];
      const bool is_known = std::any_of(candidate.begin(), candidate.end(),
                                        [&](const Part& part) { return part.predicate == predicate; });
      if (is_known) continue;
      // Which arguments of the new atom name the group.
      Part part{predicate, {}};
      std::vector<char> is_used(objects_[fact].size(), 0);
      for (std::size_t i = 0; i < name.size(); ++i) {
        for (std::size_t j = 0; j < objects_[fact].size(); ++j) {
          if (is_used[j] == 0 && objects_[fact][j] == name[i]) {
            is_used[j] = 1;
            part.order.push_back(static_cast<int>(j));
            break;
          }
        }
      }
      if (part.order.size() != name.size() || part.order.size() + 1 < objects_[fact].size()) continue;
      Candidate larger = candidate;
      larger.push_back(std::move(part));
      std::sort(larger.begin(), larger.end());
      if (tried_.insert(larger).second) waiting_.push_back(std::move(larger));
    }
  }

  const GroundModel& model_;
  Patience& patience_;
  std::vector<std::vector<int>> objects_;
  std::vector<int> arity_;
  std::vector<std::vector<int>> facts_of_;  // by predicate
  std::vector<int> group_;                  // by fact, under the candidate that is tried
  std::vector<Change> changes_;
  std::vector<int> first_change_;
  std::vector<Candidate> waiting_;
  std::set<Candidate> tried_;
  std::vector<std::vector<int>> found_;
  struct Addition {
    int group, before, fact;
    auto operator<=>(const Addition&) const = default;
  };
  std::vector<Addition> additions_;
};

}  // namespace ludoplan::planning
