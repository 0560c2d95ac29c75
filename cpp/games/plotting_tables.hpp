// Plotting on small grids, where everything about a column can be looked up: the successors that the bound
// of plotting_bound.hpp does not rule out, without making the others where that can be helped.
//
// All rows are fired along at once, a byte for each level. Each colour's part of the bound is a row of bytes
// too: byte i says how many shots of it are needed if i blocks of it may stay. There is hardly a branch,
// since those that are taken now and then cost more than all the sums.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "games/plotting_bound.hpp"
#include "search/concepts.hpp"

namespace ludoplan {

class PlottingTables {
 public:
  static constexpr std::size_t kMost = 8;  // rows, columns, and what the goal lets stay (less one)
  static constexpr std::size_t kColours = 4;

  PlottingTables() = default;
  PlottingTables(unsigned rows, std::size_t columns, Word colours, unsigned bits, int goal,
                 std::uint32_t open_levels, std::uint32_t open_columns)
      : last_(columns - 1),
        bits_(bits),
        goal_(goal),
        open_levels_(bytes_of(open_levels)),
        open_columns_(bytes_of(open_columns)) {
    if (rows > kMost || columns > kMost || colours > kColours || goal >= static_cast<int>(kMost)) return;
    tabulate_columns(rows);
    tabulate_runs();
    slots_.resize(std::size_t{1} << 15);
    tabulate_spreads(0, 0, rows, last_);
  }

  bool are_there() const { return !slots_.empty(); }

  // In all of these the hand must hold a colour, and rows are given by their level above the floor.

  // All legal shots, rows from the top first. What becomes of each column is worked out without a branch.
  template <class State, class Emit>
  [[gnu::always_inline]] void for_each_successor(const State& state, Emit&& emit) const {
    const Flights flights = flights_of(state.stacks, state.hand);
    const std::uint32_t mask = (1u << bits_) - 1;
    State next = state;
    for (std::uint64_t rows = nonzero_bytes(flights.along); rows != 0;) {
      const auto level = static_cast<unsigned>(std::bit_width(rows) - 1) / 8;
      rows ^= std::uint64_t{0x80} << (8 * level);
      const unsigned shift = level * bits_;
      next.hand = state.hand;
      for (std::size_t column = 0; column < last_; ++column) {
        const std::uint32_t stack = state.stacks[column];
        const std::uint32_t met = stack >> shift & mask;
        const std::uint32_t without = stack >> shift >> bits_ << shift | (stack & ((1u << shift) - 1));
        const bool is_end = byte_of(flights.stopped[column], level) != 0;
        const std::uint32_t swapped = is_end ? stack ^ (met ^ state.hand) << shift : stack;
        next.stacks[column] = byte_of(flights.hit[column], level) != 0 ? without : swapped;
        next.hand = is_end ? met : next.hand;
      }
      const std::uint32_t stack = state.stacks[last_];
      const Landing end =
          landing(stack, state.hand, std::min(level + 1, height(stack)), byte_of(flights.below_wall, level));
      const bool falls = byte_of(flights.reached, level) != 0;
      next.stacks[last_] = falls ? end.stack : stack;
      next.hand = falls ? end.hand : next.hand;
      emit(true, level, next);
    }
    next.stacks = state.stacks;
    for (std::uint64_t columns = nonzero_bytes(flights.down); columns != 0; columns &= columns - 1) {
      const auto column = static_cast<unsigned>(std::countr_zero(columns)) / 8;
      const std::uint32_t stack = state.stacks[column];
      const Landing end = landing(stack, state.hand, height(stack), byte_of(flights.down, column));
      next.stacks[column] = end.stack;
      next.hand = end.hand;
      emit(false, column, next);
      next.stacks[column] = stack;
    }
  }

