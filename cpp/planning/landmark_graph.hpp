// Landmarks: what every plan makes true at some time, and in which order; for counting what is left to do.
//
// They are found backwards from the goal: whatever all operators need that can be the first to make a
// landmark true is a landmark too, and must hold just before. Which can be the first is told by what can be
// reached while the landmark is never true. Where the operators need different facts of one predicate, and
// few of them, one of these facts is a landmark. Besides these orders there are: before what cannot be
// reached without it, and, as advice, before what would have to be destroyed for it.
//
// A search keeps for each state which landmarks its path has passed, in order; what is left is those that
// have not been passed, and those that have been but are needed again.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "planning/relaxation.hpp"

namespace ludoplan::planning {

class LandmarkGraph {
 public:
  // Where `is_late`, no more landmarks are looked for.
  LandmarkGraph(const Relaxation& relaxation, const State& initial, const std::function<bool()>& is_late)
      : relaxation_(relaxation), task_(relaxation.task) {
    find_tests();
    find_landmarks(initial, is_late);
    order_by_reach();
    advise(is_late);
    finish(is_late);
  }

  // The facts of each landmark that states can be asked for, one of which every plan makes true (~fact:
  // false).
  std::vector<std::vector<int>> facts() const {
    std::vector<std::vector<int>> found;
    for (const Landmark& landmark : landmarks_) {
      std::vector<int> one_of;
      for (const Prop prop : landmark.props) {
        if (tests_[prop].kind == Test::Kind::yes) one_of.push_back(tests_[prop].symbol);
        if (tests_[prop].kind == Test::Kind::no) one_of.push_back(~tests_[prop].symbol);
      }
      if (one_of.size() == landmark.props.size()) found.push_back(std::move(one_of));
    }
    return found;
  }

  int size() const { return static_cast<int>(landmarks_.size()); }
  std::size_t words() const { return (landmarks_.size() + 31) / 32; }

  // Which landmarks a path has passed that is at its first state.
  void begin(const State& state, Word* passed) const {
    std::fill_n(passed, words(), Word{0});
    for (bool changed = true; changed;) {
      changed = false;
      for (int l = 0; l < size(); ++l) {
        if (is_set(passed, l) || !holds(landmarks_[l], state) || !is_ready(l, passed)) continue;
        set(passed, l);
        changed = true;
      }
    }
  }

  // Which have been passed by a path that goes on to a state.
  void follow(const Word* before, const State& state, Word* passed) const {
    std::copy_n(before, words(), passed);
    for (int l = 0; l < size(); ++l) {
      if (!is_set(before, l) && holds(landmarks_[l], state) && is_ready(l, before)) set(passed, l);
    }
  }

  // How many landmarks are left.
  Cost left(const Word* passed, const State& state) const {
    Cost count = 0;
    for (int l = 0; l < size(); ++l) {
      const Landmark& landmark = landmarks_[l];
      if (!landmark.counts) continue;
      count += !is_set(passed, l) || (!holds(landmark, state) && is_needed_again(landmark, passed));
    }
    return count;
  }

 private:
  static constexpr int kMostAlternatives = 4;
  static constexpr int kMostLandmarks = 4000;
  static constexpr std::size_t kMostWords = std::size_t{1}
                                            << 23;  // for what is not reached without landmarks

  struct Landmark {
    std::vector<Prop> props;  // one of these
    bool is_goal = false;
    bool counts = true;          // states can be asked for it
    std::set<int> needs;         // landmarks that hold just before it first does
    std::set<int> after;         // landmarks that come before it in any way
    std::vector<int> advised;    // landmarks that had better come before it
    std::vector<int> all;        // all that come before it, in the end
    std::vector<int> needed_by;  // landmarks before which it holds
    std::vector<bool> reached;   // by proposition: whether it is reached without it
  };
  // How to ask a state for a proposition.
  struct Test {
    enum class Kind { none, yes, no, formula } kind = Kind::none;
    int symbol = 0;
  };

  // -- states

  bool holds(Prop prop, const State& state) const {
    const Test& test = tests_[prop];
    switch (test.kind) {
      case Test::Kind::yes:
        return state[test.symbol];
      case Test::Kind::no:
        return !state[test.symbol];
      case Test::Kind::formula:
        return task_.holds(test.symbol, state);
      default:
        return true;
    }
  }
  bool holds(const Landmark& landmark, const State& state) const {
    for (const Prop prop : landmark.props) {
      if (holds(prop, state)) return true;
    }
    return false;
  }
  static bool is_set(const Word* passed, int l) { return (passed[l >> 5] >> (l & 31) & 1) != 0; }
  static void set(Word* passed, int l) { passed[l >> 5] |= Word{1} << (l & 31); }
  bool is_ready(int l, const Word* passed) const {
    for (const int before : landmarks_[l].all) {
      if (!is_set(passed, before)) return false;
    }
    return true;
  }
  bool is_needed_again(const Landmark& landmark, const Word* passed) const {
    if (landmark.is_goal) return true;
    return std::any_of(landmark.needed_by.begin(), landmark.needed_by.end(),
                       [&](int l) { return !is_set(passed, l); });
  }
  // -- finding them

