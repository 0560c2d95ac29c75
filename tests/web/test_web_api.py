"""The API: what the pages, and other programs, ask for."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest
from tests.conftest import ROOT
from tests.web.conftest import Server

import ludoplan
from ludoplan.core import registry
from ludoplan.core.level import bundled

FIRST = [f"{name}/{next(iter(bundled(name)))}" for name in registry.game_names()]


def test_all_games_and_levels_are_listed(server: Server) -> None:
    games = {game["name"]: game for game in server.get("/api/games").json()}
    assert set(games) == set(registry.game_names())
    levels = server.get("/api/levels").json()
    for name, game in games.items():
        assert [level["name"] for level in levels if level["game"] == name] == list(bundled(name))
        assert game["levels"] == len(bundled(name))
    assert all(0 <= level["difficulty"] <= 1 for level in levels)


def test_solvers_tell_what_is_missing(server: Server) -> None:
    solvers = {solver["name"]: solver for solver in server.get("/api/games/pipes/solvers").json()}
    assert solvers["chain"]["missing"] is None
    assert solvers["astar"]["is_search"]
    assert "planner" in {solver["name"] for solver in server.get("/api/games/pddl/solvers").json()}
    assert server.get("/api/games/chess/solvers").status_code == 404


@pytest.mark.parametrize("name", FIRST)
def test_a_level_is_solved_and_played_to_the_end(server: Server, name: str) -> None:
    level = server.level(name)
    result = server.run(kind="solve", **level)["result"]
    if result["status"] == "unsolvable":
        assert bundled(level["game"])[name.split("/")[1]].status == "unsolvable"
        return
    assert result["validated"]
    start = server.post("/api/play", {**level, "moves": []}).json()
    assert start["svg"].startswith("<svg")
    assert "<style" not in start["svg"]
    if result["plan"]:
        assert result["plan"][0] in {move["text"] for move in start["moves"]}
    end = server.post("/api/play", {**level, "moves": result["plan"]}).json()
    assert end["solved"]
    assert end["cost"] == result["cost"] == bundled(level["game"])[name.split("/")[1]].best
    assert end["moves"] == []
    steps = server.post("/api/steps", {**level, "moves": result["plan"]}).json()
    assert steps["solved"]
    assert steps["steps"] == len(result["plan"]) + 1
    file = server.post("/api/picture", {**level, "moves": result["plan"]})
    assert file.headers["content-type"] == "image/svg+xml"
    assert "<style>" in file.text


def test_moves_are_the_rules_moves(server: Server) -> None:
    """One move after the other, in any order of asking, gives what the rules give."""
    game = registry.game("roll")
    text = server.level("roll/03")["level"]
    level = game.parse(text)
    state, played = game.initial(level), []
    for step in range(12):
        legal = list(game.moves(level, state))
        answer = server.post("/api/play", {"game": "roll", "level": text, "moves": played}).json()
        assert [move["text"] for move in answer["moves"]] == legal
        assert answer["played"] == played
        move = legal[step % len(legal)]
        state = game.apply(level, state, move)
        played.append(move)
    again = server.post("/api/play", {"game": "roll", "level": text, "moves": played[:5]}).json()
    assert again["played"] == played[:5]


def test_an_illegal_move_is_told_with_its_step(server: Server) -> None:
    level = server.level("roll/01")
    answer = server.post("/api/play", {**level, "moves": ["right", "sideways"]}).json()
    assert answer["illegal"]["step"] == 2
    assert answer["illegal"]["move"] == "sideways"
    assert answer["played"] == ["right"]


def test_all_defects_come_at_once_with_their_places(server: Server) -> None:
    answer = server.post("/api/check", {"game": "roll", "level": "|gQ\n g?\n"})
    assert answer.status_code == 422
    places = {(defect["line"], defect["column"]) for defect in answer.json()["defects"]}
    assert {(1, 3), (2, 3)} <= places


def test_a_maze_of_many_dots_needs_an_objective(server: Server) -> None:
    level = server.get("/api/levels/maze/five-dots").json()["level"]
    assert server.post("/api/check", {"game": "maze", "level": level}).status_code == 200
    answer = server.post("/api/play", {"game": "maze", "level": level})
    assert answer.status_code == 422
    assert "objective" in answer.json()["detail"]
    assert server.post("/api/play", {"game": "maze", "level": level, "objective": "all-food"}).status_code == 200


def test_options_are_checked(server: Server) -> None:
    level = server.level("roll/01")
    assert server.post("/api/play", {**level, "options": {"swap-cost": 1}}).status_code == 200
    assert server.post("/api/play", {**level, "options": {"swap-cost": 7}}).status_code == 422
    assert server.post("/api/play", {**level, "options": {"colour": 7}}).status_code == 422
    job = {"kind": "solve", **level, "solver": "wastar"}
    assert server.post("/api/jobs", {**job, "solver_options": {"weight": "heavy"}}).status_code == 422
    assert server.post("/api/jobs", {**job, "solver_options": {"weight": 3}}).status_code == 202


def test_a_hint_leads_to_the_goal_and_knows_when_all_is_lost(server: Server) -> None:
    level = server.level("roll/01")
    played: list[str] = []
    while True:
        found = server.run(kind="hint", **level, moves=played)["result"]
        assert not found["is_lost"]
        if not found["moves"]:
            break
        played.append(found["moves"][0])
    assert len(played) == bundled("roll")["01"].best
    lost = server.run(kind="hint", **server.level("boxup/never"), moves=[])["result"]
    assert lost["is_lost"]


def test_a_session_becomes_a_test_that_can_fail(server: Server) -> None:
    level = server.level("roll/01")
    plan = server.run(kind="solve", **level)["result"]["plan"]

    def run(text: str) -> None:
        names: dict[str, Any] = {}
        exec(compile(text, "test_session.py", "exec"), names)
        names["test_the_session_still_plays"]()

    whole = server.post("/api/session-test", {**level, "moves": plan}).text
    half = server.post("/api/session-test", {**level, "moves": plan[:3]}).text
    run(whole)
    run(half)
    # A test that is kept must not break when the inside of the package changes.
    assert re.findall(r"^(?:from|import) .*", whole, re.MULTILINE) == ["from ludoplan import Replay, Task, game"]
    assert {"Replay", "Task", "game"} <= set(ludoplan.__all__)
    for wrong in (
        half.replace("is_goal() is False", "is_goal() is True"),
        whole.replace("MOVES = [", "MOVES = ['up', "),
    ):
        with pytest.raises(AssertionError):
            run(wrong)
    assert server.post("/api/session-test", {**level, "moves": ["sideways"]}).status_code == 422


@pytest.mark.parametrize("name", [name for name in FIRST if not name.startswith("_")])
def test_every_game_can_be_edited(server: Server, name: str) -> None:
    level = server.level(name)
    start = server.post("/api/edit", {"game": level["game"], "level": level["level"]}).json()
    brush = next(brush["kind"] for brush in start["brushes"] if brush["where"] == "cell")
    rows, columns = int(start["rows"]), int(start["columns"])
    for row in range(rows):
        for column in range(columns):
            body = {"game": level["game"], "level": start["level"], "kind": brush, "row": row, "column": column}
            answer = server.post("/api/edit", body)
            if answer.status_code == 200:
                changed = answer.json()
                assert changed["level"] != start["level"]
                again = server.post("/api/check", {"game": level["game"], "level": changed["level"]})
                assert again.status_code == 200
                return
            assert "not possible" in answer.json()["detail"]
    raise AssertionError(f"{brush} is possible nowhere")


def test_an_edit_changes_the_cell_that_was_clicked(server: Server) -> None:
    level = {"game": "plotting", "level": "goal 1\n1 2\n2 1\n"}
    answer = server.post("/api/edit", {**level, "kind": "colour 2", "row": 1, "column": 2}).json()
    assert answer["origin"] == [1, 2]
    assert "2 2\n2 1" in answer["level"]


def test_a_verdict_tells_how_hard_a_level_is(server: Server) -> None:
    found = server.run(kind="verdict", **server.level("roll/05"))["result"]
    assert found["status"] == "optimal"
    assert found["cost"] == 29
    assert found["analysis"]["exact"]
    assert found["analysis"]["difficulty"]["word"] in ("easy", "medium", "hard", "extreme")
    easy = server.run(kind="verdict", **server.level("roll/01"))["result"]
    assert easy["analysis"]["difficulty"]["score"] < found["analysis"]["difficulty"]["score"]
    never = server.run(kind="verdict", **server.level("boxup/never"))["result"]
    assert never["status"] == "unsolvable"
    assert never["analysis"] is None


def test_generated_levels_cost_what_was_asked_for(server: Server) -> None:
    body = {"kind": "generate", "game": "roll", "options": {"rows": 6, "columns": 8}, "count": 3, "seed": 5}
    found = server.run(**body, min_cost=8, max_cost=20)["result"]["levels"]
    assert len(found) == 3
    for made in found:
        result = server.run(kind="verdict", game="roll", level=made["level"])["result"]
        assert result["status"] == "optimal"
        assert result["cost"] == made["cost"]
        assert 8 <= made["cost"] <= 20
    again = server.run(**body, min_cost=8, max_cost=20)["result"]["levels"]
    assert [made["level"] for made in again] == [made["level"] for made in found]


def test_levels_are_generated_to_order(server: Server) -> None:
    body = {"kind": "generate", "game": "boxup", "options": {"rows": 4, "columns": 4, "boxes": 3}, "count": 2}
    found = server.run(**body, difficulty="medium", unique=True, minimise=True)["result"]
    assert len(found["levels"]) == 2
    assert found["tried"] >= 2
    for made in found["levels"]:
        analysis = server.run(kind="verdict", game="boxup", level=made["level"])["result"]["analysis"]
        assert analysis["difficulty"]["word"] == "medium"
        assert analysis["solutions"] == 1


def test_an_order_that_cannot_be_filled_ends_in_time(server: Server) -> None:
    body = {"kind": "generate", "game": "boxup", "options": {"rows": 3, "columns": 3}, "count": 2, "min_cost": 1000}
    job = server.run(**body, limits={"seconds": 2})
    assert job["status"] == "done"
    assert job["result"]["levels"] == []


def test_a_search_is_watched_in_its_order(server: Server) -> None:
    level = server.level("maze/loops")
    found = server.run(kind="watch", **level, solver="bfs")["result"]
    assert len(found["cells"]) == found["stats"]["expanded"]
    start = server.post("/api/play", level).json()
    assert found["cells"][0] == start["place"]
    assert len(found["path"]) == found["length"] + 1
    refused = server.run(kind="watch", **server.level("pipes/03"), solver="chain")
    assert refused["status"] == "failed"
    assert "not a search" in refused["message"]


def test_sudoku_tells_duplicates_and_candidates(server: Server) -> None:
    level = server.level("sudoku/first")["level"]
    board = server.post("/api/marks", {"game": "sudoku", "level": level}).json()
    blank = board["digits"].index(".")
    assert len(board["candidates"][str(blank)]) >= 1
    wrong = next(symbol for symbol in board["symbols"] if symbol not in board["candidates"][str(blank)])
    digits = board["digits"][:blank] + wrong + board["digits"][blank + 1 :]
    clash = server.post("/api/marks", {"game": "sudoku", "level": level, "digits": digits}).json()
    assert blank in clash["duplicates"]
    assert len(clash["duplicates"]) >= 2
    assert clash["moves"] == []
    tampered = ("2" if digits[0] == "1" else "1") + digits[1:]
    assert board["is_clue"][0]
    assert (
        server.post("/api/marks", {"game": "sudoku", "level": level, "digits": tampered}).json()["digits"][0]
        == digits[0]
    )
    assert server.post("/api/marks", {"game": "sudoku", "level": level, "digits": "1"}).status_code == 422


def test_pddl_is_checked_planned_and_validated(server: Server) -> None:
    form = server.post("/api/pddl/form", server.level("boxup/first")).json()
    assert server.post("/api/pddl/check", form).json()["defects"] == []
    result = server.run(kind="plan", **form, solver="planner:astar-blind")["result"]
    assert result["status"] == "optimal"
    valid = server.run(kind="validate", **form, plan="\n".join(result["plan"]))["result"]
    assert valid["valid"]
    assert valid["cost"] == result["cost"]
    short = server.run(kind="validate", **form, plan=result["plan"][0])["result"]
    assert not short["valid"]
    broken = form["problem"].replace("(:goal", "(:gaol", 1)
    line = broken[: broken.index("(:gaol")].count("\n") + 1
    defects = server.post("/api/pddl/check", {"domain": form["domain"], "problem": broken}).json()["defects"]
    assert {(defect["file"], defect["line"]) for defect in defects} >= {("problem", line)}
    assert server.post("/api/jobs", {"kind": "plan", "domain": form["domain"], "problem": broken}).status_code == 422


def test_the_description_names_every_request(server: Server) -> None:
    paths = server.get("/openapi.json").json()["paths"]
    assert {"/api/jobs", "/api/levels", "/api/check", "/api/jobs/{job}/events"} <= set(paths)
    for operations in paths.values():
        assert all(operation["description"] for operation in operations.values())


def test_the_example_of_the_documentation_runs(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "web.md").read_text()
    code = page.partition("```python\n")[2].partition("```")[0]
    exec(compile(code.replace("http://127.0.0.1:8765", str(server.client.base_url).rstrip("/")), "web.md", "exec"), {})
    assert capsys.readouterr().out == "optimal 29\n"


def test_small_pictures_are_small_and_may_be_kept(server: Server) -> None:
    version = re.search(r'name="version" content="(\w+)"', server.get("/").text)
    assert version
    for level in server.get("/api/levels").json():
        path = f"/api/levels/{level['game']}/{quote(level['name'])}/picture"
        answer = server.get(path, headers={"accept-encoding": "gzip"}, params={"v": version[1]})
        assert int(answer.headers.get("content-length", 0)) < 10_000, path
        assert "immutable" in answer.headers["cache-control"]
    assert "immutable" not in server.get(path, params={"v": "other"}).headers["cache-control"]


def test_files_are_packed_and_kept_by_their_version(server: Server) -> None:
    found = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', server.get("/").text))
    assert any(path.endswith("/app.js") for path in found)
    for path in found:
        answer = server.get(path, headers={"accept-encoding": "gzip"})
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        if len(answer.content) > 1000:
            assert answer.headers["content-encoding"] == "gzip"
    old = next(iter(found)).split("/")
    old[2] = "0" * 12
    assert server.get("/".join(old)).status_code == 404
    assert "immutable" not in server.get("/app.js").headers["cache-control"]


def test_other_names_of_games_are_told(server: Server) -> None:
    games = {game["name"]: game for game in server.get("/api/games").json()}
    assert "Bloxorz" in games["roll"]["also_known_as"]


@pytest.mark.parametrize("name", ["roll/05", "maze/five-dots", "pipes/08", "puzzlescript/crates#1"])
def test_a_level_comes_with_its_first_state(server: Server, name: str) -> None:
    """The same that playing it without a move gives, so that a page need not ask twice."""
    first = server.get(f"/api/levels/{quote(name)}").json()["first"]
    played = server.post("/api/play", {**server.level(name), "ahead": True}).json()
    assert first == played
    assert first["moves"]
