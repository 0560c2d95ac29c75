"""Names and what they stand for: object ids by collision layer, synonyms, properties, aggregates, and their masks."""

from __future__ import annotations

from typing import Final

from .draft import Draft, LegendEntry, script_order
from .messages import GaveUp, Log
from .program import union

MOST_OBJECTS: Final = 20_000
"""Every object has a bit in every mask."""
_MOST_ROUNDS: Final = 1000

Members = dict[str, list[str]]


class Vocabulary:
    """All that rules, levels, sounds and win conditions need to know of names. Raises GaveUp where no sense is left."""

    def __init__(self, draft: Draft, log: Log) -> None:
        self.draft = draft
        self.log = log
        self.objects = draft.objects
        self.id_names: list[str] = []
        self.layer_masks = [0] * len(draft.layers)
        self._number_objects()
        self.glyphs: dict[str, int] = {}
        self.aggregates: Members = {entry.name: list(entry.members) for entry in draft.aggregates.entries}
        self.properties: Members = {entry.name: list(entry.members) for entry in draft.properties.entries}
        self.synonyms: dict[str, str] = {}
        self.single_layer: dict[str, int | None] = {}
        self.background_id: int | None = None
        self.background_layer: int | None = None
        self.masks: dict[str, int] = {}
        self.aggregate_masks: dict[str, int] = {}
        self.player_mask = 0
        self.player_is_aggregate = False

    def resolve(self, last_line: int) -> None:
        """Work out every name; complaints go to the log in the order in which the original makes them."""
        self._find_glyphs(last_line)
        self._expand_legend()
        self._find_single_layers()
        if not self.id_names and self.draft.layers:
            self.log.error("You need to have some objects defined")
        self._find_background()
        self._find_player()
        self._find_masks()

    def bit(self, name: str) -> int:
        """The object's own bit; one without a layer shares the first, as in the original."""
        return 1 << (self.objects[name].id or 0) if self.id_names else 0

    def _number_objects(self) -> None:
        if sum(map(len, self.draft.layers)) > MOST_OBJECTS:
            raise GaveUp(f"the collision layers hold more than {MOST_OBJECTS} objects")
        for layer, members in enumerate(self.draft.layers):
            for name in members:
                this = self.objects[name]
                this.layer = layer
                this.id = len(self.id_names)
                self.id_names.append(name)
        # A name that stands in several layers belongs to the last.
        for name in self.id_names:
            self.layer_masks[self.objects[name].layer or 0] |= self.bit(name)

    def _find_glyphs(self, last_line: int) -> None:
        found: dict[str, int] = {}
        lines: dict[str, int] = {}
        for name in script_order(self.objects):
            this = self.objects[name]
            found[name] = 0 if this.layer is None else self.bit(name)
            lines[name] = this.line
        is_growing = True
        while is_growing:
            is_growing = False
            for entry in self.draft.synonyms.entries:
                if entry.name not in found and entry.members[0] in found:
                    found[entry.name] = found[entry.members[0]]
                    lines[entry.name] = entry.line
                    is_growing = True
            for entry in self.draft.aggregates.entries:
                if entry.name not in found and all(member in found for member in entry.members):
                    found[entry.name] = self._aggregate_glyph(entry, last_line)
                    lines[entry.name] = entry.line
                    is_growing = True
        self.glyphs = {name: found[name] for name in sorted(found, key=lines.__getitem__)}

    def _aggregate_glyph(self, entry: LegendEntry, last_line: int) -> int:
        occupants: dict[int, str] = {}
        for name in entry.members:
            this = self.objects.get(name)
            if this is None:
                self.log.at(last_line).error(f"Object not found with name {name}")
                raise GaveUp(f'"{name.upper()}" is no object')
            if this.layer is None:
                self.log.at(entry.line).error(f'Object "{name.upper()}" has been defined, but not assigned to a layer.')
            elif this.layer in occupants:
                self.log.at(entry.line).error(
                    "Trying to create an aggregate object (something defined in the LEGEND section using AND) with "
                    f'both "{name.upper()}" and "{occupants[this.layer].upper()}", which are on the same layer and '
                    "therefore can't coexist."
                )
            else:
                occupants[this.layer] = name
        return sum(self.bit(name) for name in occupants.values())

    def _expand_legend(self) -> None:
        for entry in self.draft.synonyms.entries:
            value = entry.members[0]
            if value in self.aggregates:
                self.aggregates[entry.name] = self.aggregates[value]
            elif value in self.properties:
                self.properties[entry.name] = self.properties[value]
            elif entry.name != value:
                self.synonyms[entry.name] = value
        for _ in range(_MOST_ROUNDS):
            changed = self._follow_synonyms()
            changed = self._splice(self.properties, self.aggregates, "property", "aggregate") or changed
            changed = self._splice(self.aggregates, self.properties, "aggregate", "property") or changed
            if not changed:
                return
        raise GaveUp("names in the legend are defined in a circle")

    def _follow_synonyms(self) -> bool:
        changed = False
        for name in script_order(self.synonyms):
            value = self.synonyms[name]
            if value in self.properties:
                del self.synonyms[name]
                self.properties[name] = self.properties[value]
                changed = True
            elif value in self.aggregates:
                # The original goes on for ever here.
                raise GaveUp(f'"{name.upper()}" is a synonym of an aggregate that is defined only later')
            elif value in self.synonyms:
                self.synonyms[name] = self.synonyms[value]
        return changed

    def _splice(self, members: Members, other_kind: Members, kind: str, other: str) -> bool:
        """Put objects for the names of the same kind and for synonyms in each definition; whether there were any."""
        changed = False
        for name in script_order(members):
            values = members[name]
            place = 0
            while place < len(values):
                value = values[place]
                if value in self.synonyms:
                    values[place] = self.synonyms[value]
                    changed = True
                elif value in members:
                    del values[place]
                    for inner in list(members[value]):
                        if inner not in values:
                            values.append(inner)
                    changed = True
                if value in other_kind:
                    self.log.error(f'Trying to define {kind} "{name.upper()}" in terms of {other} "{value.upper()}".')
                place += 1
        return changed

    def _find_single_layers(self) -> None:
        for name, members in self.properties.items():
            drafts = [self.objects.get(member) for member in members]
            layers = {this.layer for this in drafts if this is not None}
            if drafts and None not in drafts and len(layers) == 1:
                self.single_layer[name] = layers.pop()

    def _find_background(self) -> None:
        log = self.log.at(self.draft.name_lines.get("background"))
        name: str | None = "background"
        if "background" in self.objects:
            pass
        elif "background" in self.synonyms:
            name = self.synonyms["background"]
            if name not in self.objects:
                raise GaveUp("the background is no object")
        elif "background" in self.properties:
            members = self.properties["background"]
            name = members[0] if members and members[0] in self.objects else None
            if name is not None:
                layer = self.objects[name].layer
                if any(self.objects[other].layer != layer for other in members[1:] if other in self.objects):
                    log.error("Background objects must be on the same layer")
        else:
            name = self.id_names[0] if self.id_names else None
            if "background" in self.aggregates:
                log.error(
                    "background cannot be an aggregate (declared with 'and'), it has to be a simple type, or property "
                    "(declared in terms of others using 'or')."
                )
            else:
                self.log.error("Seriously, you have to define something to be the background.")
        if name is not None:
            self.background_id = self.objects[name].id
            self.background_layer = self.objects[name].layer

    def _find_player(self) -> None:
        names = []
        if "player" in self.objects:
            names.append("player")
        if "player" in self.aggregates:
            self.player_is_aggregate = True
            names += self.aggregates["player"]
        names += self.properties.get("player", ())
        if "player" in self.synonyms:
            names.append(self.synonyms["player"])
        self.player_mask = union(self.bit(name) for name in names if name in self.objects)
        if not self.player_mask:
            self.log.error(
                "Error, didn't find any object called player, either in the objects section, or the legends section."
            )

    def _find_masks(self) -> None:
        masks = self.masks
        masks.update((name, self.bit(name)) for name in self.objects)
        entries = sorted(self.draft.synonyms.entries + self.draft.properties.entries, key=lambda entry: entry.line)
        for entry in entries:
            if len(entry.members) == 1:
                if entry.members[0] in masks:
                    masks[entry.name] = masks[entry.members[0]]
            else:
                masks[entry.name] = union(masks.get(member, 0) for member in entry.members)
        for name, members in self.aggregates.items():
            self.aggregate_masks[name] = union(masks.get(member, 0) for member in members)
