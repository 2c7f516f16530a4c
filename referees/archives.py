"""Archives for tests: small ones made of the samples and of generated matches, judged in this process."""

from __future__ import annotations

import gzip
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow as pa

from kotra_notation.archive.build.build import Built, build
from kotra_notation.archive.build.tasks import Judged, Limits, Task, judge_task
from kotra_notation.archive.manifest import TABLES
from kotra_notation.archive.store import Store
from kotra_notation.archive.views import connect
from kotra_notation.formats import write_matches
from referees.games import quick_match
from referees.old_games import DIALECTS, random_old_match

SAMPLES = Path(__file__).parents[1] / "samples"


def here(tasks: Iterable[Task]) -> Iterator[Judged]:
    """The engine without processes."""
    for task in tasks:
        yield judge_task(task, {})


def generated(folder: Path, modern: int = 12, old: int = 3) -> Path:
    """A folder of lawful matches of both games."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(modern):
        text = str(write_matches([quick_match(seed)], "mat").content)
        (folder / f"modern-{seed:03}.mat").write_text(text, encoding="utf-8")
    for seed in range(old):
        match = random_old_match(seed, DIALECTS[seed % len(DIALECTS)], games=2)
        text = str(write_matches([match], "kotra").content)
        (folder / f"old-{seed:03}.kotra").write_text(text, encoding="utf-8")
    return folder


def made(
    folder: Path,
    *sources: Path,
    tables: tuple[str, ...] | None = None,
    verify: bool = False,
    level: str | None = None,
) -> Built:
    """An archive built, or built on."""
    return build(
        Store(folder),
        [str(path) for path in sources],
        here,
        tables=tables,
        limits=Limits(),
        verify=verify,
        level=level,
    )


def asked(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    """What the tables of an archive say."""
    return connect(Store.open(folder)).execute(sql).fetchall()


def packed(way: str, members: Mapping[str, bytes]) -> bytes:
    """Files in a `zip`, or in a `tar` that may be packed again: `tar.gz`, `tar.zst`."""
    stream = BytesIO()
    if way == "zip":
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as zipped:
            for name, data in members.items():
                zipped.writestr(name, data)
        return stream.getvalue()
    with tarfile.open(fileobj=stream, mode="w") as tar:
        for name, data in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, BytesIO(data))
    whole = stream.getvalue()
    if way == "tar.zst":
        return bytes(pa.compress(whole, "zstd", asbytes=True))
    return gzip.compress(whole) if way == "tar.gz" else whole


def rows(folder: Path) -> dict[str, list[str]]:
    """Everything that counts in an archive, table by table, in an order that no build chooses."""
    base = connect(Store.open(folder))
    return {
        name: sorted(str(row) for row in base.execute(f'SELECT * FROM "{name}"').fetchall())
        for name in TABLES
    }
