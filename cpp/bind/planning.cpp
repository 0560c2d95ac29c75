#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include "bind/fields.hpp"
#include "bind/system.hpp"
#include "planning/planner.hpp"
#include "planning/symbolic.hpp"

namespace ludoplan {

using namespace planning;

namespace {

using BoundPlanner = SystemOf<Planner>;

// A number as Python gives it: rounded, and as a fraction, whose denominator is 0 if it does not fit.
using Given = std::tuple<double, std::int64_t, std::int64_t>;

Number number_of(const Given& given) { return {std::get<0>(given), std::get<1>(given), std::get<2>(given)}; }

std::vector<Number> numbers_of(const std::vector<Given>& given) {
  std::vector<Number> numbers;
  for (const Given& each : given) numbers.push_back(number_of(each));
  return numbers;
}

// A property of the planner behind a system.
template <class Get>
auto of(Get get) {
  return [get](const BoundPlanner& planner) { return get(planner.system()); };
}

}  // namespace

void bind_planning(nb::module_& module) {
  // What Python writes prefix code of.
  BIND_CODES(ConditionCode, atom, equal, compare, negate, all, any, exists, forall, all_but);
  BIND_CODES(EffectCode, add, remove, change, together, when, for_each);
  BIND_CODES(Compare, less, at_most, equal, at_least, greater);
  BIND_CODES(Arithmetic, number, fluent, plus, minus, times, divide);
  BIND_CODES(ChangeKind, assign, increase, decrease, scale_up, scale_down);
  module.attr("MOST_SLOTS") = kMostSlots;

  nb::class_<HeuristicEntry>(module, "PlannerHeuristic")
      .def_ro("name", &HeuristicEntry::name)
      .def_ro("admissible", &HeuristicEntry::is_admissible)
      .def_ro("consistent", &HeuristicEntry::is_consistent)
      .def_ro("numeric", &HeuristicEntry::takes_numbers);
  module.def("planner_heuristics", &heuristics, "All heuristics of the planner, with their promises.");

  BIND_VARIABLE(LiftedTask, objects, predicate_arity, function_arity, is_accumulator, domains, inlines_axioms,
                uses_symmetries, searches_beside, ends_at_plan)
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

  nb::class_<LiftedSearch>(module, "LiftedSearch")
      .def(
          "__init__",
          [](LiftedSearch* self, const LiftedTask& lifted, const Limits& limits, const nb::object& progress) {
            new (self) LiftedSearch(lifted, limits, reporter(progress));
          },
          nb::arg("lifted"), nb::arg("limits"), nb::arg("progress") = nb::none(),
          "Searches a task without grounding it; see `lacks`.")
      .def_static("lacks", &LiftedSearch::lacks, nb::arg("lifted"),
                  "What of the task it does not take, in words; empty if it takes all.")
      .def("go", &LiftedSearch::go, nb::arg("seconds"), nb::call_guard<nb::gil_scoped_release>(),
           "Goes on for so many seconds; the outcome has no path.")
      .def_prop_ro("plan", &LiftedSearch::plan,
                   "Schema and objects of each step of the plan that was found.");

  bind_system<Planner>(module, "Planner")
      .def(
          "__init__",
          [](BoundPlanner* self, LiftedTask& lifted, const Limits& limits, const nb::object& progress) {
            Monitor monitor(limits, reporter(progress));
            nb::gil_scoped_release unlocked;
            new (self) BoundPlanner(lifted, monitor);
          },
          nb::arg("lifted"), nb::arg("limits"), nb::arg("progress") = nb::none(),
          "Grounds the task, which is used up by it. Check `stopped` before anything else.")
      .def(
          "prepare",
          [](const BoundPlanner& planner, const std::string& heuristic, const Limits& limits,
             const nb::object& progress) {
            Monitor monitor(limits, reporter(progress));
            Request request;
            request.heuristic = heuristic;
            const int number = planner.settings_of(request).heuristic;
            nb::gil_scoped_release unlocked;
            planner.system().prepare(number, limits.seconds, monitor);
            return monitor.stopped();
          },
          nb::arg("heuristic"), nb::arg("limits"), nb::arg("progress") = nb::none(),
          "Sets a heuristic up; at a limit it makes do with what it has by then.")
      .def(
          "pausing",
          [](const BoundPlanner& planner, const Request& request,
             const nb::object& progress) -> std::unique_ptr<PausedSearch> {
            if (request.kernel == "symbolic") {
              return std::make_unique<SymbolicSearch>(planner.system().task(), request.limits,
                                                      reporter(progress));
            }
            return planner.pausing(request, reporter(progress));
          },
          nb::arg("request"), nb::arg("progress") = nb::none(), nb::keep_alive<0, 1>(),
          "A search that takes turns with others; `symbolic` is one of tasks alone.")
      .def_prop_ro("stopped", of([](const Planner& planner) { return planner.stopped(); }))
      .def_prop_ro("is_ground", of([](const Planner& planner) { return planner.is_ground(); }))
      .def_prop_ro("early_plan", of([](const Planner& planner) { return planner.early_plan(); }),
                   "Schema and objects of each step of a plan that was found while grounding, or nothing.")
      .def_prop_ro("early_counters", of([](const Planner& planner) { return planner.early_counters(); }))
      .def_prop_ro("seconds", of([](const Planner& planner) { return planner.seconds(); }))
      .def_prop_ro("facts", of([](const Planner& planner) { return planner.task().facts(); }))
      .def_prop_ro("variables", of([](const Planner& planner) { return planner.task().model().variables(); }))
      .def_prop_ro("actions", of([](const Planner& planner) { return planner.task().actions().size(); }))
      .def_prop_ro("axioms", of([](const Planner& planner) { return planner.task().model().axioms.size(); }))
      .def_prop_ro("groups", of([](const Planner& planner) { return planner.task().groups(); }))
      .def_prop_ro("is_symbolic",
                   of([](const Planner& planner) { return SymbolicTask::suits(planner.task()); }),
                   "Whether the task can be searched by sets of states.")
      .def_prop_ro("symmetries", of([](const Planner& planner) { return planner.symmetries(); }))
      .def_prop_ro("cost_scale", of([](const Planner& planner) { return planner.task().cost_scale(); }))
      .def_prop_ro("problem", of([](const Planner& planner) { return planner.task().problem(); }))
      .def(
          "unfolded",
          [](const BoundPlanner& planner, const std::vector<Move>& path) {
            return planner.system().unfolded(path);
          },
          nb::arg("path"), "A path that a search has found as actions from the initial state.")
      .def(
          "landmarks", [](const BoundPlanner& planner) { return planner.system().landmarks(); },
          "Facts (~fact: their being false) one of which holds at some time on the way to any goal.")
      .def(
          "facts_of",
          [](const BoundPlanner& planner, const std::vector<Word>& state) {
            if (state.size() != planner.packed_words()) throw std::invalid_argument("wrong number of words");
            std::vector<int> facts;
            planner.system().task().for_each_true(unpacked(planner.system(), state.data()),
                                                  [&](int fact) { facts.push_back(fact); });
            return facts;
          },
          nb::arg("state"), "The facts that are true in a state.")
      .def(
          "action", [](const BoundPlanner& planner, Move action) { return planner.system().action(action); },
          nb::arg("action"))
      .def(
          "fact", [](const BoundPlanner& planner, int fact) { return planner.system().fact(fact); },
          nb::arg("fact"));
}

}  // namespace ludoplan
