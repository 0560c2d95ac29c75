// Which parts of a board can lie on a legal chain at all, by its cut points.
//
// A chain that uses no piece twice is a simple path of an undirected graph in which every piece is two
// vertices, one for its left and right sides and one for its upper and lower sides; an elbow joins its two by
// an edge. Let all ends be joined to one more vertex, and that to the start: the edges that lie on a simple
// path from the start to an end are those in the same biconnected component as the last edge. All others are
// useless, and a chain that wandered through them would have to come back through a piece it has used.
#pragma once

#include <algorithm>
#include <vector>

#include "games/pipes_graph.hpp"

namespace ludoplan {

class PipesBlocks {
 public:
  explicit PipesBlocks(const PipesBoard& board) : board_(board) {}

  // Kills the living nodes that no legal chain passes; returns whether there were any.
  bool prune(const PipesGraph& graph, std::vector<bool>& dead) {
    collect(graph, dead);
    std::vector<bool> useful(3 * std::size_t{board_.cells()});
    std::vector<bool> can_be_last(board_.cells(), !board_.needs_all());
    if (board_.needs_all()) {
      // A chain through all terminals ends in one of them, and has all others on its way.
      for (const Word last : board_.ends()) {
        const auto on_the_way = edges_of_paths_to({last});
        can_be_last[last] = std::all_of(board_.ends().begin(), board_.ends().end(), [&](Word end) {
          const int side = board_.rotation(end);
          return end == last || (on_the_way[joint(end, side)] && on_the_way[joint(end, side + 2)]);
        });
        if (!can_be_last[last]) continue;
        for (std::size_t edge = 0; edge < useful.size(); ++edge)
          useful[edge] = useful[edge] || on_the_way[edge];
      }
    } else {
      useful = edges_of_paths_to(board_.ends());
    }
    bool has_killed = false;
    for (Node node = 2; node < graph.size(); ++node) {
      if (dead[node]) continue;
      const Word cell = graph.cell(node);
      const bool is_useful =
          useful[joint(cell, graph.side(node))] &&
          (board_.kind(cell) != PipesBoard::elbow || useful[3 * cell + 2]) &&
          (can_be_last[cell] || graph.edges(node, true).begin()->to != PipesGraph::kTarget);
      if (is_useful) continue;
      dead[node] = true;
      has_killed = true;
    }
    return has_killed;
  }

 private:
  struct Edge {
    Word a;
    Word b;
    std::size_t name;
  };
  struct Link {
    Word to;
    std::size_t name;
  };

  // Names of edges: two for the left and upper border of every cell, and one for the inside of an elbow.
  std::size_t joint(Word cell, int side) const {
    if (side == 2) return 3 * std::size_t{cell + 1};
    if (side == 3) return 3 * std::size_t{cell + board_.width()} + 1;
    return 3 * std::size_t{cell} + static_cast<std::size_t>(side);
  }
  static Word vertex(Word cell, int side) { return 2 * cell + static_cast<Word>(side % 2); }
  Word start() const { return vertex(board_.start(), board_.rotation(board_.start())); }
  Word beyond() const { return 2 * board_.cells(); }

  void collect(const PipesGraph& graph, const std::vector<bool>& dead) {
    edges_.clear();
    std::vector<bool> is_known(3 * std::size_t{board_.cells()});
    const auto join = [&](Word a, Word b, std::size_t name) {
      if (is_known[name]) return;
      is_known[name] = true;
      edges_.push_back({a, b, name});
    };
    for (Node node = 2; node < graph.size(); ++node) {
      if (dead[node]) continue;
      const Word cell = graph.cell(node);
      const int side = graph.side(node);
      join(vertex(cell, side), vertex(board_.neighbour(cell, side), side), joint(cell, side));
      if (board_.kind(cell) == PipesBoard::elbow) join(2 * cell, 2 * cell + 1, 3 * std::size_t{cell} + 2);
    }
  }

  // Whether an edge, by name, lies on a simple path from the start to one of the ends.
  std::vector<bool> edges_of_paths_to(const std::vector<Word>& ends) {
    const std::size_t nameless = 3 * std::size_t{board_.cells()};
    const std::size_t count = edges_.size();
    for (const Word end : ends) edges_.push_back({vertex(end, board_.rotation(end)), beyond(), nameless});
    first_.assign(beyond() + 2, 0);
    for (const Edge& edge : edges_) {
      ++first_[edge.a + 1];
      ++first_[edge.b + 1];
    }
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    links_.resize(2 * edges_.size());
    auto next = first_;
    for (const Edge& edge : edges_) {
      links_[next[edge.a]++] = {edge.b, edge.name};
      links_[next[edge.b]++] = {edge.a, edge.name};
    }
    edges_.resize(count);
    std::vector<bool> found(nameless);
    for (const std::size_t name : component()) {
      if (name < nameless) found[name] = true;
    }
    return found;
  }

  // Depth-first search from the start, through the edge to the vertex beyond the ends first. The edges met
  // until that vertex is left, less those of components that are complete before, are its component.
  std::vector<std::size_t> component() const {
    std::vector<Word> depth(beyond() + 1, 0), low(beyond() + 1, 0);
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    std::vector<std::size_t> met;
    struct Visit {
      Word vertex;
      Word parent;
      std::size_t met_before;
    };
    depth[start()] = low[start()] = 1;
    depth[beyond()] = low[beyond()] = 2;
    low[beyond()] = 1;
    std::vector<Visit> trail{{beyond(), start(), 0}};
    while (!trail.empty()) {
      const Visit visit = trail.back();
      const Word at = visit.vertex;
      if (next[at] < first_[at + 1]) {
        const auto [to, name] = links_[next[at]++];
        // No two vertices have two edges between them but these, so the parent's edge is known by the parent.
        if (to == visit.parent) continue;
        if (depth[to] == 0) {
          depth[to] = low[to] = depth[at] + 1;
          trail.push_back({to, at, met.size()});
          met.push_back(name);
        } else if (depth[to] < depth[at]) {
          met.push_back(name);
          low[at] = std::min(low[at], depth[to]);
        }
        continue;
      }
      trail.pop_back();
      if (trail.empty()) break;
      const Word parent = visit.parent;
      low[parent] = std::min(low[parent], low[at]);
      if (low[at] >= depth[parent]) met.resize(visit.met_before);
    }
    return met;
  }

  const PipesBoard& board_;
  std::vector<Edge> edges_;
  std::vector<std::size_t> first_;
  std::vector<Link> links_;
};

}  // namespace ludoplan