  void find_tests() {
    tests_.resize(relaxation_.props);
    for (std::size_t f = 0; f < relaxation_.of_formula.size(); ++f) {
      const Prop prop = relaxation_.of_formula[f];
      if (prop >= 0) tests_[prop] = {Test::Kind::formula, static_cast<int>(f)};
    }
    for (const int fact : relaxation_.asked_facts) {
      if (relaxation_.yes[fact] >= 0) tests_[relaxation_.yes[fact]] = {Test::Kind::yes, fact};
      if (relaxation_.no[fact] >= 0) tests_[relaxation_.no[fact]] = {Test::Kind::no, fact};
    }
  }

  // What an operator needs, conjunctions that have a proposition of their own taken apart.
  void add_needs(int o, std::vector<Prop>& found) const {
    for (const Prop prop : relaxation_.needs[o]) {
      const auto makers = relaxation_.makers[prop];
      const bool is_fact = tests_[prop].kind == Test::Kind::yes || tests_[prop].kind == Test::Kind::no;
      if (!is_fact && makers.size() == 1 && relaxation_.action[*makers.begin()] == kNoAction) {
        add_needs(*makers.begin(), found);
      } else {
        found.push_back(prop);
      }
    }
  }
  std::vector<Prop> needs_of(int o) const {
    std::vector<Prop> found;
    add_needs(o, found);
    tidy(found);
    return found;
  }

  // The landmark of these propositions, new or known; -1 if it says no more than known ones.
  int landmark_of(std::vector<Prop> props) {
    std::sort(props.begin(), props.end());
    const auto known = numbers_.find(props);
    if (known != numbers_.end()) return known->second;
    if (size() >= kMostLandmarks) return -1;
    if (props.size() > 1) {
      for (const Prop prop : props) {
        if (is_used_[prop] != 0) return -1;
      }
    } else if (is_used_[props[0]] == 2) {
      drop_alternatives(props[0]);
    }
    for (const Prop prop : props) is_used_[prop] = props.size() > 1 ? 2 : 1;
    const int number = size();
    Landmark landmark;
    landmark.counts = std::all_of(props.begin(), props.end(),
                                  [&](Prop prop) { return tests_[prop].kind != Test::Kind::none; });
    numbers_[props] = number;
    landmark.props = std::move(props);
    landmarks_.push_back(std::move(landmark));
    return number;
  }

  // Alternatives one of which is a landmark by itself say nothing more.
  void drop_alternatives(Prop prop) {
    for (Landmark& landmark : landmarks_) {
      if (landmark.props.size() < 2 || !contains(landmark.props, prop)) continue;
      landmark.counts = false;
      for (const Prop other : landmark.props) is_used_[other] = 0;
    }
  }
  template <class Sorted>
  static bool contains(const Sorted& sorted, Prop prop) {
    return std::binary_search(sorted.begin(), sorted.end(), prop);
  }
  template <class Sorted>
  static void keep_common(std::vector<Prop>& list, const Sorted& other) {
    std::erase_if(list, [&](Prop prop) { return !contains(other, prop); });
  }

  void find_landmarks(const State& initial, const std::function<bool()>& is_late) {
    is_used_.assign(relaxation_.props, 0);
    true_.assign(relaxation_.props, 0);
    relaxation_.each_true(initial, [&](Prop prop) { true_[prop] = 1; });
    for (const auto& [formula, prop] : relaxation_.comparisons) true_[prop] = 1;
    for (int o = 0; o < relaxation_.operators(); ++o) needed_.push_back(relaxation_.needs[o].size());
    for (const int o : relaxation_.makers[relaxation_.goal]) {
      for (const Prop prop : needs_of(o)) landmarks_[landmark_of({prop})].is_goal = true;
    }
    for (int l = 0; l < size() && !is_late(); ++l) look_back(l);
  }

