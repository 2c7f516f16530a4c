"""`docs/archive.md` names every option, question, column and ground, and shows what the commands print.

Its answers are those of an archive of the samples. `pytest --update-golden` writes them anew.
"""

from __future__ import annotations

import re
import shlex
from datetime import date
from inspect import getdoc, isfunction
from pathlib import Path
from typing import Any

import pytest

import kotra_notation as kn
from kotra_notation.archive.ask.questions import QUESTIONS
from kotra_notation.archive.manifest import TABLES
from kotra_notation.archive.people.evidence import NameGround
from referees.archives import SAMPLES, made
from tests.calls import kotra
from tests.records import write_files
from tests.test_archive_people import MERGE, archived, between
from tests.test_command_documents import table, words

pytestmark = pytest.mark.middle
DOCUMENT = Path(__file__).parents[1] / "docs" / "archive.md"
QUESTION_ROWS = re.compile(r"\| question \| .+\n\|---\|---\|\n((?:\|.+\n)+)")
ANSWER = re.compile(r"<!-- answer: kotra (.+?) -->\n```text\n(.*?)^```$", re.M | re.S)
SOUND = (SAMPLES / "sound/reykjavik.mat").read_text(encoding="utf-8")


def section(name: str) -> str:
    return DOCUMENT.read_text(encoding="utf-8").split(f"\n## {name}\n", 1)[1].split("\n## ", 1)[0]


def held(pattern: re.Pattern[str], printed: str, request: pytest.FixtureRequest) -> None:
    """What the document has in the last group of a pattern is what is printed, or is written anew."""
    text = DOCUMENT.read_text(encoding="utf-8")
    found = pattern.search(text)
    assert found
    begin, end = found.span(found.re.groups)
    if request.config.getoption("--update-golden"):
        DOCUMENT.write_text(text[:begin] + printed + text[end:], encoding="utf-8")
    else:
        assert text[begin:end] == printed


def shown(name: str) -> re.Pattern[str]:
    return re.compile(rf"<!-- {re.escape(name)} -->\n\n?```text\n(.*?)^```$", re.M | re.S)


def test_every_option_column_and_ground_is_told() -> None:
    known = set(re.findall(r"^  (--?[a-z-]+)", kotra("archive", "build", "--help-all").stdout, re.M))
    cells = table(section("Build an archive"), "option")
    told = [word.split()[0] for cell, _ in cells for word in words(cell)]
    assert sorted(told) == sorted(known - {"--language", "--help-all", "-h"})
    paragraphs = [words(text) for text in section("The tables").split("\n\n") if text.startswith("**`")]
    named = {name: columns[: len(TABLES[name].columns)] for name, *columns in paragraphs}
    assert named == {table.name: [column.name for column in table.columns] for table in TABLES.values()}
    rows = re.findall(r"^\| `([\w-]+)` \| (−?\d+) \|", DOCUMENT.read_text(encoding="utf-8"), re.M)
    weights = {name: int(weight.replace("−", "-")) for name, weight in rows}
    assert weights == {ground.value: ground.worth for ground in NameGround}


def test_every_question_is_told(request: pytest.FixtureRequest) -> None:
    held(QUESTION_ROWS, "".join(f"| `{one.name}` | {one.title} |\n" for one in QUESTIONS.values()), request)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("desk")
    made(folder / "archive", SAMPLES)
    return folder


@pytest.mark.parametrize("command", [found[1] for found in ANSWER.finditer(DOCUMENT.read_text("utf-8"))])
def test_an_answer_is_as_shown(
    desk: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, command: str
) -> None:
    monkeypatch.chdir(desk)
    held(shown(f"answer: kotra {command}"), kotra(*shlex.split(command)).stdout, request)


def test_what_is_there_more_than_once(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    texts = {"a.mat": SOUND, "b.mat": SOUND, "c.mat": SOUND.replace("31: ", "32: ", 1)}
    made(tmp_path / "archive", write_files(tmp_path / "matches", texts))
    printed = kotra("archive", "same", tmp_path / "archive").stdout.replace(f"{tmp_path}/", "")
    held(shown("archive same"), printed, request)


def test_who_is_who(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    names = ("Anna", "Anna", "anna", "ANNA", "Þórður Æsuson", "Thordur Aesuson", "Æsuson, Þórður")
    others = ("Björn", "Egill", "Björn", "Freyja", "Gunnar", "Gunnar", "Hallgerður")
    matches = [between(seed, *pair) for seed, pair in enumerate(zip(names, others, strict=True))]
    folder = archived(tmp_path, *matches)
    (folder / "people.toml").write_text(MERGE.replace("hún", "she says so"), encoding="utf-8")
    held(shown("archive people"), kotra("archive", "people", folder).stdout, request)


# `kn.archive`: what the commands of archives do is a function each


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    built = kn.archive.build(folder / "archive", [SAMPLES / "sound" / "reykjavik.mat"], workers=1)
    assert (built.new, built.files, built.faulty) == (1, 1, 0)
    return folder / "archive"


def test_tables_are_asked_and_matches_written_anew(archive: Path) -> None:
    assert kn.archive.verify(archive) == ()
    assert kn.archive.audit(archive).totals.files == 1
    assert kn.archive.query(archive, "SELECT count(*) AS n FROM matches").rows == ((1,),)
    assert kn.archive.ask(archive, "endings").columns[0] == "session"
    assert kn.archive.same(archive).groups == ()
    assert kn.archive.tables(archive, without=("turns",)).arrow["matches"].num_rows == 1
    (throw,) = kn.archive.find(archive, kn.position("start")).throws
    assert throw.dice == (5, 2)
    (match,) = kn.archive.export(archive, "kotra", where="number = 1")
    assert str(match.contents[0]).startswith("kotra 1")
    public = [getattr(kn.archive, name) for name in kn.archive.__all__]
    assert all(getdoc(value) for value in public if isfunction(value))


def test_names_are_decided(archive: Path) -> None:
    one, other = kn.archive.people(archive).matches
    assert one in kn.archive.page(archive, player=one)
    facts: dict[str, Any] = {"name": one, "spellings": (one, other), "who": "Jón", "why": "a test"}
    kn.archive.decide(archive, kn.archive.NameDecision(when=date(2026, 1, 2), **facts))
    assert [person.name for person in kn.archive.people(archive).persons] == [one]


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    for function in (kn.archive.audit, kn.archive.verify, kn.archive.people):
        with pytest.raises(kn.archive.ArchiveRefusedError, match="no archive here"):
            function(tmp_path)
