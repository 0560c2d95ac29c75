// A game whose rules are written in Python, as a transition system: a state is the number that the
// Python side has given it.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include "bind/system.hpp"

namespace ludoplan {

class PythonGame {
 public:
  using State = StateId;
  using Step = std::tuple<Move, StateId, Cost>;
  static constexpr std::uint64_t kPollMask = 0;

  // `rules` is ludoplan.search.interned.InternedGame.
  explicit PythonGame(nb::object rules) : rules_(std::move(rules)) {}

  std::size_t packed_words() const { return 1; }
  void pack(State state, Word* out) const { *out = state; }
  void unpack(const Word* words, State& state) const { state = *words; }

  const std::vector<std::string>& heuristic_names() const { return heuristics_; }
  State initial() const { return ask<State>("initial"); }
  bool is_goal(State state) const { return ask<bool>("is_goal", state); }
  Cost estimate(int heuristic, State state) const {
    return heuristic == kBlind ? 0
                               : ask<std::optional<Cost>>("estimate", heuristic, state).value_or(kDeadEnd);
  }
  template <class Emit>
  void for_each_successor(State state, Emit&& emit) const {
    each("successors", emit, state);
  }

  bool is_reversible() const { return reversible_; }
  Cost estimate_from_start(State) const { return 0; }
  template <class Emit>
  void for_each_goal(Emit&& emit) const {
    each("goals", emit);
  }
  template <class Emit>
  void for_each_predecessor(State state, Emit&& emit) const {
    each("predecessors", emit, state);
  }

 private:
  template <class Answer, class... Args>
  Answer ask(const char* question, Args... args) const {
    nb::gil_scoped_acquire gil;
    return nb::cast<Answer>(rules_.attr(question)(args...));
  }
  template <class Emit, class... Args>
  void each(const char* question, Emit&& emit, Args... args) const {
    for (const auto& [move, next, cost] : ask<std::vector<Step>>(question, args...)) {
      emit(move, next, cost);
    }
  }

  nb::object rules_;
  bool reversible_ = nb::cast<bool>(rules_.attr("reversible"));
  std::vector<std::string> heuristics_ = nb::cast<std::vector<std::string>>(rules_.attr("heuristics"));
};

void bind_python_game(nb::module_& module) {
  bind_system<PythonGame>(module, "PythonGame").def(nb::init<nb::object>());
}

}  // namespace ludoplan
