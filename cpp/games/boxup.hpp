// Twin of games/boxup/rules.py.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "search/packer.hpp"

namespace ludoplan {

struct BoxupBox {
  bool is_big = false;
  Move open = 0;  // the side without a wall
  Word cell = 0;  // where it starts
};

class Boxup {
 public:
  static constexpr std::size_t kMostBoxes = 24;
  struct State {
    Word player;
    std::array<Word, kMostBoxes> boxes;  // in the level's order
  };
  // Opposite moves differ in the lowest bit.
  enum Step : Move { up, down, left, right };
  enum Heuristic : int { kDistance = 1, kManhattan };
  static constexpr const char* kHeuristics[] = {"distance", "manhattan"};

  // The grid has a border of walls, so that no step leaves it.
  Boxup(int width, std::vector<std::uint8_t> walls, Word player, std::vector<BoxupBox> boxes, std::size_t red,
        std::size_t blue)
      : width_(static_cast<Word>(width)),
        walls_(std::move(walls)),
        player_(player),
        boxes_(std::move(boxes)),
        red_(red),
        blue_(blue),
        cell_bits_(static_cast<unsigned>(std::bit_width(walls_.size() - 1))) {
    if (boxes_.size() > kMostBoxes) throw std::invalid_argument("too many boxes");
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      opens_[i] = boxes_[i].open;
      if (!boxes_[i].is_big || i == blue_) continue;
      for (Move move = up; move <= right; ++move) is_dragged_[move] |= boxes_[i].open >> 1 != move >> 1;
    }
    words_ = words_of_fields(*this, State{});
    places_.assign(2 * width_ + 2, kElsewhere);
    places_[width_] = kHere;
    for (Move move = up; move <= right; ++move)
      places_[width_ + offset(move)] = static_cast<std::uint8_t>(move);
  }

  std::size_t packed_words() const { return words_; }
  void pack(const State& state, Word* out) const { pack_fields(*this, state, out); }
  void unpack(const Word* words, State& state) const { unpack_fields(*this, words, state); }
  template <class AnyState, class Visit>
  void visit_fields(AnyState& state, Visit&& visit) const {
    visit(state.player, cell_bits_);
    for (std::size_t i = 0; i < boxes_.size(); ++i) visit(state.boxes[i], cell_bits_);
  }

  unsigned near_bits() const { return cell_bits_; }
  std::size_t page_size() const { return walls_.size(); }
  Word near_of(const State& state) const { return state.player; }
  std::size_t place_on_page(const State& state) const { return state.player; }

  State initial() const {
    State state{player_, {}};
    for (std::size_t i = 0; i < boxes_.size(); ++i) state.boxes[i] = boxes_[i].cell;
    return state;
  }
  bool is_goal(const State& state) const { return state.boxes[red_] == state.boxes[blue_]; }

