#include "games/pipes.hpp"

#include "bind/fields.hpp"
#include "bind/system.hpp"
#include "games/pipes_baselines.hpp"
#include "games/pipes_chain.hpp"

namespace ludoplan {
namespace {

using PipesKind = PipesBoard::Kind;
using PipesVerb = Pipes::Verb;

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
  BIND_CODES(PipesKind, hole, terminal, straight, elbow, one_way, cross, empty);
  BIND_ENUM(PipesVerb, turn, go);
  BIND_VARIABLE(PipesRules, needs_all, turn_cost, first_go_cost, skip_cost, min_length, has_charge, charge,
                charges, queue);
  nb::class_<PipesBoard>(module, "PipesBoard")
      .def(nb::init<int, std::vector<std::uint8_t>, std::vector<std::uint8_t>, PipesRules>(),
           nb::arg("width"), nb::arg("kinds"), nb::arg("rotations"), nb::arg("rules"));
  BIND_CONSTANT(PipesChain, verdict, stop, cells, cost, bound, counters);
  bind_system<Pipes>(module, "Pipes").def(nb::init<PipesBoard>());
  bind_solver(module, "pipes_cheapest_chain", &cheapest_chain);
  bind_solver(module, "pipes_relaxed_chain", &relaxed_chain);
  bind_solver(module, "pipes_depth_first_chain", &depth_first_chain);
}

}  // namespace ludoplan
