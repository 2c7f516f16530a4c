"""The net under each file: where a fault of ours or a limit of time ends the work on one, that is a sentence.

What is refused on purpose is a ValueError with a phrase, and passes. `KOTRA_TRACEBACK=1` shows where a fault
came from, for those who mend it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, TypeVar

from kotra_notation.alarm import OutOfTime, at_most, for_size
from kotra_notation.errors import KotraError
from kotra_notation.jobs.files import Opened, Trouble
from kotra_notation.words import Phrase, sentences
from kotra_notation.words.phrases import Telling, reason

if TYPE_CHECKING:
    from kotra_notation.findings import Finding

Result = TypeVar("Result")
LIMIT = 60.0


class NotDoneError(KotraError):
    """The work on a file was ended, by the fault or the limit that the finding tells of."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(sentences(finding))
        self.found = finding


@contextmanager
def guard(seconds: float | None, size: int = 0) -> Iterator[None]:
    """Guard the work on a file of that size; NotDoneError where a fault of ours or the time limit ends it.

    There is no limit for what waits for others: a person who is asked, a pipe that is printed into.
    """
    try:
        with nullcontext() if seconds is None else at_most(for_size(seconds, size)):
            yield
    except OutOfTime:
        from kotra_notation.findings import finding

        raise NotDoneError(finding("time-limit-passed", limit=f"{seconds:g}")) from None
    except Exception as error:
        if not is_fault(error):
            raise
        raise NotDoneError(fault_of_ours(error)) from error


def work_on_each(
    files: Iterable[Opened | Trouble], seconds: float, work: Callable[[Opened], Result]
) -> Iterator[Result | Trouble]:
    """Yield what work makes of each file, or the trouble where it is refused, at fault or out of time."""
    for file in files:
        if isinstance(file, Trouble):
            yield file
            continue
        try:
            with guard(seconds, len(file.data)):
                result = work(file)
        except ValueError as error:
            yield Trouble(file.path, reason(error))
        else:
            yield result


def is_fault(error: Exception) -> bool:
    """Return whether an error is a fault of ours: nothing refused, nothing of the system."""
    worded = isinstance(error, Telling) or (error.args and isinstance(error.args[0], Phrase))
    refused = isinstance(error, ValueError) and worded
    return not refused and not isinstance(error, OSError)


def fault_of_ours(error: Exception) -> Finding:
    """Return what is said of a fault of ours: its kind and its place, so that a report of it helps."""
    import traceback

    from kotra_notation.findings import finding

    if os.environ.get("KOTRA_TRACEBACK"):
        traceback.print_exception(error)
    return finding("program-fault", fault=type(error).__name__, place=_place(error))


def _place(error: Exception) -> str:
    """The last line of ours that the error went through: `replay/cube.py:12`."""
    import traceback
    from pathlib import Path

    package = Path(__file__).parent.parent
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if package in Path(frame.filename).parents]
    if not (ours or frames):
        return "?"
    last = (ours or frames)[-1]
    where = Path(last.filename)
    name = where.relative_to(package).as_posix() if ours else where.name
    return f"{name}:{last.lineno}"
