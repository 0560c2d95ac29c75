"""TOML with line numbers: the standard reader does not tell where a key stands."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from .errors import BadInput, Defect

Path = tuple[str | int, ...]
HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]")
KEY = re.compile(r"\s*([A-Za-z0-9_.\- \"']+?)\s*=")
# Comments and strings of one line, which may hold brackets that are none.
OPAQUE = re.compile(r"\"(?:\\.|[^\"\\])*\"|'[^']*'|#.*")
LONG_NUMBER = re.compile(r"[0-9_]{4000}")
MOST_PARTS = 100  # of a key
AT = re.compile(r"(.*) \(at line (\d+), column (\d+)\)")


def read(text: str, source: str) -> tuple[dict[str, Any], dict[Path, int]]:
    """The content, and the line of each key and table; raises BadInput."""
    for number, line in enumerate(text.split("\n"), start=1):
        # The standard reader takes time and memory that grow with the square of such a key's length.
        if line.count(".") > MOST_PARTS and OPAQUE.sub("", line).partition("=")[0].count(".") > MOST_PARTS:
            raise BadInput(source, [Defect(number, None, f"a key of more than {MOST_PARTS} parts")])
    try:
        return tomllib.loads(text), lines_of(text)
    except RecursionError:
        raise BadInput(source, [Defect(1, None, "nested too deeply")]) from None
    except ValueError as error:  # TOMLDecodeError, and what Python says of numbers with thousands of digits
        where = AT.fullmatch(str(error))
        last = text.count("\n") + 1
        if where:
            defect = Defect(int(where[2]), int(where[3]), where[1])
        else:
            long = LONG_NUMBER.search(text)
            at = text.count("\n", 0, long.start()) + 1 if long else last
            defect = Defect(at, None, "a number with thousands of digits")
        raise BadInput(source, [defect]) from None


def lines_of(text: str) -> dict[Path, int]:
    """The line of each table and of each key that has a line of its own."""
    lines: dict[Path, int] = {}
    counts: dict[str, int] = {}
    table: Path = ()
    depth = 0  # of brackets that a value has opened
    quotes = ""  # what ends the string of several lines that is open
    for number, line in enumerate(text.split("\n"), start=1):
        if quotes:
            _, found, line = line.partition(quotes)
            if not found:
                continue
            quotes = ""
        elif depth == 0:
            if header := HEADER.match(line):
                first, *rest = (part.strip(" \"'") for part in header[2].split("."))
                if header[1] == "[[" and not rest:
                    counts[first] = counts.get(first, 0) + 1
                table = (first, counts[first] - 1, *rest) if first in counts else (first, *rest)
                lines[table] = number
                continue
            if key := KEY.match(line):
                lines[*table, *(part.strip(" \"'") for part in key[1].split("."))] = number
                line = line[key.end() :]
        for opening in ('"""', "'''"):
            if line.count(opening) % 2:
                quotes = opening
                line = line.partition(opening)[0]
        bare = OPAQUE.sub("", line)
        depth = max(0, depth + bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}"))
    return lines


def line_at(lines: dict[Path, int], path: Path) -> int | None:
    """The line of what is at this path, or of what holds it."""
    return next((lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in lines), None)


def column_at(text: str, line: int | None) -> int | None:
    """The column at which the value of a key begins, or the name of a table."""
    if line is None:
        return None
    content = text.split("\n")[line - 1]
    key = KEY.match(content)
    after = key.end() if key and not HEADER.match(content) else 0
    return after + len(content[after:]) - len(content[after:].lstrip()) + 1
