#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include "bind/fields.hpp"
#include "bind/system.hpp"
#include "planning/encoding.hpp"
#include "planning/plan_length.hpp"
#include "planning/planner.hpp"

namespace ludoplan {

using namespace planning;

void bind_sat(nb::module_& module) {
  BIND_ENUM(Steps, sequential, for_all, exists);

  BIND_ENUM(Style, pruned, growing, plain);

  nb::class_<PlanEncoding>(module, "PlanEncoding")
      .def(
          "__init__",
          [](PlanEncoding* self, const SystemOf<Planner>& planner, Steps steps, const Limits& limits,
             const nb::object& progress) {
            Monitor monitor(limits, reporter(progress));
            nb::gil_scoped_release unlocked;
            new (self) PlanEncoding(planner.system().task(), steps, monitor);
          },
          nb::arg("planner"), nb::arg("steps"), nb::arg("limits"), nb::arg("progress") = nb::none(),
          nb::keep_alive<1, 2>(),
          "Prepares formulas of a grounded task. Check `stopped` before anything else.")
      .def_prop_ro("stopped", &PlanEncoding::stopped)
      .def_prop_ro("least_steps",
                   [](const PlanEncoding& encoding) -> std::optional<int> {
                     const int steps = encoding.least_steps();
                     return steps >= kNeverLayer ? std::nullopt : std::optional<int>(steps);
                   })
      .def(
          "formula",
          [](PlanEncoding& encoding, int horizon, Style style, const Limits& limits,
             const nb::object& progress) {
            Monitor monitor(limits, reporter(progress));
            std::vector<int> literals;
            {
              nb::gil_scoped_release unlocked;
              literals = encoding.formula(horizon, style, monitor);
            }
            return nb::bytes(literals.data(), literals.size() * sizeof(int));
          },
          nb::arg("horizon"), nb::arg("style"), nb::arg("limits"), nb::arg("progress") = nb::none(),
          "The clauses, as 4-byte numbers, each ended by 0; of a growing formula the new ones.")
      .def_prop_ro("assumptions", &PlanEncoding::assumptions,
                   "What to assume when a growing formula is solved.")
      .def(
          "guesses",
          [](const PlanEncoding& encoding, const SystemOf<Planner>& planner) {
            std::vector<int> facts;
            planner.system().way_to_goal(planner.system().task().initial(), facts);
            return encoding.guesses(facts);
          },
          nb::arg("planner"), "Variables of the last formula that a relaxed plan suggests to be true.")
      .def(
          "meanings",
          [](const PlanEncoding& encoding) {
            std::vector<std::tuple<int, int, bool, int>> meanings;
            encoding.each_variable([&](int variable, int layer, bool is_action, int number) {
              meanings.emplace_back(variable, layer, is_action, number);
            });
            return meanings;
          },
          "Of the last formula's variables: (variable, layer, whether it is an action, its number).")
      .def_prop_ro("variables", &PlanEncoding::variables)
      .def_prop_ro("clauses", &PlanEncoding::clauses)
      .def("plan", &PlanEncoding::plan, nb::arg("model"),
           "The actions of a model of the last formula: its true variables in ascending order.");

  module.def(
      "longest_plan",
      [](const SystemOf<Planner>& planner) { return LongestPlan(planner.system().task()).bound; },
      nb::arg("planner"), "No shortest plan has more actions; None where such a bound would be of no use.");
  module.def(
      "shortened",
      [](const SystemOf<Planner>& planner, std::vector<int> plan) {
        return shortened(planner.system().task(), std::move(plan));
      },
      nb::arg("planner"), nb::arg("plan"), "The plan without actions that it does not need.");
  module.def(
      "plan_cost",
      [](const SystemOf<Planner>& planner, const std::vector<int>& plan) {
        const Task& task = planner.system().task();
        State state = task.initial(), next;
        Cost sum = 0, cost = 0;
        for (const int action : plan) {
          if (!task.apply(action, state, next, cost)) throw std::invalid_argument("not a plan");
          std::swap(state, next);
          sum += cost;
        }
        return sum;
      },
      nb::arg("planner"), nb::arg("plan"), "What a plan costs, in the ground task's units.");
  module.def(
      "uniform_cost",
      [](const SystemOf<Planner>& planner) -> std::optional<Cost> {
        const auto& actions = planner.system().task().actions();
        for (const Action& action : actions) {
          if (!action.cost_terms.empty() || action.cost != actions[0].cost) return std::nullopt;
        }
        return actions.empty() ? 1 : actions[0].cost;
      },
      nb::arg("planner"), "What every action costs, in the ground task's units; None where they differ.");
  module.def(
      "clause_lists",
      [](const nb::bytes& clauses, std::size_t start, std::size_t most) {
        const int* const literals = reinterpret_cast<const int*>(clauses.data());
        const std::size_t end = clauses.size() / sizeof(int);
        nb::typed<nb::list, nb::typed<nb::list, int>> lists;
        for (std::size_t i = start; i < end && lists.size() < most; start = ++i) {
          while (i < end && literals[i] != 0) ++i;
          nb::object clause = nb::steal(PyList_New(static_cast<Py_ssize_t>(i - start)));
          for (std::size_t j = start; j < i; ++j) {
            PyList_SET_ITEM(clause.ptr(), static_cast<Py_ssize_t>(j - start), PyLong_FromLong(literals[j]));
          }
          lists.append(clause);
        }
        return std::make_pair(lists, start);
      },
      nb::arg("clauses"), nb::arg("start"), nb::arg("most"),
      "Up to so many clauses, from this number of literals on, as lists; and where to go on.");
}

}  // namespace ludoplan
