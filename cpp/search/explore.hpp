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
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "search/cost_records.hpp"
#include "search/paged_index.hpp"
#include "search/rounds.hpp"

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
  friend struct SpaceRules;

 public:
  StateSpace(std::size_t words, Monitor& monitor)
      : monitor_(monitor),
        table_(words, monitor),
        begins_(monitor),
        leads_(monitor),
        steps_(monitor),
        costs_(monitor) {}
  virtual ~StateSpace() = default;

 protected:
  template <class C>
  struct CostOf {
    C cost;

    bool is_narrow() const { return ludoplan::is_narrow(cost); }
    template <class Other>
    void take(const Other& other) {
      convert(other.cost, cost);
    }
  };
  static constexpr std::uint64_t kMany = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // All states from one on, and what is to be said of them. `most_drawn`: with spots for a picture, and with
  // up to so many states one by one.
  Landscape explored(Rounds& rounds, const Word* start, std::optional<std::size_t> most_drawn);

  // Expands states without rounds, by one thread, until the table is too large for the caches; the next one.
  virtual StateId spread_alone() = 0;
  // Whether states have ranks, and those of some of them.
  virtual bool has_ranks() const = 0;
  virtual void rank(StateId begin, StateId end, std::uint16_t* ranks) const = 0;
  // The choice at a state on a cheapest solution; `move` is its first right move.
  virtual Choice look_around(StateId id) const = 0;
  // The moves along a chain of states, each a successor of the one before.
  virtual std::vector<Move> moves_along(const std::vector<StateId>& chain) const = 0;

  // The next state is expanded.
  void begin(StateId id) {
    begins_.push_back(static_cast<std::uint32_t>(leads_.size()));
    if (id != layer_end_) return;
    layers_.push_back(layer_end_);
    layer_end_ = table_.size();
  }
  void link(StateId to, Cost cost) {
    if (cost < least_cost_ || cost > most_cost_) [[unlikely]]
      allow(cost, cost);
    leads_.push_back(to);
    if (has_steps_) steps_.push_back({cost});
  }
  // Transitions to come cost so much.
  void allow(Cost least, Cost most);

  bool is_time_to_stop(std::size_t number) { return (number & 1023) == 0 && monitor_.poll(counters_); }

  std::size_t degree(StateId id) const { return begins_[id + 1] - begins_[id]; }
  Cost step_cost(std::size_t number) const { return has_steps_ ? steps_[number].cost : least_cost_; }
  bool is_dead(StateId id) const { return moves_[id] == kNone; }
  Cost cost_from(StateId id) const {
    return has_costs_ ? costs_[id].cost : is_dead(id) ? kDeadEnd : Cost{moves_[id]};
  }
  // Whether a transition of a state lies on a cheapest way.
  bool is_right(StateId id, std::size_t number) const {
    const StateId to = leads_[number];
    if (is_dead(to) || moves_[to] + 1 != moves_[id]) return false;
    return !has_costs_ || plus(cost_from(to), step_cost(number)) == cost_from(id);
  }

  Monitor& monitor_;
  NumberedTable table_;
  Segmented<std::uint32_t> begins_;  // of each state's transitions
  Segmented<StateId> leads_;         // where each transition leads
  bool has_steps_ = false;           // transitions differ in cost:
  CostRecords<CostOf> steps_;        // these are their costs
  std::vector<std::size_t> layers_;  // the first state of each, and the end
  std::size_t layer_end_ = 1;        // of the layer of the next state
  std::vector<StateId> goals_;
  // To the nearest goal; kNone: there is no way. Where not every move costs 1, with their costs.
  std::vector<std::uint32_t> moves_;
  bool has_costs_ = false;
  CostRecords<CostOf> costs_;
  Cost least_cost_ = kDeadEnd;  // of a move
  Cost most_cost_ = 0;
  Counters counters_;
  Landscape result_;

 private:
  bool spread(Rounds& rounds, const Word* start);
  bool measure(Rounds& rounds);
  bool measure_by_rank(Rounds& rounds);
  std::uint64_t measure_some(const StateId* begin, const StateId* end);
  void sort_incoming();
  template <class Put>
  bool for_each_incoming(Put&& put);
  bool measure_moves();
  bool measure_free_moves();
  template <class Way>
  bool measure_free_ways(const StateId* sources);
  bool measure_costs();
  template <class Source>
  void tell_farthest(StateId farthest, Source&& source);
  template <class Before>
  void tell_way_to(StateId farthest, Before&& before);
  void count_dead();
  std::int64_t depth_of(StateId id) const;
  void follow_solutions();
  void draw(std::size_t most_drawn);

  std::vector<std::uint32_t> incoming_;  // where each state's begin among all, sorted by where they lead
  std::vector<std::uint32_t> place_;     // on the trail of solutions
};

