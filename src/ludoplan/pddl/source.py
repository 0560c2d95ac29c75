"""From text to nested lists of words.

Speed comes from two things: a list without inner lists, such as a fact, is one match of the regular expression, and
positions are kept as offsets that become line and column only when a defect is told.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice
from string import ascii_lowercase, ascii_uppercase

from ..core.errors import BadInput, Defect

COMMENT = re.compile(r";[^\n]*")
TOKEN = re.compile(r"\(([^()]*)\)|[()]|[^\s()]+")
WORD = re.compile(r"[^\s()]+")
# Where a blank is missing before a variable, as in `(at?x)`. A word that ends with `?` is a name.
MISSING_BLANK = re.compile(r"[^\s()?](?=\?[^\s()?])")
BYTE_ORDER_MARK = "\ufeff"  # some editors put it first
ASCII_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
# Deeper formulas would exhaust the stack of whoever walks them.
MOST_NESTED = 200
MOST_DEFECTS = 1000
MOST_SUGGESTIONS = 20
# For `did you mean`: how long a word may be, and with how many names the words of one text are compared.
LONGEST_SUGGESTED = 60
MOST_COMPARED = 4000


def lowered(text: str) -> str:
    """The text in lower case, as long as before: some capitals of other scripts, which stay, change the length."""
    return text.lower() if text.isascii() else text.translate(ASCII_LOWER)


class Node:
    """A list: words and inner lists, and where it and they begin."""

    __slots__ = ("items", "offsets", "start")

    def __init__(self, start: int, items: list[Item], offsets: list[int] | None) -> None:
        self.start = start
        self.items = items
        self.offsets = offsets  # None: to be found again in the text when needed

    @property
    def head(self) -> str:
        """The first word; empty where the list begins with none."""
        return self.items[0] if self.items and isinstance(self.items[0], str) else ""


Item = str | Node


class Source:
    """A PDDL text, in lower case and with blanks for comments, and the defects found in it so far."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        lower = lowered(text.removeprefix(BYTE_ORDER_MARK))
        self.text = COMMENT.sub(lambda found: " " * len(found[0]), lower) if ";" in lower else lower
        self.defects: list[Defect] = []
        self.warnings: list[Defect] = []
        self._lines: list[int] | None = None
        self._shift: list[int] = []
        self._comparisons = MOST_COMPARED
        if MISSING_BLANK.search(self.text):
            self._add_blanks()

    def _add_blanks(self) -> None:
        """Puts a blank before every variable that has none; positions are still told as in the text that was given."""
        places = [found.end() for found in MISSING_BLANK.finditer(self.text)]
        pieces = [self.text[start:end] for start, end in zip([0, *places], [*places, None], strict=True)]
        for place in places[:MOST_DEFECTS]:
            self.warnings.append(Defect(*self.position(place), "a blank is missing before '?'"))
        self.position(0)  # the lines are those of the text as it was
        self.text = " ".join(pieces)
        self._shift = [place + count for count, place in enumerate(places)]  # where the blanks are now

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1."""
        if self._lines is None:
            self._lines = [0, *(found.end() for found in re.finditer("\n", self.text))]
        offset -= bisect_right(self._shift, offset - 1)
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def offset(self, node: Node, index: int | None = None) -> int:
        """Where the list begins, or its item of this index; where it ends if there is no such item."""
        if index is None:
            return node.start
        if node.offsets is None:
            end = self.text.index(")", node.start)
            node.offsets = [found.start() for found in WORD.finditer(self.text, node.start + 1, end)] + [end]
        return node.offsets[min(index, len(node.offsets) - 1)]

    def defect(self, text: str, node: Node, index: int | None = None) -> None:
        """Notes what is wrong with the list, or with its item of this index."""
        self.defect_at(self.offset(node, index), text)

    def defect_at(self, offset: int, text: str) -> None:
        if len(self.defects) < MOST_DEFECTS:
            self.defects.append(Defect(*self.position(offset), text))

    def warn(self, text: str, node: Node, index: int | None = None) -> None:
        """Notes what is odd."""
        if len(self.warnings) < MOST_DEFECTS:
            self.warnings.append(Defect(*self.position(self.offset(node, index)), text))

    def suggestion(self, word: str, known: Iterable[str]) -> str:
        """` (did you mean ...?)`, or nothing."""
        if len(self.defects) >= MOST_SUGGESTIONS or len(word) > LONGEST_SUGGESTED:
            return ""
        similar = (name for name in known if abs(len(name) - len(word)) <= 3)
        names = list(islice(similar, self._comparisons))
        self._comparisons -= len(names)
        close = get_close_matches(word, names, 1)
        return f" (did you mean {close[0]}?)" if close else ""

    def raise_defects(self) -> None:
        if self.defects:
            raise BadInput(self.name, self.defects)

    def read(self) -> Node:
        """The one list that the text consists of; raises BadInput."""
        items: list[Item] = []
        offsets: list[int] = []
        root = current = Node(0, items, offsets)
        open_nodes: list[Node] = []
        for found in TOKEN.finditer(self.text):
            start = found.start()
            offsets.append(start)  # of a ')' too: the place of whatever is missing at the end
            flat = found[1]
            if flat is not None:
                items.append(Node(start, flat.split(), None))  # type: ignore[arg-type]
                continue
            word = found[0]
            if word == "(":
                if len(open_nodes) == MOST_NESTED:
                    self.defect_at(start, f"nested more than {MOST_NESTED} deep")
                    self.raise_defects()
                open_nodes.append(current)
                current = Node(start, [], [])
                items.append(current)
            elif word == ")":
                if not open_nodes:
                    self.defect_at(start, "this ')' closes nothing")
                    self.raise_defects()
                current = open_nodes.pop()
            else:
                items.append(word)
                continue
            assert current.offsets is not None
            items, offsets = current.items, current.offsets
        if open_nodes:
            self._complain_of_open(root)
        self._check_root(root)
        self.raise_defects()
        (only,) = root.items
        assert isinstance(only, Node)
        return only

    def _check_root(self, root: Node) -> None:
        if not root.items:
            self.defect_at(0, "expected (define ...), found nothing")
        elif not isinstance(root.items[0], Node):
            self.defect(f"expected (define ...), found '{root.items[0]}'", root, 0)
        elif len(root.items) > 1:
            self.defect("expected nothing after (define ...)", root, 1)

    def _complain_of_open(self, root: Node) -> None:
        """A missing ')' shows itself at the end only; a section within a section is closer to the mistake."""
        innermost = root
        while innermost.items and isinstance(last := innermost.items[-1], Node):
            if last.offsets is None or len(last.offsets) > len(last.items):
                break  # it is closed
            innermost = last
        self.defect_at(innermost.start, "this '(' is never closed")
        sections = [node for define in _lists(root) for node in _lists(define)]
        waiting = [node for section in reversed(sections) for node in reversed(_lists(section))]
        while waiting:
            node = waiting.pop()
            if node.head.startswith(":"):
                self.defect_at(node.start, f"({node.head} inside another list: is a ')' missing before it?")
                break
            waiting.extend(reversed(_lists(node)))
        self.raise_defects()


def _lists(node: Node) -> list[Node]:
    return [item for item in node.items if isinstance(item, Node)]


def describe(item: Item) -> str:
    """An item, for a message."""
    if isinstance(item, str):
        return f"'{item}'"
    return f"({item.head} ...)" if item.head else "()" if not item.items else "a list"
