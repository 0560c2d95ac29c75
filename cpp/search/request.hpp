// What a search is asked for.
#pragma once

#include <string>
#include <vector>

#include "search/concepts.hpp"
#include "search/monitor.hpp"

namespace ludoplan {

// Among states of equal f: the lowest estimate first, then the oldest; the lowest, then the newest; the
// oldest; the newest.
enum class TieBreak { low_h, low_h_lifo, fifo, lifo };

enum class Duplicates {
  all,   // never look at a state again unless it was reached more cheaply; needs memory for all states
  path,  // only states of the current path are avoided; memory for one path
  none,  // a pure tree search
};

enum class Measure { moves, cost };

// The options of all kernels; each takes what it knows.
struct Settings {
  int heuristic = kBlind;
  int guide = kBlind;  // the estimate by which a beam chooses; a second one of greedy search
  std::size_t width = 10'000;
  std::size_t threads = 1;
  // f = g_weight * g + h_weight * h.
  Cost g_weight = 1;
  Cost h_weight = 1;
  TieBreak tie_break = TieBreak::low_h;
  Duplicates duplicates = Duplicates::all;
  Measure measure = Measure::moves;  // what max_bound bounds: moves, or cost plus estimate
  Cost max_bound = kDeadEnd;         // kDeadEnd: no bound
  bool deepen = false;               // from the least bound on up to the last
  bool guide_first = false;  // best-first search: the guide is a quick estimate, asked before the other
  bool only_needed = false;  // of the successors those that the system says are needed for a cheapest path
  bool use_preferred = true;
  bool explores = false;  // greedy search: every few turns a move that is drawn, whatever its estimate
  // States through which no path is cheaper than this are left out; `exhausted` then means: there is no such
  // path. kDeadEnd: nothing is left out.
  Cost cut_at = kDeadEnd;
};

struct Request {
  std::string kernel;
  std::string heuristic = "blind";
  std::string guide = "blind";
  Settings settings;
  std::vector<Move> prefix;  // the search starts after these moves
  Limits limits;
};

}  // namespace ludoplan
