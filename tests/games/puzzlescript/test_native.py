"""The native level as the kernels see it: its transitions beside the Python reference, and what blind search finds."""

from __future__ import annotations

import random

import pytest
from ps_agreement import DEFAULT_SEED
from ps_oracle import DATA
from random_games import random_game

from ludoplan import _native
from ludoplan.core.errors import LudoplanError
from ludoplan.games.puzzlescript import compile_source
from ludoplan.games.puzzlescript.native import INPUTS, native_program
from ludoplan.games.puzzlescript.program import MapLevel, Program
from ludoplan.games.puzzlescript.randomness import seed_bytes
from ludoplan.games.puzzlescript.turn import Turn, start, turn

HEAD = """title Test
{prelude}
========
OBJECTS
========
Background
black

Wall
brown

Player
blue

Crate
orange

Target
yellow

=======
LEGEND
=======
. = Background
# = Wall
P = Player
* = Crate
O = Target

=======
SOUNDS
=======

================
COLLISIONLAYERS
================
Background
Target
Player, Wall, Crate

======
RULES
======
{rules}

==============
WINCONDITIONS
==============
{wins}

=======
LEVELS
=======

{level}
"""


def program_of(rules: str, level: str, wins: str = "all Target on Crate", prelude: str = "") -> Program:
    return compile_source(HEAD.format(rules=rules, level=level, wins=wins, prelude=prelude)).program


def native_of(program: Program, level: int = 0, seed: object = DEFAULT_SEED) -> _native.PuzzleScriptLevel:
    return _native.PuzzleScriptLevel(native_program(program), level, seed_bytes(seed))


def blind(level: _native.PuzzleScriptLevel, nodes: int = 1_000_000) -> _native.Outcome:
    request = _native.Request()
    request.kernel = "breadth_first"
    request.limits.nodes = nodes
    return level.search(request)


def is_same(level: _native.PuzzleScriptLevel, words: list[int], reference: Turn) -> bool:
    masks = [sum(1 << thing for thing in cell) for cell in level.cells(words)]
    return masks == list(reference.state.objects) and level.is_goal(words) == reference.won


def transitions_differ(program: Program, number: int, seed: str, chance: random.Random) -> str | None:
    """Walks from the start and compares all moves of each state on the way."""
    level, chosen = native_of(program, number, seed), program.levels[number]
    assert isinstance(chosen, MapLevel)
    here, words = start(program, chosen, seed), level.initial()
    if here.endless or here.state.movements:
        return None
    if not is_same(level, words, here):
        return "another start"
    for _ in range(10):
        successors = {move: after for move, _, after in level.successors(words)}
        ways = []
        for move, key in enumerate(INPUTS):
            if (key == "tick" and not program.settings.realtime) or (key == "action" and program.settings.no_action):
                continue
            after = turn(program, here.state, key)
            if after.state.movements:
                return None
            if (move in successors) != ((after.changed or after.won) and not after.endless):
                return f"{key}: {'no move' if move in successors else 'a move'} in the reference"
            if move in successors:
                if not is_same(level, successors[move], after):
                    return f"{key}: another state"
                ways.append((after, successors[move]))
        if not ways:
            return None
        here, words = chance.choice(ways)
        if here.won:
            return "moves after a win" if level.successors(words) else None
    return None


@pytest.mark.parametrize("seed", range(60))
def test_transitions_of_random_games_are_those_of_the_reference(seed: int) -> None:
    game = random_game(seed)
    try:
        program = compile_source(game.source, strict=False).program
        maps = [number for number, level in enumerate(program.levels) if isinstance(level, MapLevel)]
        assert transitions_differ(program, maps[0], game.seed, random.Random(seed)) is None
    except LudoplanError:
        pytest.skip("the original stops in this game")


PUSH = "[> Player | Crate] -> [> Player | > Crate]"


