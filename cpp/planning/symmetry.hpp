// Objects that can change places: stones of Sokoban, balls that have to be in the same room.
//
// Two objects are alike if exchanging them changes neither the goal nor anything that stays as it is: then a
// state and the same one with both exchanged are equally far from the goal, and one of the two is enough to
// search. Where they are at first does not matter. Each state that comes up is replaced by a form that many
// alike ones share: exchanges are made as long as they bring a true fact forward. A plan found that way has
// the exchanges undone afterwards, step by step.
//
// Only pairs are looked for, not, say, a lorry together with its driver. Tasks with numbers or axioms are
// left alone.
#pragma once

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "planning/join.hpp"
#include "planning/lifted.hpp"
#include "planning/task.hpp"

namespace ludoplan::planning {

// What can be said before the task is grounded, which uses it up.
class LiftedSymmetries {
 public:
  explicit LiftedSymmetries(const LiftedTask& task)
      : is_read_(task.predicate_arity.size(), 0),
        is_counted_(task.function_arity.size(), 0),
        is_named_(static_cast<std::size_t>(task.objects), 0) {
    if (!task.axioms.empty() || task.objects > kMostObjects) return;
    for (const LiftedAction& action : task.actions) {
      read(action.precondition);
      for (const LiftedEffect& effect : action.effects) read(effect);
    }
    read_goal(task.goal);
    for (const MetricTerm& term : task.metric) name(term.objects);
    // By function, arguments and value.
    for (std::size_t function = 0; function < task.values.size(); ++function) {
      const auto arity = static_cast<std::size_t>(task.function_arity[function]);
      for (std::size_t i = 0; is_counted_[function] != 0 && i < task.value_of[function].size(); ++i) {
        const auto first = task.values[function].begin() + static_cast<std::ptrdiff_t>(i * arity);
        const Number& value = task.value_of[function][i];
        said_.insert({static_cast<int>(function),
                      std::vector<int>(first, first + static_cast<std::ptrdiff_t>(arity)), value.value});
      }
    }
    find_classes(task);
    keep_initial(task);
  }

  // Objects that are alike as far as can be said yet.
  const std::vector<std::vector<int>>& classes() const { return classes_; }
  bool is_read(int predicate) const { return is_read_[static_cast<std::size_t>(predicate)] != 0; }
  // Initial facts that name one of them.
  using Fact = std::pair<int, std::vector<int>>;
  const std::set<Fact>& initial() const { return initial_; }

  static void exchange(std::vector<int>& objects, int a, int b) {
    for (int& object : objects) object = object == a ? b : object == b ? a : object;
  }

 private:
  static constexpr int kMostObjects = 2000;
  using Said = std::tuple<int, std::vector<int>, double>;

  // An object that a rule names stands for itself alone.
  void name(const std::vector<int>& terms) {
    for (const int term : terms) {
      if (term >= 0) is_named_[static_cast<std::size_t>(term)] = 1;
    }
  }
  void read(const LiftedExpression& expression) {
    if (expression.kind == Arithmetic::fluent) is_counted_[static_cast<std::size_t>(expression.symbol)] = 1;
    name(expression.terms);
    for (const LiftedExpression& part : expression.parts) read(part);
  }
  void read(const Condition& condition) {
    if (condition.kind == Connective::atom) is_read_[static_cast<std::size_t>(condition.symbol)] = 1;
    name(condition.terms);
    for (const LiftedExpression& side : condition.sides) read(side);
    for (const Condition& part : condition.parts) read(part);
  }
  void read(const LiftedEffect& effect) {
    read(effect.condition);
    for (const AtomPattern& atom : effect.adds) name(atom.terms);
    for (const AtomPattern& atom : effect.deletes) name(atom.terms);
    for (const Change& change : effect.changes) {
      name(change.terms);
      read(change.expression);
    }
  }
  // Atoms of the goal may name objects, if they name those that are alike, too. Functions count from 0, so
  // that these have numbers below.
  void read_goal(const Condition& goal) {
    if (goal.kind == Connective::atom) {
      is_read_[static_cast<std::size_t>(goal.symbol)] = 1;
      said_.insert({-1 - goal.symbol, goal.terms, goal.positive ? 1.0 : 0.0});
    } else if (goal.kind == Connective::all) {
      for (const Condition& part : goal.parts) read_goal(part);
    } else {
      read(goal);
    }
  }

