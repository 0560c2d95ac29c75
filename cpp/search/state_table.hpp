// Every packed state once, numbered in the order of arrival.
//
// States lie in segments that never move, and are found by slots (slots.hpp). At full load a state costs its
// words plus 4 / 0.8 = 5 bytes.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "search/slots.hpp"

namespace ludoplan {

// A growing array whose elements never move; memory is taken in pieces that the monitor knows of.
template <class T>
class Segmented {
 public:
  explicit Segmented(Monitor& monitor, std::size_t stride = 1) : monitor_(&monitor), stride_(stride) {}
  Segmented(Segmented&&) noexcept = default;
  Segmented(const Segmented&) = delete;
  Segmented& operator=(const Segmented&) = delete;
  Segmented& operator=(Segmented&&) = delete;
  ~Segmented() { monitor_->gave(segments_.size() * kSegment * stride_ * sizeof(T)); }

  // The record with this number; with stride 1, its only element.
  T* at(std::size_t i) { return segments_[i >> kShift].get() + (i & (kSegment - 1)) * stride_; }
  const T* at(std::size_t i) const { return segments_[i >> kShift].get() + (i & (kSegment - 1)) * stride_; }
  T& operator[](std::size_t i) { return *at(i); }
  const T& operator[](std::size_t i) const { return *at(i); }
  std::size_t size() const { return size_; }

  // Where the next record will be.
  [[gnu::always_inline]] T* room() {
    if (next_ == last_) make_room();
    return next_;
  }
  T* append() {
    T* next = room();
    keep(true);
    return next;
  }
  // The next record, which is in its room, counts from now on, or it does not.
  void keep(bool is_kept) {
    size_ += is_kept;
    next_ += is_kept ? stride_ : 0;
  }
  void push_back(const T& value) { *append() = value; }
  // More records, which are not set.
  void grow_to(std::size_t size) {
    while (segments_.size() * kSegment < size) add_segment();
    turn_to(std::max(size_, size));
  }

  // Keeps the memory.
  void clear() { turn_to(0); }
  // Gives the memory back.
  void release() {
    monitor_->gave(segments_.size() * kSegment * stride_ * sizeof(T));
    std::vector<std::unique_ptr<T[]>>().swap(segments_);
    turn_to(0);
  }

 private:
  static constexpr std::size_t kShift = 13;
  static constexpr std::size_t kSegment = std::size_t{1} << kShift;

  // Makes the next record the one with this number.
  void turn_to(std::size_t size) {
    size_ = size;
    const std::size_t segment = size >> kShift;
    next_ = last_ = nullptr;
    if (segment >= segments_.size()) return;
    next_ = at(size);
    last_ = segments_[segment].get() + kSegment * stride_;
  }
  [[gnu::noinline]] void make_room() {
    if (size_ >> kShift == segments_.size()) add_segment();
    turn_to(size_);
  }
  void add_segment() {
    segments_.push_back(std::make_unique_for_overwrite<T[]>(kSegment * stride_));
    monitor_->took(kSegment * stride_ * sizeof(T));
  }

  Monitor* monitor_;
  std::size_t stride_;
  std::size_t size_ = 0;
  T* next_ = nullptr;  // the room for the next record, if its segment is there,
  T* last_ = nullptr;  // and where that ends
  std::vector<std::unique_ptr<T[]>> segments_;
};

// Two words by one multiplication, whose halves are folded: every bit depends on all of both.
inline std::uint64_t hash_words(const Word* words, std::size_t count) {
  __extension__ using Wide = unsigned __int128;
  std::uint64_t hash = 0x9E3779B97F4A7C15ull * (count + 1);
  const auto mix = [&hash](std::uint64_t pair) {
    const Wide product = Wide{hash ^ pair} * 0xD6E8FEB86659FD93ull;
    hash = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  };
  std::size_t i = 0;
  for (; i + 1 < count; i += 2) mix(words[i] | std::uint64_t{words[i + 1]} << 32);
  if (i < count) mix(words[i]);
  return hash;
}

// Few words: a call to compare them would take longer.
inline bool are_same_words(const Word* a, const Word* b, std::size_t count) {
  if (count == 2) return ((a[0] ^ b[0]) | (a[1] ^ b[1])) == 0;
  std::size_t i = 0;
  while (i < count && a[i] == b[i]) ++i;
  return i == count;
}

class StateTable {
 public:
  struct Insertion {
    StateId id;  // kNoState: there is no room or no time, and the monitor knows
    bool is_new;
  };

