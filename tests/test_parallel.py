"""Work of several processes gives what one gives, in order, whatever becomes of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.fast.proof import SETTING, SHUT
from kotra_notation.features.check import checking, job
from kotra_notation.features.check.job import SoundFile
from kotra_notation.features.watch.files import ENDINGS
from kotra_notation.jobs import parallel
from kotra_notation.jobs.parallel import count_cores, map_in_order
from tests.calls import kotra
from tests.records import SAMPLES

RECORDS = [
    SAMPLES / name for name in ("sound/reykjavik.mat", "faulty/score.mat", "faulty/slip.mat", "README.md")
]


def double(number: int) -> int:
    """Return twice a number; only a process of its own survives a negative one."""
    if number == 13:
        raise ValueError("thirteen")
    return 2 * number


def end_elsewhere(home: int, number: int) -> int:
    """End the process at a number, but not this one."""
    if number == 5 and os.getpid() != home:
        os._exit(1)
    return 2 * number


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 7, 400])
def test_results_come_in_order(jobs: int, count: int) -> None:
    numbers = [number for number in range(count) if number != 13]
    assert [*map_in_order(double, numbers, jobs)] == [2 * number for number in numbers]


def test_what_raises_elsewhere_raises_here_and_the_work_of_the_dead_is_done() -> None:
    results = map_in_order(double, range(20), 2)
    with pytest.raises(ValueError, match="thirteen"):
        list(results)
    work = partial(end_elsewhere, os.getpid())
    assert [*map_in_order(work, range(40), 2)] == [2 * number for number in range(40)]


def test_short_work_begins_no_process_and_long_work_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "count_cores", lambda: 2)
    begun: list[object] = []

    def by_processes(work: Callable[[int], int], left: Iterator[int], *more: object) -> Iterator[int]:
        begun.append(more)
        return map(work, left)

    monkeypatch.setattr(parallel, "_map_by_processes", by_processes)
    assert [*map_in_order(double, range(10))] == [*range(0, 20, 2)]
    assert begun == []
    monkeypatch.setattr(parallel, "ALONE", 0)
    assert [*map_in_order(double, range(10))] == [*range(0, 20, 2)]
    assert len(begun) == 1
    assert count_cores() >= 1


@pytest.mark.middle
@pytest.mark.parametrize("form", ["text", "json", "csv", "sarif", "github", "junit"])
def test_several_processes_print_what_one_prints(form: str) -> None:
    one, two = (
        kotra("check", *RECORDS, SAMPLES / "none.mat", "--output-format", form, "--jobs", str(jobs))
        for jobs in (1, 2)
    )
    assert (one.exit_code, one.stdout, one.stderr) == (two.exit_code, two.stdout, two.stderr)
    assert one.exit_code == 2


@pytest.mark.middle
def test_work_of_processes_searches_no_more_and_is_the_same_with_the_door_shut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "MOST_SEARCHED", 2)
    for number in range(6):
        (tmp_path / f"{number}.mat").write_bytes(RECORDS[2].read_bytes())
    one, two = (kotra("check", tmp_path, "--jobs", str(jobs)).stdout for jobs in (1, 2))
    assert one.count("meant") == 2
    assert one == two
    written: list[dict[str, bytes]] = []
    for form in ("text", "json"):
        for door in ("open", SHUT):
            folder = tmp_path / door / form
            folder.mkdir(parents=True)
            for path in RECORDS:
                (folder / path.name).write_bytes(path.read_bytes())
            monkeypatch.setenv(SETTING, door)
            kotra("watch", folder, "--once", "--every", "0.1", "--output-format", form)
            results = {
                path.name: path.read_bytes() for path in folder.iterdir() if path.name.endswith(ENDINGS[form])
            }
            assert len(results) == 3
            written.append(results)
        assert written[-1] == written[-2]


@pytest.mark.middle
@pytest.mark.parametrize("language", ["sv", "en"])
@pytest.mark.parametrize(
    "words",
    [("fix",), ("fix", "--output-format", "diff"), ("fix", "--json"), ("convert", "--to", "sgf"), ("site",)],
)
def test_several_processes_do_what_one_does(
    words: tuple[str, ...], language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOTRA_LANGUAGE", language)
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()

    def outcome(name: str) -> tuple[int, str, str, dict[str, bytes]]:
        monkeypatch.chdir(tmp_path / name)
        done = kotra(*words, *RECORDS[:3], *(() if words[0] == "fix" else ("-o", "made")))
        made = {path.name: path.read_bytes() for path in sorted(Path("made").rglob("*.*"))}
        return done.exit_code, done.stdout, done.stderr, made

    one = outcome("one")
    monkeypatch.setattr(parallel, "ALONE", 0)
    monkeypatch.setattr(parallel, "count_cores", lambda: 2)
    assert outcome("two") == one
    assert one[1] or len(one[3]) > 2


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="another key does that there")
def test_an_interrupt_ends_all_of_them_without_a_word(tmp_path: Path) -> None:
    text = (SAMPLES / "faulty" / "slip.mat").read_bytes()
    for number in range(600):  # far more than is checked before the interrupt
        (tmp_path / f"{number}.mat").write_bytes(text + b"\n" * number)
    command = [sys.executable, "-m", "kotra_notation", "check", str(tmp_path), "--jobs", "2"]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
        # A shell that runs the tests in the background has it ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    begun = time.monotonic()
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, b"")
    assert time.monotonic() - begun < 10


def test_a_check_from_python_proves_and_reads_only_what_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    path = SAMPLES / "sound" / "reykjavik.mat"
    with monkeypatch.context() as patch:
        patch.setattr(job, "check_file", None)
        done = kn.check(path)
        row = done.as_json()
    [file] = done.files
    assert isinstance(file, SoundFile)
    assert len(file.reading.matches) == len(file.replays) == 1
    monkeypatch.setenv(SETTING, SHUT)
    shut = kn.check(path)
    assert (row, file.reading) == (shut.as_json(), shut.files[0].reading)
    assert done.as_json() == row


@pytest.mark.middle
def test_a_check_from_python_gives_the_same_with_the_door_shut(monkeypatch: pytest.MonkeyPatch) -> None:
    done = kn.check(RECORDS)
    assert any(isinstance(file, SoundFile) for file in done.files)
    monkeypatch.setenv(SETTING, SHUT)
    assert done.as_json() == kn.check(RECORDS).as_json()
    assert done._repr_html_() == kn.check(RECORDS)._repr_html_()
