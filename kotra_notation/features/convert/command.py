"""`kotra convert`: another notation, and what could not be kept."""

from __future__ import annotations

import os
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.cli.failing import DONE, FAILED, FOUND, complain, complain_at, fail, nothing_done, or_fail
from kotra_notation.cli.files import in_bytes, in_seconds, not_itself, source_and_target
from kotra_notation.cli.losses import print_losses
from kotra_notation.cli.names import check_notations, notation_by_suffix
from kotra_notation.cli.options import Form, From, MaxSize, TimeLimit, argument, file_option, flag, option
from kotra_notation.cli.progress import track_files
from kotra_notation.cli.speaking import count, output_tongue, tell
from kotra_notation.cli.streams import echo, to_stdout
from kotra_notation.jobs.files import MAX_SIZE, STDIN, file_count, printable
from kotra_notation.jobs.guarding import LIMIT

if TYPE_CHECKING:
    from kotra_notation.features.convert.job import Converted
    from kotra_notation.jobs.contents import ConvertOptions


def convert(
    source: str = argument("SOURCE", "A file, a folder, or - for standard input."),
    target: str | None = argument(
        "[TARGET]", "A file (overwritten if it exists), a folder, or - for standard output.", default=None
    ),
    out: Annotated[str | None, file_option("TARGET", "Write to this target; same as TARGET.")] = None,
    from_: From = None,
    to: str | None = option("--to", "Target format (default: by its extension).", "FORMAT[:DIALECT]"),
    split: bool = flag("--split", "Write a file for each match."),
    join: bool = flag("--join", "Write all matches of a folder into one file."),
    encoding: str | None = option("--encoding", "The encoding of the source.", "NAME", rare=True),
    to_encoding: str | None = option(
        "--to-encoding", "Target encoding (default: UTF-8): cp1252, utf-16 …", "NAME", rare=True
    ),
    newline: str | None = option("--newline", "Line endings of the target.", "lf|crlf|cr", rare=True),
    shorthand: bool = flag("--shorthand", "Read plays in short form: 31: 5pt, 62: 24 13."),
    strict: bool = flag("--strict", "Write nothing if anything would be lost."),
    force: bool = flag("--force", "Overwrite existing files."),
    jobs: int | None = option("--jobs", "How many files of a folder to convert at once.", "N", rare=True),
    output: Form = "text",
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
) -> None:
    """Convert records to another notation and report what is lost.

    A folder becomes a folder with the same file names; files that are not records are skipped and counted.

    Characters that are not in the --to-encoding encoding are reported (L611) and replaced by the nearest
    ones.

    Status 0: done. 1: done, with errors found. 2: something could not be written.

    Example: kotra convert match.mat match.kotra
    """  # fmt: skip
    if jobs is not None and jobs < 1:
        fail("--jobs must be 1 or more, not {jobs}.", jobs=jobs)
    source, target = source_and_target(source, target, out)
    from kotra_notation.jobs.contents import ConvertOptions, check_encoding, check_newline

    if to is None and os.path.isdir(source) and not join:
        fail("a folder name does not show the format; give it with --to.", about=printable(target))
    name, _, dialect = (to or ("" if target == STDIN and not join else notation_by_suffix(target))).partition(
        ":"
    )
    check_notations(from_, encoding=encoding, target=name)
    with or_fail("--to-encoding"):
        check_encoding(to_encoding)
    with or_fail("--newline"):
        check_newline(newline)
    options = ConvertOptions(
        name=name,
        dialect=dialect or None,
        from_=from_,
        encoding=encoding,
        strict=strict,
        split=split,
        shorthand=shorthand,
        max_size=in_bytes(max_size),
        limit=in_seconds(time_limit),
        to_encoding=to_encoding,
        newline=newline,
    )
    if join:
        status = _join(source, target, options, output)
    elif os.path.isdir(source):
        status = _folder(source, target, options, output, force, jobs)
    else:
        status = _one(source, target, options, output, force)
    raise typer.Exit(status)


def _one(source: str, target: str, options: ConvertOptions, output: str, force: bool) -> int:
    from kotra_notation.features.convert.job import ConvertTask, convert_file

    not_itself(source, target)
    if os.path.isdir(target) or target.endswith(os.sep):
        fail("it is a folder; name a file.", about=printable(target))
    done = convert_file(ConvertTask(source, target, options, fresh=options.split and not force))
    print_losses(done.findings, output)
    return _print_result(done)


def _folder(
    source: str, target: str, options: ConvertOptions, output: str, force: bool, jobs: int | None
) -> int:
    """Convert what is in a folder into another one, each file under its own name."""
    from kotra_notation.features.convert.job import convert_files, tasks
    from kotra_notation.jobs.rows import document

    if target == STDIN or os.path.isfile(target):
        fail(
            "to convert a folder, name another folder; --join makes one file of it.", about=printable(target)
        )
    with or_fail():
        work, troubles = tasks(source, target, options, fresh=not force)
    for trouble in troubles:
        complain_at(trouble.path, trouble.why)
    done: list[Converted] = []
    passed_over = 0
    for file in track_files(convert_files(work, jobs), lambda: len(work)):
        if file.unknown:
            passed_over += 1
            continue
        if output == "text":
            print_losses(file.findings, output, file.source)
            if file.refused:
                complain("not converted: {why}", about=printable(file.source), why=tell(file.refused))
        done.append(file)
    if output == "json":
        data = {"files": [file.as_json(output_tongue()) for file in done]}
        typer.echo(document(data, indent=None), err=True)
    else:
        files = sum(len(file.written) for file in done)
        refused = sum(bool(file.refused) for file in done)
        parts = [
            count("{number} record", "{number} records", len(done)),
            count("{number} file written", "{number} files written", files),
        ]
        if refused:
            parts.append(count("{number} not converted", "{number} not converted", refused))
        if passed_over:
            parts.append(count("{number} skipped", "{number} skipped", passed_over))
        echo(", ".join(parts), err=True)
    if not (done or troubles):
        return nothing_done(passed_over)
    return FAILED if troubles else _status(done)


def _join(source: str, target: str, options: ConvertOptions, output: str) -> int:
    """Write all matches below a folder into one file."""
    from kotra_notation.features.convert.job import join

    if os.path.isdir(target):
        fail("it is a folder; --join writes one file, so name a file.", about=printable(target))
    done = join(source, target, options, lambda files: track_files(files, lambda: file_count([source])))
    if output == "text":
        lost = done.findings[len(done.places) :]
        for path, located in groupby(zip(done.places, done.findings, strict=False), itemgetter(0)):
            print_losses([finding for _, finding in located], output, path)
        print_losses(lost, output)
    else:
        print_losses(done.findings, output)
    for path in done.passed_over:
        complain("skipped, because it has no match.", about=printable(path))
    return _print_result(done)


def _print_result(done: Converted) -> int:
    """Put out what goes to standard output, and say why nothing was written, where that is so."""
    for content in done.printed:
        to_stdout(content)
    if done.refused:
        complain("not converted: {why}", about=printable(done.source), why=tell(done.refused))
    return _status([done])


def _status(done: list[Converted]) -> int:
    if any(converted.refused for converted in done):
        return FAILED
    grave = any(finding.severity == "error" for converted in done for finding in converted.findings)
    return FOUND if grave else DONE
