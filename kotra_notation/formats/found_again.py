"""The losses of a writer: whatever of a match its own reader does not find again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, takewhile, zip_longest

from kotra_notation import model
from kotra_notation.dates import plain_header
from kotra_notation.findings import phrase
from kotra_notation.formats import holding
from kotra_notation.formats.format import Source, Writing
from kotra_notation.formats.holding import options
from kotra_notation.formats.plays import gather
from kotra_notation.implied import game_numbers, is_implied

ReadLines = Callable[[list[str]], Sequence[model.Match]]
Plain = Callable[[str], str]


def check_written(
    stated: Sequence[model.Match],
    sheets: Iterable[str],
    read: ReadLines,
    ledger: holding.Ledger,
    *,
    index: str = "",
    between: str = "\n",
    plain: Plain = holding.clean,
) -> Writing:
    """Return the sheets of matches as one file, and what a reader does not find of each on its sheet.

    `plain` takes the mere spelling out of a text; a notation that keeps texts as they are gives `str`.
    """
    texts = list(sheets)
    content = index + between.join(texts)
    for ledger.match, (match, text) in enumerate(zip(stated, texts, strict=True), 1):
        compare(match, read(Source(text.encode("utf-8", "replace")).lines), ledger, plain)
    if len(texts) > 1:
        came = read(Source(content.encode("utf-8", "replace")).lines)
        _compare_beginnings(stated, came, ledger)
    return Writing(content=content, findings=tuple(ledger.findings))


def _compare_beginnings(
    stated: Sequence[model.Match], came: Sequence[model.Match], ledger: holding.Ledger
) -> None:
    """Note the matches that would be read as the end of the one before them."""
    begun = {0, *accumulate(len(match.games) for match in came)}
    before, ledger.game = 0, None
    for ledger.match, match in enumerate(stated, 1):
        if match.games and before not in begun:
            ledger.lose("header-lost", phrase("the beginning of another match"))
        before += len(match.games)


def compare(
    stated: model.Match, came: Sequence[model.Match], ledger: holding.Ledger, plain: Plain = holding.clean
) -> None:
    """Note what a match says that the matches read in its place do not."""
    ledger.game = None
    if not stated.games and (not came or any(match.games for match in came)):
        ledger.lose("event-lost", holding.NO_GAME)
    head, *others = came or [model.Match()]
    _compare_heads(stated, head, ledger, plain)
    games = [*head.games, *(replace(game, number=None) for match in others for game in match.games)]
    begun = set(accumulate(len(match.games) for match in came[:-1]))
    numbers = game_numbers(stated.games)
    for index, (game, again) in enumerate(zip_longest(stated.games, games, fillvalue=model.Game())):
        ledger.game = numbers[index] if index < len(numbers) else index + 1
        if index in begun:
            ledger.lose("header-lost", holding.GOES_ON)
        if game.number not in (None, index + 1 if again.number is None else again.number):
            ledger.lose("header-lost", holding.stated_number(game.number))
        if game.score and game.score.score != (again.score.score if again.score else (0, 0)):
            ledger.lose("claim-lost", holding.event_words(game.score), game.score)
        _compare_events(_bare_positions(game, stated), _bare_positions(again, head), ledger, plain)


def _bare_positions(game: model.Game, match: model.Match) -> list[model.Event]:
    """Return the events of a game; positions have no score and length where the head has the same."""
    known = (game.score.score if game.score else (0, 0)), match.length or 0
    events: list[model.Event] = []
    for event in game.events:
        if isinstance(event, model.SetPosition):
            standing = event.position.standing
            if (standing.score, standing.length) == known:
                crawford = standing.crawford and standing.length - 1 not in standing.score
                standing = replace(standing, score=(0, 0), length=0, crawford=crawford)
            event = replace(event, position=replace(event.position, standing=standing))
        events.append(event)
    return events


def _compare_heads(stated: model.Match, came: model.Match, ledger: holding.Ledger, plain: Plain) -> None:
    if stated.length != came.length and (stated.games or stated.length is not None):
        ledger.lose("header-lost", holding.stated_length(stated.length))
    for player, other in zip(stated.players, came.players, strict=True):
        if player.name != other.name and (stated.games or player.name):
            ledger.lose("header-lost", player.name)
    left = Counter(sense for sense, _ in _headers(came, plain))
    for sense, text in _headers(stated, plain):
        left[sense] -= 1
        if left[sense] < 0:
            ledger.lose("header-lost", text)
    for option in options(stated.rules):
        if option not in options(came.rules):
            ledger.lose("rules-lost", option)
    _compare_events(stated.remarks, came.remarks, ledger, plain)


def _headers(match: model.Match, plain: Plain) -> Iterator[tuple[Hashable, str]]:
    """Yield what the head of a match says beside names, length and rules, and how its loss is told."""
    for key, value in match.info:
        yield (key, plain(plain_header(key, value))), f"{key}: {value}"
    for seat, player in enumerate(match.players):
        if player.rating:
            words = phrase("{player}: rating {rating}", player=player.name, rating=player.rating)
            yield (seat, plain(player.rating)), words
        for key, value in player.extras.items():
            yield (seat, key, plain(value)), f"{player.name}: {key} {value}"


def _compare_events(
    stated: Sequence[model.Event], came: Sequence[model.Event], ledger: holding.Ledger, plain: Plain
) -> None:
    alike = sum(1 for _ in takewhile(_are_alike, zip(stated, came, strict=False)))
    events = [came[index] for index in range(alike, len(came)) if not is_implied(came, index)]
    left = Counter(sense for event in events for sense in _senses(event, plain))
    cores = Counter(core for event in events if (core := _core(event)))
    lost: list[model.Event] = []
    for index in range(alike, len(stated)):
        if is_implied(stated, index):
            continue
        event = stated[index]
        before = True
        for sense in _senses(event, plain):
            left[sense] -= 1
            here = left[sense] >= 0
            if before and not here:
                lost.append(event)
            before = here
        if before:
            cores[_core(event)] -= 1
    for event in lost:
        words = holding.part_of(event) if cores[_core(event)] > 0 else holding.event_words(event)
        ledger.lose(holding.LOSSES.get(type(event), "event-lost"), words, event)
        cores[_core(event)] -= 1


def _are_alike(pair: tuple[model.Event, model.Event]) -> bool:
    """Return whether two events are the same; of an offer to resign the answer decides."""
    return pair[0] == pair[1] and not isinstance(pair[0], model.Resignation)


def _senses(event: model.Event, plain: Plain) -> list[Hashable]:
    """Return what an event says, without what is only spelling: of a comment line by line."""
    match event:
        case model.ResultClaim(seat=seat, lost=lost):
            return [replace(event, seat=1 - seat if lost else seat, lost=False, derived=False)]
        case model.ScoreClaim():
            return [replace(event, derived=False)]
        case model.Comment(text=text, author=author, language=language):
            whose = author or None, language or None
            return [(plain(line), *whose) for line in text.splitlines() or [""]]
        case model.Turn(seat=seat, dice=dice, deed=deed, singly=singly):
            return [(seat, *sorted(dice), singly, _deed_sense(deed, seat))]
        case _:
            return [event]


def _core(event: model.Event) -> Hashable:
    """Return an event without details that may be lost: numbers of an evaluation, the value of a double."""
    match event:
        case model.Evaluation(aspect=aspect, luck=luck, candidates=plays) if plays or luck is not None:
            return aspect, luck, *((candidate.choice, candidate.equity) for candidate in plays)
        case model.Double(seat=seat):
            return model.Double, seat
        case _:
            return None


def _deed_sense(deed: model.Deed, seat: int) -> Hashable:
    """Return the sense of a deed: of a play the ways of the checkers, however they are put together."""
    match deed:
        case model.Play(hops=hops, half=half):
            ways = sorted((way[0].source, way[-1].target, times) for way, times in gather(hops))
            return half, *ways
        case model.Reached(position=position):
            return tuple(position.seen_by(seat))
        case model.CannotMove():
            return model.Blank()
        case _:
            return deed
