// Records with costs, one for each state: in 32 bits while all of them fit, in 64 from the first one on that
// does not. Few puzzles need the wide ones, and records take most of the memory of a search.
#pragma once

#include <limits>

#include "search/state_table.hpp"

namespace ludoplan {

using NarrowCost = std::int32_t;

// kDeadEnd is the largest number in both widths. Costs may be complemented (~).
constexpr bool is_narrow(Cost cost) {
  using Range = std::numeric_limits<NarrowCost>;
  return cost == kDeadEnd || (cost >= Range::min() && cost < Range::max());
}
constexpr void convert(Cost from, NarrowCost& to) {
  to = from == kDeadEnd ? std::numeric_limits<NarrowCost>::max() : static_cast<NarrowCost>(from);
}
constexpr void convert(NarrowCost from, Cost& to) {
  to = from == std::numeric_limits<NarrowCost>::max() ? kDeadEnd : from;
}
constexpr void convert(Cost from, Cost& to) { to = from; }

// `Record<C>` holds costs of type C. It has take(other), which makes it the same as a record of either width,
// and is_narrow(), whether its costs fit into the narrow width.
template <template <class> class Record>
class CostRecords {
 public:
  using Wide = Record<Cost>;
  using Narrow = Record<NarrowCost>;

  explicit CostRecords(Monitor& monitor) : narrow_(monitor), wide_(monitor) {}

  std::size_t size() const {
    return with(*this, [](const auto& records) { return records.size(); });
  }

  Wide operator[](std::size_t i) const {
    Wide record;
    with(*this, [&](const auto& records) { record.take(records[i]); });
    return record;
  }
  // A part of a record that is the same in both widths, or a cost other than kDeadEnd.
  template <class Get>
  Cost part(std::size_t i, Get&& get) const {
    return with(*this, [&](const auto& records) -> Cost { return get(records[i]); });
  }
  [[gnu::always_inline]] void prefetch(std::size_t i) const {
    __builtin_prefetch(is_wide_ ? static_cast<const void*>(wide_.at(i)) : narrow_.at(i));
  }
  // Changes a record by change(record) in a way that does not depend on its width.
  template <class Change>
  void change(std::size_t i, Change&& change) {
    with(*this, [&](auto& records) { change(records[i]); });
  }
  void set(std::size_t i, const Wide& record) {
    if (!record.is_narrow()) widen();
    with(*this, [&](auto& records) { records[i].take(record); });
  }
  void push_back(const Wide& record) {
    if (!record.is_narrow()) widen();
    with(*this, [&](auto& records) { records.append()->take(record); });
  }
  // More records, which are not set. `most` is the largest cost that they will be set to.
  void grow_to(std::size_t size, Cost most) {
    if (!ludoplan::is_narrow(most)) widen();
    with(*this, [&](auto& records) { records.grow_to(size); });
  }

 private:
  // Calls use(records) with those of the width that is in use.
  template <class Self, class Use>
  static auto with(Self& self, Use&& use) {
    return self.is_wide_ ? use(self.wide_) : use(self.narrow_);
  }
  [[gnu::noinline]] void widen() {
    for (std::size_t i = 0; i < narrow_.size(); ++i) wide_.append()->take(narrow_[i]);
    narrow_.release();
    is_wide_ = true;
  }

  bool is_wide_ = false;
  Segmented<Narrow> narrow_;
  Segmented<Wide> wide_;
};

}  // namespace ludoplan
