"""Whatever ends a build, or a file does to it: the archive is whole, and one bad file costs one row."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kotra_notation.alarm import OutOfTime
from kotra_notation.archive.build import build as building
from kotra_notation.archive.build import items, tasks
from kotra_notation.archive.build import workers as build_workers
from kotra_notation.archive.build.build import build
from kotra_notation.archive.build.sources import find_files
from kotra_notation.archive.build.tasks import Judged, Limits, Task, judge_task
from kotra_notation.archive.build.workers import Supervised
from kotra_notation.archive.manifest import TABLES
from kotra_notation.archive.store import ArchiveError, Store
from referees.archives import asked, generated, made, rows
from referees.seeds import some
from tests.calls import kotra
from tests.records import full_disk, write_files
from tests.test_archive_build import SOUND
from tools.archive_faults import at_work, begun, killed_after, worker_killed
from tools.archive_io import Trial, changed

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kills processes as Linux does")


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return generated(tmp_path_factory.mktemp("matches"), 24, 3)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, matches: Path) -> dict[str, list[str]]:
    folder = tmp_path_factory.mktemp("whole")
    made(folder, matches)
    return rows(folder)


def task_of(folder: Path, limits: Limits) -> Task:
    there = find_files(str(folder), limits.max_size, lambda path, stamp: False)
    return Task(items=tuple(there), tables=tuple(TABLES), limits=limits)


# the program ends


@pytest.mark.slow
@LINUX
def test_a_killed_build_ends_in_the_same(tmp_path: Path, matches: Path, whole: dict[str, list[str]]) -> None:
    began = time.monotonic()
    begun(tmp_path / "undisturbed", matches).wait()
    lasts = time.monotonic() - began
    killed = sum(killed_after(tmp_path / "killed", lasts * share / 10, matches) for share in range(1, 10))
    begun(tmp_path / "killed", matches).wait()
    assert killed > 0
    assert rows(tmp_path / "killed") == whole


@pytest.mark.slow
@LINUX
def test_a_killed_worker_costs_nothing(tmp_path: Path, matches: Path, whole: dict[str, list[str]]) -> None:
    assert worker_killed(tmp_path, 0.2, matches) == 1
    assert rows(tmp_path) == whole


@pytest.mark.middle
def test_two_builds_at_once_are_refused(tmp_path: Path, matches: Path) -> None:
    with Store(tmp_path).lock():
        result = kotra("archive", "build", matches, "-o", tmp_path)
    assert (result.exit_code, "another build is running" in result.stderr) == (2, True)


@pytest.mark.middle
def test_the_lock_of_a_killed_build_is_gone(tmp_path: Path, matches: Path) -> None:
    holding = "import sys,time; from kotra_notation.archive.store import Store; from pathlib import Path\n"
    holding += "with Store(Path(sys.argv[1])).lock(): print('held', flush=True); time.sleep(60)"
    holder = subprocess.Popen([sys.executable, "-c", holding, str(tmp_path)], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    with pytest.raises(ArchiveError), Store(tmp_path).lock():
        pass
    holder.kill()
    holder.wait()
    holder.stdout.close()
    with Store(tmp_path).lock():
        pass


@pytest.mark.middle
def test_a_full_disk_changes_nothing(tmp_path: Path, matches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path / "archive", matches)
    before = rows(tmp_path / "archive")
    more = write_files(tmp_path / "more", {"one.kotra": SOUND})
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full_disk)
        result = kotra("archive", "build", more, "-o", tmp_path / "archive", "--workers", "1")
    assert (result.exit_code, "the disk is full" in result.stderr) == (2, True)
    assert rows(tmp_path / "archive") == before
    made(tmp_path / "archive", more)
    assert asked(tmp_path / "archive", "SELECT count(*) FROM files") == [(28,)]


@pytest.mark.middle
@pytest.mark.parametrize("lasting", some([False, True], 1))
def test_a_call_of_the_system_that_fails_leaves_the_archive_whole(tmp_path: Path, lasting: bool) -> None:
    """A few of them; `python -m tools.archive_io` lets every one fail."""
    trial = Trial(tmp_path, changed)
    numbers = random.Random(int(lasting)).sample(range(1, 300), 2)
    failed = [trial.fail_at(number, "EIO", lasting=lasting) for number in numbers]
    assert (any(failed), trial.wrong) == (True, [])


# a file goes wrong


@pytest.mark.middle
def test_a_file_that_takes_too_long_costs_a_row(tmp_path: Path) -> None:
    body = "".join(f"W 31: 8/5 6/5\nB {number % 6 + 1}1: 8/7\n" for number in range(30_000))
    files = {"endless.kotra": f"kotra 1\nlength: 0\ngame 1 0-0\n{body}", "sound.kotra": SOUND}
    done = judge_task(task_of(write_files(tmp_path, files), Limits(seconds=0.05)), {})
    assert done.counts["status too-slow"] == done.counts["status read"] == 1


def script(folder: Path, text: str) -> list[str]:
    path = folder / "worker.py"
    path.write_text(
        f"from kotra_notation import processes\nfrom kotra_notation.archive.build import tasks, workers\n"
        f"import os, time\n{text}\nworkers.main()\n"
    )
    return [sys.executable, str(path)]


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Processes that behave as a text says, at files with a word in their names."""

    def behave(text: str) -> None:
        monkeypatch.setattr(build_workers, "COMMAND", script(tmp_path_factory.mktemp("worker"), text))

    return behave


