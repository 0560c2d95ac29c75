"""Pictures of states: by the game's view or, where it has none, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.exporter import Exporter
from ..core.parts import Cell
from ..core.scene import Flight, Scene
from ..core.task import AnyGame
from .draw import draw_course, draw_text


def scene_of(game: AnyGame, level: Any, state: Any) -> Scene:
    """A picture of the state."""
    return Scene.of_text(str(state)) if game.view is None else game.view.scene(level, state)


def text_of(game: AnyGame, level: Any, state: Any, colour: bool = False, coordinates: bool = False) -> str:
    """The text picture of a state, with numbers where moves name cells or they are wanted, and what its signs mean."""
    names = game.view is not None and game.view.names_cells
    drawn = draw_text(scene_of(game, level, state), colour, coordinates or names)
    signs = game.view.signs(level, state) if game.view is not None and game.view.signs is not None else ()
    return "\n".join((drawn, *signs))


def first_scene(game: AnyGame, level: Any) -> Scene:
    """A picture of the level as it begins."""
    return scene_of(game, level, game.initial(level))


def size_of(game: AnyGame, level: Any) -> tuple[float, float]:
    """Rows and columns of the level's pictures."""
    if game.view is not None and game.view.size is not None:
        return game.view.size(level)
    scene = first_scene(game, level)
    return scene.height, scene.width


def place_of(game: AnyGame, level: Any, state: Any) -> Sequence[Cell]:
    """The cells of the picture where the player is, where there is such a thing."""
    return () if game.view is None or game.view.place is None else game.view.place(level, state)


def path_of(game: AnyGame, level: Any, states: Iterable[Any]) -> list[tuple[float, float]]:
    """Where the player is in each state, where there is such a place: the middle of the cells, in rows and columns."""
    places = (place_of(game, level, state) for state in states)
    return [
        (sum(row + 0.5 for row, _ in cells) / len(cells), sum(column + 0.5 for _, column in cells) / len(cells))
        for cells in places
        if cells
    ]


def flights_of(game: AnyGame, level: Any, state: Any, move: Any) -> Sequence[Flight]:
    """What flies through the picture of a state while a move is made."""
    return () if game.view is None or game.view.flights is None else game.view.flights(level, state, move)


def cells_of_move(game: AnyGame, level: Any, state: Any, move: Any) -> Sequence[Cell]:
    """The cells of the picture that stand for a legal move: the game's own, or those where the player gets to."""
    if game.view is not None and game.view.cells_of_move is not None:
        own = game.view.cells_of_move(level, state, move)
        if own is not None:
            return own
    here = set(place_of(game, level, state))
    return [cell for cell in place_of(game, level, game.apply(level, state, move)) if cell not in here]


@dataclass(frozen=True)
class Course:
    """States of a level, one after the other, and the moves between them."""

    game: AnyGame
    level: Any
    states: Sequence[Any]
    moves: Sequence[str] = ()
    coordinates: bool = False
    colour: bool = False

    def text(self) -> str:
        """All pictures as text, below each other."""
        drawn = [text_of(self.game, self.level, state, self.colour, self.coordinates) for state in self.states]
        if not self.moves:
            return drawn[0] + "\n"
        titles = ["start", *(f"{step}. {move}" for step, move in enumerate(self.moves, start=1))]
        return "\n\n".join(map("\n".join, zip(titles, drawn, strict=False))) + "\n"

    def svg(self) -> str:
        """The picture, or an animation of several."""
        return draw_course([scene_of(self.game, self.level, state) for state in self.states])


EXPORTERS = [Exporter("svg", ".svg", Course.svg), Exporter("text", ".txt", Course.text)]
