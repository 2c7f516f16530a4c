"""The page on which a record is written, and what it asks: text in, text out, and the desk's folder."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotra_notation.desk import keeping
from kotra_notation.desk.asking import AskedError, Row, answering, fact, line_of
from kotra_notation.desk.pages import page
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.standing import stood
from kotra_notation.desk.writing_words import GAMES, HEADS, LEVELS, OPTIONS, TEXTS
from kotra_notation.jobs import draft, opponent
from kotra_notation.jobs.draft_lines import DraftLines
from kotra_notation.jobs.draft_words import ENTRIES
from kotra_notation.jobs.engine import INSTALL, LEVEL_NAMES
from kotra_notation.jobs.notations import written_notations
from kotra_notation.jobs.rows import finding_row
from kotra_notation.report.own_boards import bare_table, board_facts
from kotra_notation.report.rendering import script_json
from kotra_notation.words import phrase
from kotra_notation.words.phrases import reason


def routes(desk: DeskSettings) -> list[Route]:
    """The page and what it asks."""

    def write_page(request: Request) -> Response:
        return record_page(desk, "write")

    folder = folder_of(desk)
    jobs: dict[str, Callable[..., Row]] = {
        "begin": begin,
        "enter": enter,
        "stand": stand,
        "without": without,
        "head": head,
        "ranked": ranked,
        "meant": meant,
        "open": partial(opened, folder),
        "save": partial(save, folder),
    }
    return [
        Route("/write", write_page),
        *(
            Route(f"/write/{name}", answering(desk, partial(job, desk=desk)), methods=["POST"])
            for name, job in jobs.items()
        ),
    ]


def folder_of(desk: DeskSettings) -> Path | None:
    """Where records are kept; nowhere on the desk of a network."""
    return None if desk.password else desk.folder


def record_page(desk: DeskSettings, name: str) -> Response:
    """The page for a match that is written, or played."""
    say = desk.tongue.say
    entries = [(one.keys, one.example, say(one.meaning), one.modern, one.old) for one in ENTRIES if one.keys]
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


def begin(asked: Row, *, desk: DeskSettings) -> Row:
    """A new record."""
    players = fact(asked, "players", list)
    if len(players) != 2 or not all(isinstance(name, str) for name in players):
        raise AskedError(phrase("A match has two players."))
    white, black = (" ".join(name.split()) for name in players)
    length = asked.get("length")
    info = [(key, " ".join(str(value).split())) for key, value in fact(asked, "info", dict).items() if value]
    if length is not None and not (isinstance(length, int) and 0 <= length <= 999):
        raise AskedError(phrase("The length is a number of points, 0 for money."))
    text = draft.begun((white, black), length=length, rules=fact(asked, "rules", str), info=info)
    return stood(text, desk) | {"name": keeping.proposed(folder_of(desk), (white, black))}


def enter(asked: Row, *, desk: DeskSettings) -> Row:
    """The text with what was typed, and where it stands then."""
    text, line = fact(asked, "text", str), line_of(asked)
    before = text
    try:
        for entry in fact(asked, "entries", list):
            if asked.get("before"):
                text = inserted(text, str(entry), line or 1, stands=bool(asked.get("stands")))
            else:
                text = draft.entered(text, str(entry), line=line, stands=bool(asked.get("stands")))
            line = None
    except draft.NotLegalError as error:
        found = finding_row(error.finding, desk.tongue)
        raise AskedError(reason(error), plays=list(error.plays), finding=found) from error
    broken = draft.broken(before, text).new if line_of(asked) is not None else ()
    return stood(text, desk) | {"broken": len(broken)}


def inserted(text: str, entry: str, line: int, *, stands: bool) -> str:
    """The text with what was typed before a line."""
    before = DraftLines(text).before(line)
    return draft.entered(before, entry, stands=stands) + text[len(before) :]


def stand(asked: Row, *, desk: DeskSettings) -> Row:
    """Where a text stands: at its end, before a line, or there with dice that wait for their play."""
    text, line = fact(asked, "text", str), line_of(asked)
    there = stood(text, desk, line)
    if line is None or not isinstance(dice := asked.get("dice"), str):
        return there
    above = DraftLines(text).before(line)
    whole = there["standing"]
    seat = next((turn["seat"] for turn in whole["turns"] if turn["line"] == line), None)
    # Of an opening throw White's die is said first, and a turn has the higher one first.
    if whole["wants"] == "opening" and seat == 1:
        dice = dice[::-1]
    try:
        thrown = stood(draft.entered(above, dice), desk)
    except ValueError:
        return there
    found = {name: whole[name] for name in ("turns", "findings", "score", "result")}
    return {"text": text, "standing": thrown["standing"] | found}


# The lines that open a game, and the lines of the head that are known by several words.
_GAME = re.compile(r"(?:game|leikur|spil)\b", re.I)
HEAD_WORDS = {
    "white": "white|hvítur",
    "black": "black|svartur",
    "length": "length|lengd",
    "event": "event|mót",
    "round": "round|umferð",
    "date": "date|dagur",
    "place": "place|staður",
    "transcriber": "transcriber|ritari",
}


def head(asked: Row, *, desk: DeskSettings) -> Row:
    """The text with other words in its head: who plays, how long, where; a line that becomes empty goes."""
    text = fact(asked, "text", str)
    for key, value in fact(asked, "changed", dict).items():
        if key not in HEAD_WORDS:
            raise AskedError(phrase("{name} cannot be changed here.", name=key))
        text = headed(text, key, " ".join(str(value).split()))
    return stood(text, desk)


def headed(text: str, key: str, value: str) -> str:
    """The text with a line of its head exchanged, put behind the others, or taken out."""
    lines = DraftLines(text)
    end = next((at for at in range(1, lines.count + 1) if _GAME.match(lines[at].strip())), lines.count + 1)
    known = re.compile(rf"(?:{HEAD_WORDS[key]})\s*:", re.I)
    at = next((at for at in range(1, end) if known.match(lines[at].strip())), None)
    if not value:
        return draft.without(text, at) if at is not None else text
    said = _head_line(key, value)
    if at is not None:
        return draft.entered(text, said, line=at)
    while end > 1 and not lines[end - 1].strip():
        end -= 1
    above = DraftLines(lines.before(end)).behind([said])
    changed = above + text[len(lines.before(end)) :]
    draft.standing(changed)
    return changed


def without(asked: Row, *, desk: DeskSettings) -> Row:
    """The text without a line."""
    return stood(draft.without(fact(asked, "text", str), fact(asked, "line", int)), desk)


def ranked(asked: Row, *, desk: DeskSettings) -> Row:
    """The legal plays at the end of a text, the likeliest first; none where no engine knows."""
    try:
        plays = opponent.ranked(fact(asked, "text", str))
    except ValueError:
        plays = ()
    return {"plays": [worded(one.as_json(desk.tongue), desk) for one in plays]}


def worded(play: Row, desk: DeskSettings) -> Row:
    """A play with what it loses as people read it; nothing where it is as good as the best."""
    loss = round(play["loss"], 3)
    return play | {"loss": desk.tongue.number(loss, 3) if loss else ""}


def meant(asked: Row, *, desk: DeskSettings) -> Row:
    """What is found in a text, with what was probably meant; that takes a search."""
    found = draft.standing(fact(asked, "text", str), meant=True).findings
    return {"findings": [finding_row(one, desk.tongue) for one in found]}


def _head_line(key: str, value: str) -> str:
    """A line of the head as our notation writes it."""
    players = ("white", "black")
    white, black = (value if key == name else "" for name in players)
    length = None
    if key == "length":
        if not (value.isascii() and value.isdigit() and len(value) < 4):
            raise AskedError(phrase("The length is a number of points, 0 for money."))
        length = int(value)
    info = () if key in (*players, "length") else ((key, value),)
    lines = draft.begun((white, black), length, info=info).splitlines()
    return next(line for line in lines if line.startswith(f"{key}:"))


def opened(folder: Path | None, asked: Row, *, desk: DeskSettings) -> Row:
    """A record that is written on: one of the folder by its name, or a text."""
    if folder is None or "text" in asked:
        found = stood(fact(asked, "text", str), desk)
        return found | {"name": keeping.proposed(folder, found["standing"]["players"])}
    name = fact(asked, "name", str)
    kept = keeping.kept(folder, name)
    if kept is None:
        raise AskedError(phrase("{name} is not in the folder any more.", name=name))
    try:
        text = kept.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AskedError(phrase("{file} is no text in UTF-8; save it as UTF-8.", file=name)) from None
    return stood(text, desk) | {"name": name, "version": kept.version}


def save(folder: Path | None, asked: Row, *, desk: DeskSettings) -> Row:
    """The record kept in the folder; under another name where the file was changed elsewhere."""
    if folder is None:
        raise AskedError(phrase("This desk keeps nothing."))
    version = asked.get("version")
    known = version if isinstance(version, str) else None
    kept, moved = keeping.keep(folder, fact(asked, "name", str), fact(asked, "text", str), known)
    return {"name": kept.name, "version": kept.version, "moved": moved}
