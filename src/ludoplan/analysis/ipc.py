"""Sets of planning problems as competitions take them: a domain, problems from easy to hard, best known costs."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.errors import LudoplanError, Unsupported
from ..core.limits import Limits
from ..core.options import complete
from ..core.result import Result, Status
from ..core.task import AnyGame, ParsedLevel, pddl_of
from ..running.solve import solve
from .order import design_of

TRIES = 200  # levels of a size, until some have a solution
CHOICES = 4  # solvable ones among which the one with the longest solution is taken


@dataclass(frozen=True)
class SetProblem:
    """One problem of a set, and the level that it was made from."""

    name: str
    options: dict[str, Any]
    level: str
    domain: str
    problem: str
    result: Result
    cost: float  # of the best plan that is known, as a planner counts


def problem_set(
    game: AnyGame,
    count: int,
    seed: int = 0,
    variant: str | None = None,
    limits: Limits | None = None,
    told: Callable[[SetProblem], None] | None = None,
) -> list[SetProblem]:
    """Problems of growing size, each with a solution; raises Unsupported for games without PDDL or sizes."""
    forms = pddl_of(game, variant)
    design = design_of(game)
    if design.ladder is None or design.generate is None or game.text is None:
        raise Unsupported(f"{game.name} does not say how its levels grow, so there is no set of them")
    found = []
    for number in range(1, count + 1):
        options = complete(design.options, dict(design.ladder(number - 1)))
        level, result = hardest(game, design.generate, options, f"{game.name} {seed} {number}", limits)
        form = forms.encode(level, variant)
        if form.extra_cost is None:
            raise Unsupported(f"{game.name}: the PDDL form {variant} does not minimise what the level does")
        assert result.cost is not None
        text = game.text.format(level)
        name = f"p{number:02}"
        made = SetProblem(name, options, text, form.domain, form.problem, result, result.cost - form.extra_cost)
        found.append(made)
        if told is not None:
            told(made)
    return found


def hardest(
    game: AnyGame,
    generate: Callable[[random.Random, Any], Any],
    options: dict[str, Any],
    seed: str,
    limits: Limits | None,
) -> tuple[Any, Result]:
    """Of a few random levels with a solution the one that costs most; raises LudoplanError if there is none."""
    found: list[tuple[Any, Result]] = []
    for number in range(TRIES):
        level = generate(random.Random(f"{seed} {number}"), options)
        result = solve(ParsedLevel(game, level).task(), limits=limits or Limits(seconds=20, megabytes=2000))
        if result.status in (Status.OPTIMAL, Status.SOLVED) and result.cost:
            found.append((level, result))
            if len(found) == CHOICES:
                break
    if not found:
        raise LudoplanError(f"{game.name}: of {TRIES} levels none was solved in time ({options})")
    return max(found, key=lambda pair: pair[1].cost or 0)


def set_files(game: AnyGame, problems: Sequence[SetProblem], seed: int, variant: str | None) -> dict[str, str]:
    """The texts of a set by their names: PDDL, levels, costs, a README and the script that makes it again."""
    domains = {each.domain for each in problems}
    shared = len(domains) == 1
    files = {"domain.pddl": problems[0].domain} if shared else {}
    suffix = game.suffixes[0] if game.suffixes else ".txt"
    for each in problems:
        files[f"{each.name}.pddl"] = each.problem
        files[f"levels/{each.name}{suffix}"] = each.level
        if not shared:
            files[f"{each.name}-domain.pddl"] = each.domain
    files["costs.csv"] = costs_of(problems, shared)
    files["README.md"] = readme(game, problems, shared)
    files["generate.py"] = script(game, len(problems), seed, variant)
    return files


def costs_of(problems: Sequence[SetProblem], shared: bool) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["problem", "domain", "best_known_cost", "proven", "found_by"])
    for each in problems:
        proven = "yes" if each.result.status is Status.OPTIMAL else "no"
        domain = "domain.pddl" if shared else f"{each.name}-domain.pddl"
        writer.writerow([f"{each.name}.pddl", domain, f"{each.cost:g}", proven, each.result.solver])
    return buffer.getvalue()


def readme(game: AnyGame, problems: Sequence[SetProblem], shared: bool) -> str:
    """What the set is, for who gets it."""
    from ..pddl.task import PddlTask

    task = PddlTask.parse(problems[0].domain, problems[0].problem, "domain", problems[0].name)
    needs = " ".join(sorted(task.domain.requirements)) or ":strips"
    keys = [key for key in problems[0].options if len({str(each.options[key]) for each in problems}) > 1]
    head = " | ".join(["problem", *keys, "best known cost", "proven"])
    rows = []
    for each in problems:
        proven = "yes" if each.result.status is Status.OPTIMAL else "no"
        cells = [each.name, *(str(each.options[key]) for key in keys), f"{each.cost:g}", proven]
        rows.append("| " + " | ".join(cells) + " |")
    where = "`domain.pddl`" if shared else "`pNN-domain.pddl`, one for each problem"
    return f"""# {game.title}: a set of planning problems

{game.how_to_play or game.summary}

- domain: {where}; requirements: {needs}
- problems: `p01.pddl` to `{problems[-1].name}.pddl`, from small to large; each has a plan
- `costs.csv`: the cost of the best plan that is known, as a planner counts, and whether it is proven to be least
- `levels/`: the levels of the game that the problems were made from
- `generate.py`: makes this set again, or another one; needs ludoplan

| {head} |
|{"---|" * (len(keys) + 3)}
{chr(10).join(rows)}
"""


def script(game: AnyGame, count: int, seed: int, variant: str | None) -> str:
    words = f', "--variant", "{variant}"' if variant else ""
    return f"""\"\"\"Makes this set of problems: python generate.py DIR [COUNT] [SEED]; needs ludoplan.\"\"\"

import sys

from ludoplan.cli.main import main

folder, count, seed = (*sys.argv[1:4], *(".", "{count}", "{seed}")[len(sys.argv) - 1 :])
sys.exit(main(["export", "ipc", "--game", "{game.name}", "--count", count, "--seed", seed{words}, "-o", folder]))
"""
