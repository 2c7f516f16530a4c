"""The plays of a roll that are compared: all of them, or those that a call names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from kotra_notation.board import Points, Position
from kotra_notation.errors import KotraError
from kotra_notation.features.board.turn import own_checkers_after
from kotra_notation.legal import half_plays
from kotra_notation.legal import plays as legal

if TYPE_CHECKING:
    from kotra_notation.engine.results import WeighedPlay
    from kotra_notation.engine.weighing import Weigher


def weigh_plays(engine: Weigher, position: Position, named: Sequence[str]) -> tuple[WeighedPlay, ...]:
    """Return the plays of the dice, best first: all, or the best and those named, each searched as deeply."""
    (throw,) = engine.throws([position], [None])
    if not named:
        return throw.plays
    best, *others = choose_plays(position, named, throw.plays)
    throws = engine.throws([position] * len(others), [play.key for play in others])
    wanted = [
        next(deep for deep in throw.plays if deep.key == play.key)
        for play, throw in zip(others, throws, strict=True)
    ]
    return (best, *sorted(wanted, key=lambda play: -play.equity))


def choose_plays(position: Position, named: Sequence[str], plays: Sequence[WeighedPlay]) -> list[WeighedPlay]:
    """Return the best play, and those that words name; a play may be several words."""
    chosen, written = [plays[0]], ""
    for word in " ".join(named).replace(",", " ").split():
        written = f"{written} {word}".lstrip()
        own = own_checkers_after(position, written)
        if reached := [play for play in plays if [max(men, 0) for men in play.points] == own]:
            chosen += [play for play in reached if play not in chosen]
            written = ""
    if written:
        dice = "{}{}".format(*position.dice or ())
        raise KotraError("{play} is not a legal play of {dice}.", play=written, dice=dice)
    return chosen


def play_made(position: Position, made: str, plays: Sequence[WeighedPlay]) -> WeighedPlay | None:
    """Return the play that a record has, None where there is none among these."""
    try:
        return choose_plays(position, [made], plays)[-1] if made and plays else None
    except ValueError:
        return None


def look_deeper(
    engine: Weigher, position: Position, made: WeighedPlay, plays: Sequence[WeighedPlay]
) -> tuple[WeighedPlay, tuple[WeighedPlay, ...]]:
    """Return a play searched as deeply as the best one, and all plays with it at its new place."""
    (throw,) = engine.throws([position], [made.key])
    made = next(play for play in throw.plays if play.key == made.key)
    others = [play for play in plays if play.key != made.key]
    leading = [play for play in others if play.plies == plays[0].plies]
    rest = [play for play in others if play.plies < plays[0].plies]
    (leading if made.equity > leading[-1].equity else rest).append(made)
    by_equity = [sorted(some, key=lambda play: -play.equity) for some in (leading, rest)]
    return made, tuple(by_equity[0] + by_equity[1])


@lru_cache(maxsize=4)
def positions_behind(position: Position, rules: str) -> dict[tuple[Points, bool], Position]:
    """The positions behind the plays of a throw of the old game, by the men as who plays sees them."""
    assert position.dice is not None
    legal_plays = [*legal(position, position.dice, rules), *half_plays(position, position.dice, rules)]
    return {(play.position.seen_by(position.seat), play.half): play.position for play in legal_plays}
