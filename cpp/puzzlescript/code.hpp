// A program made ready for one level: flat arrays that the interpreter runs through.
//
// Rules that can never match on this level are left out. For each rule there are the bits that must be
// somewhere on the board, so that most rules are dismissed by a look at a word or two, and for each of its
// rows the terms: bits that a matching row has at a known distance from its first cell. Candidates for a
// match come from the term with the fewest cells.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "puzzlescript/interference.hpp"

namespace ludoplan::puzzlescript {

// Word `i` of the board of cells from which the cell at this offset is on the given board.
inline Bits shifted_word(const Bits* board, std::size_t words, std::size_t i, std::int32_t offset) {
  const auto steps = static_cast<std::size_t>(offset < 0 ? -offset : offset);
  const std::size_t whole = steps / kWordBits;
  const std::size_t rest = steps % kWordBits;
  Bits from = 0;
  if (offset >= 0) {
    if (i + whole < words) from = board[i + whole] >> rest;
    if (rest != 0 && i + whole + 1 < words) from |= board[i + whole + 1] << (kWordBits - rest);
  } else {
    if (i >= whole) from = board[i - whole] << rest;
    if (rest != 0 && i >= whole + 1) from |= board[i - whole - 1] >> (kWordBits - rest);
  }
  return from;
}

struct Term {
  std::uint32_t bit;    // a row of the bit boards
  std::int32_t offset;  // from the first cell of the row
};

struct CellCode {
  std::uint32_t masks;  // in the pool: which bits count, what they must be, then the any masks
  std::uint32_t any;    // how many
  std::int32_t replacement = kNone;
};

struct ReplacementCode {
  std::uint32_t masks;  // in the pool: what is kept, what is set, and the rewritten layers
  bool is_random = false;
  std::vector<int> random_objects;
  std::vector<int> random_layers;
};

struct RowCode {
  std::uint32_t first_cell;
  std::uint32_t cells;  // ellipses left out
  std::uint32_t first_gap;
  std::uint32_t second_gap;  // cells from here on come after an ellipsis; `cells` where there is none
  std::uint32_t first_term;
  std::uint32_t terms;
  std::uint32_t starts;  // the board of cells where a row of this length fits
};

struct RuleCode {
  std::uint32_t first_row;
  std::uint32_t rows;
  std::int32_t delta;
  int direction;
  int rigid;
  bool has_replacement;
  bool is_plain;        // one row without gaps, not rigid and not random
  bool is_peaceful;     // plain, and its matches may be applied all at once
  bool is_independent;  // several rows, and each match of each may be applied by itself
  std::uint32_t first_command;
  std::uint32_t commands;
  bool is_moot = false;  // nothing of a turn in which it matches is left
};

struct GroupCode {
  std::uint32_t first_rule;
  std::uint32_t rules;
  int loop_to;
  int source;  // its number in the program
  bool is_random;
  bool draws;          // some rule of it takes random numbers
  std::uint32_t need;  // in `group_needs`: what each of its rules needs on the board
};

struct WinCode {
  Quantifier quantifier;
  std::vector<std::uint32_t> subjects;
  Mask subject;
  Mask target;
  bool subject_is_aggregate;
  bool target_is_aggregate;
};

class LevelCode {
 public:
  LevelCode(const Program& from, const SourceMap& map_of_level)
      : program(from), map(map_of_level), possible(from, map_of_level) {
    width = map.width;
    height = map.height;
    cells = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    board_words = words_for(cells, kWordBits);
    if (board_words == 3) board_words = 4;  // there is an interpreter for 4, and one for any number
    object_words = program.object_words();
    cell_words = program.cell_words();
    build_geometry();
    build_groups(program.rules, rules);
    build_groups(program.late_rules, late_rules);
    build_wins();
    forgets = most_reads() >= kLostReads;
    leaves_out_restarts = program.leaves_out_restarts && !keeps_restart_point && !draws;
    for (RuleCode& rule : rule_codes) {
      for (std::uint32_t i = 0; i < rule.commands; ++i) {
        const std::uint8_t command = commands[rule.first_command + i];
        rule.is_moot |= command == kCancel || (command == kRestart && leaves_out_restarts);
      }
    }
  }

