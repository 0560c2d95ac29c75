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
  static constexpr std::size_t kMaxColours = 9;

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
    for (const Word row : open_rows_) open_levels_ |= Word{1} << (rows_ - 1 - row);
    for (const Word column : open_columns_) is_open_column_[column] = true;
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
    fire_everywhere(state, ~0u, emit);
  }
  // A shot over all columns but the last onto the top of that one is the same as a shot down that one.
  template <class Emit>
  void for_each_distinct_successor(const State& state, Emit&& emit) const {
    if (!is_open_column_[columns_ - 1]) return for_each_successor(state, emit);
    unsigned top = std::max(height_bits(state.stacks[columns_ - 1]), bits_) - bits_;
    for (std::size_t column = 0; column + 1 < columns_; ++column) {
      top = std::max(top, height_bits(state.stacks[column]));
    }
    fire_everywhere(state, top, emit);
  }

  Cost estimate(int heuristic, const State& state) const {
    if (heuristic == kColours) return colour_bound(state);
    return heuristic == kBlocks ? std::max(0, blocks(state) - goal_) : 0;
  }

  // A look at the next shot takes time and makes the bound higher by one at most: it is taken where it may
  // matter.
  bool exceeds(int heuristic, const State& state, Cost most) const {
    if (heuristic != kColours || state.hand == colours_) return estimate(heuristic, state) > most;
    const Need need = need_of(state);
    if (need.blocks <= goal_) return most < 0;
    if (need.slack < 0 || need.removable[state.hand] == 0) return true;
    const Cost shots = fewest_shots(state, need, 0);
    if (shots != most) return shots > most;
    const int first = largest_shot(state);
    return first == 0 || fewest_shots(state, need, first) > most;
  }

 private:
  // For every colour: nibble i counts the columns, all but the last, that have more than i blocks of it.
  struct Spread {
    std::array<std::uint64_t, kMaxColours> wider{};
    std::array<int, kMaxColours> in_last{};
  };
  static constexpr int kMostSlack = 32;
  // Of a column, for each of up to four colours: what it adds to `wider`, and on which levels the colour is.
  struct alignas(16) Profile {
    std::array<std::uint32_t, 4> wider{};
  };
  using Levels = std::array<std::uint8_t, 4>;

  static constexpr int kTabulatedShots = 8;
  static constexpr int kMostBlocks = 96;  // so that sums of blocks and shots fit into seven bits
  static constexpr std::uint64_t kOnes = 0x0101010101010101ull;
  static constexpr std::uint64_t kTopBits = 0x80 * kOnes;
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};

  // What must go before the goal is reached.
  struct Need {
    Spread spread;
    int slack;       // so many blocks may stay, of those that shots of their colour can remove
    int blocks = 0;  // in the grid
    std::array<int, kMaxColours> removable{};

    bool is_too_large() const { return blocks > kMostBlocks || slack > kMostSlack; }
  };

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
  // Most shots are taken to remove whatever the colour's columns allow; the next one, what it can as things
  // lie.
  Cost colour_bound(const State& state) const {
    const Need need = need_of(state);
    if (need.blocks <= goal_) return 0;
    if (need.slack < 0) return kDeadEnd;
    const int first = state.hand == colours_ ? 0 : largest_shot(state);
    if (state.hand != colours_ && first == 0) return kDeadEnd;
    return fewest_shots(state, need, first);
  }

  Need need_of(const State& state) const {
    Need need{.spread = spread_of(state), .slack = goal_};
    for (Word c = 0; c < colours_; ++c) {
      const int count = sum_of_bytes(pairs_of_nibbles(need.spread.wider[c])) + need.spread.in_last[c];
      const int kept = count > 0 && state.hand != colours_ && c != state.hand ? 1 : 0;
      need.blocks += count;
      need.slack -= kept;
      need.removable[c] = count - kept;
    }
    return need;
  }

  // The shots that remove all that is removable, less those that the slack saves. `first` is the most that
  // the next shot can remove, 0 if that is not known.
  Cost fewest_shots(const State& state, const Need& need, int first) const {
    if (need.is_too_large()) return 1;
    int shots = 0;
    std::array<int, kMostSlack + 1> saved;  // by so much slack
    std::fill_n(saved.begin(), need.slack + 1, 0);
    for (Word c = 0; c < colours_; ++c) {
      const int removable = need.removable[c];
      if (removable == 0) continue;
      const std::uint64_t removed = removed_by_shots(need.spread, c, c == state.hand ? first : 0);
      const int all = shots_for(removed, removable);
      shots += all;
      // What stays if the last shots of this colour are left out; the held colour must be fired once at
      // least.
      const int most_saved = c == state.hand ? all - 1 : all;
      std::array<int, kTabulatedShots + 2> stays;
      int ways = 0;
      for (; ways < most_saved; ++ways) {
        const int fewer = all - ways - 1;
        stays[static_cast<std::size_t>(ways)] = removable - (fewer == 0 ? 0 : byte_of(removed, fewer - 1));
        if (stays[static_cast<std::size_t>(ways)] > need.slack) break;
      }
      if (ways == 0) continue;
      for (int sum = need.slack; sum > 0; --sum) {
        int most = saved[static_cast<std::size_t>(sum)];
        for (int way = 0; way < ways && stays[static_cast<std::size_t>(way)] <= sum; ++way) {
          most = std::max(
              most, saved[static_cast<std::size_t>(sum - stays[static_cast<std::size_t>(way)])] + way + 1);
        }
        saved[static_cast<std::size_t>(sum)] = most;
      }
    }
    return shots - saved[static_cast<std::size_t>(need.slack)];
  }

  // Byte s - 1: how many blocks of a colour s shots of it can remove at most. Along a row: one of each column
  // but the last, where the block falls along the wall. Down a column: all that are in it. What one shot puts
  // down in exchange another one may consume. If the first shot removes at most `first` (0: not known), the
  // others remove no more than they could without it and what it puts down.
  std::uint64_t removed_by_shots(const Spread& spread, Word c, int first) const {
    const std::uint64_t beside_last =
        gains_.empty() ? most_beside_last(spread.wider[c]) : gains_of(spread.wider[c]);
    std::uint64_t removed =
        beside_last + static_cast<std::uint64_t>(spread.in_last[c]) * kOnes + 0x0706050403020100ull;
    if (first == 0) return removed;
    std::uint64_t result = std::min(removed & 0xFF, static_cast<std::uint64_t>(first));
    for (unsigned shift = 8; shift < 64; shift += 8) {
      const std::uint64_t others = (removed >> (shift - 8) & 0xFF) + 1 + static_cast<std::uint64_t>(first);
      result |= std::min(removed >> shift & 0xFF, others) << shift;
    }
    return result;
  }

  // The fewest shots that remove so many blocks, of which there is one at least; nine stands for nine or
  // more.
  static int shots_for(std::uint64_t removed, int blocks) {
    // The top bit of a byte survives where the byte is at least `blocks`.
    const std::uint64_t enough =
        ((removed | kTopBits) - static_cast<std::uint64_t>(blocks) * kOnes) & kTopBits;
    return 1 + kTabulatedShots - sum_of_bytes(enough >> 7);
  }
  static int byte_of(std::uint64_t bytes, int place) { return static_cast<int>(bytes >> (8 * place) & 0xFF); }

  static std::uint64_t most_beside_last(std::uint64_t spread) {
    std::uint64_t result = 0;
    for (int shots = 1; shots <= kTabulatedShots; ++shots) {
      int best = 0;
      for (int along = 0; along <= shots; ++along) {
        int sum = 0;
        int row = 0;
        for (std::uint64_t wider = spread; wider != 0; wider >>= 4, ++row) {
          const int columns = static_cast<int>(wider & 15);
          sum += row < along ? columns : std::min(columns, shots - along);
        }
        best = std::max(best, sum);
      }
      result |= static_cast<std::uint64_t>(best) << (8 * (shots - 1));
    }
    return result;
  }

  // The answers of `most_beside_last` for all spreads of a small grid, in a table with open addressing.
  struct Gain {
    std::uint64_t spread = 0;
    std::uint64_t removed = kFree;
  };
  std::uint64_t gains_of(std::uint64_t spread) const {
    std::size_t slot = gain_slot(spread);
    while (gains_[slot].spread != spread) slot = (slot + 1) & (gains_.size() - 1);
    return gains_[slot].removed;
  }
  std::size_t gain_slot(std::uint64_t spread) const {
    return static_cast<std::size_t>(spread * 0x9E3779B97F4A7C15ull >> 40) & (gains_.size() - 1);
  }
  void tabulate_gains(std::uint64_t spread, unsigned row, std::uint64_t most_columns) {
    std::size_t slot = gain_slot(spread);
    while (gains_[slot].removed != kFree) slot = (slot + 1) & (gains_.size() - 1);
    gains_[slot] = {spread, most_beside_last(spread)};
    if (row == rows_) return;
    for (std::uint64_t columns = 1; columns <= most_columns; ++columns) {
      tabulate_gains(spread | columns << (4 * row), row + 1, columns);
    }
  }

  // The most blocks that a legal shot removes now. Rows are looked at side by side: a bit for each level.
  int largest_shot(const State& state) const {
    const std::size_t last = columns_ - 1;
    std::uint32_t reached = open_levels_;
    std::array<std::uint32_t, 4> removed{};  // bit by bit, how many blocks a shot along the level has removed
    int most = 0;
    for (std::size_t column = 0; column <= last; ++column) {
      const Stack stack = state.stacks[column];
      const std::uint32_t held = levels_of(stack, state.hand);
      const unsigned height = height_bits(stack) / bits_;
      if (is_open_column_[column])
        most = std::max(most, std::countl_one(height == 0 ? 0 : held << (32 - height)));
      if (column == last) break;
      std::uint32_t carry = reached & held;
      for (std::uint32_t& bit : removed) {
        const std::uint32_t both = bit & carry;
        bit ^= carry;
        carry = both;
      }
      reached &= held | ~((std::uint32_t{1} << height) - 1);
    }
    const std::uint32_t held = levels_of(state.stacks[last], state.hand);
    const unsigned height = height_bits(state.stacks[last]) / bits_;
    for (std::uint32_t levels = open_levels_; levels != 0; levels &= levels - 1) {
      const auto level = static_cast<unsigned>(std::countr_zero(levels));
      int sum = 0;
      for (std::size_t bit = 0; bit < removed.size(); ++bit) {
        sum += static_cast<int>(removed[bit] >> level & 1) << bit;
      }
      const unsigned top = std::min(level + 1, height);
      if (reached >> level & 1) sum += std::countl_one(top == 0 ? 0 : held << (32 - top));
      most = std::max(most, sum);
    }
    return most;
  }

  // The levels of a column at which a colour lies.
  std::uint32_t levels_of(Stack stack, Word colour) const {
    if (!profiles_.empty()) return levels_[static_cast<std::size_t>(stack)][colour];
    std::uint32_t levels = 0;
    for (std::uint32_t level = 1; stack != 1; stack >>= bits_, level <<= 1) {
      if ((stack & mask_) == static_cast<Stack>(colour)) levels |= level;
    }
    return levels;
  }

  Spread spread_of(const State& state) const {
    Spread spread;
    const std::size_t last = columns_ - 1;
    if (!profiles_.empty()) {
      std::array<std::uint32_t, 4> sum{};
      for (std::size_t column = 0; column < last; ++column) {
        const Profile& profile = profiles_[static_cast<std::size_t>(state.stacks[column])];
        for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += profile.wider[c];
      }
      const Profile& profile = profiles_[static_cast<std::size_t>(state.stacks[last])];
      for (std::size_t c = 0; c < sum.size(); ++c) {
        spread.wider[c] = sum[c];
        spread.in_last[c] = (std::bit_width(profile.wider[c]) + 3) / 4;
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

  // For all columns there can be, where they are few.
  void tabulate_profiles() {
    if (stack_bits_ > 17 || rows_ > 8 || columns_ > 8 || bits_ > 2) return;
    gains_.resize(std::size_t{1} << 14);
    tabulate_gains(0, 0, columns_ - 1);
    profiles_.resize(std::size_t{1} << stack_bits_);
    levels_.resize(profiles_.size());
    for (std::size_t stack = 2; stack < profiles_.size(); ++stack) {
      if (height_bits(static_cast<Stack>(stack)) % bits_ != 0) continue;
      Profile& profile = profiles_[stack];
      profile = profiles_[stack >> bits_];
      levels_[stack] = levels_[stack >> bits_];
      for (std::uint8_t& levels : levels_[stack]) levels = static_cast<std::uint8_t>(levels << 1);
      levels_[stack][stack & mask_] |= 1;
      profile.wider[stack & mask_] = profile.wider[stack & mask_] << 4 | 1;
    }
  }

  static std::uint64_t pairs_of_nibbles(std::uint64_t nibbles) {
    return (nibbles & 0x0F * kOnes) + (nibbles >> 4 & 0x0F * kOnes);
  }
  static int sum_of_bytes(std::uint64_t bytes) { return static_cast<int>(bytes * kOnes >> 56); }

  static unsigned height_bits(Stack stack) { return static_cast<unsigned>(std::bit_width(stack)) - 1; }

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
  Word open_levels_ = 0;
  std::array<bool, kColumns> is_open_column_{};
  State start_;
  std::vector<Profile> profiles_;
  std::vector<Levels> levels_;
  std::vector<Gain> gains_;
};

using PlottingSmall = Plotting<std::uint32_t, 8>;
using PlottingLarge = Plotting<std::uint64_t, 16>;

}  // namespace ludoplan
