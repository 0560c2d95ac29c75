"""From page to page: no move is lost, and the level comes along."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.conftest import ARROWS, Server, counter, go, needs_browser, watched_page, write, written

from ludoplan.core import registry
from ludoplan.core.level import bundled

pytestmark = needs_browser


@pytest.fixture
def other_profile(browser: Any) -> Iterator[Any]:
    """A page of somebody else, who has kept nothing."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    yield from watched_page(context)
    context.close()


def by_the_rules(name: str, keys: list[str]) -> list[str]:
    """The moves that remain when each key is pressed in turn and those that do nothing are passed over."""
    game_name, level_name = name.split("/")
    game = registry.game(game_name)
    level = game.parse(bundled(game_name)[level_name].text())
    state, played = game.initial(level), []
    for move in (game.keys[key] for key in keys):
        if not game.is_goal(level, state) and move in list(game.moves(level, state)):
            state = game.apply(level, state, move)
            played.append(move)
    return played


def some_keys(name: str, count: int) -> list[str]:
    """Keys that mostly do something, but not always, and do not solve the level."""
    rng = random.Random(3)
    found: list[str] = []
    while len(found) < count:
        more = rng.choice(list(ARROWS))
        before = by_the_rules(name, found)
        is_move = len(by_the_rules(name, [*found, more])) > len(before)
        if is_move or rng.random() < 0.1:
            found.append(more)
    return found


def add_latency(page: Any, milliseconds: int) -> None:
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1},
    )


def press_all(page: Any, keys: list[str], milliseconds: int) -> None:
    """Presses the keys at a steady rate, without waiting for anything else."""
    page.evaluate(
        """([keys, wait]) => new Promise(done => {
          let at = 0;
          const timer = setInterval(() => {
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: keys[at++], bubbles: true }));
            if (at === keys.length) { clearInterval(timer); done(); }
          }, wait);
        })""",
        [[ARROWS[key] for key in keys], milliseconds],
    )


def played(page: Any) -> list[str]:
    """The moves as the address says them, once it has settled."""
    page.wait_for_timeout(400)
    found = re.search(r"[?&]moves=([^&]*)", page.url)
    moves = []
    for run in found[1].split("~") if found else []:
        move, _, count = run.partition("*")
        moves += [move] * int(count or 1)
    return moves


@pytest.mark.parametrize(("count", "wait", "latency"), [(8, 15, 0), (200, 33, 150)])
def test_no_key_is_lost_or_doubled(page: Any, server: Server, count: int, wait: int, latency: int) -> None:
    keys = some_keys("maze/open-room", count)
    expected = by_the_rules("maze/open-room", keys)
    assert len(expected) > count / 2
    go(page, server, "play/maze/open-room")
    page.wait_for_selector(".board svg")
    add_latency(page, latency)
    press_all(page, keys, wait)
    counter(page, len(expected))
    assert played(page) == expected


def test_keys_before_the_board_is_there_count_too(page: Any, server: Server) -> None:
    go(page, server, "play/roll/01")
    page.wait_for_selector(".counter", state="attached")
    press_all(page, ["right", "right"], 5)
    counter(page, len(by_the_rules("roll/01", ["right", "right"])))


def test_undo_keeps_its_place_among_quick_moves(page: Any, server: Server) -> None:
    keys = ["right", "right", "down"]
    expected = by_the_rules("roll/01", keys)
    go(page, server, "play/roll/01")
    page.wait_for_selector(".board svg")
    add_latency(page, 100)
    for key in keys:
        page.keyboard.press(ARROWS[key])
    page.keyboard.press("u")
    counter(page, len(expected) - 1)
    page.keyboard.press("r")
    counter(page, len(expected))
    assert played(page) == expected


def test_moves_survive_a_reload_and_a_link(page: Any, other_profile: Any, server: Server) -> None:
    go(page, server, "play/roll/01")
    page.wait_for_selector(".board svg")
    page.keyboard.press("ArrowRight")
    counter(page, 1)
    page.keyboard.press("ArrowLeft")
    counter(page, 2)
    assert played(page) == ["right", "left"]
    page.reload()
    counter(page, 2)
    other_profile.goto(page.url)
    counter(other_profile, 2)
    other_profile.keyboard.press("u")
    counter(other_profile, 1)


def test_the_level_comes_along(page: Any, server: Server) -> None:
    """Library, Play, Solve, Edit, and back again."""
    go(page, server, "")
    page.fill("input[type=search]", "lara croft")
    page.wait_for_function("() => document.querySelectorAll('.card').length < 40")
    page.mouse.wheel(0, 400)
    page.wait_for_timeout(400)
    scrolled = page.evaluate("scrollY")
    assert scrolled > 0
    page.locator(".card").nth(9).click()
    page.wait_for_selector(".board svg")
    title = page.locator("h1").inner_text()
    for tab in ("Solve", "Edit", "Watch", "PDDL"):
        page.click(f"nav >> text={tab}")
        page.wait_for_selector(f"h1:has-text({title!r}), .picker option:checked:has-text({title!r})", state="attached")
    for _ in range(4):
        page.go_back()
    page.wait_for_selector(f"h1:text-is({title!r})")
    page.go_back()
    page.wait_for_selector("h1:text-is('Levels')")
    page.wait_for_function("wanted => Math.abs(scrollY - wanted) < 3", arg=scrolled)
    assert page.input_value("input[type=search]") == "lara croft"


