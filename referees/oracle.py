"""A slow, literal referee for modern kotra, written from the rule text alone.

It shares nothing with `rules` and `replay`: a side is its own row of counts, and every play is found by
making every sequence of steps. It is the second pair of eyes, so it stays plain rather than quick.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from kotra_notation.model import Hop

OFF, BAR = 0, 25
Side = tuple[int, ...]  # how many men a side has on its own points 1..24, off (0) and on the bar (25)


class Board(NamedTuple):
    """The men of the side on roll and of the other side, each on its own points."""

    mine: Side
    theirs: Side

    def passed(self) -> Board:
        """The same men with the other side on roll."""
        return Board(self.theirs, self.mine)


def side(text: str, men: int = 15) -> Side:
    """A side from a text such as `24x2 bar1 off3`; a word without a count is one man, the rest are off."""
    counts = [0] * 26
    for word in text.replace(",", " ").split():
        name, _, number = word.partition("x")
        for special, point in (("bar", BAR), ("off", OFF)):
            if word.startswith(special):
                name, number = str(point), word.removeprefix(special)
        counts[int(name)] += int(number or 1)
    if not counts[OFF]:
        counts[OFF] = men - sum(counts)
    assert sum(counts) == men, text
    return tuple(counts)


def board(text: str, men: int = 15) -> Board:
    """A board from `W: 24x2 …; B: …`, the first side on roll."""
    first, second = (part.split(":")[1] for part in text.split(";")[:2])
    return Board(side(first, men), side(second, men))


START = board("W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5")


def from_points(points: tuple[int, ...], men: tuple[int, int] = (15, 15)) -> Board:
    """The board that 26 signed counts show, seen by the side on roll."""
    mine = [max(points[n], 0) for n in range(26)]
    theirs = [max(-points[25 - n], 0) for n in range(26)]
    mine[OFF] = theirs[OFF] = 0
    mine[OFF], theirs[OFF] = men[0] - sum(mine), men[1] - sum(theirs)
    return Board(tuple(mine), tuple(theirs))


def to_points(position: Board) -> tuple[int, ...]:
    """The board as 26 signed counts, seen by the side on roll."""
    points = [position.mine[n] - position.theirs[25 - n] for n in range(26)]
    points[BAR], points[OFF] = position.mine[BAR], -position.theirs[BAR]
    return tuple(points)


def all_home(mine: Side) -> bool:
    """MOD-OFF-1: all men still in play stand in the home board, points 1 to 6."""
    return not any(mine[7:])


def may_step(position: Board, source: int, die: int) -> bool:
    """Whether one man may go from `source` by `die`."""
    mine, theirs = position
    if not mine[source] or source == OFF:
        return False
    # MOD-ENTER-1: all men on the bar first.
    if mine[BAR] and source != BAR:
        return False
    target = source - die
    if target >= 1:
        # MOD-MOVE-1: landing only where the opponent has fewer than two men.
        return theirs[25 - target] < 2
    # MOD-OFF-1: bearing off only with all men at home, by the exact number, or by a higher one
    # if no man stands higher.
    return all_home(mine) and (target == 0 or not any(mine[source + 1 :]))


def step(position: Board, source: int, die: int) -> Board:
    """The board after one man has gone from `source` by `die`; a lone man it lands on goes to the bar."""
    mine, theirs = list(position.mine), list(position.theirs)
    target = max(source - die, OFF)
    mine[source] -= 1
    mine[target] += 1
    if target != OFF and theirs[25 - target]:
        # MOD-HIT-1
        theirs[25 - target] -= 1
        theirs[BAR] += 1
    return Board(tuple(mine), tuple(theirs))


def after_one(position: Board, die: int) -> set[Board]:
    """Every board one step by `die` can lead to."""
    return {step(position, source, die) for source in range(1, 26) if may_step(position, source, die)}


def after_all(position: Board, dice: tuple[int, ...]) -> set[Board]:
    """Every board that steps by all of `dice`, in this order, can lead to."""
    boards = {position}
    for die in dice:
        boards = {after for before in boards for after in after_one(before, die)}
    return boards


@lru_cache(maxsize=200_000)
def legal_results(position: Board, dice: tuple[int, int]) -> frozenset[Board]:
    """Every board a legal play can lead to, seen by the side that played (MOD-USE-1)."""
    first, second = dice
    if first == second:
        # A double is four moves; as many of them as possible.
        for number in (4, 3, 2, 1):
            if results := after_all(position, (first,) * number):
                return frozenset(results)
        return frozenset({position})
    # Both numbers if possible, in either order.
    if results := after_all(position, (first, second)) | after_all(position, (second, first)):
        # The step that bears off the last man ends the game as it stands (section 12, 1).
        last = {end for die in dice for end in after_one(position, die) if end.mine[OFF] == sum(end.mine)}
        return frozenset(results | last)
    # If either but not both, the higher; else the one that can be played; else pass.
    return frozenset(after_one(position, max(dice)) or after_one(position, min(dice)) or {position})


class Outcome(NamedTuple):
    """Where a written play may lead, and the own points on which it hits on the way there."""

    board: Board
    hits: tuple[int, ...]


def thrown(dice: tuple[int, int]) -> tuple[int, ...]:
    """The moves a throw gives: two, or four for a double."""
    return dice * 2 if dice[0] == dice[1] else dice


@lru_cache(maxsize=200_000)
def outcomes(position: Board, dice: tuple[int, int], hops: tuple[Hop, ...]) -> tuple[Outcome, ...]:
    """Every way to make the hops as written, in any order of hops and dice that can be executed."""

    def make(
        now: Board, men: tuple[tuple[int, int], ...], left: tuple[int, ...], hits: tuple[int, ...]
    ) -> Iterator[Outcome]:
        going = [(at, target) for at, target in men if at != target]
        if not going:
            yield Outcome(now, tuple(sorted(hits)))
        for at, target in set(going):
            for die in set(left):
                landing = max(at - die, OFF)
                if landing >= target and may_step(now, at, die):
                    after = step(now, at, die)
                    others, rest = list(men), list(left)
                    others.remove((at, target))
                    rest.remove(die)
                    hit = (landing,) if after.theirs[BAR] > now.theirs[BAR] else ()
                    yield from make(after, (*others, (landing, target)), tuple(rest), hits + hit)

    men = tuple((hop.source, hop.target) for hop in hops)
    if any(not OFF <= target < source <= BAR for source, target in men):
        return ()
    return tuple(sorted(set(make(position, men, thrown(dice), ()))))


def hits_written(hops: tuple[Hop, ...]) -> tuple[int, ...]:
    """The points with a hit mark; two men that come to the same point hit there once."""
    return tuple(sorted({hop.target for hop in hops if hop.taken}))


def meant(found: Sequence[Outcome], hops: tuple[Hop, ...]) -> Outcome:
    """The outcome that agrees best with the hit marks: a hit that is not marked on the way did not happen."""
    marks = set(hits_written(hops))
    ends = {hop.target for hop in hops}
    return min(found, key=lambda one: (len(set(one.hits) - ends - marks), len(marks - set(one.hits)), one))


def multiplier(loser: Side) -> int:
    """MOD-WIN-1: what a win by bearing off is worth, before the cube."""
    if loser[OFF]:
        return 1
    # None off: hálfkotra; with a man on the bar or in the winner's home board, kotra.
    return 3 if any(loser[19:]) else 2
