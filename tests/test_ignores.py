"""What a record asks to ignore: which places such a comment is of, and that nothing is ignored silently."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kotra_notation as kn
from tests.calls import kotra

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


def checked(text: str) -> tuple[list[tuple[str, int]], list[int]]:
    """The findings that are left of those that matter here, and the lines of those that are ignored."""
    [one] = kn.check(text).files
    left = [(found.code, found.span.line if found.span else 0) for found in one.findings]
    return (
        [each for each in left if each[0] in ("P201", "N140")],
        [each.finding.span.line for each in one.ignored if each.finding.span],
    )


def test_without_a_comment_both_are_found() -> None:
    assert checked(TEXT) == ([("P201", FIRST), ("P201", SECOND)], [])


def test_at_the_head_it_is_of_the_whole_match() -> None:
    assert checked(COMMENT + TEXT) == ([], [FIRST + 1, SECOND + 1])


def test_on_a_line_of_its_own_it_is_of_the_next_row() -> None:
    text = TEXT.replace("  1) 31", COMMENT + "  1) 31", 1)
    assert checked(text) == ([("P201", SECOND + 1)], [FIRST + 1])


def test_behind_a_row_it_is_of_that_row() -> None:
    text = TEXT.replace("18/13\n", "18/13 " + COMMENT, 1)
    assert checked(text) == ([("P201", SECOND)], [FIRST])


def test_a_name_is_as_good_as_a_code_and_several_may_be_named() -> None:
    for words in ("die-not-thrown", "p201", "S401, P201 both", "P201,S401"):
        text = TEXT.replace("  1) 31", f"; Kotra: ignore {words}\n  1) 31", 1)
        left, ignored = checked(text)
        assert ("P201", FIRST + 1) not in left, words
        assert ignored == [FIRST + 1], words


def test_what_hits_nothing_is_said_with_the_code_that_is_near() -> None:
    text = TEXT.replace("  1) 31", "; kotra: ignore die-not-trown\n  1) 31", 1)
    [one] = [found for found in kn.check(text).findings if found.code == "N140"]
    assert (one.span and one.span.line, one.severity) == (FIRST, "note")
    assert one.message == "This comment ignores die-not-trown, but there is no such finding here."
    assert one.hint.startswith("Did you mean die-not-thrown?")
    assert checked(COMMENT + TEXT.replace("18/13", "18/14"))[0] == [("N140", 1)]


def test_a_family_is_no_finding() -> None:
    assert ("N140", 1) in checked("; kotra: ignore P2\n" + TEXT)[0]


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


def test_another_match_of_the_file_is_not_meant() -> None:
    other = TEXT.replace("Anna", "Egill")
    left, ignored = checked(COMMENT + TEXT + "\n" + other)
    assert (len(left), len(ignored)) == (2, 2)


@pytest.mark.parametrize(
    "comment",
    [
        "; kotra: ignore",
        "; kotra: ignore ,",
        "; kotra:ignore" + " x" * 9_000,
        "; kotra: ignore \x1b[2J",
        "; ignore P201",
    ],
)
def test_a_hostile_comment_ends_nothing(comment: str) -> None:
    text = TEXT.replace("  1) 31", f"{comment}\n  1) 31", 1)
    assert [one for one in checked(text)[0] if one[0] == "P201"] == [
        ("P201", FIRST + 1),
        ("P201", SECOND + 1),
    ]


def test_a_comment_before_a_game_is_of_its_head() -> None:
    text = TEXT.replace(" Game 2\n Anna : 1", "; kotra: ignore S403 misprint\n Game 2\n Anna : 2")
    [one] = kn.check(text).files
    assert [found.code for found in one.findings if found.code in ("S403", "N140")] == []
    assert [each.finding.code for each in one.ignored] == ["S403"]


def test_many_comments_cost_no_more_than_the_rows_they_stand_behind() -> None:
    """Minutes where each were held against each finding and each event of its game."""
    text = TEXT.replace("  1) 31", COMMENT * 5000 + "  1) 31")
    assert checked(text) == ([], [FIRST + 5000, SECOND + 10_000])


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
