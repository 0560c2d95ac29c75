// Sets of states as reduced ordered binary decision diagrams, and steps from sets to sets.
//
// A state is a row of bits. Bit i before a step is tested at level 2i, after it at level 2i + 1; sets of
// states test even levels only. A step is a diagram over both, with a list of the bits that it may change:
// all others stay as they are without being told so.
//
// Every node is stored once. Diagrams that somebody holds are roots; what no root needs is collected between
// operations, when there is much of it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace ludoplan::planning {

class Diagrams;

// A root: what it stands for is kept as long as it is there.
class Diagram {
 public:
  Diagram() = default;
  Diagram(Diagrams& of, std::uint32_t node);
  Diagram(const Diagram& other);
  Diagram(Diagram&& other) noexcept
      : of_(std::exchange(other.of_, nullptr)), slot_(other.slot_), node_(std::exchange(other.node_, 0)) {}
  Diagram& operator=(Diagram other) noexcept {
    std::swap(of_, other.of_);
    std::swap(slot_, other.slot_);
    std::swap(node_, other.node_);
    return *this;
  }
  ~Diagram();

  std::uint32_t node() const { return node_; }
  bool is_never() const { return node_ == 0; }
  bool is_always() const { return node_ == 1; }
  bool operator==(const Diagram& other) const { return node_ == other.node_; }

 private:
  Diagrams* of_ = nullptr;
  std::uint32_t slot_ = 0;
  std::uint32_t node_ = 0;
};

// What a bit must be, by its number; a level is 2 * bit, or 2 * bit + 1 for after the step.
struct SignedVariable {
  std::uint32_t level;
  bool value;
  auto operator<=>(const SignedVariable&) const = default;
};

class Diagrams {
 public:
  using Node = std::uint32_t;
  // Thrown where there are more nodes than allowed, or where the one who is asked now and then says so.
  struct Full : std::bad_alloc {};
  struct Interrupted {};

  Diagrams(std::size_t bits, std::size_t most_nodes, std::function<bool()> is_stopped);
  Diagrams(const Diagrams&) = delete;
  Diagrams& operator=(const Diagrams&) = delete;

  Diagram never() { return {*this, 0}; }
  Diagram always() { return {*this, 1}; }
  Diagram cube(std::vector<SignedVariable> literals);
  Diagram both(const Diagram& left, const Diagram& right) {
    return run([&] { return and_(left.node(), right.node()); });
  }
  Diagram either(const Diagram& left, const Diagram& right) {
    return run([&] { return or_(left.node(), right.node()); });
  }
  Diagram without(const Diagram& left, const Diagram& right) {
    return run([&] { return minus(left.node(), right.node()); });
  }
  Diagram negated(const Diagram& of) { return without(always(), of); }
  // That these bits stay as they are.
  Diagram unchanged(const std::vector<std::uint32_t>& bits);
  bool meet(const Diagram& left, const Diagram& right);

  // A set of bits that a step may change, for `after` and `before`.
  std::uint32_t changing(const std::vector<std::uint32_t>& bits);
  // The states after a step from some state of the set, and those before one into it.
  Diagram after(const Diagram& set, const Diagram& step, std::uint32_t changing);
  Diagram before(const Diagram& set, const Diagram& step, std::uint32_t changing);

  // Some state of a set that is not empty, and whether a state is in a set.
  std::vector<char> some(const Diagram& set) const;
  bool has(const Diagram& set, const std::vector<char>& bits) const;
  double count(const Diagram& set) const;    // of states
  std::size_t size(const Diagram& diagram);  // in nodes

  // How much has been done so far, in steps of operations.
  std::uint64_t ticks() const { return ticks_; }
  std::size_t nodes() const { return used_ - free_count_; }

 private:
  friend class Diagram;
  struct Item {
    std::uint32_t level, low, high, next;
  };
  struct Entry {
    std::uint32_t left, right, operation, result;
  };
  enum Operation : std::uint32_t { kNothing, kAnd, kOr, kMinus, kMeet, kSteps };
  static constexpr std::uint32_t kLeaf = 0xFFFFFFFF;
  static constexpr std::size_t kLeastGarbage = 200'000;
  static constexpr std::size_t kMostCache = std::size_t{1} << 23;

  template <class Operate>
  Diagram run(Operate operate) {
    if (nodes() > collect_at_) collect();
    try {
      return {*this, operate()};
    } catch (const Full&) {
      collect();
      return {*this, operate()};
    }
  }

  std::size_t bucket_of(std::uint32_t level, Node low, Node high) const {
    std::uint64_t hash = (std::uint64_t{low} << 32 | high) * 0x9E3779B97F4A7C15ull;
    hash = (hash ^ (hash >> 29) ^ level) * 0xD6E8FEB86659FD93ull;
    return (hash >> 32) & (buckets_.size() - 1);
  }
  Node make(std::uint32_t level, Node low, Node high);
  void grow();
  void collect();
  void list(Node node);  // in its bucket
  template <class Marked>
  void mark(Node root, Marked&& marked);
  void look() {
    if ((++ticks_ & 0x3FFF) == 0 && is_stopped_()) throw Interrupted{};
  }

  Entry& entry(std::uint32_t left, std::uint32_t right, std::uint32_t operation) {
    const std::uint64_t key =
        (std::uint64_t{left} << 32 | right) + std::uint64_t{operation} * 0x9E3779B97F4A7C15ull;
    return cache_[(key * 0xD6E8FEB86659FD93ull) >> cache_shift_];
  }
  static bool is_of(const Entry& entry, std::uint32_t left, std::uint32_t right, std::uint32_t operation) {
    return entry.left == left && entry.right == right && entry.operation == operation;
  }

  template <std::uint32_t kOperation>
  Node joined(Node left, Node right);
  Node and_(Node left, Node right);
  Node or_(Node left, Node right);
  Node minus(Node left, Node right);
  bool meets(Node left, Node right);
  template <bool kForward>
  Node step(Node set, Node step, std::uint32_t changing);

  std::size_t bits_, most_nodes_;
  std::function<bool()> is_stopped_;
  std::unique_ptr<Item[]> items_;
  std::size_t used_ = 2;
  std::size_t free_count_ = 0;
  Node free_ = 0;
  std::vector<Node> buckets_;
  std::vector<Entry> cache_;
  unsigned cache_shift_ = 0;
  std::size_t collect_at_ = kLeastGarbage;
  std::vector<Node> roots_;
  std::vector<std::uint32_t> free_roots_;
  std::vector<char> marked_;
  std::vector<Node> stack_;
  std::vector<std::vector<char>> changing_;   // by set and bit
  std::vector<std::uint32_t> last_changing_;  // by set
  std::uint64_t ticks_ = 0;
};

}  // namespace ludoplan::planning
