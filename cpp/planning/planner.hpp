// A grounded task as a system for the search kernels.
#pragma once

#include <bit>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "planning/heuristics.hpp"
#include "planning/join.hpp"
#include "planning/lifted_search.hpp"
#include "planning/stubborn.hpp"
#include "planning/symmetry.hpp"
#include "planning/task.hpp"

namespace ludoplan::planning {

class Planner {
 public:
  using State = planning::State;

  // One expansion may take long, so the limits are looked at each time.
  static constexpr std::uint64_t kPollMask = 0;

  // Grounds the task, which is used up by it.
  Planner(LiftedTask& lifted, Monitor& monitor);
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;

  Stop stopped() const { return stop_; }
  bool is_ground() const { return task_ != nullptr; }
  // A plan that was found before the task was ground; empty if there is none.
  const std::vector<LiftedSearch::Step>& early_plan() const { return early_plan_; }
  const Counters& early_counters() const { return early_counters_; }
  double seconds() const { return seconds_; }
  const Task& task() const {
    if (task_ == nullptr) throw std::logic_error("the task has not been grounded: a limit was reached");
    return *task_;
  }

  // What is behind the number of an action, or of a fact: schema or predicate, and objects.
  std::pair<int, std::vector<int>> action(Move number) const {
    const Action& action = task().actions()[number];
    return {action.schema, relations_[predicates_ + action.schema].objects(action.row)};
  }
  std::pair<int, std::vector<int>> fact(int number) const {
    const int predicate = task().model().predicate_of[number];
    return {predicate, relations_[predicate].objects(task().model().row_of[number])};
  }

  std::size_t packed_words() const { return task().packed_words(); }
  // Where objects are alike, states are told in a form that alike ones share; `unfolded` makes a plan of a
  // path through those.
  std::size_t symmetries() const { return symmetries_ == nullptr ? 0 : symmetries_->size(); }
  std::vector<Move> unfolded(const std::vector<Move>& path) const {
    return symmetries_ == nullptr ? path : symmetries_->unfolded(path);
  }

  State initial() const {
    State state = task().initial();
    if (symmetries_ != nullptr) symmetries_->normalise(state);
    return state;
  }
  bool is_goal(const State& state) const { return task().is_goal(state); }
  void pack(const State& state, Word* out) const { task().pack(state, out); }
  void unpack(const Word* in, State& state) const { task().unpack(in, state); }
  // Rules of tasks are long and slow beside a call: they are compiled once, not for every search.
  template <class Emit>
  void for_each_successor(const State& state, Emit&& emit) const {
    successors(state, false, std::ref(emit));
  }
  // Enough of them that some cheapest way to a goal goes on through one of these. Where one leaves no choice,
  // the first state behind it that does takes its place; nothing does where there is none.
  template <class Emit>
  void for_each_needed_successor(const State& state, Emit&& emit) const {
    successors(state, true, std::ref(emit));
  }

  // Adds the moves of a cheapest way through states without a choice to a packed one, where it is cheaper
  // than that; returns its cost, or kDeadEnd.
  Cost forced_steps(const State& from, const Word* to, Cost than, std::vector<Move>& path) const;

  template <class Visit>
  void for_each_move(const State& state, Visit&& visit) const {
    task().for_each_applicable(state, [&](int action) { visit(static_cast<Move>(action)); });
  }
  bool successor(const State& state, Move move, State& next, Cost& cost) const {
    if (!task().apply(static_cast<int>(move), state, next, cost)) return false;
    if (symmetries_ != nullptr) symmetries_->normalise(next);
    return true;
  }

  std::vector<std::string> heuristic_names() const {
    std::vector<std::string> names;
    for (const HeuristicEntry& entry : planning::heuristics()) names.emplace_back(entry.name);
    return names;
  }
  Cost estimate(int heuristic, const State& state) const {
    if (origin_.state != &state) return heuristics()[heuristic].estimate(state, nullptr);
    return heuristics()[heuristic].estimate_after(*origin_.parent, origin_.move, state);
  }

