"""Everything that reads a file, each with a corpus to begin with: what is read is harmless, or refused with a reason.

    python tests/fuzz/readers.py [READER ...] [--seconds 60] [--seed N] [--atheris]

Inputs are texts of the corpus, mutated and crossed with each other; what makes a reader take a new way (a refusal in
other words) joins the corpus. With `--atheris`, where that package is there, its coverage says what is new instead.
A crash is written to build/fuzz and printed.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ludoplan.core import registry
from ludoplan.core.errors import LudoplanError
from ludoplan.core.level import bundled, levels_in

ROOT = Path(__file__).resolve().parents[2]
FOUND = ROOT / "build" / "fuzz"
LONGEST = 20_000  # bytes of an input
MOST_KEPT = 2000  # of a corpus
SLOW = 20.0  # processor seconds for one input: then it counts as a hang
ODD = [
    *(
        b"\x00",
        b"\xff",
        b"-1",
        b"((((",
        b"))))",
        b"{0[x]}",
        b"\xe2\x80\xa8",
        b"\r\n",
        b"#",
        b'"',
        b"'",
        b"1e999",
        b"nan",
    ),
    *(b"\t", b"-1", b";", b"--", b"..", b"a" * 300, b"9" * 400, b"[" * 200),
]
NUMBERS_AND_NAMES = re.compile(r"[0-9]+|'[^']*'|\"[^\"]*\"|line [0-9:]+")


@dataclass(frozen=True)
class Reader:
    """Something that reads bytes, and texts that it can read."""

    read: Callable[[bytes], object]
    corpus: list[bytes]


def level_reader(name: str) -> Reader:
    game = registry.game(name)
    corpus = sorted({level.text().encode() for level in bundled(name).values()}, key=len)[:20]
    return Reader(lambda data: list(levels_in(game, data.decode("utf-8", "replace"), "fuzz")), corpus)


def pddl_reader() -> Reader:
    from ludoplan import load, to_pddl
    from ludoplan.pddl.task import parse_task

    separator = b"\n;;; problem\n"
    forms = [to_pddl(load(name)) for name in ("boxup:first", "lara:saw", "maze:first", "plotting:3x3-2-b")]

    def read(data: bytes) -> None:
        domain, _, problem = data.partition(separator)
        parse_task(domain.decode("utf-8", "replace"), problem.decode("utf-8", "replace"))

    return Reader(read, [form.domain.encode() + separator + form.problem.encode() for form in forms])


def plan_reader() -> Reader:
    from ludoplan import load, replay, to_pddl
    from ludoplan.core.plan import read_moves
    from ludoplan.pddl.plans import read_plan
    from ludoplan.pddl.task import parse_task

    task = load("boxup:first")
    form = to_pddl(task)
    planning = parse_task(form.domain, form.problem)
    corpus = [b"up\nleft\n; cost 2\n", b"0: (move a b) [1]\n1: (lift c)\n", b"(move a b)\n; cost = 1 (unit cost)\n",
              b"STEP 0: lift(c) move(a,b)\n"]  # fmt: skip

    def read(data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        for verdict in (replay(task, read_moves(text)), replay(planning, read_plan(text))):
            if verdict.plan is None:
                raise LudoplanError(str(verdict))

    return Reader(read, corpus)


def theory_reader() -> Reader:
    from ludoplan.models.parse import parse

    folder = ROOT / "src" / "ludoplan" / "models" / "theories"
    corpus = [path.read_bytes() for path in sorted(folder.glob("*.in"))]
    return Reader(lambda data: parse(data.decode("utf-8", "replace"), "fuzz"), corpus)


def file_reader(name: str, load: Callable[[Path], object], corpus: list[bytes]) -> Reader:
    """For what is read from a file of its own."""
    folder = Path(tempfile.mkdtemp(prefix="fuzz"))

    def read(data: bytes) -> None:
        (folder / name).write_bytes(data)
        load(folder / name)

    return Reader(read, corpus)


def suite_reader() -> Reader:
    from ludoplan.bench.suite import load_suite

    folder = ROOT / "src" / "ludoplan" / "bench" / "suites"
    limits, levels = b'title = "a"\n[limits]\nseconds = 5\n', b'[[levels]]\nbundled = "roll:01"\n'
    small = limits + levels + b'[[solvers]]\nsolver = "bfs"\nname = "x"\n'
    corpus = [small, *(path.read_bytes() for path in sorted(folder.glob("*.toml")) if path.stat().st_size < 1500)]
    return file_reader("suite.toml", lambda path: load_suite(str(path)), corpus)


def index_reader() -> Reader:
    from ludoplan.core.index import read_index

    folders = ROOT / "src" / "ludoplan" / "games"
    corpus = [path.read_bytes()[:3000] for path in sorted(folders.glob("*/levels/*.toml"))]
    return file_reader("levels.toml", read_index, corpus)


def certificate_reader() -> Reader:
    from ludoplan import load, solve
    from ludoplan.certificates.make import certify
    from ludoplan.certificates.verify import verify

    corpus = []
    for name in ("roll:01", "boxup:never"):
        with tempfile.TemporaryDirectory() as folder:
            task = load(name)
            certify(task, solve(task), folder)
            corpus.append((Path(folder) / "certificate.json").read_bytes())
    return file_reader("certificate.json", verify, corpus)


def proof_reader() -> Reader:
    from ludoplan.certificates.rup import fault, read_cnf, read_proof

    separator = b"\nproof\n"

    def read(data: bytes) -> None:
        clauses, _, proof = data.partition(separator)
        try:
            fault(read_cnf(clauses.decode("latin-1")), read_proof(proof.decode("latin-1")))
        except ValueError as error:
            raise LudoplanError(str(error)) from None

    return Reader(read, [b"p cnf 2 3\n1 2 0\n-1 0\n-2 0\n" + separator + b"2 0\nd 1 2 0\n0\n"])


READERS: dict[str, Callable[[], Reader]] = {
    **{name: partial(level_reader, name) for name in registry.game_names()},
    "pddl": pddl_reader,
    "plan": plan_reader,
    "theory": theory_reader,
    "suite": suite_reader,
    "index": index_reader,
    "certificate": certificate_reader,
    "proof": proof_reader,
}


def mutated(rng: random.Random, corpus: list[bytes]) -> bytes:
    data = bytearray(rng.choice(corpus))
    for _ in range(rng.choice((1, 1, 2, 4, 8))):
        place = rng.randrange(len(data) + 1)
        other = rng.choice(corpus)
        start = rng.randrange(len(other) + 1)
        match rng.randrange(7):
            case 0:
                data[place : place + 1] = bytes([rng.randrange(256)])
            case 1:
                data[place:place] = rng.choice(ODD)
            case 2:
                del data[place : place + rng.choice((1, 2, 10, 100))]
            case 3:
                data[place:place] = data[place : place + rng.choice((1, 10, 100))] * rng.choice((1, 2, 30))
            case 4:
                data[place:place] = other[start : start + rng.choice((1, 10, 100))]
            case 5:
                data[place:] = other[start:]
            case _:
                words = data.split(b" ")
                i, j = rng.randrange(len(words)), rng.randrange(len(words))
                words[i], words[j] = words[j], words[i]
                data = bytearray(b" ".join(words))
    return bytes(data[:LONGEST])


def outcome(reader: Reader, data: bytes) -> str:
    """How the reader takes it, in words that do not depend on numbers and names; raises what is no refusal."""
    began = time.process_time()
    try:
        reader.read(data)
        words = "read"
    except LudoplanError as error:
        words = NUMBERS_AND_NAMES.sub("_", str(error).strip().split("\n")[0])
    assert words, "a refusal without a word"
    assert time.process_time() - began < SLOW, f"{time.process_time() - began:.0f} s for {len(data)} bytes"
    return words


def fuzz(name: str, seconds: float, seed: int) -> tuple[int, int, list[str]]:
    """How many inputs were tried and how many ways of taking them there are, and the crashes."""
    reader, rng = READERS[name](), random.Random(f"{name} {seed}")
    corpus, ways, crashes = list(reader.corpus), set(), []
    end, tried = time.monotonic() + seconds, 0
    while time.monotonic() < end and len(crashes) < 5:
        data = mutated(rng, corpus)
        tried += 1
        try:
            way = outcome(reader, data)
        except Exception:
            FOUND.mkdir(parents=True, exist_ok=True)
            path = FOUND / f"{name}-{seed}-{tried}"
            path.write_bytes(data)
            crashes.append(f"{path}\n{traceback.format_exc()}")
            continue
        if way not in ways and len(corpus) < MOST_KEPT:
            ways.add(way)
            corpus.append(data)
    return tried, len(ways), crashes


def by_atheris(name: str) -> None:
    """Coverage-guided, where the package is there."""
    import atheris

    reader = READERS[name]()
    atheris.instrument_all()
    folder = FOUND / f"{name}-corpus"
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(reader.corpus):
        (folder / str(number)).write_bytes(data)
    atheris.Setup([sys.argv[0], str(folder)], lambda data: outcome(reader, data))
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("readers", nargs="*", choices=[*READERS, []], default=[])
    parser.add_argument("--seconds", type=float, default=60, help="for each")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--atheris", action="store_true")
    arguments = parser.parse_args()
    names = arguments.readers or list(READERS)
    if arguments.atheris:
        by_atheris(names[0])
    print(f"seed {arguments.seed}\n\n| reader | inputs | ways | crashes |\n|---|--:|--:|--:|")
    status = 0
    for name in names:
        tried, ways, crashes = fuzz(name, arguments.seconds, arguments.seed)
        print(f"| {name} | {tried:,} | {ways} | {len(crashes)} |", flush=True)
        for crash in crashes:
            status = 1
            print(crash, file=sys.stderr)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
