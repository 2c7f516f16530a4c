"""`kotra show`: a match in the terminal."""

from __future__ import annotations

import os
import sys

from kotra_notation.cli.failing import fail, or_fail
from kotra_notation.cli.files import in_bytes
from kotra_notation.cli.names import known_notation, ruleset_named
from kotra_notation.cli.options import From, Language, MatchNumber, MaxSize, Rules, argument, option
from kotra_notation.cli.speaking import spoken
from kotra_notation.cli.streams import echo, prints, window
from kotra_notation.jobs.files import MAX_SIZE, STDIN

LINE = 78
SIGNS = "○●▸│"
INSTALL = 'pip install "kotra-notation[tui]"'


def show(
    source: str = argument("SOURCE", "The file, or - for standard input."),
    at: str | None = option("--at", "One turn, by game and turn: the board before it and all of it.", "G.T"),
    game: int | None = option("--game", "One game.", "N"),
    turn: int | None = option("--turn", "One turn of it.", "N"),
    by: str | None = option(
        "--by", "The engine to listen to, where several speak; a part of its name does.", "NAME"
    ),
    browse: bool | None = option(
        "--browse/--print",
        "Go through the match with the arrow keys, or print it; else the first in a terminal where the "
        "extra tui is installed and no turn or game is named.",
    ),
    match: MatchNumber = None,
    from_: From = None,
    rules: Rules = None,
    max_size: MaxSize = MAX_SIZE,
    language: Language = None,
) -> None:
    """Show the turns of a match in two columns, or the board before one of them with all that is said of it.

    What is wrong stands among the turns; it is kotra check that judges, so the status is 0 all the same.

    Example: kotra show match.mat --game 3

    With --browse the keys are those of a page: the arrows for turns and games, n and p for findings, b and B
    for blunders; ? lists them, q leaves.

    Example: kotra show match.mat --at 3.12
    """  # fmt: skip
    known_notation(from_)
    if turn is not None and game is None:
        fail("--turn goes with --game.")
    if at is not None and game is not None:
        fail("--at names game and turn; leave {other} out.", other="--game")
    from kotra_notation.jobs import show as job

    with or_fail():
        place = job.TurnPlace.read(at) if at else job.TurnPlace(game, turn) if game and turn else None
        browsed = _browsed(browse, source, anywhere=place is None and game is None)
        page = job.match_view(
            source,
            format=from_,
            rules=ruleset_named(rules),
            number=match,
            by=by,
            max_size=in_bytes(max_size),
            tongue=spoken(),
        )
        if browsed:
            from kotra_notation.cli.browser import MatchBrowser
            from kotra_notation.jobs.browse import Browser

            seen = Browser(page, spoken())
            if place or game:
                seen.go_to(place or job.TurnPlace(game or 1))
            MatchBrowser(seen).run()
            return
        room = min(window(), LINE)
        if place:
            text = job.turn(page, place, spoken(), room=room)
        else:
            text = job.sheet(page, spoken(), game, room=room)
    echo(text, nl=False)


def _browsed(asked: bool | None, source: str, *, anywhere: bool) -> bool:
    """Whether the match is gone through; a complaint where that is asked for and cannot be."""
    from importlib.util import find_spec

    terminal = (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM") != "dumb"
        and source != STDIN
        and prints(SIGNS)
    )
    there = find_spec("textual") is not None
    if asked is None:
        return anywhere and terminal and there
    if asked and not there:
        fail("--browse needs the package {package}: {command}", package="textual", command=INSTALL)
    if asked and not terminal:
        fail("--browse needs a terminal, in UTF-8, and a file.")
    return asked
