"""Progress as an iterator, cancelling from other threads, many levels at once."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from ludoplan import Answer, Engine, Limits, LudoplanError, Result, Status, load, solve_many, solve_stream

LONG = "maze:twenty-dots"  # takes breadth-first search longer than any test


def test_events_then_a_result() -> None:
    with solve_stream(load("roll:01"), "astar") as stream:
        seconds = [event.seconds for event in stream]
    assert seconds == sorted(seconds)
    assert stream.result.status is Status.OPTIMAL
    assert stream.result.solver == "astar"
    assert stream.result.plan.task is stream.task
    assert list(stream) == []


def test_the_result_waits_without_events() -> None:
    assert solve_stream(load("roll:01")).result.cost == 8


def test_another_thread_cancels() -> None:
    stream = solve_stream(load(LONG), "bfs")
    threading.Timer(0.3, stream.cancel).start()
    events = list(stream)
    assert events
    assert stream.result.status is Status.CANCELLED
    assert stream.result.solver == "bfs"


def test_leaving_the_block_ends_the_solve() -> None:
    with solve_stream(load(LONG), "bfs") as stream:
        next(stream)
    assert stream.result.status is Status.CANCELLED


class Deaf(Engine):
    """Listens to nobody."""

    name, summary = "deaf", "sleeps"

    def solve(self, task, request) -> Answer:
        time.sleep(600)
        return Answer(Status.INCOMPLETE)


def test_an_engine_that_does_not_listen_is_ended_too() -> None:
    stream = solve_stream(load("roll:01"), Deaf())
    assert next(stream).seconds >= 0  # events come although the engine tells nothing
    stream.cancel()
    assert stream.result.status is Status.CANCELLED


class Patient(Engine):
    """Tells a plan and goes on."""

    name, summary = "patient", "finds one plan, then looks for ever"

    def solve(self, task, request) -> Answer:
        request.found(Answer(Status.SOLVED, ["up", "right", "right", "down", "left", "up", "up", "right"]))
        while True:
            request.tell("still looking")
            time.sleep(0.02)


def test_what_was_found_so_far_is_told() -> None:
    stream = solve_stream(load("roll:01"), Patient())
    found = next(event.found for event in stream if event.found is not None)
    assert isinstance(found, Result)
    assert found.plan.task is stream.task
    assert found.cost == 8
    stream.cancel()
    assert stream.result.cost == 8


def test_a_wrong_request_is_told_at_once() -> None:
    with pytest.raises(LudoplanError, match="no solver"):
        solve_stream(load("roll:01"), "no-such")
    with pytest.raises(LudoplanError, match="say which game"):
        solve_stream(3)
    with pytest.raises(LudoplanError, match="no option"):
        solve_stream(load("roll:01"), "bfs", options={"no_such": 1})


def test_asynchronously() -> None:
    async def both() -> list[Result]:
        async def one(name: str) -> Result:
            stream = solve_stream(load(name))
            async for event in stream:
                assert event.seconds >= 0
            return stream.result

        return await asyncio.gather(one("roll:01"), one("roll:02"))

    assert [result.cost for result in asyncio.run(both())] == [8, 12]


def test_a_cancelled_coroutine_cancels_the_solve() -> None:
    stream = solve_stream(load(LONG), "bfs")

    async def watch() -> None:
        async for _ in stream:
            pass

    async def impatient() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(watch(), 0.3)

    asyncio.run(impatient())
    assert stream.result.status is Status.CANCELLED


@pytest.mark.parametrize("jobs", [1, 3])
def test_many_in_their_order(jobs: int) -> None:
    names = ["boxup:second", "roll:01", "boxup:never", "roll:02", "boxup:first"]
    arrived: list[str] = []
    results = solve_many(map(load, names), jobs=jobs, told=lambda result: arrived.append(result.level))
    assert [result.level for result in results] == names
    assert [result.cost for result in results] == [14, 8, None, 12, 5]
    assert sorted(arrived) == sorted(names)


def test_limits_are_those_of_each() -> None:
    results = solve_many([load(LONG), load("roll:01")], "bfs", limits=Limits(nodes=1000))
    assert [str(result.status) for result in results] == ["incomplete", "optimal"]


def test_interrupted_the_rest_is_cancelled() -> None:
    def told(result: Result) -> None:
        raise KeyboardInterrupt

    results = solve_many([load("roll:01"), load(LONG), load(LONG)], "bfs", told=told)
    assert [str(result.status) for result in results] == ["optimal", "cancelled", "cancelled"]


def test_a_listener_that_fails_ends_all() -> None:
    def told(result: Result) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solve_many([load("roll:01"), load(LONG)], "bfs", told=told)


def test_many_refuses_nonsense() -> None:
    assert solve_many([]) == []
    with pytest.raises(LudoplanError, match="at least 1"):
        solve_many([], jobs=0)
    with pytest.raises(LudoplanError, match="no solver"):
        solve_many([load("roll:01")], "no-such")


def test_the_bar_is_shown_when_it_is_wanted(capfd) -> None:
    solve_many([load("roll:01")], bar=True)
    assert "1/1" in capfd.readouterr().err
    solve_many([load("roll:01")])
    assert capfd.readouterr().err == ""


def test_a_notebook_has_a_bar_of_its_own() -> None:
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    source = 'from ludoplan import load, solve_many\nsolve_many([load("boxup:first"), load("roll:01")]);'
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    nbclient.NotebookClient(notebook, timeout=200, kernel_name="python3").execute()
    [output] = notebook.cells[0].outputs
    assert output.data["text/html"] == '<progress value="2" max="2"></progress> 2/2'
