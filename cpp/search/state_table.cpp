#include "search/state_table.hpp"

#include <sys/mman.h>

#include <array>
#include <new>

namespace ludoplan {

void StateTable::allocate(std::size_t slots) {
  slot_count_ = slots;
  id_mask_ = static_cast<Word>((std::uint64_t{1} << std::bit_width(slots)) - 1);
  slots_.reset(zeros(slots));
  if (slots_ == nullptr) throw std::bad_alloc();
  monitor_->took(slot_bytes());
  // A small table can afford room, which makes for short ways; large ones have to save memory.
  grow_at_ = load_limit(slots <= kSmallest ? 0.25 : slots < kSmall ? 0.5 : 0.8);
}

// Slots are looked at in no order: huge pages, where there are any, spare a second wait for every look.
Word* StateTable::zeros(std::size_t slots) {
  constexpr std::size_t kPage = std::size_t{1} << 21;
  std::size_t bytes = slots * sizeof(Word);
  if (bytes < 8 * kPage) return static_cast<Word*>(std::calloc(slots, sizeof(Word)));
  bytes = (bytes + kPage - 1) / kPage * kPage;
  void* memory = std::aligned_alloc(kPage, bytes);
  if (memory == nullptr) return nullptr;
#ifdef MADV_HUGEPAGE
  madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return static_cast<Word*>(std::memset(memory, 0, bytes));
}

bool StateTable::grow() {
  for (const double factor : {4 * slot_count_ < kSmall ? 4.0 : 2.0, 2.0, 1.5, 1.2}) {
    const double wanted = static_cast<double>(slot_count_) * factor;
    if (wanted > kMostSlots ||
        !monitor_->may_take(static_cast<std::size_t>(wanted - static_cast<double>(slot_count_)) *
                            sizeof(Word)))
      continue;
    monitor_->gave(slot_bytes());
    slots_.reset();
    allocate(static_cast<std::size_t>(wanted));
    return fill();
  }
  // Rather a slower index than an early end.
  const std::size_t last = load_limit(0.92);
  if (grow_at_ < last) {
    grow_at_ = last;
    return true;
  }
  monitor_->stop(Stop::memory);
  return false;
}

bool StateTable::enter_all() {
  const std::size_t slots = std::bit_ceil(std::max<std::size_t>(4 * size(), 1024));
  if (static_cast<double>(slots) > kMostSlots || !monitor_->has_room(slots * sizeof(Word))) {
    monitor_->stop(Stop::memory);
    return false;
  }
  monitor_->gave(slot_bytes());
  slots_.reset();
  allocate(slots);
  return fill();
}

// Slots are fetched while those before them are filled.
bool StateTable::fill() {
  std::array<std::uint64_t, 16> hashes;
  for (std::size_t begin = 0; begin < size(); begin += hashes.size()) {
    if ((begin & 0xFFFFF) == 0 && monitor_->is_late()) return false;
    const std::size_t count = std::min(hashes.size(), size() - begin);
    for (std::size_t i = 0; i < count; ++i) {
      hashes[i] = hash_words(states_.at(begin + i), words_);
      prefetch(hashes[i]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t slot = first_slot(hashes[i]);
      while (slots_[slot] != 0) slot = next_slot(slot);
      slots_[slot] = entry(static_cast<StateId>(begin + i), hashes[i]);
    }
  }
  return true;
}

}  // namespace ludoplan
