"""The bound from rules and win conditions: never more than the truth, on every state of small levels."""

from __future__ import annotations

import math
import random
from collections import deque
from dataclasses import replace

import pytest
from random_games import random_game

from ludoplan import _native
from ludoplan.core.errors import LudoplanError
from ludoplan.games.puzzlescript import GAME, compile_source
from ludoplan.games.puzzlescript.guess import bound, distance, goals_of
from ludoplan.games.puzzlescript.native import native_level, native_program
from ludoplan.games.puzzlescript.program import MapLevel
from ludoplan.games.puzzlescript.randomness import seed_bytes

MOST_STATES = 3000

HEAD = """title Push
{prelude}

OBJECTS
Background
black

Wall
brown

Player
blue

Crate
orange

Stone
grey

Hole
darkgrey

Target
yellow

Exit
green

LEGEND
. = Background
# = Wall
P = Player
* = Crate
S = Stone
H = Hole
O = Target
E = Exit
Box = Crate or Stone

SOUNDS

COLLISIONLAYERS
Background
Target, Exit
Hole
Player, Wall, Crate, Stone

RULES
{rules}

WINCONDITIONS
{wins}

LEVELS

{level}
"""

PIECES = [
    "[> Player | Crate] -> [> Player | > Crate]",
    "[> Player | Box] -> [> Player | > Box]",
    "[> Player | Crate | Crate] -> [> Player | > Crate | > Crate]",
    "[> Crate | Box] -> [> Crate | > Box]",
    "[< Player | Crate] -> [< Player | < Crate]",
    "[> Player | Crate | no Wall no Box no Player] -> [ | Player | Crate]",
    "[action Player | Crate] -> [action Player | > Crate]",
    "[Player | Crate] -> [Player | > Crate]",
    "[> Player | ... | Stone] -> [> Player | ... | > Stone]",
    "[> Player] [Stone] -> [> Player] [> Stone]",
    "late [Crate Hole] -> []",
    "late [Player Target] -> [Player]",
    "late [Player Hole] -> [Hole]",
    "late [Crate | Crate] -> [ | Crate]",
    "late [Crate | Stone] -> [Stone | Crate] ",
    "[> Player Exit] -> [Player Exit]",
    "[action Player] -> [Crate]",
    "[> Player | Wall] -> [> Player | Crate]",
    "[> Player | Stone] -> [> Player | Crate]",
    "down [Crate | no Wall no Box no Player] -> [ | Crate]",
    "[> Player | Crate] -> [> Player | > Crate] again",
    "[Crate] -> [down Crate]",
    "[> Player | Stone] -> restart",
    "late [Player Exit] -> win",
    "[> Player | Exit] -> cancel",
    "[moving Box | stationary Box] -> [moving Box | moving Box]",
    "[> Crate | Stone] -> [> Crate | > Stone]",
    "late [Crate Target] -> [Stone Target]",
    "late [Stone Hole] -> [Crate Hole]",
    "[> Player | Crate | Stone] -> [> Player | Stone | Crate]",
    "[> Player] [Crate] -> [> Player] [< Crate]",
    "[> Player | Stone] -> [> Player | ^ Stone]",
    "[stationary Stone | > Player] -> [> Stone | > Player]",
    "late [Player | Stone] -> [Player | ]",
    "[> Player | Hole] -> restart",
    "late [Player Hole] -> restart",
    "[Crate] [Target] -> [Crate] [Exit]",
    "late [Crate Exit] [Stone Target] -> [Exit] [Stone Target]",
]
WINS = [
    "all Crate on Target",
    "all Target on Crate",
    "some Crate on Target",
    "no Crate",
    "no Target",
    "no Crate on Hole",
    "all Player on Exit",
    "some Player on Exit",
    "all Box on Target",
    "all Target on Box",
    "all Crate on Stone",
    "no Stone on Target",
    "all Crate on Target\nall Stone on Exit",
    "all Crate on Target\nall Player on Exit",
    "all Target on Stone\nno Hole",
]


def pushing_game(seed: int) -> str:
    """A game that is much like Sokoban, with a small map."""
    chance = random.Random(seed)
    rules = chance.sample(PIECES[:5], chance.choice([1, 1, 2])) + chance.sample(PIECES, chance.choice([0, 1, 1, 2]))
    wins = chance.sample(WINS, chance.choice([1, 1, 2]))
    width, height = chance.randint(3, 5), chance.randint(2, 4)
    cells = [chance.choice("....#*SHOOE*") for _ in range(width * height)]
    cells[chance.randrange(len(cells))] = "P"
    level = "\n".join("".join(cells[row * width : (row + 1) * width]) for row in range(height))
    prelude = chance.choice(["", "", "run_rules_on_level_start", "require_player_movement"])
    return HEAD.format(prelude=prelude, rules="\n".join(rules), wins="\n".join(wins), level=level)


RESTARTS = ["late [Player Hole] -> restart", "[> Player | Stone] -> restart", "[action Player] -> restart"]


def shortest(level: _native.PuzzleScriptLevel) -> float:
    """The cost of a shortest plan; -1 for large levels."""
    first = tuple(level.initial())
    costs, line = {first: 0}, deque([first])
    while line:
        state = line.popleft()
        if level.is_goal(state):
            return costs[state]
        for _, _, after in level.successors(state):
            if tuple(after) not in costs:
                costs[tuple(after)] = costs[state] + 1
                line.append(tuple(after))
        if len(costs) > MOST_STATES:
            return -1
    return math.inf


