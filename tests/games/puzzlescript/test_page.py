"""docs/puzzlescript.md: what scripts use does what the page says."""

from __future__ import annotations

import re
from pathlib import Path

from ludoplan import load

ROOT = Path(__file__).resolve().parents[3]


def test_the_names_for_scripts_do_what_the_page_says(tmp_path, monkeypatch, capsys):
    page = (ROOT / "docs" / "puzzlescript.md").read_text(encoding="utf-8")
    [code] = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    level = load("puzzlescript:crates#1").level
    (tmp_path / "mygame.txt").write_text("\n".join([level.frame.text, *level.rows]) + "\n")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(code, "docs/puzzlescript.md", "exec"), names)
    said = re.search(r"print\(session.board\[0\]\[0\]\) +# (\[.*?\])", code)
    assert said is not None
    assert capsys.readouterr().out.splitlines() == [said[1], "[] [] 0"]
