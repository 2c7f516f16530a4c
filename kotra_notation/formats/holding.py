"""The things a notation can hold, and the rest of a match, which it leaves out.

A notation names the things it holds; `reduce_match` takes the others out of the match, each into the ledger.
What is said by something else that is kept, as accepted resignations are by results, is not lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, TypeVar

from kotra_notation import model
from kotra_notation.board import BAR, OFF
from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.formats.losses import LOSSES, SHOWN, Ledger, clean, event_words, words_of
from kotra_notation.formats.plays import without_hits
from kotra_notation.implied import is_implied, with_thrower

_USUAL = "modern"
_OLD_GAME = ("forn", "davidsson")


class Thing(StrEnum):
    """Things a record may hold beside dice and plays: the columns of `kotra formats`."""

    HITS = "hits"
    OPENINGS = "openings"
    CUBE = "cube"
    BEAVERS = "beavers"
    AUTOMATIC = "automatic doubles"
    RESIGNATIONS = "resignations"
    SETTLEMENTS = "settlements"
    FORFEITS = "forfeits"
    DRAWS = "draws"
    VOID_THROWS = "void throws"
    RULINGS = "rulings"
    UNKNOWN_PLAYS = "unknown plays"
    REACHED = "illegal positions"
    UNREAD = "unread plays"
    SETUPS = "set-ups"
    RESULTS = "results"
    KINDS = "kinds of wins"
    SCORES = "scores"
    SCORES_WITHIN = "scores within games"
    REMARKS = "remarks before the games"
    COMMENTS = "comments"
    AUTHORS = "authors of comments"
    MARKS = "marks"
    ANALYSIS = "analysis"
    CLOCKS = "clocks"
    VIDEO = "video"
    EXTRAS = "extras"
    RULES = "rules by name"
    OLD_GAME = "old kotra"


EVERYTHING = frozenset(Thing)
AnyEvent = TypeVar("AnyEvent", bound=model.Event)


def is_old(match: model.Match) -> bool:
    """Return whether a match names rules of the old game."""
    return (match.rules or "").strip().lower().startswith(_OLD_GAME)


def refusal(match: model.Match, holds: frozenset[Thing]) -> Finding | None:
    """Return why a match cannot be written at all, None where it can."""
    if is_old(match) and Thing.OLD_GAME not in holds:
        return finding("game-not-expressible", written=clean(match.rules or "")[:SHOWN])
    if Thing.BEAVERS not in holds:
        # Without the beaver the double would stand unanswered, and nothing behind it could be followed.
        for number, game in enumerate(match.games, 1):
            if any(isinstance(event, model.Beaver) for event in game.events):
                return finding("game-not-expressible", written=phrase("a beaver")).at(game=number)
    return None


def reduce_match(match: model.Match, holds: frozenset[Thing], ledger: Ledger) -> model.Match:
    """The match without the things a notation does not hold; its head is left to the writer."""
    ledger.game = None
    if Thing.RULES not in holds and (name := unusual_rules(match.rules)):
        ledger.lose("rules-lost", name)
    rules = match.rules if holds == EVERYTHING else _without_overruled(match.rules, ledger)
    before = holds | {Thing.COMMENTS} if Thing.REMARKS in holds else frozenset()
    remarks = _reduce_events(match.remarks, before, ledger)
    games: list[model.Game] = []
    for ledger.game, game in enumerate(match.games, 1):
        score = game.score
        if score and not score.derived and Thing.SCORES not in holds and any(score.score):
            ledger.lose("claim-lost", event_words(score), score)
        left = score if Thing.SCORES in holds else None
        if Thing.SETUPS in holds and holds != EVERYTHING:
            for event, read in zip(game.events, with_thrower(game.events), strict=True):
                if read is not event:  # another side throws next than the position says, which is never read
                    ledger.lose("event-lost", event_words(event), event)
        games.append(replace(game, score=left, events=_reduce_events(game.events, holds, ledger)))
    ledger.game = None
    return replace(match, rules=rules, remarks=remarks, games=tuple(games))


def _without_overruled(rules: str | None, ledger: Ledger) -> str | None:
    """Return the rules with each option once: of two that contradict each other the last counts."""
    last = {option.partition("=")[0]: option for option in options(rules)}
    for option in options(rules):
        if option not in last.values():
            ledger.lose("rules-lost", option)
    return None if rules is None else ",".join([rules.partition(",")[0].strip(), *last.values()])


def _reduce_events(
    events: Sequence[AnyEvent], holds: frozenset[Thing], ledger: Ledger
) -> tuple[AnyEvent, ...]:
    left: list[Any] = []
    for index, event in enumerate(events):
        needed = needed_thing(event)
        if isinstance(event, model.Turn) and holds != EVERYTHING and _leaves_the_board(event):
            ledger.lose("event-lost", event_words(event), event)
            unread = replace(event, deed=model.Unread(text=event.text), text="", singly=False)
            left.append(unread if Thing.UNREAD in holds and event.text else _reduce_turn(unread, holds))
        elif needed is None or needed in holds:
            left.append(_reduce_details(event, holds, ledger))
        else:
            if not is_implied(events, index):
                ledger.lose(LOSSES.get(type(event), "event-lost"), event_words(event), event)
            if isinstance(event, model.Turn):
                left.append(_reduce_details(_reduce_turn(event, holds), holds, ledger))
    return tuple(left)


def _leaves_the_board(turn: model.Turn) -> bool:
    """Return whether a play names a point that no board has, as only our own notations write it."""
    hops = turn.deed.hops if isinstance(turn.deed, model.Play) else ()
    return not all(OFF <= point <= BAR for hop in hops for point in hop[:2])


def _reduce_turn(turn: model.Turn, holds: frozenset[Thing]) -> model.Turn:
    """Return what is left of a turn: its dice, and its play where that one can be held."""
    deed = model.NotRecorded() if Thing.UNKNOWN_PLAYS in holds else model.Blank()
    if isinstance(turn.deed, model.Play):
        return replace(turn, deed=replace(turn.deed, half=False), singly=False)
    return replace(turn, deed=deed, singly=False)


def _reduce_details(event: model.Event, holds: frozenset[Thing], ledger: Ledger) -> model.Event:
    """Return the event without the marks of hits, and the author, where these cannot be held."""
    match event:
        case model.Turn(deed=model.Play(hops=hops) as play) if Thing.HITS not in holds:
            if not any(hop.taken for hop in hops):
                return event
            return replace(event, deed=replace(play, hops=without_hits(hops)))
        case model.Comment(author=author, language=language) if Thing.AUTHORS not in holds:
            if author or language:
                ledger.lose("annotation-lost", words_of(event), event)
            return replace(event, author=None, language=None)
        case _:
            return event


# What a notation must hold for an event, by its class; turns by what was done.
NEEDED: dict[type[model.Event], Thing] = {
    model.AwardClaim: Thing.OLD_GAME,
    model.PhaseStart: Thing.OLD_GAME,
    model.Opening: Thing.OPENINGS,
    model.Double: Thing.CUBE,
    model.Take: Thing.CUBE,
    model.Drop: Thing.CUBE,
    model.Beaver: Thing.BEAVERS,
    model.AutomaticDouble: Thing.AUTOMATIC,
    model.Resignation: Thing.RESIGNATIONS,
    model.ResignationAnswer: Thing.RESIGNATIONS,
    model.Settlement: Thing.SETTLEMENTS,
    model.Forfeit: Thing.FORFEITS,
    model.Draw: Thing.DRAWS,
    model.VoidThrow: Thing.VOID_THROWS,
    model.Ruling: Thing.RULINGS,
    model.SetPosition: Thing.SETUPS,
    model.ResultClaim: Thing.RESULTS,
    model.ScoreClaim: Thing.SCORES_WITHIN,
    model.Comment: Thing.COMMENTS,
    model.Mark: Thing.MARKS,
    model.Evaluation: Thing.ANALYSIS,
    model.Clock: Thing.CLOCKS,
    model.Video: Thing.VIDEO,
    model.Extra: Thing.EXTRAS,
}
_DEEDS = {
    model.NotRecorded: Thing.UNKNOWN_PLAYS, model.Reached: Thing.REACHED, model.Unread: Thing.UNREAD
}  # fmt: skip


def needed_thing(event: model.Event) -> Thing | None:
    """Return what a notation must hold for an event; None for what every notation of plays holds."""
    if not isinstance(event, model.Turn):
        return NEEDED[type(event)]
    old = event.singly or (isinstance(event.deed, model.Play) and event.deed.half)
    return _DEEDS.get(type(event.deed), Thing.OLD_GAME if old else None)


def unusual_rules(rules: str | None) -> str:
    """The name of a rule set that is not what everybody supposes; empty where it is."""
    name = (rules or "").partition(",")[0].strip()
    return "" if name.lower() == _USUAL else name


def options(rules: str | None) -> list[str]:
    """The options of a specification such as `modern,texas=on`, spelled as there."""
    stated = (option.partition("=") for option in (rules or "").lower().split(",")[1:] if option.strip())
    return [f"{key.strip()}{sign}{value.strip()}" for key, sign, value in stated]


def reduce_matches(
    matches: Iterable[model.Match], holds: frozenset[Thing]
) -> tuple[list[model.Match], Ledger]:
    """Return what is kept of several matches, with one ledger; none if one cannot be written."""
    ledger = Ledger()
    left: list[model.Match] = []
    for ledger.match, match in enumerate(matches, 1):
        if refused := refusal(match, holds):
            ledger.findings.append(refused.at(match=ledger.match))
            return [], ledger
        left.append(reduce_match(match, holds, ledger))
    return left, ledger
