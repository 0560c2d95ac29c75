// The cheapest legal chain of a level of Pipes, with a proof.
//
// The cheapest walk of the relaxed graph may use a piece twice. It is found again and again, each time with a
// longer *memory*: a walk remembers some of the pieces it has used, and may not use those again while it
// remembers them. A piece is remembered in a region of the board only, and forgotten outside. At first all
// regions are empty. When the cheapest walk uses a piece twice, the region of that piece is widened so that
// this loop cannot come back. Every walk so found costs no more than the cheapest legal chain, so the first
// one that is legal is the cheapest; and if there is no walk at all, there is no legal chain. Memory stays
// short because loops are mostly small and far from each other, so that a walk seldom has to remember more
// than a few pieces at once.
//
// (Vehicle routing knows this as the dynamic ng-route relaxation of elementary shortest paths.)
//
// Two things make the searches small: nodes that no legal chain can use are cut off (PipesBlocks), and so
// are, once any legal chain is known, all nodes whose relaxed walks are no cheaper than that.
#pragma once

#include <algorithm>
#include <cstdint>
#include <queue>
#include <span>
#include <unordered_map>
#include <vector>

#include "games/pipes_blocks.hpp"
#include "games/pipes_graph.hpp"
#include "search/outcome.hpp"

namespace ludoplan {

// Sets of remembered pieces, each kept once and known by a number; 0 is the empty set.
class PipesMemories {
 public:
  using Set = std::uint32_t;

  PipesMemories() { clear(); }
  void clear() {
    members_.clear();
    first_.assign({0});
    marks_.clear();
    table_.assign(1024, kFree);
    number({});
  }
  std::span<const Word> operator[](Set set) const {
    return {members_.data() + first_[set], members_.data() + first_[set + 1]};
  }
  // The number of a set of ascending members.
  Set number(const std::vector<Word>& members) {
    std::size_t slot = slot_of(members);
    if (table_[slot] != kFree) return table_[slot];
    const Set set = static_cast<Set>(marks_.size());
    members_.insert(members_.end(), members.begin(), members.end());
    first_.push_back(static_cast<std::uint32_t>(members_.size()));
    std::uint64_t mark = 0;
    for (const Word member : members) mark |= std::uint64_t{1} << (member & 63);
    marks_.push_back(mark);
    if (2 * marks_.size() > table_.size()) {
      table_.assign(2 * table_.size(), kFree);
      for (Set old = 0; old < set; ++old) table_[slot_of((*this)[old])] = old;
      slot = slot_of(members);
    }
    table_[slot] = set;
    return set;
  }
  bool is_subset(Set a, Set b) const {
    if (a == b || a == 0) return true;
    if ((marks_[a] & ~marks_[b]) != 0) return false;
    const auto small = (*this)[a];
    const auto large = (*this)[b];
    return std::includes(large.begin(), large.end(), small.begin(), small.end());
  }
  bool contains(Set set, Word member) const {
    if ((marks_[set] >> (member & 63) & 1) == 0) return false;
    const auto members = (*this)[set];
    return std::binary_search(members.begin(), members.end(), member);
  }

 private:
  static constexpr Set kFree = 0xFFFFFFFFu;

  // The table's slot that holds this set, or the free one where it belongs.
  std::size_t slot_of(std::span<const Word> members) const {
    std::uint64_t value = 0x9E3779B97F4A7C15u;
    for (const Word member : members) value = (value ^ member) * 0xBF58476D1CE4E5B9u + (value >> 29);
    std::size_t slot = (value ^ value >> 32) & (table_.size() - 1);
    for (; table_[slot] != kFree; slot = (slot + 1) & (table_.size() - 1)) {
      const auto kept = (*this)[table_[slot]];
      if (std::equal(kept.begin(), kept.end(), members.begin(), members.end())) break;
    }
    return slot;
  }

