// What a search kernel needs to know of a puzzle.
//
// A system speaks in two forms of a state: `State`, which its rules work on, and a packed form of
// `packed_words()` 32-bit words, which the tables keep. Kernels are templates over these concepts, so
// that the rules are inlined into the loops.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace ludoplan {

using Word = std::uint32_t;
using StateId = std::uint32_t;
using Move = std::uint32_t;
using Cost = std::int64_t;

inline constexpr StateId kNoState = 0xFFFFFFFFu;
// The estimate that says: no goal can be reached from here. No cost and no bound is this number.
inline constexpr Cost kDeadEnd = std::numeric_limits<Cost>::max();
inline constexpr Cost kMostCost = kDeadEnd - 1;

// The sum of two costs that are not negative; kDeadEnd if one is, or if the sum is more than kMostCost.
constexpr Cost plus(Cost a, Cost b) { return a > kDeadEnd - b ? kDeadEnd : a + b; }
// For estimates and ranks, which may be too low: kMostCost in place of a sum or product that does not fit.
constexpr Cost plus_at_most(Cost a, Cost b) { return std::min(plus(a, b), kMostCost); }
constexpr Cost times_at_most(Cost factor, Cost a) {
  Cost product = 0;
  return __builtin_mul_overflow(factor, a, &product) ? kMostCost : std::min(product, kMostCost);
}

// Moves to a goal, in tables with an entry for many places.
using Distance = std::uint32_t;
inline constexpr Distance kNoWay = 0xFFFFFFFFu;
constexpr Cost cost_of(Distance distance) { return distance == kNoWay ? kDeadEnd : Cost{distance}; }

// Heuristic 0 of every system is the blind one.
inline constexpr int kBlind = 0;

template <class State>
struct AnyEmit {
  void operator()(Move, const State&, Cost) const {}
};

template <class T>
concept TransitionSystem =
    std::copyable<typename T::State> &&
    requires(const T& system, const typename T::State& state, typename T::State& target, Word* out,
             const Word* packed, int heuristic, AnyEmit<typename T::State> emit) {
      { system.packed_words() } -> std::convertible_to<std::size_t>;
      { system.initial() } -> std::same_as<typename T::State>;
      { system.is_goal(state) } -> std::same_as<bool>;
      { system.estimate(heuristic, state) } -> std::same_as<Cost>;
      system.pack(state, out);
      system.unpack(packed, target);
      // Calls emit(move, next, cost) for every legal move, in the game's order.
      system.for_each_successor(state, emit);
    };

// A system that can also be searched from its goals. Whether it really can may depend on the level.
template <class T>
concept ReversibleSystem = TransitionSystem<T> && requires(const T& system, const typename T::State& state,
                                                           AnyEmit<typename T::State> emit) {
  { system.is_reversible() } -> std::same_as<bool>;
  // A guess at the distance from the start to this state.
  { system.estimate_from_start(state) } -> std::same_as<Cost>;
  system.for_each_goal(emit);
  // Calls emit(move, previous, cost): `move` leads from `previous` to this state.
  system.for_each_predecessor(state, emit);
};

// A system whose heuristics also say which moves look good, and which can list moves without making them.
template <class T>
concept GuidedSystem = TransitionSystem<T> &&
                       requires(const T& system, const typename T::State& state, typename T::State& next,
                                int heuristic, const Word* before, Word* after, std::vector<Move>& preferred,
                                Move move, Cost& cost, void (*visit)(Move)) {
                         // How many words a heuristic wants to be kept for each state, as it looks at the
                         // path to it.
                         { system.path_words(heuristic) } -> std::convertible_to<std::size_t>;
                         // The estimate of a state; `before` are the words of the one that led to it, null at
                         // the beginning of a path, `after` its own. `preferred` becomes the moves that look
                         // good, in ascending order; not all of them need be legal.
                         {
                           system.estimate_on_path(heuristic, before, state, after, preferred)
                         } -> std::same_as<Cost>;
                         // Calls visit(move) for moves that may be legal.
                         system.for_each_move(state, visit);
                         // The state after a move from for_each_move; false if the move is not legal after
                         // all.
                         { system.successor(state, move, next, cost) } -> std::same_as<bool>;
                       };

// A system whose states are sets of atoms, on which novelty can be measured.
template <class T>
concept AtomicSystem = TransitionSystem<T> && requires(const T& system, const typename T::State& state,
                                                       std::vector<int>& atoms, void (*visit)(int)) {
  { system.atoms() } -> std::same_as<int>;
  // In ascending order.
  system.for_each_atom(state, visit);
  // Those of the second state that the first does not have.
  system.for_each_new_atom(state, state, visit);
  // How many parts of the goal are not met.
  { system.unmet_goals(state) } -> std::same_as<int>;
  // Atoms that a way to the goal probably passes through; false if there seems to be no way.
  { system.way_to_goal(state, atoms) } -> std::same_as<bool>;
};

// A system in which every move costs 1 and leads to a state of lower rank, so that no state comes twice on a
// path. Threads ask it for ranks all at once.
template <class T>
concept RankedSystem = TransitionSystem<T> && requires(const T& system, const typename T::State& state) {
  { system.rank(state) } -> std::same_as<std::uint16_t>;
};

// All successors; a system may leave out moves that lead to the same state as another one.
template <TransitionSystem T, class Emit>
void for_each_distinct_successor(const T& system, const typename T::State& state, Emit&& emit) {
  if constexpr (requires { system.for_each_distinct_successor(state, emit); }) {
    system.for_each_distinct_successor(state, emit);
  } else {
    system.for_each_successor(state, emit);
  }
}

// All successors, or where a system can tell and that is enough, those that a cheapest path may need.
template <TransitionSystem T, class Emit>
void for_each_successor_to_try(const T& system, bool only_needed, const typename T::State& state,
                               Emit&& emit) {
  if constexpr (requires { system.for_each_needed_successor(state, emit); }) {
    if (only_needed) return system.for_each_needed_successor(state, emit);
  }
  system.for_each_successor(state, emit);
}

// The distinct successors from which an admissible estimate does not rule out that a goal is at most `most`
// moves away. Systems may know a quicker way than to make and estimate them all.
template <TransitionSystem T, class Emit>
void for_each_successor_within(const T& system, int heuristic, const typename T::State& state, Cost most,
                               Emit&& emit) {
  if constexpr (requires { system.for_each_successor_within(heuristic, state, most, emit); }) {
    system.for_each_successor_within(heuristic, state, most, emit);
  } else {
    for_each_distinct_successor(system, state, [&](Move move, const typename T::State& next, Cost cost) {
      if (system.estimate(heuristic, next) <= most) emit(move, next, cost);
    });
  }
}

// Systems whose rules run in Python are polled at every expansion, native ones now and then.
template <class T>
constexpr std::uint64_t poll_mask() {
  if constexpr (requires { T::kPollMask; }) {
    return T::kPollMask;
  } else {
    return 63;
  }
}

// Whether only best-first search is of use in a system: nothing else is compiled for it.
template <class T>
constexpr bool is_for_best_first_alone() {
  return requires { T::kForBestFirstAlone; };
}

// Whether threads may search a level together. Each gets a copy of the system, whose tables may be made as
// they are needed, unless the system says that one may be shared. Rules in Python would only wait for each
// other.
template <class T>
constexpr bool can_have_threads() {
  return poll_mask<T>() > 0 && (std::copy_constructible<T> || requires { T::kShared; });
}

}  // namespace ludoplan
