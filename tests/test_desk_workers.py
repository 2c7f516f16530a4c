"""The workers of the desk: one that hangs or dies is begun anew, and who asks for much waits for others."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from kotra_notation.desk import workers
from kotra_notation.desk.work import DeskWork, WorkAnswer, WorkProgress
from kotra_notation.desk.workers import FairQueue, Job, RefusalError, Workers
from tests.apart import run
from tests.records import rows

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is bounded on Linux")
SCRIPT = """
import os, signal, sys, time
from kotra_notation.desk import worker
def check(task):
    name = task.file.path
    {behaviour}
    return {{"name": name, "process": os.getpid()}}
worker.ALL_TASKS["check"] = check
worker.main()
"""
HANGS = "while 'bad' in name: time.sleep(0.05)"
# As what is compiled does, which hears no alarm.
DEAF = f"'bad' in name and signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])\n    {HANGS}"
COUNTS = "[task.progress(number, 3) or time.sleep(0.01) for number in range(4)]"
TOO_SLOW = "It took too long and was stopped."
TOO_LARGE = "It needs more memory than a file may use here."


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
    for each in begun:
        each.close()


def work(name: str, seconds: float = 20.0, memory: int = 300_000_000) -> DeskWork:
    facts = {"files": [(name, b"")], "wishes": {}, "language": "en", "seconds": seconds}
    return DeskWork(task="check", memory=memory, resident=300_000_000, **facts)  # type: ignore[arg-type]


async def answers(pool: Workers, *names: str, **limits: Any) -> list[Any]:
    """What comes of files that are sent one after the other: rows, or the sentences of refusals."""
    found: list[Any] = []
    for name in names:
        try:
            found.append(await pool.answer(work(name, **limits), "somebody"))
        except RefusalError as error:
            found.append((error.status, str(error)))
    return found


CRASHED = "It crashed the process that read it."
ENDS: dict[str, tuple[str, dict[str, Any], str]] = {
    "hangs": (HANGS, {"seconds": 0.5}, TOO_SLOW),
    "hangs and hears nothing": (DEAF, {"seconds": 0.5}, TOO_SLOW),
    "dies": ("'bad' in name and os._exit(9)", {}, CRASHED),
    "fails": ("'bad' in name and 1 / 0", {}, "(ZeroDivisionError in "),
    "grows": ("'bad' in name and bytearray(10**9)", {}, TOO_LARGE),
    "holds much": ("kept = 'bad' in name and os.urandom(4 * 10**8); time.sleep(0.3)", {"memory": 0}, CRASHED),
}


@pytest.mark.middle
@pytest.mark.parametrize(
    "how", [*list(ENDS)[:4], *(pytest.param(how, marks=LINUX) for how in list(ENDS)[4:])]
)
def test_a_file_that_ends_its_process_costs_its_answer_and_no_other(begin: Any, how: str) -> None:
    behaviour, limits, sentence = ENDS[how]
    names = ("a", "b", "bad", "c")
    first, second, (status, refused), after = run(answers(begin(behaviour), *names, **limits))
    assert (first["name"], second["name"], status, after["name"]) == ("a", "b", 422, "c")
    assert first["process"] == second["process"]
    assert sentence in refused


@pytest.mark.middle
@pytest.mark.parametrize("command", ["a worker that ends", "no program"])
def test_workers_may_fail_to_begin(begin: Any, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    pool = begin("0\nraise SystemExit(3)\n0")
    if command == "no program":
        monkeypatch.setattr(workers, "COMMAND", ("/no/such/program",))
    assert run(answers(pool, "a")) == [(503, "The desk cannot start a process for this.")]


@pytest.mark.middle
def test_progress_is_heard_and_who_stops_to_listen_stops_the_work(begin: Any) -> None:
    pool = begin(f"{COUNTS}\n    {HANGS}")

    async def heard(name: str, *, leaves: bool) -> list[Any]:
        found = []
        async with aclosing(pool.messages(work(name), "somebody", long=True)) as messages:
            async for message in messages:
                found.append(message)
                if leaves:
                    break
        return found

    assert run(heard("bad", leaves=True)) == [WorkProgress(0, 3)]
    *progress, row = run(asyncio.wait_for(heard("c", leaves=False), 15))
    assert (progress, row["name"]) == ([WorkProgress(number, 3) for number in range(4)], "c")


@pytest.mark.middle
def test_who_leaves_costs_nobody_an_answer(begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    tell = Job.tell

    def left(self: Job, message: object) -> None:
        if isinstance(message, WorkAnswer) and self.work.files[0][0] == "left":
            self.drop()
        tell(self, message)  # type: ignore[arg-type]

    monkeypatch.setattr(Job, "tell", left)
    _, after = run(answers(begin("0"), "left", "c"))
    assert after["name"] == "c"


@pytest.mark.middle
def test_the_end_of_the_desk_ends_its_processes(begin: Any) -> None:
    pool = begin("0", 2)
    (row,) = run(answers(pool, "a"))
    assert row["process"] in pool.processes
    pool.close()
    with pytest.raises(ProcessLookupError):
        os.kill(row["process"], 0)
    assert run(answers(pool, "a")) == [(503, "The desk is busy; try again in a moment.")]


@rows
def test_who_asks_for_much_waits_and_gives_way(clients: str, most: int, refused: str, order: str) -> None:
    async def served() -> tuple[str, str]:
        queue = FairQueue(most)
        jobs = [Job(work(str(number)), asyncio.get_running_loop()) for number in range(len(clients))]
        left = {job for who, job in zip(clients, jobs, strict=True) if not queue.put(who, job)}
        await asyncio.sleep(0)
        left |= {job for job in jobs if not job.heard.empty()}
        done = [queue.next() for _ in range(len(jobs) - len(left))]
        queue.close()
        assert (queue.next(), queue.put("a", jobs[0])) == (None, False)
        names = [[job.work.files[0][0] for job in part if job] for part in (left, done)]
        return "".join(sorted(names[0])), "".join(names[1])

    assert run(served()) == (refused, order)
