"""The desk as an application of Starlette: the pages, and what they ask, by their paths below the token."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from kotra_notation.desk.guard import Guard
from kotra_notation.desk.pages import page
from kotra_notation.desk.settings import DeskSettings


def desk_app(desk: DeskSettings) -> Starlette:
    """What a server serves."""

    def check_page(request: Request) -> Response:
        return page(desk, "check", "")

    def write_page(request: Request) -> Response:
        return page(desk, "write", "write")

    routes: list[BaseRoute] = [
        Route("/", check_page),
        Route("/write", write_page),
    ]
    below: list[BaseRoute] = [Mount(desk.root, routes=routes)] if desk.root else routes
    app = Starlette(routes=below, middleware=[Middleware(Guard, desk=desk)])
    app.state.desk = desk
    return app
