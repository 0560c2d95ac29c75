"""Runs the application on a socket."""

from __future__ import annotations

import socket
from pathlib import Path

import uvicorn

from .app import create_app


def serve(
    host: str, port: int, token: str | None, state: Path, workers: int | None, allow_python: bool = False
) -> None:
    """Serves until interrupted; raises OSError if the address is taken. A port has a folder of its own."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio switches Nagle's delay (40 ms an answer) off only where it is.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    port = listening.getsockname()[1]
    name = f"[{host}]" if ":" in host else host
    print(f"ludoplan: http://{name}:{port}/{f'?token={token}' if token else ''}  (Ctrl-C ends)", flush=True)
    app = create_app(state / f"port-{port}", token, workers, allow_python)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=1, server_header=False, ws="none"
    )
    uvicorn.Server(config).run(sockets=[listening])
