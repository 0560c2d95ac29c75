"""A game of one's own, written in the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.conftest import Server, counter, go, needs_browser, say, watched_page, write, written, wrong_lines

SOURCE = "PuzzleScript source"


def test_a_source_is_compiled_to_levels(server: Server) -> None:
    example = server.get("/api/puzzlescript/examples").json()[0]
    found = server.post("/api/puzzlescript", {"source": example["source"]}).json()
    assert found["title"] == example["title"]
    lines = example["source"].splitlines()
    for level in found["levels"]:
        assert lines[level["line"] - 1].strip()
        alone = server.post("/api/check", {"game": "puzzlescript", "level": level["level"]}).json()
        assert alone["svg"] == level["svg"]


def test_errors_come_with_their_lines(server: Server) -> None:
    source = server.get("/api/puzzlescript/examples").json()[0]["source"]
    line = source[: source.index("[ > Player")].count("\n") + 1
    answer = server.post("/api/puzzlescript", {"source": source.replace("[ > Player", "[ > Playr", 1)})
    assert answer.status_code == 422
    assert line in {defect["line"] for defect in answer.json()["defects"]}
    warned = server.post("/api/puzzlescript", {"source": source.replace("Crate move", "Crate moof", 1)}).json()
    assert warned.get("warnings") or warned["defects"]
    assert server.post("/api/puzzlescript", {"source": ""}).status_code == 422


@pytest.fixture
def other_profile(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    yield from watched_page(context)
    context.close()


def open_crates(page: Any, server: Server) -> None:
    go(page, server, "game/crates")
    page.wait_for_selector(".map[data-status=optimal] >> nth=2")


@needs_browser
def test_verdicts_follow_the_source(page: Any, server: Server) -> None:
    open_crates(page, server)
    assert page.locator(".map .badge").all_inner_texts() == ["✓ 5 moves", "✓ 11 moves", "✓ 19 moves"]
    source = written(page, SOURCE)
    # A crate in a corner, away from its mark.
    write(page, SOURCE, source.replace("#.*..#\n#P.*O#", "#*...#\n#P.*O#").replace("#..O.#", "#..O.#"))
    page.wait_for_selector(".map[data-level='1']:not([data-status=running])")
    page.wait_for_selector(".map[data-level='1'] .badge:not(:text-is('✓ 5 moves'))")
    assert page.locator(".map[data-level='2'] .badge").inner_text() == "✓ 11 moves"
    # What cannot be compiled is told at its line, and the board stays.
    write(page, SOURCE, source.replace("[ > Player", "[ > Playr", 1))
    say(page, "error")
    line = source[: source.index("[ > Player")].count("\n") + 1
    assert page.locator(".board svg").count() >= 1
    page.click(".defects button >> nth=0")
    assert page.evaluate("document.activeElement.matches('.cm-content')")
    assert str(line) in wrong_lines(page)
    write(page, SOURCE, source)
    page.wait_for_selector("#compiler.good")
    page.wait_for_selector(".map[data-level='1'] .badge:text-is('✓ 5 moves')")


@needs_browser
def test_it_is_played_solved_and_sent(page: Any, other_profile: Any, server: Server) -> None:
    open_crates(page, server)
    page.click(".map[data-level='2']")
    page.wait_for_selector(".map[data-level='2'][aria-pressed=true]")
    page.click(".board")
    page.keyboard.press("ArrowUp")
    counter(page, 1)
    page.keyboard.press("u")
    counter(page, 0)
    page.keyboard.press("ArrowUp")
    counter(page, 1)
    page.wait_for_url(re.compile("level=2&moves=up"))
    other_profile.goto(page.url)
    counter(other_profile, 1)
    assert written(other_profile, SOURCE) == written(page, SOURCE)
    page.click("text=Show the solution")
    page.locator("text=of 11").wait_for()
    page.click("text=Pause")
    page.locator("input[aria-label=Step]").fill("11")
    page.locator("text=step 11 of 11").wait_for()
    page.click("text=Back to playing")
    counter(page, 1)
    # The level comes along to the other pages.
    page.click("nav >> text=Solve")
    page.wait_for_selector("h1:has-text('Crates 2')")


@needs_browser
def test_a_new_game_is_begun_and_the_old_one_is_not_lost(page: Any, server: Server) -> None:
    open_crates(page, server)
    mine = written(page, SOURCE).replace("title Crates", "title Mine")
    write(page, SOURCE, mine)
    page.wait_for_selector("#compiler:has-text('Mine')")
    page.select_option("select[aria-label=Examples]", "new")
    page.wait_for_selector("#compiler.good:has-text('My game: 1 level')")
    page.wait_for_selector(".map .badge:text-is('✓ 7 moves')")
    page.locator(f".cm-content[aria-label='{SOURCE}']").focus()
    page.keyboard.press("Control+Z")
    page.wait_for_selector("#compiler:has-text('Mine')")
    assert written(page, SOURCE) == mine
