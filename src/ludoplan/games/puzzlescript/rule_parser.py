"""One line of the rules section to a rule: directions, patterns of cells and commands, still with all its names."""

from __future__ import annotations

from typing import Final

from .cursor import SPACES, WORDS
from .draft import RuleLine
from .messages import Log
from .rule_forms import DIRECTION_AGGREGATES, ORTHOGONAL, RELATIVE, LoopMark, ParsedRule
from .rule_patterns import PatternParser
from .vocabulary import Vocabulary

_NO_RELATIVE_DIRECTIONS: Final = (
    'You cannot use relative directions ("^v<>") to indicate in which direction(s) a rule applies.  Use absolute '
    "directions indicators (Up, Down, Left, Right, Horizontal, or Vertical, for instance), or, if you want the rule "
    "to apply in all four directions, do not specify directions"
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
        rule = ParsedRule(line, line)
        start = self._prefix(rule, tokens, log)
        before = self.rules[-1] if self.rules else None
        patterns = PatternParser(self._vocabulary, log, rule, before, tokens, source.original)
        if patterns.parse(start) and self._check(rule, log):
            if len(rule.directions) > 1 and not rule.is_directional:
                del rule.directions[1:]
            self.rules.append(rule)

    def _prefix(self, rule: ParsedRule, tokens: list[str], log: Log) -> int:
        """Read what stands before the first bracket; its place, or the number of tokens if there is none."""
        has_plus = False
        for place, token in enumerate(tokens):
            if token == "[":
                if not rule.directions:
                    rule.directions.extend(ORTHOGONAL)
                return place
            if token == "+":
                has_plus = self._plus(rule, place, log)
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
        return len(tokens)

    def _plus(self, rule: ParsedRule, place: int, log: Log) -> bool:
        if rule.group_number != rule.line:
            log.error('Two "+"s (the "append to previous rule group" symbol) applied to the same rule.')
            return True
        if not self.rules:
            log.error(
                'The "+" symbol, for joining a rule with the group of the previous rule, needs a previous rule to be '
                "applied to."
            )
        if place:
            log.error(
                'The "+" symbol, for joining a rule with the group of the previous rule, must be the first symbol on '
                "the line "
            )
        if self.rules:
            rule.group_number = self.rules[-1].group_number
        return bool(self.rules)

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
