"""Deeds that are typed by a word: the cube, resignations and their answers, as events of whose turn it is."""

from __future__ import annotations

from collections.abc import Callable

from kotra_notation import model
from kotra_notation.findings import finding, sentences
from kotra_notation.record.draft.open_record import DraftPlace, Record
from kotra_notation.record.draft.plays import in_words
from kotra_notation.record.draft.words import DeedEntry
from kotra_notation.rules import cube
from kotra_notation.words import phrase

Deed = model.CubeAction | model.Resignation | model.ResignationAnswer


def _double(place: DraftPlace, entry: DeedEntry) -> Deed:
    value = place.state.stakes.cube.value * 2
    return model.Double(seat=_on_roll(place), value=value)


def _take(place: DraftPlace, entry: DeedEntry) -> Deed:
    return model.Take(seat=_answering(place))


def _drop(place: DraftPlace, entry: DeedEntry) -> Deed:
    return model.Drop(seat=_answering(place))


def _beaver(place: DraftPlace, entry: DeedEntry) -> Deed:
    offer = place.state.stakes.offer
    if offer is None:
        raise ValueError(phrase("There is no double to beaver."))
    return model.Beaver(seat=1 - offer.seat, value=offer.value * 2, level=offer.level + 1)


def _resign(place: DraftPlace, entry: DeedEntry) -> Deed:
    forms = place.ruleset.facts.forms
    if entry.size is None and not forms:
        raise ValueError(phrase("Say what is given up: r1 a single game, r2 a gammon, r3 a backgammon."))
    seat = _on_roll(place) if entry.seat is None else entry.seat
    return model.Resignation(seat=seat, size=None if forms else entry.size)


def _accept(place: DraftPlace, entry: DeedEntry) -> Deed:
    return _answer(place, accepted=True)


def _refuse(place: DraftPlace, entry: DeedEntry) -> Deed:
    return _answer(place, accepted=False)


def _answer(place: DraftPlace, *, accepted: bool) -> Deed:
    """The answer to what is on offer: a resignation, else a double."""
    stakes = place.state.stakes
    if stakes.resigned:
        return model.ResignationAnswer(seat=1 - stakes.resigned[0], accepted=accepted)
    return (model.Take if accepted else model.Drop)(seat=_answering(place))


def _on_roll(place: DraftPlace) -> int:
    if place.seat is None:
        raise ValueError(phrase("Nobody is on roll yet; type the opening throw, a number each: 31."))
    return place.seat


def _answering(place: DraftPlace) -> int:
    offer = place.state.stakes.offer
    if offer is None:
        raise ValueError(phrase("Nothing waits for an answer."))
    return 1 - offer.seat


DEEDS: dict[str, Callable[[DraftPlace, DeedEntry], Deed]] = {
    "double": _double,
    "take": _take,
    "drop": _drop,
    "beaver": _beaver,
    "resign": _resign,
    "accept": _accept,
    "refuse": _refuse,
}


def refused(record: Record, place: DraftPlace, event: model.Event) -> str | None:
    """Return why the rules do not allow a double or a beaver here; None where they do, and of other deeds."""
    state = place.state
    match event:
        case model.Double():
            if state.stakes.offer or state.stakes.resigned:
                return phrase("What is on offer waits for its answer.")
            name = cube.refusal_to_double(state, event.seat)
        case model.Beaver():
            name = cube.refusal_to_beaver(state, event.seat, event.level)
        case model.Resignation() if state.stakes.offer or state.stakes.resigned:
            return phrase("What is on offer waits for its answer.")
        case _:
            return None
    if name is None:
        return None
    held, limit = state.stakes.cube, cube.limit(place.ruleset)
    found = finding(name, seat=event.seat, owner=held.owner, value=held.value, limit=limit)
    return sentences(in_words(record, place, found))
