// The graph whose walks are the relaxed chains of a level of Pipes.
//
// A node says: the flow has come into this piece by this side, and what of its history the rules ask for:
// which terminals it has passed where it must pass all of them, how many pieces it has where it must have
// so many, what their charges add up to, and how many pieces of the queue were taken. A walk from the source
// to the target is a chain in which a piece may be used more than once; a legal chain is a walk on which no
// *resource* comes twice. A piece is one resource, a cross is one for each axis.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <queue>
#include <span>
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

// What of the history of a walk the rules ask for, as a number: 0 where they ask for nothing.
class PipesHistories {
 public:
  struct History {
    std::size_t ends = 0;  // a bit for each that was passed
    Word taken = 0;        // of the queue, laid or skipped
    Word length = 0;       // pieces, at most as many as are asked for
    std::int64_t charge = 0;
  };

  // Without demands histories are the ends at most.
  PipesHistories(const PipesBoard& board, std::size_t ends, bool has_demands)
      : all_ends_((std::size_t{1} << ends) - 1) {
    const PipesRules& rules = board.rules();
    if (!has_demands) return;
    queue_ = static_cast<Word>(rules.queue.size());
    min_length_ = rules.min_length;
    has_charge_ = rules.has_charge;
    charge_ = rules.charge;
    if (!has_charge_) return;
    std::int64_t least = 0, most = 0;  // of all chains and parts of chains that use no piece twice
    for (Word cell = 0; cell < board.cells(); ++cell) {
      const std::int64_t all = board.charge(cell) * (board.kind(cell) == PipesBoard::cross ? 2 : 1);
      (all < 0 ? least : most) += all;
    }
    least_charge_ = std::max(least, charge_ - most);
    most_charge_ = std::min(most, charge_ - least);
  }

  // How many there may be, as a floating-point number: it may be large.
  double count() const {
    return static_cast<double>(all_ends_ + 1) * (queue_ + 1) * (min_length_ + 1) *
           static_cast<double>(charges());
  }
  std::size_t number(const History& history) const {
    const std::size_t length = history.length + (min_length_ + std::size_t{1}) * history.taken;
    const auto charge = static_cast<std::size_t>(history.charge - least_charge_);
    return charge +
           charges() * (length + (min_length_ + std::size_t{1}) * (queue_ + std::size_t{1}) * history.ends);
  }
  // The history after going on to a piece of this charge.
  History after(History history, std::int64_t charge) const {
    if (history.length < min_length_) ++history.length;
    if (has_charge_) history.charge += charge;
    return history;
  }
  // Whether a chain may have such a charge on its way.
  bool may_go_on(const History& history) const {
    return least_charge_ <= history.charge && history.charge <= most_charge_;
  }
  bool has_all_ends(const History& history) const { return history.ends == all_ends_; }
  // Whether a walk that has come to its end is one that is asked for.
  bool meets_demands(const History& history) const {
    return history.length == min_length_ && (!has_charge_ || history.charge == charge_);
  }

 private:
  std::size_t charges() const {
    return static_cast<std::size_t>(std::max<std::int64_t>(most_charge_ - least_charge_, 0)) + 1;
  }

  std::size_t all_ends_;
  Word queue_ = 0;
  Word min_length_ = 0;
  bool has_charge_ = false;
  std::int64_t charge_ = 0, least_charge_ = 0, most_charge_ = 0;
};

class PipesGraph {
 public:
  static constexpr Node kSource = 0;
  static constexpr Node kTarget = 1;
  static constexpr Word kNothing = 0xFFFFFFFFu;

  // The chains that the rules ask for. Without the memory for it the graph is empty.
  PipesGraph(const PipesBoard& board, Monitor& monitor)
      : PipesGraph(board, board.ends(), board.rules().needs_all, true, &monitor) {}
  // The chains from the start to any of `ends`, whatever else the rules ask for.
  PipesGraph(const PipesBoard& board, const std::vector<Word>& ends)
      : PipesGraph(board, ends, false, false, nullptr) {}

