"""The settings of the prelude: numbers, sizes and colours, and whether title and author fit on the title screen."""

from __future__ import annotations

import math
import re
from typing import Final

from .colours import DEFAULT_PALETTE, NUMBERED_PALETTES, PALETTES, is_colour, resolve
from .cursor import SPACES, join_pairs
from .draft import Draft
from .levels import wrapped_lines
from .messages import Log
from .program import Settings

_NUMBER_START: Final = re.compile(r"[+-]?(?:Infinity|[0-9]+\.?[0-9]*(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?)")
_RADIX: Final = {"0x": 16, "0o": 8, "0b": 2}
_HEADER_LINES: Final = 5

# What the original's font draws; any other character takes two columns.
_NARROW: Final = re.compile(
    "[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00b1\u00b7\u00ba\u00bb\u00bf-\u017e\u0192\u02dc\u0401\u0410-\u044f\u0451\u1e9e"
    "\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122\u263a]"
)


def _whole_number_value(text: str) -> float:
    """The value of the whole text as a number, 0 of nothing; NaN if it is none."""
    text = text.strip(SPACES)
    if not text:
        return 0.0
    if text[:2].lower() in _RADIX:
        try:
            return float(int(text[2:], _RADIX[text[:2].lower()])) if "_" not in text else math.nan
        except ValueError:
            return math.nan
        except OverflowError:
            return math.inf
    return _leading_number(text) if _NUMBER_START.fullmatch(text) else math.nan


def _leading_number(text: str) -> float:
    """The value of the number at the start of the text; NaN if there is none."""
    match = _NUMBER_START.match(text.strip(SPACES))
    return math.nan if match is None else float(match.group().replace("Infinity", "inf"))


def palette(draft: Draft, log: Log) -> dict[str, str]:
    """The palette that the game names, else the default."""
    chosen = PALETTES[DEFAULT_PALETTE]
    for key, value in draft.settings:
        if key == "color_palette":
            name = NUMBERED_PALETTES.get(value, value)
            if name in PALETTES:
                chosen = PALETTES[name]
            else:
                log.at(0).error(f'Palette "{name}" not found, defaulting to arnecolors.')
    return chosen


class SettingsCompiler:
    """Makes `Settings` of the prelude, in two steps since the original complains of colours last."""

    def __init__(self, draft: Draft, log: Log) -> None:
        self._lines = draft.setting_lines
        self._log = log
        self._units = dict(draft.settings)
        self.raw = {key: join_pairs(value) for key, value in draft.settings}
        self._flickscreen, self._zoomscreen = self._size("flickscreen"), self._size("zoomscreen")

    def _size(self, key: str) -> tuple[int, int] | None:
        if key not in self.raw:
            return None
        text, log = self.raw[key], self._log.at(self._lines.get(key))
        parts = text.split("x")
        if len(parts) != 2:
            log.warning("Dimensions must be of the form AxB.")
            return None
        across, down = self._dimension(parts[0], log), self._dimension(parts[1], log)
        if across is None or down is None:
            log.warning(
                f'Couldn\'t understand the dimensions given to me (you gave "{text}") - should be of the form AxB.'
            )
            return None
        if across <= 0 or down <= 0:
            log.warning(f'The dimensions given to me (you gave "{text}") are baad - they should be > 0.')
        return across, down

    @staticmethod
    def _dimension(text: str, log: Log) -> int | None:
        whole, leading = _whole_number_value(text), _leading_number(text)
        if not math.isfinite(whole) or not leading.is_integer() or not -(2**31) <= leading < 2**31:
            log.warning(f'Wasn\'t able to make sense of "{text}" as a (whole number) dimension.')
            return None
        # Only the digits at the start count, so 1e2 is 1.
        match = re.match(r"[+-]?[0-9]+", text.strip(SPACES))
        if match is None:
            log.warning(f'Wasn\'t able to make sense of "{text}" as a dimension.')
            return None
        value = int(match.group())
        if value <= 0:
            log.warning(f'The dimension given to me (you gave "{text}") is baad - it should be greater than 0.')
        return value

    def finish(self, colours: dict[str, str]) -> Settings:
        """All settings; complains of colours that are none."""
        raw = self.raw
        text_colour = self._colour("text_color", "#ffffff", "white", colours)
        return Settings(
            title=raw.get("title"),
            author=raw.get("author"),
            run_rules_on_level_start="run_rules_on_level_start" in raw,
            require_player_movement="require_player_movement" in raw,
            no_action="noaction" in raw,
            no_undo="noundo" in raw,
            no_restart="norestart" in raw,
            realtime="realtime_interval" in raw,
            flickscreen=self._flickscreen,
            zoomscreen=self._zoomscreen,
            background_colour=self._colour("background_color", "#000000", "black", colours),
            text_colour=text_colour,
        )

    def _colour(self, key: str, default: str, default_name: str, colours: dict[str, str]) -> str:
        if key not in self.raw:
            return default
        colour = resolve(self.raw[key], colours)
        if is_colour(colour):
            return colour
        self._log.at(self._lines.get(key)).error(
            f"{key} in incorrect format - found {colour}, but I expect a color name (like 'pink') or hex-formatted "
            f"color (like '#1412FA').  Defaulting to {default_name}."
        )
        return default

    def check_title_screen(self) -> None:
        """Complain of a title or an author too long for the screen that they share."""
        raw = self._units
        title = wrapped_lines(_in_columns(raw.get("title", "PuzzleScript Game")))
        author = wrapped_lines(_in_columns("by " + raw["author"])) if "author" in raw else 0
        free = ("noaction" in raw) + ("noundo" in raw and "norestart" in raw)
        space = _HEADER_LINES + min(free, 1)
        shown_author = min(author, max(space - title, 1))
        if title + shown_author > space:
            self._log.at(self._lines.get("title")).warning(
                "Game title is too long to fit on screen; truncating to fit.", repeat=True
            )
        if shown_author < author:
            self._log.at(self._lines.get("author")).warning(
                "Author name is too long to fit on screen; truncating to fit.", repeat=True
            )


def _in_columns(text: str) -> str:
    return "".join(character if _NARROW.match(character) else f"{character} " for character in text)
