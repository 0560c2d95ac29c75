#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "bind/fields.hpp"
#include "bind/monitor.hpp"
#include "search/system.hpp"

namespace ludoplan {

// What is bound by bind_NAME, in a file of this name.
#define BOUND python_game, boxup, lara, maze, pipes, planning, plotting, puzzlescript, roll, sat, sudoku
#define DECLARE(module_type, name) void bind_##name(module_type& module);
#define BIND(module, name) bind_##name(module);

BIND_EACH(DECLARE, nb::module_, BOUND)

namespace {

// From now on up to so much freed memory stays with the process: taking it anew and clearing it is a fifth of
// the time of an analysis of some ten thousand states.
void keep_memory([[maybe_unused]] int bytes) {
#ifdef __GLIBC__
  mallopt(M_TRIM_THRESHOLD, bytes);
  mallopt(M_MMAP_THRESHOLD, bytes);
#endif
}

void bind_vocabulary(nb::module_& module) {
  BIND_ENUM(Verdict, found, exhausted, cut, stopped, paused);
  BIND_ENUM(Stop, none, time, memory, nodes, cancelled, overflow);
  BIND_ENUM(TieBreak, low_h, low_h_lifo, fifo, lifo);
  BIND_ENUM(Duplicates, all, path, none);
  BIND_ENUM(Measure, moves, cost);
  BIND_VARIABLE(Limits, seconds, bytes, nodes);
  BIND_CONSTANT(Counters, expanded, generated, stored, bound);
  BIND_VARIABLE(Outcome, verdict, stop, path, cost, counters, bytes);
  BIND_CONSTANT(Spot, depth, left, on_solution, states);
  BIND_CONSTANT(Landscape, stop, counters, states, transitions, goals, dead, fatal, depth, first_dead,
                farthest, way_to_farthest, solutions, solution_states, legal, forced, decoys, fatal_steps,
                bits, spots, edges, spot_of)
      .def_prop_ro("cost",
                   [](const Landscape& landscape) -> std::optional<Cost> {
                     if (landscape.cost == kDeadEnd) return std::nullopt;
                     return landscape.cost;
                   })
      // Move, legal, right, fatal, tempting, decoys: many are asked for, and objects would take longer.
      .def_prop_ro("path", [](const Landscape& landscape) {
        using Counts =
            std::tuple<Move, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
        std::vector<Counts> steps;
        for (const Choice& step : landscape.path) {
          steps.emplace_back(step.move, step.legal, step.right, step.fatal, step.tempting, step.decoys);
        }
        return steps;
      });
  nb::class_<Settings>(module, "Settings")
      BIND_EACH(BIND_WRITE, Settings, width, threads, g_weight, h_weight, tie_break, duplicates, measure,
                max_bound, deepen, guide_first, only_needed, use_preferred, explores, cut_at);
  BIND_VARIABLE(Request, kernel, heuristic, guide, settings, prefix, limits);
  module.attr("DEAD_END") = std::numeric_limits<double>::infinity();
  module.attr("MOST_COST") = kMostCost;
  module.def("resident_bytes", &resident_bytes);
  module.def("keep_memory", &keep_memory, nb::arg("bytes"));
}

// An estimate for Python: a dead end is infinitely far from the goal.
std::variant<Cost, double> told(Cost estimate) {
  if (estimate == kDeadEnd) return std::numeric_limits<double>::infinity();
  return estimate;
}

void bind_systems(nb::module_& module) {
  nb::class_<PausedSearch>(module, "PausedSearch")
      .def("go", &PausedSearch::go, nb::arg("seconds"), nb::call_guard<nb::gil_scoped_release>(),
           "Goes on for so many seconds; the verdict is `paused` if that was not enough.")
      .def("cut_at", &PausedSearch::cut_at, nb::arg("cost"), "Only cheaper paths are of use from now on.");

  nb::class_<AnySystem>(module, "System")
      .def_prop_ro("heuristics", &AnySystem::heuristics)
      .def_prop_ro("kernels", &AnySystem::kernels)
      .def(
          "search",
          [](const AnySystem& system, const Request& request, const nb::object& progress) {
            Monitor monitor(request.limits, reporter(progress));
            nb::gil_scoped_release unlocked;
            return system.search(request, monitor);
          },
          nb::arg("request"), nb::arg("progress") = nb::none())
      .def(
          "pausing",
          [](const AnySystem& system, const Request& request, const nb::object& progress) {
            return system.pausing(request, reporter(progress));
          },
          nb::arg("request"), nb::arg("progress") = nb::none(), nb::keep_alive<0, 1>(),
          "A search that takes turns with others.")
      .def(
          "layers",
          [](const AnySystem& system, std::size_t depth, const Limits& limits, const nb::object& progress) {
            Monitor monitor(limits, reporter(progress));
            std::vector<std::uint64_t> layers;
            nb::gil_scoped_release unlocked;
            Outcome outcome = system.count_layers(depth, layers, monitor);
            return std::make_tuple(layers, outcome);
          },
          nb::arg("depth"), nb::arg("limits"), nb::arg("progress") = nb::none())
      .def(
          "explore",
          [](const AnySystem& system, const std::string& heuristic, const Limits& limits,
             std::optional<std::size_t> most_drawn, const nb::object& progress, std::size_t threads) {
            Monitor monitor(limits, reporter(progress));
            nb::gil_scoped_release unlocked;
            return system.explore(heuristic, threads, most_drawn, monitor);
          },
          nb::arg("heuristic"), nb::arg("limits"), nb::arg("most_drawn") = nb::none(),
          nb::arg("progress") = nb::none(), nb::arg("threads") = 1)
      .def_prop_ro("packed_words", &AnySystem::packed_words)
      .def("initial", &AnySystem::initial)
      .def("is_goal", &AnySystem::is_goal, nb::arg("state"))
      .def(
          "estimate",
          [](const AnySystem& system, const std::string& heuristic, const AnySystem::Words& state) {
            return told(system.estimate(heuristic, state));
          },
          nb::arg("heuristic"), nb::arg("state"))
      .def("successors", &AnySystem::successors, nb::arg("state"))
      .def("successors_within", &AnySystem::successors_within, nb::arg("heuristic"), nb::arg("state"),
           nb::arg("most"));
}

}  // namespace

NB_MODULE(_native, module) {
  module.doc() = "The search kernels and the games' fast twins.";
  bind_vocabulary(module);
  bind_systems(module);
  BIND_EACH(BIND, module, BOUND)
}

}  // namespace ludoplan
