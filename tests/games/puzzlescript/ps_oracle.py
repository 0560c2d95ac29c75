"""The original PuzzleScript engine, run by node as one process for many questions."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

# Beside the project; a work tree of it lies one folder deeper.
ROOT = Path(__file__).resolve().parents[3]
SHARED = next((up / "shared" for up in (ROOT.parent, ROOT.parent.parent) if (up / "shared").is_dir()), ROOT / "absent")
SCRIPT = SHARED / "oracle" / "puzzlescript" / "oracle.js"
DATA = SHARED / "data" / "puzzlescript"
NODE = shutil.which("node")


def missing() -> str | None:
    """Why the original cannot be asked, if so."""
    if NODE is None:
        return "node is not installed"
    return None if SCRIPT.exists() else "the original engine is not there"


class Silent(Exception):  # noqa: N818
    """The original gave no answer in time."""


class Oracle:
    """Answers one question at a time; starts anew after a crash, which may leave anything behind."""

    def __init__(self, seconds: float = 60) -> None:
        self._seconds = seconds
        self._process: subprocess.Popen[str] | None = None

    def ask(self, source: str, **question: Any) -> dict[str, Any]:
        """The answer to a question; with "crash" in it if the original fell over."""
        if self._process is None:
            assert NODE is not None
            self._process = subprocess.Popen(
                [NODE, "--stack-size=4000", str(SCRIPT)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        alarm = threading.Timer(self._seconds, process.kill)
        alarm.start()
        try:
            process.stdin.write(json.dumps({"source": source, **question}) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            alarm.cancel()
        if not line:
            self.close()
            raise Silent
        answer: dict[str, Any] = json.loads(line)
        if "crash" in answer:
            self.close()
        return answer

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def __enter__(self) -> Oracle:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
