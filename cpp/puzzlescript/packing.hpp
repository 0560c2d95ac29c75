// States in few bits.
//
// Objects that share a layer exclude each other, so a cell needs for each layer only the number of the object
// that is there, or 0, among those that can ever be there; and nothing at all where an object of the layer
// stays for ever, such as a wall. A state is these fields, one bit for "won", and where they matter the count
// of random numbers drawn and the fields of the restart point.
#pragma once

#include <bit>
#include <map>
#include <utility>
#include <vector>

#include "puzzlescript/reach.hpp"
#include "search/concepts.hpp"

namespace ludoplan::puzzlescript {

class Packing {
 public:
  Packing(const LevelCode& code, const Reach& reach, bool keeps_chance = true)
      : object_words_(code.object_words) {
    place_fields(code, reach);
    draws_ = code.draws && keeps_chance;
    keeps_restart_point_ = code.keeps_restart_point;
  }

  std::size_t words() const { return field_words_ * (keeps_restart_point_ ? 2 : 1) + (draws_ ? 1 : 0); }
  bool draws() const { return draws_; }
  bool keeps_restart_point() const { return keeps_restart_point_; }
  std::size_t restart_at() const { return field_words_; }
  std::size_t drawn_at() const { return words() - 1; }
  static bool is_won(const Word* words) { return (words[0] & 1) != 0; }

  // Writes the fields of a cell.
  void encode(std::size_t cell, const Bits* objects, Word* words) const {
    for (std::uint32_t number = first_field_[cell]; number < first_field_[cell + 1]; ++number) {
      const Field& field = fields_[number];
      const Domain& domain = domains_[field.domain];
      Word value = 0;
      for (std::size_t i = 0; i < object_words_; ++i) {
        const Bits there = objects[i] & domain.objects[i];
        if (there != 0)
          value = domain.code_of[i * kWordBits + static_cast<std::size_t>(__builtin_ctzll(there))];
      }
      Word& word = words[field.word];
      word = (word & ~(domain.ones << field.shift)) | value << field.shift;
    }
  }

  // What a field can hold, other than nothing, is an atom: an object in a cell.
  int atoms() const { return atoms_; }
  template <class Visit>
  void for_each_atom(const Word* words, Visit&& visit) const {
    for (const Field& field : fields_) {
      const Word value = words[field.word] >> field.shift & domains_[field.domain].ones;
      if (value != 0) visit(field.first_atom + static_cast<int>(value) - 1);
    }
  }

  // Those of the second state that the first does not have.
  template <class Visit>
  void for_each_new_atom(const Word* before, const Word* after, Visit&& visit) const {
    for_each_changed(before, after, [&](const Field& field, Word value) {
      if (value != 0) visit(field.first_atom + static_cast<int>(value) - 1);
    });
  }

  // Calls visit(cell, mask, object) for every field in which two states differ: of the objects in `mask`, the
  // cell has only `object` in the second, or none where it is negative.
  template <class Visit>
  void for_each_difference(const Word* before, const Word* after, Visit&& visit) const {
    for_each_changed(before, after, [&](const Field& field, Word value) {
      const Domain& domain = domains_[field.domain];
      visit(std::size_t{field.cell}, domain.objects, value == 0 ? kNone : domain.by_code[value - 1]);
    });
  }

 private:
  // Objects of which a cell has one or none.
  struct Domain {
    Mask objects;
    std::vector<int> by_code;   // from 1
    std::vector<Word> code_of;  // by object
    Word ones;
  };
  struct Field {
    std::uint32_t cell;
    std::uint32_t domain;
    std::uint32_t word;
    std::uint32_t shift;
    int first_atom;
  };

