"""What the text exports of several programs share: words of four languages, numbers, and damage to a file."""

from __future__ import annotations

import pytest

from kotra_notation.findings import Severity
from kotra_notation.formats.exports import Labels, choice, share
from tests.records import SAMPLES, read

EXPORTS = {"gnubg-text": "thordis.txt", "xg-text": "stada-xg.txt", "bgblitz-text": "stada-bgblitz.txt"}
XG = """\
XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:1:2:0:5:10

X:Freyja   O:Kári
Score is X:1 O:{score} 5 pt.(s) match.
"""


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


@pytest.mark.parametrize(("name", "sample"), EXPORTS.items())
def test_a_file_that_breaks_off_is_read_up_to_there(name: str, sample: str) -> None:
    data = (SAMPLES / "notations" / sample).read_bytes()
    whole = read(data).matches[0].games[0].events
    for place in range(0, len(data), max(1, len(data) // 200)):
        reading = read(data[:place], name)
        events = reading.matches[0].games[0].events if reading.matches else ()
        assert len(events) <= len(whole) + 1
        assert sum(finding.severity == Severity.ERROR for finding in reading.findings) <= 1


def test_a_position_that_cannot_be_read_belongs_to_no_match() -> None:
    """The next one is match 2 of the file, and nothing said of the unreadable one is said of it."""
    first = XG.format(dice="31", score=2)
    unread = first.replace("e----B-", "e----C-") + "    1. 2-ply  8/5 6/5  eq:hm\n"
    reading = read("\n".join([first, unread, XG.format(dice="42", score=3)]))
    found = [(finding.code, finding.match) for finding in reading.findings]
    assert found == [("N110", None), ("N102", None), ("N116", 2)]
    assert len(reading.matches) == 2
