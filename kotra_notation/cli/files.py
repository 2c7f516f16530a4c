"""Files on the command line: limits, targets, and standard output."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from kotra_notation.alarm import can_ring
from kotra_notation.cli.failing import complain, fail, fail_at, or_fail
from kotra_notation.cli.speaking import error_text
from kotra_notation.cli.streams import echo, stdin_is_piped, to_stdout
from kotra_notation.jobs import guarding
from kotra_notation.jobs.files import MEGABYTE, STDIN, Opened, check_free, why_unwritten, write_or_refuse
from kotra_notation.jobs.guarding import LIMIT, NotDoneError
from kotra_notation.jobs.paths import printable
from kotra_notation.jobs.sources import PACKED, named_source

LARGEST = 1_000_000_000
DAY = 86_400
# The notation that is written where no name of a file tells.
USUAL = "kotra"
_FORCED: ContextVar[bool] = ContextVar("forced", default=False)


def in_bytes(megabytes: float, option: str = "--max-size") -> int:
    """Return an option's megabytes in bytes; leave with a complaint if it is no size."""
    if not 0 <= megabytes < LARGEST:
        fail("{option} must be a number of megabytes, 0 or more.", option=option)
    return int(megabytes * MEGABYTE)


def open_record(source: str, max_size: float) -> Opened:
    """The one file that a command is about; leaves with a complaint where it cannot be opened."""
    from kotra_notation.jobs.records import record_file

    with or_fail():
        return record_file(source, in_bytes(max_size))


def sources_and_target(words: list[str], out: str | None, to: str | None = None) -> tuple[list[str], str]:
    """Return the sources and the target: the last of several words, -o, or the one word beside a pipe.

    One record without a target goes to standard output, if its notation is named with `to`.
    """
    *before, last = words
    if out is not None:
        return words, out
    if not before and last != STDIN and not os.path.lexists(last) and stdin_is_piped():
        before = [STDIN]
    if not before and to and (last == STDIN or os.path.isfile(last)):
        return words, STDIN
    if not before:
        fail("give an output file, as the last argument or with -o.")
    return before, last


def is_folder(target: str) -> bool:
    """Return whether a target is a folder, or is named as one with a slash behind it."""
    return os.path.isdir(target) or target.endswith(("/", os.sep))


def check_folder(target: str | None, format: str | None = USUAL) -> None:
    """Leave with a complaint where several files cannot go to a target, or in no format."""
    if target is None or target == STDIN:
        fail("several files need a folder; give one with -o.")
    if os.path.isfile(target) or (not is_folder(target) and os.path.splitext(target)[1]):
        fail("several files need a folder, and this is the name of a file.", about=printable(target))
    if not format:
        fail("a folder name does not show the format; give it with --to.", about=printable(target))


def make_folder(path: str) -> None:
    """Make a folder where there is none; leave with a complaint where that cannot be done."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        fail_at(path, why_unwritten(error))


def allow_overwriting(allowed: bool) -> None:
    """Say whether files that are there may be overwritten in this call."""
    _FORCED.set(allowed)


def is_forced() -> bool:
    """Return whether files that are there may be overwritten."""
    return _FORCED.get()


def refuse_packed(source: str) -> None:
    """Exit with a complaint if the file to overwrite is compressed, or inside a zip."""
    if source.lower().endswith(PACKED) or named_source(source).packed:
        fail("a packed file cannot be overwritten; unpack it first.", about=printable(source))


def not_itself(source: str, target: str) -> None:
    """Leave with a complaint where the target is the source."""
    there = STDIN not in (source, target) and os.path.exists(source) and os.path.exists(target)
    if there and os.path.samefile(source, target):
        fail("the target is the source itself; name another file.", about=printable(target))


def writable(target: str, sources: Iterable[str]) -> None:
    """Leave with a complaint where no file can be made: of a folder, a source, another's file, or nowhere."""
    if target == STDIN:
        return
    if os.path.isdir(target):
        fail("it is a folder; name a file.", about=printable(target))
    for source in sources:
        not_itself(source, target)
    try:
        os.stat(os.path.join(os.path.dirname(target) or os.curdir, ""))
    except OSError as error:
        fail_at(target, why_unwritten(error))
    with or_fail():
        check_free(target, force=is_forced())


def deliver(out: str | None, content: str | bytes, *, for_people: bool = False, force: bool = False) -> None:
    """Write a file, or standard output; leave with a complaint where that cannot be done.

    What is `for_people` is printed in the encoding of their terminal; a document is the same everywhere.
    `force` overwrites a file also where the call does not ask for it.
    """
    if out is None or out == STDIN:
        echo(str(content), nl=False) if for_people else to_stdout(content)
        return
    with or_fail():
        check_free(out, force=force or is_forced())
        write_or_refuse(out, content)
    complain("Wrote {file}.", file=printable(out))


def in_seconds(seconds: float) -> float:
    """Return the limit of `--time-limit`; a complaint where it is none, or cannot be kept here."""
    option = "--time-limit"
    if not 0 < seconds <= DAY:
        fail("{option} must be a number of seconds, more than 0 and at most a day.", option=option)
    if seconds != LIMIT and not can_ring():
        complain("{option} cannot be enforced on this system; there is no time limit.", option=option)
    return seconds


@contextmanager
def guard(seconds: float | None, size: int = 0) -> Iterator[None]:
    """Yield what is done for a file of that size, as the jobs guard it; the end of a command passes."""
    import typer

    leaving: BaseException | None = None
    with guarding.guard(seconds, size):
        try:
            yield
        except (typer.Exit, typer.Abort) as end:
            leaving = end
    if leaving is not None:
        raise leaving


@contextmanager
def guard_or_leave(path: str, seconds: float | None, size: int = 0, *, named: bool = False) -> Iterator[None]:
    """Guard the work on the file of a command; leave with the sentence where it ends or is refused.

    `named`: what is refused says itself which file it is about.
    """
    try:
        with guard(seconds, size):
            yield
    except NotDoneError as error:
        fail(error_text(error), about=printable(path))
    except ValueError as refused:
        fail(error_text(refused), about="" if named else printable(path))
