"""`kotra convert`: another notation, and what could not be kept."""

from __future__ import annotations

import codecs
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.cli import speaking
from kotra_notation.cli.failing import DONE, FAILED, FOUND, complain, complain_at, fail, one_of
from kotra_notation.cli.files import MAX_SIZE, STDIN, in_bytes, not_itself, shown, watched
from kotra_notation.cli.guarding import LIMIT, TimeLimit, in_seconds
from kotra_notation.cli.speaking import because, count, say, severity, spoken, tell
from kotra_notation.words.phrases import told

if TYPE_CHECKING:
    from kotra_notation.cli.converting import Done, Job, Wish
    from kotra_notation.findings import Finding

FEW = 16  # so many files are not worth further processes


def convert(
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="A file, a folder, or - for standard input.")
    ],
    target: Annotated[
        str, typer.Argument(metavar="TARGET", help="A file, a folder, or - for standard output.")
    ],
    from_: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="The format of the source.")
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="FORMAT[:DIALECT]", help="The format of the target; else its suffix tells."
        ),
    ] = None,
    split: Annotated[
        bool, typer.Option("--split", help="A file for each match, or each game if the format wants that.")
    ] = False,
    join: Annotated[bool, typer.Option("--join", help="All matches of a folder in one file.")] = False,
    encoding: Annotated[
        str | None, typer.Option("--encoding", metavar="NAME", help="The encoding of the source.")
    ] = None,
    shorthand: Annotated[
        bool, typer.Option("--shorthand", help="The plays are written short: 31: 5pt, 62: 24 13.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Write nothing if anything would be lost.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Write over files that are there, in a folder or in parts.")
    ] = False,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", help="How many files of a folder at once.")
    ] = None,
    output: Annotated[
        str, typer.Option("--output", metavar="FORM", help="How losses are printed: text or json.")
    ] = "text",
    max_size: Annotated[
        float, typer.Option("--max-size", metavar="MB", help="Refuse larger files.")
    ] = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
) -> None:
    """Write records in another notation, and name everything that notation could not hold.

    A folder becomes a folder with the same names; what is no record in it is passed over and counted.

    Status 0: done. 1: done, with errors found. 2: something was not written.

    Example: kotra convert match.mat match.kotra
    """  # fmt: skip
    one_of("--output", output, ("text", "json"))
    if jobs is not None and jobs < 1:
        fail("--jobs is 1 or more, not {jobs}.", jobs=jobs)
    from kotra_notation.cli.converting import Wish

    if to is None and os.path.isdir(source) and not join:
        fail("the name of a folder tells no format; name one with --to.", about=shown(target))
    name, _, dialect = (to or by_suffix(target)).partition(":")
    known(name, from_, encoding)
    wish = Wish(
        name=name,
        dialect=dialect or None,
        from_=from_,
        encoding=encoding,
        strict=strict,
        split=split,
        shorthand=shorthand,
        max_size=in_bytes(max_size),
        limit=in_seconds(time_limit),
    )
    if join:
        status = _joined(source, target, wish, output)
    elif os.path.isdir(source):
        status = _folder(source, target, wish, output, force, jobs)
    else:
        status = _one(source, target, wish, output, force)
    raise typer.Exit(status)


def by_suffix(target: str) -> str:
    """The format the name of the target asks for."""
    from kotra_notation.cli.endings import asked_for
    from kotra_notation.formats import FORMATS

    if (name := asked_for(target)) is None:
        fail(
            "its name tells no format; name one with --to ({known}).",
            about=shown(target),
            known=", ".join(name for name, format in FORMATS.items() if format.written),
        )
    return name


def known(name: str, from_: str | None, encoding: str | None) -> None:
    """Complain of formats and encodings that do not exist."""
    from kotra_notation.formats import named

    try:
        named(name)
        if from_:
            named(from_)
    except ValueError as error:
        fail(because(error))
    if encoding:
        try:
            "".encode(encoding)
            codecs.lookup(encoding)
        except LookupError:
            fail(
                "--encoding: there is no text encoding {name}; utf-8, cp1252, iso-8859-1 are some.",
                name=repr(encoding),
            )


