"""Records of a folder, read one by one or taken apart into tables: what an archive of it would hold."""

from __future__ import annotations

import builtins
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation import reading
from kotra_notation.archive.manifest import TABLES, arrow_schema
from kotra_notation.archive.store import Store
from kotra_notation.archive.views import connect
from kotra_notation.jobs import records
from referees.archives import SAMPLES, made

SOUND = "kotra 1\nwhite: Anna\nblack: Björn\nlength: 1\ngame 1 0-0\nW 31: 8/5 6/5\nB 64: 24/14\nW wins 1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("a.kotra", SOUND), ("b.txt", "a letter\n"), ("c.kotra", SOUND.replace("/14", "/13"))):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_named_files_are_never_passed_over_and_formats_must_be_known(folder: Path) -> None:
    (letter,) = kn.read_folder(folder / "b.txt")
    (nothing,) = kn.read_folder(folder / "nothing")
    assert letter.trouble.startswith("Unknown file format")
    assert nothing.trouble == "no such file (check the spelling)"
    with pytest.raises(ValueError, match="mta"):
        kn.read_folder(folder, format="mta")
    found = [(Path(one.path).name, len(one.reading.matches), one.trouble) for one in kn.read_folder(folder)]
    assert found == [("a.kotra", 1, ""), ("c.kotra", 1, "")]


def test_a_fault_in_one_file_ends_no_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = reading.read_in_full

    def faulty(source: object, format: object) -> object:
        if "a.kotra" in str(source.name):  # type: ignore[attr-defined]
            raise ZeroDivisionError
        return whole(source, format)  # type: ignore[arg-type]

    monkeypatch.setattr(records, "read_in_full", faulty)
    first, second = kn.read_folder(folder)
    assert ([one.code for one in first.reading.findings], bool(first.trouble)) == (["N131"], True)
    assert (second.trouble, len(second.reading.matches)) == ("", 1)


@pytest.mark.middle
def test_tables_hold_what_an_archive_holds(tmp_path: Path) -> None:
    folders = [SAMPLES / name for name in ("faulty", "notations", "sound")]
    made(tmp_path / "archive", *folders)
    base = connect(Store.open(tmp_path / "archive"))
    ours = kn.tables(folders).arrow
    assert list(ours) == list(TABLES)
    for name in TABLES:
        columns = [one for one in TABLES[name].names if one not in ("path", "source", "stamp")]
        quoted = ", ".join(f'"{one}"' for one in columns)
        theirs = base.execute(f"SELECT {quoted} FROM {name}").fetchall()
        rows = [tuple(row.values()) for row in ours[name].select(columns).to_pylist()]
        assert sorted(map(repr, rows)) == sorted(map(repr, theirs)), name


def test_tables_are_frames_of_pandas_with_a_row_for_each_file(folder: Path, tmp_path: Path) -> None:
    tables = kn.tables(folder)
    frame = tables.to_pandas("findings")
    assert frame["code"].tolist() == ["S431", "P201"]
    files = tables.to_pandas("files").merge(frame, on="file")["path"].tolist()
    assert [Path(one).name for one in files] == ["a.kotra", "c.kotra"]
    with pytest.raises(ValueError, match="known: files, matches, games"):
        tables.to_pandas("rolls")
    frame = kn.tables([tmp_path / "nothing.mat", SOUND]).to_pandas("files")
    assert frame["status"].tolist() == ["unreadable", "read"]
    assert frame["trouble"].tolist()[0] == "no such file (check the spelling)"
    ours = kn.tables([]).arrow
    assert all(ours[name].schema.equals(arrow_schema(name)) for name in TABLES)


def test_an_engine_weighs_for_the_tables(folder: Path) -> None:
    decisions = kn.tables(folder / "a.kotra", level="quick").to_pandas("decisions")
    assert "play" in set(decisions["kind"])
    assert len(kn.tables(folder / "a.kotra").to_pandas("decisions")) == 0
    with pytest.raises(ValueError, match="quickly"):
        kn.tables(folder, level="quickly")


@pytest.mark.parametrize("package", ["numpy", "pyarrow"])
def test_what_is_not_installed_is_named(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == package else builtins)
    with pytest.raises(ValueError, match=rf"{package}: pip install .kotra-notation\[tables\]"):
        kn.tables("samples")
