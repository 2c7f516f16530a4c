"""`kotra archive find` and `same`: positions that came up, and files and matches that are there twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from kotra_notation.archive.commands.folders import Folder, open_archive
from kotra_notation.cli.failing import DONE, FOUND, fail, or_fail
from kotra_notation.cli.options import Form, Side, option
from kotra_notation.cli.speaking import count, output_tongue, say, user_tongue
from kotra_notation.cli.streams import echo, echo_lines
from kotra_notation.features.board.command import read_position
from kotra_notation.features.same.text import (
    copy,
    group_rows,
    render_group,
    render_sums,
    render_without_throws,
)
from kotra_notation.jobs.files import printable
from kotra_notation.jobs.rows import Row, document, row

if TYPE_CHECKING:
    from kotra_notation.archive.ask.find import FoundThrow
    from kotra_notation.archive.sameness import ArchivedRecord
    from kotra_notation.archive.tasks.pages import ThrowsFound

LIMIT = 50


def find(
    folder: Folder,
    position: str | None = option(
        "--position", "An XGID, an OGID, a GNU id, or a position text.", "POSITION"
    ),
    within: int = option("--within", "How many checkers may differ.", "N", default=0),
    side: Side = None,
    pattern: str | None = option("--pattern", "Such as 'W holds 5 points, B on bar'.", "WORDS"),
    dice: str | None = option("--dice", "Only for this roll: 31 or 3-1.", "DICE"),
    limit: int = option("--limit", "How many results to show.", "N", default=LIMIT),
    output: Form = "text",
) -> None:
    """Find the turns in which a position came up.

    A pattern is for the modern game; its clauses are separated by commas. Whose checkers: W (seat 0), B
    (seat 1), roll (the side on roll) or other. What they do: holds 4 5 6, holds 4-6, holds 5 points, prime
    5, has 3 on 6, on bar, 2 on bar, off 3.

    Status 0: found; 1: nothing found.

    If the position has dice, such as an XGID with a roll, only that roll is found.

    --within 30 ranks every position of the modern game. Of two from which as many checkers differ, the one
    with the nearer pip counts comes first.

    Example: kotra archive find archive --position 4HPwATDgc/ABMA --within 1
    """  # fmt: skip
    if (position is None) == (pattern is None):
        fail(
            "Say what to find, with --position or --pattern. The matches of a player: {command}",
            command="kotra archive ask DIR matches --player NAME",
        )
    if limit < 1:
        fail("--limit must be 1 or more.")
    store = open_archive(folder)
    from kotra_notation.archive.tasks.pages import is_pattern, throws_found, wanted_rolls

    if position and is_pattern(position):
        fail("“{text}” is a pattern; give it with --pattern.", text=printable(position))
    board = None if position is None else read_position(position, side)
    with or_fail():
        wanted = wanted_rolls(board, pattern or "", within, dice or "")
    throws = throws_found(store, wanted, limit)
    if output == "json":
        answer = {
            "version": 1,
            "more": throws.more,
            "copies_left_out": throws.copies,
            "found": [_throw_row(throw) for throw in throws.throws],
        }
        typer.echo(document(answer, 1))
    else:
        _print_throws(throws)
    raise typer.Exit(DONE if throws.throws else FOUND)


def _throw_row(throw: FoundThrow) -> Row:
    return {
        "path": throw.path,
        "match": throw.number,
        **row(throw.place, "game turn line seat"),
        **row(throw, "players", date=throw.date or None),
        **row(throw, "dice play"),
        "distance": throw.place.distance,
        "ended": {"kind": throw.kind or None, **row(throw, "winner points")},
    }


def _print_throws(throws: ThrowsFound) -> None:
    for throw in throws.throws:
        place = throw.place
        line = f":{place.line}" if place.line else ""
        who = printable(throw.players[place.seat]) or say(("White", "Black")[place.seat])
        where = say("game {game}, turn {turn}, {who}", game=place.game, turn=place.turn, who=who)
        dice, apart = "".join(map(str, throw.dice)), ""
        if number := place.distance:
            words = count("{number} checker differs", "{number} checkers differ", number)
            apart = f"  ({words})"
        echo(f"{printable(throw.path)}{line}: {where}: {dice}: {printable(throw.play)}{apart}")
    if not throws.throws:
        echo(say("Nothing was found."))
    elif throws.more:
        echo(say("There are more results; raise --limit to see them."))
    if throws.copies:
        echo(say("Copies left out: {count}", count=throws.copies), err=True)


def same(
    folder: Folder,
    top: int | None = option("--top", "Show at most this many groups, the largest.", "N"),
    output: Form = "text",
) -> None:
    """Find files and matches that occur more than once.

    Files are copies if they have the same bytes. Matches are recognised by their rolls and plays, as in
    `kotra same`. In each group the copy to keep comes first: the complete one with the fewest errors and
    lost plays. No file is read for this, and nothing is changed.

    Status 0: done. 2: failed.

    Example: kotra archive same archive
    """  # fmt: skip
    if top is not None and top < 1:
        fail("--top must be 1 or more.")
    store = open_archive(folder)
    from kotra_notation.archive.sameness import copies, file_count, in_order, records, sameness
    from kotra_notation.archive.views import connect

    base = connect(store)
    alike = sameness(store)
    twice = list(copies(base))
    some = sorted(alike.groups, key=lambda group: -len(group.records))[:top]
    known = records(base, [match for group in some for match in group.records])
    shown_groups = in_order(some, known)
    if output == "json":
        summary = {
            "files": file_count(base),
            "matches": alike.matches,
            "groups": len(alike.groups),
            "copies": len(twice),
            "without_throws": alike.without_throws,
        }
        rows = [{"records": group_rows(group, known, _record_row, output_tongue())} for group in shown_groups]
        those = [row(group, "file paths bytes matches") for group in twice[:top]]
        typer.echo(document({"version": 1, "groups": rows, "copies": those, "summary": summary}))
        raise typer.Exit(DONE)
    tongue = user_tongue()
    for group in shown_groups:
        echo_lines(render_group(group, known, tongue, _soundness))
    for file in twice[:top]:
        echo(printable(file.paths[0]))
        for path in file.paths[1:]:
            echo(f"  = {printable(path)}\n    {copy(tongue)}")
        echo("")
    echo(render_sums(alike.groups, alike.matches, file_count(base), tongue))
    if twice:
        echo(count("{number} file has exact copies.", "{number} files have exact copies.", len(twice)))
    if number := alike.without_throws:
        echo(render_without_throws(number, tongue))
    raise typer.Exit(DONE)


def _soundness(record: ArchivedRecord) -> str:
    errors = count("{number} error", "{number} errors", record.errors)
    lost = count("{number} play not recovered", "{number} plays not recovered", record.lost)
    return f"{errors}, {lost}"


def _record_row(record: ArchivedRecord) -> Row:
    return {
        "path": printable(record.path),
        "copies": [printable(path) for path in record.copies],
        "match": record.number,
        **row(record, "format dialect players length games throws errors lost"),
    }
