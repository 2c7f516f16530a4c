"""Turning points of the race, for a match without an analysis; its openings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kotra_notation.board import BAR, Points
from kotra_notation.board.points import Turning
from kotra_notation.report.charts import pips_of
from kotra_notation.report.overview import Highlight, OpeningLine
from kotra_notation.report.view import GameView, Stop
from kotra_notation.words.tongues import N_, Tongue

TURNS = 6  # turning points of the race that are told
SWING = 24  # pips; what turns the race by less is no turning point
DANCES = 2  # turns on the bar that are nothing to tell of
A_DANCE = 6  # pips that a turn on the bar weighs

# The position that games begin with, as the side on roll sees it, from 0 to its bar.
STANDARD: Points = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)

# What good players usually play with an opening roll, by the higher die and the lower; the most common first.
USUAL: dict[tuple[int, int], tuple[str, ...]] = {
    (2, 1): ("24/23 13/11", "13/11 6/5"),
    (3, 1): ("8/5 6/5",),
    (4, 1): ("24/23 13/9", "13/9 6/5"),
    (5, 1): ("24/23 13/8", "13/8 6/5"),
    (6, 1): ("13/7 8/7",),
    (3, 2): ("24/21 13/11", "13/11 13/10"),
    (4, 2): ("8/4 6/4",),
    (5, 2): ("24/22 13/8", "13/11 13/8"),
    (6, 2): ("24/18 13/11",),
    (4, 3): ("24/20 13/10", "13/10 13/9", "24/21 13/9"),
    (5, 3): ("8/3 6/3",),
    (6, 3): ("24/15", "24/18 13/10"),
    (5, 4): ("24/20 13/8", "13/8 13/9"),
    (6, 4): ("24/14", "24/18 13/9", "8/2 6/2"),
    (6, 5): ("24/13",),
}


class _TurningPoint(NamedTuple):
    """A highlight with what it weighs, and where it stands."""

    weight: float
    at: float
    shown: Highlight


def moment_place(game: int, stop: Stop, tongue: Tongue) -> str:
    """Return the game and the turn of a stop in words."""
    words = [tongue.say("game {number}", number=game)]
    if turn := re.search(r"-t([0-9]+)", stop.anchor):
        words.append(tongue.say("turn {number}", number=turn[1]))
    return ", ".join(words)


def turning_points(games: Sequence[GameView], tongue: Tongue) -> tuple[Highlight, ...]:
    """Return in order where the race turned by a hit, where a side stayed on the bar, where contact ended."""
    points = [point for game in games for point in _turns(game, tongue)]
    kept = sorted(points, key=lambda point: -point.weight)[:TURNS]
    return tuple(point.shown for point in sorted(kept, key=lambda point: point.at))


def _turns(game: GameView, tongue: Tongue) -> Iterator[_TurningPoint]:
    shown = [*game.stops, game.end]
    danced = {0: 0, 1: 0}
    met = False
    pips = [pips_of(stop) for stop in shown]
    for index, (stop, following) in enumerate(pairwise(shown)):
        position = stop.position
        if position.turning is not Turning.MIRRORED or not stop.certain:
            return
        if not stop.turn or stop.seat is None:
            continue
        before, after = pips[index], pips[index + 1]
        mine, other = stop.seat, 1 - stop.seat
        lost = after[other] - before[other]
        swing = before[mine] - after[mine] + lost
        at = game.number + index / len(shown)
        if lost > 0 and swing >= SWING and following is not game.end:
            words = tongue.say(N_("hits, and the race swings by {number} pips"), number=swing)
            text = f"{stop.dice}: {stop.text}, {words}"
            yield _TurningPoint(swing, at, _turn(stop, game, text, tongue, mine))
        danced[mine] = danced[mine] + 1 if not stop.arrows and position.points[BAR] > 0 else 0
        if danced[mine] > DANCES and not _dances_on(shown[index + 1 :], mine):
            words = tongue.say(N_("stays on the bar for {number} turns"), number=danced[mine])
            yield _TurningPoint(danced[mine] * A_DANCE, at, _turn(stop, game, words, tongue, mine))
        contact = _contact(following)
        if met and not contact and min(after) > 0 and following.turn:
            ahead = after[1] - after[0]
            words = tongue.say(N_("contact ends, and the race is even"))
            if ahead:
                words = tongue.say(N_("leads by {number} pips when contact ends"), number=abs(ahead))
            leader = int(ahead < 0) if ahead else None
            yield _TurningPoint(SWING, at, _turn(following, game, words, tongue, leader))
        met = contact


def _dances_on(later: Sequence[Stop], seat: int) -> bool:
    """Return whether the next turn of a seat is spent on the bar as well."""
    following = next((stop for stop in later if stop.turn and stop.seat == seat), None)
    return following is not None and not following.arrows and following.position.points[BAR] > 0


def _contact(stop: Stop) -> bool:
    points = stop.position.points
    own = next((point for point in range(BAR, 0, -1) if points[point] > 0), 0)
    return min(points[:own], default=0) < 0


def _turn(stop: Stop, game: GameView, text: str, tongue: Tongue, seat: int | None) -> Highlight:
    return Highlight(anchor=stop.anchor, seat=seat, place=moment_place(game.number, stop, tongue), text=text)


def openings(games: Sequence[GameView]) -> Iterator[OpeningLine]:
    """Yield a line for each game that begins with a roll of unlike dice from the usual position."""
    for game in games:
        first = next((stop for stop in game.stops if stop.turn), None)
        if first is None or first.seat is None or first.position.points != STANDARD or first.codes:
            continue
        dice = first.position.dice or (0, 0)
        if usual := USUAL.get((max(dice), min(dice))):
            yield OpeningLine(
                game=game.number,
                anchor=first.anchor,
                seat=first.seat,
                dice=first.dice,
                text=first.text,
                usual=usual,
                held=first.text in usual,
            )
