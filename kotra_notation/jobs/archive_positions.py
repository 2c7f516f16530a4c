"""The rolls of an archive before which a board stood so: where they are, what was played, how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotra_notation.board import Position
from kotra_notation.board.ids import position as read_position
from kotra_notation.jobs.archives import asking
from kotra_notation.legal import dice_of
from kotra_notation.values import dataclass

if TYPE_CHECKING:
    from kotra_notation.archive.ask.find import FoundThrow
    from kotra_notation.archive.store import Store


@dataclass(frozen=True, slots=True)
class PlayedThere:
    """A play of some dice: how often it was chosen, and how many of the games with a winner it won."""

    dice: tuple[int, int]
    play: str
    times: int
    decided: int
    won: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowsFound:
    """The first rolls at a position, or at such as fit a pattern, and whether there are more."""

    position: Position | None
    throws: tuple[FoundThrow, ...]
    more: bool

    @property
    def played(self) -> list[PlayedThere]:
        """The plays by dice, those of frequent dice first, each time the frequent play before others."""
        by_play: dict[tuple[tuple[int, int], str], list[FoundThrow]] = {}
        by_dice: dict[tuple[int, int], int] = {}
        for one in self.throws:
            high, low = max(one.dice), min(one.dice)
            by_play.setdefault(((high, low), one.play), []).append(one)
            by_dice[high, low] = by_dice.get((high, low), 0) + 1
        played = [_of_play(dice, play, its) for (dice, play), its in by_play.items()]
        return sorted(
            played, key=lambda one: (-by_dice[one.dice], one.dice[0], one.dice[1], -one.times, one.play)
        )


def positions_found(
    folder: str, position: str, side: int | None, pattern: str, within: int, dice: str, most: int
) -> ThrowsFound:
    """What `throws_found` finds for a position as it is typed, or for a pattern where none is."""
    wanted = read_position(position, side) if position else None
    with asking(folder) as store:
        return throws_found(store, wanted, pattern, within=within, dice=dice, most=most)


def throws_found(
    store: Store, position: Position | None, pattern: str, *, within: int = 0, dice: str = "", most: int
) -> ThrowsFound:
    """The first rolls before which the board stood so, or met a pattern; ValueError for what is none.

    `within` so many checkers may stand elsewhere. With `dice` those alone at which these were thrown.
    """
    from kotra_notation.archive.ask.find import at_position, found_throws, of_pattern
    from kotra_notation.archive.ask.patterns import pattern as clauses

    thrown = dice_of(dice) if dice else None
    places = of_pattern(store, clauses(pattern)) if position is None else at_position(store, position, within)
    found = found_throws(store, places, most + 1, thrown)
    return ThrowsFound(position=position, throws=tuple(found[:most]), more=len(found) > most)


def _of_play(dice: tuple[int, int], play: str, throws: list[FoundThrow]) -> PlayedThere:
    decided = [one for one in throws if one.winner is not None]
    won = sum(one.winner == one.place.seat for one in decided)
    return PlayedThere(dice, play, len(throws), len(decided), won)
