"""The page on which a match is played, against the engine or by two, with dice that the desk throws."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotra_notation.desk.asking import of_worker
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.writing import record_page


def routes(desk: DeskSettings) -> list[Route]:
    """The page and what it asks."""

    def play_page(request: Request) -> Response:
        request.app.state.writers.begin()
        request.app.state.thinkers.begin()
        return record_page(desk, "play")

    return [
        Route("/play", play_page),
        *(
            Route(path, of_worker(desk, path[1:]), methods=["POST"])
            for path in ("/play/throw", "/play/answer", "/play/hint")
        ),
    ]