  // Finds the landmarks just before one.
  void look_back(int l) {
    const std::vector<Prop> props = landmarks_[l].props;
    if (std::any_of(props.begin(), props.end(), [&](Prop prop) { return true_[prop] != 0; })) return;
    reach_without(props);
    const std::size_t words = static_cast<std::size_t>(relaxation_.props) / 64 + 1;
    if (kept_words_ + words <= kMostWords) {
      kept_words_ += words;
      landmarks_[l].reached.assign(is_reached_.begin(), is_reached_.end());
    }
    std::vector<std::vector<Prop>> needs;  // of those that can be the first
    std::vector<int> looked;
    for (const Prop prop : props) {
      for (const int o : relaxation_.makers[prop]) {
        if (missing_[o] == 0) looked.push_back(o);
      }
    }
    tidy(looked);
    for (const int o : looked) needs.push_back(needs_of(o));
    if (needs.empty()) return;
    std::vector<Prop> shared = needs[0];
    for (const auto& each : needs) keep_common(shared, each);
    for (const Prop prop : shared) add_need(l, landmark_of({prop}));
    if (needs.size() > 1) look_for_alternatives(l, needs, shared);
  }

  void add_need(int l, int needed) {
    if (needed < 0 || needed == l) return;
    landmarks_[l].needs.insert(needed);
    landmarks_[l].after.insert(needed);
  }

  // Facts of one predicate of which each operator needs one.
  void look_for_alternatives(int l, const std::vector<std::vector<Prop>>& needs,
                             const std::vector<Prop>& shared) {
    std::map<int, std::vector<Prop>> by_predicate;
    std::map<int, std::size_t> used;
    for (std::size_t i = 0; i < needs.size(); ++i) {
      std::set<int> here;
      for (const Prop prop : needs[i]) {
        if (tests_[prop].kind != Test::Kind::yes || contains(shared, prop)) continue;
        const int predicate = task_.model().predicate_of[tests_[prop].symbol];
        by_predicate[predicate].push_back(prop);
        here.insert(predicate);
      }
      for (const int predicate : here) ++used[predicate];
    }
    for (auto& [predicate, props] : by_predicate) {
      if (used[predicate] != needs.size()) continue;
      tidy(props);
      if (static_cast<int>(props.size()) > kMostAlternatives) continue;
      if (std::any_of(props.begin(), props.end(), [&](Prop prop) { return true_[prop] != 0; })) continue;
      add_need(l, landmark_of(props));
    }
  }

  // What can be reached if these propositions are never true. An operator that can be used has none missing.
  void reach_without(const std::vector<Prop>& blocked) {
    missing_ = needed_;
    is_reached_.assign(relaxation_.props, 0);
    queue_.clear();
    const auto reach = [&](Prop prop) {
      if (is_reached_[prop] != 0 || contains(blocked, prop)) return;
      is_reached_[prop] = 1;
      queue_.push_back(prop);
    };
    for (Prop prop = 0; prop < relaxation_.props; ++prop) {
      if (true_[prop] != 0) reach(prop);
    }
    for (const int o : relaxation_.always) {
      for (const Prop made : relaxation_.makes[o]) reach(made);
    }
    while (!queue_.empty()) {
      const Prop prop = queue_.back();
      queue_.pop_back();
      for (const int o : relaxation_.users[prop]) {
        if (--missing_[o] > 0) continue;
        for (const Prop made : relaxation_.makes[o]) reach(made);
      }
    }
  }

  // -- orders

  // A landmark comes before those that are not reached without it.
  void order_by_reach() {
    for (int l = 0; l < size(); ++l) {
      auto& reached = landmarks_[l].reached;
      for (int other = 0; other < size() && !reached.empty(); ++other) {
        if (other == l) continue;
        const auto& props = landmarks_[other].props;
        if (std::ranges::none_of(props, [&](Prop prop) { return reached[prop]; }))
          landmarks_[other].after.insert(l);
      }
      std::vector<bool>().swap(reached);
    }
  }

  bool are_exclusive(Prop left, Prop right) const {
    const Test& one = tests_[left];
    const Test& other = tests_[right];
    if (one.kind == Test::Kind::formula || other.kind == Test::Kind::formula) return false;
    if (one.kind == Test::Kind::none || other.kind == Test::Kind::none) return false;
    if (one.symbol == other.symbol) return one.kind != other.kind;
    if (one.kind == Test::Kind::no || other.kind == Test::Kind::no) return false;
    return task_.are_mutex(one.symbol, other.symbol);
  }

