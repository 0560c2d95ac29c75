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
  void set(std::size_t i, const Wide& record) {
    if (fits(record)) {
      narrow_[i] = converted<Narrow>(record);
    } else {
      wide_[i] = record;
    }
  }
  void push_back(const Wide& record) {
    if (fits(record)) {
      narrow_.push_back(converted<Narrow>(record));
    } else {
      wide_.push_back(record);
    }
  }

 private:
  template <class To, class From>
  static To converted(const From& from) {
    To to{};
    to.take(from);
    return to;
  }

  // Whether it goes to the narrow ones; the first one that is too wide makes all wide.
  bool fits(const Wide& record) {
    if (is_wide_) return false;
    if (record.is_narrow()) [[likely]]
      return true;
    for (std::size_t i = 0; i < narrow_.size(); ++i) wide_.push_back(converted<Wide>(narrow_[i]));
    narrow_.release();
    is_wide_ = true;
    return false;
  }

  bool is_wide_ = false;
  Segmented<Narrow> narrow_;
  Segmented<Wide> wide_;
};

}  // namespace ludoplan
