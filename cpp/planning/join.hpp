// Relations of ground atoms, and joins over them.
//
// A query binds variables so that its atoms hold and its filters may hold. At every step it goes on with the
// atom that has the fewest matching rows, so that static relations (a grid's neighbours, an order of numbers)
// keep it small whatever the order in which a domain's author wrote the parameters. Filters are looked at as
// soon as their variables are bound.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "planning/lifted.hpp"
#include "planning/model.hpp"

namespace ludoplan::planning {

// Rows of object numbers, each once, found by their whole content or by one argument.
class Relation {
 public:
  Relation(int arity, int objects) : arity_(arity), objects_(objects), slots_(16) {}

  int arity() const { return arity_; }
  int size() const { return count_; }
  int visible() const { return visible_; }
  const int* row(int number) const { return rows_.data() + static_cast<std::size_t>(number) * arity_; }

  std::vector<int> objects(int number) const { return {row(number), row(number) + arity_}; }

  // The number of the row, or -1.
  int find(const int* row) const { return slots_[place(row, hash(row))].number; }

  // The number of the row; `is_new` says whether it was not there.
  int insert(const int* row, bool& is_new) {
    const std::uint64_t hash = this->hash(row);
    if (static_cast<std::size_t>(count_ + 1) * 2 > slots_.size()) grow();
    Slot& slot = slots_[place(row, hash)];
    is_new = slot.number < 0;
    if (!is_new) return slot.number;
    slot = {count_, tag(hash)};
    rows_.insert(rows_.end(), row, row + arity_);
    return count_++;
  }

  // Rows take part in joins from when they are shown, in the order in which they came.
  void show() {
    if (by_argument_.empty()) by_argument_.resize(static_cast<std::size_t>(arity_) * objects_);
    const int number = visible_++;
    for (int i = 0; i < arity_; ++i) list(i, row(number)[i]).push_back(number);
  }
  void show_all() {
    while (visible_ < count_) show();
  }

  // The visible rows that have this object as argument i.
  const std::vector<int>& with(int i, int object) const {
    static const std::vector<int> none;
    return by_argument_.empty() ? none : by_argument_[static_cast<std::size_t>(i) * objects_ + object];
  }

  // Takes all rows out and keeps the memory.
  void clear() {
    for (int number = 0; number < visible_; ++number) {
      for (int i = 0; i < arity_; ++i) list(i, row(number)[i]).clear();
    }
    std::fill(slots_.begin(), slots_.end(), Slot());
    rows_.clear();
    count_ = visible_ = 0;
  }

  std::size_t next_growth() const {
    const bool is_full = static_cast<std::size_t>(count_ + 1) * 2 > slots_.size();
    return (is_full ? slots_.size() * 2 * sizeof(Slot) : 0) +
           (rows_.size() + arity_ > rows_.capacity() ? rows_.capacity() * 2 * sizeof(int) : 0);
  }

 private:
  // A row's number, and a part of its hash, which tells most rows apart without a look at them.
  struct Slot {
    int number = -1;
    std::uint32_t tag = 0;
  };

  static std::uint32_t tag(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }
  // The slot of the row, or the free one where it would be.
  std::size_t place(const int* row, std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
      const Slot& slot = slots_[at];
      if (slot.number < 0) return at;
      if (slot.tag == tag(hash) && std::equal(row, row + arity_, this->row(slot.number))) return at;
    }
  }
  std::uint64_t hash(const int* row) const {
    std::uint64_t mixed = 0x9E3779B97F4A7C15ull;
    for (int i = 0; i < arity_; ++i) {
      mixed = (mixed ^ static_cast<std::uint32_t>(row[i])) * 0xD6E8FEB86659FD93ull;
      mixed ^= mixed >> 32;
    }
    return mixed;
  }
  void grow() {
    slots_.assign(slots_.size() * 2, Slot());
    for (int number = 0; number < count_; ++number) {
      const std::uint64_t hash = this->hash(row(number));
      slots_[place(row(number), hash)] = {number, tag(hash)};
    }
  }
  std::vector<int>& list(int i, int object) {
    return by_argument_[static_cast<std::size_t>(i) * objects_ + object];
  }

  int arity_;
  int objects_;
  int count_ = 0;
  int visible_ = 0;
  std::vector<int> rows_;
  std::vector<Slot> slots_;
  std::vector<std::vector<int>> by_argument_;
};

