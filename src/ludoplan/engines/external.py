"""External planners, from the wheels that unified-planning's engines come in, run on PDDL files directly.

They run in a supervised process, which keeps their limits and leaves nothing of them behind.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.engine import Request
from ..core.errors import Unsupported
from ..core.result import STOPPED_WORDS, Answer, Stats, Status
from ..core.task import Task
from .planning_task import PddlEngine, plan_answer, planning_task

if TYPE_CHECKING:
    from ..pddl.task import PddlTask

CLASSICAL = (":adl", ":action-costs", ":derived-predicates")
NUMERIC = (":adl", ":numeric-fluents")
# What ENHSP gets right: beyond it, it calls random tasks unsolvable that are not.
TRUSTED = (":strips", ":typing", ":equality", ":negative-preconditions", ":conditional-effects", ":numeric-fluents")
MOST_OUTPUT = 4_000_000
Finished = subprocess.CompletedProcess[str]
WITHOUT_PROOF = {Status.OPTIMAL: Status.SOLVED, Status.UNSOLVABLE: Status.INCOMPLETE}


@dataclass(frozen=True, eq=False)
class External(PddlEngine):
    """A planner's program, and how its output is to be read."""

    name: str
    summary: str
    package: str  # the Python package whose wheel holds the program
    command: Sequence[str]  # run in a folder with the two files; {package} is the package's folder, {seed} a seed
    verdict: Callable[[Finished], tuple[Status, str]]  # what the planner claims, and in which words
    features: tuple[str, ...]  # as :requirements names them
    optimal: bool = False
    needs_java: bool = False
    # The part of them for which its word counts as a proof; None: all.
    proves: tuple[str, ...] | None = None
    # Whether a fact that an action both adds and deletes is false after it; by PDDL it is true.
    deleting_wins: bool = False
    # Tried instead where the planner says that it does not support the task.
    fallback: Sequence[str] = ()

    def missing(self) -> str | None:
        if find_spec(self.package) is None:
            distribution = self.package.replace("_", "-")
            return f"not installed: pip install {distribution} (or all planners: pip install 'ludoplan[planners]')"
        if self.needs_java and shutil.which("java") is None:
            return "needs Java: install a Java runtime, version 17 or later, so that the command `java` is found"
        return None

    def solve(self, task: Task, request: Request) -> Answer:
        form = planning_task(task, request.options.get("variant"))
        doubt = self.check_features(form.task)
        spec = find_spec(self.package)
        assert spec is not None
        assert spec.origin is not None
        package = Path(spec.origin).parent
        if self.deleting_wins:
            from ..pddl.separate import separated
            from ..pddl.task import PddlTask

            domain, is_clean = separated(form.task.domain)
            form = replace(form, task=PddlTask(domain, form.task.problem))
            if not is_clean:
                doubt = "effects where adding a fact must win over deleting it"
        texts = planner_texts(form.task)
        if any("(either " in text for text in texts.values()):
            raise Unsupported(f"{self.name} does not support types (either ...)")
        with tempfile.TemporaryDirectory(prefix="ludoplan-") as name:
            folder = Path(name)
            for file, text in texts.items():
                (folder / file).write_text(text, encoding="utf-8")
            for command in filter(None, (self.command, self.fallback)):
                seeded = (word.replace("{seed}", str(request.seed + 1)) for word in command)
                ended = run_program([word.replace("{package}", str(package)) for word in seeded], folder)
                status, words = self.verdict(ended)
                if status is not Status.UNSUPPORTED:
                    break
            plan = best_plan(folder)
        stats = read_stats(ended)
        if doubt is not None and status in WITHOUT_PROOF:
            status = WITHOUT_PROOF[status]
            words = f"it says: {words}; but it is not reliable for {doubt}"
        if plan is not None and status in (Status.OPTIMAL, Status.SOLVED):
            optimum = cost_told(ended.stdout) if status is Status.OPTIMAL else None
            return plan_answer(task, form, plan, optimum, f"{self.name}: {words}", stats)
        if status is Status.UNSOLVABLE:
            return Answer(status, proof=f"{self.name}: {words}", message=words, stats=stats)
        if status in (Status.OPTIMAL, Status.SOLVED):
            status, words = Status.ERROR, f"{self.name} says that it has a plan, but there is none"
        return Answer(status, message=words, stats=stats)

    def check_features(self, task: PddlTask) -> str | None:
        """What in the task makes the planner's word no proof, or None; raises Unsupported."""
        from ..pddl.features import closure, features

        used = features(task.domain, task.problem)
        lacking = sorted(used - closure(self.features))
        if lacking:
            raise Unsupported(f"{self.name} does not support {', '.join(lacking)}")
        doubtful = [] if self.proves is None else sorted(used - closure(self.proves))
        return ", ".join(doubtful) or None


