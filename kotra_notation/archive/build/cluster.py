"""Tasks done on a Dask cluster; each of its workers has a supervised process for every task at a time."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace

from distributed import CancelledError, Client, Future, as_completed
from distributed.scheduler import KilledWorker

from kotra_notation.archive.build.tasks import Judged, Task
from kotra_notation.archive.build.workers import Engine, Supervised
from kotra_notation.archive.store import ArchiveError
from kotra_notation.installation import VERSION

# So often a task is begun again when the worker that had it is lost.
RETRIES = 10
# So many tasks a thread wait at the scheduler, which holds them until a worker is free.
AHEAD = 2
# So many seconds a scheduler is waited for.
PATIENCE = 10
_here = threading.local()


class ClusterError(ArchiveError):
    """There is no cluster, or none any more; the sentence says what to do."""


def judge_packed(version: str, packed: bytes) -> Judged | str:
    """Return the outcome of a task, in a process of this thread's own, which need not see the archive.

    The task is packed until the versions are compared: another version has other tasks. A worker of another
    version returns its own.
    """
    if version != VERSION:
        return VERSION
    task: Task = pickle.loads(packed)
    if not hasattr(_here, "process"):
        _here.process = Supervised()
    judged: Judged = _here.process.judge_task(replace(task, into=None))
    return judged


def on_cluster(address: str) -> Engine:
    """The workers of the scheduler at an address, however many come and go; ClusterError without one."""

    def judge_all(tasks: Iterable[Task]) -> Iterator[Judged]:
        with _client(address) as client:
            waiting = as_completed(loop=client.loop)  # type: ignore[no-untyped-call]
            under_way = 0
            for task in tasks:
                future = client.submit(judge_packed, VERSION, pickle.dumps(task), pure=False, retries=RETRIES)
                waiting.add(future)  # type: ignore[no-untyped-call]
                under_way += 1
                if under_way >= AHEAD * max(1, sum(client.nthreads().values())):
                    yield _result(next(waiting), address)
                    under_way -= 1
            while under_way:
                yield _result(next(waiting), address)
                under_way -= 1

    return judge_all


def _client(address: str) -> Client:
    try:
        return Client(address, set_as_default=False, timeout=PATIENCE)  # type: ignore[no-untyped-call]
    except (OSError, ValueError):
        raise ClusterError(
            "{address}: no Dask scheduler answers there; start one with: dask scheduler", address=address
        ) from None


def _result(future: Future[Judged | str], address: str) -> Judged:
    try:
        judged: Judged | str = future.result()
    except (OSError, CancelledError, KilledWorker) as error:
        raise ClusterError(
            "{address}: lost the connection to the cluster ({why}); finished work is kept, run the build "
            "again.",
            address=address,
            why=type(error).__name__,
        ) from None
    if isinstance(judged, str):
        raise ClusterError(
            "{address}: a worker has kotra-notation {theirs} and this machine {ours}; install the same "
            "version on all, and run the build again.",
            address=address,
            theirs=judged,
            ours=VERSION,
        )
    return judged
