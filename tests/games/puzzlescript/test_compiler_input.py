"""Sources of all kinds, also those that are none: an answer or a clear error, never a traceback or a hang."""

from __future__ import annotations

import contextlib
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoplan.core.errors import BadInput
from ludoplan.games.puzzlescript import compile_source
from ludoplan.games.puzzlescript.program import ALL, TRANSPARENT, MapLevel, MessageLevel

GAME = """title Pushing
author Nobody
noaction

========
OBJECTS
========

Background
LightGreen #123

Wall W
Brown transparent
00000
.111.
00000
.111.
00000

Player
Black

Crate
Orange

Target
DarkBlue

=======
LEGEND
=======
. = Background
# = Wall
P = Player
* = Crate
@ = Crate and Target
O = Target
Solid = Wall or Crate

=======
SOUNDS
=======
Crate MOVE 36772507
endlevel 83744503

================
COLLISIONLAYERS
================
Background
Target
Player, Wall, Crate

======
RULES
======
[ > Player | Crate ] -> [ > Player | > Crate ]
late [ Crate Target ] -> message Well done (so far)

==============
WINCONDITIONS
==============
All Target on Crate

=======
LEVELS
=======

message Push!

#####
#P*O#
#####

#P@#
"""


def test_the_parts_of_a_small_game() -> None:
    source = compile_source(GAME)
    program = source.program
    assert source.messages == []
    assert [each.name for each in program.objects] == ["background", "target", "player", "wall", "crate"]
    wall = program.objects[3]
    assert wall.colours == ("#a46422", TRANSPARENT)
    assert wall.sprite[1] == (-1, 1, 1, 1, -1)
    assert program.layer_masks == (0b1, 0b10, 0b11100)
    assert [rule.direction for rule in program.rules[0]] == [2, 2, 8, 8]
    assert program.late_rules[0][0].commands[0].text == "Well done (so far)"
    assert program.win_conditions[0].kind == ALL
    assert program.names["solid"] == 0b11000
    assert program.settings.no_action
    assert program.settings.title == "Pushing"
    message, first, second = program.levels
    assert isinstance(message, MessageLevel)
    assert message.text == "Push!"
    assert isinstance(first, MapLevel)
    assert (first.width, first.height, first.rows[1]) == (5, 3, "#p*o#")
    assert first.cells[1 * 3 + 1] == 0b101
    assert isinstance(second, MapLevel)
    assert second.cells[2] == program.glyphs["@"] | 1


def test_errors_come_all_at_once() -> None:
    text = GAME.replace("| Crate ]", "| Crte ]").replace("#P*O#", "#P*Q#")
    with pytest.raises(BadInput) as caught:
        compile_source(text, name="game.txt")
    assert 'Name "crte", referred to in a rule, does not exist.' in str(caught.value)
    assert 'game.txt:71: Key "Q" not found' in str(caught.value)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert copy.messages == caught.value.messages  # type: ignore[attr-defined]
    assert copy.error_count == len(copy.defects)


def test_errors_that_are_let_pass() -> None:
    source = compile_source(GAME.replace("P = Player", "P = Player\nP = Crate"), strict=False)
    assert source.error_count == 1
    assert source.messages == ['line 35 : Name "P" already in use (on line line 34).']


def test_an_object_without_a_layer_is_not_named_among_those_in_the_way() -> None:
    text = GAME.replace("@ = Crate and Target", "@ = Crate and Target\nHeap = Crate and Target").replace(
        "Background\nTarget\nPlayer", "Background\nPlayer"
    )
    source = compile_source(text.replace("[ > Player |", "[ Heap no Wall ] -> cancel\n[ > Player |"), strict=False)
    (said,) = [message for message in source.messages if "collectively" in message]
    assert "a requirement that HEAP be there, which collectively occupies the same layers (Layers 2)" in said


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "(" * 100_000,
        ")" * 100_000,
        "(" * 50_000 + ")" * 50_000,
        "!" * 100_000,
        "=\n" * 10_000,
        "\x00\x1c\ufeff\u2028 \ud83d \U0001f361",
        GAME.replace("LEGEND\n=======", "LEGEND\n=======\na = b\nb = a\nc = a or b\n"),
        GAME.replace(
            "Solid =", "s0 = Wall or Crate\n" + "".join(f"s{n} = s{n - 1} or s{n - 1}\n" for n in range(1, 64)) + "x ="
        ),
        GAME.replace("[ > Player", "[ moving Solid ]" * 9 + " -> cancel\n[ > Player", 1),
    ],
    ids=lambda text: text[:12].replace("\n", "/"),
)
def test_odd_sources_are_refused(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        compile_source(text)
    assert str(caught.value)
    str(caught.value).encode()


FRAGMENTS = st.sampled_from(
    """
    ( ) (comment [ ] | -> > < ^ v no late rigid random randomdir moving stationary parallel ... + startloop endloop
    cancel again message sfx0 and or = player crate wall target background objects legend sounds collisionlayers rules
    winconditions levels all some on red #fff 00000 ===== title flickscreen 5xz 1 12345 move create é 😀 @ . # <b> , ;
    """.split()  # noqa: SIM905 - a list of odd words is easier to read so
)
LINES = GAME.split("\n")
CHANGES = st.lists(
    st.tuples(st.integers(0, len(LINES) - 1), st.sampled_from(["drop", "double", "put", "join"]), FRAGMENTS),
    min_size=1,
    max_size=8,
)


@given(CHANGES)
def test_changed_games_compile_or_are_refused(changes: list[tuple[int, str, str]]) -> None:
    lines = list(LINES)
    for place, kind, fragment in changes:
        place = min(place, len(lines) - 1)
        if kind == "drop" and len(lines) > 1:
            del lines[place]
        elif kind == "double":
            lines.insert(place, lines[place])
        elif kind == "put":
            words = lines[place].split(" ")
            words.insert(len(fragment) % (len(words) + 1), fragment)
            lines[place] = " ".join(words)
        else:
            lines[place] += fragment
    with contextlib.suppress(BadInput):
        assert all(compile_source("\n".join(lines), strict=False).program.rules)


@given(st.text())
def test_any_text_compiles_or_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        compile_source(text)
