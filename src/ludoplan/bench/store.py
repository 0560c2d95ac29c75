"""A campaign on disk: one SQLite file with a row for each run."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..core.errors import LudoplanError, Unsupported
from ..core.result import Result
from ..running.job import Outcome
from .place import Place
from .runs import Level, Planned, Suite

LONGEST_PLAN = 1_000_000  # characters; longer ones are counted, but not kept
VERSION = 1
LOCK_SECONDS = 30.0  # seconds that a row waits for another program to let go of the file
# What SQLite calls trouble that is not the file's own.
TROUBLE = {
    "SQLITE_FULL": "cannot be written, the disk is full",
    "SQLITE_IOERR": "cannot be written or read; is the disk full?",
    "SQLITE_CANTOPEN": "cannot be opened",
    "SQLITE_READONLY": "cannot be written",
    "SQLITE_BUSY": "locked by another program",
    "SQLITE_LOCKED": "locked by another program",
}

# Everything about a run is in its row; what a level looks like is kept once.
SCHEMA = """
create table if not exists about (name text primary key, value text not null);
create table if not exists level (
  name text not null, hash text not null, game text not null, class text not null, title text not null,
  text text not null, problem text, objective text, options text not null, best real, best_status text,
  primary key (name, hash));
create table if not exists wanted (key text primary key, position integer not null);
create table if not exists run (
  key text primary key, level text not null, level_hash text not null, game text not null, class text not null,
  objective text, solver text not null, engine text not null, options text not null, seed integer not null,
  time_limit real, memory_limit real, node_limit integer,
  status text not null, exit text not null, cost real, length integer, lower_bound real, validated integer not null,
  seconds real, search_seconds real, cpu_seconds real, wall_seconds real,
  expanded integer, generated integer, stored integer, peak_mb real, counters text not null default '{}',
  message text, proof text, output text, plan text,
  ended text not null, machine text not null, versions text not null);
