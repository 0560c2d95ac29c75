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
  std::vector<std::pair<int, Word>> effects;         // an Effect and the bridges it acts on
  std::optional<std::pair<Word, Word>> split_cells;  // where the cubes appear
};

class Roll {
 public:
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

  // The map has two cells of margin on every side, so that no roll leaves it.
  Roll(int width, std::vector<std::uint8_t> floors, std::vector<int> switch_at,
       std::vector<RollSwitch> switches, State start, Word target, Cost swap_cost)
      : width_(static_cast<Word>(width)),
        floors_(std::move(floors)),
        switch_at_(std::move(switch_at)),
        switches_(std::move(switches)),
        start_(start),
        target_(target),
        swap_cost_(swap_cost),
        cell_bits_(static_cast<unsigned>(std::bit_width(floors_.size()))) {
    Word used = 0;
    for (const std::uint8_t floor : floors_) {
      if (floor >= first_bridge) used |= Word{1} << (floor - first_bridge);
    }
    bridge_bits_ = static_cast<unsigned>(std::bit_width(used | start.bridges));
    for (const int at : switch_at_) {
      if (at < 0) continue;
      has_switches_ = true;
      has_splits_ |= switches_[static_cast<std::size_t>(at)].split_cells.has_value();
    }
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
    visit(state.bridges, bridge_bits_);
    if (has_splits_) visit(state.other, cell_bits_);
  }

  State initial() const { return start_; }
  bool is_goal(const State& state) const { return state.kind == standing && state.cell == target_; }

