// Where each object can ever be on a level, and where it can ever go away from.
//
// The rules are run on a board that forgets nothing: every cell keeps all objects and movements that it ever
// had, so that whatever can happen in play happens here too, sooner or later. When nothing is added any more,
// a cell holds all that it may ever hold. Patterns that ask for absence are believed, except where something
// stands that never changes.
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
        bits_(code.cell_words * kWordBits),
        may_have_(bits_ * words_, 0),
        may_lose_(code.program.objects * words_, 0),
        changed_at_(bits_, 1),
        looked_at_(code.rule_codes.size(), 0),
        all_(words_, 0),
        found_(words_),
        joined_(words_),
        still_(code.program.layers * words_, 0) {
    for (std::size_t at = 0; at < code.cells; ++at) set(all_.data(), at);
    read_map();
    is_complete_ = spread();
    if (is_complete_) find_losses();
  }

  bool may_have(std::size_t object, std::size_t at) const {
    return !is_complete_ || has(may_have_.data() + object * words_, at);
  }
  // Whether an object that is in a cell at first stays there.
  bool stays(std::size_t object, std::size_t at) const {
    return !test(code_.possible.changing(), object) ||
           (is_complete_ && !has(may_lose_.data() + object * words_, at));
  }

 private:
  // Words looked at before it is given up; then everything may be everywhere.
  static constexpr std::size_t kMostWork = std::size_t{1} << 27;

  static bool has(const Bits* board, std::size_t at) {
    return (board[at / kWordBits] >> (at % kWordBits) & 1) != 0;
  }
  static void set(Bits* board, std::size_t at) { board[at / kWordBits] |= Bits{1} << (at % kWordBits); }
  Bits* board(std::size_t bit) { return may_have_.data() + bit * words_; }

  void read_map() {
    for (std::size_t at = 0; at < code_.cells; ++at) {
      for (std::size_t object = 0; object < code_.program.objects; ++object) {
        const Bits word = code_.map.cells[at * code_.object_words + object / kWordBits];
        if ((word >> (object % kWordBits) & 1) == 0) continue;
        set(board(object), at);
        if (test(code_.possible.changing(), object)) continue;
        set(still_.data() + static_cast<std::size_t>(code_.program.layer_of[object]) * words_, at);
      }
    }
  }

  void include(std::size_t bit, const Bits* cells) {
    Bits* const known = board(bit);
    Bits added = 0;
    for (std::size_t i = 0; i < words_; ++i) {
      added |= cells[i] & ~known[i];
      known[i] |= cells[i];
    }
    if (added != 0) changed_at_[bit] = ++clock_;
  }

  bool spread() {
    for (std::size_t before = 0; before != clock_;) {
      before = clock_;
      for_each_bit(code_.program.player, [&](std::size_t object) {
        const std::size_t first =
            code_.program.movement_bit(static_cast<std::size_t>(code_.program.layer_of[object]));
        for (std::size_t i = 0; i < kLayerBits; ++i) include(first + i, board(object));
      });
      for (std::size_t rule = 0; rule < code_.rule_codes.size(); ++rule) {
        if (work_ > kMostWork) return false;
        if (!is_stale(rule)) continue;
        looked_at_[rule] = clock_;
        for_each_effect(rule,
                        [&](const ReplacementCode& to, const Bits* cells) { include_effect(to, cells); });
      }
      for_each_movement(
          [&](std::size_t object, std::size_t, const Bits* targets) { include(object, targets); });
    }
    return true;
  }

  // Whether something that the rule asks for is new.
  bool is_stale(std::size_t number) {
    if (looked_at_[number] == 0) return true;
    const RuleCode& rule = code_.rule_codes[number];
    bool stale = false;
    for (std::uint32_t i = 0; i < rule.rows; ++i) {
      const RowCode& row = code_.rows[rule.first_row + i];
      for (std::uint32_t k = 0; k < row.cells; ++k) {
        const CellCode& cell = code_.cell_codes[row.first_cell + k];
        for (std::uint32_t mask = 1; mask < 2 + cell.any; ++mask) {
          for (std::size_t word = 0; word < code_.cell_words; ++word) {
            for_each_bit(code_.pool[cell.masks + mask * code_.cell_words + word], [&](std::size_t bit) {
              stale |= changed_at_[word * kWordBits + bit] > looked_at_[number];
            });
          }
        }
      }
    }
    work_ += 16;
    return stale;
  }

  // Calls visit(replacement, cells) for every cell of the rule that is rewritten, if it can match at all.
  // Pieces of a row between ellipses are taken for rows of their own.
  template <class Visit>
  void for_each_effect(std::size_t number, Visit&& visit) {
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
          if (!is_trial) visit_cells(rule, row, from, to, visit);
          from = to;
        }
      }
    }
  }
  template <class Visit>
  void visit_cells(const RuleCode& rule, const RowCode& row, std::uint32_t from, std::uint32_t to,
                   Visit&& visit) {
    for (std::uint32_t k = from; k < to; ++k) {
      const std::int32_t replacement = code_.cell_codes[row.first_cell + k].replacement;
      if (replacement == kNone) continue;
      const auto offset = -rule.delta * static_cast<std::int32_t>(k - from);
      for (std::size_t i = 0; i < words_; ++i) {
        joined_[i] = shifted_word(found_.data(), words_, i, offset) & all_[i];
      }
      visit(code_.replacements[static_cast<std::size_t>(replacement)], joined_.data());
    }
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
      const Bits* const masks = code_.pool.data() + cell.masks;
      const auto offset = rule.delta * static_cast<std::int32_t>(k - from);
      for (std::size_t word = 0; word < code_.cell_words; ++word) {
        const Bits wanted = masks[code_.cell_words + word];
        for_each_bit(wanted, [&](std::size_t bit) { keep(board(word * kWordBits + bit), offset, false); });
        if (word >= code_.object_words) continue;
        for_each_bit(masks[word] & ~wanted & ~code_.possible.changing()[word],
                     [&](std::size_t bit) { keep(board(word * kWordBits + bit), offset, true); });
      }
      for (std::uint32_t any = 2; any < 2 + cell.any; ++any) {
        std::ranges::fill(joined_, 0);
        for (std::size_t word = 0; word < code_.cell_words; ++word) {
          for_each_bit(masks[any * code_.cell_words + word], [&](std::size_t bit) {
            const Bits* const from_board = board(word * kWordBits + bit);
            for (std::size_t i = 0; i < words_; ++i) joined_[i] |= from_board[i];
          });
        }
        keep(joined_.data(), offset, false);
      }
    }
    return std::ranges::any_of(found_, [](Bits word) { return word != 0; });
  }
  void keep(const Bits* cells, std::int32_t offset, bool is_forbidden) {
    work_ += words_;
    for (std::size_t i = 0; i < words_; ++i) {
      const Bits there = shifted_word(cells, words_, i, offset);
      found_[i] &= is_forbidden ? ~there : there;
    }
  }

  void include_effect(const ReplacementCode& to, const Bits* cells) {
    const Bits* const set_bits = code_.pool.data() + to.masks + code_.cell_words;
    for (std::size_t word = 0; word < code_.cell_words; ++word) {
      for_each_bit(set_bits[word], [&](std::size_t bit) { include(word * kWordBits + bit, cells); });
    }
    for (const int object : to.random_objects) include(static_cast<std::size_t>(object), cells);
    for (const int layer : to.random_layers) {
      const std::size_t first = code_.program.movement_bit(static_cast<std::size_t>(layer));
      for (std::size_t i = 0; i < kAction; ++i) include(first + i, cells);
    }
  }

  // Calls visit(object, layer, targets) for objects that may move in some direction.
  template <class Visit>
  void for_each_movement(Visit&& visit) {
    std::vector<Bits> targets(words_);
    for_each_bit(code_.possible.changing(), [&](std::size_t object) {
      const auto layer = static_cast<std::size_t>(code_.program.layer_of[object]);
      const std::size_t first = code_.program.movement_bit(layer);
      for (std::size_t direction = 0; direction < kAction; ++direction) {
        const Bits* const moving = board(first + direction);
        std::ranges::fill(targets, 0);
        bool any = false;
        for (std::size_t word = 0; word < words_; ++word) {
          for_each_bit(moving[word] & board(object)[word], [&](std::size_t bit) {
            const std::int32_t next = code_.neighbours[direction][word * kWordBits + bit];
            if (next == kNone || has(still_.data() + layer * words_, static_cast<std::size_t>(next))) return;
            set(targets.data(), static_cast<std::size_t>(next));
            any = true;
          });
        }
        work_ += words_;
        if (any) visit(object, layer, targets.data());
      }
    });
  }

  void find_losses() {
    for (std::size_t rule = 0; rule < code_.rule_codes.size(); ++rule) {
      for_each_effect(rule, [&](const ReplacementCode& to, const Bits* cells) {
        const Bits* const kept = code_.pool.data() + to.masks;
        for (std::size_t object = 0; object < code_.program.objects; ++object) {
          const std::size_t word = object / kWordBits;
          const bool is_kept =
              ((kept[word] | kept[code_.cell_words + word]) >> (object % kWordBits) & 1) != 0;
          const bool is_random = std::ranges::any_of(to.random_objects, [&](int made) {
            return code_.program.layer_of[static_cast<std::size_t>(made)] == code_.program.layer_of[object];
          });
          if (!is_kept || is_random) lose(object, cells);
        }
      });
    }
    for_each_bit(code_.possible.changing(), [&](std::size_t object) {
      const std::size_t first =
          code_.program.movement_bit(static_cast<std::size_t>(code_.program.layer_of[object]));
      for (std::size_t direction = 0; direction < kAction; ++direction)
        lose(object, board(first + direction));
    });
  }
  void lose(std::size_t object, const Bits* cells) {
    for (std::size_t i = 0; i < words_; ++i) may_lose_[object * words_ + i] |= cells[i];
  }

  const LevelCode& code_;
  std::size_t words_;
  std::size_t bits_;
  std::vector<Bits> may_have_;  // by bit of a cell
  std::vector<Bits> may_lose_;  // by object
  std::vector<std::size_t> changed_at_;
  std::vector<std::size_t> looked_at_;
  std::vector<Bits> all_;
  std::vector<Bits> found_;
  std::vector<Bits> joined_;
  std::vector<Bits> still_;  // by layer: cells with an object that never changes
  std::size_t clock_ = 1;
  std::size_t work_ = 0;
  bool is_complete_ = false;
};

}  // namespace ludoplan::puzzlescript