def test_breadth_first_search_proves_the_optimum() -> None:
    outcome = blind(native_of(program_of(PUSH, "#######\n#P.*.O#\n#.....#\n#######")))
    assert outcome.verdict is _native.Verdict.found
    assert [INPUTS[move] for move in outcome.path] == ["right"] * 3


def test_a_level_without_a_way_is_proven_unsolvable() -> None:
    outcome = blind(native_of(program_of(PUSH, "#####\n#P.*#\n#O..#\n#####")))
    assert outcome.verdict is _native.Verdict.exhausted


def test_a_command_wins_without_any_change() -> None:
    program = program_of("[action Player] -> win", "P.\n.O")
    outcome = blind(native_of(program))
    assert [INPUTS[move] for move in outcome.path] == ["action"]


def test_a_row_longer_than_the_board_matches_nowhere() -> None:
    for rule in ("down [ | no Crate] -> [ | ] win", "down [ | no Crate] -> [ | no Crate] win"):
        assert blind(native_of(program_of(rule, "P..O."))).verdict is _native.Verdict.exhausted
        assert len(blind(native_of(program_of(rule, "P..O.\n....."))).path) == 1


def test_a_level_that_is_won_at_once_needs_a_turn() -> None:
    program = program_of("", "###\n#P#\n###", wins="some Player")
    level = native_of(program)
    assert not level.is_goal(level.initial())
    assert len(blind(level).path) == 1


def test_a_chain_that_never_ends_is_no_move() -> None:
    bounce = "right [Wall | Crate] -> [Wall | right Crate] again\nleft [Wall | Crate] -> [Wall | left Crate] again"
    level = native_of(program_of(bounce, "P...\n#*.#\nO..."))
    assert level.successors(level.initial()) == []


def test_restart_leads_to_the_checkpoint() -> None:
    rules = "[> Player | Target] -> [> Player | Target] checkpoint\n[action Player] -> restart"
    program = program_of(rules, "P.O..", wins="no Player")
    level = native_of(program)
    words = level.initial()
    for move in ("right", "right", "right", "action"):
        words = {INPUTS[found]: after for found, _, after in level.successors(words)}[move]
    assert [2 in cell for cell in level.cells(words)].index(True) == 2


def test_many_objects_many_layers_and_large_maps() -> None:
    count = 150
    names = [f"thing{number}" for number in range(count)]
    objects = "\n\n".join(f"{name}\nred" for name in names)
    layers = "\n".join(names)
    text = HEAD.format(
        rules="[> Player | Thing149] -> [> Player | > Thing149]",
        wins="some Thing149 on Target",
        level="\n".join(["PTO" + "." * 57] + ["." * 60] * 59),
        prelude="",
    )
    text = text.replace("Target\nyellow", f"Target\nyellow\n\n{objects}").replace(
        "O = Target", f"O = Target\nT = {names[-1]}"
    )
    text = text.replace("Player, Wall, Crate", f"Player, Wall, Crate\n{layers}")
    level = native_of(compile_source(text).program)
    assert len(blind(level, nodes=100_000).path) == 1


@pytest.mark.skipif(not DATA.is_dir(), reason="no games beside the project")
@pytest.mark.parametrize(
    "name", ["sokoban_basic", "microban", "modality", "nekopuzzle", "lovendpieces", "blockfaker", "rigid_11", "octat"]
)
def test_known_results_of_small_maps(name: str) -> None:
    program = compile_source((DATA / "games" / f"{name}.txt").read_text(encoding="utf-8")).program
    maps = [number for number, level in enumerate(program.levels) if isinstance(level, MapLevel)]
    for line in (DATA / "optima.tsv").read_text(encoding="utf-8").splitlines():
        game, number, status, moves, states = line.split("\t")
        if game != f"{name}.txt" or status == "unknown" or int(states) > 20_000:
            continue
        outcome = blind(native_of(program, maps[int(number) - 1]))
        assert outcome.verdict is (_native.Verdict.found if status == "optimal" else _native.Verdict.exhausted)
        assert status != "optimal" or len(outcome.path) == int(moves)
