"""Pages for everybody: names, contrast, keyboard alone, sizes, motion."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.conftest import ARROWS, Server, counter, go, needs_browser, serious_findings, watched_page

from ludoplan.core import registry
from ludoplan.drawing.pictures import first_scene

pytestmark = needs_browser

PAGES = {
    "": ".gallery .card img",
    "play/roll/05": ".board svg",
    "play/sudoku/first": ".mark-cursor",
    "play/plotting/4x4-2-a": ".board svg",
    "play/maze/large-loops": ".board svg",
    "solve/roll/05?solvers=astar,bfs&run=1": ".run[data-status=done] >> nth=1",
    "watch/boxup/3x4-two": "[data-ready]",
    "edit/roll/05": "#verdict dd",
    "game/crates": ".map[data-status=optimal]",
    "game/python": "#refused",
    "generate/sudoku": "text=Seed",
    "pddl/boxup/first": ".message.good",
    "campaigns": "text=Suite",
}


@pytest.mark.parametrize("width", [1440, 390])
def test_axe_finds_nothing_serious(browser: Any, server: Server, axe: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 860})
    found = []
    for page in watched_page(context):
        for path, sign in PAGES.items():
            go(page, server, path)
            page.wait_for_selector(sign)
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                found += [(path, theme, *each) for each in serious_findings(page, axe)]
    context.close()
    assert found == []


def test_every_picture_has_a_name_or_is_for_the_eye_only(page: Any, server: Server) -> None:
    for path, sign in PAGES.items():
        go(page, server, path)
        page.wait_for_selector(sign)
        nameless = page.evaluate(
            """() => [...document.querySelectorAll('svg, img')].filter(each =>
              !each.closest('[aria-hidden=true]') && !each.parentElement.closest('svg') &&
              !each.getAttribute('aria-label') && !each.hasAttribute('alt')).map(each => each.outerHTML.slice(0, 80))"""
        )
        assert nameless == [], path


def test_numbers_do_not_break_and_captions_can_be_read(page: Any, server: Server) -> None:
    go(page, server, "solve/roll/05?run=1")
    page.wait_for_selector(".run[data-status=done] dd")
    heights = page.locator(".run dd").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight))"
    )
    assert heights
    assert max(heights) < 1.5
    go(page, server, "play/plotting/8x8-2-a")
    page.wait_for_selector(".caption:has-text('blocks')")
    for selector in (".caption", ".counter", "dt", ".badge", ".small-text"):
        sizes = page.locator(selector).evaluate_all(
            "all => all.map(each => parseFloat(getComputedStyle(each).fontSize))"
        )
        assert all(size >= 13 for size in sizes), selector
    assert page.locator(".board svg text:has-text('goal')").count() == 0


def test_a_large_maze_can_be_enlarged(page: Any, server: Server) -> None:
    go(page, server, "play/maze/large-loops")
    page.wait_for_selector(".board svg")
    before = page.locator(".board svg").bounding_box()["width"]
    for _ in range(4):
        page.click("button[aria-label=Larger]")
    assert page.locator(".board svg").bounding_box()["width"] > 3 * before
    # The player stays in sight.
    window = page.locator(".board .window").bounding_box()
    move = server.post("/api/play", server.level("maze/large-loops")).json()["moves"][0]["text"]
    key = next(key for key, text in registry.game("maze").keys.items() if text == move)
    page.keyboard.press(ARROWS[key])
    counter(page, 1)
    player = page.locator(".board .s-player").first.bounding_box()
    assert window["x"] <= player["x"] <= window["x"] + window["width"]
    assert window["y"] <= player["y"] <= window["y"] + window["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    go(page, server, "play/roll/01")
    page.wait_for_selector(".board svg")
    assert not page.locator("button[aria-label=Larger]").is_visible()


def test_boxes_are_told_apart_without_their_colours() -> None:
    """The red box, which has to be moved, and the blue one look unlike any other of their size."""
    game = registry.game("boxup")
    looks = {}
    for colour in ("red", "green", "yellow"):
        other = f"small {colour} left 2,1\n" if colour != "red" else ""
        level = game.parse(f"size 2x4\nplayer 1,2\nsmall red left 1,1\nbig blue right 1,4\n{other}")
        row = 0 if colour == "red" else 1
        looks[colour] = [
            (shape.kind, len(shape.numbers))
            for shape in first_scene(game, level).shapes
            if shape.kind != "rect" and row <= shape.numbers[1] < row + 1 and shape.numbers[0] < 1
        ]
    assert looks["green"] == looks["yellow"] != looks["red"]


def test_by_keyboard_alone(page: Any, server: Server) -> None:
    """From the library to a move, with Tab and Enter."""
    go(page, server, "?q=first+steps")
    page.wait_for_selector(".card")

    def tab_to(selector: str) -> None:
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"Tab does not lead to {selector}")

    tab_to(".card")
    page.keyboard.press("Enter")
    page.wait_for_selector(".board svg")
    page.keyboard.press("ArrowRight")
    counter(page, 1)
    page.evaluate("document.activeElement.blur()")
    tab_to("nav a[data-way=solve]")
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:has-text('Solve: First steps')")
    tab_to("button.main")
    page.keyboard.press("Enter")
    page.wait_for_selector(".run[data-status=done]")
    # And to a level of one's own.
    page.evaluate("document.activeElement.blur()")
    tab_to("nav a[data-way=edit]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".brush svg")
    before = page.evaluate("document.querySelector('textarea').value")
    tab_to(".brush[data-kind=hole]")
    page.keyboard.press("Enter")
    tab_to(".board")
    for key in ("ArrowRight", "ArrowRight", " "):
        page.keyboard.press(key)
    page.wait_for_function("before => document.querySelector('textarea').value !== before", arg=before)
    after = page.evaluate("document.querySelector('textarea').value")
    changed = [place for place, (old, new) in enumerate(zip(before, after, strict=False)) if old != new]
    assert changed == [2]


def test_nothing_moves_by_itself_where_motion_is_unwelcome(browser: Any, server: Server) -> None:
    """A plan waits to be played, a search is shown at its end, and no page has an animation under way."""
    context = browser.new_context(reduced_motion="reduce")
    for page in watched_page(context):
        go(page, server, "solve/roll/05?run=1")
        page.wait_for_selector("text=step 0 of 29")
        page.wait_for_timeout(1000)
        assert page.locator("text=step 0 of 29").count() == 1
        page.keyboard.press("ArrowRight")
        page.wait_for_selector("text=step 1 of 29")
        go(page, server, "watch/maze/loops")
        page.wait_for_selector("text=394 of 394 expansions")
        assert page.locator("button.main:has-text('Play')").count() == 1
        go(page, server, "pddl/boxup/first")
        page.wait_for_selector(".message.good")
        page.click("button.main:text-is('Plan')")
        page.wait_for_selector("#on-board >> text=step 0 of 5")
        for path, sign in PAGES.items():
            go(page, server, path)
            page.wait_for_selector(sign)
            assert page.evaluate("document.getAnimations().filter(each => each.playState === 'running').length") == 0, (
                path
            )
    context.close()
