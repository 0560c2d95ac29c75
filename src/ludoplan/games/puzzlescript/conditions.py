"""Win conditions and sounds, with names turned into masks."""

from __future__ import annotations

from typing import Final

from .draft import Draft, SoundToken
from .messages import GaveUp, Log
from .program import (
    ACTION,
    ALL,
    BITS_PER_LAYER,
    DOWN,
    INPUTS,
    LEFT,
    NO,
    RIGHT,
    SOME,
    UP,
    ObjectSound,
    Sounds,
    WinCondition,
    union,
)
from .read_sounds import DIRECTION, EVENT
from .vocabulary import Vocabulary

_KINDS: Final = {"no": NO, "all": ALL}
_MOST_TARGETS: Final = 100_000

_SEVERAL: Final = {"horizontal": LEFT | RIGHT, "vertical": UP | DOWN, "orthogonal": UP | DOWN | LEFT | RIGHT}
_DIRECTION_MASKS: Final = INPUTS | _SEVERAL


def compile_win_conditions(draft: Draft, vocabulary: Vocabulary, log: Log) -> tuple[WinCondition, ...]:
    """The conditions that make sense, in order."""
    conditions = []
    everything = (1 << len(vocabulary.id_names)) - 1

    def look_up(name: str, log: Log) -> tuple[int, bool] | None:
        if name in vocabulary.masks:
            return vocabulary.masks[name], False
        if name in vocabulary.aggregate_masks:
            return vocabulary.aggregate_masks[name], True
        log.error(f"Unwelcome term \"{name}\" found in win condition. I don't know what I'm supposed to do with this. ")
        return None

    for words, line in draft.wins:
        here = log.at(line)
        if len(words) < 2:
            here.error(
                'Win conditions is badly formatted - needs to look something like "No Fruit", "All Target On Crate", '
                '"Some Fruit", "Some Gold on Chest", "No Gold on Chest", or the like.'
            )
            continue
        subject = look_up(words[1], here)
        target = look_up(words[3], here) if len(words) == 4 else (everything, False)
        if subject is not None and target is not None:
            kind = _KINDS.get(words[0], SOME)
            conditions.append(WinCondition(kind, subject[0], target[0], subject[1], target[1], line))
    return tuple(conditions)


def compile_sounds(draft: Draft, vocabulary: Vocabulary, log: Log) -> Sounds:
    """All sounds; what is wrong with them goes to the log."""
    events: dict[str, str] = {}
    of_objects: dict[str, list[ObjectSound]] = {verb: [] for verb in ("create", "destroy", "move", "cantmove")}
    for sound in draft.sounds:
        here = log.at(sound.line)
        if len(sound.tokens) == 1:
            here.warning("incorrect sound declaration.")
            continue
        seed = sound.tokens[-1]
        if seed.kind != "seed":
            here.error(f'Expecting sfx data, instead found "{seed.text}".')
        event = sound.tokens[0].text
        if sound.tokens[0].kind != EVENT:
            _add_object_sounds(of_objects, sound.tokens, vocabulary, here)
            continue
        if event in events:
            here.warning(f"{event.upper()} already declared.")
        events[event] = seed.text
    by_layer = [[each for each in of_objects["move"] if each.layer == layer] for layer in range(len(draft.layers))]
    return Sounds(
        events,
        tuple(of_objects["create"]),
        tuple(of_objects["destroy"]),
        tuple(map(tuple, by_layer)),
        tuple(of_objects["cantmove"]),
    )


def _add_object_sounds(
    sounds: dict[str, list[ObjectSound]], tokens: list[SoundToken], vocabulary: Vocabulary, log: Log
) -> None:
    target, verb, seed = tokens[0].text, tokens[1].text, tokens[-1].text
    directions = union(_DIRECTION_MASKS[token.text] for token in tokens[2:-1] if token.kind == DIRECTION)
    if verb == "action":
        verb, directions = "move", ACTION
    if target in vocabulary.aggregates:
        log.error(
            'cannot assign sound events to aggregate objects (declared with "and"), only to regular objects, or '
            f'properties, things defined in terms of "or" ("{target}").'
        )
        return
    if target not in vocabulary.masks:
        log.error(f'Object "{target}" not found.')
    if verb in ("create", "destroy"):
        sounds[verb].append(ObjectSound(vocabulary.masks.get(target, 0), 0, -1, seed))
        return
    for name in _objects_of(target, vocabulary):
        this = vocabulary.objects.get(name)
        if this is not None and this.layer is not None:
            ways = (directions or _DIRECTION_MASKS["orthogonal"]) << BITS_PER_LAYER * this.layer
            sounds[verb].append(ObjectSound(vocabulary.bit(name), ways, this.layer, seed))


def _objects_of(target: str, vocabulary: Vocabulary) -> list[str]:
    """The objects that a name stands for; what is behind a property comes after the rest, as in the original."""
    targets = [target]
    place, steps = 0, 0
    while place < len(targets):
        name = targets[place]
        if name in vocabulary.synonyms:
            targets[place] = vocabulary.synonyms[name]
        elif name in vocabulary.properties:
            del targets[place]
            targets += vocabulary.properties[name]
        else:
            place += 1
        steps += 1
        if steps > _MOST_TARGETS:
            raise GaveUp(f'"{target.upper()}" is defined in a circle')
    return targets