def test_another_level_keeps_the_solvers(page: Any, server: Server) -> None:
    go(page, server, "solve/roll/05?solvers=wastar;weight=4,bfs&seconds=7")
    page.wait_for_selector(".solver >> nth=1")
    page.select_option(".picker .level select", "roll/06")
    page.wait_for_selector("h1:has-text('Parted')")
    assert page.locator(".solver select[aria-label=Solver]").evaluate_all("all => all.map(each => each.value)") == [
        "wastar",
        "bfs",
    ]
    assert page.input_value("input[name=weight]") == "4"
    assert page.input_value("input[name=seconds]") == "7"


def test_a_level_of_ones_own_is_in_its_link(page: Any, other_profile: Any, server: Server) -> None:
    go(page, server, "edit/roll/01")
    page.locator("#verdict .badge:text-is('optimal')").wait_for()
    page.click("text=As text")
    page.fill("textarea", "|ggg_\n")
    page.wait_for_url(re.compile("#/edit/own/"))
    page.click("nav >> text=Play")
    page.wait_for_url(re.compile("#/play/own/"))
    page.wait_for_selector(".board svg")
    other_profile.goto(page.url)
    other_profile.wait_for_selector(".board svg")
    other_profile.keyboard.press("ArrowRight")
    counter(other_profile, 1)
    other_profile.click("nav >> text=Solve")
    other_profile.click("button.main:text-is('Solve')")
    other_profile.wait_for_selector(".run[data-status=done]")


def test_a_link_that_was_cut_is_told(page: Any, server: Server) -> None:
    go(page, server, "play/own/abc")
    page.wait_for_selector(".message.bad:has-text('not complete')")


def test_generated_levels_are_there_when_one_comes_back(page: Any, server: Server) -> None:
    go(page, server, "generate/roll?count=2&set.rows=6&seed=5")
    page.click("button.main:text-is('Generate')")
    page.wait_for_selector(".message.good")
    page.click("#made button:text-is('Play') >> nth=0")
    page.wait_for_selector(".board svg")
    page.go_back()
    page.wait_for_selector("#made .card >> nth=1")
    assert page.input_value("input[name=seed]") == "5"
    assert page.input_value("input[name=rows]") == "6"


def test_the_default_sudoku_is_generated(page: Any, server: Server) -> None:
    go(page, server, "generate/sudoku")
    page.fill("input[name=count]", "1")
    page.click("button.main:text-is('Generate')")
    page.wait_for_selector("#made .card")


def test_rules_that_are_changed_come_along_and_make_best_unknown(page: Any, server: Server) -> None:
    go(page, server, "play/roll/10")
    page.wait_for_selector(".counter:has-text('best 61')")
    page.select_option("select[name=swap-cost]", "1")
    page.wait_for_function("() => !document.querySelector('.counter').textContent.includes('best')")
    assert page.locator(".badge:has-text('best')").count() == 0
    page.click("nav >> text=Solve")
    page.wait_for_selector("h1:has-text('Solve')")
    assert page.input_value("select[name=swap-cost]") == "1"
    assert page.locator(".head .badge:has-text('best')").count() == 0


def test_a_level_that_sets_a_rule_shows_it(page: Any, server: Server) -> None:
    name = next(name for name, level in bundled("pipes").items() if "waypoints" in level.text())
    go(page, server, f"play/pipes/{name}")
    page.wait_for_selector(".board svg")
    assert page.input_value("select[name=waypoints]") == "yes"


def test_all_of_the_library_is_less_than_a_megabyte(page: Any, server: Server) -> None:
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    go(page, server, "")
    page.wait_for_selector(".card img")
    assert page.locator("h2").nth(0).inner_text() == "Roll the Block"
    page.evaluate("document.querySelectorAll('.card img').forEach(each => { each.loading = 'eager'; })")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.card img')].every(each => each.complete && each.naturalWidth)"
    )
    assert sum(sizes) < 1_000_000


def test_a_game_is_found_by_its_other_name(page: Any, server: Server) -> None:
    go(page, server, "")
    page.fill("input[type=search]", "bloxorz")
    page.wait_for_function("() => document.querySelectorAll('.card').length < 30")
    assert page.locator("h2:text-is('Roll the Block')").count() == 1
    assert page.locator(".card").count() == len(bundled("roll"))


