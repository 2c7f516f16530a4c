"""The page that checks records, and its requests: answers are made of the files sent, and kept nowhere."""

from __future__ import annotations

import json
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, aclosing
from dataclasses import replace
from time import monotonic

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from kotra_notation.desk import http
from kotra_notation.desk.pages import POLICY_OF_A_REPORT, TEXTS, DeskSite, page_texts, render_page
from kotra_notation.desk.settings import MEMORY_OF_ENGINE, DeskSettings
from kotra_notation.desk.tasks import explain_word
from kotra_notation.desk.work import DeskTask, DeskWork, WorkProgress
from kotra_notation.desk.workers import RefusalError, Workers
from kotra_notation.jobs.files import MEGABYTE
from kotra_notation.jobs.notations import written_notations
from kotra_notation.jobs.rows import Row
from kotra_notation.report.rendering import script_json
from kotra_notation.words import phrase
from kotra_notation.words.phrases import reason, told
from kotra_notation.words.tongues import Tongue

# The time a page is kept, and the bytes of all of them.
SHELF_SECONDS = 600.0
SHELF_BYTES = 64_000_000


class PageShelf:
    """Pages in memory for some minutes, at addresses that nobody can guess; without room the oldest goes."""

    def __init__(self, most: int = SHELF_BYTES, clock: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._clock = clock
        self._pages: OrderedDict[str, tuple[float, bytes]] = OrderedDict()

    def put(self, content: bytes) -> str:
        """Keep a page, and return its name."""
        name = secrets.token_urlsafe(18)
        self._pages[name] = self._clock() + SHELF_SECONDS, content
        self._clear()
        return name

    def get(self, name: str) -> bytes | None:
        """Return the page of a name; None where there is none any more."""
        self._clear()
        return self._pages[name][1] if name in self._pages else None

    @property
    def size(self) -> int:
        """The bytes that are kept."""
        return sum(len(content) for _, content in self._pages.values())

    def _clear(self) -> None:
        now = self._clock()
        while self._pages and (next(iter(self._pages.values()))[0] <= now or self.size > self._most):
            self._pages.popitem(last=False)


# Tasks that are answered at once.
QUICK = (
    *("check", "card", "look", "match", "boards", "proposals", "mend", "convert", "anonymize", "report"),
    *("diff", "merge", "quiz", "summary", "unpack"),
)
# So much longer than a file an analysis may take.
OF_ENGINE = 30
# Names of wishes that are none of a task, but tell of the files.
OF_FILES = ("name", "size")


def routes(desk: DeskSettings) -> list[Route]:
    """Return the routes of the page and of its requests."""

    def show(request: Request) -> Response:
        return HTMLResponse(check_page(http.site_of(desk)))

    async def work_of(request: Request, task: str, take: Callable[[int], None]) -> DeskWork:
        files = await http.files_of(request, desk.max_size, take)
        wishes = {name: wish for name, wish in request.query_params.items() if name not in OF_FILES}
        return http.desk_work(desk, task, files, wishes)

    async def ask(request: Request) -> Response:
        """Answer with the row of a task; a page that it makes is put on the shelf."""
        task = request.path_params["task"]
        if task not in QUICK:
            raise RefusalError(404, phrase("There is nothing here."))
        room: http.Room = request.app.state.room
        with room.taking() as take:
            workers: Workers = request.app.state.workers
            work = workers.answer(await work_of(request, task, take), http.client_name(request))
            row = await http.while_there(request, work)
        if row is None:
            return Response(status_code=499)
        if "page" in row:
            shelf: PageShelf = request.app.state.shelf
            row["page"] = f"shelf/{shelf.put(row['page'].encode('utf-8', 'replace'))}"
        return http.answer(row)

    async def analyse(request: Request) -> Response:
        """Stream the progress of an analysis, a line of JSON each, and its result; leaving ends it."""
        room: http.Room = request.app.state.room
        with ExitStack() as held:
            work = await work_of(request, "analyse", held.enter_context(room.taking()))
            work = replace(work, seconds=desk.seconds * OF_ENGINE, memory=MEMORY_OF_ENGINE)
            lines = _lines(request.app.state.workers, work, http.client_name(request), desk, held.pop_all())
        return StreamingResponse(lines, media_type="application/x-ndjson")

    def shelf_page(request: Request) -> Response:
        shelf: PageShelf = request.app.state.shelf
        content = shelf.get(request.path_params["name"])
        if content is None:
            sentence = told(phrase("This page is no longer available; make it again."), desk.tongue)
            return Response(sentence, 404, media_type="text/plain")
        headers = {"content-security-policy": POLICY_OF_A_REPORT}
        return Response(content, media_type="text/html", headers=headers)

    def explain(request: Request) -> Response:
        wishes = dict(request.query_params)
        try:
            return http.answer(
                explain_word(DeskTask(files=(), wishes=wishes, tongue=desk.tongue, progress=lambda *_: None))
            )
        except ValueError as error:
            raise RefusalError(422, reason(error)) from error

    return [
        Route("/", show, middleware=http.COMPRESSED),
        Route("/explain", explain),
        Route("/ask/{task}", ask, methods=["POST"]),
        Route("/analyse", analyse, methods=["POST"]),
        Route("/shelf/{name}", shelf_page),
    ]


async def _lines(
    workers: Workers, work: DeskWork, asking: str, desk: DeskSettings, held: ExitStack
) -> AsyncIterator[str]:
    with held:
        try:
            async with aclosing(workers.messages(work, asking, long=True)) as messages:
                async for message in messages:
                    if isinstance(message, WorkProgress):
                        message = {"done": message.done, "whole": message.whole}
                    yield json.dumps(message) + "\n"
        except RefusalError as error:
            yield json.dumps({"error": told(error.why, desk.tongue)}) + "\n"


def page_words(tongue: Tongue, largest: int) -> Row:
    """Return all sentences, what is counted in both forms, and the bytes that a request may have."""
    forms = {
        name: [tongue.count(singular, plural, number, number="{count}") for number in (1, 2)]
        for name, (singular, plural) in TEXTS["counted"].items()
    }
    texts = page_texts(tongue, "check")
    size = tongue.number(largest / MEGABYTE)
    return texts | forms | {"too_large": texts["too_large"].replace("{size}", size), "largest": largest}


def check_page(site: DeskSite) -> str:
    """Return the page."""
    return render_page(
        site,
        "check",
        "",
        formats=written_notations(site.tongue),
        levels=page_texts(site.tongue, "analyses"),
        words=Markup(script_json(page_words(site.tongue, site.largest))),
    )
