// Twin of games/lara/rules.py.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "search/packer.hpp"

namespace ludoplan {

// Tiles are given by their ids; a level numbers them in their order, -1 being none.
struct LaraTile {
  enum Kind : int { plain, weak, movable };
  int id = 0;
  Kind kind = plain;
  bool is_active = true;                     // of a moving tile: at the start
  std::array<int, 4> joins{-1, -1, -1, -1};  // left, right, up, down
  std::vector<int> air_connect;
  bool is_goal = false;
  int drop = -1;
  // What a level adds: its number among the cracked or moving tiles, and among those with a spear; the lever.
  int cracked = -1;
  int moving = -1;
  int spear = -1;
  int lever = -1;
};

struct LaraLever {
  std::vector<int> pos;    // where it can be pulled
  std::vector<int> tiles;  // which it moves
};

struct LaraTrap {
  enum Kind : int { snake, saw, spider, lizard };
  Kind kind = snake;
  bool can_attack = false;
  int pos = -1;
  int guards = -1;
  std::vector<int> sequence;
  int activates = -1;
  bool is_animal() const { return kind != saw; }
};

class Lara {
 public:
  using Set = std::uint64_t;
  static constexpr std::size_t kMostTraps = 16;
  static constexpr std::size_t kMostSteps = 250;  // of a trap's route
  static constexpr std::size_t kMostTiles = 30'000;
  static constexpr std::size_t kMostLevers = 6;  // whose pulls the estimate counts
  static constexpr std::size_t kMostOfSet = 64;  // cracked tiles, moving tiles, spears
  enum Heuristic : int { kLevers = 1, kDistance };
  static constexpr const char* kHeuristics[] = {"levers", "distance"};
  enum Action : Move { left, right, up, down, pull, throw_at };  // throw_at + tile

  // All zero when the trap is gone.
  struct TrapState {
    std::int16_t pos;
    std::int16_t guards;
    std::int16_t next;
    bool awake;
    bool alive;
    std::uint32_t leg;  // of its route, from 1
  };
  struct Things {
    int agent = 0;
    bool has_spear = false;
    Set spears = 0;
    Set cracked = 0;
    Set destroyed = 0;
    Set off = 0;
  };
  struct State : Things {
    std::array<TrapState, kMostTraps> traps;  // as many as the level has; the others are not set
  };

  static constexpr int kNoTile = std::numeric_limits<int>::min();  // in place of an id

  Lara(std::vector<LaraTile> tiles, std::vector<LaraTrap> traps, const std::vector<int>& spears,
       const std::vector<LaraLever>& levers, int start, bool traps_act_on_any)
      : tiles_(std::move(tiles)),
        traps_(std::move(traps)),
        levers_(levers.size(), 0),
        traps_act_on_any_(traps_act_on_any) {
    number_tiles(spears, levers);
    start_.agent = place_of(start);
    tile_bits_ = static_cast<unsigned>(std::bit_width(tiles_.size() + 1));
    for (std::size_t i = 0; i < traps_.size(); ++i) {
      LaraTrap& trap = traps_[i];
      for (int* tile : {&trap.pos, &trap.guards, &trap.activates}) *tile = place_of(*tile);
      start_.traps[i] = {static_cast<std::int16_t>(trap.pos),
                         static_cast<std::int16_t>(trap.guards),
                         static_cast<std::int16_t>(trap.activates),
                         false,
                         true,
                         has_route(trap)};
      routes_.push_back(has_route(trap) ? route_of(trap) : std::vector<Leg>());
    }
    words_ = words_of_fields(*this, start_);
    places_.clear();
  }

  std::size_t packed_words() const { return words_; }
  void pack(const State& state, Word* out) const { pack_fields(*this, state, out); }
  void unpack(const Word* words, State& state) const {
    unpack_fields(*this, words, state);
    // What is not packed because it never changes.
    for (std::size_t i = 0; i < traps_.size(); ++i) {
      TrapState& trap = state.traps[i];
      if (has_route(traps_[i])) {
        trap = at_leg(routes_[i], trap.leg);
      } else if (!trap.alive) {
        trap = {};
      } else if (traps_[i].kind == LaraTrap::snake) {
        trap = start_.traps[i];
      }
    }
  }

