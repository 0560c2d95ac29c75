#include "search/shared_table.hpp"

#include <array>
#include <utility>

namespace ludoplan {

bool SharedTable::grow(std::size_t states, Crew& crew) {
  // Of the states that are asked for, and at most; the second where memory is short.
  constexpr std::pair<double, double> kLoads[] = {{0.4, 0.8}, {0.8, 0.9}};
  constexpr std::size_t kSmall = 1024;  // slots, which there always are
  const auto needed = static_cast<double>(size() + states);
  for (const auto& [load, most_load] : kLoads) {
    const double wanted = needed / load;
    if (wanted > static_cast<double>(Slots::kMost)) continue;
    const auto count = static_cast<std::size_t>(wanted);
    const std::size_t more = count - std::min(count, slots_.count());
    if (count > kSmall && !monitor_.may_take(more * sizeof(Word))) continue;
    const auto most = static_cast<std::size_t>(static_cast<double>(count) * most_load);
    const std::size_t blocks = used_blocks_ + (most - size()) / kBlock + crew.size() + 1;
    if (blocks << kShift >= kNoPart) break;
    blocks_.resize(blocks);
    slots_.allocate(count, blocks << kShift);
    most_ = most;
    const std::size_t parts = 4 * crew.size();
    crew.share(parts, [&](std::size_t, std::size_t part) {
      slots_.clear(count * part / parts, count * (part + 1) / parts);
    });
    crew.share(parts, [&](std::size_t, std::size_t part) {
      fill(size() * part / parts, size() * (part + 1) / parts);
    });
    return !monitor_.is_late();
  }
  monitor_.stop(Stop::memory);
  return false;
}

// Slots are fetched while those before them are filled.
void SharedTable::fill(std::size_t begin, std::size_t end) {
  std::array<std::uint64_t, 64> hashes;
  for (; begin < end; begin += hashes.size()) {
    if (begin % (hashes.size() << 14) == 0 && monitor_.is_late()) return;
    const std::size_t count = std::min(hashes.size(), end - begin);
    for (std::size_t i = 0; i < count; ++i) {
      hashes[i] = hash_words((*this)[static_cast<StateId>(begin + i)], words_);
      prefetch(hashes[i]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Word entry = slots_.entry(places_[begin + i], hashes[i]);
      std::size_t at = slots_.first(hashes[i]);
      for (Word empty = 0; !std::atomic_ref<Word>(slots_[at])
                                .compare_exchange_strong(empty, entry, std::memory_order_relaxed);
           empty = 0)
        at = slots_.next(at);
    }
  }
}

}  // namespace ludoplan
