// Twin of games/maze/rules.py.
#pragma once

#include <array>
#include <bit>
#include <cstdlib>
#include <limits>
#include <unordered_map>
#include <vector>

#include "search/packer.hpp"

namespace ludoplan {

inline constexpr std::size_t kMaxFoodWords = 8;

// Walls and dots, and the distances that heuristics need; these are computed when first asked for.
class MazeMap {
 public:
  using Distances = std::vector<Distance>;
  enum Step : Move { north, south, east, west };

  MazeMap(int width, std::vector<std::uint8_t> walls, Word start, std::vector<Word> food)
      : width_(width), walls_(std::move(walls)), start_(start), food_(std::move(food)) {
    food_at_.assign(walls_.size(), -1);
    for (std::size_t i = 0; i < food_.size(); ++i) food_at_[food_[i]] = static_cast<int>(i);
  }

  Word start() const { return start_; }
  // Enough for the number of a cell, or of a dot.
  unsigned cell_bits() const { return static_cast<unsigned>(std::bit_width(walls_.size())); }
  const std::vector<Word>& food() const { return food_; }
  // The number of the dot on this cell, or -1.
  int food_at(Word cell) const { return food_at_[cell]; }

  // Calls emit(move, cell) for the open neighbours in the order of the steps. The map has
  // a border of walls, so no neighbour lies outside.
  template <class Emit>
  void for_each_neighbour(Word cell, Emit&& emit) const {
    const Word width = static_cast<Word>(width_);
    const std::array<Word, 4> next = {cell - width, cell + width, cell + 1, cell - 1};
    for (Move move = 0; move < 4; ++move) {
      if (!walls_[next[move]]) emit(move, next[move]);
    }
  }

  Cost manhattan(Word a, Word b) const {
    const int x = static_cast<int>(a) % width_ - static_cast<int>(b) % width_;
    const int y = static_cast<int>(a) / width_ - static_cast<int>(b) / width_;
    return std::abs(x) + std::abs(y);
  }

  // The least Manhattan distance to any dot, as if there were no walls.
  Cost manhattan_to_food(Word cell) const {
    if (open_air_.empty()) open_air_ = manhattan_field();
    return cost_of(open_air_[cell]);
  }
  Cost walk_to_nearest(Word cell) const {
    if (nearest_.empty()) nearest_ = flood(food_);
    return cost_of(nearest_[cell]);
  }
  // Walking distance from the dot with this number.
  Cost walk_to(std::size_t dot, Word cell) const {
    if (walks_.empty()) {
      for (const Word at : food_) walks_.push_back(flood({at}));
    }
    return cost_of(walks_[dot][cell]);
  }

 private:
  Distances flood(const std::vector<Word>& sources) const {
    Distances distances(walls_.size(), kNoWay);
    std::vector<Word> queue(sources);
    for (const Word cell : sources) distances[cell] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for_each_neighbour(queue[i], [&](Move, Word next) {
        if (distances[next] != kNoWay) return;
        distances[next] = distances[queue[i]] + 1;
        queue.push_back(next);
      });
    }
    return distances;
  }

  // Two sweeps over the grid give the exact city-block distance to the nearest dot.
  Distances manhattan_field() const {
    const std::size_t width = static_cast<std::size_t>(width_);
    Distances field(walls_.size(), kNoWay);
    for (const Word cell : food_) field[cell] = 0;
    const auto pass_on = [&](std::size_t from, std::size_t to) {
      if (field[from] < field[to]) field[to] = std::min(field[to], field[from] + 1);
    };
    for (std::size_t i = 0; i < field.size(); ++i) {
      if (i >= width) pass_on(i - width, i);
      if (i % width > 0) pass_on(i - 1, i);
    }
    for (std::size_t i = field.size(); i-- > 0;) {
      if (i + width < field.size()) pass_on(i + width, i);
      if (i % width + 1 < width) pass_on(i + 1, i);
    }
    return field;
  }

  int width_;
  std::vector<std::uint8_t> walls_;
  Word start_;
  std::vector<Word> food_;
  std::vector<int> food_at_;
  mutable Distances open_air_;
  mutable Distances nearest_;
  mutable std::vector<Distances> walks_;
};

// A set of dots.
template <std::size_t Words>
struct DotSet {
  std::array<Word, Words> words{};

  bool has(int dot) const { return words[static_cast<std::size_t>(dot) / 32] >> (dot % 32) & 1; }
  void add(int dot) { words[static_cast<std::size_t>(dot) / 32] |= Word{1} << (dot % 32); }
  void remove(int dot) { words[static_cast<std::size_t>(dot) / 32] &= ~(Word{1} << (dot % 32)); }
  // Word by word: compared as a whole, it would wait until the words that were just written are in memory.
  bool empty() const {
    return std::ranges::find_if(words, [](Word word) { return word != 0; }) == std::end(words);
  }
  bool operator==(const DotSet&) const = default;
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < Words; ++i) {
      for (Word word = words[i]; word != 0; word &= word - 1) {
        visit(i * 32 + static_cast<std::size_t>(std::countr_zero(word)));
      }
    }
  }
};

