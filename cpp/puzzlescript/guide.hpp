// What the win conditions ask of each object: how many steps it is away from where it has to be.
//
// For every condition that speaks of single objects there is a table by cell, worked out once for a level
// from the steps that the object may ever make (see Reach). No object is nearer than its table says, whatever
// else is on the board; an object without a way there makes the board a dead end.
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "puzzlescript/reach.hpp"
#include "search/concepts.hpp"

namespace ludoplan::puzzlescript {

struct Goal {
  enum class Kind : int {
    every,  // each of the objects has to get there, or to go away
    some,   // one of them has to
    cover   // as many of them as are wanted
  };
  std::size_t win;  // the number of the condition
  Kind kind;
  std::vector<std::uint32_t> objects;
  std::vector<Distance> steps;  // by cell
  std::size_t wanted = 0;
  bool is_counted = false;  // a turn brings no object further than a step
  std::size_t movers = 0;   // as many of the objects move in a turn, at most; 0: not known
  std::size_t takers = 0;   // as many are taken away in a turn, at most, and all have to be; 0: not known
};

class Guide {
 public:
  Guide(const LevelCode& code, Reach& reach) : code_(code), reach_(reach) {
    // What goes back to the start, or wins by a command, is bound by nothing.
    if (!reach.is_complete() || has_command(kRestart) || has_command(kWin)) return;
    for (std::size_t win = 0; win < code.wins.size(); ++win) read(win);
  }

  const std::vector<Goal>& goals() const { return goals_; }

 private:
  using Cells = std::vector<char>;

  // How a kind of objects may change its place.
  struct Ways {
    std::vector<std::vector<std::uint32_t>> back;  // by cell: from where it may come
    Cells exits;                                   // where it may go away for good
    bool jumps = false;                            // by rules, which may match again and again in a turn
    bool grows = false;                            // there may come more of them
  };

  bool has_command(Command command) const {
    return std::ranges::find(code_.commands, command) != code_.commands.end();
  }
  bool was_at(std::size_t object, std::size_t at) const {
    return test(code_.map.cells.data() + at * code_.object_words, object);
  }
  bool is_changing(const Mask& objects) const {
    bool is_changing = false;
    for_each_bit(objects,
                 [&](std::size_t object) { is_changing |= test(code_.possible.changing(), object); });
    return is_changing;
  }

  void read(std::size_t number) {
    const WinCode& win = code_.wins[number];
    if (win.subject_is_aggregate) return;
    const Ways ways = ways_of(win.subject);
    if (win.quantifier == Quantifier::some) {
      if (!ways.grows) add_goal(number, Goal::Kind::some, win.subject, ways, places_for(win), 0);
      return;
    }
    Cells ends = win.quantifier == Quantifier::all ? places_for(win) : places_without(win);
    const bool must_go = std::ranges::none_of(ends, [](char is_end) { return is_end != 0; });
    for (std::size_t at = 0; at < code_.cells; ++at) ends[at] |= ways.exits[at];
    add_goal(number, Goal::Kind::every, win.subject, ways, ends, 0, must_go);
    if (win.quantifier == Quantifier::no || win.target_is_aggregate || is_changing(win.subject)) return;
    // Subjects that never change have to be covered, each by a target of its own.
    const Ways of_targets = ways_of(win.target);
    if (of_targets.grows || !is_changing(win.target)) return;
    Cells subjects(code_.cells, 0);
    for (std::size_t at = 0; at < code_.cells; ++at) {
      for_each_bit(win.subject, [&](std::size_t object) { subjects[at] |= was_at(object, at); });
    }
    const auto wanted = static_cast<std::size_t>(std::ranges::count(subjects, char{1}));
    if (wanted > 0) add_goal(number, Goal::Kind::cover, win.target, of_targets, subjects, wanted);
  }

  // Cells that may have a target some day, and cells that may be without one.
  Cells places_for(const WinCode& win) const {
    return cells_where(win, [&](std::size_t object, std::size_t at) { return reach_.may_have(object, at); });
  }
  Cells places_without(const WinCode& win) const {
    Cells places = cells_where(win, [&](std::size_t object, std::size_t at) {
      return was_at(object, at) && reach_.stays(object, at);
    });
    for (char& is_place : places) is_place = is_place == 0;
    return places;
  }
  // Cells for which it holds of a target: of all its objects if it is an aggregate, else of one.
  template <class Holds>
  Cells cells_where(const WinCode& win, Holds&& holds) const {
    Cells places(code_.cells, 0);
    for (std::size_t at = 0; at < code_.cells; ++at) {
      bool some = false;
      bool all = true;
      for_each_bit(win.target, [&](std::size_t object) {
        const bool is_so = holds(object, at);
        some |= is_so;
        all &= is_so;
      });
      places[at] = win.target_is_aggregate ? all : some;
    }
    return places;
  }

