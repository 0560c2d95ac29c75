// The whole state space of a level, forwards and backwards: what is reachable, what is lost, what leads on.
//
// The game ends at a goal: goals are states like others, but nothing is looked for beyond them. States are
// numbered breadth-first, so a layer is a range of numbers. Transitions are stored in the order in which the
// rules emit them, which makes the k-th transition of a state its k-th move. Distances to the goal are pairs
// of cost and number of moves, compared in this order: where moves may be free, cheapest ways can go round in
// circles, and only those with the fewest moves among them are counted.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "search/cost_records.hpp"
#include "search/outcome.hpp"

namespace ludoplan {

// A step of a solution: of `legal` moves, `right` ones lie on a cheapest solution, `fatal` ones
// lead to where no solution is left, and `tempting` ones look best by an estimate, `decoys` of them not
// right.
struct Choice {
  Move move = 0;
  std::uint32_t legal = 0;
  std::uint32_t right = 0;
  std::uint32_t fatal = 0;
  std::uint32_t tempting = 0;
  std::uint32_t decoys = 0;
};

// A spot of the map: so many states at this depth that are so far from a goal (-1: lost).
struct Spot {
  std::int64_t depth;
  std::int64_t left;
  bool on_solution;
  std::uint64_t states;
};

struct Landscape {
  Stop stop = Stop::none;
  Counters counters;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t goals = 0;
  std::uint64_t dead = 0;             // states from which no goal can be reached
  std::uint64_t fatal = 0;            // moves from other states to these
  std::int64_t depth = 0;             // moves to the state farthest from the start
  std::int64_t first_dead = -1;       // moves to the nearest dead state; -1: there is none
  Cost cost = kDeadEnd;               // of a cheapest solution; kDeadEnd: there is none
  std::int64_t farthest = -1;         // the largest cost from any state to its nearest goal
  std::vector<Move> way_to_farthest;  // from the start to such a state
  std::uint64_t solutions = 0;        // cheapest solutions with the fewest moves; the largest number: or more
  std::uint64_t solution_states = 0;
  // Means over all those solutions, each counted alike: of sums over their steps.
  double legal = 0;
  double forced = 0;
  double decoys = 0;
  double fatal_steps = 0;    // steps at which a fatal move can be made
  double bits = 0;           // log2(legal / right): how unlikely chance makes the right moves
  std::vector<Choice> path;  // the first of them in the game's order
  std::vector<Spot> spots;
  std::vector<std::pair<StateId, StateId>> edges;  // all transitions, and each state's spot,
  std::vector<std::size_t> spot_of;                // where there are few states
};

// What does not depend on the puzzle.
class StateSpace {
 public:
  StateSpace(std::size_t words, Monitor& monitor)
      : monitor_(monitor),
        table_(words, monitor),
        begins_(monitor),
        transitions_(monitor),
        words_(words),
        distances_(monitor) {}
  virtual ~StateSpace() = default;

 protected:
  template <class C>
  struct TransitionOf {
    StateId to;
    C cost;

    bool is_narrow() const { return ludoplan::is_narrow(cost); }
    template <class Other>
    void take(const Other& other) {
      to = other.to;
      convert(other.cost, cost);
    }
  };
  template <class C>
  struct WayOf {
    C cost;
    std::uint32_t moves;

    bool operator==(const WayOf&) const = default;
    auto operator<=>(const WayOf&) const = default;
    WayOf before(Cost step) const { return {plus(cost, step), moves + 1}; }
    bool is_narrow() const { return ludoplan::is_narrow(cost); }
    template <class Other>
    void take(const Other& other) {
      moves = other.moves;
      convert(other.cost, cost);
    }
  };
  using Transition = TransitionOf<Cost>;
  using Way = WayOf<Cost>;
  static constexpr std::uint64_t kMany = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  Landscape described(bool is_complete, std::size_t most_drawn);

  // The choice at a state on a cheapest solution; `move` is its first right move.
  virtual Choice look_around(StateId id) const = 0;
  // The moves along a chain of states, each a successor of the one before.
  virtual std::vector<Move> moves_along(const std::vector<StateId>& chain) const = 0;

  bool is_time_to_stop(std::size_t number) { return (number & 1023) == 0 && monitor_.poll(counters_); }

  std::size_t degree(StateId id) const { return begins_[id + 1] - begins_[id]; }
  Transition transition(StateId id, std::size_t number) const { return transitions_[begins_[id] + number]; }
  bool is_dead(StateId id) const { return distances_[id].cost == kDeadEnd; }
  bool is_right(StateId id, const Transition& way) const {
    return !is_dead(way.to) && distances_[way.to].before(way.cost) == distances_[id];
  }

