"""Work of the desk done: a task by its name, within its limits, and a refusal as a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kotra_notation.desk.record_tasks import RECORD_TASKS, refusal
from kotra_notation.desk.work import (
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
from kotra_notation.jobs.rows import Row
from kotra_notation.words import phrase, reason
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import tongue

# The finding of a time limit that has passed; its hint names an option, which the desk has not.
SLOW = "time-limit-passed"

Tasks = Mapping[str, Callable[[DeskTask], Row]]


def answer_to(task: str, asked: DeskTask, tasks: Tasks) -> WorkAnswer:
    """Return the answer to a task on a record that is written, or to one of `tasks`."""
    try:
        if of_record := RECORD_TASKS.get(task):
            return WorkAnswer(of_record(parse_object(asked.file.data), asked.tongue))
        return WorkAnswer(tasks[task](asked))
    except AskedError as error:
        return WorkAnswer(refusal(error, asked.tongue))
    except MemoryError:
        return WorkAnswer(
            refused=told(phrase("It needs more memory than a file may use here."), asked.tongue), spent=True
        )


def work_on(work: DeskWork, tasks: Tasks, send: Callable[[WorkProgress | WorkAnswer], None]) -> None:
    """Send the progress of some work, and its answer."""
    asked = DeskTask(
        files=[Opened(name, data) for name, data in work.files],
        wishes=work.wishes,
        tongue=tongue(work.language),
        progress=lambda done, whole: send(WorkProgress(done, whole)),
    )
    try:
        with guard(work.seconds, work.size):
            answer = answer_to(work.task, asked, tasks)
    except (ValueError, OSError) as error:
        slow = isinstance(error, NotDoneError) and error.found.kind.name == SLOW
        answer = WorkAnswer(refused=told(TOO_SLOW if slow else reason(error), asked.tongue))
    send(answer)
