"""A process that works for the desk on files of strangers: `-m kotra_notation.desk.worker`.

Only `workers` starts it. Its modules are loaded before the first file comes.
"""

from __future__ import annotations

from collections.abc import Callable

from kotra_notation.desk.archive_tasks import ARCHIVE_TASKS
from kotra_notation.desk.record_tasks import RECORD_TASKS, refusal
from kotra_notation.desk.tasks import TASKS
from kotra_notation.desk.work import (
    READY,
    TOO_SLOW,
    AskedError,
    DeskTask,
    DeskWork,
    WorkAnswer,
    WorkProgress,
    parse_object,
)
from kotra_notation.jobs.files import Opened
from kotra_notation.jobs.guarding import NotDoneError, guard
from kotra_notation.processes import end_beyond, limit_memory, serve
from kotra_notation.words import phrase, reason
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import tongue

# The finding of a time limit that has passed; its hint names an option, which the desk has not.
SLOW = "time-limit-passed"


def answer_to(task: str, asked: DeskTask) -> WorkAnswer:
    """Return the answer to a task."""
    try:
        if of_record := RECORD_TASKS.get(task):
            return WorkAnswer(of_record(parse_object(asked.files[0].data), asked.tongue))
        return WorkAnswer(TASKS[task](asked) if task in TASKS else ARCHIVE_TASKS[task](asked))
    except AskedError as error:
        return WorkAnswer(refusal(error, asked.tongue))
    except MemoryError:
        return WorkAnswer(
            refused=told(phrase("It needs more memory than a file may use here."), asked.tongue), spent=True
        )


def work_on(work: DeskWork, send: Callable[[object], None]) -> None:
    """Send the progress of some work, and its answer."""
    asked = DeskTask(
        files=[Opened(name, data) for name, data in work.files],
        wishes=work.wishes,
        tongue=tongue(work.language),
        progress=lambda done, whole: send(WorkProgress(done, whole)),
    )
    try:
        with guard(work.seconds, work.size):
            answer = answer_to(work.task, asked)
    except (ValueError, OSError) as error:
        slow = isinstance(error, NotDoneError) and error.found.kind.name == SLOW
        answer = WorkAnswer(refused=told(TOO_SLOW if slow else reason(error), asked.tongue))
    send(answer)


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
