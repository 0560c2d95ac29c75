// Twin of games/roll/rules.py.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <optional>
#include <tuple>
#include <vector>

#include "search/packer.hpp"

namespace ludoplan {

struct RollSwitch {
  enum Effect : int { toggle, open, close };
  bool heavy = false;
  std::vector<std::pair<Effect, Word>> effects;      // and the bridges they act on
  std::optional<std::pair<Word, Word>> split_cells;  // where the cubes appear
};

class FoldedRoll;

class Roll {
 public:
  using Folded = FoldedRoll;  // has fewer states of the same costs, where the level can be folded
  enum Kind : Word { standing, lying_across, lying_down, split };
  // `cell` is the block's upper left cell, or the active cube's; `other` is the other cube's.
  struct State {
    Word kind;
    Word cell;
    Word other;
    Word bridges;
    bool operator==(const State&) const = default;
  };
  enum Step : Move { up, down, left, right, swap };
  enum Floor : std::uint8_t { hole, plain, fragile, first_bridge };
  enum Heuristic : int { kDistance = 1, kManhattan };
  static constexpr const char* kHeuristics[] = {"distance", "manhattan"};

  // The map has two cells of margin on every side, so that no roll leaves it. Switches are numbered from 1; 0
  // is none.
  Roll(int width, const std::vector<std::uint8_t>& floors, const std::vector<std::uint8_t>& switch_at,
       std::vector<RollSwitch> switches, State start, Word target, Cost swap_cost)
      : width_(static_cast<Word>(width)),
        switches_(std::move(switches)),
        start_(start),
        target_(target),
        swap_cost_(swap_cost),
        cell_bits_(static_cast<unsigned>(std::bit_width(floors.size()))) {
    const Word w = width_, l = ~Word{0}, r = 1;
    rolls_ = {{
        {{{lying_down, -2 * w}, {lying_down, w}, {lying_across, 2 * l}, {lying_across, r}}},
        {{{lying_across, -w}, {lying_across, w}, {standing, l}, {standing, 2 * r}}},
        {{{standing, -w}, {standing, 2 * w}, {lying_down, l}, {lying_down, r}}},
        {{{split, -w}, {split, w}, {split, l}, {split, r}}},
    }};
    beyond_ = {0, r, w, 0};
    Word used = 0;
    for (std::size_t cell = 0; cell < floors.size(); ++cell) {
      const std::uint8_t floor = floors[cell];
      switch_at_.push_back(switch_at[cell] - 1);
      const Word bridge = floor >= first_bridge ? Word{1} << (floor - first_bridge) : 0;
      used |= bridge;
      marks_.push_back(bridge |
                       (floor == hole      ? kHole
                        : floor == fragile ? kFragile
                                           : 0) |
                       (switch_at_[cell] < 0 ? 0 : kSwitch));
      compact_.push_back(floor == hole ? 0 : static_cast<Word>(compact_count_++));
    }
    bridge_bits_ = static_cast<unsigned>(std::bit_width(used | start.bridges));
    for (const int at : switch_at_) {
      if (at < 0) continue;
      has_switches_ = true;
      has_splits_ |= switches_[static_cast<std::size_t>(at)].split_cells.has_value();
    }
    has_pairs_on_page_ = has_splits_ && compact_count_ <= kMostPairedCells;
    has_all_on_page_ = has_pairs_on_page_ || !has_splits_;
    words_ = words_of_fields(*this, start_);
  }

  std::size_t packed_words() const { return words_; }
  void pack(const State& state, Word* out) const { pack_fields(*this, state, out); }
  void unpack(const Word* words, State& state) const {
    state.other = 0;
    unpack_fields(*this, words, state);
  }
  template <class AnyState, class Visit>
  void visit_fields(AnyState& state, Visit&& visit) const {
    visit(state.kind, 2);
    visit(state.cell, cell_bits_);
    if (has_splits_) visit(state.other, cell_bits_);
    visit(state.bridges, bridge_bits_);
  }

  // A page has all blocks and, on small maps, all pairs of cubes.
  unsigned near_bits() const { return 2 + cell_bits_ + (has_pairs_on_page_ ? cell_bits_ : 0); }
  std::size_t page_size() const { return (has_pairs_on_page_ ? 3 + compact_count_ : 4) * compact_count_; }
  Word near_of(const State& state) const {
    return state.kind | state.cell << 2 | (has_pairs_on_page_ ? state.other << (2 + cell_bits_) : 0);
  }
  std::size_t place_on_page(const State& state) const {
    const bool is_pair = state.kind == split && has_pairs_on_page_;
    return (is_pair ? 3 + compact_[state.other] : state.kind) * compact_count_ + compact_[state.cell];
  }

