"""Plots as SVG: solved over time (cactus plot), two solvers against each other, box plots, and charts by level.

Colours and strokes are classes that the report's style sheet defines for light and dark pages.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

COLOURS = 9
DASHES = ("", "7 4", "2 3")  # once more with the same colours, but dashed


@dataclass(frozen=True)
class Series:
    """The times of one solver's solved runs, of so many runs in all; `index` gives its colour."""

    name: str
    times: Sequence[float]
    total: int
    index: int

    @property
    def colour(self) -> str:
        return f"c{self.index % COLOURS}"

    @property
    def dash(self) -> str:
        dash = DASHES[self.index // COLOURS % len(DASHES)]
        return f' stroke-dasharray="{dash}"' if dash else ""


@dataclass(frozen=True)
class Scale:
    """From values to pixels."""

    low: float
    high: float
    first: float
    last: float
    is_log: bool = True
    is_whole: bool = True  # ticks at whole numbers only

    def __call__(self, value: float) -> float:
        if self.is_log:
            value = min(max(value, self.low), self.high)
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.first + share * (self.last - self.first)

    def ticks(self) -> list[float]:
        if self.is_log:
            first, last = math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9)
            return [10.0**power for power in range(first, last + 1)]
        span = self.high - self.low
        step = 10 ** math.floor(math.log10(max(span, 1) if self.is_whole else span))
        step = next(step * factor for factor in (0.1, 0.2, 0.5, 1, 2, 5) if span / (step * factor) <= 6)
        step = max(1, step) if self.is_whole else step
        return [self.low + index * step for index in range(int(span / step + 1e-9) + 1)]


def time_range(times: Sequence[float], limit: float | None, least: float) -> tuple[float, float]:
    """Powers of ten, or the limit, around all times."""
    low = 10.0 ** math.floor(math.log10(max(least, min(times, default=least))) + 1e-9)
    high = 10.0 ** math.ceil(math.log10(max([*times, 10 * low])) - 1e-9)
    return low, max(10 * low, high if limit is None else min(high, limit))


def svg(width: float, height: float, parts: Sequence[str], label: str) -> str:
    return (
        f'<svg class="plot" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def text(x: float, y: float, content: str, anchor: str = "middle", extra: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{escape(content)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line class="{style}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def upwards(y: Scale, left: float, right: float, name: str, extra: str = "") -> list[str]:
    """The grid, the numbers and the name of the upward axis, and the lines of both."""
    middle = (y.first + y.last) / 2
    parts = [text(16, middle, name, extra=f'{extra} class="name" transform="rotate(-90 16 {middle:.1f})"')]
    for tick in y.ticks():
        parts += [line(left, y(tick), right, y(tick), "grid"), text(left - 7, y(tick) + 4, f"{tick:g}", "end")]
    return [*parts, line(left, y.first, right, y.first, "axis"), line(left, y.first, left, y.last, "axis")]


def across(x: Scale, bottom: float, top: float, name: str, extra: str = "") -> list[str]:
    """The grid, the numbers and the name of the axis across."""
    parts = [text((x.first + x.last) / 2, bottom + 36, name, extra=f'{extra} class="name"')]
    for tick in x.ticks():
        parts += [line(x(tick), bottom, x(tick), top, "grid"), text(x(tick), bottom + 16, f"{tick:g}")]
    return parts


def axes(x: Scale, y: Scale, x_label: str, y_label: str) -> list[str]:
    """The grid, numbers and names of both axes."""
    # The names of a scatter plot's axes change with the choice of solvers.
    names = (' id="x-name"', ' id="y-name"') if y.is_log else ("", "")
    return across(x, y.first, y.last, x_label, names[0]) + upwards(y, x.first, x.last, y_label, names[1])


def cactus(series: Sequence[Series], span: tuple[float, float]) -> str:
    """How many runs each solver has solved after how much time: the higher and the further left the better."""
    low, high = span
    totals = {each.total for each in series}
    # Solvers with more seeds have more runs: then only shares can be compared.
    is_share = len(totals) > 1
    most = 100 if is_share else max(totals)
    height = max(330, 40 + 19 * len(series))
    x = Scale(low, high, 62, 560)
    y = Scale(0, most, height - 50, 14, is_log=False)
    parts = axes(x, y, "seconds (logarithmic)", "runs solved, per cent" if is_share else "runs solved")
    ranked = sorted(series, key=lambda each: (-len(each.times) / each.total, sum(each.times)))
    for place, each in enumerate(ranked):
        points = []
        unit = 100 / each.total if is_share else 1
        for solved, time in enumerate(sorted(each.times)):
            points += [(x(time), y(solved * unit)), (x(time), y((solved + 1) * unit))]
        if points:
            points.append((x.last, points[-1][1]))
        path = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in points) if points else ""
        words = f"{each.name}: {len(each.times)} of {each.total} solved"
        row = 22 + 19 * place
        parts.append(
            f'<g class="series"><title>{escape(words)}</title><path class="line {each.colour}"{each.dash} d="{path}"/>'
            f'<line class="line {each.colour}"{each.dash} x1="576" y1="{row}" x2="602" y2="{row}"/>'
            f"{text(610, row + 4, f'{each.name} ({len(each.times)} of {each.total})', 'start')}</g>"
        )
    return svg(820, height, parts, "Cactus plot: runs solved over time")