  // Calls visit(field, value) for every field in which the second state differs from the first.
  template <class Visit>
  void for_each_changed(const Word* before, const Word* after, Visit&& visit) const {
    for (std::size_t word = 0; word < field_words_; ++word) {
      for (Word left = (before[word] ^ after[word]) & (word == 0 ? ~Word{1} : ~Word{0}); left != 0;) {
        const Field& field = fields_[field_at_[word * 32 + static_cast<std::size_t>(std::countr_zero(left))]];
        const Word ones = domains_[field.domain].ones;
        visit(field, after[word] >> field.shift & ones);
        left &= ~(ones << field.shift);
      }
    }
  }

  void place_fields(const LevelCode& code, const Reach& reach) {
    // Objects that may share a cell have fields of their own.
    std::vector<Mask> exclusive = code.program.layer_masks;
    if (!code.possible.is_exclusive()) {
      exclusive.assign(code.program.objects, Mask(object_words_, 0));
      for (std::size_t object = 0; object < code.program.objects; ++object) add(exclusive[object], object);
    }
    std::size_t next = 1;  // after the bit for "won"
    for (std::size_t cell = 0; cell < code.cells; ++cell) {
      first_field_.push_back(static_cast<std::uint32_t>(fields_.size()));
      for (const Mask& group : exclusive) {
        const std::vector<int> objects = changing_in(code, reach, cell, group);
        if (objects.empty()) continue;
        const std::uint32_t number = domain_of(objects, code.program.objects);
        const auto bits = static_cast<std::size_t>(std::popcount(domains_[number].ones));
        if (next % 32 + bits > 32) next += 32 - next % 32;
        field_at_.resize((next / 32 + 1) * 32, 0);
        for (std::size_t i = 0; i < bits; ++i)
          field_at_[next + i] = static_cast<std::uint32_t>(fields_.size());
        fields_.push_back({static_cast<std::uint32_t>(cell), number, static_cast<std::uint32_t>(next / 32),
                           static_cast<std::uint32_t>(next % 32), atoms_});
        atoms_ += static_cast<int>(objects.size());
        next += bits;
      }
    }
    first_field_.push_back(static_cast<std::uint32_t>(fields_.size()));
    field_words_ = (next + 31) / 32;
  }

  // The objects of a group that a cell may have and lose; none where one stays that keeps out the others.
  static std::vector<int> changing_in(const LevelCode& code, const Reach& reach, std::size_t cell,
                                      const Mask& group) {
    std::vector<int> objects;
    bool is_fixed = false;
    for_each_bit(group, [&](std::size_t object) {
      is_fixed |= code.was_at(object, cell) && reach.stays(object, cell);
      if (test(code.possible.changing(), object) && reach.may_have(object, cell)) {
        objects.push_back(static_cast<int>(object));
      }
    });
    if (is_fixed) objects.clear();
    return objects;
  }

  std::uint32_t domain_of(const std::vector<int>& objects, std::size_t count) {
    const auto [entry, is_new] = numbers_.try_emplace(objects, static_cast<std::uint32_t>(domains_.size()));
    if (!is_new) return entry->second;
    Domain domain{Mask(object_words_, 0), objects, std::vector<Word>(count, 0), 0};
    domain.ones = static_cast<Word>((std::uint64_t{1} << std::bit_width(objects.size())) - 1);
    for (std::size_t i = 0; i < objects.size(); ++i) {
      add(domain.objects, static_cast<std::size_t>(objects[i]));
      domain.code_of[static_cast<std::size_t>(objects[i])] = static_cast<Word>(i + 1);
    }
    domains_.push_back(std::move(domain));
    return entry->second;
  }

  std::size_t object_words_;
  std::vector<Domain> domains_;
  std::map<std::vector<int>, std::uint32_t> numbers_;  // of domains, by their objects
  std::vector<Field> fields_;
  std::vector<std::uint32_t> first_field_;  // by cell
  std::vector<std::uint32_t> field_at_;     // by bit
  std::size_t field_words_ = 0;
  int atoms_ = 0;
  bool draws_ = false;
  bool keeps_restart_point_ = false;
};

}  // namespace ludoplan::puzzlescript
