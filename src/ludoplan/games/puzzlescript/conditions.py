"""Win conditions and sounds, with names turned into masks."""

from __future__ import annotations

from typing import Final

from .draft import Draft, SoundLine
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


class SoundsCompiler:
    """Collects the sounds of a game."""

    def __init__(self, draft: Draft, vocabulary: Vocabulary, log: Log) -> None:
        self._lines = draft.sounds
        self._vocabulary = vocabulary
        self._log = log
        self._events: dict[str, str] = {}
        self._create: list[ObjectSound] = []
        self._destroy: list[ObjectSound] = []
        self._move: list[list[ObjectSound]] = [[] for _ in vocabulary.layer_masks]
        self._cant_move: list[ObjectSound] = []

    def compile(self) -> Sounds:
        """All sounds; what is wrong with them goes to the log."""
        for sound in self._lines:
            log = self._log.at(sound.line)
            if len(sound.tokens) == 1:
                log.warning("incorrect sound declaration.")
                continue
            seed = sound.tokens[-1]
            if seed.kind != "seed":
                log.error(f'Expecting sfx data, instead found "{seed.text}".')
            if sound.tokens[0].kind == EVENT:
                event = sound.tokens[0].text
                if event in self._events:
                    log.warning(f"{event.upper()} already declared.")
                self._events[event] = seed.text
            else:
                self._object_sound(sound, seed.text)
        return Sounds(
            self._events,
            tuple(self._create),
            tuple(self._destroy),
            tuple(map(tuple, self._move)),
            tuple(self._cant_move),
        )

    def _object_sound(self, sound: SoundLine, seed: str) -> None:
        vocabulary, log = self._vocabulary, self._log.at(sound.line)
        target, verb = sound.tokens[0].text, sound.tokens[1].text
        directions = 0
        for token in sound.tokens[2:-1]:
            if token.kind == DIRECTION:
                directions |= _DIRECTION_MASKS[token.text]
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
        mask = vocabulary.masks.get(target, 0)
        if verb == "create":
            self._create.append(ObjectSound(mask, 0, -1, seed))
        elif verb == "destroy":
            self._destroy.append(ObjectSound(mask, 0, -1, seed))
        else:
            self._moving_sounds(target, verb, directions or _DIRECTION_MASKS["orthogonal"], seed)

    def _moving_sounds(self, target: str, verb: str, directions: int, seed: str) -> None:
        vocabulary = self._vocabulary
        for name in self._objects_of(target):
            this = vocabulary.objects.get(name)
            if this is None or this.layer is None:
                continue
            layer = this.layer
            sound = ObjectSound(vocabulary.bit(name), directions << BITS_PER_LAYER * layer, layer, seed)
            (self._move[layer] if verb == "move" else self._cant_move).append(sound)

    def _objects_of(self, target: str) -> list[str]:
        """The objects that a name stands for; what is behind a property comes after the rest, as in the original."""
        vocabulary = self._vocabulary
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
