"""`kotra legal`: every legal play of a throw."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping

import typer

from kotra_notation.board import Position, Turning
from kotra_notation.cli.failing import DONE, FOUND, fail, or_fail
from kotra_notation.cli.files import open_record
from kotra_notation.cli.options import Form, MatchNumber, Side, argument, option
from kotra_notation.cli.speaking import say, tell, user_tongue
from kotra_notation.cli.streams import echo
from kotra_notation.fast.judges import lists_plays
from kotra_notation.features.board.command import read_position
from kotra_notation.jobs.files import MAX_SIZE


def legal(
    position: str | None = argument(
        "POSITION", "An XGID, OGID, GNU id, position text, file of one, or start.", default=None
    ),
    dice: str | None = argument("DICE", "The dice, such as 31 or 3-1.", default=None),
    at: str | None = option("--at", "A turn of a match file, such as 3.12, or end.", "G.T"),
    match: MatchNumber = None,
    side: Side = None,
    rules: str | None = option("--rules", "The rules.", "RULES"),
    output: Form = "text",
    batch: str | None = option(
        "--batch", "Answer each line of FILE (or -) with one line.", "FILE", rare=True
    ),
) -> None:
    """List the legal plays of a roll.

    Plays that lead to the same position are listed once.

    Plays are sorted by the points they start from, and hits are marked; kotra best lists them best first.

    Example: kotra legal 4HPwATDgc/ABMA 31

    Example: kotra legal match.mat --at 3.12
    """  # fmt: skip
    if batch is not None:
        from kotra_notation.legal import answers

        file = open_record(batch, MAX_SIZE)
        raise typer.Exit(print_answers(answers(file.data.decode("utf-8", "replace").splitlines())))
    board: Position | None = None
    if position is not None and at is not None:
        from kotra_notation.features.show.job import turn_at

        if side:
            fail("--at and {other} cannot be combined.", other="--side")
        with or_fail():
            turn = turn_at(position, at, rules, match)
        board, rules = turn.position, rules or turn.rules
        position = board.xgid() if board.turning is Turning.MIRRORED else board.text()
    elif position is not None:
        board = read_position(position, side)
    thrown = dice or (board.dice if board else None)
    if position is None or board is None or thrown is None:
        fail("legal needs a position and dice, such as: {example}", example="kotra legal 4HPwATDgc/ABMA 31")
    from kotra_notation.jobs.rows import document
    from kotra_notation.legal import dice_of, legal_plays_row, rules_of
    from kotra_notation.rules.old_icelandic import title

    with or_fail():
        asked = board.text() if os.path.isfile(position) else position
        answer = legal_plays_row(board, asked, dice_of(thrown), rules)
    if output == "json":
        typer.echo(document(answer))
        return
    plays = sorted((*answer["plays"], *answer.get("half", ())), key=lambda play: _order(play["play"]))
    texts = [play["play"] or say("no legal play") for play in plays]
    wide = max(map(len, texts))
    for text, play in zip(texts, plays, strict=True):
        wins = "".join(
            f"  [{tell(title(win['kind']))} {user_tongue().number(win['points'])}]"
            for win in play.get("wins", ())
        )
        typer.echo(f"{text:<{wide}}  ->  {_with_side(play['position'], 1 - board.seat)}{wins}")
    if len(plays) > 1:
        better = lists_plays(rules_of(board, rules))
        echo(
            say("{number} legal plays; kotra best lists them best first.", number=len(plays))
            if better
            else say("{number} legal plays.", number=len(plays))
        )


def _with_side(position: str, seat: int) -> str:
    """Return a position with the side on roll; ids have it, or show the board as that side sees it."""
    return f"{position}; {'WB'[seat]} to play" if "; B:" in position else position


def _order(play: str) -> list[int]:
    """Plays in the order of their points, from the bar down; of the old game by its letters."""
    words = re.findall(r"[0-9]+|[^\W\d]+", play)
    places = {"bar": 25, "off": 0}
    return [
        -int(word) if word.isdigit() else -places[word] if word in places else ord(word[0]) for word in words
    ]


def print_answers(answers: Iterable[Mapping[str, object]]) -> int:
    """Print each answer in a line; status 1 if one could not be given."""
    from kotra_notation.jobs.rows import document

    worst = DONE
    for answer in answers:
        worst = max(worst, FOUND if "error" in answer else DONE)
        sys.stdout.write(document(answer, None) + "\n")
    return worst
