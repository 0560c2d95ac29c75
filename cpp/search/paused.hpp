// Searches that pause and go on: for several that take turns on one system.
#pragma once

#include <memory>
#include <utility>

#include "search/outcome.hpp"
#include "search/request.hpp"

namespace ludoplan {

class PausedSearch {
 public:
  virtual ~PausedSearch() = default;
  // Goes on for so many seconds. The counters are of all turns together.
  virtual Outcome go(double seconds) = 0;
  // A path of this cost is known, and only cheaper ones are of use from now on.
  virtual void cut_at(Cost cost) = 0;
};

template <class Search, TransitionSystem System>
class PausedSearchOf final : public PausedSearch {
 public:
  PausedSearchOf(const System& system, const Settings& settings, const Limits& limits, Monitor::Report report,
                 const typename System::State& start)
      : start_(start), monitor_(limits, std::move(report)), search_(system, settings, monitor_) {}

  Outcome go(double seconds) override {
    monitor_.pause_after(seconds);
    const bool is_first = !std::exchange(has_begun_, true);
    return settled(is_first ? search_.solve(start_) : search_.go(), monitor_);
  }
  void cut_at(Cost cost) override {
    if constexpr (requires { search_.cut_at(cost); }) search_.cut_at(cost);
  }

 private:
  typename System::State start_;
  Monitor monitor_;
  Search search_;
  bool has_begun_ = false;
};

template <class Search, TransitionSystem System>
std::unique_ptr<PausedSearch> pausing(const System& system, const Settings& settings, const Limits& limits,
                                      Monitor::Report report, const typename System::State& start) {
  return std::make_unique<PausedSearchOf<Search, System>>(system, settings, limits, std::move(report), start);
}

}  // namespace ludoplan
