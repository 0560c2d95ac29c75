"""Saves what can be read of a damaged campaign. The damaged file is left as it is."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..core.errors import LudoplanError
from .store import Store, marks

# Rows in a row that are not there, or cannot be read, before a table is taken to be at its end.
MOST_MISSES = 10_000
TABLES = ("about", "level", "wanted", "run")


def recover(damaged: str | Path, new: str | Path) -> dict[str, int]:
    """Writes a new campaign with the rows that can be read; how many there are of each table. Raises LudoplanError."""
    damaged, new = Path(damaged), Path(new)
    if not damaged.is_file():
        raise LudoplanError(f"{damaged}: there is no such campaign")
    if new.exists():
        raise LudoplanError(f"{new}: there is such a file already")
    counts = {}
    with TemporaryDirectory() as folder:
        copy = padded_copy(damaged, Path(folder))
        try:
            with closing(sqlite3.connect(copy)) as old:
                old.text_factory = lambda text: text.decode("utf-8")  # a text that is none is damage, too
                found = {table: list(rows(old, table)) for table in TABLES}
        except sqlite3.Error as error:
            raise LudoplanError(f"{damaged}: nothing can be read ({error})") from None
    if not found["run"]:
        raise LudoplanError(f"{damaged}: no run can be read")
    with Store(new, must_exist=False) as store, store.transaction():
        for table, saved in found.items():
            known = [row[1] for row in store.connection.execute(f"pragma table_info({table})")]
            counts[table] = 0
            for row in saved:
                kept = {name: value for name, value in row.items() if name in known}
                try:
                    store.connection.execute(
                        f"insert or ignore into {table} ({', '.join(kept)}) values ({marks(len(kept))})",
                        list(kept.values()),
                    )
                    counts[table] += 1
                except sqlite3.Error:
                    continue  # something that must be there is not
    return counts


def padded_copy(damaged: Path, folder: Path) -> Path:
    """A copy of the database and its log; of one that was cut with empty pages in place of those that are missing."""
    copy = folder / "campaign.db"
    data = damaged.read_bytes()
    if len(data) >= 32:
        size, pages = int.from_bytes(data[16:18], "big"), int.from_bytes(data[28:32], "big")
        missing = (65536 if size == 1 else size) * pages - len(data)
        data += bytes(missing) if 0 < missing <= 16 * len(data) else b""
    copy.write_bytes(data)
    log = damaged.with_name(damaged.name + "-wal")
    if log.is_file():
        shutil.copy(log, folder / "campaign.db-wal")
    return copy


def rows(old: sqlite3.Connection, table: str) -> Iterator[dict[str, Any]]:
    """The rows of a table one by one, by their numbers: a page that is damaged costs the rows on it alone."""
    number = misses = 0
    while misses < MOST_MISSES:
        number += 1
        misses += 1
        try:
            found = old.execute(f"select * from {table} where rowid = ?", (number,))
            row = found.fetchone()
        except (sqlite3.Error, UnicodeDecodeError):
            continue
        if row is not None:
            misses = 0
            yield dict(zip((column[0] for column in found.description), row, strict=True))
