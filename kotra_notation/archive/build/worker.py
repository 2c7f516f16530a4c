"""A process that judges the tasks it is sent, one after another: `-m kotra_notation.archive.build.worker`.

Tasks come in on standard input and answers go out on standard output, both as pickles with their lengths
before them; only `supervision` starts it.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
from contextlib import suppress
from pathlib import Path
from struct import Struct
from typing import IO, Any

from kotra_notation.archive.build.tasks import Judged, Task, judged, written

try:
    import resource
except ImportError:  # there is none on Windows
    resource = None  # type: ignore[assignment]

_PAGES = Path("/proc/self/statm")


# The answer of a process that has no memory left for the file it was at.
OUT_OF_MEMORY = "too-much-memory"
# How often what goes in circles is looked for.
SELDOM = (20_000, 20, 100)
_LENGTH = Struct("<Q")


def limit_memory(most: int) -> None:
    """Let this process take so many bytes beyond what it has; above that there is a MemoryError."""
    if resource is None or not sys.platform.startswith("linux"):
        return
    taken = int(_PAGES.read_text().split()[0]) * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = taken + most
    if hard == resource.RLIM_INFINITY or wanted < hard:
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


def send(stream: IO[bytes], message: object) -> None:
    """Write a message."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def received(stream: IO[bytes]) -> Any:
    """The next message, None at the end."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    length = _LENGTH.unpack(head)[0]
    data = stream.read(length)
    return pickle.loads(data) if len(data) == length else None


def main() -> None:
    """Judge tasks until there are no more; what anything prints goes to standard error."""
    # Of what a task makes nearly all is kept until its end, and little of it goes in circles.
    gc.freeze()
    gc.set_threshold(*SELDOM)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    # Who is not heard any more, or hears nothing, ends; the build begins another where it is still there.
    with suppress(OSError):
        _serve(answers)


def _serve(answers: IO[bytes]) -> None:
    limited = False
    while (message := received(sys.stdin.buffer)) is not None:
        task, given_up = message
        assert isinstance(task, Task)
        answer: object
        if not limited:
            limit_memory(task.limits.memory)
            limited = True
        try:
            done = judged(task, given_up, lambda place: send(answers, place))
            answer = _written(task, done)
        except MemoryError:
            answer = OUT_OF_MEMORY
        send(answers, answer)


def _written(task: Task, done: Judged) -> Judged | OSError:
    """What came of a task, written where it is to be; the error where that fails, which ends the build."""
    try:
        return written(task, done)
    except OSError as error:
        return error


if __name__ == "__main__":
    main()
