"""Requests and answers of the desk: bodies within limits of size and time, answers in JSON, pages as HTML."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib.util import find_spec
from time import monotonic
from typing import Any

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response

from kotra_notation.desk.pages import DeskSite, render_page
from kotra_notation.desk.settings import BYTES_A_SECOND, MEMORY_OF_ENGINE, DeskSettings
from kotra_notation.desk.work import AskedError, DeskWork, parse_object, split_files
from kotra_notation.desk.workers import RefusalError, Workers
from kotra_notation.jobs.files import MEGABYTE
from kotra_notation.jobs.rows import Row
from kotra_notation.words import phrase
from kotra_notation.words.phrases import reason, told

# The seconds to wait for the next part of a body, and for all of it; the guard waits a little longer.
NEXT_PART, FIRST_SECONDS = 10.0, 20.0
# The most bytes of all requests that are held at once.
MOST_HELD = 256_000_000
# Statuses that are no fault in asking: a file is there already, it is refused, it has to wait.
NO_FAULT = (409, 422, 503)
# The seconds that a request which is too large is still listened to.
LINGER = 10.0
BROKE_OFF = phrase("The upload was interrupted.")
# The most bytes of an object in JSON; a match of 25 points has some 40,000 characters.
MOST_BYTES = 1_000_000
# Tasks that search or ask an engine, in processes of their own: nobody's keys wait for that.
THINKING = ("write/ranked", "write/meant", "play/answer", "play/hint", "play/loss")

# Pages are large, and much in them is alike.
COMPRESSED = (Middleware(GZipMiddleware, minimum_size=2000, compresslevel=5),)

Endpoint = Callable[[Request], Awaitable[Response]]


def answer(row: object, status: int = 200) -> Response:
    """Return an answer for the script of a page; whatever a stranger wrote is in ASCII."""
    return Response(json.dumps(row), status, media_type="application/json")


def refusal(desk: DeskSettings, error: RefusalError) -> Response:
    """Return the answer to what is not done, as a success where the page itself tells of it."""
    row = {"error": told(error.why, desk.tongue), "status": error.status, **error.facts}
    response = answer(row, 200 if error.status in NO_FAULT else error.status)
    if error.status in (408, 413):
        response.headers["connection"] = "close"  # what is still to come is not read
    return response


class Room:
    """The bytes that all requests hold at once."""

    def __init__(self, most: int = MOST_HELD) -> None:
        self._most = most
        self.taken = 0

    @contextmanager
    def taking(self) -> Iterator[Callable[[int], None]]:
        """Yield a function that takes room for bytes until the request is done; RefusalError without room."""
        mine = 0

        def take(size: int) -> None:
            nonlocal mine
            if self.taken + size > self._most:
                raise RefusalError(503, phrase("The desk is busy; try again in a moment."))
            self.taken += size
            mine += size

        try:
            yield take
        finally:
            self.taken -= mine


async def body_of(request: Request, most: int, take: Callable[[int], None] = lambda size: None) -> bytes:
    """Read the body of a request; RefusalError where it is too large, too slow, or finds no room."""
    parts: list[bytes] = []
    size, begun = 0, monotonic()
    stream = request.stream()
    try:
        if int(request.headers.get("content-length") or 0) > most:
            raise _too_large(most)
        while True:
            part = await asyncio.wait_for(anext(stream, None), NEXT_PART)
            if part is None:
                return b"".join(parts)
            take(len(part))
            parts.append(part)
            size += len(part)
            if size > most:
                raise _too_large(most)
            if monotonic() - begun > FIRST_SECONDS + size / BYTES_A_SECOND:
                raise TimeoutError
    except RefusalError:
        # The rest is read and left, for a while: who is cut off while sending does not hear why.
        with suppress(TimeoutError, ClientDisconnect):
            async with asyncio.timeout(LINGER):
                async for _ in stream:
                    pass
        raise
    except TimeoutError:
        raise RefusalError(408, phrase("The upload was too slow and was stopped.")) from None
    except ClientDisconnect:
        raise RefusalError(400, BROKE_OFF) from None


def _too_large(most: int) -> RefusalError:
    return RefusalError(
        413, phrase("That is larger than the desk's limit of {size} MB.", size=most / MEGABYTE)
    )


async def files_of(request: Request, most: int, take: Callable[[int], None]) -> Sequence[tuple[str, bytes]]:
    """Read the files in a body by the names and sizes in the address; RefusalError if they do not fit."""
    names, sizes = request.query_params.getlist("name"), request.query_params.getlist("size")
    try:
        return split_files(names, sizes, await body_of(request, most, take))
    except AskedError as error:
        raise RefusalError(error.status, reason(error)) from error


async def while_there(request: Request, work: Awaitable[Row]) -> Row | None:
    """Return the row of some work, which ends when the client leaves: None then."""

    async def wait_for_disconnect() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    done, leaving = asyncio.ensure_future(work), asyncio.ensure_future(wait_for_disconnect())
    try:
        await asyncio.wait((done, leaving), return_when=asyncio.FIRST_COMPLETED)
        return done.result() if done.done() else None
    finally:
        for task in (done, leaving):
            task.cancel()


def client_name(request: Request) -> str:
    """Return who waits when many do: the session, else the address that a request comes from."""
    return str(request.scope.get("session_name") or (request.client.host if request.client else ""))


def desk_work(
    desk: DeskSettings, task: str, files: Sequence[tuple[str, bytes]], wishes: Mapping[str, str] | None = None
) -> DeskWork:
    """Return a task on some files, within the limits of the desk."""
    return DeskWork(
        task=task,
        files=files,
        wishes=wishes or {},
        language=desk.tongue.language,
        seconds=desk.seconds,
        memory=desk.memory,
    )


def json_endpoint(job: Callable[[Request, Row], Awaitable[Row]]) -> Endpoint:
    """Return an endpoint that answers with what a job makes of the object that is asked with."""

    async def answer_request(request: Request) -> Response:
        try:
            return answer(await job(request, parse_object(await body_of(request, MOST_BYTES))))
        except AskedError as error:
            raise RefusalError(error.status, reason(error), **error.facts) from error
        except ValueError as error:
            raise RefusalError(422, reason(error)) from error

    return answer_request


def worker_endpoint(desk: DeskSettings, task: str) -> Endpoint:
    """Return an endpoint that answers with what a task makes of the object that is asked with."""
    return json_endpoint(lambda request, asked: run_task(request, desk, task, asked))


async def run_task(request: Request, desk: DeskSettings, task: str, asked: Row) -> Row:
    """Return the row of a task; a watched process makes it, for texts come from strangers."""
    work = replace(desk_work(desk, task, [("record", json.dumps(asked).encode())]), memory=MEMORY_OF_ENGINE)
    thinks = task in THINKING
    workers: Workers = request.app.state.thinkers if thinks else request.app.state.writers
    answering = workers.answer(work, client_name(request))
    row = await (while_there(request, answering) if thinks else answering)
    if row is None:
        raise RefusalError(400, BROKE_OFF)
    if "error" in row:
        raise RefusalError(row.pop("status"), row.pop("error"), **row)
    return row


def site_of(desk: DeskSettings) -> DeskSite:
    """Return what the pages of a desk say of it; one of a network shows no folder."""
    return DeskSite(
        tongue=desk.tongue,
        root=desk.root,
        largest=desk.max_size,
        folder=None if desk.password else desk.folder,
        archive=desk.archive is not None,
        network=bool(desk.password),
        engine=find_spec("numpy") is not None,
    )


def page(desk: DeskSettings, name: str, path: str, /, status: int = 200, **facts: Any) -> HTMLResponse:
    """Return the page `desk_NAME.html.j2` in the frame, the tab of its path marked."""
    return HTMLResponse(render_page(site_of(desk), name, path, **facts), status)
