"""The contract of a game, as a list of faults: used by `check-game` and by the tests of all games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from ..core.errors import BadInput, LudoplanError
from ..core.game import Game
from ..core.level import levels_folder
from ..core.limits import Limits
from ..core.options import complete
from ..core.parts import DEAD_END
from ..core.referee import replay
from ..core.result import Status
from ..core.task import Task
from ..drawing.draw import draw_svg, draw_text
from ..drawing.pictures import scene_of
from ..running.solve import solve

MOST_STATES = 500
MOST_EDITS = 20


def check_game(game: Game[Any, Any, Any], texts: Sequence[str] = (), generated: int = 5) -> list[str]:
    """What is wrong with a game, tried on these level texts, its bundled levels and some generated ones.

    >>> from ludoplan import check_game, game
    >>> check_game(game("boxup"), generated=1)
    []
    """
    faults: list[str] = []
    for name, level in levels_of(game, texts, generated, faults):
        try:
            faults += [f"{name}: {fault}" for fault in check_level(game, level)]
        except Exception as error:
            faults.append(f"{name}: {type(error).__name__}: {error}")
    return faults


def levels_of(
    game: Game[Any, Any, Any], texts: Sequence[str], generated: int, faults: list[str]
) -> Iterator[tuple[str, Any]]:
    """Levels to try, ready to be solved; texts that do not parse become faults."""
    given = [(f"level {number}", text) for number, text in enumerate(texts, start=1)]
    for name, text in [*given, *bundled_texts(game)]:
        try:
            level = game.parse(text, name)
        except BadInput as error:
            faults.append(str(error))
            continue
        yield from configured(game, name, level)
    design = game.design
    if design is not None and design.generate is not None:
        options = complete(design.options, {})
        for seed in range(generated):
            level, again = (design.generate(random.Random(seed), options) for _ in range(2))
            if level != again:
                faults.append(f"generated level {seed}: the same seed gives two levels")
            yield from configured(game, f"generated level {seed}", level)


def bundled_texts(game: Game[Any, Any, Any]) -> list[tuple[str, str]]:
    folder = levels_folder(game)
    if not game.suffixes or not folder.is_dir():
        return []
    return [(path.name, path.read_text()) for path in sorted(folder.iterdir()) if path.name.endswith(game.suffixes)]


def configured(game: Game[Any, Any, Any], name: str, level: Any) -> Iterator[tuple[str, Any]]:
    """The level under each objective that it can have."""
    for objective in game.objectives or (None,):
        try:
            yield name, game.configure(level, objective)
        except LudoplanError:
            continue


def check_level(game: Game[Any, Any, Any], level: Any) -> list[str]:
    """What is wrong with the game's answers on one level."""
    faults = []
    if game.text is not None:
        text = game.text.format(level)
        if game.text.format(game.parse(text)) != text:
            faults.append("parse and format do not round-trip")
    faults += check_design(game, level)
    states = list(islice(reachable(game, level), MOST_STATES))
    for state in (states[0], states[-1]):
        scene = scene_of(game, level, state)
        draw_text(scene)
        draw_svg(scene)
    for state in states:
        faults += check_state(game, level, state)
        if len(faults) > 20:
            break
    if len(states) < MOST_STATES:  # these are all
        faults += check_heuristics(game, level, states)
    task = Task(game, level, "level")
    solver = "bfs" if game.has_unit_costs(level) else "ucs"
    result = solve(task, solver, limits=Limits(seconds=20, nodes=20 * MOST_STATES), options={"rules": "python"})
    if result.status is Status.ERROR:
        faults.append(result.message or "error")
    if result.plan is not None and replay(task, result.plan.moves).plan != result.plan:
        faults.append("a plan does not replay twice alike")
    return faults


def check_design(game: Game[Any, Any, Any], level: Any) -> list[str]:
    """What is wrong with the edits (some of each kind of change are tried) and the symmetries."""
    if game.text is None or game.design is None:
        return []
    format, design = game.text.format, game.design
    faults = []
    tried: dict[str, int] = {}
    text = format(level)
    for edit in design.edits(level):
        word = edit.kind.split()[0]
        tried[word] = tried.get(word, 0) + 1
        if tried[word] > MOST_EDITS:
            continue
        try:
            after = format(edit.level)
            if format(game.parse(after)) != after:
                faults.append(f"{edit} does not round-trip")
            if after == text:
                faults.append(f"{edit} changes nothing")
        except BadInput as error:
            faults.append(f"{edit} is not well-formed: {error}")
    forms = {format(form): form for form in design.symmetries(level)}
    if any({format(again) for again in design.symmetries(form)} != set(forms) for form in forms.values()):
        faults.append("symmetries: the same puzzle has different forms")
    return faults[:5]


def reachable(game: Game[Any, Any, Any], level: Any) -> Iterator[Any]:
    """States in breadth-first order."""
    seen = {game.initial(level)}
    queue = [game.initial(level)]
    for state in queue:
        yield state
        for move in game.moves(level, state):
            after = game.apply(level, state, move)
            if after not in seen:
                seen.add(after)
                queue.append(after)


def check_state(game: Game[Any, Any, Any], level: Any, state: Any) -> list[str]:
    faults = []
    moves = list(game.moves(level, state))
    if moves != list(game.moves(level, state)):
        faults.append(f"moves differ when asked twice: {state}")
    for move in moves:
        text = game.move_to_text(level, move)
        if game.move_from_text(level, text) != move:
            faults.append(f"move {text!r} does not round-trip")
        if text != " ".join(text.split()):
            faults.append(f"move text {text!r} has odd blanks")
        if game.apply(level, state, move) != game.apply(level, state, move):
            faults.append(f"{text!r} has two outcomes: {state}")
        if game.cost(level, state, move) < 0:
            faults.append(f"{text!r} has a negative cost")
        if game.has_unit_costs(level) and game.cost(level, state, move) != 1:
            faults.append(f"{text!r} costs other than 1, but has_unit_costs says it does not")
    return faults


def check_heuristics(game: Game[Any, Any, Any], level: Any, states: Sequence[Any]) -> list[str]:
    """Holds the heuristics to their promises, against exact distances."""
    distances = exact_distances(game, level, states)
    faults = []
    for name, heuristic in game.heuristics.items():
        values = {state: heuristic.estimate(level, state) for state in states}
        for state in states:
            exact = distances.get(state, DEAD_END)
            if values[state] >= DEAD_END and exact < DEAD_END:
                faults.append(f"{name} calls a state dead that is {exact} from the goal: {state}")
            if heuristic.admissible and values[state] > exact:
                faults.append(f"{name} is not admissible: {values[state]} > {exact} at {state}")
            if heuristic.consistent:
                for move in game.moves(level, state):
                    after = values[game.apply(level, state, move)]
                    if values[state] > after + game.cost(level, state, move) and not game.is_goal(level, state):
                        faults.append(f"{name} is not consistent at {state}, {game.move_to_text(level, move)}")
    return faults[:5]


def exact_distances(game: Game[Any, Any, Any], level: Any, states: Sequence[Any]) -> dict[Any, int]:
    """The cost of a cheapest way to a goal, for all states that have one (Bellman's iteration: simple, not fast)."""
    distances = {state: 0 for state in states if game.is_goal(level, state)}
    edges = [
        (state, game.apply(level, state, move), game.cost(level, state, move))
        for state in states
        for move in game.moves(level, state)
    ]
    changed = True
    while changed:
        changed = False
        for state, after, cost in edges:
            if distances.get(after, DEAD_END) + cost < distances.get(state, DEAD_END):
                distances[state] = distances[after] + cost
                changed = True
    return distances
