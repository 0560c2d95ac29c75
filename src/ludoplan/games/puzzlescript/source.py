"""From a text to a program: the whole compiler in order, and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ludoplan.core.errors import BadInput, Defect

from .colours import resolve
from .conditions import compile_sounds, compile_win_conditions
from .cursor import join_pairs, split_pairs
from .draft import Draft, ObjectDraft, script_order
from .levels import compile_levels
from .messages import MOST_READING_ERRORS, GaveUp, Log
from .program import GameObject, Program
from .reader import Reader
from .rules import check_loops, compile_rules, loop_points
from .settings import SettingsCompiler, palette
from .vocabulary import Vocabulary


class BadSource(BadInput):
    """A source that is no game; `messages` are those of the original's console, warnings too."""

    def __init__(
        self, source: str, defects: Sequence[Defect], messages: Sequence[str] = (), error_count: int = 0
    ) -> None:
        super().__init__(source, defects)
        self.messages = list(messages)
        self.error_count = error_count


@dataclass(frozen=True)
class Source:
    """A text and the program that it compiles to; `messages` are warnings, and errors where they were let pass."""

    text: str
    program: Program
    messages: list[str]
    error_count: int


def compile_source(text: str, strict: bool = True, *, name: str = "puzzlescript") -> Source:
    """The compiled text. Raises BadInput with all messages if there are errors.

    Without `strict` it goes on after errors that the original lets pass, and raises only if no program can be made.
    """
    log = Log()
    program, reason = None, "no game can be made of this"
    try:
        program = _compile(split_pairs(text), log)
    except GaveUp as end:
        reason = str(end)
    messages = [join_pairs(message) for message in log.messages]
    if program is None or (strict and log.error_count):
        defects = [Defect(line, None, _printable(message)) for line, message in log.errors]
        if program is None and not log.errors:
            defects.append(Defect(None, None, reason))
        raise BadSource(name, defects, messages, log.error_count)
    return Source(text, program, messages, log.error_count)


def _printable(text: str) -> str:
    return join_pairs(text).encode("utf-8", "replace").decode()


def _compile(text: str, log: Log) -> Program | None:
    """The program, or None if there is none; messages come in the order of the original's steps."""
    draft = Reader(log).read(text)
    for needed in ("player", "background"):
        if draft.declared_line(needed) is None:
            log.error(
                f"Error, didn't find any object called {needed}, either in the objects section, or the legends "
                f"section. There must be a {needed}!"
            )
    if not draft.layers:
        log.error("No collision layers defined.  All objects need to be in collision layers.")
        return None
    vocabulary = Vocabulary(draft, log)
    colours = palette(draft, log)
    for object_name in script_order(draft.objects):
        _colour(object_name, draft.objects[object_name], colours, log)
    vocabulary.resolve(text.count("\n") + 1)
    levels = compile_levels(draft, vocabulary, log)
    rules = compile_rules(draft, vocabulary, log)
    if rules is None:
        return None
    wins = compile_win_conditions(draft, vocabulary, log)
    _check_layers(draft, log)
    settings = SettingsCompiler(draft, log)
    loops = check_loops(rules.loops, log)
    points = loop_points(rules.groups, loops, log)
    late_points = loop_points(rules.late_groups, loops, log)
    sounds = compile_sounds(draft, vocabulary, log)
    finished = settings.finish(colours)
    if not levels:
        log.error("No levels found.  Add some levels!", repeat=True)
    if log.error_count > MOST_READING_ERRORS:
        return None
    if levels:
        settings.check_title_screen()
    return Program(
        objects=tuple(
            _game_object(number, object_name, draft) for number, object_name in enumerate(vocabulary.id_names)
        ),
        layer_masks=tuple(vocabulary.layer_masks),
        player_mask=vocabulary.player_mask,
        player_is_aggregate=vocabulary.player_is_aggregate,
        background_id=vocabulary.background_id or 0,
        background_layer=vocabulary.background_layer or 0,
        rules=rules.groups,
        late_rules=rules.late_groups,
        loop_points=points,
        late_loop_points=late_points,
        rigid_groups=rules.rigid_groups,
        rigid_index=rules.rigid_index,
        win_conditions=wins,
        levels=levels,
        glyphs={join_pairs(glyph): mask for glyph, mask in vocabulary.glyphs.items()},
        names={join_pairs(name): mask for name, mask in vocabulary.masks.items()},
        sounds=sounds,
        settings=finished,
    )


def _colour(name: str, this: ObjectDraft, colours: dict[str, str], log: Log) -> None:
    """Resolve the colours of an object, and complain of what is wrong with its looks."""
    if len(this.colours) > 10:
        log.at(this.line + 1).error(
            "a sprite cannot have more than 10 colors.  Why you would want more than 10 is beyond me."
        )
    this.colours = [resolve(colour, colours) for colour in this.colours]
    if not this.colours:
        log.at(this.line).error(f'color not specified for object "{name}".')
        this.colours = ["#ff00ff"]
    if this.rows and [len(row) for row in this.rows] != [5] * 5:
        log.at(this.line).warning("Sprite graphics must be 5 wide and 5 high exactly.")


def _check_layers(draft: Draft, log: Log) -> None:
    for name in script_order(draft.objects):
        this = draft.objects[name]
        if this.layer is None:
            log.at(this.line).error(f'Object "{name.upper()}" has been defined, but not assigned to a layer.')


def _game_object(number: int, name: str, draft: Draft) -> GameObject:
    this = draft.objects[name]
    rows = this.rows or ["00000"] * 5
    # As many columns as rows, as in the original; what is not there is transparent.
    sprite = tuple(_pixels(row[: len(rows)].ljust(len(rows), "."), len(this.colours)) for row in rows)
    return GameObject(join_pairs(name), number, this.layer or 0, tuple(this.colours), sprite, this.line)


@lru_cache(maxsize=4096)
def _pixels(row: str, colour_count: int) -> tuple[int, ...]:
    return tuple(int(pixel) if pixel != "." and int(pixel) < colour_count else -1 for pixel in row)
