"""Work on many items by several processes, results in order; short work is done without them.

Processes take packets of items in turn. Where one dies, or raises, its packet is done by this process.
"""

from __future__ import annotations

import gc
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from kotra_notation.processes import WatchedProcess

Item = TypeVar("Item")
Result = TypeVar("Result")
# How many seconds of work are done before processes are started, which costs each of them half of that.
ALONE = 1.0
# How many seconds a packet should take, and how many items are in it at most.
PACKET, MOST = 0.1, 200
# How many packets a process has at once: one is worked on, one waits.
AHEAD = 2


def map_in_order(
    work: Callable[[Item], Result], items: Iterable[Item], jobs: int | None = None
) -> Iterator[Result]:
    """Yield the result of each item, in order, by at most so many processes.

    Without `jobs` all cores take part as soon as the work has lasted a while. `work` is a function of a
    module, or a `partial` of one.
    """
    left, workers = iter(items), jobs or count_cores()
    size = 1
    if jobs is None or jobs == 1:
        spent, done = 0.0, 0
        for item in left:
            begun = perf_counter()
            result = work(item)
            spent, done = spent + perf_counter() - begun, done + 1
            yield result
            if workers > 1 and spent > ALONE:
                break
        else:
            return
        size = _packet_size(done, spent)
    yield from _map_by_processes(work, left, workers, size)


def count_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _packet_size(done: int, spent: float) -> int:
    """Return how many items to send at once, after some of them took so many seconds."""
    return max(1, min(MOST, int(done * PACKET / max(spent, 1e-6))))


def _map_by_processes(
    work: Callable[[Item], Result], items: Iterator[Item], workers: int, size: int
) -> Iterator[Result]:
    packets: deque[tuple[_Worker, list[Item]]] = deque()
    crew: list[_Worker] = []
    try:
        # No more processes than there are packets.
        while len(crew) < workers and (packet := list(islice(items, size))):
            crew.append(_Worker())
            crew[-1].send(work, packet)
            packets.append((crew[-1], packet))
        turns = cycle(crew)
        while packets:
            while len(packets) < AHEAD * len(crew) and (packet := list(islice(items, size))):
                worker = next(turns)
                worker.send(work, packet)
                packets.append((worker, packet))
            worker, packet = packets.popleft()
            answer = worker.answer()
            if answer is None:
                yield from map(work, packet)
            else:
                size = _packet_size(len(packet), answer[0])
                yield from answer[1]
    finally:
        for worker in crew:
            worker.end()


class _Worker:
    """A process that does packets, as long as it lives."""

    def __init__(self) -> None:
        from kotra_notation.processes import BEGINNING, WatchedProcess

        self._process: WatchedProcess | None = WatchedProcess([*BEGINNING, __name__])

    def send(self, work: Callable[[Any], Any], packet: list[Any]) -> None:
        """Send a packet; a process that has died has no answer to it."""
        try:
            if self._process:
                self._process.send((work, packet))
        except OSError:
            self.end()

    def answer(self) -> tuple[float, list[Any]] | None:
        """Return the seconds that the next packet took, and its results; None where there are none."""
        answer = self._process.answer(None) if self._process else None
        if answer is None:
            self.end()
        return answer or None

    def end(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process:
            process.end()


def main() -> None:
    """Do the packets that this process is sent, until there are no more."""
    from kotra_notation.processes import serve

    gc.freeze()
    gc.set_threshold(50_000)
    serve(_do_packet)


def _do_packet(message: tuple[Callable[[Any], Any], list[Any]], send: Callable[[object], None]) -> None:
    """Send the seconds that a packet takes, and its results; nothing where its work raises."""
    work, packet = message
    begun = perf_counter()
    try:
        results = [work(item) for item in packet]
    except Exception:
        send(())  # it is raised where the work is done again
        return
    send((perf_counter() - begun, results))


if __name__ == "__main__":
    main()
