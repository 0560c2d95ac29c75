"""The planning tasks of Pipes: a small interpreter of the domains' language finds shortest plans, which must decode."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from pipes_brute_force import random_board

from ludoplan import Status, Task, Unsupported, replay, solve
from ludoplan.games.pipes import GAME


def read(text: str):
    """Nested lists of a PDDL text."""
    stack: list[list] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text)):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0][0]


def ground(formula, binding):
    return tuple(binding.get(term, term) for term in formula)


def holds(formula, state, binding) -> bool:
    match formula[0]:
        case "and":
            return all(holds(part, state, binding) for part in formula[1:])
        case "or":
            return any(holds(part, state, binding) for part in formula[1:])
        case "not":
            return not holds(formula[1], state, binding)
    return ground(formula, binding) in state


def effects(formula, state, binding):
    """Pairs of a fact and whether it is added."""
    match formula[0]:
        case "and":
            return [pair for part in formula[1:] for pair in effects(part, state, binding)]
        case "when":
            return effects(formula[2], state, binding) if holds(formula[1], state, binding) else []
        case "not":
            return [(ground(formula[1], binding), False)]
    return [(ground(formula, binding), True)]


def shortest_plan(domain_text: str, problem_text: str) -> list[str] | None:
    """Breadth-first search; the pieces that matter are the one with the flow and its neighbours."""
    domain, problem = read(domain_text), read(problem_text)
    actions = [part for part in domain if part[0] == ":action"]
    init = next(part for part in problem if part[0] == ":init")[1:]
    goal = next(part for part in problem if part[0] == ":goal")[1]
    start = frozenset(map(tuple, init))
    queue = [(start, [])]
    seen = {start}
    for state, plan in queue:
        if holds(goal, state, {}):
            return plan
        (here,) = (fact[1] for fact in state if fact[0] == "on-piece")
        near = [fact[2] for fact in state if len(fact) == 3 and fact[1] == here]
        for _, name, _, parameters, _, precondition, _, effect in actions:
            for binding in (
                [{"?p": here, "?next": other} for other in near] if "?next" in parameters else [{"?p": here}]
            ):
                if not holds(precondition, state, binding):
                    continue
                changes = effects(effect, state, binding)
                after = (state - {fact for fact, adds in changes if not adds}) | {
                    fact for fact, adds in changes if adds
                }
                if after not in seen:
                    seen.add(after)
                    queue.append((after, [*plan, f"({' '.join((name, *binding.values()))})"]))
    return None


@pytest.mark.parametrize("variant", ["no-rotation", "rotation"])
def test_shortest_plans_are_shortest_chains(variant: str) -> None:
    rng = random.Random(6)
    solved = 0
    for _ in range(150):
        level = replace(random_board(rng, 2, 4), objective="pieces" if variant == "no-rotation" else "steps")
        task = GAME.pddl.encode(level, variant)
        plan = shortest_plan(task.domain, task.problem)
        best = solve(level, game=GAME)
        if plan is None:
            assert best.status is Status.UNSOLVABLE
            continue
        solved += 1
        assert len(plan) == best.cost - (variant == "no-rotation")
        verdict = replay(Task(GAME, level, "level"), task.decode(plan))
        assert verdict.plan is not None, verdict
        assert verdict.plan.cost == best.cost
    assert solved > 20


def test_both_variants_share_the_problem() -> None:
    level = GAME.parse("B1R1B1\n")
    assert GAME.pddl.encode(level, "rotation").problem == GAME.pddl.encode(level, "no-rotation").problem
    assert GAME.pddl.encode(level).domain == GAME.pddl.encode(level, "no-rotation").domain
    assert "(or (from-left p1-3) (from-right p1-3))" in GAME.pddl.encode(level).problem
    assert "(used p1-1)" in GAME.pddl.encode(level).problem


def test_decoding_takes_other_spellings_and_refuses_nonsense() -> None:
    task = GAME.pddl.encode(GAME.parse("B1R2B1\n"), "no-rotation")
    assert task.decode(["GO-RIGHT P1-1 P1-2", "(go-right p1-2 p1-3)"]) == ["go 1,2", "turn 1,2", "go 1,3"]
    with pytest.raises(ValueError, match="no action"):
        task.decode(["(fly p1-1 p1-2)"])


def test_unknown_variant() -> None:
    with pytest.raises(Unsupported):
        GAME.pddl.encode(GAME.parse("B1R1B1\n"), "nonsense")