  bool are_alike(int a, int b) const {
    for (const int object : {a, b}) {
      const auto found = said_of_.find(object);
      if (found == said_of_.end()) continue;
      for (const Said* said : found->second) {
        Said other = *said;
        exchange(std::get<1>(other), a, b);
        if (!said_.contains(other)) return false;
      }
    }
    return true;
  }

  void find_classes(const LiftedTask& task) {
    for (const Said& said : said_) {
      for (const int object : std::set<int>(std::get<1>(said).begin(), std::get<1>(said).end())) {
        said_of_[object].push_back(&said);
      }
    }
    std::vector<std::vector<int>> domains_of(static_cast<std::size_t>(task.objects));
    for (std::size_t domain = 0; domain < task.domains.size(); ++domain) {
      for (const int object : task.domains[domain]) {
        domains_of[static_cast<std::size_t>(object)].push_back(static_cast<int>(domain));
      }
    }
    std::map<std::vector<int>, std::vector<std::size_t>> by_type;  // numbers of classes
    for (int object = 0; object < task.objects; ++object) {
      if (is_named_[static_cast<std::size_t>(object)] != 0) continue;
      auto& candidates = by_type[domains_of[static_cast<std::size_t>(object)]];
      const auto mine = std::ranges::find_if(
          candidates, [&](std::size_t number) { return are_alike(classes_[number][0], object); });
      if (mine != candidates.end()) {
        classes_[*mine].push_back(object);
      } else {
        candidates.push_back(classes_.size());
        classes_.push_back({object});
      }
    }
    std::erase_if(classes_, [](const std::vector<int>& objects) { return objects.size() < 2; });
  }

  void keep_initial(const LiftedTask& task) {
    std::vector<char> is_alike(is_named_.size(), 0);
    for (const auto& objects : classes_) {
      for (const int object : objects) is_alike[static_cast<std::size_t>(object)] = 1;
    }
    for (std::size_t predicate = 0; predicate < task.facts.size(); ++predicate) {
      task.each_fact(predicate, [&](const int* row) {
        const int* const end = row + task.predicate_arity[predicate];
        if (std::any_of(row, end, [&](int object) { return is_alike[object] != 0; }))
          initial_.insert({static_cast<int>(predicate), std::vector<int>(row, end)});
      });
    }
  }

  std::vector<char> is_read_;     // predicates that a condition or the goal asks for
  std::vector<char> is_counted_;  // functions that a rule asks for
  std::vector<char> is_named_;    // objects that a rule names
  std::set<Said> said_;           // what the goal and the values of functions say
  std::map<int, std::vector<const Said*>> said_of_;
  std::vector<std::vector<int>> classes_;
  std::set<Fact> initial_;
};

// Exchanges of two objects that leave the ground task as it is.
class Symmetries {
 public:
  // The arguments of facts and actions are rows of `relations`, those of actions behind `predicates` others.
  Symmetries(const LiftedSymmetries& lifted, const Task& task, const std::vector<Relation>& relations,
             int predicates, Patience& patience)
      : task_(task), relations_(relations), predicates_(predicates) {
    if (lifted.classes().empty() || task.model().variables() > 0 || task.actions().size() > kMostActions)
      return;
    index(lifted, patience);
    for (const std::vector<int>& objects : lifted.classes()) split(lifted, objects, patience);
  }

  bool is_empty() const { return exchanges_.empty(); }
  std::size_t size() const { return exchanges_.size(); }

  // Brings a state into the form that it shares with alike ones; calls made(a, b) for each exchange. False if
  // it had that form.
  template <class Made>
  bool normalise(State& state, Made&& made) const {
    bool was_other = false;
    for (bool is_changed = true; is_changed;) {
      is_changed = false;
      for (const Exchange& exchange : exchanges_) {
        const auto first = std::ranges::find_if(
            exchange.facts, [&](const auto& pair) { return state[pair.first] != state[pair.second]; });
        if (first == exchange.facts.end() || state[first->first]) continue;
        for (auto pair = first; pair != exchange.facts.end(); ++pair) {
          if (state[pair->first] == state[pair->second]) continue;
          const bool comes_first = state[pair->first];
          put(state, pair->first, !comes_first);
          put(state, pair->second, comes_first);
        }
        made(exchange.a, exchange.b);
        is_changed = was_other = true;
      }
    }
    return was_other;
  }
  bool normalise(State& state) const {
    return normalise(state, [](int, int) {});
  }

