"""The cache of tables: what it believes, and what it does where nothing can be written."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import pytest

from kotra_notation import installation
from tests.records import rows

np = pytest.importorskip("numpy")
kept_tables = pytest.importorskip("kotra_notation.engine.bearoff")

TABLE = (np.arange(12, dtype="<f4") / 12).reshape(3, 4)


def sealed(table: Any, name: str = "some", digest: str = kept_tables.digest_of(TABLE)) -> bytes:
    """The bytes of a file."""
    numbers = table.astype("<f4").tobytes()
    seal = hashlib.sha256(f"{name} {digest}\n".encode() + numbers).digest()
    return bytes(seal + numbers)


class Kitchen:
    """A recipe whose making is counted."""

    def __init__(self, table: Any = TABLE) -> None:
        self.table = table
        self.made = 0

    def make(self) -> Any:
        self.made += 1
        return self.table.copy()

    @property
    def recipe(self) -> Any:
        return kept_tables.Recipe("some", (3, 4), kept_tables.digest_of(TABLE), self.make)


def test_a_table_is_made_once(tmp_path: Path) -> None:
    kitchen = Kitchen()
    folder = tmp_path / "not" / "yet"
    for _ in range(3):
        assert (kept_tables.kept_table(kitchen.recipe, folder) == TABLE).all()
    assert kitchen.made == 1
    assert [path.suffix for path in folder.iterdir()] == [".table"]


@pytest.mark.parametrize(
    "spoilt",
    [
        b"",
        sealed(TABLE)[:-1],
        sealed(TABLE) + b"\0",
        TABLE.tobytes(),
        sealed(TABLE)[:32] + np.zeros(12, "<f4").tobytes(),
        sealed(TABLE, "other"),
        sealed(TABLE, digest="0" * 64),
        sealed(TABLE * 2),
        sealed(TABLE - 2),
        sealed(TABLE * np.nan),
        b"\x93NUMPY" + bytes(74),
    ],
    ids=[
        *("empty", "cut", "too long", "without a seal", "other figures", "another table", "another edition"),
        *("too large", "too small", "no numbers", "another file"),
    ],
)
def test_a_file_that_is_not_the_table_is_made_anew(tmp_path: Path, spoilt: bytes) -> None:
    kitchen = Kitchen()
    kept_tables.kept_table(kitchen.recipe, tmp_path)
    (path,) = tmp_path.iterdir()
    path.write_bytes(spoilt)
    assert (kept_tables.kept_table(kitchen.recipe, tmp_path) == TABLE).all()
    assert kitchen.made == 2
    assert path.read_bytes() == sealed(TABLE)


def spoil_with_a_folder(path: Path) -> None:
    path.mkdir()


def spoil_with_a_pipe(path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    os.mkfifo(path)


def spoil_with_itself(path: Path) -> None:
    try:
        path.symlink_to(path)
    except OSError:
        pytest.skip("links cannot be made here")


@pytest.mark.parametrize("spoil", [spoil_with_a_folder, spoil_with_a_pipe, spoil_with_itself])
def test_what_is_no_file_is_not_read(tmp_path: Path, spoil: Any) -> None:
    kitchen = Kitchen()
    kept_tables.kept_table(kitchen.recipe, tmp_path)
    (path,) = tmp_path.iterdir()
    path.unlink()
    spoil(path)
    assert (kept_tables.kept_table(kitchen.recipe, tmp_path) == TABLE).all()
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_without_a_folder_it_lives_in_memory(tmp_path: Path) -> None:
    kitchen = Kitchen()
    (tmp_path / "file").write_text("no folder")
    for folder in (None, tmp_path / "file", tmp_path / "file" / "below"):
        assert (kept_tables.kept_table(kitchen.recipe, folder) == TABLE).all()
    assert kitchen.made == 3


def test_nothing_is_left_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*paths: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert (kept_tables.kept_table(Kitchen().recipe, tmp_path) == TABLE).all()
    assert list(tmp_path.iterdir()) == []


def test_a_table_that_comes_out_otherwise_here_is_made_once_too(tmp_path: Path) -> None:
    otherwise = np.nextafter(TABLE, np.float32(1))
    kitchen = Kitchen(otherwise)
    for _ in range(2):
        assert (kept_tables.kept_table(kitchen.recipe, tmp_path) == otherwise).all()
    assert kitchen.made == 1


def test_what_is_outdated_goes_and_nothing_else(tmp_path: Path) -> None:
    gone = ["some-0123456789ab.f4", "some-0123456789ab.table", "some-0123456789abx_1y2z3w"]
    kept = [
        *("other-0123456789ab.table", "some-0123456789ab.txt", "some-0123456789AB.table", "some.table"),
        *("awesome-0123456789ab.table", "some-more-0123456789ab.table", "some-00000000000f.table"),
    ]
    for name in (*gone, *kept, "aim"):
        (tmp_path / name).write_bytes(b"some")
    (tmp_path / "some-aaaaaaaaaaaa.table").mkdir()
    (tmp_path / "some-bbbbbbbbbbbb.table").symlink_to(tmp_path / "aim")
    before = {path.name for path in tmp_path.iterdir()}
    for name in before - {"some-00000000000f.table"}:
        os.utime(tmp_path / name, (0, 0))
    kept_tables.kept_table(Kitchen().recipe, tmp_path)
    (new,) = {path.name for path in tmp_path.iterdir()} - before
    assert before - {path.name for path in tmp_path.iterdir()} == set(gone)
    os.utime(tmp_path / new, (0, 0))
    kept_tables.kept_table(Kitchen().recipe, tmp_path)
    assert (tmp_path / new).exists()


def test_a_table_cannot_be_written_to(tmp_path: Path) -> None:
    found = kept_tables.kept_table(Kitchen().recipe, tmp_path)
    with pytest.raises(ValueError, match="read-only"):
        found[0, 0] = 1


@rows
def test_each_system_has_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, environ: dict[str, str], wanted: str
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    places = {name: str(tmp_path / place) for name, place in environ.items()}
    assert installation.cache_folder(platform, places) == tmp_path / wanted


def test_a_relative_place_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert (
        installation.cache_folder("linux", {"XDG_CACHE_HOME": "here"})
        == tmp_path / ".cache" / "kotra-notation"
    )


def test_without_a_home_there_is_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    assert installation.cache_folder("linux", {}) is None
