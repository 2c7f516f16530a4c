"""Complaints of the parser, and why a text is no position, in every language."""

from __future__ import annotations

import pytest

from kotra_notation.cli.helping import COMPLAINTS, complaint
from kotra_notation.cli.speaking import begin, speak
from tests.calls import kotra

WORDS = {"name": "X", "near": "Y", "names": "Z", "number": 2, "why": "W"}


@pytest.mark.parametrize("pattern", [*COMPLAINTS, "Something new."])
def test_every_complaint_is_known_by_its_own_pattern_and_another_left_as_it_stands(pattern: str) -> None:
    begin()
    speak("is")
    said = complaint(pattern.format(**WORDS))
    begin()
    assert (said != pattern.format(**WORDS)) == (pattern in COMPLAINTS)
    assert ("Y" in said) == ("{near}" in pattern)


@pytest.mark.parametrize("language", ["is", "de", "da", "sv"])
@pytest.mark.parametrize(
    "text",
    [
        "XGID=abc",
        "XGID=-b----E-C---eE---c-e----B-:0:0:3:00:0:0:0:7:10",
        "4HPwATDgc/AB",
        "4HPwATDgc",
        "4HPwATDgc/ABMA:cIkqAAAAA",
        "W: 1x30; B: 2x2",
        "W: 25x1; B: off15",
        "1:1:N0N::G",
    ],
)
def test_why_a_text_is_no_position_is_said_in_every_language(language: str, text: str) -> None:
    english, told = (kotra("--language", word, "board", text) for word in ("en", language))
    assert (told.exit_code, told.stderr != english.stderr) == (2, True)
