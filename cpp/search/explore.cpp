#include "search/explore.hpp"

#include <cmath>
#include <numeric>

#include "search/open_list.hpp"

namespace ludoplan {

Landscape StateSpace::explored(Rounds& rounds, const Word* start, std::optional<std::size_t> most_drawn) {
  if (spread(rounds, start) && measure()) {
    count_dead();
    if (!is_dead(0)) follow_solutions();
    if (most_drawn) draw(*most_drawn);
  }
  result_.stop = monitor_.stopped();
  result_.counters = counters_;
  return std::move(result_);
}

// All states; false if a limit came first.
bool StateSpace::spread(Rounds& rounds, const Word* start) {
  table_.insert(start);
  counters_.stored = 1;
  layers_.push_back(0);
  StateId next = 0;
  if (rounds.shards() == 1) spread_alone(next);
  SpaceRules rules{{}, *this};
  while (monitor_.stopped() == Stop::none && next < table_.size()) {
    rounds.go(table_, next, table_.size(), counters_, rules);
    if (rules.next_end == layer_end_) continue;
    layers_.push_back(layer_end_);
    layer_end_ = rules.next_end;
  }
  result_.states = table_.size();
  result_.transitions = transitions_.size();
  result_.goals = goals_.size();
  result_.depth = static_cast<std::int64_t>(layers_.size()) - 1;
  if (monitor_.stopped() != Stop::none) return false;
  begins_.grow_to(result_.states + 1);
  begins_[result_.states] = transitions_.size();
  layers_.push_back(table_.size());
  return true;
}

// The distance of every state to its nearest goal.
bool StateSpace::measure() {
  const std::size_t states = table_.size();
  const std::size_t bytes =
      states * (sizeof(Way) + sizeof(std::uint64_t) + 1) + transitions_.size() * sizeof(Transition);
  if (!monitor_.has_room(bytes)) return false;
  if (transitions_.size() >= kNone) {  // the places of transitions are 32 bits wide
    monitor_.stop(Stop::memory);
    return false;
  }
  if (most_cost_ > 1) return measure_costs();
  return least_cost_ == 0 ? measure_free_moves() : measure_moves();
}

// Where the transitions to each state end, if they are sorted by where they lead.
void StateSpace::sort_incoming() {
  incoming_.assign(table_.size() + 1, 0);
  for (std::size_t i = 0; i < transitions_.size(); ++i) ++incoming_[leads_to(i)];
  std::partial_sum(incoming_.begin(), incoming_.end(), incoming_.begin());
}

// Calls `put` with the place of each transition in that order, where it comes from, and its number.
// Afterwards it is known where those to each state begin.
template <class Put>
bool StateSpace::for_each_incoming(Put&& put) {
  sort_incoming();
  for (StateId id = 0; id < table_.size(); ++id) {
    if (is_time_to_stop(id)) return false;
    for (std::size_t i = begins_[id]; i < begins_[id + 1]; ++i) {
      put(--incoming_[leads_to(i)], id, i);
    }
  }
  return true;
}

// Every move costs 1: breadth-first along the transitions turned round.
bool StateSpace::measure_moves() {
  const std::size_t states = table_.size();
  std::vector<StateId> sources(transitions_.size());
  if (!for_each_incoming([&](std::uint32_t place, StateId from, std::size_t) { sources[place] = from; }))
    return false;
  std::vector<std::uint32_t> moves(states, kNone);
  std::vector<StateId> queue(goals_);
  queue.reserve(states);
  for (const StateId goal : goals_) moves[goal] = 0;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    if (is_time_to_stop(at)) return false;
    const StateId id = queue[at];
    for (std::uint32_t i = incoming_[id]; i < incoming_[id + 1]; ++i) {
      if (moves[sources[i]] != kNone) continue;
      moves[sources[i]] = moves[id] + 1;
      queue.push_back(sources[i]);
    }
  }
  for (const std::uint32_t each : moves)
    distances_.push_back(each == kNone ? Way{kDeadEnd, 0} : Way{static_cast<Cost>(each), each});
  if (!queue.empty()) tell_farthest(queue.back(), [&](std::uint32_t i) { return sources[i]; });
  return true;
}

