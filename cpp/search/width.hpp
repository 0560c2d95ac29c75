// Best-first width search: states that show something new come first.
//
// A state's novelty is 1 if it has an atom, 2 if it has a pair of atoms, that no earlier state had with as
// many unmet goals and as many atoms of the way passed; else 3. The way is guessed (by a relaxed plan) where
// the number of unmet goals goes down. Novelty comes first, then unmet goals, then the order of arrival.
#pragma once

#include <array>
#include <bit>
#include <memory>
#include <unordered_map>
#include <vector>

#include "search/open_list.hpp"
#include "search/outcome.hpp"

namespace ludoplan {

template <AtomicSystem System>
class WidthSearch {
 public:
  using State = typename System::State;

  WidthSearch(const System& system, const Settings&, Monitor& monitor)
      : system_(system),
        monitor_(monitor),
        table_(system.packed_words(), monitor),
        nodes_(monitor),
        open_(TieBreak::low_h),
        words_(system.packed_words()),
        atoms_(static_cast<std::size_t>(system.atoms())) {}

  Outcome solve(const State& start) {
    begin(start);
    return go();
  }

  void begin(const State& start) { found_ = reach(start, kNoState); }

  // Searches until there is an answer, a limit or a pause, after which it can be called again.
  Outcome go() {
    for (bool has_gone_on = false; found_ == kNoState && !open_.empty(); has_gone_on = true) {
      if ((counters_.expanded & poll_mask<System>()) == 0) {
        if (monitor_.poll(counters_)) break;
        if (has_gone_on && monitor_.is_pause()) return finish(Verdict::paused, counters_, monitor_);
      }
      Cost f;
      const StateId id = open_.pop(f);
      const State state = unpacked(system_, table_[id]);
      ++counters_.expanded;
      system_.for_each_successor(state, [&](Move, const State& next, Cost) {
        ++counters_.generated;
        if (found_ == kNoState) found_ = reach(next, id);
      });
    }
    Outcome outcome = finish(found_ == kNoState ? Verdict::exhausted : Verdict::found, counters_, monitor_);
    if (outcome.verdict == Verdict::found) {
      trace(system_, table_, found_, [&](StateId i) { return nodes_[i].parent; }, outcome);
    }
    return outcome;
  }

 private:
  static constexpr std::size_t kWay = 256;  // atoms of a way that are looked at
  struct Node {
    StateId parent;
    int unmet;
    std::uint32_t way;
    std::array<std::uint64_t, kWay / 64>
        passed;  // which atoms of the way have been true since it was guessed
  };
  // What has been seen with one number of unmet goals and passed atoms.
  struct Seen {
    std::vector<std::uint64_t> atoms;
    std::vector<std::uint64_t> pairs;
  };
  // Pairs are looked at where a table of them is small.
  static constexpr std::size_t kMostAtomsForPairs = 3000;

  // Stores a state; its number if it is a goal, else kNoState.
  StateId reach(const State& state, StateId parent) {
    system_.pack(state, words_.data());
    const auto [id, is_new] = table_.insert(words_.data());
    if (id == kNoState || !is_new) return kNoState;
    ++counters_.stored;
    Node node{parent, system_.unmet_goals(state), 0, {}};
    const bool is_better = parent == kNoState || node.unmet < nodes_[parent].unmet;
    bool is_dead = false;
    if (is_better) {
      is_dead = !system_.way_to_goal(state, way_);
      node.way = static_cast<std::uint32_t>(ways_.size());
      ways_.emplace_back(way_.begin(),
                         way_.begin() + static_cast<std::ptrdiff_t>(std::min(way_.size(), kWay)));
    } else {
      node.way = nodes_[parent].way;
      node.passed = nodes_[parent].passed;
    }
    true_.clear();
    is_true_.assign(atoms_, 0);
    system_.for_each_atom(state, [&](int atom) {
      true_.push_back(atom);
      is_true_[static_cast<std::size_t>(atom)] = 1;
    });
    const auto& way = ways_[node.way];
    int passed = 0;
    for (std::size_t i = 0; i < way.size(); ++i) {
      if (is_true_[static_cast<std::size_t>(way[i])] != 0)
        node.passed[i / 64] |= std::uint64_t{1} << (i % 64);
    }
    for (const std::uint64_t part : node.passed) passed += std::popcount(part);
    nodes_.push_back(node);
    if (system_.is_goal(state)) return id;
    if (is_dead) return kNoState;
    open_.push(novelty(node.unmet, passed), node.unmet, id);
    return kNoState;
  }

  int novelty(int unmet, int passed) {
    Seen& seen = seen_[static_cast<std::uint64_t>(static_cast<std::uint32_t>(unmet)) << 32 |
                       static_cast<std::uint32_t>(passed)];
    if (seen.atoms.empty()) {
      seen.atoms.resize(atoms_ / 64 + 1);
      monitor_.took(seen.atoms.size() * 8);
    }
    int found = 3;
    for (const int atom : true_) {
      if (set(seen.atoms, static_cast<std::size_t>(atom))) found = 1;
    }
    if (atoms_ > kMostAtomsForPairs) return found;
    if (seen.pairs.empty()) {
      const std::size_t size = atoms_ * (atoms_ + 1) / 128 + 1;
      if (pair_bytes_ + 8 * size > (std::size_t{1} << 29) || !monitor_.may_take(8 * size)) return found;
      seen.pairs.resize(size);
      monitor_.took(8 * size);
      pair_bytes_ += 8 * size;
    }
    for (std::size_t i = 0; i < true_.size(); ++i) {
      const std::size_t high = static_cast<std::size_t>(true_[i]);
      for (std::size_t j = 0; j < i; ++j) {
        if (set(seen.pairs, high * (high - 1) / 2 + static_cast<std::size_t>(true_[j])))
          found = std::min(found, 2);
      }
    }
    return found;
  }

  // Sets a bit; true if it was not set.
  static bool set(std::vector<std::uint64_t>& bits, std::size_t at) {
    std::uint64_t& word = bits[at / 64];
    const std::uint64_t bit = std::uint64_t{1} << (at % 64);
    const bool is_new = (word & bit) == 0;
    word |= bit;
    return is_new;
  }

  const System& system_;
  Monitor& monitor_;
  StateTable table_;
  Segmented<Node> nodes_;
  OpenList open_;
  std::vector<Word> words_;
  std::size_t atoms_;
  std::unordered_map<std::uint64_t, Seen> seen_;
  std::size_t pair_bytes_ = 0;
  std::vector<std::vector<int>> ways_;
  std::vector<int> way_, true_;
  std::vector<char> is_true_;
  StateId found_ = kNoState;
  Counters counters_;
};

}  // namespace ludoplan
