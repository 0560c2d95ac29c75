// Limits, cancelling and progress of one search.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>

#include "search/concepts.hpp"

namespace ludoplan {

enum class Stop { none, time, memory, nodes, cancelled, overflow };

struct Limits {
  double seconds = std::numeric_limits<double>::infinity();
  std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
};

struct Counters {
  std::uint64_t expanded = 0;
  std::uint64_t generated = 0;
  std::uint64_t stored = 0;
  Cost bound = 0;  // no solution is cheaper than this, as far as is known
};

// The resident memory of this process in bytes; 0 where the system does not tell.
std::uint64_t resident_bytes();

// Threads of a search share it: all may take, give and stop, the one that called the search polls.
class Monitor {
 public:
  using Clock = std::chrono::steady_clock;
  // Called a few times a second; false stops the search as cancelled.
  using Report = std::function<bool(const Counters&)>;

  Monitor(const Limits& limits, Report report)
      : limits_(limits),
        report_(std::move(report)),
        base_(limits.bytes == Limits().bytes ? 0 : resident_bytes()) {}

  // Containers tell what they take and give back, so that the limit holds between two looks at the
  // resident size.
  void took(std::size_t bytes) { held_ += bytes; }
  void gave(std::size_t bytes) { held_ -= bytes; }
  std::uint64_t held() const { return held_; }
  // Whether so much more would fit, by what containers told and by the resident size of this moment.
  bool may_take(std::size_t bytes) const;
  // What containers may take in all, and what more before it gets tight.
  std::uint64_t budget() const { return limits_.bytes - std::min(base_, limits_.bytes); }
  std::uint64_t room() const { return budget() / 4 * 3 - std::min(held_.load(), budget() / 4 * 3); }
  // Whether so much more would fit, by the resident size of this moment; where not, the search has to end.
  bool has_room(std::size_t bytes) {
    if (!may_take(bytes)) stop(Stop::memory);
    return stop_ == Stop::none;
  }

  void stop(Stop reason) {
    Stop none = Stop::none;
    stop_.compare_exchange_strong(none, reason);
  }
  Stop stopped() const { return stop_; }

  // A path was left out because its cost does not fit: what was not found may be there all the same.
  void leave_out() { left_out_ = true; }
  bool has_left_out() const { return left_out_; }

  // For a search within this one: what is left of the limits, and where it reports to.
  Limits left() const {
    Limits left = limits_;
    left.seconds = std::max(0.0, left.seconds - seconds());
    return left;
  }
  const Report& report() const { return report_; }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  bool is_late() {
    if (seconds() >= limits_.seconds) stop(Stop::time);
    return stop_ != Stop::none;
  }

  // A search that can be taken up again pauses after so many seconds from now.
  void pause_after(double seconds) { pause_at_ = this->seconds() + seconds; }
  bool is_pause() const { return pause_at_ < limits_.seconds && seconds() >= pause_at_; }

  // True when the search has to end. Cheap: looks at the clock, and at the rest only every 20 ms.
  bool poll(const Counters& counters);

 private:
  Limits limits_;
  Report report_;
  Clock::time_point start_ = Clock::now();
  std::uint64_t base_;  // what the process held before; not asked where memory has no limit
  std::atomic<std::uint64_t> held_ = 0;
  double next_look_ = 0.02;
  double pause_at_ = std::numeric_limits<double>::infinity();
  std::atomic<Stop> stop_ = Stop::none;
  std::atomic<bool> left_out_ = false;
};

}  // namespace ludoplan
