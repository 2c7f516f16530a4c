"""The key moments of a page and the sentences on what decided a match."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import kotra_notation as kn
from kotra_notation.report.moments import story
from kotra_notation.report.overview import Highlight
from kotra_notation.report.page import page
from kotra_notation.report.view import Page
from kotra_notation.statistics.quality import Sum
from kotra_notation.words.tongues import ENGLISH
from tests.records import rows
from tests.test_page_truth import CHANCES, HEAD, HELD, TAKEN, shown


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (CHANCES, "The best play wins 52.0 %, this one 48.0 %."),
        (
            CHANCES.replace("(0.48 0.15", "(0.52 0.03"),
            "The best play wins a gammon in 15.0 %, this one in 3.0 %.",
        ),
        (
            CHANCES.replace("(0.48 0.15 0.01 0.13", "(0.52 0.15 0.01 0.23"),
            "The best play loses a gammon in 13.0 %, this one in 23.0 %.",
        ),
        (CHANCES.replace("(0.48", "(0.52"), ""),
        (TAKEN, "Anna wins 20.0 % and loses a gammon in 30.0 %. Dropping costs less."),
        (TAKEN.replace("(0.8 0.3", "(0.8 0.001"), "Anna wins 20.0 %. Dropping costs less."),
        (HELD, ""),
        (
            HELD.replace('"no double" 0.500', '"no double" 0.500 (0.7 0.2 0 0.1 0)'),
            "Anna wins 70.0 %, 20.0 % with a gammon. Enough to double, and Bjarni can take.",
        ),
    ],
)
def test_the_reason_of_an_error_is_told_by_its_chances(record: str, why: str) -> None:
    assert shown(record).highlights[0].why == why


def test_a_wrong_double_and_its_wrong_answer_are_one_moment() -> None:
    record = TAKEN.replace('"no double" 0.900', '"no double" 1.300')
    (moment,) = shown(record).highlights
    assert (moment.text, moment.error) == ("Takes", "Takes (right: Drop)")
    assert moment.why.endswith(
        "The double was an error too (−0.300). Playing on is worth more than doubling."
    )


def test_for_money_an_error_is_told_in_points() -> None:
    record = HEAD.replace("length: 5", "length: 0") + CHANCES
    (moment,) = page(kn.replay(kn.read(record).matches[0])).highlights
    assert moment.mwc == "−0.15 points"


def test_a_lucky_roll_is_a_moment() -> None:
    page = shown(CHANCES + 'eval luck luck -0.5 by "Freysteinn 2.1"\n')
    error, luck = page.highlights
    assert (luck.anchor, luck.grade, luck.error) == ("g1-t2", "unlucky", "")
    assert luck.why.endswith(" % worse than an average roll.")
    assert error.error == "64: 24/14 (right: 24/18 13/9)"
    (stroke,) = (mark for mark in page.charts[0].marks if mark.kind == "joker")
    begin, way = map(int, stroke.path.removeprefix("M1 ").split("v"))
    assert 0 <= min(begin, begin + way) < max(begin, begin + way) <= page.charts[0].height


def played(length: int, loss: float) -> Page:
    """A match that Anna leads 1-0 at its end; Bjarni's only play lost so much."""
    head, turns = (
        HEAD.replace("length: 5", f"length: {length}"),
        CHANCES.replace("-0.05", f"{0.1 - loss:.2f}"),
    )
    return page(kn.replay(kn.read(head + turns + "B resigns 1\nW accepts\nW wins 1\n").matches[0]))


@rows
def test_what_decided_a_match_is_told_by_its_errors(loss: float, story: str) -> None:
    first, worst = played(1, loss).story
    assert first == story
    assert worst.startswith("Worst error: Bjarni, 64: 24/14 (right: 24/18 13/9), −")
    assert len(played(5, loss).story) == 1


def test_nothing_is_said_to_have_decided_a_match_that_was_evaluated_in_part() -> None:
    record = (
        HEAD.replace("length: 5", "length: 1")
        + CHANCES
        + "W 52: 13/8 24/22\nB resigns 1\nW accepts\nW wins 1\n"
    )
    (worst,) = page(kn.replay(kn.read(record).matches[0])).story
    assert worst.startswith("Worst error: ")


def test_where_luck_decided_the_roll_that_helped_the_winner_most_is_told() -> None:
    luck = 'eval luck luck {} by "Freysteinn 2.1"\n'
    end = "B resigns 1\nW accepts\nW wins 1\n"
    head, better = HEAD.replace("length: 5", "length: 1"), CHANCES.replace("-0.05", "0.09")

    def story(turns: str) -> tuple[str, ...]:
        return page(kn.replay(kn.read(head + turns + end).matches[0])).story

    unlucky = story(better + luck.format("-0.5"))
    assert unlucky[-1] == "Unluckiest roll: Bjarni, 64: 24/14, −25.0 %, game 1, turn 2."
    assert unlucky[1] == "All errors were small."
    assert len(story(better + luck.format("0.5"))) == 2
    white, black = better.split("B 64")
    lucky = story(f"{white}{luck.format('0.4')}B 64{black}")
    assert lucky[-1] == "Luckiest roll: Anna, 31: 8/5 6/5, +20.0 %, game 1, turn 1."


@rows
def test_the_worst_error_of_who_lost_by_play_is_told_too(
    lost: tuple[float, float], luck: tuple[float, float], first: str, worst: str
) -> None:
    sides = [
        SimpleNamespace(
            weighed=9, thrown=9, result=SimpleNamespace(won=won), total=Sum(mwc=cost), luck=Sum(mwc=of)
        )
        for won, cost, of in zip((0.5, -0.5), lost, luck, strict=True)
    ]
    sheet: Any = SimpleNamespace(sides=sides, length=5)
    moments = [
        Highlight(
            anchor="", seat=seat, text="", place="game 1", error=f"error {seat}", mwc=f"−{9 - seat}.0 %"
        )
        for seat in (0, 1)
    ]
    told, *errors = story(sheet, 0, moments, ("Anna", "Bjarni"), ENGLISH)
    texts = {
        "A": "Worst error: Anna, error 0, −9.0 %, game 1.",
        "B": "Worst by Bjarni: error 1, −8.0 %, game 1.",
    }
    assert (told, errors) == (first, [texts[name] for name in worst])
