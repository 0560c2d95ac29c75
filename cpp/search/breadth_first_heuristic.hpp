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

#include <memory>
#include <string>
#include <vector>

#include "search/beam.hpp"
#include "search/layer.hpp"

namespace ludoplan {

struct BreadthFirstHeuristicOptions {
  int heuristic = kBlind;  // admissible
  int guide = kBlind;      // of the beam
  std::size_t width = 10'000;
  std::string folder;  // for what does not fit into memory; none if empty
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
      : system_(system), options_(options), monitor_(monitor), words_(system.packed_words()) {}

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
    std::vector<Word> words(words_);
    system_.pack(start, words.data());
    if constexpr (is_acyclic<System>()) {
      return shortest_by_layers(words.data(), h, most_moves);
    } else {
      return shortest_by_table(words.data(), h, most_moves);
    }
  }

  // Keeps the layer at hand and the next one.
  Cost shortest_by_layers(const Word* start, Cost h, Cost most_moves) {
    BlockStore store(words_, options_.folder, monitor_);
    auto layer = std::make_unique<Layer>(store, 1);
    layer->add(start, hash_words(start, words_));
    StateTable table(words_, monitor_);  // of one bucket after the other
    std::vector<Word> words(words_);
    for (Cost depth = 1; depth <= most_moves && layer->size() > 0; ++depth) {
      counters_.bound = std::max(h, depth);
      const Cost left = std::min(most_moves, kDeadEnd - 1) - depth;
      auto next = std::make_unique<Layer>(store, 2 * layer->size());
      const auto add = [&](const State& state) {
        system_.pack(state, words.data());
        next->add(words.data(), hash_words(words.data(), words_));
      };
      for (std::size_t bucket = 0; bucket < layer->buckets(); ++bucket) {
        table.clear();
        layer->move_bucket(bucket, table);
        count_stored(table.size());
        for (std::size_t i = 0; i < table.size(); ++i) {
          if (expand(table[static_cast<StateId>(i)], left, add)) return depth;
          if (must_stop()) return kDeadEnd;
        }
      }
      layer = std::move(next);
    }
    return kDeadEnd;
  }

  // Keeps all states.
  Cost shortest_by_table(const Word* start, Cost h, Cost most_moves) {
    StateTable table(words_, monitor_);
    table.insert(start);
    std::vector<Word> words(words_);
    const auto add = [&](const State& state) {
      system_.pack(state, words.data());
      count_stored(table.insert(words.data()).is_new ? 1 : 0);
    };
    std::size_t begin = 0;
    for (Cost depth = 1; depth <= most_moves && begin < table.size(); ++depth) {
      counters_.bound = std::max(h, depth);
      const Cost left = std::min(most_moves, kDeadEnd - 1) - depth;
      for (const std::size_t end = table.size(); begin < end; ++begin) {
        if (expand(table[static_cast<StateId>(begin)], left, add)) return depth;
        if (must_stop()) return kDeadEnd;
      }
    }
    return kDeadEnd;
  }

  bool must_stop() { return (counters_.expanded & poll_mask<System>()) == 0 && monitor_.poll(counters_); }

  // True when a successor is a goal.
  template <class Add>
  bool expand(const Word* packed, Cost left, Add&& add) {
    ++counters_.expanded;
    bool is_goal = false;
    const State state = unpacked(system_, packed);
    for_each_successor_within(system_, options_.heuristic, state, left, [&](Move, const State& next, Cost) {
      ++counters_.generated;
      is_goal = is_goal || system_.is_goal(next);
      add(next);
    });
    return is_goal;
  }

  void count_stored(std::size_t states) {
    layers_stored_ += states;
    counters_.stored = layers_stored_;
  }

  const System& system_;
  BreadthFirstHeuristicOptions options_;
  Monitor& monitor_;
  std::size_t words_;
  std::uint64_t layers_stored_ = 0;
  Counters counters_;
};

}  // namespace ludoplan
