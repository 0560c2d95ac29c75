"""Slide: a stone slides over the ice until something stops it."""

from typing import NamedTuple

from ludoplan import BadInput, Defect, Game, Glyph, Scene, Shape, View

Cell = tuple[int, int]
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class Rink(NamedTuple):
    """A level: # is rock, S the stone, G the goal, anything else ice."""

    rows: tuple[str, ...]

    def find(self, mark: str) -> Cell:
        return next((row, line.index(mark)) for row, line in enumerate(self.rows) if mark in line)


def scene(level: Rink, state: Cell) -> Scene:
    """Squares, a ring for the goal, and the stone, which has a name: so it is seen to glide."""
    shapes, glyphs = [], {}
    for row, line in enumerate(level.rows):
        for column, mark in enumerate(line):
            glyphs[row, column] = Glyph("@" if (row, column) == state else mark)
            shapes.append(Shape("rect", (column, row, 1, 1, 0.1), "wall" if mark == "#" else "floor"))
    row, column = level.find("G")
    shapes.append(Shape("circle", (column + 0.5, row + 0.5, 0.4), "goal"))
    row, column = state
    shapes.append(Shape("circle", (column + 0.5, row + 0.5, 0.3), "player", thing="stone"))
    return Scene.of_grid(len(level.rows), len(level.rows[0]), glyphs, shapes)


class Slide(Game[Rink, Cell, str]):
    name = "slide"
    title = "Slide"
    how_to_play = "The stone slides until something stops it. Bring it to rest on the goal."
    keys = {name: name for name in STEPS}
    view = View(scene)

    def parse(self, text: str, source: str = "level") -> Rink:
        rows = text.split()
        if not rows or {len(line) for line in rows} != {len(rows[0])} or "S" not in text or "G" not in text:
            raise BadInput(source, [Defect(1, 1, "expected rows of one length with a stone S and a goal G")])
        return Rink(tuple(rows))

    def initial(self, level: Rink) -> Cell:
        return level.find("S")

    def moves(self, level: Rink, state: Cell) -> list[str]:
        return [move for move in STEPS if self.apply(level, state, move) != state]

    def apply(self, level: Rink, state: Cell, move: str) -> Cell:
        (row, column), (down, right) = state, STEPS[move]
        while 0 <= row + down < len(level.rows) and 0 <= column + right < len(level.rows[0]):
            if level.rows[row + down][column + right] == "#":
                break
            row, column = row + down, column + right
        return row, column

    def is_goal(self, level: Rink, state: Cell) -> bool:
        return state == level.find("G")


GAME = Slide()
LEVELS = [
    """
    S..#..
    ......
    .#...#
    ...#..
    #....G
    """,
    """
    ....#...
    .#....#.
    S...#...
    ...#...#
    .#...G..
    .....#..
    """,
]
