"""`kotra best`: the plays of a roll by what they are worth, or what to do with the cube."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.cli.failing import DONE, FAILED, complain, fail, or_fail
from kotra_notation.cli.files import open_record
from kotra_notation.cli.options import (
    LevelName,
    MatchNumber,
    NetsFile,
    Side,
    argument,
    flag,
    form_option,
    option,
)
from kotra_notation.cli.progress import track_share
from kotra_notation.cli.speaking import say, user_tongue
from kotra_notation.cli.streams import echo, echo_lines, to_stdout
from kotra_notation.features.best.text import (
    cube_lines,
    cubes_of,
    engine_line,
    format_worth,
    is_redouble,
    pip_lines,
    play_lines,
    shares,
    shown_plays,
)
from kotra_notation.jobs.files import MAX_SIZE

if TYPE_CHECKING:
    from kotra_notation.features.best.job import Best
    from kotra_notation.features.best.scores import BestScores

SHOWN = 10
# The word for all rolls in place of one, and these rolls.
EVERY = "all"
ROLLS = [f"{high}{low}" for high in range(1, 7) for low in range(1, high + 1)]
# The dice and the plays in one argument.
DICE_AND_PLAYS = re.compile(rf"({EVERY}|[1-6][ -]?[1-6]) +(\S.*)", re.IGNORECASE)
# So many ways two dice can fall; a rollout begins with each equally often.
DICE_ROLLS = 36


def best(
    position: str | None = argument(
        "POSITION", "An XGID, OGID, GNU id, position text, file of one, or start.", default=None
    ),
    dice: str | None = argument(
        "DICE", "The dice, such as 31, or all; leave out for a cube decision.", default=None
    ),
    named: list[str] | None = argument(
        "[PLAY...]", "Compare only these plays and the best one.", default=None
    ),
    at: str | None = option("--at", "A turn of a match file, such as 3.12, or end.", "G.T"),
    match: MatchNumber = None,
    side: Side = None,
    level: LevelName = "quick",
    nets: NetsFile = None,
    rollout: int | None = option("--rollout", "Roll out N games, a multiple of 36.", "N"),
    rules: str | None = option("--rules", "The rules, such as forn-de,stack.latch=while.", "RULES"),
    scores: bool = flag("--scores", "Show the best play at every score up to 7-away."),
    most: int = option("--most", "How many plays to show.", "N", default=SHOWN),
    output: Annotated[str, form_option("text", "json", "svg", "png")] = "text",
    batch: str | None = option(
        "--batch", "Answer each line of FILE (or -) with one line.", "FILE", rare=True
    ),
) -> None:
    """Show the best plays of a roll, or the best cube action.

    Without dice it is the cube action. At a turn of a match it is both, if there was a double or should have
    been one.

    An XGID includes score and cube. Equities are normalised to the current cube.

    In old kotra the numbers are points, and each kind of ending is listed. There is no cube, so without
    dice the position is evaluated.

    With “all” in place of the dice it is a table of all 21 rolls with the best play of each.

    A rollout plays the best candidates, or the position, to the end, with variance reduction; each equity
    has its standard error. If stopped (Ctrl-C), it reports the games so far, with status 2.

    With --scores it is a table with a letter for each choice, or a picture of it (-o scores.svg).

    Example: kotra best 4HPwATDgc/ABMA 31

    Example: kotra best match.mat --at 3.12

    Example: kotra best start 31 "8/5 6/5" 24/20 --rollout 360
    """  # fmt: skip
    if dice and (words := DICE_AND_PLAYS.fullmatch(dice)):
        dice, named = words[1], [words[2], *(named or ())]
    elif dice and "/" in dice:
        named, dice = [dice, *(named or ())], None
    named = [play.replace("-", "/") for play in named or ()]
    if dice and named and re.fullmatch("[1-6]{2}", named[0]):
        fail(
            "{word} is no play. The position after a play: {command}.",
            word=named[0],
            command=f"kotra legal {position} {dice}",
        )
    if rollout is not None:
        if rollout > 0 and rollout % DICE_ROLLS:
            complain("A rollout plays a multiple of {number} games.", number=DICE_ROLLS)
        level = f"rollout {rollout}"
    for name, value in (("--side", side), ("--batch", batch)):
        if at and value:
            fail("--at and {other} cannot be combined.", other=name)
    if scores and (batch or rollout is not None):
        fail("--scores cannot be combined with --batch or --rollout.")
    if output in ("svg", "png") and not scores:
        fail("Only --scores makes a picture; kotra board --best draws a position.")
    if batch is not None:
        raise typer.Exit(_batch(batch, level, rules, nets))
    every = dice is not None and dice.lower() == EVERY
    if every and named:
        fail("A play needs its dice, such as: {example}", example="31 24/20")
    if position is None:
        fail("best needs a position, such as: {example}", example="kotra best 4HPwATDgc/ABMA 31")
    from kotra_notation.features.best.job import best_at, best_of, rollout_games, spell_plainly
    from kotra_notation.features.best.scores import SIZE, scores_of
    from kotra_notation.features.board.command import read_position
    from kotra_notation.jobs.engine import use_one_thread
    from kotra_notation.jobs.rows import document

    use_one_thread()
    with or_fail(), track_share(SIZE**2 if scores else rollout_games(level) or 1) as progress:
        if at:
            from kotra_notation.features.show.job import turn_at

            turn = turn_at(position, at, rules, match)
            board = turn.position
            position = spell_plainly(board)
        else:
            board = read_position(position, side)
            position = spell_plainly(board) if os.path.isfile(position) else position
        if at and not scores:
            verdict = best_at(turn, level, dice=dice, progress=progress, nets=nets, named=named)
        elif every and not scores:
            rolls = [
                best_of(position, board, roll, level, progress=progress, rules=rules, nets=nets, named=named)
                for roll in ROLLS
            ]
        elif scores:
            table = scores_of(position, board, dice, SIZE, level, nets, progress)
        else:
            verdict = best_of(
                position, board, dice, level, progress=progress, rules=rules, nets=nets, named=named
            )
    if scores:
        _print_scores(table, output)
        return
    if every:
        _print_rolls(rolls, output)
        return
    if output == "json":
        typer.echo(document(verdict.as_json()))
    elif verdict.cube and not verdict.plays:
        echo_lines(cube_lines(verdict.cube, redouble=is_redouble(verdict)))
        _print_engine(verdict)
    elif verdict.worth:
        echo(say("{points} points expected", points=format_worth(verdict.worth.points)))
        echo(shares(verdict.worth.chances))
        _print_engine(verdict)
    else:
        _print_plays(verdict, most)
    raise typer.Exit(FAILED if verdict.stopped else DONE)


def _print_rolls(rolls: list[Best], output: str) -> None:
    """Print the best play of each roll."""
    from kotra_notation.features.best.text import roll_lines
    from kotra_notation.jobs.rows import document

    if output == "json":
        typer.echo(document({"rolls": [verdict.as_json() for verdict in rolls]}))
        return
    echo_lines((*roll_lines(rolls), engine_line(rolls[0])))


def _print_plays(best: Best, most: int) -> None:
    echo_lines(cubes_of(best))
    echo_lines(play_lines(best, most))
    if more := len(best.plays) - len(shown_plays(best, most)):
        echo(say("and {number} more", number=more))
    _print_engine(best)


def _print_engine(best: Best) -> None:
    echo_lines((*pip_lines(best.position), engine_line(best)))
    if rolled := best.rolled:
        echo(
            say(
                "standard error {error} (without variance reduction: {plain})",
                error=user_tongue().number(rolled.standard_error, 4),
                plain=user_tongue().number(rolled.plain_error, 4),
            )
        )
    if best.stopped:
        echo(say("The rollout was stopped early."), err=True)


def _print_scores(scores: BestScores, output: str) -> None:
    """Print the best choice at every score, or its picture."""
    from kotra_notation.features.best.scores import legend
    from kotra_notation.features.board.job import png
    from kotra_notation.jobs.rows import document

    tongue = user_tongue()
    if output == "json":
        typer.echo(document(scores.as_json()))
        return
    if output != "text":
        with or_fail():
            picture = scores.svg(tongue)
            to_stdout(png(picture) if output == "png" else f"{picture}\n")
        return
    cells = scores.cells(tongue)
    echo("".join(f"{number:>4}" for number in ("", *range(1, len(cells) + 1))))
    for need, row in enumerate(cells, 1):
        echo("".join(f"{cell:>4}" for cell in (need, *row)))
    echo("")
    for choice, letter in scores.lines(tongue):
        echo(f"{letter:>4}  {choice}")
    echo("")
    echo_lines((*legend(tongue), engine_line(scores.verdicts[0][0])))


def _batch(name: str, level: str, rules: str | None, nets: str | None) -> int:
    from kotra_notation.features.best.job import best_answers
    from kotra_notation.features.legal import print_answers

    file = open_record(name, MAX_SIZE)
    with or_fail():
        return print_answers(best_answers(file, level, rules=rules, nets=nets))
