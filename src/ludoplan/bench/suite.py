"""Reads suites from TOML. All that is wrong is told at once, with the lines."""

from __future__ import annotations

import fnmatch
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from glob import glob
from pathlib import Path
from typing import Any

from ..analysis.order import design_of
from ..core import registry, toml_lines
from ..core.errors import BadInput, Defect, LudoplanError
from ..core.level import bundled, parse_levels, read_text
from ..core.limits import Limits
from ..core.options import complete
from ..core.task import ParsedLevel
from .runs import TIMES, VALUES, Level, Solver, Table
from .runs import Suite as Suite

SUITES = Path(__file__).parent / "suites"
MOST_INTEGER = 2**63 - 1  # of a database
MOST_NAME = 300  # characters of a name, a title, a class
MOST_LEVELS = 100_000  # that a generator makes
MOST_SEEDS = 10_000
MOST_RUNS = 10_000_000
DEFAULT_LIMITS = Limits(seconds=10, megabytes=1000)
STATISTICS = ("median", "mean", "geometric mean", "sum", "least", "most")
# The ways to name levels, and the keys that go with each of them alone.
KINDS: dict[str, set[str]] = {
    "bundled": set(),
    "files": {"game"},
    "generate": {"generator", "name", "count", "seed"},
    "domain": {"problems"},
}
KEYS = {
    "": {"title", "description", "time", "seeds", "limits", "levels", "solvers", "tables"},
    "limits": {"seconds", "megabytes", "nodes"},
    "levels": {"class", "objective", "options", *KINDS}.union(*KINDS.values()),
    "solvers": {"solver", "name", "options", "seeds", "games"},
    "tables": {"title", "rows", "values", "statistic"},
}


def shipped() -> list[str]:
    """The names of the suites that come with ludoplan."""
    return sorted(path.stem for path in SUITES.glob("*.toml"))


def load_suite(spec: str) -> Suite:
    """The suite in a file, or the one that comes with ludoplan under this name; raises LudoplanError or BadInput."""
    path = Path(spec)
    if not path.exists() and spec in shipped():
        path = SUITES / f"{spec}.toml"
    elif not path.exists() and path.suffix != ".toml":
        raise LudoplanError(f"there is no suite {spec!r}: say a file, or one of {', '.join(shipped())}")
    return Reader(read_text(str(path)), str(path), path.parent, path.stem).suite()


