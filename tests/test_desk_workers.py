"""Workers and folder of the desk: what hangs is begun anew, and nothing outside is shown or written."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import aclosing
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from kotra_notation.desk import folders, workers
from kotra_notation.desk.work import DeskWork, WorkAnswer, WorkProgress
from kotra_notation.desk.workers import FairQueue, Job, RefusalError, Workers
from tests.apart import run
from tests.calls import kotra
from tests.desk_served import DeskClient
from tests.records import full_disk, rows, write_files
from tools.desk_load import match_texts

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


def test_long_work_is_done_one_after_the_other(begin: Any) -> None:
    pool = begin(HANGS)

    async def processes() -> int:
        works = [pool.messages(work("bad"), "somebody", long=True) for _ in range(2)]
        waiting = [asyncio.ensure_future(anext(each)) for each in works]
        await asyncio.sleep(0.3)
        begun = len(pool.processes)
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return begun

    assert run(processes()) == 1


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


RECORD = "kotra 1\nwhite: Anna\nblack: Björn\n".encode()
SECRET = b"nobody is to see this"


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with records, and ways out of it; beside it lies what nobody is to see."""
    folder = tmp_path / "records"
    write_files(tmp_path, dict.fromkeys(("secret.mat", "records-too/secret.mat"), SECRET))
    write_files(folder, dict.fromkeys((".git/config.mat", ".hidden.mat"), SECRET))
    write_files(folder, dict.fromkeys(("a.mat", "day/b.kotra", "day/Þórdís – Ýr.kotra"), RECORD))
    links = {"out.mat": "../secret.mat", "out": "..", "hiding.mat": ".hidden.mat", "within.mat": "a.mat"}
    for name, target in (links | {"round": "round"}).items():
        (folder / name).symlink_to(target)
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.mat")
    return folder


@pytest.fixture
def client(folder: Path) -> DeskClient:
    return DeskClient(folder=folder, max_size=1000)


@pytest.mark.middle
def test_a_folder_opens_as_fast_as_the_command_checks_it(tmp_path: Path) -> None:
    files = {f"{number}.mat": text for number, text in enumerate(match_texts(20, 7, 0) * 2)}
    names, client = [*files], DeskClient(folder=write_files(tmp_path, files))

    def check_on_desk() -> None:
        starts = range(0, len(names), folders.MOST_AT_ONCE)
        parts = [names[start : start + folders.MOST_AT_ONCE] for start in starts]
        verdicts = [each for part in parts for each in client.row("folder/check", paths=part)["verdicts"]]
        assert {each["worst"] for each in verdicts} <= {"", "note"}
        assert len(verdicts) == len(names)

    def check_by_command() -> None:
        assert kotra("check", tmp_path).exit_code == 0

    def seconds(work: Callable[[], None]) -> float:
        begun = process_time()
        work()
        return process_time() - begun

    check_on_desk()
    check_by_command()
    # The desk has three times as long.
    ratios = [seconds(check_on_desk) / seconds(check_by_command) for _ in range(3)]
    assert min(ratios) <= 3, ratios


def test_many_records_are_checked_for_one_question(client: DeskClient) -> None:
    names = ["a.mat", "day/b.kotra", "out.mat", "hiding.mat", "../secret.mat", ".hidden.mat", "nowhere", 7]
    first, second, *others = client.row("folder/check", paths=names)["verdicts"]
    assert first == second == client.post("ask/check", params={"name": "a.mat"}, content=RECORD).json()
    missing = {"error": "There is no such file in the desk's folder.", "status": 404}
    assert others == [missing] * (len(names) - 2)
    assert client.post("folder/check", json={"paths": "a.mat"}).status_code == 400
    many = client.row("folder/check", paths=["a.mat"] * (folders.MOST_AT_ONCE + 9))["verdicts"]
    assert many == [first] * folders.MOST_AT_ONCE


