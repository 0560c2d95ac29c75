// The graph whose walks are the relaxed chains of a level of Pipes.
//
// A node says: the flow has come into this piece by this side (and, where all terminals must be passed, which
// of them it has passed). A walk from the source to the target is a chain in which a piece may be used more
// than once; a legal chain is a walk on which no *resource* comes twice. A piece is one resource, a cross is
// one for each axis.
#pragma once

#include <cstdint>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "games/pipes_board.hpp"
#include "search/monitor.hpp"

namespace ludoplan {

// More than any chain costs: turns and steps are weighted by 32-bit numbers. Two of them can be added.
inline constexpr std::int64_t kFar = std::int64_t{1} << 60;

using Node = std::uint32_t;

struct PipesEdge {
  Node to;
  std::int32_t cost;
};

class PipesGraph {
 public:
  static constexpr Node kSource = 0;
  static constexpr Node kTarget = 1;
  static constexpr Word kNothing = 0xFFFFFFFFu;

  // The chains from the start to any of `ends`, or through all of them. Without the memory for it the graph
  // is empty.
  PipesGraph(const PipesBoard& board, const std::vector<Word>& ends, bool needs_all,
             Monitor* monitor = nullptr) {
    const std::size_t layers = needs_all ? std::size_t{1} << ends.size() : 1;
    const std::size_t sides = std::size_t{4} * board.cells();
    if (monitor != nullptr && !monitor->may_take(layers * sides * sizeof(Node))) {
      monitor->stop(Stop::memory);
      return;
    }
    std::vector<Node> number(layers * sides, kNothing);
    std::vector<std::size_t> layer;
    std::vector<int> end_number(board.cells(), -1);
    for (std::size_t i = 0; i < ends.size(); ++i) end_number[ends[i]] = static_cast<int>(i);
    const auto add = [&](Word cell, int side, std::size_t in_layer) {
      cell_.push_back(cell);
      side_.push_back(static_cast<std::uint8_t>(side));
      layer.push_back(in_layer);
      return static_cast<Node>(cell_.size() - 1);
    };
    add(board.start(), kNoSide, 0);
    add(0, kNoSide, 0);
    first_out_.assign(2, 0);
    for (Node node = kSource; node < cell_.size(); ++node) {
      if (node == kTarget) continue;
      if ((node & 1023) == 0 && monitor != nullptr && monitor->poll({})) return;
      const Word cell = cell_[node];
      first_out_.resize(node + 1);
      first_out_[node] = static_cast<std::uint32_t>(out_.size());
      const bool is_end = end_number[cell] >= 0 && (!needs_all || layer[node] == layers - 1);
      if (is_end) {
        out_.push_back({kTarget, 0});
        continue;
      }
      const auto go = [&](int exit, int turns) {
        const Word to = board.neighbour(cell, exit);
        if (!board.can_enter(to, opposite(exit))) return;
        std::size_t to_layer = layer[node];
        if (needs_all && end_number[to] >= 0) {
          if ((to_layer >> end_number[to] & 1) != 0) return;
          to_layer |= std::size_t{1} << end_number[to];
        }
        Node& known = number[to_layer * sides + 4 * to + static_cast<Word>(opposite(exit))];
        if (known == kNothing) known = add(to, opposite(exit), to_layer);
        const int go_cost = node == kSource ? board.first_go_cost() : 1;
        out_.push_back({known, go_cost + turns * board.turn_cost()});
      };
      if (node == kSource) {
        for (const int exit : board.exits(cell, board.rotation(cell), kNoSide)) go(exit, 0);
        first_out_.push_back(static_cast<std::uint32_t>(out_.size()));  // the target has no way out
      } else {
        board.for_each_way(cell, side_[node], board.rotation(cell), go);
      }
    }
    first_out_.push_back(static_cast<std::uint32_t>(out_.size()));
    resources_ = board.cells();
    for (Node node = 0; node < size(); ++node) {
      const bool is_second_axis = board.kind(cell_[node]) == PipesBoard::cross && side_[node] % 2 == 1;
      resource_.push_back(cell_[node] + (is_second_axis ? board.cells() : 0));
      if (is_second_axis) resources_ = 2 * board.cells();
    }
    resource_[kTarget] = kNothing;
    reverse();
  }

  Node size() const { return static_cast<Node>(cell_.size()); }
  Word cell(Node node) const { return cell_[node]; }
  int side(Node node) const { return side_[node]; }
  Word resource(Node node) const { return resource_[node]; }
  Word resources() const { return resources_; }

  // The edges out of a node or, looking backward, those into it.
  struct Edges {
    const PipesEdge* first;
    const PipesEdge* last;
    const PipesEdge* begin() const { return first; }
    const PipesEdge* end() const { return last; }
  };
  Edges edges(Node node, bool forward) const {
    const auto& edges = forward ? out_ : in_;
    const auto& firsts = forward ? first_out_ : first_in_;
    return {edges.data() + firsts[node], edges.data() + firsts[node + 1]};
  }

  // The costs of the cheapest walks from the source (or, backward, to the target) through living nodes.
  std::vector<std::int64_t> distances(bool forward, const std::vector<bool>& dead,
                                      Monitor* monitor = nullptr) const {
    std::vector<std::int64_t> distance(size(), kFar);
    using Entry = std::pair<std::int64_t, Node>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    const Node root = forward ? kSource : kTarget;
    if (size() == 0 || dead[root]) return distance;
    distance[root] = 0;
    queue.push({0, root});
    for (std::size_t popped = 0; !queue.empty(); ++popped) {
      if ((popped & 1023) == 0 && monitor != nullptr && monitor->poll({})) break;
      const auto [at, node] = queue.top();
      queue.pop();
      if (at > distance[node]) continue;
      for (const auto& [to, cost] : edges(node, forward)) {
        if (dead[to] || at + cost >= distance[to]) continue;
        distance[to] = at + cost;
        queue.push({at + cost, to});
      }
    }
    return distance;
  }

 private:
  void reverse() {
    first_in_.assign(size() + 1, 0);
    for (const auto& edge : out_) ++first_in_[edge.to + 1];
    for (Node node = 0; node < size(); ++node) first_in_[node + 1] += first_in_[node];
    in_.resize(out_.size());
    auto next = first_in_;
    for (Node node = 0; node < size(); ++node) {
      for (const auto& [to, cost] : edges(node, true)) in_[next[to]++] = {node, cost};
    }
  }

  std::vector<Word> cell_;
  std::vector<std::uint8_t> side_;
  std::vector<Word> resource_;
  Word resources_ = 0;
  std::vector<PipesEdge> out_, in_;
  std::vector<std::uint32_t> first_out_, first_in_;
};

// The cost from every (4 * cell + side entered) to the nearest of the ends, uses of a piece not being
// counted; at 4 * start the cost from the start.
inline std::vector<std::int64_t> relaxed_distances(const PipesBoard& board, const std::vector<Word>& ends) {
  const PipesGraph graph(board, ends, false);
  const auto by_node = graph.distances(false, std::vector<bool>(graph.size()));
  std::vector<std::int64_t> distance(std::size_t{4} * board.cells(), kFar);
  for (Node node = 0; node < graph.size(); ++node) {
    if (node == PipesGraph::kTarget) continue;
    const int side = node == PipesGraph::kSource ? 0 : graph.side(node);
    distance[4 * graph.cell(node) + static_cast<Word>(side)] = by_node[node];
  }
  return distance;
}

}  // namespace ludoplan
