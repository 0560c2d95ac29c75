"""Levels drawn by hand, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.conftest import Server, go, needs_browser, say

from ludoplan.core import registry
from ludoplan.drawing.pictures import size_of

pytestmark = needs_browser


def edit(page: Any, server: Server, level: str) -> None:
    page.goto("about:blank")  # or the brushes of the level before would be taken for those of this one
    go(page, server, f"edit/{level}")
    page.wait_for_selector(".brush svg")


def drag(page: Any, *cells: tuple[int, int]) -> None:
    """From cell to cell of the picture."""
    matrix = page.evaluate(
        "() => { const m = document.querySelector('.board svg').getScreenCTM(); return [m.a, m.d, m.e, m.f]; }"
    )
    for index, (row, column) in enumerate(cells):
        x, y = (column + 0.5) * 40 * matrix[0] + matrix[2], (row + 0.5) * 40 * matrix[1] + matrix[3]
        page.mouse.move(x, y)
        if index == 0:
            page.mouse.down()
    page.mouse.up()


def text(page: Any) -> str:
    return page.evaluate("document.querySelector('textarea').value")


def until_changed(page: Any, before: str) -> str:
    page.wait_for_function("before => document.querySelector('textarea').value !== before", arg=before)
    return text(page)


def test_brushes_are_pictures_and_none_is_cut_off(page: Any, server: Server) -> None:
    edit(page, server, "roll/05")
    for brush in page.locator(".brush").all():
        assert brush.locator("svg").count() == 1
        assert brush.get_attribute("data-kind")
    assert page.locator(".brush").first.get_attribute("data-kind") == "floor"
    assert page.evaluate(
        "() => { const box = document.querySelector('.brushes'); return box.scrollHeight <= box.clientHeight + 1; }"
    )
    # What belongs to one switch is not a brush.
    assert page.locator(".brush[data-kind='A opens b']").count() == 0
    page.click("summary:text-is('More changes')")
    before = text(page)
    page.click("button[data-kind='A opens b']")
    assert "opens" in until_changed(page, before) or "open" in text(page)


def test_a_stroke_is_undone_as_a_whole(page: Any, server: Server) -> None:
    edit(page, server, "maze/open-room")
    before = text(page)
    page.click(".brush[data-kind=wall]")
    drag(page, (2, 2), (2, 8))
    after = until_changed(page, before)
    assert after.splitlines()[2][2:9] == "%%%%%%%"
    page.keyboard.press("u")
    assert until_changed(page, after) == before
    page.keyboard.press("r")
    assert until_changed(page, before) == after


def test_what_is_typed_after_an_undo_leaves_nothing_to_redo(page: Any, server: Server) -> None:
    edit(page, server, "maze/open-room")
    before = text(page)
    page.click(".brush[data-kind=wall]")
    drag(page, (2, 2), (2, 8))
    after = until_changed(page, before)
    page.keyboard.press("u")
    until_changed(page, after)
    undo, redo = (page.locator("button", has_text=word) for word in ("Undo", "Redo"))
    assert undo.is_disabled()
    assert redo.is_enabled()
    page.click("summary:text-is('As text')")
    rows = before.splitlines()
    typed = "\n".join([*rows[:3], rows[3].replace(" ", "%", 3), *rows[4:]])
    page.fill("textarea", typed)
    page.wait_for_function(
        "() => ![...document.querySelectorAll('button')].find(b => /Undo/.test(b.textContent)).disabled"
    )
    assert redo.is_disabled()
    undo.click()
    assert until_changed(page, typed) == before


def test_rectangle_and_fill(page: Any, server: Server) -> None:
    edit(page, server, "maze/first")
    page.fill("input[aria-label=Rows]", "8")
    page.fill("input[aria-label=Columns]", "9")
    before = text(page)
    page.click("button:text-is('Start')")
    room = until_changed(page, before)
    assert [len(line) for line in room.splitlines()] == [9] * 8
    page.click(".brush[data-kind=wall]")
    page.click("[data-tool=box]")
    drag(page, (3, 2), (5, 4))
    walled = until_changed(page, room)
    assert [line[2:5] for line in walled.splitlines()[3:6]] == ["%%%"] * 3
    page.click("[data-tool=fill]")
    page.click(".brush[data-kind=floor]")
    drag(page, (4, 3))
    assert until_changed(page, walled) == room


def test_why_something_cannot_be_put_there(page: Any, server: Server) -> None:
    edit(page, server, "sudoku/symmetric")
    assert page.locator(".brush").count() == 10
    clues = text(page).replace("\n", "")
    first = clues.index(next(symbol for symbol in clues if symbol != "."))
    blank = next(cell for cell in range(9) if clues[cell] == ".")
    page.click(f".brush[data-kind='digit {clues[first]}']")
    drag(page, (blank // 9, blank % 9))
    say(page, "has . at .* already")
    edit(page, server, "maze/first")
    row, column = next((row, line.index("P")) for row, line in enumerate(text(page).splitlines()) if "P" in line)
    page.click(".brush[data-kind=wall]")
    drag(page, (row, column))
    say(page, "not possible there")


def test_the_verdict_says_what_changed_and_counts_solutions(page: Any, server: Server) -> None:
    edit(page, server, "sudoku/first")
    solutions = page.locator("#verdict div", has=page.locator("dt:text-is('solutions')")).locator("dd")
    solutions.last.wait_for()
    assert solutions.last.inner_text() == "1"
    page.click(".brush[data-kind=blank]")
    page.click("[data-tool=box]")
    drag(page, (0, 0), (2, 3))
    page.wait_for_selector("#verdict .changed")
    page.wait_for_function("() => document.querySelector('#verdict').textContent.includes('2 or more')")


@pytest.mark.parametrize(
    ("level", "brush", "cell"),
    [
        ("pipes/01", "cross", (2, 3)),
        ("plotting/2x4-2-a", "colour 2", (3, 4)),
        ("lara/entrance-1", "snake", (2, 3)),
        ("puzzlescript/crates#1", "crate", (2, 3)),
    ],
)
def test_every_game_has_empty_levels_of_any_size(
    page: Any, server: Server, level: str, brush: str, cell: tuple[int, int]
) -> None:
    edit(page, server, level)
    page.fill("input[aria-label=Rows]", "5")
    page.fill("input[aria-label=Columns]", "9")
    before = text(page)
    page.click("button:text-is('Start')")
    empty = until_changed(page, before)
    game = registry.game(level.partition("/")[0])
    rows, columns = size_of(game, game.parse(empty))
    margin = game.view.origin
    assert (rows - margin[0], columns - margin[1]) == (5, 9)
    page.click(f".brush[data-kind='{brush}']")
    drag(page, cell)
    game.parse(until_changed(page, empty))


def test_what_joins_two_places_does_not_crowd_the_brushes(page: Any, server: Server) -> None:
    edit(page, server, "lara/entrance-1")
    assert page.locator(".brush", has_text="sight from").count() == 0
    page.click("summary:text-is('More changes')")
    page.click("button[data-kind='sight from 3']")
    assert page.get_attribute("button[data-kind='sight from 3']", "aria-pressed") == "true"


@pytest.mark.parametrize("level", ["sudoku/first", "sudoku/symmetric"])
def test_a_sudoku_has_a_brush_for_every_digit(page: Any, server: Server, level: str) -> None:
    """Also for those that have one place or none as the board is, each with its picture."""
    edit(page, server, level)
    size = 4 if level.endswith("first") else 9
    kinds = page.locator(".brush").evaluate_all("all => all.map(each => each.dataset.kind)")
    assert kinds == ["blank", *(f"digit {digit}" for digit in range(1, size + 1))]
    page.wait_for_function("() => [...document.querySelectorAll('.brush')].every(each => each.querySelector('svg'))")
    for digit in range(1, size + 1):
        assert str(digit) in page.locator(f".brush[data-kind='digit {digit}'] svg").text_content()
    # The board is as large as it is.
    assert page.locator(".mark-grid").count() == size * size


def test_brushes_of_puzzlescript_have_names(page: Any, server: Server) -> None:
    edit(page, server, "puzzlescript/crates%231")
    kinds = page.locator(".brush").evaluate_all("all => all.map(each => each.dataset.kind)")
    assert {"background", "wall", "player", "crate", "mark", "crate on mark"} <= {kind.lower() for kind in kinds}
