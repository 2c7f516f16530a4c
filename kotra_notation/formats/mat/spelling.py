"""How an event is written as a cell of a match text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from kotra_notation import model
from kotra_notation.board import Position
from kotra_notation.formats import snowie
from kotra_notation.formats.acts import UNKNOWN_DICE
from kotra_notation.formats.mat.dialects import MatLayout
from kotra_notation.formats.plays import gathered, joined, spelled

Names = tuple[str, str]
Acted = model.Turn | model.Double | model.Beaver | model.Take | model.Drop
FULL = 4  # behind so many hops no blank follows
MOST = 10**9  # numbers are read as long as they have nine figures


def cell(event: Acted, layout: MatLayout, names: Names) -> str:
    """The cell of an event."""
    match event:
        case model.Turn():
            return f"{event.dice[0]}{event.dice[1]}: {_deed(event, layout, names)}"
        case model.Double(value=value):
            return " Doubles" if value is None else f" Doubles => {value}"
        case model.Beaver(value=value):
            return " Beavers" if value is None else f" Beavers => {value}"
        case model.Take():
            return " Takes"
        case model.Drop():
            return " Drops"
        case _:
            assert_never(event)


def _deed(turn: model.Turn, layout: MatLayout, names: Names) -> str:
    match turn.deed:
        case model.Play(hops=hops):
            return _play(hops, turn.dice, layout) + (layout.behind_play if len(hops) < FULL else "")
        case model.CannotMove():
            return layout.cannot_move
        case model.Blank():
            return ""
        case model.NotRecorded() | model.Unread():
            return layout.not_recorded
        case model.Reached(position=position):
            return f"Illegal play ({snowie.spelled(position, names)})"
        case _:
            assert_never(turn.deed)


def _play(hops: tuple[model.Hop, ...], dice: tuple[int, int], layout: MatLayout) -> str:
    """A play; steps that no die allows are not joined, for the whole way might be legal."""
    if not layout.joined or not all(_steps_by(way, dice) for way, _ in gathered(hops)):
        return spelled(hops, bar=layout.bar, off=layout.off, hit=layout.hit)
    return joined(hops, bar=layout.bar, off=layout.off, hit=layout.hit)


def _steps_by(way: Sequence[model.Hop], dice: tuple[int, int]) -> bool:
    """Return whether a man goes on only from where his dice brought him."""
    lengths = {die * times for die in dice for times in range(1, 5 if dice[0] == dice[1] else 2)}
    return dice == UNKNOWN_DICE or all(hop.source - hop.target in lengths for hop in way[:-1])


def whole(claim: model.ResultClaim) -> bool:
    """Return whether a result can be written: its points are said, and whole."""
    return claim.points is not None and in_figures(claim.points)


def in_figures(number: float, most: int = MOST) -> bool:
    """Return whether a number would be read where it is written in figures."""
    return 0 <= number < most and not number % 1


def writable(event: Acted, names: Names) -> Acted | None:
    """The event as a reader finds it: None with dice that are none, else without what it could not read."""
    match event:
        case model.Double(value=int(value)) | model.Beaver(value=int(value)) if not in_figures(value):
            return replace(event, value=None)
        case model.Turn(dice=(first, second)) if not (0 <= first <= 9 and 0 <= second <= 9):
            return None
        case model.Turn(deed=model.Reached(position=position), seat=seat) if not _is_read(
            position, names, seat
        ):
            return replace(event, deed=model.NotRecorded())
        case _:
            return event


def _is_read(position: Position, names: Names, seat: int) -> bool:
    """Return whether the line of a position is read as the same board."""
    try:
        back = snowie.position(snowie.spelled(position, names), names, 1 - seat)
    except ValueError:
        return False
    return back.seen_by(seat) == position.seen_by(seat)


def result(claim: model.ResultClaim, layout: MatLayout) -> str:
    """A result of whole points."""
    tail = " and the match" if claim.match else ""
    return f"Wins {claim.points:.0f} {'point' if claim.points == 1 else layout.points}{tail}"
