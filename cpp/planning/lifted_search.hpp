// Search without grounding: actions are found state by state, by joins over the facts that hold there.
//
// For tasks with more ground actions than time or memory allow, of which a plan needs a few. Best-first width
// search: a state's novelty is 1 if it has a fact, 2 if it has a pair of facts, that no earlier state with as
// many unmet goals had; else 3. Novelty comes first, then unmet goals, then the order of arrival. States are
// told apart by a hash of 64 bits, so that nothing is proven when none is left.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "planning/join.hpp"
#include "search/open_list.hpp"
#include "search/outcome.hpp"
#include "search/state_table.hpp"

namespace ludoplan::planning {

class LiftedSearch {
 public:
  using Step = std::pair<int, std::vector<int>>;  // an action and its objects

  // What of the task such a search does not take, in words; empty if it takes all.
  static std::string lacks(const LiftedTask& task);

  LiftedSearch(const LiftedTask& task, const Limits& limits, Monitor::Report report);

  // Goes on for so many seconds; the counters are of all turns together.
  Outcome go(double seconds);
  // The way to the goal that was found.
  std::vector<Step> plan() const;

 private:
  struct Action {
    std::vector<Variable> parameters;
    Query precondition;
    std::vector<LiftedEffect> effects;
    std::vector<Query> conditions;  // of the effects, for their own variables
  };
  struct Node {
    StateId parent;
    int unmet;
    std::uint64_t hash;
    int action;                             // that led here
    std::size_t objects, added, gone, end;  // of it, and of what it changed, one after the other in the pool
    std::size_t facts, facts_end;           // all that are true, once its turn has come
  };

  int number_of(int predicate, const int* objects);
  int number_of(const AtomPattern& atom, const Binding& binding) {
    return number_of(atom.predicate, binding.row(atom.terms).data());
  }
  bool holds(const Condition& condition, Binding& binding);
  std::size_t keep(const std::vector<int>& numbers);
  void enter(StateId id);
  void expand(StateId id);
  void apply(StateId id, int action, Binding& binding);
  int novelty(int unmet, const Node& before);

  Monitor monitor_;
  Patience patience_;
  std::vector<std::vector<int>> domains_;
  std::vector<char> is_fluent_;      // by predicate
  std::vector<Relation> relations_;  // what holds in the state at hand
  Joiner joiner_;
  std::vector<Action> actions_;
  Condition goal_{Connective::all};

  // Facts are numbered as they come up.
  std::vector<Relation> known_;                 // by predicate
  std::vector<std::vector<int>> number_;        // by predicate and row
  std::vector<std::pair<int, int>> facts_;      // predicate and row
  std::unordered_map<int, int> goal_facts_;     // what a fact's being true does to the number of unmet goals
  std::vector<char> is_true_;                   // by fact, in the state at hand
  std::vector<std::uint64_t> added_, deleted_;  // by fact, by which application last
  std::uint64_t applications_ = 0;

  Segmented<Node> nodes_;
  Segmented<int> pool_;
  std::unordered_set<std::uint64_t> seen_;
  std::unordered_map<int, std::vector<std::uint64_t>> seen_facts_;  // by unmet goals
  std::vector<std::uint64_t> seen_pairs_;                           // in which some fall together
  OpenList open_;
  std::vector<int> new_, gone_, true_;  // true_: in the state at hand
  StateId found_ = kNoState;
  Counters counters_;
};

}  // namespace ludoplan::planning
