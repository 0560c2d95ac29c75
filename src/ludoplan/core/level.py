"""Where levels come from: a file, standard input, or a bundled level `game:name`."""

from __future__ import annotations

import sys
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from . import registry
from .engine import Task
from .errors import BadInput, Defect, LudoplanError
from .registry import AnyGame

MOST_BYTES = 64_000_000


@dataclass(frozen=True)
class Bundled:
    """A level that comes with its game, and what is known of it."""

    game: str
    name: str
    file: str
    title: str
    objective: str | None
    best: int | None  # cost of the best known solution; None: it has none
    status: str  # "optimal", "solved" or "unsolvable"

    def text(self) -> str:
        return (levels_folder(registry.game(self.game)) / self.file).read_text(encoding="utf-8")


def levels_folder(of: AnyGame) -> Path:
    """Where a game keeps its bundled levels: beside the module that defines it."""
    return Path(sys.modules[type(of).__module__].__file__ or ".").parent / "levels"


@cache
def bundled(name: str) -> dict[str, Bundled]:
    """The bundled levels of a game by name, in order of difficulty; they are listed in levels/index.toml."""
    index = levels_folder(registry.game(name)) / "index.toml"
    if not index.is_file():
        return {}
    entries = tomllib.loads(index.read_text(encoding="utf-8"))["level"]
    levels = [
        Bundled(
            game=name,
            name=entry["file"].split(".")[0],
            file=entry["file"],
            title=entry["title"],
            objective=entry.get("objective"),
            best=entry.get("best"),
            status=entry["status"],
        )
        for entry in entries
    ]
    return {level.name: level for level in levels}


def read_text(path: str) -> str:
    """The text of a file or, for `-`, of standard input; raises LudoplanError or BadInput."""
    source = "standard input" if path == "-" else path
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise LudoplanError(f"{path}: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise LudoplanError(f"{source}: larger than {MOST_BYTES // 10**6} MB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise BadInput(source, [Defect(line, column, "this is not UTF-8 text")]) from None
    return text.replace("\r\n", "\n")


def find_game(path: str, name: str | None) -> AnyGame:
    """The game that was named, else the one whose suffix the file has; raises LudoplanError."""
    if name is not None:
        return registry.game(name)
    for known in registry.games():
        if any(path.endswith(suffix) for suffix in known.suffixes):
            return known
    raise LudoplanError(f"{path}: cannot tell the game by the suffix; say --game G (see: ludoplan games)")


def load(spec: str, game_name: str | None = None) -> Task:
    """The level at a path, on standard input (`-`) or bundled (`game:name`); raises LudoplanError or BadInput."""
    found = load_bundled(spec)
    if found is not None:
        return found
    of, source, text = read_level(spec, game_name)
    return Task(of, of.parse(text, source), source)


def load_all(spec: str, game_name: str | None = None) -> list[Task | BadInput]:
    """All levels of a file, which `load` takes for one; in place of a broken one, what is wrong with it.

    Raises LudoplanError, and BadInput if there is only one and it is broken.
    """
    found = load_bundled(spec)
    if found is not None:
        return [found]
    of, source, text = read_level(spec, game_name)
    parts = of.split(text)
    if len(parts) <= 1:
        return [Task(of, of.parse(text, source), source)]
    levels: list[Task | BadInput] = []
    for line, part in parts:
        try:
            levels.append(Task(of, of.parse(part, source), f"{source}:{line}"))
        except BadInput as error:
            moved = [replace(defect, line=(defect.line or 1) + line - 1) for defect in error.defects]
            levels.append(BadInput(source, moved))
    return levels


def load_bundled(spec: str) -> Task | None:
    """The bundled level that is named, or None for another kind of name; raises LudoplanError."""
    prefix, colon, name = spec.partition(":")
    if not colon or prefix not in registry.game_names() or Path(spec).exists():
        return None
    found = bundled(prefix).get(name)
    if found is None:
        known = ", ".join(bundled(prefix))
        raise LudoplanError(f"{prefix} has no bundled level {name!r} (it has {known})")
    of = registry.game(prefix)
    level = of.parse(found.text(), spec)
    return Task(of, of.configure(level, found.objective) if found.objective else level, spec)


def read_level(spec: str, game_name: str | None) -> tuple[AnyGame, str, str]:
    """The game, the name for messages and the text of a level file; raises LudoplanError or BadInput."""
    text = read_text(spec)
    return find_game(spec, game_name), "standard input" if spec == "-" else spec, text
