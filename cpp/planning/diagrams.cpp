#include "planning/diagrams.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace ludoplan::planning {

Diagram::Diagram(Diagrams& of, std::uint32_t node) : of_(&of), node_(node) {
  if (of.free_roots_.empty()) {
    slot_ = static_cast<std::uint32_t>(of.roots_.size());
    of.roots_.push_back(node);
  } else {
    slot_ = of.free_roots_.back();
    of.free_roots_.pop_back();
    of.roots_[slot_] = node;
  }
}

Diagram::Diagram(const Diagram& other) {
  if (other.of_ != nullptr) *this = Diagram(*other.of_, other.node_);
}

Diagram::~Diagram() {
  if (of_ == nullptr) return;
  of_->roots_[slot_] = 0;
  of_->free_roots_.push_back(slot_);
}

Diagrams::Diagrams(std::size_t bits, std::size_t most_nodes, std::function<bool()> is_stopped)
    : bits_(bits),
      most_nodes_(std::min(most_nodes, std::size_t{kLeaf} - 1)),
      is_stopped_(std::move(is_stopped)),
      // Memory that is not written to is not taken.
      items_(std::make_unique_for_overwrite<Item[]>(std::max<std::size_t>(most_nodes_, 2))),
      buckets_(std::size_t{1} << 12, 0),
      cache_(std::size_t{1} << 12),
      cache_shift_(64 - 12) {
  for (Node leaf = 0; leaf < 2; ++leaf) items_[leaf] = {kLeaf, leaf, leaf, 0};
}

Diagram Diagrams::cube(std::vector<SignedVariable> literals) {
  std::sort(literals.begin(), literals.end());
  return run([&] {
    Node node = 1;
    for (std::size_t i = literals.size(); i-- > 0;) {
      const auto& [level, value] = literals[i];
      if (i > 0 && literals[i - 1].level == level) {
        if (literals[i - 1].value != value) return Node{0};
        continue;
      }
      node = value ? make(level, 0, node) : make(level, node, 0);
    }
    return node;
  });
}

Diagram Diagrams::unchanged(const std::vector<std::uint32_t>& bits) {
  std::vector<std::uint32_t> sorted = bits;
  std::sort(sorted.begin(), sorted.end());
  return run([&] {
    Node node = 1;
    for (std::size_t i = sorted.size(); i-- > 0;) {
      const std::uint32_t level = 2 * sorted[i];
      node = make(level, make(level + 1, node, 0), make(level + 1, 0, node));
    }
    return node;
  });
}

bool Diagrams::meet(const Diagram& left, const Diagram& right) { return meets(left.node(), right.node()); }

std::uint32_t Diagrams::changing(const std::vector<std::uint32_t>& bits) {
  std::vector<char> is_changing(bits_, 0);
  std::uint32_t last = 0;
  for (const std::uint32_t bit : bits) {
    is_changing[bit] = 1;
    last = std::max(last, bit);
  }
  changing_.push_back(std::move(is_changing));
  last_changing_.push_back(last);
  return static_cast<std::uint32_t>(changing_.size() - 1);
}

Diagram Diagrams::after(const Diagram& set, const Diagram& by, std::uint32_t changing) {
  return run([&] { return step<true>(set.node(), by.node(), changing); });
}

Diagram Diagrams::before(const Diagram& set, const Diagram& by, std::uint32_t changing) {
  return run([&] { return step<false>(set.node(), by.node(), changing); });
}

std::vector<char> Diagrams::some(const Diagram& set) const {
  std::vector<char> bits(bits_, 0);
  for (Node node = set.node(); node > 1;) {
    const Item& item = items_[node];
    bits[item.level / 2] = item.low == 0;
    node = item.low == 0 ? item.high : item.low;
  }
  return bits;
}

bool Diagrams::has(const Diagram& set, const std::vector<char>& bits) const {
  Node node = set.node();
  while (node > 1) node = bits[items_[node].level / 2] != 0 ? items_[node].high : items_[node].low;
  return node == 1;
}

