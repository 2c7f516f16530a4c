"""What a reader does not find again of a match in what was written: the losses of a writer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace

from kotra_notation.formats.format import Source, Writing
from kotra_notation.formats.holding import options
from kotra_notation.formats.losses import (
    GOES_ON,
    LOSSES,
    NO_GAME,
    Ledger,
    clean,
    said,
    stated_length,
    stated_number,
)
from kotra_notation.implied import implied
from kotra_notation.model import Comment, Event, Game, Match, ResultClaim

ReadLines = Callable[[list[str]], Sequence[Match]]


def checked(stated: Sequence[Match], sheets: Iterable[str], read: ReadLines, ledger: Ledger) -> Writing:
    """The sheets of matches as one file, and what a reader of each sheet does not find."""
    texts = list(sheets)
    for ledger.match, (match, text) in enumerate(zip(stated, texts, strict=True), 1):
        compare(match, read(Source(text.encode("utf-8", "replace")).lines), ledger)
    return Writing(content="\n".join(texts), findings=tuple(ledger.findings))


def compare(stated: Match, came: Sequence[Match], ledger: Ledger) -> None:
    """Note what a match says that the matches read in its place do not."""
    ledger.game = None
    if not came and not stated.games:
        ledger.lose("event-lost", NO_GAME)
    _compare_heads(stated, came[0] if came else Match(), ledger)
    found = [(game, place) for match in came for place, game in enumerate(match.games)]
    for ledger.game, game in enumerate(stated.games, 1):
        again, place = found[ledger.game - 1] if ledger.game <= len(found) else (Game(), 1)
        if ledger.game > 1 and place == 0:
            ledger.lose("header-lost", GOES_ON)
        _compare_games(game, again, ledger)


def _compare_heads(stated: Match, came: Match, ledger: Ledger) -> None:
    if stated.length != came.length and (stated.games or stated.length is not None):
        ledger.lose("header-lost", stated_length(stated.length))
    for one, other in zip(stated.players, came.players, strict=True):
        if one.name != other.name and (stated.games or one.name):
            ledger.lose("header-lost", one.name)
    left = Counter(sense for sense, _ in _headers(came))
    for sense, text in _headers(stated):
        left[sense] -= 1
        if left[sense] < 0:
            ledger.lose("header-lost", text)
    for option in options(stated.rules):
        if option not in options(came.rules):
            ledger.lose("rules-lost", option)
    _compare_events(stated.remarks, came.remarks, ledger)


def _headers(match: Match) -> Iterator[tuple[Hashable, str]]:
    """What the head of a match says beside names, length and rules, and how its loss is told."""
    for key, value in match.info:
        yield (key, clean(value)), f"{key}: {value}"
    for seat, player in enumerate(match.players):
        if player.rating:
            yield (seat, clean(player.rating)), f"{player.name}: {player.rating}"
        for key, value in player.extras.items():
            yield (seat, key, clean(value)), f"{player.name}: {key} {value}"


def _compare_games(stated: Game, came: Game, ledger: Ledger) -> None:
    place = ledger.game if came.number is None else came.number
    if stated.number not in (None, place):
        ledger.lose("header-lost", stated_number(stated.number))
    if stated.score and stated.score.score != (came.score.score if came.score else (0, 0)):
        ledger.lose("claim-lost", said(stated.score), stated.score)
    _compare_events(stated.events, came.events, ledger)


def _compare_events(stated: Sequence[Event], came: Sequence[Event], ledger: Ledger) -> None:
    left = Counter(map(_plain, came))
    for index, event in enumerate(stated):
        if implied(stated, index):
            continue
        sense = _plain(event)
        left[sense] -= 1
        if left[sense] < 0:
            ledger.lose(LOSSES.get(type(event), "event-lost"), said(event), event)


def _plain(event: Event) -> Event:
    """The event as a reader would say it: a result that of the winner, and stated."""
    match event:
        case ResultClaim(seat=seat, lost=lost):
            return replace(event, seat=1 - seat if lost else seat, lost=False, derived=False)
        case Comment(text=text):
            return replace(event, text="\n".join(map(clean, text.splitlines())))
        case _:
            return event
