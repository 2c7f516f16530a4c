"""Sources in other stores, by the addresses that fsspec knows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fsspec
import pytest

from kotra_notation.archive.build import sources
from kotra_notation.archive.build.build import Built, build
from kotra_notation.archive.build.tasks import Limits
from kotra_notation.archive.store import Store
from kotra_notation.formats import write_matches
from referees.archives import asked, here, packed
from referees.games import quick_match
from tests.calls import kotra

pytestmark = pytest.mark.middle
PLACE = "memory://matches"


@pytest.fixture(autouse=True)
def memory() -> Iterator[None]:
    fsspec.filesystem("memory").store.clear()
    yield
    fsspec.filesystem("memory").store.clear()


def match(seed: int) -> bytes:
    return str(write_matches([quick_match(seed)], "mat").content).encode()


def put(name: str, data: bytes) -> None:
    with fsspec.open(f"{PLACE}/{name}", "wb") as file:
        file.write(data)


def made(folder: Path, *addresses: str, max_size: int = 1_000_000) -> Built:
    return build(Store(folder), addresses, here, limits=Limits(max_size=max_size))


def files(folder: Path) -> list[tuple[Any, ...]]:
    return asked(folder, "SELECT path, status, matches FROM files ORDER BY path")


def test_the_files_below_an_address_are_read(tmp_path: Path) -> None:
    put("a.mat", match(1))
    put("2026/b.mat", match(2))
    put(".hidden/c.mat", match(3))
    made(tmp_path / "a", PLACE)
    assert files(tmp_path / "a") == [
        ("memory:///matches/2026/b.mat", "read", 1),
        ("memory:///matches/a.mat", "read", 1),
    ]


def test_what_is_as_it_was_is_not_read_again(tmp_path: Path) -> None:
    put("a.mat", match(1))
    put("b.mat", match(2))
    made(tmp_path / "a", PLACE)
    assert made(tmp_path / "a", PLACE).unchanged == 2
    put("b.mat", match(3))
    again = made(tmp_path / "a", PLACE)
    assert (again.unchanged, again.changed) == (1, 1)


def test_where_no_time_is_told_everything_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put("a.mat", match(1))
    monkeypatch.setattr(sources, "STAMPS", ())
    made(tmp_path / "a", PLACE)
    assert made(tmp_path / "a", PLACE).unchanged == 0


@pytest.mark.parametrize("way", ["zip", "tar.gz", "tar.zst"])
def test_what_is_packed_together_there_is_looked_into(tmp_path: Path, way: str) -> None:
    put(f"all.{way}", packed(way, {"a.mat": match(1), "b.mat": match(2)}))
    made(tmp_path / "a", PLACE)
    whole = f"memory:///matches/all.{way}"
    assert files(tmp_path / "a") == [
        (whole, "container", 0),
        (f"{whole}/a.mat", "read", 1),
        (f"{whole}/b.mat", "read", 1),
    ]
    again = made(tmp_path / "a", PLACE)
    assert (again.new, again.changed, again.gone) == (0, 0, 0)


def test_a_large_file_there_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "PIECE", 6_000)
    put("all.mat", b"\n".join([match(seed) for seed in range(6)]))
    made(tmp_path / "a", PLACE, max_size=20_000)
    assert sum(int(str(matches)) for _, _, matches in files(tmp_path / "a")) == 6


@pytest.mark.parametrize("name", ["all.zip", "all.tar.gz", "a.mat"])
def test_matches_are_exported_from_there(tmp_path: Path, name: str) -> None:
    put(name, match(1) if name == "a.mat" else packed(name.removeprefix("all."), {"a.mat": match(1)}))
    made(tmp_path / "a", PLACE)
    done = kotra("archive", "export", tmp_path / "a", tmp_path / "out", "--to", "kotra")
    assert (done.exit_code, done.stderr) == (0, "")
    assert len(list((tmp_path / "out").iterdir())) == 1


@pytest.mark.parametrize(
    "address", ["memory://nothing", "nostore://bucket/matches", "github://a", "http://127.0.0.1:9/x"]
)
def test_an_address_that_gives_nothing_costs_a_row(tmp_path: Path, address: str) -> None:
    made(tmp_path / "a", address)
    ((path, status, _),) = files(tmp_path / "a")
    assert (path, status in ("unreadable", "vanished")) == (address, True)


def test_a_damaged_zip_there_is_said(tmp_path: Path) -> None:
    put("all.zip", packed("zip", {"a.mat": match(1)})[:-40])
    made(tmp_path / "a", PLACE)
    assert files(tmp_path / "a") == [("memory:///matches/all.zip", "damaged", 0)]


def test_processes_read_addresses_too(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    folder.mkdir()
    for seed in range(3):
        (folder / f"{seed}.mat").write_bytes(match(seed))
    done = kotra("archive", "build", folder.as_uri(), "-o", tmp_path / "a")
    assert (done.exit_code, [status for _, status, _ in files(tmp_path / "a")]) == (0, ["read"] * 3)