def run_program(command: Sequence[str], folder: Path) -> Finished:
    """Runs a program in a folder to its end."""
    streams = {name: folder / name for name in ("stdout", "stderr")}
    with open(streams["stdout"], "wb") as output, open(streams["stderr"], "wb") as errors:
        ended = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, check=False)
    texts = (path.read_bytes()[-MOST_OUTPUT:].decode(errors="replace") for path in streams.values())
    return Finished(command, ended.returncode, *texts)


def planner_texts(task: PddlTask) -> dict[str, str]:
    """The texts of domain.pddl and problem.pddl as every planner can read them.

    That is in lower case, with all requirements listed, without functions that nothing reads or changes, over which
    planners for costs only would stumble, with an initial value of what costs are added to, and with `either` only
    where a variable is meant.
    """
    from ..pddl import ast
    from ..pddl.features import features
    from ..pddl.printer import print_domain, print_problem

    used = task.used_functions
    values = {key: value for key, value in task.problem.values if key[0] in used}
    for function in task.domain.functions:
        if function.name in task.accumulators & used and not function.parameters:
            values.setdefault((function.name,), 0)

    def widened(parameters: tuple[ast.Parameter, ...]) -> tuple[ast.Parameter, ...]:
        return tuple(each if len(each.types) == 1 else ast.Parameter(each.name) for each in parameters)

    domain = replace(
        task.domain,
        requirements=tuple(sorted(features(task.domain, task.problem))),
        predicates=tuple(replace(each, parameters=widened(each.parameters)) for each in task.domain.predicates),
        functions=tuple(
            replace(each, parameters=widened(each.parameters)) for each in task.domain.functions if each.name in used
        ),
    )
    problem = replace(task.problem, domain_name=task.domain.name, requirements=(), values=tuple(values.items()))
    return {"domain.pddl": print_domain(domain), "problem.pddl": print_problem(problem)}


def best_plan(folder: Path) -> list[str] | None:
    """The plan in the folder; of several, `plan.1`, `plan.2` ..., the last."""
    from ..pddl.plans import read_plan

    names = ("plan", "problem.pddl.soln", "plan_1.SOL")
    files = [folder / name for name in names if (folder / name).is_file()]
    numbered = [path for path in folder.glob("plan.*") if path.suffix[1:].isdigit()]
    files += sorted(numbered, key=lambda path: int(path.suffix[1:]))
    return read_plan(files[-1].read_text(encoding="utf-8", errors="replace")) if files else None


COST = re.compile(r"Plan cost: (\d+)|Metric \(Search\):\s*(-?[\d.]+)|Plan length: (\d+)$", re.MULTILINE)
COUNTERS = {
    "expanded": re.compile(r"Expanded (\d+) state|Expanded Nodes:\s*(\d+)|(\d+) Nodes expanded"),
    "generated": re.compile(r"Generated (\d+) state"),
    "stored": re.compile(r"Number of registered states: (\d+)"),
}
SECONDS = re.compile(r"Search time: ([\d.]+)")
MILLISECONDS = re.compile(r"Search Time \(msec\): (\d+)")