struct DotSetHash {
  std::size_t operator()(const DotSet<kMaxFoodWords>& set) const {
    std::uint64_t hash = 0;
    for (const Word word : set.words) hash = (hash ^ word) * 0x9E3779B97F4A7C15ull + (hash >> 29);
    return static_cast<std::size_t>(hash ^ (hash >> 32));
  }
};

// The weight of a minimum spanning tree over the walking distances between the dots of a set: every walk that
// visits them all is at least as long.
class SpanningTrees {
 public:
  Cost weight(const MazeMap& map, const DotSet<kMaxFoodWords>& dots) const {
    const auto known = weights_.find(dots);
    if (known != weights_.end()) return known->second;
    std::vector<std::size_t> outside;
    dots.for_each([&](std::size_t dot) { outside.push_back(dot); });
    Cost weight = 0;
    if (!outside.empty()) {
      std::vector<Cost> link(map.food().size(), kDeadEnd);
      std::size_t joined = outside.back();
      outside.pop_back();
      while (!outside.empty()) {
        std::size_t best = 0;
        for (std::size_t i = 0; i < outside.size(); ++i) {
          Cost& cost = link[outside[i]];
          cost = std::min(cost, map.walk_to(joined, map.food()[outside[i]]));
          if (cost < link[outside[best]]) best = i;
        }
        joined = outside[best];
        weight = plus(weight, link[joined]);
        outside.erase(outside.begin() + static_cast<std::ptrdiff_t>(best));
      }
    }
    weights_.emplace(dots, weight);
    return weight;
  }

  // The tree, and the way to its nearest dot.
  Cost bound(const MazeMap& map, Word cell, const DotSet<kMaxFoodWords>& dots) const {
    if (dots.empty()) return 0;
    Cost nearest = kDeadEnd;
    dots.for_each([&](std::size_t dot) { nearest = std::min(nearest, map.walk_to(dot, cell)); });
    return plus(nearest, weight(map, dots));
  }

 private:
  mutable std::unordered_map<DotSet<kMaxFoodWords>, Cost, DotSetHash> weights_;
};

enum MazeHeuristic : int { kManhattan = 1, kWalk, kSpanningTree };
inline constexpr const char* kMazeHeuristics[] = {"manhattan", "walk", "spanning-tree"};

// The goal is to stand on any dot.
class MazeAnyFood {
 public:
  using State = Word;
  static constexpr auto& kHeuristics = kMazeHeuristics;

  explicit MazeAnyFood(MazeMap map) : map_(std::move(map)) {}

  std::size_t packed_words() const { return 1; }
  void pack(State state, Word* out) const { *out = state; }
  void unpack(const Word* words, State& state) const { state = *words; }
  State initial() const { return map_.start(); }
  bool is_goal(State state) const { return map_.food_at(state) >= 0; }
  Cost estimate(int heuristic, State state) const {
    if (heuristic == kManhattan) return map_.manhattan_to_food(state);
    return heuristic == kBlind ? 0 : map_.walk_to_nearest(state);
  }
  template <class Emit>
  void for_each_successor(State state, Emit&& emit) const {
    map_.for_each_neighbour(state, [&](Move move, Word next) { emit(move, next, 1); });
  }

  bool is_reversible() const { return true; }
  Cost estimate_from_start(State state) const { return map_.manhattan(state, map_.start()); }
  template <class Emit>
  void for_each_goal(Emit&& emit) const {
    for (const Word cell : map_.food()) emit(0, cell, 0);
  }
  template <class Emit>
  void for_each_predecessor(State state, Emit&& emit) const {
    // Moves come in opposite pairs: north 0 and south 1, east 2 and west 3.
    map_.for_each_neighbour(state, [&](Move move, Word next) { emit(move ^ 1, next, 1); });
  }

 private:
  MazeMap map_;
};

// What both forms of eating all food share: a place, and the dots that are left.
class MazeDots {
 public:
  struct State {
    Word place;
    DotSet<kMaxFoodWords> left;
  };

  std::size_t packed_words() const { return words_of_fields(*this, State{}); }
  void pack(const State& state, Word* out) const { pack_fields(*this, state, out); }
  void unpack(const Word* words, State& state) const {
    state = {};
    unpack_fields(*this, words, state);
  }
  template <class AnyState, class Visit>
  void visit_fields(AnyState& state, Visit&& visit) const {
    visit(state.place, map_.cell_bits());
    for (std::size_t i = 0; i < map_.food().size(); i += 32) {
      visit(state.left.words[i / 32],
            static_cast<unsigned>(std::min<std::size_t>(32, map_.food().size() - i)));
    }
  }
  bool is_goal(const State& state) const { return state.left.empty(); }

