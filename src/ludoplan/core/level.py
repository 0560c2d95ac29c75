"""Where levels come from: a file, standard input, or a bundled level `game:name`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from . import registry
from .errors import BadInput, LudoplanError
from .index import INDEX, MOST_BYTES, decoded, read_index
from .task import AnyGame, ParsedLevel, Task


@dataclass(frozen=True)
class Bundled:
    """A level that comes with its game, and what is known of it."""

    game: str
    name: str
    file: str
    title: str
    objective: str | None
    best: float | None  # cost of the best known solution; None: it has none
    status: str  # "optimal", "solved" or "unsolvable"

    def text(self) -> str:
        return (levels_folder(registry.game(self.game)) / self.file).read_text(encoding="utf-8")


def levels_folder(of: AnyGame) -> Path:
    """Where a game keeps its bundled levels: beside the module that defines it."""
    return Path(sys.modules[type(of).__module__].__file__ or ".").parent / "levels"


@cache
def bundled(name: str) -> dict[str, Bundled]:
    """The bundled levels of a game by name, in order of difficulty."""
    index = levels_folder(registry.game(name)) / INDEX
    return {
        entry.name: Bundled(
            name, entry.name, entry.path.name, entry.title, entry.objective, entry.best, entry.status or "solved"
        )
        for entry in (read_index(index) if index.is_file() else [])
    }


def read_text(path: str) -> str:
    """The text of a file or, for `-`, of standard input; raises LudoplanError or BadInput."""
    try:
        if path == "-":
            return decoded(sys.stdin.buffer.read(MOST_BYTES + 1), source_of(path))
        with open(path, "rb") as file:
            return decoded(file.read(MOST_BYTES + 1), path)
    except (OSError, ValueError) as error:  # a name with a null byte is a ValueError
        raise LudoplanError(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def source_of(path: str) -> str:
    """What messages call a file."""
    return "standard input" if path == "-" else path


def find_game(path: str, name: str | None) -> AnyGame:
    """The game that was named, else the one whose suffix the file has; raises LudoplanError."""
    if name is not None:
        return registry.game(name)
    for known in registry.games():
        if any(path.endswith(suffix) for suffix in known.suffixes):
            return known
    raise LudoplanError(f"{path}: cannot tell the game by the suffix; say --game G (see: ludoplan games)")


def load(
    spec: str, game: str | None = None, objective: str | None = None, options: Mapping[str, Any] | None = None
) -> Task:
    """The level at a path, on standard input (`-`) or bundled (`game:name`), ready to be solved; raises LudoplanError
    or BadInput."""
    return parse_level(spec, game).task(objective, options)


def parse_level(spec: str, game: str | None = None) -> ParsedLevel:
    """The level that is named so, as its file says it; raises LudoplanError or BadInput."""
    found = bundled_level(spec)
    if found is None:
        text, of, source = read_text(spec), find_game(spec, game), source_of(spec)
        found = ParsedLevel(of, of.parse(text, source), source)
    return found


def parse_levels(spec: str, game: str | None = None) -> list[ParsedLevel | BadInput]:
    """All levels of a file; in place of a broken one, what is wrong with it.

    Raises LudoplanError, and BadInput if there is only one and it is broken.
    """
    found = bundled_level(spec)
    if found is not None:
        return [found]
    text, of, source = read_text(spec), find_game(spec, game), source_of(spec)
    parts = of.text.split(text) if of.text is not None else [(1, text)]
    if len(parts) <= 1:
        return [ParsedLevel(of, of.parse(text, source), source)]
    levels: list[ParsedLevel | BadInput] = []
    for line, part in parts:
        try:
            levels.append(ParsedLevel(of, of.parse(part, source), f"{source}:{line}"))
        except BadInput as error:
            moved = [replace(defect, line=(defect.line or 1) + line - 1) for defect in error.defects]
            levels.append(BadInput(source, moved))
    return levels


def bundled_level(spec: str) -> ParsedLevel | None:
    """The bundled level that is named, or None for another kind of name; raises LudoplanError."""
    prefix, colon, name = spec.partition(":")
    if not colon or prefix not in registry.game_names() or Path(spec).exists():
        return None
    found = bundled(prefix).get(name)
    if found is None:
        known = ", ".join(bundled(prefix))
        raise LudoplanError(f"{prefix} has no bundled level {name!r} (it has {known})")
    of = registry.game(prefix)
    return ParsedLevel(of, of.parse(found.text(), spec), spec, found.objective)
