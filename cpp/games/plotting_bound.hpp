// How many shots are left at least in Plotting: twin of `colours` in games/plotting/heuristics.py.
//
// A shot consumes blocks of the held colour only, and whatever it swaps stays in hand or grid. So hand and
// grid together keep at least one block of every colour, and all others must be consumed by shots of their
// own colour, but for a few that the goal lets stay (`slack`), which the colours share as suits them best.
// Most shots are taken to remove whatever the colour's blocks allow as they are spread over the columns; the
// next one, what it can as things lie.
//
// A shot along a row removes one block of each column at most. Of two blocks the left one can fall without
// the right one, but never the other way round as long as it is the lower one: a shot that takes a block
// below the right one comes through the left column first, and takes a block there, too, unless it flies over
// the left block. So a right block that lies higher than a left one stays higher, and what lies in one row at
// some time lies now in a row that falls, or keeps its level, from left to right.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "search/concepts.hpp"

namespace ludoplan {

template <class Stack>
class PlottingBound {
 public:
  static constexpr std::size_t kMaxColours = 9;
  static constexpr int kUnknown = 0;

  struct Colour {
    std::uint64_t wider = 0;  // nibble i counts the columns, all but the last, with more than i blocks of it
    int in_last = 0;          // its blocks in the last column
    int removable = 0;        // all but the one that stays for ever
    std::uint64_t removed = 0;  // byte s - 1: so many of them s shots of it can remove at most
  };
  // What must go before the goal is reached.
  struct Need {
    std::array<Colour, kMaxColours> of;
    int blocks = 0;  // in the grid
    int slack = 0;   // so many may stay, of those that are removable

    bool is_too_large() const { return blocks > kMostBlocks || slack > kMostSlack; }
  };

  PlottingBound(std::size_t columns, Word colours, unsigned bits, int goal)
      : last_(columns - 1), colours_(colours), bits_(bits), goal_(goal) {}

  // `hand` is `colours` for a wildcard.
  template <class Stacks>
  Need need_of(const Stacks& stacks, Word hand) const {
    std::array<Levels, std::tuple_size_v<Stacks>> levels;
    Need need;
    for (std::size_t column = 0; column < last_; ++column) {
      levels[column] = levels_of(stacks[column]);
      for (Word c = 0; c < colours_; ++c) need.of[c].wider += ones(std::popcount(levels[column][c]));
    }
    levels[last_] = levels_of(stacks[last_]);
    need.slack = goal_;
    for (Word c = 0; c < colours_; ++c) {
      Colour& colour = need.of[c];
      colour.in_last = std::popcount(levels[last_][c]);
      colour.removed = removed_by_shots(colour, longest_row(levels, c));
      const int count = sum_of_bytes(pairs_of_nibbles(colour.wider)) + colour.in_last;
      const int kept = count > 0 && hand != colours_ && c != hand ? 1 : 0;
      need.blocks += count;
      need.slack -= kept;
      colour.removable = count - kept;
    }
    return need;
  }

  // The shots that remove all that is removable, less those that the slack saves. Of the colour `hand` one
  // shot at least has to be fired; `first` is the most that it can remove.
  Cost fewest_shots(const Need& need, Word hand, int first = kUnknown) const {
    if (need.is_too_large()) return 1;
    int shots = 0;
    std::array<int, kMostSlack + 1> saved;  // by so much slack
    bool is_saving = false;
    for (Word c = 0; c < colours_; ++c) {
      const int removable = need.of[c].removable;
      if (removable <= 0) continue;
      const std::uint64_t removed =
          c == hand && first != kUnknown ? after_first(need.of[c].removed, first) : need.of[c].removed;
      const int all = shots_for(removed, removable);
      shots += all;
      // What stays if the last shots of this colour are left out.
      const int most_saved = c == hand ? all - 1 : all;
      if (most_saved == 0 || removable - removed_by(removed, all - 1) > need.slack) continue;
      if (!is_saving) std::fill_n(saved.begin(), need.slack + 1, 0);
      is_saving = true;
      for (int sum = need.slack; sum > 0; --sum) {
        for (int fewer = 1; fewer <= most_saved; ++fewer) {
          const int stays = removable - removed_by(removed, all - fewer);
          if (stays > sum) break;
          saved[static_cast<std::size_t>(sum)] = std::max(
              saved[static_cast<std::size_t>(sum)], saved[static_cast<std::size_t>(sum - stays)] + fewer);
        }
      }
    }
    return is_saving ? shots - saved[static_cast<std::size_t>(need.slack)] : shots;
  }

  // -- parts of it

  // Of a column, the levels at which each colour lies: a bit for each.
  using Levels = std::array<std::uint32_t, kMaxColours>;
  Levels levels_of(Stack stack) const {
    const Stack mask = (Stack{1} << bits_) - 1;
    Levels levels{};
    for (std::uint32_t level = 1; stack != 1; stack >>= bits_, level <<= 1) levels[stack & mask] |= level;
    return levels;
  }

