// An open list for looking elsewhere: items of one type (two numbers, as estimate and depth) share a bucket,
// and any bucket is as likely to be drawn from as any other, however many items it has.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/concepts.hpp"

namespace ludoplan {

template <class Item>
class TypeList {
 public:
  bool empty() const { return buckets_.empty(); }

  void push(Cost first, Cost second, const Item& item) {
    const std::uint64_t key = static_cast<std::uint64_t>(first) << 32 ^ static_cast<std::uint64_t>(second);
    const auto [place, is_new] = place_of_.try_emplace(key, buckets_.size());
    if (is_new) buckets_.push_back({key, {}});
    buckets_[place->second].items.push_back(item);
  }

  // Draws an item; there must be one.
  Item pop() {
    const std::size_t at = drawn(buckets_.size());
    auto& items = buckets_[at].items;
    std::swap(items[drawn(items.size())], items.back());
    const Item item = items.back();
    items.pop_back();
    if (items.empty()) {
      place_of_.erase(buckets_[at].key);
      if (at + 1 != buckets_.size()) {
        buckets_[at] = std::move(buckets_.back());
        place_of_[buckets_[at].key] = at;
      }
      buckets_.pop_back();
    }
    return item;
  }

 private:
  struct TypeBucket {
    std::uint64_t key;
    std::vector<Item> items;
  };

  // The same numbers in every run.
  std::size_t drawn(std::size_t below) {
    seed_ ^= seed_ << 13;
    seed_ ^= seed_ >> 7;
    seed_ ^= seed_ << 17;
    return static_cast<std::size_t>((seed_ >> 11) % below);
  }

  std::vector<TypeBucket> buckets_;
  std::unordered_map<std::uint64_t, std::size_t> place_of_;
  std::uint64_t seed_ = 0x9E3779B97F4A7C15ull;
};

}  // namespace ludoplan
