"""How far readings of a game lean to plays that people would choose, beside what slips they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kotra_notation.board import Turning
from kotra_notation.model import Game, Turn
from kotra_notation.repair.edits import Edit
from kotra_notation.repair.effort import A_THROW, Effort
from kotra_notation.repair.habits import against_chance
from kotra_notation.replay import GameReplay

# So many of the likeliest readings are held against each other, in so many turns at most.
MOST_READINGS, MOST_PLACES = 10, 12


@dataclass(frozen=True, slots=True)
class LeaningReading:
    """The edits of a game, and the game with them, replayed."""

    edits: tuple[Edit, ...]
    game: Game
    replayed: GameReplay


def leanings(readings: Sequence[LeaningReading], effort: Effort) -> list[float]:
    """What each reading costs more for the plays that it takes for played, where they differ.

    Where a turn is not lawful, or not there, it costs as much as it does in the others.
    """
    compared = [one for one in readings[:MOST_READINGS] if _of_single_turns(one)]
    places = sorted({edit.place for one in compared for edit in one.edits})[:MOST_PLACES]
    if len({one.game.events for one in compared}) < 2 or not _known(compared[0], places[0]):
        return [0.0] * len(readings)
    rows = {id(one): _costs(one, places, effort) for one in compared}
    for at, place in enumerate(places):
        _evened([rows[id(one)] for one in compared if _of_another_roll(one, place)], at)
    middle = [_mean([row[at] for row in rows.values()]) for at in range(len(places))]
    found = []
    for one in readings:
        row = rows.get(id(one), [None] * len(places))
        found.append(sum(mean if cost is None else cost for cost, mean in zip(row, middle, strict=True)))
    return found


def _of_single_turns(one: LeaningReading) -> bool:
    """Whether each edit takes one turn for another, or leaves it."""
    return all(
        len(edit.old) == len(edit.new) == 1
        and isinstance(edit.old[0], Turn)
        and isinstance(edit.new[0], Turn)
        for edit in one.edits
    )


def _known(one: LeaningReading, place: int) -> bool:
    """Whether the game is one whose habits are known."""
    ruleset = one.replayed.frames_at([place])[0].before.setting.ruleset
    return ruleset.plain is not None and not ruleset.facts.forms and ruleset.facts.turning is Turning.MIRRORED


def _costs(one: LeaningReading, places: Sequence[int], effort: Effort) -> list[float | None]:
    costs: list[float | None] = []
    for frame in one.replayed.frames_at(places):
        turn, state = frame.event, frame.before
        effort.turns -= A_THROW
        if not isinstance(turn, Turn) or state.seat not in (None, turn.seat) or effort.turns <= 0:
            costs.append(None)
        else:
            costs.append(against_chance(state.setting.ruleset, state.node(turn.seat), turn))
    return costs


def _of_another_roll(one: LeaningReading, place: int) -> bool:
    return any(edit.kind == "die" and edit.place == place for edit in one.edits)


def _evened(rows: Sequence[list[float | None]], at: int) -> None:
    """Of rolls that make the same play each is as likely, whatever else could be played with it."""
    mean = _mean([row[at] for row in rows])
    for row in rows:
        row[at] = mean


def _mean(costs: Sequence[float | None]) -> float:
    known = [cost for cost in costs if cost is not None]
    return sum(known) / len(known) if known else 0.0
