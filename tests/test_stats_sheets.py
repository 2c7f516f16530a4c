"""The sheets that GNU Backgammon prints of nine matches and sessions, cell by cell from its own evaluations.

Every cell is spelled as that program spells it and compared as text. What is otherwise stands in `EXPLAINED`
with its reason and with what we say instead; a line that is no number of ours, in `NOT_OURS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
from kotra_notation.replay import replay
from kotra_notation.statistics.analysis import analysis
from kotra_notation.statistics.conventions import GNUBG
from kotra_notation.statistics.quality import SideQuality, Sum
from kotra_notation.statistics.sheet import QualitySheet, SideSheet, sheet

NAMES = (
    "m001-01pt-an0",
    "m060-03pt-an0",
    "m084-03pt-an0",
    "m104-03pt-an0",
    "m124-05pt-an0",
    "m267-15pt-an0",
    "m286-25pt-an0",
    "s035-money-an0",
    "s040-money-an0",
)
NOT_OURS = {"Luck rating": "names for luck a throw (Go to Las Vegas) are that program's joke"}
LUCK_DIGITS = "the luck of a roll stands in the file with five digits behind the point"
CHANCE_DIGITS = "chances of a cube stand in the file with six digits, those of equities that follow are fewer"
# By sheet, section, line and seat: what we say for what is printed, and why. One unit of the last digit each,
# but for the rating of luck, which is steep.
EXPLAINED: dict[tuple[str, str, str, int], tuple[str, str]] = {
    ("m001", "Luck", "Luck total EMG", 0): ("+0.845(+42.258%) for +0.845(+42.259%)", LUCK_DIGITS),
    ("m001", "Overall", "Luck based FIBS rating diff.", 0): ("-160.64 for -160.66", LUCK_DIGITS),
    ("m104", "Luck", "Luck total EMG", 1): ("-2.113(-34.334%) for -2.113(-34.335%)", LUCK_DIGITS),
    ("m104", "Overall", "Luck based FIBS rating diff.", 0): ("+37.90 for +37.89", LUCK_DIGITS),
    ("m124", "Cube", "Wrong doubles above TG", 1): (
        "1(-0.198(-1.704%)) for 1(-0.198(-1.703%))",
        CHANCE_DIGITS,
    ),
    ("m267", "Luck", "Luck total EMG", 1): ("+5.534(+13.123%) for +5.534(+13.124%)", LUCK_DIGITS),
    ("m267", "Cube", "Missed doubles below CP", 1): (
        "5(-0.333(-1.334%)) for 5(-0.333(-1.333%))",
        CHANCE_DIGITS,
    ),
    ("m267", "Overall", "Error total EMG", 1): ("-12.975(-44.353%) for -12.975(-44.354%)", CHANCE_DIGITS),
    ("m286", "Cube", "Missed doubles below CP", 0): (
        "12(-0.656(-1.249%)) for 12(-0.657(-1.249%))",
        CHANCE_DIGITS,
    ),
    ("m286", "Cube", "Wrong takes", 0): ("5(-1.536(-6.194%)) for 5(-1.537(-6.194%))", CHANCE_DIGITS),
    ("m286", "Overall", "Error total EMG", 0): ("-10.278(-31.109%) for -10.279(-31.110%)", CHANCE_DIGITS),
    ("m286", "Overall", "Error based abs. FIBS rating", 0): ("1771.9 for 1771.8", CHANCE_DIGITS),
    ("m286", "Overall", "Cube errors rating loss", 0): ("46.1 for 46.2", CHANCE_DIGITS),
    ("s035", "Luck", "Luck total EMG", 1): ("-0.205(-5.599) for -0.205(-5.598)", LUCK_DIGITS),
    ("s035", "Overall", "Luck adjusted result", 0): ("-17.327 for -17.326", LUCK_DIGITS),
    ("s035", "Overall", "Luck adjusted result", 1): ("+17.327 for +17.326", LUCK_DIGITS),
    ("s035", "Overall", "Advantage (luck adjusted) in ppg, 95%", 0): (
        "[-20.796,-13.858] for [-20.795,-13.857]",
        LUCK_DIGITS,
    ),
    ("s035", "Overall", "Advantage (luck adjusted) in ppg, 95%", 1): (
        "[13.858,20.796] for [13.857,20.795]",
        LUCK_DIGITS,
    ),
}

LABEL, COLUMN = 40, 64  # where the label and the first column end
CONFIDENCE = 1.95996  # standard errors on either side of what is meant by 95 %


FIGURES = re.compile(r"[-+]?[0-9]+\.[0-9]+")


def decimals(figure: str) -> int:
    return len(figure.partition(".")[2])


class Cell(NamedTuple):
    """Both columns of a line."""

    section: str
    line: str
    texts: tuple[str, str]


def printed(path: Path) -> Iterator[Cell]:
    """The lines of a sheet, with no blanks in the columns; a line that comes again is numbered."""
    section = last = ""
    for line in path.read_text("utf-8").splitlines()[1:]:
        if line.endswith(" statistics"):
            section = line.split()[0]
        elif line.strip():
            label = re.sub(r" \((EMG \()?(MWC|Points)\)+$", "", line[:LABEL].strip())
            if label.startswith("95%"):
                label = f"{last}, 95%"
            yield Cell(section, label, (plain(line[LABEL:COLUMN]), plain(line[COLUMN:])))
            last = label


def plain(text: str) -> str:
    return re.sub(r"\s+", "", text)


Spelling = Callable[[SideSheet, QualitySheet], str]


def lost(loss: float | None, worth: float | None, sheet: QualitySheet) -> str:
    """A loss as it is printed: in equity, and in chances or points."""
    assert loss is not None
    assert worth is not None
    return f"{-loss:+.3f}({share(-worth, sheet)})"


def share(worth: float, sheet: QualitySheet) -> str:
    return f"{100 * worth:+.3f}%" if sheet.length else f"{worth:+.3f}"


def worth(one: Sum, sheet: QualitySheet) -> float:
    """A sum in chances or points; the other is not given."""
    value, other = (one.mwc, one.points) if sheet.length else (one.points, one.mwc)
    assert value is not None
    assert other is None
    return value


def total(part: str) -> Spelling:
    def spelled(one: SideSheet, sheet: QualitySheet) -> str:
        found = getattr(one, part)
        return lost(found.equity, worth(found, sheet), sheet)

    return spelled


def rate(part: str, count: Callable[[SideQuality], int]) -> Spelling:
    def spelled(one: SideSheet, sheet: QualitySheet) -> str:
        value = one.rate if part == "total" else getattr(one, f"{part}_rate")
        each = worth(getattr(one, part), sheet) / (count(one.side) or 1)
        return f"{-(value or 0.0):+.1f}({share(-each, sheet)})"

    return spelled


def fault(kind: str) -> Spelling:
    def spelled(one: SideSheet, sheet: QualitySheet) -> str:
        found = one.side.cube_faults[kind]
        value = found.cost.mwc if sheet.length else found.cost.points
        return f"{found.count}({lost(found.cost.equity, value, sheet)})" if found.count else "0"

    return spelled


def level(part: str) -> Spelling:
    def spelled(one: SideSheet, _: QualitySheet) -> str:
        value: float | None = getattr(one, f"{part}_rate" if part else "rate")
        band = None if value is None else GNUBG.band(value)
        if not part:
            assert band == one.level
        return plain(band.name.capitalize() + "!" * (band.key == "awful")) if band else "n/a"

    return spelled


def outcome(value: float | None, sheet: QualitySheet) -> str:
    assert value is not None
    return f"{100 * value:+.2f}%" if sheet.length else f"{value:+.3f}"


def interval(middle: float | None, average: tuple[float, float] | None) -> str:
    assert average is not None
    assert middle is not None
    far = CONFIDENCE * average[1]
    return f"[{middle - far:.3f},{middle + far:.3f}]"


def number(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.1f}"


def marked(key: str) -> Spelling:
    return lambda one, _: str(one.side.play_marked[key])


def rolls(key: str) -> Spelling:
    return lambda one, _: str(one.side.luck_marked[key])


LINES: dict[tuple[str, str], Spelling] = {
    ("Chequerplay", "Total moves"): lambda one, _: str(one.side.turns),
    ("Chequerplay", "Unforced moves"): lambda one, _: str(one.side.unforced),
    ("Chequerplay", "Unmarked moves"): lambda one, _: str(
        one.side.turns - sum(one.side.play_marked.values())
    ),
    ("Chequerplay", "Moves marked doubtful"): marked("doubtful"),
    ("Chequerplay", "Moves marked bad"): marked("bad"),
    ("Chequerplay", "Moves marked very bad"): marked("very-bad"),
    ("Chequerplay", "Error total EMG"): total("play"),
    ("Chequerplay", "Error rate mEMG"): rate("play", lambda side: side.unforced),
    ("Chequerplay", "Chequerplay rating"): level("play"),
    ("Luck", "Rolls marked very lucky"): rolls("very-lucky"),
    ("Luck", "Rolls marked lucky"): rolls("lucky"),
    ("Luck", "Rolls unmarked"): lambda one, _: str(one.side.throws - sum(one.side.luck_marked.values())),
    ("Luck", "Rolls marked unlucky"): rolls("unlucky"),
    ("Luck", "Rolls marked very unlucky"): rolls("very-unlucky"),
    ("Luck", "Luck total EMG"): lambda one, sheet: (
        f"{one.luck.equity:+.3f}({share(worth(one.luck, sheet), sheet)})"
    ),
    ("Luck", "Luck rate mEMG"): lambda one, sheet: (
        f"{1000 * (one.luck.equity or 0) / one.side.throws:+.1f}"
        f"({share(worth(one.luck, sheet) / one.side.throws, sheet)})"
    ),
    ("Cube", "Total cube decisions"): lambda one, _: str(one.side.cubes),
    ("Cube", "Close or actual cube decisions"): lambda one, _: str(one.side.close),
    ("Cube", "Doubles"): lambda one, _: str(one.side.doubles),
    ("Cube", "Takes"): lambda one, _: str(one.side.takes),
    ("Cube", "Passes"): lambda one, _: str(one.side.passes),
    ("Cube", "Missed doubles below CP"): fault("missed-double-take"),
    ("Cube", "Missed doubles above CP"): fault("missed-double-pass"),
    ("Cube", "Wrong doubles below DP"): fault("early-double"),
    ("Cube", "Wrong doubles above TG"): fault("late-double"),
    ("Cube", "Wrong takes"): fault("wrong-take"),
    ("Cube", "Wrong passes"): fault("wrong-pass"),
    ("Cube", "Error total EMG"): total("cube"),
    ("Cube", "Error rate mEMG"): rate("cube", lambda side: side.close),
    ("Cube", "Cube decision rating"): level("cube"),
    ("Overall", "Error total EMG"): total("total"),
    ("Overall", "Error rate mEMG"): rate("total", lambda side: side.counting),
    ("Overall", "Snowie error rate"): lambda one, sheet: (
        f"{-(one.snowie_rate or 0.0):+.1f}({share(0, sheet)})"
    ),
    ("Overall", "Overall rating"): level(""),
    ("Overall", "Actual result"): lambda one, sheet: outcome(one.result.won, sheet),
    ("Overall", "Luck adjusted result"): lambda one, sheet: outcome(one.result.without_luck, sheet),
    ("Overall", "Luck based FIBS rating diff."): lambda one, sheet: (
        ("n/a" if one.rating.difference is None else f"{one.rating.difference:+.2f}")
        if one is sheet.sides[0]
        else ""
    ),
    ("Overall", "Error based abs. FIBS rating"): lambda one, _: number(one.rating.estimate),
    ("Overall", "Chequerplay errors rating loss"): lambda one, _: number(one.rating.play_loss),
    ("Overall", "Cube errors rating loss"): lambda one, _: number(one.rating.cube_loss),
    ("Overall", "Advantage (actual) in ppg"): lambda one, _: f"{(one.result.a_game or (0, 0))[0]:+.3f}",
    ("Overall", "Advantage (luck adjusted) in ppg"): lambda one, _: (
        f"{(one.result.a_game_without_luck or (0, 0))[0]:+.3f}"
    ),
    # That program prints the interval of the average round the sum of all games; ours is round the average.
    ("Overall", "Advantage (actual) in ppg, 95%"): lambda one, _: interval(one.result.won, one.result.a_game),
    ("Overall", "Advantage (luck adjusted) in ppg, 95%"): lambda one, _: interval(
        one.result.without_luck, one.result.a_game_without_luck
    ),
}


@cache
def ours(path: Path) -> QualitySheet:
    (match,) = read_source(Source(path.read_bytes())).matches
    found = sheet(analysis(replay(match)))
    assert found is not None
    return found


def differences(folder: Path, name: str) -> dict[tuple[str, str, str, int], str]:
    """What we say otherwise, by its place."""
    found, other = ours(folder / f"{name}.sgf"), {}
    for cell in printed(folder / f"{name}.sheet.txt"):
        if cell.line in NOT_OURS:
            continue
        for seat, text in enumerate(cell.texts):
            said = LINES[cell.section, cell.line](found.sides[seat], found)
            if said != text:
                other[name[:4], cell.section, cell.line, seat] = f"{said} for {text}"
    return other


@pytest.mark.parametrize("name", NAMES)
def test_the_sheet_of_gnubg_is_equalled_cell_by_cell(corpus: Path, name: str) -> None:
    other = differences(corpus / "gnubg" / "analysed", name)
    explained = {place: text for place, (text, _) in EXPLAINED.items() if place[0] == name[:4]}
    assert other == explained


def test_what_is_explained_is_the_last_digit() -> None:
    for place, (text, _) in EXPLAINED.items():
        said, _, print_ = text.partition(" for ")
        least = 0.02 if "FIBS rating diff" in place[2] else 10.0 ** -decimals(FIGURES.findall(said)[-1])
        pairs = zip(FIGURES.findall(said), FIGURES.findall(print_), strict=True)
        assert max(abs(float(one) - float(other)) for one, other in pairs) <= least * 1.001


def test_every_sheet_of_the_corpus_is_compared(corpus: Path) -> None:
    names = {
        path.name.removesuffix(".sheet.txt") for path in (corpus / "gnubg" / "analysed").glob("*.sheet.txt")
    }
    assert names == set(NAMES)


def test_every_line_is_met(corpus: Path) -> None:
    folder = corpus / "gnubg" / "analysed"
    met = {(cell.section, cell.line) for name in NAMES for cell in printed(folder / f"{name}.sheet.txt")}
    assert {line for _, line in met} >= set(NOT_OURS)
    assert {place for place in met if place[1] not in NOT_OURS} == set(LINES)