def test_files_are_listed_and_sent(client: DeskClient, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["a.mat", "day/b.kotra", "day/Þórdís – Ýr.kotra", "within.mat"]
    listed = client.get("folder").json()
    times = {file["path"]: file["time"] for file in listed["files"]}
    assert times["a.mat"] == (folder / "a.mat").stat().st_mtime
    listed["files"] = {file["path"]: file["size"] for file in listed["files"] if file["path"] != "pipe.mat"}
    assert listed == {"files": dict.fromkeys(names, len(RECORD)), "more": False}
    for name in names:
        answer = client.get("folder/file", params={"path": name})
        assert (answer.content, answer.headers["etag"]) == (RECORD, digest(RECORD))
        assert "sandbox" in answer.headers["content-security-policy"]
    (folder / "long.mat").write_bytes(bytes(1001))
    assert client.get("folder/file?path=long.mat").json()["error"].startswith("long.mat: ")
    monkeypatch.setattr(folders, "MOST", 2)
    listed = client.get("folder").json()
    assert (len(listed["files"]), listed["more"]) == (2, True)


NOWHERE = [
    *("../secret.mat", "day/../../secret.mat", "..", ".", "", "/", "//etc/passwd", "/etc/passwd"),
    *("day/./b.kotra", "day//b.kotra", "a.mat/", "../records-too/secret.mat", "..\\secret.mat"),
    *("%2e%2e/secret.mat", "..%2fsecret.mat", "a.mat\0.png", "\0", "C:\\x", "out.mat", "out/secret.mat"),
    *("hiding.mat", ".hidden.mat", ".git/config.mat", "round", "day", "pipe.mat", "x" * 300, "a/" * 3000),
    "~/.bashrc",
]
NEW = ["%2e%2e/x.mat", "../x.mat", "out/x.mat", ".x.mat", "day/.x.mat", "new/x.mat"]
NOT_THERE = ["nothing.mat", "$HOME", "a.mat::$DATA", "C:x", "%252e%252e%252fsecret.mat"]
NO_RECORDS = ["kotra.toml", "day/Kotra.TOML", "CON", "nul", "CON.kotra", "day/lpt1.mat", "a:b.mat", "a?.mat"]


@pytest.mark.parametrize("path", [*NOWHERE, *NEW, *NOT_THERE])
def test_no_path_leads_out_of_the_folder(client: DeskClient, path: str) -> None:
    answer = client.get("folder/file", params={"path": path})
    assert (answer.status_code, SECRET in answer.content) == (404, False)


@pytest.mark.parametrize("path", [*NOWHERE, *NEW, *NO_RECORDS])
def test_nothing_else_is_written(client: DeskClient, tmp_path: Path, path: str) -> None:
    before = {each: each.lstat().st_mtime_ns for each in tmp_path.rglob("*")}
    answer = client.post("folder/save", params={"path": path}, content=b"evil").json()
    assert answer["status"] in {404, 409}
    assert (answer["error"] == f"{path} is not a valid file name.") == (path in NO_RECORDS)
    assert {each: each.lstat().st_mtime_ns for each in tmp_path.rglob("*")} == before


THERE = "a.mat already exists; nothing was written."
CHANGED = "a.mat was changed in the meantime; nothing was written."
# What is saved one after the other: path, content, the version to write over, and what is refused.
SAVED = [
    ("day/Ný.kotra", b"new", None, None),
    ("a.mat", b"second", None, THERE),
    ("a.mat", b"second", b"another", CHANGED),
    ("a.mat", b"second", RECORD, None),
    ("a.mat", b"third", b"second", None),
]


def test_a_file_is_written_over_only_where_that_is_asked(client: DeskClient, folder: Path) -> None:
    for path, data, over, refused in SAVED:
        before = (folder / "a.mat").read_bytes()
        version = {"over": digest(over)} if over else {}
        answer = client.post("folder/save", params={"path": path} | version, content=data).json()
        error = {"status": 409, "error": refused, "there": digest(before)}
        assert answer == (error if refused else {"path": path})
        assert (folder / path).read_bytes() == (before if refused else data)
        assert (folder / "a.mat.orig").exists() == (before != RECORD or over == RECORD)
    assert (folder / "a.mat.orig").read_bytes() == RECORD  # the first version stays


def test_a_disk_that_is_full(client: DeskClient, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "write_whole", full_disk)
    answer = client.post("folder/save?path=full.mat", content=b"x")
    assert answer.json()["error"] == "full.mat was not written: the disk is full; make room and try again."
    assert not (folder / "full.mat").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes in folders")
def test_a_pipe_in_the_folder_is_not_waited_for(folder: Path) -> None:
    with pytest.raises(RefusalError, match="no such file"):
        folders.save(folder / "pipe.mat", b"", "0")