  // Calls visit(cell, its number) for all cells of a rule.
  template <class Visit>
  void for_each_cell(std::size_t rule, Visit&& visit) const {
    const RowCode& last = rows[rule_codes[rule].first_row + rule_codes[rule].rows - 1];
    for (std::uint32_t k = rows[rule_codes[rule].first_row].first_cell; k < last.first_cell + last.cells; ++k)
      visit(cell_codes[k], k);
  }
  const ReplacementCode& replacement(const CellCode& cell) const {
    return replacements[static_cast<std::size_t>(cell.replacement)];
  }
  // What a cell must have, and what is left and made by a replacement.
  const Bits* wanted(const CellCode& cell) const { return pool.data() + cell.masks + cell_words; }
  const Bits* kept(const ReplacementCode& to) const { return pool.data() + to.masks; }
  const Bits* made(const ReplacementCode& to) const { return pool.data() + to.masks + cell_words; }
  // Whether the map has an object there.
  bool was_at(std::size_t object, std::size_t at) const {
    return test(map.cells.data() + at * object_words, object);
  }

  const Program& program;
  const SourceMap& map;
  Possible possible;
  int width;
  int height;
  std::size_t cells;
  std::size_t board_words;
  std::size_t object_words;
  std::size_t cell_words;

  std::vector<GroupCode> rules;
  std::vector<GroupCode> late_rules;
  std::vector<RuleCode> rule_codes;
  std::vector<Bits> needs;  // by rule, `cell_words` each: what must be on the board
  std::vector<Bits> group_needs;
  std::vector<RowCode> rows;
  std::vector<CellCode> cell_codes;
  std::vector<ReplacementCode> replacements;
  std::vector<Term> terms;
  std::vector<std::uint8_t> commands;
  std::vector<Bits> pool;
  std::vector<Bits> start_boards;
  std::vector<WinCode> wins;
  std::vector<std::vector<std::int32_t>> neighbours;  // by direction and cell; kNone beyond the edge
  std::vector<std::uint32_t> by_rows;                 // cells are numbered by columns; their number by rows
  std::vector<std::uint32_t> by_columns;              // and back
  bool draws = false;                                 // some rule takes random numbers
  // The original reads the movements of a cell into three places in turn. Each third reading for a sound of
  // something that moves forgets which movements of the cell are over: they may be made once more, by
  // whatever comes there. Whether a cell may have so many sounds.
  static constexpr std::size_t kLostReads = 3;
  bool forgets = false;
  bool keeps_restart_point = false;  // checkpoints are set and gone back to
  bool leaves_out_restarts = false;  // all of which lead to the beginning

 private:
  void build_geometry() {
    neighbours.resize(4);
    by_columns.resize(cells);
    for (int cell = 0; cell < static_cast<int>(cells); ++cell) {
      for (int direction = 0; direction < 4; ++direction)
        neighbours[static_cast<std::size_t>(direction)].push_back(cell_from(cell, direction, 1));
      by_rows.push_back(static_cast<std::uint32_t>(cell % height * width + cell / height));
      by_columns[by_rows.back()] = static_cast<std::uint32_t>(cell);
    }
  }
  // The cell so many steps from another one; kNone beyond the edge.
  std::int32_t cell_from(int cell, int direction, int steps) const {
    const int x = cell / height + kSteps[direction].x * steps;
    const int y = cell % height + kSteps[direction].y * steps;
    return x >= 0 && x < width && y >= 0 && y < height ? x * height + y : kNone;
  }

  std::uint32_t starts_for(int direction, std::size_t length) {
    const auto [entry, is_new] =
        starts_.try_emplace({direction, length}, static_cast<std::uint32_t>(start_boards.size()));
    if (!is_new) return entry->second;
    start_boards.resize(start_boards.size() + board_words, 0);
    Bits* const board = start_boards.data() + entry->second;
    for (std::size_t at = 0; at < cells; ++at) {
      if (cell_from(static_cast<int>(at), direction, static_cast<int>(length) - 1) != kNone) add(board, at);
    }
    return entry->second;
  }

