"""The page that checks records, and what it asks: answers are made of the files sent, and kept nowhere."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, aclosing
from dataclasses import replace

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from kotra_notation.desk.checking_words import LEVELS, page_words
from kotra_notation.desk.pages import page
from kotra_notation.desk.receiving import Room, answer, files_of, while_there, who
from kotra_notation.desk.settings import MEMORY_OF_ENGINE, DeskSettings
from kotra_notation.desk.shelf import PageShelf
from kotra_notation.desk.work import DeskWork, WorkProgress
from kotra_notation.desk.workers import RefusalError, Workers
from kotra_notation.jobs.notations import written_notations
from kotra_notation.jobs.rows import Row
from kotra_notation.report.rendering import script_json
from kotra_notation.words import phrase
from kotra_notation.words.phrases import told

# What is asked by its name, and answered at once.
QUICK = ("check", "look", "boards", "proposals", "mend", "convert", "anonymize", "report", "diff", "merge")
# So much longer than a file an analysis may take.
OF_ENGINE = 30
# Names of wishes that are none of a task, but tell of the files.
OF_FILES = ("name", "size")
# The page of a stranger's record may run its script, and nothing else: it is of no origin, and asks nobody.
POLICY_OF_A_REPORT = "sandbox allow-scripts allow-downloads allow-popups; frame-ancestors 'none'"


def routes(desk: DeskSettings) -> list[Route]:
    """The page and what it asks."""

    def check_page(request: Request) -> Response:
        return page(
            desk,
            "check",
            "",
            formats=written_notations(desk.tongue),
            levels=LEVELS,
            words=Markup(script_json(page_words(desk.tongue, desk.max_size))),
        )

    async def work_of(request: Request, task: str, take: Callable[[int], None]) -> DeskWork:
        files = await files_of(request, desk.max_size, take)
        wishes = {name: wish for name, wish in request.query_params.items() if name not in OF_FILES}
        return DeskWork(
            task=task,
            files=files,
            wishes=wishes,
            language=desk.tongue.language,
            seconds=desk.seconds,
            memory=desk.memory,
        )

    async def ask(request: Request) -> Response:
        """What a task gives; a page that it makes is put on the shelf."""
        task = request.path_params["task"]
        if task not in QUICK:
            raise RefusalError(404, phrase("There is nothing here."))
        room: Room = request.app.state.room
        with room.taking() as take:
            row = await _row(request, await work_of(request, task, take))
        if row is None:
            return Response(status_code=499)
        if "page" in row:
            shelf: PageShelf = request.app.state.shelf
            row["page"] = f"shelf/{shelf.put(row['page'].encode('utf-8', 'replace'))}"
        return answer(row)

    async def analyse(request: Request) -> Response:
        """How far an analysis is, a line of JSON each, and what came of it; who leaves ends it."""
        room: Room = request.app.state.room
        with ExitStack() as held:
            work = await work_of(request, "analyse", held.enter_context(room.taking()))
            work = replace(work, seconds=desk.seconds * OF_ENGINE, memory=MEMORY_OF_ENGINE)
            lines = _lines(request.app.state.workers, work, who(request), desk, held.pop_all())
        return StreamingResponse(lines, media_type="application/x-ndjson")

    def shelved(request: Request) -> Response:
        shelf: PageShelf = request.app.state.shelf
        content = shelf.get(request.path_params["name"])
        if content is None:
            said = told(phrase("This page is not kept any more; have it made again."), desk.tongue)
            return Response(said, 404, media_type="text/plain")
        headers = {"content-security-policy": POLICY_OF_A_REPORT}
        return Response(content, media_type="text/html", headers=headers)

    return [
        Route("/", check_page),
        Route("/ask/{task}", ask, methods=["POST"]),
        Route("/analyse", analyse, methods=["POST"]),
        Route("/shelf/{name}", shelved),
    ]


async def _row(request: Request, work: DeskWork) -> Row | None:
    """What comes of some work; None where nobody is there any more to hear it."""
    workers: Workers = request.app.state.workers
    return await while_there(request, workers.answer(work, who(request)))


async def _lines(
    workers: Workers, work: DeskWork, asking: str, desk: DeskSettings, held: ExitStack
) -> AsyncIterator[str]:
    with held:
        try:
            async with aclosing(workers.messages(work, asking, long=True)) as messages:
                async for message in messages:
                    if isinstance(message, WorkProgress):
                        yield json.dumps({"done": message.done, "whole": message.whole}) + "\n"
                    else:
                        yield json.dumps(message) + "\n"
        except RefusalError as error:
            yield json.dumps({"error": told(error.why, desk.tongue)}) + "\n"
