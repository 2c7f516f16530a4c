"""The page on which a match is played, against the engine or by two at one board; dice are thrown here."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotra_notation.desk.asking import Row, answering, fact
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.standing import stood
from kotra_notation.desk.writing import record_page
from kotra_notation.jobs import draft


def routes(desk: DeskSettings) -> list[Route]:
    """The page and what it asks."""

    def play_page(request: Request) -> Response:
        return record_page(desk, "play")

    jobs: dict[str, Callable[..., Row]] = {"throw": throw}
    return [
        Route("/play", play_page),
        *(
            Route(f"/play/{name}", answering(desk, partial(job, desk=desk)), methods=["POST"])
            for name, job in jobs.items()
        ),
    ]


def thrown() -> tuple[int, int]:
    """Two dice that nobody can foresee."""
    return secrets.randbelow(6) + 1, secrets.randbelow(6) + 1


def throw(asked: Row, *, desk: DeskSettings) -> Row:
    """The text with dice thrown for the side that is on roll."""
    first, second = thrown()
    return stood(draft.entered(fact(asked, "text", str), f"{first}{second}"), desk)
