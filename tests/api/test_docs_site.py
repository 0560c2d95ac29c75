"""The documentation: no dead links, every page in the menu, code that runs and prints what the page says."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import ROOT

import ludoplan

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
READ = [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
TUTORIALS = [DOCS / "index.md", *sorted((DOCS / "tutorials").glob("*.md"))]


def without_code(text: str) -> str:
    return re.sub(r"^```.*?^```|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    plain = (re.sub(r"[^\w\s-]", "", heading.lower()).strip() for heading in headings)
    return {re.sub(r"\s+", "-", heading) for heading in plain}


@pytest.mark.parametrize("path", READ, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    dead = []
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(path.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", target):
            continue  # elsewhere: no network in tests
        file, _, anchor = target.partition("#")
        place = (path.parent / file) if file else path
        if not place.exists() or (anchor and place.suffix == ".md" and anchor not in anchors(place)):
            dead.append(target)
    assert not dead


def test_dead_links_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One two\n\n```\n# not a heading?\n```\n[x](nowhere.md)\n")
    assert "one-two" in anchors(page)
    assert re.findall(r"\]\(([^)\s]+)\)", without_code(page.read_text())) == ["nowhere.md"]


def test_every_page_is_in_the_menu() -> None:
    menu = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    listed = {str(path.relative_to(DOCS)) for path in PAGES}
    records = {name for name in listed if re.match(r"decisions/\d", name)}
    # Pages from elsewhere in the project, that the site puts under these addresses.
    games = {f"games/{name}.md" for name in ludoplan.game_names() if name != "puzzlescript"}
    beside = {"changelog.md", "contributing.md", "results/index.md", *games}
    assert menu == (listed - records) | beside
    index = (DOCS / "decisions" / "index.md").read_text(encoding="utf-8")
    assert all(Path(name).name in index for name in records)


def test_the_reference_has_every_name() -> None:
    listed = re.findall(r"^::: ludoplan\.(\w+)$", (DOCS / "reference.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(set(ludoplan.__all__) - {"DEAD_END"})


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_the_code_runs_and_prints_what_the_page_says(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = re.findall(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", text, re.MULTILINE | re.DOTALL)
    script = "".join(f"{code}\nprint({MARK!r})\n" for code, _ in found)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert run.returncode == 0, run.stderr
    for (_, expected), printed in zip(found, run.stdout.split(f"{MARK}\n"), strict=False):
        if expected:
            assert printed == expected


MARK = "-- next block --"


def test_figures_of_the_theory_pages_are_as_drawn() -> None:
    figures = runpy.run_path(str(DOCS / "theory" / "figures.py"))["FIGURES"]
    for name, draw in figures.items():
        assert (DOCS / "images" / f"{name}.svg").read_text(encoding="utf-8") == draw(), f"{name} has to be drawn anew"