  // Everything that tells states apart.
  template <class AnyState, class Visit>
  void visit_fields(AnyState& state, Visit&& visit) const {
    visit(state.agent, tile_bits_);
    visit(state.has_spear, 1);
    visit(state.spears, spear_bits_);
    visit(state.cracked, cracked_bits_);
    visit(state.destroyed, cracked_bits_);
    visit(state.off, moving_bits_);
    for (std::size_t i = 0; i < traps_.size(); ++i) {
      auto& trap = state.traps[i];
      if (has_route(traps_[i])) {
        visit(trap.leg, static_cast<unsigned>(std::bit_width(routes_[i].size() - 1)));
        continue;
      }
      visit(trap.alive, 1);
      if (traps_[i].kind == LaraTrap::snake) continue;
      visit(trap.pos, tile_bits_, 1);
      visit(trap.guards, tile_bits_, 1);
      visit(trap.next, tile_bits_, 1);
      visit(trap.awake, 1);
    }
  }

  State initial() const { return start_; }
  bool is_goal(const State& state) const { return tile(state.agent).is_goal; }

  template <class Emit>
  void for_each_successor(const State& state, Emit&& emit) const {
    if (is_goal(state)) return;
    std::array<int, 2 * kMostTraps> barred;  // tiles that traps keep the agent from
    std::size_t bars = 0;
    for (std::size_t i = 0; i < traps_.size(); ++i) {
      const TrapState& trap = state.traps[i];
      if (!trap.alive) continue;
      if (traps_[i].is_animal()) barred[bars++] = trap.guards;
      if (!traps_[i].can_attack) barred[bars++] = trap.pos;
    }
    const auto is_barred = [&](int target) {
      bool is_one = false;
      for (std::size_t i = 0; i < bars; ++i) is_one |= barred[i] == target;
      return is_one;
    };
    State next;
    const auto start_again = [&] { copy(state, next); };
    start_again();
    for (Move move = left; move <= down; ++move) {
      const int target = tile(state.agent).joins[move];
      if (target < 0 || !can_step(state, target)) continue;
      if (is_barred(target)) continue;
      if (step(next, target)) emit(move, next, 1);
      start_again();
    }
    const LaraTile& here = tile(state.agent);
    if (here.lever >= 0) {
      next.off ^= levers_[static_cast<std::size_t>(here.lever)];
      if (!is_off(next, state.agent) && (!traps_act_on_any_ || traps_spare_agent(next)))
        emit(Move{pull}, next, 1);
      start_again();
    }
    if (!state.has_spear) return;
    for (const int target : here.air_connect) {
      if (!kill_animals(next, target, target)) continue;
      next.has_spear = false;
      if (!traps_act_on_any_ || traps_spare_agent(next)) emit(throw_at + static_cast<Move>(target), next, 1);
      start_again();
    }
  }

  Cost estimate(int heuristic, const State& state) const {
    if (heuristic == kBlind) return 0;
    const auto agent = static_cast<std::size_t>(state.agent);
    if (heuristic == kLevers && levers_.size() <= kMostLevers) {
      if (ways_.empty()) compute_ways();
      const auto of_off = std::lower_bound(offs_.begin(), offs_.end(), std::pair(state.off, std::size_t{0}));
      return cost_of(ways_[of_off->second * tiles_.size() + agent]);
    }
    if (free_distances_.empty()) free_distances_ = distances(0);
    const Cost all = cost_of(free_distances_[agent]);
    return heuristic == kDistance ? all : std::min(cost_of(distances(state.off)[agent]), plus(all, 1));
  }

