"""ludoplan serve"""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

from ..core.errors import LudoplanError, NotInstalled
from .arguments import Parser, count


def run(words: list[str]) -> int:
    parser = Parser(
        "serve",
        "Starts the web page: look at levels, play, solve, compare, edit and generate them in a browser.\n\n"
        "It listens to this machine only. With another host it asks for a token, which it prints as part of the "
        "address\n(LUDOPLAN_TOKEN sets one).",
        ["serve", "serve --port 9000", "serve --host 0.0.0.0"],
    )
    parser.add_argument("--host", metavar="H", default="127.0.0.1", help="where to listen (default: 127.0.0.1)")
    parser.add_argument("--port", metavar="P", type=int, default=8765, help="0 is any free one (default: 8765)")
    parser.add_argument("--jobs", metavar="N", type=count, help="solves at the same time (default: all cores)")
    parser.add_argument("--state", metavar="DIR", help="where the table of jobs is kept (default: ~/.local/state)")
    parser.add_argument(
        "--allow-python",
        action="store_true",
        help="run games in Python that are written on the page: whoever may open it can then do what you can do here",
    )
    arguments = parser.parse_args(words)
    if not 0 <= arguments.port < 65536:
        parser.error("--port must be between 0 and 65535")
    try:
        from ..web.server import serve
    except ModuleNotFoundError as error:
        if error.name not in ("fastapi", "pydantic", "starlette", "uvicorn"):
            raise
        raise NotInstalled(f"the web page needs {error.name}: pip install 'ludoplan[web]'") from None

    token = os.environ.get("LUDOPLAN_TOKEN") or None
    if token is None and not is_loopback(arguments.host):
        token = secrets.token_urlsafe(18)
    if arguments.allow_python and not is_loopback(arguments.host):
        print("ludoplan: whoever has the token can run Python here, as you", file=sys.stderr)
    states = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    folder = Path(arguments.state) if arguments.state else states / "ludoplan"
    try:
        serve(arguments.host, arguments.port, token, folder, arguments.jobs, arguments.allow_python)
    except KeyboardInterrupt:
        pass  # that is how it is ended
    except OSError as error:
        raise LudoplanError(f"cannot listen at {arguments.host}, port {arguments.port}: {error.strerror}") from None
    return 0


def is_loopback(host: str) -> bool:
    import ipaddress

    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
