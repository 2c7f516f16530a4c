"""The workers of the desk: one that hangs or dies is begun anew, and who asks for much waits for others."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import aclosing
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from kotra_notation.desk import workers
from kotra_notation.desk.work import DeskWork, WorkAnswer, WorkProgress
from kotra_notation.desk.workers import FairQueue, Job, RefusalError, Workers
from tests.apart import run

pytestmark = pytest.mark.middle
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is bounded on Linux")

SCRIPT = """
import os, time
from kotra_notation.desk import tasks, worker
def check(task):
    name = task.file.path
    {behaviour}
    return {{"name": name, "process": os.getpid()}}
tasks.TASKS["check"] = tasks.TASKS["analyse"] = check
worker.main()
"""
HANGS = "while 'bad' in name: time.sleep(0.05)"
# As what is compiled does, which hears no alarm.
DEAF = f"""import signal
    if "bad" in name: signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
    {HANGS}"""
DIES = "'bad' in name and os._exit(9)"
GROWS = "'bad' in name and bytearray(10**9)"
FAILS = "'bad' in name and 1 / 0"
COUNTS = "[task.progress(number, 3) or time.sleep(0.01) for number in range(4)]"


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., Workers]]:
    """Begins workers that behave as a text says, at files with a word in their names."""
    begun: list[Workers] = []

    def behave(behaviour: str, processes: int = 1) -> Workers:
        path = tmp_path / "worker.py"
        path.write_text(SCRIPT.format(behaviour=behaviour))
        monkeypatch.setattr(workers, "COMMAND", (sys.executable, str(path)))
        monkeypatch.setattr(workers, "GRACE", 0.5)
        begun.append(Workers(processes))
        return begun[-1]

    yield behave
    for one in begun:
        one.close()


def work(name: str, seconds: float = 20.0) -> DeskWork:
    return DeskWork(
        task="check", files=[(name, b"")], wishes={}, language="en", seconds=seconds, memory=300_000_000
    )


async def answers(some: Workers, *names: str, seconds: float = 20.0) -> list[Any]:
    """What comes of files that are sent one after the other: rows, or the sentences of refusals."""
    found: list[Any] = []
    for name in names:
        try:
            found.append(await some.answer(work(name, seconds), "somebody"))
        except RefusalError as error:
            found.append((error.status, str(error)))
    return found


def test_the_same_process_does_one_piece_after_another(begin: Any) -> None:
    first, second = run(answers(begin("0"), "a", "b"))
    assert (first["name"], second["name"]) == ("a", "b")
    assert first["process"] == second["process"]


@pytest.mark.parametrize(
    ("behaviour", "seconds", "sentence"),
    [
        (HANGS, 0.5, "It took too long and was stopped."),
        (DEAF, 0.5, "It took too long and was stopped."),
        (DIES, 20.0, "It crashed the process that read it."),
        (FAILS, 20.0, "(ZeroDivisionError in "),
        pytest.param(GROWS, 20.0, "It needs more memory than a file may use here.", marks=LINUX),
    ],
    ids=["hangs", "hangs and hears nothing", "dies", "fails", "grows"],
)
def test_a_file_that_ends_its_process_costs_its_answer_and_no_other(
    begin: Any, behaviour: str, seconds: float, sentence: str
) -> None:
    before, (status, told), after = run(answers(begin(behaviour), "a", "bad", "c", seconds=seconds))
    assert (before["name"], status, after["name"]) == ("a", 422, "c")
    assert sentence in told


def test_workers_that_cannot_begin_are_said(begin: Any) -> None:
    (found,) = run(answers(begin("0\nraise SystemExit(3)\n0"), "a"))
    assert found == (503, "The desk cannot start a process for this.")


def test_how_far_the_work_is_is_heard_on_the_way(begin: Any) -> None:
    async def heard() -> list[Any]:
        return [one async for one in begin(COUNTS).messages(work("a"), "somebody", long=True)]

    *progress, row = run(heard())
    assert progress == [WorkProgress(number, 3) for number in range(4)]
    assert row["name"] == "a"


def test_who_stops_to_listen_stops_the_work(begin: Any) -> None:
    some = begin(f"{COUNTS}\n    {HANGS}")

    async def leave() -> None:
        async with aclosing(some.messages(work("bad"), "somebody", long=True)) as heard:
            async for _ in heard:
                break

    begun = monotonic()
    run(leave())
    (after,) = run(answers(some, "c"))
    assert after["name"] == "c"
    assert monotonic() - begun < 15


def test_who_leaves_as_the_answer_comes_costs_nobody_else_an_answer(
    begin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell = Job.tell

    def left(self: Job, message: object) -> None:
        if isinstance(message, WorkAnswer) and self.work.files[0][0] == "left":
            self.drop()
        tell(self, message)  # type: ignore[arg-type]

    monkeypatch.setattr(Job, "tell", left)
    _, after = run(answers(begin("0"), "left", "c"))
    assert after["name"] == "c"


def test_the_end_of_the_desk_ends_its_processes(begin: Any) -> None:
    some = begin("0", 2)
    (row,) = run(answers(some, "a"))
    some.close()
    with pytest.raises(ProcessLookupError):
        os.kill(row["process"], 0)


def jobs(loop: asyncio.AbstractEventLoop, names: str) -> list[Job]:
    return [Job(work(name), loop) for name in names]


def test_who_asks_for_much_waits_behind_who_asks_for_little() -> None:
    queue, loop = FairQueue(10), asyncio.new_event_loop()
    for who, job in zip("aaaabbc", jobs(loop, "1234567"), strict=True):
        assert queue.put(who, job)
    loop.close()
    order = [job.work.files[0][0] for job in (queue.next() for _ in range(7)) if job]
    assert "".join(order) == "1572634"


def test_not_more_wait_than_there_is_room_for() -> None:
    queue, loop = FairQueue(2), asyncio.new_event_loop()
    assert [queue.put("a", job) for job in jobs(loop, "123")] == [True, True, False]
    queue.close()
    loop.close()
    assert queue.next() is None
