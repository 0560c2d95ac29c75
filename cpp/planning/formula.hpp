// Ground formulas and expressions. Each is stored once (equal ones have equal numbers), so that conditions
// that many actions share are shared, and so that no formula is ever multiplied out.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <unordered_map>
#include <vector>

#include "planning/lifted.hpp"

namespace ludoplan::planning {

using Formula = int;
using Expression = int;
inline constexpr Formula kTrue = 0;
inline constexpr Formula kFalse = 1;

// Sorts a list and leaves each of its items once.
template <class T>
void tidy(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

template <class T>
bool contains(const std::vector<T>& list, const T& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

struct VectorHash {
  std::size_t operator()(const std::vector<int>& key) const {
    std::uint64_t hash = key.size();
    for (const int part : key) {
      hash = (hash ^ static_cast<std::uint32_t>(part)) * 0x9E3779B97F4A7C15ull;
      hash ^= hash >> 29;
    }
    return static_cast<std::size_t>(hash);
  }
};

class Expressions {
 public:
  struct Node {
    Arithmetic kind;
    int left;  // variable, or an expression
    int right;
    Number number{};
  };

  const Node& operator[](Expression e) const { return nodes_[e]; }
  int size() const { return static_cast<int>(nodes_.size()); }
  bool is_number(Expression e) const { return nodes_[e].kind == Arithmetic::number; }

  Expression number(const Number& number) {
    std::int64_t bits[3] = {0, number.exact.numerator, number.exact.denominator};
    if (!number.exact.is_known()) std::memcpy(bits, &number.value, sizeof number.value);
    std::vector<int> key{-1};
    for (const std::int64_t each : bits) {
      key.push_back(static_cast<int>(each));
      key.push_back(static_cast<int>(each >> 32));
    }
    return known(std::move(key), {Arithmetic::number, 0, 0, number});
  }
  Expression variable(int index) { return known({-2, index}, {Arithmetic::fluent, index, 0}); }
  Expression combined(Arithmetic op, Expression left, Expression right) {
    if (is_number(left) && is_number(right)) {
      return number(calculate(op, nodes_[left].number, nodes_[right].number));
    }
    return known({static_cast<int>(op), left, right}, {op, left, right});
  }

  // `of_variable` gives the value of a variable.
  template <class OfVariable>
  double value(Expression e, const OfVariable& of_variable) const {
    const Node& node = nodes_[e];
    switch (node.kind) {
      case Arithmetic::number:
        return node.number.value;
      case Arithmetic::fluent:
        return of_variable(node.left);
      default:
        return calculate(node.kind, value(node.left, of_variable), value(node.right, of_variable));
    }
  }

  template <class Visit>
  void each_variable(Expression e, Visit&& visit) const {
    const Node& node = nodes_[e];
    if (node.kind == Arithmetic::number) return;
    if (node.kind == Arithmetic::fluent) {
      visit(node.left);
      return;
    }
    each_variable(node.left, visit);
    each_variable(node.right, visit);
  }

 private:
  Expression known(std::vector<int> key, const Node& node) {
    const auto [at, is_new] = index_.try_emplace(std::move(key), size());
    if (is_new) nodes_.push_back(node);
    return at->second;
  }

  std::vector<Node> nodes_;
  std::unordered_map<std::vector<int>, Expression, VectorHash> index_;
};

// So many of the parts, by conjunctions and disjunctions: as many as there are parts, times the smaller of
// the number that must hold and the number that need not. step(part, fewer, same) is (part and fewer) or
// same.
template <class Value, class Step>
Value counted(int count, const std::vector<Value>& parts, const Value& always, const Value& never,
              Step&& step) {
  // from[n]: n of the parts from here to the last, for every n that can matter here.
  std::vector<Value> from(static_cast<std::size_t>(count) + 1, never);
  from[0] = always;
  const int size = static_cast<int>(parts.size());
  for (int here = size - 1; here >= 0; --here) {
    for (int n = std::min(count, size - here); n >= std::max(1, count - here); --n) {
      from[n] = step(parts[here], from[n - 1], from[n]);
    }
  }
  return from.back();
}

class Formulas {
 public:
  enum class Kind { always, never, fact, compare, all, any, at_least };
  struct Node {
    Kind kind;
    bool positive;
    int symbol;  // fact, Compare, or how many parts
    int first;   // parts in parts_; of a comparison its two expressions
    int count;
  };

  Formulas() { nodes_ = {{Kind::always, true, 0, 0, 0}, {Kind::never, true, 0, 0, 0}}; }

  const Node& operator[](Formula f) const { return nodes_[f]; }
  int size() const { return static_cast<int>(nodes_.size()); }
  const int* parts(Formula f) const { return parts_.data() + nodes_[f].first; }

  Formula fact(int fact, bool positive = true) {
    auto& known = literals_[positive ? 1 : 0];
    if (static_cast<std::size_t>(fact) >= known.size()) known.resize(static_cast<std::size_t>(fact) + 1, -1);
    if (known[fact] < 0) {
      known[fact] = size();
      nodes_.push_back({Kind::fact, positive, fact, 0, 0});
    }
    return known[fact];
  }
  Formula comparison(Compare op, Expression left, Expression right, bool positive) {
    return known({static_cast<int>(Kind::compare), static_cast<int>(op), left, right, positive},
                 {Kind::compare, positive, static_cast<int>(op), 0, 2}, {left, right});
  }
  Formula all(std::vector<int> parts) { return connected(Kind::all, kTrue, kFalse, std::move(parts)); }
  Formula any(std::vector<int> parts) { return connected(Kind::any, kFalse, kTrue, std::move(parts)); }

  // So many of the parts, or more; a part may be there more than once.
  Formula at_least(int count, std::vector<int> parts) {
    count -= static_cast<int>(std::erase(parts, kTrue));
    std::erase(parts, kFalse);
    const int size = static_cast<int>(parts.size());
    if (count <= 0) return kTrue;
    if (count > size) return kFalse;
    if (count == size) return all(std::move(parts));
    if (count == 1) return any(std::move(parts));
    std::sort(parts.begin(), parts.end());
    std::vector<int> key = parts;
    key.push_back(count);
    key.push_back(static_cast<int>(Kind::at_least));
    return known(std::move(key), {Kind::at_least, true, count, 0, size}, parts);
  }

  // Calls visit(part) for the parts of a conjunction, or for what is none.
  template <class Visit>
  void each_conjunct(Formula f, Visit&& visit) const {
    if (nodes_[f].kind != Kind::all) return visit(f);
    for (int i = 0; i < nodes_[f].count; ++i) visit(parts(f)[i]);
  }

  bool has_parts(Formula f) const {
    return nodes_[f].kind == Kind::all || nodes_[f].kind == Kind::any || nodes_[f].kind == Kind::at_least;
  }
  // How many of its parts must hold.
  int needed(Formula f) const {
    const Node& node = nodes_[f];
    return node.kind == Kind::all ? node.count : node.kind == Kind::at_least ? node.symbol : 1;
  }

 private:
  Formula connected(Kind kind, Formula neutral, Formula absorbing, std::vector<int> parts) {
    std::vector<int> flat;
    for (const int part : parts) {
      if (part == absorbing) return absorbing;
      if (part == neutral) continue;
      if (nodes_[part].kind == kind) {
        flat.insert(flat.end(), this->parts(part), this->parts(part) + nodes_[part].count);
      } else {
        flat.push_back(part);
      }
    }
    tidy(flat);
    for (const int part : flat) {
      // a and not a
      const Node& node = nodes_[part];
      if (node.kind != Kind::fact) continue;
      const auto& others = literals_[node.positive ? 0 : 1];
      if (static_cast<std::size_t>(node.symbol) >= others.size()) continue;
      if (std::binary_search(flat.begin(), flat.end(), others[node.symbol])) return absorbing;
    }
    if (flat.empty()) return neutral;
    if (flat.size() == 1) return flat[0];
    std::vector<int> key = flat;
    key.push_back(static_cast<int>(kind));
    return known(std::move(key), {kind, true, 0, 0, static_cast<int>(flat.size())}, flat);
  }

  Formula known(std::vector<int> key, Node node, const std::vector<int>& parts) {
    const auto [at, is_new] = index_.try_emplace(std::move(key), size());
    if (is_new) {
      node.first = static_cast<int>(parts_.size());
      parts_.insert(parts_.end(), parts.begin(), parts.end());
      nodes_.push_back(node);
    }
    return at->second;
  }

  std::vector<Node> nodes_;
  std::vector<int> parts_;
  std::vector<Formula> literals_[2];  // by fact: its being false, its being true; -1 where there is none yet
  std::unordered_map<std::vector<int>, Formula, VectorHash> index_;  // of other formulas
};

}  // namespace ludoplan::planning
