"""The planner's named configurations: a search kernel, a heuristic, and what they promise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..pddl.features import SUPPORTED

HEURISTICS = ("blind", "goal-count", "hmax", "hadd", "ff", "lmcut")
ADMISSIBLE = ("blind", "hmax", "lmcut")
NUMERIC = frozenset({":numeric-fluents", ":fluents"})


@dataclass(frozen=True)
class Configuration:
    """`planner:NAME`. Optimal ones prove the least cost."""

    name: str
    summary: str
    kernel: str
    heuristic: str = "blind"
    optimal: bool = False
    lacks: frozenset[str] = frozenset()
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def features(self) -> frozenset[str]:
        """What of PDDL it takes, by the names of :requirements."""
        return frozenset(SUPPORTED) - self.lacks


def _astar(heuristic: str, summary: str, lacks: frozenset[str] = frozenset()) -> Configuration:
    return Configuration(f"astar-{heuristic}", f"A* {summary}", "best_first", heuristic, True, lacks)


BLIND = _astar("blind", "without a heuristic")
HMAX = _astar("hmax", "with h_max, also by intervals of numbers")
LMCUT = _astar("lmcut", "with the landmark-cut heuristic", NUMERIC)
LAZY_FF = Configuration("lazy-ff-pref", "greedy with h_FF, states evaluated late, preferred actions first",
                        "lazy_greedy", "ff")  # fmt: skip
BFWS = Configuration("bfws", "best-first width search: states that show something new first", "width", lacks=NUMERIC)
WASTAR_FF = Configuration("wastar-ff", "weighted A* with 3 times h_FF", "best_first", "ff", settings={"h_weight": 3})

CONFIGURATIONS = (
    BLIND,
    HMAX,
    LMCUT,
    Configuration("idastar-hmax", "iterative deepening A* with h_max", "depth_first", "hmax", True,
                  settings={"deepen": True, "measure": "cost"}),
    Configuration("idastar-lmcut", "iterative deepening A* with landmark cut", "depth_first", "lmcut",
                  True, NUMERIC, {"deepen": True, "measure": "cost"}),
    WASTAR_FF,
    Configuration("gbfs-goalcount", "greedy by the number of goals that are not met", "best_first", "goal-count",
                  settings={"g_weight": 0}),
    Configuration("gbfs-add", "greedy with h_add", "best_first", "hadd", settings={"g_weight": 0}),
    Configuration("gbfs-ff", "greedy with h_FF", "best_first", "ff", settings={"g_weight": 0}),
    Configuration("lazy-ff", "greedy with h_FF, states evaluated late", "lazy_greedy", "ff",
                  settings={"use_preferred": False}),
    LAZY_FF,
    BFWS,
)  # fmt: skip
