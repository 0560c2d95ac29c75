"""Small PuzzleScript games made at random from a seed, with every feature of the language.

Rules are made so that most compile without errors: the right side starts as a copy of the left and is changed a little.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

RELATIVE = [">", "<", "^", "v"]
ABSOLUTE = ["up", "down", "left", "right"]
WIDE = ["moving", "orthogonal", "horizontal", "vertical", "perpendicular", "parallel"]
MEANINGS = {"moving": 5, "orthogonal": 4, "horizontal": 2, "vertical": 2, "perpendicular": 2, "parallel": 2}
MOST_EXPANDED = 400
COLOURS = ["red", "green", "blue", "white", "black", "yellow"]

Item = tuple[str, str]
"""A qualifier (perhaps empty) and a name."""
Cell = list[Item] | None
"""None is an ellipsis."""


@dataclass
class Vocabulary:
    """What the rules of a game may talk about."""

    objects: list[str]
    layer_of: dict[str, int]
    layers: list[list[str]]
    properties: dict[str, list[str]] = field(default_factory=dict)
    aggregates: dict[str, list[str]] = field(default_factory=dict)
    synonyms: dict[str, str] = field(default_factory=dict)
    glyphs: dict[str, list[str]] = field(default_factory=dict)

    def layers_of(self, name: str) -> set[int]:
        """The layers that a name touches."""
        if name in self.synonyms:
            return self.layers_of(self.synonyms[name])
        members = self.properties.get(name) or self.aggregates.get(name) or [name]
        return {self.layer_of[member] for member in members}


@dataclass(frozen=True)
class RandomGame:
    """A game, and a way to play it."""

    source: str
    level: int
    seed: str
    inputs: list[str]


class _Maker:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.words = self._vocabulary()
        self.random = self._maybe(0.25)
        self.again = self._maybe(0.2)
        self.loops = not self.again and self._maybe(0.2)
        self.rigid = self._maybe(0.2)
        self.realtime = self._maybe(0.15)

    def _maybe(self, chance: float) -> bool:
        return self.rng.random() < chance

    def _vocabulary(self) -> Vocabulary:
        rng = self.rng
        names = ["crate", "wall", "goal", "slime", "key", "door", "ghost", "gem"][: rng.randint(2, 8)]
        players = ["player"] if self._maybe(0.8) else ["cat", "dog"]
        # Enough objects and layers, now and then, to need more than one machine word for each.
        fillers = [f"filler{i}" for i in range(rng.choice([0, 0, 0, 0, 30, 62]))]
        layers = [["floor", "grass"]] if self._maybe(0.2) else [["background"]]
        for name in rng.sample([*players, *names], len(players) + len(names)):
            if len(layers) == 1 or self._maybe(0.45):
                layers.append([name])
            else:
                rng.choice(layers[1:]).append(name)
        for filler in fillers:
            if len(layers) < 9 and self._maybe(0.3):
                layers.insert(rng.randint(1, len(layers)), [filler])
            else:
                rng.choice(layers[1:]).append(filler)
        objects = [name for layer in layers for name in layer]
        layer_of = {name: number for number, layer in enumerate(layers) for name in layer}
        words = Vocabulary(objects, layer_of, layers)
        if players != ["player"]:
            if layer_of["cat"] != layer_of["dog"] and self._maybe(0.4):
                words.aggregates["player"] = players
            else:
                words.properties["player"] = players
        if "grass" in objects:
            words.properties["background"] = layers[0]
            words.synonyms["lawn"] = "grass"
        for name in ["thing", "stuff", "solid"][: rng.randint(0, 3)]:
            words.properties[name] = rng.sample(names, rng.randint(2, min(4, len(names))))
        if fillers and self._maybe(0.7):
            words.properties["many"] = [*rng.sample(fillers, rng.randint(2, 6)), rng.choice(names)]
        pairs = [(a, b) for a in names for b in names if a < b and layer_of[a] != layer_of[b]]
        if pairs and self._maybe(0.4):
            words.aggregates["both"] = list(rng.choice(pairs))
        if self._maybe(0.3):
            words.synonyms["box"] = names[0]
        return words

    # What rules are made of.

    def _name(self, *, with_aggregates: bool = True) -> str:
        words = self.words
        candidates = [name for name in words.objects if not name.startswith("filler")] * 2
        candidates += [name for name in words.objects if name.startswith("filler")][:6]
        candidates += list(words.properties) * 2 + list(words.synonyms)
        if "player" not in words.aggregates or with_aggregates:
            candidates += ["player"] * 3
        if with_aggregates:
            candidates += list(words.aggregates)
        return self.rng.choice(candidates)

    def _movement(self, *, late: bool) -> str:
        if late or self._maybe(0.5):
            return ""
        return self.rng.choice(
            [*RELATIVE, *RELATIVE, *RELATIVE, *ABSOLUTE, *WIDE, "stationary", "stationary", "action"]
        )

    def _left_cell(self, *, late: bool) -> list[Item]:
        cell: list[Item] = []
        used: set[int] = set()
        for _ in range(self.rng.choice([0, 1, 1, 1, 1, 2, 2, 3])):
            negated = self._maybe(0.2)
            name = self._name(with_aggregates=not negated)
            if any(item[1] == name for item in cell) and self._maybe(0.95):
                continue
            if negated:
                cell.append(("no", name))
                continue
            layers = self.words.layers_of(name)
            if layers & used:
                continue
            used |= layers
            cell.append((self._movement(late=late), name))
        return cell

    def _right_cell(self, left: list[Item], *, late: bool) -> list[Item]:
        kept = [item for item in left if item[0] != "no" or self._maybe(0.2)]
        cell: list[Item] = []
        used: set[int] = set()
        for movement, name in kept:
            if self._maybe(0.15):
                continue
            if movement != "no":
                used |= self.words.layers_of(name)
                if self._maybe(0.3):
                    movement = self._right_movement(late=late)
            cell.append((movement, name))
        if self._maybe(0.3):
            name = self.rng.choice([name for name in self.words.objects if not name.startswith("filler")])
            if self.random and self._maybe(0.2) and self.words.properties:
                chosen = self.rng.choice(list(self.words.properties))
                if not self.words.layers_of(chosen) & used:
                    cell.append(("random", chosen))
            elif self.words.layer_of[name] not in used and (self.words.layer_of[name] or self._maybe(0.1)):
                cell.append((self._right_movement(late=late) if self._maybe(0.3) else "", name))
            elif self._maybe(0.1):
                cell.append(("no", name))
        return cell

    def _right_movement(self, *, late: bool) -> str:
        if self.random and self._maybe(0.3):
            return "randomdir"
        if late:
            return ""
        return self.rng.choice([*RELATIVE, *RELATIVE, *ABSOLUTE, "stationary", "action", ""])

    def _row(self, *, late: bool, only: bool) -> list[Cell]:
        length = self.rng.choice([1, 1, 2, 2, 2, 3, 4])
        row: list[Cell] = [self._left_cell(late=late) for _ in range(length)]
        if not only and not any(qualifier != "no" for cell in row if cell for qualifier, _ in cell):
            # Rows that match everywhere have too many matches together.
            row[0] = [("", self._name())]
        if length > 1 and self._maybe(0.15):
            row.insert(self.rng.randint(1, length - 1), None)
            if length > 2 and self._maybe(0.4):
                gaps = [i for i in range(1, len(row)) if row[i] is not None and row[i - 1] is not None]
                if gaps:
                    row.insert(self.rng.choice(gaps), None)
        return row

    def _commands(self) -> list[str]:
        rare = ["cancel", "restart", "win", "checkpoint", "message hello there"]
        commands = []
        if self.again and self._maybe(0.35):
            commands.append("again")
        if self._maybe(0.12):
            commands.append(self.rng.choice(rare))
        if self._maybe(0.12):
            commands.append(self.rng.choice(["sfx0", "sfx1", "sfx2"]))
        commands.sort(key=lambda command: command.startswith("message"))
        return commands

    def _expanded(self, rows: list[list[Cell]]) -> int:
        """About how many rules the compiler makes of these patterns."""
        count = 4
        for qualifier, name in (item for row in rows for cell in row if cell for item in cell):
            if qualifier != "no":
                count *= len(self.words.properties.get(name, [name])) * MEANINGS.get(qualifier, 1)
        return count

    def _left(self, *, late: bool) -> list[list[Cell]]:
        while True:
            count = self.rng.choice([1, 1, 1, 1, 1, 2, 2, 3])
            rows = [self._row(late=late, only=count == 1) for _ in range(count)]
            if self._expanded(rows) <= MOST_EXPANDED:
                return rows

    def _rule(self) -> str:
        late = self._maybe(0.2)
        rigid = self.rigid and not late and self._maybe(0.5)
        prefix = [word for word, there in (("late", late), ("rigid", rigid)) if there]
        if self.random and self._maybe(0.25):
            prefix.append("random")
        if self._maybe(0.3):
            prefix.append(self.rng.choice([*ABSOLUTE, "horizontal", "vertical", "orthogonal"]))
        left = self._left(late=late)
        commands = self._commands()
        right = (
            ""
            if commands and self._maybe(0.4)
            else " ".join(
                _row_text([None if cell is None else self._right_cell(cell, late=late) for cell in row]) for row in left
            )
        )
        if not right and not commands:
            commands = ["sfx1"]
        left_text = " ".join(_row_text(row) for row in left)
        return " ".join([*prefix, left_text, "->", *([right] if right else []), *commands])

    def _push_rule(self) -> str:
        """Something that is likely to happen."""
        thing = self.rng.choice([name for name in self.words.objects[1:] if not name.startswith("filler")])
        who = "player" if "player" not in self.words.aggregates else "cat"
        rigid = "rigid " if self.rigid and self._maybe(0.5) else ""
        return self.rng.choice(
            [
                f"{rigid}[ > {who} | {thing} ] -> [ > {who} | > {thing} ]",
                f"[ > {who} | {thing} ] -> [ > {thing} | {who} ]",
                f"{rigid}[ moving {thing} | {thing} ] -> [ moving {thing} | moving {thing} ]",
                f"[ action {who} | {thing} ] -> [ {who} | ]",
                f"[ > {who} | ... | {thing} ] -> [ > {who} | ... | > {thing} ]",
                f"late [ {who} | {thing} ] -> [ | {thing} ]",
                f"[ stationary {thing} ] -> [ {self.rng.choice(ABSOLUTE)} {thing} ]",
            ]
        )

    def _rules(self) -> list[str]:
        rules: list[str] = []
        in_loop = False
        for number in range(self.rng.randint(1, 6)):
            if self.loops and self._maybe(0.4):
                rules.append("endloop" if in_loop else "startloop")
                in_loop = not in_loop
            rule = self._push_rule() if self._maybe(0.35) else self._rule()
            if number and not rules[-1].endswith("loop") and " random " not in f" {rule}" and self._maybe(0.2):
                rule = f"+ {rule}"
            rules.append(rule)
        return [*rules, "endloop"] if in_loop else rules

    # The other sections.

    def _prelude(self) -> list[str]:
        lines = ["title random game", "author nobody"]
        lines += ["run_rules_on_level_start"] * self._maybe(0.15)
        lines += ["require_player_movement"] * self._maybe(0.15)
        lines += ["noaction"] * self._maybe(0.05) + ["noundo"] * self._maybe(0.05) + ["norestart"] * self._maybe(0.05)
        return lines + ["realtime_interval 0.5"] * self.realtime

    def _sounds(self) -> list[str]:
        lines = []
        for _ in range(self.rng.choice([0, 0, 2, 5])):
            name = self._name(with_aggregates=False)
            if name == "player" and "player" in self.words.aggregates:
                continue
            verb = self.rng.choice(["move", "move", "cantmove", "create", "destroy", "action"])
            where = ""
            if verb in ("move", "cantmove") and self._maybe(0.4):
                where = self.rng.choice([*ABSOLUTE, "horizontal", "vertical"]) + " "
            lines.append(f"{name} {verb} {where}{self.rng.randint(10**6, 10**8)}")
        lines += [
            f"{event} {self.rng.randint(10**6, 10**8)}"
            for event in ("sfx0", "sfx1", "undo", "restart", "endlevel")
            if self._maybe(0.3)
        ]
        return lines

    def _legend(self) -> list[str]:
        words = self.words
        lines = [f"{name} = {' or '.join(members)}" for name, members in words.properties.items()]
        lines += [f"{name} = {' and '.join(members)}" for name, members in words.aggregates.items()]
        lines += [f"{name} = {member}" for name, member in words.synonyms.items()]
        letters = iter("abcdefghijklmnoqrstuvwxyz0123456789")
        words.glyphs["."] = [words.objects[0]]
        players = words.properties.get("player") or words.aggregates.get("player") or ["player"]
        words.glyphs["p"] = players if "player" in words.aggregates else [self.rng.choice(players)]
        for name in words.objects[1:]:
            if not name.startswith("filler") or self._maybe(0.15):
                letter = next(letters, None)
                if letter is None:
                    break
                words.glyphs[letter] = [name]
        plain = [name for name in words.objects[1:] if not name.startswith("filler")]
        for _ in range(2):
            a, b = self.rng.choice(plain), self.rng.choice(plain)
            letter = next(letters, None)
            if letter is not None and words.layer_of[a] != words.layer_of[b]:
                words.glyphs[letter] = [a, b]
        return lines + [f"{glyph} = {' and '.join(names)}" for glyph, names in words.glyphs.items()]

    def _win_conditions(self) -> list[str]:
        lines = []
        for _ in range(self.rng.choice([0, 1, 1, 1, 2])):
            kind = self.rng.choice(["all", "some", "no", "any"])
            subject, target = self._name(), self._name()
            lines.append(f"{kind} {subject}" if kind != "all" and self._maybe(0.4) else f"{kind} {subject} on {target}")
        return lines

    def _levels(self, count: int) -> list[str]:
        lines: list[str] = []
        for number in range(count):
            if number and self._maybe(0.2):
                lines += ["", "message well done"]
            width, height = self.rng.randint(1, 7), self.rng.randint(1, 6)
            glyphs = list(self.words.glyphs)
            some = self.rng.sample(glyphs, min(len(glyphs), self.rng.randint(2, 7)))
            rows = [[self.rng.choice(some) if self._maybe(0.4) else "." for _ in range(width)] for _ in range(height)]
            for _ in range(self.rng.choice([1, 1, 1, 2])):
                rows[self.rng.randrange(height)][self.rng.randrange(width)] = "p"
            lines += ["", *("".join(row) for row in rows)]
        return lines

    def make(self, length: int) -> RandomGame:
        """The whole game. Only one level where numbers are drawn: the original seeds the next one by the clock."""
        count = 1 if self.random else self.rng.choice([1, 1, 2, 3])
        legend = self._legend()
        sections = {
            "OBJECTS": [line for name in self.words.objects for line in (name, self.rng.choice(COLOURS), "")],
            "LEGEND": legend,
            "SOUNDS": self._sounds(),
            "COLLISIONLAYERS": [", ".join(layer) for layer in self.words.layers],
            "RULES": self._rules(),
            "WINCONDITIONS": self._win_conditions(),
            "LEVELS": self._levels(count),
        }
        text = self._prelude()
        for name, lines in sections.items():
            text += ["", "=====", name, "=====", "", *lines]
        keys = [*ABSOLUTE, *ABSOLUTE, *ABSOLUTE, "action", "undo"] + ["tick"] * (3 * self.realtime)
        inputs = [self.rng.choice(keys) if self._maybe(0.97) else "restart" for _ in range(length)]
        return RandomGame("\n".join(text) + "\n", 0, str(self.rng.randint(1, 10**9)), inputs)


def _row_text(row: list[Cell]) -> str:
    cells = ["..." if cell is None else " ".join(" ".join(item).strip() for item in cell) for cell in row]
    return f"[ {' | '.join(cells)} ]"


def random_game(seed: int, length: int = 20) -> RandomGame:
    """The game of a seed, with inputs to play it."""
    return _Maker(seed).make(length)
