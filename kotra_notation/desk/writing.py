"""The pages on which a record is written or a match played, and their requests: text in, text out."""

from __future__ import annotations

import hmac
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from kotra_notation.desk.folders import KeptRecord, free_name, keep_record, kept_record
from kotra_notation.desk.http import COMPRESSED, json_endpoint, run_task, site_of, worker_endpoint
from kotra_notation.desk.record_page import record_page
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.work import AskedError, fact
from kotra_notation.jobs.rows import Row
from kotra_notation.words import phrase

# Where matches lie that are played, below the folder.
PLAYED = "played/"

# Requests that a worker answers by the text alone.
OF_TEXTS = (
    *("write/enter", "write/stand", "write/without", "write/head", "write/film", "write/ranked"),
    "write/meant",
    *("play/enter", "play/hint", "play/loss"),
)


def routes(desk: DeskSettings) -> list[Route]:
    """Return the routes of the pages and of their requests."""
    folder = folder_of(desk)

    def show(request: Request) -> Response:
        request.app.state.writers.begin()
        request.app.state.thinkers.begin()
        return HTMLResponse(record_page(site_of(desk), request.url.path.rpartition("/")[2]))

    async def begin(request: Request, asked: Row) -> Row:
        below = PLAYED if request.url.path.endswith("play/begin") else ""
        return await _free(await run_task(request, desk, "write/begin", asked), below)

    async def open_record(request: Request, asked: Row) -> Row:
        if folder is None or "text" in asked:
            return await _free(await run_task(request, desk, "write/open", asked))
        kept = await run_in_threadpool(_find_record, folder, fact(asked, "name", str))
        row = await run_task(request, desk, "write/stand", {"text": kept.data.decode("utf-8-sig")})
        return row | {"name": kept.name, "version": kept.version}

    async def _free(row: Row, below: str = "") -> Row:
        """Return the row with a name that no file of the folder has."""
        name = f"{below}{row['name']}"
        return row | {"name": await run_in_threadpool(free_name, folder, name) if folder else name}

    async def save_record(request: Request, asked: Row) -> Row:
        return await run_in_threadpool(_save, folder, asked)

    async def with_dice(request: Request, asked: Row) -> Row:
        """Ask with the key of the match's dice, which no page knows."""
        match = fact(asked, "match", str).encode("utf-8", "replace")
        key = hmac.digest(request.app.state.dice_key, match, "sha256").hex()
        task = request.url.path.removeprefix(f"{desk.root}/")
        return await run_task(request, desk, task, asked | {"dice": key})

    requests = {
        "write/begin": json_endpoint(begin),
        "play/begin": json_endpoint(begin),
        "write/open": json_endpoint(open_record),
        "write/save": json_endpoint(save_record),
        "play/throw": json_endpoint(with_dice),
        "play/answer": json_endpoint(with_dice),
        **{task: worker_endpoint(desk, task) for task in OF_TEXTS},
    }
    return [
        Route("/write", show, middleware=COMPRESSED),
        Route("/play", show, middleware=COMPRESSED),
        *(Route(f"/{path}", endpoint, methods=["POST"]) for path, endpoint in requests.items()),
    ]


def folder_of(desk: DeskSettings) -> Path | None:
    """Return the folder where records are kept; none on the desk of a network."""
    return None if desk.password else desk.folder


def _find_record(folder: Path, name: str) -> KeptRecord:
    """Return a record of the folder to write on."""
    kept = kept_record(folder, name)
    if kept is None:
        raise AskedError(phrase("{name} is no longer in the folder.", name=name))
    try:
        kept.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AskedError(phrase("{file} is not UTF-8 text; save it as UTF-8.", file=name)) from None
    return kept


def _save(folder: Path | None, asked: Row) -> Row:
    """Keep the record in the folder; under another name where the file was changed elsewhere."""
    if folder is None:
        raise AskedError(phrase("This desk saves nothing."))
    version = asked.get("version")
    known = version if isinstance(version, str) else None
    kept, moved = keep_record(folder, fact(asked, "name", str), fact(asked, "text", str), known)
    return {"name": kept.name, "version": kept.version, "moved": moved}
