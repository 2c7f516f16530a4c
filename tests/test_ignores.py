"""What a record asks to ignore: which places such a comment is of, and that nothing is ignored silently."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.findings import Finding
from tests.calls import kotra
from tests.records import Slips, rows, with_slips

# In each game the answer of Bjarni does not go by its dice.
TEXT = """\
 3 point match

 Game 1
 Anna : 0                       Bjarni : 0
  1) 31: 8/5 6/5                 64: 24/18 18/13
      Wins 1 point

 Game 2
 Anna : 1                       Bjarni : 0
  1) 31: 8/5 6/5                 64: 24/18 18/13
      Wins 2 points and the match
"""
COMMENT = "; kotra: ignore P201 unchanged seen\n"
FIRST, SECOND = 5, 10


def checked(text: str) -> tuple[str, str]:
    """Return the findings that are left of those that matter here, and those that are ignored."""
    [one] = kn.check(text).files

    def spelled(findings: Iterable[Finding]) -> str:
        some = [found for found in findings if found.code in ("P201", "N140", "S403") and found.span]
        return " ".join(f"{found.code} {found.span.line}" for found in some if found.span)

    return spelled(one.findings), spelled(each.finding for each in one.ignored)


@rows
def test_a_comment_is_of_these_places(slips: Slips, left: str, ignored: str) -> None:
    assert checked(with_slips(TEXT, slips)) == (left, ignored)


def test_what_hits_nothing_is_said_with_the_code_that_is_near() -> None:
    text = TEXT.replace("  1) 31", "; kotra: ignore die-not-trown\n  1) 31", 1)
    [one] = [found for found in kn.check(text).findings if found.code == "N140"]
    assert (one.span and one.span.line, one.severity) == (FIRST, "note")
    assert one.message == "This comment ignores die-not-trown, but there is no such finding here."
    assert one.hint.startswith("Did you mean die-not-thrown?")


@pytest.mark.parametrize("notation", ["kotra", "sgf", "json"])
def test_other_notations_have_it_in_their_own_comments(notation: str) -> None:
    """At the head: what is of one turn stands elsewhere in each."""
    match = kn.read(COMMENT + TEXT).matches[0]
    written = str(kn.write(match, notation).content)
    [one] = kn.check(written).files
    assert [found.code for found in one.findings if found.code == "P201"] == []
    assert [each.reason for each in one.ignored if each.finding.code == "P201"] == ["unchanged seen"] * 2


def test_in_one_line_of_sgf_it_is_of_its_node() -> None:
    written = str(kn.write(kn.read(TEXT).matches[0], "sgf").content).replace("\n", "")
    assert len(written.splitlines()) == 1
    whole = kn.check(written + "\n").files[0]
    first, second = [found for found in whole.findings if found.code == "P201"]
    assert second.span
    place = written.index("]", second.span.column) + 1
    noted = f"{written[:place]}C[kotra: ignore P201 seen]{written[place:]}\n"
    [one] = kn.check(noted).files
    assert [found.turn for found in one.findings if found.code == "P201"] == [first.turn]
    assert [each.finding.turn for each in one.ignored] == [second.turn]


def test_comments_of_other_matches_and_long_or_many_ones_cost_nothing() -> None:
    other = TEXT.replace("Anna", "Egill")
    assert [part.count("P201") for part in checked(COMMENT + TEXT + "\n" + other)] == [2, 2]
    text = TEXT.replace("  1) 31", "; kotra:ignore" + " x" * 9_000 + "\n  1) 31", 1)
    assert checked(text)[0].count("P201") == 2
    # Minutes where each were held against each finding and each event of its game.
    text = TEXT.replace("  1) 31", COMMENT * 5000 + "  1) 31")
    assert checked(text) == ("", f"P201 {FIRST + 5000} P201 {SECOND + 10_000}")


HUSH = "; kotra: ignore P201 it was played so\n"


@pytest.fixture
def hushed(tmp_path: Path) -> Path:
    """The first fault is one that the record asks to ignore."""
    path = tmp_path / "hushed.mat"
    path.write_text(TEXT.replace("  1) 31", HUSH + "  1) 31", 1), encoding="utf-8")
    return path


def test_nothing_is_proposed_for_what_is_ignored_and_the_summary_says_so(hushed: Path) -> None:
    fixed = kn.fix(hushed)
    assert [place.proposal.span.line for place in fixed.proposed.places if place.proposal.span] == [
        SECOND + 1
    ]
    assert fixed.as_json()["ignored"][0]["reason"] == "it was played so"


def test_an_archive_counts_as_check_does(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    (tmp_path / "whole.mat").write_text(COMMENT + TEXT, encoding="utf-8")
    built = kotra(
        "archive", "build", tmp_path / "whole.mat", "-o", tmp_path / "a", "--workers", "1", "--json"
    )
    assert (built.exit_code, json.loads(built.stdout)["errors"]) == (0, 0)
