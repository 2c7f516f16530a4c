"""Seeded slips given to `repair`, and what it proposes held against what was played."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from time import process_time

from kotra_notation.findings import Finding
from kotra_notation.model import Game, Match, ScoreClaim
from kotra_notation.repair.edits import Edit
from kotra_notation.repair.game import Account
from kotra_notation.repair.repairs import Repairs, repair
from kotra_notation.replay import replay
from referees.alike import alike, apart, rules_of
from referees.slip_choices import first_difference
from referees.slips import Slip
from referees.stood import Stood

THREE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Time:
    """Seconds to repair one game, to check it as it is written, and to check the whole match."""

    repairing: float
    checking: float

    @property
    def times(self) -> float:
        """How many checks of the game its repair takes."""
        return self.repairing / self.checking


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A slip, what was proposed for its game, and how good that is.

    `right`: the first choices are what was played, in its game and in the `others` that something is wrong
    in, by number; `own`: the one for its game is. `in_three`: one of the first three is. `gap`: what is lost
    is missed in the right place, whatever is put there. `twin` and `nearer`: the first choice is not what was
    played, but as lawful, and no further from what is written. `sure`: some edit is called sure.
    """

    slip: Slip
    readings: tuple[Account, ...]
    right: bool
    own: bool
    others: tuple[int, ...]
    in_three: bool
    gap: bool
    twin: bool
    nearer: bool
    sure: bool
    sure_wrong: bool
    time: Time


def chosen(match: Match, done: Repairs, number: int = 0, place: int = 0) -> Match:
    """The match with the first choice for every game, and for the one counted so the one at `place`."""
    games = list(match.games)
    for one in done.games:
        here = done.replayed.find_game(one.number).place
        at = place if here == number - 1 else 0
        if at < len(one.readings):
            games[here] = one.readings[at].game
    return replace(match, games=tuple(games))


def readings(done: Repairs, number: int) -> tuple[Account, ...]:
    """What is proposed for a game, counted from 1."""
    asked = done.replayed.games[number - 1].number
    return next((one.readings for one in done.games if one.number == asked), ())


def repaired(match: Match, found: Iterable[Finding] = ()) -> tuple[Repairs, Time]:
    """The repairs of a match that something was found in, and the time of the repair of one of its games."""
    began = process_time()
    done = repair(match, found=found)
    spent = process_time() - began
    games = [match.games[done.replayed.find_game(one.number).place] for one in done.games] or list(
        match.games
    )
    checking = min(timed(lambda: [replay(replace(match, games=(game,))) for game in games]) for _ in range(3))
    whole = min(timed(lambda: replay(match)) for _ in range(2))
    return done, Time(
        repairing=max(spent - whole, 0.0) / len(games) + checking / len(games), checking=checking / len(games)
    )


def peak(match: Match) -> int:
    """The bytes that repairing a match holds at most, beyond what was held before."""
    tracemalloc.start()
    repair(match)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def timed(action: Callable[[], object]) -> float:
    began = process_time()
    action()
    return process_time() - began


def measured(slip: Slip) -> Case:
    """The slip repaired, and the repair held against the truth."""
    done, time = repaired(slip.match, slip.found)
    found = readings(done, slip.game)
    places = range(len(slip.truth.games))
    first = chosen(slip.match, done)
    right = alike(first, slip.truth, places)
    others = (chosen(slip.match, done, slip.game, place) for place in range(1, min(THREE, len(found))))
    lawful = not right and first != slip.match and not new_findings(first, slip.truth)
    further = distance(first, slip.match) - distance(slip.truth, slip.match) if lawful else 1
    gap = slip.open and missed_there(slip, first)
    sure = {
        done.replayed.find_game(one.number).place: one.readings[0].sure_edits
        for one in done.games
        if one.readings
    }
    return Case(
        slip=slip,
        readings=found,
        right=right,
        own=alike(first, slip.truth, [slip.game - 1]),
        others=tuple(
            n for n in range(1, len(slip.truth.games) + 1) if n != slip.game and spoilt(slip, first, n)
        ),
        in_three=right or any(alike(other, slip.truth, places) for other in others),
        gap=gap,
        twin=further == 0,
        nearer=further < 0,
        sure=any(sure.values()),
        sure_wrong=not (right or gap)
        and any(misled(slip, place, edit) for place in sure for edit in sure[place]),
        time=time,
    )


def misled(slip: Slip, place: int, edit: Edit) -> bool:
    """Whether an edit of a game leads away from what was played."""
    ruleset, written, truth = rules_of(slip.truth), slip.match.games[place], slip.truth.games[place]
    edited = applied(written, edit)
    detour = apart(written, edited, ruleset) + apart(edited, truth, ruleset)
    return detour > apart(written, truth, ruleset)


def applied(game: Game, edit: Edit) -> Game:
    """The game with one edit and no other."""
    for score in edit.new:
        if isinstance(score, ScoreClaim):
            return replace(game, score=score)
    events = (*game.events[: edit.place], *edit.new, *game.events[edit.place + len(edit.old) :])
    return replace(game, events=events)


def new_findings(match: Match, truth: Match) -> Counter[str]:
    """What is said of a match beyond what is said of the true one."""
    said, known = (Counter(found.code for found in replay(one).findings) for one in (match, truth))
    return said - known


def distance(match: Match, written: Match) -> int:
    """How many characters a reading of the match changes."""
    ruleset = rules_of(written)
    pairs = zip(match.games, written.games, strict=True)
    return sum(apart(one, two, ruleset) for one, two in pairs if one != two)


def spoilt(slip: Slip, first: Match, number: int) -> bool:
    """Whether something is made of a game that it was not."""
    return not alike(first, slip.truth, [number - 1])


def missed_there(slip: Slip, first: Match) -> bool:
    """Whether all but the one lost turn is as it was."""
    truth, proposed = (match.games[slip.game - 1] for match in (slip.truth, first))
    lost = first_difference(truth, slip.match.games[slip.game - 1])
    without = (*truth.events[:lost], *truth.events[lost + 1 :])
    longer = len(proposed.events) == len(truth.events)
    return without == ((*proposed.events[:lost], *proposed.events[lost + 1 :]) if longer else proposed.events)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """An illegal play that stood, and whether its game was left alone and the others too."""

    stood: Stood
    readings: tuple[Account, ...]
    alone: bool
    sure: bool
    time: Time

    @property
    def sure_wrong(self) -> bool:
        """Whether a repair of what needs none is called sure."""
        return self.sure and not self.alone


def left(one: Stood) -> Standing:
    """The record with a play that stood, given to be repaired."""
    done, time = repaired(one.match)
    found = readings(done, one.game)
    return Standing(
        stood=one,
        readings=found,
        alone=alike(chosen(one.match, done), one.match, range(len(one.match.games))),
        sure=bool(found and found[0].sure_edits),
        time=time,
    )
