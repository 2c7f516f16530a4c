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
from kotra_notation.desk.writing import record_page, worded
from kotra_notation.desk.writing_words import DEEDS
from kotra_notation.jobs import draft, opponent


def routes(desk: DeskSettings) -> list[Route]:
    """The page and what it asks."""

    def play_page(request: Request) -> Response:
        return record_page(desk, "play")

    jobs: dict[str, Callable[..., Row]] = {"throw": throw, "answer": answer, "hint": hint}
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


def answer(asked: Row, *, desk: DeskSettings) -> Row:
    """The text with all that the engine does until the other side has something to do."""
    text, seat, level = fact(asked, "text", str), fact(asked, "seat", int), fact(asked, "level", str)
    return stood(opponent.answered(text, seat, level, thrown), desk)


def hint(asked: Row, *, desk: DeskSettings) -> Row:
    """What the engine would do at the end of a text: plays, the best first, or a sentence about the cube."""
    found = opponent.hint(fact(asked, "text", str), fact(asked, "level", str)).as_json(desk.tongue)
    plays = [worded(one, desk) for one in found["plays"]]
    return {"plays": plays, "words": "" if plays else desk.tongue.say(DEEDS[found["deed"]])}
