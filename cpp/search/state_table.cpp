#include "search/state_table.hpp"

#include <array>
#include <bit>

namespace ludoplan {

void StateTable::allocate(std::size_t slots) {
  slots_.allocate(slots, slots);
  slots_.clear();
  // A small table can afford room, which makes for short ways; large ones have to save memory.
  grow_at_ = load_limit(slots <= kSmallest ? 0.25 : slots < kSmall ? 0.5 : 0.8);
}

bool StateTable::grow() {
  const std::size_t slots = slots_.count();
  for (const double factor : {4 * slots < kSmall ? 4.0 : 2.0, 2.0, 1.5, 1.2}) {
    const double wanted = static_cast<double>(slots) * factor;
    if (wanted > static_cast<double>(Slots::kMost)) continue;
    const auto count = static_cast<std::size_t>(wanted);
    if (!monitor_->may_take((count - slots) * sizeof(Word))) continue;
    allocate(count);
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
  if (slots > Slots::kMost || !monitor_->has_room(slots * sizeof(Word))) {
    monitor_->stop(Stop::memory);
    return false;
  }
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
      std::size_t slot = slots_.first(hashes[i]);
      while (slots_[slot] != 0) slot = slots_.next(slot);
      slots_[slot] = slots_.entry(static_cast<StateId>(begin + i), hashes[i]);
    }
  }
  return true;
}

}  // namespace ludoplan
