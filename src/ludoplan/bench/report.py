"""The report of a campaign: one HTML page that needs nothing else; or Markdown, LaTeX, CSV.

The same database gives the same bytes.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Sequence
from html import escape
from typing import Any

from ..core.errors import LudoplanError
from ..core.exporter import Exporter
from ..drawing.draw import draw_svg
from ..drawing.notebook import image_html
from ..drawing.pictures import first_scene
from . import charts, plots
from .page import HEAT, script, standalone, style
from .plots import Series
from .runs import Chart, Document, Level, Published, Remark, Wanted
from .statistics import Campaign, is_solved
from .store import Row, Store
from .tables import Cell, Table, code, remark_table, short, summary_table, tables_of, to_html, to_latex, to_markdown

MOST_PICTURES = 120
LARGEST_PICTURE = 600_000  # bytes
LARGEST_GALLERY = 6_000_000
REMARKS = "What is wrong in the document, or cannot be compared"
WORDS = {"timeout": "time", "memory": "memory", "incomplete": "gave up", "unsupported": "n/a", "error": "ERROR"}


class Report:
    """What the page and the texts are made from.

    >>> import pathlib, tempfile
    >>> from ludoplan import run_suite
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "my.toml").write_text('''
    ... title = "One search"
    ... [[levels]]
    ... bundled = ["boxup:first"]
    ... [[solvers]]
    ... solver = "bfs"
    ... ''')
    >>> run_suite(folder / "my.toml", folder / "my.db").markdown().splitlines()[0]
    '# One search'
    """

    def __init__(self, store: Store, measure: str | None = None, k: float = 2) -> None:
        if store.about("title") is None:
            raise LudoplanError(f"{store.path}: an empty campaign; nothing has been run")
        self.draws_levels = True
        self.campaign = Campaign.of(store, measure, k)
        self.rows, self.levels = self.campaign.rows, self.campaign.levels
        self.title: str = store.about("title")
        self.description: str = store.about("description")
        self.limits: dict[str, float | None] = store.about("limits")
        self.wanted = store.count_wanted()
        self.tables = [Wanted(**with_tuples(each)) for each in store.about("tables")]
        self.charts = [Chart(**with_tuples(each)) for each in store.about("charts") or ()]
        self.published = [Published(**each) for each in store.about("published") or ()]
        self.remarks = [Remark(**with_tuples(each)) for each in store.about("remarks") or ()]
        document = store.about("document")
        self.document = None if document is None else Document(**with_tuples(document))
        if not self.rows:
            raise LudoplanError(f"{store.path}: this campaign has no rows yet")

    def _repr_html_(self) -> str:
        """For notebooks: the outcome, the solvers, and how many runs they solve in what time."""
        plain = to_html(summary_table(self.campaign)).replace("<button>", "").replace("</button>", "")
        drawn = standalone(plots.cactus(self.series, self.span))
        title = f"<h3>{escape(self.title)}</h3><p>{escape(self.lead())}</p>"
        return title + plain + image_html(drawn, "runs solved by time")

    # -- in words

    def lead(self) -> str:
        """The outcome in one or two sentences."""
        summaries = self.campaign.summaries()
        best = summaries[0]
        words = "solves most, in the least time: " if len(summaries) > 1 else "solves "
        text = f"{best.solver} {words}{best.solved} of {best.runs} runs"
        text += f", PAR{self.campaign.k:g} {short(best.par)} s" if best.par is not None else ""
        finder = max(summaries, key=lambda each: each.shortest)
        if finder.shortest > best.shortest:
            text += f"; but its plans are the cheapest ones on {best.shortest} levels only, "
            text += f"those of {finder.solver} on {finder.shortest}"
        prover = max(summaries, key=lambda each: each.proven)
        if prover.proven > best.proven:
            text += f". {prover.solver} proves most: {prover.proven} runs"
        found = self.campaign.contradictions()
        text += ". No claims contradict each other." if not found else f". {len(found)} CONTRADICTIONS!"
        if len(self.rows) < self.wanted:
            text += f" {self.wanted - len(self.rows)} of {self.wanted} runs are not done yet."
        return text

    def facts(self) -> list[tuple[str, str]]:
        """Where and how it was measured."""
        limits = [f"{value:g} {name}" for name, value in self.limits.items() if value is not None]
        machines = sorted({row["machine"] for row in self.rows})
        versions = sorted({row["versions"] for row in self.rows})
        ends = sorted(row["ended"] for row in self.rows)
        return [
            ("runs", f"{len(self.rows)}: {len(self.levels)} levels, {len(self.campaign.solvers)} solvers"),
            ("limits of each run", ", ".join(limits) or "none"),
            ("from, to", f"{ends[0][:19]}, {ends[-1][:19]} UTC"),
            *(("machine", machine) for machine in machines),
            *(("versions", ", ".join(f"{k} {v}" for k, v in json.loads(each).items())) for each in versions),
        ]

    def all_tables(self) -> list[Table]:
        return tables_of(self.campaign, self.tables, self.published)

    def all_charts(self) -> list[charts.Drawn]:
        """Those that the suite or the caller asks for, or else the usual ones."""
        wanted = self.charts or charts.usual(self.campaign)
        found = [charts.drawn(self.campaign, chart, self.published) for chart in wanted]
        return [each for each in found if each.rows and each.series]

    def files(self) -> dict[str, str]:
        """Each chart as SVG and its numbers as CSV: the texts by the names of the files."""
        found: dict[str, str] = {}
        for each in self.all_charts():
            stem = slug(each.chart.title)
            while f"{stem}.svg" in found:
                stem += "-again"
            found |= {f"{stem}.svg": each.file, f"{stem}.csv": each.csv}
        return found

    def markdown(self) -> str:
        facts = "".join(f"- {name}: {value}\n" for name, value in self.facts())
        head = f"# {self.title}\n\n{self.description}\n\n{self.lead()}\n\n{facts}\n"
        if self.document is not None:
            notes = "".join(f"- {note}\n" for note in self.document.notes)
            head += f"The document: {self.document.reference}\n\n{notes}\n"
        tables = "\n".join(map(to_markdown, self.all_tables()))
        remarks = "".join(f"- {each.about}: {each.says} {each.found}\n" for each in self.remarks)
        return head + tables + (f"\n## {REMARKS}\n\n{remarks}" if remarks else "")

    def latex(self) -> str:
        return "% needs \\usepackage{booktabs}\n" + "\n".join(map(to_latex, self.all_tables()))

    def csv(self) -> str:
        """All rows, without what the solvers printed and their plans."""
        columns = [column for column in self.rows[0] if column not in ("output", "plan")]
        buffer = io.StringIO()
        writer = csv.DictWriter(buffer, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        for row in self.rows:
            parsed = {name: json.dumps(row[name], sort_keys=True) for name in ("options", "counters")}
            writer.writerow({**row, **parsed})
        return buffer.getvalue()

    # -- the page

    def html(self) -> str:
        tables = self.table_sections()
        # What is to be seen at a glance comes before what is to be looked up.
        first = [title for title, _ in tables].index("Solvers") + 1
        sections = [*tables[:first], *self.plot_sections(), *self.chart_sections(), *tables[first:]]
        sections += [self.heat_map(), self.gallery()]
        if self.document is not None:  # what it shows comes first, by its own numbers
            theirs = {wanted.title for wanted in [*self.tables, *self.charts]}
            exhibits = [section for section in [*tables, *self.chart_sections()] if section[0] in theirs]
            others = [section for section in sections if section is not None and section[0] not in theirs]
            sections = [self.document_section(), *exhibits, self.remarks_section(), *others]
        shown = [section for section in sections if section is not None]
        links = "".join(f'<a href="#{slug(title)}">{escape(title)}</a>' for title, _ in shown)
        facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in self.facts())
        description = "".join(f"<p>{escape(part)}</p>" for part in self.description.split("\n\n") if part.strip())
        body = ""
        for title, content in shown:
            alarm = ' class="alarm"' if title.isupper() else ""
            body += f'<section id="{slug(title)}"{alarm}><h2>{escape(title)}</h2>{content}</section>'
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{escape(self.title)}</title><style>{style()}</style></head><body><main>"
            f'<h1>{escape(self.title)}</h1>{description}<p class="lead">{escape(self.lead())}</p>'
            f"<nav>{links}</nav>{body}<section><h2>How it was measured</h2><dl>{facts}</dl></section></main>"
            f'<script id="data" type="application/json">{self.data()}</script><script>{script()}</script>'
            "</body></html>\n"
        )

    def table_sections(self) -> list[tuple[str, str]]:
        return [
            (table.title, to_html(table, "wide words" if table.columns[-1] == "message" else "wide"))
            for table in self.all_tables()
        ]

    @property
    def series(self) -> list[Series]:
        campaign = self.campaign
        return [
            Series(solver, [campaign.time(row) for row in rows if is_solved(row)], len(rows), index)
            for index, (solver, rows) in enumerate(campaign.by_solver.items())
        ]

    @property
    def span(self) -> tuple[float, float]:
        """The least and the largest time of all plots."""
        times = [time for each in self.series for time in each.times]
        return plots.time_range(times, self.limits["seconds"], self.campaign.least)

    def plot_sections(self) -> list[tuple[str, str] | None]:
        reading = (
            '<p class="note">Read it so: follow a line to the right; its height tells how many runs the solver has '
            "solved by then. Higher, and further to the left, is better. Point at a line to see it alone.</p>"
        )
        boxes_reading = (
            '<p class="note">The box holds the middle half of the solved runs, the stroke in it is the median, the '
            "line goes from the fastest to the slowest; at the right, how many runs are solved at all.</p>"
        )
        return [
            ("Solved over time (cactus plot)", plots.cactus(self.series, self.span) + reading),
            self.scatter(),
            ("Spread of times (box plots)", plots.boxes(self.series, self.span) + boxes_reading),
        ]

    def document_section(self) -> tuple[str, str]:
        assert self.document is not None
        notes = "".join(f"<li>{code(escape(note))}</li>" for note in self.document.notes)
        return "The document", f"<p>{escape(self.document.reference)}</p><ul>{notes}</ul>"

    def remarks_section(self) -> tuple[str, str] | None:
        """What the document says and what was found, with the level and the runs that show it."""
        if not self.remarks:
            return None
        known = {level.name: level for level in self.levels}
        content = ""
        for remark in self.remarks:
            says = f"<p>The document: {escape(remark.says)}</p>" if remark.says else ""
            content += f"<h3>{escape(remark.about)}</h3>{says}<p>{code(escape(remark.found))}</p>"
            picture = picture_of(known[remark.level]) if remark.level in known else None
            if picture is not None and len(picture) <= LARGEST_PICTURE:
                caption = f"<figcaption><b>{escape(remark.level)}</b></figcaption>"
                content += f'<div class="pictures"><figure>{picture}{caption}</figure></div>'
            table = remark_table(self.campaign, remark)
            content += to_html(table, "wide words") if table is not None else ""
        return REMARKS, content

    def chart_sections(self) -> list[tuple[str, str]]:
        return [(each.chart.title, self.chart_html(each)) for each in self.all_charts()]

    def chart_html(self, each: charts.Drawn) -> str:
        notes = "".join(f'<p class="note">{code(escape(note))}.</p>' for note in each.notes)
        return f'<div class="wide">{each.svg}</div>{notes}'

    def scatter(self) -> tuple[str, str] | None:
        """The two solvers that solve most, to begin with."""
        campaign = self.campaign
        if len(campaign.solvers) < 2:
            return None
        first, second = [each.solver for each in campaign.summaries()[:2]]
        points = [
            (level.name, campaign.times[level.name].get(first), campaign.times[level.name].get(second))
            for level in self.levels
            if (level.name, first) in campaign.cells and (level.name, second) in campaign.cells
        ]
        choices = [
            "".join(
                f'<option value="{index}"{" selected" if solver == chosen else ""}>{escape(solver)}</option>'
                for index, solver in enumerate(campaign.solvers)
            )
            for chosen in (first, second)
        ]
        selects = (
            f'<p><label>across <select id="first">{choices[0]}</select></label> '
            f'<label>up <select id="second">{choices[1]}</select></label></p>'
        )
        reading = (
            '<p class="note">Each point is a level. Below the diagonal the solver named at the left edge is faster, '
            "above it the one named at the bottom; the dashed lines are a factor of ten.</p>"
        )
        return "Two solvers, level by level", selects + plots.scatter((first, second), points, *self.span) + reading

    def data(self) -> str:
        """What the script needs to draw other pairs; -1: not tried, null: not solved."""
        campaign = self.campaign
        low, high = self.span
        x, y = plots.scatter_scales(low, high)

        def time(level: str, solver: str) -> float | None:
            if (level, solver) not in campaign.cells:
                return -1
            found = campaign.times[level].get(solver)
            return None if found is None else round(found, 6)

        content = {
            "solvers": campaign.solvers,
            "levels": [
                [level.name, [time(level.name, solver) for solver in campaign.solvers]] for level in self.levels
            ],
            "low": low,
            "high": high,
            "x": [x.first, x.last],
            "y": [y.first, y.last],
        }
        return json.dumps(content, separators=(",", ":")).replace("<", "\\u003c")

    def heat_map(self) -> tuple[str, str]:
        """Levels by solvers; the darker the slower."""
        campaign = self.campaign
        low, high = self.span
        rows = []
        for position, level in enumerate(self.levels):
            times = campaign.times[level.name]
            cells = [
                self.heat_cell(campaign.cells.get((level.name, solver)), times.get(solver), low, high)
                for solver in campaign.solvers
            ]
            rows.append([Cell(level.name, position), Cell(campaign.best_known(level.name)), *cells])
        table = Table("", ["level", "best cost", *campaign.solvers], rows)
        steps = "".join(
            f'<span class="h{step}">{short(low * (high / low) ** (step / (HEAT - 1)))} s</span>' for step in range(HEAT)
        )
        key = f'<p class="key">{steps} <span class="faint">time, memory: limit reached</span></p>'
        find = '<p><label>find <input id="filter" type="search" placeholder="part of a level\'s name"></label></p>'
        content = to_html(table, "wide scroll", ' class="heat" id="heat"')
        return "Every level and solver (heat map)", key + (find if len(self.levels) > 20 else "") + content

    def heat_cell(self, rows: Sequence[Row] | None, time: float | None, low: float, high: float) -> Cell:
        if not rows:
            return Cell("")
        if time is None:
            row = next(row for row in rows if not is_solved(row))
            status: str = row["status"]
            tone = "bad" if status == "error" else "no"
            return Cell(WORDS.get(status, status), math.inf, tone, row["message"] or row["exit"])
        share = math.log(min(max(time, low), high) / low) / math.log(high / low)
        row = rows[0]
        found = "no solution" if row["status"] == "unsolvable" else f"cost {row['cost'] or 0:g}"
        tip = f"{row['status']}, {found}" + (f", {row['expanded']:,} expanded" if row["expanded"] is not None else "")
        return Cell(short(time), round(time, 6), f"h{min(HEAT - 1, int(share * HEAT))}", tip)

    def gallery(self) -> tuple[str, str] | None:
        """Pictures of the levels, as many as fit."""
        if not self.draws_levels:
            return None
        figures: list[str] = []
        size = 0
        for level in self.levels[:MOST_PICTURES]:
            picture = picture_of(level)
            if picture is None or len(picture) > LARGEST_PICTURE or size + len(picture) > LARGEST_GALLERY:
                continue
            size += len(picture)
            best = self.campaign.best_known(level.name)
            tried = sum((level.name, solver) in self.campaign.cells for solver in self.campaign.solvers)
            words = [f"<b>{escape(level.name)}</b>"] + ([escape(level.title)] if level.title else [])
            words.append({"-": "no plan found", "no solution": best}.get(best, f"best cost {best}"))
            words.append(f"solved by {len(self.campaign.times[level.name])} of {tried}")
            figures.append(f"<figure>{picture}<figcaption>{'<br>'.join(words)}</figcaption></figure>")
        if not figures:
            return None
        missing = len(self.levels) - len(figures)
        note = f'<p class="note">{missing} levels are not drawn: too many, or too large.</p>' if missing else ""
        return "The levels", f'<div class="pictures">{"".join(figures)}</div>{note}'


def picture_of(level: Level) -> str | None:
    """The level as it begins; None if it cannot be drawn."""
    try:
        task = level.task
    except LudoplanError:
        return None
    if task.game.view is None:
        return None
    return draw_svg(first_scene(task.game, task.level), styled=False)


def with_tuples(fields: dict[str, Any]) -> dict[str, Any]:
    """What JSON has made lists of."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}


def slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


EXPORTERS = [
    Exporter("html", ".html", Report.html),
    Exporter("markdown", ".md", Report.markdown),
    Exporter("latex", ".tex", Report.latex),
    Exporter("csv", ".csv", Report.csv),
]
