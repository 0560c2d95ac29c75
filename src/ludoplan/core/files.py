"""Files that are written for people: trouble with one names it, and is theirs to mend."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import LudoplanError


@contextmanager
def told_by_name(path: str | Path) -> Iterator[None]:
    """What the system has against a file is raised as a LudoplanError."""
    try:
        yield
    except (OSError, ValueError) as error:  # a name with a null byte is a ValueError
        name, words = getattr(error, "filename", None), getattr(error, "strerror", None)
        raise LudoplanError(f"{name or path}: {words or error}") from None


def write_file(path: str | Path, text: str, makes_folder: bool = False) -> None:
    """Writes a file, and the folder that it is to be in, if that is wanted; raises LudoplanError."""
    with told_by_name(path):
        if makes_folder:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, encoding="utf-8")
