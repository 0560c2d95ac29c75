"""The pages on a phone, by touch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.conftest import Server, counter, go, needs_browser, watched_page

pytestmark = needs_browser


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    yield from watched_page(context)
    context.close()


def finger(page: Any, way: list[tuple[float, float]]) -> None:
    """One finger that goes along the points."""
    touch = page.context.new_cdp_session(page)
    kinds = ["touchStart", *["touchMove"] * (len(way) - 1)]
    for kind, (x, y) in zip(kinds, way, strict=True):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(16)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_all_digits_are_on_the_first_screen(phone: Any, server: Server) -> None:
    go(phone, server, "play/sudoku/symmetric")
    phone.wait_for_selector(".digits button")
    assert phone.locator(".digits button").count() == 10
    for button in phone.locator(".digits button").all():
        box = button.bounding_box()
        assert box["y"] + box["height"] <= 844
        assert box["width"] >= 40
        assert box["height"] >= 40
    assert phone.evaluate("scrollY") == 0
    board = phone.locator(".board svg").bounding_box()
    assert board["width"] > 300


@pytest.mark.parametrize("path", ["play/sudoku/symmetric", "solve/roll/05", "play/plotting/4x4-2-a"])
def test_a_finger_on_the_board_scrolls_the_page(phone: Any, server: Server, path: str) -> None:
    go(phone, server, path)
    phone.wait_for_selector(".board svg")
    x, y = middle(phone, ".board svg")
    finger(phone, [(x, y - step * 15) for step in range(15)])
    phone.wait_for_function("() => scrollY > 50")


def test_a_swipe_is_a_move_and_does_not_scroll(phone: Any, server: Server) -> None:
    go(phone, server, "play/roll/01")
    phone.wait_for_selector(".board svg")
    x, y = middle(phone, ".board svg")
    finger(phone, [(x + step * 10, y) for step in range(8)])
    counter(phone, 1)
    finger(phone, [(x, y + step * 10) for step in range(8)])
    phone.wait_for_timeout(200)
    assert phone.evaluate("scrollY") == 0
    # There is room beside the board to scroll by.
    assert phone.locator(".board").bounding_box()["height"] < 844 * 0.6


def test_the_solution_of_a_sudoku_fits(phone: Any, server: Server) -> None:
    go(phone, server, "solve/sudoku/symmetric?run=1")
    phone.wait_for_selector(".run[data-status=done]")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    # The list of steps is there when it is wanted.
    phone.click("summary:has-text('steps')")
    phone.wait_for_selector(".steps")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_hint_in_a_sudoku_needs_no_scrolling(phone: Any, server: Server) -> None:
    """The tools are under the board: who asks for a hint sees where it points."""
    go(phone, server, "play/sudoku/symmetric")
    phone.tap("button.main:has-text('Hint')")
    phone.wait_for_selector(".message.good:has-text('Hint')")
    assert phone.evaluate("scrollY") == 0
    for selector in (".mark-hint", ".message.good"):
        box = phone.locator(selector).first.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844


def test_a_large_maze_begins_where_the_player_is(phone: Any, server: Server) -> None:
    """As large as can be seen, and the whole of it two taps away."""
    go(phone, server, "play/maze/large-loops")
    phone.wait_for_selector(".board.zoomed .s-player")
    player = phone.locator(".board .s-player").first.bounding_box()
    window = phone.locator(".board .window").bounding_box()
    assert player["width"] >= 6
    assert window["x"] <= player["x"] <= window["x"] + window["width"]
    assert window["y"] <= player["y"] <= window["y"] + window["height"]
    for _ in range(4):
        phone.tap("button[aria-label=Smaller]")
    assert phone.locator(".board svg").bounding_box()["width"] <= 390
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_all_tools_of_play_fit_one_row(phone: Any, server: Server) -> None:
    go(phone, server, "play/roll/05")
    phone.wait_for_selector(".board svg")
    boxes = [button.bounding_box() for button in phone.locator(".tools button").all()]
    assert len(boxes) == 5
    assert len({round(box["y"]) for box in boxes}) == 1
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["height"] >= 40 for box in boxes)
