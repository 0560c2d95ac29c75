"""Games of one Python file on the page: only where the server was started for it, and never inside of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import (
    Server,
    counter,
    go,
    needs_browser,
    say,
    serious_findings,
    watched_page,
    write,
    written,
    wrong_lines,
)

SOURCE = "Python source"


@pytest.fixture(scope="module")
def python_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server("--jobs", "2", "--allow-python", state=tmp_path_factory.mktemp("state"))
    yield running
    running.stop()


def example(server: Server, name: str) -> str:
    return next(each["source"] for each in server.get("/api/python").json()["examples"] if each["name"] == name)


def test_it_is_refused_unless_the_server_was_started_for_it(server: Server) -> None:
    assert server.get("/api/python").json()["allowed"] is False
    source = example(server, "jugs")
    turn = {"source": source, "level": "3 5 4"}
    for answer in (
        server.post("/api/python", {"source": source}),
        server.post("/api/python/play", turn),
        server.post("/api/python/steps", turn),
        server.post("/api/jobs", {"kind": "python", **turn}),
    ):
        assert answer.status_code == 403
        assert "--allow-python" in answer.json()["detail"]


@pytest.mark.parametrize("name", ["jugs", "slide"])
def test_the_examples_are_played_and_solved(python_server: Server, name: str) -> None:
    source = example(python_server, name)
    found = python_server.post("/api/python", {"source": source}).json()
    for level in found["levels"]:
        assert source.splitlines()[level["line"] - 1].startswith("LEVELS")
        job = python_server.run(kind="python", source=source, level=level["level"])
        result = job["result"]
        assert result["status"] == "optimal", job
        body = {"source": source, "level": level["level"]}
        played = python_server.post("/api/python/play", {**body, "then": result["plan"]}).json()
        assert played["solved"]
        assert played["cost"] == result["cost"]
        shown = python_server.post("/api/python/steps", {**body, "moves": result["plan"]}).json()
        assert shown["steps"] == result["cost"] + 1


@pytest.mark.parametrize(
    ("change", "line_with", "words"),
    [
        (("def initial(self", "def initial(self:"), "def initial(self:", "invalid syntax|never closed|was expected"),
        (("return (0,) * (", "return (0,) * missing * ("), "missing", "NameError: name 'missing'"),
        (("GAME = Jugs()", "GAME = 3"), None, "there is no GAME"),
        (('LEVELS = ["3 5 4"', 'LEVELS = ["three"'), None, "level 1, line 1: expected the sizes"),
        (("LEVELS = [", "LEVELS = 3; _ = ["), None, "there are no LEVELS"),
        (("Numbers = tuple", "import sys; sys.exit(3)\nNumbers = tuple"), "sys.exit", "SystemExit: 3"),
        (("Numbers = tuple", "raise MemoryError\nNumbers = tuple"), "raise MemoryError", "MemoryError"),
    ],
)
def test_errors_come_with_their_lines(
    python_server: Server, change: tuple[str, str], line_with: str | None, words: str
) -> None:
    source = example(python_server, "jugs").replace(*change)
    answer = python_server.post("/api/python", {"source": source})
    assert answer.status_code == 422, answer.text
    (defect, *_) = answer.json()["defects"]
    assert any(word in defect["text"] for word in words.split("|")), defect
    if line_with is not None:
        assert line_with in source.splitlines()[defect["line"] - 1]


def test_an_error_while_it_is_played_has_its_line(python_server: Server) -> None:
    source = example(python_server, "jugs").replace("jugs, i, j = list(state)", "1 / 0; jugs, i, j = list(state)")
    assert python_server.post("/api/python", {"source": source}).status_code == 200
    answer = python_server.post("/api/python/play", {"source": source, "level": "3 5 4", "then": ["fill 0"]})
    (defect,) = answer.json()["defects"]
    assert "1 / 0" in source.splitlines()[defect["line"] - 1]
    job = python_server.run(kind="python", source=source, level="3 5 4")
    assert job["status"] == "failed"
    assert "ZeroDivisionError" in job["message"]


def test_it_never_runs_in_the_server(python_server: Server, tmp_path: Path) -> None:
    """What it prints, changes and opens is gone with its process."""
    spy = "import os, builtins\nbuiltins.was_here = getattr(builtins, 'was_here', 0) + 1\n"
    source = spy + example(python_server, "jugs").replace('"Water jugs"', "f'{os.getpid()} {builtins.was_here}'")
    titles = [python_server.post("/api/python", {"source": source}).json()["title"] for _ in range(3)]
    assert {title.split()[1] for title in titles} == {"1"}
    assert python_server.process.pid not in {int(title.split()[0]) for title in titles}


def test_workers_begin_with_what_most_of_them_need(python_server: Server) -> None:
    """Loading it takes longer than a hint, a verdict or reading a source."""
    needed = ["ludoplan.analysis.analyse", "ludoplan.analysis.hint", "ludoplan.engines.search"]
    needed += ["ludoplan.games.puzzlescript.source", "ludoplan.games.roll.twin", "ludoplan._native"]
    title = f"' '.join(name for name in {needed} if name not in sys.modules) or 'all'"
    source = "import sys\n" + example(python_server, "jugs").replace('"Water jugs"', title)
    assert python_server.post("/api/python", {"source": source}).json()["title"] == "all"


def test_a_game_without_end_is_ended(python_server: Server) -> None:
    source = example(python_server, "jugs")
    for wrong in (
        "while True: pass\n" + source,
        source.replace("return level[-1] in state", "return max(iter(int, 1))"),
    ):
        job = python_server.run(kind="python", source=wrong, level="3 5 4", limits={"seconds": 1})
        assert job["result"] is None or job["result"]["status"] == "timeout", job
    assert python_server.post("/api/python", {"source": source}).status_code == 200


@needs_browser
def test_the_page_says_how_to_allow_it(page: Any, server: Server) -> None:
    go(page, server, "game/python")
    page.wait_for_selector("#refused:has-text('ludoplan serve --allow-python')")
    assert page.locator(".code").count() == 0
    page.click("text=PuzzleScript")
    page.wait_for_selector(".cm-content[aria-label='PuzzleScript source']")


@needs_browser
def test_a_game_is_written_played_and_solved(page: Any, python_server: Server) -> None:
    go(page, python_server, "game/python")
    page.wait_for_selector(".map[data-status=optimal] >> nth=2")
    assert page.locator(".map .badge").first.inner_text() == "✓ 6 moves"
    page.click(".chips button:text-is('fill 1')")
    counter(page, 1)
    page.keyboard.press("u")
    counter(page, 0)
    # As one writes, levels are judged anew; what is wrong is told at its line.
    source = written(page, SOURCE)
    write(page, SOURCE, source.replace('"3 5 4"', '"3 5 1"'))
    page.wait_for_selector(".map[data-level='1'] .badge:text-is('✓ 4 moves')")
    write(page, SOURCE, source.replace("return level[-1] in state", "return level[-1] in stat"))
    page.wait_for_selector(".map[data-level='1'] .badge:text-is('failed')")
    write(page, SOURCE, source.replace("verb, *numbers =", "verb, *numbers = ="))
    say(page, "1 error")
    line = source[: source.index("verb, *numbers =")].count("\n") + 1
    page.click(".defects button")
    assert wrong_lines(page) == [str(line)]
    write(page, SOURCE, source)
    page.wait_for_selector(".map[data-level='1'] .badge:text-is('✓ 6 moves')")
    page.click("text=Show the solution")
    page.locator("text=of 6").wait_for()
    page.click("text=Back to playing")
    # Nothing that is run stands in an address; a reload keeps what was written.
    assert "source" not in page.url
    page.reload()
    page.wait_for_selector(".map[data-status=optimal] >> nth=2")
    assert written(page, SOURCE) == source


@needs_browser
def test_an_address_brings_no_code_along(page: Any, python_server: Server) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.post_data or ""))
    # `print("evil")`, packed as sources in PuzzleScript are.
    go(page, python_server, "game/python?source=KyjKzCvRUEotS83UVNLkAgA")
    page.wait_for_selector(".map[data-status=optimal]")
    assert "Water jugs" in written(page, SOURCE)
    assert not any("evil" in body for body in asked)


@needs_browser
def test_keys_and_motion_of_a_game_of_ones_own(page: Any, python_server: Server) -> None:
    go(page, python_server, "game/python")
    page.wait_for_selector(".map[data-status=optimal]")
    page.select_option("select[aria-label=Examples]", "slide")
    page.wait_for_selector("#compiler:has-text('Slide')")
    page.wait_for_selector("[data-thing=stone]")
    page.click(".board")
    page.keyboard.press("ArrowDown")
    counter(page, 1)


@needs_browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Any, python_server: Server, axe: str, theme: str) -> None:
    context = browser.new_context(color_scheme=theme)
    for page in watched_page(context):
        go(page, python_server, "game/python")
        page.wait_for_selector(".map[data-status=optimal] >> nth=2")
        assert serious_findings(page, axe) == []
    context.close()
