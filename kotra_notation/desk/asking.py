"""What a page asks in JSON, and the answer: a row, or the sentence that says why there is none."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from kotra_notation.desk.asked import AskedError, Row, object_of
from kotra_notation.desk.receiving import BROKE_OFF, answer, body_of, while_there, who
from kotra_notation.desk.settings import MEMORY_OF_ENGINE, DeskSettings
from kotra_notation.desk.work import DeskWork
from kotra_notation.desk.workers import RefusalError, Workers
from kotra_notation.words.phrases import reason

# A match of 25 points has some 40,000 characters.
MOST_BYTES = 1_000_000
# What searches or asks an engine, in processes of its own: nobody's keys wait for that.
THINKING = ("write/ranked", "write/meant", "play/answer", "play/hint")

Endpoint = Callable[[Request], Awaitable[Response]]


def answering(job: Callable[[Request, Row], Awaitable[Row]]) -> Endpoint:
    """An endpoint that gives a job the object that is asked with, and answers with what comes back."""

    async def answered(request: Request) -> Response:
        try:
            return answer(await job(request, object_of(await body_of(request, MOST_BYTES))))
        except AskedError as error:
            raise RefusalError(error.status, reason(error), **error.facts) from error
        except ValueError as error:
            raise RefusalError(422, reason(error)) from error

    return answered


def of_worker(desk: DeskSettings, task: str) -> Endpoint:
    """An endpoint whose answer is what a task makes of what is asked with."""

    async def job(request: Request, asked: Row) -> Row:
        return await done(request, desk, task, asked)

    return answering(job)


async def done(request: Request, desk: DeskSettings, task: str, asked: Row) -> Row:
    """Return what a task makes of an object; a watched process does it, for texts come from strangers."""
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
        raise RefusalError(400, BROKE_OFF)
    if "error" in row:
        raise RefusalError(row.pop("status"), row.pop("error"), **row)
    return row
