"""What every request has to pass, and what every answer carries.

The server runs solvers for whoever may talk to it, so it must be sure who that is. A page of another site can send
requests to a server on this machine, and a host name of that site can be made to point here (DNS rebinding). Hence:
only known host names unless a token is asked for, no request that another site has caused, and bodies in JSON only,
which a form cannot send.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Sequence
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import schemas

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
MOST_BODY = 2_000_000  # bytes
MOST_SECONDS = 30.0  # for a body to arrive
COOKIE = "ludoplan-token"

# Nothing but files of this server; scripts and styles in files only; markup only through one known door.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types ludoplan"
)
# A picture that is opened by itself brings its colours along, and may do nothing.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

# A report is one file with its script inside: it runs, but as a page of nowhere that can ask for nothing.
REPORT_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; sandbox allow-scripts"

HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Guard:
    """The outermost layer of the application. Without a token only this machine's own names are served."""

    def __init__(self, app: ASGIApp, token: str | None = None) -> None:
        self.app = app
        self.token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = Headers(scope=scope)

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                add_headers(MutableHeaders(scope=message), scope["path"])
            await send(message)

        try:
            host = known_host(headers.get("host", ""), any_name=self.token is not None)
            if self.token is not None and not self.has_token(headers):
                await self.let_in(scope)(scope, receive, guarded_send)
                return
            refuse_other_sites(scope["method"], scope["path"], headers, host)
            body = await asyncio.wait_for(read_body(receive, headers), MOST_SECONDS)
        except HTTPException as refusal:
            await problem(refusal.status_code, refusal.detail)(scope, receive, guarded_send)
            return
        except TimeoutError:
            await problem(408, f"the body did not arrive within {MOST_SECONDS:g} s")(scope, receive, guarded_send)
            return
        is_read = False

        async def replayed() -> Message:
            nonlocal is_read
            if not is_read:
                is_read = True
                return {"type": "http.request", "body": body, "more_body": False}
            return await receive()

        await self.app(scope, replayed, guarded_send)

    def has_token(self, headers: Headers) -> bool:
        given = [headers.get("authorization", "").removeprefix("Bearer ")]
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
            given += [cookie.value] if cookie else []
        except CookieError:
            pass
        assert self.token is not None
        return any(hmac.compare_digest(each.encode(), self.token.encode()) for each in given)

    def let_in(self, scope: Scope) -> Response:
        """Takes the token from the address, once, and keeps it in a cookie; else says that one is needed."""
        assert self.token is not None
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["path"] != "/" or not hmac.compare_digest(given.encode(), self.token.encode()):
            raise HTTPException(401, "this server asks for a token: open the address that `ludoplan serve` has printed")
        cookie = f"{COOKIE}={self.token}; HttpOnly; SameSite=Strict; Path=/"
        return Response(status_code=303, headers={"location": "/", "set-cookie": cookie})


def known_host(host: str, any_name: bool) -> str:
    """The host that the request is meant for; raises HTTPException for names that this server does not go by."""
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        name = None
    if name is None or not (any_name or name in LOOPBACK):
        raise HTTPException(421, "this server answers to localhost only")
    return host.lower()


def refuse_other_sites(method: str, path: str, headers: Headers, host: str) -> None:
    """Raises HTTPException for what a page of another site has caused."""
    if method in ("GET", "HEAD") and not path.startswith("/api/"):
        return  # a page
    origin = headers.get("origin")
    is_of_another = origin is not None and origin.partition("://")[2].lower() != host
    if is_of_another or headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        raise HTTPException(403, "requests of other sites are refused")
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if method not in ("GET", "HEAD") and has_body and kind != "application/json":
        raise HTTPException(415, "send JSON, and say so: content-type: application/json")


async def read_body(receive: Receive, headers: Headers) -> bytes:
    """All of the body; raises HTTPException if it is too large."""
    too_large = HTTPException(413, f"more than {MOST_BODY // 1000} kB")
    length = headers.get("content-length", "0")
    if length.isdigit() and int(length[:20]) > MOST_BODY:
        raise too_large
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise HTTPException(400, "broken off")
        body += message.get("body", b"")
        if len(body) > MOST_BODY:
            raise too_large
        if not message.get("more_body", False):
            return bytes(body)


def add_headers(headers: MutableHeaders, path: str) -> None:
    is_picture = headers.get("content-type", "").startswith("image/svg")
    headers.update(HEADERS)
    headers.setdefault("content-security-policy", PICTURE_POLICY if is_picture else PAGE_POLICY)
    headers.setdefault("cache-control", "no-store" if path.startswith("/api/") else "no-cache")


def problem(status: int, detail: str, defects: Sequence[schemas.Defect] = ()) -> Response:
    """What is wrong with a request, as the API tells it."""
    return JSONResponse(schemas.Problem(detail=detail, defects=list(defects)).model_dump(), status)
