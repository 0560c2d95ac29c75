"""`FILE#3`: one of several levels of a file, in every game, and in an index."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoplan import BadInput, LudoplanError
from ludoplan.core.index import parted, read_index
from ludoplan.core.level import found_game, parse_level

GRIDS = "1...\n.2..\n..3.\n...4\n\n.1..\n..2.\n3...\n....\n"


def test_a_file_of_grids(tmp_path: Path) -> None:
    path = tmp_path / "grids.sdk"
    path.write_text(GRIDS)
    first, second = (parse_level(f"{path}#{number}") for number in (1, 2))
    assert first.level != second.level
    with pytest.raises(LudoplanError, match="has no level #3: it has 2"):
        parse_level(f"{path}#3")


@pytest.mark.parametrize("spec", ["a", "a#", "#3", "a#b", "a#-1", "a#1.5", "a#" + "1" * 30])
def test_names_without_a_number(spec: str) -> None:
    assert parted(spec) == (spec, None)


def test_names_with_a_number() -> None:
    assert parted("a#b.ps#12") == ("a#b.ps", 12)


def test_an_index_lists_levels_of_one_file(tmp_path: Path) -> None:
    index = tmp_path / "index.toml"
    index.write_text('[[level]]\nfile = "a.ps#1"\n\n[[level]]\nfile = "a.ps#2"\nbest = 3\n')
    assert [(entry.name, entry.file, entry.path.name) for entry in read_index(index)] == [
        ("a#1", "a.ps#1", "a.ps"),
        ("a#2", "a.ps#2", "a.ps"),
    ]
    index.write_text('[[level]]\nfile = "a.ps#1"\n\n[[level]]\nfile = "a.ps#1"\n')
    with pytest.raises(BadInput, match="#1 is listed twice"):
        read_index(index)


def test_a_game_is_known_by_its_text() -> None:
    sections = ["objects", "legend", "collisionlayers", "rules", "winconditions", "levels"]
    assert found_game("x.txt", None, "\n".join(sections))[0].name == "puzzlescript"
    with pytest.raises(LudoplanError, match="cannot tell the game: neither its suffix"):
        found_game("x.txt", None, "something else")
