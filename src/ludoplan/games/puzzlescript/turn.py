"""A turn of a PuzzleScript game: the reference that referees every plan.

`Play` is the game in progress, as the original keeps it: it is changed turn by turn, with the undo history and the
restart point. `start` and `turn` wrap it for states that do not change: they load a level, or take an input, and follow
`again` to its end. A win belongs to a turn, not to a state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ...core.errors import LudoplanError
from . import movement
from .board import Board, geometry
from .matching import prepare
from .program import ALL, INPUTS, SOME, MapLevel, Program, WinCondition, holds
from .randomness import RandomNumbers
from .rewriting import Rewriter

MOST_AGAIN: Final = 5000
"""How many turns `again` may add to one input."""

DEFAULT_SEED: Final = "ludoplan"

_MOST_RIGID_ROUNDS = 50

_UNUSED_NUMBERS = RandomNumbers.seeded(DEFAULT_SEED).saved()


@dataclass(frozen=True, slots=True)
class State:
    """What decides the future of a level."""

    height: int
    objects: tuple[int, ...]
    """The object masks of the cells, column by column."""
    movements: tuple[int, ...] = ()
    """Movements that late rules left for the next turn; empty where there are none, which is almost always."""
    random: bytes | None = None
    """The state of the random numbers, where rules use them."""
    restart_point: tuple[int, ...] | None = None
    """Where a rule that restarts the level leads, if there is one."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something to be heard or seen: `kind` is `sound` (name: what for; text: the seed), `message` (text), `command`
    (name) or `endless` (text: the line of a rule that would have gone on for ever)."""

    kind: str
    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """The outcome of an input, of all turns that `again` added, and of the start of a level."""

    state: State
    won: bool
    changed: bool
    """Whether the state is another one."""
    events: tuple[Event, ...]
    endless: bool
    """`again` did not come to an end; the state is that after `MOST_AGAIN` turns."""

    @property
    def sounds(self) -> tuple[str, ...]:
        """The seeds of the sounds that objects made."""
        return tuple(event.text for event in self.events if event.kind == "sound" and event.name in OBJECT_SOUNDS)


OBJECT_SOUNDS: Final = ("move", "cantmove", "create", "destroy")


class Play:
    """A game in progress. Whoever plays on after a win gives `on_win`; otherwise a win ends everything."""

    def __init__(self, program: Program, on_win: Callable[[], None] | None = None) -> None:
        self.program = program
        self._rules, self._late_rules = prepare(program)
        self.on_win = on_win
        self.history: list[tuple[int, ...]] = []
        self.events: list[Event] = []
        self.again = False
        self.won = False
        self.text_shown = False
        """A message or the title is on the screen: nothing can be won."""
        self._restarting = False
        self.restart_point: tuple[int, ...] = ()
        self.place(0, (), RandomNumbers(_UNUSED_NUMBERS))

    def place(self, height: int, cells: tuple[int, ...], random: RandomNumbers) -> None:
        """Puts another board on the table."""
        size = geometry(len(cells) // height if height else 0, height)
        self.board = Board(size, cells, self.program.object_count, self.program.layer_count)
        self.rewriter = Rewriter(self.program, self.board, random)
        self.resolver = movement.Resolver(self.program, self.board)
        self.history = []
        self.restart_point = cells

    def load(self, level: MapLevel, random: RandomNumbers) -> None:
        """Starts a level; rules that run at its start are run."""
        self.again = False
        self.text_shown = False
        self.place(level.height, level.cells, random)
        if self.program.settings.run_rules_on_level_start:
            self.process(0, may_win=False)

    def process(self, direction: int, *, may_win: bool = True, dry: bool = False) -> bool:
        """One turn, without those that `again` adds. A dry one is taken back, and tells what it would have changed.

        Returns whether anything changed.
        """
        self.again = False
        before = tuple(self.board.objects)
        players = movement.start(self.program, self.board, direction) if direction else []
        self._apply_rules()
        if players and self.program.settings.require_player_movement:
            mask = self.program.player_mask
            if all(self.board.objects[cell] & mask for cell in players):
                self._restore(before)
                self.text_shown = False
                return False
        return self._obey(before, is_tick=not direction, may_win=may_win, dry=dry)

    def settle(self) -> bool:
        """Takes the turns that `again` asks for; whether they would not have come to an end."""
        seen: dict[object, tuple[int, int]] = {}
        taken = 0
        undos = len(self.history)
        while self.again and not self.won and taken < MOST_AGAIN:
            key = self._key()
            if key in seen and len(self.history) == undos:
                first_taken, first_event = seen[key]
                rounds = (MOST_AGAIN - taken) // (taken - first_taken)
                self.events += self.events[first_event:] * rounds
                taken += rounds * (taken - first_taken)
                seen = {}
                if taken == MOST_AGAIN:
                    break
            seen[key] = taken, len(self.events)
            self.process(0)
            taken += 1
        return self.again and not self.won

    def undo(self, *, forced: bool = False) -> None:
        """Takes back the last input that changed something."""
        if self.program.settings.no_undo and not forced:
            return
        now = tuple(self.board.objects)
        while self.history and self.history[-1] == now:
            self.history.pop()
        if self.history:
            self._restore(self.history.pop())
            if not forced:
                self._sound_event("undo")

    def restart(self, *, forced: bool = False) -> None:
        """Goes back to the restart point; forced if a rule asks for it."""
        if self._restarting or (self.program.settings.no_restart and not forced):
            return
        if self.again:
            self.undo(forced=forced)
        self._restarting = True
        if not forced:
            self.history.append(tuple(self.board.objects))
        self._restore(self.restart_point)
        self._sound_event("restart")
        if self.program.settings.run_rules_on_level_start:
            self.process(0, may_win=False)
        self.rewriter.queue.clear()
        self._restarting = False

    def is_won(self) -> bool:
        """Whether the board satisfies all win conditions; without any it never does."""
        conditions = self.program.win_conditions
        return bool(conditions) and all(_is_met(condition, self.board.objects) for condition in conditions)

    def _apply_rules(self) -> None:
        """Rules, movements and late rules; again from the start where a rigid movement was stuck."""
        board, rewriter, resolver = self.board, self.rewriter, self.resolver
        start = list(board.objects), list(board.movements)
        resolver.cant_move_seeds = []
        rewriter.endless_lines = set()
        banned: set[int | None] = set()
        for _ in range(_MOST_RIGID_ROUNDS):
            rewriter.queue.clear()
            rewriter.message = None
            rewriter.created = rewriter.destroyed = 0
            resolver.move_seeds = []
            rewriter.apply_groups(self._rules, self.program.loop_points, banned)
            if not resolver.resolve(banned):
                rewriter.apply_groups(self._late_rules, self.program.late_loop_points)
                break
            board.put_all(*start)
        self.events += [Event("endless", "rules", str(line)) for line in sorted(rewriter.endless_lines)]

    def _obey(self, before: tuple[int, ...], *, is_tick: bool, may_win: bool, dry: bool) -> bool:
        """Does what the queued commands ask for, looks for a win, records the turn for undo."""
        queue = self.rewriter.queue
        if "cancel" in queue:
            if not dry:
                self._tell_commands()
            more = len(queue) > 1
            self._restore(before)
            self._sound_event("cancel")
            return more
        if "restart" in queue:
            self.history.append(before)
            if not dry:
                self._tell_commands()
                self.restart(forced=True)
        changed = tuple(self.board.objects) != before
        if changed and dry:
            self._restore(before)
            return True
        if changed and not is_tick:
            self.history.append(before)
        if dry and ("win" in queue or "restart" in queue):
            return True
        if not dry:
            self._tell_sounds()
            self._tell_commands()
        if not self.text_shown and may_win and ("win" in queue or self.is_won()):
            self._win()
            if self.won:
                return changed
        # A win may have put another board on the table, with a queue of its own.
        queue = self.rewriter.queue
        if "checkpoint" in queue:
            self.restart_point = tuple(self.board.objects)
        if "again" in queue and changed and self.process(0, may_win=False, dry=True):
            self.again = True
        self.rewriter.queue.clear()
        return changed

    def _win(self) -> None:
        self.again = False
        self._sound_event("endlevel")
        if self.on_win is None:
            self.won = True
        else:
            self.on_win()

    def _restore(self, objects: tuple[int, ...]) -> None:
        """Puts the objects back. Of movements that late rules left, the original drops the first words only."""
        board = self.board
        count = board.geometry.count
        words = -(-self.program.layer_count // 5)
        kept = [0] * count
        if words > 1 and board.moving_bits:
            for cell in range(count // words, count):
                dropped = max(0, min(words, count - cell * words))
                kept[cell] = board.movements[cell] >> 32 * dropped << 32 * dropped
        board.put_all(objects, kept)
        board.rigid_groups.clear()
        board.rigid_layers.clear()
        self.again = False
        self.rewriter.queue.clear()

    def _tell_commands(self) -> None:
        for name in self.rewriter.queue:
            self.events.append(Event("command", name))
            if name.startswith("sfx"):
                self._sound_event(name)
            elif name == "message":
                self.events.append(Event("message", "message", self.rewriter.message or ""))

    def _tell_sounds(self) -> None:
        sounds = self.program.sounds
        rewriter = self.rewriter
        heard = [("cantmove", seed) for seed in self.resolver.cant_move_seeds]
        heard += [("move", seed) for seed in self.resolver.move_seeds]
        heard += [("create", sound.seed) for sound in sounds.create if sound.objects & rewriter.created]
        heard += [("destroy", sound.seed) for sound in sounds.destroy if sound.objects & rewriter.destroyed]
        self.events += [Event("sound", name, seed) for name, seed in heard]

    def _sound_event(self, name: str) -> None:
        seed = self.program.sounds.events.get(name)
        if seed is not None:
            self.events.append(Event("sound", name, seed))

    def _key(self) -> object:
        """What decides the future of this game."""
        return self.state(), self.restart_point, self.text_shown

    def state(self) -> State:
        """What decides the future of the level."""
        board = self.board
        return State(
            board.geometry.height,
            tuple(board.objects),
            tuple(board.movements) if board.moving_bits else (),
            self.rewriter.random.saved() if self.program.is_random else None,
            self.restart_point if self.program.restarts else None,
        )


def _is_met(win: WinCondition, cells: list[int]) -> bool:
    subjects = {objects for objects in cells if holds(objects, win.subject, win.subject_is_aggregate)}
    on_target = [holds(objects, win.target, win.target_is_aggregate) for objects in subjects]
    if win.kind == ALL:
        return all(on_target)
    return any(on_target) == (win.kind == SOME)


def start(program: Program, level: MapLevel, seed: object = None) -> Turn:
    """A level at its start, and what happens there without any input."""
    play = Play(program)
    play.load(level, RandomNumbers.seeded(seed or DEFAULT_SEED))
    endless = play.settle()
    state = play.state()
    return Turn(state, play.won, state.objects != level.cells, tuple(play.events), endless)


def turn(program: Program, state: State, move: str) -> Turn:
    """What an input makes of a state: `up`, `left`, `down`, `right`, `action` or `tick`."""
    if move not in INPUTS:
        raise LudoplanError(f"{move!r} is no move; moves are {', '.join(INPUTS)}")
    play = Play(program)
    play.place(state.height, state.objects, RandomNumbers(state.random or _UNUSED_NUMBERS))
    if state.movements:
        play.board.put_all(state.objects, state.movements)
    if state.restart_point is not None:
        play.restart_point = state.restart_point
    play.process(INPUTS[move])
    endless = play.settle()
    after = play.state()
    return Turn(after, play.won, after != state, tuple(play.events), endless)