BAD = """
whole = tasks.replay_file
def replayed(data, name, **how):
    {deed}
    return whole(data, name, **how)
tasks.replay_file = replayed
tasks.at_most = lambda seconds: __import__("contextlib").nullcontext()
"""
HANGS, DIES = "while 'bad' in name: time.sleep(0.1)", "'bad' in name and os._exit(9)"
GROWS = "'bad' in name and bytearray(10**9)"

FAILS = """
whole, calls = processes.{call}, 0
def failing(*given):
    global calls
    calls += 1
    if calls == {number} and not os.path.exists({mark}):
        open({mark}, "w").close()
        raise OSError(5, "Input/output error")
    return whole(*given)
processes.{call} = failing
"""


@pytest.mark.middle
@pytest.mark.parametrize(
    ("deed", "status", "seconds"),
    [(HANGS, "too-slow", 3), (DIES, "died", 60), pytest.param(GROWS, "too-much-memory", 60, marks=LINUX)],
)
def test_a_file_that_ends_its_process_costs_a_row(
    tmp_path: Path, workers: Any, monkeypatch: pytest.MonkeyPatch, deed: str, status: str, seconds: int
) -> None:
    workers(BAD.format(deed=deed))
    monkeypatch.setattr(build_workers, "GRACE", 0.5)
    write_files(tmp_path, {f"{name}.kotra": f"{SOUND}# {name}\n" for name in ("a", "bad", "c")})
    one = Supervised()
    done = one.judge_task(task_of(tmp_path, Limits(seconds=seconds, memory=500_000_000)))
    one.close()
    assert (done.counts["status read"], done.counts[f"status {status}"]) == (2, 1)


FAILING = [("receive", 1), ("receive", 2), ("send", 1), ("send", 3)]


@pytest.mark.middle
@pytest.mark.parametrize("failing", some(FAILING, 1), ids=str)
def test_a_pipe_that_fails_once_costs_nothing(
    tmp_path: Path, workers: Any, capfd: pytest.CaptureFixture[str], failing: tuple[str, int]
) -> None:
    """A worker hears a task, says the place of each of its two files, and answers."""
    call, number = failing
    workers(FAILS.format(call=call, number=number, mark=repr(str(tmp_path / "failed"))))
    files = {f"{name}.kotra": f"{SOUND}# {name}\n" for name in ("a", "b")}
    one, task = Supervised(), task_of(write_files(tmp_path / "matches", files), Limits())
    done = [one.judge_task(task).counts["status read"] for _ in range(number if call == "receive" else 1)]
    one.close()
    assert (set(done), (tmp_path / "failed").exists(), capfd.readouterr().err) == ({2}, True, "")


@pytest.mark.middle
def test_processes_that_cannot_begin_are_said(tmp_path: Path, workers: Any) -> None:
    workers("raise SystemExit(3)")
    (tmp_path / "a.kotra").write_text(SOUND, "utf-8")
    result = kotra("archive", "build", tmp_path / "a.kotra", "-o", tmp_path / "archive", "--workers", "1")
    assert (result.exit_code, "failed to start" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("change", "status"),
    [
        (Path.unlink, "vanished"),
        (lambda path: path.write_text(f"{SOUND}\n", "utf-8"), "changing"),  # since it was found
        (None, "changing"),  # while it is read
    ],
)
def test_a_file_that_is_not_as_it_was_costs_a_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Any, status: str
) -> None:
    path = write_files(tmp_path, {"a.kotra": SOUND}) / "a.kotra"
    task, whole = task_of(tmp_path, Limits()), os.fstat

    def growing(handle: int) -> os.stat_result:
        stood = whole(handle)
        with path.open("a") as file:
            file.write("# more\n")
        return stood

    if change:
        change(path)
    else:
        monkeypatch.setattr(os, "fstat", growing)
    done = judge_task(task, {})
    assert [name for name in done.counts if name.startswith("status ")] == [f"status {status}"]