  template <class State, class Emit>
  void for_each_successor_within(const State& state, Cost most, Emit&& emit) const {
    const Need need = need_of(state);
    if (need.slack < 0) return;
    const Flights flights = flights_of(state.stacks, state.hand);
    const unsigned least = least_removed(need, state.hand, most);
    State next;
    Changes changes;
    auto consider = [&](bool is_row, unsigned line, unsigned removed) {
      if (!exceeds(need, state.hand, next, changes, static_cast<int>(removed), most))
        emit(is_row, line, next);
    };
    const unsigned top = distinct_top(state.stacks);
    // Bytes below 128: the top bit survives where the shot removes enough.
    std::uint64_t rows = ((flights.along | kTopBits) - least * kOnes) & kTopBits;
    rows = top >= kMost ? rows : rows & ((std::uint64_t{1} << (8 * top)) - 1);
    for (; rows != 0; rows &= rows - 1) {
      const auto level = static_cast<unsigned>(std::countr_zero(rows)) / 8;
      fire_along(state, need, level, next, changes);
      consider(true, level, byte_of(flights.along, level));
    }
    std::uint64_t columns = ((flights.down | kTopBits) - least * kOnes) & kTopBits;
    for (; columns != 0; columns &= columns - 1) {
      const auto column = static_cast<unsigned>(std::countr_zero(columns)) / 8;
      fire_down(state, need, column, byte_of(flights.down, column), next, changes);
      consider(false, column, byte_of(flights.down, column));
    }
  }

 private:
  using Bound = PlottingBound<std::uint32_t>;
  using Levels =
      std::array<std::uint8_t, kColours>;  // of a column, the levels of each colour: a bit for each
  static constexpr std::uint64_t kOnes = 0x0101010101010101ull;
  static constexpr std::uint64_t kTopBits = 0x80 * kOnes;

  static unsigned byte_of(std::uint64_t bytes, unsigned place) {
    return static_cast<unsigned>(bytes >> (8 * place) & 0xFF);
  }
  static unsigned largest_byte(std::uint64_t bytes) {
    // The largest is what is left if the least is taken of the complements.
    std::uint64_t rest = 0x7F * kOnes - bytes;
    rest = Bound::least_bytes(rest, rest >> 32);
    rest = Bound::least_bytes(rest, rest >> 16);
    rest = Bound::least_bytes(rest, rest >> 8);
    return 0x7F - byte_of(rest, 0);
  }
  // The top bits of bytes below 128 that are not 0.
  static std::uint64_t nonzero_bytes(std::uint64_t bytes) { return ((bytes | kTopBits) - kOnes) & kTopBits; }
  // A byte of 0 or 1 for each bit.
  static std::uint64_t bytes_of(std::uint32_t bits) {
    std::uint64_t bytes = 0;
    for (unsigned bit = 0; bit < 8; ++bit) bytes |= std::uint64_t{bits >> bit & 1} << (8 * bit);
    return bytes;
  }

  unsigned height(std::uint32_t stack) const {
    return static_cast<unsigned>(std::bit_width(stack) - 1) >> (bits_ - 1);
  }

  // -- the bound

  // A colour's blocks: nibble i of `wider` counts the columns but the last with more than i of them.
  struct Count {
    std::uint32_t wider;
    std::uint32_t in_last;
  };
  // By how the colour is spread over the columns, and by how many of its blocks lie in a row at most.
  struct Spread {
    std::uint32_t wider = kNone;
    std::uint64_t removed = 0;  // byte s - 1: so many blocks s shots can remove at most
    // Byte i: the shots needed if i may stay; by blocks in the last column, and whether one stays anyway.
    std::array<std::array<std::uint64_t, 2>, kMost + 1> shots{};
  };
  static constexpr std::uint32_t kNone = ~0u;
  using Rows = std::array<unsigned, kColours>;  // how many blocks of each colour lie in a row at most

  struct Need {
    std::array<Levels, kMost> levels;  // of each column
    std::array<Count, kColours> count;
    Rows in_row;
    std::array<std::uint64_t, kColours> shots;
    int blocks;
    int slack;
    std::array<std::uint64_t, kColours> others;  // shots of all colours but the held one and this one
  };

