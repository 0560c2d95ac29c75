"""The HTTP API: games, levels, playing, drawing, PDDL, and jobs with their events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path as FilePath
from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, StreamingResponse

from ..core import registry
from ..core.engine import Engine
from ..core.errors import Defect, LudoplanError
from ..core.level import Bundled, bundled, levels_folder
from ..core.limits import Limits
from ..core.options import Option
from ..core.parts import Pddl
from ..core.task import AnyGame, ParsedLevel, Task, pddl_of
from ..drawing.draw import draw_course
from ..drawing.pictures import scene_of
from ..pddl.task import parse_task
from ..running.job import Job
from ..running.solve import value_of
from ..running.supervised import run
from . import calls, editing, files, levels, python_games, schemas
from .campaigns import Campaigns, suites
from .guard import REPORT_POLICY
from .jobs import Jobs
from .reading import PDDL_LIMITS, bundled_of, game_of, parsed
from .work import level_of, work_of

router = APIRouter(
    prefix="/api",
    responses={
        404: {"model": schemas.Problem, "description": "There is no such thing"},
        422: {"model": schemas.Problem, "description": "What is wrong with the input, all defects at once"},
    },
)
REFUSED: dict[int | str, dict[str, Any]] = {403: {"model": schemas.Problem, "description": "Not on this server"}}
STILL_THERE = 15.0  # seconds between two signs of life of a stream
EVENTS = "text/event-stream"

NamePath = Annotated[str, Path(max_length=80)]
SessionName = Annotated[str, Query(pattern=r"^[A-Za-z0-9-]{1,64}$")]


# -- games and their levels


@router.get("/games")
def list_games() -> list[schemas.GameOutput]:
    """All games and what can be told about their levels."""
    return [game_output(game) for game in registry.games()]


def game_output(game: AnyGame) -> schemas.GameOutput:
    design, view, forms = game.design, game.view, game.pddl
    return schemas.GameOutput.of(
        game,
        level_options=[option_output(option) for option in game.level_options],
        generator_options=[option_output(option) for option in (design.options if design is not None else ())],
        heuristics=list(game.heuristics),
        pddl_variants=list(forms.variants if forms is not None else ()),
        has_pddl=forms is not None,
        has_marks=game.marks is not None,
        can_be_watched=view is not None and view.place is not None,
        can_be_edited=design is not None,
        has_blank=design is not None and design.blank is not None,
        levels=len(bundled(game.name)),
    )


def option_output(option: Option) -> schemas.OptionOutput:
    return schemas.OptionOutput.of(option, type=option.type.__name__)


@router.get("/games/{game}/solvers")
def list_solvers(game: NamePath) -> list[schemas.SolverOutput]:
    """The solvers of a game (`pddl` for planning tasks), and how to install those that are missing."""
    from ..engines.search import SearchEngine

    samples = [parse_task(*SMALLEST_TASK)] if game == "pddl" else sample_tasks(game)
    of = None if game == "pddl" else game_of(game)
    usual = {registry.engine("auto", task).name for task in samples}
    return [
        schemas.SolverOutput.of(
            engine,
            family=family_of(engine),
            is_usual=engine.name in usual,
            is_search=isinstance(engine, SearchEngine),
            missing=engine.missing(),
            options=[option_output(option) for option in engine.options if not option.is_path],
        )
        for engine in registry.engines(of).values()
        if not samples or any(engine.refuses(task) is None for task in samples)
    ]


SMALLEST_TASK = (
    "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))",
    "(define (problem d) (:domain d) (:init) (:goal (p)))",
)


def sample_tasks(game: str) -> list[Task]:
    """The easiest and the hardest bundled level: what refuses both is no solver of the game."""
    known = list(bundled(game_of(game).name).values())
    return [parsed(game, level.text()).task(level.objective) for level in (*known[:1], *known[-1:])]


def family_of(engine: Engine) -> str:
    """The module that an engine of all games is in; `game` if it is one of a single game."""
    room, _, name = type(engine).__module__.rpartition(".")
    return name if room == "ludoplan.engines" else "game"


@router.get("/levels")
def list_levels() -> list[schemas.LevelOutput]:
    """All bundled levels, game by game, in order of difficulty."""
    return [level_output(level) for name in registry.game_names() for level in bundled(name).values()]


def level_output(level: Bundled) -> schemas.LevelOutput:
    names = list(bundled(level.game))
    return schemas.LevelOutput.of(level, difficulty=round(names.index(level.name) / max(1, len(names) - 1), 3))


@router.get("/levels/{game}/{name}")
def get_level(game: NamePath, name: NamePath) -> schemas.LevelTextOutput:
    """A bundled level, its text, and how it begins: who plays it need not ask for that, too."""
    found = bundled_of(game, name)
    text = found.text()
    about = level_output(found)
    options = game_of(game).options_of(parsed(game, text).level)
    first = play(schemas.TurnInput(game=game, level=text, objective=about.objective, options={}, ahead=True))
    return schemas.LevelTextOutput(**about.model_dump(), level=text, options=options, first=first)


@router.get("/levels/{game}/{name}/picture", response_class=Response)
def get_picture(game: NamePath, name: NamePath, v: Annotated[str, Query(max_length=20)] = "") -> Response:
    """A bundled level as a small SVG picture. Who names the version of the pages may keep it."""
    svg = levels.thumbnail(game, bundled_of(game, name).name)
    keep = "max-age=31536000, immutable" if v == files.version() else "max-age=60"
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": f"private, {keep}"})


# -- levels that are sent


@router.post("/check")
def check_level(given: schemas.LevelInput) -> schemas.PictureOutput:
    """Whether a text is a level: its picture, or all that is wrong with it."""
    found = parsed(given.game, given.level)
    if given.objective is not None or given.options:
        found = ParsedLevel(found.game, level_of(given).level)
    return schemas.PictureOutput(**levels.picture(found))


@router.post("/play")
def play(given: schemas.TurnInput) -> schemas.PlayOutput:
    """The game after some moves: picture, legal moves, cost, whether it is solved."""
    return schemas.PlayOutput.model_validate(levels.play(level_of(given), given.moves, given.then, given.ahead))


@router.post("/legend")
def legend(given: schemas.LevelInput) -> list[schemas.LegendOutput]:
    """What there is on a level, with its pictures."""
    return [schemas.LegendOutput(**each) for each in levels.legend(level_of(given))]


@router.post("/steps")
def steps(given: schemas.PlayInput) -> schemas.StepsOutput:
    """All steps of a plan as one picture; also tells whether the plan is valid."""
    return schemas.StepsOutput.model_validate(levels.steps(level_of(given), given.moves))


@router.post("/picture", response_class=Response)
def picture(given: schemas.PlayInput) -> Response:
    """An SVG file of a level or, with moves, of all steps, animated."""
    task = level_of(given)
    states, _, _ = levels.along(task, given.moves)
    return Response(draw_course(levels.scenes_of(task, states)), media_type="image/svg+xml")


@router.post("/edit")
def edit(given: schemas.EditInput) -> schemas.EditOutput:
    """A level after one small change or a stroke of them, and the changes that it allows."""
    cells = [*([] if given.row is None and given.column is None else [(given.row, given.column)]), *given.cells]
    return editing.edit(parsed(given.game, given.level), given.kind, cells, given.fill)


@router.post("/brushes")
def brushes(given: schemas.LevelInput) -> list[schemas.BrushPicture]:
    """What a cell looks like after each kind of change."""
    return editing.brush_pictures(parsed(given.game, given.level))


@router.post("/blank")
def blank(given: schemas.BlankInput) -> schemas.PictureOutput:
    """An empty level of a size, as near as the game comes to it."""
    found = parsed(given.game, given.level)
    return schemas.PictureOutput(**levels.picture(editing.blank(found, given.rows, given.columns)))


@router.post("/session-test", response_class=PlainTextResponse)
def session_test(given: schemas.PlayInput) -> PlainTextResponse:
    """A played session as a regression test for pytest."""
    return PlainTextResponse(levels.session_test(level_of(given), given), media_type="text/x-python")


@router.post("/marks")
def marks(given: schemas.MarksInput) -> schemas.MarksOutput:
    """A board with what the player has written: picture, duplicates, candidates."""
    found = parsed(given.game, given.level)
    if found.game.marks is None:
        raise LudoplanError(f"{found.game.name} has no board to fill in")
    board = dict(found.game.marks.board(found.level, given.digits))
    svg = levels.drawn(scene_of(found.game, found.level, board.pop("state")))["svg"]
    return schemas.MarksOutput(svg=svg, **board)


@router.post("/pddl/form")
def pddl_form(given: schemas.PddlFormInput) -> schemas.PddlOutput:
    """A level as a planning task."""
    form = form_of(given)
    return schemas.PddlOutput(domain=form.domain, problem=form.problem)


def form_of(given: schemas.PddlFormInput) -> Pddl:
    task = level_of(given)
    return pddl_of(task.game, given.variant).encode(task.level, given.variant)


@router.post("/pddl/moves")
def pddl_moves(given: schemas.PddlMovesInput) -> schemas.MovesOutput:
    """A plan of a level's planning task as moves of the game, to be looked at on the board."""
    try:
        return schemas.MovesOutput(moves=form_of(given).decode(given.plan))
    except (KeyError, ValueError, IndexError) as error:
        raise LudoplanError(f"this is no plan of this level: {error}") from None


