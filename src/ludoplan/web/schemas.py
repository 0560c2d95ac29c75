"""What the API takes and gives; the OpenAPI description is made of these."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

MOST_LEVEL = 64_000  # characters
MOST_PDDL = 800_000
MOST_MOVES = 5_000

Name = Annotated[str, Field(min_length=1, max_length=60)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Value = Annotated[int, Field(ge=-(10**9), le=10**9)] | Number | Annotated[str, Field(max_length=200)]
Options = Annotated[dict[Name, Value], Field(max_length=40, default_factory=dict)]
Move = Annotated[str, Field(min_length=1, max_length=200)]
Moves = Annotated[list[Move], Field(max_length=MOST_MOVES)]
Cell = tuple[int, int]
Place = Annotated[int, Field(ge=0, le=10_000)]
MOST_EDITED = 256  # cells of a stroke


class Input(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Output(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @classmethod
    def of(cls, thing: object, **more: Any) -> Self:
        """What a thing has under the names of the fields, and what is given."""
        names = [name for name in cls.model_fields if name not in more]
        return cls.model_validate({**{name: getattr(thing, name) for name in names}, **more})


# -- levels


class TextInput(Input):
    """A level as text."""

    game: Name
    level: Annotated[str, Field(max_length=MOST_LEVEL)]


class LevelInput(TextInput):
    """A level with what may be said about it."""

    objective: Name | None = None
    options: Options


class PlayInput(LevelInput):
    moves: Moves = []


class Pressed(Input):
    """What a player has pressed since is in `then`: what is legal is played, the rest passed over."""

    moves: Moves = []
    then: Moves = []
    ahead: bool = Field(False, description="whether to draw what each key would lead to, too")


class TurnInput(Pressed, LevelInput):
    """A level, and what is pressed."""


class EditInput(LevelInput):
    """One small change, at a cell of the picture where it is one of a cell; without `kind`, the level as it is."""

    kind: Annotated[str, Field(max_length=60)] | None = None
    row: Annotated[int, Field(ge=0, le=10_000)] | None = None
    column: Annotated[int, Field(ge=0, le=10_000)] | None = None
    cells: Annotated[list[tuple[Place, Place]], Field(max_length=MOST_EDITED)] = Field(
        [], description="more cells, for one stroke: where the change is not possible it is left out"
    )
    fill: bool = Field(False, description="also all cells that look the same and touch each other")


class BlankInput(TextInput):
    """An empty level, made of what another one is made of."""

    rows: Annotated[int, Field(ge=1, le=60)]
    columns: Annotated[int, Field(ge=1, le=60)]


class MarksInput(TextInput):
    digits: Annotated[str, Field(max_length=625)] | None = None


class PddlFormInput(LevelInput):
    variant: Name | None = None


class PddlMovesInput(PddlFormInput):
    """A plan of a level's planning task: actions as `(name argument ...)`."""

    plan: Moves


class PddlInput(Input):
    domain: Annotated[str, Field(max_length=MOST_PDDL)]
    problem: Annotated[str, Field(max_length=MOST_PDDL)]


class SourceInput(Input):
    source: Annotated[str, Field(max_length=MOST_LEVEL)]


class PythonTurnInput(Pressed, SourceInput):
    level: Annotated[str, Field(max_length=MOST_LEVEL)]


class Defect(Output):
    line: int | None
    column: int | None
    text: str
    file: str | None = None


class Problem(Output):
    """What is wrong with a request, in words and place by place."""

    detail: str
    defects: list[Defect] = []


class OptionOutput(Output):
    name: str
    type: str
    default: Any
    help: str
    choices: list[Any]
    minimum: float | None
    maximum: float | None


class GameOutput(Output):
    name: str
    title: str
    summary: str
    also_known_as: list[str]
    how_to_play: str
    suffixes: list[str]
    objectives: list[str]
    keys: dict[str, str]
    level_options: list[OptionOutput]
    generator_options: list[OptionOutput]
    heuristics: list[str]
    pddl_variants: list[str]
    has_pddl: bool
    has_marks: bool
    can_be_watched: bool
    can_be_edited: bool
    has_blank: bool
    levels: int


