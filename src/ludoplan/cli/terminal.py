"""Colours and progress: only on a terminal, and never in the way of a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..core.engine import Progress
from ..core.result import Status

GOOD = {Status.OPTIMAL, Status.SOLVED}


def has_colour() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def paint(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if has_colour() else text


def paint_status(status: Status) -> str:
    return paint(str(status), "1;32" if status in GOOD else "1;33" if status is Status.UNSOLVABLE else "1;31")


@contextmanager
def progress_line(label: str) -> Iterator[Callable[[Progress], bool] | None]:
    """A listener that keeps one line on standard error up to date; None where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.spinner import Spinner

    spinner = Spinner("dots", text=label)
    with Live(spinner, console=Console(stderr=True), transient=True, refresh_per_second=10):

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
            spinner.update(text="  ".join(parts))
            return True

        yield show
