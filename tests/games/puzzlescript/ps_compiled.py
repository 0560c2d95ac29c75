"""What the original makes of a source, as a program of ours, and where the two differ."""

from __future__ import annotations

import json
import subprocess
from dataclasses import fields
from pathlib import Path
from typing import Any

from ps_oracle import NODE, SCRIPT

from ludoplan.games.puzzlescript.program import (
    CellPattern,
    Command,
    MessageLevel,
    ObjectSound,
    Program,
    Replacement,
    Rule,
    WinCondition,
)
from ludoplan.games.puzzlescript.source import BadSource, compile_source

Parts = dict[str, Any]


class OriginalCompiler:
    """The original's compiler, as a process that answers one source at a time."""

    def __init__(self) -> None:
        assert NODE is not None
        script = Path(__file__).with_name("compiled_state.js")
        self._process = subprocess.Popen(
            [NODE, "--stack-size=4000", str(script), str(SCRIPT.parent)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def compile(self, source: str) -> dict[str, Any]:
        """Its messages, the number of errors, and the compiled state or None."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"source": source}) + "\n")
        process.stdin.flush()
        answer: dict[str, Any] = json.loads(process.stdout.readline())
        return answer

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def differences(source: str, original: OriginalCompiler) -> list[str]:
    """What differs between our compilation and the original's: messages, and each part of the program."""
    theirs = original.compile(source)
    program: Program | None = None
    try:
        made = compile_source(source, strict=False)
        program, messages, errors = made.program, made.messages, made.error_count
    except BadSource as bad:
        messages, errors = bad.messages, bad.error_count
    found = []
    if messages != theirs["messages"]:
        found.append(f"messages: {messages} instead of {theirs['messages']}")
    if errors != theirs["errors"]:
        found.append(f"{errors} errors instead of {theirs['errors']}")
    state = theirs["state"]
    if (program is None) != (state is None):
        found.append(f"a program: {program is not None} instead of {state is not None}")
    elif program is not None:
        ours, expected = _parts(program), _expected(state)
        found += [
            f"{part}: {ours[part]} instead of {expected[part]}"[:2000] for part in ours if ours[part] != expected[part]
        ]
    return found


def _parts(program: Program) -> Parts:
    parts = {field.name: getattr(program, field.name) for field in fields(program)}
    parts["levels"] = [
        [level.text] if isinstance(level, MessageLevel) else [level.width, level.height, level.line, list(level.cells)]
        for level in program.levels
    ]
    parts["glyphs"] = list(program.glyphs.items())
    parts["sounds"] = [getattr(program.sounds, field.name) for field in fields(program.sounds)]
    settings = program.settings
    colours = (settings.background_colour, settings.text_colour) if program.levels else None
    parts["settings"] = (settings.title, settings.author, settings.flickscreen, settings.zoomscreen, colours)
    return parts


def _mask(words: list[int]) -> int:
    return sum((word & 0xFFFFFFFF) << 32 * place for place, word in enumerate(words))


def _colour(text: str) -> str:
    lower = text.lower()
    return "#" + "".join(digit * 2 for digit in lower[1:]) if lower[0] == "#" and len(lower) == 4 else lower


def _cell(cell: Parts | None) -> CellPattern | None:
    if cell is None:
        return None
    made = cell["replacement"]
    return CellPattern(
        _mask(cell["present"]),
        _mask(cell["missing"]),
        tuple(map(_mask, cell["any"])),
        _mask(cell["moving"]),
        _mask(cell["still"]),
        None if made is None else Replacement(*map(_mask, made)),
    )


def _groups(groups: list[list[list[Any]]]) -> tuple[tuple[Rule, ...], ...]:
    return tuple(
        tuple(
            Rule(
                rule[0],
                tuple(tuple(map(_cell, row)) for row in rule[1]),
                rule[2],
                tuple(Command(*command) for command in rule[3]),
                *rule[4:],
            )
            for rule in group
        )
        for group in groups
    )


def _sounds(sounds: list[list[Any]]) -> tuple[ObjectSound, ...]:
    return tuple(ObjectSound(_mask(sound[0]), _mask(sound[1]), sound[2], sound[3]) for sound in sounds)


def _expected(state: Parts) -> Parts:
    everything = (1 << len(state["objects"])) - 1
    size = state["words"]
    settings = state["settings"]
    objects = []
    for name, number, layer, colours, sprite, line in state["objects"]:
        pixels = tuple(
            tuple(-1 if pixel is None or pixel >= len(colours) else pixel for pixel in row) for row in sprite
        )
        objects.append((name, number, layer, tuple(map(_colour, colours)), pixels, line))
    return {
        "objects": _Objects(objects),
        "layer_masks": tuple(map(_mask, state["layers"])),
        "player_mask": _mask(state["player"][1]),
        "player_is_aggregate": state["player"][0],
        "background_id": state["background"][0] or 0,
        "background_layer": state["background"][1] or 0,
        "rules": _groups(state["rules"]),
        "late_rules": _groups(state["late"]),
        "loop_points": tuple(state["loops"]),
        "late_loop_points": tuple(state["lateLoops"]),
        "rigid_groups": tuple(state["rigid"]),
        "rigid_index": {int(number): index for number, index in state["rigidIndex"]},
        "win_conditions": tuple(
            WinCondition(kind, _mask(one) & everything, _mask(two) & everything, *rest)
            for kind, one, two, *rest in state["wins"]
        ),
        "levels": [
            level
            if len(level) == 1
            else [*level[:3], [_mask(level[3][place : place + size]) for place in range(0, len(level[3]), size)]]
            for level in state["levels"]
        ],
        "glyphs": [(name, sum(1 << number for number in numbers)) for name, numbers in state["glyphs"]],
        "names": {name: _mask(words) for name, words in state["names"]},
        "aggregates": {name: _mask(words) for name, words in state["aggregates"]},
        "sounds": [
            state["events"],
            _sounds(state["create"]),
            _sounds(state["destroy"]),
            tuple(map(_sounds, state["move"])),
            _sounds(state["cant"]),
        ],
        "settings": (
            settings.get("title"),
            settings.get("author"),
            tuple(settings["flickscreen"]) if "flickscreen" in settings else None,
            tuple(settings["zoomscreen"]) if "zoomscreen" in settings else None,
            tuple(map(_colour, state["colours"])) if state["levels"] else None,
        ),
    }


class _Objects:
    """Equal to the objects of a program with the same content."""

    def __init__(self, content: list[tuple[Any, ...]]) -> None:
        self._content = content

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple) and self._content == [
            (each.name, each.id, each.layer, each.colours, each.sprite, each.line) for each in other
        ]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._content)