  void add_goal(std::size_t win, Goal::Kind kind, const Mask& objects, const Ways& ways, const Cells& ends,
                std::size_t wanted, bool must_go = false) {
    Goal goal{win, kind, {}, std::vector<Distance>(code_.cells, kNoWay), wanted};
    for_each_bit(objects, [&](std::size_t object) {
      if (test(code_.possible.bits(), object)) goal.objects.push_back(static_cast<std::uint32_t>(object));
    });
    std::vector<std::uint32_t> line;
    for (std::size_t at = 0; at < code_.cells; ++at) {
      if (ends[at] == 0) continue;
      goal.steps[at] = 0;
      line.push_back(static_cast<std::uint32_t>(at));
    }
    for (std::size_t next = 0; next < line.size(); ++next) {
      for (const std::uint32_t from : ways.back[line[next]]) {
        if (goal.steps[from] != kNoWay) continue;
        goal.steps[from] = goal.steps[line[next]] + 1;
        line.push_back(from);
      }
    }
    goal.is_counted = !ways.jumps && !has_command(kAgain) && !code_.forgets;
    if (goal.is_counted) goal.movers = most_in_a_turn(Deed::move, objects);
    // Where there is no place for them, all have to be taken away.
    if (goal.is_counted && kind == Goal::Kind::every && must_go)
      goal.takers = most_in_a_turn(Deed::take, objects);
    goals_.push_back(std::move(goal));
  }

  Ways ways_of(const Mask& objects) {
    Ways ways{std::vector<std::vector<std::uint32_t>>(code_.cells), Cells(code_.cells, 0)};
    for_each_bit(objects, [&](std::size_t object) {
      if (!test(code_.possible.changing(), object)) return;
      reach_.for_each_step(object, [&](std::size_t from, std::size_t to) {
        ways.back[to].push_back(static_cast<std::uint32_t>(from));
      });
    });
    for (std::size_t rule = 0; rule < code_.rule_codes.size(); ++rule) add_rewriting(rule, objects, ways);
    return ways;
  }

