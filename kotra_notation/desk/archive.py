"""The pages of an archive that is already built: its matches, players, events, questions and positions."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from kotra_notation.archive.tasks import EVENT, PLAYER, lacking
from kotra_notation.archive.tasks.answers import FORMS, QUESTIONS, RULE_NAMES, archive_tables
from kotra_notation.archive.tasks.pages import set_up
from kotra_notation.desk.http import client_name, page, while_there
from kotra_notation.desk.pages import POLICY_OF_A_REPORT, page_texts
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.work import DeskWork
from kotra_notation.desk.workers import RefusalError, Workers
from kotra_notation.jobs.notations import written_notations
from kotra_notation.report.view import Diagram
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import N_

OWN = "kotra"
Wishes = Mapping[str, str]


def form_facts(desk: DeskSettings, form: str, wishes: Wishes) -> dict[str, Any]:
    """Return what the form of a room is filled with."""
    say, name = desk.tongue.say, wishes.get("name", "")
    matches = (f"{desk.root}/archive?{urlencode({'q': name})}", say("Matches"))
    match form:
        case "matches":  # our notation before the others
            notations = sorted(written_notations(desk.tongue), key=lambda notation: notation.name != OWN)
            return {"notations": [(each.name, each.title) for each in notations if each.matches]}
        case "event":
            return {"ways": [matches]}
        case "player":
            ask = f"{desk.root}/archive/question?"
            questions = [
                (ask + urlencode({"name": question, "player": name}), text)
                for question, text in page_texts(desk.tongue, "of_player").items()
            ]
            return {"ways": [matches, *questions]}
        case "questions":
            return {"questions": [(question.name, say(question.title)) for question in QUESTIONS.values()]}
        case "question" if question := QUESTIONS.get(name):
            return {
                "question": question.name,
                "title": say(question.title),
                "explanation": say(question.explanation),
                "rules": [("", say("all")), *((rules, rules) for rules in RULE_NAMES)],
            }
        case "sql":
            return {"tables": [] if lacking("archive") else archive_tables()}
        case "positions":  # the board shows the position that was asked for, if it is one of today's game
            start, shown = set_up(""), set_up(wishes.get("position", ""))
            return {
                "start": Diagram(position=start),
                "opening": json.dumps(start.seen_by(0)),
                "men": json.dumps(shown.seen_by(0)),
                "texts": json.dumps(page_texts(desk.tongue, "board")),
            }
    return {}


# The parts of the tab, by their paths: the title, and the key that leads there.
PARTS = {
    "": (N_("Matches"), "m"),
    "players": (N_("Players"), "p"),
    "events": (N_("Events"), "e"),
    "questions": (N_("Questions"), "q"),
    "sql": (N_("SQL"), "s"),
    "positions": (N_("Positions"), "b"),
}


class ArchiveRoom(NamedTuple):
    """A page of an archive: path, part, form, and the task that fills it if its `needs` are there."""

    path: str
    part: str
    form: str
    task: str
    subject: str = ""
    needs: tuple[str, ...] = ()


ROOMS = (
    ArchiveRoom("", "", "matches", "archive_matches"),
    ArchiveRoom("players", "players", "list", "archive_list", PLAYER),
    ArchiveRoom("player", "players", "player", "archive_page", PLAYER),
    ArchiveRoom("events", "events", "list", "archive_list", EVENT),
    ArchiveRoom("event", "events", "event", "archive_page", EVENT),
    ArchiveRoom("questions", "questions", "questions", ""),
    ArchiveRoom("question", "questions", "question", "archive_answer"),
    ArchiveRoom("sql", "sql", "sql", "archive_statement", needs=("sql",)),
    ArchiveRoom("positions", "positions", "positions", "archive_throws", needs=("position", "pattern")),
    ArchiveRoom("report", "", "match", "archive_report"),
    ArchiveRoom("record", "", "match", "archive_record"),
)
# Wishes that are understood, and how long they may be; what is typed at length may take more.
SHORT = ("q", "to", "rules", "length", "since", "until", "form", "side", "within", "dice", "match", "anyway")
LONG = ("name", "player", "sql", "position", "pattern")
LONGEST = dict.fromkeys(SHORT, 200) | dict.fromkeys(LONG, 20_000)
# The script asks for a part of the page alone.
PART = "part"
# The seconds and bytes that an answer may take.
SECONDS, RESIDENT = 30.0, 1_000_000_000
KINDS = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


def routes(desk: DeskSettings) -> list[Route]:
    """Return the routes of an archive; none where there is none, and on a desk of a network."""
    if desk.archive is None or desk.password:
        return []
    return [Route(f"/archive/{room.path}".rstrip("/"), _endpoint(desk, room)) for room in ROOMS]


def _endpoint(desk: DeskSettings, room: ArchiveRoom) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint of a room: a page, a file, or the part of a page that its script asks for."""

    async def answer(request: Request) -> Response:
        wishes = _wishes(request)
        try:
            row = await _row(desk, room, request, wishes)
        except RefusalError as refused:
            why = told(refused.why, desk.tongue)
            if PART in request.query_params:
                return JSONResponse({"error": why}, refused.status)
            return _page(desk, room, wishes, {"refused": why}, refused.status)
        if "page" in row:
            return HTMLResponse(row["page"], headers={"content-security-policy": POLICY_OF_A_REPORT})
        if "content" in row:
            return _file(row["name"], b64decode(row["content"]))
        if PART in request.query_params:
            return JSONResponse(row)
        return _page(desk, room, wishes, row)

    return answer


