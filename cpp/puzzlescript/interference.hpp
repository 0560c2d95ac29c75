// Whether the matches of a rule get into each other's way.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "puzzlescript/possible.hpp"

namespace ludoplan::puzzlescript {

class Interference {
 public:
  Interference(const Program& program, const Possible& possible) : program_(program), possible_(possible) {}

  static bool is_plain(const SourceRule& rule) { return rule.rows.size() == 1 && is_simple(rule); }
  // Matches are found first and applied one after the other, those that no longer hold left out. It is the
  // same to apply them all at once if none takes away what another one needs, and no two disagree about a
  // cell: certainly where a match is a single cell.
  bool is_peaceful(const std::vector<SourceCell>& row) const {
    return row.size() == 1 || are_peaceful({&row, 1});
  }
  // Several rows are rewritten one combination of matches after the other. It is the same to rewrite each
  // match of each row once if no match takes away what another one needs, itself among them.
  bool is_independent(const SourceRule& rule) const {
    return rule.rows.size() > 1 && is_simple(rule) && are_peaceful(rule.rows);
  }

 private:
  // Rewrites cells without gaps between them, neither rigidly nor by chance.
  static bool is_simple(const SourceRule& rule) {
    if (!rule.has_replacement || rule.rigid != kNone || rule.direction == kAction) return false;
    const auto has_gap_or_chance = [](const SourceCell& cell) {
      const SourceReplacement& to = cell.replacement;
      return cell.is_ellipsis ||
             (cell.is_replaced && (!to.random_objects.empty() || !to.random_layers.empty()));
    };
    return std::ranges::none_of(rule.rows,
                                [&](const auto& row) { return std::ranges::any_of(row, has_gap_or_chance); });
  }

  bool are_peaceful(std::span<const std::vector<SourceCell>> rows) const {
    for (const auto& row : rows) {
      for (const SourceCell& writer : row) {
        if (!writer.is_replaced) continue;
        const Mask removed = removed_by(writer);
        for (const auto& others : rows) {
          for (const SourceCell& other : others) {
            if (interferes(writer, removed, other)) return false;
          }
        }
      }
    }
    return true;
  }

  // Whether rewriting a cell may undo a match that has the same cell in another place, or what it makes.
  bool interferes(const SourceCell& writer, const Mask& removed, const SourceCell& other) const {
    for (std::size_t i = 0; i < program_.cell_words(); ++i) {
      // No cell is both.
      if (((writer.present[i] & other.missing[i]) | (writer.missing[i] & other.present[i])) != 0)
        return false;
    }
    for (std::size_t i = 0; i < program_.cell_words(); ++i) {
      const Bits made = writer.replacement.set[i] & ~writer.present[i];
      Bits needed = other.present[i];
      for (const Mask& any : other.any) needed |= any[i];
      if ((made & other.missing[i]) != 0 || (removed[i] & needed) != 0) return true;
      if (&other == &writer || !other.is_replaced) continue;
      if ((removed[i] & other.replacement.set[i]) != 0) return true;
      // Set here and cleared there, even where one of the two seems to change nothing.
      if ((writer.replacement.set[i] & other.replacement.clear[i] & ~other.replacement.set[i] &
           possible_.bits()[i]) != 0) {
        return true;
      }
    }
    return false;
  }
  Mask removed_by(const SourceCell& writer) const {
    Mask removed = writer.replacement.clear;
    for (std::size_t bit = 0; bit < program_.cell_words() * kWordBits; ++bit) {
      if (!test(removed, bit)) continue;
      const bool may_be_there = bit < program_.object_words() * kWordBits
                                    ? bit < program_.objects && possible_.may_be_in(bit, writer)
                                    : test(possible_.bits(), bit) && !test(writer.missing, bit);
      if (test(writer.replacement.set, bit) || !may_be_there)
        removed[bit / kWordBits] &= ~(Bits{1} << (bit % kWordBits));
    }
    return removed;
  }

  const Program& program_;
  const Possible& possible_;
};

}  // namespace ludoplan::puzzlescript
