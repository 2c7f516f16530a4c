"""A process that does the work of the desk with files of strangers: `-m kotra_notation.desk.worker`.

Only `workers` starts it. What it needs is loaded before the first file comes.
"""

from __future__ import annotations

from collections.abc import Callable

from kotra_notation.desk.archive_tasks import ARCHIVE_TASKS
from kotra_notation.desk.play_tasks import PLAY_TASKS
from kotra_notation.desk.record_tasks import RECORD_TASKS, refusal
from kotra_notation.desk.tasks import TASKS, DeskTask
from kotra_notation.desk.work import (
    READY,
    TOO_SLOW,
    AskedError,
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

# The finding of a time limit that has passed; its hint names an option, which there is none of here.
SLOW = "time-limit-passed"


class Worker:
    """Does one piece of work after another."""

    def __init__(self) -> None:
        self._limited = False

    def do(self, work: DeskWork, send: Callable[[object], None]) -> None:
        """Send how far the work is, and what came of it."""
        if not self._limited:
            if work.memory:
                limit_memory(work.memory)
            else:
                end_beyond(work.resident)
            self._limited = True
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


def answer_to(task: str, asked: DeskTask) -> WorkAnswer:
    """Return what comes of a task."""
    try:
        if of_record := RECORD_TASKS.get(task) or PLAY_TASKS.get(task):
            return WorkAnswer(of_record(parse_object(asked.files[0].data), asked.tongue))
        return WorkAnswer(TASKS[task](asked) if task in TASKS else ARCHIVE_TASKS[task](asked))
    except AskedError as error:
        return WorkAnswer(refusal(error, asked.tongue))
    except MemoryError:
        return WorkAnswer(
            refused=told(phrase("It takes more memory than a file may here."), asked.tongue), spent=True
        )


def main() -> None:
    """Do work until there is no more."""
    worker = Worker()

    def handle(message: object, send: Callable[[object], None]) -> None:
        if isinstance(message, DeskWork):
            worker.do(message, send)
        else:
            send(READY)

    serve(handle)


if __name__ == "__main__":
    main()