async def _row(
    desk: DeskSettings, room: ArchiveRoom, request: Request, wishes: Mapping[str, str]
) -> Mapping[str, Any]:
    """Return the row of the task of a room, by the archive as it is now."""
    if sentence := lacking("archive"):
        raise RefusalError(503, sentence)
    if not room.task or (room.needs and not any(name in wishes for name in room.needs)):
        return {}
    more = {"archive": str(desk.archive), "root": desk.root, "subject": room.subject}
    work = DeskWork(
        task=room.task,
        files=(),
        wishes={**wishes, **more},
        language=desk.tongue.language,
        seconds=SECONDS,
        resident=RESIDENT,
    )
    archivists: Workers = request.app.state.archivists
    row = archivists.answer(work, client_name(request))
    if PART in request.query_params:  # the next letter has come meanwhile; what is at work goes on
        return await row
    return await while_there(request, row) or {}


def _page(
    desk: DeskSettings,
    room: ArchiveRoom,
    wishes: Mapping[str, str],
    row: Mapping[str, Any],
    status: int = 200,
) -> Response:
    """Return the frame with the parts of the tab, the form of a room, and the row of its task."""
    here, say = f"{desk.root}/archive", desk.tongue.say
    facts = {
        "title": say(PARTS[room.part][0]),
        "refused": "",
        "said": "",
        "question": "",
        "parts": [
            (f"{here}/{path}".rstrip("/"), say(text), key, path == room.part)
            for path, (text, key) in PARTS.items()
        ],
        "here": here,
        "form": room.form,
        "forms": FORMS,
        "wishes": wishes,
        "asked": urlencode({name: wish for name, wish in wishes.items() if name != "form"}),
        **form_facts(desk, room.form, wishes),
        **row,
        "html": Markup(row.get("html", "")),  # its own template has escaped it
    }
    return page(desk, "archive", "archive", status=status, **facts)


def _wishes(request: Request) -> dict[str, str]:
    """Return the wishes that are understood, without those left empty."""
    query = request.query_params
    wishes = {name: query.get(name, "").strip()[:longest] for name, longest in LONGEST.items()}
    return {name: wish for name, wish in wishes.items() if wish}


def _file(name: str, data: bytes) -> Response:
    """Return a file to be kept."""
    kind = KINDS.get(name.rpartition(".")[2], "application/octet-stream")
    disposition = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
    return Response(data, media_type=kind, headers={"content-disposition": disposition})
