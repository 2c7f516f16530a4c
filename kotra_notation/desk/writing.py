"""The page on which a record is written, and what it asks: text in, text out, and the desk's folder."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotra_notation.desk import keeping
from kotra_notation.desk.asked import AskedError, Row, fact
from kotra_notation.desk.asking import answering, done, of_worker
from kotra_notation.desk.pages import page
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.writing_words import GAMES, HEADS, LEVELS, OPTIONS, TEXTS
from kotra_notation.jobs.engine import INSTALL, LEVEL_NAMES
from kotra_notation.jobs.notations import written_notations
from kotra_notation.record.draft.words import ENTRIES
from kotra_notation.report.live import bare_table, board_facts
from kotra_notation.report.rendering import script_json
from kotra_notation.words import phrase

# What is asked of a text alone.
OF_TEXTS = ("enter", "stand", "without", "head", "ranked", "meant")


def routes(desk: DeskSettings) -> list[Route]:
    """The page and what it asks."""

    def write_page(request: Request) -> Response:
        request.app.state.writers.begin()
        request.app.state.thinkers.begin()
        return record_page(desk, "write")

    folder = folder_of(desk)

    async def begin(request: Request, asked: Row) -> Row:
        return await _named(await done(request, desk, "write/begin", asked))

    async def open_record(request: Request, asked: Row) -> Row:
        if folder is None or "text" in asked:
            return await _named(await done(request, desk, "write/stand", {"text": fact(asked, "text", str)}))
        kept = await run_in_threadpool(_kept, folder, fact(asked, "name", str))
        row = await done(request, desk, "write/stand", {"text": kept.data.decode("utf-8-sig")})
        return row | {"name": kept.name, "version": kept.version}

    async def _named(row: Row) -> Row:
        return row | {"name": await run_in_threadpool(keeping.proposed, folder, row["standing"]["players"])}

    async def save_record(request: Request, asked: Row) -> Row:
        return await run_in_threadpool(_save, folder, asked)

    return [
        Route("/write", write_page),
        Route("/write/begin", answering(begin), methods=["POST"]),
        Route("/write/open", answering(open_record), methods=["POST"]),
        Route("/write/save", answering(save_record), methods=["POST"]),
        *(Route(f"/write/{name}", of_worker(desk, f"write/{name}"), methods=["POST"]) for name in OF_TEXTS),
    ]


def folder_of(desk: DeskSettings) -> Path | None:
    """Return where records are kept; nowhere on the desk of a network."""
    return None if desk.password else desk.folder


def record_page(desk: DeskSettings, name: str) -> Response:
    """The page for a match that is written, or played."""
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
        options={game: [(name, say(text), on) for name, text, on in some] for game, some in OPTIONS.items()},
        entries=entries,
        formats=written_notations(desk.tongue),
        heads=[(key, say(label)) for key, label in HEADS],
        mode=name,
        keeps=folder_of(desk) is not None,
        levels=[(level, say(LEVELS[level])) for level in LEVEL_NAMES] if engine else [],
        missing=desk.tongue.say(TEXTS["no_engine"], command=INSTALL),
        analyses=engine,
    )


def _kept(folder: Path, name: str) -> keeping.Kept:
    """A record of the folder that is to be written on."""
    kept = keeping.kept(folder, name)
    if kept is None:
        raise AskedError(phrase("{name} is not in the folder any more.", name=name))
    try:
        kept.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AskedError(phrase("{file} is no text in UTF-8; save it as UTF-8.", file=name)) from None
    return kept


def _save(folder: Path | None, asked: Row) -> Row:
    """The record kept in the folder; under another name where the file was changed elsewhere."""
    if folder is None:
        raise AskedError(phrase("This desk keeps nothing."))
    version = asked.get("version")
    known = version if isinstance(version, str) else None
    kept, moved = keeping.keep(folder, fact(asked, "name", str), fact(asked, "text", str), known)
    return {"name": kept.name, "version": kept.version, "moved": moved}
