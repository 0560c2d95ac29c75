// States as rows of bits: fields of so many bits each, one after the other, in 32-bit words.
//
// A system tells its fields once, for packing, unpacking and counting: visit_fields(state, visit) calls
// visit(field, bits) for each of them, always in the same order. A field that can be -1 is visited with
// visit(field, bits, 1): so much is added to make it a natural number.
#pragma once

#include <type_traits>

#include "search/concepts.hpp"

namespace ludoplan {

class BitWriter {
 public:
  explicit BitWriter(Word* out) : out_(out) {}

  // `value` has no more than so many bits.
  [[gnu::always_inline]] void put(std::uint64_t value, unsigned bits) {
    if (bits > 32) {
      put_word(static_cast<Word>(value), 32);
      value >>= 32;
      bits -= 32;
    }
    put_word(value, bits);
  }
  void finish() {
    if (filled_ > 0) *out_ = static_cast<Word>(pending_);
  }

 private:
  [[gnu::always_inline]] void put_word(std::uint64_t value, unsigned bits) {
    pending_ |= value << filled_;
    filled_ += bits;
    if (filled_ < 32) return;
    *out_++ = static_cast<Word>(pending_);
    pending_ >>= 32;
    filled_ -= 32;
  }

  Word* out_;
  std::uint64_t pending_ = 0;
  unsigned filled_ = 0;
};

class BitReader {
 public:
  explicit BitReader(const Word* in) : in_(in) {}

  [[gnu::always_inline]] std::uint64_t take(unsigned bits) {
    if (bits <= 32) return take_word(bits);
    const std::uint64_t low = take_word(32);
    return low | take_word(bits - 32) << 32;
  }

 private:
  [[gnu::always_inline]] std::uint64_t take_word(unsigned bits) {
    if (filled_ < bits) {
      pending_ |= std::uint64_t{*in_++} << filled_;
      filled_ += 32;
    }
    const std::uint64_t value = pending_ & ((std::uint64_t{1} << bits) - 1);
    pending_ >>= bits;
    filled_ -= bits;
    return value;
  }

  const Word* in_;
  std::uint64_t pending_ = 0;
  unsigned filled_ = 0;
};

// Not lambdas, which compilers do not always inline where there are many fields.
struct PutField {
  BitWriter writer;
  template <class Field>
  [[gnu::always_inline]] void operator()(const Field& field, unsigned bits, int more = 0) {
    writer.put(static_cast<std::uint64_t>(field) + static_cast<std::uint64_t>(more), bits);
  }
};
struct TakeField {
  BitReader reader;
  template <class Field>
  [[gnu::always_inline]] void operator()(Field& field, unsigned bits, int more = 0) {
    field = static_cast<Field>(reader.take(bits) - static_cast<std::uint64_t>(more));
  }
};

template <class System, class State>
std::size_t words_of_fields(const System& system, const State& state) {
  unsigned sum = 0;
  system.visit_fields(state, [&](const auto&, unsigned bits, int = 0) { sum += bits; });
  return sum == 0 ? 1 : (sum + 31) / 32;
}

// States of two words, in one number.
struct PutInPair {
  std::uint64_t number = 0;
  unsigned filled = 0;
  template <class Field>
  [[gnu::always_inline]] void operator()(const Field& field, unsigned bits, int more = 0) {
    number |= (static_cast<std::uint64_t>(field) + static_cast<std::uint64_t>(more)) << (filled & 63);
    filled += bits;
  }
};
struct TakeFromPair {
  std::uint64_t number;
  unsigned taken = 0;
  template <class Field>
  [[gnu::always_inline]] void operator()(Field& field, unsigned bits, int more = 0) {
    const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    field = static_cast<Field>((number >> (taken & 63) & mask) - static_cast<std::uint64_t>(more));
    taken += bits;
  }
};

template <class System, class State>
void pack_fields(const System& system, const State& state, Word* out) {
  if (system.packed_words() == 1) {  // most small levels
    Word word = 0;
    unsigned filled = 0;
    system.visit_fields(state, [&](const auto& field, unsigned bits, int more = 0) {
      word |= (static_cast<Word>(field) + static_cast<Word>(more)) << (filled & 31);
      filled += bits;
    });
    *out = word;
    return;
  }
  if (system.packed_words() == 2) {
    PutInPair put;
    system.visit_fields(state, put);
    out[0] = static_cast<Word>(put.number);
    out[1] = static_cast<Word>(put.number >> 32);
    return;
  }
  PutField put{BitWriter(out)};
  system.visit_fields(state, put);
  put.writer.finish();
}

template <class System, class State>
void unpack_fields(const System& system, const Word* words, State& state) {
  const std::size_t count = system.packed_words();
  if (count <= 2) {
    TakeFromPair take{count == 1 ? words[0] : words[0] | std::uint64_t{words[1]} << 32};
    system.visit_fields(state, take);
    return;
  }
  system.visit_fields(state, TakeField{BitReader(words)});
}

}  // namespace ludoplan
