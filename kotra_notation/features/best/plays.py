"""The plays of a verdict: which are compared, and their rows for programs; outcomes by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from kotra_notation.board import Points, Position
from kotra_notation.engine.results import (
    OUTCOMES,
    Rolled,
    WeighedCube,
    WeighedPlay,
    WeighedPosition,
    names_of,
)
from kotra_notation.errors import KotraError
from kotra_notation.features.board.job import own_checkers_after
from kotra_notation.jobs.rows import Row, Table
from kotra_notation.legal import half_plays
from kotra_notation.legal import plays as legal
from kotra_notation.rules.old_icelandic import outcome_title

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


DIGITS = 5
# A share that is smaller is not told to people.
SMALL = 0.005


def chances_row(chances: tuple[float, ...]) -> Row:
    """Chances by their names; of the old game those that are more than nothing."""
    names = names_of(chances)
    row = {name: abs(round(share, DIGITS)) for name, share in zip(names, chances, strict=True)}
    return {name: share for name, share in row.items() if share} if names is OUTCOMES else row


def likely(chances: tuple[float, ...]) -> tuple[list[tuple[str, float]], list[tuple[str, float]]]:
    """Return the outcomes of the old game for either side with their shares, without the smallest."""
    sides: tuple[list[tuple[str, float]], list[tuple[str, float]]] = ([], [])
    for name, share in sorted(zip(OUTCOMES, chances, strict=True), key=lambda pair: -pair[1]):
        if share >= SMALL:
            sides[name.startswith("-")].append((outcome_title(name), share))
    return sides


def shares_table(chances: tuple[float, ...], more: Mapping[str, str] = MappingProxyType({})) -> Table:
    """Chances by their names as notebooks show them, and what else is told."""
    shares = {name: f"{share:.1%}" for name, share in chances_row(chances).items()}
    return Table(("", ""), [*more.items(), *shares.items()])


def worth_row(worth: WeighedPosition) -> Row:
    """Return what a position of the old game is worth."""
    return {
        "points": round(worth.points, DIGITS),
        "chances": chances_row(worth.chances),
        "plies": worth.plies,
        **(rolled_row(worth.rolled) if worth.rolled else {}),
    }


def rolled_row(rolled: Rolled) -> Row:
    """Return how many games a worth rests on, and its standard errors."""
    return {
        "games": rolled.games,
        "standard_error": round(rolled.standard_error, DIGITS),
        "standard_error_with_luck": round(rolled.plain_error, DIGITS),
        "standard_errors_of_chances": chances_row(rolled.chances_errors),
    }


def cube_row(cube: WeighedCube) -> Row:
    """Return what the three ways of a cube are worth, and which is right."""
    equities, rolled = cube.equities, cube.rolled
    return {
        "no_double": round(equities.no_double, DIGITS),
        "double_take": _or_none(equities.double_take),
        "double_pass": _or_none(equities.double_pass),
        "action": equities.action,
        "chances": chances_row(cube.chances),
        **(rolled_row(rolled) if rolled else {}),
        **({"standard_error_of_double_take": _or_none(rolled.double_take_error)} if rolled else {}),
    }


def _or_none(equity: float | None) -> float | None:
    return None if equity is None else round(equity, DIGITS)


def best_table(
    plays: Sequence[WeighedPlay], cube: WeighedCube | None, worth: WeighedPosition | None, *, old: bool
) -> Table:
    """Return a verdict as Python prints it: the cube, the shares of a position, or the plays."""
    if cube and not plays:
        return Table(("action", "equity"), list(cube_row(cube).items())[:4])
    if worth:
        return shares_table(worth.chances, {"points": f"{worth.points:+.3f}"})
    if old:
        return Table(("play", "points"), [(play.text, f"{play.equity:+.3f}") for play in plays])
    rows = [(play.text, f"{play.equity:+.3f}", f"{play.chances[0]:.1%}") for play in plays]
    return Table(("play", "equity", "win"), rows)
