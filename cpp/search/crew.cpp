#include "search/crew.hpp"

#include <utility>

namespace ludoplan {

namespace {

// Pieces of work are short and follow each other at once: to sleep and be woken would take longer than they
// do. Whoever waits for long sleeps all the same.
template <class IsOver>
void spin_until(IsOver&& is_over) {
  constexpr int kMostSpins = 2000;
  for (int i = 0; i < kMostSpins && !is_over(); ++i) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb");
#endif
  }
}

}  // namespace

Crew::~Crew() {
  is_over_ = true;
  ++order_;
  order_.notify_all();
  for (std::thread& other : others_) other.join();
}

void Crew::share(std::size_t parts, const Work& work) {
  work_ = &work;
  parts_ = undone_ = static_cast<std::uint32_t>(parts);
  untaken_ = (std::uint64_t{order_} + 1) << 32 | parts;
  ++order_;
  order_.notify_all();
  take_parts(0);
  spin_until([&] { return undone_ == 0; });
  for (std::uint32_t left; (left = undone_) != 0;) undone_.wait(left);
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Crew::wait_for_work(std::size_t number) {
  for (std::uint32_t done = 0; !is_over_;) {
    spin_until([&] { return order_ != done; });
    order_.wait(done);
    done = order_;
    take_parts(number);
  }
}

// What is not taken of a piece of work is gone when the next one comes, so that a thread that was late takes
// nothing of it; and none comes as long as a part is not done.
void Crew::take_parts(std::size_t number) {
  for (std::uint64_t untaken = untaken_; static_cast<std::uint32_t>(untaken) > 0;) {
    if (!untaken_.compare_exchange_weak(untaken, untaken - 1)) continue;
    try {
      (*work_)(number, parts_ - static_cast<std::uint32_t>(untaken));
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (failure_ == nullptr) failure_ = std::current_exception();
    }
    if (--undone_ == 0) undone_.notify_one();
    untaken = untaken_;
  }
}

}  // namespace ludoplan
