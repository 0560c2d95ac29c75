"""Results that contradict themselves cannot be made, and the referee believes nobody."""

from __future__ import annotations

import pytest

from ludoplan import Answer, BadInput, Budget, Defect, LudoplanError, Plan, Result, Status, Task, replay
from ludoplan.core.options import Option, complete
from ludoplan.core.plan import read_moves, write_moves
from ludoplan.core.referee import judge
from ludoplan.games._template import GAME

PLAN = Plan(("right", "left"), 2)


def result(status: Status, **fields: object) -> Result:
    return Result(status, "game", "level", "solver", **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("status", "fields"),
    [
        (Status.SOLVED, {}),
        (Status.OPTIMAL, {"lower_bound": 2, "proof": "because"}),
        (Status.OPTIMAL, {"plan": PLAN, "lower_bound": 2}),
        (Status.OPTIMAL, {"plan": PLAN, "proof": "because"}),
        (Status.OPTIMAL, {"plan": PLAN, "lower_bound": 1, "proof": "because"}),
        (Status.SOLVED, {"plan": PLAN, "lower_bound": 3}),
        (Status.SOLVED, {"plan": PLAN, "proof": "because"}),
        (Status.UNSOLVABLE, {}),
        (Status.UNSOLVABLE, {"plan": PLAN, "proof": "because"}),
        (Status.TIMEOUT, {"plan": PLAN}),
        (Status.TIMEOUT, {"proof": "because"}),
    ],
)
def test_contradictions_cannot_be_constructed(status: Status, fields: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"status|bound|optimal"):
        result(status, **fields)


def test_honest_results_can() -> None:
    assert result(Status.OPTIMAL, plan=PLAN, lower_bound=2, proof="because").to_json()["validated"] is True
    assert result(Status.SOLVED, plan=PLAN, lower_bound=1).cost == 2
    assert result(Status.UNSOLVABLE, proof="because").exit_status == 10
    assert result(Status.TIMEOUT, lower_bound=5).to_json()["plan"] is None


TASK = Task(GAME, (1, 2, 1, 1), "strip")


def judged(answer: Answer) -> Result:
    return judge(TASK, "liar", answer, Budget())


def test_the_referee_accepts_a_true_claim() -> None:
    claim = Answer(Status.OPTIMAL, ["right", "right"], 2, "because")
    assert judged(claim).plan == Plan(("right", "right"), 2)


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (Answer(Status.SOLVED, ["left"]), "step 1, left"),
        (Answer(Status.SOLVED, ["right", "left", "left"]), "step 2, left"),
        (Answer(Status.SOLVED, ["right"]), "the goal is not reached after 1 moves"),
        (Answer(Status.SOLVED, ["fly"]), "step 1, fly"),
        (Answer(Status.OPTIMAL, ["right", "right"], 1, "because"), "claims the optimum 1"),
        (Answer(Status.SOLVED, ["right", "right"], 3), "claims at least 3"),
    ],
)
def test_false_claims_become_errors(answer: Answer, complaint: str) -> None:
    found = judged(answer)
    assert found.status is Status.ERROR
    assert found.plan is None
    assert complaint in (found.message or "")


def test_a_verdict_names_step_move_and_reason() -> None:
    assert str(replay(TASK, ["right", "right"])) == "valid, cost 2, 2 moves"
    assert str(replay(TASK, ["left"])) == "invalid: step 1, left: not a legal move here"


def test_plan_files() -> None:
    assert read_moves("; head\n\n up  \nturn   1,2 ; why\n# note\n") == ["up", "turn 1,2"]
    assert read_moves(write_moves(PLAN)) == list(PLAN.moves)


def test_many_defects_are_cut_short_but_counted() -> None:
    text = str(BadInput("file", [Defect(line, 1, "wrong") for line in range(1, 101)]))
    assert text.startswith("file:1:1: wrong\n")
    assert text.endswith("file: and 50 more")


def test_options() -> None:
    option = Option("how-many", int, 3, "", minimum=1, maximum=9)
    assert complete((option,), {}) == {"how_many": 3}
    for given in ({"how_many": 0}, {"how_many": 10}, {"other": 1}):
        with pytest.raises(LudoplanError):
            complete((option,), given)
    with pytest.raises(LudoplanError, match="whole number"):
        option.read("many")
