"""The processes that work for the desk: watched, each file within limits, nobody before their turn.

A process that hangs or dies is ended and begun anew, and only the file it was at has no answer. Clients that
ask for much wait behind those that ask for little: one is served after the other.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from queue import Empty
from threading import Condition, Lock, Thread

from kotra_notation.alarm import for_size
from kotra_notation.desk.work import READY, TOO_SLOW, DeskWork, WorkAnswer, WorkProgress
from kotra_notation.jobs.rows import Row
from kotra_notation.processes import BEGINNING, WatchedProcess
from kotra_notation.words import phrase

COMMAND = (*BEGINNING, "kotra_notation.desk.worker")
# The seconds that a process is waited for longer than it may itself take.
GRACE = 5.0
# The seconds that it may take to begin.
BEGINS = 60.0
# The most pieces of work that wait.
WAITING = 400
TOO_MUCH = phrase("The desk is busy; try again in a moment.")


class RefusalError(Exception):
    """A refusal: the status of HTTP, a sentence, and further facts for the page."""

    def __init__(self, status: int, why: str, **facts: object) -> None:
        super().__init__(why)
        self.status = status
        self.why = why
        self.facts = facts


@dataclass(eq=False)
class Job:
    """Work that was asked for, and the queue of its messages."""

    work: DeskWork
    loop: asyncio.AbstractEventLoop
    heard: asyncio.Queue[WorkProgress | WorkAnswer | RefusalError] = field(default_factory=asyncio.Queue)
    dropped: bool = False
    _process: WatchedProcess | None = None
    _lock: Lock = field(default_factory=Lock)

    def tell(self, message: WorkProgress | WorkAnswer | RefusalError) -> None:
        """Pass on a message, from whatever thread."""
        with suppress(RuntimeError):  # the client has gone, and its loop with it
            self.loop.call_soon_threadsafe(self.heard.put_nowait, message)

    def take(self, process: WatchedProcess) -> bool:
        """Give it to a process; return whether it is still wanted."""
        with self._lock:
            self._process = process
            return not self.dropped

    def leave(self) -> bool:
        """Take it from its process; return whether that is still there for more."""
        with self._lock:
            self._process = None
            return not self.dropped

    def drop(self) -> None:
        """Drop it, and end the process that is at it."""
        with self._lock:
            self.dropped = True
            if self._process is not None:
                self._process.end()


class FairQueue:
    """Jobs that wait: those of a client in order, and the clients one after the other."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: dict[str, deque[Job]] = {}
        self._count = 0
        self._changed = Condition()
        self._closed = False

    def put(self, who: str, job: Job) -> bool:
        """Add a job; return False where there is no room, and no client that has far more waiting."""
        with self._changed:
            if self._closed or (self._count >= self._most and not self._make_room(who)):
                return False
            self._waiting.setdefault(who, deque()).append(job)
            self._count += 1
            self._changed.notify()
            return True

    def next(self) -> Job | None:
        """Wait for the next job; None when there will be no more."""
        with self._changed:
            self._changed.wait_for(lambda: self._count or self._closed)
            if self._closed:
                return None
            who, jobs = next(iter(self._waiting.items()))
            job = jobs.popleft()
            del self._waiting[who]
            if jobs:
                self._waiting[who] = jobs
            self._count -= 1
            return job

    def _make_room(self, who: str) -> bool:
        """Evict the newest job of the busiest client; return False if no client is busier."""
        most = max(self._waiting.values(), key=len)
        if len(most) <= len(self._waiting.get(who, ())) + 1:
            return False
        most.pop().tell(RefusalError(503, TOO_MUCH))
        self._count -= 1
        return True

    def close(self) -> None:
        """End the queue."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class Lane:
    """Some processes and the work that waits for them; `kept`: they begin before any work, and stay."""

    def __init__(self, processes: int, *, kept: bool) -> None:
        self._queue = FairQueue(WAITING)
        self._kept = kept
        self._processes: set[WatchedProcess] = set()
        self._threads = [Thread(target=self._serve, daemon=True) for _ in range(processes)]
        self._begun = False
        self._closed = False

    @property
    def processes(self) -> list[int]:
        """The numbers by which the system knows its processes."""
        return [process.number for process in self._processes]

    def begin(self) -> None:
        """Begin its threads."""
        if not self._begun:
            self._begun = True
            for thread in self._threads:
                thread.start()

    def put(self, who: str, job: Job) -> bool:
        """Add a job; return False where there is no room."""
        self.begin()
        return self._queue.put(who, job)

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        self._queue.close()
        for process in list(self._processes):
            process.end()

    def _serve(self) -> None:
        process = self._begun_process() if self._kept else None
        while (job := self._queue.next()) is not None:
            if job.dropped:
                continue
            process = process or self._begun_process()
            if process is None:
                job.tell(RefusalError(503, phrase("The desk cannot start a process for this.")))
                continue
            sound = job.take(process) and self._do(job, process)
            if not (job.leave() and sound and self._kept):
                self._end(process)
                process = self._begun_process() if self._kept else None

    def _begun_process(self) -> WatchedProcess | None:
        """Begin a process and return it when it is ready; None where that cannot be."""
        if self._closed:
            return None
        try:
            process = WatchedProcess(COMMAND)
        except OSError:
            return None
        self._processes.add(process)
        with suppress(OSError, Empty):
            process.send(READY)
            if process.answer(BEGINS) == READY and not self._closed:
                return process
        self._end(process)
        return None

    def _end(self, process: WatchedProcess) -> None:
        self._processes.discard(process)
        process.end()

    def _do(self, job: Job, process: WatchedProcess) -> bool:
        """Have a job done; return whether the process can do more."""
        patience = for_size(job.work.seconds, job.work.size) + GRACE
        try:
            process.send(job.work)
            while True:
                answer = process.answer(patience)
                if answer is None:
                    raise OSError("the process has ended")
                job.tell(answer)
                if isinstance(answer, WorkAnswer):
                    return not answer.spent
        except OSError:
            job.tell(RefusalError(422, phrase("It crashed the process that read it.")))
            return False
        except Empty:
            job.tell(RefusalError(422, TOO_SLOW))
            return False


class Workers:
    """The workers of the desk: quick work in processes that are ready, long work in one of its own."""

    def __init__(self, processes: int = 2) -> None:
        self._quick, self._long = Lane(processes, kept=True), Lane(1, kept=False)

    @property
    def processes(self) -> list[int]:
        """The numbers by which the system knows the processes."""
        return [*self._quick.processes, *self._long.processes]

    def begin(self) -> None:
        """Begin the processes that are to be ready."""
        self._quick.begin()

    def close(self) -> None:
        """End all processes."""
        self._quick.close()
        self._long.close()

    async def messages(
        self, work: DeskWork, who: str, *, long: bool = False
    ) -> AsyncGenerator[WorkProgress | Row]:
        """Yield the progress of some work, then its row; it stops when nobody listens any more."""
        job = Job(work, asyncio.get_running_loop())
        if not (self._long if long else self._quick).put(who, job):
            raise RefusalError(503, TOO_MUCH)
        answered = False
        try:
            while not answered:
                message = await job.heard.get()
                answered = not isinstance(message, WorkProgress)
                if isinstance(message, RefusalError):
                    raise message
                if isinstance(message, WorkProgress):
                    yield message
                elif message.row is None:
                    raise RefusalError(422, message.refused)
                else:
                    yield message.row
        finally:
            if not answered:
                job.drop()

    async def answer(self, work: DeskWork, who: str) -> Row:
        """Return the row of some quick work; RefusalError where there is none."""
        async with aclosing(self.messages(work, who)) as heard:
            async for message in heard:
                if not isinstance(message, WorkProgress):
                    return message
        raise AssertionError("the last message is an answer")
