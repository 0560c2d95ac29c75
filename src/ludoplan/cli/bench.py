"""ludoplan bench"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from ..core import registry
from ..core.errors import LudoplanError
from ..core.files import write_file
from .arguments import Parser, count, positive
from .progress import bar, own_line, show_line
from .terminal import commands_help, paint

if TYPE_CHECKING:
    from ..bench.campaign import Backend
    from ..bench.runs import Planned
    from ..bench.statistics import Campaign
    from ..bench.store import Row

COMMANDS = {
    "run": "run a suite, or go on with it",
    "status": "how far a campaign is",
    "report": "write tables and plots",
    "compare": "what got slower or faster between two campaigns",
    "recover": "save what can be read of a damaged campaign",
    "suites": "the suites that come with ludoplan",
}
TIMES = ("seconds", "cpu_seconds", "search_seconds")
CONTRADICTED = 14


def run(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help"):
        print(commands_help("ludoplan bench", "Campaigns: many levels, many solvers, honest tables.", COMMANDS))
        return 0
    if words[0] not in COMMANDS:
        raise LudoplanError(f"there is no command bench {words[0]!r}; there are {', '.join(COMMANDS)}")
    command: Callable[[list[str]], int] = globals()[f"run_{words[0]}"]
    return command(words[1:])


# -- bench run


def run_run(words: list[str]) -> int:
    parser = Parser(
        "bench run",
        "Runs every solver of a suite on every level, each run in a process of its own under hard limits, and writes\n"
        "a row for each into a database. Interrupted, killed or extended: the same command goes on where it was.",
        [
            "bench run quick",
            "bench run my-suite.toml -o results.db --jobs 4",
            "bench run plotting --cluster slurm --workers 32",
            "bench run source:roll --quick",
            "bench run source:plotting --level '3x3*#1' --time-limit 5",
        ],
    )
    parser.add_argument("suite", metavar="SUITE", help="a TOML file, or a suite of `ludoplan bench suites`")
    parser.add_argument("--quick", action="store_true", help="the suite's short form, where it has one")
    parser.add_argument(
        "--level", metavar="PATTERN", action="append", default=[], help="only levels with such names; may be said again"
    )
    parser.add_argument("--time-limit", metavar="SEC", type=float, help="for each run, instead of the suite's")
    parser.add_argument("-o", "--output", metavar="DB", help="the database (default: SUITE.db in this folder)")
    parser.add_argument(
        "--jobs", metavar="N", type=count, default=1, help="runs at a time (default 1: quiet measurements)"
    )
    parser.add_argument("--retry-errors", action="store_true", help="run again what crashed, raised or was lost")
    parser.add_argument("--scheduler", metavar="URL", help="a Dask scheduler to run on, such as tcp://host:8786")
    parser.add_argument(
        "--cluster", metavar="KIND", help="start Dask workers by a batch system: slurm, lsf, pbs; or local"
    )
    parser.add_argument("--workers", metavar="N", type=count, default=2, help="workers of --cluster (default 2)")
    arguments = parser.parse_args(words)
    if arguments.scheduler and arguments.cluster:
        parser.error("say --scheduler or --cluster, not both")
    from ..bench.campaign import run_campaign
    from ..bench.statistics import Campaign
    from ..bench.store import Store
    from ..bench.suite import load_suite

    suite = load_suite(arguments.suite, arguments.quick).part(arguments.level, arguments.time_limit)
    path = arguments.output or f"{suite.name}.db"
    runs = suite.runs()
    with Store(path, must_exist=False) as store:
        if arguments.retry_errors:
            store.forget_errors()
        done = store.keys()
        left = [planned for planned in runs if planned.key not in done]
        if len(left) < len(runs):
            print(f"{len(runs) - len(left)} of {len(runs)} runs are done already")
        try:
            with backend_of(arguments) as backend, progress(left, backend.jobs) as told:
                run_campaign(suite, store, backend, told)
        except KeyboardInterrupt:
            print(f"ludoplan: interrupted; the same command goes on where it was ({path})", file=sys.stderr)
            return 130
        campaign = Campaign.of(store)
        print(summary(campaign))
        print(f"{path}: {len(runs)} runs; for tables and plots: ludoplan bench report {path}")
        return CONTRADICTED if campaign.contradictions() else 0


def backend_of(arguments: argparse.Namespace) -> AbstractContextManager[Backend]:
    """Where to run."""
    if arguments.scheduler or arguments.cluster:
        from ..bench.cluster import cluster

        return cluster(arguments.scheduler, arguments.cluster, arguments.workers)
    from ..bench.campaign import Local

    return nullcontext(Local(arguments.jobs))


@contextmanager
def progress(left: list[Planned], jobs: int) -> Iterator[Callable[[Row], None] | None]:
    """A listener that keeps a line up to date on a terminal; None where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from ..bench.campaign import Estimate
    from ..bench.statistics import is_solved

    estimate = Estimate(left, jobs)
    done = solved = errors = 0

    def told(row: Row) -> None:
        nonlocal done, solved, errors
        estimate.add(row)
        done += 1
        solved += is_solved(row)
        errors += row["status"] == "error"
        rest = f"about {duration(estimate.remaining())} left  {solved} solved" + (
            f"  {errors} errors" if errors else ""
        )
        show_line(f"{bar(done / len(left))}  {done}/{len(left)} runs  {rest}")

    with own_line():
        show_line("starting")
        yield told


