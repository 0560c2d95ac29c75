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
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "search/cost_records.hpp"
#include "search/open_list.hpp"
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

template <TransitionSystem System>
class Explorer {
 public:
  using State = typename System::State;

  Explorer(const System& system, int heuristic, Monitor& monitor)
      : system_(system),
        heuristic_(heuristic),
        monitor_(monitor),
        table_(system.packed_words(), monitor),
        begins_(monitor),
        transitions_(monitor),
        words_(system.packed_words()),
        distances_(monitor) {}

  // `most_drawn`: up to so many states are told one by one.
  Landscape explore(const State& start, std::size_t most_drawn) {
    if (spread(start) && measure()) {
      count_dead();
      if (!is_dead(0)) follow_solutions();
      draw(most_drawn);
    }
    result_.stop = monitor_.stopped();
    result_.counters = counters_;
    return std::move(result_);
  }

 private:
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

  bool is_time_to_stop(std::size_t number) { return (number & 1023) == 0 && monitor_.poll(counters_); }

  std::size_t degree(StateId id) const { return begins_[id + 1] - begins_[id]; }
  Transition transition(StateId id, std::size_t number) const { return transitions_[begins_[id] + number]; }
  bool is_dead(StateId id) const { return distances_[id].cost == kDeadEnd; }
  bool is_right(StateId id, const Transition& way) const {
    return !is_dead(way.to) && distances_[way.to].before(way.cost) == distances_[id];
  }

