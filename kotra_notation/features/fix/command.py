"""`kotra fix`: what was probably played where a record cannot be right, and the record fixed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.cli.failing import DONE, FOUND, complain, fail, or_fail
from kotra_notation.cli.files import (
    check_folder,
    guard_or_leave,
    in_bytes,
    in_seconds,
    is_folder,
    is_forced,
    refuse_packed,
    writable,
)
from kotra_notation.cli.names import check_choice, check_code, ruleset_named
from kotra_notation.cli.options import (
    From,
    Ignore,
    MaxSize,
    Paths,
    Rules,
    StdinFilename,
    TimeLimit,
    file_option,
    flag,
    form_option,
    name_of_stdin,
    option,
)
from kotra_notation.cli.speaking import count, error_text, output_tongue
from kotra_notation.cli.streams import to_stdout
from kotra_notation.jobs.files import MAX_SIZE, STDIN, printable
from kotra_notation.jobs.guarding import LIMIT, is_fault
from kotra_notation.jobs.sources import is_single

if TYPE_CHECKING:
    from kotra_notation.features.fix.job import Decision, Fixing
    from kotra_notation.jobs.files import Opened
    from kotra_notation.rules import Ruleset


def fix(
    paths: Paths,
    target: Annotated[str | None, file_option("NEW", "A file (--force overwrites it) or a folder.")] = None,
    in_place: bool = flag("--in-place", "Overwrite the file; keep the original as .orig."),
    degree: str = option("--make", "Repairs to make.", "sure|likely", default="likely"),
    interactive: bool = flag("--interactive", "Ask before each repair; needs -o or --in-place."),
    match: int | None = option("--match", "Only this match of the file.", "N"),
    from_: From = None,
    rules: Rules = None,
    ignore: Ignore = None,
    output: Annotated[str, form_option("text", "diff", "json")] = "text",
    stdin_filename: StdinFilename = None,
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
) -> None:
    """Find and fix transcription errors.

    For each problem it shows what is written, what was probably meant, why, and how certain that is. If two
    readings are about equally likely, both are shown and neither is chosen. An illegal play that all later
    plays agree with was allowed to stand: it is reported and left unchanged. Everything else in the record
    stays as it is.

    Findings that the record asks to ignore are left as they are and not counted; the summary lists them.

    With several files, a folder or a zip, every record in them is fixed, into the folder NEW or in place.

    Status 0: no errors left. 1: some are left. 2: failed.

    Example: kotra fix match.mat -o fixed.mat
    """  # fmt: skip
    from kotra_notation.features.fix.job import DEGREES, by_degree, errors_left
    from kotra_notation.features.fix.text import ask_choices, print_end
    from kotra_notation.jobs.engine import use_one_thread
    from kotra_notation.jobs.records import record_file

    use_one_thread()
    check_choice("--make", degree, DEGREES)
    _usable(paths, target, in_place, interactive)
    for code in ignore or ():
        check_code(code)
    name = name_of_stdin(stdin_filename, paths)
    ruleset = ruleset_named(rules)
    limit = in_seconds(time_limit)
    if not is_single(paths) or (target is not None and is_folder(target)):
        if target is not None:
            check_folder(target)
        if match is not None:
            fail("--match chooses a match of one file; name a file.")
        from kotra_notation.features.fix.folder import FixOptions
        from kotra_notation.features.fix.text import print_fixed_files

        options = FixOptions(
            sources=paths,
            target=target,
            in_place=in_place,
            degree=degree,
            from_=from_,
            rules=ruleset,
            max_size=in_bytes(max_size),
            time_limit=limit,
            ignore=ignore or (),
            force=is_forced(),
        )
        raise typer.Exit(print_fixed_files(options, output))
    [source] = paths
    if in_place:
        target = source
    elif target is not None:
        writable(target, paths)
    with or_fail():
        file = record_file(source, in_bytes(max_size), name)
    source = file.path
    with guard_or_leave(source, limit, len(file.data), named=True):
        fixed = _fixing(file, from_, ruleset, match, target, ignore or ())
    beside = target == STDIN
    with guard_or_leave(source, None):
        decide = ask_choices(fixed, err=beside) if interactive else by_degree(degree)
    with guard_or_leave(source, limit, len(file.data)):
        data = _mend(fixed, decide, written=target is not None, needed=output == "diff")
        left = errors_left(fixed, file.data if data is None else data, ruleset)
    with guard_or_leave(source, None):
        if target is not None and data is not None:
            _write(fixed, target, data)
        if not interactive:
            _print(fixed, decide, data, printable(target) if target else fixed.name, output, left, err=beside)
        if target is not None and data is not None and (interactive or output == "text"):
            print_end(fixed, data, target, left, err=beside)
        _complain_of_less(fixed)
    raise typer.Exit(FOUND if left else DONE)


def _fixing(
    file: Opened,
    from_: str | None,
    ruleset: Ruleset | None,
    match: int | None,
    target: str | None,
    ignore: Sequence[str],
) -> Fixing:
    """Return a file's proposals; leave if the target is in another notation; ValueError for no match."""
    from kotra_notation.cli.losses import print_losses
    from kotra_notation.features.fix.job import fixing, in_notation
    from kotra_notation.jobs.notations import names_another_notation
    from kotra_notation.jobs.records import choose_match, read_matches

    reading = read_matches(file, from_, ruleset)
    if match is not None:
        choose_match(file.path, reading, match)
    if target is not None and match is None:
        file, reading, lost = in_notation(file, reading, target)
        print_losses(lost, "text", target)
    if target is not None and names_another_notation(target, file.path, reading.format):
        fail(
            "a fixed record keeps its format, {format}; use another name, and kotra convert afterwards.",
            about=printable(target),
            format=reading.format,
        )
    return fixing(file, reading, ruleset, match, ignore)


