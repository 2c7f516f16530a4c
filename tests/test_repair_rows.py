"""The numbers of rows as evidence: a row skipped, doubled, exchanged with the next, or numbered wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.features.check.job import check_file
from kotra_notation.formats.format import Reading
from kotra_notation.jobs.files import Opened
from kotra_notation.repair import Proposal, meant_text, proposals, repair
from kotra_notation.rules import RULESETS

SOUND = (Path(__file__).parents[1] / "samples" / "sound" / "reykjavik.mat").read_text(encoding="utf-8")
LINES = SOUND.split("\n")
SIXTH = next(at for at, line in enumerate(LINES) if line.startswith("  6) "))

SKIPPED = "\n".join([*LINES[:SIXTH], *LINES[SIXTH + 1 :]])
DOUBLED = "\n".join([*LINES[:SIXTH], LINES[SIXTH], *LINES[SIXTH:]])
EXCHANGED = "\n".join([*LINES[:SIXTH], LINES[SIXTH + 1], LINES[SIXTH], *LINES[SIXTH + 2 :]])
MISNUMBERED = SOUND.replace("\n  6) ", "\n  8) ")


def proposed(reading: Reading) -> list[Proposal]:
    return proposals(repair(reading.matches[0], found=reading.findings))


def numbers_found(text: str) -> list[tuple[str, str, int, str]]:
    found = kn.read(text).findings
    return [(one.code, one.facts["slip"], one.span.line if one.span else 0, one.message) for one in found]


@pytest.mark.parametrize(
    ("text", "slip", "line", "message"),
    [
        (SKIPPED, "lost", SIXTH + 1, "Row 6 should come here, but this is row 7."),
        (DOUBLED, "doubled", SIXTH + 2, "Row 7 should come here, but this is row 6."),
        (EXCHANGED, "exchanged", SIXTH + 1, "Row 6 should come here, but this is row 7."),
        (MISNUMBERED, "misnumbered", SIXTH + 1, "Row 6 should come here, but this is row 8."),
    ],
)
def test_rows_that_do_not_count_on_are_said_once_and_what_was_done(
    text: str, slip: str, line: int, message: str
) -> None:
    assert numbers_found(text) == [("N134", slip, line, message)]


def test_a_sound_record_counts_on() -> None:
    assert numbers_found(SOUND) == []


@pytest.mark.parametrize("row", ["  9) 31: 8/5 6/5", " 14)  Wins 2 points"])
def test_an_excerpt_and_a_result_may_have_any_number(row: str) -> None:
    assert numbers_found(f" 5 point match\n\n Game 1\n Anna : 0               Bjarni : 0\n{row}\n") == []


def test_a_skipped_row_is_named_and_nothing_is_changed() -> None:
    (proposal,) = proposed(kn.read(SKIPPED))
    assert (proposal.confidence, proposal.edit.rows, proposal.edit.changes) == ("marked", (6,), False)
    assert proposal.span is not None
    assert proposal.span.line == SIXTH + 1
    assert str(meant_text(proposal.edit, RULESETS["modern"])) == "row 6, the turns of both sides"
    assert {found.code for found in proposal.explains} == {"P202"}


def test_without_its_number_a_row_is_not_known_to_be_lost() -> None:
    reading = kn.read(SKIPPED)
    assert not any(one.edit.rows for one in proposals(repair(reading.matches[0])))


def test_exchanged_rows_are_put_right_whatever_their_numbers() -> None:
    truth = kn.read(SOUND).matches[0].games
    lines = EXCHANGED.split("\n")
    renumbered = [
        *lines[:SIXTH],
        lines[SIXTH].replace("7)", "6)", 1),
        lines[SIXTH + 1].replace("6)", "7)", 1),
    ]
    for text in (EXCHANGED, "\n".join([*renumbered, *lines[SIXTH + 2 :]])):
        reading = kn.read(text)
        (done,) = repair(reading.matches[0], found=reading.findings).games
        assert [edit.kind for edit in done.readings[0].edits] == ["rows-swapped"]
        assert done.readings[0].sure
        assert (done.readings[0].game,) == truth


def test_in_a_file_of_several_matches_each_has_its_own_rows() -> None:
    rows = kn.fix(f"{SOUND}\n{SKIPPED}").as_json()["proposals"]
    assert [(one["match"], one["choices"][0]["kind"]) for one in rows] == [(2, "row-lost")]


def test_a_doubled_row_is_taken_out() -> None:
    reading = kn.read(DOUBLED)
    (proposal,) = proposed(reading)
    assert (proposal.edit.kind, proposal.confidence) == ("turn-doubled", "sure")


def test_check_says_which_row_is_probably_missing() -> None:
    found = check_file(Opened("match.mat", SKIPPED.encode())).findings
    assert [(one.code, str(one.meant)) for one in found] == [
        ("N134", "Probably missing: row 6, the turns of both sides."),
        ("P202", "Probably missing: row 6, the turns of both sides."),
    ]


def test_a_number_alone_explains_nothing() -> None:
    assert proposed(kn.read(MISNUMBERED)) == []


QUIET = """\
 Money session

 Game 1
 Anna : 0                       Bjarni : 0
  1) 31: 8/5 6/5                 64: 24/18 18/14
  {}) 41: 24/23 13/9              21: 13/11 6/5
  {}) 21: 6/5 6/4                 21: 8/7 8/6
  4)  Doubles => 2                Drops
      Wins 1 point
"""


def test_where_all_is_lawful_the_number_is_believed_the_rather() -> None:
    (skipped,) = proposed(kn.read(QUIET.format(3, 4).replace("  4)  D", "  5)  D")))
    assert (skipped.confidence, skipped.edit.rows) == ("marked", (2,))
    (exchanged,) = proposed(kn.read(QUIET.format(3, 2)))
    assert (exchanged.confidence, exchanged.edit.kind) == ("likely", "rows-swapped")
