"""Campaigns: many levels, many solvers, honest tables. `load` gives the rows to pandas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import NotInstalled

if TYPE_CHECKING:
    import pandas


def load(database: str | Path) -> pandas.DataFrame:
    """The rows of a campaign, one for each run; raises NotInstalled without pandas, and LudoplanError."""
    from .store import Store

    with Store(database) as store:
        return frame_of(store.rows())


def frame_of(rows: Sequence[Mapping[str, Any]]) -> pandas.DataFrame:
    """A frame of a campaign's rows, with the types that pandas likes; raises NotInstalled."""
    try:
        import pandas
    except ImportError:
        raise NotInstalled("pandas is not installed: pip install 'ludoplan[bench]'") from None

    frame = pandas.DataFrame(rows)
    whole = ["cost", "length", "lower_bound", "expanded", "generated", "stored", "node_limit"]
    for column in whole:
        if column in frame and (frame[column].dropna() % 1 == 0).all():
            frame[column] = frame[column].astype("Int64")
    if "validated" in frame:
        frame["validated"] = frame["validated"].astype(bool)
    if "ended" in frame:
        frame["ended"] = pandas.to_datetime(frame["ended"])
    return frame
