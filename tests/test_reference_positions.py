"""Published positions with the verdict that players accept, held against the engine looking as far as it can.

`reference_positions.tsv` has a row for each: the position as an XGID, what is right there, and who says so.
Where a source prints numbers they stand beside it: equities without a double and with one that is taken, in
shares of the cube, and how many of a hundred games are won. Bear-offs of up to six men a side are exact; the
others rest on the nets that are shipped. What these get wrong is marked here, and told in docs/engine.md.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

import pytest

import kotra_notation as kn
from kotra_notation.board import position as position_of

pytest.importorskip("numpy")

pytestmark = pytest.mark.middle

TABLE = Path(__file__).parent / "reference_positions.tsv"
LEVEL = "deep"
# Chances from tables made by rollouts are told in hundredths.
NEAR = 0.03
WRONG = {"Kazaross against the USBGF, 2020": "a man on the bar, one point open: 66 % and not 70 %"}


class Reference(NamedTuple):
    """A row of the table."""

    name: str
    position: str
    verdict: str
    equities: str
    wins: str
    source: str


def references() -> list[Reference]:
    """The rows of the table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file, delimiter="\t")
        assert tuple(head) == Reference._fields
        return [Reference(*row) for row in rows]


def known_wrong(one: Reference) -> list[pytest.MarkDecorator]:
    """The mark of what the nets get wrong: to be taken away where they learn better."""
    why = WRONG.get(one.name)
    return [pytest.mark.xfail(reason=why, strict=True)] if why else []


def test_the_table_is_whole() -> None:
    rows = references()
    assert len(rows) >= 20
    assert len({one.name for one in rows}) == len({one.position for one in rows}) == len(rows)
    assert all(one.source for one in rows)
    assert {one.name for one in rows} >= set(WRONG)


@pytest.mark.parametrize(
    "one", [pytest.param(one, id=one.name, marks=known_wrong(one)) for one in references()]
)
def test_the_engine_says_what_is_accepted(one: Reference) -> None:
    found = kn.best(position_of(one.position), level=LEVEL)
    if found.cube is None:
        assert found.plays[0].text == one.verdict
        return
    equities, chances = found.cube.equities, found.cube.chances
    action = {"double-take": "double, take", "double-pass": "double, pass"}.get(
        equities.action, f"no double, {equities.answer}"
    )
    assert one.verdict in (action, equities.answer)
    for printed, said in zip(one.equities.split(), (equities.no_double, equities.double_take), strict=False):
        digits = len(printed.partition(".")[2])
        assert said == pytest.approx(float(printed), abs=0.501 * 10**-digits)
    if one.wins:
        assert chances[0] == pytest.approx(int(one.wins) / 100, abs=NEAR)