@router.post("/pddl/check")
def pddl_check(given: schemas.PddlInput) -> schemas.PddlCheckOutput:
    """All that is wrong with a planning task, file by file."""
    try:
        found = value_of(run(Job(calls.check_pddl, (given.domain, given.problem), PDDL_LIMITS)))
    except LudoplanError as error:
        found = {"defects": [(Defect(None, None, str(error)), None)], "warnings": [], "actions": 0, "objects": 0}
    for key in ("defects", "warnings"):
        found[key] = [defect_output(defect, file) for defect, file in found[key][:1000]]
    return schemas.PddlCheckOutput(**found)


# -- games written in PuzzleScript


@router.post("/puzzlescript")
def puzzlescript(given: schemas.SourceInput) -> schemas.SourceOutput:
    """A PuzzleScript source: its maps as levels of their own, or all errors of the compiler with their lines."""
    found = value_of(run(Job(calls.compile_puzzlescript, given.source, PDDL_LIMITS)))
    warnings = [schemas.Defect(line=line, column=None, text=text) for line, text in found.pop("warnings")]
    return schemas.SourceOutput(warnings=warnings, **found)


@router.get("/puzzlescript/examples")
def puzzlescript_examples() -> list[schemas.ExampleOutput]:
    """The bundled games, as they are written, and last one to begin with."""
    found: dict[str, schemas.ExampleOutput] = {}
    for level in bundled("puzzlescript").values():
        name = level.file.partition("#")[0]
        if name not in found:
            text = (levels_folder(registry.game("puzzlescript")) / name).read_text(encoding="utf-8")
            title = next((line[6:].strip() for line in text.splitlines() if line.lower().startswith("title ")), name)
            found[name] = schemas.ExampleOutput(name=name.partition(".")[0], title=title, source=text)
    new = (EXAMPLES / "new.txt").read_text(encoding="utf-8")
    return [*found.values(), schemas.ExampleOutput(name="new", title="A new game", source=new)]


