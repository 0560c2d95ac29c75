"""Levels as Gymnasium environments, for those who learn by playing; needs the extra `[gym]`.

Importing this module makes `ludoplan/Puzzle-v0` known to Gymnasium.

import gymnasium, ludoplan.gym

env = gymnasium.make("ludoplan/Puzzle-v0", level="roll:05")
observation, info = env.reset()
action = env.action_space.sample(info["action_mask"])
observation, reward, terminated, truncated, info = env.step(action)
"""

from __future__ import annotations

from itertools import islice
from typing import Any, ClassVar

from .analysis.contract import reachable
from .core.errors import LudoplanError, NotInstalled
from .core.level import load
from .core.task import Task

try:
    import numpy
    from gymnasium import spaces
    from gymnasium.core import Env
    from gymnasium.envs.registration import register, registry
except ImportError:
    raise NotInstalled("gymnasium is not installed: pip install 'ludoplan[gym]'") from None

NAME = "ludoplan/Puzzle-v0"
MOST_STATES = 1000  # looked at for the moves of a game that does not list them


class Puzzle(Env):
    """One level. An action is the number of a move in `moves`; the return of an episode is minus the plan's cost.

    Observations are the picture in characters, as code points. `info["state"]` is the state itself: hashable, and
    exact where the picture hides something. `info["action_mask"]` marks the legal moves; an illegal one changes nothing
    and costs 1. An episode terminates at the goal, and is truncated after `most_steps` or where no move is left.

    >>> from ludoplan import load, solve
    >>> from ludoplan.gym import Puzzle
    >>> env = Puzzle("roll:01")
    >>> _ = env.reset()
    >>> sum(env.step(env.moves.index(move))[1] for move in solve(load("roll:01")).plan.moves)
    -8.0
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(self, level: str | Task, render_mode: str | None = None, most_steps: int = 1000) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise LudoplanError(f"there is no render mode {render_mode!r}: say ansi or svg")
        self.task = load(level) if isinstance(level, str) else level
        self.render_mode = render_mode
        self.most_steps = most_steps
        self.moves = moves_of(self.task)
        self.state: Any = self.task.game.initial(self.task.level)
        self.steps = 0
        self._numbers = {move: number for number, move in enumerate(self.moves)}
        self.action_space = spaces.Discrete(len(self.moves))
        self.observation_space = spaces.Box(0, 0x10FFFF, self._picture().shape, numpy.int32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """The beginning of the level; the same for every seed."""
        super().reset(seed=seed)
        self.state = self.task.game.initial(self.task.level)
        self.steps = 0
        return self._picture(), self._info(is_legal=True)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes a move."""
        game, level = self.task.game, self.task.level
        self.steps += 1
        move = game.move_from_text(level, self.moves[int(action)])
        is_legal = game.is_legal(level, self.state, move)
        cost = game.cost(level, self.state, move) if is_legal else 1
        if is_legal:
            self.state = game.apply(level, self.state, move)
        is_goal = game.is_goal(level, self.state)
        info = self._info(is_legal)
        is_over = self.steps >= self.most_steps or not info["action_mask"].any()
        return self._picture(), -float(cost), is_goal, is_over and not is_goal, info

    def action_masks(self) -> Any:
        """Which moves are legal now, one flag for each."""
        return self._mask().astype(bool)

    def render(self) -> str | None:
        """The picture as text (`ansi`) or SVG (`svg`)."""
        if self.render_mode is None:
            return None
        from .drawing.draw import draw_svg, draw_text

        return draw_text(self._scene()) if self.render_mode == "ansi" else draw_svg(self._scene())

    def _scene(self) -> Any:
        from .drawing.pictures import scene_of

        return scene_of(self.task.game, self.task.level, self.state)

    def _picture(self) -> Any:
        rows = ["".join(glyph.text for glyph in line) for line in self._scene().lines]
        shape = getattr(self, "observation_space", None)
        height, width = (len(rows), max(map(len, rows))) if shape is None else shape.shape
        return numpy.array([[ord(each) for each in row.ljust(width)[:width]] for row in rows[:height]], numpy.int32)

    def _mask(self) -> Any:
        game, level = self.task.game, self.task.level
        mask = numpy.zeros(len(self.moves), numpy.int8)
        for move in game.moves(level, self.state):
            number = self._numbers.get(game.move_to_text(level, move))
            if number is not None:
                mask[number] = 1
        return mask

    def _info(self, is_legal: bool) -> dict[str, Any]:
        return {"action_mask": self._mask(), "state": self.state, "is_legal": is_legal}


def moves_of(task: Task) -> list[str]:
    """All moves that a level may have: as its C++ form lists them, or as the first states have them."""
    game, level = task.game, task.level
    twin = None if game.twin is None else game.twin(level)
    if twin is not None:
        return [move for move in twin.moves if is_known(task, move)]
    first_states = islice(reachable(game, level), MOST_STATES)
    texts = (game.move_to_text(level, move) for state in first_states for move in game.moves(level, state))
    return list(dict.fromkeys(texts))


def is_known(task: Task, move: str) -> bool:
    """Whether the level has such a move; its C++ form may list those of all levels."""
    try:
        task.game.move_from_text(task.level, move)
    except ValueError:
        return False
    return True


if NAME not in registry:
    register(NAME, f"{__name__}:Puzzle")
