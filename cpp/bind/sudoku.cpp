#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bind/fields.hpp"
#include "bind/monitor.hpp"
#include "games/sudoku_batch.hpp"

namespace ludoplan {
namespace {

struct SudokuOutcome {
  std::uint64_t found = 0;
  bool complete = false;  // all was tried, or as many solutions found as were asked for
  std::vector<nb::bytes> solutions;
  std::uint64_t nodes = 0;
  Stop stop = Stop::none;
};

// Calls `use` with the box size as a type.
template <class Use>
auto with_box(int box, Use&& use) {
  if (box == 2) return use(std::integral_constant<int, 2>{});
  if (box == 3) return use(std::integral_constant<int, 3>{});
  if (box == 4) return use(std::integral_constant<int, 4>{});
  if (box == 5) return use(std::integral_constant<int, 5>{});
  throw std::invalid_argument("box size from 2 to 5");
}

template <class Cells>
nb::bytes to_bytes(const Cells& cells) {
  return nb::bytes(reinterpret_cast<const char*>(cells.data()), cells.size());
}

template <int B>
typename SudokuGrid<B>::Cells from_bytes(const nb::bytes& board) {
  typename SudokuGrid<B>::Cells cells{};
  if (board.size() != cells.size()) throw std::invalid_argument("wrong number of cells");
  const auto* first = static_cast<const std::uint8_t*>(board.data());
  std::copy(first, first + cells.size(), cells.begin());
  if (std::any_of(cells.begin(), cells.end(), [](int value) { return value > B * B; })) {
    throw std::invalid_argument("a digit is too large");
  }
  return cells;
}

template <int B>
std::vector<SudokuOutcome> solve(const std::vector<nb::bytes>& boards, const SudokuRequest& request,
                                 Monitor& monitor) {
  using Grid = typename QuickGrid<B>::type;
  std::vector<SudokuOutcome> outcomes;
  outcomes.reserve(boards.size());
  for (const nb::bytes& board : boards) {
    const Grid grid(from_bytes<B>(board));
    SudokuSearch<Grid> search(request, monitor);
    SudokuOutcome& outcome = outcomes.emplace_back();
    {
      nb::gil_scoped_release unlocked;
      outcome.complete = search.run(grid);
    }
    outcome.found = search.found();
    outcome.nodes = search.nodes();
    outcome.stop = monitor.stopped();
    for (const auto& cells : search.solutions()) outcome.solutions.push_back(to_bytes(cells));
  }
  return outcomes;
}

template <int B>
std::optional<nb::bytes> generate(std::uint64_t seed, int attempts, int clues, SudokuSymmetry symmetry,
                                  Monitor& monitor) {
  typename SudokuGrid<B>::Cells board;
  bool is_done = false;
  {
    nb::gil_scoped_release unlocked;
    SudokuGenerator<B> generator(seed, monitor);
    if (auto full = generator.full()) {
      board = *full;
      is_done = attempts > 0 ? generator.attempts(board, attempts, clues, symmetry)
                             : generator.sweep(board, clues, symmetry);
    }
  }
  if (!is_done) return std::nullopt;
  return to_bytes(board);
}

template <int B>
std::pair<std::size_t, bool> replay(const nb::bytes& board, const std::vector<std::pair<int, int>>& moves) {
  SudokuReferee<B> referee;
  int cell = 0;
  for (const int digit : from_bytes<B>(board)) {
    if (digit != 0 && !referee.play(cell, digit)) throw std::invalid_argument("clues that clash");
    ++cell;
  }
  std::size_t made = 0;
  while (made < moves.size() && referee.play(moves[made].first, moves[made].second)) ++made;
  return {made, referee.is_goal()};
}

// What Python is told of a line; of one that is no board, its number alone.
nb::tuple told(const SudokuLine& line) {
  if (!line.is_board) return nb::make_tuple(line.line);
  nb::object solution = nb::none();
  if (line.found > 0) solution = nb::str(line.solution.data(), line.solution.size());
  return nb::make_tuple(line.line, line.found, line.complete, line.nodes, line.stop, line.seconds,
                        line.blanks, line.is_replayed, solution);
}

}  // namespace

void bind_sudoku(nb::module_& module) {
  BIND_ENUM(SudokuSymmetry, none, rotational, mirror);
  BIND_CONSTANT(SudokuOutcome, found, complete, solutions, nodes, stop);
  module.def(
      "sudoku_solve",
      [](int box, const std::vector<nb::bytes>& boards, std::uint64_t most_solutions, std::uint64_t most_kept,
         const Limits& limits, const nb::object& progress) {
        Monitor monitor(limits, reporter(progress));
        const SudokuRequest request{most_solutions, most_kept, limits.nodes};
        return with_box(box, [&](auto size) { return solve<size()>(boards, request, monitor); });
      },
      nb::arg("box"), nb::arg("boards"), nb::arg("most_solutions"), nb::arg("most_kept"), nb::arg("limits"),
      nb::arg("progress") = nb::none(),
      "Solutions of boards (a byte a cell, row by row, 0 blank), counted up to a number.");
  module.def(
      "sudoku_lines",
      [](std::string_view text, std::uint64_t most_solutions, const Limits& limits) {
        Monitor monitor(limits, reporter(nb::none()));
        std::vector<SudokuLine> lines;
        {
          nb::gil_scoped_release unlocked;
          lines = solve_lines(text, most_solutions, limits.nodes, monitor);
        }
        nb::typed<nb::list, nb::typed<nb::tuple, nb::any, nb::ellipsis>> answers;
        for (const SudokuLine& line : lines) answers.append(told(line));
        return answers;
      },
      nb::arg("text"), nb::arg("most_solutions"), nb::arg("limits"),
      "For each line of a text that has something in it (line number from 0, found, complete, nodes, stop, "
      "seconds, blanks, whether the solution was replayed, solution); the number alone for a line that is "
      "no sound board of 81 cells.");
  module.def(
      "sudoku_kernels",
      [] {
        std::vector<std::string> names;
        for (const WideKernel& kernel : wide_kernels()) names.emplace_back(kernel.name);
        return names;
      },
      "The forms of the kernel for 9x9 that this processor can run, the best first; that one is used.");
  module.def(
      "use_sudoku_kernel",
      [](const std::string& name) {
        if (!use_wide_kernel(name)) throw std::invalid_argument("no such kernel here");
      },
      nb::arg("name"), "Uses another form of the kernel, for comparisons.");
  module.def(
      "sudoku_replay",
      [](int box, const nb::bytes& board, const std::vector<std::pair<int, int>>& moves) {
        return with_box(box, [&](auto size) { return replay<size()>(board, moves); });
      },
      nb::arg("box"), nb::arg("board"), nb::arg("moves"),
      "How many of the moves (cell, digit) are legal one after the other, and whether the board is full "
      "then.");
  module.def(
      "sudoku_generate",
      [](int box, std::uint64_t seed, int attempts, int clues, SudokuSymmetry symmetry,
         const Limits& limits) {
        Monitor monitor(limits, reporter(nb::none()));
        return with_box(
            box, [&](auto size) { return generate<size()>(seed, attempts, clues, symmetry, monitor); });
      },
      nb::arg("box"), nb::arg("seed"), nb::arg("attempts"), nb::arg("clues"), nb::arg("symmetry"),
      nb::arg("limits"),
      "A board with one solution and at least `clues` clues, or None if it had to stop. `attempts` tries at "
      "random clues; 0: every cell once, down to a locally minimal board.");
}

}  // namespace ludoplan
