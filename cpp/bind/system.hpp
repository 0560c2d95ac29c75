// Binds a transition system: every kernel, and a look at single states for comparing the system with its
// Python rules.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "search/beam.hpp"
#include "search/best_first.hpp"
#include "search/bidirectional.hpp"
#include "search/breadth_first.hpp"
#include "search/breadth_first_heuristic.hpp"
#include "search/depth_first.hpp"
#include "search/explore.hpp"
#include "search/lazy_greedy.hpp"
#include "search/width.hpp"

namespace ludoplan {

namespace nb = nanobind;

// The options of all kernels; each takes what it knows.
struct Request {
  std::string kernel;
  int heuristic = kBlind;
  int guide = kBlind;
  std::size_t width = 10'000;
  std::size_t threads = 1;
  Cost g_weight = 1;
  Cost h_weight = 1;
  TieBreak tie_break = TieBreak::low_h;
  Duplicates duplicates = Duplicates::all;
  Measure measure = Measure::moves;
  Cost max_bound = kDeadEnd;
  bool deepen = false;
  bool use_preferred = true;
  Cost cut_at = kDeadEnd;
  std::vector<Move> prefix;  // the search starts after these moves
  Limits limits;
};

// Looks for signals and reports progress, both of which need the interpreter.
inline Monitor::Report reporter(const nb::object& progress) {
  return [progress](const Counters& counters) {
    nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) {
      // Ctrl-C: the search ends by itself and tells what it knows. Other handlers' errors go on.
      nb::python_error error;
      if (!error.matches(PyExc_KeyboardInterrupt)) throw error;
      return false;
    }
    return progress.is_none() || nb::cast<bool>(progress(counters));
  };
}

template <TransitionSystem System>
typename System::State after(const System& system, const std::vector<Move>& moves) {
  auto state = system.initial();
  for (const Move wanted : moves) {
    std::optional<typename System::State> reached;
    system.for_each_successor(state, [&](Move move, const typename System::State& next, Cost) {
      if (move == wanted && !reached) reached = next;
    });
    if (!reached) throw std::invalid_argument("the prefix has an illegal move");
    state = *reached;
  }
  return state;
}

template <TransitionSystem System>
Outcome search(const System& system, const Request& request, Monitor& monitor) {
  const auto start = after(system, request.prefix);
  const std::string& kernel = request.kernel;
  if (kernel == "breadth_first") return BreadthFirst<System>(system, monitor).solve(start);
  if (kernel == "best_first") {
    const BestFirstOptions options{request.g_weight, request.h_weight, request.heuristic, request.tie_break,
                                   request.cut_at};
    return BestFirst<System>(system, options, monitor).solve(start);
  }
  if (kernel == "depth_first") {
    DepthFirstOptions options{.duplicates = request.duplicates,
                              .measure = request.measure,
                              .heuristic = request.heuristic,
                              .bound = request.deepen ? 0 : request.max_bound,
                              .max_bound = request.max_bound,
                              .deepen = request.deepen};
    return DepthFirst<System>(system, options, monitor).solve(start);
  }
  if constexpr (GuidedSystem<System>) {
    const LazyGreedyOptions options{request.heuristic, request.use_preferred};
    if (kernel == "lazy_greedy") return LazyGreedy<System>(system, options, monitor).solve(start);
  }
  if constexpr (AtomicSystem<System>) {
    if (kernel == "width") return WidthSearch<System>(system, monitor).solve(start);
  }
  if (kernel == "beam") {
    Counters counters;
    return Beam<System>(system, {request.width, request.guide}, monitor, counters).solve(start);
  }
  if (kernel == "breadth_first_heuristic") {
    const BreadthFirstHeuristicOptions options{request.heuristic, request.guide, request.width,
                                               request.threads};
    return BreadthFirstHeuristic<System>(system, options, monitor).solve(start);
  }
  if constexpr (ReversibleSystem<System>) {
    Bidirectional<System> both(system, monitor);
    if (kernel == "bidirectional_breadth_first") return both.breadth_first(start);
    if (kernel == "bidirectional_greedy") {
      return both.greedy(start, request.heuristic, request.tie_break);
    }
  }
  throw std::invalid_argument("no kernel '" + kernel + "' for this system");
}

