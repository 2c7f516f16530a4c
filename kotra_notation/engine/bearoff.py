"""The bear-off: chances where both sides have all their men home, or off, from tables.

Of a side alone it is known how many throws it takes, when each play is the one with the smallest mean; two
such sides give the chances of a game, but for what a player changes because he is behind. Where neither has
more than six men both are worked out together: that is exact, the cube included. The tables are made once
(`bearoff_tables`) and kept in a folder for caches (`kept_tables`).

A side with fewer than fifteen men on the board has borne some off, and can lose no gammon.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotra_notation.engine import bearoff_tables as tables
from kotra_notation.engine.many_plays import BAR, HOME
from kotra_notation.engine.nets import CHANCES
from kotra_notation.installation import cache_folder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotra_notation.engine.many_plays import Boards, Numbers
    from kotra_notation.engine.nets import Floats

    Doubles = NDArray[np.float64]
    from collections.abc import Callable

    Table = NDArray[np.float32]

# A cache of tables that are made once: in the folder for caches of the user, each sealed with its hash.
#
# A file begins with the digest of what it is said to be and of what it holds; where that does not fit, or a
# number is no chance and no equity, the table is made anew. The digest that a recipe is known by names its
# edition only: a processor that rounds otherwise makes other last bits, and keeps them too. Where nothing can
# be written a table is made and lives in memory.


KIND = np.dtype("<f4")
SEAL = hashlib.sha256().digest_size
# What another edition has kept goes if it is so many seconds old; two that are used side by side stay.
A_DAY = 86_400


class Recipe(NamedTuple):
    """A table that can be made: its name, its shape, the digest of its numbers, and how; none is beyond 1."""

    name: str
    shape: tuple[int, ...]
    digest: str
    make: Callable[[], Table]


def kept_table(recipe: Recipe, folder: Path | None) -> Table:
    """The table: from its file in the folder, else made and, if it is as it should be, written there."""
    path = folder / f"{recipe.name}-{recipe.digest[:12]}.table" if folder else None
    array = read_table(path, recipe) if path else None
    if array is not None:
        return array
    table = recipe.make()
    if path and write_table(path, recipe, table):
        remove_outdated(path, recipe)
        array = read_table(path, recipe)
    return table if array is None else array


def digest_of(table: Table) -> str:
    """The digest of the numbers of a table."""
    return hashlib.sha256(np.ascontiguousarray(table, KIND).data).hexdigest()


def _sealing(recipe: Recipe) -> hashlib._Hash:
    """Return what a seal is made with, before the numbers are added."""
    return hashlib.sha256(f"{recipe.name} {recipe.digest}\n".encode())


def read_table(path: Path, recipe: Recipe) -> Table | None:
    """The table of a file, left where it is until it is looked at; None if the file is another one."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size != SEAL + KIND.itemsize * int(np.prod(recipe.shape)):
                return None
            seal = file.read(SEAL)
            if hashlib.file_digest(file, lambda: _sealing(recipe)).digest() != seal:
                return None
            table = np.asarray(np.memmap(file, KIND, "r", offset=SEAL, shape=recipe.shape))
            return table if table.min() >= -1 and table.max() <= 1 else None
    except (OSError, ValueError):
        return None


def write_table(path: Path, recipe: Recipe, table: Table) -> bool:
    """Writes a table whole or not at all; whether it could."""
    part, seal = None, _sealing(recipe)
    numbers = np.ascontiguousarray(table, KIND).data
    seal.update(numbers)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.stem, delete=False) as file:
            part = file.name
            file.write(seal.digest())
            file.write(numbers)
        os.replace(part, path)
    except OSError:
        if part:
            with suppress(OSError):
                os.unlink(part)
        return False
    return True


def remove_outdated(path: Path, recipe: Recipe) -> None:
    """Takes away what other editions of the recipe have kept, or left half written, beside a file."""
    ours = re.compile(rf"{re.escape(recipe.name)}-[0-9a-f]{{12}}(\.f4|\.table|[a-z0-9_]{{8}})")
    with suppress(OSError):
        for other in path.parent.iterdir():
            outdated = other != path and ours.fullmatch(other.name) and not other.is_symlink()
            if outdated and other.is_file() and time.time() - other.stat().st_mtime > A_DAY:
                other.unlink()


