// The heuristics of ground tasks by name. Each is set up when a task is first estimated by it.
#pragma once

#include <memory>
#include <vector>

#include "planning/delete_relaxation.hpp"
#include "planning/lmcut.hpp"
#include "search/monitor.hpp"

namespace ludoplan::planning {

// What heuristics of one task share.
class Groundwork {
 public:
  explicit Groundwork(const Task& of_task) : task(of_task) {}

  const Task& task;

  const Relaxation& relaxation() {
    if (relaxation_ == nullptr) relaxation_ = std::make_unique<Relaxation>(task);
    return *relaxation_;
  }
  DeleteRelaxation<Sum::add>& add() {
    if (add_ == nullptr) add_ = std::make_unique<DeleteRelaxation<Sum::add>>(relaxation(), guiding_costs());
    return *add_;
  }

  // What an action costs at least.
  std::vector<Cost> lower_costs() const;
  // Estimates that guide count each action as one more than it costs where costs differ, so that free actions
  // are not for nothing.
  std::vector<Cost> guiding_costs() const;

  // Watches over what takes long to set up, while there is somebody who waits for it.
  Monitor* monitor = nullptr;
  double seconds = 60;  // for setting one heuristic up
  bool is_late() const { return monitor != nullptr && monitor->poll({}); }

 private:
  std::unique_ptr<Relaxation> relaxation_;
  std::unique_ptr<DeleteRelaxation<Sum::add>> add_;
};

class Heuristic {
 public:
  virtual ~Heuristic() = default;
  // The estimate, or kDeadEnd. Where somebody asks for them, actions that look good go to `preferred`.
  virtual Cost estimate(const State& state, std::vector<Move>* preferred) = 0;
  // The same for a state that an action has led to from another one, which may have been estimated before.
  virtual Cost estimate_after(const State& parent, Move action, const State& state) {
    static_cast<void>(parent);
    static_cast<void>(action);
    return estimate(state, nullptr);
  }
};

struct HeuristicEntry {
  const char* name;
  bool is_admissible;
  bool is_consistent;
  bool takes_numbers;  // whether it follows numeric variables
  std::unique_ptr<Heuristic> (*make)(Groundwork&);
};

// All there are; the kernels know them by their place.
const std::vector<HeuristicEntry>& heuristics();

// The heuristics of one task.
class Heuristics {
 public:
  explicit Heuristics(const Task& task) : groundwork_(task), made_(heuristics().size()) {}

  Cost estimate(int heuristic, const State& state, std::vector<Move>* preferred = nullptr);
  Cost estimate_after(int heuristic, const State& parent, Move action, const State& state) {
    return made(heuristic).estimate_after(parent, action, state);
  }
  // Sets the heuristic up. After so many seconds, or where the monitor says so, it makes do with what it has.
  void prepare(int heuristic, double seconds, Monitor& monitor) {
    groundwork_.monitor = &monitor;
    groundwork_.seconds = seconds;
    made(heuristic);
    groundwork_.monitor = nullptr;
  }
  // The facts of a relaxed plan; false where there is none.
  bool way_to_goal(const State& state, std::vector<int>& facts);

 private:
  Heuristic& made(int heuristic) {
    auto& found = made_[static_cast<std::size_t>(heuristic)];
    if (found == nullptr) found = heuristics()[static_cast<std::size_t>(heuristic)].make(groundwork_);
    return *found;
  }

  Groundwork groundwork_;
  std::vector<std::unique_ptr<Heuristic>> made_;
  std::vector<int> fact_of_;  // by proposition
  std::vector<Move> spare_;
};

}  // namespace ludoplan::planning
