"""Parsers end with a level or with a list of defects, never otherwise; levels survive being written and read."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.levels import BUNDLED, GAMES, label

from ludoplan import BadInput
from ludoplan.core.task import AnyGame

ALPHABET = " .%PoGgfxcXCabAB|-_\n\t0123456789:,#BRLudlr*"


def parse_or_refuse(game: AnyGame, text: str) -> None:
    try:
        level = game.parse(text, "fuzz")
    except BadInput as error:
        refusal = error
    else:
        refusal = None
    if refusal is not None:
        assert refusal.defects
        assert all(defect.text for defect in refusal.defects)
        return
    written = game.text.format(level)
    assert game.parse(written) == level
    assert game.text.format(game.parse(written)) == written


@pytest.mark.parametrize("game", GAMES, ids=label)
@given(text=st.text(alphabet=ALPHABET, max_size=80) | st.text(max_size=40))
def test_any_text(game: AnyGame, text: str) -> None:
    parse_or_refuse(game, text)


@pytest.mark.parametrize("game", GAMES, ids=label)
@given(seed=st.integers(0, 10**6))
def test_damaged_levels(game: AnyGame, seed: int) -> None:
    rng = random.Random(seed)
    texts = [level.text() for level in BUNDLED if level.game == game.name and len(level.text()) < 3000]
    if not texts:
        return
    text = list(rng.choice(texts))
    for _ in range(rng.randint(1, 6)):
        place = rng.randrange(len(text) or 1)
        match rng.randrange(4):
            case 0:
                text[place : place + 1] = []
            case 1:
                text.insert(place, rng.choice(ALPHABET))
            case 2:
                text[place : place + 1] = [chr(rng.randrange(0x300))]
            case _:
                cut = rng.randrange(len(text) or 1)
                text[min(place, cut) : max(place, cut)] = []
    parse_or_refuse(game, "".join(text))
