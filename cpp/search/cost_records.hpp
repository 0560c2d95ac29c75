// Records with costs, one for each state: in 32 bits while all of them fit, in 64 from the first one on that
// does not. Few puzzles need the wide ones, and records take most of the memory of a search.
#pragma once

#include <limits>
#include <utility>

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

// `Record<C>` holds costs of type C. It has take(other), which makes it the same as a record of the other
// width, and is_narrow(), whether its costs fit into the narrow width.
template <template <class> class Record>
class CostRecords {
 public:
  using Wide = Record<Cost>;
  using Narrow = Record<NarrowCost>;

  explicit CostRecords(Monitor& monitor) : narrow_(monitor), wide_(monitor) {}

  std::size_t size() const { return is_wide_ ? wide_.size() : narrow_.size(); }

  Wide operator[](std::size_t i) const { return is_wide_ ? wide_[i] : converted<Wide>(narrow_[i]); }
  // A part of a record that is the same in both widths, or a cost other than kDeadEnd.
  template <class Get>
  Cost part(std::size_t i, Get&& get) const {
    return is_wide_ ? get(wide_[i]) : get(narrow_[i]);
  }
  [[gnu::always_inline]] void prefetch(std::size_t i) const {
    __builtin_prefetch(is_wide_ ? static_cast<const void*>(wide_.at(i)) : narrow_.at(i));
  }
  // Changes a record by change(record) in a way that does not depend on its width.
  template <class Change>
  void change(std::size_t i, Change&& change) {
    if (is_wide_) {
      change(wide_[i]);
    } else {
      change(narrow_[i]);
    }
  }
  void set(std::size_t i, const Wide& record) {
    if (must_be_wide(record)) {
      wide_[i] = record;
    } else {
      narrow_[i] = converted<Narrow>(record);
    }
  }
  void push_back(const Wide& record) {
    if (must_be_wide(record)) {
      wide_.push_back(record);
    } else {
      narrow_.push_back(converted<Narrow>(record));
    }
  }
  // More records, which are not set. `most` is the largest cost that they will be set to.
  void grow_to(std::size_t size, Cost most) {
    if (!is_wide_ && !is_narrow(most)) widen();
    if (is_wide_) {
      wide_.grow_to(size);
    } else {
      narrow_.grow_to(size);
    }
  }

 private:
  template <class To, class From>
  static To converted(const From& from) {
    To to{};
    to.take(from);
    return to;
  }

  bool must_be_wide(const Wide& record) {
    if (!is_wide_ && !record.is_narrow()) widen();
    return is_wide_;
  }
  [[gnu::noinline]] void widen() {
    for (std::size_t i = 0; i < narrow_.size(); ++i) wide_.push_back(converted<Wide>(narrow_[i]));
    narrow_.release();
    is_wide_ = true;
  }

  bool is_wide_ = false;
  Segmented<Narrow> narrow_;
  Segmented<Wide> wide_;
};

}  // namespace ludoplan
