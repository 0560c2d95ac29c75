"""Golden playthroughs: every bundled level played along its solution, with states and legal moves written down.

A change of rules, of move texts or of pictures shows up as a difference. To accept it: pytest --accept-golden.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.contracts.levels import BUNDLED, label, task_of

from ludoplan import Limits, Task, solve
from ludoplan.core.referee import Replay
from ludoplan.drawing.draw import draw_text

FOLDER = Path(__file__).parent / "playthroughs"
MOST_CELLS = 1500  # larger levels are written without pictures
MOST_STEPS = 12


def playthrough(task: Task) -> str:
    """The level's first and last steps along a shortest solution."""
    result = solve(task, limits=Limits(seconds=60))
    replay = Replay(task)
    lines = [f"{task.name} {result.status} {result.cost}"]
    moves = list(result.plan.moves) if result.plan is not None else []
    for step, move in enumerate([*moves, None]):
        if step < MOST_STEPS or move is None:
            scene = task.game.view.scene(task.level, replay.state)
            if scene.width * scene.height <= MOST_CELLS:
                lines.append(draw_text(scene))
            legal = [task.game.move_to_text(task.level, each) for each in task.game.moves(task.level, replay.state)]
            lines.append(f"legal: {', '.join(legal[:20])}{' ...' if len(legal) > 20 else ''}")
        if move is not None:
            lines.append(f"{step + 1}. {move}")
            assert replay.play(move) is None
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("level", BUNDLED, ids=label)
def test_playthrough(level, request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{level.game}-{level.name}.txt"
    text = playthrough(task_of(f"{level.game}:{level.name}"))
    if request.config.getoption("--accept-golden"):
        path.write_text(text)
    assert path.is_file(), "no playthrough yet: pytest --accept-golden"
    assert text == path.read_text()
