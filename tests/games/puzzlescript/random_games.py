"""Small PuzzleScript games made at random from a seed, with every feature of the language.

Rules are made so that most compile without errors: the right side starts as a copy of the left and is changed a little.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import pairwise

from odd_text import odd_text
from random_words import random_words

RELATIVE = [">", "<", "^", "v"]
ABSOLUTE = ["up", "down", "left", "right"]
WIDE = ["moving", "orthogonal", "horizontal", "vertical", "perpendicular", "parallel"]
MEANINGS = {"moving": 5, "orthogonal": 4, "horizontal": 2, "vertical": 2, "perpendicular": 2, "parallel": 2}
MOST_EXPANDED = 400
SETTINGS = [
    "noaction",
    "noundo",
    "norestart",
    "norepeat_action",
    "throttle_movement",
    "again_interval 0.1",
    "key_repeat_interval 0.3",
    "flickscreen 3x2",
    "zoomscreen 5x4",
    "color_palette 3",
    "background_color #123",
    "text_color lightblue",
    "homepage example.org",
    "youtube abc",
    "scanline",
    "verbose_logging",
]
EVENTS = (
    "sfx0 sfx1 sfx10 undo restart endlevel startlevel cancel titlescreen startgame endgame showmessage closemessage"
)
COLOURS = ["red", "green", "blue", "white", "black", "yellow"]

Item = tuple[str, str]
"""A qualifier (perhaps empty) and a name."""
Cell = list[Item] | None
"""None is an ellipsis."""


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
        self.words = random_words(self.rng)
        self.random = self._maybe(0.25)
        self.again = self._maybe(0.2)
        self.loops = self._maybe(0.05 if self.again else 0.2)
        self.rigid = self._maybe(0.2)
        self.realtime = self._maybe(0.15)

    def _maybe(self, chance: float) -> bool:
        return self.rng.random() < chance

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
        rare = ["cancel", "restart", "win", "checkpoint", "message hello there", "message"]
        commands = []
        if self.again and self._maybe(0.35):
            commands.append("again")
        commands += [self.rng.choice(rare) for _ in range(self.rng.choice([0] * 14 + [1, 1, 2]))]
        if self._maybe(0.12):
            commands.append(self.rng.choice(["sfx0", "sfx1", "sfx2", "sfx10"]))
        commands.sort(key=lambda command: command.startswith("message"))
        return commands

    def _expanded(self, rows: list[list[Cell]]) -> int:
        """About how many rules the compiler makes of these patterns."""
        count = 4
        for qualifier, name in (item for row in rows for cell in row if cell for item in cell):
            if qualifier != "no":
                name = self.words.synonyms.get(name, name)
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
        directions = [*ABSOLUTE, "horizontal", "vertical", "orthogonal"]
        prefix += self.rng.choices(directions, k=self.rng.choice([0, 0, 0, 0, 0, 1, 1, 2]))
        self.rng.shuffle(prefix)
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
            if number and not rules[-1].endswith("loop") and self._maybe(0.2 if " random " not in f" {rule}" else 0.05):
                rule = f"+ {rule}"
            rules.append(rule)
        return [*rules, "endloop"] if in_loop else rules

    # The other sections.

    def _prelude(self) -> list[str]:
        lines = ["title random game", "author nobody"]
        lines += ["run_rules_on_level_start"] * self._maybe(0.15)
        lines += ["require_player_movement"] * self._maybe(0.15)
        lines += [line for line in SETTINGS if self._maybe(0.05)]
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
        lines += [f"{event} {self.rng.randint(10**6, 10**8)}" for event in EVENTS.split() if self._maybe(0.2)]
        return lines

    def _legend(self) -> list[str]:
        words = self.words
        lines = [f"{name} = {' or '.join(words.nested.get(name, all))}" for name, all in words.properties.items()]
        lines += [f"{name} = {' and '.join(words.nested.get(name, all))}" for name, all in words.aggregates.items()]
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
            if self._maybe(0.2 if number else 0.05):
                lines += ["", "message well done"]
            width, height = self.rng.randint(1, 7), self.rng.randint(1, 6)
            glyphs = list(self.words.glyphs)
            some = self.rng.sample(glyphs, min(len(glyphs), self.rng.randint(2, 7)))
            rows = [[self.rng.choice(some) if self._maybe(0.4) else "." for _ in range(width)] for _ in range(height)]
            for _ in range(self.rng.choice([0, 1, 1, 1, 1, 1, 1, 2])):
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
        source = "\n".join(text) + "\n"
        if self._maybe(0.4):
            source = odd_text(source, self.rng)
        return RandomGame(source, self._first(sections["LEVELS"]), str(self.rng.randint(1, 10**9)), inputs)

    def _first(self, lines: list[str]) -> int:
        """The number of a level to start with: a map, seldom another one than the first."""
        blocks = [line for before, line in pairwise(lines) if not before]
        maps = [number for number, line in enumerate(blocks) if not line.startswith("message")]
        return self.rng.choice(maps) if self._maybe(0.2) else maps[0]


def _row_text(row: list[Cell]) -> str:
    cells = ["..." if cell is None else " ".join(" ".join(item).strip() for item in cell) for cell in row]
    return f"[ {' | '.join(cells)} ]"


def random_game(seed: int, length: int = 20) -> RandomGame:
    """The game of a seed, with inputs to play it."""
    return _Maker(seed).make(length)
