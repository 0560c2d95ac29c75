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

#include "search/concepts.hpp"

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
  // A shot removes a block, so no state comes twice on a path.
  static constexpr bool kAcyclic = true;
  static constexpr int kColours = 1;
  static constexpr int kBlocks = 2;
  static constexpr std::size_t kMaxColours = 16;  // as many as four bits can tell apart

  explicit Plotting(const PlottingGrid& grid)
      : rows_(static_cast<unsigned>(grid.rows)),
        columns_(grid.stacks.size()),
        colours_(static_cast<Word>(grid.colours)),
        bits_(std::max(1u, static_cast<unsigned>(std::bit_width(colours_ - 1)))),
        mask_((Stack{1} << bits_) - 1),
        stack_bits_(1 + rows_ * bits_),
        hand_bits_(static_cast<unsigned>(std::bit_width(colours_))),
        goal_(grid.goal),
        open_rows_(grid.open_rows),
        open_columns_(grid.open_columns) {
    tabulate_profiles();
    start_.hand = grid.hand;
    start_.stacks.fill(1);
    for (std::size_t column = 0; column < columns_; ++column) {
      for (auto block = grid.stacks[column].rbegin(); block != grid.stacks[column].rend(); ++block) {
        start_.stacks[column] = start_.stacks[column] << bits_ | static_cast<Stack>(*block);
      }
    }
  }

  std::size_t packed_words() const { return (stack_bits_ * columns_ + hand_bits_ + 31) / 32; }
  void pack(const State& state, Word* out) const {
    std::uint64_t pending = state.hand;
    unsigned filled = hand_bits_;
    for (std::size_t column = 0; column < columns_; ++column) {
      // At most 31 bits are pending; a wide stack goes in two pieces.
      std::uint64_t stack = state.stacks[column];
      unsigned left = stack_bits_;
      while (left > 0) {
        const unsigned piece = std::min(left, 32u);
        pending |= (stack & ((std::uint64_t{1} << piece) - 1)) << filled;
        filled += piece;
        stack >>= piece;
        left -= piece;
        if (filled >= 32) {
          *out++ = static_cast<Word>(pending);
          pending >>= 32;
          filled -= 32;
        }
      }
    }
    if (filled > 0) *out = static_cast<Word>(pending);
  }
  void unpack(const Word* words, State& state) const {
    const std::size_t count = packed_words();
    auto take = [&, at = std::size_t{0}](unsigned wanted) mutable {
      std::uint64_t value = words[at / 32] >> (at % 32);
      std::size_t have = 32 - at % 32;
      for (std::size_t word = at / 32 + 1; have < wanted && word < count; ++word, have += 32) {
        value |= std::uint64_t{words[word]} << have;
      }
      at += wanted;
      return wanted >= 64 ? value : value & ((std::uint64_t{1} << wanted) - 1);
    };
    state.hand = static_cast<Word>(take(hand_bits_));
    for (std::size_t column = 0; column < columns_; ++column) {
      state.stacks[column] = static_cast<Stack>(take(stack_bits_));
    }
    std::fill(state.stacks.begin() + static_cast<std::ptrdiff_t>(columns_), state.stacks.end(), Stack{1});
  }

  State initial() const { return start_; }
  bool is_goal(const State& state) const { return blocks(state) <= goal_; }

  // Moves are numbered by rows from the top, then columns.
  template <class Emit>
  void for_each_successor(const State& state, Emit&& emit) const {
    State next;
    for (const Word row : open_rows_) {
      if (fire_along(state, (rows_ - 1 - row) * bits_, next)) emit(Move{row}, next, 1);
    }
    for (const Word column : open_columns_) {
      const Stack stack = state.stacks[column];
      if (stack == 1) continue;
      const Stack top = stack >> (height_bits(stack) - bits_) & mask_;
      if (state.hand != colours_ && top != state.hand) continue;
      next = state;
      fall(next, column, (rows_ - 1) * bits_);
      emit(Move{rows_ + column}, next, 1);
    }
  }

  Cost estimate(int heuristic, const State& state) const {
    if (heuristic == kColours) return colour_bound(state);
    return heuristic == kBlocks ? std::max(0, blocks(state) - goal_) : 0;
  }

 private:
  // For every colour: nibble i counts the columns, all but the last, that have more than i blocks of it.
  struct Spread {
    std::array<std::uint64_t, kMaxColours> wider{};
    std::array<int, kMaxColours> in_last{};
  };
  static constexpr int kMostSlack = 32;
  using Profile = std::array<std::uint32_t, 4>;

  int blocks(const State& state) const {
    unsigned sum = 0;
    for (std::size_t column = 0; column < columns_; ++column) sum += height_bits(state.stacks[column]);
    return static_cast<int>(sum / bits_);
  }

  // At least so many shots are left, counted colour by colour.
  //
  // A shot consumes blocks of the held colour only, and whatever it swaps stays in hand or grid. So hand and
  // grid together keep at least one block of every colour, and all others must be consumed by shots of their
  // own colour, but for a few that the goal lets stay (`slack`), which the colours share as suits them best.
  Cost colour_bound(const State& state) const {
    if (is_goal(state)) return 0;
    const Spread spread = spread_of(state);
    const bool is_wild = state.hand == colours_;
    std::array<int, kMaxColours> removable{};
    int slack = goal_;
    for (Word c = 0; c < colours_; ++c) {
      removable[c] = sum_of_nibbles(spread.wider[c]) + spread.in_last[c];
      if (is_wild || c == state.hand) continue;
      if (removable[c] > 0) {
        --removable[c];
        --slack;
      }
    }
    if (!is_wild && removable[state.hand] == 0) return kDeadEnd;
    if (slack < 0) return kDeadEnd;
    if (slack > kMostSlack) return 1;
    std::array<int, kMostSlack + 1>
        fewest{};  // shots of the colours so far, if they leave so many blocks more
    std::array<int, kMostSlack + 1> shots;
    for (Word c = 0; c < colours_; ++c) {
      if (removable[c] == 0) continue;
      int needed = c == state.hand ? 1 : 0;
      int most = most_removed(spread, c, needed);
      for (int left = slack; left >= 0; --left) {
        while (most < removable[c] - left) most = most_removed(spread, c, ++needed);
        shots[static_cast<std::size_t>(left)] = needed;
      }
      for (int total = slack; total >= 0; --total) {
        int least = kDeadEnd;
        for (int left = 0; left <= total; ++left) {
          least = std::min(
              least, fewest[static_cast<std::size_t>(total - left)] + shots[static_cast<std::size_t>(left)]);
        }
        fewest[static_cast<std::size_t>(total)] = least;
      }
    }
    return fewest[static_cast<std::size_t>(slack)];
  }

  // How many blocks of a colour some shots of it can remove at most. Along a row: one of each column but the
  // last, where the block falls along the wall. Down a column: all that are in it. What one shot puts down in
  // exchange another one may consume.
  static int most_removed(const Spread& spread, Word c, int shots) {
    if (shots == 0) return 0;
    int best = 0;
    for (int along = 0; along <= shots; ++along) {
      int sum = 0;
      int row = 0;
      for (std::uint64_t wider = spread.wider[c]; wider != 0; wider >>= 4, ++row) {
        const int columns = static_cast<int>(wider & 15);
        sum += row < along ? columns : std::min(columns, shots - along);
      }
      best = std::max(best, sum);
    }
    return best + spread.in_last[c] + shots - 1;
  }

  Spread spread_of(const State& state) const {
    Spread spread;
    const std::size_t last = columns_ - 1;
    if (!profiles_.empty()) {
      Profile sum{};
      for (std::size_t column = 0; column < last; ++column) {
        const Profile& profile = profiles_[static_cast<std::size_t>(state.stacks[column])];
        for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += profile[c];
      }
      const Profile& profile = profiles_[static_cast<std::size_t>(state.stacks[last])];
      for (std::size_t c = 0; c < sum.size(); ++c) {
        spread.wider[c] = sum[c];
        spread.in_last[c] = (std::bit_width(profile[c]) + 3) / 4;
      }
      return spread;
    }
    for (std::size_t column = 0; column < last; ++column) {
      std::array<unsigned, kMaxColours> seen{};
      for (Stack stack = state.stacks[column]; stack != 1; stack >>= bits_) {
        const auto c = static_cast<std::size_t>(stack & mask_);
        spread.wider[c] += std::uint64_t{1} << (4 * seen[c]++);
      }
    }
    for (Stack stack = state.stacks[last]; stack != 1; stack >>= bits_) {
      ++spread.in_last[static_cast<std::size_t>(stack & mask_)];
    }
    return spread;
  }

  // What a column adds to the spread of each colour, for all columns there can be, where they are few.
  void tabulate_profiles() {
    if (stack_bits_ > 17 || rows_ > 8 || bits_ > 2) return;
    profiles_.resize(std::size_t{1} << stack_bits_);
    for (std::size_t stack = 2; stack < profiles_.size(); ++stack) {
      if (height_bits(static_cast<Stack>(stack)) % bits_ != 0) continue;
      profiles_[stack] = profiles_[stack >> bits_];
      std::uint32_t& levels = profiles_[stack][stack & mask_];
      levels = levels << 4 | 1;
    }
  }

  static int sum_of_nibbles(std::uint64_t nibbles) {
    constexpr std::uint64_t kLow = 0x0F0F0F0F0F0F0F0Full;
    return static_cast<int>(((nibbles & kLow) + (nibbles >> 4 & kLow)) * 0x0101010101010101ull >> 56);
  }

  static unsigned height_bits(Stack stack) { return static_cast<unsigned>(std::bit_width(stack)) - 1; }

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

  unsigned rows_;
  std::size_t columns_;
  Word colours_;
  unsigned bits_;
  Stack mask_;
  unsigned stack_bits_;
  unsigned hand_bits_;
  int goal_;
  std::vector<Word> open_rows_;
  std::vector<Word> open_columns_;
  State start_;
  std::vector<Profile> profiles_;
};

using PlottingSmall = Plotting<std::uint32_t, 8>;
using PlottingLarge = Plotting<std::uint64_t, 16>;

}  // namespace ludoplan
