// Twin of games/pipes/rules.py.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "games/pipes_graph.hpp"
#include "search/packer.hpp"

namespace ludoplan {

// The level as a state space: the flow stands on a piece, turns it, and goes on to the next.
class Pipes {
 public:
  // A byte for every piece: its rotation in bits 0 and 1, its used axes (a bit for all but crosses) in 2
  // and 3.
  struct State {
    Word cell;
    int entered;  // the side the flow came in by, kNoSide on the start
    std::vector<std::uint8_t> pieces;
  };
  static constexpr const char* kHeuristics[] = {"relaxed"};

  explicit Pipes(PipesBoard board) : board_(std::move(board)), number_(board_.cells(), -1) {
    for (Word cell = 0; cell < board_.cells(); ++cell) {
      if (board_.kind(cell) == PipesBoard::hole) continue;
      number_[cell] = static_cast<int>(place_.size());
      place_.push_back(cell);
    }
    cell_bits_ = static_cast<unsigned>(std::bit_width(board_.cells()));
    words_ = words_of_fields(*this, initial());
  }

  std::size_t packed_words() const { return words_; }
  void pack(const State& state, Word* out) const { pack_fields(*this, state, out); }
  void unpack(const Word* words, State& state) const {
    state.pieces.resize(place_.size());
    unpack_fields(*this, words, state);
  }
  template <class AnyState, class Visit>
  void visit_fields(AnyState& state, Visit&& visit) const {
    visit(state.cell, cell_bits_);
    visit(state.entered, 3);
    for (auto& piece : state.pieces) visit(piece, 4);
  }

  State initial() const {
    State state{board_.start(), kNoSide, {}};
    for (const Word cell : place_) {
      state.pieces.push_back(static_cast<std::uint8_t>(board_.rotation(cell)));
    }
    piece(state, board_.start()) |= 4;
    return state;
  }
  bool is_goal(const State& state) const {
    if (board_.kind(state.cell) != PipesBoard::terminal || state.cell == board_.start()) return false;
    return !board_.needs_all() || missing(state) == 0;
  }

  // Move 2 * cell turns the piece there, 2 * cell + 1 goes there.
  template <class Emit>
  void for_each_successor(const State& state, Emit&& emit) const {
    const int rotation = piece(state, state.cell) & 3;
    if (board_.may_turn(state.cell)) {
      State next = state;
      std::uint8_t& turned = piece(next, state.cell);
      turned = static_cast<std::uint8_t>((turned & 12) | board_.turned(state.cell, rotation));
      emit(2 * state.cell, next, board_.turn_cost());
    }
    if (is_goal(state)) return;
    for (const int exit : board_.exits(state.cell, rotation, state.entered)) {
      if (exit == kNoSide) continue;
      const Word to = board_.neighbour(state.cell, exit);
      const int side = opposite(exit);
      if (!board_.can_enter(to, side) || (piece(state, to) & used_bit(to, side)) != 0) continue;
      State next = state;
      next.cell = to;
      next.entered = side;
      piece(next, to) |= used_bit(to, side);
      emit(2 * to + 1, next, state.cell == board_.start() ? board_.first_go_cost() : 1);
    }
  }

  Cost estimate(int heuristic, const State& state) const {
    if (heuristic == kBlind) return 0;
    if (distances_.empty()) compute_distances();
    if (!board_.needs_all()) return estimate_to(distances_[0], state);
    // All that are still missing must be reached: the farthest of them.
    Cost farthest = 0;
    for (std::size_t end = 0; end < board_.ends().size(); ++end) {
      if ((piece(state, board_.ends()[end]) & 4) == 0) {
        farthest = std::max(farthest, estimate_to(distances_[end], state));
      }
    }
    return farthest;
  }

 private:
  std::uint8_t& piece(State& state, Word cell) const {
    return state.pieces[static_cast<std::size_t>(number_[cell])];
  }
  std::uint8_t piece(const State& state, Word cell) const {
    return state.pieces[static_cast<std::size_t>(number_[cell])];
  }
  std::uint8_t used_bit(Word cell, int side) const {
    return board_.kind(cell) == PipesBoard::cross && side % 2 == 1 ? 8 : 4;
  }
  int missing(const State& state) const {
    int count = 0;
    for (const Word end : board_.ends()) count += (piece(state, end) & 4) == 0;
    return count;
  }

  // The relaxed way on from a state, whose piece may have been turned already.
  Cost estimate_to(const std::vector<std::int64_t>& distance, const State& state) const {
    if (state.entered == kNoSide) return bounded(distance[4 * board_.start()]);
    if (is_goal(state)) return 0;
    std::int64_t best = kFar;
    const int rotation = piece(state, state.cell) & 3;
    board_.for_each_way(state.cell, state.entered, rotation, [&](int exit, int turns) {
      const Word to = board_.neighbour(state.cell, exit);
      if (!board_.can_enter(to, opposite(exit))) return;
      const std::int64_t rest = distance[4 * to + static_cast<Word>(opposite(exit))];
      best = std::min(best, rest + turns * std::int64_t{board_.turn_cost()} + 1);
    });
    return bounded(best);
  }
  static Cost bounded(std::int64_t distance) { return distance >= kFar ? kDeadEnd : distance; }
  void compute_distances() const {
    if (!board_.needs_all()) {
      distances_.push_back(relaxed_distances(board_, board_.ends()));
      return;
    }
    for (const Word end : board_.ends()) distances_.push_back(relaxed_distances(board_, {end}));
  }

  PipesBoard board_;
  std::vector<int> number_;  // of the piece in a cell, -1 where there is none
  std::vector<Word> place_;  // the pieces' cells
  unsigned cell_bits_ = 0;
  std::size_t words_ = 1;
  mutable std::vector<std::vector<std::int64_t>> distances_;
};

}  // namespace ludoplan