// Takes down all of what the rounds tell.
struct SpaceRules : RoundRules {
  static constexpr Goals kGoals = Goals::ends;
  static constexpr bool kTellsLinks = true;
  StateSpace& space;
  std::size_t next_end = space.layer_end_;  // of the layer behind that of the next state, if it is known

  void prepare(std::size_t states, std::size_t links, Cost least, Cost most) {
    space.begins_.grow_to(states + 1);
    if (least <= most) space.allow(least, most);
    space.leads_.grow_to(links);
    if (space.has_steps_) space.steps_.grow_to(links, most);
  }
  void begin(StateId number, std::size_t states, std::size_t links) {
    space.begins_[number] = static_cast<std::uint32_t>(links);
    if (number == space.layer_end_) next_end = states;
  }
  void link(std::size_t place, StateId to, Cost cost) {
    space.leads_[place] = to;
    if (space.has_steps_) space.steps_.set(place, {cost});
  }
  void goal(StateId number) { space.goals_.push_back(number); }
};

template <TransitionSystem System>
class Explorer : public StateSpace {
 public:
  using State = typename System::State;

  // Of the settings it takes the heuristic and the threads.
  Explorer(const System& system, const Settings& settings, Monitor& monitor)
      : StateSpace(system.packed_words(), monitor),
        system_(system),
        heuristic_(settings.heuristic),
        rounds_(system, settings, monitor) {}

  Landscape explore(const State& start, std::optional<std::size_t> most_drawn) {
    std::vector<Word> words(system_.packed_words());
    system_.pack(start, words.data());
    return explored(rounds_, words.data(), most_drawn);
  }

 private:
  StateId spread_alone() override {
    StateTable& table = table_.alone();
    StateId next = 0;
    if constexpr (PagedSystem<System>) {
      PagedIndex index(system_.packed_words(), system_.near_bits(), system_.page_size(), monitor_);
      index.enter(table[0], system_.place_on_page(unpacked(system_, table[0])), 0);
      while (next < table.size() && index.is_dense()) {
        index.turn_to(table[next], next);
        const auto enter = [&](Move, const State& after, Cost cost,
                               bool is_here) __attribute__((always_inline)) {
          const auto fresh = static_cast<StateId>(table.size());
          const std::size_t place = system_.place_on_page(after);
          Word* room = table.room();
          if (!is_here) system_.pack(after, room);
          const StateId to = is_here ? index.enter_here(system_.near_of(after), room, place, fresh)
                                     : index.enter(room, place, fresh);
          table.keep(to == fresh);
          link(to, cost);
        };
        const auto lead = [&](const State& state) { system_.for_each_paged_successor(state, enter); };
        if (!expand(next, lead)) return next;
      }
      if (next == table.size() || !table.enter_all()) return next;
    }
    while (next < table.size() && !table.is_large()) {
      const auto enter = [&](Move, const State& after, Cost cost) __attribute__((always_inline)) {
        system_.pack(after, table.room());
        link(table.enter(), cost);
      };
      if (!expand(next, [&](const State& state) { system_.for_each_successor(state, enter); })) return next;
    }
    return next;
  }

  // A quarter as many looks at the clock as elsewhere, but for rules in Python.
  static constexpr std::uint64_t kPollMask = poll_mask<System>() << 2 | poll_mask<System>();

  // Calls lead(state) for the next state; false if it is time to stop.
  template <class Lead>
  [[gnu::always_inline]] bool expand(StateId& next, Lead&& lead) {
    const StateTable& table = table_.alone();
    if ((next & kPollMask) == 0) {
      counters_.stored = table.size();
      counters_.generated = leads_.size();
      if (monitor_.poll(counters_)) return false;
    }
    begin(next);
    const State state = unpacked(system_, table[next]);
    if (system_.is_goal(state)) {
      goals_.push_back(next);
    } else {
      ++counters_.expanded;
      lead(state);
    }
    ++next;
    return true;
  }

  bool has_ranks() const override { return RankedSystem<System>; }
  void rank(StateId begin, StateId end, std::uint16_t* ranks) const override {
    if constexpr (RankedSystem<System>) {
      for (StateId id = begin; id < end; ++id) ranks[id] = system_.rank(unpacked(system_, table_[id]));
    }
  }

  Choice look_around(StateId id) const override {
    Choice step;
    Cost best = std::numeric_limits<Cost>::max();
    bool is_found = false;
    std::size_t number = begins_[id];
    for (const auto& [move, next, cost] : successors_of(system_, unpacked(system_, table_[id]))) {
      const bool right = is_right(id, number);
      if (right && !is_found) step.move = move;
      is_found = is_found || right;
      ++step.legal;
      step.right += right;
      step.fatal += is_dead(leads_[number++]);
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

  const System& system_;
  int heuristic_;
  RoundsOf<System> rounds_;
};

}  // namespace ludoplan
