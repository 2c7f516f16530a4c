"""The desk as an application of Starlette: what each area answers, by its paths below the token."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount, Route

from kotra_notation.desk import archive, checking
from kotra_notation.desk.guard import Guard
from kotra_notation.desk.settings import DeskSettings

# Each area of the desk gives its routes.
AREAS: Sequence[Callable[[DeskSettings], list[Route]]] = (checking.routes, archive.routes)


def desk_app(desk: DeskSettings) -> Starlette:
    """What a server serves."""
    routes: list[BaseRoute] = [route for area in AREAS for route in area(desk)]
    below: list[BaseRoute] = [Mount(desk.root, routes=routes)] if desk.root else routes
    app = Starlette(routes=below, middleware=[Middleware(Guard, desk=desk)])
    app.state.desk = desk
    return app
