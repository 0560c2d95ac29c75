#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bind/monitor.hpp"
#include "search/system.hpp"

namespace ludoplan {

void bind_python_game(nb::module_& module);
void bind_boxup(nb::module_& module);
void bind_lara(nb::module_& module);
void bind_maze(nb::module_& module);
void bind_pipes(nb::module_& module);
void bind_planning(nb::module_& module);
void bind_plotting(nb::module_& module);
void bind_puzzlescript(nb::module_& module);
void bind_roll(nb::module_& module);
void bind_sat(nb::module_& module);
void bind_sudoku(nb::module_& module);

namespace {

void bind_vocabulary(nb::module_& module) {
  nb::enum_<Verdict>(module, "Verdict")
      .value("found", Verdict::found)
      .value("exhausted", Verdict::exhausted)
      .value("cut", Verdict::cut)
      .value("stopped", Verdict::stopped)
      .value("paused", Verdict::paused);
  nb::enum_<Stop>(module, "Stop")
      .value("none", Stop::none)
      .value("time", Stop::time)
      .value("memory", Stop::memory)
      .value("nodes", Stop::nodes)
      .value("cancelled", Stop::cancelled)
      .value("overflow", Stop::overflow);
  nb::enum_<TieBreak>(module, "TieBreak")
      .value("low_h", TieBreak::low_h)
      .value("low_h_lifo", TieBreak::low_h_lifo)
      .value("fifo", TieBreak::fifo)
      .value("lifo", TieBreak::lifo);
  nb::enum_<Duplicates>(module, "Duplicates")
      .value("all", Duplicates::all)
      .value("path", Duplicates::path)
      .value("none", Duplicates::none);
  nb::enum_<Measure>(module, "Measure").value("moves", Measure::moves).value("cost", Measure::cost);
  nb::class_<Limits>(module, "Limits")
      .def(nb::init<>())
      .def_rw("seconds", &Limits::seconds)
      .def_rw("bytes", &Limits::bytes)
      .def_rw("nodes", &Limits::nodes);
  nb::class_<Counters>(module, "Counters")
      .def_ro("expanded", &Counters::expanded)
      .def_ro("generated", &Counters::generated)
      .def_ro("stored", &Counters::stored)
      .def_ro("bound", &Counters::bound);
  nb::class_<Outcome>(module, "Outcome")
      .def_ro("verdict", &Outcome::verdict)
      .def_ro("stop", &Outcome::stop)
      .def_ro("path", &Outcome::path)
      .def_ro("cost", &Outcome::cost)
      .def_ro("counters", &Outcome::counters)
      .def_ro("bytes", &Outcome::bytes);
  nb::class_<Choice>(module, "Choice")
      .def_ro("move", &Choice::move)
      .def_ro("legal", &Choice::legal)
      .def_ro("right", &Choice::right)
      .def_ro("fatal", &Choice::fatal)
      .def_ro("tempting", &Choice::tempting)
      .def_ro("decoys", &Choice::decoys);
  nb::class_<Spot>(module, "Spot")
      .def_ro("depth", &Spot::depth)
      .def_ro("left", &Spot::left)
      .def_ro("on_solution", &Spot::on_solution)
      .def_ro("states", &Spot::states);
  nb::class_<Landscape>(module, "Landscape")
      .def_ro("stop", &Landscape::stop)
      .def_ro("counters", &Landscape::counters)
      .def_ro("states", &Landscape::states)
      .def_ro("transitions", &Landscape::transitions)
      .def_ro("goals", &Landscape::goals)
      .def_ro("dead", &Landscape::dead)
      .def_ro("fatal", &Landscape::fatal)
      .def_ro("depth", &Landscape::depth)
      .def_ro("first_dead", &Landscape::first_dead)
      .def_prop_ro("cost",
                   [](const Landscape& landscape) -> std::optional<Cost> {
                     if (landscape.cost == kDeadEnd) return std::nullopt;
                     return landscape.cost;
                   })
      .def_ro("farthest", &Landscape::farthest)
      .def_ro("way_to_farthest", &Landscape::way_to_farthest)
      .def_ro("solutions", &Landscape::solutions)
      .def_ro("solution_states", &Landscape::solution_states)
      .def_ro("legal", &Landscape::legal)
      .def_ro("forced", &Landscape::forced)
      .def_ro("decoys", &Landscape::decoys)
      .def_ro("fatal_steps", &Landscape::fatal_steps)
      .def_ro("bits", &Landscape::bits)
      .def_ro("path", &Landscape::path)
      .def_ro("spots", &Landscape::spots)
      .def_ro("edges", &Landscape::edges)
      .def_ro("spot_of", &Landscape::spot_of);
  nb::class_<Settings>(module, "Settings")
      .def_rw("width", &Settings::width)
      .def_rw("threads", &Settings::threads)
      .def_rw("g_weight", &Settings::g_weight)
      .def_rw("h_weight", &Settings::h_weight)
      .def_rw("tie_break", &Settings::tie_break)
      .def_rw("duplicates", &Settings::duplicates)
      .def_rw("measure", &Settings::measure)
      .def_rw("max_bound", &Settings::max_bound)
      .def_rw("deepen", &Settings::deepen)
      .def_rw("guide_first", &Settings::guide_first)
      .def_rw("use_preferred", &Settings::use_preferred)
      .def_rw("cut_at", &Settings::cut_at);
  nb::class_<Request>(module, "Request")
      .def(nb::init<>())
      .def_rw("kernel", &Request::kernel)
      .def_rw("heuristic", &Request::heuristic)
      .def_rw("guide", &Request::guide)
      .def_rw("settings", &Request::settings)
      .def_rw("prefix", &Request::prefix)
      .def_rw("limits", &Request::limits);
  module.attr("DEAD_END") = std::numeric_limits<double>::infinity();
  module.attr("MOST_COST") = kMostCost;
  module.def("resident_bytes", &resident_bytes);
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
             std::size_t most_drawn, const nb::object& progress, std::size_t threads) {
            Monitor monitor(limits, reporter(progress));
            nb::gil_scoped_release unlocked;
            return system.explore(heuristic, threads, most_drawn, monitor);
          },
          nb::arg("heuristic"), nb::arg("limits"), nb::arg("most_drawn") = 0,
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
  bind_python_game(module);
  bind_boxup(module);
  bind_lara(module);
  bind_maze(module);
  bind_pipes(module);
  bind_planning(module);
  bind_plotting(module);
  bind_puzzlescript(module);
  bind_roll(module);
  bind_sat(module);
  bind_sudoku(module);
}

}  // namespace ludoplan