  State initial() const { return start_; }
  // Where swapping is free, it makes no difference to costs which cube is the active one.
  bool can_be_folded() const { return has_splits_ && swap_cost_ == 0; }
  bool is_goal(const State& state) const { return state.kind == standing && state.cell == target_; }

  template <class Emit>
  [[gnu::always_inline]] void for_each_successor(const State& state, Emit&& emit) const {
    for_each_roll(state, emit);
    if (state.kind == split) emit(Move{swap}, swapped(state), swap_cost_);
  }
  template <class Emit>
  [[gnu::always_inline]] void for_each_paged_successor(const State& state, Emit&& emit) const {
    for_each_successor(state, [&](Move move, const State& next, Cost cost) __attribute__((always_inline)) {
      emit(move, next, cost, are_on_one_page(state, next));
    });
  }

  // Without switches every roll can be rolled back.
  bool is_reversible() const { return !has_switches_ && start_.kind != split; }
  template <class Emit>
  void for_each_goal(Emit&& emit) const {
    emit(0, State{standing, target_, 0, start_.bridges}, 0);
  }
  template <class Emit>
  void for_each_predecessor(const State& state, Emit&& emit) const {
    // Moves come in opposite pairs: up 0 and down 1, left 2 and right 3.
    for_each_successor(state,
                       [&](Move move, const State& previous, Cost cost) { emit(move ^ 1, previous, cost); });
  }
  Cost estimate_from_start(const State& state) const { return manhattan(state, centre(start_)); }

  Cost estimate(int heuristic, const State& state) const {
    if (heuristic == kBlind) return 0;
    if (heuristic == kManhattan) {
      // A split may carry the block anywhere.
      return has_splits_ ? 0 : manhattan(state, centre(State{standing, target_, 0, 0}));
    }
    if (block_distance_.empty()) compute_distances();
    if (state.kind != split) return cost_of(block_distance_[state.cell * 3 + state.kind]);
    return pair_distance_.empty() ? 0 : cost_of(pair_distance_[pair_index(state.cell, state.other)]);
  }

 protected:
  bool are_on_one_page(const State& a, const State& b) const {
    return a.bridges == b.bridges && (has_all_on_page_ || a.other == b.other);
  }
  static State swapped(const State& state) { return {split, state.other, state.cell, state.bridges}; }

  template <class Emit>
  [[gnu::always_inline]] void for_each_roll(const State& state, Emit&& emit) const {
    // Bits for the moves, without a branch: where there is floor can hardly be foretold.
    unsigned carried = 0;
    for (Move move = up; move <= right; ++move) {
      const Word missing = lacks_after(state, move);
      carried |= unsigned{(missing & ~kSwitch) == 0} << move;
    }
    for (; carried != 0; carried &= carried - 1) {
      const auto move = static_cast<Move>(std::countr_zero(carried));
      State next = moved(state, move);
      if (lacks_after(state, move) != 0) {
        const Word a = landing(state, move);
        // A cube presses what it came upon, even if it joins the other one there.
        const Word b = state.kind == split ? a : a + beyond_[next.kind];
        if (!stays_after_press(a, b, next)) continue;
      }
      emit(move, next, Cost{1});
    }
  }

 private:
  // Bits of marks beyond all bridges.
  static constexpr Word kHole = Word{1} << 31, kFragile = Word{1} << 30, kSwitch = Word{1} << 29;
  static constexpr Word kAllBridges = kSwitch - 1;
  static constexpr std::size_t kMostPairedCells = 250;

  // The block's upper left cell or the active cube's after the move.
  Word landing(const State& state, Move move) const { return state.cell + rolls_[state.kind][move].second; }
  // What stands against what rolls, and whether a switch is there.
  Word lacks_after(const State& state, Move move) const {
    const Kind kind = rolls_[state.kind][move].first;
    const Word a = landing(state, move);
    return lacks(kind, a, a + beyond_[kind], state.bridges);
  }
  // The move without asking whether anything carries it. Two cubes side by side are a lying block.
  State moved(const State& state, Move move) const {
    const State next{rolls_[state.kind][move].first, landing(state, move), state.other, state.bridges};
    return state.kind == split ? joined(next) : next;
  }

  State joined(const State& state) const {
    const Word first = std::min(state.cell, state.other);
    const Word gap = std::max(state.cell, state.other) - first;
    if (gap == 1) return {lying_across, first, 0, state.bridges};
    if (gap == width_) return {lying_down, first, 0, state.bridges};
    return state;
  }