# -- games of one Python file, where the server was started to run them

PYTHON_LIMITS = Limits(seconds=5, megabytes=1000)
EXAMPLES = FilePath(__file__).parent / "examples"


def must_run_python(request: Request) -> None:
    if not request.app.state.allow_python:
        raise HTTPException(403, "this server runs no Python of the page: start it by `ludoplan serve --allow-python`")


def in_python(function: Callable[..., Any], arguments: Any) -> Any:
    """What a function of `python_games` returns, in a process of its own; raises LudoplanError."""
    return value_of(run(Job(function, arguments, PYTHON_LIMITS, imports=(python_games.__name__,))))


@router.get("/python")
def python(request: Request) -> schemas.PythonServerOutput:
    """Whether games of one Python file are run here, and some to begin with."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.py"))}
    examples = [
        schemas.ExampleOutput(name=name, title=text.strip('"').partition(":")[0], source=text)
        for name, text in texts.items()
    ]
    return schemas.PythonServerOutput(allowed=request.app.state.allow_python, examples=examples)


@router.post("/python", dependencies=[Depends(must_run_python)], responses=REFUSED)
def python_game(given: schemas.SourceInput) -> schemas.PythonOutput:
    """A game of one Python file: its levels, or what is wrong with it and where."""
    return schemas.PythonOutput.model_validate(in_python(python_games.compiled, given.source))


@router.post("/python/play", dependencies=[Depends(must_run_python)], responses=REFUSED)
def python_play(given: schemas.PythonTurnInput) -> schemas.PlayOutput:
    """Such a game after some moves, as `POST /api/play`."""
    return schemas.PlayOutput.model_validate(in_python(python_games.play, given.model_dump()))


@router.post("/python/steps", dependencies=[Depends(must_run_python)], responses=REFUSED)
def python_steps(given: schemas.PythonTurnInput) -> schemas.StepsOutput:
    """All steps of a plan of such a game, as `POST /api/steps`."""
    return schemas.StepsOutput.model_validate(in_python(python_games.steps, given.model_dump()))


def defect_output(defect: Any, file: str | None = None) -> schemas.Defect:
    text = defect.text if defect.where is None else f"{defect.where}: {defect.text}"
    return schemas.Defect(line=defect.line, column=defect.column, text=text, file=file)


# -- jobs


def jobs_of(request: Request) -> Jobs:
    return cast(Jobs, request.app.state.jobs)


TOO_MANY: dict[int | str, dict[str, Any]] = {429: {"model": schemas.Problem, "description": "Too many wait"}}


@router.post("/jobs", status_code=202, responses=TOO_MANY | REFUSED)
async def submit_job(given: schemas.AnyJobInput, request: Request) -> schemas.JobOutput:
    """Queues a job. It runs in a process of its own, under its limits."""
    if isinstance(given, schemas.PythonSolveInput):
        must_run_python(request)
    work = await asyncio.to_thread(work_of, given)
    return job_output(jobs_of(request).submit(work, given.session).to_json())


@router.get("/jobs")
async def list_jobs(request: Request) -> list[schemas.JobOutput]:
    """The newest jobs, without their results."""
    return [job_output(job) for job in jobs_of(request).latest()]


@router.get("/jobs/{job}")
async def get_job(job: NamePath, request: Request) -> schemas.JobOutput:
    """How a job stands, and its result."""
    return job_output(known_job(job, request))


@router.delete("/jobs/{job}")
async def cancel_job(job: NamePath, request: Request) -> schemas.JobOutput:
    """Cancels a job that waits or runs."""
    known_job(job, request)
    jobs_of(request).cancel(job)
    return job_output(known_job(job, request))


@router.get("/jobs/{job}/events", response_class=StreamingResponse)
async def job_events(job: NamePath, request: Request) -> StreamingResponse:
    """A job's changes as server-sent events, each a job as `GET /api/jobs/{job}` gives it; ends with the job."""
    known_job(job, request)

    async def lines() -> AsyncIterator[str]:
        with jobs_of(request).listening(lambda other: other.id == job) as queue:
            state: dict[str, Any] | None = known_job(job, request)
            yield event_text(state)
            while state is None or state["status"] in ("queued", "running"):
                state = await next_event(queue)
                yield event_text(state)

    return StreamingResponse(lines(), media_type=EVENTS)


