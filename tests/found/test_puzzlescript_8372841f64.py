"""Found by trials: sat:m and brute force did not agree on this task."""

from __future__ import annotations

import sys

from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))
from trials import disagreement, task_of_texts

TEXTS = {
    "game": "puzzlescript",
    "level": "title Push\n\n\nOBJECTS\nBackground\nblack\n\nWall\nbrown\n\nPlayer\nblue\n\nCrate\norange\n\nStone\ngrey\n\nHole\ndarkgrey\n\nTarget\nyellow\n\nExit\ngreen\n\nLEGEND\n. = Background\n# = Wall\nP = Player\n* = Crate\nS = Stone\nH = Hole\nO = Target\nE = Exit\nBox = Crate or Stone\n\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\nTarget, Exit\nHole\nPlayer, Wall, Crate, Stone\n\nRULES\n[> Crate | Box] -> [> Crate | > Box]\n[> Player | Box] -> [> Player | > Box]\n\nWINCONDITIONS\nall Player on Exit\n\nLEVELS\n\npe..\n",
    "objective": None,
    "options": {},
}


def test_solvers_agree() -> None:
    assert disagreement(task_of_texts(TEXTS), ["sat:m"], 0) == []
