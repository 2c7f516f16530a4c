"""The pages on which a record is written or a match played, its spectators, and their requests."""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import secrets
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from time import monotonic

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from kotra_notation.desk import http
from kotra_notation.desk.folders import KeptRecord, free_name, keep_record, kept_record
from kotra_notation.desk.guard import OPEN
from kotra_notation.desk.pages import page_texts, record_page
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.work import AskedError, fact
from kotra_notation.jobs.rows import Row
from kotra_notation.report.live import bare_table, board_facts
from kotra_notation.report.rendering import script_json
from kotra_notation.report.site_map import ascii_slug
from kotra_notation.report.templating import render
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
        return HTMLResponse(record_page(http.site_of(desk), request.url.path.rpartition("/")[2]))

    async def begin(request: Request, asked: Row) -> Row:
        below = PLAYED if request.url.path.endswith("play/begin") else ""
        return await _free(await http.run_task(request, desk, "write/begin", asked), below)

    async def open_record(request: Request, asked: Row) -> Row:
        if folder is None or "text" in asked:
            return await _free(await http.run_task(request, desk, "write/open", asked))
        kept = await run_in_threadpool(_find_record, folder, fact(asked, "name", str))
        row = await http.run_task(request, desk, "write/stand", {"text": kept.data.decode("utf-8-sig")})
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
        return await http.run_task(request, desk, task, asked | {"dice": key})

    requests = {
        "write/begin": http.json_endpoint(begin),
        "play/begin": http.json_endpoint(begin),
        "write/open": http.json_endpoint(open_record),
        "write/save": http.json_endpoint(save_record),
        "play/throw": http.json_endpoint(with_dice),
        "play/answer": http.json_endpoint(with_dice),
        **{task: http.worker_endpoint(desk, task) for task in OF_TEXTS},
    }
    return [
        Route("/write", show, middleware=http.COMPRESSED),
        Route("/play", show, middleware=http.COMPRESSED),
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


MOST_SHOWS = 50
WAIT = 25.0  # seconds after which a stream says that it is still there
KEPT = 12 * 3600.0  # seconds that a show is kept after its last event
# Words of the players, and what is made of a key: so nobody takes over a show whose address he knows.
_NAME = re.compile(r"[a-z0-9-]{1,41}-[\w-]{22}", re.ASCII)


def _event(seen: Row) -> bytes:
    """Return a server-sent event; who hears that a show is over asks again after 5 seconds."""
    return b"retry: 5000\ndata: %b\n\n" % json.dumps(seen).encode()


OVER = _event({"over": True})


class Show:
    """One match that is shown: its view, and the event that tells spectators of it."""

    def __init__(self, key: str, owner: str) -> None:
        self.key = key
        self.owner = owner
        self.seen: Row = {}
        self.touched = monotonic()
        self._event = b""
        self._changed = asyncio.Event()

    def change(self, seen: Row) -> None:
        """Show another view to all who listen."""
        self.seen = seen
        self._event = _event(seen)  # once for all who hear it
        self.touched = monotonic()
        self._changed.set()
        self._changed = asyncio.Event()

    async def events(self) -> AsyncIterator[bytes]:
        """Yield the view now and after each change, as server-sent events, until the show is over."""
        heard = b""
        while heard != OVER:
            if heard is not self._event:
                heard = self._event
                yield heard
                continue
            try:
                await asyncio.wait_for(self._changed.wait(), WAIT)
            except TimeoutError:
                yield b":\n\n"


class Shows:
    """The matches that are shown, by their names."""

    def __init__(self) -> None:
        self._shows: dict[str, Show] = {}

    def get(self, name: str) -> Show | None:
        """Return the show of a name."""
        return self._shows.get(name)

    def held_by(
        self, name: str | None, key: str | None, players: tuple[str, str], owner: str = ""
    ) -> tuple[str, Show]:
        """Return the show whose key a writer has, or a new one; a desk that was begun anew takes it over."""
        if name is None or key is None:
            key = secrets.token_urlsafe(16)
            names = "-".join(filter(None, [ascii_slug(player)[:20].strip("-") for player in players]))
            name = f"{names or 'match'}-{_key_digest(key)}"
        digest = _key_digest(key)
        if not (_NAME.fullmatch(name) and secrets.compare_digest(name[-len(digest) :], digest)):
            raise AskedError(phrase("Somebody else is showing a match there."))
        if name not in self._shows:
            self._make_room()
            self._shows[name] = Show(key, owner)
        return name, self._shows[name]

    def end(self, name: str, key: str) -> None:
        """End a show, and tell those who wait."""
        show = self._shows.get(name)
        if show is not None and secrets.compare_digest(show.key.encode(), key.encode("utf-8", "replace")):
            show.change({"over": True})
            del self._shows[name]

    def _make_room(self) -> None:
        now = monotonic()
        for name in [name for name, show in self._shows.items() if now - show.touched > KEPT]:
            del self._shows[name]
        while len(self._shows) >= MOST_SHOWS:
            often = Counter(show.owner for show in self._shows.values())
            # The oldest of the busiest owner goes, so that nobody pushes out all others.
            order = {name: (-often[show.owner], show.touched) for name, show in self._shows.items()}
            del self._shows[min(self._shows, key=order.__getitem__)]


def _key_digest(key: str) -> str:
    """Return the part of an address that is made of a key; nobody finds the key by it."""
    digest = sha256(key.encode("utf-8", "surrogatepass")).digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def show_routes(desk: DeskSettings) -> list[Route]:
    """Return the routes of the writer of a match."""

    async def update_show(request: Request, asked: Row) -> Row:
        shows: Shows = request.app.state.shows
        name, key = (value if isinstance(value := asked.get(each), str) else None for each in ("name", "key"))
        if asked.get("over"):
            shows.end(name or "", key or "")
            return {"address": ""}
        seen = await http.run_task(request, desk, "live", asked)
        name, show = shows.held_by(name, key, tuple(seen["players"]), http.client_name(request))
        show.change(seen)
        return {"name": name, "key": show.key, "address": f"{OPEN}{name}"}

    return [Route("/live", http.json_endpoint(update_show), methods=["POST"])]


def open_routes(desk: DeskSettings) -> list[Route]:
    """Return the routes of spectators."""
    say = desk.tongue.say

    async def live_page(request: Request) -> Response:
        show = request.app.state.shows.get(request.path_params["name"])
        if show is None:
            return PlainTextResponse(say("No match is being shown here now."), 404)
        facts = {
            "texts": page_texts(desk.tongue, "standing", "live"),
            "modern": board_facts(desk.tongue, lettered=False),
            "old": board_facts(desk.tongue, lettered=True),
            "seen": show.seen,
        }
        return HTMLResponse(
            render(
                "desk_live.html.j2",
                desk.tongue,
                theme="paper",
                facts=Markup(script_json(facts)),
                tables=[bare_table(lettered=False), bare_table(lettered=True)],
            )
        )

    async def events(request: Request) -> Response:
        show = request.app.state.shows.get(request.path_params["name"])
        return StreamingResponse(show.events() if show else iter([OVER]), media_type="text/event-stream")

    return [Route(f"{OPEN}{{name}}", live_page), Route(f"{OPEN}{{name}}/events", events)]