  template <class Emit>
  void for_each_successor(const State& state, Emit&& emit) const {
    for_each_paged_successor(state,
                             [&](Move move, const State& next, Cost cost, bool) { emit(move, next, cost); });
  }
  template <class Emit>
  [[gnu::always_inline]] void for_each_paged_successor(const State& state, Emit&& emit) const {
    // The numbers of the boxes by where they are: beside the player in the direction of a move, or with it.
    std::array<std::size_t, kElsewhere + 1> smalls, bigs;
    smalls.fill(kNone);
    bigs.fill(kNone);
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const Word gap = state.boxes[i] - state.player + width_;
      const std::size_t place = places_[std::min<std::size_t>(gap, places_.size() - 1)];
      (boxes_[i].is_big ? bigs : smalls)[place] = i;
    }
    const std::size_t small = smalls[kHere], big = bigs[kHere];
    // Bits for the moves, without a branch: what the player meets can hardly be foretold.
    unsigned legal = 0, small_moves = 0, big_moves = 0;
    for (Move move = up; move <= right; ++move) {
      const bool moves_big = (big < kNone) & (opens_[big] != move);
      // The back of a big box takes the small one along, if it has a back.
      const bool moves_small =
          (small < kNone) & ((opens_[small] != move) | (moves_big & (opens_[big] != opposite(move))));
      const std::size_t small_there = smalls[move], big_there = bigs[move];
      const bool meets_big = (big_there < kNone) & (moves_big | (opens_[big_there] != opposite(move)));
      const bool meets_small =
          (small_there < kNone) & (moves_big | moves_small | (opens_[small_there] != opposite(move)));
      const bool meets_wall = walls_[state.player + offset(move)];
      legal |= unsigned{!(meets_wall | meets_big | meets_small)} << move;
      small_moves |= unsigned{moves_small} << move;
      big_moves |= unsigned{moves_big} << move;
    }
    State next = state;
    for (; legal != 0; legal &= legal - 1) {
      const auto move = static_cast<Move>(std::countr_zero(legal));
      const bool moves_small = small_moves >> move & 1, moves_big = big_moves >> move & 1;
      next.player = state.player + offset(move);
      if (moves_small) next.boxes[small] = next.player;
      if (moves_big) next.boxes[big] = next.player;
      emit(move, next, 1, !moves_small && !moves_big);
      if (moves_small) next.boxes[small] = state.player;
      if (moves_big) next.boxes[big] = state.player;
    }
  }

  Cost estimate(int heuristic, const State& state) const {
    if (heuristic == kBlind) return 0;
    if (heuristic == kDistance) {
      if (number_.empty()) number_cells();
      if (has_table_) {
        return distance({state.player, state.boxes[red_], state.boxes[blue_]});
      }
    }
    const int a = static_cast<int>(state.boxes[red_]), b = static_cast<int>(state.boxes[blue_]);
    const int w = static_cast<int>(width_);
    return std::abs(a / w - b / w) + std::abs(a % w - b % w);
  }

 private:
  static constexpr std::size_t kNone = kMostBoxes;
  static constexpr std::uint8_t kHere = 4, kElsewhere = 5;
  static constexpr std::size_t kMostTrios = std::size_t{1} << 22;
  struct Trio {
    Word player, red, blue;
  };
  // Half as much to be cleared for each level. Longer ways count as the longest.
  using ShortDistance = std::uint16_t;
  static constexpr ShortDistance kFar = 0xFFFF;

  static Move opposite(Move move) { return move ^ 1; }
  Word offset(Move move) const {
    return move == up ? -width_ : move == down ? width_ : move == left ? Word(-1) : Word(1);
  }

  std::size_t index(const Trio& trio) const {
    return (std::size_t{number_[trio.player]} * free_.size() + number_[trio.red]) * free_.size() +
           number_[trio.blue];
  }

  void number_cells() const {
    number_.assign(walls_.size(), 0);
    for (Word cell = 0; cell < walls_.size(); ++cell) {
      if (walls_[cell]) continue;
      number_[cell] = static_cast<Word>(free_.size());
      free_.push_back(cell);
    }
    has_table_ = free_.size() * free_.size() <= kMostTrios / free_.size();
  }

  // The exact distance to the goal for the player, the red and the blue box alone, by breadth-first search
  // backwards that goes on as far as it is asked. Other boxes never hinder; other big ones may drag the red
  // box towards its open side.
  Cost distance(const Trio& trio) const {
    if (distance_.empty()) {
      distance_.assign(free_.size() * free_.size() * free_.size(), kFar);
      for (const Word cell : free_) {
        for (const Word player : free_) distance_[index({player, cell, cell})] = 0;
        queue_.push_back({cell, cell, cell});  // no move leads to the others but from goals
      }
    }
    const ShortDistance& wanted = distance_[index(trio)];
    while (wanted == kFar && next_ < queue_.size()) {
      const Trio from = queue_[next_++];
      const auto moves = static_cast<ShortDistance>(std::min<int>(distance_[index(from)] + 1, kFar - 1));
      for_each_trio_before(from, [&](const Trio& before) { reach(before, moves); });
    }
    return wanted == kFar ? kDeadEnd : wanted;
  }
  void reach(const Trio& trio, ShortDistance moves) const {
    ShortDistance& known = distance_[index(trio)];
    if (known != kFar) return;
    known = moves;
    queue_.push_back(trio);
  }

  // From where one move may have led here; the red box was not in the blue one.
  template <class Emit>
  void for_each_trio_before(const Trio trio, Emit&& emit) const {
    const Move red_open = boxes_[red_].open, blue_open = boxes_[blue_].open;
    // What moves is now with the player.
    const bool has_red = trio.red == trio.player, has_blue = trio.blue == trio.player;
    if (!has_red && !has_blue) {  // most of them: only the player has moved
      for (Move move = up; move <= right; ++move) {
        const Word start = trio.player - offset(move);
        const bool may_leave =
            (trio.red != start || move == red_open) && (trio.blue != start || move == blue_open);
        if (!walls_[start] && may_leave) emit(Trio{start, trio.red, trio.blue});
      }
      return;
    }
    for (Move move = up; move <= right; ++move) {
      const Word start = trio.player - offset(move);
      if (walls_[start]) continue;
      const bool red_may_stay = trio.red != start || move == red_open;
      const bool blue_may_stay = trio.blue != start || move == blue_open;
      for (const bool red_moves : {false, true}) {
        if (red_moves ? !has_red || (move == red_open && !is_dragged_[move]) : !red_may_stay) continue;
        const Word red = red_moves ? start : trio.red;
        // A red box that is dragged is in a big one, which fits nowhere.
        const bool is_dragged = red_moves && move == red_open;
        for (const bool blue_moves : {false, true}) {
          if (blue_moves ? !has_blue || move == blue_open : !blue_may_stay) continue;
          const Word blue = blue_moves ? start : trio.blue;
          if (red == blue) continue;
          if (red == trio.player && (blue_moves || red_open != opposite(move))) continue;
          if (blue == trio.player && (blue_moves || is_dragged || blue_open != opposite(move))) continue;
          emit(Trio{start, red, blue});
        }
      }
    }
  }

  Word width_;
  std::vector<std::uint8_t> walls_;
  Word player_;
  std::vector<BoxupBox> boxes_;
  std::array<Move, kMostBoxes + 1> opens_{};  // of the boxes, and of none
  std::size_t red_;
  std::size_t blue_;
  std::vector<std::uint8_t> places_;  // by how far a cell is behind the one above the player
  std::array<bool, 4> is_dragged_{};  // by move: whether some big box may drag the red one that way
  unsigned cell_bits_;
  std::size_t words_ = 1;
  mutable std::vector<Word> number_;  // of the free cells, from 0
  mutable std::vector<Word> free_;
  mutable bool has_table_ = false;
  mutable std::vector<ShortDistance> distance_;  // by trio, as far as it is known
  mutable std::vector<Trio> queue_;              // in the order of their distances
  mutable std::size_t next_ = 0;                 // whose predecessors are not known yet
};

}  // namespace ludoplan
