// States by the numbers that one thread gives them, whether one fills the table or several.
#pragma once

#include <optional>

#include "search/shared_table.hpp"

namespace ludoplan {

class NumberedTable {
 public:
  NumberedTable(std::size_t words, std::size_t threads, Monitor& monitor)
      : words_(words), alone_(words, monitor) {
    if (threads > 1) shared_.emplace(words, threads, monitor);
  }

  // The table itself: where one thread fills it, and where several do.
  bool is_shared() const { return shared_.has_value(); }
  StateTable& alone() { return alone_; }
  const StateTable& alone() const { return alone_; }
  SharedTable& shared() { return *shared_; }

  bool is_large() const { return shared_ || alone_.is_large(); }
  std::size_t size() const { return shared_ ? shared_->size() : alone_.size(); }
  const Word* operator[](StateId number) const { return shared_ ? (*shared_)[number] : alone_[number]; }
  // The number of a state; kNoState if it has none.
  StateId find(const Word* state, std::uint64_t hash) const {
    return shared_ ? shared_->find(state, hash) : alone_.find(state, hash);
  }
  StateId find(const Word* state) const { return find(state, hash_words(state, words_)); }
  [[gnu::always_inline]] void prefetch(std::uint64_t hash) const {
    if (shared_)
      shared_->prefetch(hash);
    else
      alone_.prefetch(hash);
  }
  [[gnu::always_inline]] void prefetch_first(std::uint64_t hash) const {
    if (shared_)
      shared_->prefetch_first(hash);
    else
      alone_.prefetch_first(hash);
  }

  // By a single thread; true if the state is new.
  bool insert(const Word* state) {
    if (!shared_) return alone_.insert(state).is_new;
    if (shared_->room() == 0) {
      Crew alone(1);
      shared_->grow(size() + 1, alone);
      if (shared_->room() == 0) return false;
    }
    const SharedTable::Arrival arrival = shared_->enter(state, hash_words(state, words_), 0, 0);
    if (!arrival.is_claimed) return false;
    const auto number = static_cast<StateId>(size());
    shared_->number_up_to(number + 1);
    shared_->give_number(arrival.id & ~SharedTable::kAwaited, number);
    return true;
  }

 private:
  std::size_t words_;
  StateTable alone_;
  std::optional<SharedTable> shared_;
};

}  // namespace ludoplan