  template <class State>
  Need need_of(const State& state) const {
    Need need;
    std::array<std::uint32_t, kColours> sum{};
    for (std::size_t column = 0; column < last_; ++column) {
      need.levels[column] = levels_[state.stacks[column]];
      for (std::size_t c = 0; c < kColours; ++c) sum[c] += ones(need.levels[column][c]);
    }
    need.levels[last_] = levels_[state.stacks[last_]];
    need.in_row = longest_rows(state.stacks);
    need.blocks = 0;
    need.slack = goal_;
    for (std::size_t c = 0; c < kColours; ++c) {
      need.count[c] = {sum[c], sum_of_nibbles(ones(need.levels[last_][c]))};
      const int blocks = static_cast<int>(sum_of_nibbles(sum[c]) + need.count[c].in_last);
      const bool is_kept = blocks > 0 && c != state.hand;
      need.blocks += blocks;
      need.slack -= is_kept;
      // A shot can put down a block where the row of its colour goes on.
      const unsigned in_row = need.in_row[c] + (c == state.hand);
      need.shots[c] = spread_of(sum[c], in_row).shots[need.count[c].in_last][is_kept];
    }
    const Word h = state.hand;
    if (need.slack < 0) return need;
    const std::size_t a = (h + 1) % kColours;
    const std::size_t b = (h + 2) % kColours;
    const std::size_t c = (h + 3) % kColours;
    need.others[a] = together(need.shots[b], need.shots[c], need.slack);
    need.others[b] = together(need.shots[a], need.shots[c], need.slack);
    need.others[c] = together(need.shots[a], need.shots[b], need.slack);
    need.others[h] = together(need.others[a], need.shots[a], need.slack);
    return need;
  }
  static std::uint32_t sum_of_nibbles(std::uint32_t nibbles) {
    // Up to 64 blocks: nibbles are added to bytes first.
    return ((nibbles & 0x0F0F0F0Fu) + (nibbles >> 4 & 0x0F0F0F0Fu)) * 0x01010101u >> 24;
  }

  // Byte i: the fewest shots for two colours that share a slack of i.
  static std::uint64_t together(std::uint64_t a, std::uint64_t b, int slack) {
    std::uint64_t least = a + (b & 0xFF) * kOnes;
    for (int part = 1; part <= slack; ++part) {
      // Where there is less slack than this part: as good as impossible, since no more than 36 shots add up.
      const std::uint64_t impossible = 0x4040404040404040ull >> (64 - 8 * part);
      least = Bound::least_bytes(least, (a << (8 * part) | impossible) + (b >> (8 * part) & 0xFF) * kOnes);
    }
    return least;
  }
  static Cost shots_of(std::uint64_t a, std::uint64_t b, int slack) {
    std::uint64_t least = 0x7F;
    for (int part = 0; part <= slack; ++part) {
      least = std::min(least, (a >> (8 * part) & 0xFF) + (b >> (8 * (slack - part)) & 0xFF));
    }
    return static_cast<Cost>(least);
  }

  // The fewest blocks that a shot must remove if `most` shots shall do for what it leaves. It may put down a
  // block of its colour in exchange, as if one more had been left.
  unsigned least_removed(const Need& need, Word hand, Cost most) const {
    unsigned least = 1;
    while (least < kMost - 1 &&
           shots_of(need.others[hand], need.shots[hand] >> (8 * (least + 1)), need.slack) > most) {
      ++least;
    }
    return least;
  }

  // The counts of the fired colour and of the one picked up, after a shot.
  struct Changes {
    Count fired;
    Count picked;
  };
  template <class State>
  bool exceeds(const Need& need, Word fired, const State& state, const Changes& changes, int removed,
               Cost most) const {
    if (need.blocks - removed <= goal_) return false;
    const Word held = state.hand;
    const bool is_swapped = held != fired;
    const Count& count = is_swapped ? changes.picked : changes.fired;
    if ((count.wider | count.in_last) == 0) return true;
    // First with the rows from before the shot: none gets longer, but that of a colour which is put down.
    Rows most_in_row = need.in_row;
    std::uint64_t others = need.others[held];
    if (is_swapped) {
      const Spread& spread = spread_of(changes.fired.wider, ++most_in_row[fired]);
      others = together(others, spread.shots[changes.fired.in_last][1], need.slack);
    }
    const Spread* spread = &spread_of(count.wider, most_in_row[held]);
    Cost fewest = fewest_shots(others, *spread, count.in_last, need.slack);
    if (fewest > most) return true;
    // Rows hardly ever get so much shorter by one shot that it takes two more.
    if (fewest + 1 < most) return false;
    int first = Bound::kUnknown;
    if (fewest == most) {
      first = static_cast<int>(largest_shot(state.stacks, held));
      if (exceeds_after(first, others, *spread, count.in_last, need.slack, most)) return true;
    }
    const Rows in_row = longest_rows(state.stacks);
    if (in_row == most_in_row) return false;
    others = 0;
    for (std::size_t c = 0; c < kColours; ++c) {
      if (c == held) continue;
      const Count& left = c == fired ? changes.fired : need.count[c];
      others = together(others, spread_of(left.wider, in_row[c]).shots[left.in_last][1], need.slack);
    }
    spread = &spread_of(count.wider, in_row[held]);
    fewest = fewest_shots(others, *spread, count.in_last, need.slack);
    if (fewest != most) return fewest > most;
    if (first == Bound::kUnknown) first = static_cast<int>(largest_shot(state.stacks, held));
    return exceeds_after(first, others, *spread, count.in_last, need.slack, most);
  }
  // `spread` and `in_last` are of the held colour, of which one shot at least has to be fired.
  static Cost fewest_shots(std::uint64_t others, const Spread& spread, std::uint32_t in_last, int slack) {
    return shots_of(others, at_least_one(spread.shots[in_last][0]), slack);
  }
  // Whether more shots are needed if the next one removes at most `first`.
  static bool exceeds_after(int first, std::uint64_t others, const Spread& spread, std::uint32_t in_last,
                            int slack, Cost most) {
    if (first == 0) return true;
    const int blocks = static_cast<int>(sum_of_nibbles(spread.wider) + in_last);
    const std::uint64_t removed = Bound::after_first(spread.removed + in_last * kOnes, first);
    return shots_of(others, at_least_one(shots_by_slack(removed, blocks, slack)), slack) > most;
  }

