#include "search/explore.hpp"

#include <cmath>
#include <numeric>

#include "search/open_list.hpp"

namespace ludoplan {

Landscape StateSpace::explored(Rounds& rounds, const Word* start, std::optional<std::size_t> most_drawn) {
  if (spread(rounds, start) && measure(rounds)) {
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
  table_.alone().insert(start);
  counters_.stored = 1;
  layers_.push_back(0);
  StateId next = 0;
  if (rounds.threads() == 1) {
    next = spread_alone();
    counters_.stored = table_.size();
    counters_.generated = leads_.size();
  }
  SpaceRules rules{{}, *this};
  while (monitor_.stopped() == Stop::none && next < table_.size()) {
    rounds.go(table_, next, table_.size(), counters_, rules);
    if (rules.next_end == layer_end_) continue;
    layers_.push_back(layer_end_);
    layer_end_ = rules.next_end;
  }
  result_.states = table_.size();
  result_.transitions = leads_.size();
  result_.goals = goals_.size();
  result_.depth = static_cast<std::int64_t>(layers_.size()) - 1;
  if (monitor_.stopped() != Stop::none) return false;
  begins_.grow_to(result_.states + 1);
  begins_[result_.states] = static_cast<std::uint32_t>(leads_.size());
  layers_.push_back(table_.size());
  return true;
}

void StateSpace::allow(Cost least, Cost most) {
  const bool is_first = least_cost_ > most_cost_;
  const Cost common = least_cost_;
  least_cost_ = std::min(least_cost_, least);
  most_cost_ = std::max(most_cost_, most);
  if (has_steps_ || least_cost_ == most_cost_) return;
  has_steps_ = true;
  for (std::size_t i = 0; !is_first && i < leads_.size(); ++i) steps_.push_back({common});
}

// The distance of every state to its nearest goal.
bool StateSpace::measure(Rounds& rounds) {
  const std::size_t states = table_.size();
  const std::size_t bytes = states * 3 * sizeof(std::uint64_t) + leads_.size() * sizeof(std::uint64_t);
  if (!monitor_.has_room(bytes)) return false;
  if (leads_.size() >= kNone) {  // the places of transitions are 32 bits wide
    monitor_.stop(Stop::memory);
    return false;
  }
  if (goals_.empty()) {  // no need to look at the transitions
    moves_.assign(states, kNone);
    return true;
  }
  if (has_ranks()) return measure_by_rank(rounds);
  if (most_cost_ > 1) return measure_costs();
  return least_cost_ == 0 ? measure_free_moves() : measure_moves();
}

// Rank by rank, since all that a state leads to has lower ones; states of one rank do not depend on each
// other.
bool StateSpace::measure_by_rank(Rounds& rounds) {
  const std::size_t states = table_.size();
  const auto ranks = std::make_unique_for_overwrite<std::uint16_t[]>(states);
  const std::size_t parts = rounds.parts_for(states);
  rounds.share(parts, [&](std::size_t, std::size_t part) {
    rank(static_cast<StateId>(states * part / parts), static_cast<StateId>(states * (part + 1) / parts),
         ranks.get());
  });
  std::vector<std::size_t> ends;  // of the states of each rank, if they are sorted by it
  for (std::size_t id = 0; id < states; ++id) {
    if (ranks[id] >= ends.size()) ends.resize(ranks[id] + std::size_t{1});
    ++ends[ranks[id]];
  }
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  const auto sorted = std::make_unique_for_overwrite<StateId[]>(states);
  for (std::size_t id = states; id-- > 0;) sorted[--ends[ranks[id]]] = static_cast<StateId>(id);
  ends.push_back(states);
  moves_.assign(states, kNone);
  for (const StateId goal : goals_) moves_[goal] = 0;
  std::atomic<std::uint64_t> fatal = 0;
  for (std::size_t rank = 0; rank + 1 < ends.size(); ++rank) {
    if (monitor_.poll(counters_)) return false;
    const std::size_t first = ends[rank];
    const std::size_t count = ends[rank + 1] - first;
    const std::size_t of_rank = rounds.parts_for(count);
    rounds.share(of_rank, [&](std::size_t, std::size_t part) {
      fatal += measure_some(&sorted[first + count * part / of_rank],
                            &sorted[first + count * (part + 1) / of_rank]);
    });
  }
  if (!is_dead(0)) result_.fatal = fatal;
  // The last of the farthest.
  std::uint32_t most = 0;
  StateId farthest = 0;
  for (StateId id = 0; id < states; ++id) {
    if (is_dead(id) || moves_[id] < most) continue;
    most = moves_[id];
    farthest = id;
  }
  tell_way_to(farthest, [&](StateId id) {
    const auto layer = static_cast<std::size_t>(depth_of(id));
    for (auto before = static_cast<StateId>(layers_[layer]); before-- > layers_[layer - 1];) {
      for (std::size_t i = begins_[before]; i < begins_[before + 1]; ++i) {
        if (leads_[i] == id) return before;
      }
    }
    return kNoState;
  });
  return true;
}

// The moves from states to goals, where those from what they lead to are known; how many of their moves are
// fatal.
std::uint64_t StateSpace::measure_some(const StateId* begin, const StateId* end) {
  constexpr std::ptrdiff_t kAhead = 8;
  std::uint64_t fatal = 0;
  for (const StateId* at = begin; at < end; ++at) {
    if (at + kAhead < end) {
      const StateId ahead = at[kAhead];
      for (std::size_t i = begins_[ahead]; i < begins_[ahead + 1]; ++i)
        __builtin_prefetch(&moves_[leads_[i]]);
    }
    std::uint32_t least = kNone;
    std::uint32_t dead = 0;
    for (std::size_t i = begins_[*at]; i < begins_[*at + 1]; ++i) {
      const std::uint32_t moves = moves_[leads_[i]];
      least = std::min(least, moves);
      dead += moves == kNone;
    }
    if (least == kNone) continue;
    moves_[*at] = least + 1;
    fatal += dead;
  }
  return fatal;
}

// Where the transitions to each state end, if they are sorted by where they lead.
void StateSpace::sort_incoming() {
  incoming_.assign(table_.size() + 1, 0);
  for (std::size_t i = 0; i < leads_.size(); ++i) ++incoming_[leads_[i]];
  std::partial_sum(incoming_.begin(), incoming_.end(), incoming_.begin());
}

// Calls `put` with the place of each transition in that order, where it comes from, and its number.
// Afterwards it is known where those to each state begin.
template <class Put>
bool StateSpace::for_each_incoming(Put&& put) {
  sort_incoming();
  constexpr std::size_t kAhead = 16;
  const bool is_large = table_.is_large();
  std::size_t i = 0;
  for (StateId id = 0; id < table_.size(); ++id) {
    if (is_time_to_stop(id)) return false;
    for (const std::size_t end = begins_[id + 1]; i < end; ++i) {
      if (is_large && i + kAhead < leads_.size()) __builtin_prefetch(&incoming_[leads_[i + kAhead]]);
      put(--incoming_[leads_[i]], id, i);
    }
  }
  return true;
}

// Every move costs 1: breadth-first along the transitions turned round.
bool StateSpace::measure_moves() {
  const std::size_t states = table_.size();
  const auto sources = std::make_unique_for_overwrite<StateId[]>(leads_.size());
  if (!for_each_incoming([&](std::uint32_t place, StateId from, std::size_t) { sources[place] = from; }))
    return false;
  // Nobody can foretell whether a state is met for the first time, so there is no branch on that: each is
  // written to the end of the queue, which is moved or not.
  const auto queue = std::make_unique_for_overwrite<StateId[]>(states + 1);
  std::copy(goals_.begin(), goals_.end(), queue.get());
  std::size_t size = goals_.size();
  moves_.assign(states, kNone);
  for (const StateId goal : goals_) moves_[goal] = 0;
  constexpr std::size_t kAhead = 8;
  const bool is_large = table_.is_large();
  for (std::size_t at = 0; at < size; ++at) {
    if (is_time_to_stop(at)) return false;
    if (is_large && at + kAhead < size) __builtin_prefetch(&sources[incoming_[queue[at + kAhead]]]);
    const StateId id = queue[at];
    const std::uint32_t moves = moves_[id] + 1;
    for (std::uint32_t i = incoming_[id]; i < incoming_[id + 1]; ++i) {
      const StateId from = sources[i];
      const std::uint32_t known = moves_[from];
      moves_[from] = std::min(known, moves);
      queue[size] = from;
      size += known == kNone;
    }
  }
  tell_farthest(queue[size - 1], [&](std::uint32_t i) { return sources[i]; });
  return true;
}

// Every move costs 1 or nothing: cost by cost. Of each cost two queues, both in the order of moves: what
// comes by a move from the cost before, and what free moves lead to.
bool StateSpace::measure_free_moves() {
  if (table_.size() > kNone / 2) {  // one bit is for the cost
    monitor_.stop(Stop::memory);
    return false;
  }
  const auto sources = std::make_unique_for_overwrite<StateId[]>(leads_.size());
  const auto put = [&](std::uint32_t place, StateId from, std::size_t number) {
    sources[place] = from << 1 | (step_cost(number) == 0);
  };
  if (!for_each_incoming(put)) return false;
  // Ways are looked up in no order: those of half the width are quicker, and hardly ever too narrow.
  if (measure_free_ways<std::int32_t>(sources.get())) return true;
  return monitor_.stopped() == Stop::none && measure_free_ways<std::int64_t>(sources.get());
}

// False if it is time to stop or if ways are too long for the type.
template <class Way>
bool StateSpace::measure_free_ways(const StateId* sources) {
  const std::size_t states = table_.size();
  // The cost in the upper half, the moves in the lower: neither is more than there are states.
  constexpr int kHalf = 4 * sizeof(Way);
  constexpr Way kFree = 1, kPaid = (Way{1} << kHalf) + 1;
  // What is closed is less than 0, so that no way is shorter.
  constexpr Way kFar = std::numeric_limits<Way>::max(), kClosed = ~kFar;
  const auto moves_of = [](Way way) {
    return static_cast<std::uint32_t>(way & static_cast<Way>((Way{1} << kHalf) - 1));
  };
  std::vector<Way> ways(states, kFar);
  for (const StateId goal : goals_) ways[goal] = 0;
  // No branch on whether a way is shorter, which nobody can foretell: a state is written to the end of its
  // queue, which is moved or not.
  struct Queue {
    std::vector<StateId> states;
    std::size_t size = 0;

    void make_room(std::size_t more) {
      if (size + more >= states.size()) states.resize(2 * (size + more) + 1);
    }
  };
  Queue paid{goals_, goals_.size()};
  Queue dearer;
  Queue free;
  StateId farthest = kNoState;
  std::size_t popped = 0;
  while (paid.size > 0) {
    std::size_t next_paid = 0;
    std::size_t next_free = 0;
    while (next_paid < paid.size || next_free < free.size) {
      if (is_time_to_stop(popped++)) return false;
      const bool is_paid = next_free == free.size ||
                           (next_paid < paid.size &&
                            moves_of(ways[paid.states[next_paid]]) <= moves_of(ways[free.states[next_free]]));
      const StateId id = is_paid ? paid.states[next_paid++] : free.states[next_free++];
      const Way way = ways[id];
      if (way < 0) continue;
      if ((moves_of(way) + 1) >> (kHalf - 1) != 0) return false;
      ways[id] |= kClosed;
      farthest = id;
      free.make_room(incoming_[id + 1] - incoming_[id]);
      dearer.make_room(incoming_[id + 1] - incoming_[id]);
      for (std::uint32_t i = incoming_[id]; i < incoming_[id + 1]; ++i) {
        const StateId from = sources[i] >> 1;
        const bool is_free = sources[i] & 1;
        const Way known = ways[from];
        const Way longer = way + (is_free ? kFree : kPaid);
        const bool is_shorter = longer < known;
        ways[from] = std::min(known, longer);
        free.states[free.size] = dearer.states[dearer.size] = from;
        free.size += is_shorter & is_free;
        dearer.size += is_shorter & !is_free;
      }
    }
    free.size = 0;
    std::swap(paid, dearer);
    dearer.size = 0;
  }
  has_costs_ = true;
  moves_.reserve(states);
  for (const Way way : ways) {
    moves_.push_back(way == kFar ? kNone : moves_of(way));
    costs_.push_back({way == kFar ? kDeadEnd : (way & kFar) >> kHalf});
  }
  if (farthest != kNoState) tell_farthest(farthest, [&](std::uint32_t i) { return sources[i] >> 1; });
  return true;
}

// By uniform-cost search along the transitions turned round.
bool StateSpace::measure_costs() {
  const std::size_t states = table_.size();
  struct Back {
    StateId from;
    std::uint32_t number;
  };
  std::vector<Back> incoming(leads_.size());
  const auto put = [&](std::uint32_t place, StateId from, std::size_t number) {
    incoming[place] = {from, static_cast<std::uint32_t>(number)};
  };
  if (!for_each_incoming(put)) return false;
  has_costs_ = true;
  moves_.assign(states, kNone);
  for (std::size_t id = 0; id < states; ++id) costs_.push_back({kDeadEnd});
  OpenList open(TieBreak::low_h);
  const auto reach = [&](StateId id, Cost cost, std::uint32_t moves) {
    moves_[id] = moves;
    costs_.set(id, {cost});
    open.push(cost, moves, id);
  };
  std::vector<bool> closed(states, false);
  for (const StateId goal : goals_) reach(goal, 0, 0);
  StateId farthest = kNoState;
  for (std::size_t popped = 0; !open.empty(); ++popped) {
    if (is_time_to_stop(popped)) return false;
    Cost cost;
    const StateId id = open.pop(cost);
    if (closed[id]) continue;
    closed[id] = true;
    farthest = id;
    for (std::uint32_t i = incoming_[id]; i < incoming_[id + 1]; ++i) {
      const auto [from, number] = incoming[i];
      const Cost dearer = plus(cost, step_cost(number));
      const std::uint32_t moves = moves_[id] + 1;
      if (dearer == kDeadEnd) {
        monitor_.stop(Stop::overflow);
        return false;
      }
      if (std::pair(dearer, moves) < std::pair(cost_from(from), moves_[from])) reach(from, dearer, moves);
    }
  }
  if (farthest != kNoState) tell_farthest(farthest, [&](std::uint32_t i) { return incoming[i].from; });
  return true;
}

// Some state of the layer before leads to each.
template <class Source>
void StateSpace::tell_farthest(StateId farthest, Source&& source) {
  tell_way_to(farthest, [&](StateId id) {
    std::uint32_t i = incoming_[id];
    while (depth_of(source(i)) + 1 != depth_of(id)) ++i;
    return source(i);
  });
}

template <class Before>
void StateSpace::tell_way_to(StateId farthest, Before&& before) {
  result_.farthest = cost_from(farthest);
  std::vector<StateId> chain{farthest};
  while (chain.back() != 0) chain.push_back(before(chain.back()));
  std::reverse(chain.begin(), chain.end());
  result_.way_to_farthest = moves_along(chain);
}

void StateSpace::count_dead() {
  const auto first = std::find(moves_.begin(), moves_.end(), kNone);
  if (first == moves_.end()) return;
  result_.first_dead = depth_of(static_cast<StateId>(first - moves_.begin()));
  result_.dead = static_cast<std::uint64_t>(std::count(first, moves_.end(), kNone));
  if (is_dead(0) || has_ranks()) return;  // with ranks fatal moves are counted already
  for (std::size_t i = static_cast<std::size_t>(first - moves_.begin()); i < moves_.size(); ++i) {
    // Of the moves to dead states only those from others count; from dead ones no others lead on.
    const auto id = static_cast<StateId>(i);
    const std::uint64_t fatal = incoming_[id + 1] - incoming_[id] - degree(id);
    result_.fatal += is_dead(id) ? fatal : 0;
  }
}

std::int64_t StateSpace::depth_of(StateId id) const {
  return std::upper_bound(layers_.begin(), layers_.end() - 1, id) - layers_.begin() - 1;
}

// The states on cheapest solutions, how many solutions there are, and what a player meets on them.
void StateSpace::follow_solutions() {
  result_.cost = cost_from(0);
  place_.assign(table_.size(), kNone);
  std::vector<StateId> trail{0};
  place_[0] = 0;
  for (std::size_t at = 0; at < trail.size(); ++at) {
    const StateId id = trail[at];
    for (std::size_t i = begins_[id]; i < begins_[id + 1]; ++i) {
      if (!is_right(id, i) || place_[leads_[i]] != kNone) continue;
      place_[leads_[i]] = static_cast<std::uint32_t>(trail.size());
      trail.push_back(leads_[i]);
    }
  }
  result_.solution_states = trail.size();
  // Every step has one move less to go: the trail is sorted by that, and its end can be counted first.
  std::vector<std::uint64_t> ways(trail.size(), 0);
  std::vector<long double> weights(trail.size(), 0);
  for (std::size_t at = trail.size(); at-- > 0;) {
    const StateId id = trail[at];
    if (moves_[id] == 0) {
      ways[at] = 1;
      weights[at] = 1;
    }
    for (std::size_t i = begins_[id]; i < begins_[id + 1]; ++i) {
      if (!is_right(id, i)) continue;
      const std::size_t to = place_[leads_[i]];
      ways[at] = ways[at] > kMany - ways[to] ? kMany : ways[at] + ways[to];
      weights[at] += weights[to];
    }
  }
  result_.solutions = ways[0];
  std::vector<long double> shares(trail.size(), 0);  // of the solutions that pass here
  shares[0] = 1;
  for (std::size_t at = 0; at < trail.size(); ++at) {
    const StateId id = trail[at];
    if (moves_[id] == 0) continue;
    const Choice step = look_around(id);
    const double share = static_cast<double>(shares[at]);
    result_.legal += share * step.legal;
    result_.forced += share * (step.legal == 1);
    result_.fatal_steps += share * (step.fatal > 0);
    result_.decoys += share * step.decoys / step.tempting;
    result_.bits += share * std::log2(static_cast<double>(step.legal) / step.right);
    for (std::size_t i = begins_[id]; i < begins_[id + 1]; ++i) {
      if (!is_right(id, i)) continue;
      const std::size_t to = place_[leads_[i]];
      shares[to] += shares[at] * (weights[to] / weights[at]);
    }
  }
  for (StateId id = 0; moves_[id] > 0;) {
    const Choice step = look_around(id);
    result_.path.push_back(step);
    std::size_t first = begins_[id];
    while (!is_right(id, first)) ++first;
    id = leads_[first];
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
      const std::int64_t left = is_dead(state) ? -1 : std::int64_t{moves_[id]};
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
      for (std::size_t i = begins_[id]; i < begins_[id + 1]; ++i)
        result_.edges.emplace_back(state, leads_[i]);
    }
  }
}

}  // namespace ludoplan
