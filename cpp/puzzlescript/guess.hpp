// How far a board is from its win conditions.
//
// A bound: of what the guide knows of each condition, the largest, or what they need together: steps of all
// that moves one by one, turns up, down, left and right where a turn has one way, and a player's walk to the
// first thing that has to go. And a guess for greedy search: steps that
// subjects are away from their targets, by the guide or as the crow flies, and the player from the nearest
// one that has still to go.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "puzzlescript/board.hpp"
#include "puzzlescript/guide.hpp"
#include "search/concepts.hpp"

namespace ludoplan::puzzlescript {

class Guess {
 public:
  Guess(const LevelCode& code, const Board& board) : code_(code), board_(board) {}

  Cost bound(const Guide& guide) const {
    Needs all;
    Needs approached;
    Cost sum = 0;
    for (const Goal& goal : guide.goals()) {
      const Away away = look(goal, [](std::size_t) {});
      if (away.least == kDeadEnd) return kDeadEnd;
      all.add(away);
      if (goal.is_approached) approached.add(away);
      if (goal.is_summed) sum += away.steps;
    }
    if (guide.movers() > 0) approached.least = std::max(approached.least, quotient(sum, guide.movers()));
    Cost turns = approached.turns();
    if (turns > 0 && guide.approach()) {
      const Cost walk = steps_of_players(*guide.approach());
      if (walk == kDeadEnd) return kDeadEnd;
      turns += walk;
    }
    return std::max({Cost{1}, all.turns(), turns});
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
    Cost least;                  // turns that it takes
    Cost sum;                    // steps that seem to be wanted
    Cost steps = 0;              // steps that it takes, of all its objects together
    std::array<Cost, 4> ways{};  // turns each way
  };
  // What several goals need.
  struct Needs {
    Cost least = 0;
    std::array<Cost, 4> ways{};

    void add(const Away& away) {
      least = std::max(least, away.least);
      for (std::size_t way = 0; way < ways.size(); ++way) ways[way] = std::max(ways[way], away.ways[way]);
    }
    Cost turns() const { return std::max(least, ways[0] + ways[1] + ways[2] + ways[3]); }
  };

  // Turns before a player is where something can begin.
  Cost steps_of_players(const Approach& approach) const {
    starts_.clear();
    for_each_bit(code_.program.player, [&](std::size_t player) {
      for_each_cell_with(player, [&](std::size_t at) { starts_.push_back(at); });
    });
    Cost least = kDeadEnd;
    for_each_place(approach.objects, [&](std::size_t at) {
      for (const auto& [beside, is_over] : approach.places) {
        const std::int64_t to = static_cast<std::int64_t>(at) + beside;
        if (to < 0 || to >= static_cast<std::int64_t>(code_.cells)) continue;
        const Distance* const steps = approach.steps.data() + static_cast<std::size_t>(to) * code_.cells;
        for (const std::size_t from : starts_) {
          const Cost walk = cost_of(steps[from]);
          least = std::min(least, walk != kDeadEnd && walk > 0 && is_over ? walk - 1 : walk);
        }
      }
    });
    return least;
  }

  template <class Visit>
  void for_each_cell_with(std::size_t object, Visit&& visit) const {
    if (board_.count(object) == 0) return;
    for_each_bit(board_.cells_with(object), board_.board_words(), visit);
  }
  template <class Visit>
  void for_each_place(const std::vector<std::uint32_t>& objects, Visit&& visit) const {
    for (const std::uint32_t object : objects) for_each_cell_with(object, visit);
  }

  // Calls visit(cell) for objects that have still to go.
  template <class Visit>
  Away look(const Goal& goal, Visit&& visit) const {
    Away away{};
    Cost most = 0;
    Cost least = kDeadEnd;
    Cost count = 0;
    steps_.clear();
    for_each_place(goal.objects, [&](std::size_t at) {
      const Cost steps = cost_of(goal.steps[at]);
      least = std::min(least, steps);
      most = std::max(most, steps);
      away.sum = plus(away.sum, steps);
      ++count;
      if (steps > 0 && steps != kDeadEnd) visit(at);
      if (goal.kind == Goal::Kind::cover && steps != kDeadEnd) steps_.push_back(steps);
    });
    if (goal.kind == Goal::Kind::some) return {turns(goal, least, least), least};
    if (goal.kind == Goal::Kind::cover) {
      if (steps_.size() < goal.wanted) return {kDeadEnd, kDeadEnd};
      // The nearest ones may be those that get there.
      away.sum = sum_of_nearest(goal.wanted, most);
    }
    away.steps = away.sum;
    away.least = turns(goal, away.sum, most);
    if (away.least == kDeadEnd) return away;
    if (goal.takers > 0) {
      away.least = std::max(away.least, quotient(count, goal.takers));
      away.sum = plus(away.sum, count);
    }
    for (std::size_t way = 0; way < away.ways.size() && most > 0 && !goal.by_way[way].empty(); ++way)
      away.ways[way] = turns_each_way(goal, goal.by_way[way]);
    return away;
  }
  // Of `steps_`; `most` becomes the largest of the nearest.
  Cost sum_of_nearest(std::size_t wanted, Cost& most) const {
    std::ranges::nth_element(steps_, steps_.begin() + static_cast<std::ptrdiff_t>(wanted - 1));
    most = steps_[wanted - 1];
    Cost sum = 0;
    for (std::size_t i = 0; i < wanted; ++i) sum += steps_[i];
    return sum;
  }
  Cost turns_each_way(const Goal& goal, const std::vector<Distance>& by_way) const {
    Cost most = 0;
    steps_.clear();
    for_each_place(goal.objects, [&](std::size_t at) {
      const Cost steps = cost_of(by_way[at]);
      most = std::max(most, steps);
      steps_.push_back(steps);
    });
    if (goal.kind == Goal::Kind::cover) sum_of_nearest(goal.wanted, most);
    return most;
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
    return has(board_.cell(static_cast<std::size_t>(place.x * code_.height + place.y)), win.target,
               win.target_is_aggregate);
  }
  void find(const Mask& mask, bool all, std::vector<Place>& places) const {
    places.clear();
    if (all) {
      for (std::size_t at = 0; at < code_.cells; ++at) {
        if (has(board_.cell(at), mask, all)) places.push_back(place(at));
      }
      return;
    }
    for (std::size_t word = 0; word < board_.board_words(); ++word) {
      Bits there = 0;
      for (std::size_t i = 0; i < mask.size(); ++i) {
        for_each_bit(mask[i] & board_.present()[i],
                     [&](std::size_t bit) { there |= board_.cells_with(i * kWordBits + bit)[word]; });
      }
      for_each_bit(there, [&](std::size_t bit) { places.push_back(place(word * kWordBits + bit)); });
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
  const Board& board_;
  Cost nearest_ = kFar;
  std::vector<Cost> away_;  // by win condition
  mutable std::vector<Cost> steps_;
  mutable std::vector<std::size_t> starts_;
  std::vector<Place> players_;
  std::vector<Place> subjects_;
  std::vector<Place> targets_;
};

}  // namespace ludoplan::puzzlescript