  // A path through such forms as one from the initial state.
  std::vector<Move> unfolded(const std::vector<Move>& path) const {
    std::vector<int> real(most_object_ + 1);  // which object stands behind each
    std::iota(real.begin(), real.end(), 0);
    const auto note = [&](int a, int b) { std::swap(real[a], real[b]); };
    State state = task_.initial();
    normalise(state, note);
    State next;
    std::vector<Move> moves;
    for (const Move move : path) {
      std::vector<int> objects = row_of(static_cast<int>(move));
      for (int& object : objects) {
        if (object <= most_object_) object = real[object];
      }
      moves.push_back(static_cast<Move>(action_of(task_.actions()[move].schema, objects)));
      Cost cost;
      task_.apply(static_cast<int>(move), state, next, cost);
      std::swap(state, next);
      normalise(state, note);
    }
    return moves;
  }

 private:
  static constexpr std::size_t kMostActions = 1000000;
  static constexpr int kNone = -1;

  struct Exchange {
    int a;
    int b;
    std::vector<std::pair<int, int>> facts;  // first the lower one; in ascending order
  };

  static void put(State& state, int fact, bool value) { value ? state.set(fact) : state.clear(fact); }

  std::vector<int> row_of(int action) const {
    const Action& of = task_.actions()[static_cast<std::size_t>(action)];
    return relations_[static_cast<std::size_t>(predicates_ + of.schema)].objects(of.row);
  }
  std::vector<int> row_of_fact(int fact) const {
    const GroundModel& model = task_.model();
    return relations_[static_cast<std::size_t>(model.predicate_of[fact])].objects(model.row_of[fact]);
  }
  // The fact or action of these objects, or kNone.
  int number_of(int relation, const std::vector<int>& objects) const {
    const int row = relations_[static_cast<std::size_t>(relation)].find(objects.data());
    const std::vector<int>& numbers = numbers_[static_cast<std::size_t>(relation)];
    return row < 0 || static_cast<std::size_t>(row) >= numbers.size() ? kNone : numbers[row];
  }
  int action_of(int schema, const std::vector<int>& objects) const {
    return number_of(predicates_ + schema, objects);
  }

  void index(const LiftedSymmetries& lifted, Patience& patience) {
    numbers_.resize(relations_.size());
    for (std::size_t i = 0; i < relations_.size(); ++i) {
      numbers_[i].assign(static_cast<std::size_t>(relations_[i].size()), kNone);
    }
    for (const auto& objects : lifted.classes()) most_object_ = std::max(most_object_, objects.back());
    facts_of_.resize(static_cast<std::size_t>(most_object_) + 1);
    actions_of_.resize(facts_of_.size());
    for (int fact = 0; fact < task_.facts(); ++fact) {
      patience.look();
      numbers_[task_.model().predicate_of[fact]][task_.model().row_of[fact]] = fact;
      list(row_of_fact(fact), fact, facts_of_);
    }
    for (int action = 0; action < static_cast<int>(task_.actions().size()); ++action) {
      patience.look();
      const Action& of = task_.actions()[static_cast<std::size_t>(action)];
      numbers_[predicates_ + of.schema][of.row] = action;
      list(row_of(action), action, actions_of_);
    }
    for (const LiftedSymmetries::Fact& fact : lifted.initial()) {
      for (const int object : std::set<int>(fact.second.begin(), fact.second.end())) {
        initial_of_[object].push_back(&fact);
      }
    }
  }
  void list(std::vector<int> objects, int number, std::vector<std::vector<int>>& lists) const {
    tidy(objects);
    for (const int object : objects) {
      if (object <= most_object_) lists[static_cast<std::size_t>(object)].push_back(number);
    }
  }

