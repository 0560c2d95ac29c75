// A table of states that several threads fill: parts by hash, each filled by one thread at a time, and one
// numbering of all states. With a single part it is a StateTable; with more a state costs four bytes more,
// and eight where states that are met again have to be known by their numbers.
#pragma once

#include <bit>
#include <deque>

#include "search/state_table.hpp"

namespace ludoplan {

class ShardedTable {
 public:
  enum class Kind : std::uint8_t {
    known,    // `id` is the state's number
    fresh,    // never seen before, not numbered yet
    awaited,  // seen before, but not numbered yet
    lost,     // there is no room or no time, and the monitor knows
  };
  struct Arrival {
    StateId id;
    Kind kind;
  };

  // `shards` is a power of two. Where numbers are not kept, the number of a known state is kNoState.
  ShardedTable(std::size_t words, std::size_t shards, bool keeps_numbers, Monitor& monitor)
      : monitor_(monitor), words_(words), keeps_numbers_(keeps_numbers), places_(monitor) {
    for (std::size_t i = 0; i < shards; ++i) shards_.emplace_back(words, monitor);
    shift_ = static_cast<unsigned>(std::countr_zero(shards));
  }

  std::size_t size() const { return shift_ == 0 ? shards_.front().states.size() : places_.size(); }
  const Word* operator[](StateId number) const {
    if (shift_ == 0) return shards_.front().states[number];
    const StateId place = places_[number];
    return shards_[shard_of(place)].states[place >> shift_];
  }
  std::size_t shards() const { return shards_.size(); }
  // By bits of the hash that a StateTable does not look at.
  std::size_t shard_of(std::uint64_t hash) const { return hash & (shards_.size() - 1); }

  // Puts a state into its shard, which no other thread may use at this time.
  Arrival place(const Word* state, std::uint64_t hash) {
    Shard& shard = shards_[shard_of(hash)];
    const auto [id, is_new] = shard.states.insert(state, hash);
    if (id == kNoState) return {id, Kind::lost};
    if (shift_ == 0) return {id, is_new ? Kind::fresh : Kind::known};
    if (is_new) {
      // Numbers are 32 bits wide, places too.
      if (id >= kNoState >> shift_) {
        monitor_.stop(Stop::memory);
        return {kNoState, Kind::lost};
      }
      if (keeps_numbers_) shard.numbers.push_back(kNoState);
      return {id, Kind::fresh};
    }
    if (!keeps_numbers_) return {kNoState, Kind::known};
    const StateId number = shard.numbers[id];
    return number == kNoState ? Arrival{id, Kind::awaited} : Arrival{number, Kind::known};
  }
  // Makes room for so many numbers.
  void grow_to(std::size_t size) {
    if (shift_ > 0) places_.grow_to(size);
  }
  // Numbers a fresh state. With one shard it has its number already.
  void give_number(const Arrival& fresh, std::size_t shard, StateId number) {
    if (shift_ == 0) return;
    places_[number] = static_cast<StateId>(fresh.id << shift_ | shard);
    if (keeps_numbers_) shards_[shard].numbers[fresh.id] = number;
  }
  // The number of a state that was placed and numbered.
  StateId number_of(const Arrival& arrival, std::size_t shard) const {
    if (shift_ == 0 || arrival.kind == Kind::known) return arrival.id;
    return shards_[shard].numbers[arrival.id];
  }
  // Where there is one shard, the whole table.
  StateTable& alone() { return shards_.front().states; }
  // All in one, for one thread; true if the state is new.
  bool insert(const Word* state) {
    const std::uint64_t hash = hash_words(state, words_);
    const std::size_t number = size();
    const Arrival arrival = place(state, hash);
    if (arrival.kind != Kind::fresh) return false;
    grow_to(number + 1);
    give_number(arrival, shard_of(hash), static_cast<StateId>(number));
    return true;
  }

  bool is_large() const { return shards_.size() > 1 || shards_.front().states.is_large(); }
  [[gnu::always_inline]] void prefetch(std::uint64_t hash) const {
    shards_[shard_of(hash)].states.prefetch(hash);
  }
  [[gnu::always_inline]] void prefetch_state(std::uint64_t hash) const {
    const Shard& shard = shards_[shard_of(hash)];
    const StateId id = shard.states.prefetch_state(hash);
    if (shift_ > 0 && keeps_numbers_ && id != kNoState) __builtin_prefetch(shard.numbers.at(id));
  }
  // For the state with this number. With one shard states lie in the order of their numbers.
  [[gnu::always_inline]] void prefetch_numbered(StateId number) const {
    if (shift_ > 0) __builtin_prefetch((*this)[number]);
  }
  // The number of a state; kNoState if it has none.
  StateId find(const Word* state, std::uint64_t hash) const {
    const Shard& shard = shards_[shard_of(hash)];
    const StateId id = shard.states.find(state, hash);
    return shift_ == 0 || id == kNoState ? id : shard.numbers[id];
  }
  StateId find(const Word* state) const { return find(state, hash_words(state, words_)); }

 private:
  struct Shard {
    Shard(std::size_t words, Monitor& monitor) : states(words, monitor), numbers(monitor) {}
    StateTable states;
    Segmented<StateId> numbers;  // by place in `states`; unused if there is one shard
  };

  Monitor& monitor_;
  std::size_t words_;
  bool keeps_numbers_;
  unsigned shift_ = 0;
  std::deque<Shard> shards_;
  Segmented<StateId> places_;  // by number: place in the shard, and shard; unused if there is one shard
};

}  // namespace ludoplan
