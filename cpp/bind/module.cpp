#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/system.hpp"

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
      .value("stopped", Verdict::stopped);
  nb::enum_<Stop>(module, "Stop")
      .value("none", Stop::none)
      .value("time", Stop::time)
      .value("memory", Stop::memory)
      .value("nodes", Stop::nodes)
      .value("cancelled", Stop::cancelled);
  nb::enum_<TieBreak>(module, "TieBreak")
      .value("low_h", TieBreak::low_h)
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
      .def_ro("cost", &Landscape::cost)
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
  nb::class_<Request>(module, "Request")
      .def(nb::init<>())
      .def_rw("kernel", &Request::kernel)
      .def_rw("heuristic", &Request::heuristic)
      .def_rw("guide", &Request::guide)
      .def_rw("width", &Request::width)
      .def_rw("threads", &Request::threads)
      .def_rw("g_weight", &Request::g_weight)
      .def_rw("h_weight", &Request::h_weight)
      .def_rw("tie_break", &Request::tie_break)
      .def_rw("duplicates", &Request::duplicates)
      .def_rw("measure", &Request::measure)
      .def_rw("max_bound", &Request::max_bound)
      .def_rw("deepen", &Request::deepen)
      .def_rw("use_preferred", &Request::use_preferred)
      .def_rw("cut_at", &Request::cut_at)
      .def_rw("prefix", &Request::prefix)
      .def_rw("limits", &Request::limits);
  module.attr("DEAD_END") = kDeadEnd;
  module.def("resident_bytes", &resident_bytes);
}

}  // namespace

NB_MODULE(_native, module) {
  module.doc() = "The search kernels and the games' fast twins.";
  bind_vocabulary(module);
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
