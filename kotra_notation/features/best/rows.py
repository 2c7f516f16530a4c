"""An engine's verdict as rows for programs, and the outcomes of the old game by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from kotra_notation.engine.results import (
    OUTCOMES,
    Rolled,
    WeighedCube,
    WeighedPlay,
    WeighedPosition,
    names_of,
)
from kotra_notation.jobs.rows import Row, Table
from kotra_notation.rules.old_icelandic import outcome_title

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
