// LM-cut: a lower bound from disjoint landmarks. Again and again the h_max graph is cut between the state and
// the propositions from which the goal is free; every plan has to use an action of the cut, so the least cost
// in it is counted and taken off all of them. Operators of one action (its conditional effects) share the
// action's cost: what is taken off it is gone for all of them, which keeps the sum a lower bound.
//
// After a cut only what has become cheaper is followed, not the whole graph again. A cut of one state is a
// landmark of the state after an action too, unless the action is in it: those are kept, and most states need
// no or few new ones. Comparisons are taken as true.
#pragma once

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "planning/relaxation.hpp"
#include "search/state_table.hpp"

namespace ludoplan::planning {

class LandmarkCut {
 public:
  LandmarkCut(const Relaxation& relaxation, const std::vector<Cost>& costs) : relaxation_(relaxation) {
    for (const int action : relaxation.owners) full_costs_.push_back(costs[action]);
    for (int o = 0; o < relaxation.operators(); ++o) needed_.push_back(relaxation.needs[o].size());
    supporter_.resize(relaxation.operators());
    in_cut_.assign(full_costs_.size(), 0);
  }

  // A lower bound on the cost to the goal, or kDeadEnd.
  Cost estimate(const State& state) {
    owner_costs_ = full_costs_;
    cuts_.clear();
    return completed(state, 0);
  }

  // The same for the state after an action, by the cuts of the state before, where they are known.
  Cost estimate_after(const State& parent, Move action, const State& state) {
    const auto known = known_.find(key(parent));
    if (known == known_.end() || known->second.state != parent.words) return estimate(state);
    owner_costs_ = full_costs_;
    cuts_.clear();
    Cost total = 0;
    const Cuts& old = known->second.cuts;
    for (std::size_t i = 0, begin = 0; i < old.ends.size(); begin = old.ends[i], ++i) {
      const std::span<const int> owners(old.owners.data() + begin, old.owners.data() + old.ends[i]);
      const auto is_used = [&](int owner) { return relaxation_.owners[owner] == static_cast<int>(action); };
      if (std::ranges::any_of(owners, is_used)) continue;
      for (const int owner : owners) owner_costs_[owner] -= old.costs[i];
      cuts_.owners.insert(cuts_.owners.end(), owners.begin(), owners.end());
      cuts_.end(old.costs[i]);
      total = plus_at_most(total, old.costs[i]);
    }
    return completed(state, total);
  }

 private:
  enum Zone : char { nowhere, goal_zone, before };

  struct Cuts {
    std::vector<int> owners;        // of one cut after the other
    std::vector<std::size_t> ends;  // of each cut
    std::vector<Cost> costs;

    void clear() {
      owners.clear();
      ends.clear();
      costs.clear();
    }
    void end(Cost cost) {
      ends.push_back(owners.size());
      costs.push_back(cost);
    }
  };
  struct Known {
    std::vector<Word> state;
    Cuts cuts;
  };
  // Cuts are forgotten, all of them, when they take more than this.
  static constexpr std::size_t kMostBytes = 200'000'000;

  static std::uint64_t key(const State& state) { return hash_words(state.words.data(), state.words.size()); }

  // `total` is what the cuts so far come to, whose costs are taken off already.
  Cost completed(const State& state, Cost total) {
    const bool is_new = total == 0;
    start(state);
    if (costs_[relaxation_.goal] == kDeadEnd) return kDeadEnd;
    const Cost h_max = costs_[relaxation_.goal];
    while (costs_[relaxation_.goal] > 0) {
      find_cut(state);
      Cost least = kDeadEnd;
      for (const int owner : cut_) least = std::min(least, owner_costs_[owner]);
      total = plus_at_most(total, least);
      for (const int owner : cut_) {
        owner_costs_[owner] -= least;
        in_cut_[owner] = 0;
        cuts_.owners.push_back(owner);
      }
      cuts_.end(least);
      cheapen();
    }
    remember(state);
    // With shared costs the cuts may add up to less.
    return is_new ? std::max(h_max, total) : total;
  }

  void remember(const State& state) {
    const std::size_t size = 4 * (state.words.size() + cuts_.owners.size()) + 16 * cuts_.ends.size() + 160;
    if (bytes_ + size > kMostBytes) {
      known_.clear();
      bytes_ = 0;
    }
    bytes_ += size;
    known_.insert_or_assign(key(state), Known{state.words, cuts_});
  }

  Cost cost_of(int o) const {
    const int owner = relaxation_.owner[o];
    return owner == kNoAction ? 0 : owner_costs_[owner];
  }

  // h_max from scratch. The supporter of an operator is its dearest need, here the one that came last.
  void start(const State& state) {
    missing_ = needed_;
    costs_.assign(relaxation_.props, kDeadEnd);
    queue_.clear();
    each_given(state, [&](Prop prop) { reach(prop, 0); });
    for (const int o : relaxation_.always) {
      supporter_[o] = -1;
      fire(o, 0);
    }
    Cost cost;
    Prop prop;
    while (queue_.pop(cost, prop)) {
      if (cost > costs_[prop]) continue;
      for (const int o : relaxation_.users[prop]) {
        if (--missing_[o] > 0) continue;
        supporter_[o] = prop;
        fire(o, cost);
      }
    }
  }

