// Where each object can ever be on a level, where it can ever go from there, and what it can go away from.
//
// The rules are run on a board that forgets nothing: every cell keeps all objects that it ever had, each with
// all its movements, so that whatever can happen in play happens here too, sooner or later. When nothing is
// added any more, a cell holds all that it may ever hold. Patterns that ask for absence are believed, except
// where something stands that never changes.
//
// Movements belong to layers. Where a layer's movement always has an object of that layer it is kept by
// object, so that a crate does not move wherever a player does; other layers share one board.
#pragma once

#include <algorithm>
#include <vector>

#include "puzzlescript/code.hpp"

namespace ludoplan::puzzlescript {

class Reach {
 public:
  explicit Reach(const LevelCode& code)
      : code_(code),
        words_(code.board_words),
        everywhere_((1 + kLayerBits) * code.program.objects),
        boards_((everywhere_ + 1) * words_, 0),
        may_lose_(code.program.objects * words_, 0),
        changed_at_(everywhere_ + 1, 1),
        looked_at_(code.rule_codes.size(), 0),
        depends_on_(code.rule_codes.size()),
        all_(words_, 0),
        found_(words_),
        joined_(words_),
        still_(code.program.layers * words_, 0) {
    for (std::size_t at = 0; at < code.cells; ++at) {
      add(all_, at);
      add(board(everywhere_), at);
    }
    find_slots();
    for (std::size_t rule = 0; rule < code_.rule_codes.size(); ++rule) find_dependencies(rule);
    read_map();
    is_complete_ = spread();
    if (is_complete_) find_losses();
  }

  // Otherwise it was too much work, and everything may be everywhere.
  bool is_complete() const { return is_complete_; }
  // Whether every movement of the layer is the movement of one of its objects.
  bool has_own_movements(std::size_t layer) const { return slots_[layer] == kOwn; }

  bool may_have(std::size_t object, std::size_t at) const { return !is_complete_ || test(board(object), at); }
  // Whether an object that is in a cell at first stays there.
  bool stays(std::size_t object, std::size_t at) const {
    return !test(code_.possible.changing(), object) ||
           (is_complete_ && !test(may_lose_.data() + object * words_, at));
  }
  // Calls visit(from, to) for every step that the object may make by a movement.
  template <class Visit>
  void for_each_step(std::size_t object, Visit&& visit) const {
    const auto layer = static_cast<std::size_t>(code_.program.layer_of[object]);
    for (std::size_t direction = 0; direction < kAction; ++direction) {
      const Bits* const moving = board(movement(object, direction));
      for (std::size_t word = 0; word < words_; ++word) {
        for_each_bit(moving[word] & board(object)[word], [&](std::size_t bit) {
          const std::size_t at = word * kWordBits + bit;
          const std::int32_t next = code_.neighbours[direction][at];
          if (next == kNone || test(still_.data() + layer * words_, static_cast<std::size_t>(next))) return;
          visit(at, static_cast<std::size_t>(next));
        });
      }
    }
  }
  // Calls visit(first cell, cells, starts) for every piece of the rule's rows that has no gaps: its cells,
  // and the board of cells where it may start. None if the rule can never match.
  template <class Visit>
  void for_each_piece(std::size_t number, Visit&& visit) {
    const RuleCode& rule = code_.rule_codes[number];
    for (const bool is_trial : {true, false}) {
      if (is_trial && rule.rows == 1) continue;
      for (std::uint32_t i = 0; i < rule.rows; ++i) {
        const RowCode& row = code_.rows[rule.first_row + i];
        const std::uint32_t ends[] = {row.first_gap, row.second_gap, row.cells};
        std::uint32_t from = 0;
        for (const std::uint32_t to : ends) {
          if (from == to) continue;
          if (!find(rule, row, from, to)) return;
          if (!is_trial) visit(row.first_cell + from, to - from, found_.data());
          from = to;
        }
      }
    }
  }
  // The objects of which a cell that matches has one, where all of them that are of the layer exclude the
  // others; nullptr if the cell does not ask for an object of the layer.
  const Bits* asked_for(const CellCode& cell, std::size_t layer) const {
    const Mask& mask = code_.program.layer_masks[layer];
    const Bits* found = nullptr;
    for (std::uint32_t i = 1; i < 2 + cell.any; ++i) {
      const Bits* const some = masks_of(cell) + i * code_.cell_words;
      Bits inside = 0;
      Bits outside = 0;
      for (std::size_t word = 0; word < mask.size(); ++word) {
        inside |= some[word] & mask[word];
        outside |= some[word] & ~mask[word];
      }
      if (inside == 0) continue;
      if (i == 1) return some;  // needed, all of them
      if (outside == 0) found = some;
    }
    return found;
  }
  // Calls visit(object) for the objects of a layer that may be in a cell that matches.
  template <class Visit>
  void for_each_candidate(const CellCode& cell, std::size_t layer, Visit&& visit) const {
    const Bits* const wanted = code_.possible.is_exclusive() ? asked_for(cell, layer) : nullptr;
    for_each_bit(code_.program.layer_masks[layer], [&](std::size_t object) {
      if (!test(code_.possible.bits(), object) || is_missing(cell, object)) return;
      if (wanted == nullptr || test(wanted, object)) visit(object);
    });
  }

