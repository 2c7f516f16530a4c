"""Processes that judge tasks: `processes` hands tasks to several, `Supervised` watches one, `main` is one.

A process that hangs is ended, one that dies is begun again.
"""

from __future__ import annotations

import gc
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import Empty

from kotra_notation.archive.build.tasks import Judged, Task, judge_task, write_result
from kotra_notation.engine.results import ONE_THREAD
from kotra_notation.processes import BEGINNING, WatchedProcess, limit_memory, serve

Engine = Callable[[Iterable[Task]], Iterator[Judged]]
COMMAND = [*BEGINNING, "kotra_notation.archive.build.workers"]
# The answer of a process that has no memory left for the file it was at.
OUT_OF_MEMORY = "too-much-memory"
# What a process is waited for longer than it may itself take for a file.
GRACE = 5.0
# How long packing the rows of a task may take.
PACKING = 600.0
# So often a file may be what a process dies at before it is given up.
DEATHS = 2
# So often a process may die before it reads its first file.
STILLBORN = 3
# How often what goes in circles is looked for.
SELDOM = (20_000, 20, 100)


def main() -> None:
    """Judge the tasks this process is sent until there are no more, within the memory the first allows."""
    # Of what a task makes nearly all is kept until its end, and little of it goes in circles.
    gc.freeze()
    gc.set_threshold(*SELDOM)
    limited = False

    def judge(message: tuple[Task, dict[int, str]], send: Callable[[object], None]) -> None:
        """Send the place of each file, and the outcome of the task; an OSError ends the build."""
        nonlocal limited
        task, given_up = message
        if not limited:
            limit_memory(task.limits.memory)
            limited = True
        answer: object
        try:
            outcome = judge_task(task, given_up, send)
            try:
                answer = write_result(task, outcome)
            except OSError as error:
                answer = error
        except MemoryError:
            answer = OUT_OF_MEMORY
        send(answer)

    serve(judge)


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

    def judge_task(self, task: Task) -> Judged:
        """Return the outcome of a task; a file that ends the process twice, or hangs, is given up."""
        given_up: dict[int, str] = {}
        deaths: Counter[int] = Counter()
        while True:
            try:
                return self._try(task, given_up)
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

    def _try(self, task: Task, given_up: dict[int, str]) -> Judged:
        if self._process is None:
            self._process = WatchedProcess(COMMAND, dict.fromkeys(ONE_THREAD, "1"))
        process, place = self._process, -1
        try:
            process.send((task, given_up))
        except OSError:
            raise GoneError(place, "died") from None
        while True:
            try:
                answer = process.answer(_patience(task, place))
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


def _patience(task: Task, place: int) -> float:
    seconds = task.seconds_for(task.items[max(place, 0)])
    if place == len(task.items) - 1:
        return seconds + PACKING
    return seconds + GRACE + PACKING * (place < 0)


def processes(count: int) -> Engine:
    """Return an engine of so many processes on this machine."""

    def judge_all(tasks: Iterable[Task]) -> Iterator[Judged]:
        crew = [Supervised() for _ in range(count)]
        idle = deque(crew)

        def run(task: Task) -> Judged:
            process = idle.popleft()
            try:
                return process.judge_task(task)
            finally:
                idle.append(process)

        with ThreadPoolExecutor(count) as threads:
            try:
                yield from _in_turn(tasks, lambda task: threads.submit(run, task), count + 1)
            finally:
                for process in crew:
                    process.close()
                threads.shutdown(cancel_futures=True)

    return judge_all


def _in_turn(tasks: Iterable[Task], submit: Callable[[Task], Future[Judged]], most: int) -> Iterator[Judged]:
    """Yield the outcomes as they come, with no more tasks under way than are needed."""
    waiting: set[Future[Judged]] = set()
    for task in tasks:
        waiting.add(submit(task))
        if len(waiting) >= most:
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in ready)
    while waiting:
        ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in ready)


if __name__ == "__main__":
    main()