"""
# What is kept of a level as it is, by the names of its fields.
SAME = ("name", "game", "title", "text", "problem", "objective", "best")
COLUMNS = {**dict(zip(SAME, SAME, strict=True)), "group": "class", "status": "best_status"}
# What is kept of a run's counters as it is.
COUNTED = ("seconds", "search_seconds", "expanded", "generated", "stored", "peak_mb")

Row = dict[str, Any]


class Store:
    """The rows of one campaign; a context manager."""

    def __init__(self, path: str | Path, must_exist: bool = True) -> None:
        self.path = Path(path)
        if must_exist and not self.path.is_file():
            raise LudoplanError(f"{path}: there is no such campaign; start one: ludoplan bench run SUITE")
        try:
            self.connection = sqlite3.connect(self.path, timeout=LOCK_SECONDS, isolation_level=None)
            self.connection.row_factory = sqlite3.Row
            if not must_exist or self.about("version") is None:
                self.create()
            version = self.about("version")
        except (sqlite3.Error, ValueError) as error:
            raise self.damaged(error) from None
        if version != VERSION:
            raise LudoplanError(f"{path}: made by another version of ludoplan")

    def create(self) -> None:
        known = {row[0] for row in self.connection.execute("select name from sqlite_master where type = 'table'")}
        if known and "about" not in known:
            raise LudoplanError(f"{self.path}: a database of something else")
        # Readers do not disturb the writer, and a killed writer leaves whole rows.
        self.connection.execute("pragma journal_mode = wal")
        self.connection.executescript(SCHEMA)
        if "counters" not in {row[1] for row in self.connection.execute("pragma table_info(run)")}:
            self.connection.execute("alter table run add column counters text not null default '{}'")
        if self.about("version") is None:
            self.note("version", VERSION)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.connection.close()
        if isinstance(error, sqlite3.DatabaseError | json.JSONDecodeError):
            raise self.damaged(error) from None

    def damaged(self, error: Exception) -> LudoplanError:
        if "not a database" in str(error):
            return LudoplanError(f"{self.path}: not a campaign ({error})")
        kind = getattr(error, "sqlite_errorname", None) or ""
        for start, words in TROUBLE.items():
            if kind.startswith(start):
                return LudoplanError(f"{self.path}: {words} ({error}); what is in it is kept, the same command goes on")
        advice = f"`ludoplan bench recover {self.path}` saves what can be read"
        return LudoplanError(f"{self.path}: this campaign is damaged ({error}); {advice}")

    def about(self, name: str) -> Any:
        """A fact about the campaign, or None."""
        try:
            found = self.connection.execute("select value from about where name = ?", (name,)).fetchone()
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):
                return None
            raise
        return None if found is None else json.loads(found[0])

    def note(self, name: str, value: Any) -> None:
        self.connection.execute("insert or replace into about values (?, ?)", (name, json.dumps(value)))

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """For the one process that runs the campaign; raises LudoplanError if there is one already."""
        try:
            import fcntl
        except ImportError:
            raise Unsupported(
                "campaigns can be read here, but run on Linux, macOS and other POSIX systems only"
            ) from None
        # A file of its own: on some network drives a lock on the database would get in SQLite's way.
        path = self.path.with_name(self.path.name + ".lock")
        with open(path, "w", encoding="ascii") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                # Another process may have ended, and taken the file with it, since it was opened here.
                is_ours = os.path.samestat(os.fstat(file.fileno()), os.stat(path))
            except OSError:
                is_ours = False
            if not is_ours:
                raise LudoplanError(f"{self.path}: this campaign is being run already")
            try:
                yield
            finally:
                with contextlib.suppress(OSError):
                    os.unlink(path)

    def begin(self, suite: Suite, runs: Sequence[Planned]) -> None:
        """Makes this suite the one that counts: rows of runs it does not ask for stay, but are not reported."""
        levels = [
            (*(getattr(level, name) for name in COLUMNS), level.hash, json.dumps(dict(level.options), sort_keys=True))
            for level in suite.levels
        ]
        names = ", ".join([*COLUMNS.values(), "hash", "options"])
        with self.transaction():
            for name in ("name", "title", "description", "time", "text"):
                self.note(name, getattr(suite, name))
            self.note("limits", asdict(suite.limits))
            for name in ("tables", "charts", "published", "remarks"):
                self.note(name, [asdict(each) for each in getattr(suite, name)])
            self.note("document", None if suite.document is None else asdict(suite.document))
            self.note("solvers", [solver.name for solver in suite.solvers])
            self.connection.executemany(f"insert or replace into level ({names}) values ({marks(11)})", levels)
            self.connection.execute("delete from wanted")
            keys = ((planned.key, position) for position, planned in enumerate(runs))
            self.connection.executemany("insert or ignore into wanted values (?, ?)", keys)
            # The class is a matter of the suite, not of the run.
            self.connection.execute(
                "update run set class = (select class from level where name = run.level and hash = run.level_hash)"
                " where exists (select 1 from level where name = run.level and hash = run.level_hash)"
            )

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        self.connection.execute("begin immediate")
        try:
            yield
        except BaseException:
            self.connection.execute("rollback")
            raise
        self.connection.execute("commit")

    def keys(self) -> set[str]:
        """The runs that are done."""
        return {row[0] for row in self.connection.execute("select key from run")}

    def forget_errors(self) -> None:
        """Deletes the rows with status `error`, so that they are run again."""
        self.connection.execute("delete from run where status = 'error'")

    def add(self, planned: Planned, result: Result, outcome: Outcome, place: Place) -> Row:
        """Writes a row; returns it."""
        row = row_of(planned, result, outcome, place)
        columns = ", ".join(row)
        self.connection.execute(f"insert or ignore into run ({columns}) values ({marks(len(row))})", [*row.values()])
        return row

    def rows(self) -> list[Row]:
        """The rows of the suite's runs, in its order."""
        found = self.connection.execute("select run.* from run join wanted using (key) order by position")
        rows = [{"counters": "{}", **row} for row in found]  # older campaigns do not have them
        return [{**row, **{name: json.loads(row[name]) for name in ("options", "counters")}} for row in rows]

    def levels(self) -> list[Level]:
        """The levels of the suite's runs, in its order."""
        found = self.connection.execute(
            "select level.*, min(position) as first from level join run on run.level = name and level_hash = hash"
            " join wanted using (key) group by name, hash order by first"
        )
        return [
            Level(**{name: row[column] for name, column in COLUMNS.items()}, options=json.loads(row["options"]))
            for row in found
        ]

    def count_wanted(self) -> int:
        return int(self.connection.execute("select count(*) from wanted").fetchone()[0])

    def count_others(self) -> int:
        """Rows of earlier suites."""
        query = "select count(*) from run where key not in (select key from wanted)"
        return int(self.connection.execute(query).fetchone()[0])


def marks(count: int) -> str:
    return ", ".join("?" * count)


def row_of(planned: Planned, result: Result, outcome: Outcome, place: Place) -> Row:
    """All that is known of a run."""
    level, solver = planned.level, planned.solver
    plan = None if result.plan is None else "\n".join(result.plan.moves)
    return {
        "key": planned.key,
        "level": level.name,
        "level_hash": level.hash,
        "game": level.game,
        "class": level.group,
        "objective": result.objective,
        "solver": solver.name,
        "engine": result.solver,
        "options": json.dumps(dict(solver.options), sort_keys=True),
        "seed": planned.seed,
        "time_limit": planned.limits.seconds,
        "memory_limit": planned.limits.megabytes,
        "node_limit": planned.limits.nodes,
        "status": str(result.status),
        "exit": outcome.exit,
        "cost": result.cost,
        "length": None if result.plan is None else len(result.plan.moves),
        "lower_bound": result.lower_bound,
        "validated": result.plan is not None,
        **{name: getattr(result.stats, name) for name in COUNTED},
        "cpu_seconds": outcome.cpu_seconds,
        "wall_seconds": outcome.seconds,
        "counters": json.dumps(dict(result.stats.extra), sort_keys=True),  # the solver's own
        "message": result.message,
        "proof": result.proof,
        "output": outcome.output,
        "plan": plan if plan is not None and len(plan) <= LONGEST_PLAN else None,
        "ended": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "machine": place.machine,
        "versions": json.dumps(place.versions, sort_keys=True),
    }