  // Groups that are left empty stay only where a loop ends.
  void build_groups(const std::vector<SourceGroup>& from, std::vector<GroupCode>& to) {
    std::vector<int> first_at_or_after(from.size() + 1, 0);
    for (std::size_t number = 0; number < from.size(); ++number) {
      const SourceGroup& group = from[number];
      first_at_or_after[number] = static_cast<int>(to.size());
      GroupCode code{static_cast<std::uint32_t>(rule_codes.size()),
                     0,
                     group.loop_to,
                     static_cast<int>(number),
                     group.is_random,
                     group.is_random,
                     0};
      for (const SourceRule& rule : group.rules) {
        if (!possible.can_match(rule)) continue;
        code.draws |= build_rule(rule);
        ++code.rules;
      }
      draws |= code.draws && code.rules > 0;
      code.need = static_cast<std::uint32_t>(group_needs.size());
      add_need_of_all(code);
      if (code.rules > 0 || code.loop_to != kNone) to.push_back(code);
    }
    for (GroupCode& group : to) {
      if (group.loop_to != kNone) group.loop_to = first_at_or_after[static_cast<std::size_t>(group.loop_to)];
    }
  }

  void add_need_of_all(const GroupCode& group) {
    const std::size_t at = group_needs.size();
    group_needs.resize(at + cell_words, group.rules > 0 ? ~Bits{0} : 0);
    for (std::size_t i = 0; i < group.rules * cell_words; ++i)
      group_needs[at + i % cell_words] &= needs[group.first_rule * cell_words + i];
  }

  // True if it takes random numbers.
  bool build_rule(const SourceRule& rule) {
    // A rule that is written for `moving` applies to the action, too: all its cells are one.
    const int delta = kSteps[rule.direction].x * height + kSteps[rule.direction].y;
    const Interference interference(program, possible);
    RuleCode code{static_cast<std::uint32_t>(rows.size()),
                  static_cast<std::uint32_t>(rule.rows.size()),
                  delta,
                  rule.direction,
                  rule.rigid,
                  rule.has_replacement,
                  interference.is_plain(rule),
                  interference.is_plain(rule) && interference.is_peaceful(rule.rows[0]),
                  interference.is_independent(rule),
                  static_cast<std::uint32_t>(commands.size()),
                  static_cast<std::uint32_t>(rule.commands.size())};
    Mask need(cell_words, 0);
    bool is_random = false;
    for (const auto& row : rule.rows) is_random |= build_row(rule, row, delta, need);
    commands.insert(commands.end(), rule.commands.begin(), rule.commands.end());
    for (const std::uint8_t command : rule.commands) {
      sets_checkpoint_ |= command == kCheckpoint;
      restarts_ |= command == kRestart;
    }
    keeps_restart_point = sets_checkpoint_ && restarts_;
    needs.insert(needs.end(), need.begin(), need.end());
    rule_codes.push_back(code);
    return is_random;
  }

  bool build_row(const SourceRule& rule, const std::vector<SourceCell>& row, int delta, Mask& need) {
    bool is_random = false;
    RowCode code{};
    code.first_cell = static_cast<std::uint32_t>(cell_codes.size());
    code.first_term = static_cast<std::uint32_t>(terms.size());
    std::vector<std::uint32_t> gaps;
    for (const SourceCell& cell : row) {
      if (cell.is_ellipsis) {
        gaps.push_back(code.cells);
        continue;
      }
      is_random |=
          build_cell(rule, cell, gaps.empty() ? delta * static_cast<int>(code.cells) : kNoOffset, need);
      ++code.cells;
    }
    code.terms = static_cast<std::uint32_t>(terms.size()) - code.first_term;
    code.first_gap = gaps.empty() ? code.cells : gaps[0];
    code.second_gap = gaps.size() < 2 ? code.cells : gaps[1];
    code.starts = starts_for(rule.direction, code.cells);
    rows.push_back(code);
    return is_random;
  }