  Monitor& monitor_;
  StateTable table_;
  Segmented<std::uint64_t> begins_;  // of each state's transitions
  CostRecords<TransitionOf> transitions_;
  std::vector<Word> words_;
  std::vector<std::size_t> layers_;  // the first state of each, and the end
  std::vector<StateId> goals_;
  CostRecords<WayOf> distances_;  // to the nearest goal
  bool has_unit_costs_ = true;
  Counters counters_;
  Landscape result_;

 private:
  using Ends = std::vector<std::uint64_t>;

  bool measure();
  Ends ends_of_incoming() const;
  template <class Put>
  bool for_each_incoming(const Ends& ends, Put&& put);
  bool measure_moves();
  bool measure_costs();
  template <class Source>
  void tell_farthest(StateId farthest, const Ends& ends, Source&& source);
  void count_dead();
  std::int64_t depth_of(StateId id) const;
  void follow_solutions();
  void draw(std::size_t most_drawn);

  std::vector<std::uint32_t> place_;  // on the trail of solutions
};

template <TransitionSystem System>
class Explorer : public StateSpace {
 public:
  using State = typename System::State;

  Explorer(const System& system, int heuristic, Monitor& monitor)
      : StateSpace(system.packed_words(), monitor), system_(system), heuristic_(heuristic) {}

  // `most_drawn`: up to so many states are told one by one.
  Landscape explore(const State& start, std::size_t most_drawn) {
    return described(spread(start), most_drawn);
  }

 private:
  // All states; false if a limit came first.
  bool spread(const State& start) {
    const std::size_t words = words_.size();
    system_.pack(start, words_.data());
    table_.insert(words_.data());
    counters_.stored = 1;
    layers_.push_back(0);
    std::size_t layer_end = 1;
    for (StateId id = 0; id < table_.size(); ++id) {
      if (id == layer_end) {
        layers_.push_back(id);
        layer_end = table_.size();
      }
      if ((id & poll_mask<System>()) == 0 && monitor_.poll(counters_)) break;
      begins_.push_back(transitions_.size());
      const State state = unpacked(system_, table_[id]);
      if (system_.is_goal(state)) {
        goals_.push_back(id);
        continue;
      }
      ++counters_.expanded;
      // All successors first: their places in the table are fetched while the others are made.
      steps_.clear();
      system_.for_each_successor(state, [&](Move, const State& next, Cost cost) {
        ++counters_.generated;
        const std::size_t at = steps_.size() * words;
        if (packed_.size() < at + words) packed_.resize(2 * (at + words));
        system_.pack(next, &packed_[at]);
        const std::uint64_t hash = hash_words(&packed_[at], words);
        table_.prefetch(hash);
        steps_.push_back({hash, cost});
      });
      for (std::size_t step = 0; step < steps_.size(); ++step) {
        const auto [hash, cost] = steps_[step];
        const auto [to, is_new] = table_.insert(&packed_[step * words], hash);
        if (to == kNoState) break;
        if (is_new) ++counters_.stored;
        has_unit_costs_ = has_unit_costs_ && cost == 1;
        transitions_.push_back({to, cost});
      }
    }
    begins_.push_back(transitions_.size());
    result_.states = table_.size();
    result_.transitions = transitions_.size();
    result_.goals = goals_.size();
    result_.depth = static_cast<std::int64_t>(layers_.size()) - 1;
    layers_.push_back(table_.size());
    return monitor_.stopped() == Stop::none;
  }

  Choice look_around(StateId id) const override {
    Choice step;
    Cost best = std::numeric_limits<Cost>::max();
    bool is_found = false;
    std::size_t number = 0;
    for (const auto& [move, next, cost] : successors_of(system_, unpacked(system_, table_[id]))) {
      const Transition way = transition(id, number++);
      const bool right = is_right(id, way);
      if (right && !is_found) step.move = move;
      is_found = is_found || right;
      ++step.legal;
      step.right += right;
      step.fatal += is_dead(way.to);
      const Cost estimate = system_.is_goal(next) ? -1 : system_.estimate(heuristic_, next);
      if (estimate < best) {
        best = estimate;
        step.tempting = step.decoys = 0;
      }
      if (estimate == best) {
        ++step.tempting;
        step.decoys += !right;
      }
    }
    return step;
  }

  std::vector<Move> moves_along(const std::vector<StateId>& chain) const override {
    std::vector<Move> moves;
    Cost cost = 0;
    add_steps(system_, table_, chain, moves, cost);
    return moves;
  }

  struct Step {
    std::uint64_t hash;
    Cost cost;
  };

  const System& system_;
  int heuristic_;
  std::vector<Step> steps_;   // of the state that is looked at,
  std::vector<Word> packed_;  // and where they lead
};

}  // namespace ludoplan
