// Solving, counting and generating boards of Sudoku.
#pragma once

#include <optional>
#include <random>

#include "games/sudoku_wide.hpp"
#include "search/monitor.hpp"

namespace ludoplan {

struct SudokuRequest {
  std::uint64_t most_solutions = 1;
  std::uint64_t most_kept = 1;
  std::uint64_t most_nodes = std::numeric_limits<std::uint64_t>::max();
};

// Depth-first search: tries a candidate, then strikes it out.
template <class Grid>
class SudokuSearch {
 public:
  using Cells = typename Grid::Cells;

  SudokuSearch(const SudokuRequest& request, Monitor& monitor, std::mt19937_64* random = nullptr)
      : request_(request), monitor_(monitor), random_(random) {}

  // Looks for solutions; false if it had to stop before all was tried.
  bool run(Grid grid) {
    if (grid.propagate()) search(grid);
    return !stopped_;
  }

  std::uint64_t found() const { return found_; }
  std::uint64_t nodes() const { return counters_.expanded; }
  const std::vector<Cells>& solutions() const { return solutions_; }

 private:
  void search(Grid& grid) {
    while (true) {
      if (grid.is_full()) {
        ++found_;
        if (solutions_.size() < request_.most_kept) grid.write(solutions_.emplace_back());
        return;
      }
      ++counters_.expanded;
      if (counters_.expanded > request_.most_nodes ||
          ((counters_.expanded & 255) == 0 && monitor_.poll(counters_))) {
        stopped_ = true;
      }
      if (stopped_) return;
      const auto choice = grid.choose([&](int count) {
        return random_ == nullptr ? 0 : static_cast<int>((*random_)() % static_cast<std::uint64_t>(count));
      });
      Grid child = grid;
      child.assign(choice);
      if (child.propagate()) search(child);
      if (stopped_ || found_ >= request_.most_solutions) return;
      grid.eliminate(choice);
      if (!grid.propagate()) return;
    }
  }

  SudokuRequest request_;
  Monitor& monitor_;
  std::mt19937_64* random_;
  Counters counters_;
  std::uint64_t found_ = 0;
  std::vector<Cells> solutions_;
  bool stopped_ = false;
};

enum class SudokuSymmetry { none, rotational, mirror };

// Boards with one solution, by removing clues from a full board.
template <int B>
class SudokuGenerator {
 public:
  using Grid = SudokuGrid<B>;
  using Quick = typename QuickGrid<B>::type;
  using Cells = typename Grid::Cells;
  static constexpr int N = Grid::N;
  static constexpr int kCells = Grid::kCells;
  // A large board may take for ever to decide; then the clue stays.
  static constexpr std::uint64_t kMostNodes = B <= 3 ? std::numeric_limits<std::uint64_t>::max() : 500;

  SudokuGenerator(std::uint64_t seed, Monitor& monitor) : random_(seed), monitor_(monitor) {}

  // A full board: a random fill, shuffled by the symmetries of Sudoku; nothing if it had to stop.
  std::optional<Cells> full() {
    while (true) {
      SudokuSearch<Grid> search({.most_nodes = 20 * kCells}, monitor_, &random_);
      search.run(Grid(Cells{}));
      if (search.found() > 0) return shuffled(search.solutions().front());
      if (monitor_.poll(Counters{})) return std::nullopt;
    }
  }

  // Every cell once in random order; what is left is locally minimal (with a symmetry: in whole orbits).
  bool sweep(Cells& board, int least_clues, SudokuSymmetry symmetry) {
    int clues = kCells;
    for (const int cell : numbers(kCells)) {
      if (monitor_.poll(Counters{})) return false;
      remove(board, clues, cell, least_clues, symmetry);
    }
    return true;
  }

  // So many tries at a random clue that is still there.
  bool attempts(Cells& board, int tries, int least_clues, SudokuSymmetry symmetry) {
    std::vector<char> is_needed(kCells);
    int clues = kCells;
    for (; tries > 0 && clues > 0; --tries) {
      if (monitor_.poll(Counters{})) return false;
      std::size_t cell = 0;
      do {
        cell = random_() % kCells;
      } while (board[cell] == 0);
      // A clue that was needed stays needed when others go.
      if (is_needed[cell] == 0)
        is_needed[cell] = !remove(board, clues, static_cast<int>(cell), least_clues, symmetry);
    }
    return true;
  }

 private:
  // Removes a clue and its mirror image if the solution stays the only one.
  bool remove(Cells& board, int& clues, int cell, int least_clues, SudokuSymmetry symmetry) {
    std::array<int, 2> orbit{cell, image(cell, symmetry)};
    const int size = orbit[0] == orbit[1] ? 1 : 2;
    if (board[static_cast<std::size_t>(cell)] == 0 || clues - size < least_clues) return false;
    const Cells before = board;
    for (const int each : orbit) board[static_cast<std::size_t>(each)] = 0;
    for (int index = 0; index < size; ++index) {
      const int each = orbit[static_cast<std::size_t>(index)];
      // Another solution would have another digit in one of the cells.
      Quick grid(board);
      const auto [band, bit] = Grid::place(each);
      grid.eliminate({before[static_cast<std::size_t>(each)] - 1, static_cast<int>(band), bit});
      SudokuSearch<Quick> search({.most_kept = 0, .most_nodes = kMostNodes}, monitor_);
      if (!search.run(grid) || search.found() > 0) {
        board = before;
        return false;
      }
    }
    clues -= size;
    return true;
  }

  static int image(int cell, SudokuSymmetry symmetry) {
    if (symmetry == SudokuSymmetry::rotational) return kCells - 1 - cell;
    if (symmetry == SudokuSymmetry::mirror) return cell - cell % N + N - 1 - cell % N;
    return cell;
  }

  // So many numbers from the first on, in random order.
  std::vector<int> numbers(int count, int first = 0) {
    std::vector<int> found(static_cast<std::size_t>(count));
    std::iota(found.begin(), found.end(), first);
    for (std::size_t left = found.size(); left > 1; --left)
      std::swap(found[left - 1], found[random_() % left]);
    return found;
  }

  // Bands in random order, rows inside them too.
  std::vector<int> lines() {
    std::vector<int> order;
    for (const int band : numbers(B)) {
      const auto rows = numbers(B, band * B);
      order.insert(order.end(), rows.begin(), rows.end());
    }
    return order;
  }

  Cells shuffled(const Cells& board) {
    const auto rows = lines();
    const auto columns = lines();
    const auto digits = numbers(N, 1);
    const bool transposed = (random_() & 1) != 0;
    Cells result{};
    for (std::size_t row = 0; row < N; ++row) {
      for (std::size_t column = 0; column < N; ++column) {
        const auto from = static_cast<std::size_t>(rows[row] * N + columns[column]);
        const int digit = digits[board[from] - 1U];
        result[transposed ? column * N + row : row * N + column] = static_cast<std::uint8_t>(digit);
      }
    }
    return result;
  }

  std::mt19937_64 random_;
  Monitor& monitor_;
};

}  // namespace ludoplan
