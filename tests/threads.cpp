// The search that has threads, on random small grids of Plotting, for ThreadSanitizer: to the end, at every
// limit, and cancelled. Several threads must find what one finds.
#include <cstdio>
#include <random>

#include "games/plotting.hpp"
#include "search/breadth_first_heuristic.hpp"

using namespace ludoplan;

namespace {
PlottingGrid drawn(std::mt19937& rng) {
  PlottingGrid grid;
  grid.rows = 3 + static_cast<int>(rng() % 2);
  const std::size_t columns = 3 + rng() % 3;
  grid.colours = 2 + static_cast<int>(rng() % 2);
  for (std::size_t column = 0; column < columns; ++column) {
    grid.open_columns.push_back(column);
    grid.stacks.emplace_back();
    for (int row = 0; row < grid.rows; ++row)
      grid.stacks.back().push_back(rng() % static_cast<unsigned>(grid.colours));
  }
  for (int row = 0; row < grid.rows; ++row) grid.open_rows.push_back(static_cast<Word>(row));
  grid.hand = static_cast<Word>(grid.colours);
  grid.goal = 1 + static_cast<int>(rng() % 3);
  return grid;
}

Outcome searched(const PlottingSmall& system, std::size_t threads, const Limits& limits, int looks) {
  Settings settings;
  settings.heuristic = PlottingSmall::kColours;
  settings.guide = PlottingSmall::kNeighbours;
  settings.threads = threads;
  settings.width = 5;  // a beam so narrow that much is left to be searched
  Monitor monitor(limits, [&looks](const Counters&) { return looks-- > 0; });
  return BreadthFirstHeuristic<PlottingSmall>(system, settings, monitor).solve(system.initial());
}
}  // namespace

int main() {
  std::mt19937 rng(1);
  const Limits none;
  int wrong = 0;
  for (int number = 0; number < 12; ++number) {
    const PlottingSmall system(drawn(rng));
    const Outcome one = searched(system, 1, none, 1'000'000);
    const Outcome four = searched(system, 4, none, 1'000'000);
    if (one.verdict != four.verdict || one.cost != four.cost) {
      std::printf("grid %d: one thread and four do not agree\n", number);
      ++wrong;
    }
    Limits few;
    few.nodes = 50;
    searched(system, 4, few, 1'000'000);
    Limits late;
    late.seconds = 0.001;
    searched(system, 4, late, 1'000'000);
    Limits small;
    small.bytes = resident_bytes() + 100'000;
    searched(system, 4, small, 1'000'000);
    searched(system, 4, none, 0);
  }
  std::printf("%s\n", wrong ? "wrong" : "threads agree");
  return wrong;
}
