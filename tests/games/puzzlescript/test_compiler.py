"""The compiler beside the original: the same messages, and the same program to the last bit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from ps_compiled import OriginalCompiler, differences
from ps_oracle import DATA, missing

from ludoplan.games.puzzlescript.source import BadSource, compile_source

needs_data = pytest.mark.skipif(not DATA.exists(), reason="the shared data is not there")
needs_oracle = pytest.mark.skipif(missing() is not None or not DATA.exists(), reason=missing() or "no shared data")


def _recorded(name: str) -> list[dict[str, Any]]:
    recorded: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return recorded


@pytest.fixture(scope="module")
def original() -> Iterator[OriginalCompiler]:
    compiler = OriginalCompiler()
    yield compiler
    compiler.close()


@needs_data
def test_recorded_messages() -> None:
    # Some were recorded with an older version that said less and spaced its sentences otherwise.
    for case in _recorded("messages.json"):
        try:
            source = compile_source(case["source"], strict=False)
            messages, errors = source.messages, source.error_count
        except BadSource as bad:
            messages, errors = bad.messages, bad.error_count
        said = iter([re.sub(r"\s+", " ", message) for message in messages])
        for wanted in case["messages"]:
            assert re.sub(r"\s+", " ", wanted) in said, case["name"]
        assert errors == case["errors"], case["name"]


@needs_oracle
@pytest.mark.parametrize("recorded", ["messages.json", "sessions.json"])
def test_programs_of_recorded_sources(recorded: str, original: OriginalCompiler) -> None:
    for text in {case["source"]: None for case in _recorded(recorded)}:
        assert differences(text, original) == []


@needs_oracle
def test_programs_of_games(original: OriginalCompiler) -> None:
    for file in sorted((DATA / "games").glob("*.txt")):
        assert differences(file.read_text(encoding="utf-8"), original) == [], file.name


@needs_oracle
def test_damaged_games(original: OriginalCompiler) -> None:
    # Every line of a small game in turn is dropped, doubled, cut in the middle, or moved to the end.
    lines = (DATA / "games" / "sokoban_basic.txt").read_text(encoding="utf-8").split("\n")
    for place, line in enumerate(lines):
        if not line.strip():
            continue
        before, after = lines[:place], lines[place + 1 :]
        for damaged in ([], [line, line], [line[: len(line) // 2]], [f"({line}"], [f"{line} {line}"]):
            assert differences("\n".join([*before, *damaged, *after]), original) == [], (place, damaged)
        assert differences("\n".join([*before, *after, line]), original) == [], place