struct Query {
  std::vector<Variable> variables;
  std::vector<AtomPattern> atoms;
  std::vector<Condition> filters;
};

// Adds a condition to a query: atoms that are to be true are joined, whatever else there is are filters.
inline void split(const Condition& condition, Query& query) {
  if (condition.kind == Connective::all) {
    for (const Condition& part : condition.parts) split(part, query);
  } else if (condition.kind == Connective::atom && condition.positive) {
    query.atoms.push_back({condition.symbol, condition.terms});
  } else {
    query.filters.push_back(condition);
  }
}

inline Condition negated(const Condition& condition) {
  Condition found = condition;
  found.query.reset();
  found.parts.clear();
  switch (condition.kind) {
    case Connective::atom:
    case Connective::equal:
    case Connective::compare:
      found.positive = !condition.positive;
      return found;
    case Connective::all:
      found.kind = Connective::any;
      break;
    case Connective::any:
      found.kind = Connective::all;
      break;
    case Connective::all_but:
      found.kind = Connective::at_least;
      found.symbol = condition.symbol + 1;
      break;
    case Connective::at_least:
      found.kind = Connective::all_but;
      found.symbol = condition.symbol - 1;
      break;
  }
  for (const Condition& part : condition.parts) found.parts.push_back(negated(part));
  return found;
}

// Plans the joins of quantifiers.
inline void plan_joins(Condition& condition) {
  for (Condition& part : condition.parts) plan_joins(part);
  const bool seeks_truth = condition.kind == Connective::at_least;
  if (!seeks_truth && condition.kind != Connective::all_but) return;
  Condition body = seeks_truth ? condition.parts[0] : negated(condition.parts[0]);
  if (!seeks_truth) plan_joins(body);
  condition.query = std::make_shared<Query>();
  condition.query->variables = condition.variables;
  split(body, *condition.query);
}

// What the variables of an action and of the quantifiers around a place stand for.
struct Binding {
  int object[kMostSlots];
  Mask bound = 0;

  int operator()(int term) const { return term < 0 ? object[~term] : term; }
  // The objects that terms stand for.
  std::array<int, kMostSlots> row(const std::vector<int>& terms) const {
    std::array<int, kMostSlots> objects;
    for (std::size_t i = 0; i < terms.size(); ++i) objects[i] = (*this)(terms[i]);
    return objects;
  }
  bool is_bound(int term) const { return term >= 0 || (bound >> ~term & 1) != 0; }
};

class Joiner {
 public:
  // Whether a condition may hold, given bindings for all its variables.
  using Filter = std::function<bool(const Condition&, Binding&)>;

  // `domains` are of so many objects.
  Joiner(const std::vector<Relation>& relations, const std::vector<std::vector<int>>& domains, int objects,
         Patience& patience, Filter filter)
      : relations_(relations), domains_(domains), patience_(patience), filter_(std::move(filter)) {
    for (const auto& domain : domains) {
      auto& member = in_domain_.emplace_back(objects, char{0});
      for (const int object : domain) member[object] = 1;
    }
  }

  bool is_in(int domain, int object) const { return in_domain_[domain][object] != 0; }

  // Calls emit() for every binding of the query's variables that are not bound yet. Where a row has triggered
  // the join by way of atom `trigger`, earlier atoms may not be matched by that row: it has its own turn
  // there.
  template <class Emit>
  void each(const Query& query, Binding& binding, Emit&& emit, int trigger = -1, int trigger_row = -1) {
    std::vector<char> todo(query.atoms.size() + query.filters.size(), 1);
    int atoms = static_cast<int>(query.atoms.size());
    if (trigger >= 0) {
      todo[trigger] = 0;
      --atoms;
    }
    const Step<Emit> step{query, emit, trigger, trigger_row,
                          trigger < 0 ? -1 : query.atoms[trigger].predicate};
    go_on(step, binding, todo, atoms);
  }

  // Binds the atom's variables to a row; false where they do not fit. `fresh` are the slots that it bound.
  bool bind(const Query& query, const AtomPattern& atom, const int* row, Binding& binding,
            Mask& fresh) const {
    fresh = 0;
    for (std::size_t i = 0; i < atom.terms.size(); ++i) {
      const int term = atom.terms[i];
      if (binding.is_bound(term)) {
        if (binding(term) != row[i]) return undo(binding, fresh);
      } else {
        if (!fits(query, ~term, row[i])) return undo(binding, fresh);
        binding.object[~term] = row[i];
        binding.bound |= Mask{1} << ~term;
        fresh |= Mask{1} << ~term;
      }
    }
    return true;
  }