  // How many blocks of each colour a shot along a row can ever meet.
  template <class Stacks>
  Rows longest_rows(const Stacks& stacks) const {
    // Byte n: the levels at which a row of n blocks can end, and all those below them.
    std::array<std::uint64_t, kColours> levels;
    levels.fill(0xFF);
    for (std::size_t column = 0; column < last_; ++column) {
      const Levels& here = levels_[stacks[column]];
      for (std::size_t c = 0; c < kColours; ++c) {
        std::uint64_t fitting = levels[c] & everywhere_[here[c]];
        fitting |= fitting >> 1 & 0x7F * kOnes;
        fitting |= fitting >> 2 & 0x3F * kOnes;
        fitting |= fitting >> 4 & 0x0F * kOnes;
        levels[c] |= fitting << 8;
      }
    }
    Rows longest;
    for (std::size_t c = 0; c < kColours; ++c) {
      longest[c] = static_cast<unsigned>(std::bit_width(levels[c]) - 1) / 8;
    }
    return longest;
  }

  static std::uint64_t at_least_one(std::uint64_t bytes) {
    return bytes + ((~((bytes | kTopBits) - kOnes) & kTopBits) >> 7);
  }
  static std::uint64_t shots_by_slack(std::uint64_t removed, int blocks, int most_slack) {
    std::uint64_t shots = 0;
    for (int slack = 0; slack <= most_slack; ++slack) {
      const int left = std::max(0, blocks - slack);
      shots |= static_cast<std::uint64_t>(left == 0 ? 0 : Bound::shots_for(removed, left)) << (8 * slack);
    }
    return shots;
  }

  static unsigned columns_of(std::uint32_t wider) { return wider & 15; }
  const Spread& spread_of(std::uint32_t wider, unsigned in_row) const {
    std::size_t slot = slot_of(wider);
    while (slots_[slot] == 0 || spreads_[slots_[slot]].wider != wider)
      slot = (slot + 1) & (slots_.size() - 1);
    return spreads_[slots_[slot] + columns_of(wider) - std::min(in_row, columns_of(wider))];
  }
  std::size_t slot_of(std::uint32_t wider) const {
    return static_cast<std::size_t>(wider * 0x9E3779B97F4A7C15ull >> 49);
  }

  // -- shots

