// Where the rows of a rule match.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "puzzlescript/board.hpp"

namespace ludoplan::puzzlescript {

// The first cell of a row that matches, and how many cells its ellipses stand for.
struct Match {
  std::uint32_t at;
  std::uint32_t first_gap;
  std::uint32_t second_gap;
};

// A list whose memory is used again and again.
class Matches {
 public:
  std::size_t size() const { return size_; }
  bool is_empty() const { return size_ == 0; }
  const Match& operator[](std::size_t i) const { return list_[i]; }
  Match& operator[](std::size_t i) { return list_[i]; }
  Match* begin() { return list_.data(); }
  Match* end() { return list_.data() + size_; }
  void clear() { size_ = 0; }
  void add(std::size_t at, std::size_t first_gap, std::size_t second_gap) {
    if (size_ == list_.size()) list_.resize(2 * size_ + 64);
    list_[size_++] = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(first_gap),
                      static_cast<std::uint32_t>(second_gap)};
  }

 private:
  std::vector<Match> list_;
  std::size_t size_ = 0;
};

class Matcher {
 public:
  static std::size_t shifted(const RuleCode& rule, std::size_t at, std::size_t steps) {
    return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(at) +
                                    rule.delta * static_cast<std::ptrdiff_t>(steps));
  }

 protected:
  explicit Matcher(const LevelCode& code)
      : code_(code),
        found_(code.board_words),
        joined_(code.board_words),
        changing_(code.board_words),
        by_rows_(code.board_words, 0),
        unwanted_(code.cell_words) {}

  void sort_by_rows(Matches& matches, bool has_gap) {
    if (has_gap) {
      std::ranges::stable_sort(matches, {}, [&](const Match& match) { return code_.by_rows[match.at]; });
      return;
    }
    for (const Match& match : matches) {
      add(by_rows_, code_.by_rows[match.at]);
    }
    std::size_t next = 0;
    for (std::size_t word = 0; word < code_.board_words; ++word) {
      for_each_bit(by_rows_[word],
                   [&](std::size_t bit) { matches[next++].at = code_.by_columns[word * kWordBits + bit]; });
      by_rows_[word] = 0;
    }
  }

  const LevelCode& code_;
  std::vector<Bits> found_;
  std::vector<Bits> all_found_;
  std::vector<Bits> joined_;
  std::vector<Bits> changing_;
  std::vector<Bits> by_rows_;
  std::vector<Bits> unwanted_;
  Matches spare_;
};

template <int S, int B>
class MatcherOf : Matcher {
 public:
  MatcherOf(const LevelCode& code, const BoardOf<S, B>& board) : Matcher(code), board_(board) {}

  bool is_needed_there(std::size_t rule) const {
    return are_present(code_.needs.data() + rule * board_.cell_words());
  }
  bool are_present(const Bits* need) const {
    const Bits* present = board_.present();
    Bits absent = 0;
    for (std::size_t i = 0; i < board_.cell_words(); ++i) absent |= need[i] & ~present[i];
    return absent == 0;
  }

  // All matches of a row in the order in which they are applied; false if there is none.
  bool find(const RuleCode& rule, const RowCode& row, Matches& matches) {
    matches.clear();
    const bool has_gap = row.first_gap < row.cells;
    for_each_start(rule, row, row.first_gap, [&](std::size_t at) {
      if (has_gap) {
        find_beyond_gaps(rule, row, at, matches);
      } else {
        matches.add(at, 0, 0);
      }
      return true;
    });
    if (matches.is_empty()) return false;
    // Vertical rules go through the cells column by column, as they are numbered; horizontal ones row by row.
    if (matches.size() > 1 && rule.direction >= kLeft) sort_by_rows(matches, has_gap);
    return true;
  }

  bool matches_anywhere(const RuleCode& rule, const RowCode& row) {
    if (row.first_gap < row.cells) return find(rule, row, spare_);
    bool found = false;
    for_each_start(rule, row, row.cells, [&](std::size_t) {
      found = true;
      return false;
    });
    return found;
  }

