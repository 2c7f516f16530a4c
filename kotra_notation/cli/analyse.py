"""`kotra analyse`: a match with what the engine says of every throw and cube."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.cli.failing import DONE, FAILED, fail, or_fail
from kotra_notation.cli.files import deliver, guarded_or_left, one_file, shared_progress
from kotra_notation.cli.losses import print_losses
from kotra_notation.cli.names import by_suffix, known_notation
from kotra_notation.cli.options import Form, From, LevelName, MaxSize, argument, file_option, flag, option
from kotra_notation.cli.speaking import say, written
from kotra_notation.jobs.files import MAX_SIZE, STDIN, printable

if TYPE_CHECKING:
    from kotra_notation.formats.format import Reading
    from kotra_notation.jobs.analyse import Analysed, Analysing
    from kotra_notation.jobs.convert import ConvertOptions
    from kotra_notation.model import Match


def analyse(
    source: str = argument("SOURCE", "A file, or - for standard input."),
    out: Annotated[
        str | None, file_option(help="Write there: .kotra, .sgf, .json; else the source's name in .kotra.")
    ] = None,
    in_place: bool = flag("--in-place", "Write the source anew, with the analysis in it."),
    level: LevelName = "quick",
    every: bool = flag("--all", "Keep every play that was weighed, not the five best and the one made."),
    from_: From = None,
    to: str | None = option("--to", "The format of the target; else its suffix.", "FORMAT[:DIALECT]"),
    output: Form = "text",
    max_size: MaxSize = MAX_SIZE,
) -> None:
    """Write a match with what the engine says of it: of every roll and cube what it was worth, and the luck.

    What other programs said in the record stays; what the engine said before is replaced. A stopped analysis
    (Ctrl-C) keeps the games that are done, and the same command goes on behind them.

    Status 0: done. 2: not done, or stopped.

    Example: kotra analyse match.mat -o match.kotra
    """  # fmt: skip
    from kotra_notation.jobs.analyse import Analysing
    from kotra_notation.jobs.convert import ConvertOptions, read_for
    from kotra_notation.jobs.engine import weigher

    target = _target(source, out, in_place)
    name, _, dialect = (to or by_suffix(target)).partition(":")
    known_notation(name, from_)
    _can_hold(name, target)
    options = ConvertOptions(name=name, dialect=dialect or None, from_=from_)
    with or_fail():
        engine = weigher(level)
    file = one_file(source, max_size)
    with guarded_or_left(source, None, len(file.data)):
        reading = read_for(file, options)
        work = Analysing(reading, engine, every=every, earlier=_earlier(target))
        stopped = _run(work)
        done = work.result()
        _write(reading, done, options, target)
    if output == "json":
        from kotra_notation.jobs.rows import document

        typer.echo(document(done.as_json(written())), err=target == STDIN)
    else:
        _tell(done, target)
    raise typer.Exit(FAILED if stopped else DONE)


def _target(source: str, out: str | None, in_place: bool) -> str:
    """Where the analysis goes."""
    if in_place:
        if out is not None or source == STDIN:
            fail("--in-place writes the source anew; it goes with no other target.")
        return source
    if out is None:
        if source == STDIN:
            return STDIN
        out = os.path.splitext(source)[0] + ".kotra"
        if os.path.exists(out):
            fail(
                "{name} is there already; name it with -o, or write it anew with --in-place.",
                name=printable(out),
            )
    if out != STDIN and os.path.exists(out) and os.path.exists(source) and os.path.samefile(source, out):
        fail("the target is the source itself; --in-place writes it anew.", about=printable(out))
    return out


def _can_hold(name: str, target: str) -> None:
    """Leave with a complaint where a notation has no place for an analysis."""
    from kotra_notation.jobs.analyse import can_hold

    if not can_hold(name):
        fail(
            "{format} has no place for an analysis, all of it would be lost; name a file in .kotra or .sgf.",
            about=printable(target),
            format=name,
        )


def _earlier(target: str) -> tuple[Match, ...]:
    """The matches of a target that an earlier run has written, if there is one."""
    if target == STDIN or not os.path.isfile(target):
        return ()
    from kotra_notation.jobs.analyse import written_before

    return written_before(target)


def _run(work: Analysing) -> bool:
    """Analyse all games; whether it was stopped before the end."""
    try:
        with shared_progress(work.games) as progress:
            for done in work.run():
                progress(done)
    except KeyboardInterrupt:
        return True
    return False


def _write(reading: Reading, done: Analysed, options: ConvertOptions, target: str) -> None:
    """Write the record with its analysis, whole or not at all."""
    from dataclasses import replace

    from kotra_notation.jobs.convert import contents

    files, lost = contents(replace(reading, matches=done.matches), options)
    print_losses((*reading.findings, *lost), "text")
    deliver(target, files[0])


def _tell(done: Analysed, target: str) -> None:
    """What was done, on standard error where the record itself is printed."""
    lines = [
        say(
            "{weighed} of {throws} rolls and their cubes weighed by {engine}, level {level}",
            weighed=done.weighed,
            throws=done.throws,
            engine=done.engine,
            level=done.level,
        )
    ]
    if done.analysed_games < done.games:
        lines.append(
            say(
                "stopped behind {done} of {games} games; the same command goes on behind them",
                done=done.analysed_games,
                games=done.games,
            )
        )
    for line in lines:
        typer.echo(line, err=target == STDIN)
