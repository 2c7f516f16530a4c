"""OpenGammon's match text: nothing is said of a sound file. The records are invented."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import kotra_notation as kn
from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source

SITE = '; [Site "OpenGammon"]\n'
LIMIT = '; [Crawford "On"]\n; [Cubelimit "64"]\n'
OPENING = "  1) 31: 8/5 6/5                                 42: 8/4 6/4\n"
RIGHT = " " * 49


@dataclass(frozen=True)
class Row:
    """A record: its head, its length, the rows of its game, and what is found of it."""

    name: str
    head: str
    length: int
    rows: str
    found: tuple[str, ...]
    score: tuple[int, int]
    dialect: str = "opengammon"

    @property
    def text(self) -> str:
        names = " anna: 0" + " " * 34 + "bjorn: 0\n"
        return f"{self.head}\n{self.length} point match\n\n Game 1\n{names}{self.rows}"


def resigned(words: str, left: str = "") -> str:
    """The rows of a game that ends with `words` in a column, and the right side's win of two points."""
    return f"{OPENING}  2) {left:<44}{words}\n{RIGHT}Wins 2 points\n"


ROWS = [
    Row("resigned game in the winner's column", SITE, 5, resigned("Resigned Game"), ("S416",), (0, 2)),
    Row("resigned match", SITE, 5, resigned("Resigned Match"), ("S416",), (0, 2)),
    Row("behind a roll", SITE, 5, resigned("62: Resigned Game", "21: 13/11 6/5"), ("S416",), (0, 2)),
    Row("in the loser's column", SITE, 5, resigned("", "Resigned Game"), ("S416",), (0, 2)),
    Row("in another dialect", "", 5, resigned("Resigned Game"), ("S416",), (0, 2), "jellyfish"),
    Row("`Resigns` is the loser's", SITE, 5, resigned("Resigns"), ("S402", "S416"), (1, 0)),
    Row("a limit that no cube comes to", LIMIT, 5, resigned("Resigned Game"), ("S416",), (0, 2)),
    Row("another site", '; [site "x"]\n; [Event "y"]\n', 5, resigned("Resigned Game"), ("S416",), (0, 2)),
    Row("HedgeHog", '; [Site "HedgeHog"]\n', 5, resigned("Resigned Game"), ("S416",), (0, 2)),
    Row("the end of a session", LIMIT, 0, f"{OPENING}{RIGHT}Wins 1 points and the match\n", (), (0, 1)),
    Row(
        "the end of another's session",
        '; [Site "PlayOK"]\n',
        0,
        f"{OPENING}{RIGHT}Wins 1 points and the match\n",
        ("P247",),
        (0, 1),
        "playok",
    ),
    Row("tags in any case", '; [cubeLIMIT "1"]\n; [JACOBY "on"]\n', 0, OPENING, ("D506", "S408"), (0, 0)),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_what_is_found(row: Row) -> None:
    reading = read_source(Source(row.text.encode()))
    checked = kn.check(row.text)
    assert reading.dialect == row.dialect
    assert sorted(found.code for found in checked.findings) == sorted(row.found)
    (match,) = reading.matches
    assert kn.replay(match).score == row.score


@pytest.mark.parametrize(("limit", "found"), [(4, []), (2, ["D506"])])
def test_a_limit_that_a_cube_comes_to_is_said(limit: int, found: list[str]) -> None:
    rows = f"{OPENING}  2) Doubles => 2                                Takes\n"
    text = Row("", f'; [Cubelimit "{limit}"]\n', 5, rows, (), (0, 0)).text
    assert [one.code for one in kn.check(text).findings if one.code != "S408"] == found


@pytest.mark.parametrize(
    ("play", "found"),
    [("8/2 6/2*", []), ("8/2* 6/2", []), ("8/2* 6/2*", []), ("8/2 24/20*", ["P213", "P212"])],
)
def test_any_step_to_a_point_that_is_hit_may_bear_the_mark(play: str, found: list[str]) -> None:
    rows = f"  1) 62: 24/18 13/11                             41: 24/23 13/9\n  2) 64: {play}\n"
    text = f"5 point match\n\n Game 1\n anna: 0                       bjorn: 0\n{rows}"
    codes = [one.code for one in kn.check(text).findings]
    assert [code for code in codes if code.startswith("P2")] == found
