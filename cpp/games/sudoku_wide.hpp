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
  WideChoice (*choose)(const WideState&);  // where a cell has two candidates
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
    for (auto& word : state_.words) word.fill(Plain::kAll);
    std::array<Band, B> given{};
    consistent_ = Plain::read(clues, state_.words, given);
  }

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
    if ((state_.pairs[0] | state_.pairs[1] | state_.pairs[2]) != 0) return wide_kernel.choose(state_);
    return tightest();
  }

  void write(Cells& cells) const { Plain::write(state_.words, cells); }

 private:
  using Plain = SudokuGrid<3>;

  Choice tightest() const;
  void settle(int digit, const Choice& choice) {
    Band& word = state_.words[static_cast<std::size_t>(digit)][static_cast<std::size_t>(choice.band)];
    word = (word & ~Plain::spread_boxes(Plain::boxes_of(choice.bit))) | choice.bit;
    state_.dirty |= 1U << digit / 2;
  }
  void strike(int digit, const Choice& choice) {
    state_.words[static_cast<std::size_t>(digit)][static_cast<std::size_t>(choice.band)] &= ~choice.bit;
    state_.dirty |= 1U << digit / 2;
  }

  WideState state_;
  bool consistent_;
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
