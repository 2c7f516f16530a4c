"""`kn.archive`: what the commands of archives do is a function each."""

from __future__ import annotations

from datetime import date
from inspect import getdoc, isfunction
from pathlib import Path

import pytest

import kotra_notation as kn

pytest.importorskip("duckdb")
pytestmark = pytest.mark.middle
SAMPLE = Path(__file__).parents[1] / "samples" / "sound" / "reykjavik.mat"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    built = kn.archive.build(folder / "archive", [SAMPLE], workers=1)
    assert (built.new, built.files, built.faulty) == (1, 1, 0)
    return folder / "archive"


def test_every_function_says_what_it_does() -> None:
    public = [getattr(kn.archive, name) for name in kn.archive.__all__]
    assert all(getdoc(value) for value in public if isfunction(value))


def test_tables_are_asked(archive: Path) -> None:
    assert kn.archive.verify(archive) == ()
    assert kn.archive.audit(archive).totals.files == 1
    assert kn.archive.query(archive, "SELECT count(*) AS n FROM matches").rows == ((1,),)
    assert kn.archive.ask(archive, "endings").columns[0] == "session"
    assert kn.archive.same(archive).groups == ()
    assert kn.archive.tables(archive, without=("turns",)).arrow["matches"].num_rows == 1
    (throw,) = kn.archive.find(archive, kn.position("start")).throws
    assert throw.dice == (5, 2)


def test_names_are_decided(archive: Path) -> None:
    one, other = kn.archive.people(archive).matches
    assert one in kn.archive.page(archive, player=one)
    decision = kn.archive.NameDecision(
        name=one, spellings=(one, other), who="Jón", when=date(2026, 1, 2), why="a test"
    )
    kn.archive.decide(archive, decision)
    assert [person.name for person in kn.archive.people(archive).persons] == [one]


def test_matches_are_written_anew(archive: Path) -> None:
    (match,) = kn.archive.export(archive, "kotra", where="number = 1")
    assert str(match.contents[0]).startswith("kotra 1")


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    for function in (kn.archive.audit, kn.archive.verify, kn.archive.people):
        with pytest.raises(kn.archive.ArchiveRefusedError, match="no archive here"):
            function(tmp_path)