def faults_of(level: _native.PuzzleScriptLevel) -> tuple[int, list[str]]:
    """How much the bounds say on all states of a level, and where they say too much; nothing for large levels."""
    first = tuple(level.initial())
    ways: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    line = deque([first])
    before: dict[tuple[int, ...], list[tuple[int, ...]]] = {first: []}
    while line:
        state = line.popleft()
        ways[state] = [tuple(after) for _, _, after in level.successors(state)]
        for after in ways[state]:
            if after not in before:
                if len(before) > MOST_STATES:
                    return 0, []
                before[after] = []
                line.append(after)
            before[after].append(state)
    truth = {state: 0 for state in ways if level.is_goal(state)}
    line = deque(truth)
    while line:
        state = line.popleft()
        for earlier in before[state]:
            if earlier not in truth:
                truth[earlier] = truth[state] + 1
                line.append(earlier)
    bounds = {state: level.estimate("bound", state) for state in ways}
    faults = [
        f"{state}: {bounds[state]} for {truth.get(state)}"
        for state in ways
        if bounds[state] > truth.get(state, math.inf)
        or any(bounds[state] > 1 + bounds[after] for after in ways[state])
        or (level.estimate("distance", state) == math.inf and state in truth)
    ]
    return sum(value > 1 for value in bounds.values()), faults


@pytest.mark.parametrize("part", range(4))
def test_bounds_of_games_like_sokoban(part: int) -> None:
    said = 0
    for seed in range(60 * part, 60 * part + 60):
        level = native_level(GAME.parse(pushing_game(seed)))
        says, faults = faults_of(level)
        assert faults == [], pushing_game(seed)
        said += says
    assert said > 1000


@pytest.mark.parametrize("seed", range(40))
def test_bounds_of_random_games(seed: int) -> None:
    game = random_game(seed)
    try:
        program = compile_source(game.source, strict=False).program
    except LudoplanError:
        pytest.skip("the original stops in this game")
    number = next(number for number, level in enumerate(program.levels) if isinstance(level, MapLevel))
    assert faults_of(_native.PuzzleScriptLevel(native_program(program), number, seed_bytes(game.seed)))[1] == []


def test_python_estimates_like_the_native_level() -> None:
    differs = set()
    for seed in range(60):
        level = GAME.parse(pushing_game(seed))
        native, chance = native_level(level), random.Random(seed)
        state, words = GAME.initial(level), native.initial()
        for _ in range(10):
            for name, estimate in (("bound", bound), ("distance", distance)):
                assert estimate(level, state) == native.estimate(name, words), (seed, name)
                differs.add(estimate(level, state))
            ways = [(move, after) for move, _, after in native.successors(words)]
            if not ways:
                break
            move, words = chance.choice(ways)
            state = GAME.apply(level, state, ("up", "left", "down", "right", "action", "tick")[move])
    assert len(differs) > 20


def test_crates_in_corners_are_dead_ends_and_steps_add_up() -> None:
    text = HEAD.format(
        prelude="", rules=PIECES[0], wins=WINS[0], level="#########\n#..OO...#\n#..*.*..#\n#..P....#\n#########"
    )
    level = GAME.parse(text)
    assert [(goal.is_counted, goal.movers) for goal in goals_of(level)] == [(True, 1)]
    assert bound(level, GAME.initial(level)) == 3
    corner = GAME.parse(text.replace("#..*.*..#\n#..P....#", "#....*..#\n#*.P....#"))
    assert bound(corner, GAME.initial(corner)) == math.inf


def test_things_that_are_walked_over_are_counted() -> None:
    level = GAME.parse(HEAD.format(prelude="", rules=PIECES[11], wins="no Target", level="#######\n#POOOO#\n#######"))
    assert bound(level, GAME.initial(level)) == 4


def test_what_restarts_or_wins_by_a_command_is_bound_by_nothing() -> None:
    for rule in ("[action Player] -> restart", "[action Player] -> win"):
        level = GAME.parse(HEAD.format(prelude="", rules=f"{PIECES[0]}\n{rule}", wins=WINS[0], level="*.O\n..P"))
        assert goals_of(level) == ()


def test_players_walk_to_what_they_push_and_ways_add_up() -> None:
    text = HEAD.format(
        prelude="", rules=PIECES[0], wins=WINS[0], level="#######\n#O....#\n#..*..#\n#.....#\n#....P#\n#######"
    )
    level = GAME.parse(text)
    assert bound(level, GAME.initial(level)) == 3 + 3  # the crate goes left and up; the player is three steps away
    sticky = PIECES[1] + "\n[moving Box | stationary Box] -> [moving Box | moving Box]"
    wins = "all Crate on Target\nall Stone on Exit"
    text = HEAD.format(prelude="", rules=sticky, wins=wins, level="#######\n#O.*P.#\n#.S..E#\n#######")
    level = GAME.parse(text)
    assert goals_of(level)[0].movers == 0
    assert bound(level, GAME.initial(level)) == 2 + 3  # left and right are never one turn


def test_no_shortest_plan_begins_the_level_again() -> None:
    dead = 0
    for seed in range(120):
        chance = random.Random(seed)
        text = pushing_game(seed).replace("WINCONDITIONS", chance.choice(RESTARTS) + "\n\nWINCONDITIONS", 1)
        level = GAME.parse(text)
        whole, cut = native_level(level), native_level(replace(level, leaves_out_restarts=True))
        assert shortest(whole) == shortest(cut), text
        assert faults_of(cut)[1] == [], text
        dead += len(cut.goals()) > len(whole.goals())
    assert dead > 50
