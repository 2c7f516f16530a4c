"""What an engine in the record said of a match: its decisions, what they cost, and the sums of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
from kotra_notation.model import Candidate
from kotra_notation.replay import replay
from kotra_notation.statistics.analysis import analysis
from kotra_notation.statistics.conventions import GNUBG, XG
from kotra_notation.statistics.cubes import FAULTS, PROPER, verdict
from kotra_notation.statistics.quality import SideQuality, quality
from referees.transcripts import bare
from tests.records import check_parts, rows

OPENING = "W 31: 8/5 6/5"
REPLY = "B 64: 24/14"


def cube(*, hold: float, take: float, drop: float | None = 1) -> list[str]:
    """The lines of an evaluation of a cube."""
    lines = ["eval cube", f'choice "no double" {hold}', f'choice "double/take" {take}']
    return lines if drop is None else [*lines, f'choice "double/pass" {drop}']


@rows
def test_what_is_told_of_a_game(lines: tuple[str, ...], length: int, expected: dict[str, Any]) -> None:
    told = analysis(bare(*lines, length=length))
    check_parts({"told": told, "gnubg": quality(told, GNUBG), "xg": quality(told, XG)}, expected)


@rows
def test_a_cube_costs_the_one_who_erred(
    equities: tuple[float, float],
    actions: tuple[str, ...],
    proper: str,
    faults: tuple[tuple[int, str, float], ...],
) -> None:
    weighed = cube(hold=equities[0], take=equities[1])
    lines = ["W doubles 2", *weighed, *actions] if actions else ["W 52: 13/8 24/22", *weighed]
    (decision,) = analysis(bare(OPENING, REPLY, *lines)).decisions
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
