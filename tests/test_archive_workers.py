"""Processes, here or of a Dask cluster, write the parts of an archive themselves; nothing is there twice."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kotra_notation.archive.build import build as building
from kotra_notation.archive.build import cluster as clusters
from kotra_notation.archive.build import workers as build_workers
from kotra_notation.archive.build.build import build
from kotra_notation.archive.build.cluster import on_cluster
from kotra_notation.archive.build.items import SourceFile, stamp_of
from kotra_notation.archive.build.tasks import Judged, Limits, Task
from kotra_notation.archive.build.workers import Engine, Supervised, processes
from kotra_notation.archive.manifest import TABLES
from kotra_notation.archive.store import Store
from kotra_notation.installation import VERSION
from referees.archives import generated, made, rows
from tests.calls import kotra
from tests.test_archive_faults import script

pytestmark = pytest.mark.middle

FULL = """
def full(handle):
    raise OSError({error}, "No space left on device")
os.fsync = full
"""


def task(into: Path, *paths: Path) -> Task:
    stats = [(str(path), path.stat()) for path in paths]
    items = tuple(SourceFile(path=path, source="", stamp=stamp_of(st), size=st.st_size) for path, st in stats)
    return Task(items=items, tables=tuple(TABLES), limits=Limits(), into=str(into))


@pytest.fixture
def matches(tmp_path: Path) -> list[Path]:
    return sorted(generated(tmp_path / "matches", 3, 0).iterdir())


def test_a_process_writes_its_part(tmp_path: Path, matches: list[Path]) -> None:
    one = Supervised()
    done = one.judge_task(task(tmp_path / "archive", *matches))
    one.close()
    assert done.part is not None
    assert (dict(done.tables), done.part.files) == ({}, 3)
    assert Store(tmp_path / "archive").unfinished_part(done.part.id) == done.part


def test_copies_that_processes_have_written_twice_are_there_once(tmp_path: Path, matches: list[Path]) -> None:
    (tmp_path / "matches" / "copy.mat").write_bytes(matches[0].read_bytes())
    made(tmp_path / "whole", tmp_path / "matches")
    archive = tmp_path / "archive"
    one = Supervised()
    for paths in (matches[:2], [matches[2], tmp_path / "matches" / "copy.mat"]):
        one.judge_task(task(archive, *paths))
    one.close()
    # So the parts lie there where a build was killed; the next one finds them.
    made(archive, tmp_path / "matches")
    counted = {name: len(table) for name, table in rows(archive).items()}
    assert counted == {name: len(table) for name, table in rows(tmp_path / "whole").items()}
    assert Store.open(archive).unfinished_parts() == []


def test_processes_and_a_build_without_them_give_the_same_rows(tmp_path: Path, matches: list[Path]) -> None:
    (tmp_path / "matches" / "copy.mat").write_bytes(matches[0].read_bytes())
    made(tmp_path / "one", tmp_path / "matches")
    build(Store(tmp_path / "two"), [str(tmp_path / "matches")], processes(2))
    assert rows(tmp_path / "two") == rows(tmp_path / "one")


def test_a_disk_that_is_full_where_a_process_writes_ends_the_build(
    tmp_path: Path, matches: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    worker: Any = script(tmp_path, FULL.format(error=errno.ENOSPC))
    monkeypatch.setattr(build_workers, "COMMAND", worker)
    result = kotra("archive", "build", tmp_path / "matches", "-o", tmp_path / "archive", "--workers", "1")
    assert (result.exit_code, "the disk is full" in result.stderr) == (2, True)
    assert os.listdir(tmp_path / "archive" / "parts") == []


# A Dask cluster gives the tables that one machine gives, though its workers come and go


class Cluster:
    """A scheduler and workers begun as Dask's documentation says, each a process of its own."""

    def __init__(self) -> None:
        self.processes = [self._begun("scheduler", "--port", "0", "--no-dashboard")]
        self.address = self._said(self.processes[0], r"Scheduler at:\s+(tcp://\S+)")
        self.join()

    def join(self) -> subprocess.Popen[str]:
        """One more worker."""
        options = ("--nworkers", "1", "--nthreads", "1", "--no-dashboard", "--no-nanny")
        worker = self._begun("worker", self.address, *options)
        self.processes.append(worker)
        self._said(worker, r"(Registered to)")
        return worker

    def end(self) -> None:
        """End all of it."""
        for process in reversed(self.processes):
            process.kill()
            process.wait()
            assert process.stderr is not None
            process.stderr.close()

    @staticmethod
    def _begun(kind: str, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + kind, *arguments]
        return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)

    @staticmethod
    def _said(process: subprocess.Popen[str], pattern: str) -> str:
        assert process.stderr is not None
        for line in process.stderr:
            if found := re.search(pattern, line):
                return found[1]
        raise AssertionError("the process ended before it said that")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    cluster = Cluster()
    yield cluster
    cluster.end()


@pytest.mark.slow
def test_the_tables_are_the_same_though_a_worker_is_killed_and_another_joins(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = generated(tmp_path / "matches", 16, 2)
    made(tmp_path / "near", matches)
    result = kotra("archive", "build", matches, "-o", tmp_path / "far", "--cluster", cluster.address)
    assert result.exit_code == 0
    monkeypatch.setattr(building, "BOUNDS", {None: (2, 1_000)})
    engine = _with_losses(on_cluster(cluster.address), cluster)
    build(Store(tmp_path / "lossy"), [str(matches)], engine)
    assert rows(tmp_path / "far") == rows(tmp_path / "lossy") == rows(tmp_path / "near")


def _with_losses(engine: Engine, cluster: Cluster) -> Engine:
    """The engine, whose worker is killed after the first answer, when another one joins."""

    def done(tasks: Iterator[Task]) -> Iterator[Judged]:
        for number, answer in enumerate(engine(tasks)):
            if number == 0:
                lost = cluster.processes[-1]
                cluster.join()
                lost.kill()
            yield answer

    return done  # type: ignore[return-value]


@pytest.mark.slow
def test_a_worker_of_another_version_is_refused(
    tmp_path: Path, matches: list[Path], cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This machine is the one with another version; its tasks are none that a worker could unpack."""
    monkeypatch.setattr(clusters, "VERSION", "0.0.1")
    monkeypatch.setattr(Task, "__reduce__", lambda task: (int, ("no task",)))
    engine, sentence = on_cluster(cluster.address), f"has kotra-notation {VERSION} and this machine 0.0.1"
    with pytest.raises(clusters.ClusterError, match=re.escape(sentence)):
        build(Store(tmp_path / "archive"), [str(matches[0])], engine)


def test_an_address_without_a_scheduler_is_said(tmp_path: Path, matches: list[Path]) -> None:
    pytest.importorskip("distributed")
    began = time.monotonic()
    words = ("--cluster", "tcp://127.0.0.1:9")
    result = kotra("archive", "build", *matches, "-o", tmp_path / "a", *words)
    assert (result.exit_code, "no Dask scheduler" in result.stderr) == (2, True)
    assert time.monotonic() - began < 60
