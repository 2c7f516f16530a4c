"""What a page asks in JSON, and the answer: a row, or the sentence that says why there is none."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from kotra_notation.desk.asked import AskedError, Row, object_of
from kotra_notation.desk.receiving import answer, while_there, who
from kotra_notation.desk.settings import MEMORY_OF_ENGINE, DeskSettings
from kotra_notation.desk.work import DeskWork
from kotra_notation.desk.workers import RefusalError, Workers
from kotra_notation.words import phrase
from kotra_notation.words.phrases import reason, told

# A match of 25 points has some 40,000 characters.
MOST_BYTES = 1_000_000
# What searches or asks an engine, in processes of its own: nobody's keys wait for that.
THINKING = ("write/ranked", "write/meant", "play/answer", "play/hint")

Endpoint = Callable[[Request], Awaitable[Response]]


def answering(desk: DeskSettings, job: Callable[[Request, Row], Awaitable[Row]]) -> Endpoint:
    """An endpoint that gives a job the object that is asked with, and answers with what comes back.

    A refusal is an answer like any other: of other statuses browsers complain in their consoles.
    """

    async def answered(request: Request) -> Response:
        try:
            return answer(await job(request, object_of(await _body(request))))
        except AskedError as error:
            return answer({"error": told(reason(error), desk.tongue), **error.facts}, error.status)
        except ValueError as error:
            return answer({"error": told(reason(error), desk.tongue)})
        except RefusalError as error:
            return answer({"error": told(error.why, desk.tongue), **error.facts})
        except ClientDisconnect:
            return Response(status_code=400)

    return answered


def of_worker(desk: DeskSettings, task: str) -> Endpoint:
    """An endpoint whose answer is what a task makes of what is asked with."""

    async def job(request: Request, asked: Row) -> Row:
        return await done(request, desk, task, asked)

    return answering(desk, job)


async def done(request: Request, desk: DeskSettings, task: str, asked: Row) -> Row:
    """What a task makes of an object; a watched process does it, for texts come from strangers."""
    work = DeskWork(
        task=task,
        files=[("record", json.dumps(asked).encode())],
        wishes={},
        language=desk.tongue.language,
        seconds=desk.seconds,
        memory=MEMORY_OF_ENGINE,
    )
    writers: Workers = request.app.state.writers
    thinkers: Workers = request.app.state.thinkers
    if task in THINKING:
        row = await while_there(request, thinkers.answer(work, who(request)))
    else:
        row = await writers.answer(work, who(request))
    if row is None:
        raise ClientDisconnect
    if "error" in row:
        raise AskedError(**row)
    return row


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise AskedError(phrase("This is too long for a record that is written here."), 413)
    return bytes(body)