  StateTable(std::size_t words, Monitor& monitor)
      : monitor_(&monitor), words_(words), states_(monitor, words), slots_(monitor) {
    allocate(1024);
  }
  StateTable(const StateTable&) = delete;
  StateTable& operator=(const StateTable&) = delete;

  std::size_t size() const { return states_.size(); }
  const Word* operator[](StateId id) const { return states_.at(id); }

  Insertion insert(const Word* state) { return insert(state, hash_words(state, words_)); }

  // For callers who know the hash of the words already.
  Insertion insert(const Word* state, std::uint64_t hash) {
    std::copy_n(state, words_, room());
    const std::size_t known = size();
    const StateId id = enter(hash);
    return {id, size() > known};
  }

  // Where a caller may write a state, and its number then, new or not; kNoState as above. There is no branch
  // on whether it is new, which nobody can foretell.
  Word* room() { return states_.room(); }
  StateId enter() { return enter(hash_words(states_.room(), words_)); }
  StateId enter(std::uint64_t hash);
  // For a caller who finds states in a way of its own: what is in the room becomes a state or not, and is not
  // found here before all states are entered; false if there is no room or no time.
  void keep(bool is_kept) { states_.keep(is_kept); }
  bool enter_all();

  // Whether it is worth the while to fetch ahead what is looked at: it does not fit into a core's caches.
  bool is_large() const { return slots_.bytes() + size() * words_ * sizeof(Word) > std::size_t{1} << 19; }
  // Has the memory where a state with this hash is looked for fetched while the caller does something else.
  // Always inline: a call that only fetches has no effect that compilers know of, and they leave it out.
  [[gnu::always_inline]] void prefetch(std::uint64_t hash) const {
    __builtin_prefetch(&slots_[slots_.first(hash)]);
  }

  // The same once the index is there: for the state that looks like the one with this hash, whose number it
  // tells.
  [[gnu::always_inline]] StateId prefetch_state(std::uint64_t hash) const {
    for (std::size_t slot = slots_.first(hash); slots_[slot] != 0; slot = slots_.next(slot)) {
      if (!slots_.may_be(slots_[slot], hash)) continue;
      const StateId id = slots_.id_of(slots_[slot]);
      __builtin_prefetch(states_.at(id));
      return id;
    }
    return kNoState;
  }

  // The same without a branch: for the state in the first slot that is looked at.
  [[gnu::always_inline]] void prefetch_first(std::uint64_t hash) const {
    const Word stored = slots_[slots_.first(hash)];
    __builtin_prefetch(states_.at(slots_.id_of(stored) + (stored == 0)));
  }

  // Forgets all states, but keeps the memory for others.
  void clear() {
    slots_.clear();
    states_.clear();
  }

  StateId find(const Word* state) const { return find(state, hash_words(state, words_)); }
  StateId find(const Word* state, std::uint64_t hash) const {
    std::size_t slot;
    return probe(state, hash, slot);
  }

 private:
  std::size_t load_limit(double load) const {
    return static_cast<std::size_t>(static_cast<double>(slots_.count()) * load);
  }

  StateId probe(const Word* state, std::uint64_t hash, std::size_t& slot) const;
  void allocate(std::size_t slots);
  // A larger index: twice the size, or as much larger as memory allows.
  bool grow();
  // Enters all states into an empty index; false when the time was up before.
  bool fill();

  static constexpr std::size_t kSmallest = std::size_t{1} << 16, kSmall = std::size_t{1} << 21;
  Monitor* monitor_;
  std::size_t words_;
  Segmented<Word> states_;
  Slots slots_;
  std::size_t grow_at_ = 0;
};

inline StateId StateTable::enter(std::uint64_t hash) {
  if (size() >= grow_at_ && !grow()) return kNoState;
  const Word* state = states_.room();
  std::size_t slot;
  const StateId found = probe(state, hash, slot);
  const bool is_new = found == kNoState;
  const auto next = static_cast<StateId>(size());
  slots_[slot] = is_new ? slots_.entry(next, hash) : slots_[slot];
  states_.keep(is_new);
  return is_new ? next : found;
}

inline StateId StateTable::probe(const Word* state, std::uint64_t hash, std::size_t& slot) const {
  for (slot = slots_.first(hash);; slot = slots_.next(slot)) {
    const Word stored = slots_[slot];
    if (stored == 0) return kNoState;
    const StateId id = slots_.id_of(stored);
    if (slots_.may_be(stored, hash) && are_same_words(states_.at(id), state, words_)) return id;
  }
}

}  // namespace ludoplan
