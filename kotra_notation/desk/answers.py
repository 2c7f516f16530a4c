"""Work of the desk done: a task by its name, within its limits, and a refusal as a sentence.

Without a server the pages ask Python in a worker of the browser: `python -m tools.web` puts this module, what
it needs and the pages into a folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from urllib.parse import parse_qs

from kotra_notation.desk.record_tasks import RECORD_TASKS, refusal
from kotra_notation.desk.settings import PATIENCE
from kotra_notation.desk.tasks import TASKS
from kotra_notation.desk.work import (
    TOO_SLOW,
    AskedError,
    DeskTask,
    DeskWork,
    WorkAnswer,
    WorkProgress,
    parse_object,
    split_files,
)
from kotra_notation.jobs.files import Opened
from kotra_notation.jobs.guarding import NotDoneError, guard
from kotra_notation.jobs.rows import Row
from kotra_notation.words import phrase
from kotra_notation.words.phrases import reason, told
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


# The tasks that answer requests, by their paths.
PATHS = {
    **{f"ask/{task}": task for task in TASKS},
    **{task: task for task in RECORD_TASKS},
    "analyse": "analyse",
    "explain": "explain_word",
    "play/begin": "write/begin",
}
# Tasks that roll dice.
ROLLING = ("play/throw", "play/answer")


def answer_request(
    path: str, query: str, body: bytes, language: str, dice: str, progress: Callable[[int, int], object]
) -> str:
    """Return the answer to a request in JSON; a refusal is an object with an `error`.

    `dice` is the key that this browser has for the dice of its matches; `progress` hears how much is done.
    """
    try:
        return json.dumps(_answer(_work(path, query, body, language, dice), progress))
    except AskedError as error:
        return json.dumps({"error": told(reason(error), tongue(language)), "status": error.status})


def _work(path: str, query: str, body: bytes, language: str, dice: str) -> DeskWork:
    """Return the work that a request asks for."""
    wishes = parse_qs(query, keep_blank_values=True)
    names, sizes = wishes.pop("name", []), wishes.pop("size", [])
    task = PATHS.get(path)
    if task is None:
        raise AskedError(phrase("There is nothing here."), 404)
    if task in RECORD_TASKS:
        names = ["record"]
    if task in ROLLING:
        asked = parse_object(body)
        body = json.dumps(asked | {"dice": f"{dice} {asked.get('match')}"}).encode()
    return DeskWork(
        task=task,
        files=split_files(names, sizes, body) if names else (),
        wishes={name: values[-1] for name, values in wishes.items()},
        language=language,
        seconds=PATIENCE,
    )


def _answer(work: DeskWork, progress: Callable[[int, int], object]) -> Row:
    """Return the row that some work makes, or why it makes none."""
    answer = WorkAnswer()

    def hear(message: WorkProgress | WorkAnswer) -> None:
        nonlocal answer
        if isinstance(message, WorkProgress):
            progress(message.done, message.whole)
        else:
            answer = message

    work_on(work, TASKS, hear)
    return {"error": answer.refused, "status": 422} if answer.row is None else answer.row
