"""Taste, levels like another one, curves of difficulty, and the page that shows what was made."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conftest import Run

from ludoplan import Task, generate, load, solve
from ludoplan.analysis.gallery import facts_of, judged
from ludoplan.analysis.production import Made
from ludoplan.analysis.taste import evenly, mirrored, taste_of
from ludoplan.core.level import bundled, parse_level
from ludoplan.core.options import complete
from ludoplan.core.registry import game, game_names


def taste(text: str, pieces: int = 0, decoys: tuple[str, ...] = ()):
    of = game("maze")
    task = Task(of, of.parse(text), "level")
    return taste_of(task, Made(1, task.level, solve(task), 0, pieces, decoys))


STRAIGHT = "%%%%%%%\n%P   .%\n%%%%%%%\n"
PIPES = {"straight": "B1R2B1\nR1R1R1\n", "bent": "L1R1L1\nB2##B2\n"}
AROUND = "%%%%%%%\n%  P% %\n% %%% %\n%     %\n%%%%%.%\n%%%%%%%\n"


def test_detours_surprise_and_corridors_bore() -> None:
    straight, around = taste(STRAIGHT), taste(AROUND)
    # In a corridor nothing ever leads away, but for going back.
    assert straight.parts["choice"] < around.parts["choice"]
    assert around.parts["surprise"] > straight.parts.get("surprise", 0.0)
    assert around.score > straight.score


def test_a_chain_that_leads_away_from_its_end_surprises() -> None:
    parts = {}
    for name in ("straight", "bent"):
        task = Task(game("pipes"), game("pipes").parse(PIPES[name]), name)
        parts[name] = taste_of(task, Made(1, task.level, solve(task), 0)).parts
    assert parts["straight"].get("surprise", 0) == 0 < parts["bent"]["surprise"]


def test_a_level_with_too_many_states_is_graded_by_a_sample() -> None:
    [made] = generate("plotting", 1, seed=21)
    found = judged(made, made.task)
    assert found.analysis.difficulty is not None
    assert not found.analysis.exact
    assert ("difficulty", f"about {found.score:g}, {found.analysis.difficulty.word}") in facts_of(found)


def test_decoys_count_against_a_level() -> None:
    assert taste(AROUND, 4, ("one",)).parts["economy"] == 0.75
    assert taste(AROUND, 4, ("one",)).score < taste(AROUND, 4).score


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1))
def test_looks_are_those_of_the_best_mirror(cells: set[tuple[int, int]]) -> None:
    value = mirrored(cells)
    assert 0 <= value <= 1
    both = cells | {(row, 10 - column) for row, column in cells}
    assert mirrored(both) == 1
    moved = {(row + 3, column + 7) for row, column in cells}
    assert mirrored(moved) == value


@given(st.lists(st.integers(0, 50), min_size=1, max_size=20), st.integers(1, 20))
def test_a_curve_rises_and_spans_what_there_is(scores: list[int], count: int) -> None:
    count = min(count, len(scores))
    chosen = evenly([float(score) for score in scores], count)
    found = [scores[number] for number in chosen]
    assert len(set(chosen)) == count
    assert found == sorted(found)
    if count > 1:
        assert (found[0], found[-1]) == (min(scores), max(scores))


@pytest.mark.parametrize("name", game_names())
def test_levels_have_a_taste_and_a_likeness(name: str) -> None:
    of = game(name)
    for level in list(bundled(name))[:3]:
        task = load(f"{name}:{level}", objective=of.objectives[-1] if name == "maze" else None)
        found = taste_of(task, Made(1, task.level, solve(task), 0))
        assert 0 <= found.score <= 100
        known = {option.key for option in of.design.options}
        like = {**of.design.extent(task.level), **of.design.like(task.level)}
        complete(of.design.options, {key: value for key, value in like.items() if key in known})


def test_generate_like(ludoplan: Run, tmp_path: Path) -> None:
    run = ludoplan("generate", "--like", "boxup:third", "--count", 2, "--jobs", 1, "-o", tmp_path)
    assert run.returncode == 0, run.stderr
    wanted = parse_level("boxup:third")
    for path in tmp_path.iterdir():
        level = parse_level(str(path)).level
        assert wanted.game.design.extent(level) == wanted.game.design.extent(wanted.level)
        assert 19 <= json.loads(ludoplan("solve", path, "--json").stdout)["cost"] <= 30
    assert ludoplan("generate").returncode == 2
    assert ludoplan("generate", "roll", "--like", "roll:01").returncode == 2


def test_the_best_of_some(ludoplan: Run, tmp_path: Path) -> None:
    words = ("generate", "boxup", "--seed", 3, "--jobs", 1, "-o", tmp_path)
    best = ludoplan(*words, "--count", 2, "--best-of", 4).stdout
    scores = [float(score) for score in re.findall(r"taste (\d+)", best)]
    every = ludoplan(*words, "--count", 8, "--best-of", 1).stdout
    assert len(scores) == 2
    assert scores == sorted(scores, reverse=True)
    assert "taste" not in every


class Images(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.images = 0

    def handle_starttag(self, tag, attributes) -> None:
        if tag == "img":
            self.images += dict(attributes)["src"].startswith("data:image/svg+xml;base64,")
        elif tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag


def test_a_curve_and_its_gallery(ludoplan: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    run = ludoplan("generate", "boxup", "--curve", 3, "--jobs", 1, "-o", tmp_path / "set", "--gallery", page)
    assert run.returncode == 0, run.stderr
    scores = [float(score) for score in re.findall(r"difficulty ([\d.]+)", run.stdout)]
    assert len(scores) == 3
    assert scores == sorted(scores)
    text = page.read_text()
    seen = Images()
    seen.feed(text)
    assert (seen.images, seen.open) == (3, [])
    assert text.count("<article>") == 3
    assert "http" not in text.replace("http://www.w3.org", ""), "nothing to load"
