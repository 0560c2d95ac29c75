"""A picture of a state, before it is drawn: glyphs for the terminal, shapes for SVG. Units are cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

NARROW = 0.55  # the width of a letter in cells
Kind = Literal["rect", "circle", "path", "line", "text", "sprite"]


@dataclass(frozen=True)
class Sprite:
    """A little picture of square pixels, drawn once however often it is placed; `of` makes one."""

    key: str  # the same for the same pixels
    rows: tuple[tuple[str, ...], ...] = field(compare=False, repr=False)  # colours as #rrggbb; empty: transparent

    @staticmethod
    def of(rows: tuple[tuple[str, ...], ...]) -> Sprite:
        import hashlib  # slow to import

        return Sprite(hashlib.sha256(repr(rows).encode()).hexdigest()[:12], rows)


@dataclass(frozen=True)
class Glyph:
    """One cell of the text picture; the style names a colour of the palette, or is one: `#rrggbb`.

    >>> from ludoplan import Glyph
    >>> Glyph("@", "player").text
    '@'
    """

    text: str
    style: str = ""


@dataclass(frozen=True)
class Shape:
    """One piece of the drawing.

    rect: x, y, width, height, corner radius; circle: x, y, radius; line: x1, y1, x2, y2, width;
    path: points x, y of a closed outline; text: x, y, size; sprite: x, y of a cell that it fills.

    >>> from ludoplan import Shape
    >>> Shape("circle", (0.5, 0.5, 0.4), "player").kind
    'circle'
    """

    kind: Kind
    numbers: tuple[float, ...]
    style: str
    text: str = ""
    sprite: Sprite | None = None
    # The same in all pictures of a level, for what moves: who shows them can let it glide. `NAME~PLACE` is one of
    # several that look alike: nobody knows which of them went where, and it seems to be the nearest one.
    thing: str = ""


@dataclass(frozen=True)
class Scene:
    """What `view` returns. Both forms show the same.

    >>> from ludoplan import Scene
    >>> Scene.of_text("ab\\ncd").height
    2
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    lines: tuple[tuple[Glyph, ...], ...]
    caption: str = ""
    # Where rows and columns of cells are in the text, if not evenly spaced: lines, and characters.
    rows_at: tuple[int, ...] = ()
    columns_at: tuple[int, ...] = ()

    @staticmethod
    def of_text(text: str, caption: str = "") -> Scene:
        """A scene that shows a text in rows of characters."""
        rows = text.split("\n")
        shapes = tuple(
            Shape("text", (NARROW * (column + 0.5), row + 0.72, 0.7), "text", character)
            for row, line in enumerate(rows)
            for column, character in enumerate(line)
            if character != " "
        )
        lines = tuple((Glyph(line),) for line in rows)
        return Scene(NARROW * max(map(len, rows)) or 1, len(rows), shapes, lines, caption)

    @staticmethod
    def of_grid(
        rows: int, columns: int, glyphs: Mapping[tuple[int, int], Glyph], shapes: list[Shape], caption: str = ""
    ) -> Scene:
        """A scene on a grid; cells without a glyph are blank."""
        blank = Glyph(" ")
        width = max((len(glyph.text) for glyph in glyphs.values()), default=1)

        def padded(glyph: Glyph) -> Glyph:
            return glyph if len(glyph.text) == width else Glyph(glyph.text.ljust(width), glyph.style)

        lines = tuple(
            tuple(padded(glyphs.get((row, column), blank)) for column in range(columns)) for row in range(rows)
        )
        return Scene(columns, rows, tuple(shapes), lines, caption)


@dataclass(frozen=True)
class Flight:
    """A thing of the picture before a move that goes from cell to cell of it (rows and columns), or is turned, while
    the move is made. What lies between its first and its last cell is gone when it has passed.

    >>> from ludoplan import Flight
    >>> Flight("arrow", ((0, 0), (0, 3))).path[-1]
    (0, 3)
    """

    thing: str
    path: tuple[tuple[float, float], ...]
    turn: float = 0  # degrees, clockwise


def moving(thing: str, shapes: Iterable[Shape]) -> list[Shape]:
    """The shapes as parts of a thing that moves."""
    return [replace(shape, thing=thing) for shape in shapes]


def cell(row: int, column: int, style: str, inset: float = 0.03, radius: float = 0.08) -> Shape:
    """A square that fills a cell of the grid."""
    side = 1 - 2 * inset
    return Shape("rect", (column + inset, row + inset, side, side, radius), style)


def label(row: int, column: int, text: str, style: str = "text", size: float = 0.55) -> Shape:
    """A text in the middle of a cell."""
    return Shape("text", (column + 0.5, row + 0.5 + size * 0.36, size), style, text)
