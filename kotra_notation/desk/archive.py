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

from kotra_notation.archive.tasks.answers import FORMS, QUESTIONS, RULE_NAMES, archive_tables
from kotra_notation.archive.tasks.archives import lacking
from kotra_notation.archive.tasks.pages import EVENT, PLAYER
from kotra_notation.archive.tasks.positions import set_up
from kotra_notation.desk.checking import POLICY_OF_A_REPORT
from kotra_notation.desk.http import client_name, page, while_there
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.work import DeskWork
from kotra_notation.desk.workers import RefusalError, Workers
from kotra_notation.jobs.notations import written_notations
from kotra_notation.report.view import Diagram
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import N_

# What the forms of an archive's rooms are filled with: notations, rules, questions, tables, a board.


OWN = "kotra"
# The questions that are about one player.
OF_PLAYERS = {
    "pr-by-player": N_("PR"),
    "luck": N_("Luck"),
    "opening-plays": N_("Opening plays"),
    "blunders": N_("Gravest errors"),
}
# What the board says on which a position is set up.
BOARD_TEXTS = {
    "board": N_("Board"),
    "hint": N_(
        "A click puts a checker on a point. By keys: ← → choose the point, ↑ puts one there, ↓ takes one."
    ),
    "white": N_("White"),
    "black": N_("Black"),
    "take": N_("Take away"),
    "start": N_("Start of a game"),
    "clear": N_("Empty board"),
    "point": N_("point {point}"),
    "bar": N_("bar of {name}"),
    "holds": N_("{where}: {number} of {name}"),
    "empty": N_("{where}: empty"),
    "pips": N_("{count} pips"),
}
Wishes = Mapping[str, str]


def form_facts(desk: DeskSettings, form: str, wishes: Wishes) -> dict[str, Any]:
    """Return what the form of a room is filled with."""
    return FORM_FACTS[form](desk, wishes) if form in FORM_FACTS else {}


def _matches_form(desk: DeskSettings, wishes: Wishes) -> dict[str, Any]:
    """The notations, ours before the others."""
    notations = sorted(written_notations(desk.tongue), key=lambda notation: notation.name != OWN)
    return {"notations": [(notation.name, notation.title) for notation in notations if notation.matches]}


def _event_form(desk: DeskSettings, wishes: Wishes) -> dict[str, Any]:
    """Return where the matches of an event are."""
    matches = f"{desk.root}/archive?{urlencode({'q': wishes.get('name', '')})}"
    return {"ways": [(matches, desk.tongue.say("Matches"))]}


def _player_form(desk: DeskSettings, wishes: Wishes) -> dict[str, Any]:
    """Return where the matches of a player are, and questions about him."""
    asked = f"{desk.root}/archive/question?"
    questions = [
        (asked + urlencode({"name": one, "player": wishes.get("name", "")}), desk.tongue.say(text))
        for one, text in OF_PLAYERS.items()
    ]
    return {"ways": [*_event_form(desk, wishes)["ways"], *questions]}


def _questions_form(desk: DeskSettings, wishes: Wishes) -> dict[str, Any]:
    return {
        "questions": [(question.name, desk.tongue.say(question.title)) for question in QUESTIONS.values()]
    }


def _question_form(desk: DeskSettings, wishes: Wishes) -> dict[str, Any]:
    question, say = QUESTIONS.get(wishes.get("name", "")), desk.tongue.say
    if question is None:
        return {}
    rules = [("", say("all")), *((name, name) for name in RULE_NAMES)]
    return {
        "question": question.name,
        "title": say(question.title),
        "explanation": say(question.explanation),
        "rules": rules,
    }


def _statement_form(desk: DeskSettings, wishes: Wishes) -> dict[str, Any]:
    return {"tables": [] if lacking("archive") else archive_tables()}


def _positions_form(desk: DeskSettings, wishes: Wishes) -> dict[str, Any]:
    """The board to set up a position on: that which was asked for, where it is one of today's game."""
    start, shown = set_up(""), set_up(wishes.get("position", ""))
    texts = {name: desk.tongue.say(text) for name, text in BOARD_TEXTS.items()}
    return {
        "start": Diagram(position=start),
        "opening": json.dumps(start.seen_by(0)),
        "men": json.dumps(shown.seen_by(0)),
        "texts": json.dumps(texts),
    }


