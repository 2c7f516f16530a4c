"""What decided a match: the dearest decisions where an engine spoke, else where the race turned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kotra_notation.board import BAR, Points
from kotra_notation.board.points import Turning, race
from kotra_notation.report.overview import Highlight, OpeningLine
from kotra_notation.report.studies import Place, Studied, percent
from kotra_notation.report.view import GameView, Stop
from kotra_notation.statistics.decisions import Fault
from kotra_notation.words.tongues import N_, Tongue

MOST, FEWEST = 10, 5
TURNS = 6  # turning points of the race that are told
BLUNDER = "blunder"  # behind the fewest only these are told
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


@dataclass(frozen=True, slots=True)
class _TurningPoint:
    """A highlight with what it weighs, and where it stands."""

    weight: float
    at: float
    shown: Highlight


def decisions(
    games: Sequence[GameView], known: Mapping[Place, Studied], tongue: Tongue
) -> tuple[Highlight, ...]:
    """The dearest decisions of a match, the dearest first: by chances to win it, or by points for money."""
    found = [
        (stop, fault, game.number)
        for game in games
        for stop in _stops(game)
        if stop.grade and (fault := _fault(known[(game.number, stop.place)], stop))
    ]
    in_match = all(fault.mwc_loss is not None for _, fault, _ in found)
    found.sort(key=lambda one: -_weight(one[1], in_match=in_match))
    few = [one for at, one in enumerate(found[:MOST]) if at < FEWEST or one[0].grade == BLUNDER]
    return tuple([_decision(stop, fault, number, tongue) for stop, fault, number in few])


def _stops(game: GameView) -> Iterator[Stop]:
    return (item for item in game.items if isinstance(item, Stop))


def _fault(studied: Studied, stop: Stop) -> Fault | None:
    """The gravest of the faults that a stop is marked for."""
    here = studied.held if stop.deed == "hold" else studied
    faults = here.faults if here else []
    return max(faults, key=lambda fault: fault.loss or 0, default=None)


def _weight(fault: Fault, *, in_match: bool) -> float:
    return (fault.mwc_loss or 0) if in_match else (fault.loss or 0) * (fault.stake or 1)


def _decision(stop: Stop, fault: Fault, game: int, tongue: Tongue) -> Highlight:
    aspect = "cube" if stop.deed in ("hold", "double") else "answer" if stop.cube else "play"
    study = next((decision_study for decision_study in stop.studies if decision_study.aspect == aspect), None)
    return Highlight(
        anchor=stop.anchor,
        seat=stop.seat,
        grade=stop.grade,
        grade_word=stop.grade_word,
        cube=stop.cube,
        loss=stop.loss,
        mwc=f"−{percent(fault.mwc_loss, tongue)}" if fault.mwc_loss else "",
        place=_place(game, stop, tongue),
        text=f"{stop.dice}: {stop.text}" if stop.dice else stop.text,
        right=study.right if study else "",
    )


def _place(game: int, stop: Stop, tongue: Tongue) -> str:
    words = [tongue.say("game {number}", number=game)]
    if turn := re.search(r"-t([0-9]+)", stop.anchor):
        words.append(tongue.say("turn {number}", number=turn[1]))
    return ", ".join(words)


def turning_points(games: Sequence[GameView], tongue: Tongue) -> tuple[Highlight, ...]:
    """Where the race turned by a hit, where somebody stayed on the bar, where the contact ended; in order."""
    points: list[_TurningPoint] = []
    for game in games:
        points += _turns(game, tongue)
    kept = sorted(points, key=lambda point: -point.weight)[:TURNS]
    return tuple([point.shown for point in sorted(kept, key=lambda point: point.at)])


def _turns(game: GameView, tongue: Tongue) -> Iterator[_TurningPoint]:
    """The turning points of one game."""
    shown = [*_stops(game), game.end]
    danced = {0: 0, 1: 0}
    met = False
    pips = [_pips(stop) for stop in shown]
    for place, (stop, following) in enumerate(pairwise(shown)):
        position = stop.position
        if position.turning is not Turning.MIRRORED or not stop.certain:
            return
        if not stop.turn or stop.seat is None:
            continue
        before, behind = pips[place], pips[place + 1]
        mine, other = stop.seat, 1 - stop.seat
        lost = behind[other] - before[other]
        swing = before[mine] - behind[mine] + lost
        where = game.number + place / len(shown)
        if lost > 0 and swing >= SWING and following is not game.end:
            words = tongue.say(N_("hits, and the race turns by {number} pips"), number=swing)
            yield _TurningPoint(swing, where, _turn(stop, game, words, tongue, seat=mine))
        danced[mine] = danced[mine] + 1 if not stop.arrows and position.points[BAR] > 0 else 0
        if danced[mine] > DANCES and not _dances_on(shown, place, mine):
            words = tongue.say(N_("stays on the bar for {number} turns"), number=danced[mine])
            yield _TurningPoint(
                danced[mine] * A_DANCE, where, _turn(stop, game, words, tongue, seat=mine, play=False)
            )
        contact = _contact(following)
        if met and not contact and min(behind) > 0 and following.turn:
            ahead = behind[1] - behind[0]
            words = _lead(abs(ahead), tongue)
            leader = int(ahead < 0) if ahead else None
            yield _TurningPoint(SWING, where, _turn(following, game, words, tongue, seat=leader, play=False))
        met = contact


def _dances_on(shown: Sequence[Stop], place: int, seat: int) -> bool:
    """Return whether the next turn of a seat is spent on the bar as well."""
    following = next((stop for stop in shown[place + 1 :] if stop.turn and stop.seat == seat), None)
    return following is not None and not following.arrows and following.position.points[BAR] > 0


def _lead(pips: int, tongue: Tongue) -> str:
    if not pips:
        return tongue.say(N_("the contact ends, and the race is even"))
    return tongue.say(N_("leads by {number} pips as the contact ends"), number=pips)


def _pips(stop: Stop) -> tuple[int, int]:
    own, other = race(stop.position.points, stop.position.turning)
    return (other, own) if stop.position.seat else (own, other)


def _contact(stop: Stop) -> bool:
    points = stop.position.points
    own = next((point for point in range(BAR, 0, -1) if points[point] > 0), 0)
    return min(points[:own], default=0) < 0


def _turn(
    stop: Stop, game: GameView, words: str, tongue: Tongue, *, seat: int | None, play: bool = True
) -> Highlight:
    played = f"{stop.dice}: {stop.text}" if play else ""
    return Highlight(
        anchor=stop.anchor,
        seat=seat,
        place=_place(game.number, stop, tongue),
        text=f"{played}, {words}" if played else words,
    )


def openings(games: Sequence[GameView]) -> Iterator[OpeningLine]:
    """A line for each game that begins with a roll of unlike dice from the position all games begin with."""
    for game in games:
        first = next((item for item in game.items if isinstance(item, Stop) and item.turn), None)
        if first is None or first.seat is None or first.position.points != STANDARD or first.codes:
            continue
        usual = USUAL.get(_roll(first.position.dice))
        if usual:
            yield OpeningLine(
                game=game.number,
                anchor=first.anchor,
                seat=first.seat,
                dice=first.dice,
                text=first.text,
                usual=usual,
                held=first.text in usual,
            )


def _roll(dice: tuple[int, int] | None) -> tuple[int, int]:
    return (max(dice), min(dice)) if dice else (0, 0)
