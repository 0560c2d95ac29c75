"""One for all objects that are alike: the reduced game goes the same way on every state of small levels."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from random_games import random_game

from ludoplan.core.errors import LudoplanError
from ludoplan.games.puzzlescript import GAME
from ludoplan.games.puzzlescript.alike import reduction_of
from ludoplan.games.puzzlescript.level import PuzzleScriptLevel
from ludoplan.games.puzzlescript.native import native_level

MOST_STATES = 400

HEAD = """title Alike
{prelude}

OBJECTS
Background
black

PlayerL
blue

PlayerR
blue

WallA
brown

WallB
brown

CrateA
orange

CrateB
orange

Mark
yellow

SandA
yellow

SandB
yellow

Dust
white

Smoke
white

Floor
grey

LEGEND
. = Background
P = PlayerL
Q = PlayerR
# = WallA
% = WallB
A = CrateA
B = CrateB
O = Mark
S = SandA
T = SandB
D = Dust
F = Floor
Player = PlayerL or PlayerR
Wall = WallA or WallB
Crate = CrateA or CrateB
Sand = SandA or SandB

SOUNDS
{sounds}

COLLISIONLAYERS
Background
Mark
SandA, SandB, Floor
Player, Wall, Crate
Dust, Smoke

RULES
{rules}

WINCONDITIONS
{wins}

LEVELS

{level}
"""

RULES = [
    "[> Player | Crate] -> [> Player | > Crate]",
    "[> Player | CrateA] -> [> Player | > CrateA]",
    "[> Crate | Crate] -> [> Crate | > Crate]",
    "[left Player] -> [left PlayerL]",
    "right [> Player] -> [> PlayerR]",
    "late [PlayerL] -> [PlayerR]",
    "[action PlayerL | Crate] -> [PlayerL | > Crate]",
    "horizontal [> Player Sand] -> [> Player SandA]",
    "vertical [> Player Sand] -> [> Player SandB]",
    "late [Player Sand] -> cancel",
    "late [Player SandB] -> cancel",
    "[> Player | Sand] -> [> Player | ]",
    "[> Player | no Sand] -> [> Player | SandA]",
    "[> Player] -> [> Player SandB]",
    "late [WallA | Wall] -> [WallB | Wall]",
    "late [WallB | Player] -> [WallA | Player]",
    "[> Player | WallA] -> [> Player | CrateB]",
    "late [Dust] -> []",
    "late [Crate | Crate] -> [Crate Dust | Crate]",
    "[> Player] -> [> Player Dust]",
    "[Dust] -> [Smoke]",
    "[> Player] [Smoke] -> [> Player] [> Smoke]",
    "[Smoke] -> [right Smoke]",
    "late [Smoke Player] -> win",
    "late [Crate Mark] -> [CrateB Mark]",
    "[stationary Crate] -> [stationary CrateA]",
    "[Crate Dust] -> [CrateA]",
    "[Crate] -> [stationary Crate Smoke]",
    "[> Player | Dust no Sand] -> [> Player Floor | Dust]",
    "[Floor] -> [SandB]",
    "late [CrateA | CrateB] -> [ | ]",
    "[> Player | ... | Crate] -> [> Player Dust | ... | Crate Dust]",
    "[Dust] -> restart",
    "[> Player | WallB] -> checkpoint",
    "[> Player | Crate] -> [Player | CrateB] again",
    "[stationary Dust] [> Player] -> [stationary Dust] [Player]",
    "[moving Crate Dust] -> [Crate]",
]
WINS = ["all Crate on Mark", "all Mark on Crate", "some Player on Mark", "no Sand", "no CrateB", "some Dust on Mark"]
WINS += ["no Floor", "some SandA on Player", "no Dust on Player"]


def game(seed: int) -> str:
    """A game with much that may not matter, and a small map."""
    chance = random.Random(seed)
    rules = [RULES[0], *chance.sample(RULES, chance.randint(1, 7))]
    width, height = chance.randint(3, 5), chance.randint(1, 4)
    cells = [chance.choice("....#%ABABOOSTDF") for _ in range(width * height)]
    cells[chance.randrange(len(cells))] = chance.choice("PQ")
    return HEAD.format(
        prelude=chance.choice(["", "", "run_rules_on_level_start", "require_player_movement"]),
        sounds=chance.choice(["", "", "CrateA move 1", "Player move 1\nDust move 2\nCrateA move 3"]),
        rules="\n".join(rules),
        wins="\n".join(chance.sample(WINS, chance.choice([1, 1, 2]))),
        level="\n".join("".join(cells[row * width : (row + 1) * width]) for row in range(height)),
    )


def compared(level: PuzzleScriptLevel) -> tuple[int, int]:
    """How many states the level has and how many the reduced one has; raises AssertionError where they go apart."""
    reduction = reduction_of(level.frame)
    if reduction is None or not reduction.fits(level.map.cells):
        return 0, 0
    whole, reduced = native_level(level), native_level(replace(level, is_reduced=True))

    def looks(words: list[int], of_reduced: bool) -> list[int]:
        masks = [sum(1 << thing for thing in cell) for cell in (reduced if of_reduced else whole).cells(words)]
        return masks if of_reduced else [reduction.objects(mask) for mask in masks]

    first, stands_for = whole.initial(), {}
    stands_for[tuple(first)] = reduced.initial()
    line = [first]
    for state in line:
        small = stands_for[tuple(state)]
        assert looks(state, False) == looks(small, True)
        assert whole.is_goal(state) == reduced.is_goal(small)
        ways = {move: after for move, _, after in whole.successors(state)}
        small_ways = {move: after for move, _, after in reduced.successors(small)}
        assert small_ways.keys() <= ways.keys()
        for move, after in ways.items():
            if tuple(after) not in stands_for and len(line) < MOST_STATES:
                stands_for[tuple(after)] = small_ways.get(move, small)
                line.append(after)
            elif tuple(after) in stands_for:
                assert stands_for[tuple(after)] == small_ways.get(move, small)
    return len(stands_for), len({tuple(small) for small in stands_for.values()})


@pytest.mark.parametrize("part", range(4))
def test_reduced_games_go_the_same_way(part: int) -> None:
    states = smaller = 0
    for seed in range(100 * part, 100 * part + 100):
        text = game(seed)
        try:
            all_states, fewer = compared(GAME.parse(text))
        except LudoplanError:
            continue
        except AssertionError as error:
            raise AssertionError(text) from error
        states, smaller = states + all_states, smaller + fewer
    assert 1000 < smaller < 0.9 * states


@pytest.mark.parametrize("seed", range(60))
def test_reduced_random_games_go_the_same_way(seed: int) -> None:
    try:
        level = GAME.parse(random_game(seed).source)
    except LudoplanError:
        pytest.skip("a game with errors")
    compared(level)


def test_what_only_looks_different_is_one_state() -> None:
    look = "[left Player] -> [left PlayerL]\n[right Player] -> [right PlayerR]"
    level = GAME.parse(HEAD.format(prelude="", sounds="", rules=look, wins="all Mark on Player", level="P...O"))
    assert compared(level) == (7, 5)