 private:
  // Words looked at before it is given up; then everything may be everywhere.
  static constexpr std::size_t kMostWork = std::size_t{1} << 27;
  static constexpr std::size_t kOwn = ~std::size_t{0};

  // Boards are numbered: first those of objects, then those of their movements.
  Bits* board(std::size_t number) { return boards_.data() + number * words_; }
  const Bits* board(std::size_t number) const { return boards_.data() + number * words_; }
  std::size_t movement(std::size_t object, std::size_t direction) const {
    const std::size_t slot = slots_[static_cast<std::size_t>(code_.program.layer_of[object])];
    return code_.program.objects + (slot == kOwn ? object : slot) * kLayerBits + direction;
  }

  const Bits* masks_of(const CellCode& cell) const { return code_.pool.data() + cell.masks; }
  bool is_missing(const CellCode& cell, std::size_t object) const {
    return test(masks_of(cell), object) && !test(code_.wanted(cell), object);
  }

  // Calls visit(board) for the movements that may be meant by one that a cell asks for.
  template <class Visit>
  void for_each_meant(const CellCode& cell, std::size_t layer, std::size_t direction, Visit&& visit) const {
    if (slots_[layer] != kOwn) return visit(movement(slots_[layer], direction));
    for_each_candidate(cell, layer, [&](std::size_t object) { visit(movement(object, direction)); });
  }
  // Calls visit(layer, direction) for the movements of a row of words.
  template <class Visit>
  void for_each_movement(const Bits* mask, Visit&& visit) const {
    for (std::size_t word = code_.object_words; word < code_.cell_words; ++word) {
      for_each_bit(mask[word], [&](std::size_t bit) {
        const std::size_t layer = (word - code_.object_words) * kLayersOfWord + bit / kLayerBits;
        if (bit / kLayerBits < kLayersOfWord && layer < code_.program.layers) visit(layer, bit % kLayerBits);
      });
    }
  }

