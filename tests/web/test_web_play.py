"""Playing as a game: motion, winning, the next level, what is kept, and Sudoku."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.conftest import ARROWS, Server, counter, go, needs_browser, say, watched_page

from ludoplan.core import registry

pytestmark = needs_browser

MOTIONS = """() => { window.motions = 0; const animate = Element.prototype.animate;
  Element.prototype.animate = function (...all) { window.motions++; return animate.apply(this, all); }; }"""


def play_to_the_end(page: Any, server: Server, name: str) -> list[str]:
    plan = server.run(kind="solve", **server.level(name))["result"]["plan"]
    for move in plan:
        page.keyboard.press(ARROWS[move])
    return plan


def test_the_block_rolls_unless_motion_is_unwelcome(browser: Any, server: Server) -> None:
    for motion, expected in (("no-preference", True), ("reduce", False)):
        context = browser.new_context(reduced_motion=motion)
        for page in watched_page(context):
            go(page, server, "play/roll/01")
            page.wait_for_selector("[data-thing=block]")
            page.evaluate(MOTIONS)
            page.keyboard.press("ArrowRight")
            counter(page, 1)
            assert (page.evaluate("window.motions") > 0) is expected
        context.close()


def moves_before(server: Server, level: str, word: str) -> list[str]:
    """The moves of a solution up to and with the first that begins with a word."""
    plan = server.run(kind="solve", **server.level(level))["result"]["plan"]
    step = next(step for step, move in enumerate(plan) if move.startswith(word))
    return plan[: step + 1]


@pytest.mark.parametrize(
    ("level", "word", "flies"),
    [
        ("plotting/2x4-2-a", "", True),
        ("lara/spear", "throw", True),
        ("pipes/01", "turn", True),
        ("puzzlescript/crates#1", "", False),
        ("boxup/first", "", False),
        ("maze/first", "", False),
    ],
)
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_whatever_moves_is_seen_moving(
    browser: Any, server: Server, level: str, word: str, flies: bool, motion: str
) -> None:
    *before, move = moves_before(server, level, word)
    context = browser.new_context(reduced_motion=motion)
    for page in watched_page(context):
        # A picture that was there before is taken away after a moment: it is counted when it comes.
        page.add_init_script(f"({MOTIONS})(); window.pasts = 0;")
        go(page, server, f"play/{level.replace('#', '%23')}?moves={'~'.join(before)}")
        counter(page, len(before))
        page.evaluate(
            """() => new MutationObserver(() => { if (document.querySelector('.earlier')) window.pasts++; })
              .observe(document.querySelector('.board'), { childList: true, subtree: true })"""
        )
        if page.locator(".chips button").count():
            page.locator(".chips button", has_text=re.compile(rf"{re.escape(move)}$")).click()
        else:
            page.click(f".pad button[aria-label='{move}']")
        counter(page, len(before) + 1)
        assert (page.evaluate("window.motions") > 0) is (motion != "reduce")
        assert (page.evaluate("window.pasts") > 0) is (flies and motion != "reduce")
        page.wait_for_selector(".earlier", state="detached")
    context.close()


def test_a_plan_lets_shots_fly(page: Any, server: Server) -> None:
    go(page, server, "solve/plotting/2x4-2-a")
    page.click("button:text-is('Solve')")
    page.wait_for_selector(".steps button")
    page.evaluate(MOTIONS)
    page.click("button[aria-label='One step on']")
    assert page.evaluate("window.motions") > 0
    assert page.locator(".earlier").count() == 1
    page.wait_for_selector(".earlier", state="detached")


def test_winning_marks_the_level_and_leads_to_the_next(page: Any, server: Server) -> None:
    go(page, server, "play/roll/01")
    page.wait_for_selector(".board svg")
    play_to_the_end(page, server, "roll/01")
    page.wait_for_selector(".victory:has-text('★★★')")
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:text-is('Round the corner')")
    page.wait_for_selector(".board svg")
    go(page, server, "?q=first+steps")
    page.wait_for_selector(".badge.mine:has-text('solved')")
    # A link to a solved game is not a game that was won here.
    plan = server.run(kind="solve", **server.level("roll/02"))["result"]["plan"]
    go(page, server, f"play/roll/02?moves={'~'.join(plan)}")
    say(page, "Solved with cost")
    go(page, server, "?q=round+the+corner")
    page.wait_for_function("() => document.querySelectorAll('.card').length === 1")
    assert page.locator(".card .badge.mine").count() == 0


def test_rules_and_legend_of_this_board(page: Any, server: Server) -> None:
    go(page, server, "play/roll/05")
    page.wait_for_selector(".legend-list li svg")
    words = page.locator(".legend-list").inner_text()
    assert "switch A: toggles b" in words
    assert "carries no standing block" not in words
    assert "Roll the block" in page.inner_text("details:has(.legend-list)")
    go(page, server, "play/puzzlescript/crates#1")
    page.wait_for_selector(".legend-list li:has-text('crate')")


def test_a_hint_points_the_way(page: Any, server: Server) -> None:
    go(page, server, "play/maze/first")
    page.wait_for_selector(".board svg")
    page.keyboard.press("h")
    say(page, "Hint")
    assert page.locator(".mark-arrow").count() == 1


def test_there_is_a_level_of_the_day_and_no_sound(page: Any, server: Server) -> None:
    go(page, server, "")
    page.click(".today")
    page.wait_for_selector(".board svg")
    assert page.evaluate("localStorage.getItem('ludoplan-sound')") is None
    same = page.evaluate(
        """async () => {
          const script = document.querySelector('script[src$="app.js"]').src.replace('app.js', 'progress.js');
          const { daily } = await import(script);
          const levels = await (await fetch('/api/levels')).json();
          const days = [...Array(40).keys()].map(day => daily(levels, new Date(2027, 0, 1 + day)));
          return [days.every(each => each.status === 'optimal'), new Set(days.map(each => each.game)).size,
            daily(levels, new Date(2027, 0, 5, 1)).name === daily(levels, new Date(2027, 0, 5, 23)).name]; }"""
    )
    assert same[0]
    assert same[1] > 3
    assert same[2]


def test_sudoku_shows_what_belongs_together(page: Any, server: Server) -> None:
    go(page, server, "play/sudoku/symmetric")
    page.wait_for_selector(".mark-peers")
    assert page.locator(".mark-peers").count() == 3
    digits = page.get_attribute(".board", "data-digits")
    assert digits
    left = 9 - digits.count("1")
    assert page.inner_text("button[data-digit='1'] small") == str(left)
    # A hint that is followed writes its digit and goes on to the next one.
    page.keyboard.press("h")
    say(page, "Hint:")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "before => document.querySelector('.board').dataset.digits.replaceAll('.', '').length === before + 1",
        arg=len(digits.replace(".", "")),
    )
    say(page, "Hint:")
    page.click("button:text-is('Clear')")
    page.wait_for_function("before => document.querySelector('.board').dataset.digits === before", arg=digits)
    page.keyboard.press("u")
    page.wait_for_function("before => document.querySelector('.board').dataset.digits !== before", arg=digits)


def test_a_new_sudoku(page: Any, server: Server) -> None:
    go(page, server, "play/sudoku/first")
    page.wait_for_selector(".mark-cursor")
    page.click("button:text-is('New board')")
    page.wait_for_url(re.compile("#/play/own/"))
    page.wait_for_selector("h1:has-text('Sudoku')")
    page.wait_for_selector(".mark-cursor")


def test_a_plan_is_stepped_by_arrow_keys(page: Any, server: Server) -> None:
    go(page, server, "solve/roll/01?run=1")
    page.wait_for_selector(".steps")
    page.click("text=Pause")
    page.click(".steps li:nth-child(1) button")
    page.keyboard.press("ArrowRight")
    page.locator("text=step 1 of 8").wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator("text=step 0 of 8").wait_for()
    assert page.locator(".plot-line").count() >= 1


def test_moves_are_taken_back_by_dragging(page: Any, server: Server) -> None:
    go(page, server, "play/roll/01")
    page.wait_for_selector(".board svg")
    for step, key in enumerate(("ArrowRight", "ArrowLeft", "ArrowRight"), start=1):
        page.keyboard.press(key)
        counter(page, step)
    page.locator("input[aria-label='Moves so far']").fill("1")
    counter(page, 1)
    page.locator("input[aria-label='Moves so far']").fill("3")
    counter(page, 3)
    page.wait_for_url(re.compile("moves=right~left~right"))


def test_the_level_before_and_the_next_are_a_click_away(page: Any, server: Server) -> None:
    go(page, server, "play/roll/01")
    page.wait_for_selector("h1:text-is('First steps')")
    assert page.is_disabled("button[aria-label='Previous level']")
    page.click("button[aria-label='Next level']")
    page.wait_for_selector("h1:text-is('Round the corner')")
    page.click("button[aria-label='Previous level']")
    page.wait_for_selector("h1:text-is('First steps')")
    # Solvers that were chosen stay.
    go(page, server, "solve/roll/01?solvers=bfs")
    page.wait_for_selector("h1:text-is('Solve: First steps')")
    page.click("button[aria-label='Next level']")
    page.wait_for_selector("h1:text-is('Solve: Round the corner')")
    assert page.input_value(".solver select") == "bfs"


def test_letters_move_too_and_the_keys_are_told(page: Any, server: Server) -> None:
    go(page, server, "play/maze/loops")
    page.wait_for_selector(".board svg")
    told = page.locator(".keys").inner_text()
    assert all(word in told for word in ("W A S D", "one move back", "what next?"))
    legal = server.post("/api/play", server.level("maze/loops")).json()["moves"][0]["text"]
    key = next(key for key, text in registry.game("maze").keys.items() if text == legal)
    page.keyboard.press({"up": "w", "left": "a", "down": "s", "right": "d"}[key])
    counter(page, 1)


def test_what_a_rule_means_is_said_beside_it(page: Any, server: Server) -> None:
    go(page, server, "play/roll/05")
    page.wait_for_selector(".settings label:has-text('cost of swapping the active cube')")


def test_every_game_of_the_library_is_one_step_away(page: Any, server: Server) -> None:
    go(page, server, "")
    page.wait_for_selector(".card img")
    known = {game["title"] for game in server.get("/api/games").json()}
    assert {text.rstrip("0123456789 \n") for text in page.locator(".jumps button").all_inner_texts()} == known
    page.click(".jumps button[data-game=plotting]")
    page.wait_for_function("() => scrollY > 500")
    head = page.locator("section[data-game=plotting] h2")
    assert 0 <= head.bounding_box()["y"] < 200
    assert page.evaluate("document.activeElement.textContent") == head.inner_text()
    page.evaluate("scrollTo(0, 0)")
    page.fill("input[type=search]", "bloxorz")
    page.wait_for_function("() => document.querySelector('.jumps').hidden")


def test_the_level_of_the_day_names_its_game_and_is_short(page: Any, server: Server) -> None:
    go(page, server, "")
    page.wait_for_selector(".today")
    titles = [game["title"] for game in server.get("/api/games").json()]
    assert any(title in page.inner_text(".today") for title in titles)
    costs = page.evaluate(
        """async () => {
          const script = document.querySelector('script[src$="app.js"]').src.replace('app.js', 'progress.js');
          const { daily } = await import(script);
          const levels = await (await fetch('/api/levels')).json();
          return [...Array(60).keys()].map(day => daily(levels, new Date(2027, 0, 1 + day)).best); }"""
    )
    assert max(costs) <= 60
