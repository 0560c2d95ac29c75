"""The part of a rule from its first bracket on: cells with their contents, the arrow, and commands."""

from __future__ import annotations

from typing import Final

from .cursor import SPACES, join_pairs, words
from .messages import Log
from .program import Command
from .read_rules import COMMANDS
from .rule_forms import ELLIPSIS, Cell, ParsedRule, Row
from .vocabulary import Vocabulary

_QUALIFIERS: Final = frozenset(
    words("""
    > < ^ v up down left right moving stationary no randomdir random horizontal vertical orthogonal perpendicular
    parallel action
    """)
)
_COMMANDS_LAST: Final = (
    "Commands should only appear at the end of rules, not in or before the pattern-detection/-replacement sections."
)


class PatternParser:
    """The part of a rule from its first bracket on."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        log: Log,
        rule: ParsedRule,
        before: ParsedRule | None,
        tokens: list[str],
        original: str,
    ) -> None:
        self._vocabulary = vocabulary
        self._names = vocabulary.draft.names
        self._log = log
        self._rule = rule
        self._before = before
        self._tokens = tokens
        self._original = original
        self._depth = 0
        self._in_row = False
        self._after_arrow = False
        self._row: Row = []
        self._cell: Cell = []
        self._qualifier: str | None = None
        self._qualifiers: dict[str, dict[str, None]] = {}
        self._last_bracket = max((place for place, token in enumerate(tokens) if token == "]"), default=-1)

    def parse(self, start: int) -> bool:
        """Fill the rule; False if it cannot be kept."""
        log = self._log
        for place in range(start, len(self._tokens)):
            token = self._tokens[place]
            if token == "[":
                self._open()
            elif token in _QUALIFIERS:
                self._add_qualifier(token)
            elif token == "|":
                if not self._in_row:
                    log.warning('Janky syntax.  "|" should only be used inside cell rows (the square brackety bits).')
                else:
                    self._end_cell()
            elif token == "]":
                if not self._close():
                    return False
            elif token == "->":
                if not self._arrow():
                    return False
            elif token in self._names:
                self._add_name(token)
            elif token == ELLIPSIS:
                self._add_ellipsis()
            elif token in COMMANDS:
                self._command(token, place)
                if token == "message":
                    break
            else:
                log.error(
                    f'Error, malformed cell rule - was looking for cell contents, but found "{token}".  What am I '
                    "supposed to do with this, eh, please tell me that."
                )
        return True

    def _open(self) -> None:
        self._depth += 1
        if self._depth > 1:
            self._log.warning(
                "Multiple opening brackets without closing brackets.  Something fishy here.  Every '[' has to be "
                "closed by a ']', and you can't nest them."
            )
        if self._cell or self._qualifier is not None:
            self._log.error('Error, malformed cell rule - encountered a "["" before previous bracket was closed')
        self._in_row = True
        self._new_cell()

    def _new_cell(self) -> None:
        self._cell = []
        self._qualifier = None
        self._qualifiers = {}

    def _add_qualifier(self, token: str) -> None:
        log = self._log
        if self._qualifier is not None:
            log.error(
                "Error, an item can only have one direction/action at a time, but you're looking for several at once!"
            )
        elif not self._in_row:
            log.warning("Invalid syntax. Directions should be placed at the start of a rule.")
        elif self._rule.late and token not in ("no", "random", "randomdir"):
            log.error("Movements cannot appear in late rules.")
        else:
            self._qualifier = token

    def _end_cell(self) -> None:
        if self._qualifier is not None:
            self._log.error("In a rule, if you specify a movement, it has to act on an object.")
            return
        self._row.append(self._cell)
        self._new_cell()

    def _close(self) -> bool:
        self._depth -= 1
        if self._depth < 0:
            self._log.warning(
                "Multiple closing brackets without corresponding opening brackets.  Something fishy here.  Every '[' "
                "has to be closed by a ']', and you can't nest them."
            )
            return False
        if self._qualifier is not None and self._cell and self._cell[0][0] == ELLIPSIS:
            self._log.error("Cannot end a rule with ellipses.")
        else:
            self._end_cell()
        (self._rule.right if self._after_arrow else self._rule.left).append(self._row)
        self._row = []
        self._in_row = False
        return True

    def _arrow(self) -> bool:
        rule, log = self._rule, self._log
        if rule.group_number != rule.line and self._before is not None and self._before.late != rule.late:
            log.warning(
                "Oh gosh you can mix late and non-late rules in a rule-group if you really want to, but gosh why "
                "would you want to do that?  What do you expect to accomplish?"
            )
        if self._in_row:
            log.warning(
                'Encountered an unexpected "->" inside square brackets.  It\'s used to separate states, it has no '
                "place inside them >:| ."
            )
        elif self._after_arrow:
            log.error('Error, you can only use "->" once in a rule; it\'s used to separate before and after states.')
            return False
        else:
            self._after_arrow = True
        return True

    def _add_name(self, name: str) -> None:
        if not self._in_row:
            self._log.warning(
                f"Invalid token {name.upper()}. Object names should only be used within cells (square brackets)."
            )
            return
        qualifier = self._qualifier or ""
        others = self._qualifiers.setdefault(name, {})
        for other in others:
            self._repeated(name, other, qualifier)
        others[qualifier] = None
        self._cell.append((qualifier, name))
        self._qualifier = None

    def _repeated(self, name: str, first: str, second: str) -> None:
        upper = name.upper()
        if first == "no" and second == "no":
            self._log.warning(
                f"I notice that you have NO {upper} more than once in a single cell. That's redundant innit."
            )
            return
        self._log.error(
            "You cannot specify the same object more than once in a single cell (in this case "
            f"{upper} occurs multiple times)."
        )
        if name in self._vocabulary.properties:
            self._log.at(None).warning(
                "( However, noticing that you're committing this crime with <i>properties</i>, and not being able to "
                "help but acknowledge that you <i>may</i> be trying to do something esoteric and <i>clever</i> with "
                "the property inference system,  I might be brought to suggest that you consider this: you can have "
                "multiple equivalent properties with different names. )"
            )

    def _add_ellipsis(self) -> None:
        if not self._in_row:
            self._log.warning("Invalid syntax, ellipses should only be used within cells (square brackets).")
        elif self._qualifier is not None:
            # The original loses the beat here: the ellipsis becomes the name, and a second one waits for its own.
            self._cell.append((self._qualifier, ELLIPSIS))
            self._qualifier = ELLIPSIS
        else:
            self._cell.append((ELLIPSIS, ELLIPSIS))

    def _command(self, name: str, place: int) -> None:
        if not self._after_arrow:
            self._log.error(_COMMANDS_LAST)
        elif self._in_row or place < self._last_bracket:
            self._log.warning(_COMMANDS_LAST)
        if name == "message":
            self._rule.commands.append(Command(name, self._message(place)))
            return
        if name.startswith("sfx") and all(sound.tokens[0].text != name for sound in self._vocabulary.draft.sounds):
            self._log.warning(f'Sound effect "{name}" not defined.')
        self._rule.commands.append(Command(name))

    def _message(self, place: int) -> str:
        """The text after the word, in its own case; a space where there is none."""
        lower = self._original.lower()
        position = 0
        for token in self._tokens[: place + 1]:
            position = lower.find(token, max(position, 0)) + len(token)
        return join_pairs(self._original[max(position, 0) :].strip(SPACES)) or " "
