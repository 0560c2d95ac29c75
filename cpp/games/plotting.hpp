// Twin of games/plotting/rules.py.
//
// A column is one number: a one, and below it the colours of its blocks from the top down to the floor,
// `bits` bits each; an empty column is 1. Taking a block out of the number lets what lies above it fall.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "games/plotting_bound.hpp"
#include "games/plotting_tables.hpp"
#include "search/packer.hpp"

namespace ludoplan {

struct PlottingGrid {
  int rows = 0;
  int colours = 0;                        // they are numbered from 0
  std::vector<std::vector<Word>> stacks;  // the colours of each column from the floor upwards
  Word hand = 0;                          // `colours` is the wildcard
  int goal = 0;
  std::vector<Word> open_rows;  // from 0 at the top
  std::vector<Word> open_columns;
};

template <class Stack, std::size_t kColumns>
class Plotting {
 public:
  struct State {
    std::array<Stack, kColumns> stacks;
    Word hand;
  };
  enum Heuristic : int { kColours = 1, kNeighbours, kBlocks };
  static constexpr const char* kHeuristics[] = {"colours", "neighbours", "blocks"};

  // A stack of 64 bits would leave no room for the mark of its end.
  static bool fits(const PlottingGrid& grid) {
    const unsigned bits = bits_of_stack(grid);
    return bits < 64 && bits <= 8 * sizeof(Stack) && grid.rows <= 16 && grid.stacks.size() <= kColumns;
  }

  explicit Plotting(const PlottingGrid& grid)
      : rows_(static_cast<unsigned>(grid.rows)),
        columns_(grid.stacks.size()),
        colours_(static_cast<Word>(grid.colours)),
        bits_(bits_of_block(grid)),
        mask_((Stack{1} << bits_) - 1),
        stack_bits_(bits_of_stack(grid)),
        hand_bits_(static_cast<unsigned>(std::bit_width(colours_))),
        goal_(grid.goal),
        open_rows_(grid.open_rows),
        open_columns_(grid.open_columns),
        bound_(columns_, colours_, bits_, goal_) {
    for (const Word row : open_rows_) open_levels_ |= Word{1} << (rows_ - 1 - row);
    for (const Word column : open_columns_) is_open_column_[column] = true;
    if (bits_ <= 2) {
      std::uint32_t columns = 0;
      for (const Word column : open_columns_) columns |= 1u << column;
      tables_ = PlottingTables(rows_, columns_, colours_, bits_, goal_, open_levels_, columns);
      is_tabulated_ = tables_.are_there() && std::is_sorted(open_rows_.begin(), open_rows_.end()) &&
                      std::is_sorted(open_columns_.begin(), open_columns_.end());
    }
    words_ = words_of_fields(*this, start_);
    start_.hand = grid.hand;
    start_.stacks.fill(1);
    for (std::size_t column = 0; column < columns_; ++column) {
      for (auto block = grid.stacks[column].rbegin(); block != grid.stacks[column].rend(); ++block) {
        start_.stacks[column] = start_.stacks[column] << bits_ | static_cast<Stack>(*block);
      }
    }
  }

  std::size_t packed_words() const { return words_; }
  void pack(const State& state, Word* out) const { pack_fields(*this, state, out); }
  void unpack(const Word* words, State& state) const {
    unpack_fields(*this, words, state);
    std::fill(state.stacks.begin() + static_cast<std::ptrdiff_t>(columns_), state.stacks.end(), Stack{1});
  }
  template <class AnyState, class Visit>
  void visit_fields(AnyState& state, Visit&& visit) const {
    visit(state.hand, hand_bits_);
    for (std::size_t column = 0; column < columns_; ++column) visit(state.stacks[column], stack_bits_);
  }

  State initial() const { return start_; }
  bool is_goal(const State& state) const { return blocks(state) <= goal_; }
  // A shot removes a block.
  std::uint16_t rank(const State& state) const { return static_cast<std::uint16_t>(blocks(state)); }

  // Moves are numbered by rows from the top, then columns.
  template <class Emit>
  [[gnu::always_inline]] void for_each_successor(const State& state, Emit&& emit) const {
    if constexpr (sizeof(Stack) == sizeof(std::uint32_t)) {
      if (is_tabulated_ && state.hand != colours_) {
        tables_.for_each_successor(state, [&](bool is_row, unsigned line, const State& next) {
          emit(is_row ? Move{rows_ - 1 - line} : Move{rows_ + line}, next, 1);
        });
        return;
      }
    }
    fire_everywhere(state, ~0u, emit);
  }
  // A shot over all columns but the last onto the top of that one is the same as a shot down that one.
  template <class Emit>
  void for_each_distinct_successor(const State& state, Emit&& emit) const {
    fire_everywhere(state, distinct_top(state), emit);
  }

