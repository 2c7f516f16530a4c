"""The desk as an application of Starlette, served until Ctrl-C: a port, the browser, the server."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import webbrowser
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from kotra_notation.desk import archive, checking, folders, guard, writing
from kotra_notation.desk.checking import PageShelf
from kotra_notation.desk.http import Room, refusal
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.workers import RefusalError, Workers
from kotra_notation.words import phrase

try:
    import resource
except ImportError:  # there is none on Windows
    resource = None  # type: ignore[assignment]

BACKLOG = 1024
# The port that is tried first: what a browser keeps of a match it finds again at the same one.
OWN_PORT = 28077
# So many connections are open at most, and so many files of this process.
CONNECTIONS, OPEN_FILES = 4000, 8192
# How long a request may take to begin, and how large its head may be.
SECONDS_TO_ASK = 10.0
LARGEST_HEAD = 32_768
# The addresses of proxies that are believed, as the server itself knows them.
PROXIES = "FORWARDED_ALLOW_IPS"


# Each area of the desk gives its routes.
AREAS: Sequence[Callable[[DeskSettings], list[Route]]] = (
    checking.routes,
    folders.routes,
    guard.routes,
    writing.routes,
    writing.show_routes,
    archive.routes,
)

FAULT = phrase("Internal error in kotra (not in your file); please report it.")


def desk_app(desk: DeskSettings) -> Starlette:
    """Return the application of Starlette: the answers of each area, by paths below the token."""
    routes: list[BaseRoute] = [route for area in AREAS for route in area(desk)]
    below: list[BaseRoute] = [Mount(desk.root, routes=routes)] if desk.root else routes
    pools = {name: Workers(desk.processes) for name in ("workers", "writers", "thinkers", "archivists")}

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        pools["workers"].begin()
        yield
        for pool in pools.values():
            pool.close()

    def refuse(request: Request, error: Exception) -> Response:
        return refusal(desk, error if isinstance(error, RefusalError) else RefusalError(500, FAULT))

    app = Starlette(
        routes=[*writing.open_routes(desk), *below],
        middleware=[Middleware(guard.Guard, desk=desk), Middleware(guard.Entrance, desk=desk)],
        exception_handlers={RefusalError: refuse, Exception: refuse},
        lifespan=lifespan,
    )
    for name, pool in pools.items():
        setattr(app.state, name, pool)
    app.state.shelf, app.state.shows, app.state.room = PageShelf(), writing.Shows(), Room()
    app.state.dice_key = secrets.token_bytes(32)
    if desk.password:
        app.state.sessions = guard.Sessions(desk.password)
    return app


class ImpatientProtocol(H11Protocol):
    """HTTP that does not wait long for a request: who opens connections and says nothing loses them."""

    _limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        if len(self.connections) > CONNECTIONS:
            transport.abort()
            return
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        if self._limit is None and not self._is_answering():
            self._wait()
        super().data_received(data)
        if self._is_answering():
            self._wait_no_more()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _is_answering(self) -> bool:
        """Return whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self) -> None:
        self._limit = self.loop.call_later(SECONDS_TO_ASK, self._leave)

    def _wait_no_more(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    def _leave(self) -> None:
        self._limit = None
        if not self._is_answering():
            self.transport.abort()


def listen(host: str, port: int) -> socket.socket:
    """Return a socket bound to a port, 0 being our own or any that is free; OSError without one."""
    if not port:
        with suppress(OSError):
            return bind(host, OWN_PORT)
    return bind(host, port)


def bind(host: str, port: int) -> socket.socket:
    """Return a socket bound to a port, 0 being any that is free; OSError where it cannot be bound."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError):  # a port that there is not
        listener.close()
        raise
    return listener


def server(desk: DeskSettings) -> uvicorn.Server:
    """Return a server that is ready to be run."""
    _allow_open_files()
    config = uvicorn.Config(
        desk_app(desk),
        http=ImpatientProtocol,
        ws="none",
        loop="asyncio",
        lifespan="on",
        backlog=BACKLOG,
        log_level="critical",
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        # Who asks is who is connected, unless a proxy is named from which other addresses are believed.
        proxy_headers=PROXIES in os.environ,
        forwarded_allow_ips=os.environ.get(PROXIES, ""),
        # Ctrl-C ends at once, whoever still waits for an answer.
        timeout_graceful_shutdown=0,
    )
    return uvicorn.Server(config)


def serve(desk: DeskSettings, at: socket.socket, *, browse: bool, ready: Callable[[], None]) -> None:
    """Serve until Ctrl-C or a signal ends it."""
    desk_server = server(desk)
    ready()
    if browse:
        webbrowser.open(desk.address)
    with suppress(KeyboardInterrupt):
        desk_server.run(sockets=[at])


def _allow_open_files() -> None:
    """Let this process have as many files open as many connections need, where the system allows it."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
