"""A checker of DRUP proofs: every clause must follow from those before it by unit propagation alone, up to the empty
one. Written to be read; knows nothing of who made the proof. `drat-trim` and others check the same files, faster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

Clause = Sequence[int]
Step = tuple[bool, list[int]]  # whether the clause is deleted, and the clause


def read_cnf(text: str) -> list[list[int]]:
    """The clauses of a DIMACS text; raises ValueError with the line where it is none."""
    header: list[int] | None = None
    clauses: list[list[int]] = [[]]
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words[0] == "p":
            if header is not None or len(words) != 4 or words[1] != "cnf":
                raise ValueError(f"line {number}: not a header 'p cnf VARIABLES CLAUSES'")
            header = _numbers(words[2:], number)
            continue
        if header is None:
            raise ValueError(f"line {number}: a clause before the header")
        for literal in _numbers(words, number):
            if abs(literal) > header[0]:
                raise ValueError(f"line {number}: variable {abs(literal)} is beyond the header's {header[0]}")
            if literal:
                clauses[-1].append(literal)
            else:
                clauses.append([])
    if header is None:
        raise ValueError("no header 'p cnf VARIABLES CLAUSES'")
    if clauses.pop() or len(clauses) != header[1]:
        raise ValueError(f"{len(clauses)} clauses where the header says {header[1]}")
    return clauses


def read_proof(text: str) -> list[Step]:
    """The steps of a proof in text form; raises ValueError with the line where it is none."""
    steps = []
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.split()
        if not words:
            continue
        is_deleted = words[0] == "d"
        clause = _numbers(words[is_deleted:], number)
        if not clause or clause.pop() != 0 or 0 in clause:
            raise ValueError(f"line {number}: a step is numbers that end in one 0")
        steps.append((is_deleted, clause))
    return steps


def _numbers(words: list[str], line: int) -> list[int]:
    try:
        if max(map(len, words), default=0) > 12:
            raise ValueError
        return [int(word) for word in words]
    except ValueError:
        raise ValueError(f"line {line}: not numbers") from None


class Propagator:
    """Clauses, two literals of each watched: nothing is to be done for a clause while neither has become false.

    What follows from the clauses alone is kept; what follows from an assumption is taken back.
    """

    def __init__(self) -> None:
        self.watches: dict[int, list[list[int]]] = {}
        self.clauses: dict[tuple[int, ...], list[list[int]]] = {}
        self.true: set[int] = set()
        self.is_refuted = False

    def add(self, clause: Clause) -> None:
        own = sorted(set(clause))
        if self.is_refuted or any(-literal in own for literal in own):
            return  # nothing is left to be said, or it is always true
        # Literals that are not false come first, to be watched; the false ones are so for good.
        own.sort(key=lambda literal: -literal in self.true)
        if len(own) > 1:
            self.clauses.setdefault(tuple(sorted(own)), []).append(own)
            for literal in own[:2]:
                self.watches.setdefault(literal, []).append(own)
        if not own or -own[0] in self.true:
            self.is_refuted = True
        elif (len(own) == 1 or -own[1] in self.true) and own[0] not in self.true:
            self.is_refuted = self._follow([own[0]]) is None

    def delete(self, clause: Clause) -> None:
        """Forgets a clause, if it is there; what it has led to stands, since that follows all the same."""
        found = self.clauses.get(tuple(sorted(set(clause))))
        if found:
            gone = found.pop()
            for literal in gone[:2]:
                self.watches[literal] = [each for each in self.watches[literal] if each is not gone]

    def refutes(self, literals: Iterable[int]) -> bool:
        """Whether unit propagation fails once these literals are true."""
        if self.is_refuted:
            return True
        wanted = [literal for literal in dict.fromkeys(literals) if literal not in self.true]
        if any(-literal in self.true for literal in wanted) or any(-literal in wanted for literal in wanted):
            return True
        followed = self._follow(wanted)
        if followed is None:
            return True
        self.true.difference_update(followed)
        return False

    def _follow(self, literals: list[int]) -> list[int] | None:
        """Makes the literals true, and all that follows, and lists them; None if that fails, with nothing changed."""
        true, watches = self.true, self.watches
        trail = list(literals)
        true.update(trail)
        for literal in trail:
            false = -literal
            watching = watches.get(false)
            if not watching:
                continue
            kept: list[list[int]] = []
            for place, clause in enumerate(watching):
                if clause[0] == false:
                    clause[0] = clause[1]
                    clause[1] = false
                first = clause[0]
                if first in true:
                    kept.append(clause)
                    continue
                for i in range(2, len(clause)):
                    other = clause[i]
                    if -other not in true:
                        clause[1] = other
                        clause[i] = false
                        watches.setdefault(other, []).append(clause)
                        break
                else:
                    kept.append(clause)
                    if -first in true:
                        watches[false] = kept + watching[place + 1 :]
                        true.difference_update(trail)
                        return None
                    true.add(first)
                    trail.append(first)
            watches[false] = kept
        return trail


def fault(clauses: Iterable[Clause], proof: Sequence[Step], check: Callable[[], None] = lambda: None) -> str | None:
    """Why the proof does not show that the clauses have no model, or None if it does.

    Deletions only make it quicker: all that is added follows from the formula. `check` is called now and then; what it
    raises ends the work.
    """
    known = Propagator()
    for clause in clauses:
        known.add(clause)
    for number, (is_deleted, clause) in enumerate(proof, start=1):
        if number % 64 == 0:
            check()
        if is_deleted:
            known.delete(clause)
            continue
        if not known.refutes([-literal for literal in clause]):
            return f"step {number} does not follow by unit propagation"
        if not clause:
            return None
        known.add(clause)
    return "the proof does not end in the empty clause"
