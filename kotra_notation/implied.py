"""Parts of a record that follow from others: events, the order of games, the way of writing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from kotra_notation import model

NOTATION, SHORTHAND = "notation", "shorthand"


class Spelling(NamedTuple):
    """The things that a notation spells out and a record may leave to the board.

    `single_steps`: every step of a checker, not only where it came to stand. `hit_marks`: every hit, for its
    readers rely on the marks. `says_dances`: that a roll allows no play. `cube_values`: what the cube is
    turned to.
    """

    single_steps: bool = False
    hit_marks: bool = False
    says_dances: bool = False
    cube_values: bool = False


class GameOrder(NamedTuple):
    """The order in which games were played, if it differs from the record.

    `places` has the place of each game, from 0. `numbers_stay` and `scores_stay`: these are already in order.
    """

    places: tuple[int, ...]
    numbers_stay: bool = False
    scores_stay: bool = False

    @property
    def moved(self) -> list[int]:
        """The places where another game stands than was played there."""
        return [here for here, source in enumerate(self.places) if here != source]


# A number above this is a slip of the pen.
HIGHEST_NUMBER = 9999


def game_numbers(games: Sequence[model.Game]) -> tuple[int, ...]:
    """Return the numbers of games: as the record gives them if they rise, else counted from 1."""
    numbers: list[int] = []
    for game in games:
        before = numbers[-1] if numbers else 0
        number = before + 1 if game.number is None else game.number
        if not before < number <= HIGHEST_NUMBER:
            return tuple(range(1, len(games) + 1))
        numbers.append(number)
    return tuple(numbers)


def games_in_order(games: Sequence[model.Game], order: GameOrder) -> tuple[model.Game, ...]:
    """Return the games as they were played."""
    return tuple(
        replace(
            games[source],
            number=(games[here] if order.numbers_stay else games[source]).number,
            score=(games[here] if order.scores_stay else games[source]).score,
        )
        for here, source in enumerate(order.places)
    )


def is_implied(events: Sequence[model.Event], index: int) -> bool:
    """Return whether another event that every notation holds says this one too."""
    event = events[index]
    match event:
        case model.Opening(dice=(first, second)):
            behind = islice(events, index + 1, None)
            turn = next(
                (
                    event
                    for event in behind
                    if isinstance(event, model.Turn | model.Double | model.AutomaticDouble)
                ),
                None,
            )
            if first == second or not isinstance(turn, model.Turn):
                return False
            return turn.seat == int(second > first) and sorted(turn.dice) == sorted((first, second))
        case model.Resignation():
            answer, *rest = *_acts(events[index + 1 :]), None
            accepted = isinstance(answer, model.ResignationAnswer)
            claim = rest[0] if accepted else answer
            return (not accepted or _answers(answer, event)) and _ends_by(claim, event, events[:index])
        case model.ResignationAnswer():
            offer = next(_acts(reversed(events[:index])), None)
            claim = next(_acts(events[index + 1 :]), None)
            return _answers(event, offer) and isinstance(claim, model.ResultClaim)
        case model.ResultClaim(lost=True, seat=seat, points=points):
            return any(
                isinstance(event, model.ResultClaim)
                and (event.seat, event.points, event.lost) == (1 - seat, points, False)
                for event in events
            )
        case _:
            return False


def _acts(events: Iterable[model.Event]) -> Iterator[model.Event]:
    """The events that are more than remarks."""
    return (event for event in events if not isinstance(event, model.Annotation))


def _answers(answer: model.Event | None, offer: model.Event | None) -> bool:
    """Return whether an answer accepts an offer to resign of the other side."""
    return (
        isinstance(answer, model.ResignationAnswer)
        and answer.accepted
        and isinstance(offer, model.Resignation)
        and offer.seat != answer.seat
    )


def _ends_by(claim: model.Event | None, offer: model.Resignation, before: Sequence[model.Event]) -> bool:
    """Return whether a result is that of an offer to resign: the other side wins as much as was given up."""
    over = isinstance(next(_acts(reversed(before)), None), model.Drop | model.ResultClaim)
    if over or not isinstance(claim, model.ResultClaim) or claim.winner == offer.seat:
        return False
    return offer.size is None or claim.points is None or claim.points == offer.size * _cube(before)


def _cube(events: Iterable[model.Event]) -> int:
    """Return what the cube stands at behind events, as they are written."""
    cube = offered = 1
    for event in events:
        match event:
            case model.SetPosition(position=position):
                cube = offered = position.cube.value
            case model.AutomaticDouble():
                cube = offered = cube * 2
            case model.Double():
                offered = cube * 2
            case model.Beaver():
                offered *= 2
            case model.Take() | model.Turn():
                cube = offered
    return cube


def stated_shorthand(info: Iterable[tuple[str, str]]) -> tuple[str, ...] | None:
    """The words behind `notation: shorthand` among headers, None where plays are not written short."""
    for key, value in info:
        first, *words = (word.strip() for word in value.split(","))
        if key == NOTATION and first == SHORTHAND:
            return tuple(words)
    return None


def with_thrower(events: Sequence[model.Event]) -> tuple[model.Event, ...]:
    """The events of a game with each position seen by the side that throws behind it."""
    after: list[model.Event] = []
    thrower: int | None = None
    for event in reversed(events):
        if isinstance(event, model.Turn | model.Double):
            thrower = event.seat
        elif isinstance(event, model.SetPosition):
            event, thrower = seen_by(event, thrower), None
        after.append(event)
    return tuple(reversed(after))


def seen_by(event: model.SetPosition, seat: int | None) -> model.SetPosition:
    """Return the position with `seat` to throw, where that is known."""
    position = event.position
    if seat is None or seat == position.seat:
        return event
    return replace(event, position=replace(position.passed(), dice=position.dice, offer=position.offer))
