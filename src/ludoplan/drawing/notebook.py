"""How levels, plans and results show themselves in a notebook."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from ..core.referee import Replay, states_along
from .draw import draw_animation, draw_svg
from .pictures import first_scene, scene_of

if TYPE_CHECKING:
    from ..core.plan import Plan
    from ..core.result import Result
    from ..core.task import Task

MOST_STEPS = 400  # of an animation
MOST_MOVES = 200  # in words


def level_svg(task: Task) -> str | None:
    """A picture of the level as it begins; None if the game has no pictures."""
    return None if task.game.view is None else draw_svg(first_scene(task.game, task.level))


def replay_svg(replay: Replay) -> str | None:
    """A picture of a game in progress; None if the game has no pictures."""
    task = replay.task
    return None if task.game.view is None else draw_svg(scene_of(task.game, task.level, replay.state))


def table_html(facts: Iterable[tuple[str, Any]]) -> str:
    """Names and values in two columns; None is left out."""
    rows = "".join(
        f"<tr><th style='text-align:left'>{escape(name)}</th><td style='text-align:left'>{escape(str(value))}</td></tr>"
        for name, value in facts
        if value is not None
    )
    return f"<table>{rows}</table>"


def image_html(svg: str, words: str) -> str:
    """An SVG as an image of its own, so that its style rules do not meet those of the notebook."""
    data = b64encode(svg.encode()).decode()
    return f'<img alt="{escape(words)}" style="max-width:100%" src="data:image/svg+xml;base64,{data}">'


def plan_html(plan: Plan) -> str:
    """The plan in words and, where its level is known and can be drawn, as an animation."""
    moves = list(plan.moves[:MOST_MOVES]) + (["..."] if len(plan.moves) > MOST_MOVES else [])
    words = f"<p>{len(plan.moves)} moves, cost {plan.cost:g}: <code>{escape(', '.join(moves))}</code></p>"
    if plan.task is None or plan.task.game.view is None:
        return words
    cut = f"<p>The animation ends after {MOST_STEPS} moves.</p>" if len(plan.moves) > MOST_STEPS else ""
    return image_html(animation(plan.task, plan.moves[:MOST_STEPS]), "the plan, step by step") + words + cut


def animation(task: Task, moves: Sequence[str]) -> str:
    """All states of a legal plan as one SVG."""
    return draw_animation([scene_of(task.game, task.level, state) for state in states_along(task, moves)[0]])


def result_html(result: Result) -> str:
    """What is known, as a small table, and the plan."""
    stats = result.stats
    facts: list[tuple[str, Any]] = [
        ("status", result.status),
        ("level", f"{result.level} ({result.game})"),
        ("solver", result.solver),
        ("objective", result.objective),
        ("lower bound", result.lower_bound),
        ("proof", result.proof),
        ("message", result.message),
        ("seconds", None if stats.seconds is None else f"{stats.seconds:.3f}"),
        ("states", None if stats.expanded is None else f"{stats.expanded:,} expanded, {stats.stored or 0:,} stored"),
        ("memory", None if stats.peak_mb is None else f"{stats.peak_mb:.0f} MB"),
    ]
    return table_html(facts) + ("" if result.plan is None else plan_html(result.plan))
