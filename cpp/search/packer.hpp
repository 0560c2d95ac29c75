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
  void put(std::uint64_t value, unsigned bits) {
    for (; bits > 32; bits -= 32, value >>= 32) put(static_cast<Word>(value), 32);
    pending_ |= value << filled_;
    filled_ += bits;
    if (filled_ < 32) return;
    *out_++ = static_cast<Word>(pending_);
    pending_ >>= 32;
    filled_ -= 32;
  }
  void finish() {
    if (filled_ > 0) *out_ = static_cast<Word>(pending_);
  }

 private:
  Word* out_;
  std::uint64_t pending_ = 0;
  unsigned filled_ = 0;
};

class BitReader {
 public:
  explicit BitReader(const Word* in) : in_(in) {}

  std::uint64_t take(unsigned bits) {
    if (bits > 32) {
      const std::uint64_t low = take(32);
      return low | take(bits - 32) << 32;
    }
    if (filled_ < bits) {
      pending_ |= std::uint64_t{*in_++} << filled_;
      filled_ += 32;
    }
    const std::uint64_t value = pending_ & ((std::uint64_t{1} << bits) - 1);
    pending_ >>= bits;
    filled_ -= bits;
    return value;
  }

 private:
  const Word* in_;
  std::uint64_t pending_ = 0;
  unsigned filled_ = 0;
};

template <class System, class State>
std::size_t words_of_fields(const System& system, const State& state) {
  unsigned sum = 0;
  system.visit_fields(state, [&](const auto&, unsigned bits, int = 0) { sum += bits; });
  return sum == 0 ? 1 : (sum + 31) / 32;
}

template <class System, class State>
void pack_fields(const System& system, const State& state, Word* out) {
  BitWriter writer(out);
  system.visit_fields(state, [&](const auto& field, unsigned bits, int more = 0) {
    writer.put(static_cast<std::uint64_t>(field) + static_cast<std::uint64_t>(more), bits);
  });
  writer.finish();
}

template <class System, class State>
void unpack_fields(const System& system, const Word* words, State& state) {
  BitReader reader(words);
  system.visit_fields(state, [&](auto& field, unsigned bits, int more = 0) {
    field = static_cast<std::remove_reference_t<decltype(field)>>(reader.take(bits) -
                                                                  static_cast<std::uint64_t>(more));
  });
}

}  // namespace ludoplan