def duration(seconds: float) -> str:
    """In words, roughly."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


# -- bench status


def run_status(words: list[str]) -> int:
    parser = Parser("bench status", "How far a campaign is, and what it has found so far.", ["bench status quick.db"])
    parser.add_argument("database", metavar="DB", help="the database that `ludoplan bench run` writes")
    arguments = parser.parse_args(words)
    from ..bench.statistics import Campaign
    from ..bench.store import Store

    with Store(arguments.database) as store:
        campaign, wanted, others = Campaign.of(store), store.count_wanted(), store.count_others()
        done = len(campaign.rows)
        if store.about("title") is None:
            raise LudoplanError(f"{arguments.database}: an empty campaign; nothing has been run")
        print(f"{store.about('title')}: {done} of {wanted} runs are done")
        if others:
            print(f"{others} more rows are of runs that the suite does not ask for any more")
        if done:
            print(summary(campaign))
    return 0


def summary(campaign: Campaign) -> str:
    """A few lines about the solvers, and contradictions in red."""
    width = max(map(len, campaign.solvers), default=0)
    lines = []
    for each in campaign.summaries():
        ends = ", ".join(f"{runs} {end}" for end, runs in sorted(each.ends.items()))
        par = "" if each.par is None else f", PAR2 {each.par:.3f} s"
        lines.append(f"  {paint(each.solver.ljust(width), '1')}  {each.solved} of {each.runs} solved{par}  ({ends})")
    lines += [paint(f"CONTRADICTION on {each.level}: {each.text}", "1;31") for each in campaign.contradictions()]
    return "\n".join(lines)


# -- bench report


def run_report(words: list[str]) -> int:
    formats = registry.exporters("report")
    parser = Parser(
        "bench report",
        "Writes a page with tables, plots and pictures that needs no network; or tables as Markdown, LaTeX or CSV.",
        [
            "bench report quick.db",
            "bench report quick.db -o tables.tex --time cpu_seconds",
            "bench report quick.db --format markdown",
            "bench report quick.db --chart expanded,log --chart cost,bars,class",
        ],
    )
    parser.add_argument("database", metavar="DB", help="the database that `ludoplan bench run` writes, or source:NAME")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to (default: DB.html; other formats are printed)")
    parser.add_argument("--format", choices=list(formats), help="default: by FILE's suffix, else html")
    parser.add_argument("--time", choices=TIMES, help="what counts as the time of a run (default: as the suite says)")
    parser.add_argument(
        "--par", metavar="K", type=positive, default=2, help="penalty of unsolved runs, in time limits (default 2)"
    )
    parser.add_argument(
        "--chart",
        metavar="VALUE,...",
        action="append",
        default=[],
        help="draw a value of the runs: lines or bars, log or linear, by level, class or solver; may be said again",
    )
    parser.add_argument("--no-pictures", action="store_true", help="a smaller page, without pictures of the levels")
    arguments = parser.parse_args(words)
    from ..bench.charts import read_chart
    from ..bench.report import Report
    from ..bench.store import Store
    from ..bench.suite import sources

    database = arguments.database
    if database in sources():  # by the name that `bench run` has given it
        database = f"{database.replace(':', '-')}.db"
        quick = database.replace(".db", "-quick.db")
        database = quick if not Path(database).exists() and Path(quick).exists() else database
    output = arguments.output
    form = formats[arguments.format] if arguments.format else registry.exporter("report", output or "", "html")
    if form.name == "html" and output is None:
        output = str(Path(database).with_suffix(".html"))
    with Store(database) as store:
        report = Report(store, arguments.time, arguments.par)
        report.draws_levels = not arguments.no_pictures
        report.charts = [*map(read_chart, arguments.chart), *report.charts]
        text = form.write(report)
        files = report.files() if form.name == "html" else {}
    if output is None:
        print(text, end="")
        return 0
    beside = Path(output).with_suffix(".charts")
    write_file(output, text)
    for name, content in files.items():
        write_file(beside / name, content, makes_folder=True)
    charts = f", {len(files) // 2} charts as SVG and CSV in {beside}" if files else ""
    print(f"{output}: {len(text.encode()) / 1e6:.1f} MB{charts}")
    return 0


# -- bench compare


def run_compare(words: list[str]) -> int:
    parser = Parser(
        "bench compare",
        "Compares two campaigns run by run: what is solved now and was not, and what got slower or faster, with 95 %\n"
        "confidence intervals (bootstrap over pairs of runs, so that levels differ only from themselves).",
        ["bench compare before.db after.db", "bench compare before.db after.db --time search_seconds"],
    )
    parser.add_argument("before", metavar="A", help="a database")
    parser.add_argument("after", metavar="B", help="a database of the same levels and solvers")
    parser.add_argument("--time", choices=TIMES, default="cpu_seconds", help="what to compare (default cpu_seconds)")
    arguments = parser.parse_args(words)
    from ..bench.compare import compare
    from ..bench.store import Store

    with Store(arguments.before) as before, Store(arguments.after) as after:
        comparison = compare(before.rows(), after.rows(), arguments.time)
    print(comparison.text(paint))
    return 0


# -- bench recover


def run_recover(words: list[str]) -> int:
    parser = Parser(
        "bench recover",
        "Saves the runs that can be read of a damaged campaign into a new one. The damaged file is left as it is.",
        ["bench recover quick.db", "bench recover quick.db -o saved.db"],
    )
    parser.add_argument("database", metavar="DB", help="a database that other commands call damaged")
    parser.add_argument("-o", "--output", metavar="NEW", help="where to (default: DB with `-recovered` in its name)")
    arguments = parser.parse_args(words)
    from ..bench.recover import recover

    damaged = Path(arguments.database)
    new = Path(arguments.output) if arguments.output else damaged.with_name(f"{damaged.stem}-recovered{damaged.suffix}")
    counts = recover(damaged, new)
    missing = max(0, counts["wanted"] - counts["run"])
    print(f"{new}: {counts['run']} runs saved" + (f", {missing} more were planned" if missing else ""))
    print(f"to run what is missing: ludoplan bench run SUITE -o {new}")
    return 0


# -- bench suites


def run_suites(words: list[str]) -> int:
    Parser("bench suites", "The suites that come with ludoplan.", ["bench suites"]).parse_args(words)
    from ..bench.suite import load_suite, shipped, sources

    names = [*shipped(), *sources()]
    for name in names:
        suite = load_suite(name)
        runs = f"{len(suite.levels)} levels x {len(suite.solvers)} solvers, {len(suite.runs())} runs"
        print(f"{paint(name.ljust(max(map(len, names))), '1')} {suite.title} ({runs})")
    return 0