  // Whether making the first true destroys the second.
  bool interferes(int first, int second) {
    const Landmark& maker = landmarks_[first];
    if (maker.props.size() > 1 || landmarks_[second].props.size() > 1) return false;
    const Prop made = maker.props[0];
    const Prop kept = landmarks_[second].props[0];
    if (are_exclusive(made, kept)) return true;
    for (const Prop effect : common_effects(made)) {
      if (effect != kept && are_exclusive(effect, kept)) return true;
    }
    return std::any_of(maker.needs.begin(), maker.needs.end(), [&](int l) {
      const auto& props = landmarks_[l].props;
      return props.size() == 1 && props[0] != kept && are_exclusive(props[0], kept);
    });
  }
  const std::vector<Prop>& common_effects(Prop prop) {
    const auto [place, is_new] = effects_.try_emplace(prop);
    std::vector<Prop>& common = place->second;
    const auto makers = relaxation_.makers[prop];
    if (!is_new || makers.size() == 0) return common;
    const auto first = relaxation_.makes[*makers.begin()];
    common.assign(first.begin(), first.end());
    for (const int o : makers) keep_common(common, relaxation_.makes[o]);
    std::erase(common, prop);
    return common;
  }

  // Orders that save work: a landmark that is needed for long after one that destroys it.
  void advise(const std::function<bool()>& is_late) {
    std::vector<std::vector<int>> needed_by(landmarks_.size());
    for (int l = 0; l < size(); ++l) {
      for (const int needed : landmarks_[l].needs) needed_by[needed].push_back(l);
    }
    for (int kept = 0; kept < size() && !is_late(); ++kept) {
      std::set<int> rivals;
      if (landmarks_[kept].is_goal) {
        for (int l = 0; l < size(); ++l) {
          if (landmarks_[l].is_goal) rivals.insert(l);
        }
      }
      // What else comes before that for which it is needed.
      for (const int next : needed_by[kept]) {
        std::vector<int> open(landmarks_[next].after.begin(), landmarks_[next].after.end());
        std::set<int> seen(open.begin(), open.end());
        while (!open.empty()) {
          const int l = open.back();
          open.pop_back();
          rivals.insert(l);
          for (const int before : landmarks_[l].after) {
            if (seen.insert(before).second) open.push_back(before);
          }
        }
      }
      rivals.erase(kept);
      for (const int rival : rivals) {
        if (landmarks_[rival].after.count(kept) == 0 && interferes(rival, kept)) {
          landmarks_[kept].advised.push_back(rival);
        }
      }
    }
  }

  // Gathers the orders; advice that would close a circle is not taken.
  void finish(const std::function<bool()>& is_late) {
    for (Landmark& landmark : landmarks_) landmark.all.assign(landmark.after.begin(), landmark.after.end());
    break_circles();
    for (int l = 0; l < size() && !is_late(); ++l) {
      for (const int before : landmarks_[l].advised) {
        if (!comes_before(l, before)) landmarks_[l].all.push_back(before);
      }
    }
    for (int l = 0; l < size(); ++l) {
      for (const int needed : landmarks_[l].needs) landmarks_[needed].needed_by.push_back(l);
    }
    for (Landmark& landmark : landmarks_) {
      std::vector<int>().swap(landmark.advised);
      landmark.after.clear();
    }
  }

  // Orders of the first kinds have no circles where all landmarks are ones; alternatives may close some.
  void break_circles() {
    std::vector<char> colour(landmarks_.size(), 0);
    const std::function<void(int)> visit = [&](int l) {
      colour[l] = 1;
      std::erase_if(landmarks_[l].all, [&](int before) {
        if (colour[before] == 0) visit(before);
        return colour[before] == 1;
      });
      colour[l] = 2;
    };
    for (int l = 0; l < size(); ++l) {
      if (colour[l] == 0) visit(l);
    }
  }

  bool comes_before(int first, int second) const {
    std::vector<char> is_seen(landmarks_.size(), 0);
    std::vector<int> open{second};
    while (!open.empty()) {
      const int l = open.back();
      open.pop_back();
      if (l == first) return true;
      for (const int before : landmarks_[l].all) {
        if (is_seen[before] == 0) open.push_back(before);
        is_seen[before] = 1;
      }
    }
    return false;
  }

  const Relaxation& relaxation_;
  const Task& task_;
  std::vector<Landmark> landmarks_;
  std::map<std::vector<Prop>, int> numbers_;
  std::vector<Test> tests_;
  std::vector<char> is_used_;  // by proposition: 1 by itself, 2 as an alternative
  std::vector<char> true_;     // by proposition: in the first state
  std::vector<int> needed_, missing_;
  std::vector<char> is_reached_;
  std::size_t kept_words_ = 0;
  std::vector<Prop> queue_;
  std::map<Prop, std::vector<Prop>> effects_;
};

}  // namespace ludoplan::planning
