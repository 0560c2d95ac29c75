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

#include <atomic>
#include <chrono>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "search/beam.hpp"
#include "search/layer.hpp"

namespace ludoplan {

struct BreadthFirstHeuristicOptions {
  int heuristic = kBlind;  // admissible
  int guide = kBlind;      // of the beam
  std::size_t width = 10'000;
  std::string folder;       // for what does not fit into memory; none if empty
  std::size_t threads = 1;  // that expand a layer of an acyclic system
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
    const std::uint64_t stored = counters_.stored;
    const Outcome outcome = search.solve(start);
    thinned = search.thinned();
    counters_.stored = stored;  // a beam forgets its states
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

  // One of the threads that expand a layer, some of its buckets each.
  struct Worker {
    Worker(std::size_t words, Monitor& monitor) : table(words, monitor) {}
    StateTable table;  // of the bucket at hand
    std::unique_ptr<Layer> next;
    Counters counters;  // what the search has not been told yet
  };
  using Layers = std::vector<std::unique_ptr<Layer>>;    // one layer, in parts
  static constexpr std::size_t kWorthThreads = 100'000;  // states of a layer

  // Keeps the layer at hand and the next one, of which each worker makes a part.
  Cost shortest_by_layers(const Word* start, Cost h, Cost most_moves) {
    BlockStore store(words_, options_.folder, monitor_);
    Layers layer;
    layer.push_back(std::make_unique<Layer>(store, 1));
    layer.front()->add(start, hash_words(start, words_));
    std::size_t size = 1;
    std::deque<Worker> workers;
    for (std::size_t i = 0; i < options_.threads; ++i) workers.emplace_back(words_, monitor_);
    for (Cost depth = 1; depth <= most_moves && size > 0; ++depth) {
      counters_.bound = std::max(h, depth);
      const Cost left = std::min(most_moves, kDeadEnd - 1) - depth;
      if (expand_layer(layer, size, left, store, workers)) return depth;
      if (monitor_.stopped() != Stop::none) return kDeadEnd;
      layer.clear();
      size = 0;
      for (Worker& worker : workers) {
        if (worker.next == nullptr) continue;
        size += worker.next->size();
        layer.push_back(std::move(worker.next));
      }
    }
    return kDeadEnd;
  }

  // True when a successor is a goal.
  bool expand_layer(const Layers& layer, std::size_t size, Cost left, BlockStore& store,
                    std::deque<Worker>& workers) {
    const std::size_t threads = size < kWorthThreads ? 1 : workers.size();
    const std::size_t buckets = Layer::buckets_for(store, 2 * size, threads);
    std::atomic<std::size_t> next_bucket = 0;
    std::atomic<bool> is_goal = false;
    const auto work = [&](Worker& worker) {
      worker.next = std::make_unique<Layer>(store, buckets);
      std::vector<Word> words(words_);
      const auto add = [&](const State& state) {
        system_.pack(state, words.data());
        worker.next->add(words.data(), hash_words(words.data(), words_));
      };
      for (std::size_t bucket; (bucket = next_bucket++) < layer.front()->buckets();) {
        worker.table.clear();
        for (const auto& part : layer) part->move_bucket(bucket, worker.table);
        worker.counters.stored += worker.table.size();
        for (std::size_t i = 0; i < worker.table.size(); ++i) {
          if (expand(worker.table[static_cast<StateId>(i)], left, worker.counters, add)) is_goal = true;
          if (is_goal || must_stop(worker, workers)) return;
        }
      }
    };
    std::vector<std::future<void>> others;
    for (std::size_t i = 1; i < threads; ++i) {
      others.push_back(std::async(std::launch::async, work, std::ref(workers[i])));
    }
    work(workers.front());
    for (std::future<void>& other : others) {
      while (other.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
        monitor_.poll(tell(workers.front()));
      }
      other.get();
    }
    for (Worker& worker : workers) tell(worker);
    return is_goal;
  }

  // Only the thread that called the search may poll.
  bool must_stop(Worker& worker, std::deque<Worker>& workers) {
    if ((worker.counters.expanded & poll_mask<System>()) != 0) return false;
    const Counters sum = tell(worker);
    return &worker == &workers.front() ? monitor_.poll(sum) : monitor_.stopped() != Stop::none;
  }
  Counters tell(Worker& worker) {
    const std::scoped_lock lock(mutex_);
    counters_.expanded += worker.counters.expanded;
    counters_.generated += worker.counters.generated;
    counters_.stored += worker.counters.stored;
    worker.counters = Counters();
    return counters_;
  }

  // Keeps all states.
  Cost shortest_by_table(const Word* start, Cost h, Cost most_moves) {
    StateTable table(words_, monitor_);
    table.insert(start);
    std::vector<Word> words(words_);
    const auto add = [&](const State& state) {
      system_.pack(state, words.data());
      if (table.insert(words.data()).is_new) ++counters_.stored;
    };
    std::size_t begin = 0;
    for (Cost depth = 1; depth <= most_moves && begin < table.size(); ++depth) {
      counters_.bound = std::max(h, depth);
      const Cost left = std::min(most_moves, kDeadEnd - 1) - depth;
      for (const std::size_t end = table.size(); begin < end; ++begin) {
        if (expand(table[static_cast<StateId>(begin)], left, counters_, add)) return depth;
        if ((counters_.expanded & poll_mask<System>()) == 0 && monitor_.poll(counters_)) return kDeadEnd;
      }
    }
    return kDeadEnd;
  }

  // True when a successor is a goal.
  template <class Add>
  bool expand(const Word* packed, Cost left, Counters& counters, Add&& add) {
    ++counters.expanded;
    bool is_goal = false;
    const State state = unpacked(system_, packed);
    for_each_successor_within(system_, options_.heuristic, state, left, [&](Move, const State& next, Cost) {
      ++counters.generated;
      is_goal = is_goal || system_.is_goal(next);
      add(next);
    });
    return is_goal;
  }

  const System& system_;
  BreadthFirstHeuristicOptions options_;
  Monitor& monitor_;
  std::size_t words_;
  std::mutex mutex_;  // of the counters, while threads work
  Counters counters_;
};

}  // namespace ludoplan
