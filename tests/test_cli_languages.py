"""The command line in other languages: chosen by the system or asked for; programs are told in English."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kotra_notation.cli.app import app
from kotra_notation.cli.helping import COMPLAINTS, complaint
from kotra_notation.cli.speaking import begin, speak

SAMPLES = Path(__file__).parent.parent / "samples"
FAULTY = str(SAMPLES / "faulty" / "cube.mat")
ENGLISH, ICELANDIC = "The cube should be 2, not 4.", "Tvöföldunarteningurinn á að vera í 2, ekki 4."


def run(*arguments: str, system: str = "") -> Result:
    return CliRunner().invoke(app, arguments, env={"KOTRA_LANGUAGE": system})


def messages(result: Result) -> list[str]:
    return [found["message"] for found in json.loads(result.stdout)["files"][0]["findings"]]


def test_the_system_chooses_what_people_read() -> None:
    assert ICELANDIC in run("check", FAULTY, system="is_IS.UTF-8").stdout
    assert ENGLISH in run("check", FAULTY, system="C").stdout


def test_programs_are_told_in_english_whatever_the_system_speaks() -> None:
    assert messages(run("check", FAULTY, "--json", system="is")) == [ENGLISH]
    assert ENGLISH in run("check", FAULTY, "--output-format", "sarif", system="is").stdout
    assert ENGLISH in run("check", FAULTY, "--output-format", "github", system="is").stdout


@pytest.mark.parametrize(
    "arguments", [("--language", "is", "check", FAULTY), ("check", "--language", "is", FAULTY)]
)
def test_a_language_that_is_asked_for_is_spoken_to_programs_too(arguments: tuple[str, ...]) -> None:
    assert messages(run(*arguments, "--json")) == [ICELANDIC]
    assert ICELANDIC in run(*arguments, "--output-format", "sarif").stdout
    assert ICELANDIC in run(*arguments, "--output-format", "github").stdout


def test_the_language_asked_for_is_that_of_one_call() -> None:
    run("--language", "is", "check", FAULTY)
    assert ENGLISH in run("check", FAULTY).stdout


def test_the_help_of_one_call_is_not_in_the_language_of_the_one_before() -> None:
    for words in (("check",), ("archive", "ask"), ("archive",), ()):
        english, swedish = (run(*words, "--help", system=one).stdout for one in ("C", "sv"))
        assert english != swedish
        assert run(*words, "--help", system="C").stdout == english
        assert run("--language", "sv", *words, "--help", system="C").stdout == swedish
        assert run(*words, "--help", system="C").stdout == english


def test_auto_is_the_language_of_the_system() -> None:
    assert messages(run("--language", "auto", "check", FAULTY, "--json", system="is")) == [ENGLISH]
    assert ICELANDIC in run("--language", "auto", "check", FAULTY, system="is").stdout


def test_english_can_be_asked_for() -> None:
    assert ENGLISH in run("--language", "en", "check", FAULTY, system="is").stdout


def test_a_language_we_do_not_speak_is_refused() -> None:
    result = run("--language", "tlh", "check", FAULTY)
    assert result.exit_code == 2
    assert "auto, en, is, de, da, sv" in result.stderr


@pytest.mark.parametrize(
    "arguments", [("--language", "is", "--help"), ("check", "--language", "is", "--help")]
)
def test_help_is_told_in_the_language(arguments: tuple[str, ...]) -> None:
    text = run(*arguments).stdout
    assert "Notkun:" in text
    assert "Valkostir:" in text
    assert "Sýna þessa hjálp og hætta." in text


def test_help_is_in_the_language_of_the_system_and_the_example_remains() -> None:
    text = run("check", "--help", system="is").stdout
    assert "Telja viðvaranir sem villur" in text
    assert "Dæmi: kotra check match.mat" in text
    assert "[sjálfgefið: text]" in " ".join(text.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "--foo"), "--foo er ekki til"),
        (("explain",), "vantar"),
        (("chek",), "Áttirðu við"),
        (("legal", "x", "31"), "kotra:"),
        (("convert", "nowhere.mat", "x.sgf"), "engin slík skrá"),
        (("check", FAULTY, "--output-format", "xml"), "--output-format er eitt af"),
        (("check", FAULTY, "--max-size", "big"), "er ekki tala"),
    ],
)
def test_complaints_are_in_the_language(arguments: tuple[str, ...], said: str) -> None:
    result = run("--language", "is", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr


def test_usage_in_english_is_said_as_the_parser_says_it() -> None:
    stderr = run("check", "--foo").stderr
    assert "Error: No such option: --foo" in stderr


def test_a_complaint_we_do_not_know_is_left_as_it_stands() -> None:
    begin()
    speak("is")
    assert complaint("Something new.") == "Something new."
    begin()


@pytest.mark.parametrize("pattern", COMPLAINTS)
def test_every_complaint_is_known_by_its_own_pattern(pattern: str) -> None:
    begin()
    speak("is")
    said = complaint(pattern.format(name="X", near="Y", names="Z", number=2, why="W"))
    begin()
    assert said != pattern.format(name="X", near="Y", names="Z", number=2, why="W")
    assert ("Y" in said) == ("{near}" in pattern)


def test_a_position_that_is_none_is_said_in_the_language_that_is_spoken() -> None:
    said = run("--language", "is", "board", "startt")
    assert (said.exit_code, "„startt“ er hvorki XGID" in said.stderr) == (2, True)


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
    english = run("--language", "en", "board", text).stderr
    told = run("--language", language, "board", text)
    assert (told.exit_code, told.stderr != english) == (2, True)