def scatter(
    names: tuple[str, str], points: Sequence[tuple[str, float | None, float | None]], low: float, limit: float
) -> str:
    """Each level a point: below the diagonal the solver of the y axis is faster. Unsolved: on the line at the end."""
    x, y = scatter_scales(low, limit)
    parts = axes(x, y, f"{names[0]}, seconds", f"{names[1]}, seconds")
    for factor in (0.1, 1, 10):
        start, end = max(low, low / factor), min(limit, limit / factor)
        if start < end:
            style = "axis" if factor == 1 else "grid dashed"
            parts.append(line(x(start), y(start * factor), x(end), y(end * factor), style))
    edge = x.last + 14
    parts += [
        line(edge, y.first, edge, y.last, "grid dashed"),
        line(x.first, y.last - 14, x.last, y.last - 14, "grid dashed"),
    ]
    parts += [text(edge + 6, y.first, "not solved", "start", f' transform="rotate(-90 {edge + 10:.1f} {y.first:.1f})"')]
    parts += [text(x.first, y.last - 20, "not solved", "start")]
    dots = []
    for level, first, second in points:
        px = edge if first is None else x(first)
        py = y.last - 14 if second is None else y(second)
        dots.append(f'<circle class="dot c0" cx="{px:.1f}" cy="{py:.1f}" r="4"><title>{escape(level)}</title></circle>')
    parts.append(f'<g id="dots">{"".join(dots)}</g>')
    return svg(470, 470, parts, f"Scatter plot of {names[0]} and {names[1]}")


def scatter_scales(low: float, limit: float) -> tuple[Scale, Scale]:
    """The scales of the scatter plot; the page's script uses them too."""
    return Scale(low, limit, 62, 430), Scale(low, limit, 416, 48)


def boxes(series: Sequence[Series], span: tuple[float, float]) -> str:
    """A box from quarter to quarter with the median, and a line from the least to the most."""
    low, high = span
    label = 20 + 7.2 * max((len(each.name) for each in series), default=1)
    row = 26
    bottom = 16 + row * len(series)
    x = Scale(low, high, label, label + 480)
    parts = across(x, bottom, 10, "seconds of the solved runs (logarithmic)")
    parts.append(line(x.first, bottom, x.last, bottom, "axis"))
    for place, each in enumerate(series):
        middle = 16 + row * (place + 0.5)
        parts.append(text(label - 10, middle + 4, each.name, "end"))
        parts.append(text(x.last + 12, middle + 4, f"{len(each.times)} of {each.total}", "start"))
        if not each.times:
            continue
        times = sorted(each.times)
        quarters = statistics.quantiles(times, n=4, method="inclusive") if len(times) > 1 else [times[0]] * 3
        q1, q2, q3 = map(x, quarters)
        words = f"{each.name}: least {times[0]:.3g} s, median {quarters[1]:.3g} s, most {times[-1]:.3g} s"
        parts.append(
            f'<g class="series"><title>{escape(words)}</title>'
            f"{line(x(times[0]), middle, x(times[-1]), middle, f'line {each.colour}')}"
            f'<rect class="box {each.colour}" x="{q1:.1f}" y="{middle - 8}" width="{max(2, q3 - q1):.1f}" height="16"/>'
            f"{line(q2, middle - 8, q2, middle + 8, 'median')}</g>"
        )
    return svg(label + 570, bottom + 46, parts, "Box plots of the times of all solvers")


@dataclass(frozen=True)
class Charted:
    """A line of a chart, or its bars of one colour: a value for each row, None where there is none."""

    name: str
    values: Sequence[float | None]
    index: int  # gives the colour
    is_published: bool = False

    @property
    def line(self) -> str:
        """How its line looks: of what is published it is dashed."""
        return f'class="line c{self.index % COLOURS}"' + (' stroke-dasharray="5 4"' if self.is_published else "")

    @property
    def box(self) -> str:
        """How its bars look: of what is published they are hollow."""
        return f'class="box c{self.index % COLOURS}{" hollow" if self.is_published else ""}"'


