"""Match equity tables, the stake of the side on roll, and what points are worth there.

A table as a text has a row `before` for each need of a side, and a row `after`. Rows are numbers with commas
between them, `#` begins a remark, blank lines mean nothing:

    name,My table
    before,1,0.5,0.68
    before,2,0.32,0.5
    after,0.5,0.488

A row `before,N` has the chances of a side that needs N points against needs of 1, 2 …, before the Crawford
game and in it; `after` those of who needs 1, 2 … behind it, against a side that needs 1.

Beyond a table match equities are grown after N. Zadeh, "On Doubling in Tournament Backgammon" (1977). A game
is a fair walk of the winning chances of a side that ends where one of the two cashes, so that a score is
worth the mean of the two next to it. Where a side cashes follows from the scores behind a turned cube and
from where the other would turn it again. Gammons come at one rate everywhere.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise
from math import sqrt
from typing import Literal, NamedTuple

from kotra_notation.board import CENTRED, Cube, Standing
from kotra_notation.errors import KotraError
from kotra_notation.values import dataclass

LONGEST = 64  # to so many points tables are grown
GAMMONS = 0.25  # their share of all wins
LATE_TURN, LATE_CASH = 0.08, 0.06  # how far beyond the best points cubes are turned again, and cashed
FREE_DROP = {2: 0.015, 4: 0.004}  # what the leader's free drop costs who needs so many
HOPELESS = 500  # who needs more behind the Crawford game is as good as lost
MOST = 64  # rows of a file, and numbers in one
EVEN = 1e-6  # how far the chances of the two sides may be from 1 together
OWN = os.path.join(os.path.dirname(__file__), "kazaross_xg2.csv")

Grid = tuple[tuple[float, ...], ...]
Chance = Callable[[int, int], float]


def after_crawford(given: Sequence[float], size: int) -> tuple[float, ...]:
    """Return the chances of who needs 1, 2 … points behind the Crawford game, those that are given kept."""
    chances = list(given) or [0.5]

    def of(need: int) -> float:
        return chances[need - 1] if need > 0 else 1.0

    for need in range(len(chances) + 1, size + 1):
        chances.append(_mean(of(need - 2), of(need - 4)) / 2 - FREE_DROP.get(need, 0))
    return tuple(chances)


def grown(before: Sequence[Sequence[float]], after: Sequence[float], size: int) -> Grid:
    """Return the table before the Crawford game up to so many points, what is given kept."""
    after = after_crawford(after, size)
    rows = [[*row, *[0.5] * (size - len(row))] for row in before]
    rows += [[0.5] * size for _ in range(size - len(rows))]

    def chance(need: int, other: int) -> float:
        if need <= 0:
            return 1.0
        return rows[need - 1][other - 1] if other > 0 else 0.0

    for need in range(len(before) + 1, size + 1):
        for other in range(1, need):
            if other == 1:  # the Crawford game; the trailer wins half of all games
                trailer = _mean(after[need - 2], after[need - 3] if need > 2 else 1.0) / 2
            else:
                trailer = _between(chance, need, other)
            rows[need - 1][other - 1], rows[other - 1][need - 1] = trailer, 1 - trailer
    return tuple(map(tuple, rows))


def _between(chance: Chance, need: int, other: int) -> float:
    """Return the chance of the trailer: its share of the way between the scores where either cashes."""
    cashed = min(_cash(chance, need, other, 1) + LATE_CASH, 1.0)
    passed = max(1 - _cash(chance, other, need, 1) - LATE_CASH, 0.0)
    share = (0.5 - passed) / (cashed - passed)
    return share * chance(need - 1, other) + (1 - share) * chance(need, other - 1)


def _cash(chance: Chance, need: int, other: int, cube: int) -> float:
    """Return the winning chances in the game from which the first side, who doubles, wins by a pass."""
    turned = 2 * cube
    dead = min(need, other) <= turned
    stake = 2 * turned if dead and need <= turned < other else turned
    at_once = chance(need - cube, other)
    won = _mean(chance(need - stake, other), chance(need - 2 * stake, other))
    if dead:
        lost = _mean(chance(need, other - stake), chance(need, other - 2 * stake))
        return (lost - at_once) / (lost - won)
    again = min(_cash(chance, other, need, turned) + LATE_TURN, 1.0)
    return 1 - again * (at_once - won) / (chance(need, other - turned) - won)


def _mean(single: float, gammon: float) -> float:
    """Return what a game is worth that is won or lost, gammons as they come."""
    return (1 - GAMMONS) * single + GAMMONS * gammon


class MatchTable:
    """Chances by the points that two sides need, beyond the rows that are given by Zadeh's way.

    `before` has a row for each need of a side, from 1, of its chances against needs from 1, before the
    Crawford game and in it; `after` the chances of who needs 1, 2 … points behind the Crawford game against
    a side that needs 1.
    """

    __slots__ = ("_after", "_before", "name")

    def __init__(self, name: str, before: Sequence[Sequence[float]], after: Sequence[float]) -> None:
        self.name = name
        self._before = tuple(tuple(row) for row in before)
        self._after = tuple(after)

    def __repr__(self) -> str:
        return f"MatchTable({self.name!r})"

    def chance(self, need: int, other: int, *, after: bool = False) -> float:
        """Return the chance of a side that needs so many points; `after`: the Crawford game."""
        if need <= 0 or other <= 0:
            return 1.0 if need <= 0 else 0.0
        if after and min(need, other) == 1:
            return 1 - self._behind(other) if need == 1 else self._behind(need)
        if max(need, other) <= len(self._before):
            return self._before[need - 1][other - 1]
        if max(need, other) > LONGEST:
            return self._afar(need, other)
        self._before = grown(self._before, self._after, LONGEST)
        return self._before[need - 1][other - 1]

    def _behind(self, need: int) -> float:
        """Return the chance of who needs so many points behind the Crawford game against one who needs 1."""
        need = min(need, HOPELESS)
        if need > len(self._after):
            self._after = after_crawford(self._after, HOPELESS)
        return self._after[need - 1]

    def _afar(self, need: int, other: int) -> float:
        """Return the chance beyond all tables: that of a nearer score from which it is as far to go.

        A match is then a long walk, on which a lead counts by its share of the root of all points to come.
        """
        if need < other:
            return 1 - self._afar(other, need)
        behind = (need - other) / sqrt(need + other)
        root = (sqrt(behind * behind + 8 * LONGEST) - behind) / 2
        nearer = min(max(root * root - LONGEST, 1.0), float(LONGEST))
        below = min(int(nearer), LONGEST - 1)
        low, high = self.chance(LONGEST, below), self.chance(LONGEST, below + 1)
        return low + (high - low) * (nearer - below)


@cache
def kazaross() -> MatchTable:
    """Return the table that is used where no other is named: Kazaross-XG2, for 25 points."""
    with open(OWN, encoding="utf-8") as file:
        return read_table(file.read(), OWN)


Row = tuple[str, tuple[float, ...]]  # the place in the file, and the chances


def read_table(text: str, file: str) -> MatchTable:
    """Return the table of a text; ValueError that names file, line and remedy where something is wrong."""
    name, before, after = "", list[Row](), list[Row]()
    for line_no, line in enumerate(text.splitlines(), 1):
        content = line.split("#", 1)[0].strip().lstrip("\ufeff")
        if not content:
            continue
        place = f"{file}:{line_no}"
        kind, *cells = content.split(",")
        kind = kind.strip()
        if kind == "name":
            name = ",".join(cells).strip()
        elif kind == "after":
            after.append((place, _chances(cells, place)))
        elif kind == "before" and cells and cells[0].strip() == str(len(before) + 1):
            before.append((place, _chances(cells[1:], place)))
        else:
            raise KotraError(
                "{place}: a row must begin with name, after, or before and a number; expected here: "
                "before,{next}.",
                place=place,
                next=len(before) + 1,
            )
    if len(before) < 2 or len(after) != 1:
        raise KotraError(
            "{file}: a table must have two or more rows “before” and one row “after”.", file=file
        )
    _check_before(before)
    _check_after(*after[0])
    return MatchTable(name or file, [chances for _, chances in before], after[0][1])


def _chances(cells: list[str], place: str) -> tuple[float, ...]:
    """Return the numbers of a row, each above 0 and below 1."""
    if not 1 <= len(cells) <= MOST:
        raise KotraError(
            "{place}: a row must have 1 to {most} chances, not {count}.",
            place=place,
            most=MOST,
            count=len(cells),
        )
    chances = []
    for cell in cells:
        try:
            chance = float(cell)
        except ValueError:
            chance = -1.0
        if not 0 < chance < 1:
            raise KotraError(
                "{place}: “{cell}” is not a chance; write a number between 0 and 1, such as 0.5.",
                place=place,
                cell=cell.strip(),
            )
        chances.append(chance)
    return tuple(chances)


def _check_before(rows: list[Row]) -> None:
    """Check that every row is as long as there are rows, that chances rise along it, and are even."""
    size = len(rows)
    for place, chances in rows:
        if len(chances) != size:
            raise KotraError(
                "{place}: this row has {count} chances; write one for each of the {size} rows “before”.",
                place=place,
                count=len(chances),
                size=size,
            )
    for need, (place, chances) in enumerate(rows):
        for other, chance in enumerate(chances):
            back = rows[other][1][need]
            if abs(chance + back - 1) > EVEN:
                raise KotraError(
                    "{place}: {chance} against a side that needs {other}, and {back} the other way "
                    "around, must add up to 1.",
                    place=place,
                    chance=chance,
                    other=other + 1,
                    back=back,
                )
            if other and chance <= chances[other - 1]:
                raise KotraError(
                    "{place}: {chance} comes after {last}; in a “before” row the chances must rise.",
                    place=place,
                    chance=chance,
                    last=chances[other - 1],
                )


def _check_after(place: str, chances: tuple[float, ...]) -> None:
    """Check that chances fall along the row, from that of two sides who need 1 each."""
    for last, chance in pairwise(chances):
        if chance >= last:
            raise KotraError(
                "{place}: {chance} comes after {last}; in the “after” row the chances must fall.",
                place=place,
                chance=chance,
                last=last,
            )
    if abs(chances[0] - 0.5) > EVEN:
        raise KotraError(
            "{place}: the first chance is for two players who need 1 point each; write 0.5, not {chance}.",
            place=place,
            chance=chances[0],
        )


Owner = Literal["none", "own", "other"]
OTHERS: dict[Owner, Owner] = {"none": "none", "own": "other", "other": "own"}
# Scores at which a point is worth less than this are so far decided that games are played as for money.
DECIDED = 1e-9


class Worths(NamedTuple):
    """The chances to win the match behind a win of one, two, three times the cube, and behind a loss."""

    win: float
    gammon: float
    backgammon: float
    loss: float
    gammon_loss: float
    backgammon_loss: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """The stake of the side on roll.

    `away` are the points that it and the other side need to win the match, None for money. `owner` is whose
    cube it is, `own` being the side on roll. `crawford`: this is the Crawford game. The Jacoby rule and
    beavers are of money alone.
    """

    away: tuple[int, int] | None = None
    cube: int = 1
    owner: Owner = "none"
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    table: MatchTable | None = None

    def from_other_side(self) -> Stake:
        """Return the stake as the other side sees it, when it is to throw."""
        away = (self.away[1], self.away[0]) if self.away else None
        return replace(self, away=away, owner=OTHERS[self.owner])

    def after_double(self) -> Stake:
        """Return the stake behind a double of the side on roll that was taken; the cube is the other's."""
        return replace(self, cube=2 * self.cube, owner="other")

    def worths(self, cube: int = 0) -> Worths:
        """Return what wins and losses are worth with a cube, with this one if none is named."""
        return _worths(self, cube or self.cube)

    @property
    def money(self) -> bool:
        """Return whether equities are those of money: no match, or one that this game hardly changes."""
        return self.away is None or _is_decided(self)

    @property
    def may_double(self) -> bool:
        """Return whether the side on roll may double and may gain by it."""
        if self.owner == "other" or self.crawford:
            return False
        return self.away is None or self.away[0] > self.cube

    @property
    def cube_lives(self) -> bool:
        """Return whether the cube may change anything in this game."""
        if self.away is None:
            return True
        return not self.crawford and max(self.away) > self.cube and self.away != (2, 2)

    def mwc(self, equity: float) -> float:
        """Return the chance to win the match at an equity; of a match alone."""
        worths = self.worths()
        return (equity * (worths.win - worths.loss) + worths.win + worths.loss) / 2

    def equity(self, mwc: float) -> float:
        """Return the equity at a chance to win the match: 1 is a win of the cube as it stands, -1 a loss."""
        worths = self.worths()
        apart = worths.win - worths.loss
        return (2 * mwc - worths.win - worths.loss) / apart if apart else 0.0


