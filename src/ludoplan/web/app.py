"""The application: the API, the files of the pages, and how errors are told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response

from .. import __version__
from ..core.errors import BadInput, LudoplanError
from ..drawing.draw import palette_css
from ..running.job import Job
from ..running.supervised import start
from . import api, calls, schemas
from .campaigns import Campaigns
from .guard import Guard
from .jobs import Jobs, QueueFull
from .reading import NotFound
from .store import Store

STATIC = Path(__file__).parent / "static"
# The files of the pages by name: nothing else of the file system can be asked for.
FILES = {path.relative_to(STATIC).as_posix(): path for path in sorted(STATIC.rglob("*")) if path.is_file()}
KINDS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}


def create_app(state: Path, token: str | None = None, workers: int | None = None) -> FastAPI:
    """The server. `state` is the folder of its jobs and campaigns; with a token, requests have to know it."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.jobs = Jobs(Store(state / "jobs.sqlite"), workers)
        app.state.campaigns = Campaigns(state / "campaigns")
        warming = asyncio.create_task(asyncio.to_thread(warm_up))
        yield
        await warming
        await app.state.jobs.close()
        app.state.campaigns.close()

    app = FastAPI(
        title="ludoplan",
        version=__version__,
        description="Puzzle levels: play, solve, generate, plan.",
        lifespan=lifespan,
        docs_url=None,  # they would load scripts from elsewhere
        redoc_url=None,
    )
    app.include_router(api.router)
    app.add_exception_handler(LudoplanError, tell_error)
    app.add_exception_handler(RequestValidationError, tell_invalid)
    app.add_exception_handler(HTTPException, tell_http)
    app.add_middleware(Guard, token=token)

    @app.get("/palette.css", include_in_schema=False)
    def palette() -> Response:
        return Response(page_palette(), media_type="text/css")

    @app.get("/{name:path}", include_in_schema=False)
    def file(name: str) -> Response:
        path = FILES.get(name or "index.html")
        if path is None:
            raise HTTPException(404, "there is no such page")
        return FileResponse(path, media_type=KINDS.get(path.suffix))

    return app


def warm_up() -> None:
    """Loads the games and starts the process that workers are forked from, so that the first page does not wait."""
    api.list_games()
    api.list_levels()
    start(Job(f"{calls.__name__}:{calls.nothing.__name__}"), here=False).close()


def page_palette() -> str:
    """The colours of pictures that stand in a page, by the theme that is chosen or else the system's."""
    dark = palette_css("dark")
    return (
        f"{palette_css('light')}\n@media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f":root[data-theme=dark]{{{dark}}}\n"
    )


def problem(status: int, detail: str, defects: list[schemas.Defect] | None = None) -> JSONResponse:
    return JSONResponse(schemas.Problem(detail=detail, defects=defects or []).model_dump(), status)


async def tell_error(request: Request, error: Exception) -> JSONResponse:
    """What the user can mend."""
    if isinstance(error, BadInput):
        defects = [api.defect_output(defect, error.source) for defect in error.defects[:1000]]
        return problem(422, str(error), defects)
    status = 404 if isinstance(error, NotFound) else 429 if isinstance(error, QueueFull) else 422
    return problem(status, str(error))


async def tell_invalid(request: Request, error: Exception) -> JSONResponse:
    """What is wrong with the shape of a request; does not repeat what was sent."""
    assert isinstance(error, RequestValidationError)
    faults: list[dict[str, Any]] = list(error.errors())
    texts = [f"{'.'.join(str(part) for part in fault['loc'][1:])}: {fault['msg']}" for fault in faults[:50]]
    return problem(422, "\n".join(texts).encode("utf-8", "replace").decode())


async def tell_http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return problem(error.status_code, str(error.detail))
