// The board in two forms at once: for each cell the words of what is in it, and for each bit of these words a
// board of the cells that have it. The first tests a pattern at a place, the second finds the places; counts
// of the second say which rules need not be looked at. A journal keeps what cells held when the turn began.
//
// `S` is the number of words of a cell, `B` that of a board; 0 for one that is known only at run time. What
// matches and changes cells is compiled for the sizes that are most frequent, all else once for all.
#pragma once

#include <vector>

#include "puzzlescript/code.hpp"

namespace ludoplan::puzzlescript {

// Whether a cell has one of some objects, or all of them.
inline bool has(const Bits* cell, const Mask& objects, bool all) {
  Bits some = 0;
  Bits absent = 0;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    some |= cell[i] & objects[i];
    absent |= objects[i] & ~cell[i];
  }
  return all ? absent == 0 : some != 0;
}

class Board {
 public:
  explicit Board(const LevelCode& code)
      : object_words_(code.object_words),
        cell_words_(code.cell_words),
        board_words_(code.board_words),
        cells_(code.cells * code.cell_words, 0),
        boards_(code.cell_words * kWordBits * code.board_words, 0),
        counts_(code.cell_words * kWordBits, 0),
        present_(code.cell_words, 0),
        moving_(code.board_words, 0),
        touched_(code.cells, 0) {}

  virtual ~Board() = default;

  std::size_t cell_words() const { return cell_words_; }
  std::size_t board_words() const { return board_words_; }
  std::size_t object_words() const { return object_words_; }

  const Bits* cell(std::size_t at) const { return cells_.data() + at * cell_words(); }
  const Bits* cells_with(std::size_t bit) const { return boards_.data() + bit * board_words(); }
  std::uint32_t count(std::size_t bit) const { return counts_[bit]; }
  const Bits* present() const { return present_.data(); }
  const Bits* moving() const { return moving_.data(); }

  bool has_just(std::size_t at, const Bits* objects) const {
    for (std::size_t i = 0; i < object_words(); ++i) {
      if (cell(at)[i] != objects[i]) return false;
    }
    return true;
  }
  // What a word of a cell is when it has of some objects one alone, or none.
  static Bits with_only(Bits word, std::size_t number, const Mask& objects, int object) {
    const Bits others = word & ~objects[number];
    const bool is_here = object != kNone && static_cast<std::size_t>(object) / kWordBits == number;
    return is_here ? others | Bits{1} << (static_cast<std::size_t>(object) % kWordBits) : others;
  }
  void put_only(std::size_t at, const Mask& objects, int object) {
    Bits* const words = cells_.data() + at * cell_words();
    for (std::size_t i = 0; i < object_words(); ++i)
      replace_word(at, i, words, with_only(words[i], i, objects, object));
  }
  // Puts objects into a cell, without a note in the journal; movements stay.
  void put_objects(std::size_t at, const Bits* objects) {
    Bits* const words = cells_.data() + at * cell_words();
    for (std::size_t i = 0; i < object_words(); ++i) replace_word(at, i, words, objects[i]);
  }

  // The journal. Each cell is in it at most once, with the objects that it had when the turn began.
  void begin_journal() {
    journal_cells_.clear();
    journal_words_.clear();
    if (++stamp_ == 0) {
      std::fill(touched_.begin(), touched_.end(), 0);
      stamp_ = 1;
    }
  }
  bool differs_from_journal() const {
    for (std::size_t i = 0; i < journal_cells_.size(); ++i) {
      if (!has_just(journal_cells_[i], journal_words_.data() + i * object_words())) return true;
    }
    return false;
  }
  // Calls visit(cell, objects at the beginning of the turn).
  template <class Visit>
  void for_each_entry(Visit&& visit) const {
    for (std::size_t i = 0; i < journal_cells_.size(); ++i) {
      visit(std::size_t{journal_cells_[i]}, journal_words_.data() + i * object_words());
    }
  }
  // Puts back the objects that the turn began with.
  void roll_back() {
    for (std::size_t i = 0; i < journal_cells_.size(); ++i) {
      put_objects(journal_cells_[i], journal_words_.data() + i * object_words());
    }
    begin_journal();
  }

 protected:
  // `B` as above.
  template <int B = 0>
  void replace_word(std::size_t at, std::size_t number, Bits* words, Bits now) {
    const Bits before = words[number];
    const Bits bit = Bits{1} << (at % kWordBits);
    const std::size_t place = at / kWordBits;
    const std::size_t words_of_board = B > 0 ? static_cast<std::size_t>(B) : board_words_;
    for_each_bit(now & ~before, [&](std::size_t i) {
      const std::size_t row = number * kWordBits + i;
      boards_[row * words_of_board + place] |= bit;
      if (counts_[row]++ == 0) present_[number] |= Bits{1} << i;
    });
    for_each_bit(before & ~now, [&](std::size_t i) {
      const std::size_t row = number * kWordBits + i;
      boards_[row * words_of_board + place] &= ~bit;
      if (--counts_[row] == 0) present_[number] &= ~(Bits{1} << i);
    });
    words[number] = now;
  }

  std::size_t object_words_;
  std::size_t cell_words_;
  std::size_t board_words_;
  std::vector<Bits> cells_;
  std::vector<Bits> boards_;
  std::vector<std::uint32_t> counts_;
  std::vector<Bits> present_;
  std::vector<Bits> moving_;
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint32_t> journal_cells_;
  std::vector<Bits> journal_words_;
  std::uint32_t stamp_ = 1;
};

