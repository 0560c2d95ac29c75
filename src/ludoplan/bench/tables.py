"""Tables, written once and printed as Markdown, LaTeX, HTML or plain text."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from .runs import COUNTER, EXTENT, LESS, TIMES, Published, Remark, Wanted, value_name
from .statistics import AGGREGATES, Campaign, Summary, grouped, is_solved
from .store import Row


@dataclass(frozen=True)
class Cell:
    """What is shown, what it is sorted by, how it is meant (best, bad, faint), and more for who points at it."""

    text: str
    value: float | str | None = None
    tone: str = ""
    tip: str = ""


@dataclass(frozen=True)
class Table:
    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str] = field(default_factory=tuple)


NOTHING = Cell("-", None, "faint")


def seconds(value: float | None, tone: str = "") -> Cell:
    return NOTHING if value is None else Cell(short(value), value, tone)


def count(value: float | None, tone: str = "") -> Cell:
    return NOTHING if value is None else Cell(f"{value:,.0f}", value, tone)


def short(value: float) -> str:
    """Three figures or so, four places at most."""
    places = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3 if value >= 0.01 else 4
    return f"{value:,.{places}f}"


def mark_best(cells: Sequence[Cell], low: bool) -> list[Cell]:
    """The same cells, the best marked; what reads alike is alike."""
    numbers = [cell for cell in cells if isinstance(cell.value, (int, float)) and cell.tone != "faint"]
    if len({cell.text for cell in numbers}) < 2:
        return list(cells)
    best = (min if low else max)(numbers, key=lambda cell: cell.value).text  # type: ignore[arg-type,return-value]
    return [replace(cell, tone="best") if cell.text == best else cell for cell in cells]


# -- the tables that every campaign has

ENDS = ("timeout", "memory", "incomplete", "unsupported", "error")


def summary_table(campaign: Campaign) -> Table:
    """One row for each solver and one for the virtual best."""
    summaries = campaign.summaries()
    ends = [end for end in ENDS if any(each.ends.get(end) for each in summaries)]
    par = f"PAR{campaign.k:g}"
    has_common = len(campaign.common_levels) > 0 and len(campaign.solvers) > 1

    def of_end(end: str) -> Callable[[Summary], Cell]:
        return lambda each: count(each.ends.get(end, 0), "bad" if end == "error" and each.ends.get(end) else "")

    shown: list[tuple[str, str, Callable[[Summary], Cell]]] = [  # the column, which is best in it, and its cells
        ("solver", "", lambda each: Cell(each.solver)),
        ("solved", "most", lambda each: Cell(f"{each.solved} of {each.runs}", each.solved / each.runs)),
        ("proven", "most", lambda each: count(each.proven)),
        *((end, "", of_end(end)) for end in ends),
        (par, "least", lambda each: seconds(each.par)),
        ("median s", "least", lambda each: seconds(each.median)),
        ("mean s", "least", lambda each: seconds(each.mean)),
        ("geom. mean s", "least", lambda each: seconds(each.geometric)),
        *([("on common levels", "least", lambda each: seconds(each.common))] if has_common else []),
        ("expanded", "least", lambda each: count(each.expanded)),
        ("MB", "least", lambda each: count(each.peak_mb)),
        ("shortest", "most", lambda each: count(each.shortest)),
        ("wins", "most", lambda each: count(each.wins)),
    ]
    columns = [column for column, _, _ in shown]
    drawn = [([cell(each) for each in summaries], best) for _, best, cell in shown]
    rows = list(zip(*(mark_best(cells, best == "least") if best else cells for cells, best in drawn), strict=True))
    solved, best_par = campaign.virtual_best()
    if len(summaries) > 1:
        levels = len(campaign.levels)
        virtual = dict.fromkeys(columns, NOTHING) | {par: seconds(best_par, "faint")}
        virtual["solver"] = Cell("virtual best", "~")
        virtual["solved"] = Cell(f"{solved} of {levels}", solved / max(1, levels), "faint")
        rows.append(tuple(virtual.values()))
    notes = [
        "solved: runs that end with a plan which the referee has replayed, or with a proof that there is none; "
        "proven: with a proof that the plan is a shortest one, or that there is none",
        f"{par}: mean seconds, an unsolved run counted as {campaign.k:g} times the time limit; lower is better. "
        f"Times: {TIMES[campaign.measure]}; medians and means are over the solved runs of each solver, "
        "so a solver that leaves out the hard ones looks faster than it is"
        + (
            f"; `on common levels` is the geometric mean over the {len(campaign.common_levels)} levels that all solve"
            if has_common
            else ""
        ),
        "shortest: levels on which no other plan is cheaper; wins: levels on which no other solver is faster "
        "(by more than 5 %); virtual best: always choosing the fastest solver",
    ]
    if len({frozenset(row["level"] for row in runs) for runs in campaign.by_solver.values()}) > 1:
        notes.append("The solvers were not run on the same levels: compare them by class")
    return Table("Solvers", columns, rows, notes)


def coverage_table(campaign: Campaign) -> Table:
    """Solved runs by class and solver."""
    rows = []
    for name, of_class in grouped(campaign.rows, "class", campaign.classes).items():
        by_solver = grouped(of_class, "solver")
        cells = []
        for solver in campaign.solvers:
            runs = by_solver.get(solver, [])
            solved = sum(map(is_solved, runs))
            tone = "best" if runs and solved == len(runs) else "bad" if runs and not solved else ""
            cells.append(Cell(f"{solved}/{len(runs)}", solved / len(runs), tone) if runs else NOTHING)
        rows.append([Cell(name), *cells])
    return Table("Solved by class", ["class", *campaign.solvers], rows)


@dataclass(frozen=True)
class Grid:
    """What a table or a chart of the suite shows of the runs: a cell for each row and column."""

    rows: Sequence[str]
    columns: Sequence[str]
    cells: Mapping[tuple[str, str], Cell]


def grid_of(campaign: Campaign, wanted: Wanted) -> Grid:
    """The runs summed up by the rows that are wanted, and by solver."""
    columns = wanted.columns(campaign.solvers)
    chosen = [row for row in campaign.rows if not wanted.classes or row["class"] in wanted.classes]
    chosen = [row for row in chosen if not wanted.solvers or row["solver"] in wanted.solvers]
    groups = grouped(chosen, wanted.rows)
    cells = {}
    for name, rows in groups.items():
        by_solver = grouped(rows, "solver")
        for column, (solver, value) in columns.items():
            cells[name, column] = summed_up(campaign, by_solver.get(solver or name, []), value, wanted.statistic)
    if wanted.rows == "solver":
        groups = {solver: groups[solver] for solver in campaign.solvers if solver in groups}
    return Grid(list(groups), list(columns), cells)


def summed_up(campaign: Campaign, rows: Sequence[Row], value: str, statistic: str) -> Cell:
    """One value of some runs of a solver: a statistic over those that are solved."""
    solved = [row for row in rows if is_solved(row)]
    if not rows:
        return NOTHING
    if value == "solved":
        return Cell(f"{len(solved)}/{len(rows)}", len(solved) / len(rows))
    counted = rows if value == "par" else solved
    values = [found for row in counted if (found := number_of(campaign, row, value)) is not None]
    if not values:
        ends = {
            "no solution" if row["status"] == "unsolvable" else row["status"] for row in rows if not row["validated"]
        }
        return Cell(", ".join(sorted(ends)) or "-", None, "faint")
    found = AGGREGATES[statistic](values)
    missing = f" ({len(solved)}/{len(rows)})" if len(counted) < len(rows) else ""
    text = short(found) if "seconds" in value or value in ("peak_mb", "par") else f"{found:,.0f}"
    return Cell(text + missing, found, "faint" if missing else "")  # of the easier ones only: no fair winner


def number_of(campaign: Campaign, row: Row, value: str) -> float | None:
    """One value of one run."""
    if less := LESS.fullmatch(value):
        found = number_of(campaign, row, less[2])
        return None if found is None else float(less[1]) - found
    if value == "par":
        return campaign.penalised(row)
    if value.startswith(EXTENT):
        return campaign.extents.get(row["level"], {}).get(value.removeprefix(EXTENT))
    found = row["counters"].get(value.removeprefix(COUNTER)) if value.startswith(COUNTER) else row.get(value)
    return found if isinstance(found, (int, float)) else None


def wanted_table(campaign: Campaign, wanted: Wanted, published: Sequence[Published] = ()) -> Table:
    """A table that the suite asks for; numbers of others stand before ours, and ours divided by theirs after."""
    grid = grid_of(campaign, wanted)
    beside = [each for each in published if each.table == wanted.title]
    if beside:
        return compared_table(wanted, grid, beside)
    many = len(wanted.values) > 1
    rows = []
    for place, name in enumerate(grid.rows):
        cells = [grid.cells[name, column] for column in grid.columns]
        if wanted.rows != "solver" and not many:
            cells = mark_best(cells, wanted.values[0] != "solved")
        rows.append([Cell(name, name if wanted.rows == "solver" else place), *cells])
    per = {"class": "levels of the class", "level": "seeds", "solver": "levels"}[wanted.rows]
    is_single = all(len(runs) <= 1 for runs in campaign.cells.values()) and wanted.rows == "level"
    only = "" if wanted.values == ("solved",) or is_single else f"{wanted.statistic} over the solved runs of all {per}"
    partly = "; (3/5): so many of them are solved" if any("(" in c.text for row in rows for c in row[1:]) else ""
    what = "" if many or wanted.rows == "solver" else f"{value_name(wanted.values[0])}: "
    notes = [*([wanted.note] if wanted.note else []), *([f"{what}{only}{partly}"] if only else [])]
    return Table(wanted.title, [wanted.rows, *grid.columns], rows, notes)


def compared_table(wanted: Wanted, grid: Grid, published: Sequence[Published]) -> Table:
    """Published, ours and ours / published; what only one of the two has is there too."""
    theirs = {(each.row, each.column): each for each in published}
    names = list(dict.fromkeys([*(each.row for each in published), *grid.rows]))
    columns = list(dict.fromkeys([*(each.column for each in published), *grid.columns]))
    is_compared = {each.column for each in published}
    heads = [wanted.rows]
    for column in columns:
        heads += [f"{column}, published", "ours", "ours / published"] if column in is_compared else [column]
    rows = []
    for place, name in enumerate(names):
        cells = [Cell(name, place)]
        for column in columns:
            ours = grid.cells.get((name, column), NOTHING)
            if column not in is_compared:
                cells.append(ours)
                continue
            other = theirs.get((name, column))
            cells += [NOTHING if other is None else published_cell(other.value), ours, ratio(ours, other)]
        rows.append(cells)
    return Table(wanted.title, heads, rows, notes_on(wanted, published))


def notes_on(wanted: Wanted, published: Sequence[Published]) -> list[str]:
    """The note of a table or a chart, and what there is to say of the numbers of others beside ours."""
    sources = dict.fromkeys(each.source for each in published)
    reasons = dict.fromkeys(each.why for each in published if each.why)
    notes = [wanted.note] if wanted.note else []
    notes += [f"published: {'; '.join(sources)}"] if sources else []
    return [*notes, *(f"nothing of ours: {reason}" for reason in reasons)]


def published_cell(value: float | str) -> Cell:
    return Cell(value) if isinstance(value, str) else Cell(f"{value:,.10g}", value)


def ratio(ours: Cell, other: Published | None) -> Cell:
    """Ours divided by what is published, where both are numbers and the latter is not 0."""
    if other is None or isinstance(other.value, str) or not other.value or not isinstance(ours.value, (int, float)):
        return NOTHING
    found = ours.value / other.value
    return Cell(short(found), found, "" if ours.tone != "faint" else "faint")


def remark_table(campaign: Campaign, remark: Remark) -> Table | None:
    """The runs that show what a remark says; None without any."""
    rows = []
    for solver in remark.solvers:
        for row in campaign.cells.get((remark.level, solver), [])[:1]:
            cost = count(row["cost"])
            words = row["message"] or row["proof"] or ""
            rows.append([Cell(solver), Cell(row["status"]), cost, count(row["lower_bound"]), Cell(words)])
    return Table(remark.level, ["solver", "status", "cost", "lower bound", "message"], rows) if rows else None


def contradictions_table(campaign: Campaign) -> Table:
    rows = [[Cell(each.level), Cell(each.text, tone="bad")] for each in campaign.contradictions()]
    return Table("CONTRADICTIONS", ["level", "claims that cannot all be true"], rows)


def failures_table(campaign: Campaign) -> Table:
    """What went wrong, each kind once for each solver."""
    groups: dict[tuple[str, str, str], list[Row]] = {}
    for row in campaign.rows:
        if row["status"] in ("error", "unsupported"):
            groups.setdefault((row["solver"], row["status"], row["message"] or row["exit"]), []).append(row)
    rows = [
        [Cell(solver), Cell(status), Cell(str(len(rows)), len(rows)), Cell(rows[0]["level"]), Cell(message)]
        for (solver, status, message), rows in sorted(groups.items())
    ]
    return Table("What went wrong", ["solver", "status", "runs", "first level", "message"], rows)


def tables_of(campaign: Campaign, wanted: Sequence[Wanted], published: Sequence[Published] = ()) -> list[Table]:
    """All tables of a report in order; those with nothing to say are left out."""
    tables = [contradictions_table(campaign), summary_table(campaign), failures_table(campaign)]
    tables += [coverage_table(campaign)] if len(campaign.classes) > 1 else []
    tables += [wanted_table(campaign, each, published) for each in wanted]
    return [table for table in tables if table.rows]


# -- printing


def to_markdown(table: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"

    rule = "|---|" + "---:|" * (len(table.columns) - 1)
    rows = [line([f"**{c.text}**" if c.tone in ("best", "bad") else c.text for c in row]) for row in table.rows]
    notes = [f"\n{note}." for note in table.notes]
    return "\n".join([f"## {table.title}\n", line(table.columns), rule, *rows, *notes]) + "\n"


TEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}


def to_latex(table: Table) -> str:
    """A `tabular` in a `table`, for the package booktabs."""

    def tex(text: str) -> str:
        return "".join(TEX.get(character, character) for character in text.replace("\n", " "))

    def styled(cell: Cell) -> str:
        return f"\\textbf{{{tex(cell.text)}}}" if cell.tone in ("best", "bad") else tex(cell.text)

    lines = [
        "\\begin{table}",
        "\\centering",
        f"\\caption{{{tex(table.title)}}}",
        f"\\begin{{tabular}}{{l{'r' * (len(table.columns) - 1)}}}",
        "\\toprule",
        " & ".join(map(tex, table.columns)) + " \\\\",
        "\\midrule",
        *(" & ".join(map(styled, row)) + " \\\\" for row in table.rows),
        "\\bottomrule",
        "\\end{tabular}",
        *(f"\\par\\footnotesize {tex(note)}." for note in table.notes),
        "\\end{table}",
    ]
    return "\n".join(lines) + "\n"


def to_html(table: Table, frame: str = "wide", attributes: str = "") -> str:
    """A table whose columns can be sorted, in a frame of this class."""
    escape = html.escape
    head = "".join(f'<th scope="col"><button>{escape(column)}</button></th>' for column in table.columns)
    body = []
    for row in table.rows:
        cells = []
        for place, cell in enumerate(row):
            value = cell.text if cell.value is None else cell.value
            key = "" if value == cell.text and not isinstance(value, float) else f' data-v="{escape(str(value))}"'
            tone = f' class="{cell.tone}"' if cell.tone else ""
            tip = f' title="{escape(cell.tip)}"' if cell.tip else ""
            tag = "th" if place == 0 else "td"
            cells.append(f"<{tag}{tone}{key}{tip}>{escape(cell.text)}</{tag}>")
        body.append(f"<tr>{''.join(cells)}</tr>")
    notes = "".join(f'<p class="note">{code(escape(note))}.</p>' for note in table.notes)
    content = f"<thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody>"
    return f'<div class="{frame}"><table{attributes}>{content}</table></div>{notes}'


def code(text: str) -> str:
    return re.sub(r"`([^`]*)`", r"<i>\1</i>", text)