CHANGING = ("bytes_of", items.UnreadableFileError("changing", ""), "changing")


@pytest.mark.parametrize(("step", "fault", "status"), [CHANGING, ("replay_file", OutOfTime(), "too-slow")])
def test_what_was_changing_or_too_slow_is_read_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, fault: BaseException, status: str
) -> None:
    def failing(*given: object, **named: object) -> None:
        raise fault

    matches = write_files(tmp_path / "matches", {"a.kotra": SOUND})
    with monkeypatch.context() as patched:
        patched.setattr(tasks, step, failing)
        made(tmp_path / "archive", matches)
    assert asked(tmp_path / "archive", "SELECT status FROM files") == [(status,)]
    made(tmp_path / "archive", matches, verify=status == "too-slow")
    assert asked(tmp_path / "archive", "SELECT status, matches FROM files") == [("read", 1)]


@pytest.mark.middle
def test_an_unreadable_folder_is_said_and_all_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    generated(tmp_path / "matches" / "cup", 2, 0)
    made(tmp_path / "archive", tmp_path / "matches")
    scan = os.scandir

    def closed(folder: str) -> Any:
        if folder.endswith("cup"):
            raise PermissionError(errno.EACCES, "Permission denied", folder)
        return scan(folder)

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", closed)
        again = made(tmp_path / "archive", tmp_path / "matches")
    assert (again.gone, again.counts["status unreadable"]) == (0, 1)
    assert asked(tmp_path / "archive", "SELECT count(*) FROM matches") == [(2,)]


@pytest.mark.middle
def test_an_interrupted_build_is_gone_on_with(
    tmp_path: Path, matches: Path, whole: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "BOUNDS", {None: (10, 1_000)})

    def broken(tasks: Any) -> Iterator[Judged]:
        for number, task in enumerate(tasks):
            if number == 1:
                raise KeyboardInterrupt
            few = Task(items=task.items[:20], tables=task.tables, limits=task.limits)
            yield judge_task(few, {})

    with pytest.raises(KeyboardInterrupt):
        build(Store(tmp_path), [str(matches)], broken)
    seen: list[int] = []

    def counting(tasks: Any) -> Iterator[Judged]:
        for task in tasks:
            seen.append(len(task.items))
            yield judge_task(task, {})

    build(Store(tmp_path), [str(matches)], counting)
    assert sum(seen) == 17
    assert rows(tmp_path) == whole


@pytest.mark.middle
@LINUX
def test_ctrl_c_ends_the_workers_too(tmp_path: Path, matches: Path, whole: dict[str, list[str]]) -> None:
    running = begun(tmp_path, matches, stderr=subprocess.PIPE)
    workers = at_work(running)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=30)
    assert (running.returncode, said.decode()) == (
        130,
        "kotra: Stopped. Finished work is kept; run the same command to continue.\n",
    )
    # The system may take a moment to bury them.
    end = time.monotonic() + 20
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < end, "the workers live on"
        time.sleep(0.05)
    begun(tmp_path, matches).wait()
    assert rows(tmp_path) == whole


@pytest.mark.middle
@LINUX
def test_workers_do_not_hear_ctrl_c_themselves(tmp_path: Path, matches: Path) -> None:
    """A terminal sends it to all processes of a group."""
    running = begun(tmp_path, matches)
    groups = [os.getpgid(worker) for worker in at_work(running)]
    running.kill()
    running.wait()
    assert len(groups) > 0
    assert running.pid not in groups


@LINUX
def test_a_name_that_is_no_text_is_read_all_the_same(tmp_path: Path) -> None:
    folder = write_files(tmp_path / "matches", {os.fsdecode(b"bad\xff.kotra"): SOUND})
    made(tmp_path / "archive", folder)
    ((path, status),) = asked(tmp_path / "archive", "SELECT path, status FROM files")
    assert (Path(path).name, status) == ("bad\\udcff.kotra", "read")
    assert made(tmp_path / "archive", folder).unchanged == 1
