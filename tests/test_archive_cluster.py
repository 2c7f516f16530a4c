"""A Dask cluster gives the tables that one machine gives, though its workers come and go."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kotra_notation.archive.build import build as building
from kotra_notation.archive.build import cluster as clusters
from kotra_notation.archive.build.build import build
from kotra_notation.archive.build.cluster import on_cluster
from kotra_notation.archive.build.tasks import Judged, Task
from kotra_notation.archive.build.workers import Engine
from kotra_notation.archive.store import Store
from kotra_notation.installation import VERSION
from referees.archives import generated, made, rows
from tests.calls import kotra

pytestmark = pytest.mark.middle


pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return generated(tmp_path_factory.mktemp("matches"), 16, 2)


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
    cluster = Cluster()
    yield cluster
    cluster.end()


@pytest.mark.slow
def test_the_tables_are_the_same(tmp_path: Path, matches: Path, cluster: Cluster) -> None:
    result = kotra("archive", "build", matches, "-o", tmp_path / "far", "--cluster", cluster.address)
    assert result.exit_code == 0
    made(tmp_path / "near", matches)
    assert rows(tmp_path / "far") == rows(tmp_path / "near")


@pytest.mark.slow
def test_a_killed_worker_costs_only_time_and_another_may_join(
    tmp_path: Path, matches: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "BOUNDS", {None: (2, 1_000)})
    engine = _with_losses(on_cluster(cluster.address), cluster)
    build(Store(tmp_path / "far"), [str(matches)], engine)
    made(tmp_path / "near", matches)
    assert rows(tmp_path / "far") == rows(tmp_path / "near")


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
    tmp_path: Path, matches: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This machine is the one with another version; its tasks are none that a worker could unpack."""
    monkeypatch.setattr(clusters, "VERSION", "0.0.1")
    monkeypatch.setattr(Task, "__reduce__", lambda task: (int, ("no task",)))
    engine, sentence = on_cluster(cluster.address), f"has kotra-notation {VERSION} and this machine 0.0.1"
    with pytest.raises(clusters.ClusterError, match=re.escape(sentence)):
        build(Store(tmp_path / "archive"), [str(matches)], engine)


def test_an_address_without_a_scheduler_is_said(tmp_path: Path, matches: Path) -> None:
    began = time.monotonic()
    result = kotra("archive", "build", matches, "-o", tmp_path / "a", "--cluster", "tcp://127.0.0.1:9")
    assert (result.exit_code, "no Dask scheduler" in result.stderr) == (2, True)
    assert time.monotonic() - began < 60
