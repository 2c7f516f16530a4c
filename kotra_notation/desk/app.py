"""The desk as an application of Starlette: what each area answers, by its paths below the token."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from kotra_notation.desk import archive, checking, entering, folders, live, playing, writing
from kotra_notation.desk.guard import Guard
from kotra_notation.desk.receiving import Room, refused
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.shelf import PageShelf
from kotra_notation.desk.workers import RefusalError, Workers
from kotra_notation.words import phrase

# Each area of the desk gives its routes.
AREAS: Sequence[Callable[[DeskSettings], list[Route]]] = (
    checking.routes,
    folders.routes,
    entering.routes,
    writing.routes,
    playing.routes,
    live.routes,
    archive.routes,
)

FAULT = phrase("A fault of kotra, not of the record, ended this; please report it.")


def desk_app(desk: DeskSettings) -> Starlette:
    """Return what a server serves."""
    routes: list[BaseRoute] = [route for area in AREAS for route in area(desk)]
    below: list[BaseRoute] = [Mount(desk.root, routes=routes)] if desk.root else routes
    workers, writers, thinkers, archivists = (Workers(desk.processes) for _ in range(4))

    @asynccontextmanager
    async def begun(app: Starlette) -> AsyncIterator[None]:
        workers.begin()
        yield
        workers.close()
        writers.close()
        thinkers.close()
        archivists.close()

    def refuse(request: Request, error: Exception) -> Response:
        return refused(desk, error if isinstance(error, RefusalError) else RefusalError(500, FAULT))

    app = Starlette(
        routes=[*live.open_routes(desk), *below],
        middleware=[Middleware(Guard, desk=desk), Middleware(entering.Entrance, desk=desk)],
        exception_handlers={RefusalError: refuse, Exception: refuse},
        lifespan=begun,
    )
    app.state.desk, app.state.workers, app.state.shelf = desk, workers, PageShelf()
    app.state.shows = live.Shows()
    app.state.writers, app.state.thinkers, app.state.archivists = writers, thinkers, archivists
    app.state.room = Room()
    app.state.dice_key = secrets.token_bytes(32)
    if desk.password:
        app.state.sessions = entering.Sessions(desk.password)
    return app
