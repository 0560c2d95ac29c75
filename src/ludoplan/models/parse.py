"""Reads theories in the input language of Mace4: `assign`, `set`, `formulas(NAME). ... end_of_list.`"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ..core.errors import BadInput, Defect
from . import theory as logic

MOST_DIGITS = 18  # of a number


class Token(NamedTuple):
    kind: str  # "name", "number", "sign", "end" or "strange"
    text: str
    line: int
    column: int


TOKENS = re.compile(
    r"(?P<blank>[ \t\r\f]+|%[^\n]*)|(?P<newline>\n)|(?P<name>[A-Za-z_$][A-Za-z0-9_$]*|\"[^\"\n]*\")|(?P<number>\d+)"
    r"|(?P<sign><->|->|<-|!=|<=|>=|[=<>&|\-+*/\\^'@#~(),.\[\]])|(?P<strange>.)"
)
DEEPEST = 50  # nested brackets, quantifiers and signs


@dataclass(frozen=True)
class Tree:
    """An expression of which is not yet known whether it is a term or a formula."""

    token: Token
    args: tuple[Tree, ...] = ()
    is_applied: bool = False


class Wrong(Exception):  # noqa: N818
    """A defect at a token; the statement is given up, the next one is read."""

    def __init__(self, token: Token, text: str) -> None:
        super().__init__(text)
        self.token = token


def tokens_of(text: str) -> list[Token]:
    found = []
    line, start = 1, 0
    for match in TOKENS.finditer(text):
        kind = str(match.lastgroup)
        if kind == "newline":
            line, start = line + 1, match.end()
        elif kind != "blank":
            found.append(Token(kind, match.group(), line, match.start() - start + 1))
    found.append(Token("end", "", line, len(text) - start + 1))
    return found


def parse(text: str, source: str = "theory") -> logic.Theory:
    """The theory; raises BadInput with every defect."""
    return TheoryParser(text, source).theory()


class TheoryParser:
    def __init__(self, text: str, source: str) -> None:
        self.tokens = tokens_of(text)
        self.at = 0
        self.depth = 0
        self.source = source
        self.result = logic.Theory()
        self.defects: list[Defect] = []
        self.kinds: dict[tuple[str, int], str] = {}
        self.goals: list[Token] = []

    # -- statements

    def theory(self) -> logic.Theory:
        list_name: str | None = None
        opened = self.token
        while self.token.kind != "end":
            first = self.token
            try:
                if list_name is None:
                    list_name, opened = self.command(), first
                elif first.text == "end_of_list":
                    self.next()
                    list_name = None
                    self.expect(".")
                else:
                    self.statement(list_name)
            except Wrong as error:
                self.complain(error.token, str(error))
                self.skip_statement()
        if list_name is not None:
            self.complain(opened, f"the list {list_name!r} has no end_of_list.")
        if not self.result.formulas and not self.defects:
            self.complain(self.token, "there are no formulas")
        if self.defects:
            raise BadInput(self.source, self.defects)
        return self.result

    def command(self) -> str | None:
        """Reads a command; returns the name of the list that it opens."""
        token = self.next()
        if token.text not in ("assign", "set", "clear", "formulas", "clauses"):
            raise Wrong(token, f"{token.text!r}: expected assign, set, clear or formulas")
        self.expect("(")
        name = self.next()
        if name.kind != "name":
            raise Wrong(name, f"{name.text!r} is not a name")
        if token.text == "assign":
            self.expect(",")
            self.assign(name)
        elif token.text == "set" and name.text == "arithmetic":
            self.result.arithmetic = True
        self.expect(")")
        self.expect(".")
        return name.text if token.text in ("formulas", "clauses") else None

    def assign(self, name: Token) -> None:
        sign = -1 if self.token.text == "-" else 1
        if sign < 0:
            self.next()
        token = self.next()
        if token.kind != "number":
            raise Wrong(token, f"{token.text!r} is not a whole number")
        if len(token.text) > MOST_DIGITS:
            raise Wrong(token, f"a number of more than {MOST_DIGITS} digits")
        number = sign * int(token.text)
        known = ("domain_size", "start_size", "end_size", "max_models", "max_seconds", "max_megs")
        if name.text not in known:
            raise Wrong(name, f"there is no parameter {name.text!r} (there are {', '.join(known)})")
        if name.text.endswith("size") and number < 1:
            raise Wrong(token, "a domain has at least 1 element")
        no_limit = -1 if name.text == "max_models" else None
        setattr(self.result, name.text, number if number > 0 else no_limit)

    def statement(self, list_name: str) -> None:
        start = self.token
        formula = self.formula(self.expression(), frozenset())
        if self.token.text == "#":  # attributes, such as labels, say nothing about models
            while self.token.text != "." and self.token.kind != "end":
                self.next()
        self.expect(".")
        for variable in reversed(list(dict.fromkeys(logic.free_variables(formula)))):
            formula = logic.All(variable, formula)
        if list_name == "goals":
            if self.goals:
                raise Wrong(start, "a second goal: write one formula, joined by & or |")
            self.goals.append(start)
            formula = logic.Not(formula)
        self.result.formulas.append(formula)

    # -- expressions, by rising precedence

    def expression(self) -> Tree:
        left = self.chain("|", lambda: self.chain("&", self.comparison))
        if self.token.text not in ("->", "<-", "<->"):
            return left
        token = self.next()
        node = Tree(token, (left, self.chain("|", lambda: self.chain("&", self.comparison))))
        if self.token.text in ("->", "<-", "<->"):
            raise Wrong(self.token, f"{token.text} and {self.token.text} need brackets")
        return node

    def chain(self, sign: str, part: Callable[[], Tree]) -> Tree:
        parts = [part()]
        token = self.token
        while self.token.text == sign:
            self.next()
            parts.append(part())
        return parts[0] if len(parts) == 1 else Tree(token, tuple(parts))

    def comparison(self) -> Tree:
        if self.token.text in ("all", "exists"):
            return self.quantified()
        left = self.sum()
        if self.token.text in ("=", "!=", "<", "<=", ">", ">="):
            token = self.next()
            return Tree(token, (left, self.sum()))
        return left

    def quantified(self) -> Tree:
        token, variable = self.next(), self.next()
        if variable.kind != "name":
            raise Wrong(variable, f"{token.text} {variable.text}: expected a variable")
        self.deeper(token)
        body = self.comparison()
        self.depth -= 1
        return Tree(token, (Tree(variable), body))

    def sum(self) -> Tree:
        return self.infix(("+", "-", "v"), lambda: self.infix(("*", "/", "\\", "mod", "@"), self.power))

    def power(self) -> Tree:
        return self.infix(("^",), self.unary)

    def infix(self, signs: tuple[str, ...], part: Callable[[], Tree]) -> Tree:
        left = part()
        depth = self.depth
        while self.token.text in signs:
            token = self.next()
            self.deeper(token)
            left = Tree(token, (left, part()), True)
        self.depth = depth
        return left

    def unary(self) -> Tree:
        if self.token.text in ("-", "~"):
            token = self.next()
            self.deeper(token)
            body = self.quantified() if self.token.text in ("all", "exists") else self.unary()
            self.depth -= 1
            return Tree(token, (body,), True)
        node = self.primary()
        depth = self.depth
        while self.token.text == "'":
            self.deeper(self.token)
            node = Tree(self.next(), (node,), True)
        self.depth = depth
        return node

    def primary(self) -> Tree:
        token = self.next()
        if token.text == "(":
            self.deeper(token)
            node = self.expression()
            self.depth -= 1
            self.expect(")")
            return node
        if token.kind == "number":
            return Tree(token)
        if token.kind != "name" or token.text in ("all", "exists", "end_of_list"):
            what = repr(token.text) if token.text else "the end of the text"
            raise Wrong(token, f"{what} where a term or formula should begin")
        if self.token.text != "(":
            return Tree(token)
        self.deeper(self.next())
        args = [self.expression()]
        while self.token.text == ",":
            self.next()
            args.append(self.expression())
        self.depth -= 1
        self.expect(")")
        return Tree(token, tuple(args), True)

    # -- meaning

    def formula(self, node: Tree, bound: frozenset[str]) -> logic.Formula:
        sign, args = node.token.text, node.args
        if node.token.kind == "sign" or sign in ("all", "exists"):
            match sign:
                case "&" | "|":
                    parts = tuple(self.formula(part, bound) for part in args)
                    return logic.And(parts) if sign == "&" else logic.Or(parts)
                case "->":
                    return logic.Or((logic.Not(self.formula(args[0], bound)), self.formula(args[1], bound)))
                case "<-":
                    return logic.Or((self.formula(args[0], bound), logic.Not(self.formula(args[1], bound))))
                case "<->":
                    return logic.Iff(self.formula(args[0], bound), self.formula(args[1], bound))
                case "-" | "~" if len(args) == 1:
                    return logic.Not(self.formula(args[0], bound))
                case "=" | "!=":
                    equal = logic.Equal(self.term(args[0], bound), self.term(args[1], bound))
                    return equal if sign == "=" else logic.Not(equal)
                case "all" | "exists":
                    name = args[0].token.text
                    body = self.formula(args[1], bound | {name})
                    return logic.All(name, body) if sign == "all" else logic.Exists(name, body)
            if (sign, len(args)) not in logic.COMPARISONS:
                raise Wrong(node.token, f"{sign!r} makes a term, and a formula is needed here")
        if node.token.kind == "number" or self.is_variable(node, bound):
            raise Wrong(node.token, f"{sign!r} is a term, and a formula is needed here")
        if sign in ("$T", "$F"):
            return logic.Truth(sign == "$T")
        self.note(node, "relation")
        return logic.Holds(sign, tuple(self.term(arg, bound) for arg in args))

    def term(self, node: Tree, bound: frozenset[str]) -> logic.Term:
        name = node.token.text
        if node.token.kind == "number":
            value = int(name[:10])
            self.result.largest_element = max(self.result.largest_element, value)
            return logic.Element(value)
        if self.is_variable(node, bound):
            return logic.Var(name)
        if name in ("all", "exists", "&", "|", "->", "<-", "<->", "=", "!=", "<", "<=", ">", ">=", "$T", "$F"):
            raise Wrong(node.token, f"{name!r} makes a formula, and a term is needed here")
        self.note(node, "function")
        return logic.Apply(name, tuple(self.term(arg, bound) for arg in node.args))

    def is_variable(self, node: Tree, bound: frozenset[str]) -> bool:
        name = node.token.text
        return node.token.kind == "name" and not node.is_applied and (name in bound or name[0] in "uvwxyz")

    def note(self, node: Tree, kind: str) -> None:
        """Takes down a symbol; the same one cannot be a function and a relation."""
        symbol = (node.token.text, len(node.args))
        known = self.kinds.setdefault(symbol, kind)
        if known != kind:
            raise Wrong(node.token, f"{symbol[0]!r} is a {kind} here and a {known} above")
        table = self.result.functions if kind == "function" else self.result.relations
        if symbol not in table:
            table.append(symbol)

    # -- tokens

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def next(self) -> Token:
        token = self.tokens[self.at]
        if token.kind != "end":
            self.at += 1
        return token

    def expect(self, sign: str) -> None:
        if self.token.text != sign:
            found = repr(self.token.text) if self.token.text else "the end of the text"
            raise Wrong(self.token, f"expected {sign!r}, found {found}")
        self.next()

    def deeper(self, token: Token) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Wrong(token, f"more than {DEEPEST} levels deep")

    def complain(self, token: Token, text: str) -> None:
        self.defects.append(Defect(token.line, token.column, text))

    def skip_statement(self) -> None:
        self.depth = 0
        if self.tokens[self.at - 1].text == ".":
            return
        while self.token.kind != "end" and self.next().text != ".":
            pass
