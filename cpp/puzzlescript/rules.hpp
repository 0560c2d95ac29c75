// Applying rules: single ones, groups until they are at rest, and loops of groups.
#pragma once

#include <algorithm>
#include <vector>

#include "puzzlescript/chance.hpp"
#include "puzzlescript/matching.hpp"

namespace ludoplan::puzzlescript {

// What rules asked for in this turn.
class Commands {
 public:
  bool has(std::uint8_t command) const { return (set_ >> command & 1) != 0; }
  bool is_empty() const { return set_ == 0; }
  int size() const { return __builtin_popcount(set_); }
  void clear() { set_ = 0; }

  // Cancel beats restart, restart beats the rest; what is beaten is forgotten.
  void queue(const std::uint8_t* commands, std::size_t count) {
    std::uint32_t added = 0;
    for (std::size_t i = 0; i < count; ++i) added |= std::uint32_t{1} << commands[i];
    const auto asks_for = [&](Command command) { return (added >> command & 1) != 0; };
    if (has(kCancel) || (has(kRestart) && !asks_for(kCancel))) return;
    if (asks_for(kCancel) || asks_for(kRestart)) clear();
    set_ |= added;
  }

 private:
  std::uint32_t set_ = 0;
};

// Which movements were made by rigid rules: for each cell the layers, and in each layer the group's number
// from 1.
struct RigidMarks {
  std::vector<Bits> layers;
  std::vector<Bits> groups;
  std::vector<std::uint32_t> cells;  // those with marks

  bool mark(std::size_t at, std::size_t words, const Bits* rewritten, int rigid) {
    Bits* const of_layers = layers.data() + at * words;
    Bits* const of_groups = groups.data() + at * words;
    constexpr Bits kEachLayer = ((Bits{1} << 60) - 1) / 31;  // the lowest bit of each
    Bits new_groups = 0;
    Bits new_layers = 0;
    for (std::size_t i = 0; i < words; ++i) {
      const Bits number = kEachLayer * static_cast<Bits>(rigid + 1) & rewritten[i];
      new_groups |= number & ~of_groups[i];
      new_layers |= rewritten[i] & ~of_layers[i];
    }
    if (new_groups == 0 || new_layers == 0) return false;
    for (std::size_t i = 0; i < words; ++i) {
      of_groups[i] |= kEachLayer * static_cast<Bits>(rigid + 1) & rewritten[i];
      of_layers[i] |= rewritten[i];
    }
    cells.push_back(static_cast<std::uint32_t>(at));
    return true;
  }
  void clear(std::size_t words) {
    for (const std::uint32_t at : cells) {
      std::fill_n(layers.begin() + static_cast<std::ptrdiff_t>(at * words), words, 0);
      std::fill_n(groups.begin() + static_cast<std::ptrdiff_t>(at * words), words, 0);
    }
    cells.clear();
  }
};

// What was made and destroyed in a turn; for the sounds.
struct Traces {
  bool are_kept = false;
  Mask made;
  Mask destroyed;

  void clear() {
    std::ranges::fill(made, 0);
    std::ranges::fill(destroyed, 0);
  }
};

class Rules {
 public:
  Rules(const LevelCode& code, Chance& chance) : code_(code), chance_(chance) {
    std::size_t most_rows = 1;
    for (const RuleCode& rule : code.rule_codes) most_rows = std::max<std::size_t>(most_rows, rule.rows);
    matches_.resize(most_rows);
    tuple_.resize(most_rows);
    kept_.resize(code.cell_words);
    set_.resize(code.cell_words);
    before_.resize(code.object_words);
    if (!code.program.rigid_groups.empty()) {
      rigid.layers.resize(code.cells * code.cell_words, 0);
      rigid.groups.resize(code.cells * code.cell_words, 0);
    }
    traces.made.resize(code.object_words, 0);
    traces.destroyed.resize(code.object_words, 0);
  }

  virtual ~Rules() = default;

  Commands commands;
  RigidMarks rigid;
  Traces traces;

  // Groups in their order; `banned` by their number in the program, or empty. The mark that something changed
  // is not taken back where a loop begins.
  virtual void apply(const std::vector<GroupCode>& groups, const std::vector<char>& banned) = 0;

 protected:
  void queue_commands(const RuleCode& rule) {
    commands.queue(code_.commands.data() + rule.first_command, rule.commands);
  }