  Cost estimate(int heuristic, const State& state) const {
    if (heuristic == kColours) return colour_bound(state);
    if (heuristic == kNeighbours) return neighbours(state);
    return heuristic == kBlocks ? std::max(0, blocks(state) - goal_) : 0;
  }

  // The successors from which at most `most` shots are left, as far as the estimate tells.
  template <class Emit>
  void for_each_successor_within(int heuristic, const State& state, Cost most, Emit&& emit) const {
    if constexpr (sizeof(Stack) == sizeof(std::uint32_t)) {
      if (heuristic == kColours && state.hand != colours_ && tables_.are_there()) {
        tables_.for_each_successor_within(state, most, [&](bool is_row, unsigned line, const State& next) {
          emit(is_row ? Move{rows_ - 1 - line} : Move{rows_ + line}, next, 1);
        });
        return;
      }
    }
    for_each_distinct_successor(state, [&](Move move, const State& next, Cost cost) {
      if (estimate(heuristic, next) <= most) emit(move, next, cost);
    });
  }

 private:
  using Bound = PlottingBound<Stack>;
  using Need = typename Bound::Need;

  int blocks(const State& state) const {
    unsigned sum = 0;
    for (std::size_t column = 0; column < columns_; ++column) sum += height_bits(state.stacks[column]);
    return static_cast<int>(sum / bits_);
  }

  // Four for each block, less one for every two of a colour that a shot would meet one after the other.
  Cost neighbours(const State& state) const {
    const int sum = blocks(state);
    if (sum <= goal_) return 0;
    int pairs = 0;
    typename Bound::Levels before{};  // by colour: the levels at which the block that was met last has it
    for (std::size_t column = 0; column < columns_; ++column) {
      const Stack stack = state.stacks[column];
      const typename Bound::Levels levels = bound_.levels_of(stack);
      const std::uint32_t higher = ~std::uint32_t{0} << height_bits(stack) / bits_;
      for (Word c = 0; c < colours_; ++c) {
        pairs += std::popcount(levels[c] & levels[c] >> 1) + std::popcount(levels[c] & before[c]);
        before[c] = levels[c] | (before[c] & higher);
      }
    }
    return 4 * sum - pairs;
  }

  Cost colour_bound(const State& state) const {
    const Need need = bound_.need_of(state.stacks, state.hand);
    if (need.blocks <= goal_) return 0;
    if (need.slack < 0) return kDeadEnd;
    if (state.hand == colours_) return bound_.fewest_shots(need, state.hand);
    const int first = largest_shot(state);
    return first == 0 ? kDeadEnd : bound_.fewest_shots(need, state.hand, first);
  }

  // The most blocks that a legal shot removes now.
  int largest_shot(const State& state) const {
    int most = 0;
    for (std::size_t column = 0; column < columns_; ++column) {
      if (is_open_column_[column]) most = std::max(most, run_below(state.stacks[column], state.hand, rows_));
    }
    const Sweep sweep = sweep_of(state);
    // Of the levels that do not reach the wall, those with the highest number, bit by bit.
    std::uint32_t highest = ~0u;
    int number = 0;
    for (std::size_t bit = sweep.removed.size(); bit-- > 0;) {
      if ((highest & sweep.removed[bit]) == 0) continue;
      highest &= sweep.removed[bit];
      number |= 1 << bit;
    }
    most = std::max(most, number);
    for (std::uint32_t levels = sweep.reached; levels != 0; levels &= levels - 1) {
      most = std::max(most, removed_along(state, sweep, static_cast<unsigned>(std::countr_zero(levels))));
    }
    return most;
  }

  // All shots along open rows side by side, up to the last column: a bit for each level.
  struct Sweep {
    std::uint32_t reached;                   // where nothing stops the block before the last column
    std::array<std::uint32_t, 4> removed{};  // bit by bit, how many blocks it has removed
  };
  Sweep sweep_of(const State& state) const {
    Sweep sweep{.reached = open_levels_};
    for (std::size_t column = 0; column + 1 < columns_ && sweep.reached != 0; ++column) {
      const Stack stack = state.stacks[column];
      const std::uint32_t held = bound_.levels_of(stack)[state.hand];
      std::uint32_t carry = sweep.reached & held;
      for (std::size_t bit = 0; carry != 0; ++bit) {
        const std::uint32_t both = sweep.removed[bit] & carry;
        sweep.removed[bit] ^= carry;
        carry = both;
      }
      sweep.reached &= held | ~((std::uint32_t{1} << height_bits(stack) / bits_) - 1);
    }
    return sweep;
  }
  int removed_along(const State& state, const Sweep& sweep, unsigned level) const {
    int sum = 0;
    for (std::size_t bit = 0; bit < sweep.removed.size(); ++bit) {
      sum += static_cast<int>(sweep.removed[bit] >> level & 1) << bit;
    }
    if (sweep.reached >> level & 1) sum += run_below(state.stacks[columns_ - 1], state.hand, level + 1);
    return sum;
  }