  // All states; false if a limit came first.
  bool spread(const State& start) {
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
      system_.for_each_successor(state, [&](Move, const State& next, Cost cost) {
        ++counters_.generated;
        system_.pack(next, words_.data());
        const auto [to, is_new] = table_.insert(words_.data());
        if (to == kNoState) return;
        if (is_new) ++counters_.stored;
        transitions_.push_back({to, cost});
      });
    }
    begins_.push_back(transitions_.size());
    result_.states = table_.size();
    result_.transitions = transitions_.size();
    result_.goals = goals_.size();
    result_.depth = static_cast<std::int64_t>(layers_.size()) - 1;
    layers_.push_back(table_.size());
    return monitor_.stopped() == Stop::none;
  }

  // The distance of every state to its nearest goal, by uniform-cost search along the transitions turned
  // round.
  bool measure() {
    const std::size_t states = table_.size();
    const std::size_t bytes =
        states * (sizeof(Way) + sizeof(std::uint64_t) + 1) + transitions_.size() * sizeof(Transition);
    if (!monitor_.has_room(bytes)) return false;
    std::vector<std::uint64_t> ends(states + 1, 0);
    for (std::size_t i = 0; i < transitions_.size(); ++i) ++ends[transitions_[i].to + 1];
    for (std::size_t id = 1; id <= states; ++id) ends[id] += ends[id - 1];
    CostRecords<TransitionOf> incoming(monitor_);
    for (std::size_t i = 0; i < transitions_.size(); ++i) incoming.push_back({});
    {
      // Filled from the back, so that `ends` afterwards holds where each state's list begins.
      std::vector<std::uint64_t> next(ends.begin() + 1, ends.end());
      for (StateId id = 0; id < states; ++id) {
        if (is_time_to_stop(id)) return false;
        for (std::size_t i = 0; i < degree(id); ++i) {
          const Transition way = transition(id, i);
          incoming.set(--next[way.to], {id, way.cost});
        }
      }
    }
    for (std::size_t id = 0; id < states; ++id) distances_.push_back({kDeadEnd, 0});
    std::vector<bool> closed(states, false);
    OpenList open(TieBreak::low_h);
    for (const StateId goal : goals_) {
      distances_.set(goal, {0, 0});
      open.push(0, 0, goal);
    }
    StateId farthest = kNoState;
    for (std::size_t popped = 0; !open.empty(); ++popped) {
      if (is_time_to_stop(popped)) return false;
      Cost cost;
      const StateId id = open.pop(cost);
      if (closed[id]) continue;
      closed[id] = true;
      farthest = id;
      for (std::uint64_t i = ends[id]; i < ends[id + 1]; ++i) {
        const Transition back = incoming[i];
        const Way longer = distances_[id].before(back.cost);
        if (longer.cost == kDeadEnd) {
          monitor_.stop(Stop::overflow);
          return false;
        }
        if (longer < distances_[back.to]) {
          distances_.set(back.to, longer);
          open.push(longer.cost, longer.moves, back.to);
        }
      }
    }
    if (farthest == kNoState) return true;
    result_.farthest = distances_[farthest].cost;
    std::vector<StateId> chain{farthest};
    while (chain.back() != 0) {
      const StateId id = chain.back();
      // Some state of the layer before leads here.
      std::uint64_t i = ends[id];
      while (depth_of(incoming[i].to) + 1 != depth_of(id)) ++i;
      chain.push_back(incoming[i].to);
    }
    Cost cost = 0;
    for (std::size_t i = chain.size(); i-- > 1;) {
      add_step(system_, unpacked(system_, table_[chain[i]]), table_[chain[i - 1]], result_.way_to_farthest,
               cost);
    }
    return true;
  }

  void count_dead() {
    for (StateId id = 0; id < table_.size(); ++id) {
      if (is_dead(id)) {
        if (result_.dead++ == 0) result_.first_dead = depth_of(id);
        continue;
      }
      for (std::size_t i = 0; i < degree(id); ++i) result_.fatal += is_dead(transition(id, i).to);
    }
  }

  std::int64_t depth_of(StateId id) const {
    return std::upper_bound(layers_.begin(), layers_.end() - 1, id) - layers_.begin() - 1;
  }

  // The states on cheapest solutions, how many solutions there are, and what a player meets on them.
  void follow_solutions() {
    result_.cost = distances_[0].cost;
    place_.assign(table_.size(), kNone);
    std::vector<StateId> trail{0};
    place_[0] = 0;
    for (std::size_t at = 0; at < trail.size(); ++at) {
      const StateId id = trail[at];
      for (std::size_t i = 0; i < degree(id); ++i) {
        const Transition way = transition(id, i);
        if (!is_right(id, way) || place_[way.to] != kNone) continue;
        place_[way.to] = static_cast<std::uint32_t>(trail.size());
        trail.push_back(way.to);
      }
    }
    result_.solution_states = trail.size();
    // Every step has one move less to go: the trail is sorted by that, and its end can be counted first.
    std::vector<std::uint64_t> ways(trail.size(), 0);
    std::vector<long double> weights(trail.size(), 0);
    for (std::size_t at = trail.size(); at-- > 0;) {
      const StateId id = trail[at];
      if (distances_[id].moves == 0) {
        ways[at] = 1;
        weights[at] = 1;
      }
      for (std::size_t i = 0; i < degree(id); ++i) {
        const Transition way = transition(id, i);
        if (!is_right(id, way)) continue;
        const std::size_t to = place_[way.to];
        ways[at] = ways[at] > kMany - ways[to] ? kMany : ways[at] + ways[to];
        weights[at] += weights[to];
      }
    }
    result_.solutions = ways[0];
    std::vector<long double> shares(trail.size(), 0);  // of the solutions that pass here
    shares[0] = 1;
    for (std::size_t at = 0; at < trail.size(); ++at) {
      const StateId id = trail[at];
      if (distances_[id].moves == 0) continue;
      const Choice step = look_around(id);
      const double share = static_cast<double>(shares[at]);
      result_.legal += share * step.legal;
      result_.forced += share * (step.legal == 1);
      result_.fatal_steps += share * (step.fatal > 0);
      result_.decoys += share * step.decoys / step.tempting;
      result_.bits += share * std::log2(static_cast<double>(step.legal) / step.right);
      for (std::size_t i = 0; i < degree(id); ++i) {
        const Transition way = transition(id, i);
        if (is_right(id, way)) shares[place_[way.to]] += shares[at] * (weights[place_[way.to]] / weights[at]);
      }
    }
    for (StateId id = 0; distances_[id].moves > 0;) {
      const Choice step = look_around(id);
      result_.path.push_back(step);
      std::size_t first = 0;
      while (!is_right(id, transition(id, first))) ++first;
      id = transition(id, first).to;
    }
  }

  // The choice at a state on a cheapest solution; `move` is its first right move.
  Choice look_around(StateId id) const {
    Choice step;
    Cost best = std::numeric_limits<Cost>::max();
    bool is_found = false;
    std::size_t number = 0;
    system_.for_each_successor(unpacked(system_, table_[id]), [&](Move move, const State& next, Cost) {
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
    });
    return step;
  }

  void draw(std::size_t most_drawn) {
    std::map<std::array<std::int64_t, 3>, std::size_t> numbers;
    const bool is_small = table_.size() <= most_drawn;
    for (std::size_t layer = 0; layer + 1 < layers_.size(); ++layer) {
      for (std::size_t id = layers_[layer]; id < layers_[layer + 1]; ++id) {
        if (is_time_to_stop(id)) return;
        const auto state = static_cast<StateId>(id);
        const auto depth = static_cast<std::int64_t>(layer);
        const std::int64_t left = is_dead(state) ? -1 : std::int64_t{distances_[id].moves};
        const bool on_solution = !place_.empty() && place_[id] != kNone;
        const auto [entry, is_new] = numbers.try_emplace({depth, left, on_solution}, result_.spots.size());
        if (is_new) result_.spots.push_back({depth, left, on_solution, 0});
        ++result_.spots[entry->second].states;
        if (!is_small) continue;
        result_.spot_of.push_back(entry->second);
        for (std::size_t i = 0; i < degree(state); ++i)
          result_.edges.emplace_back(state, transition(state, i).to);
      }
    }
  }

  const System& system_;
  int heuristic_;
  Monitor& monitor_;
  StateTable table_;
  Segmented<std::uint64_t> begins_;  // of each state's transitions
  CostRecords<TransitionOf> transitions_;
  std::vector<Word> words_;
  std::vector<std::size_t> layers_;  // the first state of each, and the end
  std::vector<StateId> goals_;
  CostRecords<WayOf> distances_;      // to the nearest goal
  std::vector<std::uint32_t> place_;  // on the trail of solutions
  Counters counters_;
  Landscape result_;
};

}  // namespace ludoplan
