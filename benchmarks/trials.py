"""Trials: random tasks of every kind, every solver that claims a proof against each other and against brute force.

    python benchmarks/trials.py --hours 8 --seed 1 [--kinds roll,pddl-adl] [--results FILE] [--external]
    python benchmarks/trials.py --page [--results FILE]

Each claim of `optimal` or `unsolvable` is a trial. Brute force is plain code below that uses a game's Python rules and
nothing else. A task on which claims differ is made smaller while they still differ, and is written as a test
(tests/found). Counts are kept in a file and go on from there: the same seed goes on with new tasks.

Solvers share the time: one that has used more than its share waits, so that quick ones are tried on every task and slow
ones on as many as there is time for.
"""

from __future__ import annotations

import argparse
import faulthandler
import hashlib
import heapq
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, count
from pathlib import Path
from typing import Any

from chance import MAKERS, draw

from ludoplan import Limits, LudoplanError, Status, Task
from ludoplan.core import registry
from ludoplan.core.engine import Engine, Request
from ludoplan.core.limits import Budget
from ludoplan.core.options import complete
from ludoplan.core.task import AnyGame
from ludoplan.pddl import ast
from ludoplan.pddl.printer import print_domain, print_problem
from ludoplan.pddl.task import GAME as PDDL
from ludoplan.pddl.task import PddlTask
from ludoplan.running.solve import attempt, solve_task

ROOT = Path(__file__).resolve().parent.parent
FOUND = ROOT / "tests" / "found"
RESULTS = ROOT / "build" / "trials.json"
BRUTE_FORCE = "brute force"
MOST_STATES = 3000  # of brute force
LIMITS = Limits(seconds=0.2, nodes=300_000)  # SAT planning knows no end of its own on most tasks without a plan
# Walkers prove nothing; the others are second names. External planners are asked for.
LEFT_OUT = {"auto", "cp:ortools", "mouse", "wall", "maze:mouse"}
EXTERNAL = {"fast-downward", "fast-downward:blind", "symk", "enhsp:opt", "pyperplan"}
OTHERS = {"fast-downward:lama-first", "enhsp", "lpg"}
SHRINK_SECONDS = 60.0
QUICK = 0.002  # seconds a task: who needs no more is always tried; others get these shares of a kind's time
SHARE, BRUTE_SHARE = 0.25, 0.1  # the first is for all of them together
LEAST = 6  # solvers on each task, or drawing it would be in vain
HANGS = 900.0  # seconds for one task, after which the run ends with a traceback; much, as the machine may be busy

Claim = tuple[str, float | None]


# -- brute force


def brute_force(task: Task) -> Claim | None:
    """The least cost by the Python rules alone; None where there are too many states."""
    if task.game.name == "sudoku":
        return filled(task)
    game, level = task.game, task.level
    start = game.initial(level)
    best: dict[Any, Any] = {start: 0}
    queue: list[tuple[Any, int, Any]] = [(0, -1, start)]
    done = set()
    ties = count()
    while queue:
        summed, _, state = heapq.heappop(queue)
        if state in done:
            continue
        done.add(state)
        if game.is_goal(level, state):
            return "optimal", game.plan_cost(level, summed, [])
        if len(done) > MOST_STATES:
            return None
        for move in game.moves(level, state):
            after, way = game.apply(level, state, move), summed + game.cost(level, state, move)
            if after not in best or way < best[after]:
                best[after] = way
                heapq.heappush(queue, (way, next(ties), after))
    return "unsolvable", None


