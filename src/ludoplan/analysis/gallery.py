"""A page of made levels: pictures with the solution as an animation, and the numbers. One file, nothing to load."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ..core.limits import Limits
from ..core.task import Task
from ..drawing.draw import draw_svg
from ..drawing.notebook import MOST_STEPS, animation, image_html
from ..drawing.pictures import first_scene
from .analyse import Analysis, analyse
from .production import Made
from .taste import Taste, taste_of

MOST = Limits(nodes=100_000, seconds=10)  # for a grade

STYLE = """
body{font-family:sans-serif;margin:2rem;color:#1f2430;background:#fff}
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(19rem,1fr));gap:1.5rem}
article{border:1px solid #d9dee8;border-radius:.5rem;padding:1rem;min-width:0}
img{max-width:100%;max-height:20rem;display:block;margin:0 auto .8rem}
h2{font-size:1rem;margin:0 0 .6rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.15rem .8rem;margin:0;font-size:.85rem}
dt{color:#5b6478}
dd{margin:0}
details{font-size:.85rem;margin-top:.5rem}
summary{cursor:pointer}
pre{font-size:.75rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
@media(prefers-color-scheme:dark){body{color:#e6e9f0;background:#161a22}article{border-color:#343b4a}dt{color:#9aa3b5}}
"""


@dataclass(frozen=True)
class Judged:
    """A made level, what is known of it, and how good it is."""

    made: Made
    task: Task
    analysis: Analysis
    taste: Taste

    @property
    def score(self) -> float:
        """How hard it is; where that is not known, how long."""
        found = self.analysis.difficulty
        return found.score if found is not None else float(self.made.result.cost or 0)


def judged(made: Made, task: Task) -> Judged:
    """The analysis of a level, by a sample where its space is too large, and its taste."""
    return Judged(made, task, analyse(task, MOST), taste_of(task, made))


def page(title: str, levels: Sequence[tuple[str, Judged]]) -> str:
    """The page, a card for each name and level."""
    cards = "".join(card(name, each) for name, each in levels)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body><h1>{escape(title)}</h1><main>{cards}</main></body></html>\n"
    )


def card(name: str, level: Judged) -> str:
    made, task = level.made, level.task
    assert task.game.text is not None
    facts = "".join(f"<dt>{escape(key)}</dt><dd>{escape(value)}</dd>" for key, value in facts_of(level))
    moves = "" if made.result.plan is None else ", ".join(made.result.plan.moves)
    solution = f"<details><summary>solution</summary><pre>{escape(moves)}</pre></details>" if moves else ""
    text = f"<details><summary>text</summary><pre>{escape(task.game.text.format(made.level))}</pre></details>"
    return f"<article><h2>{escape(name)}</h2>{picture(level)}<dl>{facts}</dl>{solution}{text}</article>"


def picture(level: Judged) -> str:
    """The solution step by step, or the level as it begins; an image of its own, so that styles do not meet."""
    task, plan = level.task, level.made.result.plan
    is_short = plan is not None and len(plan.moves) <= MOST_STEPS
    svg = animation(task, plan.moves) if plan and is_short else draw_svg(first_scene(task.game, task.level))
    return image_html(svg, "")


def facts_of(level: Judged) -> list[tuple[str, str]]:
    made, found = level.made, level.analysis
    result = made.result
    facts = [("cost", f"{result.cost:g}" if result.cost is not None else str(result.status))]
    if result.plan is not None and len(result.plan.moves) != result.cost:
        facts.append(("moves", str(len(result.plan.moves))))
    if found.difficulty is not None:
        about = "" if found.exact or found.difficulty.reason else "about "
        facts.append(("difficulty", f"{about}{found.difficulty.score:g}, {found.difficulty.word}"))
    if made.pieces:
        decoys = ", ".join(made.decoys)
        facts.append(("pieces", f"{made.pieces}, " + (f"without use: {decoys}" if decoys else "all needed")))
    states = f"{'' if found.exact else 'more than '}{found.states:,}"
    facts.append(("states", states if found.dead_share is None else f"{states}, {found.dead_share:.0%} dead"))
    facts.append(("taste", f"{level.taste.score:.0f}"))
    facts += [(f"  {name}", f"{value:.0%}") for name, value in level.taste.parts.items()]
    return facts
