"""The page on which a match is played, against the engine or by two, with dice that the desk throws."""

from __future__ import annotations

import hmac

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotra_notation.desk.asked import Row, fact
from kotra_notation.desk.asking import answering, done, of_worker
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.writing import record_page


def routes(desk: DeskSettings) -> list[Route]:
    """The page and what it asks."""

    def play_page(request: Request) -> Response:
        request.app.state.writers.begin()
        request.app.state.thinkers.begin()
        return record_page(desk, "play")

    async def with_dice(request: Request, asked: Row) -> Row:
        """Ask with the key of the match's dice, which no page knows."""
        match = fact(asked, "match", str).encode("utf-8", "replace")
        key = hmac.digest(request.app.state.dice_key, match, "sha256").hex()
        return await done(
            request, desk, request.url.path.removeprefix(f"{desk.root}/"), asked | {"dice": key}
        )

    return [
        Route("/play", play_page),
        *(Route(f"/play/{name}", answering(with_dice), methods=["POST"]) for name in ("throw", "answer")),
        *(
            Route(f"/play/{name}", of_worker(desk, f"play/{name}"), methods=["POST"])
            for name in ("enter", "hint")
        ),
    ]
