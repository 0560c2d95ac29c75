"""ludoplan play"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ..analysis.hint import explained, hint
from ..core.files import write_file
from ..core.limits import Limits
from ..core.plan import Plan, write_moves
from ..core.referee import Replay
from ..core.task import Task
from ..drawing.pictures import text_of
from .arguments import Parser, add_level, add_objective, read_task
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
        self.replay = Replay(task)
        self.message = task.game.message(task.level, None, None)

    def play(self, text: str) -> None:
        before = self.replay.state
        reason = self.replay.play(text)
        if reason is not None:
            self.message = f"{text}: {reason}"
            return
        self.played.append(text)
        self.undone = []
        self._look(before)

    def undo(self) -> None:
        if not self.played:
            self.message = "nothing to undo"
            return
        self.undone.append(self.played.pop())
        self.replay.undo()
        self._look()

    def redo(self) -> None:
        if not self.undone:
            self.message = "nothing to redo"
            return
        *undone, text = self.undone
        self.play(text)
        self.undone = undone

    def restart(self) -> None:
        self.undone = self.played[::-1]
        self.played = []
        self.replay = Replay(self.task)
        self._look()

    def hint(self) -> None:
        found = explained(self.task, self.replay.state, hint(self.task, self.played, HINT))
        if found.is_lost:
            self.message = "you can no longer win from here: undo"
        elif found.moves is None:
            self.message = "no hint found in time"
        else:
            distance = f"{len(found.moves)} moves to the goal" + ("" if found.is_shortest else " or fewer")
            self.message = f"hint: {found.moves[0]} ({distance})" if found.moves else "you are there"
            if found.reason:
                self.message += f"\n{found.reason}"

    def tell_moves(self) -> None:
        self.message = f"legal moves: {', '.join(self.legal()) or 'none'}"

    def _look(self, before: Any = None) -> None:
        """What there is to say now, and what the game says of the last move, if that was made in the state `before`."""
        game, level = self.task.game, self.task.level
        words = []
        if before is not None or not self.played:
            words.append(game.message(level, before, None if before is None else self.replay.moves[-1]))
        if self.replay.is_goal():
            words.append(f"solved, cost {self.replay.cost()}")
        elif self.played and hint(self.task, self.played, LOST).is_lost:
            words.append("you can no longer win from here")
        self.message = "\n".join(word for word in words if word)

    def picture(self, colour: bool) -> str:
        drawn = text_of(self.task.game, self.task.level, self.replay.state, colour)
        return f"{self.task.name}  move {len(self.played)}\n\n{drawn}\n\n{self.message}"

    def legal(self) -> list[str]:
        game, level = self.task.game, self.task.level
        return [game.move_to_text(level, move) for move in game.moves(level, self.replay.state)]


def run(words: list[str]) -> int:
    parser = Parser(
        "play",
        "Play a level: arrow keys (or what the game has), digits for other moves, u undo, r redo, h hint, n from the\n"
        "start, m all moves, : type a move, q quit. Without a terminal, standard input has one move or word (undo,\n"
        "redo, hint, restart, moves, quit) a line.",
        ["play roll:01", "play maze:loops -o played.plan"],
    )
    add_level(parser)
    add_objective(parser)
    parser.add_argument("-o", "--output", metavar="PLAN", help="write the moves to this file at the end")
    arguments, rest = parser.parse_known_args(words)
    session = Session(read_task(arguments, rest, parser))
    if sys.stdin.isatty() and sys.stdout.isatty():
        play_by_keys(session)
    else:
        play_by_lines(session)
    if arguments.output:
        write_file(arguments.output, write_moves(Plan(tuple(session.played), session.replay.cost())))
    return 0


WORDS: dict[str, Callable[[Session], None]] = {
    "undo": Session.undo,
    "redo": Session.redo,
    "hint": Session.hint,
    "restart": Session.restart,
    "moves": Session.tell_moves,
}


def play_by_lines(session: Session) -> None:
    print(session.picture(has_colour()))
    for line in sys.stdin:
        word = " ".join(ESCAPE.sub(" ", line).split())
        if word == "quit":
            break
        if word in WORDS:
            WORDS[word](session)
        elif word:
            session.play(word)
        print(session.picture(has_colour()))


KEYS = {"u": "undo", "r": "redo", "h": "hint", "n": "restart", "m": "moves"}


def play_by_keys(session: Session) -> None:
    keyboard = Keyboard()
    with raw_terminal():
        while True:
            numbered = choices(session.task.game.keys, session.legal())
            draw_screen(f"{session.picture(has_colour())}\n\n{footer(session.task.game.keys, numbered)}")
            key = keyboard.key()
            if key in ("q", "ctrl-c", ""):
                break
            if key in KEYS:
                WORDS[KEYS[key]](session)
            elif key == ":":
                session.play(keyboard.line())
            elif key in session.task.game.keys or key in numbered:
                session.play(session.task.game.keys.get(key) or numbered[key])
            else:
                session.message = ""


def choices(keys: Mapping[str, str], legal: Sequence[str]) -> dict[str, str]:
    """Digits for legal moves that no key stands for, as many as there are digits."""
    others = [move for move in legal if move not in keys.values()]
    return dict(zip("123456789", others, strict=False))


def footer(keys: Mapping[str, str], numbered: Mapping[str, str]) -> str:
    moves = ", ".join(f"{key} {move}" if key != move else key for key, move in keys.items())
    others = "  ".join(f"{key} {move}" for key, move in numbered.items())
    words = "u undo, r redo, h hint, n from the start, m all moves, : type a move, q quit"
    return "\n".join(line for line in (moves, others, words) if line)


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
# What a terminal sends for arrows and other keys that are no characters.
ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O[A-Za-z]|.)?")


class Keyboard:
    """Keys one by one; several that come at once are not lost."""

    def __init__(self, read: Callable[[], bytes] = lambda: os.read(sys.stdin.fileno(), 64)) -> None:
        self.read = read
        self.waiting = ""

    def key(self) -> str:
        """The name of the next key; empty at the end of input."""
        try:
            self.waiting = self.waiting or self.read().decode(errors="ignore")
        except KeyboardInterrupt:
            return "ctrl-c"
        escape = ESCAPE.match(self.waiting)
        text = escape.group() if escape else self.waiting[:1]
        self.waiting = self.waiting[len(text) :]
        if escape:
            return ESCAPES.get(text[1:3], "escape")
        return {" ": "space", "\t": "tab", "\n": "enter", "\r": "enter", "\x7f": "backspace"}.get(text, text)

    def line(self) -> str:
        """A line typed after `:`; keys that are no characters are left out."""
        typed = ""
        while True:
            sys.stdout.write(f"\r\x1b[K: {typed}")
            sys.stdout.flush()
            key = self.key()
            if key in ("enter", "", "ctrl-c"):
                return "" if key == "ctrl-c" else " ".join(typed.split())
            if key == "backspace":
                typed = typed[:-1]
            elif len(key) == 1 or key == "space":
                typed += " " if key == "space" else key
