"""`kotra watch`, as rows of `tests/facts/commands/` cannot state it: races, faults, processes, signals."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kotra_notation.fast.proof import SETTING, SHUT
from kotra_notation.features.check.job import Checked, check_file
from kotra_notation.features.watch import files
from kotra_notation.jobs.files import Opened, Trouble, files_in, open_file
from referees.interrupts import heard
from tests.calls import SLIP, SOUND, kotra, outside
from tests.records import write_files

pytestmark = pytest.mark.middle


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    """A folder with two sound records."""
    return write_files(tmp_path / "inbox", {"a.mat": SOUND, "b.mat": SOUND})


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Wait for nothing; functions given to `waits` are called in place of the waits, until Ctrl-C."""

    def instead(*calls: Callable[[], object]) -> None:
        left = iter(calls)

        def pause(seconds: float) -> None:
            call = next(left, None)
            if call is None:
                raise KeyboardInterrupt
            call()

        monkeypatch.setattr(files, "pause", pause)

    monkeypatch.setattr(files, "pause", lambda seconds: None)
    return instead


def nothing() -> None:
    pass


# Files that change under our hands


def test_a_file_that_changes_while_it_is_read_is_left_for_the_next_look(
    inbox: Path, waits: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = inbox / "a.mat"
    path.write_text(SOUND[:60], encoding="utf-8")
    change = iter([lambda: path.write_text(SOUND, encoding="utf-8")])

    def changing(path: str, max_size: int, *, searched: bool) -> Opened | Trouble:
        read = open_file(path, max_size, searched=searched)
        next(change, nothing)()
        return read

    monkeypatch.setattr("kotra_notation.jobs.sources.open_file", changing)
    waits(nothing, nothing, nothing)
    assert f"{path}: clean\n" in kotra("watch", inbox).stdout


def test_a_file_that_vanishes_meanwhile_is_no_trouble(inbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def vanishing(name: str, max_size: int, *, searched: bool) -> Opened | Trouble:
        Path(name).unlink()
        return open_file(name, max_size, searched=searched)

    monkeypatch.setattr("kotra_notation.jobs.sources.open_file", vanishing)
    result = kotra("watch", inbox, "--once")
    assert (result.exit_code, result.stderr) == (0, "")


def changed_without_a_trace(path: Path) -> None:
    """Write other content of the same size and time."""
    stamp = path.stat()
    path.write_text(SLIP, encoding="utf-8")
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))


def cut_short(path: Path) -> None:
    """Take away the end of a result."""
    result = path.with_name(f"{path.name}.check.txt")
    result.write_bytes(result.read_bytes()[:-5])


@pytest.mark.parametrize("change", [changed_without_a_trace, cut_short])
def test_what_is_not_as_it_was_is_checked_again(inbox: Path, change: Callable[[Path], object]) -> None:
    kotra("watch", inbox, "--once")
    change(inbox / "a.mat")
    assert "1 file checked, 1 already checked" in kotra("watch", inbox, "--once").stdout


def test_no_result_goes_into_a_pipe(inbox: Path) -> None:
    os.mkfifo(inbox / "a.mat.check.txt")
    assert "a.mat.check.txt: not written: kotra did not" in kotra("watch", inbox, "--once").stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_is_checked_as_soon_as_it_may_be_read(inbox: Path, waits: Callable[..., None]) -> None:
    path = inbox / "a.mat"
    path.chmod(0)
    waits(nothing, nothing, lambda: path.chmod(0o600))
    result = kotra("watch", inbox)
    assert result.stderr.count("it may not be read") == 1
    assert f"{path}: clean\n" in result.stdout