def test_solvers_come_in_groups_and_those_that_cannot_are_left_out(page: Any, server: Server) -> None:
    go(page, server, "solve/sudoku/first")
    page.wait_for_selector(".solver select")
    groups = page.locator(".solver optgroup").evaluate_all("all => all.map(each => each.label)")
    assert groups[0] == "Made for this game"
    assert "Walkers" not in groups
    assert "Planner" not in groups
    assert page.locator(".solver option").first.inner_text().startswith("auto")
    assert "native" in page.locator(".solver option").first.inner_text()
    go(page, server, "solve/maze/loops")
    page.wait_for_selector("h1:has-text('Loops'), h1")
    page.wait_for_selector(".solver optgroup[label=Walkers]", state="attached")


def test_a_planning_task_is_what_its_selectors_say(page: Any, other_profile: Any, server: Server) -> None:
    go(page, server, "pddl")
    page.wait_for_selector(".message.good")
    assert page.locator(".solver option[value=auto]").count() == 0
    assert page.input_value("select[aria-label=Text]") == "level"
    title = page.locator("select[aria-label=Text] option:checked").inner_text()
    picked = page.locator(".picker .level option:checked").inner_text()
    assert re.split(r" \W ", picked)[1] in title
    assert "boxup" in written(page, "Domain")
    page.select_option("select[aria-label=Text]", "ferry")
    page.wait_for_selector(".cm-line:has-text('(domain ferry)')")
    write(page, "Problem", written(page, "Problem").replace("red", "rouge"))
    page.wait_for_url(re.compile("task="))
    assert page.input_value("select[aria-label=Text]") == "own"
    other_profile.goto(page.url)
    other_profile.wait_for_selector(".message.good")
    assert "rouge" in written(other_profile, "Problem")


def test_a_plan_of_a_level_is_shown_on_its_board(page: Any, server: Server) -> None:
    go(page, server, "pddl/boxup/first")
    page.wait_for_selector(".message.good")
    page.click("button.main:text-is('Plan')")
    page.wait_for_selector("#on-board .board svg")
    assert "step" in page.inner_text("#on-board")


def test_a_move_is_seen_before_the_server_has_answered(page: Any, server: Server) -> None:
    go(page, server, "play/roll/01")
    page.wait_for_selector("[data-thing=block]")
    page.wait_for_selector(".counter:has-text('0 moves')")
    held: list[Any] = []
    is_held = True
    page.route("**/api/play", lambda route: held.append(route) if is_held else route.continue_())
    where = "() => document.querySelector('[data-thing=block] rect').getAttribute('x')"
    before = page.evaluate(where)
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"before => ({where})() !== before", arg=before)
    seen = page.evaluate(where)
    page.keyboard.press("ArrowLeft")
    while not held:
        page.wait_for_timeout(20)
    is_held = False
    held.pop().continue_()
    counter(page, 2)
    assert played(page) == ["right", "left"]
    assert seen != before == page.evaluate(where)


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("play/roll/05", ["pages/play.js", "/api/games", "/api/levels", "/api/levels/roll/05"]),
        ("play/puzzlescript/crates%231", ["/api/levels/puzzlescript/crates%231"]),
        ("solve/roll/05", ["pages/solve.js", "race.js", "/api/games/roll/solvers"]),
        ("game", ["pages/game.js", "vendor/codemirror.js", "/api/puzzlescript/examples"]),
    ],
)
def test_a_page_asks_at_once_for_what_its_address_names(
    page: Any, server: Server, path: str, wanted: list[str]
) -> None:
    """Before the script that would ask for it is there, and no second time when it is."""
    asked: list[str] = []
    held: list[Any] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/app.js", lambda route: held.append(route))
    page.goto(f"{server.client.base_url}#/{path}", wait_until="commit")
    while not held or not all(any(url.endswith(each) for url in asked) for each in wanted):
        page.wait_for_timeout(20)
    held.pop().continue_()
    page.wait_for_selector(".board svg")
    page.wait_for_timeout(100)
    assert {each: sum(url.endswith(each) for url in asked) for each in wanted} == dict.fromkeys(wanted, 1)


def test_a_view_that_is_left_does_not_take_the_address_back(page: Any, server: Server) -> None:
    go(page, server, "play/roll/01")
    page.wait_for_selector(".board svg")
    said = page.evaluate(
        """async () => {
          const { note, settle } = await import(document.querySelector('script').src.replace(/[^/]*$/, 'address.js'));
          note('play', 'roll/01', { moves: 'right' });
          location.hash = '#/campaigns';
          settle();
          note('play', 'roll/01', { moves: 'right' });
          settle();
          return location.hash; }"""
    )
    assert said == "#/campaigns"
    page.wait_for_selector("text=Levels and solvers of your choice")


@pytest.mark.parametrize("path", ["play/roll/05", "solve/roll/05"])
def test_the_first_board_needs_no_question_of_its_own(page: Any, server: Server, path: str) -> None:
    """It comes with the level; what is asked for later is for what was done."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    go(page, server, path)
    page.wait_for_selector(".board svg")
    assert not any(url.endswith(("/api/play", "/api/check")) for url in asked)
    if path.startswith("play"):
        page.keyboard.press("ArrowUp")
        counter(page, 1)
        assert sum(url.endswith("/api/play") for url in asked) == 1
