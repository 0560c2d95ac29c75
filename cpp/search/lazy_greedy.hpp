// Greedy best-first search that evaluates a state when it is expanded, not when it is generated: its
// successors are put on the lists, unmade, under the estimates of their parent.
//
// There is a list for each of one or two estimates, and for each of these a second one with the moves only
// that an estimate prefers, which gets more turns whenever an estimate reaches a new low. Where estimates
// lead astray for long, drawing some moves from among all kinds of states helps.
#pragma once

#include <algorithm>
#include <array>
#include <random>
#include <unordered_map>
#include <vector>

#include "search/open_list.hpp"
#include "search/outcome.hpp"

namespace ludoplan {

template <GuidedSystem System>
class LazyGreedy {
 public:
  using State = typename System::State;

  LazyGreedy(const System& system, const Settings& settings, Monitor& monitor)
      : system_(system), settings_(settings), monitor_(monitor) {}

  // Asks for the estimates only now: they may take long to be set up, and somebody may watch over that.
  Outcome solve(const State& start) {
    guides_.reserve(2);
    guides_.emplace_back(system_, settings_.heuristic, monitor_);
    if (settings_.guide != kBlind) guides_.emplace_back(system_, settings_.guide, monitor_);
    visit(start, kNoState);
    return go();
  }

  // Searches until there is an answer, a limit or a pause, after which it can be called again.
  Outcome go() {
    State next;
    for (bool has_gone_on = false; found_ == kNoState && !is_empty(); has_gone_on = true) {
      if ((ticks_++ & poll_mask<System>()) == 0) {
        if (monitor_.poll(counters_)) break;
        if (has_gone_on && monitor_.is_pause()) return finish(Verdict::paused, counters_, monitor_);
      }
      const Item item = pop();
      Cost cost;
      const State parent = unpacked(system_, table_[item.parent]);
      if (!system_.successor(parent, item.move, next, cost)) continue;
      visit(next, item.parent);
    }
    const auto parent = [&](StateId id) { return parents_[id]; };
    return traced(system_, table_, found_, parent, counters_, monitor_);
  }

 private:
  struct Item {
    StateId parent;
    Move move;
  };
  using Items = ItemList<Item>;
  static constexpr int kBoost = 1000;

  // An estimate with its lists.
  struct Guide {
    Guide(const System& system, int of, Monitor& monitor)
        : heuristic(of),
          path_words(system.path_words(of)),
          paths(monitor, std::max<std::size_t>(1, path_words)) {}

    int heuristic;
    std::size_t path_words;
    Segmented<Word> paths;  // by state, where the estimate looks at them
    std::array<Items, 2> lists{Items(TieBreak::fifo), Items(TieBreak::fifo)};  // all moves, preferred moves
    std::array<std::int64_t, 2> turns{0, 0};
    std::vector<Move> preferred;
    Cost h = 0;
    Cost lowest = kDeadEnd;
  };

  // Items by the kind of state that they lead on from: its estimate, and how many moves it is from the start.
  // A kind is drawn, and one of its items, so that what is rare is tried as often as what there is much of.
  class Kinds {
   public:
    bool empty() const { return kinds_.empty(); }
    void push(Cost h, std::uint32_t depth, const Item& item) {
      const std::uint64_t key = static_cast<std::uint64_t>(h) << 32 | depth;
      const auto [at, is_new] = places_.try_emplace(key, kinds_.size());
      if (is_new) kinds_.push_back({key, {}});
      kinds_[at->second].items.push_back(item);
    }
    Item pop() {
      const std::size_t place = draw(kinds_.size());
      std::vector<Item>& items = kinds_[place].items;
      std::swap(items[draw(items.size())], items.back());
      const Item item = items.back();
      items.pop_back();
      if (items.empty()) {
        places_.erase(kinds_[place].key);
        if (place + 1 < kinds_.size()) {
          kinds_[place] = std::move(kinds_.back());
          places_[kinds_[place].key] = place;
        }
        kinds_.pop_back();
      }
      return item;
    }

   private:
    struct Kind {
      std::uint64_t key;
      std::vector<Item> items;
    };
    std::size_t draw(std::size_t below) { return random_() % below; }

