"""A process that judges tasks, watched: one that hangs is ended, one that dies is begun again."""

from __future__ import annotations

from collections import Counter
from queue import Empty

from kotra_notation.archive.build.tasks import Judged, Task
from kotra_notation.archive.build.worker import OUT_OF_MEMORY
from kotra_notation.engine.results import ONE_THREAD
from kotra_notation.processes import BEGINNING, WatchedProcess

COMMAND = [*BEGINNING, "kotra_notation.archive.build.worker"]
# What a process is waited for longer than it may itself take for a file.
GRACE = 5.0
# How long packing the rows of a task may take.
PACKING = 600.0
# So often a file may be what a process dies at before it is given up.
DEATHS = 2
# So often a process may die before it reads its first file.
STILLBORN = 3


class GoneError(Exception):
    """The process has ended, or has been ended: the place of the file it was at, and why."""

    def __init__(self, place: int, why: str) -> None:
        super().__init__(why)
        self.place = place
        self.why = why


class WorkersError(Exception):
    """Processes die before they do anything, or when nothing is left to be done."""


class Supervised:
    """One process, which is begun when there is something to do."""

    def __init__(self) -> None:
        self._process: WatchedProcess | None = None
        self._closed = False

    def judged(self, task: Task) -> Judged:
        """Return what comes of a task; a file that ends the process twice, or hangs, is given up."""
        given_up: dict[int, str] = {}
        deaths: Counter[int] = Counter()
        while True:
            try:
                return self._tried(task, given_up)
            except GoneError as gone:
                self.end()
                if self._closed:
                    raise
                deaths[gone.place] += 1
                stillborn = gone.place < 0 and deaths[gone.place] >= STILLBORN
                if stillborn or gone.place in given_up:
                    raise WorkersError from gone
                if gone.place >= 0 and (gone.why != "died" or deaths[gone.place] >= DEATHS):
                    given_up[gone.place] = gone.why

    def close(self) -> None:
        """End the process for good."""
        self._closed = True
        self.end()

    def end(self) -> None:
        """End the process; another is begun when there is something to do."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def _tried(self, task: Task, given_up: dict[int, str]) -> Judged:
        process = self._begun()
        place = -1
        try:
            process.send((task, given_up))
        except OSError:
            raise GoneError(place, "died") from None
        while True:
            try:
                answer = process.answer(self._patience(task, place))
            except Empty:
                raise GoneError(place, "too-slow") from None
            if isinstance(answer, Judged):
                return answer
            if isinstance(answer, OSError):
                raise answer
            if answer == OUT_OF_MEMORY:
                raise GoneError(place, OUT_OF_MEMORY)
            if answer is None:
                raise GoneError(place, "died")
            place = answer

    def _patience(self, task: Task, place: int) -> float:
        last = place == len(task.items) - 1
        return task.seconds_for(task.items[max(place, 0)]) + (
            PACKING if last else GRACE + PACKING * (place < 0)
        )

    def _begun(self) -> WatchedProcess:
        if self._process is None:
            self._process = WatchedProcess(COMMAND, dict.fromkeys(ONE_THREAD, "1"))
        return self._process