  // The same for a state that some action has led to from another one, which may have been estimated before.
  Cost estimate_from(int heuristic, const State& parent, const State& state) const {
    int found = kNoAction;
    State next;
    task().for_each_applicable(parent, [&](int action) {
      Cost cost;
      if (found == kNoAction && task().apply(action, parent, next, cost) && next.words == state.words)
        found = action;
    });
    if (found == kNoAction) return heuristics()[heuristic].estimate(state, nullptr);
    return heuristics()[heuristic].estimate_after(parent, static_cast<Move>(found), state);
  }

  std::size_t path_words(int heuristic) const { return heuristics()[heuristic].path_words(); }
  Cost estimate_on_path(int heuristic, const Word* before, const State& state, Word* after,
                        std::vector<Move>& preferred) const {
    preferred.clear();
    return heuristics()[heuristic].estimate_on_path(before, state, after, &preferred);
  }

  // The facts (~fact: their being false) one of which every plan makes true at some time, if not at first.
  std::vector<std::vector<int>> landmarks() const;

  void prepare(int heuristic, double seconds, Monitor& monitor) const {
    heuristics().prepare(heuristic, seconds, monitor);
  }

  // Facts, and for each number which of a few classes its value falls into.
  int atoms() const { return task().facts() + kClasses * task().model().variables(); }
  template <class Visit>
  void for_each_atom(const State& state, Visit&& visit) const {
    task().for_each_true(state, visit);
    for (int v = 0; v < task().model().variables(); ++v) visit(atom_of(state, v));
  }
  template <class Visit>
  void for_each_new_atom(const State& before, const State& after, Visit&& visit) const {
    task().for_each_new(before, after, visit);
    for (int v = 0; v < task().model().variables(); ++v) {
      const int atom = atom_of(after, v);
      if (atom != atom_of(before, v)) visit(atom);
    }
  }
  int unmet_goals(const State& state) const { return heuristics().unmet_goals(state); }
  bool way_to_goal(const State& state, std::vector<int>& atoms) const {
    return heuristics().way_to_goal(state, atoms);
  }

 private:
  void successors(const State& state, bool only_needed,
                  const std::function<void(Move, const State&, Cost)>& emit) const;
  enum class Passing { here, further, nowhere };
  Passing pass(State& state, Cost& cost, std::vector<Move>* path) const;

  void sort(std::vector<GroundAction>& actions) const;

  // Heuristics have working memory, so that one task cannot be searched by two threads at a time.
  Heuristics& heuristics() const {
    if (heuristics_ == nullptr) heuristics_ = std::make_unique<Heuristics>(task());
    return *heuristics_;
  }

  static constexpr int kClasses = 32;
  int atom_of(const State& state, int variable) const {
    const auto bits = std::bit_cast<std::uint64_t>(task().number(state, variable));
    const auto hash = static_cast<int>(bits * 0x9E3779B97F4A7C15ull >> 59);
    return task().facts() + kClasses * variable + hash;
  }

  // The state that is being told of, and where it comes from.
  struct Origin {
    const State* parent = nullptr;
    const State* state = nullptr;
    Move move = 0;
  };

  int predicates_ = 0;
  std::vector<Relation> relations_;  // the objects behind facts and actions
  std::unique_ptr<Task> task_;
  std::unique_ptr<Symmetries> symmetries_;  // null where no objects are alike
  mutable std::unique_ptr<Heuristics> heuristics_;
  mutable Origin origin_;
  static constexpr int kMostForced = 1000;  // steps at a time: there are rings
  static constexpr std::uint64_t kForcedTrial =
      2000;  // states, after which it is seen whether there are such steps
  static constexpr double kLeastForced = 0.1;
  mutable std::uint64_t looked_at_ = 0, forced_ = 0;
  mutable std::unique_ptr<StubbornSets> stubborn_;
  mutable std::vector<int> moves_;
  Stop stop_ = Stop::none;
  double seconds_ = 0;
  std::vector<LiftedSearch::Step> early_plan_;
  Counters early_counters_;
};

}  // namespace ludoplan::planning
