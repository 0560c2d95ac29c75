"""PuzzleScript beside the original engine: recorded sessions, random walks, random games. Prints disagreements.

Needs node, and the original engine and its sessions in ../shared. Every form of the rules that is there is compared
after every input: the Python sessions, the Python turns by states, the interpreter in C++. Ends with status 1 if
anything differs.

    python benchmarks/puzzlescript_agreement.py --sessions --walks 200 --games 10000 --changed 5000 --first 0
    python benchmarks/puzzlescript_agreement.py --walks 200 --folder GAMES

`--changed` plays recorded sources whose rules, legends and maps are changed by a few words.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "games" / "puzzlescript"))

from ps_agreement import SESSIONS, TurnWalker, excused, scrambled, session_difference, walk_difference
from ps_oracle import DATA, Oracle, Silent, missing
from random_games import random_game

from ludoplan.core.errors import BadInput
from ludoplan.games.puzzlescript.program import MapLevel, Program
from ludoplan.games.puzzlescript.source import compile_source

MOST_CHARACTERS, MOST_RULES = 9000, 800
MOVEMENTS = [">", "<", "^", "v", "up", "down", "left", "right", "moving", "stationary", "perpendicular", "action"]
PREFIXES = ["late", "rigid", "random", "+", "up", "down", "left", "right", "horizontal", "vertical"]
COMMANDS = ["again", "cancel", "restart", "win", "checkpoint", "message hello", "sfx0"]
KNOWN = {
    *MOVEMENTS,
    *PREFIXES,
    *COMMANDS,
    "no",
    "randomdir",
    "parallel",
    "orthogonal",
    "startloop",
    "endloop",
    "message",
}


class Comparison:
    """Asks the original and all forms, and counts."""

    def __init__(self, oracle: Oracle, forms: list[str]) -> None:
        self._oracle = oracle
        self._forms = forms
        self._messages: list[str] = []
        self.counts: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()

    def compile(self, what: str, text: str) -> Program | None:
        """The program, if there is one; its errors and warnings are compared when it is played."""
        began = time.process_time()
        try:
            source = compile_source(text, strict=False)
            self._messages = source.messages
            return source.program
        except BadInput as error:
            messages = getattr(error, "messages", [])
            answer = self._ask(what, text, compile=True)
            if answer is not None and answer["messages"] != messages:
                self._tell("compiler", what, f"{messages}, not {answer['messages']}")
            self.counts["no program"] += 1
            return None
        finally:
            self.seconds["compiling"] += time.process_time() - began

    def _compare_messages(self, what: str, heard: list[str]) -> None:
        """Compares with what was heard until the level was loaded, when rules may have run already."""
        said = self._messages
        rest = heard[len(said) :]
        if heard[: len(said)] != said or not all("caught" in message for message in rest):
            self._tell("compiler", what, f"{said}, not {heard}")

    def play(self, what: str, text: str, program: Program, level: int, seed: str | None, inputs: list[str]) -> None:
        """Plays by all forms beside the original."""
        is_random = program.is_random
        if is_random and seed is None:
            self.counts["left out: no seed was recorded"] += 1
            return
        answer = self._ask(what, text, level=level, seed=seed, inputs=inputs, trace=True)
        if answer is None or excused(answer):
            self.counts["left out: the original gave up"] += 1
            return
        self._compare_messages(what, answer["messages"])
        self.counts["played"] += 1
        self.counts["inputs"] += len(inputs)
        self.counts["won"] += bool(answer.get("wins"))
        # A level that is loaded after a win is seeded by the clock; from the title, a second win loads the first one.
        goes_astray = is_random and len(answer.get("wins", ())) > (len(program.levels) == 1)
        for form in self._forms:
            began = time.process_time()
            if form == "turns":
                if {"undo", "restart"} & set(inputs):
                    continue
                problem = walk_difference(TurnWalker(program), level, seed, inputs, answer)
            elif goes_astray:
                continue
            else:
                problem = session_difference(program, level, seed, inputs, answer, SESSIONS[form])
            self.seconds[form] += time.process_time() - began
            self.counts[f"compared, {form}"] += 1
            if problem:
                self._tell(form, what, problem)

    def _ask(self, what: str, text: str, **question: Any) -> dict[str, Any] | None:
        began = time.perf_counter()
        try:
            return self._oracle.ask(text, **question)
        except Silent:
            print(f"{what}: the original gives no answer", flush=True)
            return None
        finally:
            self.seconds["original (wall)"] += time.perf_counter() - began

    def _tell(self, form: str, what: str, problem: str) -> None:
        self.counts[f"DIFFERENT, {form}"] += 1
        print(f"{form}: {what}: {problem[:600]}", flush=True)


def recorded_sessions(comparison: Comparison) -> None:
    for session in json.loads((DATA / "sessions.json").read_text()):
        what = f"session {session['number']} {session['name']}"
        program = comparison.compile(what, session["source"])
        if program is None:
            continue
        level, inputs = int(session["level"]), session["inputs"]
        comparison.play(what, session["source"], program, level, session["seed"], inputs)
        for form, make in SESSIONS.items():
            playing = make(program, level, session["seed"])
            for key in inputs:
                playing.press(key)
            sounds = [str(seed) for seed in session["sounds"]] if session["sounds"] is not None else playing.sounds
            if scrambled(playing.board) != session["board"] or playing.sounds != sounds:
                comparison.counts[f"DIFFERENT, {form}"] += 1
                print(f"{form}: {what}: not as recorded", flush=True)


def random_walks(comparison: Comparison, length: int, folder: Path) -> None:
    for path in sorted(folder.glob("*.txt")):
        with path.open(encoding="utf-8", newline="") as file:
            text = file.read()
        program = comparison.compile(path.stem, text)
        if program is None:
            continue
        rng = random.Random(path.stem)
        keys = ["up", "down", "left", "right", "action"] + ["tick"] * program.settings.realtime
        for level, what in enumerate(program.levels):
            if isinstance(what, MapLevel):
                inputs = [rng.choice(keys) for _ in range(length)]
                comparison.play(f"{path.stem} level {level}", text, program, level, "7", inputs)


def random_games(comparison: Comparison, first: int, count: int) -> None:
    for number in range(first, first + count):
        game = random_game(number)
        program = comparison.compile(f"game {number}", game.source)
        if program is None:
            continue
        comparison.play(f"game {number}", game.source, program, game.level, game.seed, game.inputs)
        moves = [key for key in game.inputs if key not in ("undo", "restart")]
        comparison.play(f"game {number}, moves only", game.source, program, game.level, game.seed, moves)
        if number % 500 == 499:
            print(f"... {number + 1 - first} games", file=sys.stderr, flush=True)


def changed_games(comparison: Comparison, first: int, count: int, folder: Path) -> None:
    """Recorded sources with other words here and there: more of the language together than random games have."""
    sources = {session["source"] for session in json.loads((DATA / "sessions.json").read_text())}
    sources |= {path.read_text(encoding="utf-8") for path in folder.glob("*.txt")}
    short = sorted(source for source in sources if len(source) < MOST_CHARACTERS)
    for number in range(first, first + count):
        rng = random.Random(f"changed {number}")
        text = changed(rng.choice(short), rng)
        program = comparison.compile(f"changed {number}", text)
        if program is None or sum(map(len, program.rules)) > MOST_RULES:
            continue
        maps = [place for place, level in enumerate(program.levels) if isinstance(level, MapLevel)]
        keys = ["up", "down", "left", "right", "action"] + ["tick"] * program.settings.realtime
        keys += ["undo", "undo", "restart"] * (number % 2)
        inputs = [rng.choice(keys) for _ in range(20)]
        if maps:
            comparison.play(f"changed {number}", text, program, rng.choice(maps), str(number), inputs)
        if number % 500 == 499:
            print(f"... {number + 1 - first} changed", file=sys.stderr, flush=True)


def changed(text: str, rng: random.Random) -> str:
    """The text with a few words of its rules put for others of their kind, added or dropped, or rules exchanged."""
    lines = text.split("\n")
    places = [at for at, line in enumerate(lines) if "->" in line and "(" not in line]
    names = sorted({word for at in places for word in re.findall(r"\w+", lines[at]) if word.lower() not in KNOWN})
    for _ in range(rng.randint(1, 6) if names else 0):
        at, other = rng.choice(places), rng.choice(places)
        kind = rng.choice(["name", "name", "movement", "movement", "prefix", "command", "movements", "lines", "drop"])
        if kind == "lines":
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == "prefix":
            lines[at] = f"{rng.choice(PREFIXES)} {lines[at]}"
        elif kind == "command":
            lines[at] = f"{lines[at]} {rng.choice(COMMANDS)}"
        elif kind == "name":
            lines[at] = _exchanged(lines[at], names, names, rng)
        elif kind == "movement":
            lines[at] = _exchanged(lines[at], MOVEMENTS, MOVEMENTS, rng)
        elif kind == "drop":
            lines[at] = _exchanged(lines[at], ["late", "no", "again", "stationary", "random"], [""], rng)
        else:
            old, new = rng.choice(MOVEMENTS), rng.choice(MOVEMENTS)
            lines[at] = re.sub(rf"(?<![\\w.]){re.escape(old)}(?!\\w)", new, lines[at], flags=re.IGNORECASE)
    return "\n".join(lines)


def _exchanged(line: str, old: list[str], new: list[str], rng: random.Random) -> str:
    """The line with one of some words put for another."""
    found = [match for word in old for match in re.finditer(rf"(?<![\w.]){re.escape(word)}(?!\w)", line, re.IGNORECASE)]
    if not found:
        return line
    chosen = rng.choice(found)
    return line[: chosen.start()] + rng.choice(new) + line[chosen.end() :]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", action="store_true", help="all recorded sessions")
    parser.add_argument("--walks", type=int, default=0, metavar="MOVES", help="a walk of so many moves on every level")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="so many random games")
    parser.add_argument("--changed", type=int, default=0, metavar="N", help="so many recorded sources, changed")
    parser.add_argument("--folder", type=Path, default=DATA / "games", help="games for walks and changes")
    parser.add_argument("--first", type=int, default=0, help="the number of the first of them")
    parser.add_argument("--forms", default=",".join([*SESSIONS, "turns"]), help="which forms (default: %(default)s)")
    options = parser.parse_args()
    if (reason := missing()) is not None:
        print(reason, file=sys.stderr)
        return 3
    with Oracle(seconds=120) as oracle:
        comparison = Comparison(oracle, options.forms.split(","))
        if options.sessions:
            recorded_sessions(comparison)
        if options.walks:
            random_walks(comparison, options.walks, options.folder)
        changed_games(comparison, options.first, options.changed, options.folder)
        random_games(comparison, options.first, options.games)
    for name, count in sorted(comparison.counts.items()):
        print(f"{name}: {count}")
    for name, seconds in sorted(comparison.seconds.items()):
        print(f"seconds, {name}: {seconds:.1f}")
    return 1 if any(name.startswith("DIFFERENT") for name in comparison.counts) else 0


if __name__ == "__main__":
    sys.exit(main())