  // How many blocks each shot removes, by level and by column; 0: not legal, or not open.
  struct Flights {
    std::uint64_t along;
    std::uint64_t down;
    // A byte for each level, 0 or 1: by column, where blocks are removed and where the shot ends; where it
    // gets as far as the wall; and how many blocks it would remove there, where it falls.
    std::array<std::uint64_t, kMost> hit;
    std::array<std::uint64_t, kMost> stopped;
    std::uint64_t reached;
    std::uint64_t below_wall;
  };
  template <class Stacks>
  [[gnu::always_inline]] Flights flights_of(const Stacks& stacks, Word hand) const {
    Flights flights;
    std::uint64_t along = 0;
    std::uint64_t down = 0;
    std::uint64_t reached = open_levels_;
    for (std::size_t column = 0; column < last_; ++column) {
      const std::uint32_t stack = stacks[column];
      const Run& run = runs_[levels_[stack][hand]];
      const unsigned blocks = height(stack);
      const std::uint64_t hit = reached & run.levels;
      along += hit;
      flights.hit[column] = hit;
      flights.stopped[column] = reached;
      reached &= run.levels | runs_[0xFFu << blocks & 0xFF].levels;
      flights.stopped[column] ^= reached;
      down |= static_cast<std::uint64_t>(run.below[blocks]) << (8 * column);
    }
    const std::uint32_t stack = stacks[last_];
    const Run& run = runs_[levels_[stack][hand]];
    const unsigned blocks = height(stack);
    down |= static_cast<std::uint64_t>(run.below[blocks]) << (8 * last_);
    // What falls along the wall: from the level it comes, or from the top of the column if that is lower.
    const std::uint64_t higher = runs_[0xFFu << blocks & 0xFF].levels * 0xFF;
    const std::uint64_t below = (run.below_levels & ~higher) | (run.below[blocks] * kOnes & higher);
    flights.along = along + (below & reached * 0xFF);
    flights.down = down & open_columns_ * 0xFF;
    flights.reached = reached;
    flights.below_wall = below;
    return flights;
  }
  // What a block that comes down a column from a level makes of it, where it removes a run of so many.
  struct Landing {
    std::uint32_t stack;
    Word hand;
  };
  Landing landing(std::uint32_t stack, Word hand, unsigned from, unsigned run) const {
    const std::uint32_t above = stack >> (from * bits_);
    const bool is_on_floor = run == from;
    const unsigned at = is_on_floor ? 0 : (from - run - 1) * bits_;
    const Word met = stack >> at & ((1u << bits_) - 1);
    const std::uint32_t swapped = (above << bits_ | hand) << at | (stack & ((1u << at) - 1));
    return {is_on_floor ? above : swapped, is_on_floor ? hand : met};
  }
  template <class Stacks>
  unsigned largest_shot(const Stacks& stacks, Word hand) const {
    const Flights flights = flights_of(stacks, hand);
    return std::max(largest_byte(flights.along), largest_byte(flights.down));
  }

  template <class Stacks>
  unsigned distinct_top(const Stacks& stacks) const {
    if ((open_columns_ >> (8 * last_) & 1) == 0) return kMost;
    unsigned top = std::max(height(stacks[last_]), 1u) - 1;
    for (std::size_t column = 0; column < last_; ++column) top = std::max(top, height(stacks[column]));
    return top;
  }

  // As many nibbles of 1 as there are blocks on these levels; one nibble less, or more.
  std::uint32_t ones(std::uint8_t levels) const { return runs_[levels].ones; }
  static std::uint32_t taken(std::uint32_t ones) { return ones - (ones >> 4); }
  static std::uint32_t added(std::uint32_t ones) { return ones * 15 + 1; }

  template <class State>
  void fire_along(const State& state, const Need& need, unsigned level, State& next, Changes& changes) const {
    const Word hand = state.hand;
    const unsigned shift = level * bits_;
    const std::uint32_t mask = (1u << bits_) - 1;
    changes.fired = need.count[hand];
    next.stacks = state.stacks;
    next.hand = hand;
    for (std::size_t column = 0; column < last_; ++column) {
      const std::uint32_t stack = state.stacks[column];
      const std::uint32_t above = stack >> shift >> bits_;
      if (above == 0) continue;
      const std::uint32_t met = stack >> shift & mask;
      if (met != hand) {
        next.stacks[column] = stack ^ (met ^ hand) << shift;
        next.hand = met;
        changes.fired.wider += added(ones(need.levels[column][hand]));
        changes.picked = need.count[met];
        changes.picked.wider -= taken(ones(need.levels[column][met]));
        return;
      }
      next.stacks[column] = above << shift | (stack & ((1u << shift) - 1));
      changes.fired.wider -= taken(ones(need.levels[column][hand]));
    }
    const std::uint32_t stack = state.stacks[last_];
    const unsigned from = std::min(level + 1, height(stack));
    fall(stack, need, last_, from, runs_[levels_[stack][hand]].below[from], next, changes);
  }

  template <class State>
  void fire_down(const State& state, const Need& need, std::size_t column, unsigned run, State& next,
                 Changes& changes) const {
    changes.fired = need.count[state.hand];
    next = state;
    fall(state.stacks[column], need, column, height(state.stacks[column]), run, next, changes);
  }

