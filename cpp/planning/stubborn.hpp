// Partial-order reduction: of the actions that can be done in a state enough of them, so that some cheapest
// plan begins with one that is kept. A strong stubborn set of actions is made up like this:
//
// It begins with all actions that may meet one part of the goal that is not met: every plan has one of them.
// For an action in it that cannot be done, those come in that may bring one thing that it lacks. For one that
// can be done, those come in that it may disturb or be disturbed by, in whatever order they come. Then the
// first action of a plan that is in the set can be done at once, and the others after it, with the same end
// and the same costs. Two whose preconditions exclude each other are never both possible, so that neither
// disturbs the other.
//
// Effects that may happen count as if they did, what they depend on and what costs depend on may not be
// changed by others. Formulas become true or false only by their literals. Tasks with derived facts or
// numbers are left as they are, and so are those where little is left out, as finding it out takes time.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "planning/task.hpp"

namespace ludoplan::planning {

class StubbornSets {
 public:
  explicit StubbornSets(const Task& task) : task_(task) {
    is_of_use_ = task.model().variables() == 0 && task.model().axioms.empty();
    if (!is_of_use_) return;
    const auto count = static_cast<std::size_t>(task.facts());
    readers_.resize(2 * count);
    writers_.resize(2 * count);
    minders_.resize(count);
    done_.assign(2 * count, 0);
    for (int a = 0; a < static_cast<int>(task.actions().size()); ++a) read(a);
    looked_up_.assign(task.actions().size(), 0);
    disturbing_.resize(task.actions().size());
    is_possible_.assign(task.actions().size(), 0);
    is_in_.assign(task.actions().size(), 0);
    list_of_.assign(task.actions().size(), 0);
  }

  // Takes those out of all actions that can be done in a state that need not be done first.
  void reduce(const State& state, std::vector<int>& moves) {
    if (!is_of_use_ || moves.size() < 2) return;
    const std::size_t all = moves.size();
    ++round_;
    for (const int action : moves) is_possible_[action] = round_;
    left_ = all;
    stack_.clear();
    if (add_writers(task_.goal(), state)) {
      while (!stack_.empty() && left_ > 0 && is_of_use_) {
        const int action = stack_.back();
        stack_.pop_back();
        if (is_possible_[action] != round_) {
          add_writers(task_.actions()[action].precondition, state);
        } else {
          for (const int other : disturbing(action)) add(other);
        }
      }
      if (left_ > 0 && is_of_use_) std::erase_if(moves, [&](int action) { return is_in_[action] != round_; });
    }
    possible_ += all;
    kept_ += moves.size();
    if (round_ == kTrial && static_cast<double>(kept_) > kMostKept * static_cast<double>(possible_))
      is_of_use_ = false;
  }

 private:
  static constexpr std::uint32_t kTrial = 1000;  // states, after which it is seen whether it helps
  static constexpr double kMostKept = 0.9;       // of the actions that can be done
  // Pairs of actions that are looked at: at first, and for each action that has been left out.
  static constexpr std::uint64_t kFirstPairs = 500'000, kMorePairs = 200;

  static std::size_t literal(int fact, bool is_true) { return 2 * static_cast<std::size_t>(fact) + is_true; }

  // Each list has an action once, as one comes after the other.
  static void note(std::vector<int>& list, int action) {
    if (list.empty() || list.back() != action) list.push_back(action);
  }

  template <class Visit>
  void each_written(const Action& action, Visit&& visit) const {
    for (const Effect& effect : action.effects) effect.each_fact(visit);
  }
  // The facts that its effects and its cost depend on.
  template <class Visit>
  void each_minded(const Action& action, Visit&& visit) const {
    const Formulas& formulas = task_.model().formulas;
    const auto visit_fact = [&](int fact, bool) { visit(fact); };
    for (const Effect& effect : action.effects) each_literal(formulas, effect.condition, visit_fact);
    for (const CostTerm& term : action.cost_terms) each_literal(formulas, term.condition, visit_fact);
  }

