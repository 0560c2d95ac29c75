// Searches that pause and go on: for several that take turns on one system.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "search/best_first.hpp"
#include "search/lazy_greedy.hpp"
#include "search/width.hpp"

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
  PausedSearchOf(const System& system, typename System::State start, const Settings& settings,
                 const Limits& limits, Monitor::Report report)
      : start_(std::move(start)), monitor_(limits, std::move(report)), search_(system, settings, monitor_) {}

  Outcome go(double seconds) override {
    monitor_.pause_after(seconds);
    if (!has_begun_) search_.begin(start_);
    has_begun_ = true;
    return settled(search_.go(), monitor_);
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

// A search by its kernel's name; `settings` have the numbers of the heuristics.
template <TransitionSystem System>
std::unique_ptr<PausedSearch> paused_search(const System& system, const typename System::State& start,
                                            const std::string& kernel, const Settings& settings,
                                            const Limits& limits, Monitor::Report report) {
  const auto make = [&]<class Search>() -> std::unique_ptr<PausedSearch> {
    return std::make_unique<PausedSearchOf<Search, System>>(system, start, settings, limits,
                                                            std::move(report));
  };
  if (kernel == "best_first") return make.template operator()<BestFirst<System>>();
  if constexpr (GuidedSystem<System>) {
    if (kernel == "lazy_greedy") return make.template operator()<LazyGreedy<System>>();
  }
  if constexpr (AtomicSystem<System>) {
    if (kernel == "width") return make.template operator()<WidthSearch<System>>();
  }
  throw std::invalid_argument("no kernel '" + kernel + "' that can pause");
}

}  // namespace ludoplan