  // A layer's movements are its objects' own if no rule leaves one without an object.
  void find_slots() {
    slots_.assign(code_.program.layers, kOwn);
    const auto share = [&](std::size_t layer) {
      for (std::size_t object = code_.program.objects; object-- > 0;) {
        if (static_cast<std::size_t>(code_.program.layer_of[object]) == layer) slots_[layer] = object;
      }
    };
    for (const CellCode& cell : code_.cell_codes) {
      if (cell.replacement == kNone) continue;
      const ReplacementCode& to = code_.replacement(cell);
      const Bits* const kept = code_.kept(to);
      const Bits* const made = code_.made(to);
      const Bits* const wanted = code_.wanted(cell);
      for (std::size_t layer = 0; layer < code_.program.layers; ++layer) {
        bool has_object = false;  // afterwards, surely
        bool may_lose = false;
        for_each_bit(code_.program.layer_masks[layer], [&](std::size_t object) {
          has_object |= test(made, object) || (test(wanted, object) && test(kept, object));
          may_lose |= !test(kept, object) && test(code_.possible.bits(), object) && !is_missing(cell, object);
        });
        const std::size_t first = code_.program.movement_bit(layer);
        bool sets = contains(to.random_layers, static_cast<int>(layer));
        bool keeps = false;
        for (std::size_t i = 0; i < kLayerBits; ++i) {
          sets |= test(made, first + i);
          keeps |= test(kept, first + i);
        }
        if (!has_object && sets && !is_surely_there(cell, layer, kept)) share(layer);
        if (!has_object && may_lose && keeps) share(layer);
      }
    }
    if (!code_.possible.is_exclusive() || code_.forgets) {
      for (std::size_t layer = 0; layer < code_.program.layers; ++layer) share(layer);
    }
  }
  // Whether one of several objects that are asked for is of the layer, whichever it is, and stays.
  bool is_surely_there(const CellCode& cell, std::size_t layer, const Bits* kept) const {
    const Mask& mask = code_.program.layer_masks[layer];
    for (std::uint32_t i = 2; i < 2 + cell.any; ++i) {
      const Bits* const some = masks_of(cell) + i * code_.cell_words;
      Bits others = 0;
      for (std::size_t word = 0; word < mask.size(); ++word)
        others |= some[word] & ~(mask[word] & kept[word]);
      if (others == 0) return true;
    }
    return false;
  }

  void find_dependencies(std::size_t number) {
    std::vector<std::uint32_t>& depends_on = depends_on_[number];
    const auto note = [&](std::size_t board) { depends_on.push_back(static_cast<std::uint32_t>(board)); };
    code_.for_each_cell(number, [&](const CellCode& cell, std::uint32_t) {
      for (std::uint32_t mask = 1; mask < 2 + cell.any; ++mask)
        for_each_bit(masks_of(cell) + mask * code_.cell_words, code_.object_words, note);
      for_each_movement(code_.wanted(cell), [&](std::size_t layer, std::size_t direction) {
        for_each_meant(cell, layer, direction, note);
      });
      if (cell.replacement == kNone) return;
      for_each_moved(cell, code_.replacement(cell),
                     [&](std::size_t, std::size_t, std::size_t from) { note(from); });
    });
    std::ranges::sort(depends_on);
    depends_on.erase(std::unique(depends_on.begin(), depends_on.end()), depends_on.end());
  }
  // Calls visit(object, direction, from) for movements that an object may have in a cell after it is
  // rewritten: wherever the board `from` has the cell.
  template <class Visit>
  void for_each_moved(const CellCode& cell, const ReplacementCode& to, Visit&& visit) const {
    const Bits* const kept = code_.kept(to);
    const Bits* const made = code_.made(to);
    for (std::size_t layer = 0; layer < code_.program.layers; ++layer) {
      const bool is_random = contains(to.random_layers, static_cast<int>(layer));
      const std::size_t first = code_.program.movement_bit(layer);
      const auto is_given = [&](std::size_t direction) {
        return test(made, first + direction) || (is_random && direction < kAction);
      };
      if (slots_[layer] != kOwn) {  // with or without an object
        for (std::size_t direction = 0; direction < kLayerBits; ++direction) {
          if (is_given(direction)) visit(slots_[layer], direction, everywhere_);
        }
        continue;
      }
      const auto appears = [&](std::size_t object) {
        for (std::size_t direction = 0; direction < kLayerBits; ++direction) {
          if (is_given(direction)) visit(object, direction, object);
          if (!test(kept, first + direction)) continue;
          // It keeps the movement of what was there.
          for_each_bit(code_.program.layer_masks[layer], [&](std::size_t before) {
            if (test(code_.possible.bits(), before)) visit(object, direction, movement(before, direction));
          });
        }
      };
      for_each_bit(code_.program.layer_masks[layer], [&](std::size_t object) {
        if (test(made, object)) appears(object);
      });
      for (const int object : to.random_objects) {
        if (static_cast<std::size_t>(code_.program.layer_of[static_cast<std::size_t>(object)]) == layer)
          appears(static_cast<std::size_t>(object));
      }
      for_each_candidate(cell, layer, [&](std::size_t object) {
        if (!test(kept, object)) return;
        for (std::size_t direction = 0; direction < kLayerBits; ++direction) {
          if (is_given(direction)) visit(object, direction, object);
        }
      });
    }
  }

