"""The bear-off: chances where both sides have all their men home, or off, from tables.

Of a side alone it is known how many throws it takes, when each play is the one with the smallest mean; two
such sides give the chances of a game, but for what a player changes because he is behind. Where neither has
more than six men both are worked out together: that is exact, the cube included. The tables are made once
(`bearoff_tables`) and kept in a folder for caches (`kept_tables`).

A side with fewer than fifteen men on the board has borne some off, and can lose no gammon.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotra_notation.engine import bearoff_tables as tables
from kotra_notation.engine.kept_tables import Recipe, kept_table
from kotra_notation.engine.many_plays import BAR, HOME
from kotra_notation.engine.nets import CHANCES
from kotra_notation.resources import cache_folder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotra_notation.engine.many_plays import Boards, Numbers
    from kotra_notation.engine.nets import Floats

    Doubles = NDArray[np.float64]

ONE_SIDED = Recipe(
    "bearoff-one-sided",
    (tables.POSITIONS, tables.TO_OFF + tables.TO_FIRST),
    "2f364e41703697a84f83d1c0c910cc6aae7778375d86b77f3e8a0c1be09367c9",
    tables.one_sided,
)
TWO_SIDED = Recipe(
    "bearoff-two-sided",
    (tables.FEW_POSITIONS, tables.FEW_POSITIONS, 4),
    "690cc6d5257166c78af9f0745cdb3608036595b0c43119fc8a19f2a03fda01d8",
    tables.two_sided,
)


class TwoSided(NamedTuple):
    """What the end of a game is worth to the side on roll, which rolls now: an entry for each board.

    The chance to win, and the equities for money with the cube in the middle, with the own cube and with the
    other's, in units of the cube as it stands. A double that is taken is worth `2 * theirs`.
    """

    win: Floats
    centred: Floats
    own: Floats
    theirs: Floats

    def with_double(self) -> TwoSided:
        """The same where the side on roll doubles before it rolls, if it may and that gains."""
        doubled = np.minimum(2 * self.theirs, 1)
        return self._replace(centred=np.maximum(self.centred, doubled), own=np.maximum(self.own, doubled))


@cache
def _one_sided() -> Floats:
    return kept_table(ONE_SIDED, cache_folder())


@cache
def _two_sided() -> Floats:
    return kept_table(TWO_SIDED, cache_folder())


def prepare() -> None:
    """Makes the tables, or finds them: before several processes begin, that not each makes its own."""
    _one_sided()
    _two_sided()


def index(boards: Boards) -> Numbers:
    """The number of what the side on roll has on its points 1 to 6."""
    return tables.numbers(np.maximum(boards[:, 1 : HOME + 1], 0))


def other_index(boards: Boards) -> Numbers:
    """The same of the other side."""
    return tables.numbers(np.maximum(-boards[:, BAR - 1 : BAR - 1 - HOME : -1], 0))


def covers(boards: Boards) -> NDArray[np.bool_]:
    """Whether `chances` knows a board: both sides have all men home or off, and fifteen at most."""
    found: NDArray[np.bool_] = ~((boards[:, HOME + 1 : BAR - HOME] != 0).any(axis=1))
    rows = boards[found]
    own, theirs = rows[:, 1 : HOME + 1], rows[:, BAR - HOME : BAR]
    found[found] = (
        (rows[:, [0, BAR]] == 0).all(axis=1)
        & (own >= 0).all(axis=1)
        & (theirs <= 0).all(axis=1)
        & (own.sum(axis=1, dtype=np.intp) <= tables.MEN)
        & (theirs.sum(axis=1, dtype=np.intp) >= -tables.MEN)
    )
    return found


def covers_both(boards: Boards) -> NDArray[np.bool_]:
    """Whether `two_sided` knows a board: it is one for `chances`, and no side has more than six men."""
    found = covers(boards)
    rows = boards[found]
    found[found] = (index(rows) < tables.FEW_POSITIONS) & (other_index(rows) < tables.FEW_POSITIONS)
    return found


def throws(boards: Boards) -> Doubles:
    """The chances that the side on roll takes 0, 1, 2 … throws to be off; all its men are home."""
    return _one_sided()[index(boards), : tables.TO_OFF].astype(np.float64)


def mean_throws(boards: Boards) -> Doubles:
    """How many throws the side on roll takes to be off, in the mean; all its men are home."""
    return throws(boards) @ np.arange(tables.TO_OFF)


def chances(boards: Boards) -> Floats:
    """The five chances of the side on roll, of boards that `covers` says yes to."""
    if not covers(boards).all():
        raise ValueError("The bear-off tables know only boards with all men home or off.")
    own, theirs = index(boards), other_index(boards)
    one_sided = _one_sided()
    off, other_off = (one_sided[side, : tables.TO_OFF].astype(np.float64) for side in (own, theirs))
    found = np.zeros((len(boards), CHANCES), np.float32)
    found[:, 0] = _no_later(off, other_off)
    gammons = np.flatnonzero(theirs >= tables.FULL)
    found[gammons, 1] = _no_later(off[gammons], one_sided[theirs[gammons], tables.TO_OFF :])
    lost = np.flatnonzero(own >= tables.FULL)
    found[lost, 3] = _no_later(other_off[lost], one_sided[own[lost], tables.TO_OFF :], ahead=1)
    few = np.flatnonzero((own < tables.FEW_POSITIONS) & (theirs < tables.FEW_POSITIONS))
    if len(few):
        found[few, 0] = _two_sided()[own[few], theirs[few], tables.WIN]
    return found


def _no_later(one: Doubles, other: Floats | Doubles, ahead: int = 0) -> Doubles:
    """The chance that one side needs no more throws than the other, which had some already."""
    at_least = other[:, ::-1].cumsum(axis=1, dtype=np.float64)[:, ::-1][:, ahead:]
    found: Doubles = (one[:, : at_least.shape[1]] * at_least).sum(axis=1)
    return found


def two_sided(boards: Boards) -> TwoSided:
    """What boards are worth that `covers_both` says yes to: exact, with both sides playing their best."""
    if not covers_both(boards).all():
        raise ValueError("The two-sided table knows only boards with six men of a side at most, all home.")
    found = _two_sided()[index(boards), other_index(boards)]
    return TwoSided(*found.T)
