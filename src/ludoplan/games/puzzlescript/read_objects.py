"""The prelude's settings, and objects with their colours and sprites."""

from __future__ import annotations

import re
from typing import Final

from .colours import DEFAULT_PALETTE, PALETTES
from .cursor import JUNK, NAME, SPACE_CLASS, SPACES, TO_COMMENT, TO_PARENTHESIS, Cursor, words
from .draft import KEYWORDS, Draft, ObjectDraft
from .messages import Log
from .program import TRANSPARENT
from .section import Section

SETTINGS_WITH_VALUE: Final = frozenset(
    words("""
    title author homepage background_color text_color key_repeat_interval realtime_interval again_interval flickscreen
    zoomscreen color_palette youtube
    """)
)
SETTINGS_WITHOUT_VALUE: Final = frozenset(
    words("""
    run_rules_on_level_start norepeat_action require_player_movement debug verbose_logging throttle_movement noundo
    noaction norestart scanline
    """)
)
_KEEP_CASE: Final = ("author", "homepage", "title")

_WORD: Final = re.compile(rf"[{SPACE_CLASS}]*\w+[{SPACE_CLASS}]*")
_NEITHER_WORD_NOR_SPACE: Final = re.compile(rf"[^\w{SPACE_CLASS}]")

_COLOUR_WORDS: Final = frozenset((*PALETTES[DEFAULT_PALETTE], TRANSPARENT))
_COLOUR: Final = re.compile(rf"(?:{'|'.join(_COLOUR_WORDS)}|#(?:[0-9a-f]{{3}}){{1,2}})[{SPACE_CLASS}]*")
_PIXELS: Final = frozenset(".0123456789")
_SPRITE_SIZE: Final = 5


class Prelude(Section):
    """Settings before the first section. `index`: 0 looking for a setting, 1 before its value, 2 after it."""

    def token(self, cursor: Cursor, *, at_start: bool, is_first: bool) -> None:
        if at_start:
            self.index = 0
        if self.index == 0:
            self._key(cursor, at_start, is_first)
            return
        cursor.skip_to_comment()
        self.index += 1
        if self.index > 2:
            self.log.warning(
                "Error: you can't embed comments in metadata values. Anything after the comment will be ignored."
            )

    def _key(self, cursor: Cursor, at_start: bool, is_first: bool) -> None:
        word = cursor.take(_WORD)
        if word is not None and at_start:
            key = word.strip(SPACES)
            if key in SETTINGS_WITH_VALUE:
                self._setting(key, cursor, is_first)
                return
            if key in SETTINGS_WITHOUT_VALUE:
                self._flag(key, cursor)
                return
            self.log.error("Unrecognised stuff in the prelude.")
            return
        # Further words are passed over; further rubbish on the line gives the same message again, so one will do.
        rest = cursor.take(TO_PARENTHESIS) or ""
        if word is None or _NEITHER_WORD_NOR_SPACE.search(rest):
            self.log.error(f'Unrecognised stuff "{cursor.text}" in the prelude.')
        if word is None and not rest:
            cursor.position += 1

    def _setting(self, key: str, cursor: Cursor, is_first: bool) -> None:
        if key in _KEEP_CASE and is_first:
            cursor.text = cursor.original
        if key == "youtube":
            self.log.warning(
                "Unfortunately, YouTube support hasn't been working properly for a long time - it was always a hack "
                "and it hasn't gotten less hacky over time, so I can no longer pretend to support it."
            )
        value = cursor.before_comment()
        if not value:
            self.log.error(f'MetaData "{key}" needs a value.')
        else:
            self.draft.settings.append((key, value.strip(SPACES)))
            if key in self.draft.setting_lines:
                self.log.warning(
                    f"You've already defined a {key.upper()} in the prelude on line {self.draft.setting_lines[key]}."
                )
            self.draft.setting_lines[key] = cursor.line
        self.index = 1

    def _flag(self, key: str, cursor: Cursor) -> None:
        self.draft.settings.append((key, "true"))
        self.index = -1
        extra = cursor.before_comment()
        if extra:
            self.log.warning(
                f"MetaData {key.upper()} doesn't take any parameters, but you went and gave it "
                f'"{extra.strip(SPACES)}".'
            )


