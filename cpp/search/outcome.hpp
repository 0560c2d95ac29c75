// What a search comes back with, and the paths through a table of parents.
#pragma once

#include <algorithm>
#include <vector>

#include "search/concepts.hpp"
#include "search/monitor.hpp"
#include "search/state_table.hpp"

namespace ludoplan {

enum class Verdict {
  found,      // a path to a goal
  exhausted,  // every reachable state was looked at, none is a goal
  cut,        // a depth bound hid some states; nothing is proven
  stopped,    // a limit, cancelled, or costs that do not fit
  paused,     // the search can go on
};

struct Outcome {
  Verdict verdict = Verdict::exhausted;
  Stop stop = Stop::none;
  std::vector<Move> path;
  Cost cost = 0;
  Counters counters;
  std::uint64_t bytes = 0;  // what tables held at the end
};

inline Outcome finish(Verdict verdict, const Counters& counters, const Monitor& monitor) {
  Outcome outcome;
  outcome.counters = counters;
  outcome.bytes = monitor.held();
  outcome.stop = monitor.stopped();
  outcome.verdict = outcome.stop == Stop::none ? verdict : Verdict::stopped;
  return outcome;
}

// What the outcome amounts to where costs did not fit: neither a proof nor a path whose cost cannot be told.
inline Outcome settled(Outcome outcome, const Monitor& monitor) {
  const bool proves_nothing = outcome.verdict == Verdict::exhausted && monitor.has_left_out();
  const bool has_no_cost = outcome.verdict == Verdict::found && outcome.cost > kMostCost;
  if (proves_nothing || has_no_cost) {
    outcome.verdict = Verdict::stopped;
    outcome.stop = Stop::overflow;
  }
  return outcome;
}

template <TransitionSystem System>
typename System::State unpacked(const System& system, const Word* words) {
  typename System::State state;
  system.unpack(words, state);
  return state;
}

template <class State>
struct Successor {
  Move move;
  State state;
  Cost cost;
};

// The successors as a list: for where speed does not matter, as each other use compiles the rules once more.
template <TransitionSystem System>
[[gnu::noinline]] std::vector<Successor<typename System::State>> successors_of(
    const System& system, const typename System::State& state) {
  std::vector<Successor<typename System::State>> found;
  system.for_each_successor(state, [&](Move move, const typename System::State& next, Cost cost) {
    found.push_back({move, next, cost});
  });
  return found;
}

// The cheapest move from one state to another, the first of them where several cost the same. Tables keep no
// moves: asking the rules again for a path's few states is cheaper than a field for every state.
template <TransitionSystem System>
void add_step(const System& system, const Word* from, const Word* to, std::vector<Move>& path, Cost& cost) {
  std::vector<Word> words(system.packed_words());
  Move best = 0;
  Cost least = kDeadEnd;
  for (const auto& next : successors_of(system, unpacked(system, from))) {
    system.pack(next.state, words.data());
    if (next.cost < least && std::equal(words.begin(), words.end(), to)) {
      least = next.cost;
      best = next.move;
    }
  }
  if constexpr (requires { system.forced_steps(unpacked(system, from), to, least, path); }) {
    if (const Cost forced = system.forced_steps(unpacked(system, from), to, least, path); forced < least) {
      cost = plus(cost, forced);
      return;
    }
  }
  path.push_back(best);
  cost = plus(cost, least);
}

// The chain of states from a root (a state without parent) to `last`.
template <class Parent>
std::vector<StateId> chain_to(StateId last, Parent parent) {
  std::vector<StateId> chain;
  for (StateId id = last; id != kNoState; id = parent(id)) chain.push_back(id);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

// Adds the moves along a chain of states.
template <TransitionSystem System, class Table>
void add_steps(const System& system, const Table& table, const std::vector<StateId>& chain,
               std::vector<Move>& path, Cost& cost) {
  for (std::size_t i = 1; i < chain.size(); ++i) {
    add_step(system, table[chain[i - 1]], table[chain[i]], path, cost);
  }
}

// The outcome of a search that has come to a goal, or to its end (kNoState).
template <TransitionSystem System, class Table, class Parent>
Outcome traced(const System& system, const Table& table, StateId goal, Parent parent,
               const Counters& counters, const Monitor& monitor) {
  Outcome outcome = finish(goal == kNoState ? Verdict::exhausted : Verdict::found, counters, monitor);
  if (goal != kNoState) add_steps(system, table, chain_to(goal, parent), outcome.path, outcome.cost);
  return outcome;
}

}  // namespace ludoplan