double Diagrams::count(const Diagram& set) const {
  // The share of all states; below a node as many are true as above.
  std::unordered_map<Node, double> shares{{0, 0.0}, {1, 1.0}};
  std::vector<Node> stack{set.node()};
  while (!stack.empty()) {
    const Node node = stack.back();
    if (shares.contains(node)) {
      stack.pop_back();
      continue;
    }
    const auto low = shares.find(items_[node].low);
    const auto high = shares.find(items_[node].high);
    if (low == shares.end()) stack.push_back(items_[node].low);
    if (high == shares.end()) stack.push_back(items_[node].high);
    if (low != shares.end() && high != shares.end()) {
      const double share = (low->second + high->second) / 2;
      shares.emplace(node, share);
      stack.pop_back();
    }
  }
  double count = shares[set.node()];
  for (std::size_t bit = 0; bit < bits_ && count < 1e300; ++bit) count *= 2;
  return count;
}

std::size_t Diagrams::size(const Diagram& diagram) {
  marked_.resize(used_, 0);
  std::vector<Node> seen;
  mark(diagram.node(), [&](Node node) { seen.push_back(node); });
  for (const Node node : seen) marked_[node] = 0;
  return seen.size();
}

// -- nodes

void Diagrams::list(Node node) {
  Item& item = items_[node];
  Node& first = buckets_[bucket_of(item.level, item.low, item.high)];
  item.next = std::exchange(first, node);
}

Diagrams::Node Diagrams::make(std::uint32_t level, Node low, Node high) {
  if (low == high) return low;
  std::size_t bucket = bucket_of(level, low, high);
  for (Node node = buckets_[bucket]; node != 0; node = items_[node].next) {
    const Item& item = items_[node];
    if (item.low == low && item.high == high && item.level == level) return node;
  }
  if (free_ == 0 && used_ >= most_nodes_) throw Full{};
  if (nodes() > buckets_.size()) {
    grow();
    bucket = bucket_of(level, low, high);
  }
  Node node = free_;
  if (node != 0) {
    free_ = items_[node].next;
    --free_count_;
  } else {
    node = static_cast<Node>(used_++);
  }
  items_[node] = {level, low, high, buckets_[bucket]};
  buckets_[bucket] = node;
  return node;
}

void Diagrams::grow() {
  std::vector<Node> old(buckets_.size() * 2, 0);
  old.swap(buckets_);
  for (Node first : old) {
    for (Node node = first; node != 0;) {
      const Node next = items_[node].next;
      list(node);
      node = next;
    }
  }
  if (cache_.size() < kMostCache) {
    // What is known moves to its new place.
    std::vector<Entry> known(cache_.size() * 2);
    known.swap(cache_);
    --cache_shift_;
    for (const Entry& each : known) {
      if (each.operation != kNothing) entry(each.left, each.right, each.operation) = each;
    }
  }
}

template <class Marked>
void Diagrams::mark(Node root, Marked&& marked) {
  stack_.assign(1, root);
  while (!stack_.empty()) {
    const Node node = stack_.back();
    stack_.pop_back();
    if (node < 2 || marked_[node] != 0) continue;
    marked_[node] = 1;
    marked(node);
    stack_.push_back(items_[node].low);
    stack_.push_back(items_[node].high);
  }
}

void Diagrams::collect() {
  marked_.assign(used_, 0);
  marked_[0] = marked_[1] = 1;
  for (const Node root : roots_) mark(root, [](Node) {});
  std::fill(buckets_.begin(), buckets_.end(), 0);
  free_ = 0;
  free_count_ = 0;
  for (std::size_t node = used_; node-- > 2;) {
    if (marked_[node] != 0) {
      list(static_cast<Node>(node));
      continue;
    }
    items_[node].next = free_;
    free_ = static_cast<Node>(node);
    ++free_count_;
  }
  for (Entry& each : cache_) {
    const bool is_kept = marked_[each.left] != 0 && marked_[each.right] != 0 &&
                         (each.operation == kMeet || marked_[each.result] != 0);
    if (!is_kept) each = {};
  }
  std::fill(marked_.begin(), marked_.end(), 0);
  collect_at_ = std::max(kLeastGarbage, 2 * nodes());
}

// -- operations

