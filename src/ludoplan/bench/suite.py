"""Reads suites from TOML. All that is wrong is told at once, with the lines."""

from __future__ import annotations

import fnmatch
import json
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
from .runs import (
    CHOICES,
    COUNTER,
    EXTENT,
    TIMES,
    VALUES,
    Chart,
    Document,
    Level,
    Published,
    Remark,
    SuiteSolver,
    T,
    Wanted,
    fitting,
    is_value,
)
from .runs import Suite as Suite
from .statistics import AGGREGATES

SUITES = Path(__file__).parent / "suites"
SOURCES = Path(__file__).parent / "sources"  # suites that run a document's experiment again
SOURCE = "source:"
MOST_INTEGER = 2**63 - 1  # of a database
MOST_NAME = 300  # characters of a name, a title, a class
MOST_LEVELS = 100_000  # that a generator makes
MOST_SEEDS = 10_000
MOST_RUNS = 10_000_000
DEFAULT_LIMITS = Limits(seconds=10, megabytes=1000)
STATISTICS = tuple(AGGREGATES)
# The ways to name levels, and the keys that go with each of them alone.
KINDS: dict[str, set[str]] = {
    "bundled": set(),
    "files": {"game"},
    "generate": {"generator", "count", "seed"},
    "domain": {"problems"},
}
# The keys of the whole and of each table in it, those of [[tables]] too, are those that editors offer.
SCHEMA = json.loads(Path(__file__).with_name("suite.schema.json").read_text(encoding="utf-8"))
ENTRIES = [name for name, part in SCHEMA["properties"].items() if part.get("type") == "array"]  # there may be several
PARTS = {"": SCHEMA} | {name: part.get("items", part) for name, part in SCHEMA["properties"].items()}
KEYS = {name: set(part["properties"]) for name, part in PARTS.items() if "properties" in part}


def shipped() -> list[str]:
    """The names of the suites that come with ludoplan."""
    return sorted(path.stem for path in SUITES.glob("*.toml"))


def sources() -> list[str]:
    """The documents whose experiments come with ludoplan: source:NAME."""
    return sorted(f"{SOURCE}{path.stem}" for path in SOURCES.glob("*.toml"))


def load_suite(spec: str, quick: bool = False) -> Suite:
    """The suite in a file, or the one that comes with ludoplan under this name; raises LudoplanError or BadInput.

    `quick` asks for its short form: fewer levels and solvers, and shorter limits.
    """
    path, name = Path(spec), None
    if spec.startswith(SOURCE):
        if spec not in sources():
            raise LudoplanError(f"there is no {spec}: say one of {', '.join(sources())}")
        path, name = SOURCES / f"{spec.removeprefix(SOURCE)}.toml", spec.replace(":", "-")
    elif not path.exists() and spec in shipped():
        path = SUITES / f"{spec}.toml"
    elif not path.exists() and path.suffix != ".toml":
        names = ", ".join([*shipped(), *sources()])
        raise LudoplanError(f"there is no suite {spec!r}: say a file, or one of {names}")
    return Reader(read_text(str(path)), str(path), path.parent, name or path.stem).suite(quick)


