"""The guard of the desk: host, origin and token of every request, the policy of every answer, the password.

The desk of a network is entered by its password, once for each browser; guesses are few and slow.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable
from hashlib import scrypt
from hmac import compare_digest
from time import monotonic
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request, cookie_parser
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kotra_notation.desk.http import answer, body_of, page
from kotra_notation.desk.settings import BYTES_A_SECOND, DeskSettings
from kotra_notation.report.templating import render
from kotra_notation.words import phrase
from kotra_notation.words.phrases import told

# The headers of every answer. A page states its own policy too, by the hashes of its style and script.
HEADERS = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
POLICY_OF_A_PAGE = "frame-ancestors 'none'"
POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
# The origins that browsers state of a request: a page of the desk, or the bar of addresses.
OWN_SITES = ("same-origin", "none")
# The paths of spectators, who know the address of a match and not that of the desk.
OPEN = "/live/"
METHODS = ("GET", "HEAD", "POST")
# Headers that may not come twice: proxies and servers would take this or that one.
SAID_ONCE = ("host", "origin", "sec-fetch-site", "cookie", "content-length", "content-type")
# The seconds to take a part of an answer, to send the next part of a request, and all of it.
SECONDS_TO_HEAR = 60.0
SECONDS_TO_SEND_ON, SECONDS_TO_SEND = 15.0, 40.0

STRANGE = phrase("The desk only accepts requests from its own pages.")
UNKNOWN = phrase("This is not the desk's address. Open the one that it printed when it started.")


class Guard:
    """Lets only those requests through that come from a page of this desk, or know its address."""

    def __init__(self, app: ASGIApp, desk: DeskSettings) -> None:
        self._app = app
        self._desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse without a word about what there is."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                page = headers.get("content-type", "").startswith("text/html")
                headers.setdefault("content-security-policy", POLICY_OF_A_PAGE if page else POLICY)
            # A client that does not take its answer is not waited for.
            await asyncio.wait_for(send(message), SECONDS_TO_HEAR)

        hear = _patient(receive)
        refusal = self._refusal(scope, Headers(scope=scope))
        if refusal is not None:
            await self._refuse(scope, *refusal)(scope, hear, guarded_send)
            return
        await self._app(scope, hear, guarded_send)

    def _refuse(self, scope: Scope, status: int, why: str) -> Response:
        """Return a refusal: a page for an address that is an old one, a sentence for a script."""
        closing = {"connection": "close"}
        if why == UNKNOWN and "text/html" in Headers(scope=scope).get("accept", ""):
            tongue = self._desk.tongue
            page = render("desk_stale.html.j2", tongue, theme="paper", tabs=(), root="", alone=None)
            return HTMLResponse(page, status, headers=closing)
        return PlainTextResponse(told(why, self._desk.tongue) + "\n", status, headers=closing)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Return the status that a request is refused with, and why; None where it may pass."""
        if scope["method"] not in METHODS:
            return 405, STRANGE
        if any(len(headers.getlist(name)) > 1 for name in SAID_ONCE):
            return 400, STRANGE
        host = headers.get("host", "")
        if not self._desk.is_host(host):
            return 421, UNKNOWN
        # Behind a password a proxy that encrypts may stand before the desk.
        schemes = ("http", "https") if self._desk.password else ("http",)
        if headers.get("origin") not in (None, *(f"{scheme}://{host}" for scheme in schemes)):
            return 403, STRANGE
        if headers.get("sec-fetch-site", "none") not in OWN_SITES:
            return 403, STRANGE
        if is_open(scope) or self._desk.password:
            return None
        first = scope["path"].split("/")[1] if scope["path"].startswith("/") else ""
        return None if compare_digest(first.encode(), self._desk.token.encode()) else (404, UNKNOWN)


def _patient(receive: Receive) -> Receive:
    """Return a receiver for which a request that comes too slowly has broken off."""
    begun, size, whole = monotonic(), 0, False

    async def hear() -> Message:
        nonlocal size, whole
        if whole:  # whether the client is still there is heard of whenever that is
            return await receive()
        left = begun + SECONDS_TO_SEND + size / BYTES_A_SECOND - monotonic()
        try:
            message = await asyncio.wait_for(receive(), min(left, SECONDS_TO_SEND_ON))
        except TimeoutError:
            return {"type": "http.disconnect"}
        size += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        return message

    return hear


