// An open list for integer keys: one bucket for every pair (f, h). It holds state numbers, or what a search
// needs to make a state.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "search/request.hpp"

namespace ludoplan {

// Items in a queue or a stack.
template <class Item>
class Bucket {
 public:
  bool empty() const { return head_ == items_.size(); }
  void push(const Item& item) {
    if (items_.capacity() == 0) items_.reserve(8);
    items_.push_back(item);
  }
  Item pop(bool lifo) {
    Item item;
    if (lifo) {
      item = items_.back();
      items_.pop_back();
    } else {
      item = items_[head_++];
    }
    if (empty()) {
      items_.clear();
      head_ = 0;
    } else if (head_ >= 1024 && 2 * head_ >= items_.size()) {
      // Popped items are given back once they are half of the bucket.
      items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(head_));
      head_ = 0;
    }
    return item;
  }

 private:
  std::vector<Item> items_;
  std::size_t head_ = 0;
};

// Buckets by one key, the lowest first. Small keys are found by index as long as there are not many fewer
// items than keys, others in a map: neither memory nor time depends on how large a key is.
template <class Content>
class Ladder {
 public:
  Content& at(Cost key) {
    ++asked_;
    const auto index = static_cast<std::size_t>(key);
    if (index >= dense_.size()) {
      if (index >= kMostDense || index > kFewKeys + asked_) return sparse_[key];
      lengthen(index + 1);
    }
    lowest_ = std::min(lowest_, index);
    return dense_[index];
  }

  // The lowest bucket that is not empty, of which there is one; `key` is set to its key.
  Content& first(Cost& key) {
    if (!empty_below()) {
      key = static_cast<Cost>(lowest_);
      return dense_[lowest_];
    }
    while (sparse_.begin()->second.empty()) sparse_.erase(sparse_.begin());
    key = sparse_.begin()->first;
    return sparse_.begin()->second;
  }
  bool empty() {
    if (!empty_below()) return false;
    while (!sparse_.empty() && sparse_.begin()->second.empty()) sparse_.erase(sparse_.begin());
    return sparse_.empty();
  }

 private:
  static constexpr std::size_t kFewKeys = 64;
  static constexpr std::size_t kMostDense = 1 << 14;

  // Whether no small key has anything.
  bool empty_below() {
    while (lowest_ < dense_.size() && dense_[lowest_].empty()) ++lowest_;
    return lowest_ == dense_.size();
  }
  void lengthen(std::size_t size) {
    dense_.resize(size);
    while (!sparse_.empty() && sparse_.begin()->first < static_cast<Cost>(size)) {
      dense_[static_cast<std::size_t>(sparse_.begin()->first)] = std::move(sparse_.begin()->second);
      sparse_.erase(sparse_.begin());
    }
  }

  std::vector<Content> dense_;
  std::map<Cost, Content> sparse_;
  std::size_t lowest_ = 0;
  std::size_t asked_ = 0;
};

template <class Item>
class ItemList {
 public:
  explicit ItemList(TieBreak tie_break) : tie_break_(tie_break) {}

  bool empty() { return size_ == 0; }
  void push(Cost f, Cost h, const Item& item) {
    const bool is_by_h = tie_break_ == TieBreak::low_h || tie_break_ == TieBreak::low_h_lifo;
    ladder_.at(f).at(is_by_h ? h : 0).push(item);
    ++size_;
  }
  // The lowest f; kDeadEnd if there is nothing.
  Cost lowest() {
    Cost f = kDeadEnd;
    if (size_ > 0) ladder_.first(f);
    return f;
  }
  // Takes an item with the lowest f; `f` is set to it.
  Item pop(Cost& f) {
    --size_;
    Cost h;
    return ladder_.first(f).first(h).pop(tie_break_ == TieBreak::lifo || tie_break_ == TieBreak::low_h_lifo);
  }

 private:
  TieBreak tie_break_;
  std::size_t size_ = 0;
  Ladder<Ladder<Bucket<Item>>> ladder_;
};

using OpenList = ItemList<StateId>;
extern template class ItemList<StateId>;

}  // namespace ludoplan
