// Preloaded: the n-th allocation of C++ code from now on fails, as if memory had run out; all others go on.
// Only the thread that asked for it is hit, so that the interpreter's other threads are left alone.
#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<long> counted{0};
thread_local long fails_at = 0;  // 0: never
thread_local bool counts = false;

void* allocated(std::size_t size) {
  if (counts && ++counted == fails_at) throw std::bad_alloc();
  if (void* place = std::malloc(size ? size : 1)) return place;
  throw std::bad_alloc();
}

void* aligned(std::size_t size, std::align_val_t by) {
  if (counts && ++counted == fails_at) throw std::bad_alloc();
  const auto align = static_cast<std::size_t>(by);
  if (void* place = std::aligned_alloc(align, (size + align - 1) / align * align)) return place;
  throw std::bad_alloc();
}
}  // namespace

extern "C" void arm(long n) {
  counted = 0;
  fails_at = n;
  counts = true;
}
extern "C" long disarm() {
  counts = false;
  return counted;
}

void* operator new(std::size_t size) { return allocated(size); }
void* operator new[](std::size_t size) { return allocated(size); }
void* operator new(std::size_t size, std::align_val_t by) { return aligned(size, by); }
void* operator new[](std::size_t size, std::align_val_t by) { return aligned(size, by); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return allocated(size);
  } catch (...) {
    return nullptr;
  }
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete[](void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }
void operator delete[](void* place, std::size_t) noexcept { std::free(place); }
void operator delete(void* place, std::align_val_t) noexcept { std::free(place); }
void operator delete[](void* place, std::align_val_t) noexcept { std::free(place); }
void operator delete(void* place, std::size_t, std::align_val_t) noexcept { std::free(place); }
void operator delete[](void* place, std::size_t, std::align_val_t) noexcept { std::free(place); }
void operator delete(void* place, const std::nothrow_t&) noexcept { std::free(place); }