class SolverOutput(Output):
    name: str
    summary: str
    optimal: bool
    family: str = Field(description="`game` for those of this game alone; else `search`, `planner`, `sat`, ...")
    is_usual: bool = Field(description="whether `auto` stands for it")
    is_search: bool
    missing: str | None
    options: list[OptionOutput]


class LevelOutput(Output):
    game: str
    name: str
    title: str
    objective: str | None
    best: float | None
    status: str
    difficulty: float = Field(description="0 for the easiest level of its game, 1 for the hardest")


class DrawnOutput(Output):
    svg: str
    caption: str


class SizedOutput(Output):
    svg: str
    rows: float
    columns: float


class PictureOutput(DrawnOutput, SizedOutput):
    """A level that is in order, in the game's own writing, and its picture."""

    level: str
    objective: str | None
    options: dict[str, Any] = Field(description="what the level itself says of the game's options")


class LegendOutput(Output):
    words: str
    svg: str


class MapOutput(SizedOutput):
    """One level of a source."""

    level: str = Field(description="in PuzzleScript a source with this map alone")
    line: int


class SourceOutput(Output):
    title: str
    author: str
    levels: list[MapOutput]
    warnings: list[Defect]


class PythonOutput(Output):
    """A game of one Python file."""

    title: str
    how_to_play: str
    keys: dict[str, str]
    levels: list[MapOutput]


class ExampleOutput(Output):
    name: str
    title: str
    source: str


class PythonServerOutput(Output):
    allowed: bool = Field(description="whether this server runs Python of the page")
    examples: list[ExampleOutput]


class MoveOutput(Output):
    text: str
    cells: list[Cell] = Field(description="cells of the picture that stand for the move")


class Illegal(Output):
    step: int
    move: str
    reason: str


class FlightOutput(Output):
    """A thing (`data-thing`) of the picture before that goes from cell to cell, or is turned, while a move is made."""

    thing: str
    path: list[tuple[float, float]]
    turn: float


class PlayedOutput(SizedOutput):
    cost: float
    solved: bool
    illegal: Illegal | None = None


class PlayOutput(PlayedOutput):
    caption: str
    told: str = Field(description="what the game says to the player after the last move")
    place: list[Cell]
    moves: list[MoveOutput]
    played: list[str]
    flights: list[FlightOutput] = Field([], description="what flies while the one move in `then` is made")
    ahead: dict[str, DrawnOutput] = Field({}, description="by the text of a move that has a key: the picture after it")


class LevelTextOutput(LevelOutput):
    level: str
    options: dict[str, Any] = Field(description="what the level itself says of the game's options")
    first: PlayOutput = Field(description="the game before the first move, by the level's own rules")


class StepsOutput(PlayedOutput):
    """All steps in one picture: a group is seen from its `data-first` up to, not including, its `data-end`."""

    steps: int
    flights: dict[int, list[FlightOutput]] = Field(description="by the step before it: what flies while a move is made")


class Brush(Output):
    """A kind of change, and what it is put on."""

    kind: str
    where: Literal["cell", "link", "row", "column", "level"] = Field(
        description="`link`: a cell too, and the kind names another one that it has to do with"
    )
    only: Cell | None = Field(description="the cell, if there is only one that it can be put on")


class EditOutput(PictureOutput):
    """The changed level, and what can be changed next."""

    brushes: list[Brush]
    origin: Cell = Field(description="the cell of the picture where row 0, column 0 of the level is")


class BrushPicture(Output):
    kind: str
    svg: str


class MarksOutput(Output):
    svg: str
    size: int
    box: int
    symbols: str
    digits: str
    is_clue: list[bool]
    duplicates: list[int]
    candidates: dict[int, str]
    moves: list[str] = Field(description="the placed digits as moves, without duplicates")
    full: bool


class PddlOutput(Output):
    domain: str
    problem: str


class MovesOutput(Output):
    moves: list[str]


class PddlCheckOutput(Output):
    defects: list[Defect]
    warnings: list[Defect]
    actions: int
    objects: int


# -- jobs


class LimitsInput(Input):
    seconds: Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)] = 60
    megabytes: Annotated[float, Field(ge=100, le=64_000, allow_inf_nan=False)] = 2000