 private:
  // Ids become numbers, in the tiles too.
  void number_tiles(const std::vector<int>& spears, const std::vector<LaraLever>& levers) {
    for (std::size_t i = 0; i < tiles_.size(); ++i) places_.emplace_back(tiles_[i].id, static_cast<int>(i));
    std::sort(places_.begin(), places_.end());
    for (LaraTile& tile : tiles_) {
      for (int& target : tile.joins) target = place_of(target);
      for (int& target : tile.air_connect) target = place_of(target);
      tile.drop = place_of(tile.drop);
      if (tile.kind == LaraTile::weak) tile.cracked = static_cast<int>(cracked_bits_++);
      if (tile.kind != LaraTile::movable) continue;
      tile.moving = static_cast<int>(moving_bits_++);
      if (!tile.is_active) start_.off |= bit(tile.moving);
    }
    for (const int spear : spears) {
      tiles_[static_cast<std::size_t>(place_of(spear))].spear = static_cast<int>(spear_bits_);
      start_.spears |= bit(static_cast<int>(spear_bits_++));
    }
    for (std::size_t i = 0; i < levers.size(); ++i) {
      for (const int at : levers[i].pos) {
        tiles_[static_cast<std::size_t>(place_of(at))].lever = static_cast<int>(i);
      }
      for (const int moved : levers[i].tiles) {
        const int moving = tile(place_of(moved)).moving;
        if (moving < 0) throw std::invalid_argument("a lever moves a tile that does not move");
        levers_[i] |= bit(moving);
      }
    }
  }
  int place_of(int id) const {
    if (id == kNoTile) return -1;
    const auto found = std::lower_bound(places_.begin(), places_.end(), std::pair(id, 0));
    if (found == places_.end() || found->first != id) throw std::invalid_argument("no tile has this id");
    return found->second;
  }

  static Set bit(int number) { return Set{1} << number; }
  const LaraTile& tile(int number) const { return tiles_[static_cast<std::size_t>(number)]; }
  bool is_off(const State& state, int number) const {
    const int moving = tile(number).moving;
    return moving >= 0 && (state.off & bit(moving)) != 0;
  }

  bool can_step(const State& state, int target) const {
    if (is_off(state, target)) return false;
    const int weak = tile(target).cracked;
    return weak < 0 || !(state.destroyed & bit(weak));
  }
  void copy(const State& state, State& to) const {
    static_cast<Things&>(to) = state;
    for (std::size_t i = 0; i < traps_.size(); ++i) to.traps[i] = state.traps[i];
  }
  bool step(State& state, int target) const {
    int end = target;
    kill_animals(state, end, end);
    while (!crack(state, end)) {
      end = tile(end).drop;
      if (end < 0 || is_off(state, end)) return false;
      kill_animals(state, end, end);
    }
    state.agent = end;
    for (const int where : {target, end}) {
      const int spear = tile(where).spear;
      if (spear < 0 || state.has_spear || !(state.spears & bit(spear))) continue;
      state.has_spear = true;
      state.spears &= ~bit(spear);
    }
    return tile(end).is_goal || traps_spare_agent(state);
  }

  bool kill_animals(State& state, int a, int b) const {
    bool found = false;
    for (std::size_t i = 0; i < traps_.size(); ++i) {
      TrapState& now = state.traps[i];
      if ((now.pos != a && now.pos != b) || !now.alive || !traps_[i].can_attack) continue;
      now = {};
      found = true;
    }
    return found;
  }

  // Somebody steps on the tile; whether it holds.
  bool crack(State& state, int number) const {
    const int weak = tile(number).cracked;
    if (weak < 0) return true;
    if (state.cracked & bit(weak)) {
      state.destroyed |= bit(weak);
      return false;
    }
    state.cracked |= bit(weak);
    return true;
  }