  // Operators of the cut have become cheaper.
  void cheapen() {
    queue_.clear();
    for (const int owner : cut_) {
      for (const int o : relaxation_.operators_of[owner]) {
        if (missing_[o] <= 0) fire(o, supporter_[o] < 0 ? 0 : costs_[supporter_[o]]);
      }
    }
    Cost cost;
    Prop prop;
    while (queue_.pop(cost, prop)) {
      if (cost > costs_[prop]) continue;
      for (const int o : relaxation_.users[prop]) {
        if (supporter_[o] != prop || missing_[o] > 0) continue;
        // The supporter has become cheaper; another need may be the dearest now.
        for (const Prop needed : relaxation_.needs[o]) {
          if (costs_[needed] > costs_[supporter_[o]]) supporter_[o] = needed;
        }
        fire(o, costs_[supporter_[o]]);
      }
    }
  }

  void reach(Prop prop, Cost cost) {
    if (cost >= costs_[prop]) return;
    costs_[prop] = cost;
    queue_.push(cost, prop);
  }
  void fire(int o, Cost supported) {
    const Cost cost = plus_at_most(supported, cost_of(o));
    for (const Prop made : relaxation_.makes[o]) reach(made, cost);
  }

  template <class Visit>
  void each_given(const State& state, Visit&& visit) const {
    relaxation_.each_true(state, visit);
    for (const auto& [formula, prop] : relaxation_.comparisons) visit(prop);
  }

  // Of the dearest parts of the goal, the one that the fewest free operators make, then the fewest at all: a
  // part that is free from somewhere else shares its cut with what is there.
  void choose_goal() {
    const int o = relaxation_.makers[relaxation_.goal].begin()[0];
    if (supporter_[o] < 0) return;
    const Cost dearest = costs_[supporter_[o]];
    std::pair<int, int> fewest{relaxation_.operators() + 1, 0};
    for (const Prop needed : relaxation_.needs[o]) {
      if (costs_[needed] != dearest) continue;
      const auto makers = relaxation_.makers[needed];
      const auto free = std::count_if(makers.begin(), makers.end(),
                                      [&](int maker) { return missing_[maker] <= 0 && cost_of(maker) == 0; });
      const std::pair<int, int> mine{static_cast<int>(free), makers.size()};
      if (mine >= fewest) continue;
      fewest = mine;
      supporter_[o] = needed;
    }
  }

  void find_cut(const State& state) {
    choose_goal();
    zones_.assign(relaxation_.props, nowhere);
    cut_.clear();
    // Backwards from the goal along free operators and their supporters.
    zones_[relaxation_.goal] = goal_zone;
    stack_.assign(1, relaxation_.goal);
    while (!stack_.empty()) {
      const Prop prop = stack_.back();
      stack_.pop_back();
      for (const int o : relaxation_.makers[prop]) {
        if (missing_[o] > 0 || cost_of(o) > 0 || supporter_[o] < 0) continue;
        if (zones_[supporter_[o]] != nowhere) continue;
        zones_[supporter_[o]] = goal_zone;
        stack_.push_back(supporter_[o]);
      }
    }
    // Forwards from the state along supporters, up to the goal's zone.
    const auto enter = [&](Prop prop) {
      if (zones_[prop] != nowhere) return;
      zones_[prop] = before;
      stack_.push_back(prop);
    };
    const auto pass = [&](int o) {
      bool crosses = false;
      for (const Prop made : relaxation_.makes[o]) crosses |= zones_[made] == goal_zone;
      if (crosses) {
        const int owner = relaxation_.owner[o];
        if (owner != kNoAction && in_cut_[owner] == 0) {
          in_cut_[owner] = 1;
          cut_.push_back(owner);
        }
        return;
      }
      for (const Prop made : relaxation_.makes[o]) enter(made);
    };
    each_given(state, enter);
    for (const int o : relaxation_.always) pass(o);
    while (!stack_.empty()) {
      const Prop prop = stack_.back();
      stack_.pop_back();
      for (const int o : relaxation_.users[prop]) {
        if (supporter_[o] == prop && missing_[o] <= 0) pass(o);
      }
    }
  }

  const Relaxation& relaxation_;
  std::vector<Cost> full_costs_, owner_costs_, costs_;
  std::vector<int> needed_, missing_, supporter_;
  std::vector<char> in_cut_;
  std::vector<char> zones_;
  std::vector<int> cut_;
  std::vector<Prop> stack_;
  PropQueue queue_;
  Cuts cuts_;
  std::unordered_map<std::uint64_t, Known> known_;
  std::size_t bytes_ = 0;
};

}  // namespace ludoplan::planning
