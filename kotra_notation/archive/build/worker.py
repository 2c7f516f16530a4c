"""A process that judges the tasks it is sent, one after another: `-m kotra_notation.archive.build.worker`.

Only `supervision` starts it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

from kotra_notation.archive.build.tasks import Judged, Task, judged, written
from kotra_notation.processes import limit_memory, serve

# The answer of a process that has no memory left for the file it was at.
OUT_OF_MEMORY = "too-much-memory"
# How often what goes in circles is looked for.
SELDOM = (20_000, 20, 100)


def main() -> None:
    """Judge tasks until there are no more."""
    # Of what a task makes nearly all is kept until its end, and little of it goes in circles.
    gc.freeze()
    gc.set_threshold(*SELDOM)
    serve(Judge().judge)


class Judge:
    """Judges tasks, within the memory that the first of them allows."""

    def __init__(self) -> None:
        self._limited = False

    def judge(self, message: tuple[Task, dict[int, str]], send: Callable[[object], None]) -> None:
        """Send the place of each file, and what comes of the task."""
        task, given_up = message
        answer: object
        if not self._limited:
            limit_memory(task.limits.memory)
            self._limited = True
        try:
            answer = _written(task, judged(task, given_up, send))
        except MemoryError:
            answer = OUT_OF_MEMORY
        send(answer)


def _written(task: Task, done: Judged) -> Judged | OSError:
    """What came of a task, written where it is to be; the error where that fails, which ends the build."""
    try:
        return written(task, done)
    except OSError as error:
        return error


if __name__ == "__main__":
    main()
