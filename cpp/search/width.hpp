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

  WidthSearch(const System& system, const Settings&, Monitor& monitor) : system_(system), monitor_(monitor) {}

  Outcome solve(const State& start) {
    reach(start, nullptr, kNoState);
    return go();
  }

  // Searches until there is an answer, a limit or a pause, after which it can be called again.
  Outcome go() {
    for (bool has_gone_on = false; found_ == kNoState && !open_.empty(); has_gone_on = true) {
      if ((counters_.expanded & poll_mask<System>()) == 0 && monitor_.poll(counters_)) break;
      if (has_gone_on && monitor_.is_pause()) return finish(Verdict::paused, counters_, monitor_);
      Cost f;
      const StateId id = open_.pop(f);
      expand(id, unpacked(system_, table_[id]));
    }
    const auto parent = [&](StateId i) { return nodes_[i].parent; };
    return traced(system_, table_, found_, parent, counters_, monitor_);
  }

 private:
  static constexpr std::size_t kWay = 256;  // atoms of a way that are looked at
  struct Node {
    StateId parent;
    int unmet;
    std::uint32_t way;
    std::uint32_t passed_count;
    // Which atoms of the way have been true since it was guessed.
    std::array<std::uint64_t, kWay / 64> passed;
  };
  // What has been seen with one number of unmet goals and passed atoms.
  struct Seen {
    std::vector<std::uint64_t> atoms;
    std::vector<std::unique_ptr<std::uint64_t[]>> rows;  // by atom: those seen with it
  };
  struct Part {
    int word;
    std::uint64_t bits;
  };
  // A guess of the way to the goal: the place of each atom that is on it.
  using Way = std::unordered_map<int, int>;
  // Pairs have a table of their own for each kind of state where it is small; else all share one, in which
  // some of them fall together.
  static constexpr std::size_t kMostAtomsForPairs = 3000;
  // Where more are true, only pairs with a new one are looked at: there are too many of the others.
  static constexpr std::size_t kManyAtoms = 200;
  static constexpr std::size_t kSharedBits = std::size_t{1} << 29;

  void expand(StateId id, const State& state) {
    ++counters_.expanded;
    system_.for_each_successor(state, [&](Move, const State& next, Cost) {
      ++counters_.generated;
      if (found_ == kNoState) reach(next, &state, id);
    });
  }

  // Stores a state, and puts it on the list if it is new and not known to be dead. A goal is found.
  void reach(const State& state, const State* before, StateId parent) {
    system_.pack(state, words_.data());
    const auto [id, is_new] = table_.insert(words_.data());
    if (id == kNoState || !is_new) return;
    ++counters_.stored;
    Node node{parent, system_.unmet_goals(state), 0, 0, {}};
    bool is_dead = false;
    if (parent == kNoState || node.unmet < nodes_[parent].unmet) {
      is_dead = !system_.way_to_goal(state, way_);
      node.way = static_cast<std::uint32_t>(ways_.size());
      Way& way = ways_.emplace_back();
      for (std::size_t i = 0; i < std::min(way_.size(), kWay); ++i) way.emplace(way_[i], static_cast<int>(i));
    } else {
      node.way = nodes_[parent].way;
      node.passed = nodes_[parent].passed;
      const Way& way = ways_[node.way];
      system_.for_each_new_atom(*before, state, [&](int atom) {
        const auto place = way.find(atom);
        if (place == way.end()) return;
        node.passed[static_cast<std::size_t>(place->second) / 64] |= std::uint64_t{1} << (place->second % 64);
      });
      for (const std::uint64_t part : node.passed) {
        node.passed_count += static_cast<std::uint32_t>(std::popcount(part));
      }
    }
    nodes_.push_back(node);
    if (system_.is_goal(state)) found_ = id;
    if (!is_dead) rank(id, state, before, parent);
  }

  // Puts a state on the list, by what it has that the one before it has not.
  void rank(StateId id, const State& state, const State* before, StateId parent) {
    const Node& node = nodes_[id];
    true_.clear();
    system_.for_each_atom(state, [&](int atom) { true_.push_back(atom); });
    new_.clear();
    if (before != nullptr) {
      system_.for_each_new_atom(*before, state, [&](int atom) { new_.push_back(atom); });
    }
    // What is not new has been seen with the parent, if that was of the same kind.
    const bool is_same_kind = before != nullptr && kind_of(node) == kind_of(nodes_[parent]);
    const bool has_many = before != nullptr && true_.size() > kManyAtoms;
    open_.push(novelty(kind_of(node), is_same_kind ? new_ : true_, is_same_kind || has_many ? new_ : true_),
               node.unmet, id);
  }

  static std::uint64_t kind_of(const Node& node) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(node.unmet)) << 32 | node.passed_count;
  }

  // 1 if one of the atoms has not been seen with this kind, 2 if one of the others has not been seen with
  // this kind and some true atom, else 3.
  int novelty(std::uint64_t kind, const std::vector<int>& atoms, const std::vector<int>& others) {
    Seen& seen = seen_[kind];
    if (seen.atoms.empty()) {
      seen.atoms.resize(words_of_atoms());
      monitor_.took(seen.atoms.size() * 8);
    }
    int found = 3;
    for (const int atom : atoms) {
      if (set(seen.atoms, static_cast<std::size_t>(atom))) found = 1;
    }
    const bool is_small = atoms_ <= kMostAtomsForPairs;
    const bool has_pair = is_small ? has_new_pair(seen, others) : has_new_shared_pair(kind, others);
    return has_pair ? std::min(found, 2) : found;
  }

  // Whole words at a time; the other half of the square is written only where a pair is new.
  bool has_new_pair(Seen& seen, const std::vector<int>& others) {
    if (seen.rows.empty()) {
      if (!took(atoms_)) return false;
      seen.rows.resize(atoms_);
    }
    parts_.clear();
    for (const int atom : true_) {
      if (parts_.empty() || parts_.back().word != atom / 64) parts_.push_back({atom / 64, 0});
      parts_.back().bits |= bit(atom);
    }
    bool found = false;
    for (const int atom : others) {
      std::uint64_t* row = row_of(seen, atom);
      if (row == nullptr) continue;
      for (const auto& [word, bits] : parts_) {
        std::uint64_t fresh = bits & ~row[word];
        found |= fresh != 0;
        for (row[word] |= fresh; fresh != 0; fresh &= fresh - 1) {
          std::uint64_t* column = row_of(seen, word * 64 + std::countr_zero(fresh));
          if (column != nullptr) column[atom / 64] |= bit(atom);
        }
      }
    }
    return found;
  }
  // The atoms that one has been seen with, itself among them; null where there is no memory for it.
  std::uint64_t* row_of(Seen& seen, int atom) {
    std::unique_ptr<std::uint64_t[]>& row = seen.rows[static_cast<std::size_t>(atom)];
    if (row == nullptr && took(words_of_atoms())) {
      row = std::make_unique<std::uint64_t[]>(words_of_atoms());
      row[static_cast<std::size_t>(atom) / 64] = bit(atom);
    }
    return row.get();
  }

  bool has_new_shared_pair(std::uint64_t kind, const std::vector<int>& others) {
    if (shared_pairs_.empty()) {
      if (!took(kSharedBits / 64)) return false;
      shared_pairs_.resize(kSharedBits / 64);
    }
    bool found = false;
    for (const int atom : others) {
      for (const int other : true_) {
        if (other == atom) continue;
        const auto low = static_cast<std::size_t>(std::min(atom, other));
        const auto high = static_cast<std::size_t>(std::max(atom, other));
        found |= set(shared_pairs_, mixed(kind, high, low));
      }
    }
    return found;
  }
  static std::size_t mixed(std::uint64_t kind, std::size_t high, std::size_t low) {
    std::uint64_t hash = (kind * 0x9E3779B97F4A7C15ull) ^ (high << 32 | low);
    hash = (hash ^ hash >> 29) * 0xD6E8FEB86659FD93ull;
    return static_cast<std::size_t>(hash >> 35);  // as many bits as the table has
  }

  // Asks for much at a time, as asking takes long.
  bool took(std::size_t words) {
    constexpr std::size_t kAtATime = std::size_t{1} << 20, kMost = std::size_t{1} << 29;
    for (const std::size_t bytes = 8 * words; pair_bytes_ + bytes > granted_;) {
      const std::size_t more = std::max(bytes, kAtATime);
      if (granted_ + more > kMost || !monitor_.may_take(more)) return false;
      monitor_.took(more);
      granted_ += more;
    }
    pair_bytes_ += 8 * words;
    return true;
  }
  std::size_t words_of_atoms() const { return atoms_ / 64 + 1; }
  static std::uint64_t bit(int atom) { return std::uint64_t{1} << (atom % 64); }

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
  StateTable table_{system_.packed_words(), monitor_};
  Segmented<Node> nodes_{monitor_};
  OpenList open_{TieBreak::low_h};
  std::vector<Word> words_ = std::vector<Word>(system_.packed_words());
  std::size_t atoms_ = static_cast<std::size_t>(system_.atoms());
  std::unordered_map<std::uint64_t, Seen> seen_;
  std::size_t pair_bytes_ = 0, granted_ = 0;  // for pairs
  std::vector<std::uint64_t> shared_pairs_;
  std::vector<Way> ways_;
  std::vector<int> way_, true_, new_;
  std::vector<Part> parts_;  // of what is true
  StateId found_ = kNoState;
  Counters counters_;
};

}  // namespace ludoplan