def _print(
    fixed: Fixing, decide: Decision, data: bytes | None, target: str, output: str, left: int, *, err: bool
) -> None:
    """Print the proposals and the changes in the file, on standard error if `err`."""
    from kotra_notation.features.fix import text as fix_text
    from kotra_notation.features.fix.job import fix_row, patch
    from kotra_notation.jobs.rows import document

    match output:
        case "json":
            typer.echo(document(fix_row(fixed, decide, data, target, output_tongue())), err=err)
        case "text":
            fix_text.print_places(fixed, left, err=err)
            if data is not None:
                fix_text.print_difference(fixed, data, target, err=err)
        case _ if data is not None:
            typer.echo(patch(fixed, data, target), nl=False, err=err)


def _complain_of_less(fixed: Fixing) -> None:
    """Say on standard error how many games were searched less than the rest."""
    if fixed.hurried:
        sentence = count(
            "{number} game was searched only briefly, because too much is wrong before it.",
            "{number} games were searched only briefly, because too much is wrong before them.",
            fixed.hurried,
        )
        complain(sentence, about=fixed.name)
    if fixed.passed_over:
        sentence = count(
            "{number} game with findings was not searched, because too much is wrong before it.",
            "{number} games with findings were not searched, because too much is wrong before them.",
            fixed.passed_over,
        )
        complain(sentence, about=fixed.name)


def _mend(fixed: Fixing, decide: Decision, *, written: bool, needed: bool) -> bytes | None:
    """The file with what was decided; a complaint where that cannot be, and the end where it is needed."""
    from kotra_notation.features.fix.job import data_of, plan_fixes

    plan = plan_fixes(fixed, decide)
    if not written and not plan.changes(fixed.reading):
        return fixed.file.data
    try:
        return data_of(fixed, plan)
    except ValueError as error:
        if is_fault(error):
            raise
        if written or needed:
            fail(error_text(error), about=fixed.name)
        complain(error_text(error), about=fixed.name)
        return None


def _usable(paths: list[str], target: str | None, in_place: bool, interactive: bool) -> None:
    """Leave with a complaint where the options do not go together."""
    if in_place and target is not None:
        fail("--in-place and -o cannot be combined.")
    if in_place and STDIN in paths:
        fail("--in-place overwrites a file; name one.")
    for path in paths if in_place else ():
        refuse_packed(path)
    if interactive and target is None and not in_place:
        fail("--interactive needs a file to write; name it with -o.")
    if interactive and (STDIN in paths or not is_single(paths)):
        fail("--interactive reads the answers from standard input; name a file.")


def _write(fixed: Fixing, target: str, data: bytes) -> None:
    if target == STDIN:
        to_stdout(data)
        return
    from kotra_notation.features.fix.folder import write_mended

    write_mended(fixed.file, target, data, force=is_forced())
