// How far a board seems to be from its win conditions: steps that subjects are away from their targets, as
// the crow flies, and the player from the nearest one that has still to go. A guide for greedy search; no
// bound.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "puzzlescript/board.hpp"
#include "search/concepts.hpp"

namespace ludoplan::puzzlescript {

template <int S, int B>
class Distance {
 public:
  Distance(const LevelCode& code, const Board<S, B>& board) : code_(code), board_(board) {}

  Cost estimate() {
    Cost sum = 0;
    nearest_ = kFar;
    find(code_.program.player, code_.program.player_is_aggregate, players_);
    for (const WinCode& win : code_.wins) sum += estimate(win);
    return sum * kWeight + (nearest_ == kFar ? 0 : nearest_);
  }

 private:
  static constexpr Cost kFar = 1 << 20;
  static constexpr Cost kWeight = 4;    // a step of a subject against one of the player
  static constexpr Cost kMissing = 10;  // something that is not there has to be made somehow

  struct Place {
    int x;
    int y;
  };

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
      const int cell = static_cast<int>(at);
      if (has(mask, all, at)) places.push_back({cell / code_.height, cell % code_.height});
    }
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
  std::vector<Place> players_;
  std::vector<Place> subjects_;
  std::vector<Place> targets_;
};

}  // namespace ludoplan::puzzlescript