def filled(task: Task) -> Claim:
    """Sudoku cell by cell, the cell with the fewest digits next."""
    size = round(len(task.text.split("\n")[0]) ** 0.5)
    cells = [0 if character == "." else int(character) for character in task.text.strip()]
    box = round(size**0.5)
    near = [
        {j for j in range(size * size) if j != i
         and (i // size == j // size or i % size == j % size
              or (i // size // box, i % size // box) == (j // size // box, j % size // box))}
        for i in range(size * size)
    ]  # fmt: skip

    def fill() -> bool:
        free = [(len(digits), i, digits) for i in range(len(cells)) if not cells[i]
                for digits in [set(range(1, size + 1)) - {cells[j] for j in near[i]}]]  # fmt: skip
        if not free:
            return True
        _, i, digits = min(free, key=lambda each: each[:2])
        for digit in digits:
            cells[i] = digit
            if fill():
                return True
        cells[i] = 0
        return False

    blanks = cells.count(0)
    return ("optimal", blanks) if fill() else ("unsolvable", None)


# -- claims


@cache
def engines_of(of: AnyGame, external: bool) -> dict[str, Engine]:
    """The solvers that may claim something about tasks of this game."""
    of = None if of is PDDL else of
    return {
        name: engine
        for name, engine in registry.engines(of).items()
        if name not in LEFT_OUT | OTHERS and (external or name not in EXTERNAL) and engine.missing() is None
    }


def claim_of(task: Task, engine: Engine, rng: random.Random) -> Claim | str | None:
    """What the engine claims, with options drawn at random; a text for a failure, None for no claim."""
    options: dict[str, Any] = {}
    for option in engine.options:
        if option.key == "heuristic" and rng.random() < 0.5:
            options["heuristic"] = rng.choice(["blind", *(k for k, h in task.game.heuristics.items() if h.admissible)])
        elif option.key in ("rules", "tie_break") and rng.random() < 0.2:
            options[option.key] = rng.choice(option.choices)
    try:
        limits = Limits(seconds=20) if engine.name in EXTERNAL else LIMITS
        request = Request(Budget(limits), complete(engine.options, options), rng.randrange(100))
        # In this process where that may be: a process for each would take longer than the solving.
        result = (solve_task if engine.name in EXTERNAL else attempt)(task, engine, request)
    except Exception as error:  # whatever it is, a solver should not end so
        return f"{type(error).__name__}: {error}"
    if result.status is Status.ERROR:
        return f"error: {result.message}"
    if result.status in (Status.OPTIMAL, Status.UNSOLVABLE):
        return str(result.status), result.cost
    return None


def compared(claims: dict[str, Claim | str]) -> list[tuple[str, str]]:
    """The pairs that do not agree; a failure disagrees with brute force, or with itself."""
    wrong = [(name, BRUTE_FORCE) for name, claim in claims.items() if isinstance(claim, str)]
    sound = {name: claim for name, claim in claims.items() if not isinstance(claim, str)}
    first = next(iter(sound), None)
    return wrong + [(name, str(first)) for name, claim in sound.items() if claim != sound[str(first)]]


def theory_claims(seed: int) -> dict[str, Claim | str]:
    """A random theory: as many models of two elements as there are among all interpretations."""
    sys.path.insert(0, str(ROOT))
    from tests.models.test_models import all_interpretations, formulas, random_formula
    from tests.models.test_models import count as count_models

    from ludoplan.models.find import Search

    rng = random.Random(f"theory {seed}")
    of = formulas("\n".join(f"{random_formula(rng, rng.randint(0, 3))}." for _ in range(rng.randint(1, 3))))
    found = sum(1 for each in all_interpretations(of, 2) if each.is_model_of(of))
    claims: dict[str, Claim | str] = {BRUTE_FORCE: ("models", found), "models": ("models", count_models(of, 2))}
    some = any(True for _ in Search(of, range(2, 3)))
    claims["models, symmetry broken"] = ("models", found) if some == (found > 0) else f"{some}, but there are {found}"
    return claims


# -- making a failing case smaller


def smaller(task: Task) -> Iterator[Task]:
    """Tasks that are a little simpler."""
    if task.game is PDDL:
        domain, problem = task.level.domain, task.level.problem
        for domain_, problem_ in _smaller_pddl(domain, problem):
            yield Task(PDDL, PddlTask(domain_, problem_), "found")
    elif task.game.design is not None:
        for edit in task.game.design.edits(task.level):
            try:
                made = Task(task.game, edit.level, "found", task.objective)
            except LudoplanError:
                continue
            if edit.removes or len(made.text) < len(task.text):
                yield made


def _smaller_pddl(domain: ast.Domain, problem: ast.Problem) -> Iterator[tuple[ast.Domain, ast.Problem]]:
    for i, action in enumerate(domain.actions):
        rest = domain.actions[:i] + domain.actions[i + 1 :]
        if rest:
            yield replace(domain, actions=rest), problem
        for precondition in _fewer(action.precondition):
            changed = replace(action, precondition=precondition)
            yield replace(domain, actions=(*domain.actions[:i], changed, *domain.actions[i + 1 :])), problem
        if isinstance(action.effect, ast.Together) and len(action.effect.parts) > 1:
            for j in range(len(action.effect.parts)):
                parts = action.effect.parts[:j] + action.effect.parts[j + 1 :]
                changed = replace(action, effect=ast.Together(parts))
                yield replace(domain, actions=(*domain.actions[:i], changed, *domain.actions[i + 1 :])), problem
    for i in range(len(problem.facts)):
        yield domain, replace(problem, facts=problem.facts[:i] + problem.facts[i + 1 :])
    for goal in _fewer(problem.goal):
        yield domain, replace(problem, goal=goal)


def _fewer(condition: ast.Condition) -> Iterator[ast.Condition]:
    if isinstance(condition, ast.And):
        for i, part in enumerate(condition.parts):
            yield ast.And(condition.parts[:i] + condition.parts[i + 1 :])
            for fewer in _fewer(part):
                yield ast.And((*condition.parts[:i], fewer, *condition.parts[i + 1 :]))
    elif isinstance(condition, ast.Or):
        yield from condition.parts


def disagreement(task: Task, names: Iterable[str], seed: int = 0) -> list[tuple[str, str]]:
    """The pairs of these solvers, and of brute force, that do not agree on the task."""
    claims: dict[str, Claim | str] = {}
    known = brute_force(task)
    if known is not None:
        claims[BRUTE_FORCE] = known
    engines = engines_of(task.game, external=True)
    for name in names:
        if name in engines and engines[name].refuses(task) is None:
            claim = claim_of(task, engines[name], random.Random(seed))
            if claim is not None:
                claims[name] = claim
    return compared(claims)


def shrunk(task: Task, names: list[str], seed: int) -> Task:
    """A task on which the same solvers disagree, as small as a minute of greedy steps makes it."""
    end = time.monotonic() + SHRINK_SECONDS
    found = True
    while found and time.monotonic() < end:
        found = False
        for candidate in smaller(task):
            if time.monotonic() > end:
                break
            try:
                if disagreement(candidate, names, seed):
                    task, found = candidate, True
                    break
            except Exception:  # a task that makes no sense any more
                continue
    return task


TEST = '''"""Found by trials: {pair} did not agree on this task."""

from __future__ import annotations

import sys

from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))
from trials import disagreement, task_of_texts

TEXTS = {texts!r}


def test_solvers_agree() -> None:
    assert disagreement(task_of_texts(TEXTS), {names!r}, {seed}) == []
'''


def texts_of(task: Task) -> dict[str, Any]:
    """What makes the task again."""
    if task.game is PDDL:
        return {"domain": print_domain(task.level.domain), "problem": print_problem(task.level.problem)}
    keys = {option.name: option.key for option in task.game.level_options}
    options = {keys[name]: value for name, value in task.game.options_of(task.level).items() if value is not None}
    return {"game": task.game.name, "level": task.text, "objective": task.objective, "options": options}


def task_of_texts(texts: dict[str, Any]) -> Task:
    if "domain" in texts:
        return Task(PDDL, PddlTask.parse(texts["domain"], texts["problem"]), "found")
    game = registry.game(texts["game"])
    return Task(game, game.parse(texts["level"]), "found", texts["objective"], texts["options"])


def write_test(task: Task, pair: tuple[str, str], names: list[str], seed: int) -> Path:
    FOUND.mkdir(exist_ok=True)
    texts = texts_of(task)
    mark = hashlib.sha256(json.dumps([texts, names]).encode()).hexdigest()[:10]
    path = FOUND / f"test_{task.game.name}_{mark}.py"
    path.write_text(TEST.format(pair=" and ".join(pair), texts=texts, names=names, seed=seed), encoding="utf-8")
    return path


# -- the run


class Trials:
    """Counts, kept in a file."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        known = json.loads(path.read_text()) if path.exists() else {}
        self.claims: Counter[str] = Counter(known.get("claims", {}))
        self.pairs: Counter[str] = Counter(known.get("pairs", {}))
        self.kinds: dict[str, Counter[str]] = {k: Counter(v) for k, v in known.get("kinds", {}).items()}
        self.disagreements: list[dict[str, Any]] = known.get("disagreements", [])
        self.seconds: float = known.get("seconds", 0.0)
        self.next: dict[str, int] = known.get("next", {})
        self.seed = seed
        self.spent: Counter[str] = Counter()  # seconds, of kinds and of solvers on them
        self.turns: Counter[str] = Counter()
        self.made: Counter[str] = Counter()

    def save(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fields = ("claims", "pairs", "kinds", "disagreements", "seconds", "next")
        beside = self.path.with_suffix(".new")
        beside.write_text(json.dumps({name: getattr(self, name) for name in fields}, indent=1), encoding="utf-8")
        os.replace(beside, self.path)

    def run(self, kinds: list[str], seconds: float, external: bool) -> None:
        began = saved = watched = time.monotonic()
        before = self.seconds
        while time.monotonic() - began < seconds:
            # The kind that has had the least time is next.
            kind = min(kinds, key=lambda each: self.spent[each])
            start = time.monotonic()
            key = f"{kind} {self.seed}"
            number = self.next.get(key, 0)
            self.next[key] = number + 1
            if start - watched > 1:
                watched = start
                faulthandler.dump_traceback_later(HANGS + SHRINK_SECONDS, exit=True)
            self.one(kind, (self.seed << 32) + number, external)
            self.spent[kind] += time.monotonic() - start
            if time.monotonic() - saved > 10:
                saved = time.monotonic()
                self.seconds = before + saved - began
                self.save()
        faulthandler.cancel_dump_traceback_later()
        self.seconds = before + time.monotonic() - began
        self.save()

    def one(self, kind: str, seed: int, external: bool) -> None:
        """One task, by all solvers whose turn it is."""
        if kind == "theory":
            self.count(kind, theory_claims(seed), None, seed)
            return
        task = draw(kind, seed)
        rng = random.Random(seed)
        claims: dict[str, Claim | str] = {}
        engines = engines_of(task.game, external)
        # Those that have had the least time; who refuses, claims nothing here or takes too long is not counted on.
        able = [name for name in engines if self.is_able(f"{kind} {name}")]
        slow = [name for name in able if self.is_slow(f"{kind} {name}")]
        wanted = max(0, LEAST - (len(able) - len(slow)))
        chosen = set(heapq.nsmallest(wanted, slow, key=lambda name: self.spent[f"{kind} {name}"]))
        for name in (BRUTE_FORCE, *engines):
            place = f"{kind} {name}"
            share = BRUTE_SHARE if name == BRUTE_FORCE else SHARE / len(engines)
            if self.is_slow(place) and name not in chosen and self.spent[place] > share * self.spent[kind]:
                continue
            start = time.monotonic()
            if name == BRUTE_FORCE:
                claim: Claim | str | None = brute_force(task)
            elif engines[name].refuses(task) is not None:
                self.turns[place] += 1
                continue
            else:
                claim = claim_of(task, engines[name], rng)
            self.spent[place] += time.monotonic() - start
            self.turns[place] += 1
            if claim is not None:
                claims[name] = claim
                self.made[place] += 1
        self.count(kind, claims, task, seed)

    def is_able(self, place: str) -> bool:
        turns = self.turns[place]
        return turns < 3 or (self.made[place] > 0 and self.spent[place] < 25 * QUICK * turns)

    def is_slow(self, place: str) -> bool:
        return self.spent[place] > QUICK * max(20, self.turns[place])

    def count(self, kind: str, claims: dict[str, Claim | str], task: Task | None, seed: int) -> None:
        tally = self.kinds.setdefault(kind, Counter())
        tally["tasks"] += 1
        made = [name for name in claims if name != BRUTE_FORCE]
        tally["claims"] += len(made)
        self.claims.update(made)
        self.pairs.update(" / ".join(sorted(pair)) for pair in combinations(claims, 2))
        if claims:
            first = next(iter(claims.values()))
            tally[first[0] if isinstance(first, tuple) else "error"] += 1
        wrong = compared(claims)
        if not wrong:
            return
        print(f"{kind} {seed}: {claims}", flush=True)
        found = {"kind": kind, "seed": seed, "claims": {k: str(v) for k, v in claims.items()}, "pairs": wrong}
        if task is not None:
            names = sorted({name for pair in wrong for name in pair} - {BRUTE_FORCE})
            again = [s for s in (0, 1, 2, 3) if disagreement(task, names, s)]
            if again:
                found["test"] = str(write_test(shrunk(task, names, again[0]), wrong[0], names, again[0]))
        self.disagreements.append(found)
        self.save()

    def page(self) -> str:
        """The counts as Markdown."""
        tasks = sum(tally["tasks"] for tally in self.kinds.values())
        lines = [
            f"{sum(self.claims.values()):,} claims of `optimal` and `unsolvable` on {tasks:,} random tasks, "
            f"in {self.seconds / 3600:.2f} hours; "
            f"{sum(self.pairs.values()):,} comparisons by pair; {len(self.disagreements)} disagreements.",
            "",
            "| kind | tasks | claims | solvable | unsolvable |",
            "|---|--:|--:|--:|--:|",
        ]
        for kind, tally in sorted(self.kinds.items()):
            numbers = (tally["tasks"], tally["claims"], tally["optimal"] + tally["models"], tally["unsolvable"])
            lines.append(f"| {kind} | {' | '.join(f'{number:,}' for number in numbers)} |")
        lines += ["", "| solver | claims | against brute force | against others |", "|---|--:|--:|--:|"]
        for name, claims in self.claims.most_common():
            pairs = {pair: number for pair, number in self.pairs.items() if name in pair.split(" / ")}
            brute = sum(number for pair, number in pairs.items() if BRUTE_FORCE in pair)
            lines.append(f"| {name} | {claims:,} | {brute:,} | {sum(pairs.values()) - brute:,} |")
        lines += ["", "<details><summary>All pairs</summary>", "", "| pair | comparisons |", "|---|--:|"]
        lines += [f"| {pair} | {number:,} |" for pair, number in self.pairs.most_common()]
        lines += ["", "</details>"]
        for each in self.disagreements:
            lines += ["", f"- {each['kind']}, seed {each['seed']}: {each['claims']} {each.get('test', '')}"]
        return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default=",".join([*MAKERS, "theory"]), help="comma between them")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where counts are kept")
    parser.add_argument("--external", action="store_true", help="with the planners of others")
    parser.add_argument("--page", action="store_true", help="only print the page")
    arguments = parser.parse_args()
    kinds = arguments.kinds.split(",")
    unknown = set(kinds) - {*MAKERS, "theory"}
    if unknown:
        parser.error(f"no kinds {', '.join(sorted(unknown))}; there are {', '.join([*MAKERS, 'theory'])}")
    trials = Trials(arguments.results, arguments.seed)
    before = len(trials.disagreements)
    if not arguments.page:
        trials.run(kinds, arguments.hours * 3600, arguments.external)
    print(trials.page())
    return 1 if len(trials.disagreements) > before else 0


if __name__ == "__main__":
    raise SystemExit(main())
