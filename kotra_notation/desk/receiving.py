"""What comes with a request, within limits of size and time, and how it is answered: in JSON."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from kotra_notation.desk.guard import BYTES_A_SECOND
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.workers import RefusalError
from kotra_notation.jobs.files import MEGABYTE
from kotra_notation.jobs.rows import Row
from kotra_notation.words import phrase
from kotra_notation.words.phrases import told

# How long the next part of a body is waited for, and the whole; the guard waits a little longer.
NEXT_PART, FIRST_SECONDS = 10.0, 20.0
# So many bytes of all requests are held at once.
MOST_HELD = 256_000_000
# What becomes of a file, and no fault in asking: it is there already, it is refused, it has to wait.
TOLD = (409, 422, 503)
# So many files come in one request.
MOST_FILES = 26
# So many seconds what is too large is still listened to.
LINGER = 10.0
BROKE_OFF = phrase("What was sent broke off.")


def answer(row: object, status: int = 200) -> Response:
    """An answer for the script of a page; whatever a stranger wrote is in ASCII."""
    return Response(json.dumps(row), status, media_type="application/json")


def refused(desk: DeskSettings, error: RefusalError) -> Response:
    """The answer to what is not done; of what a page tells somebody the browser makes no fuss of its own."""
    row = {"error": told(error.why, desk.tongue), "status": error.status, **error.facts}
    made = answer(row, 200 if error.status in TOLD else error.status)
    if error.status in (408, 413):
        made.headers["connection"] = "close"  # what is still to come is not read
    return made


class Room:
    """What is held of all requests at once, in bytes."""

    def __init__(self, most: int = MOST_HELD) -> None:
        self._most = most
        self.taken = 0

    @contextmanager
    def taking(self) -> Iterator[Callable[[int], None]]:
        """What takes room for some bytes, until the request is done; RefusalError where there is none."""
        mine = 0

        def take(size: int) -> None:
            nonlocal mine
            if self.taken + size > self._most:
                raise RefusalError(503, phrase("There is too much to do just now; try again in a moment."))
            self.taken += size
            mine += size

        try:
            yield take
        finally:
            self.taken -= mine


async def body_of(request: Request, most: int, take: Callable[[int], None] = lambda size: None) -> bytes:
    """The body of a request; RefusalError where it is too large, comes too slowly, or finds no room."""
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
        await _passed_over(stream)
        raise
    except TimeoutError:
        raise RefusalError(408, phrase("What was sent came too slowly, and was left.")) from None
    except ClientDisconnect:
        raise RefusalError(400, BROKE_OFF) from None


async def _passed_over(stream: AsyncIterator[bytes]) -> None:
    """The rest is read and left, for a while: who is cut off while sending does not hear why."""
    with suppress(TimeoutError, ClientDisconnect):
        async with asyncio.timeout(LINGER):
            async for _ in stream:
                pass


def _too_large(most: int) -> RefusalError:
    return RefusalError(
        413, phrase("That is larger than the {size} MB that the desk takes.", size=most / MEGABYTE)
    )


async def files_of(request: Request, most: int, take: Callable[[int], None]) -> Sequence[tuple[str, bytes]]:
    """The files in a body, one behind the other, by the names and sizes that the address has of them.

    One alone needs no size. RefusalError where they do not go together.
    """
    names, sizes = request.query_params.getlist("name"), request.query_params.getlist("size")
    body = await body_of(request, most, take)
    if len(names) == 1 and not sizes:
        return [(names[0], body)]
    if len(names) != len(sizes) or not all(size.isascii() and size.isdigit() for size in sizes):
        raise RefusalError(400, phrase("Names and sizes of files do not go together."))
    lengths = [int(size[:12]) for size in sizes]
    if sum(lengths) != len(body) or not 0 < len(names) <= MOST_FILES:
        raise RefusalError(400, phrase("Names and sizes of files do not go together."))
    files, at = [], 0
    for name, length in zip(names, lengths, strict=True):
        files.append((name, body[at : at + length]))
        at += length
    return files


async def gone(request: Request) -> None:
    """Returns when who asked is not there any more; what was sent has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def while_there(request: Request, work: Awaitable[Row]) -> Row | None:
    """Return what comes of some work, which ends when who asked leaves: None then."""
    done, leaving = asyncio.ensure_future(work), asyncio.ensure_future(gone(request))
    try:
        await asyncio.wait((done, leaving), return_when=asyncio.FIRST_COMPLETED)
        return done.result() if done.done() else None
    finally:
        for task in (done, leaving):
            task.cancel()


def who(request: Request) -> str:
    """Return whose turn it is when many wait: the session, else the address that a request comes from."""
    session = request.scope.get("session_name")
    return str(session or (request.client.host if request.client else ""))
