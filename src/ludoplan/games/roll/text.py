"""The `.roll` form: a map, then optionally a line `---` and a legend of switches and bridges."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from string import ascii_letters

from ...core.errors import BadInput, Defect, characters_outside
from ...core.grids import cells_matching, with_character
from ...core.parts import Text
from .rules import BUILT_IN, Cell, Effect, RollLevel, Switch, is_bridge

UNKNOWN = re.compile(r"[^A-Za-z .|\-_]")
ENTRY = re.compile(r"\s*(?P<key>name|[A-Za-z])\s*:\s*(?P<value>.*?)\s*$")
SPLIT = re.compile(r"split\s+(\d+),(\d+)\s+(\d+),(\d+)$")


@dataclass
class Legend:
    """What stands below the map, with the lines it stands on."""

    switches: dict[str, Switch] = field(default_factory=dict)
    bridges: dict[str, bool] = field(default_factory=dict)
    name: str | None = None
    lines: dict[str, int] = field(default_factory=dict)


def parse(text: str, source: str = "level") -> RollLevel:
    """The level in `text`; raises BadInput with all defects."""
    lines = text.split("\n")
    cut = next((number for number, line in enumerate(lines) if line.rstrip() == "---"), len(lines))
    rows = trimmed(lines[:cut])
    defects: list[Defect] = []
    legend = parse_legend(lines[cut + 1 :], cut + 2, defects)
    if not rows:
        defects.append(Defect(1, 1, "the map is empty"))
        raise BadInput(source, defects)
    defects += characters_outside(UNKNOWN, rows, "means nothing on a map")
    start = find_start(rows, defects)
    target = find_target(rows, defects)
    check_letters(rows, legend, defects)
    check_splits(rows, legend, defects)
    if defects:
        raise BadInput(source, defects)
    switches = tuple(sorted(legend.switches.items()))
    on = frozenset(letter for letter, is_on in legend.bridges.items() if is_on)
    floor = str.maketrans("|-_", "ggg")
    return RollLevel(tuple(row.translate(floor) for row in rows), start, target, switches, on, legend.name)


def trimmed(rows: Iterable[str]) -> tuple[str, ...]:
    """The rows of a map without blanks at their ends and without empty ones below."""
    bare = [row.rstrip() for row in rows]
    while bare and not bare[-1]:
        bare.pop()
    return tuple(bare)


def find_start(rows: Sequence[str], defects: list[Defect]) -> tuple[Cell, ...]:
    upright, lying = cells_matching(rows, r"\|"), cells_matching(rows, "-")
    if not upright and not lying:
        defects.append(Defect(1, 1, "the block has no start: '|' standing, or two '-' lying"))
        return ()
    if upright:
        defects += [Defect(row + 1, column + 1, "a second start '|'") for row, column in upright[1:]]
        defects += [Defect(row + 1, column + 1, "a start '-' beside a start '|'") for row, column in lying]
        return (upright[0],)
    if len(lying) != 2:
        what = "half of a lying block alone: a second '-' is missing" if len(lying) == 1 else "a third '-'"
        defects += [Defect(row + 1, column + 1, what) for row, column in (lying[2:] or lying)]
    elif abs(lying[0][0] - lying[1][0]) + abs(lying[0][1] - lying[1][1]) != 1:
        defects.append(Defect(lying[1][0] + 1, lying[1][1] + 1, "the two '-' of a lying block must be side by side"))
    return tuple(lying)


def find_target(rows: Sequence[str], defects: list[Defect]) -> Cell:
    targets = cells_matching(rows, "_")
    if not targets:
        defects.append(Defect(1, 1, "there is no target '_'"))
        return 0, 0
    defects += [Defect(row + 1, column + 1, "a second target '_'") for row, column in targets[1:]]
    return targets[0]


def check_letters(rows: Sequence[str], legend: Legend, defects: list[Defect]) -> None:
    """Every letter of the map must mean something."""
    acted_on = {bridge for switch in legend.switches.values() for effect in switch.effects for bridge in effect.bridges}
    known = {"g", "f", "x", "c", *BUILT_IN, *legend.switches, *legend.bridges, *acted_on}
    for letter in sorted(set("".join(rows)) & set(ascii_letters) - known):
        kind = "switch" if letter.isupper() else "bridge"
        for row, column in cells_matching(rows, letter):
            defects.append(Defect(row + 1, column + 1, f"{kind} {letter!r} is not in the legend"))


def check_splits(rows: Sequence[str], legend: Legend, defects: list[Defect]) -> None:
    for letter, switch in legend.switches.items():
        line = legend.lines[letter]
        for row, column in switch.split or ():
            inside = 0 <= row < len(rows) and 0 <= column < len(rows[row])
            if not inside or rows[row][column] in " .":
                defects.append(Defect(line, 1, f"split cell {row + 1},{column + 1} has no floor"))
        if switch.split and switch.split[0] == switch.split[1]:
            defects.append(Defect(line, 1, "the two split cells are the same"))


def parse_legend(lines: list[str], first_number: int, defects: list[Defect]) -> Legend:
    legend = Legend()
    for number, line in enumerate(lines, start=first_number):
        if not line.strip():
            continue
        entry = ENTRY.match(line)
        if entry is None:
            defects.append(Defect(number, 1, "expected 'LETTER: ...' or 'name: ...'"))
            continue
        key, value, column = entry["key"], entry["value"], entry.start("value") + 1
        if key in legend.lines:
            defects.append(Defect(number, entry.start("key") + 1, f"{key!r} was defined on line {legend.lines[key]}"))
            continue
        legend.lines[key] = number
        if key == "name":
            legend.name = value or None
        elif key in BUILT_IN or key in "gf":
            defects.append(Defect(number, entry.start("key") + 1, f"{key!r} has a fixed meaning"))
        elif key.isupper():
            legend.switches[key] = parse_switch(value, number, column, defects)
        elif value in ("on", "off"):
            legend.bridges[key] = value == "on"
        else:
            defects.append(Defect(number, column, f"bridge {key!r}: expected 'on' or 'off'"))
    return legend


def parse_switch(value: str, number: int, column: int, defects: list[Defect]) -> Switch:
    """`soft|heavy VERB BRIDGE..., VERB BRIDGE...` or `split R,C R,C`."""
    words = value.split(maxsplit=1)
    weight = words[0] if words else ""
    rest = words[1] if len(words) == 2 else ""
    if weight == "split" or rest.startswith("split"):
        match = SPLIT.match(value if weight == "split" else rest)
        if match is None or weight == "soft":
            defects.append(Defect(number, column, "expected 'split ROW,COLUMN ROW,COLUMN' (a split switch is heavy)"))
            return Switch(True)
        a, b, c, d = (int(group) - 1 for group in match.groups())
        return Switch(True, split=((a, b), (c, d)))
    if weight not in ("soft", "heavy"):
        defects.append(Defect(number, column, "expected 'soft', 'heavy' or 'split'"))
        return Switch(True)
    effects = []
    for clause in rest.split(","):
        verb, *bridges = clause.split() or [""]
        if verb not in ("toggle", "open", "close"):
            defects.append(Defect(number, column, f"expected 'toggle', 'open' or 'close', not {verb!r}"))
        elif not bridges:
            defects.append(Defect(number, column, f"{verb!r}: which bridges?"))
        defects += [
            Defect(number, column, f"{bridge!r} is not the letter of a bridge")
            for bridge in bridges
            if len(bridge) != 1 or not bridge.isascii() or not is_bridge(bridge)
        ]
        effects.append(Effect(verb, tuple(bridges)))  # type: ignore[arg-type]
    return Switch(weight == "heavy", tuple(effects))


def format(level: RollLevel) -> str:
    """The text of the level; marks that hide floor are put back."""
    rows = level.rows
    for cell in level.start:
        rows = with_character(rows, cell, "|" if len(level.start) == 1 else "-")
    rows = with_character(rows, level.target, "_")
    legend = [f"name: {level.name}"] if level.name else []
    legend += [f"{letter}: {format_switch(switch)}" for letter, switch in level.switches]
    legend += [f"{letter}: on" for letter in sorted(level.on)]
    used = {bridge for _, switch in level.switches for effect in switch.effects for bridge in effect.bridges}
    loose = {letter for letter in level.letters if is_bridge(letter)} - used - level.on - {"x", "c"}
    legend += [f"{letter}: off" for letter in sorted(loose)]
    return "".join(f"{line}\n" for line in (*rows, *(["---", *legend] if legend else [])))


def format_switch(switch: Switch) -> str:
    if switch.split:
        return "split " + " ".join(f"{row + 1},{column + 1}" for row, column in switch.split)
    effects = ", ".join(f"{effect.verb} {' '.join(effect.bridges)}" for effect in switch.effects)
    return f"{'heavy' if switch.heavy else 'soft'} {effects}"


def recognises(text: str) -> bool:
    """Whether the text is a map with a start and a target, and floor."""
    map_, _, _ = text.partition("\n---")
    is_map = "_" in map_ and any(mark in map_ for mark in "|-") and not UNKNOWN.search(map_.replace("\n", ""))
    return is_map and any(mark.isalpha() for mark in map_)


TEXT = Text(format)