  void read_map() {
    for (std::size_t at = 0; at < code_.cells; ++at) {
      for (std::size_t object = 0; object < code_.program.objects; ++object) {
        if (!code_.was_at(object, at)) continue;
        add(board(object), at);
        if (test(code_.possible.changing(), object)) continue;
        add(still_.data() + static_cast<std::size_t>(code_.program.layer_of[object]) * words_, at);
      }
    }
  }

  // Adds cells to a board, those of them that `where` has.
  void include(std::size_t number, const Bits* cells, const Bits* where) {
    Bits* const known = board(number);
    Bits added = 0;
    for (std::size_t i = 0; i < words_; ++i) {
      const Bits now = cells[i] & where[i];
      added |= now & ~known[i];
      known[i] |= now;
    }
    if (added != 0) changed_at_[number] = ++clock_;
  }

  bool spread() {
    std::vector<Bits> target(words_);
    for (std::size_t before = 0; before != clock_;) {
      before = clock_;
      for_each_bit(code_.program.player, [&](std::size_t object) {
        for (std::size_t i = 0; i < kLayerBits; ++i) include(movement(object, i), board(object), all_.data());
      });
      for (std::size_t rule = 0; rule < code_.rule_codes.size(); ++rule) {
        if (work_ > kMostWork) return false;
        if (!is_stale(rule)) continue;
        looked_at_[rule] = clock_;
        for_each_rewritten(
            rule, [&](const CellCode& cell, const ReplacementCode& to) { include_effect(cell, to); });
      }
      for_each_bit(code_.possible.changing(), [&](std::size_t object) {
        std::ranges::fill(target, 0);
        for_each_step(object, [&](std::size_t, std::size_t to) { add(target, to); });
        include(object, target.data(), all_.data());
        work_ += kAction * words_;
      });
    }
    return true;
  }

  // Whether something that the rule depends on is new.
  bool is_stale(std::size_t number) {
    work_ += 1 + depends_on_[number].size() / 4;
    return looked_at_[number] == 0 || std::ranges::any_of(depends_on_[number], [&](std::uint32_t board) {
             return changed_at_[board] > looked_at_[number];
           });
  }

  // Calls visit(cell, replacement) for every cell of the rule that is rewritten, with `joined_` where that
  // may be.
  template <class Visit>
  void for_each_rewritten(std::size_t number, Visit&& visit) {
    if (code_.rule_codes[number].is_moot) return;
    const std::int32_t delta = code_.rule_codes[number].delta;
    for_each_piece(number, [&](std::uint32_t first, std::uint32_t cells, const Bits* starts) {
      for (std::uint32_t k = 0; k < cells; ++k) {
        const CellCode& cell = code_.cell_codes[first + k];
        if (cell.replacement == kNone) continue;
        const auto offset = -delta * static_cast<std::int32_t>(k);
        for (std::size_t i = 0; i < words_; ++i)
          joined_[i] = shifted_word(starts, words_, i, offset) & all_[i];
        visit(cell, code_.replacement(cell));
      }
    });
  }