  template <class Emit>
  void for_each_successor(const State& state, Emit&& emit) const {
    for (Move move = up; move <= right; ++move) {
      State next = moved(state, move);
      if (!carries(next)) continue;
      const std::optional<State> after = pressed(state, next);
      if (after) emit(move, *after, 1);
    }
    if (state.kind == split) {
      emit(Move{swap}, State{split, state.other, state.cell, state.bridges}, swap_cost_);
    }
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

 private:
  // The move without asking whether anything carries it. Two cubes side by side are a lying block.
  State moved(State state, Move move) const {
    const Word w = width_;
    const Word one = move == up ? -w : move == down ? w : move == left ? Word(-1) : Word(1);
    const bool along_columns = move == up || move == down;
    const Kind lengthwise = along_columns ? lying_down : lying_across;
    const bool backwards = move == up || move == left;
    if (state.kind == split) {
      state.cell += one;
      return joined(state);
    }
    if (state.kind == standing) {
      state.kind = lengthwise;
      state.cell += backwards ? 2 * one : one;
    } else if (state.kind == lengthwise) {
      state.kind = standing;
      state.cell += backwards ? one : 2 * one;
    } else {
      state.cell += one;
    }
    return state;
  }

  State joined(const State& state) const {
    const Word first = std::min(state.cell, state.other);
    const Word gap = std::max(state.cell, state.other) - first;
    if (gap == 1) return {lying_across, first, 0, state.bridges};
    if (gap == width_) return {lying_down, first, 0, state.bridges};
    return state;
  }

  std::pair<Word, Word> cells(const State& state) const {
    switch (state.kind) {
      case standing:
        return {state.cell, state.cell};
      case lying_across:
        return {state.cell, state.cell + 1};
      case lying_down:
        return {state.cell, state.cell + width_};
      default:
        return {state.cell, state.other};
    }
  }

  bool is_floor(Word cell, Word bridges) const {
    const std::uint8_t floor = floors_[cell];
    return floor >= first_bridge ? (bridges >> (floor - first_bridge) & 1) : floor != hole;
  }
  bool carries(const State& state) const {
    const auto [a, b] = cells(state);
    return is_floor(a, state.bridges) && is_floor(b, state.bridges) &&
           !(state.kind == standing && floors_[a] == fragile);
  }

  // The state after the switches that this move presses, or nothing when it loses its support.
  std::optional<State> pressed(const State& before, State state) const {
    if (!has_switches_) return state;
    // A cube that moved presses what it came upon, even if it joins the other one there.
    const bool is_cube = before.kind == split;
    auto [a, b] = cells(state);
    if (is_cube) a = b = b == before.other ? a : b;
    const int first = switch_at_[a];
    const int second = a == b || switch_at_[b] == first ? -1 : switch_at_[b];
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
    return carries(state) ? std::optional(state) : std::nullopt;
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
    return static_cast<std::size_t>(compact_[a]) * compact_count_ + compact_[b];
  }

  // Exact distances to the goal on the map with all bridges on, by breadth-first search backwards over block
  // states and, where the level can split the block, over pairs of cubes. On maps too large for a table of
  // pairs a split costs nothing.
  void compute_distances() const;

  Word width_;
  std::vector<std::uint8_t> floors_;
  std::vector<int> switch_at_;
  std::vector<RollSwitch> switches_;
  State start_;
  Word target_;
  Cost swap_cost_;
  unsigned cell_bits_;
  unsigned bridge_bits_ = 0;
  std::size_t words_ = 1;
  bool has_switches_ = false;
  bool has_splits_ = false;
  mutable std::vector<Distance> block_distance_;  // by cell and kind
  mutable std::vector<Distance> pair_distance_;   // by the numbers of two floor cells
  mutable std::vector<Word> compact_;             // floor cells numbered from 0
  mutable std::size_t compact_count_ = 0;
};

inline void Roll::compute_distances() const {
  constexpr std::size_t kMostPairs = std::size_t{1} << 22;
  const std::size_t blocks = floors_.size() * 3;
  const Word all = ~Word{0};
  compact_.assign(floors_.size(), 0);
  std::vector<Word> cell_of;
  for (Word cell = 0; cell < floors_.size(); ++cell) {
    if (floors_[cell] == hole) continue;
    compact_[cell] = static_cast<Word>(cell_of.size());
    cell_of.push_back(cell);
  }
  compact_count_ = cell_of.size();
  const bool with_pairs = has_splits_ && compact_count_ * compact_count_ <= kMostPairs;
  std::vector<Distance> distance(blocks + (with_pairs ? compact_count_ * compact_count_ : 0), kNoWay);
  // It does not matter which cube is the active one.
  const auto index = [&](const State& state) {
    if (state.kind != split) return std::size_t{state.cell} * 3 + state.kind;
    return blocks + pair_index(std::min(state.cell, state.other), std::max(state.cell, state.other));
  };

  // The states on switches that split, by the state they lead to.
  std::vector<std::pair<std::size_t, std::size_t>> splits;
  std::vector<std::size_t> queue;  // in the order of their distances
  const auto reach = [&](std::size_t state, Distance moves) {
    if (moves >= distance[state]) return;
    distance[state] = moves;
    queue.push_back(state);
    for (const auto& [on_switch, cubes] : splits) {
      if (cubes != state || moves >= distance[on_switch]) continue;
      distance[on_switch] = moves;
      queue.push_back(on_switch);
    }
  };
  for (const Word cell : cell_of) {
    if (switch_at_[cell] < 0) continue;
    const auto& target = switches_[static_cast<std::size_t>(switch_at_[cell])].split_cells;
    if (!target) continue;
    const State cubes = joined({split, target->first, target->second, all});
    const State on_switch{standing, cell, 0, all};
    if (!carries(cubes) || !carries(on_switch)) continue;
    if (with_pairs || cubes.kind != split) splits.emplace_back(index(on_switch), index(cubes));
    if (!with_pairs) reach(index(on_switch), 0);
  }
  const State goal{standing, target_, 0, all};
  if (carries(goal)) reach(index(goal), 0);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const std::size_t at = queue[i];
    const Distance next = distance[at] + 1;
    Word a;
    Word b;
    if (at < blocks) {
      const State state{static_cast<Word>(at % 3), static_cast<Word>(at / 3), 0, all};
      for (Move move = up; move <= right; ++move) {
        const State after = moved(state, move);
        if (carries(after)) reach(index(after), next);
      }
      if (!with_pairs || state.kind == standing) continue;
      std::tie(a, b) = cells(state);
    } else {
      a = cell_of[(at - blocks) / compact_count_];
      b = cell_of[(at - blocks) % compact_count_];
    }
    // One of the two cubes came from a cell beside it, and was apart from the other one there.
    for (const auto& [cube, other] : {std::pair(a, b), std::pair(b, a)}) {
      for (const Word from : {cube - width_, cube + width_, cube - 1, cube + 1}) {
        const Word low = std::min(from, other);
        const Word high = std::max(from, other);
        const Word gap = high - low;
        if (floors_[from] == hole || gap <= 1 || gap == width_) continue;
        reach(blocks + pair_index(low, high), next);
      }
    }
  }
  if (with_pairs) {
    for (std::size_t low = 0; low < compact_count_; ++low) {
      for (std::size_t high = low + 1; high < compact_count_; ++high) {
        distance[blocks + high * compact_count_ + low] = distance[blocks + low * compact_count_ + high];
      }
    }
  }
  pair_distance_.assign(distance.begin() + static_cast<std::ptrdiff_t>(blocks), distance.end());
  distance.resize(blocks);
  block_distance_ = std::move(distance);
}

}  // namespace ludoplan
