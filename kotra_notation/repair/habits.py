"""Habits of people in the modern game: which of two lawful plays somebody would have chosen.

It is no judge of play. It tells apart readings that explain a record equally well, as one who knows the game
does: nobody breaks a point in front of a shot, or leaves men on the board that can be borne off.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log

from kotra_notation.board import BAR, OFF, Turning
from kotra_notation.model import Game, Turn
from kotra_notation.repair.edits import OTHER_DICE, Edit, costs
from kotra_notation.repair.effort import A_THROW, Effort
from kotra_notation.replay import GameReplay
from kotra_notation.replay.turns import judge_turn, plays_of
from kotra_notation.rules import Node, Ruleset
from kotra_notation.values import dataclass

FEATURES = (
    *("home-6", "home-5", "home-4", "home-3", "home-low", "bar-point", "eight", "outer", "anchor", "back"),
    *("direct", "indirect", "lost", "stack", "deep", "prime", "behind", "taken", "aim", "stripped"),
    *("off", "outside", "gap", "low"),
)
DIRECT, INDIRECT = 6, 11
HOME, OUTER = 6, 18
KNOWN = 4096
# What people would not do they sometimes do.
MOST_AGAINST = 4.0


def against_chance(ruleset: Ruleset, node: Node, turn: Turn) -> float | None:
    """Return how much seldomer a play is made than by chance, in nats; None where it is not lawful."""
    if not turn.has_possible_dice:
        return None
    verdict = judge_turn(ruleset, node, turn)
    if not verdict.lawful or verdict.node is None:
        return None
    boards = [tuple(after.points) for after in plays_of(ruleset, node, turn)]
    worths = {board: worth(board) for board in boards}
    mine = worths.get(tuple(verdict.node.points))
    if mine is None:
        return None
    most = max(worths.values())
    mean = sum(exp(worth - most) for worth in worths.values()) / len(worths)
    return min(most - mine + log(mean), MOST_AGAINST)


@lru_cache(maxsize=KNOWN)
def worth(points: tuple[int, ...]) -> float:
    """Return what a board is worth to the side that has just played, in nats."""
    habits = costs().habits
    return sum(habits[name] * value for name, value in zip(FEATURES, features(points), strict=True))


def features(points: Sequence[int]) -> tuple[float, ...]:
    """Return what is looked at on a board, seen by the side that has just played."""
    mine = [at for at in range(1, BAR + 1) if points[at] > 0]
    theirs = [at for at in range(OFF, BAR) if points[at] < 0]
    last = max(mine, default=0)
    left = float(sum(points[at] for at in mine))
    if theirs and mine and last >= theirs[0]:
        return (*_contact(points, mine, theirs), -left, 0.0, 0.0, 0.0)
    # A race: men borne off, steps still to go home, gaps in it, men on the lowest points.
    outside = sum(points[at] * ((at - 1) // HOME) for at in mine)
    gaps = sum(points[at] <= 0 for at in (4, 5, 6))
    low = sum(points[at] for at in (1, 2) if points[at] > 0)
    return (0.0,) * 20 + (-left, float(outside), float(gaps), float(low))


def _contact(points: Sequence[int], mine: Sequence[int], theirs: Sequence[int]) -> tuple[float, ...]:
    made = {at for at in mine if points[at] > 1}
    direct = indirect = lost = 0.0
    for blot in (at for at in mine if points[at] == 1 and at != BAR):
        shots = [blot - at for at in theirs if at < blot]
        near = sum(1 for shot in shots if shot <= DIRECT)
        far = sum(1 for shot in shots if DIRECT < shot <= INDIRECT)
        direct += min(near, 2)
        indirect += not near and far > 0
        lost += (BAR - blot) / BAR * (min(near, 2) + 0.3 * (not near and far > 0))
    taken = -points[OFF]
    aim = sum(1 for at in theirs if at and points[at] == -1 and any(0 < m - at <= DIRECT for m in mine))
    return (
        *(float(at in made) for at in (6, 5, 4, 3)),
        float(sum(at in made for at in (1, 2))),
        float(7 in made),
        float(8 in made),
        float(sum(at in made for at in range(9, OUTER))),
        float(sum(at in made for at in (18, 20, 21))),
        float(sum(at in made for at in (19, 22, 23, 24))),
        direct,
        indirect,
        lost,
        float(sum(max(points[at] - 3, 0) for at in mine)),
        float(sum(points[at] for at in (1, 2) if points[at] > 0)),
        float(_prime(made)) ** 2 / 4,
        float(sum(points[at] for at in mine if at > OUTER)),
        float(taken),
        float(aim),
        float(sum(points[at] == 1 for at in mine if at <= HOME + 2)),
    )


def _prime(made: set[int]) -> int:
    """Return the longest row of points made."""
    best = run = 0
    for at in range(1, BAR):
        run = run + 1 if at in made else 0
        best = max(best, run)
    return best


# So many of the likeliest readings are held against each other, in so many turns at most.
MOST_READINGS, MOST_PLACES = 10, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaningReading:
    """The edits of a game, and the game with them, replayed."""

    edits: tuple[Edit, ...]
    game: Game
    replayed: GameReplay


def leanings(readings: Sequence[LeaningReading], effort: Effort) -> list[float]:
    """Return what each reading costs more for unlikely plays, where they differ; unknown ones cost a mean."""
    compared = [reading for reading in readings[:MOST_READINGS] if _of_single_turns(reading)]
    places = sorted({edit.place for reading in compared for edit in reading.edits})[:MOST_PLACES]
    if len({reading.game.events for reading in compared}) < 2 or not _habits_apply(compared[0], places[0]):
        return [0.0] * len(readings)
    rows = {id(reading): _costs(reading, places, effort) for reading in compared}
    for index, place in enumerate(places):
        # Of rolls that make the same play each is as likely, whatever else could be played with it.
        rolls = [rows[id(reading)] for reading in compared if _has_other_roll(reading, place)]
        mean = _mean([row[index] for row in rolls])
        for row in rolls:
            row[index] = mean
    means = [_mean([row[index] for row in rows.values()]) for index in range(len(places))]
    return [
        sum(mean if cost is None else cost for cost, mean in zip(row, means, strict=True))
        for row in (rows.get(id(reading), [None] * len(places)) for reading in readings)
    ]


def _of_single_turns(reading: LeaningReading) -> bool:
    """Return whether each edit takes one turn for another, or leaves it."""
    return all(
        len(edit.old) == len(edit.new) == 1
        and isinstance(edit.old[0], Turn)
        and isinstance(edit.new[0], Turn)
        for edit in reading.edits
    )


def _habits_apply(reading: LeaningReading, place: int) -> bool:
    """Return whether the game is one whose habits are known."""
    ruleset = reading.replayed.frames_at([place])[0].before.setting.ruleset
    return not ruleset.facts.forms and ruleset.facts.turning is Turning.MIRRORED


def _costs(reading: LeaningReading, places: Sequence[int], effort: Effort) -> list[float | None]:
    costs: list[float | None] = []
    for frame in reading.replayed.frames_at(places):
        turn, state = frame.event, frame.before
        effort.turns -= A_THROW
        if not isinstance(turn, Turn) or state.seat not in (None, turn.seat) or effort.turns <= 0:
            costs.append(None)
        else:
            costs.append(against_chance(state.setting.ruleset, state.node(turn.seat), turn))
    return costs


def _has_other_roll(reading: LeaningReading, place: int) -> bool:
    return any(edit.kind in OTHER_DICE and edit.place == place for edit in reading.edits)


def _mean(costs: Sequence[float | None]) -> float:
    known = [cost for cost in costs if cost is not None]
    return sum(known) / len(known) if known else 0.0
