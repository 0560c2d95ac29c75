// Which actions cannot share a step, and in what order those of one step are carried out.
//
// An action disturbs another if it may make a literal of the other's precondition false, or change a fact
// that the other's effects depend on: the other has to come before it. For-all steps allow no disturbance
// between actions of a step, in either direction. Exists steps have one order of all actions, laid so that
// the disturbed come first wherever possible; only a disturbance against the order is forbidden.
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "planning/clauses.hpp"
#include "planning/layers.hpp"

namespace ludoplan::planning {

enum class Steps { sequential, for_all, exists };

class Interference {
 public:
  Interference(const Task& task, Steps steps, Patience& patience) : task_(task), steps_(steps) {
    const int actions = static_cast<int>(task.actions().size());
    rank_.resize(actions);
    std::iota(rank_.begin(), rank_.end(), 0);
    if (steps == Steps::sequential) return;
    collect(patience);
    if (steps == Steps::exists) find_order(patience);
    keep_what_matters(patience);
  }

  // The order of the actions of one step.
  const std::vector<int>& rank() const { return rank_; }

  // Forbids what disturbs. `variable[action]` is 0 for actions that do not happen at this layer.
  void write(const std::vector<Literal>& variable, Clauses& clauses) const {
    for (const auto& [first, second] : pairs_) {
      if (variable[first] != 0 && variable[second] != 0) clauses.add({-variable[first], -variable[second]});
    }
    for (const Chain& chain : chains_) {
      write(chain, variable, clauses, false);
      if (steps_ == Steps::for_all) write(chain, variable, clauses, true);
    }
  }

 private:
  // Who makes a literal false, and whom that disturbs; by rank.
  struct Chain {
    std::vector<std::pair<int, int>> members;  // action, kMakes and kMinds
  };
  static constexpr int kMakes = 1;
  static constexpr int kMinds = 2;
  // Larger products are not looked at pair by pair.
  static constexpr std::size_t kMostPairs = 50'000;

  void collect(Patience& patience) {
    for (auto* lists : {makers_, minders_}) {
      for (const int value : {0, 1}) lists[value].resize(task_.facts());
    }
    const Formulas& formulas = task_.model().formulas;
    for (int a = 0; a < static_cast<int>(task_.actions().size()); ++a) {
      patience.look();
      const Action& action = task_.actions()[a];
      const auto note = [a](std::vector<int>& list) {
        if (list.empty() || list.back() != a) list.push_back(a);
      };
      each_literal(formulas, action.precondition, [&](int fact, bool value) { note(minders_[value][fact]); });
      for (const Effect& effect : action.effects) {
        each_literal(formulas, effect.condition, [&](int fact, bool) {
          note(minders_[0][fact]);
          note(minders_[1][fact]);
        });
        // Whatever gets one value makes the literal of the other one false.
        effect.each_fact([&](int fact, bool value) { note(makers_[!value][fact]); });
      }
    }
  }

  // Calls visit(maker, minder) for all that can happen in one step; false if there are too many to tell.
  template <class Visit>
  bool each_pair(int fact, int value, Visit&& visit) const {
    const auto& makers = makers_[value][fact];
    const auto& minders = minders_[value][fact];
    if (makers.size() * minders.size() > kMostPairs) return false;
    for (const int maker : makers) {
      for (const int minder : minders) {
        if (maker == minder) continue;
        const auto& actions = task_.actions();
        const bool are_apart = contradict(actions[maker].precondition, actions[minder].precondition,
                                          [&](int one, int other) { return task_.are_mutex(one, other); });
        if (!are_apart) visit(maker, minder);
      }
    }
    return true;
  }

