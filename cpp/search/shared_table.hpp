// A table of states that several threads fill at the same time, without locks.
//
// Whoever finds an empty slot writes the state into memory of its own and then claims the slot by one atomic
// exchange. In front of each state there is a word with its number, or while it has none with the part of the
// work that claims it. If two parts come upon a new state, the one that comes earlier in the order of the
// work gets it, whichever was quicker, so that states can be numbered as one thread would have met them. A
// state costs its words, 8 bytes, and 5 to 10 for the index.
#pragma once

#include <atomic>
#include <vector>

#include "search/crew.hpp"
#include "search/slots.hpp"
#include "search/state_table.hpp"

namespace ludoplan {

class SharedTable {
 public:
  // Numbers, parts and places are below it. With it, an id is a place that has no number yet, and the word in
  // front of a state is the part that claims it.
  static constexpr StateId kAwaited = StateId{1} << 31;
  static constexpr StateId kNoPart = kAwaited - 1;

  struct Arrival {
    StateId id;               // the number, or the place with kAwaited
    bool is_claimed = false;  // by this part, and not before
    StateId loser = kNoPart;  // the part that had claimed it

    StateId place() const { return id & ~kAwaited; }
  };

  SharedTable(std::size_t words, std::size_t threads, Monitor& monitor)
      : monitor_(monitor), words_(words), places_(monitor), slots_(monitor), writers_(threads) {}
  SharedTable(const SharedTable&) = delete;
  SharedTable& operator=(const SharedTable&) = delete;
  ~SharedTable() { monitor_.gave(used_blocks_ * block_bytes()); }

  // How many states have a number, and which they are.
  std::size_t size() const { return places_.size(); }
  const Word* operator[](StateId number) const { return record(places_[number]) + 1; }

  // How many new states surely fit.
  std::size_t room() const { return most_ - size(); }
  // A larger index with room for so many; what was claimed and got no number is forgotten. False if there is
  // no room or no time, and the monitor knows.
  bool grow(std::size_t states, Crew& crew);

  // A state that a thread has come upon in some part of the work.
  Arrival enter(const Word* state, std::uint64_t hash, StateId part, std::size_t thread);
  bool is_claimed_by(StateId part, StateId place) const { return mark(place) == (kAwaited | part); }

  // Makes room for so many numbers.
  void number_up_to(std::size_t size) { places_.grow_to(size); }
  void give_number(StateId place, StateId number) {
    places_[number] = place;
    mark_of(place).store(number, std::memory_order_relaxed);
  }
  // Of a state that was entered and, if it is of use, numbered.
  StateId number_of(StateId id) const { return id & kAwaited ? mark(id & ~kAwaited) : id; }

  // kNoState: it is not there.
  StateId find(const Word* state, std::uint64_t hash) const;

  // What is looked at when a state with this hash is entered, at first and then.
  [[gnu::always_inline]] void prefetch(std::uint64_t hash) const {
    const Word* slot = &slots_[slots_.first(hash)];
#if defined(__x86_64__)
    asm volatile("prefetchw %0" ::"m"(*slot));  // to be written: claiming it waits for that otherwise
#else
    __builtin_prefetch(slot, 1);
#endif
  }
  [[gnu::always_inline]] void prefetch_first(std::uint64_t hash) const {
    const Word stored = slot(slots_.first(hash));
    __builtin_prefetch(record(slots_.id_of(stored) + (stored == 0)));
  }
  [[gnu::always_inline]] void prefetch_mark(StateId id) const {
    if (id & kAwaited) __builtin_prefetch(record(id & ~kAwaited));
  }

 private:
  static constexpr unsigned kShift = 12;
  static constexpr std::size_t kBlock = std::size_t{1} << kShift;

  std::size_t block_bytes() const { return kBlock * (words_ + 1) * sizeof(Word); }
  const Word* record(StateId place) const {
    return blocks_[place >> kShift].get() + (place & (kBlock - 1)) * (words_ + 1);
  }
  Word* record(StateId place) {
    return blocks_[place >> kShift].get() + (place & (kBlock - 1)) * (words_ + 1);
  }
  std::atomic_ref<Word> mark_of(StateId place) { return std::atomic_ref<Word>(*record(place)); }
  Word mark(StateId place) const {
    return std::atomic_ref<Word>(*const_cast<Word*>(record(place))).load(std::memory_order_relaxed);
  }
  // What another thread wrote before it claimed a slot is there for whoever sees the slot.
  Word slot(std::size_t slot) const {
    return std::atomic_ref<Word>(const_cast<Word&>(slots_[slot])).load(std::memory_order_acquire);
  }
  bool is_at(StateId place, const Word* state) const {
    return are_same_words(record(place) + 1, state, words_);
  }

  // Where a thread puts states that are new.
  struct alignas(64) Writer {
    StateId next = 0;
    StateId end = 0;
  };

  Arrival met_again(StateId place, StateId part);
  Word* room_of(Writer& writer);
  void fill(std::size_t begin, std::size_t end);

  Monitor& monitor_;
  std::size_t words_;
  std::vector<std::unique_ptr<Word[]>> blocks_;  // as many as can be needed before the index grows
  std::atomic<std::size_t> used_blocks_ = 0;
  Segmented<StateId> places_;  // by number
  Slots slots_;
  std::size_t most_ = 0;         // states
  std::vector<Writer> writers_;  // by thread
};

inline SharedTable::Arrival SharedTable::enter(const Word* state, std::uint64_t hash, StateId part,
                                               std::size_t thread) {
  Writer& writer = writers_[thread];
  for (std::size_t at = slots_.first(hash);; at = slots_.next(at)) {
    Word stored = slot(at);
    if (stored == 0) {
      Word* own = room_of(writer);
      *own = kAwaited | part;
      for (std::size_t i = 0; i < words_; ++i) own[i + 1] = state[i];
      const StateId place = writer.next;
      if (std::atomic_ref<Word>(slots_[at])
              .compare_exchange_strong(stored, slots_.entry(place, hash), std::memory_order_acq_rel)) {
        ++writer.next;
        return {kAwaited | place, true};
      }
    }
    if (slots_.may_be(stored, hash) && is_at(slots_.id_of(stored), state))
      return met_again(slots_.id_of(stored), part);
  }
}

inline SharedTable::Arrival SharedTable::met_again(StateId place, StateId part) {
  const std::atomic_ref<Word> mark = mark_of(place);
  Word known = mark.load(std::memory_order_relaxed);
  while (known > (kAwaited | part)) {
    if (mark.compare_exchange_weak(known, kAwaited | part, std::memory_order_relaxed))
      return {kAwaited | place, true, known & ~kAwaited};
  }
  return {known & kAwaited ? kAwaited | place : known};
}

inline Word* SharedTable::room_of(Writer& writer) {
  if (writer.next == writer.end) [[unlikely]] {
    const std::size_t block = used_blocks_++;
    blocks_[block] = std::make_unique_for_overwrite<Word[]>(kBlock * (words_ + 1));
    monitor_.took(block_bytes());
    writer.next = static_cast<StateId>(block << kShift);
    writer.end = writer.next + static_cast<StateId>(kBlock);
  }
  return record(writer.next);
}

inline StateId SharedTable::find(const Word* state, std::uint64_t hash) const {
  for (std::size_t at = slots_.first(hash);; at = slots_.next(at)) {
    const Word stored = slot(at);
    if (stored == 0) return kNoState;
    if (slots_.may_be(stored, hash) && is_at(slots_.id_of(stored), state)) return mark(slots_.id_of(stored));
  }
}

}  // namespace ludoplan
