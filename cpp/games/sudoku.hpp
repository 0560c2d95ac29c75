// Sudoku boards of box size 2 to 5, bit-parallel.
//
// A board is kept digit by digit: for each digit and each band (a row of boxes) one word with a bit for every
// cell of the band in which the digit may still stand. Bit k*N + i*B + j is the cell in row i of the band,
// box j, column k of the box (B the box size, N = B*B). With this order "which row of which box" is the OR of
// B slices, and "which column" the OR of B shifts, so that all boxes of a band are looked at together.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace ludoplan {

template <int B>
struct BandWord {
  using type = std::uint32_t;
};
template <>
struct BandWord<4> {
  using type = std::uint64_t;
};
template <>
struct BandWord<5> {
  __extension__ using type = unsigned __int128;
};

template <class Word>
int count_bits(Word word) {
  if constexpr (sizeof(Word) == 16) {
    return std::popcount(static_cast<std::uint64_t>(word)) +
           std::popcount(static_cast<std::uint64_t>(word >> 64));
  } else {
    return std::popcount(word);
  }
}

// The candidates of a board, with what follows from them by singles and by the interplay of lines and boxes.
template <int B>
class SudokuGrid {
 public:
  using Band = typename BandWord<B>::type;
  static constexpr int N = B * B;
  static constexpr int kCells = N * N;
  using Cells = std::array<std::uint8_t, kCells>;  // row by row; 0 is blank

  struct Choice {
    int digit;
    int band;
    Band bit;
  };

  explicit SudokuGrid(const Cells& clues) { consistent_ = read(clues, words_, done_); }

  // Where a cell is: its band and its bit.
  static std::pair<std::size_t, Band> place(int cell) {
    const int row = cell / N;
    const int column = cell % N;
    return {static_cast<std::size_t>(row / B), Band{1} << (column % B * N + row % B * B + column / B)};
  }

  void assign(const Choice& choice) {
    Band& word = words_[static_cast<std::size_t>(choice.digit)][static_cast<std::size_t>(choice.band)];
    word = (word & ~spread_boxes(boxes_of(choice.bit))) | choice.bit;
    dirty_ |= 1U << choice.digit;
  }
  void eliminate(const Choice& choice) {
    words_[static_cast<std::size_t>(choice.digit)][static_cast<std::size_t>(choice.band)] &= ~choice.bit;
    dirty_ |= 1U << choice.digit;
  }

  // Draws the consequences; false if there is a contradiction.
  bool propagate() {
    if (!consistent_) return false;
    while (true) {
      while (dirty_ != 0) {
        const int digit = std::countr_zero(dirty_);
        dirty_ &= dirty_ - 1;
        if (!settle(static_cast<std::size_t>(digit))) return false;
      }
      if (!place_naked_singles()) return false;
      if (dirty_ == 0) return true;
    }
  }

  bool is_full() const {
    return std::all_of(done_.begin(), done_.end(), [](Band band) { return band == kAll; });
  }

  // An open cell with two candidates if there is one, else the tightest cell or place of a digit in a box.
  template <class Random>
  Choice choose(Random&& random) const {
    for (std::size_t band = 0; band < B; ++band) {
      if (pairs_[band] == 0) continue;
      const Band bit = pairs_[band] & (~pairs_[band] + 1);
      return candidate_of(band, bit, 2, random);
    }
    std::array<Band, B> open;
    for (std::size_t band = 0; band < B; ++band) open[band] = kAll & ~done_[band];
    Tightest best = tightest(words_, open);
    if (best.digit < 0) return candidate_of(best.band, best.cells, best.count, random);
    for (int skip = random(best.count); skip > 0; --skip) best.cells &= best.cells - 1;
    return {best.digit, static_cast<int>(best.band), best.cells & (~best.cells + 1)};
  }

  void write(Cells& cells) const { write(words_, cells); }

 private:
  friend class WideGrid;  // its words are the same

  static constexpr Band ones(int count) {
    return static_cast<Band>(count == 8 * static_cast<int>(sizeof(Band)) ? ~Band{0}
                                                                         : (Band{1} << count % 128) - 1);
  }
  static constexpr Band repeated(Band pattern, int times, int step) {
    Band word = 0;
    for (int index = 0; index < times; ++index) word |= pattern << index * step;
    return word;
  }
  static constexpr Band kAll = ones(B * N);
  static constexpr Band kSlice = ones(N);                    // one k: bits i*B + j
  static constexpr Band kBoxes = ones(B);                    // bits j
  static constexpr Band kColumns = repeated(ones(B), B, N);  // bits k*N + j