    std::vector<Kind> kinds_;
    std::unordered_map<std::uint64_t, std::size_t> places_;
    std::mt19937 random_{1};  // the same each time
  };

  // Stores and expands a state. Where it has no choice, the search goes on to the next one that has.
  void visit(State state, StateId parent) {
    State next;
    while (true) {
      system_.pack(state, words_.data());
      const auto [id, is_new] = table_.insert(words_.data());
      if (id == kNoState || !is_new) return;
      ++counters_.stored;
      parents_.push_back(parent);
      if (settings_.explores) depths_.push_back(parent == kNoState ? 0 : depths_[parent] + 1);
      if (system_.is_goal(state)) {
        found_ = id;
        return;
      }
      moves_.clear();
      system_.for_each_move(state, [&](Move move) { moves_.push_back(move); });
      counters_.generated += moves_.size();
      Cost cost;
      if (moves_.size() != 1 || monitor_.poll(counters_)) {
        if (evaluate(state, parent, true)) list(id);
        return;
      }
      evaluate(state, parent, false);
      if (!system_.successor(state, moves_[0], next, cost)) return;
      ++counters_.expanded;
      std::swap(state, next);
      parent = id;
    }
  }

  // Puts the moves from a state on the lists.
  void list(StateId id) {
    ++counters_.expanded;
    for (const Move move : moves_) {
      const Item item{id, move};
      if (settings_.explores) kinds_.push(guides_[0].h, depths_[id], item);
      const bool is_preferred = std::any_of(guides_.begin(), guides_.end(), [&](const Guide& guide) {
        return std::binary_search(guide.preferred.begin(), guide.preferred.end(), move);
      });
      for (Guide& guide : guides_) {
        guide.lists[0].push(guide.h, guide.h, item);
        if (settings_.use_preferred && is_preferred) guide.lists[1].push(guide.h, guide.h, item);
      }
    }
  }

  // Has all guides estimate a state, or only those that keep track of paths; false if one sees no way to a
  // goal.
  bool evaluate(const State& state, StateId parent, bool has_choice) {
    bool is_dead = false;
    bool is_progress = false;
    for (Guide& guide : guides_) {
      const Word* before = parent == kNoState || guide.path_words == 0 ? nullptr : guide.paths.at(parent);
      Word* after = guide.path_words == 0 ? nullptr : guide.paths.append();
      if (is_dead || (!has_choice && guide.path_words == 0)) continue;
      guide.h = system_.estimate_on_path(guide.heuristic, before, state, after, guide.preferred);
      is_dead = guide.h >= kDeadEnd;
      if (has_choice && guide.h < guide.lowest) {
        guide.lowest = guide.h;
        is_progress = true;
      }
    }
    if (is_progress && !is_dead && settings_.use_preferred) {
      for (Guide& guide : guides_) guide.turns[1] -= kBoost;
    }
    return !is_dead;
  }

  bool is_empty() { return guides_[0].lists[0].empty() && guides_[0].lists[1].empty(); }

  // From the list that has had the fewest turns.
  Item pop() {
    Items* best = nullptr;
    std::int64_t* turns = nullptr;
    for (Guide& guide : guides_) {
      for (const std::size_t which : {1, 0}) {
        if (guide.lists[which].empty() || (turns != nullptr && guide.turns[which] >= *turns)) continue;
        best = &guide.lists[which];
        turns = &guide.turns[which];
      }
    }
    if (!kinds_.empty() && drawn_ < *turns) {
      ++drawn_;
      return kinds_.pop();
    }
    ++*turns;
    Cost f;
    return best->pop(f);
  }

  const System& system_;
  Settings settings_;
  Monitor& monitor_;
  StateTable table_{system_.packed_words(), monitor_};
  Segmented<StateId> parents_{monitor_};
  Segmented<std::uint32_t> depths_{monitor_};  // where they are asked for
  std::vector<Guide> guides_;
  std::vector<Word> words_ = std::vector<Word>(system_.packed_words());
  std::vector<Move> moves_;
  Kinds kinds_;
  std::int64_t drawn_ = 0;
  StateId found_ = kNoState;
  std::uint64_t ticks_ = 0;
  Counters counters_;
};

}  // namespace ludoplan
