// Search by sets of states from both ends: a cheapest path without looking at single states.
//
// Each side has the sets of states at each distance from the initial state, or to a goal. The side whose next
// set looks quicker takes its nearest one a step further, through one diagram of actions after the other. A
// state that both sides have reached closes a path. No path is cheaper than the two nearest open distances
// and the cheapest action together, so when a path costs no more than that it is a cheapest one.
//
// Counters: `expanded` are the states of the sets that have been taken further, those before goals among
// them; `stored` are nodes of diagrams.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "planning/symbolic_task.hpp"
#include "search/paused.hpp"

namespace ludoplan::planning {

class SymbolicSearch final : public PausedSearch {
 public:
  SymbolicSearch(const Task& task, const Limits& limits, Monitor::Report report)
      : task_(task), monitor_(limits, std::move(report)), seconds_(limits.seconds) {}

  Outcome go(double seconds) override;
  void cut_at(Cost cost) override { cut_at_ = std::min(cut_at_, cost); }

 private:
  struct Layer {
    Cost distance;
    Diagram set;
  };
  struct Side {
    bool is_forward = true;
    std::map<Cost, Diagram> open;
    Diagram closed;
    std::vector<Layer> layers;  // in the order in which they were closed
    // The layer that is being taken further.
    bool is_expanding = false;
    std::size_t next_step = 0;
    double spent = 0, expected = 0;  // steps of operations, for this layer
    double size = 1;                 // of this layer, in nodes

    Cost nearest() const {
      if (is_expanding) return layers.back().distance;
      return open.empty() ? kDeadEnd : open.begin()->first;
    }
  };
  struct Meeting {
    std::vector<char> bits;
    Cost from_start = 0, to_goal = 0;
  };

  static constexpr double kLeastTurn = 0.05;  // seconds
  static constexpr double kJoining = 0.05;    // of the time, for putting steps together
  static constexpr double kMostJoining = 5;
  static constexpr std::size_t kMostNodes = 100'000'000;
  static constexpr std::size_t kMemoryShare = 4;
  static constexpr std::size_t kBytesPerNode = 32;

  Outcome search();
  void set_up();
  void begin();
  Side& next_side();
  void open_layer(Side& side);
  void take_further(Side& side);
  void look_for_meeting(const Side& side, const Diagram& made, Cost distance);
  Cost limit() const { return std::min(least_, cut_at_); }
  Outcome found();
  void go_back(std::vector<Move>& path);
  void go_on(std::vector<Move>& path);

  const Task& task_;
  Monitor monitor_;
  double seconds_;
  double interrupt_at_ = 0;
  std::unique_ptr<SymbolicTask> symbolic_;
  bool has_begun_ = false;
  Side sides_[2];
  Cost cut_at_ = kDeadEnd;
  Cost least_ = kDeadEnd;  // the cheapest path so far
  Meeting meeting_;
  Counters counters_;
};

}  // namespace ludoplan::planning