// Every move costs 1 or nothing: cost by cost. Of each cost two queues, both in the order of moves: what
// comes by a move from the cost before, and what free moves lead to.
bool StateSpace::measure_free_moves() {
  const std::size_t states = table_.size();
  if (states > kNone / 2) {  // one bit is for the cost
    monitor_.stop(Stop::memory);
    return false;
  }
  std::vector<StateId> sources(transitions_.size());
  const auto put = [&](std::uint32_t place, StateId from, std::size_t number) {
    sources[place] = from << 1 | (transitions_.part(number, [](const auto& way) { return way.cost; }) == 0);
  };
  if (!for_each_incoming(put)) return false;
  // The cost in the upper half, the moves in the lower: neither is more than there are states.
  constexpr std::int64_t kFree = 1, kPaid = (std::int64_t{1} << 32) + 1;
  // What is closed is less than 0, so that no way is shorter.
  constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max(), kClosed = ~kFar;
  const auto moves_of = [](std::int64_t way) { return static_cast<std::uint32_t>(way); };
  std::vector<std::int64_t> ways(states, kFar);
  for (const StateId goal : goals_) ways[goal] = 0;
  std::vector<StateId> paid(goals_);
  std::vector<StateId> dearer;
  std::vector<StateId> free;
  StateId farthest = kNoState;
  std::size_t popped = 0;
  while (!paid.empty()) {
    std::size_t next_paid = 0;
    std::size_t next_free = 0;
    while (next_paid < paid.size() || next_free < free.size()) {
      if (is_time_to_stop(popped++)) return false;
      const bool is_paid =
          next_free == free.size() ||
          (next_paid < paid.size() && moves_of(ways[paid[next_paid]]) <= moves_of(ways[free[next_free]]));
      const StateId id = is_paid ? paid[next_paid++] : free[next_free++];
      const std::int64_t way = ways[id];
      if (way < 0) continue;
      ways[id] |= kClosed;
      farthest = id;
      for (std::uint32_t i = incoming_[id]; i < incoming_[id + 1]; ++i) {
        const StateId from = sources[i] >> 1;
        const bool is_free = sources[i] & 1;
        const std::int64_t longer = way + (is_free ? kFree : kPaid);
        if (longer >= ways[from]) continue;
        ways[from] = longer;
        (is_free ? free : dearer).push_back(from);
      }
    }
    free.clear();
    paid.swap(dearer);
    dearer.clear();
  }
  for (const std::int64_t way : ways) {
    distances_.push_back(way == kFar ? Way{kDeadEnd, 0} : Way{(way & kFar) >> 32, moves_of(way)});
  }
  if (farthest != kNoState) tell_farthest(farthest, [&](std::uint32_t i) { return sources[i] >> 1; });
  return true;
}

// By uniform-cost search along the transitions turned round.
bool StateSpace::measure_costs() {
  const std::size_t states = table_.size();
  CostRecords<TransitionOf> incoming(monitor_);
  for (std::size_t i = 0; i < transitions_.size(); ++i) incoming.push_back({});
  const auto put = [&](std::uint32_t place, StateId from, std::size_t number) {
    incoming.set(place, {from, transitions_[number].cost});
  };
  if (!for_each_incoming(put)) return false;
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
    for (std::uint32_t i = incoming_[id]; i < incoming_[id + 1]; ++i) {
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
  if (farthest != kNoState) tell_farthest(farthest, [&](std::uint32_t i) { return incoming[i].to; });
  return true;
}

template <class Source>
void StateSpace::tell_farthest(StateId farthest, Source&& source) {
  result_.farthest = distances_[farthest].cost;
  std::vector<StateId> chain{farthest};
  while (chain.back() != 0) {
    const StateId id = chain.back();
    // Some state of the layer before leads here.
    std::uint32_t i = incoming_[id];
    while (depth_of(source(i)) + 1 != depth_of(id)) ++i;
    chain.push_back(source(i));
  }
  std::reverse(chain.begin(), chain.end());
  result_.way_to_farthest = moves_along(chain);
}

void StateSpace::count_dead() {
  for (StateId id = 0; id < table_.size(); ++id) {
    if (!is_dead(id)) continue;
    if (result_.dead++ == 0) result_.first_dead = depth_of(id);
    // Of the moves to dead states only those from others count; from dead ones no others lead on.
    result_.fatal += incoming_[id + 1] - incoming_[id];
    result_.fatal -= degree(id);
  }
}

std::int64_t StateSpace::depth_of(StateId id) const {
  return std::upper_bound(layers_.begin(), layers_.end() - 1, id) - layers_.begin() - 1;
}

// The states on cheapest solutions, how many solutions there are, and what a player meets on them.
void StateSpace::follow_solutions() {
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

void StateSpace::draw(std::size_t most_drawn) {
  // Of a layer: the spot of states so far from a goal (0: lost), on a solution or not; 0: none yet.
  std::vector<std::array<std::size_t, 2>> numbers;
  const bool is_small = table_.size() <= most_drawn;
  for (std::size_t layer = 0; layer + 1 < layers_.size(); ++layer) {
    numbers.clear();
    for (std::size_t id = layers_[layer]; id < layers_[layer + 1]; ++id) {
      if (is_time_to_stop(id)) return;
      const auto state = static_cast<StateId>(id);
      const std::int64_t left = is_dead(state) ? -1 : std::int64_t{distances_[id].moves};
      const bool on_solution = !place_.empty() && place_[id] != kNone;
      const auto place = static_cast<std::size_t>(left + 1);
      if (numbers.size() <= place) numbers.resize(place + 1);
      std::size_t& number = numbers[place][on_solution];
      if (number == 0) {
        result_.spots.push_back({static_cast<std::int64_t>(layer), left, on_solution, 0});
        number = result_.spots.size();
      }
      ++result_.spots[number - 1].states;
      if (!is_small) continue;
      result_.spot_of.push_back(number - 1);
      for (std::size_t i = 0; i < degree(state); ++i)
        result_.edges.emplace_back(state, transition(state, i).to);
    }
  }
}

}  // namespace ludoplan
