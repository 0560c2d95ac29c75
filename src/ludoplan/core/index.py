"""The list of a folder of levels, `index.toml`: what is recorded of each, in order of difficulty.

Tables `[[level]]` with `file` and, where they are known, `best`, `status` (`optimal`, `solved` or `unsolvable`),
`objective` and `title`. The games' bundled levels are listed so, and anybody's own may be. The third level of a file
that has several is `FILE#3`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import toml_lines
from .errors import BadInput, Defect, LudoplanError
from .files import told_by_name

INDEX = "index.toml"
STATUSES = ("optimal", "solved", "unsolvable")
MOST_BYTES = 64_000_000


@dataclass(frozen=True)
class Entry:
    """A level file and what is recorded of it."""

    path: Path
    title: str = ""
    best: float | None = None
    status: str | None = None
    objective: str | None = None
    is_listed: bool = True
    number: int | None = None  # of the level, where the file has several

    @property
    def name(self) -> str:
        """What the level is called, without the suffix of its file."""
        return self.path.name.split(".")[0] + self._hash

    @property
    def file(self) -> str:
        """The name of the file and the number in it."""
        return self.path.name + self._hash

    @property
    def _hash(self) -> str:
        return "" if self.number is None else f"#{self.number}"


def parted(spec: str) -> tuple[str, int | None]:
    """The two parts of `FILE#3`; a name without a number has None."""
    file, hash_, number = spec.rpartition("#")
    if hash_ and file and number.isascii() and number.isdigit() and len(number) < 10 and not Path(spec).exists():
        return file, int(number)
    return spec, None


def decoded(data: bytes, source: str) -> str:
    """The text in a file's bytes; raises LudoplanError or BadInput."""
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


def read_index(path: Path) -> list[Entry]:
    """The entries of an index; raises BadInput with all defects, or LudoplanError."""
    with told_by_name(path):
        data = path.read_bytes()
    content, lines = toml_lines.read(decoded(data, str(path)), str(path))
    tables = content.get("level", [])
    if not isinstance(tables, list):
        raise BadInput(str(path), [Defect(1, 1, "expected tables [[level]]")])
    defects: list[Defect] = []
    entries: list[Entry] = []
    for number, table in enumerate(tables):
        texts = faults(table)
        if not texts:
            file, level = parted(table["file"])
            known = {key: table[key] for key in KEYS if key in table}
            entry = Entry(path.parent / file, **known, number=level)
            if any(entry.path == other.path and entry.number == other.number for other in entries):
                texts.append(f"{entry.file} is listed twice")
            entries.append(entry)
        line = lines.get(("level", number), 1)
        defects += [Defect(line, 1, f"level[{number}]: {text}") for text in texts]
    if defects:
        raise BadInput(str(path), defects)
    return entries


KEYS = ("title", "best", "status", "objective")


def faults(table: Any) -> list[str]:
    """What is wrong with one table of an index."""
    if not isinstance(table, dict) or not isinstance(table.get("file"), str):
        return ['expected a table with file = "..."']
    best, status = table.get("best"), table.get("status")
    found = []
    if best is not None and (isinstance(best, bool) or not isinstance(best, int | float)):
        found.append("best: expected a number")
    if status is not None and status not in STATUSES:
        found.append(f"status: expected one of {', '.join(STATUSES)}")
    found += [f"{key}: expected a text" for key in ("objective", "title") if not isinstance(table.get(key, ""), str)]
    if status == "unsolvable" and best is not None:
        found.append("an unsolvable level has no best")
    return found
