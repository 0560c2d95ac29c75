#include "bind/system.hpp"
#include "planning/planner.hpp"

namespace ludoplan {

using namespace planning;

namespace {

// A number as Python gives it: rounded, and as a fraction, whose denominator is 0 if it does not fit.
using Given = std::tuple<double, std::int64_t, std::int64_t>;

Number number_of(const Given& given) { return {std::get<0>(given), std::get<1>(given), std::get<2>(given)}; }

std::vector<Number> numbers_of(const std::vector<Given>& given) {
  std::vector<Number> numbers;
  for (const Given& each : given) numbers.push_back(number_of(each));
  return numbers;
}

}  // namespace

void bind_planning(nb::module_& module) {
  nb::class_<LiftedTask>(module, "LiftedTask")
      .def(nb::init<>())
      .def_rw("objects", &LiftedTask::objects)
      .def_rw("predicate_arity", &LiftedTask::predicate_arity)
      .def_rw("function_arity", &LiftedTask::function_arity)
      .def_rw("is_accumulator", &LiftedTask::is_accumulator)
      .def_rw("domains", &LiftedTask::domains)
      .def(
          "set_numbers",
          [](LiftedTask& task, const std::vector<Given>& numbers) { task.numbers = numbers_of(numbers); },
          nb::arg("numbers"))
      .def(
          "add_action",
          [](LiftedTask& task, const Code& parameters, const Code& precondition, const Code& effect) {
            task.actions.push_back({Reader(task, parameters).variables(),
                                    Reader(task, precondition).condition(), Reader(task, effect).effects()});
          },
          nb::arg("parameters"), nb::arg("precondition"), nb::arg("effect"))
      .def(
          "add_axiom",
          [](LiftedTask& task, int predicate, const Code& parameters, const Code& condition) {
            task.axioms.push_back(
                {predicate, Reader(task, parameters).variables(), Reader(task, condition).condition()});
          },
          nb::arg("predicate"), nb::arg("parameters"), nb::arg("condition"))
      .def(
          "set_goal", [](LiftedTask& task, const Code& goal) { task.goal = Reader(task, goal).condition(); },
          nb::arg("goal"))
      .def(
          "set_initial",
          [](LiftedTask& task, std::vector<std::vector<int>> facts, std::vector<std::vector<int>> values,
             const std::vector<std::vector<Given>>& value_of) {
            task.facts = std::move(facts);
            task.values = std::move(values);
            task.value_of.clear();
            for (const auto& each : value_of) task.value_of.push_back(numbers_of(each));
          },
          nb::arg("facts"), nb::arg("values"), nb::arg("value_of"))
      .def(
          "set_metric",
          [](LiftedTask& task, const std::vector<int>& functions,
             const std::vector<std::vector<int>>& objects, const std::vector<Given>& weights,
             const Given& step_cost) {
            for (std::size_t i = 0; i < functions.size(); ++i) {
              task.metric.push_back({functions[i], objects[i], number_of(weights[i])});
            }
            task.step_cost = number_of(step_cost);
          },
          nb::arg("functions"), nb::arg("objects"), nb::arg("weights"), nb::arg("step_cost"));

  bind_system<Planner>(module, "Planner")
      .def(
          "__init__",
          [](Planner* self, LiftedTask& lifted, const Limits& limits, const nb::object& progress) {
            Monitor monitor(limits, reporter(progress));
            nb::gil_scoped_release unlocked;
            new (self) Planner(lifted, monitor);
          },
          nb::arg("lifted"), nb::arg("limits"), nb::arg("progress") = nb::none(),
          "Grounds the task, which is used up by it. Check `stopped` before anything else.")
      .def_prop_ro("stopped", &Planner::stopped)
      .def_prop_ro("seconds", &Planner::seconds)
      .def_prop_ro("facts", [](const Planner& planner) { return planner.task().facts(); })
      .def_prop_ro("variables", [](const Planner& planner) { return planner.task().model().variables(); })
      .def_prop_ro("actions", [](const Planner& planner) { return planner.task().actions().size(); })
      .def_prop_ro("axioms", [](const Planner& planner) { return planner.task().model().axioms.size(); })
      .def_prop_ro("groups", [](const Planner& planner) { return planner.task().groups(); })
      .def_prop_ro("cost_scale", [](const Planner& planner) { return planner.task().cost_scale(); })
      .def_prop_ro("problem", [](const Planner& planner) { return planner.task().problem(); })
      .def("action",
           [](const Planner& planner, Move action) {
             return std::make_tuple(planner.schema_of(action), planner.objects_of(action));
           })
      .def("fact", [](const Planner& planner, int fact) {
        return std::make_tuple(planner.predicate_of(fact), planner.objects_of_fact(fact));
      });
}

}  // namespace ludoplan
