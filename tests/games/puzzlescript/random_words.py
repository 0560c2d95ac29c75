"""What the rules of a random PuzzleScript game talk about."""

from __future__ import annotations

import random
from dataclasses import dataclass, field


@dataclass
class Vocabulary:
    """What the rules of a game may talk about."""

    objects: list[str]
    layer_of: dict[str, int]
    layers: list[list[str]]
    properties: dict[str, list[str]] = field(default_factory=dict)
    aggregates: dict[str, list[str]] = field(default_factory=dict)
    synonyms: dict[str, str] = field(default_factory=dict)
    nested: dict[str, list[str]] = field(default_factory=dict)
    """Properties and aggregates that the legend makes of others; all their objects are in the fields above."""
    glyphs: dict[str, list[str]] = field(default_factory=dict)

    def layers_of(self, name: str) -> set[int]:
        """The layers that a name touches."""
        if name in self.synonyms:
            return self.layers_of(self.synonyms[name])
        members = self.properties.get(name) or self.aggregates.get(name) or [name]
        return {self.layer_of[member] for member in members}


def random_words(rng: random.Random) -> Vocabulary:
    """Objects in layers, and names for some of them together."""

    def maybe(chance: float) -> bool:
        return rng.random() < chance

    names = ["crate", "wall", "goal", "slime", "key", "door", "ghost", "gem"][: rng.randint(2, 8)]
    players = ["player"] if maybe(0.8) else ["cat", "dog"]
    # Enough objects and layers, now and then, to need more than one machine word for each.
    fillers = [f"filler{i}" for i in range(rng.choice([0, 0, 0, 0, 30, 62, 120]))]
    most_layers = rng.choice([4, 9, 16])
    layers = [["floor", "grass"]] if maybe(0.2) else [["background"]]
    for name in rng.sample([*players, *names], len(players) + len(names)):
        if len(layers) == 1 or maybe(0.45):
            layers.append([name])
        else:
            rng.choice(layers[1:]).append(name)
    for filler in fillers:
        if len(layers) < most_layers and maybe(0.3):
            layers.insert(rng.randint(1, len(layers)), [filler])
        else:
            rng.choice(layers[1:]).append(filler)
    objects = [name for layer in layers for name in layer]
    layer_of = {name: number for number, layer in enumerate(layers) for name in layer}
    words = Vocabulary(objects, layer_of, layers)
    if players != ["player"]:
        if layer_of["cat"] != layer_of["dog"] and maybe(0.4):
            words.aggregates["player"] = players
        else:
            words.properties["player"] = players
    if "grass" in objects:
        words.properties["background"] = layers[0]
        words.synonyms["lawn"] = "grass"
    for name in ["thing", "stuff", "solid"][: rng.randint(0, 3)]:
        words.properties[name] = rng.sample(names, rng.randint(2, min(4, len(names))))
    if fillers and maybe(0.7):
        words.properties["many"] = [*rng.sample(fillers, rng.randint(2, 6)), rng.choice(names)]
    pairs = [(a, b) for a in names for b in names if a < b and layer_of[a] != layer_of[b]]
    if pairs and maybe(0.4):
        words.aggregates["both"] = list(rng.choice(pairs))
    if maybe(0.3):
        words.synonyms["box"] = names[0]
    _nest(words, names, rng)
    return words


def _nest(words: Vocabulary, names: list[str], rng: random.Random) -> None:
    """Names that stand for names of names."""
    parts = [name for name in ("thing", "stuff", "solid") if name in words.properties]
    if parts and rng.random() < 0.2:
        first = rng.choice(parts)
        words.nested["group"] = [first, rng.choice(names)]
        words.properties["group"] = list(dict.fromkeys([*words.properties[first], words.nested["group"][1]]))
    if parts and rng.random() < 0.15:
        words.synonyms["alias"] = parts[0]
    if "both" in words.aggregates and rng.random() < 0.3:
        taken = words.layers_of("both")
        others = [name for name in names if words.layer_of[name] not in taken]
        if others:
            third = rng.choice(others)
            words.nested["trio"] = ["both", third]
            words.aggregates["trio"] = [*words.aggregates["both"], third]
