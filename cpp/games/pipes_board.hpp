// A level of Pipes.
//
// Sides are numbered clockwise, left 0, up 1, right 2, down 3, so that a turn adds 1 to a piece's openings.
// The board has a border of holes, so that every piece has four neighbours.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "search/concepts.hpp"

namespace ludoplan {

inline constexpr int kNoSide = 4;

constexpr int opposite(int side) { return side ^ 2; }

// What a chain must be, and what it costs.
struct PipesRules {
  bool needs_all = false;  // whether it must pass through all ends
  int turn_cost = 0;
  int first_go_cost = 1;  // leaving the start; every other step costs 1
  int skip_cost = 0;      // of a piece of the queue
  Word min_length = 0;    // the least number of its pieces
  bool has_charge = false;
  std::int64_t charge = 0;            // what their charges add up to, if that is asked for
  std::vector<std::int32_t> charges;  // by cell; empty if there are none
  std::vector<std::uint8_t> queue;    // pieces for the empty cells: 4 * kind + rotation
};

class PipesBoard {
 public:
  enum Kind : std::uint8_t { hole, terminal, straight, elbow, one_way, cross, empty };

  PipesBoard(int width, std::vector<std::uint8_t> kinds, std::vector<std::uint8_t> rotations,
             PipesRules rules)
      : width_(static_cast<Word>(width)),
        kinds_(std::move(kinds)),
        rotations_(std::move(rotations)),
        rules_(std::move(rules)) {
    for (Word cell = 0; cell < cells(); ++cell) {
      if (kinds_[cell] == terminal) ends_.push_back(cell);
    }
    start_ = ends_.front();
    ends_.erase(ends_.begin());
  }

  Word cells() const { return static_cast<Word>(kinds_.size()); }
  Word width() const { return width_; }
  // Rows plus columns.
  Cost distance(Word a, Word b) const {
    const auto row = [&](Word cell) { return static_cast<Cost>(cell / width_); };
    const auto column = [&](Word cell) { return static_cast<Cost>(cell % width_); };
    return std::abs(row(a) - row(b)) + std::abs(column(a) - column(b));
  }
  Word start() const { return start_; }
  const std::vector<Word>& ends() const { return ends_; }  // all terminals but the start
  const PipesRules& rules() const { return rules_; }
  std::int64_t charge(Word cell) const { return rules_.charges.empty() ? 0 : rules_.charges[cell]; }
  Kind kind(Word cell) const { return static_cast<Kind>(kinds_[cell]); }
  int rotation(Word cell) const { return rotations_[cell]; }

  Word neighbour(Word cell, int side) const { return cell + steps_[static_cast<std::size_t>(side)]; }
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
  int exit(Word cell, int rotation, int entered) const { return exit_of(kind(cell), rotation, entered); }
  // The same for a piece of the queue.
  int exit_of_queued(std::size_t number, int entered) const {
    const int piece = rules_.queue[number];
    return exit_of(static_cast<Kind>(piece / 4), piece % 4, entered);
  }
  static int exit_of(Kind kind, int rotation, int entered) {
    switch (kind) {
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
  // each. Through an empty cell the flow may go any way, if only the right piece comes.
  template <class Way>
  void for_each_way(Word cell, int entered, int rotation, Way&& way) const {
    if (kinds_[cell] == empty) {
      for (int out = 0; out < 4; ++out) {
        if (out != entered) way(out, 0);
      }
      return;
    }
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
  std::array<Word, 4> steps_{0 - Word{1}, 0 - width_, 1, width_};  // to the neighbours
  std::vector<std::uint8_t> kinds_;
  std::vector<std::uint8_t> rotations_;  // 0 to 3; of straight pieces and terminals 0 or 1
  PipesRules rules_;
  Word start_ = 0;
  std::vector<Word> ends_;
};

}  // namespace ludoplan
