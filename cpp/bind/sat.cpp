#include "bind/system.hpp"
#include "planning/encoding.hpp"
#include "planning/planner.hpp"

namespace ludoplan {

using namespace planning;

void bind_sat(nb::module_& module) {
  nb::enum_<Steps>(module, "Steps")
      .value("sequential", Steps::sequential)
      .value("for_all", Steps::for_all)
      .value("exists", Steps::exists);

  nb::class_<PlanEncoding>(module, "PlanEncoding")
      .def(
          "__init__",
          [](PlanEncoding* self, const Planner& planner, Steps steps, const Limits& limits,
             const nb::object& progress) {
            Monitor monitor(limits, reporter(progress));
            nb::gil_scoped_release unlocked;
            new (self) PlanEncoding(planner.task(), steps, monitor);
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
          [](PlanEncoding& encoding, int horizon, const Limits& limits, const nb::object& progress) {
            Monitor monitor(limits, reporter(progress));
            std::vector<int> literals;
            {
              nb::gil_scoped_release unlocked;
              literals = encoding.formula(horizon, monitor);
            }
            return nb::bytes(literals.data(), literals.size() * sizeof(int));
          },
          nb::arg("horizon"), nb::arg("limits"), nb::arg("progress") = nb::none(),
          "The clauses, as 4-byte numbers, each ended by 0.")
      .def_prop_ro("variables", &PlanEncoding::variables)
      .def_prop_ro("clauses", &PlanEncoding::clauses)
      .def("plan", &PlanEncoding::plan, nb::arg("model"),
           "The actions of a model of the last formula: its true variables in ascending order.");

  module.def(
      "clause_lists",
      [](const nb::bytes& clauses) {
        const int* next = reinterpret_cast<const int*>(clauses.data());
        const int* end = next + clauses.size() / sizeof(int);
        nb::list lists;
        for (const int* first = next; next != end; ++next) {
          if (*next != 0) continue;
          nb::list clause;
          for (; first != next; ++first) clause.append(*first);
          lists.append(clause);
          ++first;
        }
        return lists;
      },
      nb::arg("clauses"), "Clauses as `formula` gives them, as lists.");
}

}  // namespace ludoplan
