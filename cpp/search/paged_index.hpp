// The numbers of states by pages: states that differ only in what lies near, such as where the player stands,
// share a page and are found by their place on it, without a hash. Where most moves stay on a page, and pages
// get filled, that is quicker than looking each state up.
#pragma once

#include <vector>

#include "search/state_table.hpp"

namespace ludoplan {

template <class State>
struct AnyPagedEmit {
  void operator()(Move, const State&, Cost, bool) const {}
};

// What lies near are the lowest bits of the first packed word.
template <class T>
concept PagedSystem = TransitionSystem<T> && requires(const T& system, const typename T::State& state,
                                                      AnyPagedEmit<typename T::State> emit) {
  { system.near_bits() } -> std::same_as<unsigned>;
  { system.near_of(state) } -> std::same_as<Word>;
  // As for_each_successor, and whether the successor is on the same page.
  system.for_each_paged_successor(state, emit);
  { system.page_size() } -> std::same_as<std::size_t>;
  { system.place_on_page(state) } -> std::same_as<std::size_t>;
};

class PagedIndex {
 public:
  PagedIndex(std::size_t words, unsigned near_bits, std::size_t page_size, Monitor& monitor)
      : monitor_(monitor),
        words_(words),
        far_mask_(static_cast<Word>(~std::uint64_t{0} << near_bits)),
        page_size_(page_size),
        keys_(words, monitor),
        page_of_(monitor),
        key_(words),
        here_(words) {}
  PagedIndex(const PagedIndex&) = delete;
  PagedIndex& operator=(const PagedIndex&) = delete;
  ~PagedIndex() { monitor_.gave(held_); }

  // Successors of this state are looked up next.
  void turn_to(const Word* state, StateId id) {
    for (std::size_t i = 0; i < words_; ++i) here_[i] = state[i];  // a call would take longer
    page_ = page_of_[id];
  }
  // The number of the state at this place of its page; `next` if it is new. kNoState: there is no room.
  [[gnu::always_inline]] StateId enter(const Word* state, std::size_t place, StateId next) {
    const std::size_t page = page_of_.size() > 0 && is_here(state) ? page_ : page_with(state);
    return page == kNoState ? kNoState : entered(page, place, next);
  }
  // The same for a state of which it is known that it is on this page; it is written into `room`.
  [[gnu::always_inline]] StateId enter_here(Word near, Word* room, std::size_t place, StateId next) {
    room[0] = (here_[0] & far_mask_) | near;
    for (std::size_t i = 1; i < words_; ++i) room[i] = here_[i];
    return entered(page_, place, next);
  }
  // Whether pages are not too empty.
  bool is_dense() const { return numbers_.size() <= kFew + kLeast * page_of_.size(); }

 private:
  static constexpr std::size_t kFew = std::size_t{1} << 16;
  static constexpr std::size_t kLeast = 16;  // places for each state

  [[gnu::always_inline]] StateId entered(std::size_t page, std::size_t place, StateId next) {
    StateId& entry = numbers_[page * page_size_ + place];
    const bool is_new = entry == 0;
    *page_of_.room() = static_cast<StateId>(page);
    page_of_.keep(is_new);
    entry = is_new ? next + 1 : entry;
    return entry - 1;
  }
  bool is_here(const Word* state) const {
    if ((state[0] ^ here_[0]) & far_mask_) return false;
    std::size_t i = 1;
    while (i < words_ && state[i] == here_[i]) ++i;
    return i == words_;
  }
  [[gnu::noinline]] std::size_t page_with(const Word* state) {
    std::copy_n(state, words_, key_.begin());
    key_[0] &= far_mask_;
    const auto [page, is_new] = keys_.insert(key_.data());
    if (is_new) {
      numbers_.resize((page + 1) * page_size_);
      const std::size_t bytes = numbers_.capacity() * sizeof(StateId);
      monitor_.took(bytes - held_);
      held_ = bytes;
    }
    return page;
  }

  Monitor& monitor_;
  std::size_t words_;
  Word far_mask_;
  std::size_t page_size_;
  StateTable keys_;               // of the pages, nothing near in them
  std::vector<StateId> numbers_;  // by page and place, from 1
  Segmented<StateId> page_of_;    // by state
  std::size_t held_ = 0;
  std::vector<Word> key_;
  std::vector<Word> here_;
  StateId page_ = kNoState;
};

}  // namespace ludoplan