  void read(int number) {
    const Action& action = task_.actions()[number];
    each_literal(task_.model().formulas, action.precondition,
                 [&](int fact, bool is_true) { note(readers_[literal(fact, is_true)], number); });
    each_written(action, [&](int fact, bool is_true) { note(writers_[literal(fact, is_true)], number); });
    each_minded(action, [&](int fact) { note(minders_[fact], number); });
  }

  void add(int action) {
    if (is_in_[action] == round_) return;
    is_in_[action] = round_;
    left_ -= is_possible_[action] == round_;
    stack_.push_back(action);
  }
  void add_writers(std::size_t of) {
    if (done_[of] == round_) return;
    done_[of] = round_;
    for (const int action : writers_[of]) add(action);
  }

  // Adds those that may bring one part of a condition that does not hold, the one that fewest may bring.
  // False if there is no such part.
  bool add_writers(const Guard& guard, const State& state) {
    constexpr std::size_t kNone = ~std::size_t{0};
    std::size_t best = kNone, fewest = kNone;
    const auto look = [&](int fact, bool is_true) {
      const std::size_t of = literal(fact, is_true);
      const std::size_t count = done_[of] == round_ ? 0 : writers_[of].size();
      if (state[fact] == is_true || (best != kNone && count >= fewest)) return;
      best = of;
      fewest = count;
    };
    for (const int fact : guard.yes) look(fact, true);
    for (const int fact : guard.no) look(fact, false);
    if (best != kNone) {
      add_writers(best);
      return true;
    }
    if (task_.holds(guard.rest, state)) return false;
    each_literal(task_.model().formulas, guard.rest,
                 [&](int fact, bool is_true) { add_writers(literal(fact, is_true)); });
    return true;
  }

  // The actions that an action may disturb or be disturbed by.
  const std::vector<int>& disturbing(int number) {
    std::vector<int>& found = disturbing_[number];
    if (looked_up_[number] != 0) return found;
    looked_up_[number] = 1;
    const Action& action = task_.actions()[number];
    ++lists_;
    const auto take = [&](const std::vector<int>& list) {
      pairs_ += list.size();
      if (pairs_ > kFirstPairs + kMorePairs * (possible_ - kept_)) is_of_use_ = false;
      if (!is_of_use_) return;
      for (const int other : list) {
        if (list_of_[other] == lists_ || other == number) continue;
        list_of_[other] = lists_;
        const bool are_apart =
            contradict(action.precondition, task_.actions()[other].precondition,
                       [&](int fact, int second) { return task_.are_exclusive(fact, second); });
        if (!are_apart) found.push_back(other);
      }
    };
    each_literal(task_.model().formulas, action.precondition,
                 [&](int fact, bool is_true) { take(writers_[literal(fact, !is_true)]); });
    each_written(action, [&](int fact, bool is_true) {
      take(readers_[literal(fact, !is_true)]);
      take(writers_[literal(fact, !is_true)]);
      take(minders_[fact]);
    });
    each_minded(action, [&](int fact) {
      take(writers_[literal(fact, true)]);
      take(writers_[literal(fact, false)]);
    });
    found.shrink_to_fit();
    return found;
  }

  const Task& task_;
  bool is_of_use_ = true;
  std::vector<std::vector<int>> readers_, writers_;  // of literals: whose precondition, effects have it
  std::vector<std::vector<int>> minders_;            // of facts: whose effects or costs depend on it
  std::vector<char> looked_up_;                      // by action: whether it is known what disturbs it
  std::vector<std::vector<int>> disturbing_;
  std::uint64_t pairs_ = 0;             // that have been looked at
  std::uint32_t lists_ = 0;             // of what disturbs
  std::vector<std::uint32_t> list_of_;  // by action: the last list that it was looked at for
  // Of the state at hand; what has another number than `round_` is of an earlier one.
  std::uint32_t round_ = 0;
  std::vector<std::uint32_t> is_possible_, is_in_, done_;
  std::size_t left_ = 0;  // actions that can be done and are not in the set
  std::vector<int> stack_;
  std::uint64_t possible_ = 0, kept_ = 0;
};

}  // namespace ludoplan::planning