 protected:
  explicit MazeDots(MazeMap map) : map_(std::move(map)) {}

  State all_left(Word place) const {
    State state{place, {}};
    for (std::size_t i = 0; i < map_.food().size(); ++i) state.left.add(static_cast<int>(i));
    return state;
  }

  MazeMap map_;
  SpanningTrees trees_;
};

// The goal is to have stood on every dot; the place is a cell.
class MazeAllFood : public MazeDots {
 public:
  static constexpr auto& kHeuristics = kMazeHeuristics;

  explicit MazeAllFood(MazeMap map) : MazeDots(std::move(map)) {}

  State initial() const { return all_left(map_.start()); }
  Cost estimate(int heuristic, const State& state) const {
    if (heuristic == kSpanningTree) return trees_.bound(map_, state.place, state.left);
    Cost farthest = 0;
    if (heuristic == kBlind) return farthest;
    state.left.for_each([&](std::size_t dot) {
      farthest = std::max(farthest, heuristic == kManhattan ? map_.manhattan(state.place, map_.food()[dot])
                                                            : map_.walk_to(dot, state.place));
    });
    return farthest;
  }
  template <class Emit>
  void for_each_successor(const State& state, Emit&& emit) const {
    map_.for_each_neighbour(state.place, [&](Move move, Word cell) {
      State next{cell, state.left};
      if (const int dot = map_.food_at(cell); dot >= 0) next.left.remove(dot);
      emit(move, next, 1);
    });
  }

  bool is_reversible() const { return true; }
  Cost estimate_from_start(const State& state) const { return map_.manhattan(state.place, map_.start()); }
  template <class Emit>
  void for_each_goal(Emit&& emit) const {
    for (const Word cell : map_.food()) emit(0, State{cell, {}}, 0);
  }
  template <class Emit>
  void for_each_predecessor(const State& state, Emit&& emit) const {
    const int dot = map_.food_at(state.place);
    map_.for_each_neighbour(state.place, [&](Move move, Word cell) {
      State previous{cell, state.left};
      const int there = map_.food_at(cell);
      // Whoever stands on a dot has eaten it.
      if (there >= 0 && state.left.has(there)) return;
      emit(move ^ 1, previous, 1);
      if (dot < 0) return;
      previous.left.add(dot);
      emit(move ^ 1, previous, 1);
    });
  }
};

// All food, in steps from dot to dot: a move is the next dot to eat, its cost the walking distance. The place
// is the dot stood on; the number of dots stands for the start.
class MazeTour : public MazeDots {
 public:
  static constexpr const char* kHeuristics[] = {"spanning-tree"};
  static constexpr bool kForBestFirstAlone = true;

  explicit MazeTour(MazeMap map) : MazeDots(std::move(map)) {}

  State initial() const { return all_left(static_cast<Word>(map_.food().size())); }
  Cost estimate(int heuristic, const State& state) const {
    return heuristic == kBlind ? 0 : trees_.bound(map_, cell(state.place), state.left);
  }
  template <class Emit>
  void for_each_successor(const State& state, Emit&& emit) const {
    const Word here = cell(state.place);
    state.left.for_each([&](std::size_t dot) {
      const Cost way = map_.walk_to(dot, here);
      if (way == kDeadEnd) return;
      // A dot behind another dot can wait: eating the one in between first costs nothing.
      bool is_behind = false;
      state.left.for_each([&](std::size_t other) {
        is_behind |=
            other != dot && plus(map_.walk_to(other, here), map_.walk_to(dot, map_.food()[other])) == way;
      });
      if (is_behind) return;
      State next{static_cast<Word>(dot), state.left};
      next.left.remove(static_cast<int>(dot));
      emit(static_cast<Move>(dot), next, way);
    });
  }

  // The single steps of a tour.
  std::vector<Move> steps(const std::vector<Move>& tour) const {
    std::vector<Move> steps;
    Word at = map_.start();
    for (const Move dot : tour) {
      while (at != map_.food()[dot]) {
        bool stepped = false;
        const Cost way = map_.walk_to(dot, at);
        const Word from = at;
        map_.for_each_neighbour(from, [&](Move move, Word next) {
          if (stepped || map_.walk_to(dot, next) != way - 1) return;
          stepped = true;
          steps.push_back(move);
          at = next;
        });
      }
    }
    return steps;
  }

 private:
  Word cell(Word dot) const { return dot == map_.food().size() ? map_.start() : map_.food()[dot]; }
};

}  // namespace ludoplan
