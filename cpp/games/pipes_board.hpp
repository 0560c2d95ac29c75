// A level of Pipes.
//
// Sides are numbered clockwise, left 0, up 1, right 2, down 3, so that a turn adds 1 to a piece's openings.
// The board has a border of holes, so that every piece has four neighbours.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "search/concepts.hpp"

namespace ludoplan {

inline constexpr int kNoSide = 4;

constexpr int opposite(int side) { return side ^ 2; }

class PipesBoard {
 public:
  enum Kind : std::uint8_t { hole, terminal, straight, elbow, one_way, cross };

  PipesBoard(int width, std::vector<std::uint8_t> kinds, std::vector<std::uint8_t> rotations, bool needs_all,
             int turn_cost, int first_go_cost)
      : width_(static_cast<Word>(width)),
        kinds_(std::move(kinds)),
        rotations_(std::move(rotations)),
        needs_all_(needs_all),
        turn_cost_(turn_cost),
        first_go_cost_(first_go_cost) {
    for (Word cell = 0; cell < cells(); ++cell) {
      if (kinds_[cell] == terminal) ends_.push_back(cell);
    }
    start_ = ends_.front();
    ends_.erase(ends_.begin());
  }

  Word cells() const { return static_cast<Word>(kinds_.size()); }
  Word width() const { return width_; }
  Word start() const { return start_; }
  const std::vector<Word>& ends() const { return ends_; }  // all terminals but the start
  bool needs_all() const { return needs_all_; }            // whether the chain must pass through all of them
  int turn_cost() const { return turn_cost_; }
  int first_go_cost() const { return first_go_cost_; }  // leaving the start; every other step costs 1
  Kind kind(Word cell) const { return static_cast<Kind>(kinds_[cell]); }
  int rotation(Word cell) const { return rotations_[cell]; }

  Word neighbour(Word cell, int side) const {
    switch (side) {
      case 0:
        return cell - 1;
      case 1:
        return cell - width_;
      case 2:
        return cell + 1;
      default:
        return cell + width_;
    }
  }
  bool may_turn(Word cell) const {
    return kinds_[cell] == straight || kinds_[cell] == elbow || kinds_[cell] == one_way;
  }
  // The rotation after a turn; a straight piece has two only.
  int turned(Word cell, int rotation) const { return (rotation + 1) % (kinds_[cell] == straight ? 2 : 4); }
  // Whether the flow may come in by this side, after turns where the piece may turn.
  bool can_enter(Word cell, int side) const {
    if (kinds_[cell] == terminal) return cell != start_ && rotations_[cell] % 2 == side % 2;
    return kinds_[cell] != hole;
  }
  // Where the flow leaves a piece in this rotation if it came in by `entered`; kNoSide where it does not
  // pass.
  int exit(Word cell, int rotation, int entered) const {
    switch (kind(cell)) {
      case terminal:
      case straight:
        return rotation % 2 == entered % 2 ? opposite(entered) : kNoSide;
      case elbow:
        if (entered == rotation) return (rotation + 1) % 4;
        return entered == (rotation + 1) % 4 ? rotation : kNoSide;
      case one_way:
        return entered == rotation ? opposite(entered) : kNoSide;
      case cross:
        return opposite(entered);
      default:
        return kNoSide;
    }
  }
  // All ways out; the start, which nothing came into, has two.
  std::array<int, 2> exits(Word cell, int rotation, int entered) const {
    if (entered == kNoSide) return {rotation % 2, rotation % 2 + 2};
    return {exit(cell, rotation, entered), kNoSide};
  }
  // Calls way(exit, turns) for every way through a piece that stands in this rotation: the fewest turns for
  // each.
  template <class Way>
  void for_each_way(Word cell, int entered, int rotation, Way&& way) const {
    std::array<bool, 4> seen{};
    const int most = may_turn(cell) ? 4 : 1;
    for (int turns = 0; turns < most; ++turns) {
      const int out = exit(cell, rotation, entered);
      if (out != kNoSide && !seen[static_cast<std::size_t>(out)]) {
        seen[static_cast<std::size_t>(out)] = true;
        way(out, turns);
      }
      rotation = turned(cell, rotation);
    }
  }

 private:
  Word width_;
  std::vector<std::uint8_t> kinds_;
  std::vector<std::uint8_t> rotations_;  // 0 to 3; of straight pieces and terminals 0 or 1
  bool needs_all_;
  int turn_cost_;
  int first_go_cost_;
  Word start_ = 0;
  std::vector<Word> ends_;
};

}  // namespace ludoplan
