"""Engines that do tasks: processes on this machine, or a Dask cluster. The tables are the same."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from kotra_notation.archive.build.supervision import Supervised
from kotra_notation.archive.build.tasks import Judged, Task

Engine = Callable[[Iterable[Task]], Iterator[Judged]]


def processes(count: int) -> Engine:
    """So many processes on this machine."""

    def judge_all(tasks: Iterable[Task]) -> Iterator[Judged]:
        crew = [Supervised() for _ in range(count)]
        idle = deque(crew)

        def run(task: Task) -> Judged:
            one = idle.popleft()
            try:
                return one.judged(task)
            finally:
                idle.append(one)

        with ThreadPoolExecutor(count) as threads:
            try:
                yield from _in_turn(tasks, lambda task: threads.submit(run, task), count + 1)
            finally:
                for one in crew:
                    one.close()
                threads.shutdown(cancel_futures=True)

    return judge_all


def _in_turn(tasks: Iterable[Task], submit: Callable[[Task], Future[Judged]], most: int) -> Iterator[Judged]:
    """The answers as they come, with no more tasks under way than are needed."""
    waiting: set[Future[Judged]] = set()
    for task in tasks:
        waiting.add(submit(task))
        if len(waiting) >= most:
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                yield future.result()
    while waiting:
        ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in ready:
            yield future.result()
