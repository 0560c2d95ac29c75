"""Suites in TOML: all defects at once, with their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoplan import BadInput, LudoplanError
from ludoplan.bench.suite import KEYS, load_suite, shipped
from ludoplan.core import toml_lines

BAD = """title = 7
sed = [1]
seeds = "many"
[limits]
seconds = -1
minutes = 3
[[levels]]
bundled = [
  "roll:99",
  "tennis:1",
]
[[levels]]
files = "nowhere/*.roll"
[[levels]]
generate = "maze"
generator = { rows = 7, weight = 3 }
[[levels]]
bundled = "roll:01"
class = "{colour}"
[[levels]]
bundled = "roll:02"
objective = "fame"
[[levels]]
files = "broken.roll"
[[levels]]
class = "none"
[[solvers]]
solver = "astral"
[[solvers]]
solver = "astar"
options = { speed = 3 }
[[solvers]]
solver = "bfs"
games = ["chess"]
[[tables]]
rows = "colour"
values = ["speed"]
[[charts]]
kind = "pies"
scale = "loud"
value = "speed"
[[charts]]
title = "Right"
solvers = ["nobody"]
[[published]]
table = "Right"
level = "roll:03"
column = "bfs"
value = 3
[[published]]
source = "Someone 1999"
table = "Wrong"
[[published]]
source = "Someone 1999"
table = "Right"
level = "roll:77"
column = "bfs"
value = 3
[[published]]
source = "Someone 1999"
table = "Right"
columns = ["bfs", "astral"]
rows = [["roll:03", 1], ["roll:03", 1, 2], ["roll:03", true, 2]]
"""


def test_all_defects_at_once(tmp_path: Path) -> None:
    (tmp_path / "broken.roll").write_text("what is this?\n")
    path = tmp_path / "bad.toml"
    # A level that is right, so that the solvers are tried on something.
    path.write_text(BAD + '[[levels]]\nbundled = "roll:03"\n')
    with pytest.raises(BadInput) as caught:
        load_suite(str(path))
    text = str(caught.value)
    for line, words in (
        (1, "title must be a text"),
        (2, "'sed' is not one of"),
        (3, "seeds must be"),
        (5, "more than 0"),
        (6, "'minutes' is not one of"),
        (8, "roll:99"),
        (8, "no game 'tennis'"),
        (13, "no such file"),
        (16, "--weight"),
        (19, "class may name {game}"),
        (21, "no objective 'fame'"),
        (24, "broken.roll:"),
        (25, "say one of: bundled, files, generate"),
        (28, "no solver 'astral'"),
        (30, "no option --speed"),
        (34, "no level of a game 'chess'"),
        (36, "'colour' is not one of class, level, solver"),
        (37, "'speed' is not one of"),
        (39, "'pies' is not one of lines, bars"),
        (40, "'loud' is not one of linear, log"),
        (41, "'speed' is not one of solved"),
        (44, "solvers: there is no 'nobody' (a"),
        (45, "say the source"),
        (52, "'Wrong' is not the title of a table or a chart here"),
        (58, "there is no level 'roll:77' in this suite; if it has none, say why"),
        (63, "row 1 must be a name and 2 values"),
        (63, "has no column 'astral'; if we have none, say why"),
        (63, "a number or a text, not True"),
    ):
        assert any(each.startswith(f"{path}:{line}:") and words in each for each in text.split("\n")), (line, text)


def test_defects_have_a_column(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('  title =   7\n[[levels]]\nbundled = "roll:01"\n[[solvers]]\nsolver = "bfs"\n[[published]]\n')
    with pytest.raises(BadInput) as caught:
        load_suite(str(path))
    assert f"{path}:1:13: title must be a text" in str(caught.value)
    assert f"{path}:6:1: say the source" in str(caught.value)


def test_syntax_errors_have_a_place(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('title = "a"\n[limits\n')
    with pytest.raises(BadInput, match=r"bad.toml:2:8: "):
        load_suite(str(path))
    with pytest.raises(LudoplanError, match=r"one of .*quick"):
        load_suite("nonsense")


def test_names_must_differ(tmp_path: Path) -> None:
    path = tmp_path / "twice.toml"
    path.write_text('[[levels]]\nbundled = ["roll:01", "roll:0*"]\n[[solvers]]\nsolver = ["bfs", "bfs"]\n')
    with pytest.raises(BadInput, match=r"several levels 'roll:01'\n.*several solvers 'bfs'"):
        load_suite(str(path))


def test_lines_of_toml() -> None:
    text = 'a = """\nb = 1\n"""\n[t]\nlong = [\n  "x]",  # ]\n  "y",\n]\nc = 1\n'
    text += "[[u]]\nd = 1\n[u.v]\ne = 2\n[[u]]\nd.f = 3\n"
    lines = toml_lines.lines_of(text)
    expected = {("a",): 1, ("t",): 4, ("t", "long"): 5, ("t", "c"): 9, ("u", 0): 10, ("u", 0, "d"): 11}
    expected |= {("u", 0, "v"): 12, ("u", 0, "v", "e"): 13, ("u", 1): 14, ("u", 1, "d", "f"): 15}
    assert lines == expected
    assert toml_lines.line_at(lines, ("u", 1, "missing")) == 14


ODD = (
    "0",
    "-1",
    "nan",
    "true",
    '""',
    '"{"',
    '"\\u0000"',
    '"../*"',
    "[]",
    '["a", 3]',
    "{}",
    '{ rows = "x", weight = [] }',
)
BASE = {
    "limits": {"seconds": "1"},
    "levels": {"generate": '"maze"', "generator": "{ rows = 5, columns = 5 }"},
    "solvers": {"solver": '"wastar"'},
    "tables": {"title": '"T"', "values": '"seconds"'},
    "charts": {"value": '"seconds"'},
    "published": {"table": '"T"', "source": '"S"', "level": '"maze"', "column": '"wastar"', "value": "1"},
    "document": {"title": '"A book"'},
    "remarks": {"about": '"Table 1"', "found": '"It holds."'},
    "quick": {"seconds": "1"},
}


@pytest.mark.parametrize(("table", "key"), [(table, key) for table in KEYS for key in sorted(KEYS[table])])
def test_odd_values_are_defects_or_harmless(table: str, key: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    complaints: list[str] = []
    for value in ODD:
        content = {name: dict(entries) for name, entries in BASE.items()}
        text = f"{key} = {value}\n" if not table else ""
        if table:
            content[table][key] = value
            if key in ("bundled", "files", "domain", "problems"):
                content[table].pop("generate")
        for name, entries in content.items():
            header = f"[{name}]" if name in ("limits", "document", "quick") else f"[[{name}]]"
            text += "" if name == key else "\n".join([header, *(f"{k} = {v}" for k, v in entries.items()), ""])
        path.write_text(text)
        try:
            load_suite(str(path))
        except BadInput as error:
            complaints += str(error).split("\n")
    assert complaints
    assert all(each.startswith(f"{path}:") for each in complaints)


@pytest.mark.parametrize("name", shipped())
def test_shipped_suites_are_sound(name: str) -> None:
    suite = load_suite(name)
    assert suite.description
    assert len({planned.key for planned in suite.runs()}) == len(suite.runs()) > 0
