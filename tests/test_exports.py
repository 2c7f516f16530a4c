"""The text exports of XG and BGBlitz by short transcripts, one against the other, and damage to exports."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from kotra_notation.findings import Severity
from kotra_notation.formats import FORMATS, read_source
from kotra_notation.formats.exports import Labels, choice, share
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import Evaluation, Match, Player
from kotra_notation.replay import replay

SAMPLES = Path(__file__).parent.parent / "samples" / "notations"
EXPORTS = {"gnubg-text": "thordis.txt", "xg-text": "stada-xg.txt", "bgblitz-text": "stada-bgblitz.txt"}

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:1:2:0:5:10\n"
XG = (
    XGID + "\nX:Freyja   O:Kári\n{score}\n"
    " | X           O    |   | O              X |\nPip count  X: 167  O: 167 X-O: 1-2/5\n"
)
SCORE = "Score is X:1 O:2 5 pt.(s) match."


def read(text: str, format: str | None = None) -> Reading:
    return read_source(Source(text.encode()), format)


def nameless(match: Match) -> Match:
    return replace(match, players=(Player(), Player()))


def weighed(match: Match) -> Evaluation:
    """The one evaluation of a match."""
    (found,) = [event for event in match.games[0].events if isinstance(event, Evaluation)]
    return found


def sourceless(match: Match) -> Match:
    """A match without the version of the program, which is not that of every file of a position."""
    events = [
        replace(event, source="") if isinstance(event, Evaluation) else event
        for event in match.games[0].events
    ]
    return replace(match, games=(replace(match.games[0], events=tuple(events)),))


# XG


# languages


def test_labels_are_whole_words_and_the_longest_first() -> None:
    labels = Labels(
        {"Double": ("Doppeln",), "No double": ("Nicht Doppeln",), "Pass": ("パス",), ":": ("：",)}
    )
    assert labels.english("Nicht Doppeln, Doppeln, Doppelnde：パス") == "No double, Double, Doppelnde:Pass"


def test_numbers_keep_their_digits() -> None:
    assert share("25.40%") == "0.2540"
    assert share(" 0,50") == "0.0050"
    assert choice("24/20*/15, 6/off(2)") == "24/20* 20/15 6/off 6/off"
    assert choice("24/x") is None


# real files


@pytest.mark.parametrize("kind", ["xg-text", "bgblitz-text"])
@pytest.mark.parametrize("number", ["01", "06"])
def test_real_files_say_the_same_in_every_language(corpus: Path, kind: str, number: str) -> None:
    readings = [
        read_source(Source(path.read_bytes()))
        for path in sorted((corpus / "real" / kind).glob(f"*__{number}_*"))
    ]
    assert [(reading.format, reading.findings) for reading in readings] == [(kind, ())] * 4
    assert len({str(sourceless(nameless(reading.matches[0])).games[0].events) for reading in readings}) >= 1
    first, *others = (sourceless(nameless(reading.matches[0])) for reading in readings)
    assert all(other == first for other in others)


@pytest.mark.parametrize("number", ["01", "06"])
def test_real_files_of_both_programs_show_one_position(corpus: Path, number: str) -> None:
    first, second = (
        read_source(Source(next((corpus / "real" / kind).glob(f"*__{number}_*_EN*")).read_bytes())).matches[0]
        for kind in ("xg-text", "bgblitz-text")
    )
    assert first.games[0].events[0] == second.games[0].events[0]
    assert (first.length, first.rules, first.games[0].score) == (
        second.length,
        second.rules,
        second.games[0].score,
    )


def test_every_candidate_of_real_files_has_its_numbers(corpus: Path) -> None:
    for kind in ("xg-text", "bgblitz-text"):
        for path in sorted((corpus / "real" / kind).iterdir()):
            match = read_source(Source(path.read_bytes())).matches[0]
            found = weighed(match)
            assert len(found.candidates) == (5 if found.aspect == "play" else 3)
            assert all(each.equity is not None for each in found.candidates)
            assert all(len(each.chances) == 5 for each in found.candidates if found.aspect == "play")
            assert [one for one in replay(match).findings if one.severity != Severity.NOTE] == []


# damage, beyond what befalls every notation in test_hostile.py


@pytest.mark.parametrize(("name", "sample"), EXPORTS.items())
def test_a_sample_is_recognised(name: str, sample: str) -> None:
    reading = read_source(Source((SAMPLES / sample).read_bytes()))
    assert (reading.format, reading.findings) == (name, ())


@pytest.mark.parametrize(("name", "sample"), EXPORTS.items())
def test_a_file_that_breaks_off_is_read_up_to_there(name: str, sample: str) -> None:
    data = (SAMPLES / sample).read_bytes()
    whole = read_source(Source(data), name).matches[0].games[0].events
    for place in range(0, len(data), max(1, len(data) // 200)):
        reading = read_source(Source(data[:place]), name)
        events = reading.matches[0].games[0].events if reading.matches else ()
        assert len(events) <= len(whole) + 1
        assert len([one for one in reading.findings if one.severity == Severity.ERROR]) <= 1


@pytest.mark.parametrize(("name", "sample"), EXPORTS.items())
def test_lines_in_any_order_are_survived(name: str, sample: str) -> None:
    random = Random(name)
    lines = (SAMPLES / sample).read_text(encoding="utf-8").split("\n")
    for _ in range(30):
        random.shuffle(lines)
        for match in read("\n".join(lines), name).matches:
            replay(match)


@pytest.mark.parametrize("name", EXPORTS)
@pytest.mark.parametrize(
    "line",
    [
        " " * 5000,
        "1. " * 5000,
        "0.1 " * 5000,
        "XGID=" + "-" * 20000,
        "Anna " * 5000 + "wins",
        "Annotation:",
        "The score (after 0 games) is: " + "A 1, " * 4000,
        "X:" + " a" * 9000 + " O:",
        "* " + "8/5 " * 5000,
        "Player: " + "1.0% (G:" * 3000,
        "a word",
    ],
    ids=lambda line: line.split()[0][:12] if line.split() else "blanks",
)
def test_long_lines_and_many_cost_no_more_than_they_must(name: str, line: str) -> None:
    sample = (SAMPLES / EXPORTS[name]).read_text(encoding="utf-8")
    begun = time.process_time()
    read(sample + f"\n{line}\n" * max(3, 20_000 // len(line)) + sample, name)
    assert time.process_time() - begun < 5


def test_no_other_notation_claims_an_export_nor_an_export_another(corpus: Path) -> None:
    for path in sorted((corpus / "real").glob("*/*")):
        name = path.parent.name
        found = [each for each in EXPORTS if FORMATS[each].looks_like(Source(path.read_bytes()))]
        assert found == ([name] if name in EXPORTS else []), path.name
    for path in sorted((corpus / "gnubg").glob("*/*.*")):
        assert not any(FORMATS[each].looks_like(Source(path.read_bytes())) for each in EXPORTS), path.name


def test_a_position_that_cannot_be_read_belongs_to_no_match() -> None:
    """The next one is match 2 of the file, and nothing said of the unreadable one is said of it."""
    unread = (
        XG.format(dice="31", score=SCORE).replace("e----B-", "e----C-") + "    1. 2-ply  8/5 6/5  eq:hm\n"
    )
    contradicted = XG.format(dice="42", score=SCORE.replace("O:2", "O:3"))
    texts = [XG.format(dice="31", score=SCORE), unread, contradicted]
    reading = read_source(Source("\n".join(texts).encode()))
    assert [(found.code, found.match) for found in reading.findings] == [
        ("N110", None),
        ("N102", None),
        ("N116", 2),
    ]
    assert len(reading.matches) == 2
