"""Another process of this package, watched: it is sent messages and answers them, and can be ended at once.

Messages are pickles with their lengths before them: in by standard input, out by standard output. Whoever
waits for an answer says how long, and what to do with a process that hangs or dies.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from struct import Struct
from threading import Thread
from time import sleep
from typing import IO, Any

try:
    import resource
except ImportError:  # there is none on Windows
    resource = None  # type: ignore[assignment]

# How a module is begun as a process; the folder somebody happens to be in has no say in what it imports.
BEGINNING = (sys.executable, "-P", "-m")
_PAGES = Path("/proc/self/statm")
_LENGTH = Struct("<Q")
# How often it is looked how much memory is held, in seconds, and the status of who held too much.
LOOK, OUT_OF_MEMORY = 0.05, 77


class WatchedProcess:
    """A process that has begun."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        home = str(Path(__file__).parents[1])
        paths = os.pathsep.join([home, *filter(None, [os.environ.get("PYTHONPATH")])])
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**(environment or {}), **os.environ, "PYTHONPATH": paths},
            # Ctrl-C is for who began it, and ends it.
            process_group=0,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self._answers: SimpleQueue[Any] = SimpleQueue()
        assert self._process.stdout is not None
        Thread(target=_listen, args=(self._process.stdout, self._answers), daemon=True).start()

    @property
    def number(self) -> int:
        """Return what the system knows it by."""
        return self._process.pid

    def send(self, message: object) -> None:
        """Send a message; OSError where it has ended."""
        assert self._process.stdin is not None
        try:
            send(self._process.stdin, message)
        except ValueError:  # another thread has ended it, and closed the pipe
            raise BrokenPipeError from None

    def answer(self, patience: float | None) -> Any:
        """The next answer, None when it has ended; `queue.Empty` where none comes in so many seconds."""
        return self._answers.get(timeout=patience)

    def end(self) -> None:
        """End it, whatever it is at."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def _listen(stream: IO[bytes], answers: SimpleQueue[Any]) -> None:
    """Pass on what a process says; None when it has ended."""
    try:
        with suppress(OSError, ValueError):
            while (answer := receive(stream)) is not None:
                answers.put(answer)
    finally:
        answers.put(None)


def serve(handle: Callable[[Any, Callable[[object], None]], None]) -> None:
    """Have each message handled, with what sends an answer, until there are no more.

    What anything prints goes to standard error. Who is not heard any more ends; the other side begins another
    where it is still there.
    """
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with suppress(OSError):
        while (message := receive(sys.stdin.buffer)) is not None:
            handle(message, lambda answer: send(answers, answer))


def send(stream: IO[bytes], message: object) -> None:
    """Write a message."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """The next message, None at the end."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    length = _LENGTH.unpack(head)[0]
    data = stream.read(length)
    return pickle.loads(data) if len(data) == length else None


def limit_memory(most: int) -> None:
    """Let this process take so many bytes beyond what it has; above that there is a MemoryError."""
    if resource is None or not sys.platform.startswith("linux"):
        return
    taken = int(_PAGES.read_text().split()[0]) * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = taken + most
    if hard == resource.RLIM_INFINITY or wanted < hard:
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


def end_beyond(most: int) -> None:
    """End this process when it holds more bytes than so many: for what reserves far more than it uses."""

    def watch() -> None:
        while int(_PAGES.read_text().split()[1]) * resource.getpagesize() <= most:
            sleep(LOOK)
        os._exit(OUT_OF_MEMORY)

    if resource is not None and sys.platform.startswith("linux"):
        Thread(target=watch, daemon=True).start()


def end_process(process: subprocess.Popen[bytes]) -> None:
    """End a command with all that it started, where the system knows what that is."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