  // The traps act; false if that kills the agent.
  bool traps_spare_agent(State& state) const {
    for (std::size_t i = 0; i < traps_.size(); ++i) {
      TrapState& now = state.traps[i];
      if (!now.alive) continue;
      const LaraTrap& trap = traps_[i];
      const int before = now.pos;
      const bool strikes_own_tile = trap.kind == LaraTrap::saw || trap.kind == LaraTrap::spider || now.awake;
      if (trap.kind == LaraTrap::lizard) {
        hunt(state, now);
      } else if (trap.kind != LaraTrap::snake) {
        const Leg& leg = routes_[i][now.leg];
        if (leg.next > 0 && (state.off & leg.passed) == 0) now = at_leg(routes_[i], leg.next);
      }
      if (trap.is_animal() && now.pos != before && !crack(state, now.pos)) {
        now = {};
        continue;
      }
      if (trap.kind == LaraTrap::saw) kill_animals(state, now.pos, now.guards);
      if (strikes_own_tile && now.pos == state.agent) return false;
      if (trap.is_animal() && now.guards == state.agent) return false;
    }
    return true;
  }

  // Where a trap with a route is, and what it does next, if none of the moving tiles that it passes is off.
  struct Leg {
    std::int16_t pos = 0;
    std::int16_t guards = 0;
    std::uint32_t next = 0;  // 0: it stays
    Set passed = 0;
  };
  static bool has_route(const LaraTrap& trap) {
    return trap.kind == LaraTrap::saw || trap.kind == LaraTrap::spider;
  }
  // All that a trap comes to, each once; number 0 stands for a trap that is gone.
  std::vector<Leg> route_of(const LaraTrap& trap) const {
    std::vector<Leg> route{{}, {static_cast<std::int16_t>(trap.pos), static_cast<std::int16_t>(trap.guards)}};
    const auto are_same = [&](std::size_t a, std::size_t b) {
      return route[a].pos == route[b].pos && route[a].guards == route[b].guards;
    };
    const std::size_t steps = trap.sequence.size();
    std::size_t known = 1;  // what later legs are compared with: it moves on until it lies on a circle
    for (std::size_t number = 1; steps > 0 && route[number].guards >= 0; ++number) {
      Leg& leg = route[number];
      const int ahead = tile(leg.guards).joins[static_cast<std::size_t>(trap.sequence[(number - 1) % steps])];
      if (ahead < 0) break;
      for (const int passed : {int{leg.pos}, ahead}) {
        if (tile(passed).moving >= 0) leg.passed |= bit(tile(passed).moving);
      }
      leg.next = static_cast<std::uint32_t>(number + 1);
      route.push_back({leg.guards, static_cast<std::int16_t>(ahead)});
      const std::size_t length = number + 1 - known;
      if (length % steps == 0 && are_same(known, number + 1)) {
        std::size_t first = 1;
        while (!are_same(first, first + length)) ++first;
        route.resize(first + length);
        route.back().next = static_cast<std::uint32_t>(first);
        break;
      }
      if (std::has_single_bit(number)) known = number + 1;
    }
    return route;
  }
  static TrapState at_leg(const std::vector<Leg>& route, std::uint32_t number) {
    return {route[number].pos, route[number].guards, 0, false, number > 0, number};
  }

  void hunt(const State& state, TrapState& now) const {
    if (!now.awake) {
      now.awake = state.agent == now.next;
      return;
    }
    if (now.guards >= 0) now.pos = now.guards;
    now.guards = now.next;
    now.next = static_cast<std::int16_t>(state.agent);
  }

