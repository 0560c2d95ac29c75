// The two searches of the literature, for comparison: the cheapest relaxed walk, which may be no legal chain,
// and the first chain that a depth-first search meets, which may be long.
#pragma once

#include <algorithm>
#include <vector>

#include "games/pipes_chain.hpp"

namespace ludoplan {

// The cheapest relaxed walk: `found` if it is a legal chain, `cut` if it is not and proves its cost as a
// bound only.
inline PipesChain relaxed_chain(const PipesBoard& board, Monitor& monitor) {
  PipesChain result;
  const PipesGraph graph(board, monitor);
  const auto distance = graph.distances(false, std::vector<bool>(graph.size()), &monitor);
  result.stop = monitor.stopped();
  if (result.stop != Stop::none) {
    result.verdict = Verdict::stopped;
    return result;
  }
  result.counters.expanded = result.counters.stored = graph.size();
  result.bound = result.cost = distance[PipesGraph::kSource];
  if (result.cost >= kFar) return result;
  result.verdict = Verdict::found;
  std::vector<bool> used(graph.resources());
  for (Node node = PipesGraph::kSource; node != PipesGraph::kTarget;) {
    result.cells.push_back(graph.cell(node));
    if (used[graph.resource(node)]) result.verdict = Verdict::cut;
    used[graph.resource(node)] = true;
    for (const auto& [to, cost] : graph.edges(node, true)) {
      if (distance[to] + cost == distance[node]) {
        node = to;
        break;
      }
    }
  }
  return result;
}

// The first chain in depth-first order: up before down, left before right; a horizontal start looks right
// first.
inline PipesChain depth_first_chain(const PipesBoard& board, Monitor& monitor) {
  PipesChain result;
  const PipesGraph graph(board, monitor);
  const auto ways = [&](Node node) {
    const auto edges = graph.edges(node, true);
    std::vector<PipesEdge> steps(edges.begin(), edges.end());
    const bool right_first = node == PipesGraph::kSource && board.rotation(board.start()) % 2 == 0;
    std::stable_sort(steps.begin(), steps.end(), [&](const PipesEdge& a, const PipesEdge& b) {
      const int one = opposite(graph.side(a.to)), other = opposite(graph.side(b.to));
      return right_first ? one > other : one < other;
    });
    // The last is tried first.
    std::reverse(steps.begin(), steps.end());
    return steps;
  };
  struct Visit {
    Node node;
    std::int32_t cost;
    std::vector<PipesEdge> left;
  };
  std::vector<bool> used(graph.resources());
  std::vector<Visit> trail;
  if (monitor.stopped() == Stop::none) {
    trail.push_back({PipesGraph::kSource, 0, ways(PipesGraph::kSource)});
    used[graph.resource(PipesGraph::kSource)] = true;
  }
  while (!trail.empty()) {
    if ((++result.counters.expanded & 1023) == 0 && monitor.poll(result.counters)) break;
    Visit& top = trail.back();
    if (top.left.empty()) {
      used[graph.resource(top.node)] = false;
      trail.pop_back();
      continue;
    }
    const PipesEdge step = top.left.back();
    top.left.pop_back();
    ++result.counters.generated;
    if (step.to == PipesGraph::kTarget) {
      for (const Visit& visit : trail) {
        result.cells.push_back(graph.cell(visit.node));
        result.cost += visit.cost;
      }
      result.verdict = Verdict::found;
      return result;
    }
    if (used[graph.resource(step.to)]) continue;
    used[graph.resource(step.to)] = true;
    trail.push_back({step.to, step.cost, ways(step.to)});
    result.counters.stored = std::max<std::uint64_t>(result.counters.stored, trail.size());
  }
  result.stop = monitor.stopped();
  result.verdict = result.stop == Stop::none ? Verdict::exhausted : Verdict::stopped;
  return result;
}

}  // namespace ludoplan