  // Minirows (a row of a box) that hold a candidate, as bits i*B + j.
  static Band minirows_of(Band word) {
    Band found = 0;
    for (int k = 0; k < B; ++k) found |= word >> k * N;
    return found & kSlice;
  }
  static Band spread_minirows(Band minirows) { return repeated(minirows, B, N); }
  // Columns of the band that hold a candidate, as bits k*N + j.
  static Band columns_of(Band word) {
    Band found = 0;
    for (int i = 0; i < B; ++i) found |= word >> i * B;
    return found & kColumns;
  }
  static Band spread_columns(Band columns) { return repeated(columns, B, B); }
  // Boxes that hold a candidate, as bits j.
  static Band boxes_of(Band word) {
    const Band minirows = minirows_of(word);
    Band found = 0;
    for (int i = 0; i < B; ++i) found |= minirows >> i * B;
    return found & kBoxes;
  }
  static Band spread_boxes(Band boxes) { return spread_minirows(repeated(boxes, B, B)); }
  // Boxes with exactly one of their parts present; `step` apart in the word.
  static Band singles(Band parts, int step) {
    Band once = 0;
    Band twice = 0;
    for (int index = 0; index < B; ++index) {
      const Band part = parts >> index * step;
      twice |= once & part;
      once |= part;
    }
    return once & ~twice & kBoxes;
  }

  // Makes words (by digit and band) of clues, whose cells are `given`; false if a digit is twice in a box.
  template <class Words>
  static bool read(const Cells& clues, Words& words, std::array<Band, B>& given) {
    std::array<std::array<Band, B>, N> own{};
    for (int cell = 0; cell < kCells; ++cell) {
      const int digit = clues[static_cast<std::size_t>(cell)];
      if (digit == 0) continue;
      const auto [band, bit] = place(cell);
      given[band] |= bit;
      own[static_cast<std::size_t>(digit - 1)][band] |= bit;
    }
    bool is_consistent = true;
    for (std::size_t digit = 0; digit < N; ++digit) {
      for (std::size_t band = 0; band < B; ++band) {
        const Band mine = own[digit][band];
        const Band boxes = boxes_of(mine);
        is_consistent &= count_bits(mine) == count_bits(boxes);
        words[digit][band] = (kAll & ~given[band] & ~spread_boxes(boxes)) | mine;
      }
    }
    return is_consistent;
  }
  // The board that words say where each cell has one candidate left.
  template <class Words>
  static void write(const Words& words, Cells& cells) {
    for (std::size_t digit = 0; digit < N; ++digit) {
      for (std::size_t band = 0; band < B; ++band) {
        for (Band left = words[digit][band]; left != 0; left &= left - 1) {
          const auto bit = static_cast<std::size_t>(count_bits<Band>(~left & (left - 1)));
          const std::size_t row = band * B + bit % N / B;
          cells[row * N + bit % B * B + bit / N] = static_cast<std::uint8_t>(digit + 1);
        }
      }
    }
  }

  // A digit stands once in each row and once in each box of a band: its minirows form a permutation. Returns
  // those minirows that are part of a permutation (box size 5: by the simple line-box rules); 0: there is
  // none.
  static Band permutable(Band minirows) {
    if constexpr (B <= 4) {
      static const std::vector<std::uint16_t> table = permutation_table();
      return table[static_cast<std::size_t>(minirows)];
    } else {
      while (true) {
        const Band before = minirows;
        for (int i = 0; i < B; ++i) {
          const Band row = minirows >> i * B & kBoxes;
          if (row == 0) return 0;
          if ((row & (row - 1)) == 0) minirows &= ~(repeated(row, B, B) & ~(row << i * B));
        }
        const Band lonely = singles(minirows, B);
        for (int i = 0; i < B; ++i) {
          const Band mine = minirows >> i * B & lonely;
          if (mine == 0) continue;
          if ((mine & (mine - 1)) != 0) return 0;
          minirows &= ~((kBoxes & ~mine) << i * B);
        }
        if (minirows == before) return minirows;
      }
    }
  }

  static std::vector<std::uint16_t> permutation_table() {
    std::vector<std::uint16_t> permutations;
    std::array<int, B> box{};
    std::iota(box.begin(), box.end(), 0);
    do {
      std::uint16_t bits = 0;
      for (int i = 0; i < B; ++i)
        bits = static_cast<std::uint16_t>(bits | 1U << (i * B + box[static_cast<std::size_t>(i)]));
      permutations.push_back(bits);
    } while (std::next_permutation(box.begin(), box.end()));
    std::vector<std::uint16_t> table(std::size_t{1} << N);
    for (std::size_t minirows = 0; minirows < table.size(); ++minirows) {
      for (const std::uint16_t bits : permutations) {
        if ((bits & ~minirows) == 0) table[minirows] = static_cast<std::uint16_t>(table[minirows] | bits);
      }
    }
    return table;
  }

