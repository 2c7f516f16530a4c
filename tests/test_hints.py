"""What was probably meant stands with the finding it explains: in `check` and in all forms of the report."""

from __future__ import annotations

import html
import json
from io import BytesIO
from pathlib import Path
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings

import kotra_notation as kn
from kotra_notation.findings import Severity
from kotra_notation.model import Match
from kotra_notation.repair import Hints, with_hint
from kotra_notation.repair.effort import little
from kotra_notation.replay import replay
from referees.models import matches
from tests.calls import kotra

pytestmark = pytest.mark.middle


FAULTY = Path(__file__).parent.parent / "samples" / "faulty"
SLIP = FAULTY / "slip.mat"
MEANT = "Almost certainly meant: 31: 7/6 18/15*. One digit of a point is wrong, missing or extra."
LATE = """\
kotra 1
white: Anna
black: Bjarni

game 1 0-0
W 31: 8/5 6/5
B 64: 24/{word} 13/9
W 21: 13/10
"""


def found(path: Path) -> list[dict[str, object]]:
    result = kotra("check", path, "--json")
    return list(json.loads(result.stdout)["files"][0]["findings"])


def test_json_says_what_was_meant() -> None:
    (slip,) = found(SLIP)
    assert (slip["code"], slip["meant"]) == ("P201", MEANT)


def test_json_of_a_finding_that_nothing_explains_has_none() -> None:
    (rules,) = found(FAULTY / "rules.kotra")
    assert rules["meant"] == ""


def test_the_terminal_says_it_below_the_finding() -> None:
    lines = kotra("check", SLIP).stdout.splitlines()
    assert f"    {MEANT}" in lines
    assert lines.index(f"    {MEANT}") < lines.index("1 file: 1 error.")


def test_what_could_not_be_read_has_its_hint() -> None:
    cell = next(one for one in found(FAULTY / "reading.mat") if "1O" in str(one["written"]))
    assert "meant: 43: 13/9 13/10. " in str(cell["meant"])


def test_several_that_are_as_likely_are_all_named(tmp_path: Path) -> None:
    path = tmp_path / "open.kotra"
    path.write_text(LATE.format(word="18").replace("W 21: 13/10", "W 42: 13/8"), encoding="utf-8")
    (first,) = [one for one in found(path) if one["severity"] == "error"]
    assert str(first["meant"]).startswith("Possible: ")
    assert str(first["meant"]).count(" | ") >= 1


def test_it_is_said_once_though_the_replay_knows_it_too() -> None:
    (replayed,) = [one for one in replay(kn.read(SLIP).matches[0]).findings if one.code == "P201"]
    assert "18/15* 7/6" in replayed.message
    (slip,) = found(SLIP)
    assert slip["message"] == "Steinunn cannot move 7/5 with 31."


def test_what_the_replay_takes_otherwise_gives_way(tmp_path: Path) -> None:
    path = tmp_path / "turned.kotra"
    path.write_text(LATE.format(word="18").replace("6/5", "5/6"), encoding="utf-8")
    (first,) = [one for one in found(path) if one["severity"] == "error"]
    assert str(first["meant"]).startswith("Probably meant: 31: 8/5 6/5.")
    assert "so it stood" not in str(first["message"])


@pytest.mark.parametrize("form", ["sarif", "github"])
def test_programs_that_know_one_sentence_get_both(form: str) -> None:
    said = kotra("check", SLIP, "--output-format", form).stdout
    assert f"with 31. {MEANT}" in said


def test_a_note_has_no_hint() -> None:
    text = LATE.format(word="18*")
    replayed = replay(kn.read(text).matches[0])
    (note,) = [one for one in replayed.findings if one.severity is Severity.NOTE]
    assert with_hint(note, Hints(replayed)) is note


def test_hints_speak_the_language_asked_for() -> None:
    said = kotra("check", SLIP, "--json", "--language", "is").stdout
    meant = json.loads(said)["files"][0]["findings"][0]["meant"]
    assert "7/6 18/15*" in meant
    assert "meant" not in meant


@pytest.mark.parametrize("form", ["html", "md", "txt"])
def test_the_report_says_it(form: str, tmp_path: Path) -> None:
    target = tmp_path / f"page.{form}"
    assert kotra("report", SLIP, "-o", target).exit_code in (0, 1)
    text = " ".join(html.unescape(target.read_text(encoding="utf-8")).replace("\\", "").split())
    assert MEANT in text


@pytest.mark.middle
def test_the_report_on_paper_says_it(tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    try:
        import weasyprint  # noqa: F401
    except (ImportError, OSError):
        pytest.skip("WeasyPrint or the libraries it needs are not installed")
    target = tmp_path / "page.pdf"
    assert kotra("report", SLIP, "-o", target).exit_code in (0, 1)
    pages = pypdf.PdfReader(BytesIO(target.read_bytes())).pages
    assert "Almost certainly meant: 31: 7/6 18/15*" in " ".join(
        " ".join(page.extract_text() for page in pages).split()
    )


# how much is spent on what nobody asked for

ROWS = "".join(f"{row:3}) 31: 8/2 6/4                 64: 24/11 18/14\n" for row in range(1, 51))
GAMES = " 1 point match\n\n" + "".join(
    f" Game {number}\n Anna : 0                       Bjarni : 0\n{ROWS}\n" for number in range(1, 41)
)


def test_hints_for_many_faulty_games_cost_little_in_all() -> None:
    replayed = replay(kn.read(GAMES).matches[0])
    begun = process_time()
    hints = Hints(replayed, little())
    for one in replayed.findings:
        with_hint(one, hints)
    assert process_time() - begun < 10


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(matches)
def test_any_finding_of_any_match_has_a_hint_or_none(match: Match) -> None:
    replayed = replay(match)
    hints = Hints(replayed, little())
    assert all(hints.hint(one).isprintable() for one in replayed.findings)
