"""The page that checks records, and what it asks."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotra_notation.desk.pages import page
from kotra_notation.desk.settings import DeskSettings


def routes(desk: DeskSettings) -> list[Route]:
    """The page and what it asks."""

    def check_page(request: Request) -> Response:
        return page(desk, "check", "")

    return [Route("/", check_page)]