def is_open(scope: Scope) -> bool:
    """Return whether the request is one of spectators, which anybody may make."""
    path: str = scope["path"]
    return scope["method"] == "GET" and path.startswith(OPEN)


COOKIE = "kotra-desk"
LOGIN = "/login"
# The seconds that one stays in, and the browsers at once.
HOURS, BROWSERS = 12 * 3600.0, 2000
# So many wrong guesses within so many seconds: from one address, and from all.
GUESSES, GUESSES_OF_ALL, WITHIN = 5, 60, 60.0
LARGEST_LOGIN = 4000


class Entrance:
    """Lets those in who have entered by the password, where there is one; others are asked for it."""

    def __init__(self, app: ASGIApp, desk: DeskSettings) -> None:
        self._app = app
        self._desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer who is in."""
        if scope["type"] != "http" or not self._desk.password or scope["path"] == LOGIN or is_open(scope):
            await self._app(scope, receive, send)
            return
        sessions: Sessions = scope["app"].state.sessions
        # Cookies of others, whom nobody asked to write them well, come from the same host.
        name = cookie_parser(Headers(scope=scope).get("cookie", "")).get(COOKIE, "")
        if sessions.knows(name):
            scope["session_name"] = name
            await self._app(scope, receive, send)
            return
        response: Response = RedirectResponse(LOGIN, 303)
        if scope["method"] == "POST":
            error = told(phrase("Enter the password first: open the desk again."), self._desk.tongue)
            response = answer({"error": error}, 401)
        await response(scope, receive, send)


class Sessions:
    """The browsers that have entered, and how many wrong guesses there were of late."""

    def __init__(self, password: str, clock: Callable[[], float] = monotonic) -> None:
        self._salt = secrets.token_bytes(16)
        self._digest = self._slow(password)
        self._clock = clock
        self._open: OrderedDict[str, float] = OrderedDict()
        self._wrong: deque[tuple[float, str]] = deque()
        self._one_at_a_time = asyncio.Lock()

    def knows(self, name: str) -> bool:
        """Return whether a browser has entered."""
        return self._open.get(name, 0.0) > self._clock()

    def may_guess(self, address: str) -> bool:
        """Return whether there were few enough wrong guesses."""
        while self._wrong and self._wrong[0][0] < self._clock() - WITHIN:
            self._wrong.popleft()
        own = sum(guesser == address for _, guesser in self._wrong)
        return own < GUESSES and len(self._wrong) < GUESSES_OF_ALL

    async def enter(self, password: str, address: str) -> str | None:
        """Return the name of a new session; None for a wrong password, "" where it was not looked at."""
        async with self._one_at_a_time:
            if not self.may_guess(address):
                return ""
            right = compare_digest(await asyncio.to_thread(self._slow, password), self._digest)
        if not right:
            self._wrong.append((self._clock(), address))
            return None
        name = secrets.token_urlsafe(24)
        self._open[name] = self._clock() + HOURS
        while len(self._open) > BROWSERS:
            self._open.popitem(last=False)
        return name

    def _slow(self, password: str) -> bytes:
        return scrypt(password.encode("utf-8", "replace"), salt=self._salt, n=2**14, r=8, p=1)


def routes(desk: DeskSettings) -> list[Route]:
    """Return the routes of the page that asks for the password; none where there is no password."""
    if not desk.password:
        return []

    def show_login(request: Request) -> Response:
        return page(desk, "login", "login", wrong="")

    def again(why: str, status: int) -> Response:
        return page(desk, "login", "login", status=status, wrong=told(why, desk.tongue))

    async def log_in(request: Request) -> Response:
        body = await body_of(request, LARGEST_LOGIN)
        password = parse_qs(body.decode("utf-8", "replace")).get("password", [""])[0]
        address = request.client.host if request.client else ""
        sessions: Sessions = request.app.state.sessions
        name = await sessions.enter(password, address) if sessions.may_guess(address) else ""
        if name == "":  # others guessed while this one waited
            return again(phrase("Too many guesses; wait a minute."), 429)
        if name is None:
            return again(phrase("Wrong password."), 403)
        response = RedirectResponse("/", 303)
        response.set_cookie(COOKIE, name, max_age=int(HOURS), httponly=True, samesite="strict", path="/")
        return response

    return [Route(LOGIN, show_login), Route(LOGIN, log_in, methods=["POST"])]
