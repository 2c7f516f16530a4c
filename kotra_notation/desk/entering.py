"""The entrance to the desk of a network: by its password, once for each browser; guesses are few and slow."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable
from hashlib import scrypt
from hmac import compare_digest
from time import monotonic
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from kotra_notation.desk.guard import is_open
from kotra_notation.desk.http import answer, body_of, page
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.words import phrase
from kotra_notation.words.phrases import told

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
            error = told(phrase("Enter the password first: open the desk anew."), self._desk.tongue)
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
            return again(phrase("That is not the password."), 403)
        response = RedirectResponse("/", 303)
        response.set_cookie(COOKIE, name, max_age=int(HOURS), httponly=True, samesite="strict", path="/")
        return response

    return [Route(LOGIN, show_login), Route(LOGIN, log_in, methods=["POST"])]