template <TransitionSystem System>
typename System::State state_of(const System& system, const std::vector<Word>& words) {
  if (words.size() != system.packed_words()) throw std::invalid_argument("wrong number of words");
  return unpacked(system, words.data());
}

template <TransitionSystem System>
std::vector<Word> words_of(const System& system, const typename System::State& state) {
  std::vector<Word> words(system.packed_words());
  system.pack(state, words.data());
  return words;
}

// An estimate for Python: a dead end is infinitely far from the goal.
inline std::variant<Cost, double> told(Cost estimate) {
  if (estimate == kDeadEnd) return std::numeric_limits<double>::infinity();
  return estimate;
}

template <TransitionSystem System>
nb::class_<System> bind_system(nb::module_& module, const char* name) {
  using State = typename System::State;
  using Step = std::tuple<Move, Cost, std::vector<Word>>;
  return nb::class_<System>(module, name)
      .def(
          "search",
          [](const System& system, const Request& request, const nb::object& progress) {
            Monitor monitor(request.limits, reporter(progress));
            nb::gil_scoped_release unlocked;
            return settled(search(system, request, monitor), monitor);
          },
          nb::arg("request"), nb::arg("progress") = nb::none())
      .def(
          "layers",
          [](const System& system, std::size_t depth, const Limits& limits, const nb::object& progress) {
            Monitor monitor(limits, reporter(progress));
            std::vector<std::uint64_t> layers;
            nb::gil_scoped_release unlocked;
            Outcome outcome =
                BreadthFirst<System>(system, monitor).count_layers(system.initial(), depth, layers);
            return std::make_tuple(layers, outcome);
          },
          nb::arg("depth"), nb::arg("limits"), nb::arg("progress") = nb::none())
      .def(
          "explore",
          [](const System& system, int heuristic, const Limits& limits, std::size_t most_drawn,
             const nb::object& progress) {
            Monitor monitor(limits, reporter(progress));
            nb::gil_scoped_release unlocked;
            return Explorer<System>(system, heuristic, monitor).explore(system.initial(), most_drawn);
          },
          nb::arg("heuristic"), nb::arg("limits"), nb::arg("most_drawn") = 0,
          nb::arg("progress") = nb::none())
      .def_prop_ro("packed_words", [](const System& system) { return system.packed_words(); })
      .def_prop_ro("reversible",
                   [](const System& system) {
                     if constexpr (ReversibleSystem<System>) {
                       return system.is_reversible();
                     } else {
                       return false;
                     }
                   })
      .def("initial", [](const System& system) { return words_of(system, system.initial()); })
      .def("is_goal", [](const System& system,
                         const std::vector<Word>& state) { return system.is_goal(state_of(system, state)); })
      .def("estimate",
           [](const System& system, int heuristic, const std::vector<Word>& state) {
             return told(system.estimate(heuristic, state_of(system, state)));
           })
      .def("successors",
           [](const System& system, const std::vector<Word>& state) {
             std::vector<Step> steps;
             system.for_each_successor(state_of(system, state), [&](Move move, const State& next, Cost cost) {
               steps.emplace_back(move, cost, words_of(system, next));
             });
             return steps;
           })
      .def("successors_within",
           [](const System& system, int heuristic, const std::vector<Word>& state, Cost most) {
             std::vector<Step> steps;
             for_each_successor_within(system, heuristic, state_of(system, state), most,
                                       [&](Move move, const State& next, Cost cost) {
                                         steps.emplace_back(move, cost, words_of(system, next));
                                       });
             return steps;
           });
}

}  // namespace ludoplan
