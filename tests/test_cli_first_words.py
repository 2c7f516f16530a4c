"""The first word, a command or files to be checked; and what the parser complains of, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.cli.commands import COMMANDS, RARE, bare_path, resolve_words
from kotra_notation.cli.helping import COMPLAINTS, complaint
from kotra_notation.cli.speaking import begin, speak
from kotra_notation.features.check import at_once
from kotra_notation.rules import RULESETS, named
from tests.calls import kotra
from tests.records import rows
from tests.terminals import on_screen, piped

SAMPLES = Path(__file__).parents[1] / "samples"
SOUND, FAULTY = SAMPLES / "sound" / "reykjavik.mat", SAMPLES / "faulty" / "slip.mat"


@rows
def test_the_first_word(words: str, meant: str) -> None:
    places = {"sound": SOUND, "faulty": FAULTY}
    assert resolve_words(words.format(**places).split()) == meant.format(**places).split()


def test_a_file_is_checked_without_the_word_and_a_folder_is_the_one_where_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert at_once.answer([str(SOUND)]) == 0
    Path("check").write_bytes(FAULTY.read_bytes())
    status, found, _ = piped("check")
    assert (status, b"P201" in found) == (1, True)


@rows
def test_a_bare_name_before_other_words_is_said_to_be_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, said: str
) -> None:
    (tmp_path / "club").mkdir()
    monkeypatch.chdir(tmp_path)
    assert bare_path(words.split()) == said


@pytest.mark.parametrize("columns", [40, 80, 140])
@pytest.mark.parametrize("language", ["en", "is"])
def test_the_list_of_commands_is_whole_and_as_wide_as_the_window(columns: int, language: str) -> None:
    _, said = on_screen("--help", width=columns, KOTRA_LANGUAGE=language)
    assert "..." not in said.replace("[ARGS]...", "")
    assert max(map(len, said.splitlines())) <= columns
    listed = re.findall(r"^  ([a-z]+)  ", said, re.M)
    assert [name for name in listed if name in COMMANDS] == [name for name in COMMANDS if name not in RARE]


def test_positions_that_games_begin_with_rules_and_options_have_the_names_of_the_field() -> None:
    assert kn.position("start").points == RULESETS["modern"].facts.start
    assert kn.position("Nackgammon").points == named("nackgammon").ruleset.facts.start
    assert kn.position("forn", 1).points == kn.position("W: a15; B: m15", 1).points
    assert named("backgammon,jacoby=on") == named("modern,texas=on")
    assert named("Hypergammon,beaver=on") == named("modern,variant=hypergammon,beavers=on")


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
