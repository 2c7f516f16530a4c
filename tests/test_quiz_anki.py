"""Cards for Anki, opened as Anki does: the package unzipped, its database and its pictures read back."""

from __future__ import annotations

import io
import json
import sqlite3
import sys
import zipfile
from pathlib import Path

import pytest

import kotra_notation as kn
from tests.test_quiz import RECORD, kotra, record

PICTURE = b"<svg "


class Package:
    """What a package holds: its notes by their ids, its cards, and its pictures by their names."""

    def __init__(self, data: bytes, folder: Path) -> None:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            names = json.loads(package.read("media"))
            self.media = {name: package.read(number) for number, name in names.items()}
            database = folder / "collection.anki2"
            database.write_bytes(package.read("collection.anki2"))
        connection = sqlite3.connect(database)
        self.notes = {
            guid: fields.split("\x1f") for guid, fields in connection.execute("select guid, flds from notes")
        }
        self.cards = connection.execute("select count(*) from cards").fetchone()[0]
        decks, models = connection.execute("select decks, models from col").fetchone()
        self.decks, self.models = set(json.loads(decks)), set(json.loads(models))
        connection.close()


def package(text: str, folder: Path, language: str = "en") -> Package:
    pytest.importorskip("genanki")
    return Package(kn.quiz(text).cards(language), folder)


def test_there_is_one_card_a_decision_with_its_picture(tmp_path: Path) -> None:
    made = package(record(), tmp_path)
    assert len(made.notes) == made.cards == 3
    assert len(made.media) == 3
    assert all(picture.startswith(PICTURE) for picture in made.media.values())
    for _, front, _ in made.notes.values():
        (name,) = [name for name in made.media if f'src="{name}"' in front]
        assert name.endswith(".svg")


def test_the_front_asks_and_the_back_tells(tmp_path: Path) -> None:
    notes = package(record(), tmp_path).notes.values()
    (play,) = [note for note in notes if "31: what do you play?" in note[1]]
    key, front, back = play
    assert front.index("24/23 13/10") < front.index("13/10 6/5") < front.index("8/5 6/5")
    assert "0.159" not in front
    assert "right" not in front
    assert "Anna" not in front
    assert "+0.159" in back
    assert "−0.210" in back
    assert "Anna played 24/23 13/10." in back
    assert key in {one.key for one in kn.quiz(record()).decisions}


def test_a_second_import_changes_the_old_cards(tmp_path: Path) -> None:
    """Anki knows a note by its id: other equities and another language leave it as it is."""
    first = package(record(), tmp_path)
    second = package(record(RECORD.replace("0.159", "0.259")), tmp_path, "is")
    assert first.notes.keys() == second.notes.keys()
    assert first.notes != second.notes
    assert (first.decks, first.models) == (second.decks, second.models)


def test_a_name_is_no_markup_and_no_order(tmp_path: Path) -> None:
    name = "<script>alert(1)</script> [sound:x.mp3] {{Question}} \\(x\\)"
    for note in package(record(white=name), tmp_path).notes.values():
        for field in note:
            assert not any(order in field for order in ("<script", "[sound", "{{", "\\("))
    assert any(
        "&lt;script&gt;" in back for _, _, back in package(record(white=name), tmp_path).notes.values()
    )


def test_without_the_package_it_is_said_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "genanki", None)
    source = tmp_path / "match.kotra"
    source.write_text(record(), encoding="utf-8")
    status, _, err = kotra("quiz", source, "-o", tmp_path / "quiz.apkg", "--language", "en")
    assert status == 2
    assert 'need the package genanki: pip install "kotra-notation[anki]"' in err
    assert not (tmp_path / "quiz.apkg").exists()