  // For rules whose matches do not get into each other's way. Calls apply(replacement, cells) for each cell
  // of the row with the board of the cells where a match changes something; `matched` becomes whether there
  // is a match.
  template <class Apply>
  bool apply_everywhere(const RuleCode& rule, const RowCode& row, bool& matched, Apply&& apply) {
    matched = find_board(rule, row, row.cells);
    if (!matched || !keep_changing(rule, row)) return false;
    for (std::uint32_t i = 0; i < row.cells; ++i) {
      const std::int32_t number = code_.cell_codes[row.first_cell + i].replacement;
      if (number == kNone) continue;
      const auto offset = -rule.delta * static_cast<std::int32_t>(i);
      for (std::size_t word = 0; word < board_.board_words(); ++word) {
        joined_[word] = shifted_word(found_.data(), word, offset);
      }
      apply(code_.replacements[static_cast<std::size_t>(number)], joined_.data());
    }
    return true;
  }
  // For rules whose matches may get into each other's way, but take no notes and no random numbers: the
  // matches, or none where not one of them changes anything. `matched` becomes whether there is a match.
  bool find_changing(const RuleCode& rule, const RowCode& row, bool& matched, Matches& matches) {
    matched = find_board(rule, row, row.cells);
    if (!matched) return false;
    all_found_ = found_;
    if (!keep_changing(rule, row)) return false;
    matches.clear();
    for_each_bit(all_found_.data(), board_.board_words(), [&](std::size_t at) { matches.add(at, 0, 0); });
    if (matches.size() > 1 && rule.direction >= kLeft) sort_by_rows(matches, false);
    return true;
  }
  // Whether so many cells may match that boards are quicker.
  bool is_frequent(const RowCode& row) const {
    std::uint32_t least;
    rarest_term(row, least);
    return least > kFew;
  }

  bool still_matches(const RuleCode& rule, const RowCode& row, const Match& match) const {
    if (!fits(rule, row, 0, row.first_gap, match.at)) return false;
    if (row.first_gap == row.cells) return true;
    const std::size_t second = shifted(rule, match.at, match.first_gap);
    if (!fits(rule, row, row.first_gap, row.second_gap, second)) return false;
    return fits(rule, row, row.second_gap, row.cells, shifted(rule, second, match.second_gap));
  }

 private:
  // With more candidates than this the boards are joined first.
  static constexpr std::uint32_t kFew = 12;

  bool fits(const CellCode& cell, std::size_t at) const {
    const std::size_t words = board_.cell_words();
    const Bits* masks = code_.pool.data() + cell.masks;
    const Bits* contents = board_.cell(at);
    Bits wrong = 0;
    for (std::size_t i = 0; i < words; ++i) wrong |= (contents[i] & masks[i]) ^ masks[words + i];
    if (wrong != 0) return false;
    masks += 2 * words;
    for (std::uint32_t k = 0; k < cell.any; ++k, masks += words) {
      Bits there = 0;
      for (std::size_t i = 0; i < board_.object_words(); ++i) there |= contents[i] & masks[i];
      if (there == 0) return false;
    }
    return true;
  }
  // Cells `from` to `to` of a row; `at` is where its first cell would be without the gaps before these.
  bool fits(const RuleCode& rule, const RowCode& row, std::uint32_t from, std::uint32_t to,
            std::size_t at) const {
    for (std::uint32_t i = from; i < to; ++i) {
      if (!fits(code_.cell_codes[row.first_cell + i], shifted(rule, at, i))) return false;
    }
    return true;
  }

  // The term that the fewest cells have.
  const Term* rarest_term(const RowCode& row, std::uint32_t& least) const {
    const Term* const terms = code_.terms.data() + row.first_term;
    const Term* rarest = nullptr;
    least = ~std::uint32_t{0};
    for (std::uint32_t i = 0; i < row.terms; ++i) {
      const std::uint32_t count = board_.count(terms[i].bit);
      if (count < least) {
        least = count;
        rarest = terms + i;
      }
    }
    return rarest;
  }

