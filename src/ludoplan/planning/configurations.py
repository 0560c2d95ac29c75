"""The planner's named configurations: a search kernel, a heuristic, and what they promise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .. import _native
from ..pddl.features import SUPPORTED

HEURISTICS = {each.name: each for each in _native.planner_heuristics()}
ADMISSIBLE = tuple(name for name, heuristic in HEURISTICS.items() if heuristic.admissible)
NUMERIC = frozenset({":numeric-fluents", ":fluents"})


@dataclass(frozen=True)
class Configuration:
    """`planner:NAME`. Optimal ones prove the least cost."""

    name: str
    summary: str
    kernel: str
    heuristic: str = "blind"
    optimal: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)
    guide: str = "blind"  # a second heuristic

    @property
    def lacks(self) -> frozenset[str]:
        """What of PDDL it does not take: sets of states are of facts only, and so are some heuristics."""
        is_numeric = self.kernel != "symbolic" and HEURISTICS[self.heuristic].numeric
        return frozenset() if is_numeric else NUMERIC

    @property
    def features(self) -> frozenset[str]:
        """What of PDDL it takes, by the names of :requirements."""
        return frozenset(SUPPORTED) - self.lacks


# Among equal states the newest first; of the actions those that a cheapest plan may begin with.
CHEAPEST = {"tie_break": "low-h-lifo", "only_needed": True}


def _astar(heuristic: str, summary: str) -> Configuration:
    return Configuration(f"astar-{heuristic}", f"A* {summary}", "best_first", heuristic, True, CHEAPEST)


BLIND = _astar("blind", "without a heuristic")
HMAX = _astar("hmax", "with h_max, also by intervals of numbers")
LMCUT = _astar("lmcut", "with the landmark-cut heuristic")
PATTERNS = _astar("patterns", "with sums of pattern databases")
LMCUT_PATTERNS = Configuration("astar-lmcut-patterns", "A* with pattern databases, and landmark cut where it gets to",
                               "best_first", "lmcut", True, {**CHEAPEST, "guide_first": True}, "patterns")  # fmt: skip
SYMBOLIC = Configuration("symbolic", "sets of states as decision diagrams, from both ends", "symbolic", optimal=True)
LAZY_FF = Configuration("lazy-ff-pref", "greedy with h_FF, states evaluated late, preferred actions first",
                        "lazy_greedy", "ff")  # fmt: skip
BFWS = Configuration("bfws", "best-first width search: states that show something new first", "width")
LAZY_LANDMARKS = Configuration("lazy-landmarks", "greedy with h_FF and landmarks by turns, preferred actions first",
                               "lazy_greedy", "ff-steps", guide="landmarks")  # fmt: skip
LAZY_EXPLORE = Configuration("lazy-explore", "the same, where some of the moves are drawn, whatever their estimates",
                             "lazy_greedy", "ff-steps", settings={"explores": True}, guide="landmarks")  # fmt: skip
GREEDY_FF = Configuration("gbfs-ff", "greedy with h_FF", "best_first", "ff", settings={"g_weight": 0})
GOAL_COUNT = Configuration("gbfs-goalcount", "greedy by the number of goals that are not met", "best_first",
                           "goal-count", settings={"g_weight": 0})  # fmt: skip
WASTAR_FF = Configuration("wastar-ff", "weighted A* with 3 times h_FF", "best_first", "ff", settings={"h_weight": 3})
CLAUSES = Configuration("sat", "clauses, as the solver `sat:mp` has them", "sat")

CONFIGURATIONS = (
    BLIND,
    HMAX,
    LMCUT,
    PATTERNS,
    LMCUT_PATTERNS,
    SYMBOLIC,
    Configuration("idastar-hmax", "iterative deepening A* with h_max", "depth_first", "hmax", True,
                  settings={"deepen": True, "measure": "cost"}),
    Configuration("idastar-lmcut", "iterative deepening A* with landmark cut", "depth_first", "lmcut",
                  True, {"deepen": True, "measure": "cost"}),
    Configuration("astar-add", "A* with h_add, which is not admissible: good plans, no proof", "best_first", "hadd"),
    WASTAR_FF,
    GOAL_COUNT,
    Configuration("gbfs-add", "greedy with h_add", "best_first", "hadd", settings={"g_weight": 0}),
    GREEDY_FF,
    Configuration("lazy-ff", "greedy with h_FF, states evaluated late", "lazy_greedy", "ff",
                  settings={"use_preferred": False}),
    LAZY_FF,
    LAZY_LANDMARKS,
    LAZY_EXPLORE,
    BFWS,
)  # fmt: skip
