"""Levels to order: as wanted, minimal, different from each other, and the same for one seed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import Run

from ludoplan import Budget, Limits, Status, Task, solve
from ludoplan.analysis.analyse import analyse
from ludoplan.analysis.order import Order, Workshop, key_of
from ludoplan.analysis.production import OutOfReach, produce
from ludoplan.core.options import complete
from ludoplan.core.registry import game

ORDERS = [
    ("roll", {"rows": 5, "columns": 7, "switches": 1}, {"min_cost": 15, "max_cost": 22, "unique": True}),
    ("boxup", {"rows": 3, "columns": 3, "boxes": 2}, {"min_cost": 14, "minimise": True}),
    ("lara", {"tiles": 10}, {"difficulty": "medium", "minimise": True}),
    ("plotting", {"rows": 3, "columns": 3}, {"min_cost": 4, "difficulty": "easy"}),
    ("pipes", {"rows": 4, "columns": 4}, {"min_cost": 10, "unique": True, "minimise": True}),
    ("maze", {"rows": 7, "columns": 9}, {"min_cost": 20}),
    ("sudoku", {"box": 2}, {"min_cost": 9, "minimise": True}),
]


def order_of(name: str, options, wishes, seed: int = 1) -> Order:
    return Order(name, complete(game(name).design.options, options), seed=seed, **wishes)


@pytest.mark.parametrize(("name", "options", "wishes"), ORDERS, ids=[each[0] for each in ORDERS])
def test_levels_are_as_wanted(name: str, options, wishes) -> None:
    of = game(name)
    order = order_of(name, options, wishes)
    made = list(produce(order, 3, 1, Budget(Limits(seconds=60))))
    assert len({key_of(of, each.level) for each in made}) == 3
    for each in made:
        level = of.configure(each.level)
        result = solve(level, game=of)
        assert result.status is Status.OPTIMAL
        assert result.cost == each.result.cost
        assert wishes.get("min_cost", 0) <= result.cost <= wishes.get("max_cost", 10**9)
        extent = of.design.extent(level)
        exact = not wishes.get("minimise")
        assert all(extent[key] == value if exact else extent[key] <= value for key, value in options.items())
        found = analyse(Task(of, level, "made"))
        if "difficulty" in wishes:
            assert found.difficulty.word == wishes["difficulty"]
        if wishes.get("unique"):
            assert found.solutions == 1
        if of.design.count_solutions is not None:
            assert of.design.count_solutions(level) == 1
        if wishes.get("minimise"):
            for edit in of.design.edits(level):
                if edit.removes:
                    assert not can_be_spared(of, order, edit.level, result.cost), str(edit)


def can_be_spared(of, order: Order, level, cost: float) -> bool:
    if of.design.count_solutions is not None:
        return of.design.count_solutions(level) == 1
    if solve(level, game=of).cost != cost:
        return False
    return not order.needs_analysis or Workshop(order).distance(level) == 0


def test_any_number_of_processes_makes_the_same_bytes(ludoplan: Run, tmp_path: Path) -> None:
    words = ["generate", "boxup", "--min-cost", "25", "--unique-solution", "--minimise", "--count", "3", "--seed", "7"]
    texts = []
    for jobs in (1, 1, 2):
        folder = tmp_path / str(len(texts))
        run = ludoplan(*words, "--jobs", jobs, "-o", folder)
        assert run.returncode == 0, run.stderr
        texts.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert texts[0] == texts[1] == texts[2]
    assert len(texts[0]) == 3


def test_what_cannot_be_is_not_made() -> None:
    order = order_of("boxup", {"rows": 2, "columns": 2, "boxes": 2, "walls": 0}, {"min_cost": 1000})
    with pytest.raises(OutOfReach) as caught:
        list(produce(order, 1, 1, Budget(Limits(seconds=1))))
    assert caught.value.is_timeout
    assert caught.value.evaluated > 0


@pytest.mark.parametrize(
    "words",
    [
        ["--difficulty", "tricky"],
        ["--unsolvable", "--min-cost", "3"],
        ["--min-cost", "5", "--max-cost", "4"],
        ["--jobs", "0"],
    ],
)
def test_orders_that_make_no_sense_are_refused(ludoplan: Run, words: list[str]) -> None:
    run = ludoplan("generate", "boxup", *words)
    assert run.returncode == 2
    assert run.stdout == ""
    assert words[0] in run.stderr


def test_analyse_on_the_command_line(ludoplan: Run, tmp_path: Path) -> None:
    import json

    run = ludoplan("analyse", "boxup:third", "--json", "--svg", tmp_path / "map.svg")
    found = json.loads(run.stdout)
    assert run.returncode == 0
    assert (found["exact"], found["cost"], found["dead"], found["states"]) == (True, 24, 181, 485)
    assert (tmp_path / "map.svg").read_text().startswith("<svg")
    assert ludoplan("analyse", "boxup:third").stdout.startswith("optimal: cost 24 (exact)")
    assert ludoplan("analyse", "boxup:never").stdout.startswith("unsolvable (exact)")
    run = ludoplan("analyse", "plotting:7x7-3-a", "--node-limit", 100, "--svg", tmp_path / "x.svg", "--time-limit", 1)
    assert run.returncode == 3
    assert "too large to be drawn" in run.stderr


def test_a_made_level_has_the_objective_of_its_order() -> None:
    order = order_of("pipes", {}, {"objective": "turns"})
    [made] = produce(order, 1, 1, Budget(Limits(seconds=60)))
    assert made.task.objective == made.result.objective == "turns"
    assert solve(made.task).cost == made.result.cost
