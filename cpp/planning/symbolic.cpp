#include "planning/symbolic.hpp"

#include <algorithm>
#include <new>

namespace ludoplan::planning {

Outcome SymbolicSearch::go(double seconds) {
  monitor_.pause_after(seconds);
  // A step that takes much longer than the turn is given up, and tried again in the next one.
  interrupt_at_ = monitor_.seconds() + std::max(2 * seconds, kLeastTurn);
  try {
    return settled(search(), monitor_);
  } catch (const Diagrams::Interrupted&) {
    return finish(Verdict::paused, counters_, monitor_);
  } catch (const std::bad_alloc&) {
    monitor_.stop(Stop::memory);
  }
  return finish(Verdict::stopped, counters_, monitor_);
}

void SymbolicSearch::set_up() {
  const std::size_t most =
      std::min<std::uint64_t>(kMostNodes, monitor_.budget() / kMemoryShare / kBytesPerNode);
  const double joining = std::min(kMostJoining, kJoining * seconds_);
  symbolic_ = std::make_unique<SymbolicTask>(task_, most, joining, [this] {
    return monitor_.poll(counters_) || monitor_.seconds() > interrupt_at_;
  });
}

void SymbolicSearch::begin() {
  Diagrams& diagrams = symbolic_->diagrams();
  const bool is_goal = diagrams.meet(symbolic_->initial(), symbolic_->goal());
  for (Side& side : sides_) {
    side.is_forward = &side == &sides_[0];
    side.closed = diagrams.never();
  }
  sides_[0].open[0] = symbolic_->initial();
  if (!symbolic_->goal().is_never()) sides_[1].open[0] = symbolic_->goal();
  if (is_goal) {
    least_ = 0;
    meeting_ = {symbolic_->bits_of(task_.initial()), 0, 0};
  }
  has_begun_ = true;
}

Outcome SymbolicSearch::search() {
  if (symbolic_ == nullptr) set_up();
  for (bool has_gone_on = false;; has_gone_on = true) {
    counters_.stored = symbolic_->diagrams().nodes();
    if (monitor_.poll(counters_)) return finish(Verdict::stopped, counters_, monitor_);
    if (has_gone_on && monitor_.is_pause()) return finish(Verdict::paused, counters_, monitor_);
    if (!symbolic_->is_ready()) {
      symbolic_->work();
      continue;
    }
    if (!has_begun_) begin();
    const Cost from_start = sides_[0].nearest(), to_goal = sides_[1].nearest();
    const bool is_over = from_start == kDeadEnd || to_goal == kDeadEnd;
    const Cost bound = is_over ? kDeadEnd
                               : plus_at_most(plus_at_most(from_start, to_goal),
                                              symbolic_->steps().empty() ? 0 : symbolic_->least_cost());
    if (!is_over) counters_.bound = std::max(counters_.bound, std::min(bound, limit()));
    if (bound >= limit()) {
      return least_ < cut_at_ ? found() : finish(Verdict::exhausted, counters_, monitor_);
    }
    Side& side = next_side();
    const std::uint64_t began = symbolic_->diagrams().ticks();
    const auto count = [&] {
      side.spent += static_cast<double>(symbolic_->diagrams().ticks() - began);
      if (side.spent > side.expected) side.expected = 2 * side.spent;
    };
    try {
      if (side.is_expanding) {
        take_further(side);
      } else {
        open_layer(side);
      }
    } catch (...) {
      count();
      throw;
    }
    count();
  }
}

SymbolicSearch::Side& SymbolicSearch::next_side() {
  const auto left = [](const Side& side) { return side.expected - side.spent; };
  return left(sides_[0]) <= left(sides_[1]) ? sides_[0] : sides_[1];
}

void SymbolicSearch::open_layer(Side& side) {
  Diagrams& diagrams = symbolic_->diagrams();
  const auto nearest = side.open.begin();
  Diagram set = diagrams.without(nearest->second, side.closed);
  if (!set.is_never()) {
    Diagram closed = diagrams.either(side.closed, set);
    side.closed = std::move(closed);
    const double size = static_cast<double>(diagrams.size(set)) + 1;
    side.expected = side.spent * size / side.size;
    side.spent = 0;
    side.size = size;
    counters_.expanded += static_cast<std::uint64_t>(std::min(diagrams.count(set), 1e15));
    side.layers.push_back({nearest->first, std::move(set)});
    side.is_expanding = true;
    side.next_step = 0;
  }
  side.open.erase(nearest);
}

void SymbolicSearch::take_further(Side& side) {
  if (side.next_step == symbolic_->steps().size()) {
    side.is_expanding = false;
    return;
  }
  Diagrams& diagrams = symbolic_->diagrams();
  const SymbolicStep& step = symbolic_->steps()[side.next_step];
  const Layer& layer = side.layers.back();
  Diagram made = side.is_forward ? diagrams.after(layer.set, step.relation, step.changing)
                                 : diagrams.before(layer.set, step.relation, step.changing);
  if (!side.is_forward) {
    for (const Diagram& known : symbolic_->known()) made = diagrams.both(made, known);
  }
  made = diagrams.without(made, side.closed);
  const Cost distance = plus(layer.distance, step.cost);
  if (!made.is_never() && distance == kDeadEnd) {
    if (cut_at_ == kDeadEnd) monitor_.leave_out();
  } else if (!made.is_never()) {
    look_for_meeting(side, made, distance);
    const Side& other = sides_[side.is_forward ? 1 : 0];
    // Whatever goes on from here has to pass the other side's nearest states.
    if (plus_at_most(distance, other.nearest()) < limit()) {
      const auto known = side.open.find(distance);
      Diagram all = known == side.open.end() ? made : diagrams.either(known->second, made);
      side.open[distance] = std::move(all);
    }
  }
  ++side.next_step;
}

void SymbolicSearch::look_for_meeting(const Side& side, const Diagram& made, Cost distance) {
  Diagrams& diagrams = symbolic_->diagrams();
  const Side& other = sides_[side.is_forward ? 1 : 0];
  const auto try_out = [&](Cost rest, const Diagram& set) {
    const Cost sum = plus(distance, rest);
    if (sum >= limit() || !diagrams.meet(made, set)) return;
    const Diagram common = diagrams.both(made, set);
    meeting_ = {diagrams.some(common), side.is_forward ? distance : rest, side.is_forward ? rest : distance};
    least_ = sum;
  };
  if (diagrams.meet(made, other.closed)) {
    for (const Layer& layer : other.layers) {
      if (plus(distance, layer.distance) >= limit()) break;
      try_out(layer.distance, layer.set);
    }
  }
  for (const auto& [rest, set] : other.open) {
    if (plus(distance, rest) >= limit()) break;
    try_out(rest, set);
  }
}

Outcome SymbolicSearch::found() {
  interrupt_at_ = seconds_;
  Outcome outcome = finish(Verdict::found, counters_, monitor_);
  go_back(outcome.path);
  std::reverse(outcome.path.begin(), outcome.path.end());
  go_on(outcome.path);
  outcome.cost = least_;
  outcome.counters.bound = least_;
  return outcome;
}

// The moves from the meeting back to the initial state: states of earlier layers that a step leads from.
void SymbolicSearch::go_back(std::vector<Move>& path) {
  Diagrams& diagrams = symbolic_->diagrams();
  const auto& layers = sides_[0].layers;
  std::vector<char> bits = meeting_.bits;
  std::size_t before = layers.size();
  for (Cost distance = meeting_.from_start; bits != symbolic_->bits_of(task_.initial());) {
    const Diagram here = symbolic_->cube_of(bits);
    bool is_found = false;
    for (const SymbolicStep& step : symbolic_->steps()) {
      if (is_found || step.cost > distance) continue;
      const Diagram from = diagrams.before(here, step.relation, step.changing);
      for (std::size_t i = 0; i < before && !is_found; ++i) {
        if (layers[i].distance != distance - step.cost || !diagrams.meet(from, layers[i].set)) continue;
        const std::vector<char> earlier = diagrams.some(diagrams.both(from, layers[i].set));
        task_.for_each_successor(symbolic_->state_of(earlier), [&](Move move, const State& next, Cost cost) {
          if (is_found || cost != step.cost || symbolic_->bits_of(next) != bits) return;
          is_found = true;
          path.push_back(move);
        });
        if (!is_found) continue;
        bits = earlier;
        distance -= step.cost;
        before = i;
      }
    }
    if (!is_found) throw std::logic_error("a set of states without a way from the start");
  }
}

// The moves from the meeting on to a goal: successors in layers that are nearer.
void SymbolicSearch::go_on(std::vector<Move>& path) {
  const auto& layers = sides_[1].layers;
  State state = symbolic_->state_of(meeting_.bits);
  std::size_t before = layers.size();
  for (Cost distance = meeting_.to_goal; !(distance == 0 && task_.is_goal(state));) {
    bool is_found = false;
    State better;
    Cost less = 0;
    std::size_t at = 0;
    task_.for_each_successor(state, [&](Move move, const State& next, Cost cost) {
      if (is_found || cost > distance) return;
      const std::vector<char> bits = symbolic_->bits_of(next);
      for (std::size_t i = 0; i < before && !is_found; ++i) {
        if (layers[i].distance != distance - cost || !symbolic_->diagrams().has(layers[i].set, bits))
          continue;
        is_found = true;
        path.push_back(move);
        better = next;
        less = cost;
        at = i;
      }
    });
    if (!is_found) throw std::logic_error("a set of states without a way to the goal");
    state = std::move(better);
    distance -= less;
    before = at;
  }
}

}  // namespace ludoplan::planning
