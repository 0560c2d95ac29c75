"""Levels as JSON. Every defect is named by its path in the document, such as tiles[3].left."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, cast

from ...core.errors import BadInput, Defect, meant
from ...core.parts import Text
from .rules import DIRECTIONS, LaraLevel, Lever, Tile, TileKind, Trap, TrapKind

LARGEST = 10**9  # of ids
MISSING = LARGEST  # stands in for a tile that the document does not name properly
TILE_KINDS = ("Tile", "CrackedTile", "MovingTile")
TRAP_KINDS = ("Snake", "Saw", "Spider", "Lizard")
STEPS = "lrud"
Special = dict[str, dict[str, Any]]  # what only some kinds have
KEYS = ("tiles", "traps", "items", "levers", "agent", "traps_act_on", "name", "carry_out")


def parse(text: str, source: str = "level") -> LaraLevel:
    """The level in a JSON text; raises BadInput with all defects."""
    try:
        level, reader = reading(text)
    except json.JSONDecodeError as error:
        raise BadInput(source, [Defect(error.lineno, error.colno, f"not JSON: {error.msg}")]) from None
    except (RecursionError, ValueError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else "a number is too long"
        raise BadInput(source, [Defect(1, 1, f"not a level: {reason}")]) from None
    except TypeError as error:
        raise BadInput(source, [Defect(1, 1, str(error))]) from None
    if reader.defects:
        raise BadInput(source, reader.defects)
    return level


@lru_cache(maxsize=1)  # of the level that is read, what is odd is asked next
def reading(text: str) -> tuple[LaraLevel, Reader]:
    """The level, and the reader that knows what is wrong with it; raises ValueError, RecursionError or TypeError."""
    document = json.loads(text)
    if type(document) is not dict:
        raise TypeError(f"expected an object with {', '.join(KEYS[:5])}, not {shown(document)}")
    reader = Reader()
    level = reader.level(document)
    reader.check(level)
    return level, reader


class Reader:
    """Reads what can be read and notes every defect; where something is wrong a harmless value stands in."""

    def __init__(self) -> None:
        self.defects: list[Defect] = []
        self.warnings: list[Defect] = []
        self.ids: set[int] = set()

    def refuse(self, path: str, complaint: str) -> None:
        self.defects.append(Defect(None, None, complaint, where=path))

    def wonder(self, path: str, text: str) -> None:
        """Notes what is odd and can be taken all the same."""
        self.warnings.append(Defect(None, None, text, where=path))

    # -- single values

    def member(self, value: Any, path: str, key: str) -> tuple[Any, str]:
        """The value of a key that must be there, and its path."""
        path = f"{path}.{key}" if path else key
        if key in value:
            return value[key], path
        self.refuse(path, "this key is missing")
        return None, ""

    def checked(self, value: Any, path: str, key: str, kind: type, expected: str, stand_in: Any) -> Any:
        found, where = self.member(value, path, key)
        if type(found) is kind:
            return found
        if where:
            self.refuse(where, f"expected {expected}, not {shown(found)}")
        return stand_in

    def flag(self, value: Any, path: str, key: str) -> bool:
        return cast(bool, self.checked(value, path, key, bool, "true or false", False))

    def each(self, value: Any, path: str, key: str) -> list[tuple[Any, str]]:
        """The elements of a list, with their paths."""
        elements = self.checked(value, path, key, list, "a list", [])
        where = f"{path}.{key}" if path else key
        return [(element, f"{where}[{number}]") for number, element in enumerate(elements)]

    def choice(self, value: Any, path: str, key: str, choices: Sequence[str]) -> str:
        text = self.checked(value, path, key, str, f"one of {', '.join(choices)}", choices[0])
        if text not in choices:
            self.refuse(f"{path}.{key}".lstrip("."), f"expected one of {', '.join(choices)}, not {shown(text)}")
            return choices[0]
        return cast(str, text)

    def tile_id(self, found: Any, path: str) -> int:
        """The id of a tile that exists."""
        if type(found) is not int:
            self.refuse(path, f"expected the id of a tile, not {shown(found)}")
        elif found not in self.ids:
            self.refuse(path, f"there is no tile {shown(found)}")
        else:
            return found
        return MISSING

    def one_tile(self, value: Any, path: str, key: str) -> int:
        found, where = self.member(value, path, key)
        return self.tile_id(found, where) if where else MISSING

    def tile_or_null(self, value: Any, path: str, key: str) -> int | None:
        return None if value.get(key, MISSING) is None else self.one_tile(value, path, key)

    def tile_list(self, value: Any, path: str, key: str) -> tuple[int, ...]:
        found = [(self.tile_id(element, where), where) for element, where in self.each(value, path, key)]
        self.no_twice(found, "tile {} stands in this list twice")
        return tuple(element for element, _ in found)

    def no_twice(self, found: Iterable[tuple[Any, str]], complaint: str) -> None:
        seen = set()
        for value, path in found:
            if value in seen and value != MISSING:
                self.refuse(path, complaint.format(value))
            seen.add(value)

    def objects(self, value: Any, key: str) -> list[tuple[dict[str, Any], str]]:
        """The elements of a list of objects; others are refused."""
        elements = self.each(value, "", key)
        for element, path in elements:
            if type(element) is not dict:
                self.refuse(path, f"expected an object, not {shown(element)}")
        return [(element, path) for element, path in elements if type(element) is dict]

    # -- the document

    def level(self, document: dict[str, Any]) -> LaraLevel:
        for key in document:
            if key not in KEYS:
                # What is much like a key is that key mistyped; other things are for other programs.
                close = meant(key, KEYS)
                note = self.refuse if close else self.wonder
                note(
                    shown(key).strip("'"), f"a level has no such key{close or ': left out'} (it has {', '.join(KEYS)})"
                )
        tile_objects = self.objects(document, "tiles")
        for tile, path in tile_objects:
            number = self.checked(tile, path, "id", int, "a whole number", None)
            if number is not None and (number in self.ids or abs(number) >= LARGEST):
                self.refuse(f"{path}.id", "too large" if abs(number) >= LARGEST else f"a second tile {number}")
            elif number is not None:
                self.ids.add(number)
        tiles = tuple(self.read_tile(tile, path) for tile, path in tile_objects)
        traps = tuple(self.read_trap(trap, path) for trap, path in self.objects(document, "traps"))
        spears = []
        for item, path in self.objects(document, "items"):
            self.choice(item, path, "type", ("Spear",))
            spears.append((self.one_tile(item, path, "pos"), f"{path}.pos"))
        self.no_twice(spears, "a second spear on tile {}")
        levers = tuple(
            Lever(self.tile_list(lever, path, "pos"), self.tile_list(lever, path, "tiles"))
            for lever, path in self.objects(document, "levers")
        )
        agent = self.checked(document, "", "agent", dict, "an object with pos", None)
        start = MISSING if agent is None else self.one_tile(agent, "agent", "pos")
        acts_on = self.choice(document, "", "traps_act_on", ("walk", "any")) if "traps_act_on" in document else "walk"
        name = self.checked(document, "", "name", str, "a text", None) if document.get("name") is not None else None
        if name is not None and not name.isprintable():
            self.refuse("name", "has characters that cannot be shown")
        carry_out = self.flag(document, "", "carry_out") if "carry_out" in document else False
        items = tuple(tile for tile, _ in spears)
        return LaraLevel(tiles, traps, items, levers, start, acts_on, name, carry_out)  # type: ignore[arg-type]

    def read_tile(self, tile: dict[str, Any], path: str) -> Tile:
        kind = self.choice(tile, path, "type", TILE_KINDS)
        number = tile.get("id")
        return Tile(
            id=number if type(number) is int else MISSING,
            kind=cast(TileKind, kind),
            joins=tuple(self.tile_or_null(tile, path, side) for side in DIRECTIONS),
            air_connect=self.tile_list(tile, path, "air_connect"),
            is_goal=self.flag(tile, path, "is_goal"),
            drop=self.tile_or_null(tile, path, "drop") if kind == "CrackedTile" else None,
            active=self.flag(tile, path, "active") if kind == "MovingTile" else True,
            place=self.place(tile, path),
        )

    def place(self, tile: dict[str, Any], path: str) -> tuple[int, int, int] | None:
        if not tile.keys() & {"x", "y", "z"}:
            return None
        found = [self.checked({"z": 0, **tile}, path, axis, int, "a whole number", 0) for axis in "xyz"]
        for axis, number in zip("xyz", found, strict=True):
            if abs(number) >= 1000:
                self.refuse(f"{path}.{axis}", "too far away: coordinates lie between -999 and 999")
        return found[0], found[1], found[2]

    def read_trap(self, trap: dict[str, Any], path: str) -> Trap:
        kind = self.choice(trap, path, "type", TRAP_KINDS)
        can_attack = self.flag(trap, path, "can_attack")
        if kind == "Saw" and can_attack:
            self.refuse(f"{path}.can_attack", "a saw cannot be attacked: say false")
        sequence: list[int] = []
        if kind in ("Saw", "Spider"):
            for step, where in self.each(trap, path, "moving_seq"):
                if type(step) is str and len(step) == 1 and step in STEPS:
                    sequence.append(STEPS.index(step))
                else:
                    self.refuse(where, f"expected one of l, r, u, d, not {shown(step)}")
            if trap.get("moving_seq") == []:
                self.refuse(f"{path}.moving_seq", f"is empty: where does the {kind.lower()} go?")
        return Trap(
            cast(TrapKind, kind),
            can_attack,
            pos=self.one_tile(trap, path, "pos"),
            guards=self.tile_or_null(trap, path, "guards"),
            sequence=tuple(sequence),
            activates=self.one_tile(trap, path, "activates") if kind == "Lizard" else None,
        )

    # -- the level as a whole; tiles that do not exist have been complained of already

    def check(self, level: LaraLevel) -> None:
        if not any(tile.is_goal for tile in level.tiles):
            self.refuse("tiles", "no tile is a goal")
        given = [(tile.place, f"tiles[{number}].x") for number, tile in enumerate(level.tiles) if tile.place]
        self.no_twice(given, "a second tile at {}")
        self.check_tiles(level)
        self.check_traps(level)
        self.check_levers(level)
        if level.start in level.tile and not level.tile[level.start].active:
            self.refuse("agent.pos", f"tile {level.start} is inactive")

    def check_levers(self, level: LaraLevel) -> None:
        at = []
        for number, lever in enumerate(level.levers):
            if not lever.pos:
                self.refuse(f"levers[{number}].pos", "the lever is nowhere")
            at += [(tile, f"levers[{number}].pos[{place}]") for place, tile in enumerate(lever.pos)]
            for place, tile in enumerate(lever.tiles):
                if tile in level.tile and level.tile[tile].kind != "MovingTile":
                    self.refuse(f"levers[{number}].tiles[{place}]", f"tile {tile} is not a MovingTile")
        self.no_twice(at, "a second lever at tile {}")

    def check_traps(self, level: LaraLevel) -> None:
        self.no_twice(((trap.pos, f"traps[{n}].pos") for n, trap in enumerate(level.traps)), "a second trap on tile {}")
        for number, trap in enumerate(level.traps):
            path = f"traps[{number}]"
            if trap.pos == level.start != MISSING:
                self.refuse(f"{path}.pos", "on the tile on which the agent starts")
            if trap.guards == trap.pos != MISSING:
                self.refuse(f"{path}.guards", "a trap cannot guard the tile it is on")
            watched = level.tile.get(trap.guards) if trap.guards is not None else None
            if trap.sequence and watched is not None and watched.joins[trap.sequence[0]] is None:
                complaint = (
                    f"the route leaves the map: tile {watched.id} has no tile {DIRECTIONS[trap.sequence[0]]} of it"
                )
                self.refuse(f"{path}.moving_seq[0]", complaint)

    def check_tiles(self, level: LaraLevel) -> None:
        for number, tile in enumerate(level.tiles):
            for side, target in zip(DIRECTIONS, tile.joins, strict=True):
                if target == tile.id != MISSING:
                    text = f"tile {tile.id} is joined to itself: a step there stays where it is"
                    self.wonder(f"tiles[{number}].{side}", text)
            seen, below = {tile.id}, tile.drop
            while below in level.tile and below not in seen:
                seen.add(below)
                below = level.tile[below].drop
            if below == tile.id != MISSING:
                self.refuse(f"tiles[{number}].drop", f"whoever falls through tile {tile.id} comes back to it")


def shown(value: Any) -> str:
    """A value in an error message, cut where it is long."""
    if type(value) in (dict, list):
        return "an object" if type(value) is dict else "a list"
    text = "null" if value is None else json.dumps(value) if type(value) is bool else repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def format(level: LaraLevel) -> str:
    """The level as JSON, a tile or trap a line."""

    def tile_object(tile: Tile) -> dict[str, Any]:
        special: Special = {"CrackedTile": {"drop": tile.drop}, "MovingTile": {"active": tile.active}}
        joins = dict(zip(DIRECTIONS, tile.joins, strict=True))
        place = dict(zip("xyz", tile.place, strict=True)) if tile.place is not None else {}
        ends = {"air_connect": tile.air_connect, "is_goal": tile.is_goal}
        return {"id": tile.id, "type": tile.kind, **joins, **ends, **special.get(tile.kind, {}), **place}

    def trap_object(trap: Trap) -> dict[str, Any]:
        route = {"moving_seq": [STEPS[side] for side in trap.sequence]}
        special: Special = {"Saw": route, "Spider": route, "Lizard": {"activates": trap.activates}}
        return {
            "type": trap.kind,
            "can_attack": trap.can_attack,
            "pos": trap.pos,
            "guards": trap.guards,
            **special.get(trap.kind, {}),
        }

    def rows(objects: Iterable[Any], make: Callable[[Any], dict[str, Any]]) -> str:
        lines = ",\n".join(f"    {json.dumps(make(each), ensure_ascii=False)}" for each in objects)
        return f"[\n{lines}\n  ]" if lines else "[]"

    parts = {} if level.name is None else {"name": json.dumps(level.name, ensure_ascii=False)}
    if level.traps_act_on != "walk":
        parts["traps_act_on"] = json.dumps(level.traps_act_on)
    if level.carry_out:
        parts["carry_out"] = "true"
    parts["tiles"] = rows(level.tiles, tile_object)
    parts["traps"] = rows(level.traps, trap_object)
    parts["items"] = rows(level.spears, lambda tile: {"type": "Spear", "pos": tile})
    parts["levers"] = rows(level.levers, lambda lever: {"pos": lever.pos, "tiles": lever.tiles})
    parts["agent"] = json.dumps({"pos": level.start})
    return "{\n" + ",\n".join(f'  "{key}": {value}' for key, value in parts.items()) + "\n}\n"


def oddities(text: str) -> list[Defect]:
    """What is odd about a level that can be read."""
    return list(reading(text)[1].warnings)


def recognises(text: str) -> bool:
    """Whether the text is a JSON object with tiles and an agent."""
    if not text.lstrip().startswith("{"):
        return False
    try:
        document = json.loads(text)
    except (RecursionError, ValueError):
        return False
    return type(document) is dict and {"tiles", "agent"} <= document.keys()


TEXT = Text(format, oddities=oddities)
