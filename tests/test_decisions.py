"""What an engine in the record said of a match: its decisions, what they cost, and the sums of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
from kotra_notation.model import Candidate
from kotra_notation.replay import replay
from kotra_notation.statistics.analysis import Analysis, analysis
from kotra_notation.statistics.conventions import GNUBG, XG
from kotra_notation.statistics.cubes import FAULTS, PROPER, verdict
from kotra_notation.statistics.decisions import WeighedDecision
from kotra_notation.statistics.quality import SideQuality, quality
from referees.transcripts import bare
from tests.records import rows

OPENING = "W 31: 8/5 6/5"
REPLY = "B 64: 24/14"
BEST = [
    'eval play by "Freysteinn 2.1"',
    'choice "8/5 6/5" 0.159 (0.55 0.17 0.01 0.12 0.01) at "2-ply"',
    'choice "24/23 13/10" -0.012 at "2-ply"',
]


def told(*lines: str, length: int = 0) -> Analysis:
    """What is said of one game."""
    return analysis(bare(*lines, length=length))


def only(*lines: str, length: int = 0) -> WeighedDecision:
    """The one decision of a game."""
    (decision,) = told(*lines, length=length).decisions
    return decision


def cube(*, hold: float, take: float, drop: float | None = 1) -> list[str]:
    """The lines of an evaluation of a cube."""
    lines = ["eval cube", f'choice "no double" {hold}', f'choice "double/take" {take}']
    return lines if drop is None else [*lines, f'choice "double/pass" {drop}']


def test_a_play_is_found_by_where_it_leads() -> None:
    decision = only(OPENING, 'eval play by "F"', 'choice "24/20" 0.2', 'choice "6/5 8/5" 0.159')
    assert decision.choice_made is not None
    assert decision.choice_made.text == "6/5 8/5"
    assert decision.loss == pytest.approx(0.041)
    assert (decision.game, decision.place, decision.turn, decision.seat) == (0, 0, 1, 0)
    assert (decision.engine, decision.best.text) == ("F", "24/20")


def test_joined_hops_that_hit_on_the_way_are_followed() -> None:
    lines = ["setup W: 10x1 8x14; B: 19x1 6x14; W to play", "W 43: 10/6*/3"]
    weighed = ["eval play", 'choice "8/4 8/5" 0.5', 'choice "10/3*" 0.4']
    decision = only(*lines, *weighed)
    assert decision.choice_made is not None
    assert decision.choice_made.text == "10/3*"


def test_the_mark_of_the_record_decides_before_the_board_does() -> None:
    decision = only(OPENING, "eval play", 'choice "8/5 6/5" 0.2', 'choice "24/20" 0.1 played="yes"')
    assert decision.loss == pytest.approx(0.1)


def test_a_play_that_was_not_weighed_costs_nobody_knows_what() -> None:
    decision = only(OPENING, "eval play", 'choice "24/20" 0.2', 'choice "24/23 13/10" 0.1')
    assert (decision.choice_made, decision.loss, decision.faults) == (None, None, ())


def test_one_choice_is_no_decision_but_tells_the_chances() -> None:
    found = told(OPENING, *BEST[:2])
    assert found.decisions == ()
    assert [one.chance for one in found.prospects] == [0.55]


def test_chances_are_those_of_white() -> None:
    found = told(
        OPENING,
        REPLY,
        "eval play",
        'choice "24/14" 0.1 (0.6 0.1 0 0.1 0)',
        'choice "24/18 13/9" 0 (0.5 0.1 0 0.1 0)',
    )
    (prospect,) = found.prospects
    assert prospect.chance == pytest.approx(0.4)


@rows
def test_a_cube_costs_the_one_who_erred(
    equities: tuple[float, float],
    actions: tuple[str, ...],
    proper: str,
    faults: tuple[tuple[int, str, float], ...],
) -> None:
    weighed = cube(hold=equities[0], take=equities[1])
    lines = ["W doubles 2", *weighed, *actions] if actions else ["W 52: 13/8 24/22", *weighed]
    decision = only(OPENING, REPLY, *lines)
    assert decision.cube is not None
    assert decision.cube.proper == proper
    assert [(one.seat, one.kind) for one in decision.faults] == [fault[:2] for fault in faults]
    assert [one.loss for one in decision.faults] == [pytest.approx(fault[2]) for fault in faults]


def test_whatever_is_right_or_wrong_at_a_cube_has_its_words() -> None:
    """All orders of the three values, equal ones among them."""
    for values in product((-0.5, 0.0, 0.5, 1.0, 1.2), repeat=3):
        choices = ("no double", "double/take", "double/pass")
        weighed = [Candidate(choice=one, equity=value) for one, value in zip(choices, values, strict=True)]
        for doubled, taken in product((True, False, None), repeat=2):
            told, _, _ = verdict(weighed, doubled, taken)
            assert told.proper in PROPER
            assert {told.double_fault, told.answer_fault} <= {None, *FAULTS}


def test_the_right_action_of_a_cube_stands_first_and_the_one_taken_is_marked() -> None:
    decision = only(OPENING, REPLY, "W doubles 2", *cube(hold=0.3, take=1.2), "B takes")
    assert [(one.text, one.played) for one in decision.choices] == [
        ("double/pass", False),
        ("no double", False),
        ("double/take", True),
    ]


def test_a_pass_is_worth_one_where_it_is_not_printed() -> None:
    decision = only(OPENING, REPLY, "W doubles 2", *cube(hold=0.3, take=1.2, drop=None), "B takes")
    assert decision.cube is not None
    assert (decision.cube.pass_, decision.cube.answer_loss) == pytest.approx((1.0, 0.2))
    assert {one.text for one in decision.choices} == {"no double", "double/take", "double/pass"}


def test_a_beaver_is_a_way_of_taking() -> None:
    weighed = [
        "eval cube",
        'choice "no double" -0.1',
        'choice "double/beaver" -0.5',
        'choice "double/pass" 1',
    ]
    decision = only(OPENING, REPLY, "W doubles 2", *weighed, "B beavers 4")
    assert decision.cube is not None
    assert (decision.cube.proper, decision.cube.taken) == ("no-double-beaver", True)
    assert decision.loss == pytest.approx(0.4)


def test_without_a_pass_chances_to_win_the_match_tell_only_what_is_certain() -> None:
    # In a session for money, where no score says what a pass is worth.
    weighed = ["eval cube", 'choice "no double" mwc="0.60"', 'choice "double/take" mwc="0.55"']
    held = only(OPENING, REPLY, "W 52: 13/8 24/22", *weighed)
    assert (held.loss, held.mwc_loss) == (0, 0)
    doubled = only(OPENING, REPLY, "W doubles 2", *weighed, "B takes")
    assert (doubled.mwc_loss, doubled.faults) == (None, ())
    assert doubled.cube is not None
    assert (doubled.cube.in_mwc, doubled.cube.proper) == (True, None)


def test_a_sum_that_lacks_a_part_is_not_told() -> None:
    weighed = ["eval cube", 'choice "no double" mwc="0.60"', 'choice "double/take" mwc="0.65"']
    found = told(OPENING, *BEST, REPLY, "W 52: 13/8 24/22", *weighed)
    added = quality(found)
    assert added is not None
    white = added.sides[0]
    assert (white.play.equity, white.cube.equity, white.total.equity, white.rate, white.unweighed) == (
        0,
        None,
        None,
        None,
        1,
    )


def test_a_missed_double_counts_however_much_it_cost() -> None:
    missed = told(OPENING, REPLY, "W 52: 13/8 24/22", *cube(hold=0.3, take=0.6))
    far = told(OPENING, REPLY, "W 52: 13/8 24/22", *cube(hold=0.3, take=0.1))
    near = told(OPENING, REPLY, "W 52: 13/8 24/22", *cube(hold=0.3, take=0.2))
    closes = [added.sides[0].close for one in (missed, far, near) if (added := quality(one))]
    assert closes == [1, 0, 1]


def test_a_decision_weighed_twice_is_added_up_once() -> None:
    found = told(OPENING, *BEST, 'eval play by "Hraði"', 'choice "24/20" 0.3', 'choice "8/5 6/5" 0.1')
    assert [one.again for one in found.decisions] == [False, True]
    assert found.engines == ("Freysteinn 2.1", "Hraði")
    added = quality(found)
    assert added is not None
    assert (added.sides[0].unforced, added.sides[0].total.equity) == (1, 0)


def test_luck_stands_by_its_throw() -> None:
    found = told(OPENING, "eval luck luck 0.7", REPLY, "eval luck luck -0.4")
    assert [(one.seat, one.turn, one.luck) for one in found.fortunes] == [(0, 1, 0.7), (1, 2, -0.4)]
    added = quality(found)
    assert added is not None
    assert added.sides[0].luck_marked == {"very-lucky": 1, "lucky": 0, "very-unlucky": 0, "unlucky": 0}
    assert added.sides[1].luck_marked["unlucky"] == 1


def test_a_record_without_evaluations_has_no_quality() -> None:
    found = told(OPENING, REPLY)
    assert not found
    assert quality(found) is None


def test_a_position_that_is_only_shown_has_decisions_and_no_quality() -> None:
    found = told("setup W: 6x15; B: 6x15; W to play", "eval play", 'choice "6/1" 0.2', 'choice "6/2" 0.1')
    (decision,) = found.decisions
    assert (decision.seat, decision.choice_made, decision.best.text) == (0, None, "6/1")
    assert quality(found) is None


def test_losses_bear_the_names_of_each_convention() -> None:
    plays = [OPENING, "eval play", 'choice "24/20" 0.259', 'choice "8/5 6/5" 0.159']
    found = told(*plays, REPLY, "eval play", 'choice "24/18" 0.02', 'choice "24/14" 0')
    gnubg, xg = quality(found, GNUBG), quality(found, XG)
    assert gnubg is not None
    assert xg is not None
    assert gnubg.sides[0].play_marked == {"very-bad": 0, "bad": 1, "doubtful": 0}
    assert (xg.sides[0].play_marked, xg.sides[1].play_marked) == (
        {"blunder": 1, "error": 0},
        {"blunder": 0, "error": 1},
    )
    assert gnubg.sides[0].rate == pytest.approx(100)
    assert xg.sides[1].rate == pytest.approx(10)
    band = xg.band(1)
    assert band is not None
    assert band.key == "advanced"


def test_the_rate_of_a_match_to_one_point_is_larger() -> None:
    found = told(OPENING, "eval play", 'choice "24/20" 0.179', 'choice "8/5 6/5" 0.159', length=1)
    added = quality(found, XG)
    assert added is not None
    assert added.sides[0].rate == pytest.approx(15)


def test_a_play_against_the_rules_is_no_decision_to_add_up() -> None:
    lines = ["W 31: 8/5 6/4", "eval play", 'choice "8/5 6/5" 0.2', 'choice "24/20" 0.1 played="yes"']
    found = told(*lines, "ruling stood")
    assert [one.lawful for one in found.decisions] == [False]
    added = quality(found)
    assert added is None or added.sides[0].unforced == 0


def test_a_play_whose_choices_are_worth_the_same_counts_for_one_program_only() -> None:
    found = told(OPENING, "eval play", 'choice "24/20" 0.1', 'choice "8/5 6/5" 0.1')
    gnubg, xg = quality(found, GNUBG), quality(found, XG)
    assert gnubg is not None
    assert xg is not None
    assert (gnubg.sides[0].unforced, xg.sides[0].unforced) == (1, 0)


SHEET: dict[str, Callable[[SideQuality], int]] = {
    "Total moves": lambda side: side.turns,
    "Unforced moves": lambda side: side.unforced,
    "Moves marked bad": lambda side: side.play_marked["bad"],
    "Moves marked very bad": lambda side: side.play_marked["very-bad"],
    "Total cube decisions": lambda side: side.cubes,
    "Close or actual cube decisions": lambda side: side.close,
    "Doubles": lambda side: side.doubles,
    "Takes": lambda side: side.takes,
    "Passes": lambda side: side.passes,
    "Missed doubles below CP": lambda side: side.cube_faults["missed-double-take"].count,
    "Missed doubles above CP": lambda side: side.cube_faults["missed-double-pass"].count,
    "Wrong doubles below DP": lambda side: side.cube_faults["early-double"].count,
    "Wrong doubles above TG": lambda side: side.cube_faults["late-double"].count,
    "Wrong takes": lambda side: side.cube_faults["wrong-take"].count,
    "Wrong passes": lambda side: side.cube_faults["wrong-pass"].count,
}


def sheet_of(text: str, line: str) -> list[int]:
    """Both numbers of a line of the sheet that GNU Backgammon prints of a game."""
    found = re.search(rf"^{line}.*?  +(\d+)(?: *\([^)]*\)\))? +(\d+)", text, re.M)
    assert found is not None
    return [int(found[1]), int(found[2])]


def test_the_sheets_of_gnubg_in_its_texts_say_the_same(corpus: Path) -> None:
    compared = 0
    for path in sorted((corpus / "real" / "gnubg-text").glob("*.txt")):
        text = path.read_text("utf-8", errors="replace")
        if "Chequerplay statistics" not in text:
            continue
        (match,) = read_source(Source(path.read_bytes())).matches
        added = quality(analysis(replay(match)))
        assert added is not None
        printed = text[text.index("Chequerplay statistics") :]
        for line, number in SHEET.items():
            assert sheet_of(printed, line) == [number(side) for side in added.games[0]], (
                path.name[-8:],
                line,
            )
        totals = re.findall(r"^Error total EMG.*?([-+]\d+\.\d+) *\(.*?([-+]\d+\.\d+) *\(", printed, re.M)[:3]
        assert len(totals) == 3
        for pair, lost in zip(totals, ("play", "cube", "total"), strict=True):
            for one, side in zip(pair, added.games[0], strict=True):
                assert -float(one) == pytest.approx(
                    getattr(side, lost).equity or 0, abs=0.0005 * (1 + side.unforced)
                )
        compared += 1
    assert compared > 5


def quality_of(path: Path, *, xg: bool = False) -> tuple[SideQuality, SideQuality]:
    """The sums of a file."""
    added = quality(analysis(replay(read_source(Source(path.read_bytes())).matches[0])), XG if xg else GNUBG)
    assert added is not None
    return added.sides


def test_gnubg_says_the_same_of_a_match_it_has_analysed(corpus: Path) -> None:
    # What GNU Backgammon 1.07 prints for `show statistics match`.
    white, black = quality_of(corpus / "gnubg" / "analysed" / "m060-03pt-an0.sgf")
    assert (white.turns, white.unforced, white.cubes) == (60, 50, 34)
    assert (black.turns, black.unforced, black.cubes) == (58, 49, 37)
    assert (white.luck.equity, black.luck.equity) == pytest.approx((3.602, 2.264), abs=0.001)
    assert list(white.luck_marked.values()) == [4, 1, 1, 2]
    assert list(black.luck_marked.values()) == [1, 4, 0, 2]


def test_what_cubes_cost_follows_from_chances_to_win_the_match(corpus: Path) -> None:
    # What the same command prints; the file has neither equities of cubes nor what a pass is worth.
    white, black = quality_of(corpus / "gnubg" / "analysed" / "m060-03pt-an0.sgf")
    assert (white.close, black.close) == (20, 6)
    assert (white.cube.equity, black.cube.equity) == pytest.approx((0.772, 2.063), abs=0.0006)
    assert white.cube.mwc == pytest.approx(0.07675, abs=0.00005)
    kinds = ("missed-double-take", "missed-double-pass")
    assert [white.cube_faults[kind].count for kind in kinds] == [3, 9]
    assert [white.cube_faults[kind].cost.equity for kind in kinds] == pytest.approx(
        [0.083, 0.689], abs=0.0006
    )
    assert black.cube_faults["wrong-take"].cost.equity == pytest.approx(1.519, abs=0.0006)


def test_the_rates_that_xg_gives_a_match_are_found(corpus: Path) -> None:
    # What eXtreme Gammon's sheet says of this match, as testdata/stats_reference of kevung/blunderDB has it.
    path = next((corpus / "real" / "xg").glob("*7 point match 18-08-2024.xg"))
    one, other = quality_of(path, xg=True)
    assert (one.unforced, one.close, one.counting) == (138, 18, 156)
    assert (other.unforced, other.close, other.counting) == (144, 17, 161)
    assert (one.rate, other.rate) == pytest.approx((3.13, 3.07), abs=0.005)
    assert (one.total.equity, other.total.equity) == pytest.approx((0.976, 0.989), abs=0.001)