def test_a_folder_within_that_is_closed_for_a_while_is_said_once_and_not_forgotten(
    inbox: Path, waits: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = False

    def looked_at(folder: str, troubles: list[Trouble], *, deep: bool) -> Iterator[str]:
        if closed:
            troubles.append(Trouble(f"{folder}/round1", "it may not be read"))
        return (path for path in files_in(folder, troubles, deep=deep) if not (closed and "round1" in path))

    def turn() -> None:
        nonlocal closed
        closed = not closed

    monkeypatch.setattr("kotra_notation.features.watch.files.files_in", looked_at)
    (inbox / "round1").mkdir()
    (inbox / "a.mat").rename(inbox / "round1" / "a.mat")
    waits(nothing, turn, nothing, turn, nothing)
    result = kotra("watch", inbox, "--no-results")
    assert result.stderr.count("round1: it may not be read") == 1
    assert result.stdout.count("round1/a.mat: clean") == 1


@pytest.mark.skipif(sys.platform == "darwin", reason="names are UTF-8 there")
def test_a_name_that_is_no_text_is_checked(inbox: Path) -> None:
    (inbox / "a.mat").rename(Path(os.fsdecode(os.fsencode(inbox) + b"/\xff.mat")))
    assert "2 files checked" in kotra("watch", inbox, "--once").stdout
    assert os.path.exists(os.fsencode(inbox) + b"/\xff.mat.check.txt")


# Faults and time


def forever() -> None:
    while True:
        pass


def too_deep() -> None:
    too_deep()


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (forever, "a.mat: Processing this file took longer than 1 "),
        (too_deep, "a.mat: Internal error in kotra, not in the file (RecursionError in "),
    ],
)
def test_a_fault_in_one_file_stops_no_other_and_is_tried_again_in_the_next_run(
    inbox: Path, monkeypatch: pytest.MonkeyPatch, fault: Callable[[], object], said: str
) -> None:
    def checked(file: Opened, **more: object) -> Checked:
        if file.path == "a.mat":
            fault()
        return check_file(file, **more)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setenv(SETTING, SHUT)
        patched.setattr("kotra_notation.features.watch.job.check_file", checked)
        result = kotra("watch", inbox, "--once", "--time-limit", "1")
    assert said in result.stderr
    assert result.stdout.startswith(f"{inbox}/b.mat: clean\n")
    assert result.exit_code == 2
    assert "a.mat: clean" in kotra("watch", inbox, "--once").stdout


GRANDCHILD = """
import sys, time
with open(sys.argv[1], "w") as pipe:
    print(1, file=pipe, flush=True)
    time.sleep(9)
    print(2, file=pipe)
"""
CHILD = "import subprocess, sys; subprocess.run([sys.executable, '-c', *sys.argv[1:]])"


def test_a_command_is_ended_with_all_that_it_started(inbox: Path, tmp_path: Path) -> None:
    (inbox / "b.mat").unlink()
    os.mkfifo(tmp_path / "pipe")
    run = shlex.join([sys.executable, "-c", CHILD, GRANDCHILD, str(tmp_path / "pipe")])
    reading = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    kotra("watch", inbox, "--once", "--run", run, "--time-limit", "1")
    os.set_blocking(reading, True)
    with open(reading) as pipe:
        assert pipe.read() == "1\n"


def test_what_a_command_prints_is_not_among_our_lines(inbox: Path) -> None:
    (inbox / "b.mat").unlink()
    result = outside("watch", str(inbox), "--once", "--run", "echo 25", "--every", "0.05")
    assert b"25" not in result.stdout.splitlines()
    assert result.stderr.splitlines() == [b"25"]


def test_a_command_that_reads_nothing_is_no_trouble(inbox: Path) -> None:
    text = SLIP.replace(" Game 1", "; " + "löng athugasemd " * 20_000 + "\n\n Game 1")
    (inbox / "a.mat").write_text(text, encoding="utf-8")
    result = kotra("watch", inbox, "--once", "--run", "true")
    assert (result.exit_code, result.stderr) == (1, "")


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "ended by the system"])
def test_it_ends_with_a_summary(inbox: Path, ending: signal.Signals) -> None:
    (inbox / "b.mat").unlink()
    words = [sys.executable, "-m", "kotra_notation", "watch", str(inbox), "--every", "0.05"]
    piped = subprocess.PIPE
    with subprocess.Popen(words, stdout=piped, stderr=piped, preexec_fn=heard) as process:
        assert process.stdout
        assert process.stdout.readline().decode() == f"{inbox}/a.mat: clean\n"
        process.send_signal(ending)
        rest, told = process.communicate(timeout=30)
    assert rest == b"1 file checked: no problems found.\n"
    assert told.decode() == f"kotra: watching {inbox}; press Ctrl-C to stop.\n"
    assert process.returncode == 0
