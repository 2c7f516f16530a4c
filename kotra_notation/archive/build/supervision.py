"""A process that judges tasks, watched: one that hangs is ended, one that dies is begun again."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any

import kotra_notation
from kotra_notation.archive.build.tasks import Judged, Task
from kotra_notation.archive.build.worker import OUT_OF_MEMORY, received, send
from kotra_notation.engine.results import ONE_THREAD

# How a process is begun; the folder somebody happens to be in has no say in what it imports.
COMMAND = [sys.executable, "-P", "-m", "kotra_notation.archive.build.worker"]
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
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: SimpleQueue[Any] = SimpleQueue()
        self._closed = False

    def judged(self, task: Task) -> Judged:
        """What comes of a task; a file that ends the process twice, or hangs, is given up."""
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
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()

    def _tried(self, task: Task, given_up: dict[int, str]) -> Judged:
        process = self._begun()
        assert process.stdin is not None
        place = -1
        try:
            send(process.stdin, (task, given_up))
        except OSError:
            raise GoneError(place, "died") from None
        while True:
            try:
                answer = self._answers.get(timeout=self._patience(task, place))
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

    def _begun(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            home = str(Path(kotra_notation.__file__).parents[1])
            paths = os.pathsep.join([home, *filter(None, [os.environ.get("PYTHONPATH")])])
            self._process = subprocess.Popen(
                COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**dict.fromkeys(ONE_THREAD, "1"), **os.environ, "PYTHONPATH": paths},
                # Ctrl-C is for the build, which ends its processes itself.
                process_group=0,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
            self._answers = SimpleQueue()
            assert self._process.stdout is not None
            Thread(target=_listen, args=(self._process.stdout, self._answers), daemon=True).start()
        return self._process


def _listen(stream: IO[bytes], answers: SimpleQueue[Any]) -> None:
    """Pass on what a process says; None when it has ended."""
    try:
        with suppress(OSError, ValueError):
            while (answer := received(stream)) is not None:
                answers.put(answer)
    finally:
        answers.put(None)
