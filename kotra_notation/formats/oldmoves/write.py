"""Writing FIBS oldmoves. What was written is read again, and whatever does not come back is said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from kotra_notation.findings import phrase
from kotra_notation.formats.acts import Threw
from kotra_notation.formats.format import Writing
from kotra_notation.formats.holding import Thing, options, several
from kotra_notation.formats.losses import (
    GOES_ON,
    Ledger,
    clean,
    lose_head,
    said,
    stated_length,
    stated_number,
)
from kotra_notation.formats.oldmoves import lines
from kotra_notation.formats.oldmoves.read import Reader
from kotra_notation.formats.plays import spelled, turned
from kotra_notation.implied import implied
from kotra_notation.model import (
    CannotMove,
    Double,
    Drop,
    Event,
    Game,
    Match,
    Play,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    Take,
    Turn,
)

HOLDS = frozenset({Thing.HITS, Thing.CUBE, Thing.RESIGNATIONS, Thing.RESULTS, Thing.SCORES})
SIDES = "XO"
LARGEST = 999_999
LONGEST_NAME = 31  # bytes; GNU Backgammon reads lines of 80


@dataclass(frozen=True, slots=True)
class Written:
    """A game where its first line stands, and its events where theirs do; None for one that has no line."""

    match: Match
    game: Game
    place: tuple[int, int]
    line: int
    events: list[tuple[int | None, Event]] = field(default_factory=list)


def write(matches: Iterable[Match], dialect: str | None = None) -> Writing:
    """Matches one after the other, with an empty line behind each game."""
    left, ledger = several(matches, HOLDS)
    sheet: list[str] = []
    games: list[Written] = []
    for ledger.match, match in enumerate(left, 1):
        _head(match, ledger)
        games += [
            _game(match, game, (ledger.match, number), sheet) for number, game in enumerate(match.games, 1)
        ]
    _compare(games, ledger, sheet)
    return Writing(content="".join(f"{line}\n" for line in sheet), findings=tuple(ledger.findings))


def _head(match: Match, ledger: Ledger) -> None:
    """Note what of a head has no place in any line."""
    ledger.game = None
    for option in options(match.rules):
        ledger.lose("rules-lost", option)
    for key, value in match.info:
        ledger.lose("header-lost", f"{key}: {value}")
    for player in match.players:
        if player.rating:
            ledger.lose("header-lost", f"{player.name}: {player.rating}")
        for key, value in player.extras.items():
            ledger.lose("header-lost", f"{player.name}: {key} {value}")
    if not match.games:
        lose_head(match, ledger)


def _game(match: Match, game: Game, place: tuple[int, int], sheet: list[str]) -> Written:
    """Put a game on the sheet."""
    written = Written(match, game, place, len(sheet) + 1)
    first, second = (_number(points) for points in (game.score.score if game.score else (0, 0)))
    length = _number(match.length)
    what = f"a {length} point match" if length else "an unlimited match"
    sheet.append(f"Score is {first}-{second} in {what}.")
    sheet.append("{} is X - {} is O".format(*(_name(player.name) for player in match.players)))
    for event in game.events:
        line = _line(event)
        if line:
            sheet.append(line)
        written.events.append((len(sheet) if line else None, event))
    sheet.append("")
    return written


def _name(stated: str) -> str:
    """A name as it can be written."""
    short = clean(stated).encode()[:LONGEST_NAME].decode(errors="ignore").strip()
    return short or "_"


def _number(number: float | None) -> int:
    """A number as it can be written, 0 for any other."""
    return int(number) if number is not None and 0 <= number <= LARGEST else 0


def _line(event: Event) -> str | None:
    """The line of an event; None where nothing can be written for it."""
    match event:
        case Turn(seat=seat):
            return f"{SIDES[seat]}: {words}" if (words := _throw(event)) else None
        case Double(seat=seat):
            return f"{SIDES[seat]}: doubles"
        case Take(seat=seat) | ResignationAnswer(seat=seat, accepted=True):
            return f"{SIDES[seat]}: accepts"
        case Drop(seat=seat) | ResignationAnswer(seat=seat):
            return f"{SIDES[seat]}: rejects"
        case Resignation(seat=seat):
            return f"{SIDES[seat]}: wants to resign"
        case ResultClaim(seat=seat, points=points, lost=lost) if points and points == _number(points):
            return f"{SIDES[1 - seat if lost else seat]}: wins {points:.0f} point{'s' * (points != 1)}"
        case _:
            return None


def _throw(turn: Turn) -> str | None:
    """The dice and the play, without a play that would be read as another; None for dice that are none."""
    dice = "({} {})".format(*turn.dice)
    text = dice
    if isinstance(turn.deed, Play):
        hops = turned(turn.deed.hops) if turn.seat else turn.deed.hops
        text = f"{dice} {spelled(hops).replace('/', '-')}"
    elif isinstance(turn.deed, CannotMove):
        text = f"{dice} can't move"
    if lines.deed(text) == Threw(turn.dice, turn.deed):
        return text
    return dice if lines.deed(dice) is not None else None


def _compare(games: list[Written], ledger: Ledger, sheet: list[str]) -> None:
    """Note what a reader of the sheet does not find on it."""
    read: dict[int, tuple[int, Match, Game]] = {}
    for index, match in enumerate(Reader().read(sheet)):
        read.update({game.span.line: (index, match, game) for game in match.games if game.span})
    before = 0, -1
    for written in games:
        ledger.match, ledger.game = written.place
        index, match, game = read[written.line]
        first = written.place[1] == 1
        if (index != before[1]) != first:
            ledger.lose(
                "header-lost",
                phrase("the beginning of another match") if first else GOES_ON,
            )
        before = written.place[0], index
        if first:
            _compare_heads(written.match, match, ledger)
        _compare_games(written, game, ledger)


def _compare_heads(stated: Match, read: Match, ledger: Ledger) -> None:
    number, ledger.game = ledger.game, None
    for player, again in zip(stated.players, read.players, strict=True):
        if player.name != again.name:
            ledger.lose("header-lost", player.name)
    if stated.length != read.length:
        ledger.lose("header-lost", stated_length(stated.length))
    ledger.game = number


def _compare_games(written: Written, read: Game, ledger: Ledger) -> None:
    stated = written.game
    if stated.number is not None and stated.number != written.place[1]:
        ledger.lose("header-lost", stated_number(stated.number))
    if stated.score and read.score and tuple(stated.score.score) != read.score.score:
        ledger.lose("claim-lost", said(stated.score), stated.score)
    found: dict[int, list[Event]] = defaultdict(list)
    for event in read.events:
        if event.span:
            found[event.span.line].append(event)
    for index, (line, event) in enumerate(written.events):
        came = found[line] if line else []
        if _plain(event) not in came and not implied(stated.events, index):
            ledger.lose("claim-lost" if isinstance(event, ResultClaim) else "event-lost", said(event), event)


def _plain(event: Event) -> Event:
    """The event as a reader would say it: a result that of the winner, and stated."""
    if isinstance(event, ResultClaim):
        return replace(event, seat=1 - event.seat if event.lost else event.seat, lost=False, derived=False)
    return event
