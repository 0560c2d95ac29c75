"""Lines of rules to groups of compiled rules, with loops and rigid groups."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise

from .draft import Draft
from .expansion import Expanded, Expansion
from .messages import Log
from .program import INPUTS, CellRow, Rule, RuleGroup
from .rule_checks import drop_superfluous_conditions
from .rule_forms import LoopMark
from .rule_masks import (
    ERROR,
    ERROR_IN_POSSIBLE_RULE,
    IMPOSSIBLE,
    REMOVE,
    REMOVE_LATER,
    WARNING,
    CompiledRow,
    RowCompiler,
)
from .rule_parser import RuleParser
from .vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class CompiledRules:
    """The parts of a program that come from its rules section."""

    groups: tuple[RuleGroup, ...]
    late_groups: tuple[RuleGroup, ...]
    rigid_groups: tuple[int, ...]
    rigid_index: dict[int, int]
    loops: list[LoopMark]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A rule that may still turn out to be impossible."""

    rule: Rule
    is_late: bool
    impossible: tuple[str, str] | None
    """Two objects that it wants in one layer of one cell."""


def compile_rules(draft: Draft, vocabulary: Vocabulary, log: Log) -> CompiledRules | None:
    """All rules, or None if no game can be made of them."""
    parser = RuleParser(vocabulary, log)
    for line in draft.rules:
        parser.add(line)
    drop_superfluous_conditions(parser.rules, vocabulary, log)
    expansion = Expansion(vocabulary, log)
    expanded = expansion.expand(parser.rules, is_invalid=parser.is_invalid)
    if expansion.is_invalid:
        return None
    candidates = _compile_masks(expanded, RowCompiler(vocabulary, expansion.cells), log)
    groups = _possible((candidate for candidate in candidates if not candidate.is_late), log)
    late_groups = _possible((candidate for candidate in candidates if candidate.is_late), log)
    for rule in chain.from_iterable(groups + late_groups):
        for row in rule.rows:
            if None in row:
                _check_ellipses(row, log.at(rule.line))
    rigid = tuple(number for number, group in enumerate(groups) if any(rule.is_rigid for rule in group))
    if len(rigid) > 30:
        log.at(groups[rigid[30]][0].line).error(
            "There can't be more than 30 rigid groups (rule groups containing rigid members)."
        )
    rigid_index = {groups[number][0].group_number: index for index, number in enumerate(rigid)}
    return CompiledRules(groups, late_groups, rigid, rigid_index, parser.loops)


def _compile_masks(expanded: list[Expanded], compiler: RowCompiler, log: Log) -> list[_Candidate]:
    made: list[_Candidate] = []
    kept = _last_of_each(expanded)
    for each, variants in zip(expanded, kept, strict=True):
        source, count = each.source, each.cell_count
        spans = list(pairwise(accumulate(each.row_lengths, initial=0)))
        has_right, commands = bool(source.right), tuple(source.commands)
        for cells in variants:
            rows = [
                compiler.compile(cells[first:end], cells[count + first : count + end] if has_right else None)
                for first, end in spans
            ]
            impossible = None
            if any(row.remarks for row in rows):
                is_kept, impossible = _heed(rows, log.at(source.line))
                if not is_kept:
                    continue
            rule = Rule(
                INPUTS[each.direction],
                tuple(row.cells for row in rows),
                has_right,
                commands,
                source.random,
                source.rigid,
                source.line,
                source.group_number,
            )
            made.append(_Candidate(rule, source.late, impossible))
    return made


def _last_of_each(expanded: list[Expanded]) -> list[list[tuple[int, ...]]]:
    """The variants that no later rule of the same line repeats."""
    kept: list[list[tuple[int, ...]]] = []
    seen: set[tuple[object, ...]] = set()
    line = -1
    for each in reversed(expanded):
        if each.source.line != line:
            line = each.source.line
            seen = set()
        shown = each.direction if max(each.row_lengths, default=0) > 1 else ""
        variants = []
        for cells in reversed(each.variants):
            key = (shown, cells)
            if key not in seen:
                seen.add(key)
                variants.append(cells)
        variants.reverse()
        kept.append(variants)
    kept.reverse()
    return kept


