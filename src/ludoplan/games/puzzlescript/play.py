"""The rules of a level, as the workbench asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ...core.errors import LudoplanError
from .level import PuzzleScriptLevel
from .turn import State, Turn, start, turn

MOST_LOOKED_AT = 2_000_000  # cells times rules


@dataclass(frozen=True, slots=True)
class PlayState:
    """What decides the future, and whether the game is won: a win belongs to a turn, and may change nothing else."""

    state: State
    won: bool = False


@lru_cache(maxsize=256)
def outcome(level: PuzzleScriptLevel, state: PlayState | None, move: str | None) -> Turn:
    """What an input leads to; without one, the start of the level. Kept for a while: moves are listed, then made."""
    if state is None or move is None:
        return start(level.program, level.map, level.seed)
    return turn(level.program, state.state, move)


def initial(level: PuzzleScriptLevel) -> PlayState:
    begun = outcome(level, None, None)
    return PlayState(begun.state, begun.won)


def moves(level: PuzzleScriptLevel, state: PlayState) -> Iterator[str]:
    """The inputs that change something or win; there are none after a win."""
    if state.won:
        return
    for move in level.inputs:
        after = outcome(level, state, move)
        if not after.endless and (after.won or after.state != state.state):
            yield move


def apply(level: PuzzleScriptLevel, state: PlayState, move: str) -> PlayState:
    after = outcome(level, state, move)
    return PlayState(after.state, after.won)


def why_illegal(level: PuzzleScriptLevel, state: PlayState, move: str) -> str | None:
    """Why the input cannot be pressed, or None."""
    if state.won:
        return "the game is won already"
    if move not in level.inputs:
        return f"no input of this game (there are {', '.join(level.inputs)})"
    if outcome(level, state, move).endless:
        return "the turn would never end: `again` goes round and round"
    return None


def notice(level: PuzzleScriptLevel) -> str | None:
    parts = []
    if level.program.is_random:
        parts.append(f"this game uses chance: the result is for random seed {level.seed!r} only")
    if level.program.settings.realtime:
        parts.append("this game runs in real time: `tick` stands for waiting, and counts as a move")
    return "; ".join([*parts, *without_end(level)]) or None


def without_end(level: PuzzleScriptLevel) -> list[str]:
    """What goes on for ever in the first turns, in words. Nothing where these take long to be played."""
    program, size = level.program, len(level.map.cells)
    if level.program.is_random or len(program.every_rule) * size > MOST_LOOKED_AT:
        return []
    try:
        begun = initial(level)
        first = outcome(level, None, None)
        turns = {key: outcome(level, begun, key) for key in level.inputs}
    except LudoplanError:  # where the original stops
        return []
    words = []
    lines = {int(event.text) for turn in (first, *turns.values()) for event in turn.events if event.kind == "endless"}
    if lines:
        named = ", ".join(map(str, sorted(lines)))
        words.append(f"rules from line {named} on would go on for ever: they are ended, as in the original")
    if endless := [key for key, turn in turns.items() if turn.endless]:
        words.append(f"`again` never ends after {', '.join(endless)}: such a key is taken for none")
    if first.endless:
        words.append("`again` never ends at the start")
    return words


def message(level: PuzzleScriptLevel, state: PlayState | None, move: str | None) -> str:
    """The messages that a turn shows; at the start, those before the map too."""
    shown = list(level.messages) if state is None else []
    shown += [event.text for event in outcome(level, state, move).events if event.kind == "message"]
    return "\n".join(text for text in shown if text)
