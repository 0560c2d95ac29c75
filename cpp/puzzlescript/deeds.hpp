// What rules do to objects, and where the players are when they do it.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "puzzlescript/reach.hpp"
#include "search/concepts.hpp"

namespace ludoplan::puzzlescript {

// How a kind of objects may change its place.
struct Ways {
  std::vector<std::vector<std::uint32_t>> back;  // by cell: from where it may come
  std::vector<char> exits;                       // where it may go away for good
  bool jumps = false;                            // by rules, which may match again and again in a turn
  bool grows = false;                            // there may come more of them

  // By cell: of the steps to an end those that count, at least.
  template <class Counts>
  std::vector<Distance> steps_to(const std::vector<char>& ends, Counts&& counts) const {
    std::vector<Distance> steps(ends.size(), kNoWay);
    std::deque<std::uint32_t> line;
    for (std::size_t at = 0; at < ends.size(); ++at) {
      if (ends[at] == 0) continue;
      steps[at] = 0;
      line.push_back(static_cast<std::uint32_t>(at));
    }
    while (!line.empty()) {
      const std::uint32_t to = line.front();
      line.pop_front();
      for (const std::uint32_t from : back[to]) {
        const Distance step = counts(from, to) ? 1 : 0;
        if (steps[from] <= steps[to] + step) continue;
        steps[from] = steps[to] + step;
        if (step == 0) {
          line.push_front(from);
        } else {
          line.push_back(from);
        }
      }
    }
    return steps;
  }
};

// Before any of some objects moves, or is taken away, a player is at one of some places beside one of them.
struct Approach {
  std::vector<std::uint32_t> objects;
  std::vector<std::pair<std::int64_t, bool>> places;  // from the object; true: only when the turn is over
  std::vector<Distance> steps;                        // of players: to a cell, from a cell
};

class Deeds {
 public:
  enum class Deed { move, take };

  Deeds(const LevelCode& code, Reach& reach) : code_(code), reach_(reach) {}

  Ways ways_of(const Mask& objects) {
    Ways ways{std::vector<std::vector<std::uint32_t>>(code_.cells), std::vector<char>(code_.cells, 0)};
    for_each_bit(objects, [&](std::size_t object) {
      if (!test(code_.possible.changing(), object)) return;
      reach_.for_each_step(object, [&](std::size_t from, std::size_t to) {
        ways.back[to].push_back(static_cast<std::uint32_t>(from));
      });
    });
    for (std::size_t rule = 0; rule < code_.rule_codes.size(); ++rule) add_rewriting(rule, objects, ways);
    return ways;
  }

  // How many of the objects a turn moves, or takes away, at most; 0 if that is not known.
  //
  // Proven where players move by their input alone and everything else happens beside them: each rule that
  // does it to one of the objects has, at a fixed place beside it, a player.
  std::size_t most_in_a_turn(Deed deed, const Mask& objects) {
    const std::optional<std::size_t> layer = layer_of_players();
    if (!layer || meet(objects, code_.program.player)) return 0;
    const std::size_t own = *layer;
    std::size_t players = 0;
    for (std::size_t at = 0; at < code_.cells; ++at)
      players += meet(code_.map.cells.data() + at * code_.object_words, code_.program.player) ? 1 : 0;
    Places places[kLayerBits];
    for (std::size_t number = 0; number < code_.rule_codes.size(); ++number) {
      if (!add_places(deed, number, objects, own, places)) return 0;
    }
    std::size_t most = 0;
    for (const Places& by_movement : places) most = std::max(most, by_movement.size());
    return most * players;
  }

  // Where players have to come before a turn can move any of the objects, or take it away; nothing if that is
  // not known, or too much.
  //
  // Proven where the first of them to be set in motion has a player at a fixed place beside it.
  std::optional<Approach> approach_to(std::vector<Mask> kinds) {
    const std::optional<std::size_t> own = layer_of_players();
    if (!own || code_.cells > kMostCells) return std::nullopt;
    std::set<std::pair<std::int64_t, bool>> places;
    Mask objects;
    for (std::size_t before = 0; before != kinds.size();) {
      before = kinds.size();
      objects = joined(kinds);
      places.clear();
      if (meet(objects, code_.program.player)) return std::nullopt;
      for (const std::size_t layer : layers_of(objects)) {
        if (!reach_.has_own_movements(layer)) return std::nullopt;
      }
      for (std::size_t number = 0; number < code_.rule_codes.size(); ++number) {
        if (!add_first_places(number, *own, kinds, places)) return std::nullopt;
      }
    }
    Approach approach{{}, {places.begin(), places.end()}, {}};
    for_each_bit(objects, [&](std::size_t object) {
      if (test(code_.possible.bits(), object)) approach.objects.push_back(static_cast<std::uint32_t>(object));
    });
    std::vector<char> ends(code_.cells, 0);
    for (char& end : ends) {
      end = 1;
      const std::vector<Distance> steps = of_players_->steps_to(ends, [](auto, auto) { return true; });
      approach.steps.insert(approach.steps.end(), steps.begin(), steps.end());
      end = 0;
    }
    return approach;
  }