@router.get("/events", response_class=StreamingResponse)
async def session_events(session: SessionName, request: Request) -> StreamingResponse:
    """The changes of all jobs of a session, as long as the stream lasts; then they are cancelled."""
    jobs = jobs_of(request)

    async def lines() -> AsyncIterator[str]:
        with jobs.stream(session), jobs.listening(lambda job: job.session == session) as queue:
            yield ": here\n\n"
            while True:
                yield event_text(await next_event(queue))

    return StreamingResponse(lines(), media_type=EVENTS)


def known_job(name: str, request: Request) -> dict[str, Any]:
    job = jobs_of(request).get(name)
    if job is None:
        raise HTTPException(404, "there is no such job; the oldest ones are forgotten")
    return job


def job_output(job: dict[str, Any]) -> schemas.JobOutput:
    return schemas.JobOutput(**{name: job[name] for name in schemas.JobOutput.model_fields if name in job})


async def next_event(queue: asyncio.Queue[dict[str, Any]]) -> dict[str, Any] | None:
    """How a job stands now, or None after a while: a reader that is gone is noticed by writing to it."""
    try:
        return await asyncio.wait_for(queue.get(), STILL_THERE)
    except TimeoutError:
        return None


def event_text(job: dict[str, Any] | None) -> str:
    return ": still there\n\n" if job is None else f"data: {json.dumps(job_output(job).model_dump())}\n\n"


