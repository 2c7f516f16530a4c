"""A move of a player in a match with thrown dice: a legal play, the cube, a resignation, and nothing else."""

from __future__ import annotations

from kotra_notation import model
from kotra_notation.record.draft import entered
from kotra_notation.record.draft.open_record import Record, last_deed, record
from kotra_notation.record.draft.view import wanted
from kotra_notation.record.draft.words import DeedEntry, MarkEntry, PlayEntry, typed
from kotra_notation.rules import cube
from kotra_notation.words import phrase

# When a player may do what: by the word for what comes next.
WHEN = {
    "double": "dice",
    "resign": "dice",
    "take": "answer",
    "drop": "answer",
    "beaver": "answer",
    "accept": "answer",
    "refuse": "answer",
    "half": "play",
}


def played(text: str, entry: str) -> str:
    """The text with the move of the player who is on; ValueError for anything that is no move.

    A comment and a mark on the last move are taken too. NotLegalError for a play that is not legal.
    """
    entry = entry.strip()
    here = record(text)
    said = typed(entry)
    if isinstance(said, MarkEntry) or (entry.startswith("#") and len(entry.splitlines()) == 1):
        return entered(text, entry)
    wants, _ = wanted(here.end)
    when = WHEN.get(said.name) if isinstance(said, DeedEntry) and said.seat is None else None
    if isinstance(said, PlayEntry):
        when = "play"
    if when is None or when != wants:
        raise ValueError(_refusal(wants))
    if isinstance(said, DeedEntry) and said.name == "double" and not double_wins(text):
        raise ValueError(phrase("A double wins nothing more in this match."))
    changed = entered(text, entry)
    if wants == "play" and not _has_move(record(changed)):
        raise ValueError(_refusal(wants))
    return changed


def thrown_count(text: str) -> int:
    """Return how often dice were thrown in the match so far."""
    throws = model.Opening | model.Turn
    return sum(isinstance(event, throws) for game in record(text).match.games for event in game.events)


def double_wins(text: str) -> bool:
    """Return whether a double at the end of a record may win more than the stake as it is."""
    place = record(text).end
    return place.seat is not None and not cube.is_useless(place.state, place.seat)


def _has_move(here: Record) -> bool:
    """Return whether the last event is a throw with the move that was made."""
    events = here.match.games[-1].events
    place = last_deed(events)
    turn = None if place is None else events[place]
    return isinstance(turn, model.Turn) and isinstance(turn.deed, model.Play | model.CannotMove)


def _refusal(wants: str) -> str:
    """Say what the player may do instead."""
    if wants == "play":
        return phrase("A legal play comes next: move the checkers, or type the play.")
    if wants == "answer":
        return phrase("An answer comes next.")
    if wants == "nothing":
        return phrase("The match is over.")
    return phrase("Roll first: the desk throws the dice.")