  std::pair<Word, Word> cells(const State& state) const {
    return {state.cell, state.kind == split ? state.other : state.cell + beyond_[state.kind]};
  }

  // What stands against a block or cubes on two cells, and whether a switch is there.
  Word lacks(Word kind, Word a, Word b, Word bridges) const {
    return (marks_[a] | marks_[b]) & ~(bridges | (kind == standing ? 0 : kFragile));
  }
  bool carries(const State& state) const {
    const auto [a, b] = cells(state);
    return (lacks(state.kind, a, b, state.bridges) & ~kSwitch) == 0;
  }

  // Presses the switches on two cells, or on one that is given twice; false if the state loses its support.
  bool stays_after_press(Word a, Word b, State& state) const {
    const int first = switch_at_[a];
    const int second = switch_at_[b] == first ? -1 : switch_at_[b];
    const bool heavy = state.kind == standing;
    for (const int index : {first, second}) {
      if (index < 0) continue;
      const RollSwitch& device = switches_[static_cast<std::size_t>(index)];
      if (device.heavy && !heavy) continue;
      if (device.split_cells) {
        state = joined({split, device.split_cells->first, device.split_cells->second, state.bridges});
        break;
      }
      for (const auto& [effect, mask] : device.effects) {
        if (effect == RollSwitch::toggle) {
          state.bridges ^= mask;
        } else if (effect == RollSwitch::open) {
          state.bridges |= mask;
        } else {
          state.bridges &= ~mask;
        }
      }
    }
    return carries(state);
  }
  bool splits_at(Word cell) const {
    return switch_at_[cell] >= 0 && switches_[static_cast<std::size_t>(switch_at_[cell])].split_cells;
  }

  // Twice the row and the column of the block's centre.
  std::pair<int, int> centre(const State& state) const {
    const auto [a, b] = cells(state);
    return {static_cast<int>(a / width_ + b / width_), static_cast<int>(a % width_ + b % width_)};
  }
  // A roll moves the centre by three halves at most.
  Cost manhattan(const State& state, std::pair<int, int> to) const {
    const auto [row, column] = centre(state);
    return (std::abs(row - to.first) + std::abs(column - to.second) + 2) / 3;
  }

  std::size_t pair_index(Word a, Word b) const {
    return std::size_t{compact_[a]} * compact_count_ + compact_[b];
  }

  // Exact distances to the goal on the map with all bridges on, by breadth-first search backwards over block
  // states and, where the level can split the block, over pairs of cubes. A block that comes to stand on a
  // switch that splits is split: only the start may stand there. On maps too large for a table of pairs a
  // split costs nothing.
  void compute_distances() const;

