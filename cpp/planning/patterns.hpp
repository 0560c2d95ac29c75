// A lower bound from pattern databases: projections of the task to few variables (projection.hpp), whose
// distances are added up. So that the sum is a bound too, the costs of the actions are shared out by
// saturation: one projection after the other takes what its distances need, and the next ones have what is
// left. The sum depends on the order; several are kept, each good for other states, and the best sum counts.
//
// Patterns begin with a variable of the goal and grow by variables that actions changing them ask for or
// change too. Everything here ends early when the time is up, and then makes do with what it has.
#pragma once

#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "planning/projection.hpp"

namespace ludoplan::planning {

class PatternSums {
 public:
  // It may take so many seconds; `is_stopped` is asked now and then.
  PatternSums(const Task& task, std::vector<Cost> costs, double seconds, std::function<bool()> is_stopped)
      : variables_(task), costs_(std::move(costs)), is_stopped_(std::move(is_stopped)), seconds_(seconds) {
    link();
    choose_patterns();
    choose_orders();
  }

  // A lower bound on the cost to the goal, or kDeadEnd.
  Cost estimate(const State& state) {
    variables_.values_of(state, values_);
    for (std::size_t p = 0; p < used_.size(); ++p)
      places_[used_[p]] = projections_[used_[p]]->state_of(values_);
    Cost best = 0;
    for (const Order& order : orders_) {
      best = std::max(best, sum_of(order, [&](std::size_t projection) { return places_[projection]; }));
      if (best == kDeadEnd) break;
    }
    return best;
  }

 private:
  using Entry = std::int32_t;
  static constexpr Entry kNever = std::numeric_limits<Entry>::max();
  struct Table {
    std::size_t projection;
    std::vector<Entry> entries;
  };
  using Order = std::vector<Table>;

  static constexpr std::size_t kMostTransitions = 1'000'000;  // of a projection
  static constexpr std::size_t kAllTransitions = 3'000'000;   // of all together
  static constexpr double kListing = 0.4;                     // of the time, for listing projections
  static constexpr double kMostStates = 100'000;              // of a projection
  static constexpr std::size_t kMostPatterns = 600;
  static constexpr std::size_t kSamples = 100;
  static constexpr std::size_t kMostOrders = 24;
  static constexpr std::size_t kMostEntries = 30'000'000;
  static constexpr int kInVain = 8;   // orders that are not better before no more are tried
  static constexpr int kGrown = 200;  // patterns that are grown by chance

  // The sum for a state; `place_of` tells its place in a projection.
  template <class PlaceOf>
  static Cost sum_of(const Order& order, PlaceOf&& place_of) {
    Cost sum = 0;
    for (const Table& table : order) {
      const Entry entry = table.entries[static_cast<std::size_t>(place_of(table.projection))];
      if (entry == kNever) return kDeadEnd;
      sum = plus_at_most(sum, entry);
    }
    return sum;
  }

  // Whether this share of the time is over.
  bool is_late(double share = 1) const {
    const std::chrono::duration<double> since = std::chrono::steady_clock::now() - start_;
    return since.count() > share * seconds_ || is_stopped_();
  }

  // Which actions change a variable, and which variables these actions ask for or change too.
  void link() {
    const Task& task = variables_.task();
    const auto count = static_cast<std::size_t>(variables_.count());
    actions_.resize(count);
    beside_.resize(count);
    std::vector<int> asked, changed;
    for (std::size_t a = 0; a < task.actions().size(); ++a) {
      const Action& action = task.actions()[a];
      asked.clear();
      changed.clear();
      ask(action.precondition, asked);
      for (const Effect& effect : action.effects) {
        ask(effect.condition, asked);
        note(effect.adds, changed);
        note(effect.deletes, changed);
      }
      tidy(asked);
      tidy(changed);
      for (const int variable : changed) {
        actions_[variable].push_back(static_cast<int>(a));
        // Actions that look at half of the task link everything with everything, which helps nobody where
        // there are many.
        if (asked.size() + changed.size() > 12 && task.actions().size() > 50) continue;
        for (const int other : asked) beside_[variable].push_back(other);
        for (const int other : changed) beside_[variable].push_back(other);
      }
      if ((a & 255) == 0 && is_late(kListing)) return;
    }
    for (std::size_t v = 0; v < count; ++v) {
      tidy(beside_[v]);
      std::erase_if(beside_[v],
                    [&](int other) { return other == static_cast<int>(v) || actions_[other].empty(); });
    }
    std::vector<int> wanted;
    ask(task.goal(), wanted);
    tidy(wanted);
    for (const int variable : wanted) {
      if (!actions_[variable].empty()) goals_.push_back(variable);
    }
  }
  void ask(const Guard& guard, std::vector<int>& found) const {
    note(guard.yes, found);
    note(guard.no, found);
  }
  void note(const std::vector<int>& facts, std::vector<int>& found) const {
    for (const int fact : facts) {
      for (const auto& place : variables_.of(fact)) found.push_back(place.variable);
    }
  }

  void choose_patterns() {
    for (const int goal : goals_) add({goal});
    for (const int goal : goals_) {
      for (const int other : beside_[goal]) {
        // Half of the room is for larger ones.
        if (listed_ < kAllTransitions / 2 && projections_.size() < kMostPatterns / 2) add({goal, other});
      }
    }
    std::mt19937 random(1);
    for (int i = 0; i < kGrown && !goals_.empty(); ++i) {
      std::vector<int> pattern{goals_[static_cast<std::size_t>(i) % goals_.size()]};
      double states = variables_.size(pattern[0]);
      // Sizes differ, as small projections leave more of the costs to others.
      const double most = std::pow(10.0, 2.5 + 2.5 * (i % 5 + 1) / 5);
      for (;;) {
        std::vector<int> more;
        for (const int variable : pattern) {
          for (const int other : beside_[variable]) {
            if (!contains(pattern, other) && states * variables_.size(other) <= std::min(most, kMostStates))
              more.push_back(other);
          }
        }
        if (more.empty()) break;
        pattern.push_back(more[random() % more.size()]);
        states *= variables_.size(pattern.back());
      }
      if (pattern.size() > 2) add(std::move(pattern));
    }
  }

