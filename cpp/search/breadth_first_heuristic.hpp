// Breadth-first heuristic search, for systems in which every move costs the same.
//
// A beam search finds a path of U moves. Then plain layers, from which every state is dropped that an
// admissible estimate says cannot reach a goal in fewer than U moves: if nothing is left, U was the optimum;
// the first goal met is a shorter path, and the shortest one. No parents are kept: a system that says it is
// acyclic keeps no more than the layer at hand and the next one, others keep all states, lest a search
// without a goal go round in circles. The path to a goal that the layers met, of which only the length is
// known, is found by beam searches again, now bounded by that length, wider and wider; the widest is a
// complete search.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "search/beam.hpp"

namespace ludoplan {

struct BreadthFirstHeuristicOptions {
  int heuristic = kBlind;  // admissible
  int guide = kBlind;      // of the beam
  std::size_t width = 10'000;
};

// Whether no state can come twice on a path.
template <class System>
constexpr bool is_acyclic() {
  if constexpr (requires { System::kAcyclic; }) {
    return System::kAcyclic;
  } else {
    return false;
  }
}

template <TransitionSystem System>
class BreadthFirstHeuristic {
 public:
  using State = typename System::State;

  BreadthFirstHeuristic(const System& system, const BreadthFirstHeuristicOptions& options, Monitor& monitor)
      : system_(system), options_(options), monitor_(monitor), words_(system.packed_words()) {
    for (Pending& pending : pending_) pending.words.resize(words_);
  }

  // A path is the shortest one if `counters.bound` equals its length; it may be longer when a limit was
  // reached.
  Outcome solve(const State& start) {
    bool thinned = false;
    Outcome best = beam(start, options_.width, kDeadEnd, thinned);
    if (best.verdict == Verdict::stopped || best.verdict == Verdict::exhausted) return best;
    const bool has_path = best.verdict == Verdict::found;
    if (has_path && !thinned) return proven(best);
    const Cost length = shortest(start, has_path ? best.cost - 1 : kDeadEnd);
    if (monitor_.stopped() != Stop::none) {
      best.stop = monitor_.stopped();
      best.counters = counters_;
      if (!has_path) best.verdict = Verdict::stopped;
      return best;
    }
    if (length == kDeadEnd) return has_path ? proven(best) : finish(Verdict::exhausted, counters_, monitor_);
    for (std::size_t width = options_.width;; width *= 8) {
      counters_.bound = length;
      best = beam(start, width, length, thinned);
      if (best.verdict != Verdict::cut) return best;
    }
  }

 private:
  Outcome beam(const State& start, std::size_t width, Cost most_moves, bool& thinned) {
    Beam<System> search(system_, {width, options_.guide, options_.heuristic, most_moves}, monitor_,
                        counters_);
    const Outcome outcome = search.solve(start);
    thinned = search.thinned();
    counters_.stored = layers_stored_;
    return outcome;
  }

  Outcome proven(Outcome best) {
    counters_.bound = best.cost;
    best.counters = counters_;
    return best;
  }

  // The length of a shortest path of at most so many moves; kDeadEnd if there is none or the search was
  // stopped.
  Cost shortest(const State& start, Cost most_moves) {
    const Cost h = system_.estimate(options_.heuristic, start);
    if (h > most_moves || h >= kDeadEnd) return kDeadEnd;
    auto table = std::make_unique<StateTable>(words_, monitor_);
    std::vector<Word> words(words_);
    system_.pack(start, words.data());
    table->insert(words.data());
    std::size_t begin = 0;
    for (Cost depth = 1; depth <= most_moves && begin < table->size(); ++depth) {
      counters_.bound = std::max(h, depth);
      const std::size_t end = table->size();
      const Cost left = std::min(most_moves, kDeadEnd - 1) - depth;
      if constexpr (is_acyclic<System>()) {
        Segmented<Word> layer = table->take_states();
        table = std::make_unique<StateTable>(words_, monitor_);
        for (std::size_t i = 0; i < end; ++i) {
          if (expand(layer.at(i), left, *table)) return depth;
          if (must_stop()) return kDeadEnd;
          layer.release_before(i);
        }
      } else {
        for (; begin < end; ++begin) {
          if (expand((*table)[static_cast<StateId>(begin)], left, *table)) return depth;
          if (must_stop()) return kDeadEnd;
        }
      }
      flush(*table);
    }
    return kDeadEnd;
  }

  bool must_stop() { return (counters_.expanded & poll_mask<System>()) == 0 && monitor_.poll(counters_); }

  // True when a successor is a goal.
  bool expand(const Word* packed, Cost left, StateTable& table) {
    ++counters_.expanded;
    bool is_goal = false;
    const State state = unpacked(system_, packed);
    for_each_successor_within(system_, options_.heuristic, state, left, [&](Move, const State& next, Cost) {
      ++counters_.generated;
      is_goal = is_goal || system_.is_goal(next);
      // Looking a state up waits for memory. So it is looked up a little later, when the memory is there.
      Pending& pending = pending_[waiting_++];
      system_.pack(next, pending.words.data());
      pending.hash = hash_words(pending.words.data(), words_);
      table.prefetch(pending.hash);
      if (waiting_ == pending_.size()) flush(table);
    });
    return is_goal;
  }

  void flush(StateTable& table) {
    for (std::size_t i = 0; i < waiting_; ++i) {
      if (table.insert(pending_[i].words.data(), pending_[i].hash).is_new) ++layers_stored_;
    }
    waiting_ = 0;
    counters_.stored = layers_stored_;
  }

  struct Pending {
    std::vector<Word> words;
    std::uint64_t hash;
  };

  const System& system_;
  BreadthFirstHeuristicOptions options_;
  Monitor& monitor_;
  std::size_t words_;
  std::array<Pending, 32> pending_;
  std::size_t waiting_ = 0;
  std::uint64_t layers_stored_ = 0;
  Counters counters_;
};

}  // namespace ludoplan