  // The held block removes a run of so many blocks below a level of a column.
  template <class State>
  void fall(std::uint32_t stack, const Need& need, std::size_t column, unsigned from, unsigned run,
            State& next, Changes& changes) const {
    const Word hand = next.hand;
    const std::uint32_t above = stack >> (from * bits_);
    const std::uint32_t all = ones(need.levels[column][hand]);
    const bool is_last = column == last_;
    const auto left = static_cast<std::uint32_t>(std::uint64_t{all} >> (4 * run));
    if (run == from) {
      next.stacks[column] = above;
      if (is_last) {
        changes.fired.in_last -= run;
      } else {
        changes.fired.wider -= all - left;
      }
      return;
    }
    const unsigned at = (from - run - 1) * bits_;
    const std::uint32_t met = stack >> at & ((1u << bits_) - 1);
    next.stacks[column] = (above << bits_ | hand) << at | (stack & ((1u << at) - 1));
    next.hand = met;
    changes.picked = need.count[met];
    if (is_last) {
      changes.fired.in_last -= run - 1;
      --changes.picked.in_last;
    } else {
      changes.fired.wider += left - all + added(left);
      changes.picked.wider -= taken(ones(need.levels[column][met]));
    }
  }

  // -- tables

  void tabulate_columns(unsigned rows) {
    levels_.resize(std::size_t{1} << (1 + rows * bits_));
    for (std::uint32_t stack = 2; stack < levels_.size(); ++stack) {
      const std::uint32_t lowest = stack & ((1u << bits_) - 1);
      for (std::uint32_t c = 0; c < kColours; ++c) {
        levels_[stack][c] = static_cast<std::uint8_t>(levels_[stack >> bits_][c] << 1 | (c == lowest));
      }
    }
  }

  // By the levels at which a colour lies in a column.
  struct Run {
    std::uint64_t levels;        // a byte for each
    std::uint64_t below_levels;  // by level: how many lie on top of each other from there downwards
    std::uint32_t ones;          // a nibble for each
    std::array<std::uint8_t, kMost + 1> below;  // the same, below a level
  };
  void tabulate_runs() {
    for (std::uint32_t levels = 0; levels < runs_.size(); ++levels) {
      Run& run = runs_[levels];
      everywhere_[levels] = levels * kOnes;
      run.levels = bytes_of(levels);
      run.ones = 0;
      run.below[0] = 0;
      run.below_levels = 0;
      for (unsigned level = 0; level < kMost; ++level) {
        if (levels >> level & 1) run.ones = run.ones << 4 | 1;
        run.below[level + 1] = static_cast<std::uint8_t>((levels >> level & 1) ? run.below[level] + 1 : 0);
        run.below_levels |= static_cast<std::uint64_t>(run.below[level + 1]) << (8 * level);
      }
    }
  }

  void tabulate_spreads(std::uint32_t wider, unsigned row, unsigned rows, std::size_t most_columns) {
    if (spreads_.empty()) spreads_.emplace_back();  // number 0 marks a free slot
    std::size_t slot = slot_of(wider);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = static_cast<std::uint16_t>(spreads_.size());
    const auto beside_last = static_cast<int>(sum_of_nibbles(wider));
    // From the longest row, one of each column, downwards.
    for (int longest = static_cast<int>(columns_of(wider)); longest >= std::min(beside_last, 1); --longest) {
      Spread& spread = spreads_.emplace_back();
      spread.wider = wider;
      spread.removed = Bound::most_beside_last(wider, longest) + Bound::kPutDown;
      for (std::size_t in_last = 0; in_last <= rows; ++in_last) {
        const int blocks = beside_last + static_cast<int>(in_last);
        for (int kept = 0; kept < 2; ++kept) {
          spread.shots[in_last][static_cast<std::size_t>(kept)] =
              shots_by_slack(spread.removed + in_last * kOnes, std::max(0, blocks - kept), kMost - 1);
        }
      }
    }
    if (row == rows) return;
    for (std::uint32_t columns = 1; columns <= most_columns; ++columns) {
      tabulate_spreads(wider | columns << (4 * row), row + 1, rows, columns);
    }
  }

  std::size_t last_ = 0;
  unsigned bits_ = 1;
  int goal_ = 0;
  std::uint64_t open_levels_ = 0;
  std::uint64_t open_columns_ = 0;
  std::vector<Levels> levels_;
  std::array<Run, 256> runs_;
  std::array<std::uint64_t, 256> everywhere_;  // by levels of one column: the same in each byte
  std::vector<std::uint16_t> slots_;
  std::vector<Spread> spreads_;
};

}  // namespace ludoplan