  // Calls visit(cell) for cells where the row starts, as far as its first `length` cells say, until it says
  // no.
  template <class Visit>
  void for_each_start(const RuleCode& rule, const RowCode& row, std::uint32_t length, Visit&& visit) {
    std::uint32_t least;
    const Term* const rarest = rarest_term(row, least);
    if (least > kFew) {
      if (!find_board(rule, row, length)) return;
      for (std::size_t word = 0; word < board_.board_words(); ++word) {
        for (Bits left = found_[word]; left != 0; left &= left - 1) {
          if (!visit(word * kWordBits + static_cast<std::size_t>(__builtin_ctzll(left)))) return;
        }
      }
      return;
    }
    const Bits* const starts = code_.start_boards.data() + row.starts;
    const Bits* const board = board_.cells_with(rarest->bit);
    for (std::size_t word = 0; word < board_.board_words(); ++word) {
      for (Bits left = board[word]; left != 0; left &= left - 1) {
        const std::size_t place = word * kWordBits + static_cast<std::size_t>(__builtin_ctzll(left));
        const auto at = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(place) - rarest->offset);
        const bool may_start = at < code_.cells && test(starts, at);
        if (may_start && fits(rule, row, 0, length, at) && !visit(at)) return;
      }
    }
  }

  // Makes `found_` the board of cells where the row starts, as far as its first `length` cells say.
  bool find_board(const RuleCode& rule, const RowCode& row, std::uint32_t length) {
    const std::size_t words = board_.board_words();
    const Bits* const starts = code_.start_boards.data() + row.starts;
    Bits any = 0;
    for (std::size_t word = 0; word < words; ++word) any |= found_[word] = starts[word];
    if (any == 0) return false;  // longer than the board
    const Term* const terms = code_.terms.data() + row.first_term;
    for (std::uint32_t i = 0; i < row.terms; ++i) {
      if (!keep<false>(board_.cells_with(terms[i].bit), terms[i].offset)) return false;
    }
    for (std::uint32_t i = 0; i < length; ++i) {
      const CellCode& cell = code_.cell_codes[row.first_cell + i];
      const Bits* masks = code_.pool.data() + cell.masks;
      const auto offset = rule.delta * static_cast<std::int32_t>(i);
      Bits forbidden = 0;
      for (std::size_t k = 0; k < board_.cell_words(); ++k) {
        forbidden |= unwanted_[k] = masks[k] & ~masks[board_.cell_words() + k] & board_.present()[k];
      }
      if (forbidden != 0) {
        join(unwanted_.data());
        if (!keep<true>(joined_.data(), offset)) return false;
      }
      masks += 2 * board_.cell_words();
      for (std::uint32_t k = 0; k < cell.any; ++k, masks += board_.cell_words()) {
        join(masks);
        if (!keep<false>(joined_.data(), offset)) return false;
      }
    }
    return true;
  }

  // Makes `joined_` the board of cells that have any of these bits.
  void join(const Bits* mask) {
    std::fill_n(joined_.data(), board_.board_words(), 0);
    for (std::size_t k = 0; k < board_.cell_words(); ++k) {
      for_each_bit(mask[k] & board_.present()[k], [&](std::size_t bit) {
        const Bits* const board = board_.cells_with(k * kWordBits + bit);
        for (std::size_t word = 0; word < board_.board_words(); ++word) joined_[word] |= board[word];
      });
    }
  }

  // Keeps those starts from which the board has the cell at this offset, or has it not; false if none is
  // left.
  template <bool kIsForbidden>
  bool keep(const Bits* board, std::int32_t offset) {
    Bits any = 0;
    for (std::size_t i = 0; i < board_.board_words(); ++i) {
      const Bits from = shifted_word(board, i, offset);
      any |= found_[i] &= kIsForbidden ? ~from : from;
    }
    return any != 0;
  }
  Bits shifted_word(const Bits* board, std::size_t i, std::int32_t offset) const {
    return puzzlescript::shifted_word(board, board_.board_words(), i, offset);
  }

  // Keeps those starts in `found_` from which a replacement changes something; false if none is left.
  bool keep_changing(const RuleCode& rule, const RowCode& row) {
    const std::size_t words = board_.board_words();
    std::fill_n(changing_.data(), words, 0);
    for (std::uint32_t i = 0; i < row.cells; ++i) {
      const std::int32_t number = code_.cell_codes[row.first_cell + i].replacement;
      if (number == kNone) continue;
      const auto offset = rule.delta * static_cast<std::int32_t>(i);
      const Bits* const kept = code_.pool.data() + code_.replacements[static_cast<std::size_t>(number)].masks;
      const Bits* const set = kept + board_.cell_words();
      for (std::size_t k = 0; k < board_.cell_words(); ++k) unwanted_[k] = ~kept[k] & ~set[k];
      join(unwanted_.data());
      for (std::size_t k = 0; k < board_.cell_words(); ++k) {
        for_each_bit(set[k], [&](std::size_t bit) {
          const Bits* const board = board_.cells_with(k * kWordBits + bit);
          for (std::size_t word = 0; word < words; ++word) joined_[word] |= ~board[word];
        });
      }
      for (std::size_t word = 0; word < words; ++word)
        changing_[word] |= shifted_word(joined_.data(), word, offset);
    }
    Bits any = 0;
    for (std::size_t word = 0; word < words; ++word) any |= found_[word] &= changing_[word];
    return any != 0;
  }

  void find_beyond_gaps(const RuleCode& rule, const RowCode& row, std::size_t at, Matches& matches) {
    if (rule.direction == kAction) return;
    const bool is_horizontal = rule.direction >= kLeft;
    const int place =
        is_horizontal ? static_cast<int>(at) / code_.height : static_cast<int>(at) % code_.height;
    const int cells = rule.delta < 0 ? place + 1 : (is_horizontal ? code_.width : code_.height) - place;
    const int room = cells - static_cast<int>(row.cells);  // for the gaps, up to the edge
    const bool has_second = row.second_gap < row.cells;
    for (int first = 0; first <= room; ++first) {
      const std::size_t middle = shifted(rule, at, static_cast<std::size_t>(first));
      if (!fits(rule, row, row.first_gap, row.second_gap, middle)) continue;
      for (int second = 0; second <= (has_second ? room - first : 0); ++second) {
        if (!fits(rule, row, row.second_gap, row.cells,
                  shifted(rule, middle, static_cast<std::size_t>(second)))) {
          continue;
        }
        matches.add(at, static_cast<std::size_t>(first), static_cast<std::size_t>(second));
      }
    }
  }

  const BoardOf<S, B>& board_;
};

}  // namespace ludoplan::puzzlescript
