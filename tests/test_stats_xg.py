"""The sheets that eXtreme Gammon shows of two matches, from its own evaluations in their files.

The figures are those that testdata/stats_reference of kevung/blunderDB has of its window of statistics.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
from kotra_notation.replay import replay
from kotra_notation.statistics.analysis import analysis
from kotra_notation.statistics.conventions import XG
from kotra_notation.statistics.sheet import QualitySheet, SideSheet, sheet


class Shown(NamedTuple):
    """What the window shows of one side: rate, decisions, losses in equity and in per cent of the match.

    Decisions are unforced plays and cubes that count, losses in all, in plays and at the cube; `faults` are
    errors and blunders, where they are told.
    """

    rate: str
    plays: int
    cubes: int
    lost: tuple[str, str, str]
    lost_mwc: tuple[str, str, str]
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
EXPLAINED = {(CHARLOT, 1): SHEETS[CHARLOT, 1]._replace(rate="0.41", plays=65)}


def sheet_of(path: Path) -> QualitySheet:
    found = sheet(analysis(replay(read_source(Source(path.read_bytes())).matches[0])), XG)
    assert found is not None
    return found


def ours(one: SideSheet, *, faults: bool) -> Shown:
    """Our numbers, with as many digits as are shown."""
    sums = one.total, one.play, one.cube
    side = one.side
    blunders = side.play_marked["blunder"] + side.cube_marked["blunder"]
    errors = side.play_marked["error"] + side.cube_marked["error"] + blunders
    first, second, third = (f"{value.equity or 0.0:.3f}" for value in sums)
    most, play, cube = (f"{100 * (value.mwc or 0.0):.2f}" for value in sums)
    return Shown(
        rate=f"{one.rate or 0.0:.2f}",
        plays=side.unforced,
        cubes=side.close,
        lost=(first, second, third),
        lost_mwc=(most, play, cube),
        faults=(errors, blunders) if faults else None,
    )


@pytest.mark.parametrize("place", SHEETS, ids=["aachen-0", "aachen-1", "charlot-0", "charlot-1"])
def test_the_sheet_of_xg_is_equalled(corpus: Path, place: tuple[str, int]) -> None:
    name, seat = place
    shown = SHEETS[place]
    path = next((corpus / "real" / "xg").glob(name))
    said = ours(sheet_of(path).sides[seat], faults=shown.faults is not None)
    assert said == EXPLAINED.get(place, shown)
