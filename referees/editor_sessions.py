"""Sessions of an editor at random with a cold `kotra lsp`: several texts open, edited, asked about, left.

    python -m referees.editor_sessions N SEED

has N sessions, prints each with its seed, and ends with status 1 where a question had no answer, or a process
was left behind.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from typing import IO, Any, NamedTuple

from referees.edits import edited, texts

# How long an answer, and the end of the process, is waited for; in seconds.
PATIENCE, ENDS = 60.0, 20.0
LEAVINGS = ("shutdown", "shutdown at work", "exit at work", "pipe closed", "pipe closed at work")
# Of a text so many characters are edited at most, and of a complaint shown.
LONGEST, SHOWN = 30_000, 600


class EditorPlan(NamedTuple):
    """A session: how many texts, edits of each, the pause between two edits, and how it is left."""

    texts: int
    edits: int
    pause: float
    leaving: str

    @classmethod
    def random(cls, random: Random) -> EditorPlan:
        """A plan: up to eight texts, and 10 to 300 ms from one edit to the next."""
        return cls(
            random.randint(1, 8), random.randint(2, 6), random.uniform(0.01, 0.3), random.choice(LEAVINGS)
        )


class Editor:
    """A client of a server of its own, which is spoken to in the bytes of the protocol."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kotra_notation", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self.messages: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self.complaints: list[bytes] = []
        self._listeners = [
            Thread(target=listen, args=(stream,), daemon=True)
            for stream, listen in ((self.process.stdout, self._listen), (self.process.stderr, self._hear))
        ]
        for listener in self._listeners:
            listener.start()
        self._number = 0

    def _listen(self, stream: IO[bytes]) -> None:
        with stream:
            for message in received(stream):
                self.messages.put(message)

    def _hear(self, stream: IO[bytes]) -> None:
        with stream:
            self.complaints += stream

    def tell(self, method: str, **params: object) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def ask(self, method: str, **params: object) -> int:
        """Send a request, and return its number."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        return self._number

    def _send(self, message: dict[str, object]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        self.process.stdin.flush()

    def unanswered(self, asked: set[int]) -> set[int]:
        """Those of the requests that have no answer, when that of all was waited for."""
        left, end = set(asked), time.monotonic() + PATIENCE
        while left:
            try:
                message = self.messages.get(timeout=max(end - time.monotonic(), 0))
            except Empty:
                break
            left.discard(message.get("id", 0))
        return left

    def ended(self) -> bool:
        """Whether the process ends by itself; nothing of it stays in any case."""
        try:
            self.process.wait(ENDS)
            return True
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return False
        finally:
            self.close()
            for listener in self._listeners:
                listener.join()

    def close(self) -> None:
        """Close the pipe to the server."""
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.close()


def received(stream: IO[bytes]) -> Iterator[dict[str, Any]]:
    """The messages of a stream."""
    length = 0
    while line := stream.readline():
        name, _, value = line.partition(b":")
        if name == b"Content-Length":
            length = int(value)
        elif not line.strip():
            yield json.loads(stream.read(length))


def faults(seed: int) -> list[str]:
    """What went wrong in the session of a seed."""
    random = Random(seed)
    plan = EditorPlan.random(random)
    editor = Editor()
    found = []
    if editor.unanswered({editor.ask("initialize", processId=os.getpid(), rootUri=None, capabilities={})}):
        found.append("initialize: no answer")
    editor.tell("initialized")
    asked = _typed(editor, plan, random)
    if not plan.leaving.endswith("at work") and (left := editor.unanswered(asked)):
        found.append(f"{len(left)} of {len(asked)} questions without an answer")
    _leave(editor, plan.leaving)
    if not editor.ended():
        found.append(f"left by {plan.leaving}, it stays")
    if editor.complaints:
        found.append(b"".join(editor.complaints).decode(errors="replace")[:SHOWN])
    return found


def _typed(editor: Editor, plan: EditorPlan, random: Random) -> set[int]:
    """Open texts and edit them by turns; the numbers of the questions about each in the end."""
    known = texts(LONGEST)
    here = {f"file:///tmp/{number}.mat": random.choice(known) for number in range(plan.texts)}
    for uri, text in here.items():
        editor.tell(
            "textDocument/didOpen",
            textDocument={"uri": uri, "languageId": "kotra-mat", "version": 0, "text": text},
        )
    for version in range(plan.edits):
        for uri in here:
            time.sleep(plan.pause)
            here[uri] = edited(here[uri], random)
            document = {"uri": uri, "version": version + 1}
            editor.tell("textDocument/didChange", textDocument=document, contentChanges=[{"text": here[uri]}])
    asked = set()
    for uri in here:
        place = {"line": random.randrange(20), "character": 6}
        asked.add(editor.ask("textDocument/hover", textDocument={"uri": uri}, position=place))
    return asked


def _leave(editor: Editor, leaving: str) -> None:
    if leaving.startswith("pipe"):
        editor.close()
        return
    if leaving.startswith("shutdown"):
        editor.ask("shutdown")
    editor.tell("exit")


def main() -> None:
    """Have the sessions, and print what went wrong."""
    number, first = map(int, sys.argv[1:])
    begun, bad = time.monotonic(), 0
    for seed in range(first, first + number):
        found = faults(seed)
        bad += bool(found)
        print(seed, EditorPlan.random(Random(seed)), *found or ["sound"], sep="  ", flush=True)
    print(f"{number} sessions from seed {first}: {bad} with a fault; {time.monotonic() - begun:.0f} s")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