template <int S, int B>
class BoardOf final : public Board {
 public:
  using Board::Board;

  std::size_t cell_words() const { return S > 0 ? static_cast<std::size_t>(S) : cell_words_; }
  std::size_t board_words() const { return B > 0 ? static_cast<std::size_t>(B) : board_words_; }
  std::size_t object_words() const { return S == 2 ? 1 : object_words_; }

  const Bits* cell(std::size_t at) const { return cells_.data() + at * cell_words(); }
  const Bits* cells_with(std::size_t bit) const { return boards_.data() + bit * board_words(); }

  // Replaces a cell's words; false if they are the same.
  bool rewrite(std::size_t at, const Bits* keep, const Bits* set) {
    Bits* const words = cells_.data() + at * cell_words();
    Bits of_objects = 0;
    Bits of_movements = 0;
    for (std::size_t i = 0; i < cell_words(); ++i) {
      (i < object_words() ? of_objects : of_movements) |= words[i] ^ ((words[i] & keep[i]) | set[i]);
    }
    if ((of_objects | of_movements) == 0) return false;
    if (of_objects != 0) touch(at, words);
    for (std::size_t i = 0; i < cell_words(); ++i) {
      const Bits now = (words[i] & keep[i]) | set[i];
      if (now != words[i]) replace_word<B>(at, i, words, now);
    }
    if (of_movements != 0) note_movement(at, words);
    return true;
  }
  // The same for all cells of a board; what was made and destroyed is added to the masks, where there are
  // any.
  bool rewrite_all(const Bits* where, const Bits* keep, const Bits* set, Bits* made, Bits* destroyed) {
    bool changed = false;
    for (std::size_t i = 0; i < cell_words(); ++i) {
      for_each_bit(set[i], [&](std::size_t bit) {
        if (!put_everywhere<true>(where, i, bit)) return;
        changed = true;
        if (made != nullptr && i < object_words()) made[i] |= Bits{1} << bit;
      });
      for_each_bit(~keep[i] & ~set[i] & present_[i], [&](std::size_t bit) {
        if (!put_everywhere<false>(where, i, bit)) return;
        changed = true;
        if (destroyed != nullptr && i < object_words()) destroyed[i] |= Bits{1} << bit;
      });
    }
    if (!changed) return false;
    for (std::size_t word = 0; word < board_words(); ++word) {
      for_each_bit(where[word], [&](std::size_t bit) {
        const std::size_t at = word * kWordBits + bit;
        Bits* const words = cells_.data() + at * cell_words();
        touch(at, words);
        for (std::size_t i = 0; i < cell_words(); ++i) words[i] = (words[i] & keep[i]) | set[i];
        note_movement(at, words);
      });
    }
    return true;
  }
  void add_movement(std::size_t at, std::size_t bit) {
    Bits* const words = cells_.data() + at * cell_words();
    replace_word<B>(at, bit / kWordBits, words, words[bit / kWordBits] | Bits{1} << (bit % kWordBits));
    note_movement(at, words);
  }
  void drop_movements(std::size_t at, std::size_t word, Bits which) {
    Bits* const words = cells_.data() + at * cell_words();
    replace_word<B>(at, word, words, words[word] & ~which);
    note_movement(at, words);
  }
  // Moves one object to another cell.
  void carry(std::size_t from, std::size_t to, std::size_t object) {
    Bits* const source = cells_.data() + from * cell_words();
    Bits* const target = cells_.data() + to * cell_words();
    touch(from, source);
    touch(to, target);
    const Bits bit = Bits{1} << (object % kWordBits);
    source[object / kWordBits] ^= bit;
    target[object / kWordBits] |= bit;
    Bits* const board = boards_.data() + object * board_words();
    board[from / kWordBits] ^= Bits{1} << (from % kWordBits);
    board[to / kWordBits] |= Bits{1} << (to % kWordBits);
  }

 private:
  void touch(std::size_t at, const Bits* words) {
    if (touched_[at] == stamp_) return;
    touched_[at] = stamp_;
    journal_cells_.push_back(static_cast<std::uint32_t>(at));
    for (std::size_t i = 0; i < object_words(); ++i) journal_words_.push_back(words[i]);
  }

  // Gives a bit to all these cells, or takes it away; false if that changes none of them.
  template <bool kIsSet>
  bool put_everywhere(const Bits* where, std::size_t number, std::size_t bit) {
    const std::size_t row = number * kWordBits + bit;
    Bits* const board = boards_.data() + row * board_words();
    std::uint32_t changed = 0;
    for (std::size_t word = 0; word < board_words(); ++word) {
      const Bits other = where[word] & (kIsSet ? ~board[word] : board[word]);
      changed += static_cast<std::uint32_t>(__builtin_popcountll(other));
      board[word] ^= other;
    }
    counts_[row] += kIsSet ? changed : -changed;
    present_[number] &= ~(Bits{1} << bit);
    if (counts_[row] != 0) present_[number] |= Bits{1} << bit;
    return changed != 0;
  }

  void note_movement(std::size_t at, const Bits* words) {
    Bits any = 0;
    for (std::size_t i = object_words(); i < cell_words(); ++i) any |= words[i];
    const Bits bit = Bits{1} << (at % kWordBits);
    if (any != 0) {
      moving_[at / kWordBits] |= bit;
    } else {
      moving_[at / kWordBits] &= ~bit;
    }
  }
};

}  // namespace ludoplan::puzzlescript
