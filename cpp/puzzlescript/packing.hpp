// States in few bits.
//
// Objects that share a layer exclude each other, so a cell needs for each layer only the number of the
// changing object that is there, or 0; and nothing at all where an object of the layer is that never changes,
// such as a wall. A state is these fields, one bit for "won", and where they matter the count of random
// numbers drawn and the fields of the restart point.
#pragma once

#include <bit>
#include <vector>

#include "puzzlescript/code.hpp"
#include "search/concepts.hpp"

namespace ludoplan::puzzlescript {

class Packing {
 public:
  explicit Packing(const LevelCode& code)
      : cells_(code.cells), object_words_(code.object_words), code_of_(code.program.objects, 0) {
    build_slots(code);
    place_fields(code);
    draws_ = code.draws;
    keeps_restart_point_ = code.keeps_restart_point;
  }

  std::size_t words() const { return field_words_ * (keeps_restart_point_ ? 2 : 1) + (draws_ ? 1 : 0); }
  std::size_t field_words() const { return field_words_; }
  bool draws() const { return draws_; }
  bool keeps_restart_point() const { return keeps_restart_point_; }
  std::size_t restart_at() const { return field_words_; }
  std::size_t drawn_at() const { return words() - 1; }
  static bool is_won(const Word* words) { return (words[0] & 1) != 0; }

  // Writes the fields of a cell.
  void encode(std::size_t cell, const Bits* objects, Word* words) const {
    for (std::size_t number = 0; number < slots_.size(); ++number) {
      const std::uint32_t place = places_[number * cells_ + cell];
      if (place == kNowhere) continue;
      const Slot& slot = slots_[number];
      Word value = 0;
      for (std::size_t i = 0; i < object_words_; ++i) {
        const Bits there = objects[i] & slot.objects[i];
        if (there != 0) value = code_of_[i * kWordBits + static_cast<std::size_t>(__builtin_ctzll(there))];
      }
      Word& word = words[place / 32];
      word = (word & ~(slot.ones << place % 32)) | value << place % 32;
    }
  }

  // Calls visit(cell, mask, object) for every field in which two states differ: of the objects in `mask`, the
  // cell has only `object` in the second, or none where it is negative.
  template <class Visit>
  void for_each_difference(const Word* before, const Word* after, Visit&& visit) const {
    for (std::size_t word = 0; word < field_words_; ++word) {
      for (Word left = (before[word] ^ after[word]) & (word == 0 ? ~Word{1} : ~Word{0}); left != 0;) {
        const Field& field = fields_[word * 32 + static_cast<std::size_t>(std::countr_zero(left))];
        const Slot& slot = slots_[field.slot];
        const Word value = after[word] >> field.shift & slot.ones;
        visit(std::size_t{field.cell}, slot.objects, value == 0 ? kNone : slot.by_code[value - 1]);
        left &= ~(slot.ones << field.shift);
      }
    }
  }

 private:
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  struct Slot {
    Mask objects;
    std::vector<int> by_code;  // from 1
    Word ones;
  };
  struct Field {
    std::uint32_t cell;
    std::uint32_t slot;
    std::uint32_t shift;
  };

  void add_slot(std::vector<int> objects) {
    if (objects.empty()) return;
    Slot slot{Mask(object_words_, 0), std::move(objects), 0};
    slot.ones = static_cast<Word>((std::uint64_t{1} << std::bit_width(slot.by_code.size())) - 1);
    for (std::size_t i = 0; i < slot.by_code.size(); ++i) {
      const auto object = static_cast<std::size_t>(slot.by_code[i]);
      add(slot.objects, object);
      code_of_[object] = static_cast<Word>(i + 1);
    }
    slots_.push_back(std::move(slot));
  }
  void build_slots(const LevelCode& code) {
    const auto changes = [&](std::size_t object) { return test(code.possible.changing(), object); };
    if (!code.possible.is_exclusive()) {
      for (std::size_t object = 0; object < code.program.objects; ++object) {
        if (changes(object)) add_slot({static_cast<int>(object)});
      }
      return;
    }
    for (const Mask& layer : code.program.layer_masks) {
      std::vector<int> objects;
      for_each_bit(layer, [&](std::size_t object) {
        if (changes(object)) objects.push_back(static_cast<int>(object));
      });
      add_slot(std::move(objects));
    }
  }

  void place_fields(const LevelCode& code) {
    std::size_t next = 1;  // after the bit for "won"
    places_.assign(slots_.size() * cells_, kNowhere);
    for (std::size_t number = 0; number < slots_.size(); ++number) {
      const Slot& slot = slots_[number];
      const auto layer =
          static_cast<std::size_t>(code.program.layer_of[static_cast<std::size_t>(slot.by_code[0])]);
      const auto bits = static_cast<std::size_t>(std::popcount(slot.ones));
      for (std::size_t cell = 0; cell < cells_; ++cell) {
        if (code.possible.is_exclusive() && is_fixed(code, cell, code.program.layer_masks[layer])) continue;
        if (next % 32 + bits > 32) next += 32 - next % 32;
        places_[number * cells_ + cell] = static_cast<std::uint32_t>(next);
        fields_.resize((next / 32 + 1) * 32, Field{0, 0, 0});
        for (std::size_t i = 0; i < bits; ++i) {
          fields_[next + i] = {static_cast<std::uint32_t>(cell), static_cast<std::uint32_t>(number),
                               static_cast<std::uint32_t>(next % 32)};
        }
        next += bits;
      }
    }
    field_words_ = (next + 31) / 32;
    fields_.resize(field_words_ * 32, Field{0, 0, 0});
  }
  bool is_fixed(const LevelCode& code, std::size_t cell, const Mask& layer) const {
    const Bits* objects = code.map.cells.data() + cell * object_words_;
    for (std::size_t i = 0; i < object_words_; ++i) {
      if ((objects[i] & layer[i] & ~code.possible.changing()[i]) != 0) return true;
    }
    return false;
  }

  std::size_t cells_;
  std::size_t object_words_;
  std::vector<Word> code_of_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> places_;  // by slot and cell: the field's first bit
  std::vector<Field> fields_;          // by bit
  std::size_t field_words_ = 0;
  bool draws_ = false;
  bool keeps_restart_point_ = false;
};

}  // namespace ludoplan::puzzlescript
