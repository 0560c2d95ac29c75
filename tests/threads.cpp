// The searches that have threads, for ThreadSanitizer: on random small grids of Plotting and on sliding
// tiles, to the end, at every limit, and cancelled. Several threads must find what one finds.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "games/plotting.hpp"
#include "search/explore.hpp"
#include "search/kernels.hpp"

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

// Three by two sliding tiles; a tile's moves cost as much as its number modulo `costs`. Goals are the states
// with tile 1 in its corner and tile 2 or 3 beside it.
struct Tiles {
  static constexpr int kColumns = 3;
  static constexpr int kCells = 6;
  static constexpr const char* kHeuristics[] = {"corner"};
  using State = std::array<Word, kCells>;

  State start{};
  Word costs = 1;
  bool has_goal = true;

  std::size_t packed_words() const { return 1; }
  void pack(const State& state, Word* out) const {
    *out = 0;
    for (const Word tile : state) *out = *out << 3 | tile;
  }
  void unpack(const Word* packed, State& state) const {
    for (int cell = 0; cell < kCells; ++cell) state[cell] = *packed >> 3 * (kCells - 1 - cell) & 7;
  }
  State initial() const { return start; }
  bool is_goal(const State& state) const {
    return has_goal && state[0] == 1 && (state[1] == 2 || state[1] == 3);
  }
  // One move at least for each step of tile 1 that costs anything.
  Cost estimate(int heuristic, const State& state) const {
    if (heuristic == kBlind || !has_goal) return 0;
    const auto at = static_cast<int>(std::find(state.begin(), state.end(), 1u) - state.begin());
    return (at % kColumns + at / kColumns) * cost_of_tile(1);
  }
  template <class Emit>
  void for_each_successor(const State& state, Emit&& emit) const {
    const auto blank = static_cast<int>(std::find(state.begin(), state.end(), 0u) - state.begin());
    for (const int step : {-kColumns, -1, 1, kColumns}) {
      const int from = blank + step;
      if (from < 0 || from >= kCells) continue;
      if (std::abs(step) == 1 && from / kColumns != blank / kColumns) continue;
      State next = state;
      std::swap(next[blank], next[from]);
      emit(static_cast<Move>(step + kColumns), next, cost_of_tile(state[from]));
    }
  }
  // Moves can be taken back.
  bool is_reversible() const { return has_goal; }
  Cost estimate_from_start(const State&) const { return 0; }
  template <class Emit>
  void for_each_goal(Emit&& emit) const {
    State goal{1, 0, 2, 3, 4, 5};
    do {
      if (is_goal(goal)) emit(Move{0}, goal, Cost{0});
    } while (std::next_permutation(goal.begin() + 1, goal.end()));
  }
  template <class Emit>
  void for_each_predecessor(const State& state, Emit&& emit) const {
    for_each_successor(state, [&](Move move, const State& before, Cost cost) {
      emit(static_cast<Move>(2 * kColumns) - move, before, cost);
    });
  }

 private:
  Cost cost_of_tile(Word tile) const { return costs == 1 ? 1 : static_cast<Cost>(tile % costs); }
};

// A search by its kernel's name.
Outcome tiles_searched(const Tiles& tiles, const std::string& kernel, std::size_t threads,
                       const Limits& limits, int looks) {
  Settings settings;
  settings.heuristic = 1;
  settings.threads = threads;
  Monitor monitor(limits, [&looks](const Counters&) { return looks-- > 0; });
  for (const auto& each : kernels_of(tiles)) {
    if (each.name == kernel) return each.run(tiles, settings, monitor, tiles.initial());
  }
  std::abort();
}

Landscape tiles_explored(const Tiles& tiles, std::size_t threads) {
  Settings settings;
  settings.heuristic = 1;
  settings.threads = threads;
  Monitor monitor({}, {});
  return Explorer<Tiles>(tiles, settings, monitor).explore(tiles.initial(), 1000);
}

bool agree(const Outcome& one, const Outcome& other, bool in_all) {
  if (one.verdict != other.verdict || one.cost != other.cost) return false;
  return !in_all ||
         (one.path == other.path && one.counters.expanded == other.counters.expanded &&
          one.counters.generated == other.counters.generated &&
          one.counters.stored == other.counters.stored && one.counters.bound == other.counters.bound);
}

bool agree(const Landscape& one, const Landscape& other) {
  return one.states == other.states && one.transitions == other.transitions && one.goals == other.goals &&
         one.dead == other.dead && one.depth == other.depth && one.cost == other.cost &&
         one.farthest == other.farthest && one.way_to_farthest == other.way_to_farthest &&
         one.solutions == other.solutions && one.edges == other.edges && one.spot_of == other.spot_of;
}

int tiles_wrong(std::mt19937& rng) {
  Tiles tiles;
  tiles.costs = 1 + rng() % 3;
  tiles.has_goal = rng() % 4 != 0;
  for (Word i = 0; i < tiles.start.size(); ++i) tiles.start[i] = i;
  std::shuffle(tiles.start.begin(), tiles.start.end(), rng);
  const Limits none;
  int wrong = 0;
  const auto expect = [&](bool is_right, const std::string& what) {
    if (!is_right) std::printf("%s: threads do not agree\n", what.c_str());
    wrong += !is_right;
  };
  for (const auto& kernel : kernels_of(tiles)) {
    const std::string name(kernel.name);
    const bool is_best_first = name == "best_first";
    if (!is_best_first && name != "breadth_first" && name != "bidirectional_breadth_first") continue;
    const Outcome one = tiles_searched(tiles, name, 1, none, 1'000'000);
    const Outcome three = tiles_searched(tiles, name, 3, none, 1'000'000);
    expect(agree(one, three, !is_best_first), name);
    expect(agree(three, tiles_searched(tiles, name, 2, none, 1'000'000), true), name);
    for (const std::uint64_t nodes : {1, 20, 100}) {
      Limits few;
      few.nodes = nodes;
      const Outcome some = tiles_searched(tiles, name, 3, few, 1'000'000);
      expect(some.verdict == Verdict::stopped || agree(some, three, true), name + " with few nodes");
    }
    Limits late;
    late.seconds = 0.0005;
    tiles_searched(tiles, name, 3, late, 1'000'000);
    Limits small;
    small.bytes = resident_bytes() + 10'000;
    tiles_searched(tiles, name, 3, small, 1'000'000);
    tiles_searched(tiles, name, 3, none, 0);
  }
  expect(agree(tiles_explored(tiles, 1), tiles_explored(tiles, 3)), "explore");
  return wrong;
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
  for (int number = 0; number < 12; ++number) wrong += tiles_wrong(rng);
  std::printf("%s\n", wrong ? "wrong" : "threads agree");
  return wrong;
}
