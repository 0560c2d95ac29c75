// A ground task for search by sets of states: the bits of a state, the steps of the actions as diagrams, and
// what is known of all states that can be reached.
#pragma once

#include <chrono>
#include <unordered_map>
#include <vector>

#include "planning/diagrams.hpp"
#include "planning/task.hpp"

namespace ludoplan::planning {

// Actions of one cost in one diagram.
struct SymbolicStep {
  Diagram relation;
  std::vector<std::uint32_t> bits;  // that it may change, ascending
  std::uint32_t changing = 0;
  Cost cost = 0;
};

class SymbolicTask {
 public:
  // Whether everything in the task can be told by bits.
  static bool suits(const Task& task);

  // `joining` are seconds for putting steps together.
  SymbolicTask(const Task& task, std::size_t most_nodes, double joining, std::function<bool()> is_stopped);

  // Everything else is there only when it is ready, which takes many pieces of work. One that is interrupted
  // can be tried again.
  bool is_ready() const { return stage_ == Stage::ready; }
  void work();

  Diagrams& diagrams() { return diagrams_; }
  const Diagram& initial() const { return initial_; }
  const Diagram& goal() const { return goal_; }
  const std::vector<SymbolicStep>& steps() const { return steps_; }
  // Every state that can be reached is in all of these.
  const std::vector<Diagram>& known() const { return known_; }
  Cost least_cost() const { return least_cost_; }

  std::vector<char> bits_of(const State& state) const;
  Diagram cube_of(const std::vector<char>& bits);
  State state_of(const std::vector<char>& bits) const;

 private:
  enum class Stage { derived, known, ends, steps, joining, ready };
  struct Variable {
    std::vector<int> facts;
    bool is_always_one = false;  // one of its facts is true in every state
    std::uint32_t first = 0;     // bit
    std::uint32_t width = 0;
  };
  struct Place {
    int variable = -1;
    std::uint32_t code = 0;
  };
  static constexpr std::size_t kMostStepNodes = 100'000;
  static constexpr std::size_t kMostKnownNodes = 5'000;
  static constexpr std::size_t kMostTerms = 4;

  static std::vector<Variable> variables_of(const Task& task);
  static std::vector<char> always_one(const Task& task, const std::vector<std::vector<int>>& sets);
  void put_in_order();
  static std::size_t bits_in(const std::vector<Variable>& variables);

  void literals(const Variable& variable, std::uint32_t code, bool is_after,
                std::vector<SignedVariable>& found) const;
  Diagram is_value(const Place& place, bool is_after = false);
  Diagram is_none(int variable, bool is_after);
  std::vector<std::uint32_t> bits_of(const Variable& variable) const;
  Diagram of_fact(int fact);
  Diagram of(Formula formula);
  Diagram of(const Guard& guard);
  void derive();
  void find_known(std::size_t number);
  void know(const Diagram& fact);
  void sort_steps();
  void join_next();
  void add_step(const Action& action);
  Diagram change_of(int variable, const Action& action);
  bool put_together(SymbolicStep& step, const SymbolicStep& other);

  const Task& task_;
  std::vector<Variable> variables_;
  std::vector<Place> places_;  // by fact
  Diagrams diagrams_;
  Diagram initial_, goal_;
  std::vector<SymbolicStep> steps_;
  std::vector<Diagram> known_;
  Cost least_cost_ = kDeadEnd;
  std::vector<Diagram> derived_;  // by fact
  std::unordered_map<Formula, Diagram> formulas_;
  // What has been done so far.
  Stage stage_ = Stage::derived;
  std::size_t next_ = 0;
  double joining_;
  std::vector<char> is_one_;                // by invariant
  std::vector<SymbolicStep> pairs_, done_;  // of steps that were joined; steps that are not joined any more
};

}  // namespace ludoplan::planning
