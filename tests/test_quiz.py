"""What a quiz asks, and its cards for Anki, opened as Anki does: unzipped, with database and pictures."""

from __future__ import annotations

import io
import json
import sqlite3
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

import kotra_notation as kn
from kotra_notation.features.quiz.job import Quiz
from kotra_notation.model import Turn
from kotra_notation.statistics.analysis import analysis
from kotra_notation.statistics.counts import frames_of
from kotra_notation.statistics.questions import our_spelling, questions
from tests.calls import SOUND
from tests.calls import kotra as command
from tests.records import Slips, rows, with_slips

HEAD = "kotra 1\nwhite: {white}\nblack: {black}\nlength: 7\n\ngame 1 2-1\n"
OPENING = """W 31: 24/23 13/10
eval play by "Freysteinn 2.1"
choice "8/5 6/5" 0.159 (0.55 0.17 0.01 0.12 0.01) at "2-ply"
choice "13/10 6/5" -0.02 at "2-ply"
choice "24/23 13/10" -0.051 at "2-ply" played="yes"
"""
SMALL = """B 64: 24/14
eval play by "Freysteinn 2.1"
choice "24/18 13/9" 0.01
choice "24/14" 0.0 played="yes"
"""
CUBE = """W doubles 2
eval cube by "Freysteinn 2.1"
choice "no double" 0.3 (0.6 0.2 0.01 0.1 0.02)
choice "double/take" 0.1 (0.6 0.2 0.01 0.1 0.02)
choice "double/pass" 1
B drops
"""
OTHER = OPENING.replace("0.159", "0.559").replace("Freysteinn 2.1", "Ugla 1")
RECORD = OPENING + SMALL + CUBE


def record(body: str = RECORD, *, white: str = "Anna", black: str = "Björn") -> str:
    return HEAD.format(white=white, black=black) + body


def kotra(*words: str | Path) -> tuple[int, str, str]:
    """The status of a command, and what it prints on standard output and error."""
    done = command(*words)
    return done.exit_code, done.stdout, done.stderr


def asked(made: Quiz) -> list[str]:
    """The kind of each question, who is asked, and what was lost."""
    return [f"{one.question.kind} {one.player} {one.question.loss:.3f}" for one in made.decisions]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KOTRA_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "match.kotra"
    path.write_text(record(), encoding="utf-8")
    return path


@rows
def test_what_is_asked(slips: Slips, wishes: dict[str, Any], expected: tuple[str, ...]) -> None:
    made = kn.quiz(with_slips(record(), slips), **wishes)
    assert asked(made) == list(expected)


def test_a_kind_that_is_none_is_refused_and_engines_are_named() -> None:
    with pytest.raises(ValueError, match="known: play, cube"):
        kn.quiz(record(), kind="luck")
    assert kn.quiz(record(OPENING + OTHER.partition("\n")[2])).engines == ("Freysteinn 2.1", "Ugla 1")


def test_what_is_lost_and_met_is_that_of_the_side_that_is_asked() -> None:
    double, take, _ = kn.quiz(record()).decisions
    assert [(one.text, round(one.equity, 3), round(one.loss, 3)) for one in double.question.answers] == [
        ("double", 0.1, 0.2),
        ("no double", 0.3, 0.0),
    ]
    assert [(one.text, one.equity, round(one.loss, 3), one.made) for one in take.question.answers] == [
        ("pass", -1.0, 0.9, True),
        ("take", -0.1, 0.0, False),
    ]
    assert take.question.answers[1].chances == pytest.approx((0.4, 0.1, 0.02, 0.2, 0.01))
    double, take, play = kn.quiz(record()).decisions
    assert play.question.position.dice == (3, 1)
    assert (double.question.position.dice, double.question.position.offer) == (None, None)
    assert take.question.position.offer == "double"
    assert play.question.position.standing.score == (2, 1)


def test_plays_stand_by_their_points_with_entries_first() -> None:
    play = kn.quiz(record()).decisions[2].question
    assert [one.text for one in play.answers] == ["24/23 13/10", "13/10 6/5", "8/5 6/5"]
    better = record(RECORD.replace('"13/10 6/5" -0.02', '"13/10 6/5" 0.9'))
    changed = next(one.question for one in kn.quiz(better).decisions if one.question.kind == "play")
    assert [one.text for one in changed.answers] == [one.text for one in play.answers]
    texts = ["8/2 6/2", "6/off 4/off", "bar/23 6/2", "24/18 6/2"]
    body = "W 64: 24/14\neval play\n" + "".join(f'choice "{text}" 0.{i}\n' for i, text in enumerate(texts))
    replayed = kn.replay(kn.read(record(body.replace("0.0\n", '0.0 played="yes"\n'))).matches[0])
    frames = frames_of(replayed)
    (question,) = questions(analysis(replayed, frames), frames)
    assert [one.text for one in question.answers] == ["bar/23 6/2", "24/18 6/2", "8/2 6/2", "6/off 4/off"]