  // Makes `found_` the cells where these cells of a row may start.
  bool find(const RuleCode& rule, const RowCode& row, std::uint32_t from, std::uint32_t to) {
    // Where nothing is beyond a gap the whole row must fit; pieces behind gaps may start anywhere.
    if (from == 0) {
      std::copy_n(code_.start_boards.data() + row.starts, words_, found_.begin());
    } else {
      found_ = all_;
    }
    for (std::uint32_t k = from; k < to; ++k) {
      const CellCode& cell = code_.cell_codes[row.first_cell + k];
      const auto offset = rule.delta * static_cast<std::int32_t>(k - from);
      for (std::size_t word = 0; word < code_.object_words; ++word) {
        const Bits wanted = code_.wanted(cell)[word];
        for_each_bit(wanted, [&](std::size_t bit) { keep(board(word * kWordBits + bit), offset, false); });
        for_each_bit(masks_of(cell)[word] & ~wanted & ~code_.possible.changing()[word],
                     [&](std::size_t bit) { keep(board(word * kWordBits + bit), offset, true); });
      }
      for_each_movement(code_.wanted(cell), [&](std::size_t layer, std::size_t direction) {
        std::ranges::fill(joined_, 0);
        for_each_meant(cell, layer, direction, [&](std::size_t number) { join(number); });
        keep(joined_.data(), offset, false);
      });
      for (std::uint32_t any = 2; any < 2 + cell.any; ++any) {
        std::ranges::fill(joined_, 0);
        for_each_bit(masks_of(cell) + any * code_.cell_words, code_.object_words,
                     [&](std::size_t object) { join(object); });
        keep(joined_.data(), offset, false);
      }
    }
    return std::ranges::any_of(found_, [](Bits word) { return word != 0; });
  }
  void join(std::size_t number) {
    for (std::size_t i = 0; i < words_; ++i) joined_[i] |= board(number)[i];
  }
  void keep(const Bits* cells, std::int32_t offset, bool is_forbidden) {
    work_ += words_;
    for (std::size_t i = 0; i < words_; ++i) {
      const Bits there = shifted_word(cells, words_, i, offset);
      found_[i] &= is_forbidden ? ~there : there;
    }
  }

  // What a cell that is rewritten may have afterwards, in the cells of `joined_`.
  void include_effect(const CellCode& cell, const ReplacementCode& to) {
    const auto appear = [&](std::size_t object) { include(object, joined_.data(), all_.data()); };
    for_each_bit(code_.made(to), code_.object_words, appear);
    for (const int object : to.random_objects) appear(static_cast<std::size_t>(object));
    for_each_moved(cell, to, [&](std::size_t object, std::size_t direction, std::size_t from) {
      include(movement(object, direction), joined_.data(), board(from));
    });
  }

  void find_losses() {
    for (std::size_t rule = 0; rule < code_.rule_codes.size(); ++rule) {
      for_each_rewritten(rule, [&](const CellCode&, const ReplacementCode& to) {
        for (std::size_t object = 0; object < code_.program.objects; ++object) {
          const bool is_kept = test(code_.kept(to), object) || test(code_.made(to), object);
          const bool is_random = std::ranges::any_of(to.random_objects, [&](int made) {
            return code_.program.layer_of[static_cast<std::size_t>(made)] == code_.program.layer_of[object];
          });
          if (!is_kept || is_random) lose(object, joined_.data());
        }
      });
    }
    for_each_bit(code_.possible.changing(), [&](std::size_t object) {
      for (std::size_t direction = 0; direction < kAction; ++direction)
        lose(object, board(movement(object, direction)));
    });
  }
  void lose(std::size_t object, const Bits* cells) {
    for (std::size_t i = 0; i < words_; ++i) may_lose_[object * words_ + i] |= cells[i];
  }

  const LevelCode& code_;
  std::size_t words_;
  std::size_t everywhere_;          // the number of a board that has all cells
  std::vector<Bits> boards_;        // cells where an object, or a movement of it, may be
  std::vector<Bits> may_lose_;      // by object
  std::vector<std::size_t> slots_;  // by layer: whose movements stand for all, or kOwn
  std::vector<std::size_t> changed_at_;
  std::vector<std::size_t> looked_at_;
  std::vector<std::vector<std::uint32_t>> depends_on_;  // by rule: boards
  std::vector<Bits> all_;
  std::vector<Bits> found_;
  std::vector<Bits> joined_;
  std::vector<Bits> still_;  // by layer: cells with an object that never changes
  std::size_t clock_ = 1;
  std::size_t work_ = 0;
  bool is_complete_ = false;
};

}  // namespace ludoplan::puzzlescript
