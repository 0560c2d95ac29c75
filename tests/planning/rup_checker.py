"""An independent checker of DRUP proofs: every clause of the proof must follow from those before it by unit propagation
alone, and the last one is empty. Reads the files as anybody else would; knows nothing of the planner."""

from __future__ import annotations

from pathlib import Path


def read_cnf(path: Path) -> tuple[int, list[list[int]]]:
    """The number of variables and the clauses; raises ValueError where the header is not kept."""
    tokens: list[int] = []
    header = None
    for line in path.read_text().splitlines():
        if line.startswith("c"):
            continue
        if line.startswith("p"):
            header = [int(word) for word in line.split()[2:]]
        else:
            tokens += [int(word) for word in line.split()]
    clauses: list[list[int]] = [[]]
    for token in tokens:
        if token:
            clauses[-1].append(token)
        else:
            clauses.append([])
    if clauses.pop() or header is None or len(clauses) != header[1]:
        raise ValueError("not as many clauses as the header says")
    if any(abs(literal) > header[0] for clause in clauses for literal in clause):
        raise ValueError("a variable beyond the header's number")
    return header[0], clauses


def read_proof(path: Path) -> list[tuple[bool, list[int]]]:
    """Steps: whether the clause is deleted, and the clause."""
    steps = []
    for line in path.read_text().splitlines():
        words = line.split()
        is_deleted = words[0] == "d"
        numbers = [int(word) for word in words[is_deleted:]]
        if numbers.pop() != 0:
            raise ValueError("a line that does not end in 0")
        steps.append((is_deleted, numbers))
    return steps


class Propagator:
    """Clauses with two watched literals each."""

    def __init__(self) -> None:
        self.watches: dict[int, list[list[int]]] = {}
        self.units: list[list[int]] = []
        self.has_empty = False

    def add(self, clause: list[int]) -> None:
        key = tuple(sorted(set(clause)))
        own = list(key)
        if any(-literal in key for literal in key):
            return
        if not own:
            self.has_empty = True
        elif len(own) == 1:
            self.units.append(own)
        else:
            for literal in own[:2]:
                self.watches.setdefault(literal, []).append(own)

    def refutes(self, literals: list[int]) -> bool:
        """Whether unit propagation fails once these are true."""
        if self.has_empty:
            return True
        true: set[int] = set()
        queue: list[int] = []
        for literal in [*literals, *(unit[0] for unit in self.units)]:
            if -literal in true:
                return True
            if literal not in true:
                true.add(literal)
                queue.append(literal)
        while queue:
            false = -queue.pop()
            watching = self.watches.get(false, [])
            kept: list[list[int]] = []
            for place, clause in enumerate(watching):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], clause[0]
                if clause[0] in true:
                    kept.append(clause)
                    continue
                for i in range(2, len(clause)):
                    if -clause[i] not in true:
                        clause[1], clause[i] = clause[i], clause[1]
                        self.watches.setdefault(clause[1], []).append(clause)
                        break
                else:
                    kept.append(clause)
                    if -clause[0] in true:
                        self.watches[false] = kept + watching[place + 1 :]
                        return True
                    true.add(clause[0])
                    queue.append(clause[0])
            self.watches[false] = kept
        return False


def is_refutation(clauses: list[list[int]], proof: list[tuple[bool, list[int]]]) -> bool:
    """Whether the proof shows that the clauses have no model. Deletions are ignored: a clause more does no harm, since
    all that is added follows from the formula."""
    known = Propagator()
    for clause in clauses:
        known.add(clause)
    for is_deleted, clause in proof:
        if is_deleted:
            continue
        if not known.refutes([-literal for literal in clause]):
            return False
        if not clause:
            return True
        known.add(clause)
    return False
