// How far a board is from its win conditions.
//
// A bound: of what the guide knows of each condition, the largest. And a guess for greedy search: steps that
// subjects are away from their targets, by the guide or as the crow flies, and the player from the nearest
// one that has still to go.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "puzzlescript/board.hpp"
#include "puzzlescript/guide.hpp"
#include "search/concepts.hpp"

namespace ludoplan::puzzlescript {

template <int S, int B>
class Guess {
 public:
  Guess(const LevelCode& code, const Board<S, B>& board) : code_(code), board_(board) {}

  Cost bound(const Guide& guide) const {
    Cost most = 1;
    for (const Goal& goal : guide.goals()) {
      const Away away = look(goal, [](std::size_t) {});
      if (away.least == kDeadEnd) return kDeadEnd;
      most = std::max(most, away.least);
    }
    return most;
  }

  Cost estimate(const Guide& guide) {
    away_.assign(code_.wins.size(), 0);
    nearest_ = kFar;
    find(code_.program.player, code_.program.player_is_aggregate, players_);
    for (const Goal& goal : guide.goals()) {
      const Away away = look(goal, [&](std::size_t at) { approach(place(at)); });
      if (away.least == kDeadEnd) return kDeadEnd;
      away_[goal.win] = std::max(away_[goal.win], away.sum);
    }
    Cost sum = 0;
    for (std::size_t win = 0; win < code_.wins.size(); ++win) {
      sum += std::max(away_[win], estimate(code_.wins[win]));
    }
    return sum * kWeight + (nearest_ == kFar ? 0 : nearest_);
  }

  // Objects that are not as the win conditions want them.
  int unmet() {
    int count = 0;
    for (const WinCode& win : code_.wins) {
      find(win.subject, win.subject_is_aggregate, subjects_);
      const auto on_target = static_cast<int>(
          std::ranges::count_if(subjects_, [&](const Place& place) { return is_target(win, place); }));
      count += win.quantifier == Quantifier::no    ? on_target
               : win.quantifier == Quantifier::all ? static_cast<int>(subjects_.size()) - on_target
               : on_target == 0                    ? 1
                                                   : 0;
    }
    return count;
  }

 private:
  static constexpr Cost kFar = 1 << 20;
  static constexpr Cost kWeight = 4;    // a step of a subject against one of the player
  static constexpr Cost kMissing = 10;  // something that is not there has to be made somehow

  struct Place {
    int x;
    int y;
  };

  struct Away {
    Cost least;  // turns that it takes
    Cost sum;    // steps that seem to be wanted
  };

  // Calls visit(cell) for objects that have still to go.
  template <class Visit>
  Away look(const Goal& goal, Visit&& visit) const {
    Cost sum = 0;
    Cost most = 0;
    Cost least = kDeadEnd;
    Cost count = 0;
    steps_.clear();
    for (const std::uint32_t object : goal.objects) {
      if (board_.count(object) == 0) continue;
      const Bits* const cells = board_.cells_with(object);
      for (std::size_t word = 0; word < board_.board_words(); ++word) {
        for_each_bit(cells[word], [&](std::size_t bit) {
          const std::size_t at = word * kWordBits + bit;
          const Cost steps = cost_of(goal.steps[at]);
          least = std::min(least, steps);
          most = std::max(most, steps);
          sum = plus(sum, steps);
          ++count;
          if (steps > 0 && steps != kDeadEnd) visit(at);
          if (goal.kind == Goal::Kind::cover && steps != kDeadEnd) steps_.push_back(steps);
        });
      }
    }
    if (goal.kind == Goal::Kind::some) return {turns(goal, least, least), least};
    if (goal.kind == Goal::Kind::every) {
      const Cost least_turns = turns(goal, sum, most);
      if (goal.takers == 0 || least_turns == kDeadEnd) return {least_turns, sum};
      return {std::max(least_turns, quotient(count, goal.takers)), plus(sum, count)};
    }
    if (steps_.size() < goal.wanted) return {kDeadEnd, kDeadEnd};
    // The nearest ones may be those that get there.
    std::ranges::nth_element(steps_, steps_.begin() + static_cast<std::ptrdiff_t>(goal.wanted - 1));
    sum = 0;
    for (std::size_t i = 0; i < goal.wanted; ++i) sum += steps_[i];
    return {turns(goal, sum, steps_[goal.wanted - 1]), sum};
  }
  // Turns for so many steps in all, so many of them by one object.
  static Cost turns(const Goal& goal, Cost sum, Cost most) {
    if (most == kDeadEnd || most == 0) return most;
    if (!goal.is_counted) return 1;
    if (goal.kind == Goal::Kind::some || goal.movers == 0) return most;
    return std::max(most, quotient(sum, goal.movers));
  }
  static Cost quotient(Cost a, std::size_t b) {
    return (a + static_cast<Cost>(b) - 1) / static_cast<Cost>(b);
  }

  Cost estimate(const WinCode& win) {
    find(win.subject, win.subject_is_aggregate, subjects_);
    if (win.quantifier == Quantifier::no) {
      Cost sum = 0;
      for (const Place& place : subjects_) {
        if (!is_target(win, place)) continue;
        sum += kMissing;
        approach(place);
      }
      return sum;
    }
    find(win.target, win.target_is_aggregate, targets_);
    if (targets_.empty()) return win.quantifier == Quantifier::all && subjects_.empty() ? 0 : kMissing;
    Cost sum = 0;
    Cost least = kMissing;
    for (const Place& place : subjects_) {
      const Cost away = nearest(place, targets_);
      sum += away;
      least = std::min(least, away);
      if (away > 0) approach(place);
    }
    return win.quantifier == Quantifier::all ? sum : least;
  }

  bool is_target(const WinCode& win, const Place& place) const {
    return has(win.target, win.target_is_aggregate,
               static_cast<std::size_t>(place.x * code_.height + place.y));
  }
  bool has(const Mask& mask, bool all, std::size_t at) const {
    Bits some = 0;
    Bits absent = 0;
    for (std::size_t i = 0; i < board_.object_words(); ++i) {
      some |= board_.cell(at)[i] & mask[i];
      absent |= mask[i] & ~board_.cell(at)[i];
    }
    return all ? absent == 0 : some != 0;
  }
  void find(const Mask& mask, bool all, std::vector<Place>& places) const {
    places.clear();
    for (std::size_t at = 0; at < code_.cells; ++at) {
      if (has(mask, all, at)) places.push_back(place(at));
    }
  }
  Place place(std::size_t at) const {
    const int cell = static_cast<int>(at);
    return {cell / code_.height, cell % code_.height};
  }
  static Cost nearest(const Place& from, const std::vector<Place>& places) {
    Cost least = kFar;
    for (const Place& to : places)
      least = std::min<Cost>(least, std::abs(from.x - to.x) + std::abs(from.y - to.y));
    return least;
  }
  void approach(const Place& place) {
    if (!players_.empty()) nearest_ = std::min(nearest_, nearest(place, players_));
  }

  const LevelCode& code_;
  const Board<S, B>& board_;
  Cost nearest_ = kFar;
  std::vector<Cost> away_;  // by win condition
  mutable std::vector<Cost> steps_;
  std::vector<Place> players_;
  std::vector<Place> subjects_;
  std::vector<Place> targets_;
};

}  // namespace ludoplan::puzzlescript
