"""`kotra convert`: another notation, and what could not be kept."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.cli.failing import DONE, FAILED, FOUND, complain, complain_at, fail, nothing_done, or_fail
from kotra_notation.cli.files import (
    check_folder,
    in_bytes,
    in_seconds,
    is_folder,
    is_forced,
    not_itself,
    sources_and_target,
)
from kotra_notation.cli.losses import print_kinds, print_losses
from kotra_notation.cli.names import check_notations, notation_by_suffix
from kotra_notation.cli.options import (
    Form,
    From,
    Jobs,
    MaxSize,
    SourcesAndTarget,
    TimeLimit,
    file_option,
    flag,
    option,
)
from kotra_notation.cli.progress import track_files
from kotra_notation.cli.speaking import count, output_tongue, tell
from kotra_notation.cli.streams import echo, to_stdout
from kotra_notation.jobs.files import MAX_SIZE, STDIN, printable
from kotra_notation.jobs.guarding import LIMIT
from kotra_notation.jobs.sources import file_count, is_single, named_source

if TYPE_CHECKING:
    from kotra_notation.features.convert.job import Converted
    from kotra_notation.jobs.notations import ConvertOptions


def convert(
    words: SourcesAndTarget,
    out: Annotated[str | None, file_option("TARGET", "The target; --force overwrites a file.")] = None,
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
    jobs: Jobs = None,
    output: Form = "text",
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
) -> None:
    """Convert records to another notation and report what is lost.

    The last word is the target, unless -o names it; one record with --to and no target is printed. Several
    files, a folder or a zip become a folder with the same file names; files that are not records are skipped
    and counted.

    Characters that are not in the --to-encoding encoding are reported (L611) and replaced by the nearest
    ones.

    Status 0: done. 1: done, with errors found. 2: something could not be written.

    Example: kotra convert match.mat match.kotra

    Example: kotra convert day/*.mat sgf/ --to sgf
    """  # fmt: skip
    check_notations(target=(to or "").partition(":")[0])
    sources, target = sources_and_target(words, out, to)
    many = not join and (is_folder(target) or not is_single(sources))
    from kotra_notation.jobs.notations import ConvertOptions, check_encoding, check_newline

    if many:
        check_folder(target, to)
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
        status = _join(sources, target, options, output)
    elif many:
        status = _folder(sources, target, options, output, jobs)
    else:
        status = _one(sources[0], target, options, output)
    raise typer.Exit(status)


def _one(source: str, target: str, options: ConvertOptions, output: str) -> int:
    from kotra_notation.features.convert.job import ConvertTask, convert_file

    not_itself(source, target)
    done = convert_file(ConvertTask(named_source(source), target, options, force=is_forced()))
    print_losses(done.findings, output)
    return _print_result(done, output)


def _folder(sources: list[str], target: str, options: ConvertOptions, output: str, jobs: int | None) -> int:
    """Convert the files into a folder, each under its own name."""
    from kotra_notation.features.convert.job import convert_file, tasks
    from kotra_notation.jobs.parallel import map_in_order
    from kotra_notation.jobs.rows import document

    with or_fail():
        work, troubles = tasks(sources, target, options, force=is_forced())
    for trouble in troubles:
        complain_at(trouble.path, trouble.why)
    done: list[Converted] = []
    passed_over = 0
    for file in track_files(map_in_order(convert_file, work, jobs), lambda: len(work)):
        if file.unknown:
            passed_over += 1
            continue
        if output == "text" and file.refused:
            complain("not converted: {why}", about=printable(file.source), why=tell(file.refused))
        done.append(file)
    if output == "json":
        data = {"files": [file.as_json(output_tongue()) for file in done]}
        typer.echo(document(data, indent=None), err=True)
    else:
        print_kinds([(file.source, file.findings) for file in done])
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


def _join(sources: list[str], target: str, options: ConvertOptions, output: str) -> int:
    """Write all matches of the sources into one file."""
    from kotra_notation.features.convert.job import join

    if is_folder(target):
        fail("it is a folder; --join writes one file, so name a file.", about=printable(target))
    done = join(
        sources,
        target,
        options,
        lambda files: track_files(files, lambda: file_count(sources)),
        force=is_forced(),
    )
    if output == "text":
        lost = done.findings[len(done.places) :]
        for path, located in groupby(zip(done.places, done.findings, strict=False), itemgetter(0)):
            print_losses([finding for _, finding in located], output, path)
        print_losses(lost, output)
    else:
        print_losses(done.findings, output)
    for path in done.passed_over:
        complain("skipped, because it has no match.", about=printable(path))
    return _print_result(done, output)


def _print_result(done: Converted, output: str) -> int:
    """Put out what goes to standard output, and say what was written, or why nothing was."""
    for content in done.printed:
        to_stdout(content)
    if done.refused:
        complain("not converted: {why}", about=printable(done.source), why=tell(done.refused))
    for name in done.written if output == "text" else ():
        if name != STDIN:
            complain("Wrote {file}.", file=printable(name))
    return _status([done])


def _status(done: list[Converted]) -> int:
    if any(converted.refused for converted in done):
        return FAILED
    grave = any(finding.severity == "error" for converted in done for finding in converted.findings)
    return FOUND if grave else DONE
