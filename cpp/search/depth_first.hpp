// Depth-first search under a bound: once with a given bound (dfs), or again and again with the bound
// raised to the least value that was cut (iterative deepening; with a heuristic, IDA*).
#pragma once

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "search/cost_records.hpp"
#include "search/outcome.hpp"
#include "search/request.hpp"

namespace ludoplan {

template <class C>
struct DepthFirstVisit {
  std::uint32_t round;
  C g;

  bool is_narrow() const { return ludoplan::is_narrow(g); }
  template <class Other>
  void take(const Other& other) {
    round = other.round;
    convert(other.g, g);
  }
};

template <TransitionSystem System>
class DepthFirst {
 public:
  using State = typename System::State;

  DepthFirst(const System& system, const Settings& settings, Monitor& monitor)
      : system_(system), settings_(settings), monitor_(monitor) {}

  Outcome solve(const State& start) {
    Cost bound = settings_.deepen ? estimate(start) : settings_.max_bound;
    for (round_ = 1; bound <= settings_.max_bound; ++round_) {
      if (settings_.deepen) counters_.bound = bound;
      next_bound_ = kDeadEnd;
      const Verdict verdict = search_below(start, bound);
      if (verdict != Verdict::cut || !settings_.deepen) {
        Outcome outcome = finish(verdict, counters_, monitor_);
        if (verdict == Verdict::found) {
          outcome.path = path_;
          outcome.cost = cost_;
        }
        return outcome;
      }
      bound = next_bound_;
    }
    return finish(Verdict::cut, counters_, monitor_);
  }

 private:
  struct Entry {
    State state;
    Move move;
    Cost cost;  // so far
    std::size_t depth;
  };

  // What the bound bounds, so far.
  Cost measured(Cost cost, std::size_t depth) const {
    return settings_.measure == Measure::moves ? static_cast<Cost>(depth) : cost;
  }
  Cost estimate(const State& state) const { return system_.estimate(settings_.heuristic, state); }

  Verdict search_below(const State& start, Cost bound) {
    stack_.clear();
    path_.clear();
    on_path_.clear();
    path_words_.clear();
    bool was_cut = false;
    stack_.push_back({start, 0, 0, 0});
    if (estimate(start) == kDeadEnd) return Verdict::exhausted;
    while (!stack_.empty()) {
      if ((ticks_++ & poll_mask<System>()) == 0 && monitor_.poll(counters_)) return Verdict::stopped;
      const Entry entry = stack_.back();
      stack_.pop_back();
      leave_path(entry.depth);
      if (!enter(entry)) continue;
      if (entry.depth > 0) path_.push_back(entry.move);
      cost_ = entry.cost;
      if (system_.is_goal(entry.state)) return Verdict::found;
      ++counters_.expanded;
      const std::size_t first = stack_.size();
      system_.for_each_successor(entry.state, [&](Move move, const State& next, Cost cost) {
        ++counters_.generated;
        if (poll_mask<System>() == 0 && monitor_.poll(counters_)) return;
        const Cost h = estimate(next);
        if (h == kDeadEnd) return;
        const Cost total = plus(entry.cost, cost);
        const Cost f = plus_at_most(measured(total, entry.depth + 1), h);
        if (total == kDeadEnd) {
          monitor_.leave_out();
        } else if (f > bound) {
          was_cut = true;
          next_bound_ = std::min(next_bound_, f);
        } else {
          stack_.push_back({next, move, total, entry.depth + 1});
        }
      });
      // The first successor is looked at first.
      std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(first), stack_.end());
      if (settings_.duplicates != Duplicates::all) {
        counters_.stored = std::max<std::uint64_t>(counters_.stored, stack_.size() + path_.size());
      }
    }
    return was_cut ? Verdict::cut : Verdict::exhausted;
  }

  // False when the state need not be looked at (again).
  bool enter(const Entry& entry) {
    if (settings_.duplicates == Duplicates::none) return true;
    system_.pack(entry.state, words_.data());
    if (settings_.duplicates == Duplicates::path) return enter_path();
    const Cost g = measured(entry.cost, entry.depth);
    const auto [id, is_new] = table_.insert(words_.data());
    if (id == kNoState) return false;
    if (is_new) {
      ++counters_.stored;
      visits_.push_back({round_, g});
      return true;
    }
    const DepthFirstVisit<Cost> visit = visits_[id];
    // Without a bound nothing is gained by coming again, however cheaply.
    const bool unbounded = !settings_.deepen && settings_.max_bound == kDeadEnd;
    if (visit.round == round_ && (unbounded || visit.g <= g)) return false;
    visits_.set(id, {round_, g});
    return true;
  }

  // The words of the path's states one after the other, and how often each hash occurs among them.
  bool enter_path() {
    const std::size_t count = words_.size();
    const std::uint64_t hash = hash_words(words_.data(), count);
    if (on_path_.contains(hash)) {
      for (std::size_t at = 0; at < path_words_.size(); at += count) {
        if (std::memcmp(&path_words_[at], words_.data(), count * sizeof(Word)) == 0) return false;
      }
    }
    ++on_path_[hash];
    path_words_.insert(path_words_.end(), words_.begin(), words_.end());
    return true;
  }

  // Drops what lies deeper than the entry's parent.
  void leave_path(std::size_t depth) {
    path_.resize(depth > 0 ? depth - 1 : 0);
    if (settings_.duplicates != Duplicates::path) return;
    const std::size_t count = words_.size();
    while (path_words_.size() > depth * count) {
      const auto found = on_path_.find(hash_words(&path_words_[path_words_.size() - count], count));
      if (--found->second == 0) on_path_.erase(found);
      path_words_.resize(path_words_.size() - count);
    }
  }

  const System& system_;
  Settings settings_;
  Monitor& monitor_;
  StateTable table_{system_.packed_words(), monitor_};
  CostRecords<DepthFirstVisit> visits_{monitor_};
  std::vector<Word> words_ = std::vector<Word>(system_.packed_words());
  std::vector<Entry> stack_;
  std::vector<Move> path_;
  std::vector<Word> path_words_;
  std::unordered_map<std::uint64_t, int> on_path_;
  Cost cost_ = 0;
  Cost next_bound_ = kDeadEnd;
  std::uint32_t round_ = 1;
  std::uint64_t ticks_ = 0;
  Counters counters_;
};

}  // namespace ludoplan
