// Breadth-first heuristic search, for systems in which every move costs the same.
//
// A beam search finds a path of U moves. Then plain layers, from which every state is dropped that an
// admissible estimate says cannot reach a goal in fewer than U moves: if nothing is left, U was the optimum;
// the first goal met is a shorter path, and the shortest one. Since a U that is too long by one costs several
// times the work, a wider beam looks for a shorter path whenever the layers have become so much work that it
// hardly adds to it.
//
// No parents are kept: a system in which no state comes twice on a path keeps no more than the layer at hand
// and the next one, and where these do not fit into memory, it goes on with a part of them and comes back for
// the rest; others keep all states, lest a search without a goal go round in circles. The path to a goal that
// the layers met, of which only the length is known, is found by beam searches again, now bounded by that
// length, wider and wider; the widest is a complete search.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <type_traits>
#include <vector>

#include "search/beam.hpp"
#include "search/crew.hpp"
#include "search/layer.hpp"

namespace ludoplan {

template <TransitionSystem System>
class BreadthFirstHeuristic {
 public:
  using State = typename System::State;

  BreadthFirstHeuristic(const System& system, const Settings& settings, Monitor& monitor)
      : system_(system), settings_(settings), monitor_(monitor) {}

  // A path is the shortest one if `counters.bound` equals its length; it may be longer when a limit was
  // reached.
  Outcome solve(const State& start) {
    Outcome best = beam(start, kDeadEnd);
    if (best.verdict == Verdict::stopped || best.verdict == Verdict::exhausted) return best;
    if (best.verdict == Verdict::found && !beam_.thinned) return proven(best);
    const Cost length = shortest(start, best);
    if (monitor_.stopped() != Stop::none) return stopped(best);
    if (length == kDeadEnd) {
      return best.verdict == Verdict::found ? proven(best) : finish(Verdict::exhausted, counters_, monitor_);
    }
    for (counters_.bound = length;; width_ *= kWidening) {
      Outcome shorter = beam(start, length);
      if (shorter.verdict == Verdict::stopped) return stopped(best);
      if (shorter.verdict != Verdict::cut) return shorter;
    }
  }

 private:
  static constexpr std::size_t kWidening = 8;

  Outcome beam(const State& start, Cost most_moves) {
    Settings settings = settings_;
    settings.width = width_;
    settings.max_bound = most_moves;
    Beam<System> search(system_, settings, monitor_, counters_);
    Outcome outcome = search.solve(start);
    const Counters& now = outcome.counters;
    beam_ = {search.thinned(), now.expanded - counters_.expanded, now.stored - counters_.stored};
    counters_.expanded = now.expanded;
    counters_.generated = now.generated;  // but a beam forgets its states
    return outcome;
  }

  static Cost shorter_than(const Outcome& best) { return static_cast<Cost>(best.path.size()) - 1; }

  Outcome proven(Outcome best) {
    counters_.bound = best.cost;
    best.counters = counters_;
    return best;
  }

  Outcome stopped(Outcome best) {
    best.stop = monitor_.stopped();
    best.counters = counters_;
    if (best.verdict != Verdict::found) best.verdict = Verdict::stopped;
    return best;
  }

  // The length of a path that is shorter than the best one known, and the shortest of all; kDeadEnd if there
  // is none or the search was stopped. A wider beam may have made the best one better.
  Cost shortest(const State& start, Outcome& best) {
    Cost length = kDeadEnd;
    Cost most_moves = best.verdict == Verdict::found ? shorter_than(best) : kMostCost;
    const Cost h = system_.estimate(settings_.heuristic, start);
    if (h > most_moves) return length;
    std::vector<Word> words(words_);
    system_.pack(start, words.data());
    std::uint64_t in_layers = 0;  // states expanded
    std::conditional_t<RankedSystem<System>, LastLayer, AllLayers> layers(*this, words.data());
    while (layers.go_on(most_moves)) {
      counters_.bound = std::max(h, layers.least_moves() + 1);
      const std::uint64_t before = counters_.expanded;
      if (layers.expand(most_moves)) {
        length = layers.moves();
        most_moves = length - 1;  // what was put off may lead to a shorter one
      }
      if (monitor_.stopped() != Stop::none) break;
      in_layers += counters_.expanded - before;
      if (!is_worth_widening(in_layers)) continue;
      width_ *= kWidening;
      Outcome wider = beam(start, most_moves);
      if (wider.verdict == Verdict::stopped || wider.verdict == Verdict::exhausted) break;
      if (wider.verdict != Verdict::found) continue;
      length = kDeadEnd;
      best = std::move(wider);
      most_moves = shorter_than(best);
      if (!beam_.thinned) break;
    }
    return length;
  }