class Reader:
    """Turns a text into a suite, and collects what is wrong with it."""

    def __init__(self, text: str, source: str, folder: Path, name: str) -> None:
        self.text, self.source, self.folder, self.name = text, source, folder, name
        self.content, self.lines = toml_lines.read(text, source)
        self.defects: list[Defect] = []

    def suite(self, quick: bool = False) -> Suite:
        """The whole suite, or its short form; raises BadInput with all defects."""
        self.known_keys(())
        self.paths = {key: self.entries(key) for key in ENTRIES}
        seeds = self.seeds((), (0,))
        levels = [level for path in self.paths["levels"] for level in self.levels(path)]
        games = {level.game: level for level in levels}
        solvers = [solver for path in self.paths["solvers"] for solver in self.solvers(path, seeds, games)]
        tables = [self.table(path) for path in self.paths["tables"]]
        charts = [self.chart(path) for path in self.paths["charts"]]
        self.names = {
            "level": [level.name for level in levels],
            "class": [level.group for level in levels],
            "solver": [solver.name for solver in solvers],
        }
        self.chosen()
        suite = Suite(
            self.name,
            self.text,
            title=self.value((), "title", str, self.name),
            description=self.value((), "description", str, "").strip(),
            time=self.among((), "time", tuple(TIMES)),
            limits=self.limits(self.table_at("limits"), DEFAULT_LIMITS),
            levels=tuple(levels),
            solvers=tuple(solvers),
            tables=tuple(tables),
            charts=tuple(charts),
            published=tuple(
                found for path in self.paths["published"] for found in self.published(path, [*tables, *charts])
            ),
            document=self.document(),
            remarks=tuple(self.remark(path) for path in self.paths["remarks"]),
        )
        self.unique()
        short = self.short_form(suite)
        if quick and short is None:
            self.complain((), "this suite has no short form: it has no table [quick]")
        suite = short if quick and short is not None else suite
        runs = len(suite.levels) * sum(len(solver.seeds) for solver in suite.solvers)
        if runs > MOST_RUNS:
            self.complain((), f"{runs:,} runs; {MOST_RUNS:,} are the most")
        if self.defects:
            raise BadInput(self.source, self.defects)
        return suite

    # -- what is where

    def complain(self, path: toml_lines.Path, text: str) -> None:
        """Notes what is wrong there, a defect for each line of the text."""
        line = toml_lines.line_at(self.lines, path)
        column = toml_lines.column_at(self.text, line) if path in self.lines else None
        self.defects += [Defect(line, column, each) for each in text.split("\n")]

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

    def positive(
        self, path: toml_lines.Path, key: str, default: Any, kind: type | tuple[type, ...] = (int, float)
    ) -> Any:
        """A number above 0 of a table, or what stands for it; complains where it is none."""
        value = self.value(path, key, kind, default)
        if value is not None and not value > 0:
            self.complain((*path, key), f"{key} must be more than 0")
        return value

    def texts(self, path: toml_lines.Path, key: str) -> list[str]:
        """The value of a key that may be one text or several."""
        value = self.value(path, key, (str, list), [])
        values = [value] if isinstance(value, str) else value
        if not all(isinstance(each, str) for each in values):
            self.complain((*path, key), f"{key} must be a text or a list of texts")
            return []
        return list(values)

    def entries(self, key: str) -> list[toml_lines.Path]:
        """The paths of the tables that there may be several of."""
        entries = self.content.get(key, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self.complain((key,), f"{key} must be tables: [[{key}]]")
            return []
        if not entries and key in SCHEMA["required"]:
            self.complain((), f"there are no {key}: add a table [[{key}]]")
        return [self.known_keys((key, index)) for index in range(len(entries))]

    def known_keys(self, path: toml_lines.Path) -> toml_lines.Path:
        """The path of a table, whose keys have been looked at."""
        known = KEYS[str(path[0]) if path else ""]
        for key in self.at(path):
            if key not in known:
                self.complain((*path, key), f"{key!r} is not one of {', '.join(sorted(known))}")
        return path

    # -- the parts

    def limits(self, path: toml_lines.Path | None, usual: Limits) -> Limits:
        """The limits in a table, if there is one; those that it does not name as usual."""
        if path is None:
            return usual
        for key in vars(usual):
            if key in KEYS[str(path[0])]:
                kind = int if key == "nodes" else (int, float)
                usual = replace(usual, **{key: self.positive(path, key, getattr(usual, key), kind)})
        return usual

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

    def levels(self, path: toml_lines.Path) -> list[Level]:
        entry = self.at(path)
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
        called = None if kinds[0] == "generate" else self.value(path, "name", str, None)
        group = self.value(path, "class", str, None)
        objective = self.value(path, "objective", str, None)
        options = self.value(path, "options", dict, {})
        for level, fields in makers[kinds[0]](path):
            if options or objective not in (None, level.objective):
                level = replace(level, best=None, status=None)  # that is known of another task
            level = replace(level, objective=objective or level.objective, options=options)
            for key, pattern, attribute in (("class", group, "group"), ("name", called, "name")):
                try:
                    if pattern is not None:
                        level = replace(level, **{attribute: pattern.format_map(fields)})
                except (KeyError, ValueError, IndexError):
                    self.complain((*path, key), f"{key} may name {', '.join('{' + key + '}' for key in fields)}")
                    return []
            try:
                level.task  # noqa: B018 - reads the level
            except LudoplanError as error:
                named = "" if isinstance(error, BadInput) else f"{level.name}: "
                self.complain((*path, kinds[0]), f"{named}{error}")
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
                known = {key: getattr(level, key) for key in ("objective", "title", "best", "status")}
                fields = {"game": game, "name": level.name, "title": level.title}
                fields["size"] = level.title.partition(",")[0]
                yield Level(f"{game}:{level.name}", game, game, level.text(), **known), fields

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
                        yield level, {"game": game.name, "name": name, "folder": file.parent.name, "stem": file.stem}
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

    def solvers(self, path: toml_lines.Path, seeds: tuple[int, ...], games: Mapping[str, Level]) -> list[SuiteSolver]:
        engines = self.texts(path, "solver")
        if not engines:
            self.complain(path, "say which solver")
        options = {key.replace("-", "_"): value for key, value in self.value(path, "options", dict, {}).items()}
        wanted = tuple(self.texts(path, "games")) if "games" in self.at(path) else None
        for game in wanted or ():
            if game not in games:
                self.complain((*path, "games"), f"there is no level of a game {game!r}")
        found = []
        for engine in engines:
            if ".py:" in engine:
                engine = str((self.folder / engine).absolute())
            words = "".join(f" {key}={value}" for key, value in options.items())
            name = self.value(path, "name", str, f"{Path(engine).name}{words}")
            if len(engines) > 1 and "name" in self.at(path):
                self.complain((*path, "name"), "a name is for one solver; here are several")
            for game, level in games.items():
                if wanted is None or game in wanted:
                    try:
                        complete(registry.engine(engine, level.task).options, options)
                    except LudoplanError as error:
                        self.complain((*path, "solver"), f"{engine} on {game}: {error}")
            limit = self.positive(path, "seconds", None)
            classes = tuple(self.texts(path, "classes"))
            found.append(SuiteSolver(name, engine, options, self.seeds(path, seeds), wanted, classes, limit))
        return found

    def table(self, path: toml_lines.Path) -> Wanted:
        return Wanted(**self.summed_up(path, self.texts(path, "values"), "values", ("class", "level", "solver")))

    def chart(self, path: toml_lines.Path) -> Chart:
        common = self.summed_up(path, [self.value(path, "value", str, "seconds")], "value", CHOICES["rows"])
        kind, scale = (self.among(path, key, CHOICES[key]) for key in ("kind", "scale"))
        return Chart(**common, kind=kind, scale=scale)

    def among(self, path: toml_lines.Path, key: str, allowed: tuple[str, ...]) -> str:
        """The value of a key that must be one of these words, which is the first unless told otherwise."""
        value: str = self.value(path, key, str, allowed[0])
        if value not in allowed:
            self.complain((*path, key), f"{key}: {value!r} is not one of {', '.join(allowed)}")
            return allowed[0]
        return value

    def summed_up(self, path: toml_lines.Path, values: list[str], key: str, allowed: tuple[str, ...]) -> dict[str, Any]:
        """What tables and charts have in common."""
        for value in values or ["none"]:
            if not is_value(value):
                known = ", ".join([*VALUES, f"{COUNTER}NAME", f"{EXTENT}NAME"])
                self.complain((*path, key), f"{key}: {value!r} is not one of {known}")
        rows = self.among(path, "rows", allowed)
        return {
            "title": self.value(path, "title", str, f"{', '.join(values)} by {rows}"),
            "rows": rows,
            "statistic": self.among(path, "statistic", STATISTICS),
            "values": tuple(values),
            "solvers": tuple(self.texts(path, "solvers")),
            "classes": tuple(self.texts(path, "classes")),
            "note": self.value(path, "note", str, "").strip(),
        }

    def chosen(self) -> None:
        """Solvers and classes that others choose must be there."""
        known = {"solvers": set(self.names["solver"]), "classes": set(self.names["class"])}
        for table in ("tables", "charts", "remarks", "solvers"):
            for path in self.paths[table]:
                for key, names in known.items():
                    for name in self.texts(path, key) if key in KEYS[table] else ():
                        if name not in names:
                            self.complain((*path, key), f"{key}: there is no {name!r} ({', '.join(sorted(names))})")

    def published(self, path: toml_lines.Path, tables: list[Wanted]) -> list[Published]:
        """Numbers of others: one, or a grid of them, for a table or chart of this suite."""
        title = self.value(path, "table", str, "")
        source = self.value(path, "source", str, "")
        why = self.value(path, "why", str, "")
        if not source:
            self.complain(path, "say the source of what is published")
        table = next((table for table in tables if table.title == title), None)
        if table is None:
            names = ", ".join(repr(table.title) for table in tables) or "there are none"
            self.complain((*path, "table"), f"table: {title!r} is not the title of a table or a chart here ({names})")
            return []
        columns = table.columns(self.names["solver"])
        rows = set(self.names[table.rows])
        found = []
        for key, row, column, value in self.cells(path):
            if isinstance(value, bool) or not isinstance(value, (int, float, str)):
                self.complain((*path, key), f"{row}, {column}: a number or a text, not {value!r}")
            elif row not in rows and not why:
                self.complain((*path, key), f"there is no {table.rows} {row!r} in this suite; if it has none, say why")
            elif column not in columns and not why:
                advice = f"if we have none, say why ({', '.join(columns)})"
                self.complain((*path, key), f"table {title!r} has no column {column!r}; {advice}")
            else:
                number = value if isinstance(value, str) else float(value)
                found.append(Published(title, row, column, number, source, why))
        return found

    def cells(self, path: toml_lines.Path) -> Iterator[tuple[str, str, str, Any]]:
        """Key, row, column and value of each number that an entry has: one, or a grid of rows and columns."""
        entry = self.at(path)
        if "rows" not in entry and "columns" not in entry:
            missing = [key for key in ("level", "column", "value") if key not in entry]
            if missing:
                self.complain(path, f"say {', '.join(missing)}; or a grid: columns and rows")
                return
            level, column = self.value(path, "level", str, ""), self.value(path, "column", str, "")
            yield "value", level, column, entry["value"]
            return
        columns = self.texts(path, "columns")
        rows = self.value(path, "rows", list, [])
        if not columns or not rows:
            self.complain(path, "a grid has columns and rows")
            return
        for number, row in enumerate(rows, start=1):
            if not isinstance(row, list) or len(row) != len(columns) + 1 or not isinstance(row[0], str):
                self.complain((*path, "rows"), f"row {number} must be a name and {len(columns)} values")
                continue
            for column, value in zip(columns, row[1:], strict=True):
                yield "rows", row[0], column, value

    def table_at(self, key: str) -> toml_lines.Path | None:
        """The path of a table that there may be once; None without it."""
        if not isinstance(self.content.get(key, {}), dict):
            self.complain((key,), f"{key} must be a table: [{key}]")
            return None
        if key not in self.content:
            return None
        return self.known_keys((key,))

    def document(self) -> Document | None:
        path = self.table_at("document")
        if path is None:
            return None
        words = {key: self.value(path, key, str, "") for key in ("title", "authors", "kind", "where")}
        if not words["title"]:
            self.complain(path, "a document has a title")
        return Document(year=self.value(path, "year", int, 0), notes=tuple(self.texts(path, "notes")), **words)

    def remark(self, path: toml_lines.Path) -> Remark:
        words = {key: self.value(path, key, str, "").strip() for key in ("about", "says", "found", "level")}
        if not words["about"] or not words["found"]:
            self.complain(path, "a remark says what it is about, and what was found")
        if words["level"] and words["level"] not in self.names["level"]:
            self.complain((*path, "level"), f"there is no level {words['level']!r} in this suite")
        return Remark(solvers=tuple(self.texts(path, "solvers")), **words)

    def short_form(self, suite: Suite) -> Suite | None:
        """What `--quick` asks for; None without a table [quick]."""
        path = self.table_at("quick")
        if path is None:
            return None
        return replace(
            suite,
            name=f"{suite.name}-quick",
            limits=self.limits(path, suite.limits),
            levels=self.matched(path, "levels", suite.levels),
            solvers=self.matched(path, "solvers", suite.solvers),
        )

    def matched(self, path: toml_lines.Path, key: str, things: tuple[T, ...]) -> tuple[T, ...]:
        """Those whose names fit one of the patterns; all without patterns."""
        found, idle = fitting(things, self.texts(path, key))
        for pattern in idle:
            self.complain((*path, key), f"{key}: {pattern!r} fits none of them")
        return found

    def unique(self) -> None:
        for kind, advice in (("level", ""), ("solver", ": give each a name of its own")):
            for name, count in Counter(self.names[kind]).items():
                if count > 1:
                    self.complain((f"{kind}s",), f"there are several {kind}s {name!r}{advice}")
