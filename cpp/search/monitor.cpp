#include "search/monitor.hpp"

#include <unistd.h>

#include <cstdio>

namespace ludoplan {

std::uint64_t resident_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  unsigned long total = 0;
  unsigned long resident = 0;
  const int read = std::fscanf(file, "%lu %lu", &total, &resident);
  std::fclose(file);
  return read == 2 ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

bool Monitor::may_take(std::size_t bytes) const {
  if (limits_.bytes == Limits().bytes) return true;
  return std::max(base_ + held_.load(), resident_bytes()) + bytes <= limits_.bytes;
}

bool Monitor::poll(const Counters& counters) {
  if (stop_ != Stop::none) return true;
  if (counters.stored > limits_.nodes) stop(Stop::nodes);
  if (base_ + held_ > limits_.bytes) stop(Stop::memory);
  is_late();
  const double now = seconds();
  if (now >= next_look_) {
    next_look_ = now + 0.02;
    if (resident_bytes() > limits_.bytes) stop(Stop::memory);
    if (report_ && !report_(counters)) stop(Stop::cancelled);
  }
  return stop_ != Stop::none;
}

}  // namespace ludoplan
