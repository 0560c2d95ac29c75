// Which borders between pieces a chain through all terminals must cross, and which it cannot, if it ends in a
// given one: what follows from one piece after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "games/pipes_board.hpp"

namespace ludoplan {

// The name of a border of a cell: two for every cell, the left and the upper one; a third is for the inside
// of an elbow.
inline std::size_t pipes_border(const PipesBoard& board, Word cell, int side) {
  if (side >= 2) return pipes_border(board, board.neighbour(cell, side), opposite(side));
  return 3 * std::size_t{cell} + static_cast<std::size_t>(side);
}

class PipesForced {
 public:
  enum Border : std::uint8_t { closed, open, crossed };

  PipesForced(const PipesBoard& board, Word last, std::vector<Border>& borders)
      : board_(board), last_(last), borders_(borders) {}

  // Closes and crosses borders until nothing more follows; false if no chain is left.
  bool follow() {
    for (Word cell = 0; cell < board_.cells(); ++cell) waiting_.push_back(cell);
    while (!waiting_.empty() && is_possible_) {
      const Word cell = waiting_.back();
      waiting_.pop_back();
      look_at(cell);
    }
    return is_possible_;
  }

 private:
  Border at(Word cell, int side) const { return borders_[pipes_border(board_, cell, side)]; }
  void set(Word cell, int side, Border value) {
    Border& border = borders_[pipes_border(board_, cell, side)];
    if (border == value) return;
    if (border != open) {
      is_possible_ = false;
      return;
    }
    border = value;
    waiting_.push_back(cell);
    waiting_.push_back(board_.neighbour(cell, side));
  }

  void look_at(Word cell) {
    switch (board_.kind(cell)) {
      case PipesBoard::hole:
      case PipesBoard::empty:  // anything may be laid there
        return;
      case PipesBoard::terminal: {
        const int side = board_.rotation(cell);
        if (cell == board_.start() || cell == last_) return one_of(cell, side, side + 2, true);
        set(cell, side, crossed);
        return set(cell, side + 2, crossed);
      }
      case PipesBoard::cross:
        alike(cell, 0);
        return alike(cell, 1);
      case PipesBoard::straight:
      case PipesBoard::one_way:
        for (const int side : {0, 1}) {
          alike(cell, side);
          if (at(cell, side) != crossed) continue;
          set(cell, 1 - side, closed);
          set(cell, 3 - side, closed);
        }
        return;
      case PipesBoard::elbow:
        return look_at_elbow(cell);
    }
  }
  void alike(Word cell, int side) {
    if (at(cell, side) != open) set(cell, side + 2, at(cell, side));
    if (at(cell, side + 2) != open) set(cell, side, at(cell, side + 2));
  }
  // At most one of two borders is crossed; exactly one, if it is needed.
  void one_of(Word cell, int a, int b, bool is_needed) {
    if (at(cell, a) == crossed) return set(cell, b, closed);
    if (at(cell, b) == crossed) return set(cell, a, closed);
    if (!is_needed) return;
    if (at(cell, a) == closed) set(cell, b, crossed);
    if (at(cell, b) == closed) set(cell, a, crossed);
  }
  void look_at_elbow(Word cell) {
    const bool is_used =
        at(cell, 0) == crossed || at(cell, 1) == crossed || at(cell, 2) == crossed || at(cell, 3) == crossed;
    const bool is_useless = borders_[3 * std::size_t{cell} + 2] == closed ||
                            (at(cell, 0) == closed && at(cell, 2) == closed) ||
                            (at(cell, 1) == closed && at(cell, 3) == closed);
    if (is_useless) {
      for (const int side : {0, 1, 2, 3}) set(cell, side, closed);
      return;
    }
    one_of(cell, 0, 2, is_used);
    one_of(cell, 1, 3, is_used);
  }

  const PipesBoard& board_;
  Word last_;
  std::vector<Border>& borders_;
  std::vector<Word> waiting_;
  bool is_possible_ = true;
};

}  // namespace ludoplan