  // All that follows for one digit from its own candidates; cells where it is settled are taken from the
  // others.
  bool settle(std::size_t digit) {
    auto& words = words_[digit];
    std::array<Band, B> columns;
    bool changed = true;
    while (changed) {
      changed = false;
      Band once = 0;
      Band twice = 0;
      for (std::size_t band = 0; band < B; ++band) {
        const Band minirows = minirows_of(words[band]);
        const Band kept = permutable(minirows);
        if (kept == 0) return false;
        if (kept != minirows) words[band] &= spread_minirows(kept);
        columns[band] = columns_of(words[band]);
        twice |= once & columns[band];
        once |= columns[band];
      }
      if (once != kColumns) return false;
      const Band unique = once & ~twice;  // columns that have the digit in one band only
      for (std::size_t band = 0; band < B; ++band) {
        const Band own = columns[band] & unique;
        if (own != 0) {
          const Band boxes = minirows_of(own) & kBoxes;
          if (count_bits(own) != count_bits(boxes)) return false;
          const Band kept = columns[band] & (repeated(kBoxes & ~boxes, B, N) | own);
          if (kept != columns[band]) {
            columns[band] = kept;
            words[band] &= spread_columns(kept);
            changed = true;
          }
        }
        // A box with one column left takes it from the other bands.
        const Band taken = repeated(singles(columns[band], N), B, N) & columns[band];
        if (taken == 0) continue;
        const Band cells = spread_columns(taken);
        for (std::size_t other = 0; other < B; ++other) {
          if (other == band || (words[other] & cells) == 0) continue;
          words[other] &= ~cells;
          columns[other] &= ~taken;
          changed = true;
        }
      }
    }
    for (std::size_t band = 0; band < B; ++band) {
      const Band minirows = minirows_of(words[band]);
      const Band rows = repeated(singles(minirows, B), B, B) & minirows;
      const Band columns_left = repeated(singles(columns[band], N), B, N) & columns[band];
      const Band placed = words[band] & spread_minirows(rows) & spread_columns(columns_left) & ~done_[band];
      if (placed == 0) continue;
      done_[band] |= placed;
      for (std::size_t other = 0; other < N; ++other) {
        if (other == digit || (words_[other][band] & placed) == 0) continue;
        words_[other][band] &= ~placed;
        dirty_ |= 1U << other;
      }
    }
    return true;
  }

  bool place_naked_singles() {
    for (std::size_t band = 0; band < B; ++band) {
      Band once = 0;
      Band twice = 0;
      Band thrice = 0;
      for (std::size_t digit = 0; digit < N; ++digit) {
        const Band word = words_[digit][band];
        thrice |= twice & word;
        twice |= once & word;
        once |= word;
      }
      if (once != kAll) return false;
      pairs_[band] = twice & ~thrice;
      const Band naked = once & ~twice & ~done_[band];
      if (naked == 0) continue;
      for (std::size_t digit = 0; digit < N; ++digit) {
        Band& word = words_[digit][band];
        const Band hit = word & naked;
        if (hit == 0) continue;
        const Band boxes = boxes_of(hit);
        if (count_bits(hit) != count_bits(boxes)) return false;
        word = (word & ~spread_boxes(boxes)) | hit;
        dirty_ |= 1U << digit;
      }
    }
    return true;
  }

  // One of the `count` candidates of a cell.
  template <class Random>
  Choice candidate_of(std::size_t band, Band bit, int count, Random&& random) const {
    int skip = random(count);
    for (int digit = 0;; ++digit) {
      if ((words_[static_cast<std::size_t>(digit)][band] & bit) != 0 && skip-- == 0)
        return {digit, static_cast<int>(band), bit};
    }
  }

  // A cell (digit -1) and how many candidates it has, or the places of a digit in a box and how many.
  struct Tightest {
    int count = N + 1;
    std::size_t band = 0;
    Band cells = 0;
    int digit = -1;
  };
  // The one with the fewest, if there are two or more of it.
  template <class Words>
  static Tightest tightest(const Words& words, const std::array<Band, B>& open) {
    Tightest best;
    for (std::size_t band = 0; band < B; ++band) {
      for (Band left = open[band]; left != 0; left &= left - 1) {
        const Band bit = left & (~left + 1);
        int count = 0;
        for (std::size_t digit = 0; digit < N; ++digit) count += (words[digit][band] & bit) != 0;
        if (count < best.count) best = {count, band, bit, -1};
      }
      for (std::size_t digit = 0; digit < N; ++digit) {
        for (int j = 0; j < B; ++j) {
          const Band cells = words[digit][band] & spread_boxes(Band{1} << j);
          const int count = count_bits(cells);
          if (count > 1 && count < best.count) best = {count, band, cells, static_cast<int>(digit)};
        }
      }
    }
    return best;
  }

  std::array<std::array<Band, B>, N> words_;
  std::array<Band, B> done_{};           // cells whose digit is settled and taken from all other digits
  std::array<Band, B> pairs_{};          // cells with two candidates
  std::uint32_t dirty_ = (1U << N) - 1;  // digits
  bool consistent_;
};

}  // namespace ludoplan
