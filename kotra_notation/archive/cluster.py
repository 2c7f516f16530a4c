"""Tasks done on a Dask cluster; each of its workers has a supervised process for every task at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator

from kotra_notation.archive.engines import Engine
from kotra_notation.archive.judging import Judged, Task
from kotra_notation.archive.supervision import Supervised

# So often a task is begun again when the worker that had it is lost.
RETRIES = 10
# So many tasks a thread wait at the scheduler, which holds them until a worker is free.
AHEAD = 2

_here = threading.local()


def _judged(task: Task) -> Judged:
    """What comes of a task, in a process of this thread's own."""
    if not hasattr(_here, "process"):
        _here.process = Supervised()
    judged: Judged = _here.process.judged(task)
    return judged


def on_cluster(address: str) -> Engine:
    """The workers of the scheduler at an address, however many come and go."""

    def done(tasks: Iterable[Task]) -> Iterator[Judged]:
        from distributed import Client, as_completed

        with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            waiting = as_completed(raise_errors=True)  # type: ignore[no-untyped-call]
            under_way = 0
            for task in tasks:
                future = client.submit(_judged, task, pure=False, retries=RETRIES)
                waiting.add(future)  # type: ignore[no-untyped-call]
                under_way += 1
                if under_way >= AHEAD * max(1, sum(client.nthreads().values())):
                    yield next(waiting).result()
                    under_way -= 1
            while under_way:
                yield next(waiting).result()
                under_way -= 1

    return done