  Word width_;
  std::vector<Word> marks_;  // by cell: the bridge that has to be on, and what else there is
  std::array<std::array<std::pair<Kind, Word>, 4>, 4> rolls_;  // what a kind becomes, and how its cell moves
  std::array<Word, 4> beyond_;  // from the first cell of a block of a kind to its last; 0 for cubes
  std::vector<int> switch_at_;  // -1: none
  std::vector<RollSwitch> switches_;
  State start_;
  Word target_;
  Cost swap_cost_;
  unsigned cell_bits_;
  unsigned bridge_bits_ = 0;
  std::size_t words_ = 1;
  bool has_switches_ = false;
  bool has_splits_ = false;
  bool has_pairs_on_page_ = false;
  bool has_all_on_page_ = false;  // all but the bridges
  std::vector<Word> compact_;     // floor cells numbered from 1, and 0 for all holes
  std::size_t compact_count_ = 1;
  mutable std::vector<Distance> block_distance_;  // by cell and kind
  mutable std::vector<Distance> pair_distance_;   // by the numbers of two floor cells
};

inline void Roll::compute_distances() const {
  constexpr std::size_t kMostPairs = std::size_t{1} << 22;
  const bool with_pairs = has_splits_ && compact_count_ * compact_count_ <= kMostPairs;
  block_distance_.assign(marks_.size() * 3, kNoWay);
  pair_distance_.assign(with_pairs ? compact_count_ * compact_count_ : 0, kNoWay);
  const auto distance_of = [&](const State& state) -> Distance& {
    return state.kind == split ? pair_distance_[pair_index(state.cell, state.other)]
                               : block_distance_[state.cell * 3 + state.kind];
  };

  // The states on switches that split, by the state they lead to.
  std::vector<std::pair<State, State>> splits;
  std::vector<State> queue;  // in the order of their distances
  const auto enter = [&](const State& state, Distance moves) {
    distance_of(state) = moves;
    if (state.kind == split) distance_of(swapped(state)) = moves;
    queue.push_back(state);
  };
  const auto reach = [&](const State& state, Distance moves) {
    if (distance_of(state) != kNoWay) return;
    enter(state, moves);
    for (const auto& [on_switch, cubes] : splits) {
      const bool leads_here = cubes == state || (state.kind == split && cubes == swapped(state));
      if (leads_here && distance_of(on_switch) == kNoWay) enter(on_switch, moves);
    }
  };
  for (Word cell = 0; cell < marks_.size(); ++cell) {
    if (!splits_at(cell)) continue;
    const auto& target = switches_[static_cast<std::size_t>(switch_at_[cell])].split_cells;
    const State cubes = joined({split, target->first, target->second, kAllBridges});
    const State on_switch{standing, cell, 0, kAllBridges};
    if (!carries(cubes) || !carries(on_switch)) continue;
    if (with_pairs || cubes.kind != split) {
      splits.emplace_back(on_switch, State{cubes.kind, cubes.cell, cubes.other, kAllBridges});
    } else {
      enter(on_switch, 0);
    }
  }
  // Cubes are never in holes, in one place or side by side.
  if (with_pairs) {
    for (Word cell = 0; cell < marks_.size(); ++cell) {
      if (compact_[cell] == 0) continue;
      pair_distance_[compact_[cell]] = pair_distance_[compact_[cell] * compact_count_] = 0;
      pair_distance_[pair_index(cell, cell)] = 0;
      for (const Word beside : {cell + 1, cell + width_}) {
        pair_distance_[pair_index(cell, beside)] = pair_distance_[pair_index(beside, cell)] = 0;
      }
    }
  }
  const State goal{standing, target_, 0, kAllBridges};
  if (carries(goal)) reach(goal, 0);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const State state = queue[i];
    const Distance next = distance_of(state) + 1;
    if (state.kind != split) {
      for (Move move = up; move <= right; ++move) {
        const State after = moved(state, move);
        if (carries(after) && !(after.kind == standing && splits_at(after.cell))) reach(after, next);
      }
    }
    if (!with_pairs || state.kind == standing) continue;
    // One of the two cubes came from a cell beside it, and was apart from the other one there.
    const auto [a, b] = cells(state);
    for (const auto& [cube, other] : {std::pair(a, b), std::pair(b, a)}) {
      const Distance* known = &pair_distance_[pair_index(other, 0)];
      for (const Word from : {cube - width_, cube + width_, cube - 1, cube + 1}) {
        if (known[compact_[from]] == kNoWay) reach({split, from, other, kAllBridges}, next);
      }
    }
  }
  if (start_.kind == standing && splits_at(start_.cell)) {
    Distance nearest = kNoWay;
    for (Move move = up; move <= right; ++move) {
      const State after = moved(start_, move);
      if (lacks(after.kind, after.cell, cells(after).second, kAllBridges) & ~kSwitch) continue;
      nearest = std::min(nearest, distance_of(after));
    }
    distance_of(start_) = nearest == kNoWay ? kNoWay : nearest + 1;
  }
}

// Roll without swaps, where they are free: states that differ by one are one. Moves of the second cube come
// behind those of the first.
class FoldedRoll : public Roll {
 public:
  explicit FoldedRoll(const Roll& roll) : Roll(roll) {}

  static State folded(const State& state) {
    return state.kind == split && state.other < state.cell ? swapped(state) : state;
  }
  State initial() const { return folded(Roll::initial()); }
  template <class Emit>
  void for_each_successor(const State& state, Emit&& emit) const {
    for_each_roll(state, [&](Move move, const State& next, Cost cost) { emit(move, folded(next), cost); });
    if (state.kind != split) return;
    for_each_roll(swapped(state), [&](Move move, const State& next, Cost cost) {
      emit(Move{swap} + move, folded(next), cost);
    });
  }

  template <class Emit>
  void for_each_paged_successor(const State& state, Emit&& emit) const {
    for_each_successor(state, [&](Move move, const State& next, Cost cost) {
      emit(move, next, cost, are_on_one_page(state, next));
    });
  }

  // The moves of the level itself, swaps included.
  std::vector<Move> unfolded(State state, const std::vector<Move>& moves) const {
    std::vector<Move> all;
    for (const Move move : moves) {
      const State mover = move < swap ? folded(state) : swapped(folded(state));
      if (!(mover == state)) all.push_back(swap);
      all.push_back(move % swap);
      for_each_roll(mover, [&](Move made, const State& next, Cost) {
        if (made == move % swap) state = next;
      });
    }
    return all;
  }
};

}  // namespace ludoplan