class JobInput(Input):
    kind: str
    session: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,64}$")] | None = Field(
        None, description="the name of an event stream; when it is closed, the job is cancelled"
    )
    limits: LimitsInput = LimitsInput()


class SolverInput(JobInput):
    solver: Name = "auto"
    solver_options: Options
    seed: Annotated[int, Field(ge=0, le=2**31)] = 0


class SolveInput(SolverInput, LevelInput):
    """Find a solution with a solver."""

    kind: Literal["solve"]


class HintInput(JobInput, PlayInput):
    """The next move of a shortest solution after some moves, or that there is none any more."""

    kind: Literal["hint"]


class WatchInput(JobInput, LevelInput):
    """The order in which a search expands states."""

    kind: Literal["watch"]
    solver: Name
    solver_options: Options


class VerdictInput(JobInput, LevelInput):
    """Solvable? How short? How hard?"""

    kind: Literal["verdict"]


class GenerateInput(JobInput):
    """New levels to order, each solved exactly."""

    kind: Literal["generate"]
    game: Name
    options: Options
    objective: Name | None = None
    seed: Annotated[int, Field(ge=0, le=2**31)] = 0
    count: Annotated[int, Field(ge=1, le=24)] = 6
    min_cost: Annotated[int, Field(ge=0, le=10**6)] | None = None
    max_cost: Annotated[int, Field(ge=0, le=10**6)] | None = None
    difficulty: Literal["easy", "medium", "hard", "extreme"] | None = None
    unique: bool = Field(False, description="with a single shortest solution")
    minimise: bool = Field(False, description="without anything that the level can do without")


class PlanInput(SolverInput, PddlInput):
    """Solve a planning task."""

    kind: Literal["plan"]


class ValidateInput(JobInput, PddlInput):
    """Replay a plan of a planning task."""

    kind: Literal["validate"]
    plan: Annotated[str, Field(max_length=MOST_PDDL)]


class PythonSolveInput(JobInput, SourceInput):
    """Find a shortest solution of a level of a game of one Python file, where the server runs those."""

    kind: Literal["python"]
    level: Annotated[str, Field(max_length=MOST_LEVEL)]


AnyJobInput = Annotated[
    SolveInput | HintInput | WatchInput | VerdictInput | GenerateInput | PlanInput | ValidateInput | PythonSolveInput,
    Field(discriminator="kind"),
]


class JobOutput(Output):
    id: str
    kind: str
    label: str
    status: Literal["queued", "running", "done", "failed", "cancelled", "lost"] = Field(
        description="`lost`: the server was ended while the job waited or ran"
    )
    progress: dict[str, Any] | None = None
    result: dict[str, Any] | None = None
    message: str | None = None
    created: float
    seconds: float | None = None


# -- campaigns


class SuiteOutput(Output):
    name: str
    title: str
    description: str
    levels: int
    solvers: list[str]
    runs: int


class CampaignInput(Input):
    suite: Name
    jobs: Annotated[int, Field(ge=1, le=16)] = 1


class CampaignLevel(Input):
    """A level of one's own, or a bundled one by its name."""

    game: Name
    name: Name
    level: Annotated[str, Field(max_length=MOST_LEVEL)] | None = None
    objective: Name | None = None


class OwnCampaignInput(Input):
    title: Annotated[str, Field(min_length=1, max_length=80)] = "My campaign"
    levels: Annotated[list[CampaignLevel], Field(min_length=1, max_length=100)]
    solvers: Annotated[list[Name], Field(min_length=1, max_length=12)]
    limits: LimitsInput = LimitsInput(seconds=10, megabytes=1000)
    jobs: Annotated[int, Field(ge=1, le=16)] = 1


class CampaignName(Output):
    name: str


class SolverSummary(Output):
    solver: str
    runs: int
    solved: int
    proven: int
    par: float | None = Field(description="mean time, an unsolved run counted as twice the limit")
    ends: dict[str, int]


class CampaignOutput(Output):
    name: str
    title: str
    running: bool
    done: int
    wanted: int
    solved: int
    solvers: list[SolverSummary]
    contradictions: list[str]
