"""`kotra analyse`: a match with what the engine says of every throw and cube."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from kotra_notation.cli.failing import DONE, FAILED, FOUND, complain, complain_at, fail, nothing_done, or_fail
from kotra_notation.cli.files import (
    USUAL,
    check_folder,
    deliver,
    guard_or_leave,
    in_bytes,
    is_folder,
    is_forced,
    open_record,
    refuse_packed,
)
from kotra_notation.cli.losses import print_losses
from kotra_notation.cli.names import check_notations, notation_by_suffix
from kotra_notation.cli.options import (
    Form,
    From,
    Jobs,
    LevelName,
    MaxSize,
    NetsFile,
    Paths,
    file_option,
    flag,
    option,
)
from kotra_notation.cli.progress import track_parts, track_share
from kotra_notation.cli.speaking import count, output_tongue, say, tell, user_tongue
from kotra_notation.cli.streams import echo
from kotra_notation.engine.results import HEADER
from kotra_notation.features.analyse.job import (
    Analysing,
    analyst,
    can_hold,
    continues,
    count_errors,
    written_before,
)
from kotra_notation.features.convert.job import ConvertTask, tasks
from kotra_notation.features.stats.text import errors_line, render_match
from kotra_notation.findings import Finding, phrase, reason
from kotra_notation.jobs.engine import engine_for
from kotra_notation.jobs.files import MAX_SIZE, STDIN, Trouble, check_free, printable, write_or_refuse
from kotra_notation.jobs.guarding import NotDoneError, guard, is_fault
from kotra_notation.jobs.notations import read_for, write_contents
from kotra_notation.jobs.parallel import count_cores, map_in_order
from kotra_notation.jobs.rows import Row, document, row
from kotra_notation.jobs.sources import is_single
from kotra_notation.replay import replay
from kotra_notation.values import dataclass
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import ENGLISH, N_, Tongue

if TYPE_CHECKING:
    from kotra_notation.engine.weighing import Weigher
    from kotra_notation.features.analyse.gnubg import Gnubg
    from kotra_notation.features.analyse.job import Analysed
    from kotra_notation.jobs.notations import ConvertOptions


class AnalyseChoice(NamedTuple):
    """The engine to ask, its level and nets, and whether every evaluated play is kept."""

    engine: str
    level: str
    nets: str | None
    every: bool


class AnalyseTask(NamedTuple):
    """A source and the file that its analysis goes to."""

    convert: ConvertTask
    asking: AnalyseChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysedFile:
    """The result of analysing a source: decisions evaluated, losses in writing, or why it was refused.

    `errors` counts the errors of the record.
    `before`: it has been analysed before, with the same settings, and has not changed since.
    """

    source: str
    target: str
    throws: int = 0
    weighed: int = 0
    findings: tuple[Finding, ...] = ()
    refused: str = ""
    unknown: bool = False
    before: bool = False
    errors: int = 0

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """The row of a source in the document of a folder."""
        return {
            "path": printable(self.source),
            "target": printable(self.target),
            "refused": told(self.refused, tongue) or None,
            **row(self, "throws weighed errors before findings", tongue),
        }


def analyse_file(task: AnalyseTask) -> AnalysedFile:
    """Read a source, analyse it and write its target; nothing is written where a part of it is refused."""
    source, target, options = task.convert.source.path, task.convert.target, task.convert.options
    file = task.convert.source.open(options.max_size)
    if isinstance(file, Trouble):
        return AnalysedFile(source=source, target=target, refused=phrase("{why}.", why=file.why))
    engine = analyst(task.asking.engine, task.asking.level, task.asking.nets)
    try:
        with guard(None):
            try:
                reading = read_for(file, options)
            except ValueError as refused:
                if is_fault(refused):
                    raise
                unknown = task.convert.source.optional
                return AnalysedFile(source=source, target=target, refused=reason(refused), unknown=unknown)
            if _done_before(task.convert.source.packed or source, target, engine):
                replayed = [replay(match).findings for match in reading.matches]
                errors = count_errors(chain(reading.findings, *replayed))
                return AnalysedFile(source=source, target=target, before=True, errors=errors)
            if not continues(reading.matches, written_before(target), engine):
                check_free(target, force=task.convert.force)
            work = Analysing(reading, engine, every=task.asking.every)
            for _ in work.run():
                pass
            done = work.result()
            files, lost = write_contents(replace(reading, matches=done.matches), options)
            write_or_refuse(target, files[0], folders=True)
    except (NotDoneError, ValueError) as error:
        return AnalysedFile(source=source, target=target, refused=reason(error))
    findings = (*reading.findings, *lost)
    return AnalysedFile(
        source=source,
        target=target,
        throws=done.throws,
        weighed=done.weighed,
        findings=findings,
        errors=done.errors,
    )


def _done_before(source: str, target: str, engine: Weigher | Gnubg) -> bool:
    """Return whether a target holds the analysis of its source as it stands."""
    try:
        if os.stat(target).st_mtime_ns < os.stat(source).st_mtime_ns:
            return False
    except OSError:
        return False
    matches = written_before(target)
    return bool(matches) and all(
        (HEADER, engine_for(engine, match).settings) in match.info for match in matches
    )


DEEP = "deep"


def analyse(
    paths: Paths,
    out: Annotated[str | None, file_option("TARGET", "A file (--force overwrites it) or a folder.")] = None,
    in_place: bool = flag("--in-place", "Overwrite the source with the analysed match."),
    level: LevelName = "quick",
    engine: str = option("--engine", "The engine.", "kotra|gnubg", default="kotra"),
    nets: NetsFile = None,
    every: bool = flag("--all", "Keep all evaluated plays, not only the top five."),
    jobs: Jobs = None,
    from_: From = None,
    to: str | None = option("--to", "Target format (default: by its extension).", "FORMAT[:DIALECT]"),
    output: Form = "text",
    max_size: MaxSize = MAX_SIZE,
) -> None:
    """Analyse a match: errors of every decision, luck of every roll.

    Results of other engines in the record stay; earlier results of this engine are replaced. If stopped
    (Ctrl-C), it keeps the finished games, and the same command continues there; with several files, a folder
    or a zip it continues after the finished files.

    Without -o or --in-place the numbers are shown, and nothing is written. Each match is analysed under its
    own rules; old kotra is evaluated in points.

    With --engine gnubg the installed GNU Backgammon is used, at 0, 1 or 2 plies depending on the level.

    Status 0: done. 1: done, with errors in a record. 2: something failed, or it was stopped.

    Example: kotra analyse match.mat -o match.kotra
    """  # fmt: skip
    from kotra_notation.jobs.engine import use_one_thread
    from kotra_notation.jobs.notations import ConvertOptions

    many = not is_single(paths) or (out is not None and is_folder(out))
    if many:
        check_folder(None if in_place else out)
    target = out or "" if many else _target(paths[0], out, to, in_place)
    named = not many and target not in ("", STDIN)
    name, _, dialect = (to or (notation_by_suffix(target) if named else USUAL)).partition(":")
    check_notations(from_, target=name)
    _can_hold(name, target)
    options = ConvertOptions(name=name, dialect=dialect or None, from_=from_, max_size=in_bytes(max_size))
    use_one_thread()
    with or_fail():
        chosen = analyst(engine, level, nets)
    if many:
        workers = jobs or count_cores()
        asked = AnalyseChoice(engine, level, nets, every)
        raise typer.Exit(_analyse_files(paths, target, options, asked, workers, output))
    [source] = paths
    workers = jobs or (count_cores() if level == DEEP else 1)
    file = open_record(source, max_size)
    with guard_or_leave(source, None, len(file.data)):
        reading = read_for(file, options)
        earlier = written_before(target) if named and os.path.isfile(target) else ()
        force = in_place or continues(reading.matches, earlier, chosen)
        if named:
            check_free(target, force=force or is_forced())
        work = Analysing(reading, chosen, every=every, earlier=earlier, workers=workers)
        stopped = _run(work)
        done = work.result()
        if target:
            files, lost = write_contents(replace(reading, matches=done.matches), options)
            print_losses((*reading.findings, *lost), "text")
            deliver(target, files[0], force=force)
    if output == "json":
        typer.echo(document(done.as_json(output_tongue())), err=target == STDIN)
    else:
        _tell(done, target)
    if not target:
        complain("Nothing is written; -o FILE.kotra or --in-place keeps the analysis.")
    if done.errors:
        echo(errors_line(done.errors), err=True)
    raise typer.Exit(FAILED if stopped else FOUND if done.errors else DONE)


def _analyse_files(
    sources: list[str], target: str, options: ConvertOptions, asked: AnalyseChoice, workers: int, output: str
) -> int:
    """Analyse the files into a folder, each under its own name."""
    with or_fail():
        converts, troubles = tasks(sources, target, options, force=is_forced())
    for trouble in troubles:
        complain_at(trouble.path, trouble.why)
    work = [AnalyseTask(task, asked) for task in converts]
    done: list[AnalysedFile] = []
    stopped = False
    try:
        for file in track_parts(map_in_order(analyse_file, work, workers), len(work)):
            done.append(file)
            if file.refused and not file.unknown:
                complain("not analysed: {why}", about=printable(file.source), why=tell(file.refused))
            elif file.errors:
                echo(f"{printable(file.source)}: {errors_line(file.errors)}", err=True)
    except KeyboardInterrupt:
        stopped = True
    if output == "json":
        typer.echo(document({"files": [file.as_json(output_tongue()) for file in done if not file.unknown]}))
    else:
        _tell_folder(done, len(work), stopped)
    if not (stopped or troubles) and all(file.unknown for file in done):
        return nothing_done(len(done))
    failed = stopped or troubles or any(file.refused and not file.unknown for file in done)
    return FAILED if failed else FOUND if any(file.errors for file in done) else DONE


def _tell_folder(done: list[AnalysedFile], whole: int, stopped: bool) -> None:
    """Print a line about the files of a folder."""
    fresh = [file for file in done if not (file.refused or file.before)]
    parts = [count("{number} record analysed", "{number} records analysed", len(fresh))]
    for number, text in (
        (sum(file.before for file in done), N_("{number} analysed before")),
        (sum(bool(file.refused) and not file.unknown for file in done), N_("{number} not analysed")),
        (sum(file.unknown for file in done), N_("{number} skipped")),
        (sum(file.errors > 0 for file in done), N_("{number} with errors (see kotra check)")),
    ):
        if number:
            parts.append(say(text, number=number))
    if stopped:
        parts.append(say("stopped after {done} of {whole} files", done=len(done), whole=whole))
    echo(", ".join(parts), err=True)


def _target(source: str, out: str | None, to: str | None, in_place: bool) -> str:
    """Return where the analysis goes, nothing for one that is only shown."""
    if in_place:
        if out is not None or source == STDIN:
            fail("--in-place overwrites the source; do not give another target.")
        refuse_packed(source)
        return source
    if out is None:
        return STDIN if to else ""
    if out != STDIN and os.path.exists(out) and os.path.exists(source) and os.path.samefile(source, out):
        fail("the target is the source itself; --in-place overwrites it.", about=printable(out))
    return out


def _can_hold(name: str, target: str) -> None:
    """Leave with a complaint where a notation has no place for an analysis."""
    if not can_hold(name):
        fail(
            "{format} cannot store an analysis; name a file in .kotra or .sgf.",
            about=printable(target),
            format=name,
        )


def _run(work: Analysing) -> bool:
    """Analyse all games; whether it was stopped before the end."""
    try:
        with track_share(work.games) as progress:
            for done in work.run():
                progress(done)
    except KeyboardInterrupt:
        return True
    return False


def _tell(done: Analysed, target: str) -> None:
    """Print the work and the players' numbers; on standard error where the record itself is printed."""
    for warning in done.warnings:
        echo(tell(warning), err=True)
    lines = [
        say(
            "Analysed {weighed} of {throws} rolls and cube decisions ({engine}, {level})",
            weighed=done.weighed,
            throws=done.throws,
            engine=done.engine,
            level=done.level,
        )
    ]
    if done.analysed_games < done.games:
        text = N_("stopped after {done} of {games} games; run the same command again to continue")
        if not target:
            text = N_("stopped after {done} of {games} games")
        lines.append(say(text, done=done.analysed_games, games=done.games))
    for stats in done.stats:
        lines += ["", *render_match(stats, user_tongue())]
    for line in lines:
        echo(line, err=target == STDIN)
