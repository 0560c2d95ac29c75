// Preloaded into a program, makes its clocks tell the processor time that it has used, so that a limit of two
// seconds is two seconds of one core on a busy machine, too.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec* now) {
  const clockid_t wanted = clock == CLOCK_MONOTONIC ? CLOCK_PROCESS_CPUTIME_ID : clock;
  return (int)syscall(SYS_clock_gettime, wanted, now);
}