  Node size() const { return static_cast<Node>(cell_.size()); }
  Word cell(Node node) const { return cell_[node]; }
  int side(Node node) const { return side_[node]; }
  Word resource(Node node) const { return resource_[node]; }
  Word resources() const { return resources_; }

  // The edges out of a node or, looking backward, those into it.
  std::span<const PipesEdge> edges(Node node, bool forward) const {
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
  static constexpr double kMostBytes = 16e9;
  static constexpr std::size_t kBytesOfNode = 96;  // with its edges and history, about

  PipesGraph(const PipesBoard& board, const std::vector<Word>& ends, bool needs_all, bool has_demands,
             Monitor* monitor) {
    const PipesHistories histories(board, needs_all ? ends.size() : 0, has_demands);
    const std::size_t sides = std::size_t{4} * board.cells();
    const double bytes = histories.count() * static_cast<double>(sides * sizeof(Node));
    if (monitor != nullptr && (bytes > kMostBytes || !monitor->may_take(static_cast<std::size_t>(bytes)))) {
      monitor->stop(Stop::memory);
      return;
    }
    std::vector<Node> number(static_cast<std::size_t>(histories.count()) * sides, kNothing);
    std::vector<PipesHistories::History> history;
    std::vector<int> end_number(board.cells(), -1);
    for (std::size_t i = 0; i < ends.size(); ++i) end_number[ends[i]] = static_cast<int>(i);
    const auto add = [&](Word cell, int side, const PipesHistories::History& own) {
      cell_.push_back(cell);
      side_.push_back(static_cast<std::uint8_t>(side));
      history.push_back(own);
      return static_cast<Node>(cell_.size() - 1);
    };
    add(board.start(), kNoSide, histories.after({}, board.charge(board.start())));
    add(0, kNoSide, {});
    for (Node node = kSource; node < cell_.size(); ++node) {
      first_out_.push_back(static_cast<std::uint32_t>(out_.size()));
      if (node == kTarget) continue;
      if ((node & 1023) == 0 && monitor != nullptr) {
        if (node > 0) monitor->took(1024 * kBytesOfNode);
        if (monitor->poll({})) return;
      }
      const Word cell = cell_[node];
      const PipesHistories::History own = history[node];
      if (end_number[cell] >= 0 && (!needs_all || histories.has_all_ends(own))) {
        if (!has_demands || histories.meets_demands(own)) out_.push_back({kTarget, 0});
        continue;
      }
      const auto go = [&](int exit, int turns) {
        const Word to = board.neighbour(cell, exit);
        const int side = opposite(exit);
        if (!board.can_enter(to, side)) return;
        PipesHistories::History after = histories.after(own, board.charge(to));
        if (!histories.may_go_on(after)) return;
        if (needs_all && end_number[to] >= 0) {
          if ((after.ends >> end_number[to] & 1) != 0) return;
          after.ends |= std::size_t{1} << end_number[to];
        }
        const auto link = [&](int cost) {
          Node& known = number[histories.number(after) * sides + 4 * to + static_cast<Word>(side)];
          if (known == kNothing) known = add(to, side, after);
          const int go_cost = node == kSource ? board.rules().first_go_cost : 1;
          out_.push_back({known, go_cost + turns * board.rules().turn_cost + cost});
        };
        if (board.kind(to) != PipesBoard::empty || !has_demands) return link(0);
        // Of the pieces that lead the same way the first is as good as any: it leaves most of the queue.
        std::array<bool, 5> seen{};
        for (Word next = own.taken; next < board.rules().queue.size(); ++next) {
          const int out = board.exit_of_queued(next, side);
          if (out == kNoSide || seen[static_cast<std::size_t>(out)]) continue;
          seen[static_cast<std::size_t>(out)] = true;
          after.taken = next + 1;
          link(static_cast<int>(next - own.taken) * board.rules().skip_cost);
        }
      };
      if (node == kSource) {
        for (const int exit : board.exits(cell, board.rotation(cell), kNoSide)) go(exit, 0);
      } else if (board.kind(cell) == PipesBoard::empty && has_demands) {
        go(board.exit_of_queued(own.taken - 1, side_[node]), 0);
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
  const PipesGraph graph(board, ends);
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
