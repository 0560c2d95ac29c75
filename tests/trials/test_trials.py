"""Trials find what is wrong: a solver that lies is caught, the case made smaller and written as a test."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pytest
from tests.conftest import ROOT

from ludoplan import Status, solve

sys.path.insert(0, str(ROOT / "benchmarks"))
import chance
import trials


@pytest.mark.parametrize("kind", chance.MAKERS)
def test_drawn_tasks_are_sound_and_of_both_sorts(kind: str) -> None:
    """The same seed gives the same task; its text gives it again; some can be solved and some not."""
    sorts = set()
    for seed in range(40):
        task = chance.draw(kind, seed)
        texts = trials.texts_of(task)
        assert trials.texts_of(chance.draw(kind, seed)) == texts
        again = trials.task_of_texts(texts)
        assert trials.texts_of(again) == texts
        known = trials.brute_force(again)
        if known is not None:
            sorts.add(known[0])
        if len(sorts) == 2:
            break
    assert sorts == {"optimal", "unsolvable"}


def test_brute_force_is_right_on_bundled_levels() -> None:
    from ludoplan import load

    for name in ("roll:01", "boxup:never", "pipes:07", "maze:first", "sudoku:first"):
        result = solve(load(name))
        assert trials.brute_force(load(name)) == (str(result.status), result.cost)


def test_counts_are_kept_and_go_on(tmp_path: Path) -> None:
    path = tmp_path / "counts.json"
    seen = []
    for _ in range(2):
        run = trials.Trials(path, 1)
        run.run(["plotting", "theory"], 1.0, external=False)
        known = json.loads(path.read_text())
        seen.append((known["next"]["plotting 1"], sum(known["claims"].values())))
        assert known["disagreements"] == []
        assert known["pairs"]
    assert seen[1][0] > seen[0][0] > 0
    assert seen[1][1] > seen[0][1] > 0
    assert "0 disagreements" in trials.Trials(path, 1).page()


@pytest.mark.parametrize(("kind", "liar"), [("roll", "bfs"), ("pddl-plain", "planner:astar-hmax")])
def test_a_liar_is_caught(kind: str, liar: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = trials.claim_of

    def claim(task, engine, rng: random.Random):
        told = honest(task, engine, rng)
        if engine.name == liar and isinstance(told, tuple) and told[0] == "optimal" and (told[1] or 0) > 1:
            return "optimal", (told[1] or 0) - 1
        return told

    monkeypatch.setattr(trials, "claim_of", claim)
    monkeypatch.setattr(trials, "FOUND", tmp_path / "found")
    monkeypatch.setattr(trials, "SHRINK_SECONDS", 2.0)
    few = {name: each for name, each in trials.engines_of(chance.draw(kind, 0).game, False).items()
           if name in (liar, "astar", "planner:astar-blind")}  # fmt: skip
    monkeypatch.setattr(trials, "engines_of", lambda of, external: few)
    monkeypatch.setattr(trials, "QUICK", 1e9)  # all of them on every task
    run = trials.Trials(tmp_path / "counts.json", 1)
    for seed in range(200):
        run.one(kind, seed, external=False)
        if run.disagreements:
            break
    (found,) = run.disagreements
    assert liar in found["pairs"][0]
    text = Path(found["test"]).read_text()
    place: dict = {}
    exec(compile(text, found["test"], "exec"), place)
    small, large = place["TEXTS"], trials.texts_of(chance.draw(kind, found["seed"]))
    assert len(str(small)) <= len(str(large))
    with pytest.raises(AssertionError):
        place["test_solvers_agree"]()
    monkeypatch.setattr(trials, "claim_of", honest)
    place["test_solvers_agree"]()
    assert solve(trials.task_of_texts(small), liar).status is Status.OPTIMAL
