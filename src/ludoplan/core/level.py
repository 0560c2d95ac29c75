"""Where levels come from: a file, standard input, or a bundled level `game:name`.

A file may hold several levels: `FILE#3` is the third of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from . import registry
from .errors import BadInput, Defect, LudoplanError, meant
from .files import told_by_name
from .index import INDEX, MOST_BYTES, Entry, decoded, parted, read_index
from .task import AnyGame, ParsedLevel, Task


@dataclass(frozen=True)
class Bundled(Entry):
    """A level that comes with its game, and what is known of it; best is None if it has no solution."""

    game: str = ""

    def text(self) -> str:
        """The level alone, even if its file has others."""
        of, file = registry.game(self.game), self.path.name
        text = self.path.read_text(encoding="utf-8")
        if self.number is None:
            return text
        assert of.text is not None
        return of.text.format(_pick(list(levels_in(of, text, file)), self.number, file).level)


def levels_folder(of: AnyGame) -> Path:
    """Where a game keeps its bundled levels: beside the module that defines it."""
    return Path(sys.modules[type(of).__module__].__file__ or ".").parent / "levels"


@cache
def bundled(name: str) -> dict[str, Bundled]:
    """The bundled levels of a game by name, in order of difficulty."""
    index = levels_folder(registry.game(name)) / INDEX
    entries = read_index(index) if index.is_file() else []
    return {each.name: Bundled(**{**vars(each), "status": each.status or "solved"}, game=name) for each in entries}


def read_text(path: str) -> str:
    """The text of a file or, for `-`, of standard input; raises LudoplanError or BadInput."""
    with told_by_name(path):
        try:
            if path == "-":
                return decoded(sys.stdin.buffer.read(MOST_BYTES + 1), source_of(path))
            with open(path, "rb") as file:
                return decoded(file.read(MOST_BYTES + 1), path)
        except FileNotFoundError:
            raise LudoplanError(f"{path}: no such file{what_was_meant(path)}") from None


def what_was_meant(path: str) -> str:
    """What somebody may have meant who named a file that is not there: a game, a bundled level, another file."""
    games = registry.game_names()
    if path in games:
        names = list(bundled(path))
        return f"; {path} is a game: say one of its levels, such as {path}:{names[0]}" if names else ""
    prefix, colon, name = path.partition(":")
    if colon and "/" not in prefix:
        return meant(path, [f"{game}:{name}" for game in games]) or f", and no game {prefix!r}"
    folder = Path(path).parent
    others = (str(folder / each.name) for each in folder.iterdir()) if folder.is_dir() else ()
    return meant(path, others)


def source_of(path: str) -> str:
    """What messages call a file."""
    return "standard input" if path == "-" else path


def found_game(path: str, name: str | None, text: str = "") -> tuple[AnyGame, tuple[Defect, ...]]:
    """The game that was named, else the one whose suffix the file has, else the one that knows the text as its own, and
    what there is to say of that; raises LudoplanError."""
    if name is not None:
        return registry.game(name), ()
    known = registry.games()
    for game in known:
        if any(path.endswith(suffix) for suffix in game.suffixes):
            return game, ()
    source = source_of(path)
    pddl = re.search(r"\(\s*define\s*\(\s*(domain|problem)\b", text, re.IGNORECASE)
    if pddl is not None:
        files = f"{path} PROBLEM" if pddl[1].lower() == "domain" else f"DOMAIN {path}"
        raise LudoplanError(f"{source}: this is a PDDL {pddl[1].lower()}; say: ludoplan plan {files}")
    found = [game for game in known if text and game.recognises(text)]
    if len(found) == 1:
        return found[0], (Defect(None, None, f"read as a level of {found[0].name}, by what it contains"),)
    names = " or ".join(game.name for game in found)
    said = f"it could be one of {names}" if found else "neither its suffix nor what it contains says so"
    raise LudoplanError(f"{source}: cannot tell the game: {said}; say --game G (see: ludoplan games)")


def load(
    spec: str, game: str | None = None, objective: str | None = None, options: Mapping[str, Any] | None = None
) -> Task:
    """The level at a path, on standard input (`-`) or bundled (`game:name`), ready to be solved; raises LudoplanError
    or BadInput.

    >>> from ludoplan import load
    >>> load("roll:05").name
    'roll:05'
    """
    return parse_level(spec, game).task(objective, options)


def parse_level(spec: str, game: str | None = None) -> ParsedLevel:
    """The level that is named so, as its file says it; raises LudoplanError or BadInput."""
    found = parse_levels(spec, game)
    if len(found) > 1:
        raise LudoplanError(f"{source_of(spec)} has {len(found)} levels: say {spec}#1 up to {spec}#{len(found)}")
    return _pick(found, 1, source_of(spec))


def parse_levels(spec: str, game: str | None = None) -> list[ParsedLevel | BadInput]:
    """All levels of a file; in place of a broken one, what is wrong with it.

    Raises LudoplanError, and BadInput if there is only one and it is broken.
    """
    return list(bundled_levels(spec)) or list(read_level_file(spec, game).levels())


@dataclass(frozen=True)
class LevelFile:
    """A file that was read and whose game is known; its levels are parsed one after the other."""

    game: AnyGame
    text: str
    source: str
    number: int | None = None  # of the only level that is wanted
    warnings: tuple[Defect, ...] = ()

    def levels(self) -> Iterator[ParsedLevel | BadInput]:
        """The levels; in place of a broken one, what is wrong with it. Raises BadInput if there is only one."""
        if self.number is not None:
            yield _pick(list(levels_in(self.game, self.text, self.source)), self.number, self.source)
            return
        for place, level in enumerate(levels_in(self.game, self.text, self.source)):
            if place == 0 and isinstance(level, ParsedLevel):
                level = replace(level, warnings=(*self.warnings, *level.warnings))
            yield level


def read_level_file(spec: str, game: str | None = None) -> LevelFile:
    """The file that is named, read; raises LudoplanError or BadInput."""
    path, number = parted(spec)
    text = read_text(path)
    of, by_content = found_game(path, game, text)
    return LevelFile(of, text, source_of(path), number, by_content)


def read_set(folder: Path, game: str | None = None) -> list[Entry]:
    """The levels of a folder, listed ones first, or of one file; raises LudoplanError or BadInput."""
    if folder.is_file():
        return [Entry(folder, is_listed=False)]
    if not folder.is_dir():
        raise LudoplanError(f"{folder}: not a folder")
    listed = read_index(folder / INDEX) if (folder / INDEX).is_file() else []
    known = {entry.path for entry in listed}
    games = registry.games() if game is None else [registry.game(game)]
    suffixes = tuple(suffix for each in games for suffix in each.suffixes)
    others = [
        path
        for path in sorted(folder.iterdir())
        if path not in known
        and (path.name.endswith(suffixes) or (path.suffix == ".txt" and (game is not None or is_level(path))))
    ]
    entries = listed + [Entry(path, is_listed=False) for path in others]
    if not entries:
        raise LudoplanError(f"{folder}: no levels (files that end in {', '.join(suffixes)})")
    return entries


def is_level(path: Path) -> bool:
    """Whether a game recognises the text of a file as its own."""
    try:
        text = read_text(str(path))
    except LudoplanError:
        return False
    return any(game.recognises(text) for game in registry.games())


def levels_in(of: AnyGame, text: str, source: str) -> Iterator[ParsedLevel | BadInput]:
    """The levels of a text, each parsed when it is asked for; in place of a broken one, what is wrong with it, unless
    it is the only one: BadInput."""
    if of.text is not None and of.text.levels is not None:
        together = of.text.levels(text, source)
        for number, level in enumerate(together, start=1):
            yield ParsedLevel(of, level, source if len(together) == 1 else f"{source}#{number}")
        return
    parts = of.text.split(text) if of.text is not None else [(1, text)]
    if len(parts) <= 1:
        level = of.parse(text, source)
        odd = of.text.oddities(text) if of.text is not None else ()
        yield ParsedLevel(of, level, source, warnings=tuple(odd))
        return
    for line, part in parts:
        yield level_at(of, part, source, line)


def level_at(of: AnyGame, text: str, source: str, line: int) -> ParsedLevel | BadInput:
    """A level that begins at a line of a file with several, or what is wrong with it."""
    try:
        return ParsedLevel(of, of.parse(text, source), f"{source}:{line}")
    except BadInput as error:
        return BadInput(source, [replace(defect, line=(defect.line or 1) + line - 1) for defect in error.defects])


def _pick(levels: list[ParsedLevel | BadInput], number: int, source: str) -> ParsedLevel:
    if not 1 <= number <= len(levels):
        raise LudoplanError(f"{source} has no level #{number}: it has {len(levels)}")
    found = levels[number - 1]
    if isinstance(found, BadInput):
        raise found
    return found


def bundled_levels(spec: str) -> list[ParsedLevel]:
    """The bundled levels that are named: one, or all of a file; none for another kind of name. Raises LudoplanError."""
    prefix, colon, name = spec.partition(":")
    if not colon or prefix not in registry.game_names() or Path(spec).exists():
        return []
    listed = bundled(prefix)
    found = [listed[name]] if name in listed else [each for each in listed.values() if parted(each.name)[0] == name]
    if not found:
        known = ", ".join(bundled(prefix))
        close = meant(name, bundled(prefix), ", ")
        raise LudoplanError(f"{prefix} has no bundled level {name!r}{close} (it has {known})")
    of = registry.game(prefix)
    return [
        ParsedLevel(of, of.parse(each.text(), f"{prefix}:{each.name}"), f"{prefix}:{each.name}", each.objective)
        for each in found
    ]
