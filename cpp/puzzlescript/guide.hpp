// What the win conditions ask of each object: how many steps it is away from where it has to be.
//
// For every condition that speaks of single objects there is a table by cell, worked out once for a level
// from the steps that the object may ever make (see Reach). No object is nearer than its table says, whatever
// else is on the board; an object without a way there makes the board a dead end.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "puzzlescript/deeds.hpp"
#include "search/concepts.hpp"

namespace ludoplan::puzzlescript {

struct Goal {
  enum class Kind : int {
    every,  // each of the objects has to get there, or to go away
    some,   // one of them has to
    cover   // as many of them as are wanted
  };
  std::size_t win;  // the number of the condition
  Kind kind;
  std::vector<std::uint32_t> objects = {};
  std::vector<Distance> steps = {};  // by cell
  std::size_t wanted = 0;
  bool is_counted = false;  // a turn brings no object further than a step
  std::size_t movers = 0;   // as many of the objects move in a turn, at most; 0: not known
  std::size_t takers = 0;   // as many are taken away in a turn, at most, and all have to be; 0: not known
  std::array<std::vector<Distance>, 4> by_way = {};  // by cell: steps up, down, left, right; or empty
  bool is_approached = false;  // what it asks of its objects begins with a player beside one
  bool is_summed = false;      // its steps add up with those of other goals
};

class Guide {
 public:
  Guide(const LevelCode& code, Reach& reach) : code_(code), reach_(reach), deeds_(code, reach) {
    // What goes back to the start, or wins by a command, is bound by nothing.
    const bool restarts = has_command(kRestart) && !code.leaves_out_restarts;
    if (!reach.is_complete() || restarts || has_command(kWin)) return;
    are_counted_ = !has_command(kAgain) && !code.forgets;
    is_one_way_ = are_counted_ && deeds_.is_one_way();
    for (std::size_t win = 0; win < code.wins.size(); ++win) read(win);
    if (are_counted_) join_goals();
  }

  const std::vector<Goal>& goals() const { return goals_; }
  // How many of the objects of all goals that are summed move in a turn, at most; 0: not known.
  std::size_t movers() const { return movers_; }
  const std::optional<Approach>& approach() const { return approach_; }

 private:
  using Cells = std::vector<char>;

  bool has_command(std::uint8_t command) const { return contains(code_.commands, command); }
  bool is_changing(const Mask& objects) const { return meet(objects, code_.possible.changing()); }

  void read(std::size_t number) {
    const WinCode& win = code_.wins[number];
    if (win.subject_is_aggregate) return;
    const Ways ways = deeds_.ways_of(win.subject);
    if (win.quantifier == Quantifier::some) {
      if (!ways.grows) add_goal(number, Goal::Kind::some, win.subject, ways, places_for(win), 0);
      return;
    }
    Cells ends = win.quantifier == Quantifier::all ? places_for(win) : places_without(win);
    const bool must_go = std::ranges::none_of(ends, [](char is_end) { return is_end != 0; });
    for (std::size_t at = 0; at < code_.cells; ++at) ends[at] |= ways.exits[at];
    add_goal(number, Goal::Kind::every, win.subject, ways, ends, 0, must_go);
    if (win.quantifier == Quantifier::no || win.target_is_aggregate || is_changing(win.subject)) return;
    // Subjects that never change have to be covered, each by a target of its own.
    const Ways of_targets = deeds_.ways_of(win.target);
    if (of_targets.grows || !is_changing(win.target)) return;
    Cells subjects(code_.cells, 0);
    for (std::size_t at = 0; at < code_.cells; ++at) {
      for_each_bit(win.subject, [&](std::size_t object) { subjects[at] |= code_.was_at(object, at); });
    }
    const auto wanted = static_cast<std::size_t>(std::ranges::count(subjects, char{1}));
    if (wanted > 0) add_goal(number, Goal::Kind::cover, win.target, of_targets, subjects, wanted);
  }

  // Cells that may have a target some day, and cells that may be without one.
  Cells places_for(const WinCode& win) const {
    return cells_where(win, [&](std::size_t object, std::size_t at) { return reach_.may_have(object, at); });
  }
  Cells places_without(const WinCode& win) const {
    Cells places = cells_where(win, [&](std::size_t object, std::size_t at) {
      return code_.was_at(object, at) && reach_.stays(object, at);
    });
    for (char& is_place : places) is_place = is_place == 0;
    return places;
  }
  // Cells for which it holds of a target: of all its objects if it is an aggregate, else of one.
  template <class Holds>
  Cells cells_where(const WinCode& win, Holds&& holds) const {
    Cells places(code_.cells, 0);
    for (std::size_t at = 0; at < code_.cells; ++at) {
      bool some = false;
      bool all = true;
      for_each_bit(win.target, [&](std::size_t object) {
        const bool is_so = holds(object, at);
        some |= is_so;
        all &= is_so;
      });
      places[at] = win.target_is_aggregate ? all : some;
    }
    return places;
  }

  void add_goal(std::size_t win, Goal::Kind kind, const Mask& objects, const Ways& ways, const Cells& ends,
                std::size_t wanted, bool must_go = false) {
    Goal goal{.win = win, .kind = kind, .wanted = wanted};
    for_each_bit(objects, [&](std::size_t object) {
      if (test(code_.possible.bits(), object)) goal.objects.push_back(static_cast<std::uint32_t>(object));
    });
    goal.steps = ways.steps_to(ends, [](auto, auto) { return true; });
    goal.is_counted = !ways.jumps && are_counted_;
    const bool has_ways = goal.is_counted && is_one_way_ && kind != Goal::Kind::some;
    for (std::size_t way = 0; has_ways && way < kAction; ++way) {
      goal.by_way[way] = ways.steps_to(ends, [&](std::size_t from, std::size_t to) {
        return code_.neighbours[way][from] == static_cast<std::int32_t>(to);
      });
    }
    if (goal.is_counted) goal.movers = deeds_.most_in_a_turn(Deeds::Deed::move, objects);
    // Where there is no place for them, all have to be taken away.
    if (goal.is_counted && kind == Goal::Kind::every && must_go)
      goal.takers = deeds_.most_in_a_turn(Deeds::Deed::take, objects);
    masks_.push_back(objects);
    goals_.push_back(std::move(goal));
  }

  // What several goals ask for together.
  void join_goals() {
    std::vector<Mask> kinds;
    Mask summed(code_.object_words, 0);
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      Goal& goal = goals_[i];
      goal.is_approached = goal.is_counted && !meet(masks_[i], code_.program.player);
      if (goal.is_approached) kinds.push_back(masks_[i]);
      goal.is_summed = goal.movers > 0 && goal.kind != Goal::Kind::some && !meet(masks_[i], summed);
      for (std::size_t k = 0; goal.is_summed && k < summed.size(); ++k) summed[k] |= masks_[i][k];
    }
    movers_ = deeds_.most_in_a_turn(Deeds::Deed::move, summed);
    if (!kinds.empty()) approach_ = deeds_.approach_to(kinds);
  }

  const LevelCode& code_;
  Reach& reach_;
  Deeds deeds_;
  bool are_counted_ = false;  // turns: no input has more than one, and none moves anything twice
  bool is_one_way_ = false;
  std::size_t movers_ = 0;
  std::optional<Approach> approach_;
  std::vector<Mask> masks_;  // by goal: its objects
  std::vector<Goal> goals_;
};

}  // namespace ludoplan::puzzlescript