  static constexpr std::uint64_t kPutDown = 0x0706050403020100ull;  // by so many shots before

  // If the first shot removes at most `first`, the others remove no more than they could without it and what
  // it puts down.
  static std::uint64_t after_first(std::uint64_t removed, int first) {
    const auto most = static_cast<std::uint64_t>(first);
    const std::uint64_t others = removed << 8 | most;
    return least_bytes(removed, others + ((most + 1) * kOnes & ~std::uint64_t{0xFF}));
  }
  // Byte by byte, of bytes below 128.
  static std::uint64_t least_bytes(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t a_is_larger = (((a | kTopBits) - b) & kTopBits) >> 7;
    const std::uint64_t mask = a_is_larger * 0xFF;
    return (b & mask) | (a & ~mask);
  }

  // The fewest shots that remove so many blocks, of which there is one at least; nine stands for nine or
  // more.
  static int shots_for(std::uint64_t removed, int blocks) {
    // The top bit of a byte survives where the byte is at least `blocks`.
    const std::uint64_t enough =
        ((removed | kTopBits) - static_cast<std::uint64_t>(blocks) * kOnes) & kTopBits;
    return 1 + kTabulatedShots - sum_of_bytes(enough >> 7);
  }
  // Byte s - 1: how many blocks s shots remove at most, in all columns but the last; `row` of them at most
  // lie in a row.
  static std::uint64_t most_beside_last(std::uint64_t spread, int row) {
    const int all = sum_of_bytes(pairs_of_nibbles(spread));
    std::uint64_t result = 0;
    for (int shots = 1; shots <= kTabulatedShots; ++shots) {
      int best = 0;
      for (int along = 0; along <= shots; ++along) {
        int down_columns = 0;
        int along_rows = 0;
        int shot = 0;
        for (std::uint64_t wider = spread; wider != 0; wider >>= 4, ++shot) {
          const int columns = static_cast<int>(wider & 15);
          const int fired_down = std::min(columns, shots - along);
          down_columns += fired_down;
          if (shot < along) along_rows += columns - fired_down;
        }
        best = std::max(best, down_columns + std::min(along_rows, along * row));
      }
      if (best == all) return result | static_cast<std::uint64_t>(all) * kOnes << (8 * (shots - 1));
      result |= static_cast<std::uint64_t>(best) << (8 * (shots - 1));
    }
    return result;
  }

 private:
  static constexpr int kMostSlack = 32;
  static constexpr int kTabulatedShots = 8;
  static constexpr int kMostBlocks = 96;  // so that sums of blocks and shots fit into seven bits
  static constexpr std::uint64_t kOnes = 0x0101010101010101ull;
  static constexpr std::uint64_t kTopBits = 0x80 * kOnes;

  // So many nibbles of 1.
  static std::uint64_t ones(int count) { return count == 0 ? 0 : 0x1111111111111111ull >> (64 - 4 * count); }

  // Along a row: no more than lie in a row, and then those in the last column, where the block falls along
  // the wall. Down a column: all that are in it. What one shot puts down in exchange another one may consume.
  static std::uint64_t removed_by_shots(const Colour& colour, int row) {
    return most_beside_last(colour.wider, row) + static_cast<std::uint64_t>(colour.in_last) * kOnes +
           kPutDown;
  }

  // How many blocks of the colour a shot along a row can ever meet.
  template <std::size_t kColumns>
  int longest_row(const std::array<Levels, kColumns>& levels, Word colour) const {
    // By length: the levels at which a row of so many blocks can end, and all those below them.
    std::array<std::uint32_t, kColumns + 1> ends{~0u};
    std::size_t longest = 0;
    for (std::size_t column = 0; column < last_; ++column) {
      for (std::size_t length = longest + 1; length-- > 0;) {
        const std::uint32_t fitting = levels[column][colour] & ends[length];
        if (fitting == 0) continue;
        ends[length + 1] |= ~0u >> std::countl_zero(fitting);
        longest = std::max(longest, length + 1);
      }
    }
    return static_cast<int>(longest);
  }

  static int removed_by(std::uint64_t removed, int shots) {
    return shots == 0 ? 0 : static_cast<int>(removed >> (8 * (shots - 1)) & 0xFF);
  }

  static std::uint64_t pairs_of_nibbles(std::uint64_t nibbles) {
    return (nibbles & 0x0F * kOnes) + (nibbles >> 4 & 0x0F * kOnes);
  }
  static int sum_of_bytes(std::uint64_t bytes) { return static_cast<int>(bytes * kOnes >> 56); }

  std::size_t last_;
  Word colours_;
  unsigned bits_;
  int goal_;
};

}  // namespace ludoplan