  void choose(const ReplacementCode& to, const Bits* keep, const Bits* set) {
    std::copy_n(keep, kept_.size(), kept_.begin());
    std::copy_n(set, set_.size(), set_.begin());
    if (!to.random_objects.empty()) {
      const auto object =
          static_cast<std::size_t>(to.random_objects[chance_.below(to.random_objects.size())]);
      const auto layer = static_cast<std::size_t>(code_.program.layer_of[object]);
      add(set_, object);
      for (std::size_t i = 0; i < code_.object_words; ++i) kept_[i] &= ~code_.program.layer_masks[layer][i];
      const std::size_t first = code_.program.movement_bit(layer);
      kept_[first / kWordBits] &= ~(Bits{31} << (first % kWordBits));
    }
    for (const int layer : to.random_layers) {
      add(set_, code_.program.movement_bit(static_cast<std::size_t>(layer)) + chance_.below(4));
    }
  }

  const LevelCode& code_;
  Chance& chance_;
  std::vector<Matches> matches_;    // by row
  std::vector<std::size_t> tuple_;  // of each row the match that is taken
  std::vector<std::size_t> counts_;
  Mask kept_;
  Mask set_;
  Mask before_;
};

template <int S, int B>
class RulesOf final : public Rules {
 public:
  static constexpr int kMostPasses = 200;
  static constexpr int kMostRounds = 200;

  RulesOf(const LevelCode& code, BoardOf<S, B>& board, Chance& chance)
      : Rules(code, chance), board_(board), matcher_(code, board) {}

  void apply(const std::vector<GroupCode>& groups, const std::vector<char>& banned) override {
    bool changed = false;
    int rounds = 0;
    for (std::size_t at = 0; at < groups.size();) {
      const GroupCode& group = groups[at];
      if (group.rules > 0 && (banned.empty() || banned[static_cast<std::size_t>(group.source)] == 0)) {
        changed |= group.is_random ? apply_random(group) : apply(group);
      }
      if (changed && group.loop_to != kNone) {
        at = static_cast<std::size_t>(group.loop_to);
        changed = false;
        if (++rounds > kMostRounds) return;
        continue;
      }
      ++at;
    }
  }

 private:
  bool apply(const GroupCode& group) {
    if (!matcher_.are_present(code_.group_needs.data() + group.need)) return false;
    bool changed = false;
    std::uint32_t at_rest = 0;  // so many rules in a row had nothing to do
    for (int pass = 0; pass < kMostPasses; ++pass) {
      bool changes = false;
      for (std::uint32_t i = 0; i < group.rules; ++i) {
        if (apply(group.first_rule + i)) {
          changes = changed = true;
          at_rest = 0;
        } else if (++at_rest == group.rules && !group.draws) {
          return changed;
        }
      }
      if (!changes) break;
    }
    return changed;
  }

  bool apply(std::size_t number) {
    if (!matcher_.is_needed_there(number)) return false;
    const RuleCode& rule = code_.rule_codes[number];
    const RowCode* const rows = code_.rows.data() + rule.first_row;
    bool changed = false;
    if (!rule.has_replacement) {
      for (std::uint32_t i = 0; i < rule.rows; ++i) {
        if (!matcher_.matches_anywhere(rule, rows[i])) return false;
      }
    } else if (rule.is_peaceful && matcher_.is_frequent(rows[0])) {
      bool matched;
      changed = apply_everywhere(rule, rows[0], matched);
      if (!matched) return false;
    } else if (rule.rows == 1) {
      Matches& matches = matches_[0];
      if (rule.is_plain && matcher_.is_frequent(rows[0])) {
        bool matched;
        if (!matcher_.find_changing(rule, rows[0], matched, matches)) {
          if (matched && rule.commands != 0) queue_commands(rule);
          return false;
        }
      } else if (!matcher_.find(rule, rows[0], matches)) {
        return false;
      }
      changed = replace(rule, rows[0], matches[0]);
      for (std::size_t i = 1; i < matches.size(); ++i) {
        if (matcher_.still_matches(rule, rows[0], matches[i])) changed |= replace(rule, rows[0], matches[i]);
      }
    } else {
      for (std::uint32_t i = 0; i < rule.rows; ++i) {
        if (!matcher_.find(rule, rows[i], matches_[i])) return false;
      }
      changed = rule.is_independent ? apply_to_each(rule, rows) : apply_to_tuples(rule, rows);
    }
    if (rule.commands != 0) queue_commands(rule);
    return changed;
  }

  bool apply_everywhere(const RuleCode& rule, const RowCode& row, bool& matched) {
    return matcher_.apply_everywhere(rule, row, matched, [&](const ReplacementCode& to, const Bits* where) {
      const Bits* const keep = code_.pool.data() + to.masks;
      board_.rewrite_all(where, keep, keep + board_.cell_words(),
                         traces.are_kept ? traces.made.data() : nullptr,
                         traces.are_kept ? traces.destroyed.data() : nullptr);
    });
  }