  // Whether a wider beam would be little work beside that of the layers, and take little memory.
  bool is_worth_widening(std::uint64_t expanded) const {
    constexpr std::uint64_t kLittle = 8;
    const std::uint64_t bytes = kWidening * beam_.stored * (words_ + 4) * sizeof(Word);
    return expanded / kLittle >= kWidening * beam_.expanded && bytes <= monitor_.budget() / kLittle &&
           monitor_.may_take(2 * bytes);
  }

  // Keeps the layer at hand and the next one. When they do not fit into memory, a part of the layer at hand
  // is put off until all that the others lead to has been searched. States that both parts lead to are then
  // expanded twice.
  class LastLayer {
   public:
    LastLayer(BreadthFirstHeuristic& search, const Word* start)
        : search_(search), store_(search.words_, search.monitor_) {
      layers_.push_back({0, 0, {}});
      layers_.back().parts.push_back(std::make_unique<Layer>(store_, 1));
      layers_.back().parts.front()->add(start, hash_words(start, search.words_));
      for (std::size_t i = 0; i < search.settings_.threads; ++i) {
        workers_.emplace_back(search.words_, search.monitor_);
      }
    }

    // Whether there is something at hand from which paths of at most so many moves may come.
    bool go_on(Cost most_moves) {
      while (!layers_.empty() && (layers_.back().size() == 0 || moves() >= most_moves)) layers_.pop_back();
      return !layers_.empty();
    }
    // To the states at hand, and to those that were put off first.
    Cost moves() const { return layers_.back().moves; }
    Cost least_moves() const { return layers_.front().moves; }

    // Goes on to the next layer; true when there is a goal in it.
    bool expand(Cost most_moves) {
      Rest& layer = layers_.back();
      const Cost left = most_moves - layer.moves - 1;
      const std::size_t threads = layer.size() < kWorthThreads ? 1 : workers_.size();
      const std::size_t buckets = Layer::buckets_for(store_, 2 * layer.size(), threads);
      const std::size_t reserve = store_.available() / 2;  // for the layers below
      std::atomic<std::size_t> next_bucket = layer.first;
      std::atomic<bool> is_goal = false;
      const auto work = [&](Worker& worker) {
        worker.next = std::make_unique<Layer>(store_, buckets);
        std::vector<Word> words(search_.words_);
        const auto add = [&](const State& state) {
          search_.system_.pack(state, words.data());
          worker.next->add(words.data(), hash_words(words.data(), words.size()));
        };
        for (std::size_t bucket; (bucket = next_bucket++) < layer.parts.front()->buckets();) {
          worker.table.clear();
          for (const auto& part : layer.parts) part->move_bucket(bucket, worker.table);
          worker.counters.stored += worker.table.size();
          for (std::size_t i = 0; i < worker.table.size(); ++i) {
            const Word* packed = worker.table[static_cast<StateId>(i)];
            if (search_.expand(packed, left, worker.counters, add)) is_goal = true;
            if (is_goal || must_stop(worker)) return;
          }
          if (store_.available() <= reserve) return;
        }
      };
      std::vector<std::future<void>> others;
      for (std::size_t i = 1; i < threads; ++i) {
        others.push_back(std::async(std::launch::async, work, std::ref(workers_[i])));
      }
      work(workers_.front());
      for (std::future<void>& other : others) {
        while (other.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
          search_.monitor_.poll(tell(workers_.front()));
        }
        other.get();
      }
      layer.first = next_bucket;
      Rest next{layer.moves + 1, 0, {}};
      for (Worker& worker : workers_) {
        tell(worker);
        if (worker.next != nullptr) next.parts.push_back(std::move(worker.next));
      }
      if (layer.size() == 0) layers_.pop_back();
      layers_.push_back(std::move(next));
      return is_goal;
    }

