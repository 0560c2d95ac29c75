"""Random tasks of the domains in `domains/`: kinds that planning competitions are made of, puzzles first of all.

    from pddl_tasks import task
    domain, problem = task("sokoban", seed=3, rows=6, columns=7, boxes=2)

`task` gives two texts; the same arguments give the same texts. A task that is drawn by walking backwards or by making
moves from the goal has a plan; the others (freecell, sokoban, ricochet, snake) may have none.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path

DOMAINS = Path(__file__).with_name("domains")
Facts = list[str]
# Objects by type, facts, goals, and a metric where the domain has costs.
Parts = tuple[dict[str, list[str]], Facts, Facts]


def task(name: str, seed: int = 0, **sizes: int) -> tuple[str, str]:
    """The domain and a problem of it as texts."""
    domain = (DOMAINS / f"{name}.pddl").read_text(encoding="utf-8")
    objects, facts, goals = GENERATORS[name](random.Random(f"{name} {seed}"), **sizes)
    is_typed = ":types" in domain
    listed = " ".join(" ".join(names) + (f" - {kind}" if is_typed else "") for kind, names in objects.items() if names)
    metric = ""
    if "(total-cost)" in domain:
        facts = [*facts, "= (total-cost) 0"]
        metric = " (:metric minimize (total-cost))"
    problem = (
        f"(define (problem {name}-{seed}) (:domain {name})\n (:objects {listed})\n"
        f" (:init {listing(facts)})\n (:goal (and {listing(goals)})){metric})\n"
    )
    return domain, problem


def listing(facts: Iterable[str]) -> str:
    return " ".join(f"({fact})" for fact in facts)


def named(letter: str, count: int) -> list[str]:
    return [f"{letter}{number}" for number in range(count)]


Cell = tuple[int, int]
STEPS = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}


def grid(rows: int, columns: int) -> list[Cell]:
    return [(row, column) for row in range(rows) for column in range(columns)]


def text(cell: Cell) -> str:
    return f"c{cell[0]}-{cell[1]}"


def neighbours(cells: Iterable[Cell]) -> list[tuple[str, str, str]]:
    """Pairs of cells side by side, with the direction from one to the other."""
    known = set(cells)
    return [
        (text(cell), text((cell[0] + down, cell[1] + right)), direction)
        for cell in sorted(known)
        for direction, (down, right) in STEPS.items()
        if (cell[0] + down, cell[1] + right) in known
    ]


def connected(rng: random.Random, names: list[str], more: int) -> list[tuple[str, str]]:
    """Pairs, both ways round, that make a connected graph: a random tree and so many pairs more."""
    pairs = {(rng.choice(names[:number]), names[number]) for number in range(1, len(names))}
    while more > 0 and len(pairs) < len(names) * (len(names) - 1) // 2:
        first, second = sorted(rng.sample(names, 2), key=names.index)
        more -= (first, second) not in pairs
        pairs.add((first, second))
    return [way for a, b in sorted(pairs) for way in ((a, b), (b, a))]


def visitall(rng: random.Random, rows: int, columns: int, percent: int = 100) -> Parts:
    cells = grid(rows, columns)
    start = rng.choice(cells)
    wanted = rng.sample(cells, max(1, len(cells) * percent // 100))
    facts = [f"joined {a} {b}" for a, b, _ in neighbours(cells)]
    facts += [f"here {text(start)}", f"seen {text(start)}"]
    return {"cell": [text(each) for each in cells]}, facts, [f"seen {text(each)}" for each in sorted(wanted)]


def miconic(rng: random.Random, passengers: int) -> Parts:
    floors, people = named("f", 2 * passengers), named("p", passengers)
    facts = [f"below {a} {b}" for number, a in enumerate(floors) for b in floors[number + 1 :]]
    for person in people:
        start, end = rng.sample(floors, 2)
        facts += [f"from {person} {start}", f"to {person} {end}"]
    objects = {"passenger": people, "floor": floors}
    return objects, [*facts, f"lift {rng.choice(floors)}"], [f"served {person}" for person in people]


def driverlog(rng: random.Random, drivers: int, trucks: int, parcels: int, places: int) -> Parts:
    drivers_, trucks_, parcels_ = named("d", drivers), named("t", trucks), named("o", parcels)
    crossings, yards = named("s", places), named("y", places)
    facts = [f"road {a} {b}" for a, b in connected(rng, crossings, places)]
    for yard in yards:
        for end in rng.sample(crossings, 2):
            facts += [f"path {yard} {end}", f"path {end} {yard}"]
    facts += [f"at {each} {rng.choice(crossings)}" for each in (*drivers_, *trucks_, *parcels_)]
    facts += [f"empty {truck}" for truck in trucks_]
    goals = [f"at {each} {rng.choice(crossings)}" for each in parcels_]
    goals += [f"at {each} {rng.choice(crossings)}" for each in (drivers_[0], trucks_[-1])]
    objects = {"driver": drivers_, "truck": trucks_, "parcel": parcels_, "place": [*crossings, *yards]}
    return objects, list(dict.fromkeys(facts)), goals


def freecell(rng: random.Random, suits: int, cards: int, columns: int, cells: int) -> Parts:
    numbers = named("n", max(cards + 1, columns + 1, cells + 1))
    signs = named("s", suits)
    deck = [(sign, value) for sign in range(suits) for value in range(cards + 1)]
    name = {card: f"k{card[0]}-{card[1]}" for card in deck}
    facts = [f"next {b} {a}" for a, b in pairwise(numbers)]
    facts += [f"value {name[card]} {numbers[card[1]]}" for card in deck]
    facts += [f"of {name[card]} {signs[card[0]]}" for card in deck]
    facts += [f"home {name[sign, 0]}" for sign in range(suits)]
    # Even and odd suits are red and black.
    facts += [
        f"fits {name[low]} {name[high]}"
        for low in deck
        for high in deck
        if low[1] > 0 and high[1] == low[1] + 1 and (low[0] - high[0]) % 2 == 1
    ]
    dealt = [card for card in deck if card[1] > 0]
    rng.shuffle(dealt)
    piles = [dealt[number::columns] for number in range(columns)]
    for pile in piles:
        if pile:
            facts += [f"bottom {name[pile[0]]}", f"open {name[pile[-1]]}"]
            facts += [f"on {name[above]} {name[below]}" for below, above in pairwise(pile)]
    empty = sum(not pile for pile in piles)
    facts += [f"cells {numbers[cells]}", f"columns {numbers[empty]}"]
    goals = [f"home {name[sign, cards]}" for sign in range(suits)]
    return {"card": list(name.values()), "rank": numbers, "suit": signs}, facts, goals


def tiles(rng: random.Random, rows: int, columns: int, moves: int) -> Parts:
    cells = grid(rows, columns)
    place = dict(zip(cells[1:], named("t", len(cells) - 1), strict=True))
    goals = [f"at {tile} {text(cell)}" for cell, tile in place.items()]
    blank, before = cells[0], cells[0]
    for _ in range(moves):
        ways = [(blank[0] + down, blank[1] + right) for down, right in STEPS.values()]
        taken = rng.choice([cell for cell in ways if cell in place and cell != before])
        place[blank] = place.pop(taken)
        before, blank = blank, taken
    facts = [f"at {tile} {text(cell)}" for cell, tile in place.items()] + [f"blank {text(blank)}"]
    facts += [f"beside {a} {b}" for a, b, _ in neighbours(cells)]
    return {"tile": named("t", len(cells) - 1), "cell": [text(cell) for cell in cells]}, facts, goals


def sokoban(rng: random.Random, rows: int, columns: int, boxes: int, walls: int = 0) -> Parts:
    cells = grid(rows, columns)
    inner = [cell for cell in cells if 0 < cell[0] < rows - 1 and 0 < cell[1] < columns - 1]
    blocked = set(rng.sample(inner, walls))
    floor = [cell for cell in cells if cell not in blocked]
    inner = [cell for cell in inner if cell not in blocked]
    placed = rng.sample(inner, boxes)
    targets = rng.sample(inner, boxes)
    player = rng.choice([cell for cell in floor if cell not in placed])
    names = named("b", boxes)
    facts = [f"step {a} {b} {d}" for a, b, d in neighbours(floor)]
    facts += [f"at {box} {text(cell)}" for box, cell in zip(names, placed, strict=True)]
    facts += [f"done {box}" for box, cell in zip(names, placed, strict=True) if cell in targets]
    facts += [f"target {text(cell)}" for cell in targets] + [f"player {text(player)}"]
    facts += [f"clear {text(cell)}" for cell in floor if cell not in placed and cell != player]
    objects = {"box": names, "cell": [text(cell) for cell in floor], "direction": list(STEPS)}
    return objects, facts, [f"done {box}" for box in names]


def floortile(rng: random.Random, rows: int, columns: int, robots: int) -> Parts:
    """A row below what is to be painted in two colours, and robots on it."""
    cells = grid(rows + 1, columns)
    colours = ["white", "black"]
    facts = [f"up {a} {b}" for a, b, direction in neighbours(cells) if direction == "south"]
    facts += [f"right {b} {a}" for a, b, direction in neighbours(cells) if direction == "east"]
    facts += [f"known {colour}" for colour in colours]
    places = rng.sample(cells, robots)
    names = named("r", robots)
    for robot, cell in zip(names, places, strict=True):
        facts += [f"at {robot} {text(cell)}", f"has {robot} {rng.choice(colours)}"]
    facts += [f"clear {text(cell)}" for cell in cells if cell not in places]
    goals = [f"painted {text(cell)} {colours[sum(cell) % 2]}" for cell in cells if cell[0] < rows]
    return {"robot": names, "tile": [text(cell) for cell in cells], "colour": colours}, facts, goals


def ricochet(rng: random.Random, rows: int, columns: int, robots: int, walls: int = 6) -> Parts:
    cells = grid(rows, columns)
    steps = neighbours(cells)
    shut = set()
    for a, b, _ in rng.sample(steps, walls):
        shut |= {(a, b), (b, a)}
    steps = [step for step in steps if step[:2] not in shut]
    open_ = {(a, direction) for a, _, direction in steps}
    facts = [f"step {a} {b} {d}" for a, b, d in steps] + ["quiet"]
    facts += [f"wall {text(cell)} {d}" for cell in cells for d in STEPS if (text(cell), d) not in open_]
    names = named("r", robots)
    *places, target = rng.sample(cells, robots + 1)
    facts += [f"at {robot} {text(cell)}" for robot, cell in zip(names, places, strict=True)]
    facts += [f"free {text(cell)}" for cell in cells if cell not in places]
    objects = {"robot": names, "cell": [text(cell) for cell in cells], "direction": list(STEPS)}
    return objects, facts, [f"at r0 {text(target)}", "quiet"]


def termes(rng: random.Random, rows: int, columns: int, height: int, towers: int = 1) -> Parts:
    cells = grid(rows, columns)
    numbers = named("n", height + 1)
    depot, *built = rng.sample(cells, towers + 1)
    facts = [f"next {b} {a}" for a, b in pairwise(numbers)]
    facts += [f"beside {a} {b}" for a, b, _ in neighbours(cells)]
    facts += [f"height {text(cell)} n0" for cell in cells]
    facts += [f"here {text(depot)}", f"depot {text(depot)}", "free"]
    wanted = {cell: rng.randint(1, height) if number else height for number, cell in enumerate(built)}
    goals = [f"height {text(cell)} n{wanted.get(cell, 0)}" for cell in cells] + ["free"]
    return {"cell": [text(cell) for cell in cells], "rank": numbers}, facts, goals


def gripper(rng: random.Random, balls: int) -> Parts:
    names = named("b", balls)
    facts = [f"at {ball} a" for ball in names] + ["robot a", "free left", "free right"]
    return {"room": ["a", "b"], "ball": names, "hand": ["left", "right"]}, facts, [f"at {ball} b" for ball in names]


def piles(rng: random.Random, names: list[str]) -> list[list[str]]:
    found: list[list[str]] = []
    for name in rng.sample(names, len(names)):
        pile = rng.randrange(len(found) + 1)
        if pile == len(found):
            found.append([])
        found[pile].append(name)
    return found


def blocks(rng: random.Random, blocks: int) -> Parts:
    names = named("b", blocks)
    stacks, wanted = piles(rng, names), piles(rng, names)
    facts = ["free"]
    for stack in stacks:
        facts += [f"table {stack[0]}", f"clear {stack[-1]}"]
        facts += [f"on {above} {below}" for below, above in pairwise(stack)]
    goals = [f"on {above} {below}" for stack in wanted for below, above in pairwise(stack)]
    return {"": names}, facts, goals or [f"clear {names[0]}"]


def logistics(rng: random.Random, cities: int, parcels: int, planes: int = 1) -> Parts:
    towns, ports, offices = named("c", cities), named("a", cities), named("l", cities)
    trucks, flyers, goods = named("t", cities), named("f", planes), named("o", parcels)
    facts = []
    for town, port, office, truck in zip(towns, ports, offices, trucks, strict=True):
        facts += [f"within {port} {town}", f"within {office} {town}", f"at {truck} {rng.choice([port, office])}"]
    facts += [f"at {flyer} {rng.choice(ports)}" for flyer in flyers]
    goals = []
    for each in goods:
        start, end = rng.sample([*ports, *offices], 2)
        facts.append(f"at {each} {start}")
        goals.append(f"at {each} {end}")
    objects = {"city": towns, "airport": ports, "place": offices, "truck": trucks, "plane": flyers, "parcel": goods}
    return objects, facts, goals


def hanoi(rng: random.Random, discs: int) -> Parts:
    pegs, names = named("p", 3), named("d", discs)
    facts = [f"larger {peg} {disc}" for peg in pegs for disc in names]
    facts += [f"larger {b} {a}" for number, a in enumerate(names) for b in names[number + 1 :]]
    facts += [f"on {a} {b}" for a, b in pairwise([*names, pegs[0]])]
    facts += [f"clear {each}" for each in (names[0], *pegs[1:])]
    return {"": [*pegs, *names]}, facts, [f"on {a} {b}" for a, b in pairwise([*names, pegs[2]])]


def pegs(rng: random.Random, side: int, jumps: int) -> Parts:
    """Solitaire, by as many jumps taken back from the end."""
    cells = grid(side, side)
    lines = [
        (cell, (cell[0] + down, cell[1] + right), (cell[0] + 2 * down, cell[1] + 2 * right))
        for cell in cells
        for down, right in STEPS.values()
        if 0 <= cell[0] + 2 * down < side and 0 <= cell[1] + 2 * right < side
    ]
    last = rng.choice(cells)
    taken = {last}
    for _ in range(jumps):
        ways = [line for line in lines if line[2] in taken and line[0] not in taken and line[1] not in taken]
        if not ways:
            break
        start, middle, end = rng.choice(ways)
        taken = taken - {end} | {start, middle}
    facts = [f"line {text(a)} {text(b)} {text(c)}" for a, b, c in lines]
    facts += [f"{'peg' if cell in taken else 'empty'} {text(cell)}" for cell in cells]
    goals = [f"{'peg' if cell == last else 'empty'} {text(cell)}" for cell in cells]
    return {"hole": [text(cell) for cell in cells]}, facts, goals


def lights(rng: random.Random, rows: int, columns: int) -> Parts:
    cells = grid(rows, columns)
    switches = [(a, b) for a, b, _ in neighbours(cells)] + [(text(cell), text(cell)) for cell in cells]
    lit: set[str] = set()
    for cell in rng.sample(cells, len(cells) // 2):
        lit ^= {b for a, b in switches if a == text(cell)}
    facts = [f"switches {a} {b}" for a, b in switches] + [f"lit {lamp}" for lamp in sorted(lit)]
    return {"lamp": [text(cell) for cell in cells]}, facts, [f"not (lit {text(cell)})" for cell in cells]


def snake(rng: random.Random, rows: int, columns: int, apples: int) -> Parts:
    cells = grid(rows, columns)
    facts = [f"beside {a} {b}" for a, b, _ in neighbours(cells)]
    tail, head = (0, 0), (0, 1)
    order = [text(cell) for cell in rng.sample([cell for cell in cells if cell not in (tail, head)], apples)]
    facts += [f"head {text(head)}", f"tail {text(tail)}", f"follows {text(head)} {text(tail)}"]
    facts += [f"blocked {text(head)}", f"blocked {text(tail)}", f"apple {order[0]}"]
    facts += ["none"] if apples == 1 else [f"coming {order[1]}"]
    facts += [f"soon {a} {b}" for a, b in pairwise(order[1:])]
    return {"cell": [text(cell) for cell in cells]}, facts, [f"not (apple {cell})" for cell in order] + ["none"]


def transport(rng: random.Random, places: int, trucks: int, parcels: int) -> Parts:
    towns, wagons, goods, sizes = named("p", places), named("t", trucks), named("o", parcels), named("n", 3)
    length = {}
    facts = [f"next {b} {a}" for a, b in pairwise(sizes)]
    for a, b in connected(rng, towns, places // 2):
        length[a, b] = length.get((b, a)) or rng.randint(1, 30)
        facts += [f"road {a} {b}", f"= (length {a} {b}) {length[a, b]}"]
    for wagon in wagons:
        facts += [f"at {wagon} {rng.choice(towns)}", f"room {wagon} {sizes[-1]}"]
    goals = []
    for each in goods:
        start, end = rng.sample(towns, 2)
        facts.append(f"at {each} {start}")
        goals.append(f"at {each} {end}")
    return {"place": towns, "truck": wagons, "parcel": goods, "size": sizes}, facts, goals


def cube(rng: random.Random, turns: int) -> Parts:
    """A cube of 2x2x2: a sticker is a corner of the cube and an axis, a turn takes a layer round its axis."""
    corners = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    stickers = [(corner, axis) for corner in corners for axis in range(3)]
    label = {sticker: "s" + "".join(map(str, sticker[0])) + "xyz"[sticker[1]] for sticker in stickers}

    def turned(sticker: tuple[tuple[int, int, int], int], axis: int) -> tuple[tuple[int, int, int], int]:
        corner, side = sticker
        first, second = (each for each in range(3) if each != axis)
        to = list(corner)
        to[first], to[second] = corner[second], 1 - corner[first]
        return (to[0], to[1], to[2]), {first: second, second: first, axis: axis}[side]

    takes = {}
    for axis in range(3):
        once = {each: turned(each, axis) for each in stickers if each[0][axis] == 1}
        takes[f"{'xyz'[axis]}-right"] = once
        takes[f"{'xyz'[axis]}-left"] = {end: start for start, end in once.items()}
    shows = {sticker: f"{'xyz'[sticker[1]]}{sticker[0][sticker[1]]}" for sticker in stickers}
    goals = [f"shows {label[sticker]} {colour}" for sticker, colour in shows.items()]
    for _ in range(turns):
        turn = takes[rng.choice(sorted(takes))]
        shows = {**shows, **{end: shows[start] for start, end in turn.items()}}
    facts = [f"takes {name} {label[a]} {label[b]}" for name, turn in takes.items() for a, b in turn.items()]
    facts += [f"shows {label[sticker]} {colour}" for sticker, colour in shows.items()]
    return {"place": list(label.values()), "turn": list(takes), "colour": sorted(set(shows.values()))}, facts, goals


def openstacks(rng: random.Random, orders: int) -> Parts:
    names, products, counts = named("o", orders), named("p", orders), named("n", orders + 1)
    facts = [f"next {a} {b}" for a, b in pairwise(counts)] + [f"waiting {name}" for name in names] + ["free n0"]
    for name in names:
        facts += [f"includes {name} {product}" for product in rng.sample(products, rng.randint(1, 3))]
    return {"order": names, "product": products, "count": counts}, facts, [f"shipped {name}" for name in names]


def parking(rng: random.Random, kerbs: int) -> Parts:
    """Two cars at each kerb but one, which is empty at first and in the end."""
    cars, names = named("c", 2 * (kerbs - 1)), named("k", kerbs)

    def parked() -> list[tuple[str, str, str]]:
        order = rng.sample(cars, len(cars))
        return list(zip(order[::2], order[1::2], names[:-1], strict=True))

    facts = [f"empty {names[-1]}"]
    for front, back, kerb in parked():
        facts += [f"at {front} {kerb}", f"behind {back} {front}", f"clear {back}"]
    goals = [fact for front, back, kerb in parked() for fact in (f"at {front} {kerb}", f"behind {back} {front}")]
    return {"car": cars, "kerb": names}, facts, goals


GENERATORS: dict[str, Callable[..., Parts]] = {
    made.__name__: made
    for made in (
        blocks,
        cube,
        driverlog,
        floortile,
        freecell,
        gripper,
        hanoi,
        lights,
        logistics,
        miconic,
        openstacks,
        parking,
        pegs,
        ricochet,
        snake,
        sokoban,
        termes,
        tiles,
        transport,
        visitall,
    )
}
