"""The form of a certificate: one JSON object, with the level in it; clauses and their proof are files beside it.

| field | |
|---|---|
| `format` | `ludoplan certificate 1` |
| `claim` | `optimal` or `unsolvable` |
| `kind` | `states`, `plan clauses` or `level clauses` |
| `game`, `level`, `objective`, `options` | the level; a planning task has `domain` and `problem` in their place |
| `name`, `solver` | what the level is called, who made the claim: for people |
| `cost`, `plan` | of `optimal`: the objective's value, and the moves |
| `bound` | `states`, `optimal`: no solution's moves cost less than this in sum |
| `states` | rows `[parent, move, sum]`; row 1 is state 1, state 0 is the start |
| `steps`, `variant` | `plan clauses`: no plan of so many actions or fewer, of which PDDL form |
| `clauses`, `proof` | the digests of `clauses.cnf` (DIMACS) and `proof.drat` (DRUP, a form of DRAT) |
| `sha256` | the digest of all other fields |

Sums are whole numbers, or texts such as "7/2".
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..core.errors import LudoplanError
from ..core.files import told_by_name

FORMAT = "ludoplan certificate 1"
NAME = "certificate.json"
CLAUSES, PROOF = "clauses.cnf", "proof.drat"
MOST_BYTES = 1_000_000_000
MOST_DIGITS = 1000

Content = dict[str, Any]


class Refused(LudoplanError):  # noqa: N818 - says what became of the certificate
    """The certificate does not show what it claims; the text says where it fails."""

    exit_status = 14


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def sealed(content: Content) -> Content:
    """The fields with the digest of all others."""
    rest = {key: value for key, value in content.items() if key != "sha256"}
    return {**rest, "sha256": digest(json.dumps(rest, sort_keys=True).encode())}


def certificate_text(content: Content) -> str:
    """The file's text: a field a line, and a state a line."""
    lines = []
    for key, value in sealed(content).items():
        if key == "states":
            rows = ",\n".join(f"  {json.dumps(row)}" for row in value)
            lines.append(f'"states": [\n{rows}\n]' if value else '"states": []')
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_bytes(path: Path) -> bytes:
    """The bytes of a file of a certificate; raises LudoplanError."""
    with told_by_name(path), open(path, "rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise LudoplanError(f"{path}: larger than {MOST_BYTES // 10**6} MB")
    return data


def read_certificate(path: Path) -> Content:
    """The fields of a certificate, each of the kind that it must be; raises LudoplanError or Refused."""
    data = read_bytes(path)
    try:
        content = json.loads(data.decode("utf-8"), parse_int=_integer, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise Refused(f"{path}: byte {error.start + 1} is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise Refused(f"{path}:{error.lineno}:{error.colno}: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        words = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise Refused(f"{path}: {words}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise Refused(f'{path}: not a certificate: its "format" is not "{FORMAT}"')
    if content.get("sha256") != sealed(content)["sha256"]:
        raise Refused(f"{path}: damaged: its content is not what its digest was made of")
    faults = list(_faults(content))
    if faults:
        raise Refused("\n".join(f"{path}: {fault}" for fault in faults[:20]))
    return content


def _integer(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ValueError(f"a number of {len(text)} digits")
    return int(text)


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number here")


def sum_of(value: Any) -> Fraction:
    """The number that a sum is written as; raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, int | str) or len(str(value)) > MOST_DIGITS:
        raise ValueError
    try:
        return Fraction(value)
    except ZeroDivisionError:
        raise ValueError from None


def written_sum(value: Fraction | int) -> int | str:
    """A sum as it is written."""
    return int(value) if Fraction(value).denominator == 1 else str(value)


def _is_sum(value: Any) -> bool:
    try:
        return sum_of(value) >= 0
    except ValueError:
        return False


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_row(row: Any) -> bool:
    return isinstance(row, list) and len(row) == 3 and _is_count(row[0]) and _is_text(row[1]) and _is_sum(row[2])


def _faults(content: Content) -> list[str]:
    """What is missing, too much or of the wrong kind."""
    optimal, kind = content.get("claim") == "optimal", content.get("kind")
    a_text = "a text", _is_text
    wanted: dict[str, tuple[str, Callable[[Any], bool]]] = {
        "format": (f'"{FORMAT}"', lambda value: value == FORMAT),
        "claim": ('"optimal" or "unsolvable"', lambda value: value in ("optimal", "unsolvable")),
        "kind": ('"states", "plan clauses" or "level clauses"', lambda value: value in KINDS),
        **dict.fromkeys(("game", "name", "solver", "sha256"), a_text),
    }
    if content.get("game") == "pddl":
        wanted |= {"domain": a_text, "problem": a_text}
    else:
        wanted |= {
            "level": a_text,
            "objective": ("a text or null", lambda value: value is None or _is_text(value)),
            "options": ("an object", lambda value: isinstance(value, dict)),
        }
    if optimal:
        is_number = lambda value: isinstance(value, int | float) and not isinstance(value, bool)  # noqa: E731
        is_plan = lambda value: isinstance(value, list) and all(map(_is_text, value))  # noqa: E731
        wanted |= {"cost": ("a number", is_number), "plan": ("a list of texts", is_plan)}
    if kind == "states":
        is_rows = lambda value: isinstance(value, list) and all(map(_is_row, value))  # noqa: E731
        wanted |= {"states": ("a list of rows [parent, move, sum]", is_rows)}
        wanted |= {"bound": ("a sum", _is_sum)} if optimal else {}
    elif kind in KINDS:
        wanted |= {"clauses": ("a digest", _is_text), "proof": ("a digest", _is_text)}
    if kind == "plan clauses":
        is_variant = lambda value: value is None or _is_text(value)  # noqa: E731
        wanted |= {"steps": ("a whole number", _is_count), "variant": ("a text or null", is_variant)}
    return [
        *(f'"{name}" is missing' for name in wanted if name not in content),
        *(f'"{name}" is unknown here' for name in content if name not in wanted),
        *(
            f'"{name}" is not {words}'
            for name, (words, fits) in wanted.items()
            if name in content and not fits(content[name])
        ),
    ]


KINDS = ("states", "plan clauses", "level clauses")
