"""The pages on which a record is written or a match played, and their requests: text in, text out."""

from __future__ import annotations

import hmac
from importlib.util import find_spec
from pathlib import Path

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotra_notation.desk.folders import KeptRecord, keep_record, kept_record, proposed_name
from kotra_notation.desk.http import json_endpoint, page, run_task, worker_endpoint
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.work import AskedError, fact
from kotra_notation.desk.writing_words import GAMES, HEADS, LEVELS, OPTIONS, TEXTS
from kotra_notation.jobs.engine import INSTALL, LEVEL_NAMES
from kotra_notation.jobs.notations import written_notations
from kotra_notation.jobs.rows import Row
from kotra_notation.record.draft.words import ENTRIES
from kotra_notation.report.live import bare_table, board_facts
from kotra_notation.report.rendering import script_json
from kotra_notation.words import phrase

# Requests that a worker answers by the text alone.
OF_TEXTS = (
    *("write/enter", "write/stand", "write/without", "write/head", "write/ranked", "write/meant"),
    *("play/enter", "play/hint"),
)


def routes(desk: DeskSettings) -> list[Route]:
    """Return the routes of the pages and of their requests."""
    folder = folder_of(desk)

    def show(request: Request) -> Response:
        request.app.state.writers.begin()
        request.app.state.thinkers.begin()
        return record_page(desk, request.url.path.rpartition("/")[2])

    async def begin(request: Request, asked: Row) -> Row:
        return await _add_name(await run_task(request, desk, "write/begin", asked))

    async def open_record(request: Request, asked: Row) -> Row:
        if folder is None or "text" in asked:
            text = fact(asked, "text", str)
            return await _add_name(await run_task(request, desk, "write/stand", {"text": text}))
        kept = await run_in_threadpool(_find_record, folder, fact(asked, "name", str))
        row = await run_task(request, desk, "write/stand", {"text": kept.data.decode("utf-8-sig")})
        return row | {"name": kept.name, "version": kept.version}

    async def _add_name(row: Row) -> Row:
        return row | {"name": await run_in_threadpool(proposed_name, folder, row["standing"]["players"])}

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
        "write/open": json_endpoint(open_record),
        "write/save": json_endpoint(save_record),
        "play/throw": json_endpoint(with_dice),
        "play/answer": json_endpoint(with_dice),
        **{task: worker_endpoint(desk, task) for task in OF_TEXTS},
    }
    return [
        Route("/write", show),
        Route("/play", show),
        *(Route(f"/{path}", endpoint, methods=["POST"]) for path, endpoint in requests.items()),
    ]


def folder_of(desk: DeskSettings) -> Path | None:
    """Return the folder where records are kept; none on the desk of a network."""
    return None if desk.password else desk.folder


def record_page(desk: DeskSettings, name: str) -> Response:
    """Return the page for a match, by its name: write or play."""
    say = desk.tongue.say
    entries = [
        (entry.keys, entry.example, say(entry.meaning), entry.modern, entry.old)
        for entry in ENTRIES
        if entry.keys
    ]
    engine = find_spec("numpy") is not None
    facts = {
        "mode": name,
        "engine": engine,
        "keeps": folder_of(desk) is not None,
        "texts": {key: say(text) for key, text in TEXTS.items()},
        "modern": board_facts(desk.tongue, lettered=False),
        "old": board_facts(desk.tongue, lettered=True),
    }
    return page(
        desk,
        name,
        name,
        facts=Markup(script_json(facts)),
        tables=[bare_table(lettered=False), bare_table(lettered=True)],
        games=[(rules, say(title), say(meaning)) for rules, title, meaning in GAMES],
        options={
            game: [(option, say(text), on) for option, text, on in options]
            for game, options in OPTIONS.items()
        },
        entries=entries,
        formats=written_notations(desk.tongue),
        heads=[(key, say(label)) for key, label in HEADS],
        mode=name,
        keeps=folder_of(desk) is not None,
        levels=[(level, say(LEVELS[level])) for level in LEVEL_NAMES] if engine else [],
        missing=desk.tongue.say(TEXTS["no_engine"], command=INSTALL),
        analyses=engine,
    )


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
