// The heuristics of ground tasks by name. Each is set up when a task is first estimated by it.
#pragma once

#include <chrono>
#include <functional>
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
  // By what actions cost, or by their number.
  DeleteRelaxation<Sum::add>& add(bool counts_steps = false) {
    auto& found = add_[counts_steps];
    if (found == nullptr)
      found = std::make_unique<DeleteRelaxation<Sum::add>>(relaxation(), guiding_costs(counts_steps), true);
    return *found;
  }

  // What an action costs at least.
  std::vector<Cost> lower_costs() const;
  // Estimates that guide count each action as one, or as one more than it costs where costs differ, so that
  // free actions are not for nothing.
  std::vector<Cost> guiding_costs(bool counts_steps) const;

  // Watches over what takes long to set up, while there is somebody who waits for it.
  Monitor* monitor = nullptr;
  double seconds = 60;  // for setting one heuristic up
  bool is_late() const { return monitor != nullptr && monitor->poll({}); }
  // Calls this while a heuristic is being set up: whether its time is over.
  std::function<bool()> until_late() const {
    const auto began = Monitor::Clock::now();
    return [this, began] {
      return std::chrono::duration<double>(Monitor::Clock::now() - began).count() >= seconds || is_late();
    };
  }

 private:
  std::unique_ptr<Relaxation> relaxation_;
  std::unique_ptr<DeleteRelaxation<Sum::add>> add_[2];
};

class Heuristic {
 public:
  virtual ~Heuristic() = default;
  // The estimate, or kDeadEnd. Where somebody asks for them, actions that look good go to `preferred`.
  virtual Cost estimate(const State& state, std::vector<Move>* preferred) = 0;
  // The same for a state that an action has led to from another one, which may have been estimated before.
  virtual Cost estimate_after(const State& /*parent*/, Move /*action*/, const State& state) {
    return estimate(state, nullptr);
  }

  // Some look at the whole path to a state, of which they keep so many words beside each state.
  virtual std::size_t path_words() const { return 0; }
  // The estimate of a state whose path goes on from one with the words `before`, null where it begins;
  // its own words go to `after`.
  virtual Cost estimate_on_path(const Word* /*before*/, const State& state, Word* /*after*/,
                                std::vector<Move>* preferred) {
    return estimate(state, preferred);
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

  Heuristic& operator[](int heuristic) {
    auto& found = made_[static_cast<std::size_t>(heuristic)];
    if (found == nullptr) found = heuristics()[static_cast<std::size_t>(heuristic)].make(groundwork_);
    return *found;
  }
  // Sets the heuristic up. After so many seconds, or where the monitor says so, it makes do with what it has.
  void prepare(int heuristic, double seconds, Monitor& monitor) {
    groundwork_.monitor = &monitor;
    groundwork_.seconds = seconds;
    (*this)[heuristic];
    groundwork_.monitor = nullptr;
  }
  // How many parts of the goal are not met; a comparison counts as many times as a number must be changed.
  int unmet_goals(const State& state);
  // The facts of a relaxed plan; false where there is none.
  bool way_to_goal(const State& state, std::vector<int>& facts);

 private:
  Groundwork groundwork_;
  std::vector<std::unique_ptr<Heuristic>> made_;
  std::vector<int> fact_of_;  // by proposition
  std::unique_ptr<Repetitions> repetitions_;
  std::vector<Prop> goal_comparisons_;
  std::vector<Move> spare_;
};

}  // namespace ludoplan::planning
