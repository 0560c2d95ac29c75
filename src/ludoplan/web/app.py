"""The application: the API, the files of the pages, and how errors are told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import Response

from .. import __version__
from ..core.errors import BadInput, LudoplanError
from ..running import forkserver
from ..running.job import Job
from ..running.supervised import start
from . import api, calls, files, python_games
from .campaigns import Campaigns
from .guard import Guard, problem
from .jobs import Jobs, QueueFull
from .reading import NotFound
from .store import JobStore

FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
PACKED = {"content-encoding": "gzip", "vary": "Accept-Encoding"}
WORTH_PACKING = 700  # bytes


def create_app(
    state: Path, token: str | None = None, workers: int | None = None, allow_python: bool = False
) -> FastAPI:
    """The server. `state` is the folder of its jobs and campaigns; with a token, requests have to know it."""

    forkserver.PRELOAD = (f"{calls.__name__}:{calls.preload.__name__}",)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.jobs = Jobs(JobStore(state / "jobs.sqlite"), workers)
        app.state.campaigns = Campaigns(state / "campaigns")
        warming = asyncio.create_task(asyncio.to_thread(warm_up, allow_python))
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
    app.state.allow_python = allow_python
    app.include_router(api.router)
    for kind in (LudoplanError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, tell)
    app.add_middleware(GZipMiddleware, minimum_size=WORTH_PACKING, compresslevel=5)
    app.add_middleware(Guard, token=token)

    @app.get("/{name:path}", include_in_schema=False)
    def file(name: str, request: Request) -> Response:
        found = files.file(name)
        if found is None:
            raise HTTPException(404, "there is no such page")
        if not found.is_versioned:
            return Response(found.content, media_type=found.kind)
        if len(found.content) < WORTH_PACKING or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(found.content, media_type=found.kind, headers=FOR_EVER)
        return Response(found.packed, media_type=found.kind, headers=FOR_EVER | PACKED)

    return app


def warm_up(allow_python: bool) -> None:
    """Loads the games and starts what workers are forked from, so that the first page does not wait."""
    api.list_games()
    api.list_levels()
    start(Job(calls.nothing), here=False).close()
    if allow_python:
        start(Job(calls.nothing, imports=(python_games.__name__,)), here=False).close()


async def tell(request: Request, error: Exception) -> Response:
    """What the user can mend, or what is wrong with the shape of a request; that does not repeat what was sent."""
    match error:
        case HTTPException():
            return problem(error.status_code, str(error.detail))
        case RequestValidationError():
            faults: list[dict[str, Any]] = list(error.errors())
            texts = [f"{'.'.join(str(part) for part in fault['loc'][1:])}: {fault['msg']}" for fault in faults[:50]]
            return problem(422, "\n".join(texts).encode("utf-8", "replace").decode())
        case BadInput():
            defects = [api.defect_output(defect, error.source) for defect in error.defects[:1000]]
            return problem(422, str(error), defects)
    return problem(404 if isinstance(error, NotFound) else 429 if isinstance(error, QueueFull) else 422, str(error))
