// The memory of an index by hash: 32-bit slots, found by linear probing. A slot is 0, or holds the number of
// an entry plus one in its low bits; the bits above, which no number can reach, hold a piece of the hash, so
// that most false matches are settled without looking at the entry.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <memory>
#include <new>

#include "search/monitor.hpp"

namespace ludoplan {

class Slots {
 public:
  static constexpr std::size_t kMost = 0xFFFFFFFF;

  explicit Slots(Monitor& monitor) : monitor_(monitor) {}
  Slots(const Slots&) = delete;
  Slots& operator=(const Slots&) = delete;
  ~Slots() { release(); }

  std::size_t count() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(Word); }
  Word& operator[](std::size_t slot) { return slots_[slot]; }
  const Word& operator[](std::size_t slot) const { return slots_[slot]; }

  void release() {
    monitor_.gave(bytes());
    slots_.reset();
    count_ = 0;
  }
  // Other slots in place of these, for numbers below `entries`; what is in them is not set.
  void allocate(std::size_t count, std::size_t entries) {
    release();
    slots_.reset(memory(count * sizeof(Word)));
    if (slots_ == nullptr) throw std::bad_alloc();
    count_ = count;
    id_mask_ = static_cast<Word>((std::uint64_t{1} << std::bit_width(entries)) - 1);
    monitor_.took(bytes());
  }

  void clear(std::size_t begin, std::size_t end) { std::fill(slots_.get() + begin, slots_.get() + end, 0); }
  void clear() { clear(0, count_); }

  // Spreads the hash's upper half evenly over any number of slots.
  std::size_t first(std::uint64_t hash) const {
    return static_cast<std::size_t>(((hash >> 32) * count_) >> 32);
  }
  std::size_t next(std::size_t slot) const { return slot + 1 == count_ ? 0 : slot + 1; }
  Word entry(StateId id, std::uint64_t hash) const {
    return (static_cast<Word>(hash) & ~id_mask_) | (id + 1);
  }
  // Of a slot that is not empty.
  bool may_be(Word stored, std::uint64_t hash) const {
    return ((stored ^ static_cast<Word>(hash)) & ~id_mask_) == 0;
  }
  StateId id_of(Word stored) const { return (stored & id_mask_) - 1; }

 private:
  struct Free {
    void operator()(Word* slots) const { std::free(slots); }
  };

  // Slots are looked at in no order: huge pages, where there are any, spare a second wait for every look.
  static Word* memory(std::size_t bytes) {
    constexpr std::size_t kPage = std::size_t{1} << 21;
    if (bytes < 8 * kPage) return static_cast<Word*>(std::malloc(bytes));
    bytes = (bytes + kPage - 1) / kPage * kPage;
    void* memory = std::aligned_alloc(kPage, bytes);
#ifdef MADV_HUGEPAGE
    if (memory != nullptr) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return static_cast<Word*>(memory);
  }

  Monitor& monitor_;
  std::size_t count_ = 0;
  Word id_mask_ = 0;
  std::unique_ptr<Word[], Free> slots_;
};

}  // namespace ludoplan
