// All search kernels by name. A kernel is a class made of a system, settings and a monitor; its solve(start)
// is the search. One that can pause has a go() too, which takes the search up again.
#pragma once

#include <string_view>
#include <vector>

#include "search/beam.hpp"
#include "search/bidirectional.hpp"
#include "search/breadth_first.hpp"
#include "search/breadth_first_heuristic.hpp"
#include "search/depth_first.hpp"
#include "search/hash_distributed.hpp"
#include "search/lazy_greedy.hpp"
#include "search/paused.hpp"
#include "search/width.hpp"

namespace ludoplan {

template <TransitionSystem System>
struct Kernel {
  std::string_view name;
  Outcome (*run)(const System&, const Settings&, Monitor&, const typename System::State& start);
  // Null where the kernel cannot pause.
  std::unique_ptr<PausedSearch> (*pausing)(const System&, const Settings&, const Limits&, Monitor::Report,
                                           const typename System::State& start) = nullptr;
};

template <class Search, TransitionSystem System>
Outcome run(const System& system, const Settings& settings, Monitor& monitor,
            const typename System::State& start) {
  return Search{system, settings, monitor}.solve(start);
}

// By the folded form of the system, where the level has one.
template <TransitionSystem System>
Outcome run_best_first(const System& system, const Settings& settings, Monitor& monitor,
                       const typename System::State& start) {
  if constexpr (requires { typename System::Folded; }) {
    if (system.can_be_folded()) {
      const typename System::Folded folded(system);
      Outcome outcome = best_first_by_threads(folded, settings, monitor, folded.folded(start));
      outcome.path = folded.unfolded(start, outcome.path);
      return outcome;
    }
  }
  return best_first_by_threads(system, settings, monitor, start);
}

// Those that the system has what it takes for.
template <TransitionSystem System>
std::vector<Kernel<System>> kernels_of(const System& system) {
  std::vector<Kernel<System>> all{{"best_first", run_best_first<System>, pausing<BestFirst<System>>}};
  if constexpr (!is_for_best_first_alone<System>()) {
    all.push_back({"breadth_first", run<BreadthFirst<System>>});
    all.push_back({"depth_first", run<DepthFirst<System>>});
    all.push_back({"beam", run<Beam<System>>});
    all.push_back({"breadth_first_heuristic", run<BreadthFirstHeuristic<System>>});
  }
  if constexpr (GuidedSystem<System>) {
    all.push_back({"lazy_greedy", run<LazyGreedy<System>>, pausing<LazyGreedy<System>>});
  }
  if constexpr (AtomicSystem<System>) {
    all.push_back({"width", run<WidthSearch<System>>, pausing<WidthSearch<System>>});
  }
  if constexpr (ReversibleSystem<System>) {
    if (system.is_reversible()) {
      all.push_back({"bidirectional_breadth_first", run<Bidirectional<System, false>>});
      all.push_back({"bidirectional_greedy", run<Bidirectional<System, true>>});
    }
  }
  return all;
}

}  // namespace ludoplan