  // What a rewritten cell does to the objects of one layer.
  struct Change {
    bool may_lose = false;
    bool loses = false;
    bool makes = false;
  };
  Change change_of(const CellCode& cell, std::size_t layer, const Mask& objects) const {
    if (cell.replacement == kNone) return {};
    const ReplacementCode& to = replacement(cell);
    const Bits* const kept = code_.pool.data() + to.masks;
    const Bits* const made = kept + code_.cell_words;
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
      draws |= std::ranges::find(to.random_objects, static_cast<int>(object)) != to.random_objects.end();
    });
    if (draws) return {.may_lose = true, .loses = false, .makes = true};
    const bool is_surely_there = is_asked_for && all_are_ours && code_.possible.is_exclusive();
    if (makes && is_surely_there) return {};  // one for the other
    if (makes) return {.may_lose = false, .loses = false, .makes = true};
    return {.may_lose = may_lose, .loses = is_surely_there && loses_all, .makes = false};
  }
  void add_rewriting(std::size_t number, const Mask& objects, Ways& ways) {
    const RuleCode& rule = code_.rule_codes[number];
    const RowCode& row = code_.rows[rule.first_row];
    const bool is_one_piece = rule.rows == 1 && row.first_gap == row.cells;
    reach_.for_each_piece(number, [&](std::uint32_t first, std::uint32_t cells, const Bits* starts) {
      std::vector<std::uint32_t> from;
      std::vector<std::uint32_t> to;
      std::size_t lost = 0;
      for (std::size_t layer = 0; layer < code_.program.layers; ++layer) {
        bool is_ours = false;
        for (std::size_t i = 0; i < code_.object_words; ++i)
          is_ours |= (objects[i] & code_.program.layer_masks[layer][i]) != 0;
        for (std::uint32_t k = 0; is_ours && k < cells; ++k) {
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
      for (std::size_t word = 0; word < code_.board_words; ++word) {
        for_each_bit(starts[word], [&](std::size_t bit) {
          const auto start = static_cast<std::int32_t>(word * kWordBits + bit);
          for (const std::uint32_t a : from) {
            const auto at = static_cast<std::size_t>(start + rule.delta * static_cast<std::int32_t>(a));
            if (may_go) ways.exits[at] = 1;
            for (const std::uint32_t b : to) {
              const auto target = static_cast<std::size_t>(start + rule.delta * static_cast<std::int32_t>(b));
              if (jumps) ways.back[target].push_back(static_cast<std::uint32_t>(at));
            }
          }
        });
      }
    });
  }

  // How many of the objects a turn moves, or takes away, at most; 0 if that is not known.
  //
  // Proven where players move by their input alone and everything else happens beside them: each rule that
  // does it to one of the objects has, at a fixed place beside it, a player.
  enum class Deed { move, take };
  std::size_t most_in_a_turn(Deed deed, const Mask& objects) {
    const Mask& player = code_.program.player;
    std::size_t players = 0;
    for (std::size_t at = 0; at < code_.cells; ++at) {
      bool is_there = false;
      for_each_bit(player, [&](std::size_t object) { is_there |= was_at(object, at); });
      players += is_there ? 1 : 0;
    }
    bool meets = false;
    for (std::size_t i = 0; i < code_.object_words; ++i) meets |= (objects[i] & player[i]) != 0;
    if (meets || code_.program.player_is_aggregate) return 0;
    if (!of_players_) of_players_ = ways_of(player);
    if (of_players_->grows || of_players_->jumps || layers_of(player).size() != 1) return 0;
    const std::size_t own = layers_of(player)[0];
    if (!reach_.has_own_movements(own)) return 0;
    Places places[kLayerBits];
    for (std::size_t number = 0; number < code_.rule_codes.size(); ++number) {
      if (!add_places(deed, number, objects, own, places)) return 0;
    }
    std::size_t most = 0;
    for (const Places& by_movement : places) most = std::max(most, by_movement.size());
    return most * players;
  }

  // Where it happens to which layer: before or after the players move, and how far from one. Kept by the
  // player's movement.
  using Places = std::set<std::tuple<bool, std::int64_t, std::size_t>>;

  std::vector<std::size_t> layers_of(const Mask& objects) const {
    std::vector<std::size_t> layers;
    for_each_bit(objects, [&](std::size_t object) {
      if (!test(code_.possible.bits(), object)) return;
      const auto layer = static_cast<std::size_t>(code_.program.layer_of[object]);
      if (std::ranges::find(layers, layer) == layers.end()) layers.push_back(layer);
    });
    return layers;
  }
  bool may_be(const CellCode& cell, std::size_t layer, const Mask& objects) const {
    bool may_be = false;
    reach_.for_each_candidate(cell, layer, [&](std::size_t object) { may_be |= test(objects, object); });
    const Bits* const made = code_.pool.data() + replacement(cell).masks + code_.cell_words;
    for_each_bit(code_.program.layer_masks[layer],
                 [&](std::size_t object) { may_be |= test(objects, object) && test(made, object); });
    return may_be;
  }
  const ReplacementCode& replacement(const CellCode& cell) const {
    return code_.replacements[static_cast<std::size_t>(cell.replacement)];
  }
  // Whether rewriting the cell may do the deed to one of the objects.
  bool is_done(Deed deed, const CellCode& cell, std::size_t layer, const Mask& objects) const {
    if (deed == Deed::take) return change_of(cell, layer, objects).may_lose;
    const Bits* const made = code_.pool.data() + replacement(cell).masks + code_.cell_words;
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
    const bool is_late = !code_.late_rules.empty() && number >= code_.late_rules[0].first_rule;
    for (std::uint32_t k = first.first_cell; k < last.first_cell + last.cells; ++k) {
      const CellCode& cell = code_.cell_codes[k];
      if (cell.replacement == kNone) continue;
      if (replacement(cell).is_random || redirects_player(cell, own)) return false;
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
    const Bits* const wanted = code_.pool.data() + cell.masks + code_.cell_words;
    const Bits* const made = code_.pool.data() + replacement(cell).masks + code_.cell_words;
    const std::size_t first = code_.program.movement_bit(own);
    for (std::size_t direction = 0; direction < kLayerBits; ++direction) {
      if (test(made, first + direction) && !test(wanted, first + direction) &&
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
      const Bits* const wanted = code_.pool.data() + beside.masks + code_.cell_words;
      bool are_players = reach_.asked_for(beside, own) != nullptr;
      reach_.for_each_candidate(
          beside, own, [&](std::size_t object) { are_players &= test(code_.program.player, object); });
      if (!are_players) continue;
      const std::int64_t steps = static_cast<std::int64_t>(cell) - static_cast<std::int64_t>(k);
      std::size_t asked = kLayerBits;  // for a movement of the player, in time
      for (std::size_t direction = 0; direction < kLayerBits && !is_late; ++direction) {
        if (test(wanted, code_.program.movement_bit(own) + direction)) asked = direction;
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
  std::vector<Goal> goals_;
};

}  // namespace ludoplan::puzzlescript
