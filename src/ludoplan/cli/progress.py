"""How far a command is, in one line of standard error: only on a terminal, and never in the way of a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core.engine import Listener, Progress
    from ..running.job import Context


class Bar:
    """How far a long command is, in one line of standard error, where somebody can see it."""

    WIDTH = 30

    def __init__(self) -> None:
        self.is_seen = sys.stderr.isatty()
        self.is_shown = False
        self.began = time.monotonic()

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()

    def show(self, share: float | None, words: str) -> None:
        """Shows the share that is done, if it is known, and the time that is left if all goes on like this."""
        if not self.is_seen:
            return
        if share is not None:
            spent = time.monotonic() - self.began
            left = f", {spent / share - spent:.0f} s left" if share > 0.01 and spent > 1 else ""
            full = "#" * int(share * self.WIDTH)
            words = f"[{full:<{self.WIDTH}}] {100 * share:3.0f} %  {words}{left}"
        sys.stderr.write(f"\r\x1b[K{words}")
        sys.stderr.flush()
        self.is_shown = True

    def clear(self) -> None:
        """Makes room for other lines."""
        if self.is_shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self.is_shown = False


@contextmanager
def progress_line(context: Context, label: str) -> Iterator[Listener]:
    """A listener that keeps one line on standard error up to date, where somebody can see it, and hears of the end."""

    if not sys.stderr.isatty():
        yield context.progress
        return
    from rich.console import Console

    with Console(stderr=True).status(label, spinner_style="none") as line:

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
            line.update("  ".join(parts))
            return context.progress(progress)

        yield show
