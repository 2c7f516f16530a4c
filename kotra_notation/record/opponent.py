"""The engine as a player in a record that is being written: it throws, plays, doubles and answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from kotra_notation.board import Position
from kotra_notation.features.best.job import Best, best_with
from kotra_notation.jobs.engine import weigher
from kotra_notation.jobs.rows import Row, row
from kotra_notation.record.draft import entered
from kotra_notation.record.draft.open_record import DraftPlace, record
from kotra_notation.record.draft.plays import LegalWay, ways
from kotra_notation.record.draft.view import wanted
from kotra_notation.rules import cube, outcome, specification
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.tongues import ENGLISH, Tongue

if TYPE_CHECKING:
    from kotra_notation.engine.weighing import Weigher

# Where the dice come from: a generator, or whatever gives two of them.
DiceSource = Random | Callable[[], tuple[int, int]]

QUICK = "quick"
MOST_DEEDS = 100  # of one side without an answer of the other; after-throws may be a dozen


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPlay:
    """A legal play with what the engine says of it: its equity, and what it lacks of the best."""

    way: LegalWay
    equity: float
    loss: float

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Its row, as `standing` has it, with the numbers."""
        return {**self.way.as_json(tongue), **row(self, "equity loss")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """What the engine would do at the end of a record: plays, best first, or what to do with the cube.

    `deed` is what one types to do it: a play, `d`, `t`, `p`, `b`, `y`, `n`, or nothing where the dice are to
    be thrown.
    """

    deed: str
    plays: tuple[RankedPlay, ...] = ()
    best: Best | None = None

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Its row; `cube` has what `kotra best` says of the cube."""
        weighed = self.best.as_json(tongue) if self.best else {}
        return {**row(self, "deed plays", tongue), "cube": weighed.get("cube")}


def ranked(text: str, level: str = QUICK) -> tuple[RankedPlay, ...]:
    """The legal plays of the throw that waits, likeliest first, by the engine at a `level`.

    None where no throw waits. ValueError, with what to install, where numpy is absent, and for rules that the
    engine does not know.
    """
    here = record(text)
    legal_ways = ways(here.end, here.points)
    return _ranked(here.end, legal_ways, level) if legal_ways else ()


def hint(text: str, level: str = QUICK) -> Hint:
    """What the engine would do at the end of a record, for whoever is on; ValueError as of `ranked`."""
    place = record(text).end
    wants, _ = wanted(place)
    if wants == "play":
        plays = ranked(text, level)
        return Hint(deed=plays[0].way.text if plays else "", plays=plays)
    if wants == "answer":
        return _answer(place, level)
    if wants == "dice" and _may_double(place):
        weighed = _weighed(place, level, None)
        assert weighed.cube
        doubles = weighed.cube.equities.action in ("double-take", "double-pass")
        return Hint(deed="d" if doubles else "", best=weighed)
    return Hint(deed="")


def answered(text: str, seat: int, level: str, dice: DiceSource) -> str:
    """The text with all that the engine does as `seat` until the other side is on, or the game is over.

    It throws the opening dice too, where a game has begun; the next game it does not begin. `dice` are thrown
    by a generator or a function. It doubles, beavers, takes and drops, accepts a resignation that is worth
    what it expects, and never resigns. ValueError as of `ranked`.
    """
    if seat not in (0, 1):
        raise ValueError(phrase("There are the seats 0 and 1, and no seat {seat}.", seat=seat))
    for _ in range(MOST_DEEDS):
        entry = _next_entry(text, seat, level, dice)
        if entry is None:
            break
        text = entered(text, entry)
    return text


def _next_entry(text: str, seat: int, level: str, dice: DiceSource) -> str | None:
    """Return what the engine types next; None where it has nothing to do."""
    place = record(text).end
    wants, side = wanted(place)
    if wants == "opening":
        return _thrown(dice)
    if side != seat:
        return None
    if wants == "play":
        return _best_text(place, ways(place, record(text).points), level)
    if wants == "answer":
        return _answer(place, level).deed
    return hint(text, level).deed or _thrown(dice)


def _best_text(place: DraftPlace, legal_ways: list[LegalWay], level: str) -> str:
    """Return the play to make; ValueError where the record does not tell the board."""
    if not legal_ways:
        raise ValueError(
            phrase("The board is not certain after an illegal play, so the engine cannot go on from here.")
        )
    plays = _ranked(place, legal_ways, level) if len(legal_ways) > 1 else ()
    return plays[0].way.text if plays else legal_ways[0].text


def _thrown(dice: DiceSource) -> str:
    first, second = (dice.randint(1, 6), dice.randint(1, 6)) if isinstance(dice, Random) else dice()
    return f"{first}{second}"


def _ranked(place: DraftPlace, legal_ways: list[LegalWay], level: str) -> tuple[RankedPlay, ...]:
    """Legal plays by their worth; such as the engine does not tell apart stand together."""
    assert place.pending
    weighed = _weighed(place, level, place.pending.dice).plays
    best = weighed[0].equity if weighed else 0.0
    equities = {(play.points, play.half): play.equity for play in weighed}
    plays = [
        RankedPlay(way=way, equity=equity, loss=best - equity)
        for way in legal_ways
        if (equity := equities.get((way.points, way.half))) is not None
    ]
    return tuple(sorted(plays, key=lambda play: play.loss))


def _may_double(place: DraftPlace) -> bool:
    """Return whether the side on roll may double, and would win more by it."""
    seat = place.state.seat
    if seat is None or cube.refusal_to_double(place.state, seat) is not None:
        return False
    return not cube.is_useless(place.state, seat)


def _answer(place: DraftPlace, level: str) -> Hint:
    """The answer to a double, a beaver or an offer to resign."""
    stakes, offer = place.state.stakes, place.state.stakes.offer
    weighed = _weighed(place, level, None)
    if stakes.resigned:
        return Hint(deed="y" if _accepts(place, weighed) else "n", best=weighed)
    assert offer
    assert weighed.cube
    equities = weighed.cube.equities
    if equities.double_take is None or equities.double_pass is None:
        return Hint(deed="t", best=weighed)
    if offer.level:  # twice the stakes of a double that was taken, against twice as much to pay for a drop
        return Hint(deed="p" if equities.double_take < -1 else "t", best=weighed)
    if equities.double_take > equities.double_pass:
        return Hint(deed="p", best=weighed)
    beavers = cube.refusal_to_beaver(place.state, 1 - offer.seat, offer.level + 1) is None
    return Hint(deed="b" if beavers and equities.double_take < 0 else "t", best=weighed)


def _accepts(place: DraftPlace, weighed: Best) -> bool:
    """Return whether what is given up is worth what can be expected of the game."""
    stakes, setting = place.state.stakes, place.state.setting
    assert stakes.resigned
    loser, size = stakes.resigned
    offered = outcome.worth(setting, stakes, size or 1)
    if weighed.worth:
        expected = weighed.worth.points
    else:
        assert weighed.cube
        expected = weighed.cube.cubeless * stakes.cube.value
    return offered >= (expected if weighed.position.seat != loser else -expected)


def _weighed(place: DraftPlace, level: str, dice: tuple[int, int] | None) -> Best:
    """Return what the engine says of the board, with dice or of the cube."""
    position: Position = place.state.thrown(dice)
    return best_with(_weigher(level), position, dice, specification(place.ruleset))


@lru_cache(maxsize=4)
def _weigher(level: str) -> Weigher:
    return weigher(level)
