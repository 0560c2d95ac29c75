// States by the numbers that one thread gives them, whether one fills the table or several. It begins as the
// table of one.
#pragma once

#include <optional>

#include "search/shared_table.hpp"

namespace ludoplan {

class NumberedTable {
 public:
  NumberedTable(std::size_t words, Monitor& monitor) : words_(words), monitor_(monitor) {
    alone_.emplace(words, monitor);
  }

  // The table itself: as long as one thread fills it, and then.
  bool is_shared() const { return shared_.has_value(); }
  StateTable& alone() { return *alone_; }
  SharedTable& shared() { return *shared_; }
  // From now on the crew fills it; false if there is no room or no time, and the monitor knows.
  bool share(Crew& crew) {
    shared_.emplace(words_, crew.size(), monitor_);
    if (!shared_->grow(alone_->size(), crew)) {
      shared_.reset();  // what is known is still told
      return false;
    }
    shared_->number_up_to(alone_->size());
    for (StateId number = 0; number < alone_->size(); ++number) {
      const Word* state = (*alone_)[number];
      shared_->give_number(shared_->enter(state, hash_words(state, words_), 0, 0).place(), number);
    }
    alone_.reset();
    return true;
  }

  std::size_t size() const { return shared_ ? shared_->size() : alone_->size(); }
  bool is_large() const { return shared_ || alone_->is_large(); }
  const Word* operator[](StateId number) const { return shared_ ? (*shared_)[number] : (*alone_)[number]; }
  // The number of a state; kNoState if it has none.
  StateId find(const Word* state, std::uint64_t hash) const {
    return shared_ ? shared_->find(state, hash) : alone_->find(state, hash);
  }
  StateId find(const Word* state) const { return find(state, hash_words(state, words_)); }
  [[gnu::always_inline]] void prefetch(std::uint64_t hash) const {
    if (shared_)
      shared_->prefetch(hash);
    else
      alone_->prefetch(hash);
  }

 private:
  std::size_t words_;
  Monitor& monitor_;
  std::optional<StateTable> alone_;
  std::optional<SharedTable> shared_;
};

}  // namespace ludoplan
