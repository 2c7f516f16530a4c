"""The dialects of match text: how each is laid out when written."""

from __future__ import annotations

from kotra_notation.formats.holding import Thing
from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MatLayout:
    """The layout and spelling of a written file. Widths are in bytes.

    A row is its number, the left cell in `left` places, a blank, and the right cell in `right`; `name` is
    the width of the left name with its score, which `colon` parts; `result` the blanks before a result, by
    seat. A result of the right side shares the row of a left-hand cell that is one of `beside`, or ending in
    one; where `result_numbered`, it is a cell itself. `joined` hops are those of one man over several dice,
    and equal ones are counted. `empty_lines` stand behind the length and behind each game.
    """

    length: str = " {length} point match"
    number: str = "{number:>3}) "
    left: int = 27
    right: int = 0
    name: int = 31
    colon: str = " : "
    result: tuple[int, int] = (6, 34)
    result_numbered: bool = False
    beside: tuple[str, ...] = (" Drops",)
    bar: str = "25"
    off: str = "0"
    hit: str = "*"
    joined: bool = False
    behind_play: str = ""
    cannot_move: str = ""
    not_recorded: str = "????"
    points: str = "points"
    rated: bool = False
    empty_lines: tuple[int, int] = (1, 1)
    mark: str = ""
    line_end: str = "\n"

    @property
    def holds(self) -> frozenset[Thing]:
        """Return what a file of this dialect can hold."""
        return HOLDS if self.hit else HOLDS - {Thing.HITS}


HOLDS = frozenset(
    {
        Thing.HITS,
        Thing.CUBE,
        Thing.BEAVERS,
        Thing.UNKNOWN_PLAYS,
        Thing.REACHED,
        Thing.RESULTS,
        Thing.SCORES,
        Thing.REMARKS,
        Thing.RULINGS,
    }
)

LAYOUTS: dict[str, MatLayout] = {
    "gnubg": MatLayout(behind_play=" ", cannot_move="Cannot Move"),
    "jellyfish": MatLayout(name=32),
    "xg": MatLayout(
        length="{length} point match",
        left=33,
        right=33,
        name=38,
        result=(6, 40),
        beside=(" Drops", "????"),
        bar="Bar",
        off="Off",
        joined=True,
        cannot_move="Cannot Move",
        points="point",
        empty_lines=(1, 3),
        mark="\ufeff",
        line_end="\r\n",
    ),
    "xg-mat": MatLayout(
        length="{length} point match",
        right=28,
        name=32,
        beside=(" Drops", "???"),
        hit="",
        not_recorded="???",
        points="point",
        empty_lines=(1, 3),
        mark="\ufeff",
        line_end="\r\n",
    ),
    "galaxy": MatLayout(length="{length} point match", name=32, hit="", points="point"),
    "studio": MatLayout(
        length="{length} point match",
        number="  {number}) ",
        left=34,
        name=39,
        result_numbered=True,
        bar="bar",
        off="off",
        joined=True,
        cannot_move="Cannot Move",
        points="point",
        empty_lines=(2, 1),
    ),
    "gridgammon": MatLayout(name=32, hit="", rated=True),
    "opengammon": MatLayout(
        length="{length} point match",
        number="  {number}) ",
        left=40,
        right=40,
        name=41,
        colon=": ",
        result=(3, 44),
    ),
}
