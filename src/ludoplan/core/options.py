"""Options that games, generators and engines declare; the command line makes flags of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import LudoplanError

Values = Mapping[str, Any]
BOOLEANS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
KINDS = {int: "a whole number", float: "a number", str: "a text", bool: "yes or no"}


@dataclass(frozen=True)
class Option:
    """A named setting: `--tie-break fifo` is Option("tie-break", ...).

    >>> from ludoplan import Option
    >>> Option("tie-break", str, "lifo", "which comes first", choices=("lifo", "fifo")).read("fifo")
    'fifo'
    """

    name: str
    type: type
    default: Any
    help: str
    choices: tuple[Any, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    # The value of a flag that is written without one, where that is allowed.
    bare: Any = None
    # Whether the value names a place on disk: such an option is for people at the machine, not for the web page.
    is_path: bool = False

    @property
    def key(self) -> str:
        """The name as an identifier."""
        return self.name.replace("-", "_")

    def read(self, text: str) -> Any:
        """The value written in `text`; raises LudoplanError."""
        try:
            value = BOOLEANS[text.lower()] if self.type is bool else self.type(text)
        except (ValueError, KeyError):
            raise self.wrong_kind(text) from None
        return self.checked(value)

    def wrong_kind(self, value: Any) -> LudoplanError:
        return LudoplanError(f"--{self.name}: {value!r} is not {KINDS[self.type]}")

    def checked(self, value: Any) -> Any:
        """The value itself; raises LudoplanError if it is not allowed."""
        if self.type is bool and isinstance(value, str):  # as it is written in files and flags
            value = BOOLEANS.get(value.lower(), value)
        kinds: Any = (int, float) if self.type is float else self.type
        if value is not None and (not isinstance(value, kinds) or isinstance(value, bool) != (self.type is bool)):
            raise self.wrong_kind(value)
        if self.choices and value not in self.choices:
            allowed = ", ".join(str(choice) for choice in self.choices)
            raise LudoplanError(f"--{self.name}: {value!r} is not one of {allowed}")
        if self.minimum is not None and value is not None and not value >= self.minimum:
            raise LudoplanError(f"--{self.name}: {value} is less than {self.minimum}")
        if self.maximum is not None and value is not None and not value <= self.maximum:
            raise LudoplanError(f"--{self.name}: {value} is more than {self.maximum}")
        return value


def complete(options: tuple[Option, ...], given: Values) -> dict[str, Any]:
    """The values of all options, given or default, checked; raises LudoplanError for an unknown name."""
    known = {option.key: option for option in options}
    for key in given:
        if key not in known:
            raise LudoplanError(f"there is no option --{key.replace('_', '-')} here")
    return {key: option.checked(given.get(key, option.default)) for key, option in known.items()}