// Of both, of either, or of the left one alone.
template <std::uint32_t kOperation>
Diagrams::Node Diagrams::joined(Node left, Node right) {
  if constexpr (kOperation == kMinus) {
    if (left == right || left == 0 || right == 1) return 0;
    if (right == 0) return left;
  } else {
    constexpr Node kDecides = kOperation == kAnd ? 0 : 1;
    constexpr Node kNeutral = 1 - kDecides;
    if (left == right || right == kNeutral) return left;
    if (left == kNeutral) return right;
    if (left == kDecides || right == kDecides) return kDecides;
    if (left > right) std::swap(left, right);
  }
  const Entry& known = entry(left, right, kOperation);
  if (is_of(known, left, right, kOperation)) return known.result;
  look();
  const Item a = items_[left], b = items_[right];
  const std::uint32_t level = std::min(a.level, b.level);
  const Node low = joined<kOperation>(a.level == level ? a.low : left, b.level == level ? b.low : right);
  const Node high = joined<kOperation>(a.level == level ? a.high : left, b.level == level ? b.high : right);
  const Node made = make(level, low, high);
  entry(left, right, kOperation) = {left, right, kOperation, made};
  return made;
}

Diagrams::Node Diagrams::and_(Node left, Node right) { return joined<kAnd>(left, right); }
Diagrams::Node Diagrams::or_(Node left, Node right) { return joined<kOr>(left, right); }

Diagrams::Node Diagrams::minus(Node left, Node right) { return joined<kMinus>(left, right); }

bool Diagrams::meets(Node left, Node right) {
  if (left == 0 || right == 0) return false;
  if (left == 1 || right == 1 || left == right) return true;
  if (left > right) std::swap(left, right);
  const Entry& known = entry(left, right, kMeet);
  if (is_of(known, left, right, kMeet)) return known.result != 0;
  look();
  const Item a = items_[left], b = items_[right];
  const std::uint32_t level = std::min(a.level, b.level);
  const bool found = meets(a.level == level ? a.low : left, b.level == level ? b.low : right) ||
                     meets(a.level == level ? a.high : left, b.level == level ? b.high : right);
  entry(left, right, kMeet) = {left, right, kMeet, static_cast<Node>(found)};
  return found;
}

template <bool kForward>
Diagrams::Node Diagrams::step(Node set, Node by, std::uint32_t changing) {
  if (set == 0 || by == 0) return 0;
  if (by == 1 && (set == 1 || items_[set].level > 2 * last_changing_[changing])) return set;
  const std::uint32_t operation = kSteps + 2 * changing + kForward;
  const Entry& known = entry(set, by, operation);
  if (is_of(known, set, by, operation)) return known.result;
  look();
  const Item s = items_[set], t = items_[by];
  const std::uint32_t level = std::min(s.level, t.level & ~1u);
  const Node s_low = s.level == level ? s.low : set;
  const Node s_high = s.level == level ? s.high : set;
  const Node t_low = t.level == level ? t.low : by;
  const Node t_high = t.level == level ? t.high : by;
  Node low, high;
  if (changing_[changing][level / 2] == 0) {
    low = step<kForward>(s_low, t_low, changing);
    high = step<kForward>(s_high, t_high, changing);
  } else {
    // From the value before to the value after.
    const auto cofactor = [&](Node node, bool value) {
      const Item& item = items_[node];
      return item.level != level + 1 ? node : value ? item.high : item.low;
    };
    const Node from0to0 = cofactor(t_low, false), from0to1 = cofactor(t_low, true);
    const Node from1to0 = cofactor(t_high, false), from1to1 = cofactor(t_high, true);
    const auto joined = [&](Node by_low, Node by_high) {
      const Node first = step<kForward>(s_low, by_low, changing);
      if (first == 1) return first;
      return or_(first, step<kForward>(s_high, by_high, changing));
    };
    low = kForward ? joined(from0to0, from1to0) : joined(from0to0, from0to1);
    high = kForward ? joined(from0to1, from1to1) : joined(from1to0, from1to1);
  }
  const Node made = make(level, low, high);
  entry(set, by, operation) = {set, by, operation, made};
  return made;
}

}  // namespace ludoplan::planning