def test_plays_are_spelled_in_one_hand_also_illegal_ones() -> None:
    mixed = OPENING.replace('"24/23 13/10" -0.051', '"13/10, 24/23" -0.051').replace(", ", " ")
    mixed = mixed.replace("13/10 6/5", "6/5 13/10").replace('"8/5 6/5"', '"6/5 8/5"')
    assert kn.quiz(record(mixed)).decisions == kn.quiz(record(OPENING)).decisions
    same = OPENING + 'choice "13/10 24/23" -0.051\n'
    (one,) = kn.quiz(record(same)).decisions
    assert [(answer.text, answer.made) for answer in one.question.answers] == [
        ("24/23 13/10", True),
        ("13/10 6/5", False),
        ("8/5 6/5", False),
    ]
    # It lands on a point that the other side holds with five, which is no hit of five.
    replayed = kn.replay(kn.read(record("W 31: 8/5 6/5\n")).matches[0])
    (frame,) = [one for one in replayed.games[0].frames if isinstance(one.event, Turn)]
    assert [our_spelling(text, frame) for text in ("24/12(2)", "13/1*(2)", "8/5 6/5")] == [
        "24/12(2)",
        "13/1(2)",
        "8/5 6/5",
    ]


def test_a_decision_in_two_records_is_asked_once_and_a_match_as_its_file() -> None:
    once = kn.quiz([record(), record(white="Freyja")])
    assert len(once.decisions) == 3
    assert once.matches == 2
    assert len({one.key for one in once.decisions}) == 3
    match = kn.read(record()).matches[0]
    assert asked(kn.quiz(match)) == asked(kn.quiz(record()))


def test_a_seed_draws_the_order_and_keeps_the_choice() -> None:
    orders = {
        seed: [one.key for one in kn.quiz(record(), seed=seed, least=0).decisions] for seed in range(12)
    }
    assert orders[3] == [one.key for one in kn.quiz(record(), seed=3, least=0).decisions]
    assert len({tuple(order) for order in orders.values()}) > 3
    kinds = [[one.question.kind for one in kn.quiz(record(), seed=seed).decisions] for seed in range(12)]
    assert all(order.index("double") < order.index("take") for order in kinds)


def test_matches_without_an_analysis_and_files_that_cannot_be_read_are_counted(tmp_path: Path) -> None:
    made = kn.quiz([record(), SOUND, tmp_path / "nowhere.mat"])
    assert (made.matches, made.unanalysed, len(made.decisions)) == (2, 1, 3)
    assert [one.why for one in made.troubles] == ["no such file (check the spelling)"]


def test_json_has_every_decision_with_its_choices(source: Path) -> None:
    told = kn.quiz(source).as_json()
    assert told == json.loads(json.dumps(told))
    assert (told["version"], told["matches"], told["unanalysed"], told["weighed"]) == (1, 1, 0, 4)
    play = told["decisions"][2]
    assert play["xgid"] == "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:1:2:0:7:10"
    assert (play["dice"], play["file"], play["game"], play["turn"]) == ([3, 1], "match.kotra", 1, 1)
    assert [one["text"] for one in play["choices"] if one["right"]] == ["8/5 6/5"]
    assert play["choices"][2]["chances"]["win_gammon"] == 0.17


def test_the_ending_of_the_target_tells_that_cards_are_wanted(source: Path, tmp_path: Path) -> None:
    pytest.importorskip("genanki")
    assert kotra("quiz", source, "-o", tmp_path / "quiz.apkg")[0] == 0
    assert (tmp_path / "quiz.apkg").read_bytes()[:2] == b"PK"


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


def test_there_is_one_card_a_decision_whose_front_asks_and_whose_back_tells(tmp_path: Path) -> None:
    made = package(record(), tmp_path)
    assert len(made.notes) == made.cards == 3
    assert len(made.media) == 3
    assert all(picture.startswith(PICTURE) for picture in made.media.values())
    for _, front, _ in made.notes.values():
        (name,) = [name for name in made.media if f'src="{name}"' in front]
        assert name.endswith(".svg")
    (play,) = [note for note in made.notes.values() if "31: what do you play?" in note[1]]
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