def _one(source: str, target: str, wish: Wish, output: str, force: bool) -> int:
    from kotra_notation.cli.converting import Job, do

    not_itself(source, target)
    if os.path.isdir(target) or target.endswith(os.sep):
        fail("it is a folder; name a file.", about=shown(target))
    done = do(Job(source, target, wish, fresh=wish.split and not force))
    report(done.findings, output)
    if done.refused:
        complain("not converted: {why}", about=shown(source), why=tell(done.refused))
    return _status([done])


def _folder(source: str, target: str, wish: Wish, output: str, force: bool, jobs: int | None) -> int:
    """Convert what is in a folder into another one, each file under its own name."""
    from kotra_notation.cli.converting import pairs

    if target == STDIN or os.path.isfile(target):
        fail("a folder is converted into a folder; --join makes one file of it.", about=shown(target))
    try:
        work, troubles = pairs(source, target, wish, fresh=not force)
    except ValueError as error:
        fail(because(error))
    for trouble in troubles:
        complain_at(trouble.path, trouble.why)
    done: list[Done] = []
    passed_over = 0
    for one in watched(_all_done(work, jobs)):
        if one.unknown:
            passed_over += 1
            continue
        if output == "text":
            report(one.findings, output, one.source)
            if one.refused:
                complain("not converted: {why}", about=shown(one.source), why=tell(one.refused))
        done.append(one)
    if output == "json":
        _say_files(done)
    else:
        written = sum(len(one.written) for one in done)
        refused = sum(bool(one.refused) for one in done)
        said = [
            count("{number} record", "{number} records", len(done)),
            count("{number} file written", "{number} files written", written),
        ]
        if refused:
            said.append(count("{number} not converted", "{number} not converted", refused))
        if passed_over:
            said.append(count("{number} passed over", "{number} passed over", passed_over))
        typer.echo(", ".join(said), err=True)
    return FAILED if troubles else _status(done)


def _all_done(work: list[Job], jobs: int | None) -> Iterator[Done]:
    """What became of the jobs, in their order; several at once where there are many."""
    from kotra_notation.cli.converting import do

    workers = jobs or (1 if len(work) <= FEW else os.cpu_count() or 1)
    if workers == 1:
        yield from map(do, work)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(do, work, chunksize=FEW)


def _joined(source: str, target: str, wish: Wish, output: str) -> int:
    """Write all matches below a folder into one file."""
    from kotra_notation.cli.converting import join

    if os.path.isdir(target):
        fail("it is a folder; --join makes one file.", about=shown(target))
    done = join(source, target, wish)
    report(done.findings, output)
    for path in done.passed_over:
        complain("passed over, for no match is in it.", about=shown(path))
    if done.refused:
        complain("not converted: {why}", about=shown(source), why=tell(done.refused))
    return _status([done])


def _status(done: list[Done]) -> int:
    if any(one.refused for one in done):
        return FAILED
    grave = any(found.severity == "error" for one in done for found in one.findings)
    return FOUND if grave else DONE


def report(findings: Iterable[Finding], output: str, source: str = "") -> None:
    """Print findings on standard error."""
    if output == "json":
        import json

        from kotra_notation.cli.output.data import finding_data

        data = {"findings": [finding_data(found) for found in findings]}
        typer.echo(json.dumps(data, ensure_ascii=False), err=True)
        return
    for found, times in alike(findings):
        place = [shown(source)] if source else []
        place += [say("line {number}", number=found.span.line)] if found.span else []
        sign = f"{severity(found)} {found.code} {found.kind.name}"
        often = f" ({count('{number} time', '{number} times', times)})" if times > 1 else ""
        complain(f"{sign}  {found.told(spoken()).message}{often}", about=": ".join(place))


def alike(findings: Iterable[Finding]) -> list[tuple[Finding, int]]:
    """The findings, those that say the same once, where the first stands, with their number."""
    first: dict[tuple[str, str], Finding] = {}
    times: Counter[tuple[str, str]] = Counter()
    for found in findings:
        said = found.code, found.message
        first.setdefault(said, found)
        times[said] += 1
    return [(found, times[said]) for said, found in first.items()]


def _say_files(done: list[Done]) -> None:
    import json

    from kotra_notation.cli.output.data import finding_data

    data = [
        {
            "path": shown(one.source),
            "written": [shown(name) for name in one.written],
            "refused": told(one.refused, speaking.written()) or None,
            "findings": [finding_data(found) for found in one.findings],
        }
        for one in done
    ]
    typer.echo(json.dumps({"files": data}, ensure_ascii=False), err=True)
