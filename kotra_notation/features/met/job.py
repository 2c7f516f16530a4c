"""Match equities: the chance to win a match at a score, and what follows from it for the cube."""

from __future__ import annotations

import re
from dataclasses import replace

from kotra_notation.equity.cubeful import CubePoints, SidePoints, cube_points
from kotra_notation.equity.match_table import MatchTable, Stake, kazaross, read_table
from kotra_notation.errors import KotraError
from kotra_notation.jobs.files import Given, printable
from kotra_notation.jobs.rows import Row, Table, Tabular, row
from kotra_notation.jobs.sources import open_source
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, N_, Tongue

LARGEST = 1 << 30
LONGEST = 64  # so long may a table be that is shown
SCORE = re.compile(
    r"(\d{1,10})(?:[ -]?a(?:way)?[\s,:/-]*|[\s,:/-]+)(\d{1,10})(?:[ -]?a(?:way)?)?", re.A | re.I
)
PHASES = {
    "before": N_("before the Crawford game"),
    "crawford": N_("in the Crawford game"),
    "after": N_("after the Crawford game"),
}
HEADS = (
    N_("cube"),
    N_("needs"),
    N_("take, dead cube"),
    N_("take, live cube"),
    N_("cash, dead cube"),
    N_("cash, live cube"),
    N_("gammon value"),
    N_("MWC per 0.1"),
)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class MatchEquity(Tabular):
    """The `chance` to win the match for the side that needs `away[0]` points.

    `phase` is `before`, `crawford` or `after`, `table` the name of the table. `cubes` has take and cash
    points for each cube, without gammons.
    """

    away: tuple[int, int]
    phase: str
    table: str
    chance: float
    cubes: tuple[CubePoints, ...]

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return what `kotra met --json` prints."""
        return row(self, "table away phase chance", cubes=[_cube_row(cube, self.away) for cube in self.cubes])

    def cells(self, tongue: Tongue = ENGLISH) -> list[tuple[str, ...]]:
        """Return the points as a table of text, a row for each cube and side."""
        rows = []
        for cube in self.cubes:
            tenth = "" if cube.tenth is None else percent(cube.tenth, tongue, 2)
            for needs, side in zip(self.away, cube.sides, strict=True):
                points = (side.take_dead, side.take_live, side.cash_dead, side.cash_live)
                shares = ["–" if point is None else percent(point, tongue) for point in points]
                value = tongue.number(side.gammon_value, 2)
                rows.append((str(cube.cube), str(needs), *shares, value, tenth))
        return rows

    def _table(self) -> Table:
        return Table(
            HEADS, self.cells(), f"{self.away[0]} – {self.away[1]}: {percent(self.chance, ENGLISH, 2)}"
        )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class EquityRows(Tabular):
    """A match equity table: `before` the Crawford game by points needed, `after` it for the trailer."""

    name: str
    before: tuple[tuple[float, ...], ...]
    after: tuple[float, ...]

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return what `kotra met --table N --json` prints."""
        return row(self, "name before after")

    def cells(self, tongue: Tongue = ENGLISH) -> list[tuple[str, ...]]:
        """Return the table as text, a row for each number of points needed; the last row is post-Crawford."""
        rows = [(str(need), *_percents(chances, tongue)) for need, chances in enumerate(self.before, 1)]
        return [*rows, ("1*", *_percents([1 - chance for chance in self.after], tongue))]

    def _table(self) -> Table:
        return Table(("", *map(str, range(1, len(self.after) + 1))), self.cells(), self.name)


def match_equity(
    need: int | str,
    other: int | str | None = None,
    *,
    cube: int | None = None,
    after_crawford: bool = False,
    table: Given | None = None,
) -> MatchEquity:
    """Return match-winning chances and take points at a score.

    `need` and `other` are the points each side needs, also as texts: "2-away", "4a", or both in one, "2a4a".
    `cube` limits the answer to one cube value. If a side
    needs 1, it is the Crawford game, or a later game if `after_crawford`. `table` is a table file or its text
    (default Kazaross-XG2). Raise ValueError for an invalid score, cube or table.
    """
    chosen, (need, other) = _table(table), _score(need, other)
    last = min(_need(need), _need(other)) == 1
    if after_crawford and not last:
        raise KotraError("After the Crawford game one of the sides must need 1 point.")
    crawford = last and not after_crawford and max(need, other) > 1
    stake = Stake(away=(need, other), crawford=crawford, table=chosen)
    cubes = _cubes(need, other, crawford) if cube is None else [_cube(cube)]
    return MatchEquity(
        away=(need, other),
        phase="crawford" if crawford else "after" if last else "before",
        table=chosen.name,
        chance=chosen.chance(need, other, after=last and not crawford),
        cubes=tuple(cube_points(replace(stake, cube=value)) for value in cubes),
    )


# As the command is called.
met = match_equity


def _score(need: int | str, other: int | str | None) -> tuple[int, int]:
    """Return the points that both sides need, of numbers or of a score such as 2a4a."""
    if isinstance(need, int) and isinstance(other, int):
        return need, other
    text = f"{need} {'' if other is None else other}".strip()
    if not (written := SCORE.fullmatch(text)):
        raise KotraError(
            "{text} is not a score; write the points that both sides need, such as {example} or {other}.",
            text=repr(text[:40]),
            example="2a4a",
            other="2 4",
        )
    return int(written[1]), int(written[2])


def match_equities(length: int = 9, *, table: Given | None = None) -> EquityRows:
    """Return a match equity table up to `length` points away; `table` is a table file or its text."""
    if not isinstance(length, int) or not 1 <= length <= LONGEST:
        raise KotraError("A table must be for 1 to {most} points, not {points}.", most=LONGEST, points=length)
    chosen, needs = _table(table), range(1, length + 1)
    return EquityRows(
        name=chosen.name,
        before=tuple(tuple(chosen.chance(need, other) for other in needs) for need in needs),
        after=tuple(chosen.chance(need, 1, after=True) for need in needs),
    )


def _table(source: Given | None) -> MatchTable:
    if source is None:
        return kazaross()
    file = open_source(source)
    return read_table(file.data.decode("utf-8", "replace"), printable(file.path))


def _need(points: int) -> int:
    if not 1 <= points <= LARGEST:
        raise KotraError("A side must need 1 point or more to win a match, not {points}.", points=points)
    return points


def _cube(value: int) -> int:
    if not 1 <= value <= LARGEST or value & (value - 1):
        raise KotraError("A cube must be 1, 2, 4, 8 and so on, not {value}.", value=value)
    return value


def _cubes(need: int, other: int, crawford: bool) -> list[int]:
    """The cubes that may be turned at a score, at least the one that stands in the middle."""
    cubes = [1]
    while not crawford and 2 * cubes[-1] < max(need, other):
        cubes.append(2 * cubes[-1])
    return cubes


def _cube_row(points: CubePoints, away: tuple[int, int]) -> Row:
    sides = [_side_row(side, needs) for side, needs in zip(points.sides, away, strict=True)]
    return row(points, "cube tenth", sides=sides)


def _side_row(side: SidePoints, needs: int) -> Row:
    return {"needs": needs} | row(side, "take_dead take_live cash_dead cash_live gammon_value")


def percent(share: float, tongue: Tongue, digits: int = 1) -> str:
    """A share of one as people write it."""
    return f"{tongue.number(100 * share, digits)} %"


def _percents(chances: list[float] | tuple[float, ...], tongue: Tongue) -> list[str]:
    return [tongue.number(100 * chance, 2) for chance in chances]
