// What can ever be on a level's board, and what of it can ever change.
//
// Both are worked out from the rules without playing: a rule that needs an object that is neither on the map
// nor made by a rule that can match will never match, and is left out. Of the objects that are left, those
// that no rule makes or destroys and that nothing moves stay where the map has them, and need no room in a
// state.
#pragma once

#include <algorithm>
#include <vector>

#include "puzzlescript/program.hpp"

namespace ludoplan::puzzlescript {

class Possible {
 public:
  Possible(const Program& program, const SourceMap& map)
      : program_(program), bits_(program.cell_words(), 0), changing_(program.object_words(), 0) {
    const std::size_t words = program.object_words();
    for (std::size_t i = 0; i < map.cells.size(); ++i) bits_[i % words] |= map.cells[i];
    find_possible();
    find_changing(map);
  }

  // Objects and movements that may occur.
  const Mask& bits() const { return bits_; }
  const Mask& changing() const { return changing_; }
  // Whether no cell ever has two objects of one layer.
  bool is_exclusive() const { return is_exclusive_; }

  bool can_match(const SourceRule& rule) const {
    return std::ranges::all_of(rule.rows, [&](const auto& row) {
      return !row.empty() && std::ranges::all_of(row, [&](const SourceCell& cell) {
        return cell.is_ellipsis || can_match(cell);
      });
    });
  }

  // Whether an object may be in a cell that matched.
  bool may_be_in(std::size_t object, const SourceCell& cell) const {
    if (!test(bits_, object) || test(cell.missing, object)) return false;
    if (test(cell.present, object) || !is_exclusive_) return true;
    const Mask& layer = layer_mask(object);
    if (meet(cell.present, layer)) return false;
    for (const Mask& any : cell.any) {
      if (test(any, object)) continue;
      bool is_of_layer = true;
      for (std::size_t i = 0; i < layer.size(); ++i) is_of_layer &= (any[i] & ~layer[i]) == 0;
      if (is_of_layer) return false;
    }
    return true;
  }

 private:
  bool can_match(const SourceCell& cell) const {
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      if ((cell.present[i] & ~(bits_[i] & ~cell.missing[i])) != 0) return false;
    }
    return std::ranges::all_of(cell.any, [&](const Mask& any) {
      for (std::size_t i = 0; i < bits_.size(); ++i) {
        if ((any[i] & bits_[i] & ~cell.missing[i]) != 0) return true;
      }
      return false;
    });
  }

  template <class Visit>
  void for_each_rule(Visit&& visit) const {
    for (const auto* groups : {&program_.rules, &program_.late_rules}) {
      for (const SourceGroup& group : *groups) {
        for (const SourceRule& rule : group.rules) visit(rule);
      }
    }
  }

  void find_possible() {
    std::vector<const SourceRule*> open;
    for_each_rule([&](const SourceRule& rule) { open.push_back(&rule); });
    for (bool grows = true; grows;) {
      grows = false;
      for_each_bit(program_.player, [&](std::size_t object) {
        if (!test(bits_, object)) return;
        const std::size_t first = program_.movement_bit(static_cast<std::size_t>(program_.layer_of[object]));
        for (std::size_t i = 0; i < kLayerBits; ++i) grows |= include(first + i);
      });
      const auto done =
          std::partition(open.begin(), open.end(), [&](const SourceRule* rule) { return !can_match(*rule); });
      for (auto rule = done; rule != open.end(); ++rule) grows |= include_effects(**rule);
      open.erase(done, open.end());
    }
  }

  bool include(std::size_t bit) {
    if (test(bits_, bit)) return false;
    add(bits_, bit);
    return true;
  }
  bool include_effects(const SourceRule& rule) {
    bool grows = false;
    for (const auto& row : rule.rows) {
      for (const SourceCell& cell : row) {
        if (cell.is_ellipsis || !cell.is_replaced) continue;
        const SourceReplacement& to = cell.replacement;
        for_each_bit(to.set, [&](std::size_t bit) { grows |= include(bit); });
        for (const int object : to.random_objects) grows |= include(static_cast<std::size_t>(object));
        for (const int layer : to.random_layers) {
          const std::size_t first = program_.movement_bit(static_cast<std::size_t>(layer));
          for (std::size_t i = 0; i < kAction; ++i) grows |= include(first + i);
        }
      }
    }
    return grows;
  }

  const Mask& layer_mask(std::size_t object) const {
    return program_.layer_masks[static_cast<std::size_t>(program_.layer_of[object])];
  }

  void find_changing(const SourceMap& map) {
    const std::size_t words = program_.object_words();
    for (std::size_t at = 0; at < map.cells.size(); at += words) {
      for (const Mask& layer : program_.layer_masks) {
        int count = 0;
        for (std::size_t i = 0; i < words; ++i) count += __builtin_popcountll(map.cells[at + i] & layer[i]);
        is_exclusive_ &= count <= 1;
      }
    }
    for_each_replaced([&](const SourceCell& cell) { check_exclusive(cell); });
    for_each_replaced([&](const SourceCell& cell) { find_changes(cell); });
    for_each_bit(program_.player, [&](std::size_t object) { change(object); });
  }
  template <class Visit>
  void for_each_replaced(Visit&& visit) const {
    for_each_rule([&](const SourceRule& rule) {
      if (!rule.has_replacement || !can_match(rule)) return;
      for (const auto& row : rule.rows) {
        for (const SourceCell& cell : row) {
          if (!cell.is_ellipsis && cell.is_replaced) visit(cell);
        }
      }
    });
  }

  void check_exclusive(const SourceCell& cell) {
    const SourceReplacement& to = cell.replacement;
    for (std::size_t object = 0; object < program_.objects; ++object) {
      if (!test(to.set, object)) continue;
      for_each_bit(layer_mask(object), [&](std::size_t other) {
        if (other == object) return;
        if (test(to.set, other) || (may_be_in(other, cell) && !test(to.clear, other))) is_exclusive_ = false;
      });
    }
  }

  void change(std::size_t object) {
    if (test(bits_, object)) add(changing_, object);
  }
  void find_changes(const SourceCell& cell) {
    const SourceReplacement& to = cell.replacement;
    for (std::size_t object = 0; object < program_.objects; ++object) {
      const bool is_set = test(to.set, object);
      const bool was_there = test(cell.present, object);
      if (is_set && !was_there) change(object);
      if (!is_set && test(to.clear, object) && may_be_in(object, cell)) change(object);
      const auto layer = static_cast<std::size_t>(program_.layer_of[object]);
      const std::size_t first = program_.movement_bit(layer);
      bool moves = contains(to.random_layers, static_cast<int>(layer));
      for (std::size_t i = 0; i < kAction; ++i) {
        // A movement that is kept may have been another object's.
        moves |= test(to.set, first + i) || (is_set && !was_there && !test(to.clear, first + i));
      }
      if (moves && (is_set || (may_be_in(object, cell) && !test(to.clear, object)))) change(object);
    }
    for (const int made : to.random_objects) {
      const auto object = static_cast<std::size_t>(made);
      change(object);
      for_each_bit(layer_mask(object), [&](std::size_t other) {
        if (may_be_in(other, cell) || test(to.set, other)) change(other);
      });
    }
  }

  const Program& program_;
  Mask bits_;
  Mask changing_;
  bool is_exclusive_ = true;
};

}  // namespace ludoplan::puzzlescript
