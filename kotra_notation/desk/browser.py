"""The desk without a server: its pages ask Python in a worker of the browser what they would ask a server.

`python -m tools.web` puts this module, what it needs and the pages into a folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import parse_qs

from kotra_notation.desk.answers import work_on
from kotra_notation.desk.record_tasks import RECORD_TASKS
from kotra_notation.desk.settings import PATIENCE
from kotra_notation.desk.tasks import TASKS
from kotra_notation.desk.work import AskedError, DeskWork, WorkAnswer, WorkProgress, parse_object, split_files
from kotra_notation.jobs.rows import Row
from kotra_notation.words import phrase
from kotra_notation.words.phrases import reason, told
from kotra_notation.words.tongues import tongue

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
