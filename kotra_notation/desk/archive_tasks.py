"""Tasks of the desk on an archive, each a function of wishes that a worker runs.

They return plain data: a part of the page as HTML, or a file. A ValueError with a phrase refuses. Among the
wishes are the folder, `archive`, and the `root` of every path of the desk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from kotra_notation.archive.tasks import PLAYER, answers, pages
from kotra_notation.archive.tasks.pages import positions_found
from kotra_notation.desk.work import DeskTask, file_row
from kotra_notation.features.check.results import count_words
from kotra_notation.jobs.rows import Row
from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.event_words import kind_word
from kotra_notation.report.index import COLUMNS, Entry
from kotra_notation.report.page import length_words
from kotra_notation.report.table_page import TablePage, day, score
from kotra_notation.report.templating import environment
from kotra_notation.report.view import Diagram

# The most rows of a list, of an answer, and of the rolls at a position.
MATCHES, SUBJECTS, ROWS, THROWS = 100, 500, 500, 200
MODERN = "modern"


def archive_matches(asked: DeskTask) -> Row:
    """Return the matches that are looked for, and how much there is in all where nothing is."""
    folder, tongue, words = asked.wishes["archive"], asked.tongue, asked.wishes.get("q", "")
    matches = pages.matches_found(folder, words, MATCHES)
    entries = [_entry(match, asked) for match in matches.matches]
    summary = tongue.count("{number} match", "{number} matches", matches.total) if words else ""
    if matches.total > len(entries):
        summary = tongue.say("The newest {listed} of {total}.", listed=len(entries), total=matches.total)
    return _part(
        asked,
        "matches",
        summary,
        entries=entries,
        counts=None if words else pages.archive_counts(folder),
        columns=[(name, tongue.say(text), number) for name, (text, number) in COLUMNS.items()],
        to=asked.wishes.get("to", "kotra"),
    )


def archive_list(asked: DeskTask) -> Row:
    """Return the players or the events by their names."""
    subject = asked.wishes["subject"]
    links, words = _address(asked, subject, name=""), asked.wishes.get("q", "")
    page = pages.subject_list(asked.wishes["archive"], subject, words, asked.tongue.language, links, SUBJECTS)
    return _part(asked, "tables", page.summary, page=page)


def archive_page(asked: DeskTask) -> Row:
    """Return the page of a player or an event."""
    subject, name = asked.wishes["subject"], asked.wishes.get("name", "")
    links = _address(asked, PLAYER, name="")
    page = pages.subject_page(asked.wishes["archive"], subject, name, asked.tongue.language, links)
    return _part(asked, "tables", page=page) | {"title": page.title}


def archive_answer(asked: DeskTask) -> Row:
    """Return the answer to a named question: as a table, or as a file in the form that is wished."""
    folder, name, form = asked.wishes["archive"], asked.wishes.get("name", ""), asked.wishes.get("form")
    wishes = {
        key: asked.wishes[key] for key in ("rules", "player", "since", "until") if asked.wishes.get(key)
    }
    length = {"length": asked.number("length", digits=19)} if asked.wishes.get("length") else {}
    if form:
        return file_row(f"{name}.{form}", answers.question_file(folder, name, wishes | length, form))
    answer = answers.question_table(folder, name, wishes | length, asked.tongue.language, ROWS)
    about = asked.tongue.count("{number} match", "{number} matches", answer.matches) if answer.matches else ""
    copies = asked.tongue.say("Copies left out: {count}", count=answer.copies) if answer.copies else ""
    return _answer_row(asked, answer, about, copies)


def archive_statement(asked: DeskTask) -> Row:
    """Return the answer to a statement of SQL that reads: as a table, or as a file in the form wished."""
    folder, sql, form = asked.wishes["archive"], asked.wishes.get("sql", ""), asked.wishes.get("form")
    if form:
        return file_row(f"answer.{form}", answers.statement_file(folder, sql, form))
    return _answer_row(asked, answers.statement_table(folder, sql, ROWS))


def archive_throws(asked: DeskTask) -> Row:
    """Return the rolls at a position or a pattern, what was played there, and how it ended."""
    tongue, wishes = asked.tongue, asked.wishes
    side = {"W": 0, "B": 1}.get(wishes.get("side", ""))
    throws = positions_found(
        wishes["archive"],
        wishes.get("position", ""),
        side,
        wishes.get("pattern", ""),
        asked.number("within", digits=19) or 0,
        wishes.get("dice", ""),
        THROWS,
    )
    shown = len(throws.throws)
    summary = tongue.count("{number} roll", "{number} rolls", shown)
    if throws.more:
        summary = tongue.say("The first {number} rolls; there are more.", number=shown)
    return _part(
        asked,
        "throws",
        summary if shown else tongue.say("Nothing was found."),
        board=Diagram(position=throws.position) if throws.position else None,
        settable=throws.of_today,
        played=replace(throws.plays_section(tongue.language), title=tongue.say("What was played")),
        throws=[_throw(throw, asked) for throw in throws.throws],
    )


def archive_report(asked: DeskTask) -> Row:
    """Return the page of a match."""
    page = pages.match_report(
        asked.wishes["archive"], asked.number("match", digits=19) or 0, asked.tongue.language
    )
    return {"page": page}


def archive_record(asked: DeskTask) -> Row:
    """Return a match in another notation; or, unless that is wished `anyway`, what it would lose."""
    record = pages.match_record(
        asked.wishes["archive"], asked.number("match", digits=19) or 0, asked.wishes.get("to", "")
    )
    if record.lost and "anyway" not in asked.wishes:
        again = urlencode({name: asked.wishes[name] for name in ("match", "to")})
        lost = dict.fromkeys(finding.told(asked.tongue).message for finding in record.lost)
        return _part(asked, "lost", lost=list(lost), name=record.name, asked=again)
    return file_row(record.name, record.content)


def _part(asking: DeskTask, part: str, summary: str = "", /, **facts: object) -> Row:
    """Return a part of a page, in the language of the desk."""
    template = environment(asking.tongue).get_template(f"desk_archive_{part}.html.j2")
    html = template.render(language=asking.tongue.language, root=asking.wishes["root"], **facts)
    return {"html": html, "said": summary}


def _answer_row(asked: DeskTask, answer: answers.AnswerTable, *about: str) -> Row:
    tongue, rows = asked.tongue, len(answer.section.rows)
    count = tongue.count("{number} row", "{number} rows", rows)
    if answer.more:
        count = tongue.say("The first {number} rows; download a file to get all of them.", number=rows)
    page = TablePage(title="", summary="", facts=(), sections=(replace(answer.section, title=""),))
    return _part(asked, "tables", " · ".join(filter(None, (count, *about))), page=page)


def _address(asked: DeskTask, path: str, **facts: object) -> str:
    return f"{asked.wishes['root']}/archive/{path}?{urlencode(facts)}"


def _entry(match: Any, asked: DeskTask) -> Entry:
    """Return the line of a match."""
    tongue = asked.tongue
    worst = next((word for word in ("error", "warning") if getattr(match, f"{word}s")), "")
    lost = "" if worst or not match.lost else "note"
    found = count_words(match.errors, match.warnings, 0, tongue)
    if lost:
        found = tongue.count("{number} play not recovered", "{number} plays not recovered", match.lost)
    old = tongue.say("Old kotra ({rules})", rules=clipped(match.rules))
    white, black = (clipped(name) or tongue.say("no name") for name in match.players)
    return Entry(
        href=_address(asked, "report", match=match.match),
        players=(white, black),
        event=clipped(", ".join(filter(None, (match.event, match.round)))),
        date=day(match.day or match.date, tongue).text,
        day=match.day,
        game=tongue.say("Backgammon") if match.rules == MODERN else old,
        length=length_words(match.length, cube=match.rules == MODERN, tongue=tongue),
        points=match.length or 0,
        score=score(match.score[0], match.score[1], tongue),
        margin=match.score[0] - match.score[1],
        finished=match.complete,
        findings=found or tongue.say("clean"),
        worst=worst or lost,
        weight=match.errors * 10**10 + match.warnings * 10**5 + match.lost,
    )


def _throw(throw: Any, asked: DeskTask) -> Row:
    """Return the line of a roll."""
    tongue, place = asked.tongue, throw.place
    names = [clipped(name) or tongue.say("no name") for name in throw.players]
    ended = tongue.say("unfinished")
    if throw.winner is not None:
        ended = tongue.say(
            "{name} won, {kind}, {points}",
            name=names[throw.winner],
            kind=kind_word(throw.kind, tongue),
            points=tongue.count("{number} point", "{number} points", throw.points or 0),
        )
    return {
        "href": f"{_address(asked, 'report', match=place.match)}#g{place.game}-t{place.turn}",
        "seat": place.seat,
        "players": names,
        "date": day(throw.date, tongue).text,
        "place": tongue.say("game {game}, turn {turn}", game=place.game, turn=place.turn),
        "dice": "".join(str(die) for die in throw.dice if die),
        "play": clipped(throw.play) or tongue.say("cannot move"),
        "distance": place.distance,
        "ended": ended,
    }


ARCHIVE_TASKS: Mapping[str, Callable[[DeskTask], Row]] = {
    task.__name__: task
    for task in (
        archive_matches,
        archive_list,
        archive_page,
        archive_answer,
        archive_statement,
        archive_throws,
        archive_report,
        archive_record,
    )
}
