"""Charts of a campaign: what each shows, as SVG and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from ..core.errors import LudoplanError
from . import plots
from .page import standalone
from .runs import CHOICES, Chart, Published, is_value, value_name
from .statistics import Campaign
from .tables import grid_of, notes_on

MOST_ROWS = 120  # that the charts which every report has can show
WORDS = {word: key for key, words in CHOICES.items() for word in words}


@dataclass(frozen=True)
class Drawn:
    """A chart with its numbers."""

    chart: Chart
    rows: Sequence[str]
    series: Sequence[plots.Charted]
    notes: Sequence[str]

    @property
    def svg(self) -> str:
        """For the report's page, whose style it needs."""
        wanted = self.chart
        name = value_name(wanted.values[0])
        return plots.chart(self.rows, self.series, wanted.kind, wanted.scale == "log", name, wanted.title)

    @property
    def file(self) -> str:
        """The SVG as a file of its own."""
        return standalone(self.svg, '<rect width="100%" height="100%" style="fill:var(--paper)"/>') + "\n"

    @property
    def csv(self) -> str:
        """A line for each row, a column for each line or colour."""
        rows = [[self.chart.rows, *(each.name for each in self.series)]]
        for row, *values in zip(self.rows, *(each.values for each in self.series), strict=True):
            rows.append([row, *("" if value is None else f"{value:.10g}" for value in values)])
        buffer = io.StringIO()
        csv.writer(buffer, lineterminator="\n").writerows(rows)
        return buffer.getvalue()


def drawn(campaign: Campaign, chart: Chart, published: Sequence[Published] = ()) -> Drawn:
    """The chart with its numbers, and with those of others that were put beside them."""
    grid = grid_of(campaign, chart)
    beside = [each for each in published if each.table == chart.title]
    rows = list(dict.fromkeys([*grid.rows, *(each.row for each in beside)]))
    series = []
    for index, column in enumerate(dict.fromkeys([*grid.columns, *(each.column for each in beside)])):
        theirs = {each.row: each.value for each in beside if each.column == column}
        if theirs:
            values = [None if isinstance(value := theirs.get(row), str) else value for row in rows]
            series.append(plots.Charted(f"{column}, published", values, index, is_published=True))
        if column in grid.columns:
            found = [grid.cells[row, column].value if (row, column) in grid.cells else None for row in rows]
            ours = [value if isinstance(value, (int, float)) else None for value in found]
            series.append(plots.Charted(column, ours, index))
    return Drawn(chart, rows, series, notes_on(chart, beside))


def usual(campaign: Campaign) -> list[Chart]:
    """What a report draws where the suite asks for no charts: time and cost by level."""
    if not 2 <= len(campaign.levels) <= MOST_ROWS:
        return []
    times = Chart("Time by level", "level", (campaign.measure,), "median", kind="lines", scale="log")
    costs = Chart("Cost by level", "level", ("cost",), "median", kind="bars")
    return [times, costs] if campaign.best_costs else [times]


def read_chart(words: str) -> Chart:
    """`VALUE`, and perhaps `lines` or `bars`, `log` or `linear`, `level`, `class` or `solver`; raises LudoplanError."""
    value, *rest = (word.strip() for word in words.split(","))
    if not is_value(value):
        raise LudoplanError(f"--chart {words}: there is no value {value!r} of runs (docs/campaigns.md lists them)")
    found = {key: allowed[0] for key, allowed in CHOICES.items()}
    for word in rest:
        if word not in WORDS:
            raise LudoplanError(f"--chart {words}: {word!r} is not one of {', '.join(WORDS)}")
        found[WORDS[word]] = word
    name = value_name(value)
    title = f"{name[0].upper()}{name[1:]} by {found['rows']}"
    return Chart(title, found["rows"], (value,), "median", kind=found["kind"], scale=found["scale"])
