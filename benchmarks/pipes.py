"""Measurements of Pipes, as Markdown: python benchmarks/pipes.py agreement | rules | speed | circuit | levels

agreement  the two exact solvers and brute force on random boards
rules      the same for levels with a least length, with charges, with a queue; the planner too
speed      random boards of growing size, the worst case of each
circuit    40x40 boards: the exact solver against CP-SAT's circuit
levels     the bundled levels: relaxed BFS, DFS and the exact solver
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ludoplan import Limits, Result, Status, load, solve
from ludoplan.core.level import bundled
from ludoplan.core.options import complete
from ludoplan.games.pipes import GAME
from ludoplan.games.pipes.generate import OPTIONS
from ludoplan.games.pipes.rules import PipesLevel

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "games"))
from pipes_brute_force import RULES, best_chain, random_board, random_level, value_of


def timed(level: PipesLevel, solver: str, seconds: float) -> tuple[Result, float]:
    """The result and the processor time it took."""
    began = time.process_time()
    result = solve(level, solver, game=GAME, limits=Limits(seconds=seconds))
    return result, time.process_time() - began


def boards(count: int, objective: str, **options: object) -> Iterator[PipesLevel]:
    for seed in range(count):
        yield replace(GAME.design.generate(random.Random(seed), complete(OPTIONS, options)), objective=objective)


def agreement(arguments: argparse.Namespace) -> None:
    rng = random.Random(arguments.seed)
    print("| boards | compared | number | optimal | unsolvable | relaxed chain illegal | disagreements |")
    print("|---|---|---|---|---|---|---|")
    for size, solvers, brute_force, count in (
        ((2, 5), ("chain", "astar"), True, arguments.boards),
        ((3, 5), ("chain", "cp"), True, arguments.boards),
        ((6, 12), ("chain", "cp"), False, arguments.boards),
    ):
        seen: Counter[str] = Counter()
        for _ in range(count):
            level = random_board(rng, *size)
            answers = [solve(level, solver, game=GAME, limits=Limits(seconds=300)) for solver in solvers]
            values = {value_of(level, answer) for answer in answers}
            if brute_force:
                values.add(best_chain(level))
            seen.update({str(answers[0].status): 1, "wrong": len(values) > 1})
            seen["unproven"] += any(answer.status not in (Status.OPTIMAL, Status.UNSOLVABLE) for answer in answers)
            seen["illegal"] += solve(level, "relaxed-bfs", game=GAME).status is Status.INCOMPLETE
        names = " and ".join([*solvers, *(["brute force"] if brute_force else [])])
        wrong = seen["wrong"] + seen["unproven"]
        found = f"{seen['optimal']} | {seen['unsolvable']} | {seen['illegal']} | {wrong}"
        print(f"| {size[0]} to {size[1]} | {names} | {count} | {found} |", flush=True)


def rules(arguments: argparse.Namespace) -> None:
    rng = random.Random(arguments.seed)
    columns = ("chain", "astar", "cp", "planner")
    print(f"| rules | levels | optimal | unsolvable | {' | '.join(columns)} | disagreements |")
    print(f"|---|---|---|---|{'---|' * len(columns)}---|")
    for mix in (*((rule,) for rule in RULES), RULES):
        seen: Counter[str] = Counter()
        for number in range(arguments.boards):
            level = random_level(rng, 2, 5, mix)
            expected = best_chain(level)
            seen["unsolvable" if expected is None else "optimal"] += 1
            for solver in columns:
                if solver == "planner" and level.objective == "turns":
                    continue  # its plans are not the cheapest by turns
                if solver == "cp" and number >= arguments.circuit_boards:
                    continue
                answer = solve(level, solver, game=GAME, limits=Limits(seconds=300))
                agrees = answer.status in (Status.OPTIMAL, Status.UNSOLVABLE) and value_of(level, answer) == expected
                seen[solver if agrees else "wrong"] += 1
        found = " | ".join(str(seen[word]) for word in ("optimal", "unsolvable", *columns, "wrong"))
        print(f"| {', '.join(mix)} | {arguments.boards} | {found} |", flush=True)


SPEEDS = (
    *(("pieces", {"rows": size, "columns": size}) for size in (10, 20, 40, 80, 120, 200)),
    *((objective, {"rows": size, "columns": size}) for size in (40, 120) for objective in ("steps", "turns")),
    *(("pieces", {"rows": size, "columns": size, "straight": 0.8}) for size in (40, 120)),
    *(("pieces", {"rows": size, "columns": size, "holes": 0.15}) for size in (40, 120, 200)),
)
DEMANDING = (
    *(("pieces", {"rows": size, "columns": size, "min_length": 3 * size}) for size in (10, 20, 40)),
    *(("pieces", {"rows": size, "columns": size, "charged": 0.3}) for size in (10, 20, 30)),
    *(("pieces", {"rows": size, "columns": size, "empty": 0.4, "queue": 3 * size}) for size in (10, 20, 40)),
    *(("steps", {"rows": 20, "columns": 20, **more}) for more in ({"min_length": 60}, {"empty": 0.4, "queue": 60})),
)


def described(options: dict[str, float]) -> str:
    straight, holes = options.get("straight", 0.4), options.get("holes", 0)
    more = [f"{name} {value:g}" for name, value in options.items() if name in ("min_length", "charged", "queue")]
    return (
        f"{options['rows']}x{options['columns']}{''.join(', ' + each for each in more)} | {straight:.0%} | {holes:.0%}"
    )


def speed(arguments: argparse.Namespace) -> None:
    print("Random boards, two ends, processor seconds of a whole `solve` (parsing excluded):\n")
    print("| board | straight | holes | objective | boards | unsolvable | mean s | worst s | stopped |")
    print("|---|---|---|---|---|---|---|---|---|")
    for objective, options in DEMANDING if arguments.demanding else SPEEDS:
        times: list[float] = []
        seen: Counter[Status] = Counter()
        for level in boards(arguments.boards, objective, **options):
            result, seconds = timed(level, "auto", 60)
            times.append(seconds)
            seen[result.status] += 1
        stopped = len(times) - seen[Status.OPTIMAL] - seen[Status.UNSOLVABLE]
        figures = f"{sum(times) / len(times):.4f} | {max(times):.4f} | {stopped}"
        print(
            f"| {described(options)} | {objective} | {len(times)} | {seen[Status.UNSOLVABLE]} | {figures} |", flush=True
        )


def circuit(arguments: argparse.Namespace) -> None:
    print("40x40, 40 % straight: the exact solver against CP-SAT's circuit (one thread), the same boards:\n")
    print("| objective | boards | auto mean s | worst s | CP best s | mean s | worst s | ratio | stopped | unequal |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for objective in arguments.objectives:
        ours, theirs, stopped, unequal = [], [], 0, 0
        for level in boards(arguments.circuit_boards, objective, rows=40, columns=40):
            mine, seconds = timed(level, "auto", 60)
            ours.append(seconds)
            other, seconds = timed(level, "cp", 600)
            theirs.append(seconds)
            is_stopped = other.status not in (Status.OPTIMAL, Status.UNSOLVABLE)
            stopped += is_stopped
            unequal += not is_stopped and value_of(level, mine) != value_of(level, other)
        # The least of all boards.
        ratio = min(b / a for a, b in zip(ours, theirs, strict=True))
        auto = f"{sum(ours) / len(ours):.4f} | {max(ours):.4f}"
        other_times = f"{min(theirs):.2f} | {sum(theirs) / len(theirs):.2f} | {max(theirs):.2f}"
        print(
            f"| {objective} | {len(ours)} | {auto} | {other_times} | {ratio:.0f} | {stopped} | {unequal} |", flush=True
        )


def levels(arguments: argparse.Namespace) -> None:
    print("s: pieces of the chain; t: processor seconds; a relaxed chain that is illegal is marked by *.\n")
    print("| level | | objective | BFS s | BFS t | DFS s | DFS t | exact s | exact t | optimum |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name, known in bundled("pipes").items():
        level = load(f"pipes:{name}").level
        cells = []
        for solver in ("relaxed-bfs", "chain-dfs", "auto"):
            result, seconds = timed(level, solver, arguments.time_limit)
            size = "-"
            if result.plan is not None:
                size = str(1 + sum(move.startswith("go") for move in result.plan.moves))
            elif solver == "relaxed-bfs" and result.lower_bound is not None:
                size = f"{result.lower_bound}*"
            elif result.status is Status.UNSOLVABLE:
                size = "none"
            cells += [size, f"{seconds:.3f}" if result.status is not Status.TIMEOUT else f"> {arguments.time_limit:g}"]
        best = "none" if known.best is None else known.best
        print(f"| {name} | {known.title} | {known.objective or 'pieces'} | {' | '.join(cells)} | {best} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("agreement", "rules", "speed", "circuit", "levels"))
    parser.add_argument("--boards", type=int, default=200, help="random boards of each sort")
    parser.add_argument("--circuit-boards", type=int, default=10, help="boards that CP-SAT has to solve as well")
    parser.add_argument("--objectives", nargs="+", default=GAME.objectives, help="what CP-SAT has to minimise")
    parser.add_argument("--time-limit", type=float, default=30, help="for each solver on each bundled level")
    parser.add_argument("--demanding", action="store_true", help="speed: boards with lengths, charges, queues")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    for solver in ("auto", "cp"):  # loads what is loaded once
        solve(load("pipes:01"), solver)
    parts = {"agreement": agreement, "rules": rules, "speed": speed, "circuit": circuit, "levels": levels}
    parts[arguments.what](arguments)


if __name__ == "__main__":
    main()