  // How many blocks of the colour lie on top of each other below a level, from the uppermost there downwards.
  int run_below(Stack stack, Word colour, unsigned level) const {
    const unsigned top = std::min(level, height_bits(stack) / bits_);
    return top == 0 ? 0 : std::countl_one(bound_.levels_of(stack)[colour] << (32 - top));
  }

  static unsigned height_bits(Stack stack) { return static_cast<unsigned>(std::bit_width(stack)) - 1; }

  // From here on upwards a shot along a row does the same as another one.
  unsigned distinct_top(const State& state) const {
    if (!is_open_column_[columns_ - 1]) return ~0u;
    unsigned top = std::max(height_bits(state.stacks[columns_ - 1]), bits_) - bits_;
    for (std::size_t column = 0; column + 1 < columns_; ++column) {
      top = std::max(top, height_bits(state.stacks[column]));
    }
    return top;
  }

  // All legal shots, but those along rows whose cells are at `top` or higher.
  template <class Emit>
  void fire_everywhere(const State& state, unsigned top, Emit&& emit) const {
    State next;
    for (const Word row : open_rows_) {
      const unsigned shift = (rows_ - 1 - row) * bits_;
      if (shift < top && fire_along(state, shift, next)) emit(Move{row}, next, 1);
    }
    for (const Word column : open_columns_) {
      const Stack stack = state.stacks[column];
      if (stack == 1) continue;
      const Stack block = stack >> (height_bits(stack) - bits_) & mask_;
      if (state.hand != colours_ && block != state.hand) continue;
      next = state;
      fall(next, column, (rows_ - 1) * bits_);
      emit(Move{rows_ + column}, next, 1);
    }
  }

  // Lets the held block fall down a column from the cell at `shift`; true if it removes a block.
  bool fall(State& state, std::size_t column, unsigned shift) const {
    const Stack stack = state.stacks[column];
    if (stack == 1) return false;
    unsigned end = std::min(shift + bits_, height_bits(stack));  // just above the first block it may meet
    const Stack above = stack >> end;
    const unsigned from = end;
    while (end > 0) {
      const Word met = static_cast<Word>(stack >> (end - bits_) & mask_);
      if (met != state.hand && state.hand != colours_) {
        const unsigned at = end - bits_;
        const Stack floor = stack & ((Stack{1} << at) - 1);
        state.stacks[column] = (above << bits_ | static_cast<Stack>(state.hand)) << at | floor;
        state.hand = met;
        return end < from;
      }
      state.hand = met;
      end -= bits_;
    }
    state.stacks[column] = above;
    return true;
  }

  // False if the shot along the row whose cells are at `shift` removes nothing.
  bool fire_along(const State& state, unsigned shift, State& next) const {
    Word hand = state.hand;
    bool removed = false;
    const std::size_t last = columns_ - 1;
    for (std::size_t column = 0; column < last; ++column) {
      const Stack stack = state.stacks[column];
      const Stack above = stack >> shift >> bits_;
      if (above == 0) continue;
      const Word met = static_cast<Word>(stack >> shift & mask_);
      const Stack below = stack & ((Stack{1} << shift) - 1);
      if (met != hand && hand != colours_) {
        if (!removed) return false;
        next.stacks[column] = stack ^ (static_cast<Stack>(met ^ hand) << shift);
        next.hand = met;
        return true;
      }
      if (!removed) next = state;
      removed = true;
      hand = met;
      next.stacks[column] = above << shift | below;
    }
    if (!removed) next = state;
    next.hand = hand;
    return fall(next, last, shift) || removed;
  }

  static unsigned bits_of_block(const PlottingGrid& grid) {
    return std::max(1u, static_cast<unsigned>(std::bit_width(static_cast<Word>(grid.colours) - 1)));
  }
  static unsigned bits_of_stack(const PlottingGrid& grid) {
    return 1 + static_cast<unsigned>(grid.rows) * bits_of_block(grid);
  }

  unsigned rows_;
  std::size_t columns_;
  Word colours_;
  unsigned bits_;
  Stack mask_;
  unsigned stack_bits_;
  std::size_t words_ = 1;
  unsigned hand_bits_;
  int goal_;
  std::vector<Word> open_rows_;
  std::vector<Word> open_columns_;
  Word open_levels_ = 0;
  std::array<bool, kColumns> is_open_column_{};
  State start_;
  PlottingBound<Stack> bound_;
  PlottingTables tables_;
  bool is_tabulated_ = false;  // with moves in ascending order, as the tables give them
};

using PlottingSmall = Plotting<std::uint32_t, 8>;
using PlottingLarge = Plotting<std::uint64_t, 16>;

}  // namespace ludoplan
