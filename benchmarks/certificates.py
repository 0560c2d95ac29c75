"""Certificates of random tasks, and corrupted ones: every good one is verified, every bad one refused.

    python benchmarks/certificates.py [--count 100] [--seed 0]

Corrupted twice over: bytes that are changed, lost or doubled, which the digest tells; and forgeries, whose digest is
made anew, so that nothing but the check itself can tell. A forgery always makes the certificate say something that it
does not show: a state is missing, a sum is changed, the bound is raised, the plan goes elsewhere, a clause or a step
of the proof is gone.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from chance import MAKERS, draw

from ludoplan import Limits, LudoplanError, Status, solve
from ludoplan.certificates.form import CLAUSES, NAME, PROOF, certificate_text, digest
from ludoplan.certificates.make import NoCertificate, Unsupported, write_certificate
from ludoplan.certificates.verify import Refused, verify
from ludoplan.core.limits import Budget, Stopped

SEARCHED = tuple(kind for kind in MAKERS if kind != "sudoku")
PLANNED = ("roll", "maze", "plotting", "boxup", "lara", "pddl-plain")
# What is certified: kinds of tasks, the solver, the claim.
FORMS: dict[str, tuple[tuple[str, ...], str, Status]] = {
    "optimal, states": (SEARCHED, "auto", Status.OPTIMAL),
    "unsolvable, states": (SEARCHED, "auto", Status.UNSOLVABLE),
    "optimal, plan clauses": (PLANNED, "sat:seq", Status.OPTIMAL),
    "unsolvable, level clauses": (("sudoku",), "sat", Status.UNSOLVABLE),
}


def certificate(form: str, rng: random.Random, folder: Path) -> None:
    """Draws tasks until there is a certificate of this form."""
    kinds, solver, status = FORMS[form]
    while True:
        task = draw(rng.choice(kinds), rng.randrange(10**9))
        quick = solve(task, "ucs", limits=Limits(nodes=3000)) if solver != "sat" else None
        most = 6 if solver == "sat:seq" else 12  # proofs by clauses grow quickly
        if quick is not None and (quick.status is not status or (quick.cost or 0) > most):
            continue
        if quick is not None and status is Status.OPTIMAL and (quick.cost or 0) < 2:
            continue
        result = solve(task, solver, limits=Limits(seconds=20))
        if result.status is not status:
            continue
        try:
            write_certificate(task, result, folder, Budget(Limits(seconds=20)))
            return
        except (NoCertificate, Unsupported, Stopped):
            continue


def damaged(data: bytes, rng: random.Random) -> bytes:
    """The bytes with one fault."""
    place = rng.randrange(len(data))
    kind = rng.randrange(4)
    if kind == 0:
        return data[:place] + bytes([data[place] ^ (1 << rng.randrange(7))]) + data[place + 1 :]
    if kind == 1:
        return data[:place]
    if kind == 2:
        return data[:place] + data[min(len(data), place + rng.randint(1, 40)) :]
    return data[:place] + data[place : place + rng.randint(1, 40)] + data[place:]


def forged(content: dict[str, Any], folder: Path, rng: random.Random) -> str:
    """Makes the certificate a forgery, digests and all; says how."""
    ways = ["claim", "level"]
    if content["claim"] == "optimal":
        ways += ["cost", "plan"]
    if content["kind"] == "states":
        ways += ["state", "sum", "parent"] if content["states"] else []
        ways += ["bound"] if content["claim"] == "optimal" else []
    else:
        ways += ["clause", "proof", "literal"]
        ways += ["steps"] if content["kind"] == "plan clauses" else []
    way = rng.choice(ways)
    if way == "claim":
        if content["claim"] == "optimal":
            content["claim"] = "unsolvable"
            for key in ("cost", "plan", "bound"):
                content.pop(key, None)
        else:
            content |= {"claim": "optimal", "cost": 3, "plan": []}
            content |= {"bound": 3} if content["kind"] == "states" else {}
    elif way == "level":  # a level whose start is a goal, or that another move solves, is not what the table is of
        key = "problem" if content["game"] == "pddl" else "level"
        content[key] = content[key].replace("(:init", "(:init-") if content["game"] == "pddl" else content[key] + "\n~"
    elif way == "cost":
        content["cost"] += rng.choice((-1, 1))
    elif way == "plan":
        content["plan"] = content["plan"][:-1]
    elif way == "bound":
        content["bound"] = int(content["bound"]) + rng.choice((-1, 1)) * 10**6
    elif way == "state":  # one that no other comes after, so that the tree stays whole
        parents = {row[0] for row in content["states"]}
        leaves = [number for number in range(1, len(content["states"]) + 1) if number not in parents]
        gone = rng.choice(leaves)
        rows = [row for number, row in enumerate(content["states"], start=1) if number != gone]
        content["states"] = [[row[0] - (row[0] > gone), *row[1:]] for row in rows]
    elif way == "sum":
        row = rng.choice(content["states"])
        row[2] = int(row[2]) + 1 if isinstance(row[2], int) else 0
    elif way == "parent":
        content["states"][0][0] = len(content["states"])
    elif way == "steps":
        content["steps"] += rng.choice((-1, 1))
    elif way in ("clause", "literal"):
        lines = (folder / CLAUSES).read_text().splitlines()
        place = rng.choice([place for place, line in enumerate(lines) if line[0] not in "cp"])
        if way == "clause":
            del lines[place]
        else:
            lines[place] = f"1 {lines[place]}"
        (folder / CLAUSES).write_text("\n".join(lines) + "\n")
        content["clauses"] = digest((folder / CLAUSES).read_bytes())
    elif way == "proof":
        lines = (folder / PROOF).read_text().splitlines()
        (folder / PROOF).write_text("\n".join(lines[: lines.index("0")]) + "\n")
        content["proof"] = digest((folder / PROOF).read_bytes())
    return way


def says_the_same(bad: bytes, good: bytes) -> bool:
    """Whether the damage has hit nothing but space between fields."""
    try:
        return bool(json.loads(bad) == json.loads(good))
    except ValueError:
        return False


def is_refused(path: Path) -> bool:
    try:
        verify(path)
    except (Refused, LudoplanError):
        return True
    return False


def tried(form: str, rng: random.Random, folder: Path, tally: Counter[str]) -> list[str]:
    """One certificate, damaged and forged: what went wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    certificate(form, rng, folder)
    faults = []
    path = folder / NAME
    try:
        verify(path)
        tally[f"{form}: verified"] += 1
    except LudoplanError as error:
        faults.append(f"a good certificate is refused: {error}")
    files = [file for file in (path, folder / CLAUSES, folder / PROOF) if file.exists()]
    good = {file: file.read_bytes() for file in files}
    file = rng.choice(files)
    bad = damaged(good[file], rng)
    while bad == good[file] or (file == path and says_the_same(bad, good[file])):
        bad = damaged(good[file], rng)
    file.write_bytes(bad)
    if is_refused(path):
        tally[f"{form}: damaged, refused"] += 1
    else:
        faults.append(f"{file.name}: damaged, but verified")
    file.write_bytes(good[file])
    content = json.loads(good[path])
    way = forged(content, folder, rng)
    path.write_text(certificate_text(content))
    if is_refused(path):
        tally[f"{form}: forged, refused"] += 1
        tally[f"by {way}"] += 1
    else:
        faults.append(f"forged ({way}), but verified")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--form", choices=list(FORMS))
    arguments = parser.parse_args()
    tally: Counter[str] = Counter()
    status = 0
    print("| kind | made | verified | damaged, refused | forged, refused |\n|---|--:|--:|--:|--:|")
    for form in [arguments.form] if arguments.form else FORMS:
        rng = random.Random(f"{form} {arguments.seed}")
        for number in range(arguments.count):
            with tempfile.TemporaryDirectory() as folder:
                for fault in tried(form, rng, Path(folder), tally):
                    print(f"{form} {number}: {fault}")
                    status = 1
        figures = [tally[f"{form}: {word}"] for word in ("verified", "damaged, refused", "forged, refused")]
        print(f"| {form} | {arguments.count} | {' | '.join(map(str, figures))} |", flush=True)
    print(
        "\nforgeries:", ", ".join(f"{name[3:]} {count}" for name, count in sorted(tally.items()) if name[:3] == "by ")
    )
    return status


if __name__ == "__main__":
    raise SystemExit(main())
