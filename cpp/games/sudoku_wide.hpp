// Boards of 9x9 with all digits looked at together, two in a vector of eight words.
//
// The words are those of SudokuGrid: for each digit and band 27 bits, k*9 + i*3 + j for row i of the band,
// box j and column k of the box. A digit's three bands stand side by side in a vector, so that what follows
// along rows is found within words and what follows along columns by turning the three words round. The
// kernel exists in several forms, for the instructions that processors have; the best one is chosen when the
// program starts.
#pragma once

#include <string>

#include "games/sudoku.hpp"

namespace ludoplan {

// A fourth word of each digit and a tenth digit fill the vectors; in them everything stays possible.
struct alignas(32) WideState {
  std::array<std::array<std::uint32_t, 4>, 10> words;
  std::array<std::uint32_t, 8> pairs;   // by band: cells with two candidates
  std::array<std::uint32_t, 8> open;    // cells with two or more
  std::array<std::uint32_t, 8> done{};  // cells whose digit is settled in its box
  std::uint32_t dirty = 31;             // pairs of digits that have changed since consequences were drawn
};

// A candidate of a cell; `other` is the only other one, if there is only one.
struct WideChoice {
  int digit;
  int band;
  std::uint32_t bit;
  int other = -1;
};

struct WideKernel {
  const char* name;
  bool (*propagate)(WideState&);
  WideChoice (*choose)(const WideState&);
};

// The kernels that this processor can run, the best first; and the one that is used.
const std::vector<WideKernel>& wide_kernels();
extern WideKernel wide_kernel;
// Uses the kernel of this name; false if there is none.
bool use_wide_kernel(const std::string& name);

class WideGrid {
 public:
  using Band = std::uint32_t;
  using Choice = WideChoice;
  static constexpr int B = 3;
  static constexpr int N = 9;
  static constexpr int kCells = 81;
  using Cells = SudokuGrid<3>::Cells;

  explicit WideGrid(const Cells& clues) {
    std::array<Band, 3> given{};
    std::array<std::array<Band, 3>, N> own{};
    for (int cell = 0; cell < kCells; ++cell) {
      const int digit = clues[static_cast<std::size_t>(cell)];
      if (digit == 0) continue;
      const auto [band, bit] = place(cell);
      given[band] |= bit;
      own[static_cast<std::size_t>(digit - 1)][band] |= bit;
    }
    for (auto& word : state_.words) word.fill(kAll);
    for (std::size_t digit = 0; digit < N; ++digit) {
      for (std::size_t band = 0; band < 3; ++band) {
        const Band mine = own[digit][band];
        const Band boxes = boxes_of(mine);
        if (std::popcount(mine) != std::popcount(boxes)) consistent_ = false;
        state_.words[digit][band] = (kAll & ~given[band] & ~cells_of(boxes)) | mine;
      }
    }
  }

  static std::pair<std::size_t, Band> place(int cell) { return SudokuGrid<3>::place(cell); }

  void assign(const Choice& choice) {
    settle(choice.digit, choice);
    if (choice.other >= 0) strike(choice.other, choice);
  }
  void eliminate(const Choice& choice) {
    strike(choice.digit, choice);
    if (choice.other >= 0) settle(choice.other, choice);
  }

  // Draws the consequences; false if there is a contradiction.
  bool propagate() { return consistent_ && wide_kernel.propagate(state_); }

  bool is_full() const { return (state_.open[0] | state_.open[1] | state_.open[2]) == 0; }

  // What to try next; chance has no say here.
  template <class Random>
  Choice choose(Random&&) const {
    return wide_kernel.choose(state_);
  }

  void write(Cells& cells) const {
    for (std::size_t digit = 0; digit < N; ++digit) {
      for (std::size_t band = 0; band < 3; ++band) {
        for (Band left = state_.words[digit][band]; left != 0; left &= left - 1) {
          const auto bit = static_cast<std::size_t>(std::countr_zero(left));
          const std::size_t row = band * 3 + bit % 9 / 3;
          cells[row * 9 + bit % 3 * 3 + bit / 9] = static_cast<std::uint8_t>(digit + 1);
        }
      }
    }
  }

 private:
  static constexpr Band kAll = (1U << 27) - 1;

  static Band boxes_of(Band word) {
    const Band minirows = word | word >> 9 | word >> 18;
    return (minirows | minirows >> 3 | minirows >> 6) & 7;
  }
  static Band cells_of(Band boxes) {
    const Band slice = boxes | boxes << 3 | boxes << 6;
    return slice | slice << 9 | slice << 18;
  }
  void settle(int digit, const Choice& choice) {
    Band& word = state_.words[static_cast<std::size_t>(digit)][static_cast<std::size_t>(choice.band)];
    word = (word & ~cells_of(boxes_of(choice.bit))) | choice.bit;
    state_.dirty |= 1U << digit / 2;
  }
  void strike(int digit, const Choice& choice) {
    state_.words[static_cast<std::size_t>(digit)][static_cast<std::size_t>(choice.band)] &= ~choice.bit;
    state_.dirty |= 1U << digit / 2;
  }

  WideState state_;
  bool consistent_ = true;
};

// The quickest grid of a box size.
template <int B>
struct QuickGrid {
  using type = SudokuGrid<B>;
};
template <>
struct QuickGrid<3> {
  using type = WideGrid;
};

}  // namespace ludoplan