  // Whether all that moves in a turn moves the way of the players.
  bool is_one_way() const {
    for (std::size_t number = 0; number < code_.rule_codes.size(); ++number) {
      bool asked[kLayerBits] = {};
      code_.for_each_cell(number, [&](const CellCode& cell, std::uint32_t) {
        for (std::size_t layer = 0; layer < code_.program.layers; ++layer)
          for (std::size_t way = 0; way < kLayerBits; ++way) asked[way] |= asks_for(cell, layer, way);
      });
      bool is_so = true;
      code_.for_each_cell(number, [&](const CellCode& cell, std::uint32_t) {
        if (cell.replacement == kNone) return;
        is_so &= code_.replacement(cell).random_layers.empty();
        const Bits* const made = code_.made(code_.replacement(cell));
        for (std::size_t layer = 0; layer < code_.program.layers; ++layer)
          for (std::size_t way = 0; way < kAction; ++way)
            is_so &= !test(made, code_.program.movement_bit(layer) + way) || (asked[way] && !is_late(number));
      });
      if (!is_so) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t kMostCells = 512;  // a table has their square

  Mask joined(const std::vector<Mask>& kinds) const {
    Mask all(code_.object_words, 0);
    for (const Mask& kind : kinds) {
      for (std::size_t i = 0; i < all.size(); ++i) all[i] |= kind[i];
    }
    return all;
  }
  bool is_late(std::size_t number) const {
    return !code_.late_rules.empty() && number >= code_.late_rules[0].first_rule;
  }
  bool asks_for(const CellCode& cell, std::size_t layer, std::size_t way) const {
    return test(code_.wanted(cell), code_.program.movement_bit(layer) + way);
  }

  // The layer of all players, where they change their places by steps of their own alone.
  std::optional<std::size_t> layer_of_players() {
    const Mask& player = code_.program.player;
    if (code_.program.player_is_aggregate) return std::nullopt;
    if (!of_players_) of_players_ = ways_of(player);
    const std::vector<std::size_t> layers = layers_of(player);
    if (of_players_->grows || of_players_->jumps || layers.size() != 1) return std::nullopt;
    if (!reach_.has_own_movements(layers[0])) return std::nullopt;
    return layers[0];
  }

  // False if the rule may do more than can be told. What sets off a movement becomes a kind, too.
  bool add_first_places(std::size_t number, std::size_t own, std::vector<Mask>& kinds,
                        std::set<std::pair<std::int64_t, bool>>& places) const {
    const RuleCode& rule = code_.rule_codes[number];
    const Mask objects = joined(kinds);
    std::vector<std::uint32_t> touched;
    bool is_known = true;
    code_.for_each_cell(number, [&](const CellCode& cell, std::uint32_t k) {
      if (cell.replacement == kNone) return;
      for (const std::size_t layer : layers_of(objects)) {
        bool is_touched = is_done(Deed::move, cell, layer, objects);
        is_known &= !(is_touched && is_late(number));
        is_known &= !contains(code_.replacement(cell).random_layers, static_cast<int>(layer));
        for (const Mask& kind : kinds) {
          const Change change = change_of(cell, layer, kind);
          is_known &= !change.makes;
          is_touched |= change.may_lose;
        }
        if (is_touched) touched.push_back(k);
      }
    });
    if (rule.is_moot || (is_known && touched.empty())) return true;
    if (!is_known) return false;
    Mask others;  // that move already
    code_.for_each_cell(number, [&](const CellCode& cell, std::uint32_t) {
      if (others.empty() && !is_late(number)) others = moving_in(cell);
    });
    const RowCode& row = code_.rows[rule.first_row];
    if (others.empty() && rule.rows == 1 && row.first_gap == row.cells) {
      for (std::uint32_t k = row.first_cell; k < row.first_cell + row.cells; ++k) {
        if (!are_surely(code_.cell_codes[k], own, code_.program.player)) continue;
        std::int64_t nearest = std::int64_t{k} - std::int64_t{touched[0]};
        for (std::uint32_t i = row.first_cell; i < row.first_cell + row.cells; ++i) {
          bool is_there = contains(touched, i);
          for (const std::size_t layer : layers_of(objects))
            is_there |= are_surely(code_.cell_codes[i], layer, objects);
          const std::int64_t steps = std::int64_t{k} - std::int64_t{i};
          if (is_there && std::abs(steps) < std::abs(nearest)) nearest = steps;
        }
        places.emplace(nearest * rule.delta, is_late(number));
        return true;
      }
    }
    if (others.empty()) return false;
    bool are_known = true;
    for (std::size_t i = 0; i < others.size(); ++i) are_known &= (others[i] & ~objects[i]) == 0;
    if (!are_known) kinds.push_back(others);
    return true;
  }
  // The objects of which one moves in a cell that matches, if none of them is a player; else nothing.
  Mask moving_in(const CellCode& cell) const {
    for (std::size_t layer = 0; layer < code_.program.layers; ++layer) {
      bool is_asked = false;
      for (std::size_t way = 0; way < kLayerBits; ++way) is_asked |= asks_for(cell, layer, way);
      if (!is_asked || !reach_.has_own_movements(layer)) continue;
      Mask found(code_.object_words, 0);
      reach_.for_each_candidate(cell, layer, [&](std::size_t object) { add(found, object); });
      if (!meet(found, code_.program.player)) return found;
    }
    return {};
  }
  // Whether a cell that matches has one of the objects, whatever it has of the layer.
  bool are_surely(const CellCode& cell, std::size_t layer, const Mask& objects) const {
    bool are_ours = reach_.asked_for(cell, layer) != nullptr;
    reach_.for_each_candidate(cell, layer, [&](std::size_t object) { are_ours &= test(objects, object); });
    return are_ours;
  }

  // What a rewritten cell does to the objects of one layer.
  struct Change {
    bool may_lose = false;
    bool loses = false;
    bool makes = false;
  };
  Change change_of(const CellCode& cell, std::size_t layer, const Mask& objects) const {
    if (cell.replacement == kNone) return {};
    const ReplacementCode& to = code_.replacement(cell);
    const Bits* const kept = code_.kept(to);
    const Bits* const made = code_.made(to);
    bool all_are_ours = true;  // of what may be there, and there is something
    bool may_lose = false;
    bool loses_all = true;
    const bool is_asked_for = reach_.asked_for(cell, layer) != nullptr;
    reach_.for_each_candidate(cell, layer, [&](std::size_t object) {
      if (!test(objects, object)) {
        all_are_ours = false;
        return;
      }
      may_lose |= !test(kept, object);
      loses_all &= !test(kept, object);
    });
    bool makes = false;
    bool draws = false;
    for_each_bit(code_.program.layer_masks[layer], [&](std::size_t object) {
      makes |= test(objects, object) && test(made, object);
      draws |= contains(to.random_objects, static_cast<int>(object));
    });
    if (draws) return {.may_lose = true, .loses = false, .makes = true};
    const bool is_surely_there = is_asked_for && all_are_ours && code_.possible.is_exclusive();
    if (makes && is_surely_there) return {};  // one for the other
    if (makes) return {.may_lose = false, .loses = false, .makes = true};
    return {.may_lose = may_lose, .loses = is_surely_there && loses_all, .makes = false};
  }
  void add_rewriting(std::size_t number, const Mask& objects, Ways& ways) {
    const RuleCode& rule = code_.rule_codes[number];
    if (rule.is_moot) return;
    const RowCode& row = code_.rows[rule.first_row];
    const bool is_one_piece = rule.rows == 1 && row.first_gap == row.cells;
    reach_.for_each_piece(number, [&](std::uint32_t first, std::uint32_t cells, const Bits* starts) {
      std::vector<std::uint32_t> from;
      std::vector<std::uint32_t> to;
      std::size_t lost = 0;
      for (std::size_t layer = 0; layer < code_.program.layers; ++layer) {
        if (!meet(objects, code_.program.layer_masks[layer])) continue;
        for (std::uint32_t k = 0; k < cells; ++k) {
          const Change change = change_of(code_.cell_codes[first + k], layer, objects);
          if (change.may_lose) from.push_back(k);
          if (change.makes) to.push_back(k);
          lost += change.loses ? 1 : 0;
        }
      }
      ways.grows |= to.size() > (is_one_piece ? lost : 0);
      const bool may_go = from.size() > (is_one_piece ? to.size() : 0);
      const bool jumps = is_one_piece && !to.empty() && !from.empty();
      ways.jumps |= jumps;
      if (!may_go && !jumps) return;
      for_each_bit(starts, code_.board_words, [&](std::size_t place) {
        const auto start = static_cast<std::int32_t>(place);
        for (const std::uint32_t a : from) {
          const auto at = static_cast<std::size_t>(start + rule.delta * static_cast<std::int32_t>(a));
          if (may_go) ways.exits[at] = 1;
          for (const std::uint32_t b : to) {
            const auto target = static_cast<std::size_t>(start + rule.delta * static_cast<std::int32_t>(b));
            if (jumps) ways.back[target].push_back(static_cast<std::uint32_t>(at));
          }
        }
      });
    });
  }

  // Where it happens to which layer: before or after the players move, and how far from one. Kept by the
  // player's movement.
  using Places = std::set<std::tuple<bool, std::int64_t, std::size_t>>;

  std::vector<std::size_t> layers_of(const Mask& objects) const {
    std::vector<std::size_t> layers;
    for_each_bit(objects, [&](std::size_t object) {
      if (!test(code_.possible.bits(), object)) return;
      const auto layer = static_cast<std::size_t>(code_.program.layer_of[object]);
      if (!contains(layers, layer)) layers.push_back(layer);
    });
    return layers;
  }
  bool may_be(const CellCode& cell, std::size_t layer, const Mask& objects) const {
    bool may_be = false;
    reach_.for_each_candidate(cell, layer, [&](std::size_t object) { may_be |= test(objects, object); });
    const Bits* const made = code_.made(code_.replacement(cell));
    for_each_bit(code_.program.layer_masks[layer],
                 [&](std::size_t object) { may_be |= test(objects, object) && test(made, object); });
    return may_be;
  }
  // Whether rewriting the cell may do the deed to one of the objects.
  bool is_done(Deed deed, const CellCode& cell, std::size_t layer, const Mask& objects) const {
    if (deed == Deed::take) return change_of(cell, layer, objects).may_lose;
    const Bits* const made = code_.made(code_.replacement(cell));
    bool is_moved = false;
    for (std::size_t direction = 0; direction < kAction; ++direction)
      is_moved |= test(made, code_.program.movement_bit(layer) + direction);
    return is_moved && may_be(cell, layer, objects);
  }

  // False if the rule may do more than can be told.
  bool add_places(Deed deed, std::size_t number, const Mask& objects, std::size_t own, Places* places) const {
    const RuleCode& rule = code_.rule_codes[number];
    const RowCode& first = code_.rows[rule.first_row];
    const RowCode& last = code_.rows[rule.first_row + rule.rows - 1];
    const bool is_late = this->is_late(number);
    if (rule.is_moot) return true;
    for (std::uint32_t k = first.first_cell; k < last.first_cell + last.cells; ++k) {
      const CellCode& cell = code_.cell_codes[k];
      if (cell.replacement == kNone) continue;
      if (code_.replacement(cell).is_random || redirects_player(cell, own)) return false;
      for (const std::size_t layer : layers_of(objects)) {
        if (!is_done(deed, cell, layer, objects)) continue;
        // Movements by late rules wait for the next turn.
        if (deed == Deed::move && (is_late || !reach_.has_own_movements(layer))) return false;
        if (rule.rows != 1 || first.first_gap != first.cells) return false;
        if (!add_place(rule, first, k - first.first_cell, layer, own, is_late, places)) return false;
      }
    }
    return true;
  }
  // Whether a player may be given another movement than its own.
  bool redirects_player(const CellCode& cell, std::size_t own) const {
    const Bits* const made = code_.made(code_.replacement(cell));
    for (std::size_t direction = 0; direction < kLayerBits; ++direction) {
      if (test(made, code_.program.movement_bit(own) + direction) && !asks_for(cell, own, direction) &&
          may_be(cell, own, code_.program.player))
        return true;
    }
    return false;
  }
  // Measured from a player that the rule asks for; false if there is none.
  bool add_place(const RuleCode& rule, const RowCode& row, std::uint32_t cell, std::size_t layer,
                 std::size_t own, bool is_late, Places* places) const {
    for (std::uint32_t k = 0; k < row.cells; ++k) {
      const CellCode& beside = code_.cell_codes[row.first_cell + k];
      if (!are_surely(beside, own, code_.program.player)) continue;
      const std::int64_t steps = static_cast<std::int64_t>(cell) - static_cast<std::int64_t>(k);
      std::size_t asked = kLayerBits;  // for a movement of the player, in time
      for (std::size_t direction = 0; direction < kLayerBits && !is_late; ++direction) {
        if (asks_for(beside, own, direction)) asked = direction;
      }
      for (std::size_t direction = 0; direction < kLayerBits; ++direction) {
        if (asked == kLayerBits || asked == direction)
          places[direction].emplace(is_late, steps * rule.delta, layer);
      }
      return true;
    }
    return false;
  }

  const LevelCode& code_;
  Reach& reach_;
  std::optional<Ways> of_players_;
};

}  // namespace ludoplan::puzzlescript