  // Actions that disturb each other in a ring stay in the order in which they come; of all others the
  // disturbed comes first. (Tarjan's algorithm, without recursion.)
  void find_order(Patience& patience) {
    const int actions = static_cast<int>(task_.actions().size());
    std::vector<std::vector<int>> before(actions);  // those that have to come before it
    for (int fact = 0; fact < task_.facts(); ++fact) {
      for (const int value : {0, 1}) {
        patience.look();
        each_pair(fact, value, [&](int maker, int minder) {
          patience.look();
          before[maker].push_back(minder);
        });
      }
    }
    std::vector<int> ring(actions, -1), index(actions, -1), low(actions, 0), stack, place;
    std::vector<std::pair<int, std::size_t>> calls;
    int count = 0;
    int rings = 0;
    int next_rank = 0;
    for (int root = 0; root < actions; ++root) {
      if (index[root] >= 0) continue;
      calls.emplace_back(root, 0);
      while (!calls.empty()) {
        auto& [node, edge] = calls.back();
        if (edge == 0 && index[node] < 0) {
          index[node] = low[node] = count++;
          stack.push_back(node);
        }
        if (edge < before[node].size()) {
          const int other = before[node][edge++];
          if (index[other] < 0) {
            calls.emplace_back(other, 0);
          } else if (ring[other] < 0) {
            low[node] = std::min(low[node], index[other]);
          }
          continue;
        }
        const int done = node;
        calls.pop_back();
        if (!calls.empty()) low[calls.back().first] = std::min(low[calls.back().first], low[done]);
        if (low[done] != index[done]) continue;
        place.clear();
        for (int member = -1; member != done;) {
          member = stack.back();
          stack.pop_back();
          ring[member] = rings;
          place.push_back(member);
        }
        ++rings;
        std::sort(place.begin(), place.end());
        for (const int member : place) rank_[member] = next_rank++;
      }
    }
  }

  // Single pairs where they are few, chains where they are many.
  void keep_what_matters(Patience& patience) {
    for (int fact = 0; fact < task_.facts(); ++fact) {
      for (const int value : {0, 1}) {
        patience.look();
        std::vector<std::pair<int, int>> found;
        const bool is_complete = each_pair(fact, value, [&](int maker, int minder) {
          const bool is_against = steps_ == Steps::for_all || rank_[maker] < rank_[minder];
          if (is_against) found.emplace_back(std::minmax(maker, minder));
        });
        const auto& makers = makers_[value][fact];
        const auto& minders = minders_[value][fact];
        if (is_complete && found.size() <= 4 * (makers.size() + minders.size())) {
          pairs_.insert(pairs_.end(), found.begin(), found.end());
        } else {
          add_chain(makers, minders);
        }
      }
    }
    tidy(pairs_);
    for (auto* lists : {makers_, minders_}) {
      for (const int value : {0, 1}) std::vector<std::vector<int>>().swap(lists[value]);
    }
  }

  void add_chain(const std::vector<int>& makers, const std::vector<int>& minders) {
    Chain chain;
    for (const int a : makers) chain.members.emplace_back(a, kMakes);
    for (const int a : minders) {
      const auto at = std::lower_bound(makers.begin(), makers.end(), a);
      if (at != makers.end() && *at == a) {
        chain.members[static_cast<std::size_t>(at - makers.begin())].second |= kMinds;
      } else {
        chain.members.emplace_back(a, kMinds);
      }
    }
    std::sort(chain.members.begin(), chain.members.end(),
              [&](const auto& left, const auto& right) { return rank_[left.first] < rank_[right.first]; });
    chains_.push_back(std::move(chain));
  }

  // A literal says: the fact has been spoilt by an action of lower rank (of higher rank, if reversed).
  static void write(const Chain& chain, const std::vector<Literal>& variable, Clauses& clauses,
                    bool reversed) {
    Literal spoilt = kNo;
    const std::size_t count = chain.members.size();
    for (std::size_t i = 0; i < count; ++i) {
      const auto& [action, kind] = chain.members[reversed ? count - 1 - i : i];
      const Literal own = variable[action];
      if (own == 0) continue;
      if ((kind & kMinds) != 0) clauses.add({-own, -spoilt});
      if ((kind & kMakes) != 0) {
        const Literal next = spoilt == kNo ? own : clauses.fresh();
        if (next != own) {
          clauses.add({-own, next});
          clauses.add({-spoilt, next});
        }
        spoilt = next;
      }
    }
  }

  const Task& task_;
  const Steps steps_;
  std::vector<std::vector<int>> makers_[2], minders_[2];  // by value, by fact
  std::vector<int> rank_;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<Chain> chains_;
};

}  // namespace ludoplan::planning