ONE_SIDED = Recipe(
    "bearoff-one-sided",
    (tables.POSITIONS, tables.TO_OFF + tables.TO_FIRST),
    "2f364e41703697a84f83d1c0c910cc6aae7778375d86b77f3e8a0c1be09367c9",
    tables.one_sided,
)
LEAVING = Recipe(
    "bearoff-leaving",
    (tables.POSITIONS, tables.TO_LEAVE),
    "0d18571b0ab2f69200f5ab7aa74a6c6b053714bc330eca0320b237a31b53c17a",
    tables.leaving,
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
def one_sided() -> Floats:
    """Return the chances of each number of rolls of a side with all its men home."""
    return kept_table(ONE_SIDED, cache_folder())


@cache
def _leaving() -> Floats:
    return kept_table(LEAVING, cache_folder())


@cache
def _two_sided() -> Floats:
    return kept_table(TWO_SIDED, cache_folder())


def prepare() -> None:
    """Makes the tables, or finds them: before several processes begin, that not each makes its own."""
    one_sided()
    _leaving()
    _two_sided()


def index(boards: Boards) -> Numbers:
    """The number of what the side on roll has on its points 1 to 6."""
    return tables.numbers(np.maximum(boards[:, 1 : HOME + 1], 0))


def other_index(boards: Boards) -> Numbers:
    """The same of the other side."""
    return tables.numbers(np.maximum(-boards[:, BAR - 1 : BAR - 1 - HOME : -1], 0))


def covers(boards: Boards) -> NDArray[np.bool_]:
    """Return whether `chances` knows a board: both sides have all men home or off, and fifteen at most."""
    array: NDArray[np.bool_] = ~((boards[:, HOME + 1 : BAR - HOME] != 0).any(axis=1))
    rows = boards[array]
    own, theirs = rows[:, 1 : HOME + 1], rows[:, BAR - HOME : BAR]
    array[array] = (
        (rows[:, [0, BAR]] == 0).all(axis=1)
        & (own >= 0).all(axis=1)
        & (theirs <= 0).all(axis=1)
        & (own.sum(axis=1, dtype=np.intp) <= tables.MEN)
        & (theirs.sum(axis=1, dtype=np.intp) >= -tables.MEN)
    )
    return array


def covers_both(boards: Boards) -> NDArray[np.bool_]:
    """Whether `two_sided` knows a board: it is one for `chances`, and no side has more than six men."""
    array = covers(boards)
    rows = boards[array]
    array[array] = (index(rows) < tables.FEW_POSITIONS) & (other_index(rows) < tables.FEW_POSITIONS)
    return array


def throws(boards: Boards) -> Doubles:
    """The chances that the side on roll takes 0, 1, 2 … throws to be off; all its men are home."""
    return one_sided()[index(boards), : tables.TO_OFF].astype(np.float64)


def mean_throws(boards: Boards) -> Doubles:
    """Return how many throws the side on roll takes to be off, in the mean; all its men are home."""
    return throws(boards) @ np.arange(tables.TO_OFF)


def chances(boards: Boards) -> Floats:
    """The five chances of the side on roll, of boards that `covers` says yes to."""
    if not covers(boards).all():
        raise ValueError("The bear-off tables know only boards with all men home or off.")
    own, theirs = index(boards), other_index(boards)
    off, other_off = (one_sided()[side, : tables.TO_OFF].astype(np.float64) for side in (own, theirs))
    array = np.zeros((len(boards), CHANCES), np.float32)
    array[:, 0] = no_later(off, other_off)
    gammons = np.flatnonzero(theirs >= tables.FULL)
    array[gammons, 1] = no_later(off[gammons], one_sided()[theirs[gammons], tables.TO_OFF :])
    lost = np.flatnonzero(own >= tables.FULL)
    array[lost, 3] = no_later(other_off[lost], one_sided()[own[lost], tables.TO_OFF :], ahead=1)
    few = np.flatnonzero((own < tables.FEW_POSITIONS) & (theirs < tables.FEW_POSITIONS))
    if len(few):
        array[few, 0] = _two_sided()[own[few], theirs[few], tables.WIN]
    return array


def backgammons(boards: Boards) -> tuple[Floats, Floats]:
    """Return the chances of a backgammon won and lost in races; only a side that is home can win one.

    The other side hurries to leave that home, and nothing is in its way. Sides with checkers off lose none.
    """
    turned_round = -boards[:, ::-1]
    won, lost = (
        _backgammons(winner, loser, ahead)
        for winner, loser, ahead in ((boards, turned_round, 0), (turned_round, boards, 1))
    )
    return won, lost


def _backgammons(winner: Boards, loser: Boards, ahead: int) -> Floats:
    """The chances of the winner, each side's board as it sees it."""
    array = np.zeros(len(winner), np.float32)
    at = np.flatnonzero(
        (loser[:, BAR - HOME : BAR] > 0).any(axis=1)
        & (np.maximum(loser, 0).sum(axis=1) == tables.MEN)
        & ~(winner[:, HOME + 1 :] > 0).any(axis=1)
    )
    if len(at):
        left = _leaving()[tables.numbers(np.maximum(loser[at, BAR - HOME : BAR], 0))]
        array[at] = no_later(throws(winner[at]), left, ahead)
    return array


def no_later(own: Floats | Doubles, other: Floats | Doubles, ahead: int = 0) -> Doubles:
    """The chance that one side needs no more throws than the other, which had some already."""
    at_least = other[:, ::-1].cumsum(axis=1, dtype=np.float64)[:, ::-1][:, ahead:]
    array: Doubles = (own[:, : at_least.shape[1]] * at_least).sum(axis=1)
    return array.clip(0, 1)  # rows of chances do not add up to exactly 1


def two_sided(boards: Boards) -> TwoSided:
    """What boards are worth that `covers_both` says yes to: exact, with both sides playing their best."""
    if not covers_both(boards).all():
        raise ValueError("The two-sided table knows only boards with six men of a side at most, all home.")
    array = _two_sided()[index(boards), other_index(boards)]
    return TwoSided(*array.T)