# -- campaigns

CampaignPath = Annotated[str, Path(pattern=r"^[a-z]+-[0-9-]+$", max_length=60)]


def campaigns_of(request: Request) -> Campaigns:
    return cast(Campaigns, request.app.state.campaigns)


@router.get("/suites")
def list_suites() -> list[schemas.SuiteOutput]:
    """The suites of solvers and levels that come with ludoplan."""
    return suites()


@router.get("/campaigns")
def list_campaigns(request: Request) -> list[schemas.CampaignOutput]:
    """The campaigns of this server, newest first."""
    campaigns = campaigns_of(request)
    return [campaigns.output_or_damage(name) for name in campaigns.names()[:50]]


# The process of a campaign ends with the thread that has started it: hence in the loop's own.
@router.post("/campaigns", status_code=201)
async def start_campaign(given: schemas.CampaignInput, request: Request) -> schemas.CampaignName:
    """Begins a campaign. It goes on when the page is closed, and ends with the server."""
    return schemas.CampaignName(name=campaigns_of(request).start(given.suite, given.jobs))


@router.post("/campaigns/own", status_code=201)
async def start_own_campaign(given: schemas.OwnCampaignInput, request: Request) -> schemas.CampaignName:
    """Begins a campaign of chosen levels and solvers."""
    return schemas.CampaignName(name=campaigns_of(request).start_own(given))


@router.post("/campaigns/{name}/resume")
async def resume_campaign(name: CampaignPath, request: Request) -> schemas.CampaignName:
    """Runs what is left of a campaign that was stopped."""
    campaigns_of(request).resume(name)
    return schemas.CampaignName(name=name)


@router.get("/campaigns/{name}")
def get_campaign(name: CampaignPath, request: Request) -> schemas.CampaignOutput:
    """How far a campaign is, and what it has found."""
    return campaigns_of(request).output(name)


@router.delete("/campaigns/{name}")
def stop_campaign(name: CampaignPath, request: Request) -> schemas.CampaignOutput:
    """Stops a campaign; its rows stay."""
    campaigns_of(request).stop(name)
    return campaigns_of(request).output(name)


@router.get("/campaigns/{name}/report", response_class=HTMLResponse)
def campaign_report(name: CampaignPath, request: Request) -> HTMLResponse:
    """The report: a page with tables and plots."""
    return HTMLResponse(campaigns_of(request).report(name), headers={"content-security-policy": REPORT_POLICY})