  // Being alike is transitive: an object is compared with one of each class.
  void split(const LiftedSymmetries& lifted, const std::vector<int>& objects, Patience& patience) {
    std::vector<std::vector<int>> classes;
    std::vector<std::pair<int, int>> facts;
    for (const int object : objects) {
      const auto mine = std::ranges::find_if(classes, [&](const std::vector<int>& others) {
        patience.look();
        return are_alike(lifted, others[0], object, facts);
      });
      if (mine != classes.end()) {
        mine->push_back(object);
      } else {
        classes.push_back({object});
      }
    }
    for (const std::vector<int>& alike : classes) {
      for (std::size_t i = 1; i < alike.size(); ++i) {
        exchanged_facts(alike[i - 1], alike[i], facts);
        if (!facts.empty()) exchanges_.push_back({alike[i - 1], alike[i], facts});
      }
    }
  }

  bool are_alike(const LiftedSymmetries& lifted, int a, int b,
                 std::vector<std::pair<int, int>>& facts) const {
    const auto is_as_often = [&](const std::vector<std::vector<int>>& lists) {
      return lists[static_cast<std::size_t>(a)].size() == lists[static_cast<std::size_t>(b)].size();
    };
    return is_as_often(facts_of_) && is_as_often(actions_of_) && are_constants_alike(lifted, a, b) &&
           exchanged_facts(a, b, facts) && are_actions_alike(a, b) && are_groups_alike(facts);
  }

  // False if a fact that changes becomes one that does not.
  bool exchanged_facts(int a, int b, std::vector<std::pair<int, int>>& facts) const {
    facts.clear();
    for (const int object : {a, b}) {
      for (const int fact : facts_of_[static_cast<std::size_t>(object)]) {
        std::vector<int> row = row_of_fact(fact);
        LiftedSymmetries::exchange(row, a, b);
        const int other = number_of(task_.model().predicate_of[fact], row);
        if (other == kNone) return false;
        if (fact != other) facts.emplace_back(std::min(fact, other), std::max(fact, other));
      }
    }
    tidy(facts);
    return true;
  }
  bool are_constants_alike(const LiftedSymmetries& lifted, int a, int b) const {
    for (const int object : {a, b}) {
      const auto found = initial_of_.find(object);
      if (found == initial_of_.end()) continue;
      for (const LiftedSymmetries::Fact* fact : found->second) {
        if (!lifted.is_read(fact->first) || number_of(fact->first, fact->second) != kNone) continue;
        LiftedSymmetries::Fact other = *fact;
        LiftedSymmetries::exchange(other.second, a, b);
        if (number_of(other.first, other.second) != kNone || !lifted.initial().contains(other)) return false;
      }
    }
    return true;
  }
  bool are_actions_alike(int a, int b) const {
    for (const int object : {a, b}) {
      for (const int action : actions_of_[static_cast<std::size_t>(object)]) {
        std::vector<int> row = row_of(action);
        LiftedSymmetries::exchange(row, a, b);
        const Action& of = task_.actions()[static_cast<std::size_t>(action)];
        const int other = action_of(of.schema, row);
        if (other == kNone || task_.actions()[static_cast<std::size_t>(other)].cost != of.cost) return false;
      }
    }
    return true;
  }
  // The packed form has room for one true fact of a group. What follows from the initial state need not hold
  // for exchanged states, unless the exchanged group is known to be one, too.
  bool are_groups_alike(const std::vector<std::pair<int, int>>& facts) const {
    std::map<int, int> other;
    std::set<int> groups;
    for (const auto& [fact, image] : facts) {
      other[fact] = image;
      other[image] = fact;
      groups.insert({task_.group_of(fact), task_.group_of(image)});
    }
    groups.erase(kNone);
    return std::ranges::all_of(groups, [&](int group) {
      std::map<int, int> counts;  // of invariants: how many of the images are in it
      int size = 0;
      task_.for_each_in_group(group, [&](int fact) {
        const auto image = other.find(fact);
        const int to = image == other.end() ? fact : image->second;
        for (const int number : task_.invariants_of(to)) ++counts[number];
        ++size;
      });
      return std::ranges::any_of(counts, [&](const auto& count) { return count.second == size; });
    });
  }

  const Task& task_;
  const std::vector<Relation>& relations_;
  int predicates_;
  int most_object_ = -1;
  std::vector<std::vector<int>> numbers_;  // by relation and row: the fact or action
  std::vector<std::vector<int>> facts_of_;
  std::vector<std::vector<int>> actions_of_;
  std::map<int, std::vector<const LiftedSymmetries::Fact*>> initial_of_;
  std::vector<Exchange> exchanges_;
};

}  // namespace ludoplan::planning
