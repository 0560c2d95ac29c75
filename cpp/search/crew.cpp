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
  parts_ = parts;
  next_part_ = 0;
  at_work_ = static_cast<std::uint32_t>(others_.size());
  ++order_;
  order_.notify_all();
  take_parts(0);
  spin_until([&] { return at_work_ == 0; });
  for (std::uint32_t left; (left = at_work_) != 0;) at_work_.wait(left);
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Crew::wait_for_work(std::size_t number) {
  for (std::uint32_t done = 0;; ++done) {
    spin_until([&] { return order_ != done; });
    order_.wait(done);
    if (is_over_) return;
    take_parts(number);
    if (--at_work_ == 0) at_work_.notify_one();
  }
}

void Crew::take_parts(std::size_t number) {
  try {
    for (std::size_t part; (part = next_part_++) < parts_;) (*work_)(number, part);
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    if (failure_ == nullptr) failure_ = std::current_exception();
  }
}

}  // namespace ludoplan
