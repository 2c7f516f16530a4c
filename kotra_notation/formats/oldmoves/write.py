"""Writing FIBS oldmoves. What was written is read again, and whatever does not come back is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kotra_notation import model
from kotra_notation.formats.acts import Threw
from kotra_notation.formats.format import Writing
from kotra_notation.formats.found_again import checked
from kotra_notation.formats.holding import Thing, several
from kotra_notation.formats.losses import clean
from kotra_notation.formats.oldmoves import lines
from kotra_notation.formats.oldmoves.read import Reader
from kotra_notation.formats.plays import spelled, turned

HOLDS = frozenset({Thing.HITS, Thing.CUBE, Thing.RESIGNATIONS, Thing.RESULTS, Thing.SCORES})
SIDES = "XO"
LARGEST = 999_999
LONGEST_NAME = 31  # bytes; GNU Backgammon reads lines of 80


def write(matches: Iterable[model.Match], dialect: str | None = None) -> Writing:
    """Matches one after the other, with an empty line behind each game."""
    left, ledger = several(matches, HOLDS)
    sheets = ("".join(f"{line}\n" for game in match.games for line in _game(match, game)) for match in left)
    return checked(left, sheets, lambda lines: Reader().read(lines), ledger, between="")


def _game(match: model.Match, game: model.Game) -> Iterator[str]:
    """The lines of a game, and an empty one."""
    first, second = (_number(points) for points in (game.score.score if game.score else (0, 0)))
    length = _number(match.length)
    what = f"a {length} point match" if length else "an unlimited match"
    yield f"Score is {first}-{second} in {what}."
    yield "{} is X - {} is O".format(*(_name(player.name) for player in match.players))
    yield from filter(None, map(_line, game.events))
    yield ""


def _name(stated: str) -> str:
    """A name as it can be written."""
    short = clean(stated).encode()[:LONGEST_NAME].decode(errors="ignore").strip()
    return short or "_"


def _number(number: float | None) -> int:
    """A number as it can be written, 0 for any other."""
    return int(number) if number is not None and 0 <= number <= LARGEST else 0


def _line(event: model.Event) -> str | None:
    """The line of an event; None where nothing can be written for it."""
    match event:
        case model.Turn(seat=seat):
            return f"{SIDES[seat]}: {words}" if (words := _throw(event)) else None
        case model.Double(seat=seat):
            return f"{SIDES[seat]}: doubles"
        case model.Take(seat=seat) | model.ResignationAnswer(seat=seat, accepted=True):
            return f"{SIDES[seat]}: accepts"
        case model.Drop(seat=seat) | model.ResignationAnswer(seat=seat):
            return f"{SIDES[seat]}: rejects"
        case model.Resignation(seat=seat):
            return f"{SIDES[seat]}: wants to resign"
        case model.ResultClaim(seat=seat, points=points, lost=lost) if points and points == _number(points):
            return f"{SIDES[1 - seat if lost else seat]}: wins {points:.0f} point{'s' * (points != 1)}"
        case _:
            return None


def _throw(turn: model.Turn) -> str | None:
    """The dice and the play, without a play that would be read as another; None for dice that are none."""
    dice = "({} {})".format(*turn.dice)
    text = dice
    if isinstance(turn.deed, model.Play):
        hops = turned(turn.deed.hops) if turn.seat else turn.deed.hops
        text = f"{dice} {spelled(hops).replace('/', '-')}"
    elif isinstance(turn.deed, model.CannotMove):
        text = f"{dice} can't move"
    if lines.act(text) == Threw(turn.dice, turn.deed):
        return text
    return dice if lines.act(dice) is not None else None
