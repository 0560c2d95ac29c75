// Twin of games/pipes/rules.py.
#pragma once

#include <algorithm>
#include <array>
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
  // and 3, on an empty cell the kind of what was laid there in 4 and 5: 1 straight, 2 elbow, 3 one-way.
  struct State {
    Word cell;
    int entered;  // the side the flow came in by, kNoSide on the start
    Word taken;   // pieces of the queue that were laid or skipped
    std::vector<std::uint8_t> pieces;
  };
  enum Heuristic : int { kRelaxed = 1, kManhattan };
  static constexpr const char* kHeuristics[] = {"relaxed", "manhattan"};
  enum Verb : Move { turn, go };  // of the piece in a cell, to it; a move is 2 * cell + verb

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
    state.taken = 0;
    unpack_fields(*this, words, state);
  }
  template <class AnyState, class Visit>
  void visit_fields(AnyState& state, Visit&& visit) const {
    visit(state.cell, cell_bits_);
    visit(state.entered, 3);
    const auto queue = board_.rules().queue.size();
    if (queue > 0) visit(state.taken, static_cast<unsigned>(std::bit_width(queue)));
    for (auto& piece : state.pieces) visit(piece, queue > 0 ? 6 : 4);
  }

  State initial() const {
    State state{board_.start(), kNoSide, 0, {}};
    for (const Word cell : place_) {
      state.pieces.push_back(static_cast<std::uint8_t>(board_.rotation(cell)));
    }
    piece(state, board_.start()) |= 4;
    return state;
  }
  bool is_goal(const State& state) const {
    const PipesRules& rules = board_.rules();
    return is_over(state) && (rules.min_length == 0 || length(state) >= rules.min_length) &&
           (!rules.has_charge || charge(state) == rules.charge);
  }

  // Move 0 skips a piece of the queue, for there is no piece in cell 0.
  template <class Emit>
  void for_each_successor(const State& state, Emit&& emit) const {
    const int rotation = piece(state, state.cell) & 3;
    if (board_.may_turn(state.cell)) {
      State next = state;
      std::uint8_t& turned = piece(next, state.cell);
      turned = static_cast<std::uint8_t>((turned & 12) | board_.turned(state.cell, rotation));
      emit(2 * state.cell + turn, next, board_.rules().turn_cost);
    }
    if (is_over(state)) return;
    const auto exits = board_.kind(state.cell) == PipesBoard::empty
                           ? std::array{exit_as_laid(state), kNoSide}
                           : board_.exits(state.cell, rotation, state.entered);
    const PipesRules& rules = board_.rules();
    const auto can_go = [&](int exit) {
      if (exit == kNoSide) return false;
      const Word to = board_.neighbour(state.cell, exit);
      return board_.can_enter(to, opposite(exit)) && (piece(state, to) & used_bit(to, exit)) == 0;
    };
    if (state.taken < rules.queue.size()) {
      const bool is_before_empty = std::any_of(exits.begin(), exits.end(), [&](int exit) {
        return can_go(exit) && board_.kind(board_.neighbour(state.cell, exit)) == PipesBoard::empty;
      });
      if (is_before_empty) {
        State next = state;
        ++next.taken;
        emit(0, next, rules.skip_cost);
      }
    }
    for (const int exit : exits) {
      if (!can_go(exit)) continue;
      const Word to = board_.neighbour(state.cell, exit);
      const int side = opposite(exit);
      State next = state;
      if (board_.kind(to) == PipesBoard::empty) {
        if (state.taken == rules.queue.size()) continue;
        if (board_.exit_of_queued(state.taken, side) == kNoSide) continue;
        const int laid = rules.queue[state.taken];
        piece(next, to) |= static_cast<std::uint8_t>((laid / 4 - 1) << 4 | laid % 4);
        ++next.taken;
      }
      next.cell = to;
      next.entered = side;
      piece(next, to) |= used_bit(to, side);
      emit(2 * to + go, next, state.cell == board_.start() ? board_.rules().first_go_cost : 1);
    }
  }

  Cost estimate(int heuristic, const State& state) const {
    if (heuristic == kBlind) return 0;
    if (is_over(state)) return is_goal(state) ? 0 : kDeadEnd;
    if (heuristic == kManhattan) return manhattan(state);
    if (distances_.empty()) compute_distances();
    Cost farthest = 0;
    if (const Cost wanted = board_.rules().min_length; wanted > 0) {
      const int first = state.entered == kNoSide ? board_.rules().first_go_cost - 1 : 0;
      farthest = std::max<Cost>(0, wanted - static_cast<Cost>(length(state)) + first);
    }
    // The nearest end must be reached or, of all that are asked for and still missing, the farthest.
    for (std::size_t end = 0; end < distances_.size(); ++end) {
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
  // Whether the chain has come to its end, be it as it is asked for or not.
  bool is_over(const State& state) const {
    if (board_.kind(state.cell) != PipesBoard::terminal || state.cell == board_.start()) return false;
    const auto has_passed = [&](Word end) { return (piece(state, end) & 4) != 0; };
    return !board_.rules().needs_all || std::all_of(board_.ends().begin(), board_.ends().end(), has_passed);
  }
  // The side by which the flow leaves what was laid on the empty cell where it is.
  int exit_as_laid(const State& state) const {
    const std::uint8_t laid = piece(state, state.cell);
    return PipesBoard::exit_of(static_cast<PipesBoard::Kind>((laid >> 4) + 1), laid & 3, state.entered);
  }
  static int times_used(std::uint8_t piece) { return std::popcount(static_cast<unsigned>(piece & 12)); }
  Word length(const State& state) const {
    Word sum = 0;
    for (const std::uint8_t each : state.pieces) sum += static_cast<Word>(times_used(each));
    return sum;
  }
  std::int64_t charge(const State& state) const {
    std::int64_t sum = 0;
    for (const Word cell : place_) sum += times_used(piece(state, cell)) * board_.charge(cell);
    return sum;
  }

  // To the nearest end, or to the farthest of those that are still missing where all are needed.
  Cost manhattan(const State& state) const {
    Cost farthest = 0, nearest = kDeadEnd;
    for (const Word end : board_.ends()) {
      if ((piece(state, end) & 4) != 0) continue;
      const Cost far = board_.distance(state.cell, end);
      farthest = std::max(farthest, far);
      nearest = std::min(nearest, far);
    }
    return board_.rules().needs_all ? farthest : nearest;
  }

  // The relaxed way on from a state, whose piece may have been turned already.
  Cost estimate_to(const std::vector<std::int64_t>& distance, const State& state) const {
    if (state.entered == kNoSide) return bounded(distance[4 * board_.start()]);
    std::int64_t best = kFar;
    const int rotation = piece(state, state.cell) & 3;
    const auto way = [&](int exit, int turns) {
      const Word to = board_.neighbour(state.cell, exit);
      if (!board_.can_enter(to, opposite(exit))) return;
      const std::int64_t rest = distance[4 * to + static_cast<Word>(opposite(exit))];
      best = std::min(best, rest + turns * std::int64_t{board_.rules().turn_cost} + 1);
    };
    if (board_.kind(state.cell) == PipesBoard::empty) {
      way(exit_as_laid(state), 0);  // it does not turn
    } else {
      board_.for_each_way(state.cell, state.entered, rotation, way);
    }
    return bounded(best);
  }
  static Cost bounded(std::int64_t distance) { return distance >= kFar ? kDeadEnd : distance; }
  void compute_distances() const {
    if (!board_.rules().needs_all) {
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
