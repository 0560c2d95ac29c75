"""Searches for the hardest level of a given small size: the one with the costliest shortest solution.

    .venv/bin/python benchmarks/hardest.py boxup-3x3-four --minutes 10 -o found

Threshold search over the game's edits: a child is taken unless it is worse by more than a threshold that shrinks with
each round; where a level's own state space holds a harder start, the search goes on from there. Prints a Markdown row;
the level is written where it is wanted, its optimum proven by the game's best solver and replayed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludoplan import Budget, Limits, Status, solve
from ludoplan.analysis.analyse import explored
from ludoplan.analysis.order import Order, Workshop, drawn
from ludoplan.core.options import complete
from ludoplan.core.referee import Replay
from ludoplan.core.registry import game
from ludoplan.games.boxup.rules import BoxupLevel, BoxupState
from ludoplan.games.roll.rules import SPLIT, RollLevel, RollState

SIZES: dict[str, tuple[str, dict[str, Any]]] = {
    "roll-8x8-two": ("roll", {"rows": 8, "columns": 8, "switches": 2}),
    "roll-8x8-two-kinds": ("roll", {"rows": 8, "columns": 8, "switches": 2}),  # each on any number of cells
    "boxup-3x3-four": ("boxup", {"rows": 3, "columns": 3, "boxes": 4, "walls": 2}),
    "boxup-4x4-four": ("boxup", {"rows": 4, "columns": 4, "boxes": 4, "walls": 4}),
    "pipes-8x8": ("pipes", {"rows": 8, "columns": 8}),
    "plotting-4x4-three": ("plotting", {"rows": 4, "columns": 4, "colours": 3, "goal": 2}),
    "lara-twelve": (
        "lara",
        {"tiles": 12, "levers": 2, "cracked": 2, "snakes": 1, "saws": 1, "spiders": 1, "lizards": 1, "spears": 1},
    ),
}


def roll_at(level: RollLevel, state: RollState) -> RollLevel | None:
    """The level that begins in this state; None where the text form cannot say it."""
    if state.kind == SPLIT or level.target in state.cells():
        return None
    if any(level.at(cell) != "g" for cell in state.cells()):
        return None  # the mark of the start would hide what is below it
    return replace(level, start=state.cells(), on=state.bridges)


def boxup_at(level: BoxupLevel, state: BoxupState) -> BoxupLevel:
    boxes = tuple(box._replace(cell=cell) for box, cell in zip(level.boxes, state.boxes, strict=True))
    return replace(level, player=state.player, boxes=boxes)


LEVEL_AT: dict[str, Callable[[Any, Any], Any]] = {"roll": roll_at, "boxup": boxup_at}
# Only these edits: the grid stays full.
ONLY = {"plotting": ("colour",)}


def has_two_switches(level: Any) -> bool:
    return sum(character.isupper() for row in level.rows for character in row) <= 2


FITS = {"roll-8x8-two": has_two_switches}
ROUNDS = 1500  # of one climb
BROOD = 6
MOST_STATES = 300_000


class Search(Workshop):
    """A workshop whose levels are the better the costlier their shortest solution is."""

    fits: Callable[[Any], bool] = staticmethod(lambda level: True)

    def value(self, level: Any) -> tuple[float, Any]:
        """The optimum of the level or of the hardest start that it holds, and the level that begins there."""
        if self.game.name not in LEVEL_AT:
            return self.evaluator.cost(level) or 0, level
        task = self.evaluator.task(level)
        self.evaluator.evaluated += 1
        found = explored(task, Budget(Limits(nodes=MOST_STATES)))
        if not found.exact or found.cost is None or found.farthest is None:
            return 0, level
        if found.farthest > found.cost:
            replay = Replay(task)
            replay.play_all(found.way_to_farthest or ())
            moved = LEVEL_AT[self.game.name](task.level, replay.state)
            if moved is not None:
                return found.farthest, moved
        return found.cost, level

    def children(self, rng: random.Random, level: Any, most: Any, count: int) -> Iterator[Any]:
        only = ONLY.get(self.game.name)
        edits = [edit for edit in self.game.design.edits(level) if only is None or edit.kind.split()[0] in only]
        for edit in drawn(rng, edits, count):
            extent = self.game.design.extent(edit.level)
            is_small = all(extent[key] <= limit for key, limit in most.items())
            if is_small and extent.get("boxes") == most.get("boxes") and self.fits(edit.level):
                yield edit.level

    def search(self, rng: random.Random, until: float) -> tuple[float, Any]:
        """The best level of one climb."""
        level = self.game.design.generate(rng, self.order.options)
        while not self.fits(level):
            level = self.game.design.generate(rng, self.order.options)
        most = {key: self.order.options.get(key, count) for key, count in self.game.design.extent(level).items()}
        value, level = self.value(level)
        best = value, level
        for number in range(ROUNDS):
            threshold = 0.15 * value * (1 - number / ROUNDS)
            base = level if rng.random() < 0.6 else next(self.children(rng, level, most, 1), level)
            children = [self.value(child) for child in self.children(rng, base, most, BROOD)]
            if children:
                reached = max(children, key=lambda child: child[0])
                if reached[0] >= value - rng.random() * threshold:
                    value, level = reached
            if value > best[0]:
                best = value, level
            if time.process_time() > until:
                break
        return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("size", choices=SIZES)
    parser.add_argument("--minutes", type=float, default=10, help="of CPU time")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path, default=Path("found"))
    arguments = parser.parse_args()
    name, options = SIZES[arguments.size]
    of = game(name)
    search = Search(Order(name, complete(of.design.options, options)))
    search.fits = FITS.get(arguments.size, search.fits)
    rng = random.Random(arguments.seed)
    began = time.process_time()
    until = began + 60 * arguments.minutes
    best: tuple[float, Any] = (0, None)
    climbs = 0
    arguments.output.mkdir(parents=True, exist_ok=True)
    while time.process_time() < until:
        found = search.search(rng, until)
        climbs += 1
        if found[0] > best[0]:
            best = found
            (arguments.output / f"{arguments.size}{of.suffixes[0]}").write_text(of.text.format(best[1]))
    result = solve(of.configure(best[1]), game=of)
    assert result.status is Status.OPTIMAL, result
    assert result.cost == best[0], result
    minutes = (time.process_time() - began) / 60
    looked = search.evaluator.evaluated
    print(f"| {arguments.size} | {result.cost} | {minutes:.1f} | {climbs} | {looked:,} | {result.proof} |")


if __name__ == "__main__":
    main()
