"""ludoplan play"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..analysis.hint import explained, hint
from ..core.errors import LudoplanError
from ..core.limits import Limits
from ..core.plan import Plan, write_moves
from ..core.referee import Replay
from ..core.task import Task
from ..drawing.draw import draw_text
from ..drawing.pictures import scene_of
from .arguments import Parser, add_level, add_objective, parse_known, read_task
from .terminal import has_colour

# How long a player waits for a hint, and for the word that the game is lost.
HINT = Limits(seconds=5)
LOST = Limits(seconds=0.3)


class Session:
    """A game being played: moves with undo and redo."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.played: list[str] = []
        self.undone: list[str] = []
        self._replay = Replay(task)
        self.message = task.game.message(task.level, None, None)

    def state(self) -> Replay:
        return self._replay

    def play(self, text: str) -> None:
        before = self._replay.state
        reason = self._replay.play(text)
        if reason is not None:
            self.message = f"{text}: {reason}"
            return
        self.played.append(text)
        self.undone.clear()
        self._look(before)

    def undo(self) -> None:
        if not self.played:
            self.message = "nothing to undo"
            return
        self.undone.append(self.played.pop())
        self._again()

    def redo(self) -> None:
        if not self.undone:
            self.message = "nothing to redo"
            return
        text = self.undone.pop()
        before = self._replay.state
        self._replay.play(text)
        self.played.append(text)
        self._look(before)

    def restart(self) -> None:
        self.undone = self.played[::-1]
        self.played = []
        self._again()

    def hint(self) -> None:
        found = explained(self.task, self._replay.state, hint(self.task, self.played, HINT))
        if found.is_lost:
            self.message = "you can no longer win from here: undo"
        elif found.moves is None:
            self.message = "no hint found in time"
        else:
            distance = f"{len(found.moves)} moves to the goal" + ("" if found.is_shortest else " or fewer")
            self.message = f"hint: {found.moves[0]} ({distance})" if found.moves else "you are there"
            if found.reason:
                self.message += f"\n{found.reason}"

    def _again(self) -> None:
        self._replay = Replay(self.task)
        self._replay.play_all(self.played)
        self._look()

    def _look(self, before: Any = None) -> None:
        """What there is to say now, and what the game says of the last move, if that was made in the state `before`."""
        game, level = self.task.game, self.task.level
        words = []
        if before is not None or not self.played:
            words.append(game.message(level, before, None if before is None else self._replay.moves[-1]))
        if self._replay.is_goal():
            words.append(f"solved, cost {self._replay.cost()}")
        elif self.played and hint(self.task, self.played, LOST).is_lost:
            words.append("you can no longer win from here")
        self.message = "\n".join(word for word in words if word)

    def picture(self, colour: bool) -> str:
        scene = scene_of(self.task.game, self.task.level, self._replay.state)
        header = f"{self.task.name}  move {len(self.played)}"
        return f"{header}\n\n{draw_text(scene, colour)}\n\n{self.message}"

    def legal(self) -> list[str]:
        game, level = self.task.game, self.task.level
        return [game.move_to_text(level, move) for move in game.moves(level, self._replay.state)]


def run(words: list[str]) -> int:
    parser = Parser(
        "play",
        "Play a level: arrow keys (or what the game has), u undo, r redo, h hint, n from the start, : type a move,\n"
        "q quit. Without a terminal, standard input has one move or word (undo, redo, hint, restart, quit) a line.",
        ["play roll:01", "play maze:loops -o played.plan"],
    )
    add_level(parser)
    add_objective(parser)
    parser.add_argument("-o", "--output", metavar="PLAN", help="write the moves to this file at the end")
    arguments, rest = parse_known(parser, words)
    session = Session(read_task(arguments, rest, parser))
    if sys.stdin.isatty() and sys.stdout.isatty():
        play_by_keys(session)
    else:
        play_by_lines(session)
    if arguments.output:
        plan = Plan(tuple(session.played), session.state().cost())
        try:
            Path(arguments.output).write_text(write_moves(plan), encoding="utf-8")
        except OSError as error:
            raise LudoplanError(f"{arguments.output}: {error.strerror}") from None
    return 0


WORDS: dict[str, Callable[[Session], None]] = {
    "undo": Session.undo,
    "redo": Session.redo,
    "hint": Session.hint,
    "restart": Session.restart,
}


def play_by_lines(session: Session) -> None:
    print(session.picture(has_colour()))
    for line in sys.stdin:
        word = " ".join(line.split())
        if word == "quit":
            break
        if word in WORDS:
            WORDS[word](session)
        elif word:
            session.play(word)
        print(session.picture(has_colour()))


KEYS = {"u": "undo", "r": "redo", "h": "hint", "n": "restart"}


def play_by_keys(session: Session) -> None:
    moves_by_key = session.task.game.keys
    with raw_terminal():
        while True:
            legal = session.legal()
            numbered = {} if moves_by_key else dict(zip("123456789", legal, strict=False))
            choices = "  ".join(f"{key} {move}" for key, move in numbered.items())
            keys = ", ".join(f"{key} {move}" if key != move else key for key, move in moves_by_key.items())
            footer = f"{choices or keys}\nu undo, r redo, h hint, n from the start, : type a move, q quit"
            draw_screen(f"{session.picture(has_colour())}\n\n{footer}")
            key = read_key()
            if key in ("q", "ctrl-c", ""):
                break
            if key in KEYS:
                WORDS[KEYS[key]](session)
            elif key == ":":
                session.play(read_line())
            elif key in moves_by_key or key in numbered:
                session.play(moves_by_key.get(key) or numbered[key])
            else:
                session.message = ""


@contextmanager
def raw_terminal() -> Iterator[None]:
    """Keys without Enter, on a screen of its own; the terminal is put back whatever happens."""
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        sys.stdout.write("\x1b[?1049h\x1b[?25l")
        yield
    finally:
        sys.stdout.write("\x1b[?25h\x1b[?1049l")
        sys.stdout.flush()
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def draw_screen(text: str) -> None:
    sys.stdout.write("\x1b[H\x1b[2J" + text.replace("\n", "\r\n") + "\r\n")
    sys.stdout.flush()


ESCAPES = {"[A": "up", "[B": "down", "[C": "right", "[D": "left", "OA": "up", "OB": "down", "OC": "right", "OD": "left"}


def read_key() -> str:
    """The name of the next key; empty at the end of input."""
    try:
        data = os.read(sys.stdin.fileno(), 16).decode(errors="ignore")
    except KeyboardInterrupt:
        return "ctrl-c"
    if data.startswith("\x1b"):
        return ESCAPES.get(data[1:3], "escape")
    return {" ": "space", "\t": "tab", "\n": "enter"}.get(data[:1], data[:1])


def read_line() -> str:
    """A line typed after `:`."""
    sys.stdout.write(": ")
    sys.stdout.flush()
    typed = ""
    while (key := os.read(sys.stdin.fileno(), 1).decode(errors="ignore")) not in ("\n", "\r", ""):
        typed = typed[:-1] if key == "\x7f" else typed + key
        sys.stdout.write(f"\r\x1b[K: {typed}")
        sys.stdout.flush()
    return " ".join(typed.split())
