"""The editor of sources: colours, marks, keys, and what comes over the wire for it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tests.web.conftest import (
    Server,
    go,
    needs_browser,
    say,
    serious_findings,
    watched_page,
    write,
    written,
    wrong_lines,
)

from ludoplan.web import files

VENDOR = files.STATIC / "vendor"
BUILD = files.STATIC.parent / "vendor"
KEPT = "vendor/codemirror.js"


def test_the_editor_is_shipped_with_its_licences() -> None:
    """The file is made of the packages that the build names, each with its version and licence beside it."""
    licences = (VENDOR / "codemirror.LICENSE.txt").read_text()
    named = dict(re.findall(r"^(@?[\w/-]+) (\d+\.\d+\.\d+)$", licences, re.MULTILINE))
    assert {"@codemirror/state", "@codemirror/view", "@codemirror/language", "style-mod"} <= named.keys()
    versions = json.loads((BUILD / "package.json").read_text())["devDependencies"]
    assert named.items() <= versions.items()
    assert licences.count("Permission is hereby granted") == len(named)
    assert (VENDOR / "codemirror.js").stat().st_size < 400_000


def test_it_comes_with_the_pages_that_need_it_alone() -> None:
    with_editor = {page for page, modules in files.modules_by_page().items() if KEPT in modules}
    assert with_editor == {"game", "pddl"}


@needs_browser
def test_no_page_loads_it_for_nothing(page: Any, server: Server) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path, sign in {"": ".card img", "play/roll/05": ".board svg", "edit/roll/05": ".board svg"}.items():
        go(page, server, path)
        page.wait_for_selector(sign)
    assert not any(KEPT in address for address in asked)
    go(page, server, "pddl/boxup/first")
    page.wait_for_selector(".cm-line")
    assert sum(KEPT in address for address in asked) == 1
    assert all(address.startswith(str(server.client.base_url)) for address in asked)


def colours(page: Any, name: str) -> dict[str, set[str]]:
    """The words of each kind in an editor, as far as they are in sight."""
    found: dict[str, set[str]] = {}
    for kind, text in page.locator(f".cm-content[aria-label='{name}'] span[class^=t-]").evaluate_all(
        "all => all.map(each => [each.className, each.textContent])"
    ):
        found.setdefault(kind, set()).add(text)
    return found


@needs_browser
def test_pddl_has_its_colours_and_indents(page: Any, server: Server) -> None:
    go(page, server, "pddl/boxup/first?text=ferry")
    page.wait_for_selector(".message.good")
    page.wait_for_selector(".t-keyword")
    found = colours(page, "Domain")
    assert {"define", "domain", ":action", ":effect", "and", "not"} <= found["t-keyword"]
    assert {"?from", "?c"} <= found["t-variable"]
    assert "shore" in found["t-type"]
    assert found["t-comment"] == {"; A ferry goes between shores and carries one car at a time."}
    # `at` begins a fact here, and is no word of the language.
    assert "at" not in found["t-keyword"]
    write(page, "Problem", "(define (problem p)")
    page.keyboard.press("Enter")
    page.keyboard.type("(:domain ferry)")
    assert written(page, "Problem") == "(define (problem p)\n  (:domain ferry)"


@needs_browser
def test_puzzlescript_has_its_colours(page: Any, server: Server) -> None:
    go(page, server, "game/crates")
    page.wait_for_selector(".map[data-status=optimal] >> nth=2")
    write(
        page,
        "PuzzleScript source",
        "title Red (one (or two)) more\n\nOBJECTS\n\nPlayer\nred #fff\n0.1\n\n"
        "RULES\n\nlate [ > Player | ... Red ] -> [ ]\nmessage all red\n\nLEVELS\n\nmessage Up to you\n\n#red.\n",
    )
    page.wait_for_selector(".t-section:text-is('LEVELS')")
    found = colours(page, "PuzzleScript source")
    assert found["t-section"] == {"OBJECTS", "RULES", "LEVELS"}
    assert found["t-comment"] == {"(one (or two))"}
    assert found["t-variable"] == {"Player"}
    assert found["t-number"] == {"red", "#fff", "0.1"}
    assert found["t-keyword"] == {"title", "late"}
    assert found["t-message"] == {"message all red", "message Up to you"}


@needs_browser
def test_what_is_wrong_is_marked_where_it_is(page: Any, server: Server) -> None:
    go(page, server, "game/crates")
    page.wait_for_selector(".map[data-status=optimal] >> nth=2")
    source = written(page, "PuzzleScript source")
    write(page, "PuzzleScript source", source.replace("[ > Player", "[ > Playr", 1))
    say(page, "error")
    line = source[: source.index("[ > Player")].count("\n") + 1
    page.click(".defects button")
    assert str(line) in wrong_lines(page)
    assert "Playr" in page.locator(".cm-lintRange-error").all_inner_texts()
    page.hover(".cm-lintRange-error >> nth=0")
    page.wait_for_selector(".cm-diagnostic-error")
    # It is gone when it is mended, by a key that takes the change back.
    page.keyboard.press("Control+Z")
    page.wait_for_selector("#compiler.good")
    assert wrong_lines(page) == []
    assert written(page, "PuzzleScript source") == source


@needs_browser
def test_keys_of_the_source_are_no_moves_and_tab_leads_on(page: Any, server: Server) -> None:
    go(page, server, "game/crates")
    page.wait_for_selector(".map[data-status=optimal]")
    content = page.locator(".cm-content[aria-label='PuzzleScript source']")
    content.focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "u", "Backspace"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert page.locator(".counter").inner_text() == "0 moves"
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.matches('.cm-content')")
    assert "\t" not in written(page, "PuzzleScript source")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "PuzzleScript source"


@needs_browser
@pytest.mark.parametrize(("theme", "width"), [("light", 1440), ("dark", 390)])
def test_marks_and_colours_can_be_read(browser: Any, server: Server, axe: str, theme: str, width: int) -> None:
    """Also with errors, the search panel and a chosen text in it."""
    context = browser.new_context(viewport={"width": width, "height": 860}, color_scheme=theme)
    for page in watched_page(context):
        go(page, server, "pddl/boxup/first")
        page.wait_for_selector(".message.good")
        write(page, "Problem", "(define (problem p) (:domain nothing)\n  (:gaol (and (or)) 12)) ; ends\n")
        page.wait_for_selector(".cm-lintRange-error")
        page.keyboard.press("Control+F")
        page.wait_for_selector(".cm-search input")
        assert serious_findings(page, axe) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
