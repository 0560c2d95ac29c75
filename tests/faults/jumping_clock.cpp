// Preloaded: the clock on the wall jumps by years, back and forth, with every look at it. The steady clock is
// left alone.
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <ctime>

namespace {
std::atomic<unsigned> looks{0};

std::int64_t jump() {
  static const std::int64_t years[] = {0, 10, -10, 3, -30, 1};
  return years[looks++ % 6] * 365 * 86400;
}
}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* now) {
  const long status = syscall(SYS_clock_gettime, clock, now);
  if (status == 0 && clock == CLOCK_REALTIME) now->tv_sec += jump();
  return static_cast<int>(status);
}
extern "C" int gettimeofday(timeval* now, void*) {
  timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}
extern "C" time_t time(time_t* place) {
  timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (place) *place = exact.tv_sec;
  return exact.tv_sec;
}
