"""The engine as a player in a record that is being written: it throws, plays, doubles and answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp
from random import Random

from kotra_notation.engine.results import OWN_OUTCOMES
from kotra_notation.errors import KotraError
from kotra_notation.features.best.job import Best, best_with
from kotra_notation.jobs.engine import LEVEL_NAMES, open_engine
from kotra_notation.jobs.rows import Row, row
from kotra_notation.model import Resignation
from kotra_notation.record.draft import enter
from kotra_notation.record.draft.open_record import DraftPlace, Record, record
from kotra_notation.record.draft.plays import LegalWay, ways
from kotra_notation.record.draft.view import next_action
from kotra_notation.rules import cube, outcome, specification
from kotra_notation.rules.ruleset import Stakes
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

# A source of dice: a random generator, or a function that returns two dice.
DiceSource = Random | Callable[[], tuple[int, int]]

_engine = lru_cache(maxsize=4)(open_engine)

QUICK = "quick"
# A beginner takes a play by chance: e times more rarely for each so much that it loses, in ordinary wins.
BEGINNER, BEGINNER_LOSS = "beginner", 0.15
LEVELS = (BEGINNER, *LEVEL_NAMES)
# A game is resigned where no chance of anything better is as large as this.
NO_HOPE = 0.001
# A resignation is accepted that is worth less than what is expected by so much of a single game.
ENOUGH = 0.01
MOST_DEEDS = 100  # of one side without an answer of the other; after-throws may be a dozen


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPlay:
    """A legal play with its equity and what it loses to the best play."""

    way: LegalWay
    equity: float
    loss: float

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the row, with the numbers."""
        return {**self.way.as_json(tongue), **row(self, "equity loss")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """The engine's advice at the end of a record: plays, best first, or the cube decision in `best`.

    `deed` is the entry to type: a play, `d`, `t`, `p`, `b`, `y`, `n`, or empty to roll the dice.
    """

    deed: str
    plays: tuple[RankedPlay, ...] = ()
    best: Best | None = None

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the row; `cube` has the cube decision."""
        best = self.best.as_json(tongue) if self.best else {}
        return {**row(self, "deed plays", tongue), "cube": best.get("cube")}


def rank_plays(text: str, level: str = QUICK) -> tuple[RankedPlay, ...]:
    """Return the legal plays of the throw that waits, best first, by the engine at a `level`.

    None where no throw waits. ValueError, with what to install, where numpy is absent, and for rules that the
    engine does not know.
    """
    here = record(text)
    legal_ways = ways(here.end, here.points)
    return _rank_legal(here.end, legal_ways, level) if legal_ways else ()


def hint(text: str, level: str = QUICK) -> Hint:
    """Return what the engine would do at the end of a record; ValueError as of `rank_plays`."""
    end = record(text).end
    wants, _ = next_action(end)
    if wants == "play":
        plays = rank_plays(text, level)
        return Hint(deed=plays[0].way.text if plays else "", plays=plays)
    if wants == "answer":
        return _answer(end, level)
    if wants == "dice" and _may_double(end):
        verdict = _verdict(end, level, None)
        assert verdict.cube
        doubles = verdict.cube.equities.action in ("double-take", "double-pass")
        return Hint(deed="d" if doubles else "", best=verdict)
    return Hint(deed="")


def loss_of(text: str, entry: str, level: str = QUICK) -> float:
    """Return what an entry at the end of a record loses to the best one; ValueError as of `rank_plays`.

    The entry is a play as it is written, `d`, `t`, `p`, `b`, or empty to roll the dice. Of any other, and of
    the answer to a beaver, nothing is known: 0.
    """
    end = record(text).end
    wants, _ = next_action(end)
    if wants == "play":
        return next((play.loss for play in rank_plays(text, level) if play.way.text == entry), 0.0)
    offer = end.state.stakes.offer
    if (wants == "dice" and _may_double(end)) or (wants == "answer" and offer and not offer.level):
        weighed = _verdict(end, level, None).cube
        assert weighed
        equities = weighed.equities
        answers = {"t": equities.double_take, "p": equities.double_pass, "b": equities.double_beaver}
        rolls = {"": -equities.no_double, "d": -equities.double}
        known = {key: worth for key, worth in (answers if offer else rolls).items() if worth is not None}
        return known[entry] - min(known.values()) if entry in known else 0.0
    return 0.0


def answer(text: str, seat: int, level: str, dice: DiceSource) -> str:
    """Return the text with all that the engine does as `seat` until the other side is on or the game over.

    It throws the opening dice too, where a game has begun; the next game it does not begin. `dice` are thrown
    by a generator or a function. It doubles, beavers, takes and drops, accepts a resignation that is worth
    what it expects, and resigns once a game for what it is sure to lose. ValueError as of `rank_plays`.
    """
    if seat not in (0, 1):
        raise KotraError("Seats are 0 and 1; there is no seat {seat}.", seat=seat)
    for _ in range(MOST_DEEDS):
        entry = _next_entry(text, seat, level, dice)
        if entry is None:
            break
        text = enter(text, entry)
    return text


def _next_entry(text: str, seat: int, level: str, dice: DiceSource) -> str | None:
    """Return the next entry of the engine; None where it has nothing to do."""
    here = record(text)
    place = here.end
    wants, side = next_action(place)
    if wants == "opening":
        return _throw(dice)
    if side != seat:
        return None
    if wants == "play":
        return _choose_play(here, level)
    skill = QUICK if level == BEGINNER else level
    if wants == "answer":
        return _answer(place, skill).deed
    return _resignation(here, seat) or hint(text, skill).deed or _throw(dice)


def _choose_play(here: Record, level: str) -> str:
    """Return the play to make; ValueError where the board is uncertain."""
    place, legal_ways = here.end, ways(here.end, here.points)
    if not legal_ways:
        raise KotraError(
            "The board is uncertain after an illegal play, so the engine cannot continue from here."
        )
    if len(legal_ways) == 1:
        return legal_ways[0].text
    plays = _rank_legal(place, legal_ways, QUICK if level == BEGINNER else level)
    if level != BEGINNER or not plays:
        return (plays[0].way if plays else legal_ways[0]).text
    softness = BEGINNER_LOSS * outcome.worth(place.state.setting, Stakes(), 1)
    weights = [exp(-play.loss / softness) for play in plays]
    # The same for the same record: a play that is asked for again is the same.
    return Random(here.text).choices(plays, weights)[0].way.text


def _resignation(here: Record, seat: int) -> str:
    """Return the entry that resigns a game which is lost; empty while anything may come of it."""
    place = here.end
    events = here.match.games[place.game].events if place.game < len(here.match.games) else ()
    known = place.state.seat == seat
    if not known or any(isinstance(event, Resignation) and event.seat == seat for event in events):
        return ""
    verdict = _verdict(place, QUICK, None)
    worth = {size: outcome.worth(place.state.setting, place.state.stakes, size) for size in (1, 2, 3)}
    if verdict.worth:
        hope = sum(verdict.worth.chances[: len(OWN_OUTCOMES)])
        lost = -verdict.worth.points
    else:
        assert verdict.cube
        hope, _, _, gammon, backgammon = verdict.cube.chances
        lost = worth[1] + gammon * (worth[2] - worth[1]) + backgammon * (worth[3] - worth[2])
    size = next((size for size in worth if abs(worth[size] - lost) < NO_HOPE * worth[1]), None)
    if hope > NO_HOPE or size is None:
        return ""
    return "r" if place.ruleset.facts.forms else f"r{size}"


def _throw(dice: DiceSource) -> str:
    first, second = (dice.randint(1, 6), dice.randint(1, 6)) if isinstance(dice, Random) else dice()
    return f"{first}{second}"


def _rank_legal(place: DraftPlace, legal_ways: list[LegalWay], level: str) -> tuple[RankedPlay, ...]:
    """Return legal plays by their worth; those that the engine does not tell apart stand together."""
    assert place.pending
    best_first = _verdict(place, level, place.pending.dice).plays
    best = best_first[0].equity if best_first else 0.0
    equities = {(play.points, play.half): play.equity for play in best_first}
    plays = [
        RankedPlay(way=way, equity=equity, loss=best - equity)
        for way in legal_ways
        if (equity := equities.get((way.points, way.half))) is not None
    ]
    return tuple(sorted(plays, key=lambda play: play.loss))


def _may_double(place: DraftPlace) -> bool:
    """Return whether the side on roll may double, and would win more by it."""
    state, seat = place.state, place.state.seat
    if seat is None or cube.refusal_to_double(state, seat) is not None:
        return False
    return not cube.is_useless(state, seat)


def _answer(place: DraftPlace, level: str) -> Hint:
    """Return the answer to a double, a beaver or an offer to resign."""
    stakes, offer = place.state.stakes, place.state.stakes.offer
    verdict = _verdict(place, level, None)
    if stakes.resigned:
        return Hint(deed="y" if _accepts(place, verdict) else "n", best=verdict)
    assert offer
    assert verdict.cube
    equities = verdict.cube.equities
    if equities.double_take is None or equities.double_pass is None:
        deed = "t"
    elif offer.level:  # twice the stakes of a double that was taken, against twice as much to pay for a drop
        deed = "p" if equities.double_take < -1 else "t"
    elif equities.double_take > equities.double_pass:
        deed = "p"
    else:
        beavers = cube.refusal_to_beaver(place.state, 1 - offer.seat, offer.level + 1) is None
        deed = "b" if beavers and equities.double_take < 0 else "t"
    return Hint(deed=deed, best=verdict)


def _accepts(place: DraftPlace, verdict: Best) -> bool:
    """Return whether what is given up is worth what can be expected of the game."""
    stakes, setting = place.state.stakes, place.state.setting
    assert stakes.resigned
    loser, size = stakes.resigned
    offered = outcome.worth(setting, stakes, size or 1)
    if verdict.worth:
        expected = verdict.worth.points
    else:
        assert verdict.cube
        expected = verdict.cube.cubeless * stakes.cube.value
    single = outcome.worth(setting, stakes, 1)
    return offered + ENOUGH * single >= (expected if verdict.position.seat != loser else -expected)


def _verdict(place: DraftPlace, level: str, dice: tuple[int, int] | None) -> Best:
    """Return the verdict of the engine on the board, with dice or on the cube."""
    return best_with(_engine(level), place.state.thrown(dice), dice, specification(place.ruleset))