  // Walks and pulls to a goal from each tile, however the levers are set (by the bits of a number: pulled or
  // not), without traps; cracked tiles may hold or break at will.
  void compute_ways() const {
    struct Edge {
      std::size_t from;
      Set passed;  // moving tiles
    };
    const std::size_t count = tiles_.size(), settings = std::size_t{1} << levers_.size();
    std::vector<std::vector<Edge>> before(count);
    for (std::size_t from = 0; from < count; ++from) {
      for (const int target : tiles_[from].joins) {
        Set passed = 0;
        for (int end = target; end >= 0; end = tile(end).drop) {
          if (tile(end).moving >= 0) passed |= bit(tile(end).moving);
          before[static_cast<std::size_t>(end)].push_back({from, passed});
        }
      }
    }
    std::vector<Set> off_of(settings, start_.off);
    for (std::size_t setting = 1; setting < settings; ++setting) {
      off_of[setting] =
          off_of[setting & (setting - 1)] ^ levers_[static_cast<std::size_t>(std::countr_zero(setting))];
    }
    for (std::size_t setting = 0; setting < settings; ++setting) offs_.emplace_back(off_of[setting], setting);
    std::sort(offs_.begin(), offs_.end());
    ways_.assign(count * settings, kNoWay);
    std::vector<std::size_t> queue;
    const auto reach = [&](std::size_t setting, std::size_t at, Distance moves) {
      Distance& known = ways_[setting * count + at];
      if (known != kNoWay) return;
      known = moves;
      queue.push_back(setting * count + at);
    };
    const auto is_there = [&](std::size_t setting, const LaraTile& tile) {
      return tile.moving < 0 || !(off_of[setting] & bit(tile.moving));
    };
    for (std::size_t at = 0; at < count; ++at) {
      for (std::size_t setting = 0; tiles_[at].is_goal && setting < settings; ++setting) {
        if (is_there(setting, tiles_[at])) reach(setting, at, 0);
      }
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const std::size_t setting = queue[i] / count, at = queue[i] % count;
      const Distance moves = ways_[queue[i]] + 1;
      for (const Edge& edge : before[at]) {
        if (!(edge.passed & off_of[setting])) reach(setting, edge.from, moves);
      }
      const int lever = tiles_[at].lever;
      if (lever >= 0 && is_there(setting, tiles_[at])) reach(setting ^ std::size_t{1} << lever, at, moves);
    }
  }

  // Walks to a goal from each tile, without traps and these moving tiles; cracked tiles may hold or break at
  // will.
  const std::vector<Distance>& distances(Set off) const {
    constexpr std::size_t kMostKept = 4096;
    if (distances_.size() > kMostKept) distances_.clear();
    const auto [entry, is_new] = distances_.try_emplace(off);
    std::vector<Distance>& found = entry->second;
    if (!is_new) return found;
    State state;
    state.off = off;
    std::vector<std::vector<int>> before(tiles_.size());
    found.assign(tiles_.size(), kNoWay);
    std::vector<int> queue;
    for (int from = 0; from < static_cast<int>(tiles_.size()); ++from) {
      if (tile(from).is_goal) {
        found[static_cast<std::size_t>(from)] = 0;
        queue.push_back(from);
      }
      for (const int target : tile(from).joins) {
        if (target < 0 || is_off(state, target)) continue;
        for (int end = target; end >= 0; end = tile(end).drop) {
          before[static_cast<std::size_t>(end)].push_back(from);
        }
      }
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
      if (is_off(state, queue[i])) continue;
      const auto here = static_cast<std::size_t>(queue[i]);
      for (const int previous : before[here]) {
        Distance& distance = found[static_cast<std::size_t>(previous)];
        if (distance != kNoWay) continue;
        distance = found[here] + 1;
        queue.push_back(previous);
      }
    }
    return found;
  }

  std::vector<std::pair<int, int>> places_;  // of ids among the tiles; until all are numbered
  std::vector<LaraTile> tiles_;
  std::vector<LaraTrap> traps_;
  std::vector<Set> levers_;  // the moving tiles that each lever moves
  State start_{};
  bool traps_act_on_any_;
  unsigned tile_bits_ = 0;
  unsigned cracked_bits_ = 0;
  unsigned moving_bits_ = 0;
  unsigned spear_bits_ = 0;
  std::vector<std::vector<Leg>> routes_;  // by trap
  std::size_t words_ = 1;
  mutable std::vector<std::pair<Set, std::size_t>> offs_;   // inactive tiles, and how levers are set then
  mutable std::vector<Distance> ways_;                      // by that and the tile
  mutable std::map<Set, std::vector<Distance>> distances_;  // by the inactive tiles
  mutable std::vector<Distance> free_distances_;            // those without inactive tiles
};

}  // namespace ludoplan
