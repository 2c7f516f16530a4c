"""Sheets of GNU Backgammon, of nine matches and sessions, and of eXtreme Gammon, from their own evaluations.

Every cell of the first is spelled as that program spells it and compared as text. What is otherwise stands in
`EXPLAINED` with what we say instead; a line that is no number of ours, in `NOT_OURS`.
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
from kotra_notation.statistics.conventions import GNUBG, XG, Convention
from kotra_notation.statistics.quality import SideQuality, Sum
from kotra_notation.statistics.sheet import QualitySheet, SideSheet, sheet
from tests.records import tables

NAMES = ["m001-01pt", "m060-03pt", "m084-03pt", "m104-03pt", "m124-05pt", "m267-15pt"]
NAMES += ["m286-25pt", "s035-money", "s040-money"]
NOT_OURS = {"Luck rating": "names for luck a throw (Go to Las Vegas) are that program's joke"}
EXPLAINED: dict[tuple[str, str, str, int], str] = {
    (name, section, line, seat): text for name, section, line, seat, text, _ in tables(__name__)["explained"]
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
def ours(path: Path, convention: Convention = GNUBG) -> QualitySheet:
    found = sheet(analysis(replay(read_source(Source(path.read_bytes())).matches[0])), convention)
    assert found is not None
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_sheet_of_gnubg_is_equalled_cell_by_cell(corpus: Path, name: str) -> None:
    folder, other = corpus / "gnubg" / "analysed", {}
    found = ours(folder / f"{name}-an0.sgf")
    for cell in printed(folder / f"{name}-an0.sheet.txt"):
        for seat, text in enumerate(cell.texts if cell.line not in NOT_OURS else ()):
            said = LINES[cell.section, cell.line](found.sides[seat], found)
            if said != text:
                other[name[:4], cell.section, cell.line, seat] = f"{said} for {text}"
    assert other == {place: text for place, text in EXPLAINED.items() if place[0] == name[:4]}


def test_what_is_explained_is_the_last_digit() -> None:
    for place, text in EXPLAINED.items():
        said, _, print_ = text.partition(" for ")
        least = 0.02 if "FIBS rating diff" in place[2] else 10.0 ** -decimals(FIGURES.findall(said)[-1])
        pairs = zip(FIGURES.findall(said), FIGURES.findall(print_), strict=True)
        assert max(abs(float(one) - float(other)) for one, other in pairs) <= least * 1.001


def test_every_sheet_of_the_corpus_is_compared_and_every_line_met(corpus: Path) -> None:
    sheets = [*(corpus / "gnubg" / "analysed").glob("*.sheet.txt")]
    assert {path.name.removesuffix("-an0.sheet.txt") for path in sheets} == set(NAMES)
    met = {(cell.section, cell.line) for path in sheets for cell in printed(path)}
    assert {line for _, line in met} >= set(NOT_OURS)
    assert {place for place in met if place[1] not in NOT_OURS} == set(LINES)


# eXtreme Gammon; its figures are those of testdata/stats_reference of kevung/blunderDB


class Shown(NamedTuple):
    """What the window shows of one side: rate, decisions, losses in equity and in per cent of the match.

    Decisions are unforced plays and cubes that count, losses in all, in plays and at the cube; `faults` are
    errors and blunders, where they are told.
    """

    rate: str
    plays: int
    cubes: int
    lost: tuple[str, ...]
    lost_mwc: tuple[str, ...]
    faults: tuple[int, int] | None = None


AACHEN = "*7 point match 18-08-2024.xg"
CHARLOT = "*charlot1-charlot2_7p_2025-11-08-2305.xg"
SHEETS = {
    (AACHEN, 0): Shown(
        "3.13", 138, 18, ("0.976", "0.894", "0.082"), ("19.85", "18.77", "1.08"), faults=(18, 2)
    ),
    (AACHEN, 1): Shown(
        "3.07", 144, 17, ("0.989", "0.977", "0.011"), ("14.39", "14.24", "0.15"), faults=(14, 3)
    ),
    (CHARLOT, 0): Shown("0.39", 85, 5, ("0.070", "0.070", "0.000"), ("0.76", "0.76", "0.00")),
    (CHARLOT, 1): Shown("0.42", 64, 15, ("0.066", "0.058", "0.008"), ("0.91", "0.85", "0.05")),
}
# One play of charlot2 does not count for XG, and nothing in the file says which or why: plays that make less
# difference than any of his do count on the other side.
EXPLAINED_OF_XG = {(CHARLOT, 1): SHEETS[CHARLOT, 1]._replace(rate="0.41", plays=65)}


def shown(one: SideSheet, *, faults: bool) -> Shown:
    """Our numbers, with as many digits as are shown."""
    sums, side = (one.total, one.play, one.cube), one.side
    blunders = side.play_marked["blunder"] + side.cube_marked["blunder"]
    errors = side.play_marked["error"] + side.cube_marked["error"] + blunders
    lost = tuple(f"{value.equity or 0.0:.3f}" for value in sums)
    lost_mwc = tuple(f"{100 * (value.mwc or 0.0):.2f}" for value in sums)
    marked = (errors, blunders) if faults else None
    return Shown(f"{one.rate or 0.0:.2f}", side.unforced, side.close, lost, lost_mwc, marked)


@pytest.mark.parametrize("place", SHEETS, ids=["aachen-0", "aachen-1", "charlot-0", "charlot-1"])
def test_the_sheet_of_xg_is_equalled(corpus: Path, place: tuple[str, int]) -> None:
    (name, seat), expected = place, SHEETS[place]
    path = next((corpus / "real" / "xg").glob(name))
    said = shown(ours(path, XG).sides[seat], faults=expected.faults is not None)
    assert said == EXPLAINED_OF_XG.get(place, expected)
