"""How analyses, hints and repairs show themselves in a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from ..drawing.notebook import image_html, table_html

if TYPE_CHECKING:
    from .analyse import Analysis
    from .hint import Hint
    from .repair import Repairs


def analysis_html(found: Analysis) -> str:
    """The figures as a table and the map of the state space; with `drawn=True`, state by state."""
    from .analyse import figures_of

    grade = found.difficulty
    facts: list[tuple[str, Any]] = [
        ("level", f"{found.level} ({found.game})"),
        ("status", f"{found.status}, {'exact' if found.exact else 'sampled'}"),
        ("difficulty", None if grade is None else f"{grade.score:g}, {grade.word}"),
        ("cost", found.cost),
        ("moves", found.length),
        *figures_of(found),
        ("message", found.message),
    ]
    if not found.exact or found.landscape is None:
        return table_html(facts)
    from .picture import picture

    return table_html(facts) + image_html(picture(found), "the state space")


def hint_html(found: Hint) -> str:
    """The next move and why."""
    if found.moves is None:
        return "<p>No solution from here: go back.</p>" if found.is_lost else "<p>Not known in time.</p>"
    if not found.moves:
        return "<p>Solved.</p>"
    left = f"{len(found.moves)} to go" + (", fewer will not do" if found.is_shortest else "")
    reason = f": {escape(found.reason)}" if found.reason else ""
    return f"<p><b>{escape(found.moves[0])}</b>{reason} ({left})</p>"


def repairs_html(found: Repairs) -> str:
    """The repairs, a row for each."""
    if not found.found:
        return f"<p>No repair found ({found.status}, {found.looked_at:,} levels looked at).</p>"
    before = "none" if found.before is None else f"{found.before:g}"
    rows = [(", ".join(map(str, each.edits)), f"cost {each.cost:g}") for each in found.found]
    return f"<p>Shortest solution before: {before}.</p>" + table_html(rows)