def last_told(pattern: re.Pattern[str], text: str) -> str | None:
    """The last number that a pattern finds, in the one of its groups that has matched."""
    told = [found[found.lastindex or 0] for found in pattern.finditer(text)]
    return told[-1] if told else None


def cost_told(output: str) -> float | None:
    """The cost of the plan as the planner tells it, the last if it tells several."""
    told = last_told(COST, output)
    if told is None:
        return None
    cost = float(told)
    return int(cost) if cost.is_integer() else cost


def read_stats(ended: Finished) -> Stats:
    """The counters in a planner's output, where they mean what ours mean."""
    text = ended.stdout + ended.stderr
    told = {name: last_told(pattern, text) for name, pattern in COUNTERS.items()}
    counts: dict[str, Any] = {name: int(count) for name, count in told.items() if count is not None}
    milliseconds = last_told(MILLISECONDS, text)
    seconds = last_told(SECONDS, text) or (milliseconds and int(milliseconds) / 1000)
    return Stats(search_seconds=None if seconds is None else float(seconds), **counts)


def last_words(ended: Finished) -> str:
    """The end of what a planner complains about, for a message."""
    chatter = (
        "INFO",
        "translate exit code",
        "search exit code",
        "Driver aborting",
        "Peak memory",
        "Remove intermediate",
    )
    text = (ended.stderr.strip() or ended.stdout).splitlines()
    lines = [line.strip() for line in text if line.strip() and not line.startswith(chatter)]
    return " / ".join(lines[-3:])[-300:] or "no output"


# -- Fast Downward and SymK: the exit codes of Fast Downward's driver tell


FILES = "domain.pddl problem.pddl"
NAMED = ("-o", "domain.pddl", "-f", "problem.pddl")
BLIND = f"{FILES} --search astar(blind())"


def downward(driver: str, arguments: str) -> Sequence[str]:
    return (sys.executable, f"{{package}}/{driver}/fast-downward.py", "--plan-file", "plan", *arguments.split())


def fast_downward(name: str, summary: str, arguments: str, optimal: bool = True, otherwise: str = "") -> External:
    verdict, fallback = partial(downward_verdict, optimal), downward("downward", otherwise) if otherwise else ()
    command = downward("downward", arguments)
    return External(name, summary, "up_fast_downward", command, verdict, CLASSICAL, optimal, fallback=fallback)


def downward_verdict(is_optimal: bool, ended: Finished) -> tuple[Status, str]:
    if ended.returncode == 0 and is_optimal and "Solution found" in ended.stdout:
        return Status.OPTIMAL, "search with an admissible estimate ended with this plan"
    if ended.returncode in (0, 1, 2, 3):
        return Status.SOLVED, ""
    if ended.returncode == 11 and "Task is provably unsolvable" in ended.stdout:
        return Status.UNSOLVABLE, "task is provably unsolvable"
    if ended.returncode == 10:
        return Status.UNSOLVABLE, "the translator proves the task unsolvable"
    known = {
        12: (Status.INCOMPLETE, "search ended without a plan, which it does not claim to be a proof"),
        **dict.fromkeys((20, 22), (Status.MEMORY, STOPPED_WORDS[Status.MEMORY])),
        **dict.fromkeys((21, 23), (Status.TIMEOUT, STOPPED_WORDS[Status.TIMEOUT])),
        31: (Status.UNSUPPORTED, f"it does not take this task: {last_words(ended)}"),
        **dict.fromkeys((33, 34), (Status.UNSUPPORTED, last_words(ended))),
    }
    return known.get(ended.returncode, (Status.ERROR, f"exit code {ended.returncode}: {last_words(ended)}"))


# -- ENHSP


