"""How far a command is, in one line of standard error: only on a terminal, and never in the way of a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .arguments import terminal_width

if TYPE_CHECKING:
    from ..core.engine import Listener, Progress
    from ..running.job import Context

WIDTH = 30


def show_line(words: str = "") -> None:
    """Shows this in place of what the line has said, where somebody can see it; nothing makes room for other lines."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{words[: terminal_width() - 1]}")
        sys.stderr.flush()


@contextmanager
def own_line() -> Iterator[None]:
    """At the end, the line is clear."""
    try:
        yield
    finally:
        show_line()


def bar(share: float) -> str:
    """The share that is done, as a picture and a number."""
    return f"[{'#' * int(share * WIDTH):<{WIDTH}}] {100 * share:3.0f} %"


@contextmanager
def progress_line(context: Context, label: str) -> Iterator[Listener]:
    """A listener that keeps the line up to date and hears of the end."""

    def show(progress: Progress) -> bool:
        parts = [label, f"{progress.seconds:.1f} s"]
        if progress.expanded:
            parts.append(f"{progress.expanded:,} expanded")
        if progress.stored:
            parts.append(f"{progress.stored:,} stored")
        if progress.lower_bound:
            parts.append(f"at least {progress.lower_bound}")
        if progress.note:
            parts.append(progress.note)
        show_line("  ".join(parts))
        return context.progress(progress)

    with own_line():
        show_line(label)
        yield show