  std::vector<Word> members_;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint64_t> marks_;
  std::vector<Set> table_;
};

struct PipesChain {
  Verdict verdict = Verdict::exhausted;  // found: `cells` is the cheapest chain
  Stop stop = Stop::none;
  std::vector<Word> cells;  // the best chain known, from the start to an end; empty if none
  std::int64_t cost = 0;    // its cost
  std::int64_t bound = 0;   // no legal chain is cheaper
  Counters counters;
};

class PipesSolver {
 public:
  PipesSolver(const PipesBoard& board, Monitor& monitor) : board_(board), monitor_(monitor) {}

  PipesChain solve() {
    if (monitor_.stopped() == Stop::none) find();
    result_.stop = monitor_.stopped();
    counters_.bound = result_.bound;
    result_.counters = counters_;
    if (result_.stop != Stop::none) {
      result_.verdict = Verdict::stopped;
    } else {
      result_.verdict = result_.cells.empty() ? Verdict::exhausted : Verdict::found;
      result_.bound = result_.cells.empty() ? kFar : result_.cost;
    }
    return result_;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // A walk from where the search began to a node.
  struct Label {
    Node node;
    std::uint32_t parent;
    std::uint32_t older;  // the label that came to the same node before
    PipesMemories::Set memory;
    std::int64_t cost;
    bool is_legal;  // whether it uses no piece twice, remembered or not
  };
  struct Entry {
    std::int64_t total;
    std::int64_t rest;
    std::uint32_t label;
    bool is_legal;
    // The queue's top is the greatest: least total, then legal, then nearest to the end, then newest.
    bool operator<(const Entry& other) const {
      if (total != other.total) return total > other.total;
      if (is_legal != other.is_legal) return other.is_legal;
      if (rest != other.rest) return rest > other.rest;
      return label < other.label;
    }
  };
  enum class Round { finished, conflict };

  void find() {
    if (!cut()) return;
    greedy();
    while (cut()) {
      // Searching on with the same nodes is quicker than cutting again for each new memory.
      const std::int64_t known = best_cost();
      do {
        if (search() == Round::finished) return;
      } while (best_cost() == known && monitor_.stopped() == Stop::none);
    }
  }

  std::int64_t best_cost() const { return result_.cells.empty() ? kFar : result_.cost; }
  void raise(std::int64_t bound) { result_.bound = std::max(result_.bound, std::min(bound, best_cost())); }

  // Kills all nodes that no legal chain cheaper than the best can use; false if none are left, or when
  // stopped.
  bool cut() {
    do {
      from_source_ = graph_.distances(true, dead_, &monitor_);
      to_target_ = graph_.distances(false, dead_, &monitor_);
      if (monitor_.poll(counters_)) return false;
      for (Node node = 0; node < graph_.size(); ++node) {
        if (from_source_[node] + to_target_[node] >= best_cost()) dead_[node] = true;
      }
      if (dead_[PipesGraph::kSource]) return false;
      raise(to_target_[PipesGraph::kSource]);
    } while (blocks_.prune(graph_, dead_));
    return true;
  }

  // A legal chain, if a search that keeps few walks for each node finds one.
  void greedy() {
    constexpr int kMostAtNode = 3;
    constexpr std::uint64_t kMostExpanded = 200'000;
    forward_ = true;
    begin();
    std::vector<std::uint8_t> expanded(graph_.size());
    while (!open_.empty() && counters_.expanded < kMostExpanded) {
      const Entry entry = open_.top();
      open_.pop();
      const Label label = labels_[entry.label];
      if (is_end(label.node)) return keep(entry.label);
      if (expanded[label.node]++ >= kMostAtNode) continue;
      if ((++counters_.expanded & 15) == 0 && monitor_.poll(counters_)) return;
      for (const auto& [to, cost] : graph_.edges(label.node, forward_)) {
        if (dead_[to] || expanded[to] >= kMostAtNode || comes_back(entry.label, to)) continue;
        push(to, entry.label, 0, label.cost + cost, true);
      }
    }
  }

  // The cheapest walks by what they remember, until one reaches the end: A* with the relaxed distances.
  Round search() {
    begin();
    std::vector<Word> members;
    std::uint64_t looks = 0;
    while (!open_.empty()) {
      if ((++looks & 15) == 0 && monitor_.poll(counters_)) return Round::finished;
      const Entry entry = open_.top();
      open_.pop();
      const Label label = labels_[entry.label];
      if (entry.total >= best_cost()) break;
      raise(entry.total);
      if (is_end(label.node)) {
        if (label.is_legal) {
          keep(entry.label);
          return Round::finished;
        }
        learn(entry.label);
        return Round::conflict;
      }
      if (label.cost > 0 && is_beaten(label.node, label.memory, label.cost, label.is_legal, entry.label))
        continue;
      ++counters_.expanded;
      for (const auto& [to, cost] : graph_.edges(label.node, forward_)) {
        if (dead_[to]) continue;
        const std::int64_t reached = label.cost + cost;
        if (reached + rest(to) >= best_cost()) continue;
        PipesMemories::Set memory = label.memory;
        if (!is_end(to) && !step(memory, to, members)) continue;
        ++counters_.generated;
        const bool is_legal = label.is_legal && (is_end(to) || !comes_back(entry.label, to));
        if (is_beaten(to, memory, reached, is_legal, kNone)) continue;
        push(to, entry.label, memory, reached, is_legal);
        if (is_end(to) && is_legal) keep(static_cast<std::uint32_t>(labels_.size() - 1));
      }
    }
    return Round::finished;
  }

  void begin() {
    for (const Label& label : labels_) newest_[label.node] = kNone;
    monitor_.gave(labels_.size() * (sizeof(Label) + sizeof(Entry)));
    labels_.clear();
    open_ = {};
    memories_.clear();
    const Node root = forward_ ? PipesGraph::kSource : PipesGraph::kTarget;
    PipesMemories::Set memory = 0;
    std::vector<Word> members;
    if (forward_) step(memory, root, members);
    push(root, kNone, memory, 0, true);
  }
  bool is_end(Node node) const { return node == (forward_ ? PipesGraph::kTarget : PipesGraph::kSource); }
  std::int64_t rest(Node node) const { return forward_ ? to_target_[node] : from_source_[node]; }

  void push(Node node, std::uint32_t parent, PipesMemories::Set memory, std::int64_t cost, bool is_legal) {
    labels_.push_back({node, parent, newest_[node], memory, cost, is_legal});
    newest_[node] = static_cast<std::uint32_t>(labels_.size() - 1);
    open_.push({cost + rest(node), rest(node), newest_[node], is_legal});
    monitor_.took(sizeof(Label) + sizeof(Entry));
    counters_.stored = std::max<std::uint64_t>(counters_.stored, labels_.size());
  }

  // Whether another walk to the node costs no more and remembers no more.
  bool is_beaten(Node node, PipesMemories::Set memory, std::int64_t cost, bool is_legal,
                 std::uint32_t self) const {
    for (std::uint32_t at = newest_[node]; at != kNone; at = labels_[at].older) {
      const Label& other = labels_[at];
      if (at == self || other.cost > cost || !memories_.is_subset(other.memory, memory)) continue;
      if (other.cost == cost && is_legal && !other.is_legal) continue;
      // Of two equal walks the older one stays.
      if (self != kNone && other.cost == cost && other.memory == memory && other.is_legal == is_legal &&
          at > self) {
        continue;
      }
      return true;
    }
    return false;
  }

  bool comes_back(std::uint32_t label, Node to) const {
    const Word resource = graph_.resource(to);
    if (resource == PipesGraph::kNothing) return false;
    for (std::uint32_t at = label; at != kNone; at = labels_[at].parent) {
      if (graph_.resource(labels_[at].node) == resource) return true;
    }
    return false;
  }

  // What is remembered after a step to a node; false if the step is to a remembered piece.
  bool step(PipesMemories::Set& memory, Node to, std::vector<Word>& members) {
    const Word own = memory_number_[graph_.resource(to)];
    if (own == PipesGraph::kNothing && memory == 0) return true;
    if (own != PipesGraph::kNothing && memories_.contains(memory, own)) return false;
    members.clear();
    for (const Word member : memories_[memory]) {
      if (regions_[member][graph_.cell(to)]) members.push_back(member);
    }
    if (own != PipesGraph::kNothing)
      members.insert(std::upper_bound(members.begin(), members.end(), own), own);
    memory = memories_.number(members);
    return true;
  }

  std::vector<Node> walk_to(std::uint32_t label) const {
    std::vector<Node> walk;
    for (std::uint32_t at = label; at != kNone; at = labels_[at].parent) walk.push_back(labels_[at].node);
    if (forward_) std::reverse(walk.begin(), walk.end());
    return walk;  // from the source to the target
  }

  void keep(std::uint32_t label) {
    if (labels_[label].cost >= best_cost()) return;
    result_.cost = labels_[label].cost;
    result_.cells.clear();
    for (const Node node : walk_to(label)) {
      if (node != PipesGraph::kTarget) result_.cells.push_back(graph_.cell(node));
    }
  }

  // Widens the regions of the pieces that the walk uses twice.
  void learn(std::uint32_t label) {
    const std::vector<Node> walk = walk_to(label);
    std::unordered_map<Word, std::size_t> last;
    double place = 0;
    int loops = 0;
    std::size_t after = 0;  // loops that begin before this contain one that was learnt
    for (std::size_t i = 0; i + 1 < walk.size(); ++i) {
      const Word resource = graph_.resource(walk[i]);
      const auto found = last.find(resource);
      if (found != last.end() && found->second >= after) {
        widen(resource, {walk.begin() + static_cast<std::ptrdiff_t>(found->second) + 1,
                         walk.begin() + static_cast<std::ptrdiff_t>(i)});
        place += static_cast<double>(found->second + i) / 2.0 / static_cast<double>(walk.size());
        ++loops;
        after = found->second + 1;
      }
      last[resource] = i;
    }
    // The next search begins at that end of the chain where the loops are: it meets them before it has
    // spread.
    forward_ = place <= 0.5 * loops;
  }

  void widen(Word resource, std::span<const Node> loop) {
    Word& number = memory_number_[resource];
    if (number == PipesGraph::kNothing) {
      number = static_cast<Word>(regions_.size());
      regions_.emplace_back(board_.cells());
      widened_.push_back(0);
      monitor_.took(board_.cells() / 8);
    }
    const Word width = board_.width();
    Word top = board_.cells() / width, bottom = 0, left = width, right = 0;
    for (const Node node : loop) {
      const Word row = graph_.cell(node) / width, column = graph_.cell(node) % width;
      top = std::min(top, row);
      bottom = std::max(bottom, row);
      left = std::min(left, column);
      right = std::max(right, column);
    }
    // A piece that comes again and again is remembered ever farther around, in the end everywhere.
    const Word margin = (Word{1} << std::min(widened_[number]++, 20u)) - 1;
    top -= std::min(top, margin);
    left -= std::min(left, margin);
    bottom = std::min(bottom + margin, board_.cells() / width - 1);
    right = std::min(right + margin, width - 1);
    for (Word row = top; row <= bottom; ++row) {
      for (Word column = left; column <= right; ++column) regions_[number][row * width + column] = true;
    }
  }

  const PipesBoard& board_;
  Monitor& monitor_;
  PipesGraph graph_{board_, monitor_};
  PipesBlocks blocks_{board_};
  std::vector<bool> dead_ = std::vector<bool>(graph_.size());
  std::vector<std::int64_t> from_source_, to_target_;
  bool forward_ = true;

  // Of a resource; kNothing while it has no region.
  std::vector<Word> memory_number_ = std::vector<Word>(graph_.resources(), PipesGraph::kNothing);
  std::vector<std::vector<bool>> regions_;
  std::vector<unsigned> widened_;

  PipesMemories memories_;
  std::vector<Label> labels_;
  std::vector<std::uint32_t> newest_ = std::vector<std::uint32_t>(graph_.size(), kNone);  // label at a node
  std::priority_queue<Entry> open_;
  Counters counters_;
  PipesChain result_;
};

}  // namespace ludoplan
