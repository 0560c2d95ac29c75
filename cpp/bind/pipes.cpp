#include "games/pipes.hpp"

#include "bind/system.hpp"
#include "games/pipes_baselines.hpp"
#include "games/pipes_chain.hpp"

namespace ludoplan {
namespace {

PipesChain cheapest_chain(const PipesBoard& board, Monitor& monitor) {
  return PipesSolver(board, monitor).solve();
}

void bind_solver(nb::module_& module, const char* name, PipesChain (*solve)(const PipesBoard&, Monitor&)) {
  module.def(
      name,
      [solve](const PipesBoard& board, const Limits& limits, const nb::object& progress) {
        Monitor monitor(limits, reporter(progress));
        nb::gil_scoped_release unlocked;
        return solve(board, monitor);
      },
      nb::arg("board"), nb::arg("limits"), nb::arg("progress") = nb::none());
}

}  // namespace

void bind_pipes(nb::module_& module) {
  nb::class_<PipesRules>(module, "PipesRules")
      .def(nb::init<>())
      .def_rw("needs_all", &PipesRules::needs_all)
      .def_rw("turn_cost", &PipesRules::turn_cost)
      .def_rw("first_go_cost", &PipesRules::first_go_cost)
      .def_rw("skip_cost", &PipesRules::skip_cost)
      .def_rw("min_length", &PipesRules::min_length)
      .def_rw("has_charge", &PipesRules::has_charge)
      .def_rw("charge", &PipesRules::charge)
      .def_rw("charges", &PipesRules::charges)
      .def_rw("queue", &PipesRules::queue);
  nb::class_<PipesBoard>(module, "PipesBoard")
      .def(nb::init<int, std::vector<std::uint8_t>, std::vector<std::uint8_t>, PipesRules>(),
           nb::arg("width"), nb::arg("kinds"), nb::arg("rotations"), nb::arg("rules"));
  nb::class_<PipesChain>(module, "PipesChain")
      .def_ro("verdict", &PipesChain::verdict)
      .def_ro("stop", &PipesChain::stop)
      .def_ro("cells", &PipesChain::cells)
      .def_ro("cost", &PipesChain::cost)
      .def_ro("bound", &PipesChain::bound)
      .def_ro("rounds", &PipesChain::rounds)
      .def_ro("remembered", &PipesChain::remembered)
      .def_ro("counters", &PipesChain::counters);
  bind_system<Pipes>(module, "Pipes").def(nb::init<PipesBoard>());
  bind_solver(module, "pipes_cheapest_chain", &cheapest_chain);
  bind_solver(module, "pipes_relaxed_chain", &relaxed_chain);
  bind_solver(module, "pipes_depth_first_chain", &depth_first_chain);
}

}  // namespace ludoplan