def _heed(rows: list[CompiledRow], log: Log) -> tuple[bool, tuple[str, str] | None]:
    """Say what there is to say of the rule; whether it is kept, and which two objects make it impossible."""
    impossible = None
    is_kept = True
    for row in rows:
        for remark in row.remarks:
            if remark.kind == ERROR or (remark.kind == ERROR_IN_POSSIBLE_RULE and impossible is None):
                log.error(remark.text)
            elif remark.kind == WARNING:
                log.warning(remark.text)
            elif remark.kind == IMPOSSIBLE:
                impossible = remark.names
            elif remark.kind == REMOVE:
                return False, impossible
            elif remark.kind == REMOVE_LATER:
                is_kept = False
    return is_kept, impossible


def _possible(candidates: Iterable[_Candidate], log: Log) -> tuple[RuleGroup, ...]:
    """The groups in order of their numbers without rules that can never match; those that lose all rules go."""
    by_number: dict[int, list[_Candidate]] = {}
    for candidate in candidates:
        by_number.setdefault(candidate.rule.group_number, []).append(candidate)
    groups = (_without_impossible(by_number[number], log) for number in sorted(by_number))
    return tuple(group for group in groups if group)


def _without_impossible(group: list[_Candidate], log: Log) -> RuleGroup:
    kept: list[Rule] = []
    pairs: dict[tuple[str, str], None] = {}
    for place, candidate in enumerate(group):
        if candidate.impossible is None:
            kept.append(candidate.rule)
            continue
        line = candidate.rule.line
        after = [other.rule for other in group[place + 1 : place + 2]]
        is_alone = not any(other.line == line for other in [*kept[-1:], *after])
        pairs[candidate.impossible] = None
        if is_alone or (not kept and not after):
            (one, two), *more = pairs
            others = [f"{first}/{second}" for first, second in more]
            log.at(line).error(
                f"{one} and {two} can never overlap{_ditto(others)}. This rule requires that to happen, so it "
                "impossible it will ever trigger."
            )
    return tuple(kept)


def _ditto(others: list[str]) -> str:
    if not others:
        return ""
    text = ""
    for place, pair in enumerate(others[:3]):
        if place:
            text += ", and " if place == len(others) - 1 else ", "
        text += pair
    return f" (ditto for {text}{' etc.' if len(others) > 3 else ''})"


def _check_ellipses(row: CellRow, log: Log) -> None:
    count = 0
    for place, cell in enumerate(row):
        if cell is not None:
            continue
        count += 1
        if count > 2:
            log.error("You can't use more than two ellipses in a single cell match pattern.")
        elif place and row[place - 1] is None:
            log.warning(
                "Why would you go and have two ellipses in a row like that? It's exactly the same as just having a "
                "single ellipsis, right?"
            )


def loop_points(groups: tuple[RuleGroup, ...], loops: list[LoopMark], log: Log) -> tuple[int, ...]:
    """For each group the first group of the loop that it ends, else -1. Marks must come in pairs."""
    points = [-1] * len(groups)
    for start_mark, end_mark in zip(loops[::2], loops[1::2], strict=True):
        start, end = start_mark.line, end_mark.line
        first_group = -1
        for number, group in enumerate(groups):
            first, last = group[0].line, group[-1].line
            if first <= start <= last or first <= end <= last:
                log.at(start).error(
                    "Found a loop point in the middle of a rule. You probably don't want to do this, right?"
                )
            if end < first:
                break
            if start <= first:
                if first_group == -1:
                    first_group = number
                if number > 0 and points[number - 1] == first_group:
                    points[number - 1] = -1
                points[number] = first_group
    return tuple(points)


def check_loops(loops: list[LoopMark], log: Log) -> list[LoopMark]:
    """The marks, in pairs; complains of those that have no partner or are nested."""
    for number, mark in enumerate(loops):
        if number % 2 == 0 and not mark.starts:
            log.at(mark.line).error("Found an ENDLOOP, but I'm not in a loop?")
        elif number % 2 and mark.starts:
            log.at(mark.line).error(
                "Found a STARTLOOP, but I'm already inside a loop? (Puzzlescript can't nest loops, FWIW)."
            )
    if len(loops) % 2:
        log.at(loops[-1].line).error("Yo I found a STARTLOOP without a corresponding ENDLOOP.")
        return [*loops, LoopMark(loops[-1].line, starts=False)]
    return loops
