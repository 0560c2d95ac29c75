// Which parts of a board can lie on a legal chain at all, by its cut points.
//
// A chain that uses no piece twice is a simple path of an undirected graph in which every piece is two
// vertices, one for its left and right sides and one for its upper and lower sides; an elbow, or an empty
// cell on which one may be laid, joins its two by an edge. Let all ends be joined to one more vertex, and
// that to the start: the edges that lie on a simple path from the start to an end are those in the same
// biconnected component as the last edge. All others are useless, and a chain that wandered through them
// would have to come back through a piece it has used.
#pragma once

#include <algorithm>
#include <vector>

#include "games/pipes_forced.hpp"
#include "games/pipes_graph.hpp"

namespace ludoplan {

class PipesBlocks {
 public:
  explicit PipesBlocks(const PipesBoard& board) : board_(board) {}

  // Kills the living nodes that no legal chain passes; returns whether there were any.
  bool prune(const PipesGraph& graph, std::vector<bool>& dead) {
    collect(graph, dead);
    std::vector<bool> useful(3 * std::size_t{board_.cells()});
    std::vector<bool> can_be_last(board_.cells(), !board_.rules().needs_all);
    if (board_.rules().needs_all) {
      for (const Word last : board_.ends()) can_be_last[last] = add_useful_if_last(last, useful);
    } else {
      useful = edges_of_paths_to(board_.ends(), edges_);
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

  std::size_t joint(Word cell, int side) const { return pipes_border(board_, cell, side); }
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
      const auto kind = board_.kind(cell);
      if (kind == PipesBoard::elbow || kind == PipesBoard::empty) {
        join(2 * cell, 2 * cell + 1, 3 * std::size_t{cell} + 2);
      }
    }
  }

  // Adds the edges that are useful to chains through all terminals with this one last; false if there are
  // none.
  bool add_useful_if_last(Word last, std::vector<bool>& useful) {
    std::vector<PipesForced::Border> borders(useful.size(), PipesForced::closed);
    std::vector<Edge> edges = edges_;
    for (const Edge& edge : edges) borders[edge.name] = PipesForced::open;
    for (std::size_t before = edges.size() + 1; edges.size() < before;) {
      before = edges.size();
      if (!PipesForced(board_, last, borders).follow()) return false;
      std::erase_if(edges, [&](const Edge& edge) { return borders[edge.name] == PipesForced::closed; });
      const auto found = edges_of_paths_to({last}, edges);
      for (std::size_t name = 0; name < borders.size(); ++name) {
        if (found[name]) continue;
        if (borders[name] == PipesForced::crossed) return false;
        borders[name] = PipesForced::closed;
      }
      std::erase_if(edges, [&](const Edge& edge) { return !found[edge.name]; });
    }
    for (const Edge& edge : edges) useful[edge.name] = true;
    return true;
  }

  // Whether an edge, by name, lies on a simple path from the start to one of the ends.
  std::vector<bool> edges_of_paths_to(const std::vector<Word>& ends, std::vector<Edge> edges) {
    const std::size_t nameless = 3 * std::size_t{board_.cells()};
    for (const Word end : ends) edges.push_back({vertex(end, board_.rotation(end)), beyond(), nameless});
    first_.assign(beyond() + 2, 0);
    for (const Edge& edge : edges) {
      ++first_[edge.a + 1];
      ++first_[edge.b + 1];
    }
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    links_.resize(2 * edges.size());
    auto next = first_;
    for (const Edge& edge : edges) {
      links_[next[edge.a]++] = {edge.b, edge.name};
      links_[next[edge.b]++] = {edge.a, edge.name};
    }
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
