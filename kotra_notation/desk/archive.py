"""The pages of an archive that is already built: its matches, players, events, questions and positions."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from kotra_notation.desk.archive_forms import form_facts
from kotra_notation.desk.archive_tasks import ARCHIVE_TASKS
from kotra_notation.desk.pages import page
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.jobs.archive_answers import FORMS
from kotra_notation.jobs.archive_pages import EVENT, PLAYER
from kotra_notation.jobs.archives import lacking
from kotra_notation.values import dataclass
from kotra_notation.words import reason
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import N_, Tongue

# The rooms of the tab by their paths.
ROOMS = {
    "": N_("Matches"),
    "players": N_("Players"),
    "events": N_("Events"),
    "questions": N_("Questions"),
    "sql": N_("SQL"),
    "positions": N_("Positions"),
}
# The wishes that a page understands, and how long one may be; a statement and a position take more.
WISHES = frozenset(
    [
        "q",
        "to",
        "name",
        "rules",
        "player",
        "length",
        "since",
        "until",
        "form",
        "sql",
        "position",
        "side",
        "pattern",
        "within",
        "dice",
        "match",
        "anyway",
    ]
)
LONGEST, LONGEST_TEXT = 200, 20_000
TEXTS = ("sql", "position", "pattern")
KINDS = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


def routes(desk: DeskSettings) -> list[Route]:
    """What an archive answers; nothing where there is none, and on a desk of a network."""
    if desk.archive is None or desk.password:
        return []
    rooms = ArchiveRooms(desk)
    return [
        Route("/archive", rooms.matches),
        Route("/archive/players", rooms.players),
        Route("/archive/events", rooms.events),
        Route("/archive/player", rooms.player),
        Route("/archive/event", rooms.event),
        Route("/archive/questions", rooms.questions),
        Route("/archive/question", rooms.question),
        Route("/archive/sql", rooms.statement),
        Route("/archive/positions", rooms.positions),
        Route("/archive/report", rooms.report),
        Route("/archive/record", rooms.record),
    ]


class RefusedError(Exception):
    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status
        self.why = why


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    wishes: Mapping[str, str]
    tongue: Tongue


class ArchiveRooms:
    """The rooms of an archive; each request looks at it as it is then."""

    def __init__(self, desk: DeskSettings) -> None:
        self._desk = desk

    async def matches(self, request: Request) -> Response:
        """How much there is, and the matches that are looked for."""
        return await self._room(request, "", "matches", "archive_matches")

    async def players(self, request: Request) -> Response:
        """The players by their names."""
        return await self._room(request, "players", "list", "archive_list", subject=PLAYER)

    async def events(self, request: Request) -> Response:
        """The events by their names."""
        return await self._room(request, "events", "list", "archive_list", subject=EVENT)

    async def player(self, request: Request) -> Response:
        """The page of a player."""
        return await self._room(request, "players", "subject", "archive_page", subject=PLAYER)

    async def event(self, request: Request) -> Response:
        """The page of an event."""
        return await self._room(request, "events", "subject", "archive_page", subject=EVENT)

    async def questions(self, request: Request) -> Response:
        """The named questions."""
        return self._page(request, "questions", "questions", {})

    async def question(self, request: Request) -> Response:
        """A named question with its answer, or a file of that."""
        return await self._room(request, "questions", "question", "archive_answer")

    async def statement(self, request: Request) -> Response:
        """A statement of SQL with its answer, or a file of that."""
        task = "archive_statement" if request.query_params.get("sql", "").strip() else ""
        return await self._room(request, "sql", "sql", task)

    async def positions(self, request: Request) -> Response:
        """The rolls at a position, or at those that fit a pattern."""
        asked = request.query_params
        wanted = asked.get("position", "").strip() or asked.get("pattern", "").strip()
        return await self._room(request, "positions", "positions", "archive_throws" if wanted else "")

    async def report(self, request: Request) -> Response:
        """A match as its report, with the policy of that page."""
        return await self._room(request, "", "match", "archive_report")

    async def record(self, request: Request) -> Response:
        """A match in another notation, or what that would lose."""
        return await self._room(request, "", "match", "archive_record")

    async def _room(self, request: Request, room: str, form: str, task: str, **facts: Any) -> Response:
        """What comes of a task: a page or a file that it made, or its part of a page in the frame."""
        if said := lacking("archive"):
            return self._page(request, room, form, facts | {"refused": told(said, self._desk.tongue)})
        try:
            found = await self._done(task, request, facts) if task else {}
        except RefusedError as refused:
            return self._page(
                request, room, form, facts | {"refused": told(refused.why, self._desk.tongue)}, refused.status
            )
        if "page" in found:
            return HTMLResponse(found["page"])
        if "content" in found:
            return _file(found["name"], b64decode(found["content"]))
        if "part" in request.query_params:
            return JSONResponse(found)
        return self._page(request, room, form, facts | found)

    async def _done(self, task: str, request: Request, facts: Mapping[str, Any]) -> dict[str, Any]:
        wishes = _wishes(request) | {"archive": str(self._desk.archive), "root": self._desk.root}
        wishes |= {name: fact for name, fact in facts.items() if isinstance(fact, str)}
        try:
            return await run_in_threadpool(
                ARCHIVE_TASKS[task], Asked(wishes=wishes, tongue=self._desk.tongue)
            )
        except ValueError as error:
            raise RefusedError(422, reason(error)) from None

    def _page(
        self, request: Request, room: str, form: str, facts: Mapping[str, Any], status: int = 200
    ) -> Response:
        """The frame with the rooms, the form of one, and what was found."""
        desk, wishes, say = self._desk, _wishes(request), self._desk.tongue.say
        here = f"{desk.root}/archive"
        shown = {
            "title": say(ROOMS[room]),
            "refused": "",
            "said": "",
            "question": "",
            "rooms": [
                (f"{here}/{path}".rstrip("/"), say(text), path == room) for path, text in ROOMS.items()
            ],
            "here": here,
            "form": form,
            "forms": FORMS,
            "wishes": wishes,
            "asked": urlencode({name: wish for name, wish in wishes.items() if name != "form"}),
            **form_facts(desk, form, wishes),
            **facts,
            "html": Markup(facts.get("html", "")),  # its own template has escaped it
        }
        answer = page(desk, "archive", "archive", **shown)
        answer.status_code = status
        return answer


def _wishes(request: Request) -> dict[str, str]:
    """What was asked for that a page understands, without what was left empty."""
    asked = request.query_params
    return {
        name: asked[name].strip()[: LONGEST_TEXT if name in TEXTS else LONGEST]
        for name in WISHES
        if asked.get(name, "").strip()
    }


def _file(name: str, data: bytes) -> Response:
    """A file to be kept."""
    kind = KINDS.get(name.rpartition(".")[2], "application/octet-stream")
    disposition = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
    return Response(data, media_type=kind, headers={"content-disposition": disposition})
