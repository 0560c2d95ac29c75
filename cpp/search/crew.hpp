// Threads that share a piece of work and wait for the next one.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ludoplan {

// So much work is worth being shared, at least.
constexpr std::size_t worth_threads(std::size_t work) {
#ifdef LUDOPLAN_ALWAYS_THREADS  // small levels are for ThreadSanitizer too
  work = 1;
#endif
  return work;
}

class Crew {
 public:
  // Called with the number of the thread (0: the one that asked) and of the part.
  using Work = std::function<void(std::size_t, std::size_t)>;

  explicit Crew(std::size_t threads) {
    for (std::size_t i = 1; i < threads; ++i) others_.emplace_back([this, i] { wait_for_work(i); });
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  std::size_t size() const { return others_.size() + 1; }

  // Does all parts of the work, each once, in any order; throws what the first of them that failed threw. A
  // thread that has no core of its own just then is waited for only if it has taken a part.
  void share(std::size_t parts, const Work& work);

 private:
  void wait_for_work(std::size_t number);
  void take_parts(std::size_t number);

  std::vector<std::thread> others_;
  const Work* work_ = nullptr;
  std::uint32_t parts_ = 0;
  // How many pieces of work were given out; the same in the upper half, with the parts that nobody has taken
  // in the lower; parts that are not done. Apart, since some look at the one while others change the other.
  alignas(64) std::atomic<std::uint32_t> order_ = 0;
  alignas(64) std::atomic<std::uint64_t> untaken_ = 0;
  alignas(64) std::atomic<std::uint32_t> undone_ = 0;
  std::atomic<bool> is_over_ = false;
  std::mutex mutex_;  // of what follows
  std::exception_ptr failure_;
};

}  // namespace ludoplan