class Reader:
    """Turns a text into a suite, and collects what is wrong with it."""

    def __init__(self, text: str, source: str, folder: Path, name: str) -> None:
        self.text, self.source, self.folder, self.name = text, source, folder, name
        self.content, self.lines = toml_lines.read(text, source)
        self.defects: list[Defect] = []

    def suite(self) -> Suite:
        """Raises BadInput with all defects."""
        content = self.content
        self.known_keys(content, "", ())
        title = self.value((), "title", str, self.name)
        description = self.value((), "description", str, "")
        time = self.value((), "time", str, "seconds")
        if time not in TIMES:
            self.complain(("time",), f"time: {time!r} is not one of {', '.join(TIMES)}")
        limits = self.limits()
        seeds = self.seeds((), (0,))
        levels = [level for path, entry in self.entries("levels") for level in self.levels(path, entry)]
        games = {level.game: level for level in levels}
        solvers = [
            solver for path, entry in self.entries("solvers") for solver in self.solvers(path, entry, seeds, games)
        ]
        tables = [table for path, entry in self.entries("tables") if (table := self.table(path, entry)) is not None]
        self.unique(levels, solvers)
        runs = len(levels) * sum(len(solver.seeds) for solver in solvers)
        if runs > MOST_RUNS:
            self.complain((), f"{runs:,} runs; {MOST_RUNS:,} are the most")
        if self.defects:
            raise BadInput(self.source, self.defects)
        return Suite(
            self.name,
            self.text,
            title,
            description.strip(),
            time,
            limits,
            tuple(levels),
            tuple(solvers),
            tuple(tables),
        )

    # -- what is where

    def complain(self, path: toml_lines.Path, text: str) -> None:
        self.defects.append(Defect(toml_lines.line_at(self.lines, path), None, text))

    def at(self, path: toml_lines.Path) -> Any:
        found: Any = self.content
        for step in path:
            found = found[step]
        return found

    def value(self, path: toml_lines.Path, key: str, kind: type | tuple[type, ...], default: Any) -> Any:
        """The value of a key, or the default where it is missing or of the wrong kind."""
        value = self.at(path).get(key, default)
        if key in self.at(path) and (not isinstance(value, kind) or isinstance(value, bool)):
            kinds = kind if isinstance(kind, tuple) else (kind,)
            names = {str: "a text", int: "a whole number", float: "a number", dict: "a table", list: "a list"}
            self.complain((*path, key), f"{key} must be {' or '.join(names[each] for each in kinds)}")
            return default
        if isinstance(value, int) and abs(value) > MOST_INTEGER:
            self.complain((*path, key), f"{key} is too large: whole numbers have 63 bits")
            return default
        if isinstance(value, str) and key in ("title", "name", "class") and len(value) > MOST_NAME:
            self.complain((*path, key), f"{key} has {len(value):,} characters; {MOST_NAME} are the most")
            return default
        return value

    def texts(self, path: toml_lines.Path, key: str) -> list[str]:
        """The value of a key that may be one text or several."""
        value = self.value(path, key, (str, list), [])
        values = [value] if isinstance(value, str) else value
        if not all(isinstance(each, str) for each in values):
            self.complain((*path, key), f"{key} must be a text or a list of texts")
            return []
        return list(values)

    def entries(self, key: str) -> Iterator[tuple[toml_lines.Path, Mapping[str, Any]]]:
        entries = self.content.get(key, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self.complain((key,), f"{key} must be tables: [[{key}]]")
            return
        if not entries and key != "tables":
            self.complain((), f"there are no {key}: add a table [[{key}]]")
        for index, entry in enumerate(entries):
            self.known_keys(entry, key, (key, index))
            yield (key, index), entry

    def known_keys(self, entry: Mapping[str, Any], kind: str, path: toml_lines.Path) -> None:
        for key in entry:
            if key not in KEYS[kind]:
                self.complain((*path, key), f"{key!r} is not one of {', '.join(sorted(KEYS[kind]))}")

    # -- the parts

    def limits(self) -> Limits:
        if not isinstance(self.content.get("limits", {}), dict):
            self.complain(("limits",), "limits must be a table: [limits]")
            return DEFAULT_LIMITS
        if "limits" not in self.content:
            return DEFAULT_LIMITS
        self.known_keys(self.content["limits"], "limits", ("limits",))
        values = {}
        for key, default in (
            ("seconds", DEFAULT_LIMITS.seconds),
            ("megabytes", DEFAULT_LIMITS.megabytes),
            ("nodes", None),
        ):
            value = self.value(("limits",), key, (int, float) if key != "nodes" else int, default)
            if value is not None and not value > 0:
                self.complain(("limits", key), f"{key} must be more than 0")
            values[key] = value
        return Limits(**values)

    def seeds(self, path: toml_lines.Path, default: tuple[int, ...]) -> tuple[int, ...]:
        value = self.value(path, "seeds", (int, list), list(default))
        if (value if isinstance(value, int) else len(value)) > MOST_SEEDS:
            self.complain((*path, "seeds"), f"{MOST_SEEDS:,} seeds are the most")
            return default
        seeds = list(range(value)) if isinstance(value, int) else value
        if any(isinstance(seed, int) and abs(seed) > MOST_INTEGER for seed in seeds):
            self.complain((*path, "seeds"), "a seed is too large: seeds have 63 bits")
            return default
        if not seeds or not all(isinstance(seed, int) for seed in seeds):
            self.complain((*path, "seeds"), "seeds must be a number of seeds or a list of whole numbers")
            return default
        return tuple(seeds)

    def levels(self, path: toml_lines.Path, entry: Mapping[str, Any]) -> list[Level]:
        kinds = [key for key in KINDS if key in entry]
        if len(kinds) != 1:
            self.complain(path, "say one of: bundled, files, generate, or domain with problems")
            return []
        for key in entry:
            if any(key in keys for kind, keys in KINDS.items() if kind != kinds[0]):
                self.complain((*path, key), f"{key} does not go with {kinds[0]}")
        makers = {
            "bundled": self.bundled,
            "files": self.files,
            "generate": self.generated,
            "domain": self.pddl,
        }
        found = []
        group = self.value(path, "class", str, None)
        objective = self.value(path, "objective", str, None)
        options = self.value(path, "options", dict, {})
        for level, fields in makers[kinds[0]](path):
            if options or objective not in (None, level.objective):
                level = replace(level, best=None, status=None)  # that is known of another task
            level = replace(level, objective=objective or level.objective, options=options)
            try:
                if group is not None:
                    level = replace(level, group=group.format_map(fields))
            except (KeyError, ValueError, IndexError):
                self.complain((*path, "class"), f"class may name {', '.join('{' + key + '}' for key in fields)}")
                return []
            try:
                level.task  # noqa: B018 - reads the level
            except BadInput as error:
                for line in str(error).split("\n"):
                    self.complain((*path, kinds[0]), line)
            except LudoplanError as error:
                self.complain((*path, kinds[0]), f"{level.name}: {error}")
            else:
                found.append(level)
        return found

    def bundled(self, path: toml_lines.Path) -> Iterator[tuple[Level, dict[str, Any]]]:
        for spec in self.texts(path, "bundled"):
            game, _, pattern = spec.partition(":")
            if game not in registry.game_names():
                self.complain(
                    (*path, "bundled"), f"{spec}: there is no game {game!r} ({', '.join(registry.game_names())})"
                )
                continue
            found = [level for name, level in bundled(game).items() if fnmatch.fnmatchcase(name, pattern or "*")]
            if not found:
                self.complain((*path, "bundled"), f"{spec}: {game} has no such level ({', '.join(bundled(game))})")
            for level in found:
                name = f"{game}:{level.name}"
                yield (
                    Level(
                        name,
                        game,
                        game,
                        level.text(),
                        objective=level.objective,
                        title=level.title,
                        best=level.best,
                        status=level.status,
                    ),
                    {"game": game, "name": level.name, "title": level.title, "size": level.title.partition(",")[0]},
                )

    def files(self, path: toml_lines.Path) -> Iterator[tuple[Level, dict[str, Any]]]:
        wanted = self.value(path, "game", str, None)
        for pattern in self.texts(path, "files"):
            for file in self.matching((*path, "files"), pattern):
                try:
                    for found in parse_levels(str(file), wanted):
                        if isinstance(found, BadInput):
                            self.complain((*path, "files"), str(found))
                            continue
                        # A file of many levels is taken apart; each is written as the game writes it.
                        name, game = found.name.removeprefix(f"{self.folder}/"), found.game
                        assert game.text is not None
                        text = read_text(str(file)) if found.name == str(file) else game.text.format(found.level)
                        level = Level(name, game.name, game.name, text, parsed=found)
                        yield level, {"game": game.name, "name": name, "folder": file.parent.name}
                except BadInput as error:
                    for line in str(error).split("\n"):
                        self.complain((*path, "files"), line)
                except LudoplanError as error:
                    self.complain((*path, "files"), str(error))

    def matching(self, path: toml_lines.Path, pattern: str) -> list[Path]:
        """The files beside the suite that fit the pattern."""
        try:
            found = sorted(glob(str(self.folder / pattern), recursive=True))
        except ValueError:  # a character that no name can have
            found = []
        files = [Path(name) for name in found if Path(name).is_file()]
        if not files:
            self.complain(path, f"{pattern!r}: there is no such file in {self.folder}")
        return files

    def generated(self, path: toml_lines.Path) -> Iterator[tuple[Level, dict[str, Any]]]:
        count = self.value(path, "count", int, 1)
        if not 1 <= count <= MOST_LEVELS:
            self.complain((*path, "count"), f"count must be from 1 to {MOST_LEVELS:,}")
            return
        seed = self.value(path, "seed", int, 0)
        given = self.value(path, "generator", dict, {})
        try:
            game = registry.game(self.value(path, "generate", str, ""))
            keyed = {key.replace("-", "_"): value for key, value in given.items()}
            design = design_of(game)
            options = complete(design.options, keyed)
        except LudoplanError as error:
            self.complain((*path, "generator" if given else "generate"), str(error))
            return
        words = "".join(f" {key}={value}" for key, value in given.items())
        stem = self.value(path, "name", str, f"{game.name}{words} seed={seed}")
        for number in range(1, count + 1):
            # The numbers that `ludoplan generate` draws, so that its levels can be made again.
            assert design.generate is not None
            level = design.generate(random.Random(f"{game.name} {seed} {number}"), options)
            name = f"{stem} #{number}"
            text = game.text.format(level) if game.text is not None else ""
            made = Level(name, game.name, game.name, text, parsed=ParsedLevel(game, level))
            yield made, {"game": game.name, "name": name, **options}

    def pddl(self, path: toml_lines.Path) -> Iterator[tuple[Level, dict[str, Any]]]:
        domains = self.matching((*path, "domain"), self.value(path, "domain", str, ""))
        if len(domains) != 1:
            return
        domain = read_text(str(domains[0]))
        patterns = self.texts(path, "problems")
        if not patterns:
            self.complain(path, "a domain needs problems")
        for pattern in patterns:
            for file in self.matching((*path, "problems"), pattern):
                name = str(file).removeprefix(f"{self.folder}/")
                level = Level(name, "pddl", "pddl", domain, read_text(str(file)))
                yield level, {"game": "pddl", "name": name, "folder": file.parent.name}

    def solvers(
        self, path: toml_lines.Path, entry: Mapping[str, Any], seeds: tuple[int, ...], games: Mapping[str, Level]
    ) -> list[Solver]:
        engines = self.texts(path, "solver")
        if not engines:
            self.complain(path, "say which solver")
        options = {key.replace("-", "_"): value for key, value in self.value(path, "options", dict, {}).items()}
        wanted = self.texts(path, "games") if "games" in entry else None
        for game in wanted or ():
            if game not in games:
                self.complain((*path, "games"), f"there is no level of a game {game!r}")
        found = []
        for engine in engines:
            if ".py:" in engine:
                engine = str((self.folder / engine).absolute())
            words = "".join(f" {key}={value}" for key, value in options.items())
            name = self.value(path, "name", str, f"{Path(engine).name}{words}")
            if len(engines) > 1 and "name" in entry:
                self.complain((*path, "name"), "a name is for one solver; here are several")
            for game, level in games.items():
                if wanted is None or game in wanted:
                    try:
                        complete(registry.engine(engine, level.task).options, options)
                    except LudoplanError as error:
                        self.complain((*path, "solver"), f"{engine} on {game}: {error}")
            found.append(
                Solver(name, engine, options, self.seeds(path, seeds), None if wanted is None else tuple(wanted))
            )
        return found

    def table(self, path: toml_lines.Path, entry: Mapping[str, Any]) -> Table | None:
        rows = self.value(path, "rows", str, "class")
        values = self.texts(path, "values")
        statistic = self.value(path, "statistic", str, "median")
        sound = True
        for key, value, allowed in (
            ("rows", rows, ("class", "level", "solver")),
            ("statistic", statistic, STATISTICS),
            *(("values", value, tuple(VALUES)) for value in values or ["none"]),
        ):
            if value not in allowed:
                self.complain((*path, key), f"{key}: {value!r} is not one of {', '.join(allowed)}")
                sound = False
        title = self.value(path, "title", str, f"{', '.join(values)} by {rows}")
        return Table(title, rows, tuple(values), statistic) if sound else None

    def unique(self, levels: list[Level], solvers: list[Solver]) -> None:
        for kind, names in (("level", Counter(e.name for e in levels)), ("solver", Counter(e.name for e in solvers))):
            for name in (name for name, count in names.items() if count > 1):
                advice = "" if kind == "level" else ": give each a name of its own"
                self.complain((f"{kind}s",), f"there are several {kind}s {name!r}{advice}")