@lru_cache(4096)
def _worths(stake: Stake, cube: int) -> Worths:
    if stake.away is None:
        raise ValueError("A game for money is part of no match, and wins no chances in one.")
    need, other = stake.away
    after = stake.crawford or min(need, other) == 1
    table = stake.table or kazaross()
    points = ((1, 0), (2, 0), (3, 0), (0, 1), (0, 2), (0, 3))
    return Worths(
        *(table.chance(need - won * cube, other - lost * cube, after=after) for won, lost in points)
    )


@lru_cache(4096)
def _is_decided(stake: Stake) -> bool:
    assert stake.away is not None
    worths = stake.worths()
    return min(stake.away) <= 0 or worths.win - worths.loss < DECIDED


def stake_of(standing: Standing, cube: Cube = CENTRED, seat: int = 0) -> Stake:
    """Return what a seat on roll plays for, from what a position or a state says of match and cube."""
    owner: Owner = "none" if cube.owner is None else "own" if cube.owner == seat else "other"
    need, other = (standing.length - standing.score[side] for side in (seat, 1 - seat))
    if not standing.length:
        return Stake(cube=cube.value, owner=owner, jacoby=standing.jacoby, beavers=standing.beavers)
    return Stake(away=(need, other), cube=cube.value, owner=owner, crawford=standing.crawford)