 private:
  template <class Emit>
  struct Step {
    const Query& query;
    Emit& emit;
    int trigger;
    int trigger_row;
    int trigger_predicate;
  };

  static bool undo(Binding& binding, Mask fresh) {
    binding.bound &= ~fresh;
    return false;
  }

  bool fits(const Query& query, int slot, int object) const {
    for (const Variable& variable : query.variables) {
      if (variable.slot == slot) return is_in(variable.domain, object);
    }
    return true;
  }

  template <class Emit>
  void go_on(const Step<Emit>& step, Binding& binding, std::vector<char>& todo, int atoms) {
    patience_.look();
    const Query& query = step.query;
    // Filters that can be decided now.
    std::size_t done[kMostSlots];
    int done_count = 0;
    for (std::size_t i = 0; i < query.filters.size(); ++i) {
      char& open = todo[query.atoms.size() + i];
      if (open == 0 || (query.filters[i].slots & ~binding.bound) != 0 || done_count == kMostSlots) continue;
      open = 0;
      done[done_count++] = query.atoms.size() + i;
      if (!filter_(query.filters[i], binding)) {
        while (done_count > 0) todo[done[--done_count]] = 1;
        return;
      }
    }
    if (atoms > 0) {
      join_atom(step, binding, todo, atoms);
    } else {
      bind_rest(step, binding, todo);
    }
    while (done_count > 0) todo[done[--done_count]] = 1;
  }

  template <class Emit>
  void join_atom(const Step<Emit>& step, Binding& binding, std::vector<char>& todo, int atoms) {
    const Query& query = step.query;
    int best = -1;
    int least = 0;
    const std::vector<int>* rows = nullptr;  // null: all rows
    for (std::size_t a = 0; a < query.atoms.size(); ++a) {
      if (todo[a] == 0) continue;
      const AtomPattern& atom = query.atoms[a];
      const Relation& relation = relations_[atom.predicate];
      int count = relation.visible();
      const std::vector<int>* matching = nullptr;
      for (std::size_t i = 0; i < atom.terms.size(); ++i) {
        if (!binding.is_bound(atom.terms[i])) continue;
        const std::vector<int>& list = relation.with(static_cast<int>(i), binding(atom.terms[i]));
        if (static_cast<int>(list.size()) < count || matching == nullptr) {
          matching = &list;
          count = static_cast<int>(list.size());
        }
      }
      if (best < 0 || count < least) {
        best = static_cast<int>(a);
        least = count;
        rows = matching;
      }
      if (least == 0) return;
    }
    const AtomPattern& atom = query.atoms[best];
    const Relation& relation = relations_[atom.predicate];
    const bool excluded = best < step.trigger && atom.predicate == step.trigger_predicate;
    todo[best] = 0;
    for (int i = 0; i < least; ++i) {
      const int row = rows == nullptr ? i : (*rows)[i];
      if (excluded && row == step.trigger_row) continue;
      Mask fresh;
      if (!bind(query, atom, relation.row(row), binding, fresh)) continue;
      go_on(step, binding, todo, atoms - 1);
      binding.bound &= ~fresh;
    }
    todo[best] = 1;
  }

  template <class Emit>
  void bind_rest(const Step<Emit>& step, Binding& binding, std::vector<char>& todo) {
    const Variable* next = nullptr;
    for (const Variable& variable : step.query.variables) {
      if ((binding.bound >> variable.slot & 1) != 0) continue;
      if (next == nullptr || domains_[variable.domain].size() < domains_[next->domain].size())
        next = &variable;
    }
    if (next == nullptr) {
      step.emit();
      return;
    }
    binding.bound |= Mask{1} << next->slot;
    for (const int object : domains_[next->domain]) {
      binding.object[next->slot] = object;
      go_on(step, binding, todo, 0);
    }
    binding.bound &= ~(Mask{1} << next->slot);
  }

  const std::vector<Relation>& relations_;
  const std::vector<std::vector<int>>& domains_;
  std::vector<std::vector<char>> in_domain_;
  Patience& patience_;
  Filter filter_;
};

}  // namespace ludoplan::planning