  bool apply_to_each(const RuleCode& rule, const RowCode* rows) {
    bool changed = false;
    for (std::uint32_t i = 0; i < rule.rows; ++i) {
      for (const Match& match : matches_[i]) changed |= replace(rule, rows[i], match);
    }
    return changed;
  }
  // Every combination of the rows' matches; the first row's varies fastest.
  bool apply_to_tuples(const RuleCode& rule, const RowCode* rows) {
    std::ranges::fill(tuple_, 0);
    bool changed = replace(rule, rows);
    while (true) {
      std::uint32_t row = 0;
      while (row < rule.rows && ++tuple_[row] == matches_[row].size()) tuple_[row++] = 0;
      if (row == rule.rows) return changed;
      bool fits = true;
      for (std::uint32_t i = 0; i < rule.rows && fits; ++i) {
        fits = matcher_.still_matches(rule, rows[i], matches_[i][tuple_[i]]);
      }
      if (fits) changed |= replace(rule, rows);
    }
  }
  bool replace(const RuleCode& rule, const RowCode* rows) {
    bool changed = false;
    for (std::uint32_t i = 0; i < rule.rows; ++i) changed |= replace(rule, rows[i], matches_[i][tuple_[i]]);
    return changed;
  }

  // One match of all, applied once.
  bool apply_random(const GroupCode& group) {
    counts_.assign(group.rules, 0);
    std::size_t total = 0;
    for (std::uint32_t i = 0; i < group.rules; ++i) {
      counts_[i] = count_matches(group.first_rule + i);
      total += counts_[i];
    }
    if (total == 0) return false;
    std::size_t chosen = chance_.below(total);
    std::uint32_t i = 0;
    while (chosen >= counts_[i]) chosen -= counts_[i++];
    const RuleCode& rule = code_.rule_codes[group.first_rule + i];
    count_matches(group.first_rule + i);
    for (std::uint32_t row = 0; row < rule.rows; ++row) {
      tuple_[row] = chosen % matches_[row].size();
      chosen /= matches_[row].size();
    }
    const bool changed = replace(rule, code_.rows.data() + rule.first_row);
    queue_commands(rule);
    return changed;
  }
  std::size_t count_matches(std::size_t number) {
    if (!matcher_.is_needed_there(number)) return 0;
    const RuleCode& rule = code_.rule_codes[number];
    std::size_t count = 1;
    for (std::uint32_t i = 0; i < rule.rows; ++i) {
      if (!matcher_.find(rule, code_.rows[rule.first_row + i], matches_[i])) return 0;
      count *= matches_[i].size();
    }
    return count;
  }

  bool replace(const RuleCode& rule, const RowCode& row, const Match& match) {
    bool changed = false;
    std::size_t at = match.at;
    for (std::uint32_t i = 0; i < row.cells; ++i) {
      if (i == row.first_gap) at = Matcher::shifted(rule, at, match.first_gap);
      if (i == row.second_gap) at = Matcher::shifted(rule, at, match.second_gap);
      const std::int32_t number = code_.cell_codes[row.first_cell + i].replacement;
      if (number != kNone) changed |= replace(rule, code_.replacements[static_cast<std::size_t>(number)], at);
      at = Matcher::shifted(rule, at, 1);
    }
    return changed;
  }

  bool replace(const RuleCode& rule, const ReplacementCode& to, std::size_t at) {
    const std::size_t words = board_.cell_words();
    const Bits* keep = code_.pool.data() + to.masks;
    const Bits* set = keep + words;
    const Bits* const rewritten = set + words;
    if (to.is_random) {
      choose(to, keep, set);
      keep = kept_.data();
      set = set_.data();
    }
    bool changed = rule.rigid != kNone && rigid.mark(at, words, rewritten, rule.rigid);
    if (!traces.are_kept) return board_.rewrite(at, keep, set) || changed;
    const Bits* const cell = board_.cell(at);
    for (std::size_t i = 0; i < board_.object_words(); ++i) before_[i] = cell[i];
    if (!board_.rewrite(at, keep, set)) return changed;
    for (std::size_t i = 0; i < board_.object_words(); ++i) {
      traces.made[i] |= cell[i] & ~before_[i];
      traces.destroyed[i] |= before_[i] & ~cell[i];
    }
    return true;
  }

  BoardOf<S, B>& board_;
  MatcherOf<S, B> matcher_;
};

}  // namespace ludoplan::puzzlescript
