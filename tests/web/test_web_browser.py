"""The pages in a real browser, used as people use them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.conftest import (
    ARROWS,
    Server,
    counter,
    go,
    needs_browser,
    say,
    watched_page,
    write,
    written,
    wrong_lines,
)

pytestmark = needs_browser

# Where each page starts, and what shows that it is there.
PAGES = {
    "": ".gallery .card img",
    "play/roll/05": ".board svg",
    "play/sudoku/first": ".board svg",
    "solve/roll/05": ".board svg",
    "watch/maze/loops": ".board svg",
    "edit/roll/05": ".board svg",
    "edit/sudoku/symmetric": "#verdict dd",
    "game/crates": ".map[data-status=optimal]",
    "generate/roll": "text=Seed",
    "pddl/boxup/first": ".message.good",
    "campaigns": "text=Suite",
}


def solution(server: Server, name: str) -> list[str]:
    return server.run(kind="solve", **server.level(name))["result"]["plan"]


def test_the_library_finds_levels(page: Any, server: Server) -> None:
    go(page, server, "")
    page.wait_for_selector(".card")
    assert page.locator(".card").count() == len(server.get("/api/levels").json())
    page.fill("input[type=search]", "two bridges")
    page.locator("text=1 level").wait_for()
    assert page.locator(".card .badge").inner_text() == "✓ best 29"
    page.click(".card")
    page.wait_for_selector("h1:has-text('Two bridges')")


def test_a_level_is_played_to_the_end_by_keyboard(page: Any, server: Server) -> None:
    plan = solution(server, "roll/01")
    go(page, server, "play/roll/01")
    for step, move in enumerate(plan, start=1):
        page.wait_for_selector(".board svg")
        page.keyboard.press(ARROWS[move])
        counter(page, step)
    say(page, f"Solved with cost {len(plan)}. That is the best there is")


def test_undo_redo_restart_and_an_illegal_move(page: Any, server: Server) -> None:
    go(page, server, "play/roll/01")
    page.wait_for_selector(".board svg")
    page.keyboard.press("ArrowRight")
    counter(page, 1)
    page.keyboard.press("u")
    counter(page, 0)
    page.keyboard.press("r")
    counter(page, 1)
    page.click("text=Undo")
    counter(page, 0)
    legal = {move["text"] for move in server.post("/api/play", server.level("roll/01")).json()["moves"]}
    page.keyboard.press(next(key for move, key in ARROWS.items() if move not in legal))
    say(page, "there is no floor")
    page.keyboard.press("ArrowRight")
    counter(page, 1)
    page.keyboard.press("n")
    counter(page, 0)


def test_a_hint_shows_the_next_move(page: Any, server: Server) -> None:
    go(page, server, "play/roll/05")
    page.wait_for_selector(".board svg")
    page.keyboard.press("h")
    say(page, r"Hint: up \(29 moves to the goal\)")
    assert page.locator(".mark-hint").count() >= 1
    page.keyboard.press("ArrowUp")
    counter(page, 1)
    page.click("text=Hint")
    say(page, r"28 moves to the goal")


def test_the_page_notices_that_a_game_is_lost(page: Any, server: Server) -> None:
    level = "size 1x4\nplayer 1,2\nsmall red left 1,1\nbig blue right 1,4\n"
    assert server.post("/api/check", {"game": "boxup", "level": level}).status_code == 200
    go(page, server, "")
    page.click("summary")
    page.select_option("#upload select", "boxup")
    page.fill("#upload textarea", level)
    say(page, "in order")
    page.click("text=Keep and play")
    say(page, "has no solution|can no longer win")


def test_a_click_and_a_swipe_are_moves(context: Any, browser: Any, server: Server) -> None:
    for page in watched_page(context):
        go(page, server, "play/maze/first")
        mark = page.locator(".mark-move").first
        mark.wait_for()
        box = mark.bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        counter(page, 1)
        before = server.post("/api/play", server.level("maze/first")).json()
        move = before["moves"][0]["text"]
        far = {"north": (0, -80), "south": (0, 80), "west": (-80, 0), "east": (80, 0)}[move]
        page.click("text=Undo")
        counter(page, 0)
        board = page.locator(".board svg").bounding_box()
        x, y = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + far[0], y + far[1], steps=4)
        page.mouse.up()
        counter(page, 1)


def test_a_session_is_saved(page: Any, server: Server) -> None:
    go(page, server, "play/roll/01")
    page.wait_for_selector(".board svg")
    page.keyboard.press("ArrowRight")
    counter(page, 1)
    for button, expected in (("Plan", "right\n"), ("Regression test", "MOVES = ['right']")):
        with page.expect_download() as download:
            page.click(f"button:text-is('{button}')")
        with open(download.value.path(), encoding="utf-8") as file:
            assert expected in file.read()


def test_solvers_side_by_side_with_animation(page: Any, server: Server) -> None:
    go(page, server, "solve/roll/05?solvers=auto,bfs")
    page.click("text=Another solver")
    assert page.locator(".solver").count() == 3
    page.click("button.main:text-is('Solve')")
    page.wait_for_selector(".run[data-status=done] >> nth=2")
    assert page.locator(".run .badge:text-is('optimal')").count() >= 2
    page.wait_for_selector("#view .steps")
    page.click("text=Pause")
    page.click(".steps li:nth-child(1) button")
    first = visible(page)
    page.locator("#view input[type=range]").fill("29")
    page.locator("text=step 29 of 29").wait_for()
    assert visible(page) != first
    page.click("button[aria-label='One step back']")
    page.locator("text=step 28 of 29").wait_for()
    assert page.locator(".steps [aria-current]").count() == 1
    for button, expected in (("Plan", "; cost 29"), ("Animated SVG", "<animate"), ("JSON", '"optimal"')):
        with page.expect_download() as download:
            page.click(f"#view button:text-is('{button}')")
        with open(download.value.path(), encoding="utf-8") as file:
            assert expected in file.read()


def visible(page: Any) -> str:
    """Which parts of the animation are seen."""
    parts = page.locator("#view g[data-first]")
    return parts.evaluate_all("parts => parts.map(part => part.getAttribute('visibility')).join()")


def test_a_long_solve_shows_progress_and_stops(page: Any, server: Server) -> None:
    go(page, server, "solve/maze/twenty-dots?solvers=ucs")
    page.wait_for_selector(".solver")
    page.click("button.main:text-is('Solve')")
    expanded = page.locator(".run dl div", has_text="expanded").locator("dd")
    page.locator(".run dt:text-is('memory')").wait_for()
    rises = """least => [...document.querySelectorAll('.run dl div')].some(each => each.innerText.startsWith('expanded')
      && Number(each.querySelector('dd').innerText.replaceAll(',', '')) > least)"""
    page.wait_for_function(rises, arg=0)
    first = int(expanded.inner_text().replace(",", ""))
    page.wait_for_function(rises, arg=first)
    page.click("text=Stop")
    page.wait_for_selector(".run[data-status=cancelled]")


def test_leaving_the_page_cancels_its_jobs(context: Any, server: Server) -> None:
    for page in watched_page(context):
        go(page, server, "solve/maze/twenty-dots?solvers=ucs&run=1")
        page.wait_for_selector(".run[data-status=running]")
        job = next(job for job in server.get("/api/jobs").json() if job["status"] == "running")["id"]
        page.close()
        assert server.wait(job, 10)["status"] == "cancelled"


def test_a_job_may_end_before_the_page_hears_of_it(page: Any, server: Server) -> None:
    events = re.compile(r"/api/events\?")
    streams: list[Any] = []

    def hold(route: Any) -> None:
        streams.append(route)

    def answer_late(route: Any) -> None:
        answer = route.fetch()
        server.wait(answer.json()["id"], 10)
        while not streams:
            page.wait_for_timeout(20)
        with page.expect_response(events):
            streams.pop().continue_()
        page.wait_for_timeout(300)  # for the page to see that the stream is open
        route.fulfill(response=answer)

    page.route(events, hold)
    page.route("**/api/jobs", answer_late)
    go(page, server, "solve/roll/05?solvers=astar&run=1")
    page.wait_for_selector(".run[data-status=done]")


def test_two_searches_are_watched(page: Any, server: Server) -> None:
    go(page, server, "watch/maze/loops")
    page.wait_for_selector("[data-ready]")
    page.click("text=Pause")
    page.locator("input[aria-label=Expansions]").fill("60")
    page.locator("text=60 of 394 expansions").wait_for()
    waves = page.evaluate(
        "[...document.querySelectorAll('.board')].map(b => b.querySelectorAll('svg > g[opacity] rect').length)"
    )
    assert waves == [60, 60]
    page.locator("input[aria-label=Expansions]").fill("394")
    assert page.locator(".mark-path").count() == 2
    page.locator(".solver select[aria-label=Solver]").first.select_option("greedy")
    page.locator("dd:text-is('70')").wait_for()


def test_a_level_is_edited_and_judged(page: Any, server: Server) -> None:
    go(page, server, "edit/roll/01")
    page.locator("#verdict .badge:text-is('optimal')").wait_for()
    page.click(".brush[data-kind=target]")
    target = page.locator(".board .s-goal").first.bounding_box()
    corner = page.locator(".mark-grid").nth(0).bounding_box()
    page.mouse.click(corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2)
    page.wait_for_function(
        "before => document.querySelector('.board .s-goal').getBoundingClientRect().x !== before", arg=target["x"]
    )
    page.locator("#verdict .badge:not(:text-is('running'))").first.wait_for()
    page.keyboard.press("u")
    page.locator("#verdict dd:text-is('8')").first.wait_for()
    page.click("button:text-is('Keep')")
    go(page, server, "")
    page.wait_for_selector("text=My levels")


def test_levels_are_generated_and_kept(page: Any, server: Server) -> None:
    go(page, server, "generate/roll")
    page.fill("input[name=rows]", "6")
    page.fill("input[name=count]", "3")
    page.click("button.main:text-is('Generate')")
    say(page, "3 levels of")
    assert page.locator("#made .card svg").count() == 3
    page.click("#made button:text-is('Play') >> nth=0")
    page.wait_for_selector(".board svg")
    assert "#/play/own/" in page.url


def test_sudoku_by_keyboard(page: Any, server: Server) -> None:
    plan = solution(server, "sudoku/first")
    go(page, server, "play/sudoku/first")
    page.wait_for_selector(".mark-cursor")
    board = server.post("/api/marks", {"game": "sudoku", "level": server.level("sudoku/first")["level"]}).json()
    size = board["size"]
    at = board["is_clue"].index(False)

    def walk(cell: int) -> None:
        nonlocal at
        for _ in range(abs(cell // size - at // size)):
            page.keyboard.press("ArrowDown" if cell > at else "ArrowUp")
        column = at % size
        for _ in range(abs(cell % size - column)):
            page.keyboard.press("ArrowRight" if cell % size > column else "ArrowLeft")
        at = cell

    page.keyboard.press("h")
    say(page, "Hint: .*single")
    where = re.search(r"row (\d+), column (\d+)", page.inner_text(".small-text[aria-live]"))
    assert where
    at = (int(where[1]) - 1) * size + int(where[2]) - 1
    # A pencil mark, then a clash, then all digits.
    first = cells(plan, size)[0][0]
    walk(first)
    page.keyboard.press("p")
    page.keyboard.press("1")
    page.wait_for_selector(".mark-note")
    page.keyboard.press("p")
    clashing = next(symbol for symbol in board["symbols"] if symbol not in board["candidates"][str(first)])
    page.keyboard.press(clashing)
    say(page, "stands twice")
    assert page.locator(".mark-bad").count() >= 2
    page.keyboard.press("u")
    page.wait_for_function("() => !document.querySelector('.mark-bad')")
    for cell, digit in cells(plan, size):
        walk(cell)
        page.keyboard.press(digit)
        page.wait_for_function(
            "([cell, digit]) => document.querySelector('.board').dataset.digits[cell] === digit", arg=[cell, digit]
        )
    say(page, "Solved")
    page.keyboard.press("c")
    say(page, "All digits so far are right")


def cells(plan: list[str], size: int) -> list[tuple[int, str]]:
    """Cells by number, and their digits."""
    found = [re.fullmatch(r"r(\d+)c(\d+)=(.)", move) for move in plan]
    return [((int(match[1]) - 1) * size + int(match[2]) - 1, match[3]) for match in found if match]


def test_a_broken_level_is_shown_with_its_defects(page: Any, server: Server) -> None:
    go(page, server, "")
    page.click("summary")
    page.locator("#upload input[type=file]").set_input_files(
        {"name": "bad.roll", "mimeType": "text/plain", "buffer": b"|gQ\n g?<b>bold</b>\n"}
    )
    say(page, "defects: click one")
    wrong = page.locator(".gutter .wrong")
    assert wrong.all_inner_texts() == ["1", "2"]
    assert page.locator("#upload b").count() == 0
    page.click(".defects button:has-text('1:3')")
    assert page.evaluate("document.querySelector('#upload textarea').selectionStart") == 2
    assert page.locator("text=Keep and play").is_disabled()
    page.fill("#upload textarea", "|ggg_\n")
    say(page, "in order")
    assert page.locator(".gutter .wrong").count() == 0


def test_a_pddl_error_is_shown_at_its_line(page: Any, server: Server) -> None:
    go(page, server, "pddl/boxup/first")
    say(page, "In order")
    text = written(page, "Problem")
    line = text[: text.index("(:goal")].count("\n") + 1
    write(page, "Problem", text.replace("(:goal", "(:gaol"))
    say(page, "defect")
    page.click(f".defects button:has-text('{line}:')")
    assert str(line) in wrong_lines(page)
    write(page, "Problem", text)
    say(page, "In order")
    page.click("button.main:text-is('Plan')")
    say(page, "Valid: cost")
    plan = page.locator("textarea[aria-label=Plan]").input_value().splitlines()
    page.fill("textarea[aria-label=Plan]", plan[-1])
    page.click("button:text-is('Validate')")
    say(page, "Not valid: step 1")


def test_a_campaign_is_watched_and_its_report_opened(context: Any, page: Any, server: Server) -> None:
    go(page, server, "campaigns")
    page.click("button:text-is('Start')")
    page.wait_for_selector("[data-state=running] table")
    with context.expect_page() as opened:
        page.click("text=Open the report")
    report = opened.value
    report.wait_for_selector("h1:has-text('Quick')")
    # Its script runs, but as a page of nowhere.
    assert report.evaluate("self.origin") == "null"
    report.close()
    page.click("button:text-is('Stop')")
    page.wait_for_selector("[data-state=stopped]")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_can_be_chosen(page: Any, server: Server, theme: str) -> None:
    page.emulate_media(color_scheme="light" if theme == "dark" else "dark")
    go(page, server, "play/roll/01")
    page.wait_for_selector(".board svg")
    before = page.evaluate("getComputedStyle(document.querySelector('.board .s-floor')).fill")
    while theme not in page.inner_text("#theme").lower():
        page.click("#theme")
    assert page.evaluate("getComputedStyle(document.querySelector('.board .s-floor')).fill") != before
    page.reload()
    page.wait_for_selector(".board svg")
    assert theme in page.inner_text("#theme").lower()


def test_pages_fit_a_phone_and_stay_at_home(browser: Any, server: Server) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    addresses: list[str] = []
    context.on("request", lambda request: addresses.append(request.url))
    for page in watched_page(context):
        for path, sign in PAGES.items():
            go(page, server, path)
            page.wait_for_selector(sign)
            page.wait_for_selector("h1")
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        go(page, server, "play/roll/01")
        page.wait_for_selector(".board svg")  # what is tapped before that is lost
        page.locator(".pad .right").tap()
        counter(page, 1)
    context.close()
    assert addresses
    assert all(address.startswith((str(server.client.base_url), "blob:")) for address in addresses)


def test_the_first_page_is_small(page: Any, server: Server) -> None:
    """It loads in a moment: few bytes before something is seen."""
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(int(answer.headers.get("content-length", 0))))
    go(page, server, "play/roll/05")
    page.wait_for_selector(".board svg")
    assert sum(sizes) < 200_000
    assert len(sizes) < 40  # some come after the board, on a busy machine before it is looked for


def test_an_unknown_level_is_told(page: Any, server: Server) -> None:
    go(page, server, "play/mine/nothing")
    say(page, "was not kept in this browser")


def test_a_search_that_does_not_end_is_watched_while_it_runs(page: Any, server: Server) -> None:
    go(page, server, "watch/sudoku/search?solvers=bfs,dfs")
    say(page, "Searching: .* expansions so far")
    page.wait_for_selector("[data-ready]")
    page.wait_for_selector(".tree .tree-dot >> nth=50", state="attached")
    page.click("button:text-is('Stop') >> nth=0")
    say(page, "Stopped: the first .* expansions are shown")


def test_states_that_share_a_cell_are_shown_as_a_tree(page: Any, server: Server) -> None:
    go(page, server, "watch/boxup/3x4-two?solvers=bfs,greedy")
    page.wait_for_selector("[data-ready]")
    tree = page.locator(".panel.as-tree .tree").first
    tree.wait_for()
    before = page.locator(".panel.as-tree .board svg").first.inner_html()
    tree.locator(".tree-dot").nth(7).click(force=True)
    page.wait_for_function(
        "before => document.querySelector('.panel.as-tree .board svg').innerHTML !== before", arg=before
    )
    page.click("button:text-is('On the board') >> nth=0")
    page.wait_for_function("() => document.querySelectorAll('.as-tree').length === 1")


def test_the_mouse_and_the_wall_follower_are_watched(page: Any, server: Server) -> None:
    go(page, server, "watch/maze/loops?solvers=mouse,wall")
    page.wait_for_selector("[data-ready]")
    page.click("text=Pause")
    slider = page.locator("input[aria-label=Expansions]")
    page.wait_for_function("() => document.querySelectorAll('.panel dd .badge').length === 2")
    slider.fill(slider.get_attribute("max"))
    assert page.locator(".mark-path").count() >= 1


def test_a_campaign_of_levels_of_ones_choice(page: Any, server: Server) -> None:
    go(page, server, "play/roll/01")
    page.wait_for_selector(".board svg")
    go(page, server, "campaigns")
    page.click("text=Levels and solvers of your choice")
    page.wait_for_selector("#own-campaign .chips li:has-text('First steps')")
    page.select_option("#own-campaign select[aria-label='Level to add']", "roll/02")
    page.click("#own-campaign button:text-is('Add')")
    page.fill("#own-campaign input[aria-label=Title]", "Two of mine")
    page.click("text=Start this campaign")
    page.wait_for_selector(".panel:has-text('Two of mine') [data-state], [data-state]:has-text('Two of mine')")
    page.wait_for_selector("[data-state=done]:has-text('Two of mine')")