   private:
    // Expands some of the buckets of a layer, in a thread of its own but for the first.
    struct Worker {
      Worker(std::size_t words, Monitor& monitor) : table(words, monitor) {}
      StateTable table;             // of the bucket at hand
      std::unique_ptr<Layer> next;  // a part of the next layer
      Counters counters;            // what the search has not been told yet
    };
    static constexpr std::size_t kWorthThreads = worth_threads(100'000);
    // What is left of a layer to expand.
    struct Rest {
      Cost moves;
      std::size_t first;                          // bucket
      std::vector<std::unique_ptr<Layer>> parts;  // by the threads that made them

      std::size_t size() const {
        std::size_t sum = 0;
        for (const auto& part : parts) sum += part->size();
        return sum;
      }
    };

    bool must_stop(Worker& worker) {
      if ((worker.counters.expanded & poll_mask<System>()) != 0) return false;
      const Counters sum = tell(worker);
      // Only the thread that called the search may poll.
      if (&worker == &workers_.front()) return search_.monitor_.poll(sum);
      return search_.monitor_.stopped() != Stop::none;
    }
    Counters tell(Worker& worker) {
      const std::scoped_lock lock(mutex_);
      Counters& sum = search_.counters_;
      sum.expanded += worker.counters.expanded;
      sum.generated += worker.counters.generated;
      sum.stored += worker.counters.stored;
      worker.counters = Counters();
      return sum;
    }

    BreadthFirstHeuristic& search_;
    BlockStore store_;
    std::vector<Rest> layers_;  // those that were put off, and the one at hand
    std::deque<Worker> workers_;
    std::mutex mutex_;  // of the search's counters
  };

  // Keeps all states, those of the layer at hand at the end.
  class AllLayers {
   public:
    AllLayers(BreadthFirstHeuristic& search, const Word* start)
        : search_(search), table_(search.words_, search.monitor_) {
      table_.insert(start);
    }

    bool go_on(Cost most_moves) const { return begin_ < table_.size() && moves_ < most_moves; }
    Cost moves() const { return moves_; }
    Cost least_moves() const { return moves_; }

    // Goes on to the next layer; true when there is a goal in it.
    bool expand(Cost most_moves) {
      const Cost left = most_moves - ++moves_;
      Counters& counters = search_.counters_;
      std::vector<Word> words(search_.words_);
      const auto add = [&](const State& state) {
        search_.system_.pack(state, words.data());
        if (table_.insert(words.data()).is_new) ++counters.stored;
      };
      for (const std::size_t end = table_.size(); begin_ < end; ++begin_) {
        if (search_.expand(table_[static_cast<StateId>(begin_)], left, counters, add)) return true;
        if ((counters.expanded & poll_mask<System>()) == 0 && search_.monitor_.poll(counters)) return false;
      }
      return false;
    }

   private:
    BreadthFirstHeuristic& search_;
    StateTable table_;
    Cost moves_ = 0;
    std::size_t begin_ = 0;
  };

  // True when a successor is a goal.
  template <class Add>
  bool expand(const Word* packed, Cost left, Counters& counters, Add&& add) const {
    ++counters.expanded;
    bool is_goal = false;
    const State state = unpacked(system_, packed);
    for_each_successor_within(system_, settings_.heuristic, state, left, [&](Move, const State& next, Cost) {
      ++counters.generated;
      is_goal = is_goal || system_.is_goal(next);
      add(next);
    });
    return is_goal;
  }

  const System& system_;
  Settings settings_;
  Monitor& monitor_;
  std::size_t words_ = system_.packed_words();
  std::size_t width_ = settings_.width;  // of the last beam
  struct {
    bool thinned = false;
    std::uint64_t expanded = 0;
    std::uint64_t stored = 0;
  } beam_;  // what the last one was like
  Counters counters_;
};

}  // namespace ludoplan
