"""Campaigns, of suites that come with ludoplan or of chosen levels and solvers: each is a process of its own that fills
a database.

Unlike other jobs a campaign goes on when the page is closed. It ends with the server; its rows stay, and starting it
again goes on where it was. Suites name files, so none is taken from a request: one of chosen levels is written here.
"""

from __future__ import annotations

import fcntl
import json
import re
import shutil
import signal
import subprocess
import sys
import time
from functools import lru_cache, partial
from pathlib import Path

from ..bench.report import Report
from ..bench.statistics import Campaign, is_solved
from ..bench.store import Store
from ..bench.suite import Suite, load_suite, shipped
from ..core import registry
from ..core.errors import LudoplanError
from ..running.processes import die_with_parent
from . import schemas
from .reading import NotFound, bundled_of, game_of, parsed

MOST_RUNNING = 2


@lru_cache(maxsize=32)
def suite_named(name: str) -> Suite:
    if name not in shipped():
        raise NotFound(f"there is no suite {name!r}")
    return load_suite(name)


def suites() -> list[schemas.SuiteOutput]:
    """The suites that come with ludoplan."""
    return [
        schemas.SuiteOutput.of(
            suite,
            levels=len(suite.levels),
            solvers=[solver.name for solver in suite.solvers],
            runs=len(suite.runs()),
        )
        for suite in map(suite_named, shipped())
    ]


OWN = "own"
SUITE = "suite.toml"


def own_suite(given: schemas.OwnCampaignInput) -> tuple[str, dict[str, str]]:
    """The text of a suite and the levels that it names, by their file names; raises LudoplanError or BadInput."""
    files: dict[str, str] = {}
    lines = [f"title = {json.dumps(given.title)}", "[limits]", f"seconds = {given.limits.seconds}"]
    lines.append(f"megabytes = {given.limits.megabytes}")
    for number, level in enumerate(given.levels, start=1):
        game = game_of(level.game)
        lines.append("[[levels]]")
        if level.level is None:
            lines.append(f"bundled = {json.dumps([f'{level.game}:{bundled_of(level.game, level.name).name}'])}")
        else:
            parsed(level.game, level.level)
            words = re.sub(r"[^a-z0-9]+", "-", level.name.lower()).strip("-") or "level"
            file = f"{number:02}-{words[:40]}{game.suffixes[0]}"
            files[file] = level.level
            lines += [f"files = {json.dumps([file])}", f"game = {json.dumps(level.game)}"]
        if level.objective is not None:
            lines.append(f"objective = {json.dumps(level.objective)}")
    games = dict.fromkeys(level.game for level in given.levels)
    for solver in dict.fromkeys(given.solvers):
        of = [game for game in games if solver == "auto" or solver in registry.engines(registry.game(game))]
        if not of:
            raise LudoplanError(f"there is no solver {solver!r} for these games")
        lines += ["[[solvers]]", f"solver = {json.dumps(solver)}", f"games = {json.dumps(of)}"]
    return "\n".join(lines) + "\n", files


class Campaigns:
    """The campaigns in a folder, by name; a name is a suite and when it was started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def names(self) -> list[str]:
        """The campaigns, newest first."""
        found = [path.stem for path in self.folder.glob("*.db") if re.fullmatch(r"[a-z]+-[0-9-]+", path.stem)]
        return sorted(found, key=lambda name: name.partition("-")[2], reverse=True)

    def path(self, name: str) -> Path:
        """The database of a campaign; raises NotFound."""
        if name not in self.names():
            raise NotFound(f"there is no campaign {name!r}")
        return self.folder / f"{name}.db"

    def new_name(self, suite: str) -> str:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return f"{suite}-{time.strftime('%Y%m%d-%H%M%S')}"

    def start(self, suite: str, jobs: int) -> str:
        """Begins a campaign; returns its name."""
        suite_named(suite)
        name = self.new_name(suite)
        self.go_on(name, jobs)
        return name

    def start_own(self, given: schemas.OwnCampaignInput) -> str:
        """Begins a campaign of chosen levels and solvers; returns its name; raises LudoplanError or BadInput."""
        text, files = own_suite(given)
        name = self.new_name(OWN)
        folder = self.folder / name
        folder.mkdir(mode=0o700)
        for file, level in {**files, SUITE: text}.items():
            (folder / file).write_text(level, encoding="utf-8")
        try:
            load_suite(str(folder / SUITE))
        except LudoplanError as error:
            shutil.rmtree(folder)
            raise LudoplanError(str(error).replace(f"{folder}/", "")) from None
        self.go_on(name, given.jobs)
        return name

    def resume(self, name: str) -> None:
        """Runs what is left of a campaign that there is; raises LudoplanError."""
        self.path(name)
        self.go_on(name, jobs=1)

    def go_on(self, name: str, jobs: int) -> None:
        """Runs what is left of a campaign; raises LudoplanError if it runs, or too many others do."""
        if self.is_running(name):
            raise LudoplanError("this campaign is being run already")
        if sum(process.poll() is None for process in self.processes.values()) >= MOST_RUNNING:
            raise LudoplanError(f"{MOST_RUNNING} campaigns are being run already")
        path = self.folder / f"{name}.db"
        with Store(path, must_exist=False):
            pass  # it is listed from now on
        own = self.folder / name / SUITE
        suite = str(own) if own.is_file() else name.partition("-")[0]
        command = [
            sys.executable,
            "-m",
            "ludoplan.cli.main",
            "bench",
            "run",
            suite,
            "-o",
            str(path),
            "--jobs",
            str(jobs),
        ]
        self.processes[name] = subprocess.Popen(
            command,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=partial(die_with_parent, signal.SIGINT),
        )

    def is_running(self, name: str) -> bool:
        process = self.processes.get(name)
        if process is not None:
            return process.poll() is None
        # Started by a server that is gone, or by hand.
        lock = self.folder / f"{name}.db.lock"
        if not lock.exists():
            return False
        with lock.open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError:
                return True
        return False

    def stop(self, name: str) -> None:
        """Ends a campaign; what it has found so far stays."""
        self.path(name)
        process = self.processes.get(name)
        if process is not None and process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.wait(10)

    def output(self, name: str) -> schemas.CampaignOutput:
        """How far a campaign is, and what it has found."""
        path = self.path(name)
        with Store(path) as store:
            campaign = Campaign.of(store)
            rows = campaign.rows
            return schemas.CampaignOutput(
                name=name,
                title=store.about("title") or name,
                running=self.is_running(name),
                done=len(rows),
                wanted=store.count_wanted(),
                solved=sum(map(is_solved, rows)),
                solvers=[schemas.SolverSummary.of(each) for each in campaign.summaries()] if rows else [],
                contradictions=[f"{each.level}: {each.text}" for each in campaign.contradictions()] if rows else [],
            )

    def output_or_damage(self, name: str) -> schemas.CampaignOutput:
        """The same, also of a campaign that cannot be read: one damaged file must not hide the others."""
        try:
            return self.output(name)
        except LudoplanError:
            title = f"{name}: damaged, cannot be read"
            nothing = {"done": 0, "wanted": 0, "solved": 0, "solvers": [], "contradictions": []}
            return schemas.CampaignOutput(name=name, title=title, running=False, **nothing)  # type: ignore[arg-type]

    def report(self, name: str) -> str:
        """The report as a page; raises LudoplanError if there is nothing to report yet."""
        with Store(self.path(name)) as store:
            if not store.rows():
                raise LudoplanError("no run has ended yet")
            return Report(store).html()

    def close(self) -> None:
        for name in self.processes:
            self.stop(name)
