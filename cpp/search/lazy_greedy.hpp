// Greedy best-first search that evaluates a state when it is expanded, not when it is generated: its
// successors are put on the list, unmade, under the estimate of their parent. Moves that the heuristic
// prefers are on a second list as well, which gets more turns whenever the estimate reaches a new low.
#pragma once

#include <algorithm>
#include <vector>

#include "search/open_list.hpp"
#include "search/outcome.hpp"

namespace ludoplan {

template <GuidedSystem System>
class LazyGreedy {
 public:
  using State = typename System::State;

  LazyGreedy(const System& system, const Settings& settings, Monitor& monitor)
      : system_(system),
        settings_(settings),
        monitor_(monitor),
        table_(system.packed_words(), monitor),
        parents_(monitor),
        lists_{Items(TieBreak::fifo), Items(TieBreak::fifo)},
        words_(system.packed_words()) {}

  Outcome solve(const State& start) {
    begin(start);
    return go();
  }

  void begin(const State& start) { found_ = visit(start, kNoState); }

  // Searches until there is an answer, a limit or a pause, after which it can be called again.
  Outcome go() {
    State next;
    for (bool has_gone_on = false; found_ == kNoState && (!lists_[0].empty() || !lists_[1].empty());
         has_gone_on = true) {
      if ((ticks_++ & poll_mask<System>()) == 0) {
        if (monitor_.poll(counters_)) break;
        if (has_gone_on && monitor_.is_pause()) return finish(Verdict::paused, counters_, monitor_);
      }
      const Item item = pop();
      Cost cost;
      const State parent = unpacked(system_, table_[item.parent]);
      if (!system_.successor(parent, item.move, next, cost)) continue;
      found_ = visit(next, item.parent);
    }
    Outcome outcome = finish(found_ == kNoState ? Verdict::exhausted : Verdict::found, counters_, monitor_);
    if (outcome.verdict == Verdict::found) {
      trace(system_, table_, found_, [&](StateId id) { return parents_[id]; }, outcome);
    }
    return outcome;
  }

 private:
  struct Item {
    StateId parent;
    Move move;
  };
  using Items = ItemList<Item>;
  static constexpr int kBoost = 1000;

  // Stores and expands a state; its number if it is a goal, else kNoState.
  StateId visit(const State& state, StateId parent) {
    system_.pack(state, words_.data());
    const auto [id, is_new] = table_.insert(words_.data());
    if (id == kNoState || !is_new) return kNoState;
    ++counters_.stored;
    parents_.push_back(parent);
    if (system_.is_goal(state)) return id;
    const Cost h = system_.estimate(settings_.heuristic, state, preferred_);
    if (h >= kDeadEnd) return kNoState;
    if (h < lowest_) {
      lowest_ = h;
      if (settings_.use_preferred) turns_[1] -= kBoost;
    }
    ++counters_.expanded;
    system_.for_each_move(state, [&](Move move) {
      ++counters_.generated;
      lists_[0].push(h, h, {id, move});
      if (settings_.use_preferred && std::binary_search(preferred_.begin(), preferred_.end(), move)) {
        lists_[1].push(h, h, {id, move});
      }
    });
    return kNoState;
  }

  Item pop() {
    int which = turns_[1] <= turns_[0] ? 1 : 0;
    if (lists_[which].empty()) which = 1 - which;
    ++turns_[which];
    Cost f;
    return lists_[which].pop(f);
  }

  const System& system_;
  Settings settings_;
  Monitor& monitor_;
  StateTable table_;
  Segmented<StateId> parents_;
  Items lists_[2];  // all moves, preferred moves
  std::int64_t turns_[2] = {0, 0};
  std::vector<Word> words_;
  std::vector<Move> preferred_;
  Cost lowest_ = kDeadEnd;
  StateId found_ = kNoState;
  std::uint64_t ticks_ = 0;
  Counters counters_;
};

}  // namespace ludoplan