  void add(std::vector<int> pattern) {
    tidy(pattern);
    double states = 1;
    for (const int variable : pattern) states *= variables_.size(variable);
    if (states > kMostStates || projections_.size() >= kMostPatterns || listed_ > kAllTransitions) return;
    if (is_late(kListing) || !patterns_.insert(pattern).second) return;
    std::vector<int> actions;
    for (const int variable : pattern) {
      actions.insert(actions.end(), actions_[variable].begin(), actions_[variable].end());
    }
    tidy(actions);
    auto made = std::make_unique<Projection>(variables_, std::move(pattern), actions, kMostTransitions);
    if (!made->is_complete()) return;
    listed_ += made->transitions();
    projections_.push_back(std::move(made));
  }

  // Orders by how much a projection gives for what it takes, for one state after the other.
  void choose_orders() {
    places_.resize(projections_.size());
    std::vector<std::vector<Entry>> alone;
    std::vector<double> prices;
    std::vector<Cost> distances;
    for (const auto& projection : projections_) {
      if (!alone.empty() && is_late()) break;
      projection->measure(costs_, distances);
      prices.push_back(static_cast<double>(projection->price(distances, costs_)));
      alone.push_back(narrow(distances));
    }
    projections_.resize(alone.size());
    const std::vector<std::vector<int>> samples = sample();
    std::vector<Cost> known(samples.size(), -1);
    std::size_t entries = 0;
    int in_vain = 0;
    for (std::size_t s = 0; s < samples.size() && orders_.size() < kMostOrders && entries < kMostEntries;
         ++s) {
      if (s > 0 && is_late()) break;
      std::vector<double> worth(projections_.size());
      for (std::size_t p = 0; p < projections_.size(); ++p) {
        const auto entry = alone[p][static_cast<std::size_t>(projections_[p]->state_of(samples[s]))];
        worth[p] = entry == kNever ? 1e9 : entry / (1 + prices[p]);
      }
      std::vector<std::size_t> order(projections_.size());
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(),
                       [&](std::size_t left, std::size_t right) { return worth[left] > worth[right]; });
      Order made = saturated(order);
      bool is_better = false;
      for (std::size_t other = 0; other < samples.size(); ++other) {
        const Cost sum = sum_of(
            made, [&](std::size_t projection) { return projections_[projection]->state_of(samples[other]); });
        is_better |= sum > known[other];
        known[other] = std::max(known[other], sum);
      }
      in_vain = is_better ? 0 : in_vain + 1;
      if (in_vain == kInVain) break;
      if (!is_better) continue;
      for (const Table& table : made) entries += table.entries.size();
      orders_.push_back(std::move(made));
    }
    std::set<std::size_t> used;
    for (const Order& order : orders_) {
      for (const Table& table : order) used.insert(table.projection);
    }
    used_.assign(used.begin(), used.end());
  }

  Order saturated(const std::vector<std::size_t>& order) const {
    Order made;
    std::vector<Cost> left = costs_;
    std::vector<Cost> distances;
    for (const std::size_t p : order) {
      // Whatever is left out takes nothing.
      if (made.size() > 2 && is_late()) break;
      projections_[p]->measure(left, distances);
      if (std::all_of(distances.begin(), distances.end(), [](Cost distance) { return distance == 0; }))
        continue;
      projections_[p]->take(distances, left);
      made.push_back({p, narrow(distances)});
    }
    return made;
  }

  // A distance that does not fit is more than the largest one that does.
  static std::vector<Entry> narrow(const std::vector<Cost>& distances) {
    std::vector<Entry> entries;
    entries.reserve(distances.size());
    for (const Cost distance : distances) {
      entries.push_back(distance == kDeadEnd ? kNever
                                             : static_cast<Entry>(std::min(distance, Cost{kNever} - 1)));
    }
    return entries;
  }

  // The values of states on random ways from the initial one, itself first.
  std::vector<std::vector<int>> sample() {
    const Task& task = variables_.task();
    std::mt19937 random(2);
    std::vector<std::vector<int>> samples(1);
    variables_.values_of(task.initial(), samples[0]);
    std::vector<int> moves;
    State next;
    while (samples.size() < kSamples && !is_late()) {
      State state = task.initial();
      for (std::size_t step = 0, steps = 1 + random() % 60; step < steps; ++step) {
        moves.clear();
        task.for_each_applicable(state, [&](int action) { moves.push_back(action); });
        Cost cost;
        if (moves.empty() || !task.apply(moves[random() % moves.size()], state, next, cost)) break;
        std::swap(state, next);
      }
      variables_.values_of(state, samples.emplace_back());
    }
    return samples;
  }

  Variables variables_;
  std::vector<Cost> costs_;
  std::function<bool()> is_stopped_;
  double seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::vector<std::vector<int>> actions_, beside_;  // by variable
  std::vector<int> goals_;
  std::set<std::vector<int>> patterns_;
  std::vector<std::unique_ptr<Projection>> projections_;
  std::size_t listed_ = 0;
  std::vector<Order> orders_;
  std::vector<std::size_t> used_;  // projections that are in some order
  std::vector<int> places_, values_;
};

}  // namespace ludoplan::planning
