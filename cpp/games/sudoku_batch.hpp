// Boards of a file, one a line: read, solved and replayed without Python.
//
// The referee here is a twin of the one in Python and knows nothing of the solver: it plays the moves one
// after the other and looks at rows, columns and boxes for itself.
#pragma once

#include <chrono>
#include <cmath>
#include <string_view>

#include "games/sudoku_search.hpp"

namespace ludoplan {

// A game in progress: the digits that each row, column and box has.
template <int B>
class SudokuReferee {
 public:
  static constexpr int N = B * B;
  static constexpr int kCells = N * N;

  // Puts a digit where none is yet; false, and nothing done, where the rules forbid it.
  bool play(int cell, int digit) {
    if (cell < 0 || cell >= kCells || digit < 1 || digit > N) return false;
    const auto row = static_cast<std::size_t>(cell / N);
    const auto column = static_cast<std::size_t>(cell % N);
    const std::size_t box = row / B * B + column / B;
    const std::uint32_t bit = 1U << digit;
    auto& filled = filled_[static_cast<std::size_t>(cell)];
    if (filled || ((rows_[row] | columns_[column] | boxes_[box]) & bit) != 0) return false;
    rows_[row] |= bit;
    columns_[column] |= bit;
    boxes_[box] |= bit;
    filled = true;
    ++count_;
    return true;
  }
  bool is_goal() const { return count_ == kCells; }

 private:
  std::array<std::uint32_t, N> rows_{};
  std::array<std::uint32_t, N> columns_{};
  std::array<std::uint32_t, N> boxes_{};
  std::array<bool, kCells> filled_{};
  int count_ = 0;
};

// What became of one line.
struct SudokuLine {
  std::size_t line = 0;   // from 0
  bool is_board = false;  // else the rules have to say what it is
  std::uint64_t found = 0;
  bool complete = false;
  std::uint64_t nodes = 0;
  Stop stop = Stop::none;
  double seconds = 0;
  int blanks = 0;
  bool is_replayed = false;  // the referee has played the first solution from the clues to the end
  std::array<char, 81> solution{};
};

// Solves the boards of 81 cells in a text; lines that are empty or comments are left out.
inline std::vector<SudokuLine> solve_lines(std::string_view text, std::uint64_t most_solutions,
                                           std::uint64_t most_nodes, Monitor& monitor) {
  using Grid = WideGrid;
  using Clock = std::chrono::steady_clock;
  std::vector<SudokuLine> lines;
  auto began = Clock::now();
  for (std::size_t number = 0, at = 0; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || line[first] == '#') continue;
    SudokuLine& result = lines.emplace_back();
    result.line = number;
    if (line.size() != Grid::kCells) continue;
    Grid::Cells clues{};
    SudokuReferee<3> referee;
    bool is_clean = true;
    for (std::size_t cell = 0; cell < clues.size() && is_clean; ++cell) {
      const char sign = line[cell];
      if (sign == '.' || sign == '0') {
        ++result.blanks;
      } else {
        clues[cell] = static_cast<std::uint8_t>(sign - '0');
        is_clean = sign >= '1' && sign <= '9' && referee.play(static_cast<int>(cell), clues[cell]);
      }
    }
    if (!is_clean) continue;
    result.is_board = true;
    SudokuSearch<Grid> search({most_solutions, 1, most_nodes}, monitor);
    result.complete = monitor.stopped() == Stop::none && search.run(Grid(clues));
    result.found = search.found();
    result.nodes = search.nodes();
    result.stop = monitor.stopped();
    if (result.found > 0) {
      const Grid::Cells& solution = search.solutions().front();
      result.is_replayed = true;
      for (std::size_t cell = 0; cell < clues.size(); ++cell) {
        result.solution[cell] = static_cast<char>('0' + solution[cell]);
        if (clues[cell] == 0)
          result.is_replayed = result.is_replayed && referee.play(static_cast<int>(cell), solution[cell]);
      }
      result.is_replayed = result.is_replayed && referee.is_goal();
    }
    const auto now = Clock::now();
    result.seconds = std::round(std::chrono::duration<double>(now - began).count() * 1e6) / 1e6;
    began = now;
    if ((lines.size() & 255) == 0) monitor.poll(Counters{});
  }
  return lines;
}

}  // namespace ludoplan
