"""Lines of the rules section to rules: directions, patterns of cells and commands, still with all their names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from .cursor import SPACES, WORDS, join_pairs, words
from .draft import RuleLine
from .messages import Log
from .program import Command
from .read_rules import COMMANDS
from .rule_forms import DIRECTION_AGGREGATES, ELLIPSIS, ORTHOGONAL, RELATIVE, Cell, LoopMark, ParsedRule, Row
from .vocabulary import Vocabulary

_NO_RELATIVE_DIRECTIONS: Final = (
    'You cannot use relative directions ("^v<>") to indicate in which direction(s) a rule applies.  Use absolute '
    "directions indicators (Up, Down, Left, Right, Horizontal, or Vertical, for instance), or, if you want the rule "
    "to apply in all four directions, do not specify directions"
)
_QUALIFIERS: Final = frozenset(
    words("""
    > < ^ v up down left right moving stationary no randomdir random horizontal vertical orthogonal perpendicular
    parallel action
    """)
)
_COMMANDS_LAST: Final = (
    "Commands should only appear at the end of rules, not in or before the pattern-detection/-replacement sections."
)


class RuleParser:
    """Parses rule lines in order; a line that starts with "+" joins the group of the rule before."""

    def __init__(self, vocabulary: Vocabulary, log: Log) -> None:
        self._vocabulary = vocabulary
        self._log = log
        self.rules: list[ParsedRule] = []
        self.loops: list[LoopMark] = []
        self.is_invalid = False

    def add(self, source: RuleLine) -> None:
        """Parse one line."""
        line, log = source.line, self._log.at(source.line)
        if "(" in source.original and "->" not in source.text:
            log.error(
                "You can't have comments inside rules, sorry. In PuzzleScript, '(' starts a comment, so everything "
                "after the first '(' on this line was ignored before your rule was parsed."
            )
            return
        tokens = _tokens(source.text)
        if not tokens:
            log.error("Spooky error!  Empty line passed to rule function.")
        if len(tokens) == 1 and tokens[0] in ("startloop", "endloop"):
            self.loops.append(LoopMark(line, tokens[0] == "startloop"))
            return
        if "->" not in tokens:
            log.error(
                "A rule has to have an arrow in it.  There's no arrow here! Consider reading up about rules - you're "
                "clearly doing something weird"
            )
        before = self.rules[-1] if self.rules else None
        rule = ParsedRule(line, line)
        parsing = _Line(self._vocabulary, log, rule, before, tokens, source.original)
        if parsing.parse() and self._check(rule, log):
            if len(rule.directions) > 1 and not rule.is_directional:
                del rule.directions[1:]
            self.rules.append(rule)

    def _check(self, rule: ParsedRule, log: Log) -> bool:
        left, right = rule.left, rule.right
        if rule.late and rule.rigid:
            log.error(
                "Late rules cannot be marked as rigid (rigid rules are all about dealing with the consequences of "
                "unresolvable movements, and late rules can't even have movements)."
            )
        if len(left) != len(right):
            if right or not rule.commands:
                log.warning(
                    "Error, when specifying a rule, the number of matches (square bracketed bits) on the left hand "
                    "side of the arrow must equal the number on the right"
                )
                return False
        else:
            for row_left, row_right in zip(left, right, strict=True):
                if len(row_left) != len(row_right):
                    log.error(
                        "In a rule, each pattern to match on the left must have a corresponding pattern on the right "
                        "of equal length (number of cells)."
                    )
                    self.is_invalid = True
                if not row_left:
                    self._log.error(
                        "You have an totally empty pattern on the left-hand side.  This will match *everything*.  You "
                        "certainly don't want this."
                    )
        if not left:
            log.error("This rule refers to nothing.  What the heck? :O")
        return True


def _tokens(text: str) -> list[str]:
    spaced = text.replace("[", " [ ").replace("]", " ] ").replace("|", " | ").replace("->", " -> ").strip(SPACES)
    if spaced.startswith("+"):
        spaced = f"+ {spaced[1:]}"
    return WORDS.findall(spaced)


@dataclass
class _Line:
    """A line while it is being parsed; `before` is the rule before it."""

    vocabulary: Vocabulary
    log: Log
    rule: ParsedRule
    before: ParsedRule | None
    tokens: list[str]
    original: str
    _depth: int = 0
    _in_row: bool = False
    _after_arrow: bool = False
    _row: Row = field(default_factory=list)
    _cell: Cell = field(default_factory=list)
    _qualifier: str | None = None

    def parse(self) -> bool:
        """Fill the rule; False if it cannot be kept."""
        log, names = self.log, self.vocabulary.draft.names
        for place in range(self._prefix(), len(self.tokens)):
            token = self.tokens[place]
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
            elif token in names:
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

    def _prefix(self) -> int:
        """Read what stands before the first bracket; its place, or the number of tokens if there is none."""
        rule, log = self.rule, self.log
        has_plus = False
        for place, token in enumerate(self.tokens):
            if token == "[":
                if not rule.directions:
                    rule.directions.extend(ORTHOGONAL)
                return place
            if token == "+":
                has_plus = self._plus(place)
            elif token in RELATIVE:
                log.error(_NO_RELATIVE_DIRECTIONS)
            elif token in DIRECTION_AGGREGATES:
                rule.directions.extend(DIRECTION_AGGREGATES[token])
            elif token == "late":
                rule.late = True
            elif token == "rigid":
                rule.rigid = True
            elif token == "random":
                rule.random = True
                if has_plus:
                    log.error(
                        "A rule-group can only be marked random by the opening rule in the group (aka, a '+' and "
                        "'random' can't appear as rule modifiers on the same line).  Why? Well, you see \"random\" "
                        "isn't a property of individual rules, but of whole rule groups.  It indicates that a single "
                        "possible application of some rule from the whole group should be applied at random."
                    )
            elif token in ORTHOGONAL:
                rule.directions.append(token)
            else:
                log.error(
                    "The start of a rule must consist of some number of directions (possibly 0), before the first "
                    "bracket, specifying in what directions to look (with no direction specified, it applies in all "
                    f'four directions).  It seems you\'ve just entered "{token.upper()}".'
                )
        return len(self.tokens)

    def _plus(self, place: int) -> bool:
        rule, log = self.rule, self.log
        if rule.group_number != rule.line:
            log.error('Two "+"s (the "append to previous rule group" symbol) applied to the same rule.')
            return True
        if self.before is None:
            log.error(
                'The "+" symbol, for joining a rule with the group of the previous rule, needs a previous rule to be '
                "applied to."
            )
        if place:
            log.error(
                'The "+" symbol, for joining a rule with the group of the previous rule, must be the first symbol on '
                "the line "
            )
        if self.before is not None:
            rule.group_number = self.before.group_number
        return self.before is not None

    def _open(self) -> None:
        self._depth += 1
        if self._depth > 1:
            self.log.warning(
                "Multiple opening brackets without closing brackets.  Something fishy here.  Every '[' has to be "
                "closed by a ']', and you can't nest them."
            )
        if self._cell or self._qualifier is not None:
            self.log.error('Error, malformed cell rule - encountered a "["" before previous bracket was closed')
        self._in_row = True
        self._new_cell()

    def _new_cell(self) -> None:
        self._cell = []
        self._qualifier = None

    def _add_qualifier(self, token: str) -> None:
        log = self.log
        if self._qualifier is not None:
            log.error(
                "Error, an item can only have one direction/action at a time, but you're looking for several at once!"
            )
        elif not self._in_row:
            log.warning("Invalid syntax. Directions should be placed at the start of a rule.")
        elif self.rule.late and token not in ("no", "random", "randomdir"):
            log.error("Movements cannot appear in late rules.")
        else:
            self._qualifier = token

    def _end_cell(self) -> None:
        if self._qualifier is not None:
            self.log.error("In a rule, if you specify a movement, it has to act on an object.")
            return
        self._row.append(self._cell)
        self._new_cell()

    def _close(self) -> bool:
        self._depth -= 1
        if self._depth < 0:
            self.log.warning(
                "Multiple closing brackets without corresponding opening brackets.  Something fishy here.  Every '[' "
                "has to be closed by a ']', and you can't nest them."
            )
            return False
        if self._qualifier is not None and self._cell and self._cell[0][0] == ELLIPSIS:
            self.log.error("Cannot end a rule with ellipses.")
        else:
            self._end_cell()
        (self.rule.right if self._after_arrow else self.rule.left).append(self._row)
        self._row = []
        self._in_row = False
        return True

    def _arrow(self) -> bool:
        rule, log = self.rule, self.log
        if rule.group_number != rule.line and self.before is not None and self.before.late != rule.late:
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
            self.log.warning(
                f"Invalid token {name.upper()}. Object names should only be used within cells (square brackets)."
            )
            return
        qualifier = self._qualifier or ""
        for other, present in self._cell:
            if present == name:
                self._repeated(name, other, qualifier)
        self._cell.append((qualifier, name))
        self._qualifier = None

    def _repeated(self, name: str, first: str, second: str) -> None:
        upper = name.upper()
        if first == "no" and second == "no":
            self.log.warning(
                f"I notice that you have NO {upper} more than once in a single cell. That's redundant innit."
            )
            return
        self.log.error(
            "You cannot specify the same object more than once in a single cell (in this case "
            f"{upper} occurs multiple times)."
        )
        if name in self.vocabulary.properties:
            self.log.at(None).warning(
                "( However, noticing that you're committing this crime with <i>properties</i>, and not being able to "
                "help but acknowledge that you <i>may</i> be trying to do something esoteric and <i>clever</i> with "
                "the property inference system,  I might be brought to suggest that you consider this: you can have "
                "multiple equivalent properties with different names. )"
            )

    def _add_ellipsis(self) -> None:
        if not self._in_row:
            self.log.warning("Invalid syntax, ellipses should only be used within cells (square brackets).")
        elif self._qualifier is not None:
            # The original loses the beat here: the ellipsis becomes the name, and a second one waits for its own.
            self._cell.append((self._qualifier, ELLIPSIS))
            self._qualifier = ELLIPSIS
        else:
            self._cell.append((ELLIPSIS, ELLIPSIS))

    def _command(self, name: str, place: int) -> None:
        if not self._after_arrow:
            self.log.error(_COMMANDS_LAST)
        elif self._in_row or "]" in self.tokens[place:]:
            self.log.warning(_COMMANDS_LAST)
        if name == "message":
            self.rule.commands.append(Command(name, self._message(place)))
            return
        if name.startswith("sfx") and all(sound.tokens[0].text != name for sound in self.vocabulary.draft.sounds):
            self.log.warning(f'Sound effect "{name}" not defined.')
        self.rule.commands.append(Command(name))

    def _message(self, place: int) -> str:
        """The text after the word, in its own case; a space where there is none."""
        lower = self.original.lower()
        position = 0
        for token in self.tokens[: place + 1]:
            position = lower.find(token, max(position, 0)) + len(token)
        return join_pairs(self.original[max(position, 0) :].strip(SPACES)) or " "