def value_scale(values: Sequence[float], is_log: bool, first: float, last: float) -> Scale:
    """From 0, or from a power of ten, to a little above the largest value."""
    above = [value for value in values if value > 0] if is_log else list(values)
    if not above:
        return Scale(int(is_log), 1 + 9 * is_log, first, last, is_log)
    if is_log:
        low = 10.0 ** math.floor(math.log10(min(above)) + 1e-9)
        return Scale(low, max(10 * low, 10.0 ** math.ceil(math.log10(max(above)) - 1e-9)), first, last)
    low, high = min(0.0, *above), max(0.0, *above)
    is_whole = all(value == int(value) for value in above)
    high = high + 0.04 * (high - low) if high > low else low + 1
    return Scale(low, high, first, last, is_log=False, is_whole=is_whole)


def chart(rows: Sequence[str], series: Sequence[Charted], kind: str, is_log: bool, name: str, title: str) -> str:
    """Lines, or bars in groups, one for each row. What is not positive has no place on a logarithmic scale."""
    bars = kind == "bars"
    group = max(26.0, 9.0 * len(series) + 10) if bars else 30.0  # the room of a row
    width = max(420.0, group * len(rows))
    step = width / max(1, len(rows))
    bottom = 300.0
    labels = 12 + 6.2 * max((len(row) for row in rows), default=1)  # they hang down to the left, turned by 50 degrees
    # Room for the numbers of the axis, and for what hangs out beyond it.
    left = max([74.0, *(12 + 0.65 * 6.6 * len(row) - step * (place + 0.5) for place, row in enumerate(rows))])
    values = [value for each in series for value in each.values if value is not None]
    y = value_scale(values, is_log, bottom, 16)
    right = left + width
    parts = upwards(y, left, right, f"{name} (logarithmic)" if is_log else name)
    centres = [left + step * (place + 0.5) for place in range(len(rows))]
    for centre, row in zip(centres, rows, strict=True):
        turn = f' transform="rotate(-50 {centre:.1f} {bottom + 14:.1f})"'
        parts.append(text(centre, bottom + 14, row, "end", turn))
    thick = (step - 8) / max(1, len(series))
    for place, each in enumerate(series):
        at = 26 + 19 * place
        if bars:
            drawn = bar_marks(each, [centre - (step - 8) / 2 + place * thick for centre in centres], thick, y, rows)
            key = f'<rect {each.box} x="{right + 18:.1f}" y="{at - 6}" width="22" height="11"/>'
        else:
            drawn = line_marks(each, centres, y, rows)
            key = f'<line {each.line} x1="{right + 16:.1f}" y1="{at}" x2="{right + 42:.1f}" y2="{at}"/>'
        parts.append(f'<g class="series">{drawn}{key}{text(right + 50, at + 4, each.name, "start")}</g>')
    key_width = 66 + 7.2 * max((len(each.name) for each in series), default=0)
    height = max(bottom + 24 + 0.78 * labels, 40 + 19 * len(series))
    return svg(round(right + key_width), round(height), parts, title)


def line_marks(each: Charted, centres: Sequence[float], y: Scale, rows: Sequence[str]) -> str:
    """A line with a gap where there is no value, and a dot at each value."""
    path, dots, last = "", "", -1
    for place, height, title in marks(each, y, rows):
        path += f"{'L' if path and place == last + 1 else 'M'}{centres[place]:.1f} {height:.1f}"
        last = place
        dots += f'<circle class="dot c{each.index % COLOURS}" cx="{centres[place]:.1f}" cy="{height:.1f}" r="3">'
        dots += f"{title}</circle>"
    return f'<path {each.line} d="{path}"/>{dots}' if path else ""


def bar_marks(each: Charted, lefts: Sequence[float], thick: float, y: Scale, rows: Sequence[str]) -> str:
    """The bars of one solver, each at its place in the group of its row."""
    floor, drawn = y.first if y.is_log else y(0), ""
    for place, height, title in marks(each, y, rows):
        top, base = sorted((height, floor))
        drawn += (
            f'<rect {each.box} x="{lefts[place]:.1f}" y="{top:.1f}" width="{max(1, thick - 1):.1f}" '
            f'height="{max(1, base - top):.1f}">{title}</rect>'
        )
    return drawn


def marks(each: Charted, y: Scale, rows: Sequence[str]) -> Iterator[tuple[int, float, str]]:
    """The row of each value that has a place on the scale, that place, and what to show who points at it."""
    for place, (value, row) in enumerate(zip(each.values, rows, strict=True)):
        if value is not None and not (y.is_log and value <= 0):
            yield place, y(value), f"<title>{escape(f'{each.name}, {row}: {value:.6g}')}</title>"
