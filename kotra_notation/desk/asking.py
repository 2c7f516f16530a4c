"""What a page asks in JSON, and the answer: a row, or the sentence that says why there is none."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from kotra_notation.desk.settings import DeskSettings
from kotra_notation.words import phrase
from kotra_notation.words.phrases import reason, told

# A match of 25 points has some 40,000 characters.
MOST_BYTES = 1_000_000

Row = dict[str, Any]
Kind = TypeVar("Kind")
Endpoint = Callable[[Request], Awaitable[Response]]


class AskedError(ValueError):
    """A refusal with a status of its own, and what the page can do about it as data."""

    def __init__(self, sentence: str, status: int = 200, **facts: object) -> None:
        super().__init__(sentence)
        self.status = status
        self.facts = facts


def answering(desk: DeskSettings, job: Callable[[Row], Row]) -> Endpoint:
    """An endpoint that gives a job the object that is asked with, and answers with what comes back.

    A ValueError of the job is the sentence of a refusal. That is an answer like any other: of other statuses
    browsers complain in their consoles.
    """

    async def in_thread(request: Request, asked: Row) -> Row:
        return await run_in_threadpool(job, asked)

    return answering_async(desk, in_thread)


def answering_async(desk: DeskSettings, job: Callable[[Request, Row], Awaitable[Row]]) -> Endpoint:
    """The same for a job that waits, and knows the request."""

    async def answer(request: Request) -> Response:
        try:
            return JSONResponse(await job(request, _object(await _body(request))))
        except ValueError as error:
            status, facts = (error.status, error.facts) if isinstance(error, AskedError) else (200, {})
            return JSONResponse({"error": told(reason(error), desk.tongue), **facts}, status)
        except ClientDisconnect:
            return Response(status_code=400)

    return answer


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise AskedError(phrase("This is too long for a record that is written here."), 413)
    return bytes(body)


def _object(body: bytes) -> Row:
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict):
        raise AskedError(
            phrase("The page and the desk do not understand each other; load the page anew."), 400
        )
    return asked


def fact(asked: Row, name: str, kind: type[Kind]) -> Kind:
    """What is asked with under a name, of a kind; a refusal where it is of another, or missing."""
    value = asked.get(name)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise AskedError(
            phrase("The page and the desk do not understand each other; load the page anew."), 400
        )
    return value


def line_of(asked: Row) -> int | None:
    """The line that is asked about, if one is."""
    return None if asked.get("line") is None else fact(asked, "line", int)
