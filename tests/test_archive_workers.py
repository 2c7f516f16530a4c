"""Processes write the parts of an archive themselves: what goes wrong is told, and nothing is there twice."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from kotra_notation.archive.build import workers as build_workers
from kotra_notation.archive.build.build import build
from kotra_notation.archive.build.items import SourceFile, stamp_of
from kotra_notation.archive.build.tasks import Limits, Task
from kotra_notation.archive.build.workers import Supervised, processes
from kotra_notation.archive.manifest import TABLES
from kotra_notation.archive.store import Store
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
    items = [
        SourceFile(path=str(one), source="", stamp=stamp_of(one.stat()), size=one.stat().st_size)
        for one in paths
    ]
    return Task(items=tuple(items), tables=tuple(TABLES), limits=Limits(), into=str(into))


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
