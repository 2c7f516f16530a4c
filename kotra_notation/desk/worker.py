"""A process that works for the desk on files of strangers: `-m kotra_notation.desk.worker`.

Only `workers` starts it. Its modules are loaded before the first file comes.
"""

from __future__ import annotations

from collections.abc import Callable

from kotra_notation.desk import answers
from kotra_notation.desk.archive_tasks import ARCHIVE_TASKS
from kotra_notation.desk.tasks import TASKS
from kotra_notation.desk.work import READY, DeskWork, WorkAnswer, WorkProgress
from kotra_notation.processes import end_beyond, limit_memory, serve

ALL_TASKS: answers.Tasks = {**TASKS, **ARCHIVE_TASKS}


def work_on(work: DeskWork, send: Callable[[WorkProgress | WorkAnswer], None]) -> None:
    """Send the progress of some work, and its answer."""
    answers.work_on(work, ALL_TASKS, send)


def main() -> None:
    """Do work until there is no more; the first piece sets the limits of the process."""
    limited = False

    def handle(message: object, send: Callable[[object], None]) -> None:
        nonlocal limited
        if not isinstance(message, DeskWork):
            send(READY)
            return
        if not limited:
            if message.memory:
                limit_memory(message.memory)
            else:
                end_beyond(message.resident)
            limited = True
        work_on(message, send)

    serve(handle)


if __name__ == "__main__":
    main()