class ObjectsSection(Section):
    """Objects, each a line of names, one of colours and perhaps rows of a sprite; a blank line ends it."""

    NAMES, MORE_NAMES, COLOURS, SPRITE = range(4)

    def __init__(self, draft: Draft, log: Log) -> None:
        super().__init__(draft, log)
        self._part = self.NAMES
        self._name = ""
        self._rows: list[str] = []

    def enter(self) -> None:
        self._part = self.NAMES

    def blank_line(self) -> None:
        self._part = self.NAMES

    def plain_line(self, text: str, line: int) -> bool:
        if self._part == self.MORE_NAMES:
            colours = text.split(" ")
            if not _COLOUR_WORDS.issuperset(colours):
                return False
            self.draft.objects[self._name].colours += colours
            self._part = self.COLOURS
            return True
        if self._part in (self.COLOURS, self.SPRITE) and self._whole_row(text):
            if self._part == self.COLOURS:
                self._part = self.SPRITE
            return True
        return False

    def token(self, cursor: Cursor, *, at_start: bool, is_first: bool) -> None:
        if at_start and self._part in (self.MORE_NAMES, self.COLOURS):
            self._part += 1
        if self._part == self.COLOURS:
            self._colour(cursor)
        elif self._part == self.SPRITE:
            self._pixels(cursor, at_start)
        else:
            self._rows = []
            self._read_name(cursor, at_start)

    def _read_name(self, cursor: Cursor, at_start: bool) -> None:
        log, draft, line = self.log, self.draft, cursor.line
        word = cursor.take(NAME if at_start else JUNK)
        if word is None:
            cursor.skip_to_comment()
            log.warning(
                "Unknown junk in object section (possibly: sprites have to be 5 pixels wide and 5 pixels high "
                "exactly. Or maybe: the main names for objects have to be words containing only the letters a-z0.9 - "
                'if you want to call them something like ",", do it in the legend section).'
            )
            return
        name = word.strip(SPACES)
        if name in draft.objects:
            log.error(f'Object "{name.upper()}" defined multiple times.')
            return
        if name in draft.synonyms.first:
            log.error(f'Name "{name.upper()}" already in use.')
        if name in KEYWORDS:
            log.warning(f'You named an object "{name.upper()}", but this is a keyword. Don\'t do that!')
        draft.name_lines[name] = line
        if at_start:
            self._name = name
            draft.objects[name] = ObjectDraft(line)
        else:
            draft.synonyms.add(name, [self._name], line)
        self._part = self.MORE_NAMES

    def _colour(self, cursor: Cursor) -> None:
        colour = cursor.take(_COLOUR)
        if colour is not None:
            self.draft.objects[self._name].colours.append(colour.strip(SPACES))
            return
        found = cursor.take(NAME)
        if found is None:
            found = cursor.take(TO_COMMENT)
        self.log.error(f'Was looking for color for object {self._name.upper()}, got "{found}" instead.')

    def _pixels(self, cursor: Cursor, at_start: bool) -> None:
        log, rows = self.log, self._rows
        this = self.draft.objects[self._name]
        pixel = cursor.peek()
        if pixel not in ".0123456789":
            if not rows:
                self._read_name(cursor, at_start)
                return
            log.error(f"Unknown junk in spritematrix for object {self._name.upper()}.")
            cursor.skip_to_comment()
            return
        cursor.position += 1
        if at_start:
            rows.append("")
        if rows:
            rows[-1] += pixel
        if not rows or len(rows[-1]) > _SPRITE_SIZE:
            log.warning("Sprites must be 5 wide and 5 high.")
            cursor.skip_to_comment()
            return
        self._keep_rows(this)
        if pixel != "." and int(pixel) >= len(this.colours):
            log.error(
                f"Trying to access color number {pixel} from the color palette of sprite {self._name.upper()}, but "
                f"there are only {len(this.colours)} defined in it."
            )

    def _whole_row(self, row: str) -> bool:
        """Read a row at once if there is nothing to say about it."""
        this = self.draft.objects[self._name]
        if len(row) > _SPRITE_SIZE or not _PIXELS.issuperset(row):
            return False
        highest = max(row)
        if highest != "." and int(highest) >= len(this.colours):
            return False
        self._rows.append(row)
        self._keep_rows(this)
        return True

    def _keep_rows(self, this: ObjectDraft) -> None:
        this.rows = self._rows
        if len(self._rows) == _SPRITE_SIZE and len(self._rows[-1]) == _SPRITE_SIZE:
            self._part = self.NAMES