FORM_FACTS: Mapping[str, Callable[[DeskSettings, Wishes], dict[str, Any]]] = {
    "matches": _matches_form,
    "event": _event_form,
    "player": _player_form,
    "questions": _questions_form,
    "question": _question_form,
    "sql": _statement_form,
    "positions": _positions_form,
}


# What the tab is divided into, by its paths: the title, and the key that leads there.
PARTS = {
    "": (N_("Matches"), "m"),
    "players": (N_("Players"), "p"),
    "events": (N_("Events"), "e"),
    "questions": (N_("Questions"), "q"),
    "sql": (N_("SQL"), "s"),
    "positions": (N_("Positions"), "b"),
}


class ArchiveRoom(NamedTuple):
    """A page of an archive: its path, the part it is in, its form, the task that fills it.

    The task is asked about a `subject` where it has one, and where something is wished for that it `needs`.
    """

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
# What may be wished for, and how long it may be; what is typed at length may take more.
SHORT = ("q", "to", "rules", "length", "since", "until", "form", "side", "within", "dice", "match", "anyway")
LONG = ("name", "player", "sql", "position", "pattern")
LONGEST = dict.fromkeys(SHORT, 200) | dict.fromkeys(LONG, 20_000)
# The script asks for a part of the page alone.
PART = "part"
# What an answer may take: so many seconds, and so many bytes.
SECONDS, RESIDENT = 30.0, 1_000_000_000
KINDS = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


def routes(desk: DeskSettings) -> list[Route]:
    """Return what an archive answers; nothing where there is none, and on a desk of a network."""
    if desk.archive is None or desk.password:
        return []
    return [Route(f"/archive/{room.path}".rstrip("/"), _endpoint(desk, room)) for room in ROOMS]


def _endpoint(desk: DeskSettings, room: ArchiveRoom) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers for a room: a page, a file, or the part of a page that its script asks for."""

    async def answer(request: Request) -> Response:
        wishes = _wishes(request)
        try:
            found = await _found(desk, room, request, wishes)
        except RefusalError as refused:
            why = told(refused.why, desk.tongue)
            if PART in request.query_params:
                return JSONResponse({"error": why}, refused.status)
            return _page(desk, room, wishes, {"refused": why}, refused.status)
        if "page" in found:
            return HTMLResponse(found["page"], headers={"content-security-policy": POLICY_OF_A_REPORT})
        if "content" in found:
            return _file(found["name"], b64decode(found["content"]))
        if PART in request.query_params:
            return JSONResponse(found)
        return _page(desk, room, wishes, found)

    return answer


async def _found(
    desk: DeskSettings, room: ArchiveRoom, request: Request, wishes: Mapping[str, str]
) -> Mapping[str, Any]:
    """Return what comes of the task of a room, by the archive as it is now."""
    if said := lacking("archive"):
        raise RefusalError(503, said)
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
    if PART in request.query_params:  # the next letter has come meanwhile; what is at work goes on
        return await archivists.answer(work, client_name(request))
    return await while_there(request, archivists.answer(work, client_name(request))) or {}


def _page(
    desk: DeskSettings,
    room: ArchiveRoom,
    wishes: Mapping[str, str],
    found: Mapping[str, Any],
    status: int = 200,
) -> Response:
    """The frame with the parts of the tab, the form of a room, and what was found."""
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
        **found,
        "html": Markup(found.get("html", "")),  # its own template has escaped it
    }
    return page(desk, "archive", "archive", status=status, **facts)


def _wishes(request: Request) -> dict[str, str]:
    """Return what was asked for that is understood, without what was left empty."""
    asked = request.query_params
    wishes = {name: asked.get(name, "").strip()[:longest] for name, longest in LONGEST.items()}
    return {name: wish for name, wish in wishes.items() if wish}


def _file(name: str, data: bytes) -> Response:
    """A file to be kept."""
    kind = KINDS.get(name.rpartition(".")[2], "application/octet-stream")
    disposition = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
    return Response(data, media_type=kind, headers={"content-disposition": disposition})
