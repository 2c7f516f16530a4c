"""What somebody types who writes a sound record down: dice, plays, the cube, and all that does not follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kotra_notation import model as m
from kotra_notation.formats.holding import is_old
from kotra_notation.formats.kotra.spelling import Points, spell_dice
from kotra_notation.formats.kotra.writing import spell_deed, spell_event
from kotra_notation.rules import named


class Key(NamedTuple):
    """An entry; `stands`: the play is not legal, and stood."""

    text: str
    stands: bool = False


def keys(match: m.Match) -> Iterator[Key]:
    """Every entry that writes the games of a match behind its head."""
    points = Points.LETTERS if is_old(match) else Points.NUMBERS
    fresh = named(match.rules or "modern").ruleset.options["opening.dice"] == "fresh"
    for remark in match.remarks:
        yield from _lines(remark, points)
    for number, game in enumerate(match.games, 1):
        score = game.score.score if game.score else (0, 0)
        yield Key(f"game {game.number or number} {score[0]:g}-{score[1]:g}")
        yield from _game(game, points, fresh=fresh)


def _game(game: m.Game, points: Points, *, fresh: bool) -> Iterator[Key]:
    known = False  # who is to throw
    for event, following in zip(game.events, (*game.events[1:], None), strict=True):
        match event:
            case m.Opening(dice=(first, second)) if fresh or first == second:
                yield Key(f"{first}{second}")
                known = first != second
            case m.Turn(deed=m.Play() | m.CannotMove() | m.Blank()):
                yield from _turn(event, points, known=known, stands=isinstance(following, m.Ruling))
                known = True
            case m.Double():
                yield Key("d")
            case m.Take():
                yield Key("t")
            case m.Drop():
                yield Key("p")
            case m.Beaver():
                yield Key("b")
            case m.Mark(sign=sign, aspect="play" | "cube") if sign != "diagram":
                yield Key(sign)
            case _:
                yield from _lines(event, points)
                known = known or isinstance(event, m.Opening | m.SetPosition)


def _turn(turn: m.Turn, points: Points, *, known: bool, stands: bool) -> Iterator[Key]:
    """The dice, and then the play; of who begins a game the dice tell."""
    dice = spell_dice(turn.dice, turn.singly)
    if not known and dice[0] < dice[-1]:
        yield Key(spell_event(turn, points, 0), stands)
        return
    yield Key(dice if known or not turn.seat else dice[::-1])
    if isinstance(turn.deed, m.Play):
        bare = m.Play(hops=tuple([hop._replace(taken=0) for hop in turn.deed.hops]), half=turn.deed.half)
        yield Key(spell_deed(bare, turn.seat, points), stands)


def _lines(event: m.Event, points: Points) -> Iterator[Key]:
    return map(Key, spell_event(event, points, 0).split("\n"))