  // `offset` is the cell's distance from the row's first, or unknown.
  bool build_cell(const SourceRule& rule, const SourceCell& cell, int offset, Mask& need) {
    Mask wanted = cell.present;
    Mask counted = cell.missing;
    for (std::size_t i = 0; i < cell_words; ++i) counted[i] &= possible.bits()[i];
    CellCode code{static_cast<std::uint32_t>(pool.size()), 0, kNone};
    std::vector<Mask> any;
    for (const Mask& mask : cell.any) {
      Mask left = mask;
      int count = 0;
      for (std::size_t i = 0; i < cell_words; ++i) {
        left[i] &= possible.bits()[i];
        count += __builtin_popcountll(left[i]);
      }
      if (count > 1) {
        any.push_back(left);
      } else {
        for (std::size_t i = 0; i < cell_words; ++i) wanted[i] |= left[i];
      }
    }
    for (std::size_t i = 0; i < cell_words; ++i) {
      counted[i] |= wanted[i];
      need[i] |= wanted[i];
    }
    for_each_bit(wanted, [&](std::size_t bit) {
      if (offset != kNoOffset) terms.push_back({static_cast<std::uint32_t>(bit), offset});
    });
    append(counted);
    append(wanted);
    for (const Mask& mask : any) append(mask);
    code.any = static_cast<std::uint32_t>(any.size());
    bool is_random = false;
    if (rule.has_replacement && cell.is_replaced) {
      code.replacement = static_cast<std::int32_t>(replacements.size());
      is_random = build_replacement(cell.replacement);
    }
    cell_codes.push_back(code);
    return is_random;
  }

  bool build_replacement(const SourceReplacement& from) {
    ReplacementCode code{static_cast<std::uint32_t>(pool.size()), false, from.random_objects,
                         from.random_layers};
    code.is_random = !from.random_objects.empty() || !from.random_layers.empty();
    Mask kept(cell_words);
    for (std::size_t i = 0; i < cell_words; ++i) kept[i] = ~from.clear[i];
    append(kept);
    append(from.set);
    append(from.rewritten_layers);
    replacements.push_back(code);
    return code.is_random;
  }

  void append(const Mask& mask) { pool.insert(pool.end(), mask.begin(), mask.end()); }

  void build_wins() {
    for (const WinCondition& from : program.win_conditions) {
      WinCode code{from.quantifier,         {}, from.subject, from.target, from.subject_is_aggregate,
                   from.target_is_aggregate};
      for_each_bit(from.subject, [&](std::size_t object) {
        if (test(possible.bits(), object)) code.subjects.push_back(static_cast<std::uint32_t>(object));
      });
      wins.push_back(code);
    }
  }

  // How often the movements of a cell may be read for sounds while they are made.
  std::size_t most_reads() const {
    std::size_t sum = 0;
    for (std::size_t layer = 0; layer < program.layers; ++layer) {
      std::size_t most = 0;  // of one object, or of all where a cell may have several
      std::size_t all = 0;
      for_each_bit(program.layer_masks[layer], [&](std::size_t object) {
        if (!test(possible.bits(), object) || !may_move(layer)) return;
        const auto reads = static_cast<std::size_t>(
            std::ranges::count_if(program.move_sounds[layer],
                                  [&](const ObjectSound& sound) { return test(sound.objects, object); }));
        most = std::max(most, reads);
        all += reads;
      });
      sum += possible.is_exclusive() ? most : all;
    }
    return sum;
  }

  bool may_move(std::size_t layer) const {
    const std::size_t first = program.movement_bit(layer);
    for (std::size_t i = 0; i < kLayerBits; ++i) {
      if (test(possible.bits(), first + i)) return true;
    }
    return false;
  }

  static constexpr int kNoOffset = 1 << 30;
  std::map<std::pair<int, std::size_t>, std::uint32_t> starts_;
  bool sets_checkpoint_ = false;
  bool restarts_ = false;
};

}  // namespace ludoplan::puzzlescript