def enhsp(name: str, summary: str, configuration: str, optimal: bool) -> External:
    command = ("java", "-jar", "{package}/ENHSP/enhsp.jar", *NAMED, "-sp", "plan", "-planner", configuration)
    verdict = partial(enhsp_verdict, optimal)
    return External(name, summary, "up_enhsp", command, verdict, NUMERIC, optimal, True, TRUSTED, deleting_wins=True)


def enhsp_verdict(is_optimal: bool, ended: Finished) -> tuple[Status, str]:
    if "Problem Solved" in ended.stdout:
        return (Status.OPTIMAL if is_optimal else Status.SOLVED), "A* with an admissible estimate ended with this plan"
    if "Problem unsolvable" in ended.stdout or "Unsolvable Problem" in ended.stdout:
        return (Status.UNSOLVABLE if is_optimal else Status.INCOMPLETE), "problem unsolvable"
    if "OutOfMemoryError" in ended.stderr:
        return Status.MEMORY, "Java's memory is used up"
    return Status.ERROR, f"exit code {ended.returncode}: {last_words(ended)}"


# -- LPG and Pyperplan


def lpg_verdict(ended: Finished) -> tuple[Status, str]:
    if ended.returncode == 0 and "Solution number" in ended.stdout:
        return Status.SOLVED, ""
    if ended.returncode < 0:
        return Status.ERROR, f"ended by signal {-ended.returncode}"
    if "syntax error" in ended.stdout + ended.stderr:
        return Status.UNSUPPORTED, f"it does not take this task: {last_words(ended)}"
    return Status.INCOMPLETE, f"no plan found: {last_words(ended)}"


def pyperplan_verdict(ended: Finished) -> tuple[Status, str]:
    text = ended.stdout + ended.stderr
    if ended.returncode == 0 and "Goal reached" in text:
        return Status.OPTIMAL, "A* with LM-cut ended with this plan"
    if ended.returncode == 0 and "Task unsolvable" in text:
        return Status.UNSOLVABLE, "no operators left, task unsolvable"
    return Status.ERROR, f"exit code {ended.returncode}: {last_words(ended)}"


LMCUT = "Fast Downward: A* with LM-cut, or blind where LM-cut does not support the task"
SYMBOLIC = downward("symk", f"{FILES} --search sym_bd()")
SYMK_VERDICT = partial(downward_verdict, True)
LPG = ("{package}/lpg", *NAMED, "-n", "1", "-out", "plan", "-seed", "{seed}")
FOR_LPG = (":strips", ":typing", ":equality", ":numeric-fluents")
PYPERPLAN = (sys.executable, "-m", "pyperplan", "-s", "astar", "-H", "lmcut", *FILES.split())
FOR_PYPERPLAN = (":strips", ":typing")
ENGINES = (
    fast_downward("fast-downward", LMCUT, f"{FILES} --search astar(lmcut())", otherwise=BLIND),
    fast_downward("fast-downward:blind", "Fast Downward: A* without an estimate", BLIND),
    fast_downward(
        "fast-downward:lama-first",
        "Fast Downward: the first plan of LAMA",
        f"--alias lama-first {FILES}",
        optimal=False,
    ),
    External("symk", "SymK: symbolic bidirectional search", "up_symk", SYMBOLIC, SYMK_VERDICT, CLASSICAL, optimal=True),
    enhsp("enhsp", "ENHSP: greedy search, numbers too", "sat-hadd", optimal=False),
    enhsp("enhsp:opt", "ENHSP: A* with a numeric h_max", "opt-hrmax", optimal=True),
    External("lpg", "LPG: local search on planning graphs", "up_lpg", LPG, lpg_verdict, FOR_LPG),
    External(
        "pyperplan",
        "Pyperplan: A* with LM-cut, for STRIPS",
        "pyperplan",
        PYPERPLAN,
        pyperplan_verdict,
        FOR_PYPERPLAN,
        optimal=True,
    ),
)
