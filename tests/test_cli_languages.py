"""Complaints of the parser, and why a text is no position, in every language."""

from __future__ import annotations

import pytest

from kotra_notation.cli.helping import COMPLAINTS, complaint
from kotra_notation.cli.speaking import begin, speak
from tests.calls import kotra
from tests.records import rows

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
@rows
def test_why_a_text_is_no_position_is_said_in_every_language(language: str, text: str) -> None:
    english, told = (kotra("--language", word, "board", text) for word in ("en", language))
    assert (told.exit_code, told.stderr != english.stderr) == (2, True)
