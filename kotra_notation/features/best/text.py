"""Best plays and chances in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kotra_notation.cli.failing import fail
from kotra_notation.cli.speaking import say, tell, user_tongue
from kotra_notation.jobs.engine import learned_elsewhere
from kotra_notation.words.tongues import N_

if TYPE_CHECKING:
    from kotra_notation.board import Position
    from kotra_notation.board.position import AskedTurn
    from kotra_notation.engine.results import Rolled, WeighedCube, WeighedPlay
    from kotra_notation.features.best.job import Best


# So many chances modern kotra has: to win, a gammon, a backgammon, to lose a gammon, a backgammon.
FIVE = 5
# How wide a loss is at the least.
LOSS = 6


def play_lines(best: Best, most: int) -> list[str]:
    """Return a line for each of the best plays: its equity, its loss and its chances; and for the one made.

    Plays that a rollout left out stand apart, without a rank and a loss.
    """
    shown = {
        rank: play for rank, play in enumerate(best.plays, 1) if rank <= max(most, 1) or is_made(best, play)
    }
    plays = list(shown.values())
    ranked = [not best.rolled or play.rolled is not None for play in plays]
    ranks = [f"{rank:3}." if is_ranked else "" for rank, is_ranked in zip(shown, ranked, strict=True)]
    names = [play.text or say("no legal play") for play in plays]
    names = [
        f"{name} ({say('played')})" if is_made(best, play) else name
        for name, play in zip(names, plays, strict=True)
    ]
    worths = [format_worth(play.equity) for play in plays]
    errors = [error(play.rolled) for play in plays]
    losses = ["", *[format_loss(best.loss(play)) for play in plays[1:]]]
    losses = [loss if is_ranked else "" for loss, is_ranked in zip(losses, ranked, strict=True)]
    width, of_worth, of_error, of_loss = (max(map(len, some)) for some in (names, worths, errors, losses))
    lines = [
        f"{rank:4} {name.ljust(width)}  {worth.rjust(of_worth)}{error.ljust(of_error)}"
        f"  {loss.rjust(max(of_loss, LOSS))}  {shares(play.chances)}"
        for rank, name, worth, error, loss, play in zip(
            ranks, names, worths, errors, losses, plays, strict=True
        )
    ]
    if not all(ranked):
        lines.insert(ranked.index(False), say("Not rolled out, by the engine's first look:"))
    return lines


def shown_plays(best: Best, most: int) -> dict[int, WeighedPlay]:
    """Return the best plays by their rank, and the one made."""
    ranked = enumerate(best.plays, 1)
    return {rank: play for rank, play in ranked if rank <= max(most, 1) or is_made(best, play)}


def is_made(best: Best, play: WeighedPlay) -> bool:
    """Return whether a play is that of the record."""
    return best.made is not None and play.key == best.made.key


def roll_lines(rolls: Sequence[Best]) -> list[str]:
    """Return a line for each roll: the best play, its equity, and how much the next one loses."""
    cells = []
    for best in rolls:
        first, *others = best.plays
        next_best = f"{others[0].text}  {format_worth(-best.loss(others[0]))}" if others else ""
        roll = "".join(map(str, best.position.dice or ()))
        cells.append((roll, first.text or say("no legal play"), format_worth(first.equity), next_best))
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        f"{roll}  {play.ljust(widths[1])}  {worth.rjust(widths[2])}  {other}".rstrip()
        for roll, play, worth, other in cells
    ]


def cube_lines(cube: WeighedCube, *, redouble: bool = False) -> list[str]:
    """Return the equities of a cube decision, the chances, and the right action."""
    from kotra_notation.features.best.scores import ACTIONS, REDOUBLED

    actions = (
        (say("No redouble"), say("Redouble, take"), say("Redouble, drop"))
        if redouble
        else (say("No double"), say("Double, take"), say("Double, drop"))
    )
    equities_of_cube = cube.equities.no_double, cube.equities.double_take, cube.equities.double_pass
    rows = list(zip(actions, equities_of_cube, strict=True))
    width = max(len(name) for name, _ in rows)
    equities = [
        f"{name.ljust(width)}  {'' if equity is None else format_worth(equity)}".rstrip()
        for name, equity in rows
    ]
    return [*equities, shares(cube.chances), say((REDOUBLED if redouble else ACTIONS)[cube.equities.action])]


def cubes_of(best: Best) -> list[str]:
    """Return the lines of the cube decision before a roll, if there was one, and an empty line."""
    return [*cube_lines(best.cube, redouble=is_redouble(best)), ""] if best.cube else []


def is_redouble(best: Best) -> bool:
    """Return whether the side on roll owns the cube."""
    return best.position.cube.owner == best.position.seat


def engine_line(best: Best) -> str:
    """Return who says so, how deeply it looked, and by which rules of the old game."""
    level_text = say("{engine}, level {level}", engine=best.engine, level=best.level)
    if not best.is_old:
        return level_text
    line = say("{engine}, in points, rules {rules}", engine=level_text, rules=best.rules)
    elsewhere = learned_elsewhere(best.rules)
    return f"{line}. {tell(elsewhere)}" if elsewhere else line


def pip_lines(position: Position) -> list[str]:
    """Return a line for each side that bears off: its pip count, and what it is effectively."""
    from kotra_notation.features.best.effective_pips import effective_pips

    return [
        say(
            "{side}: pip count {pips}, effective {effective} ({wastage} wasted), {average} rolls on average",
            side=say(("White", "Black")[side.seat]),
            pips=side.pips,
            effective=user_tongue().number(side.effective, 2),
            wastage=user_tongue().number(side.wastage, 2),
            average=user_tongue().number(side.rolls, 2),
        )
        for side in effective_pips(position)
    ]


def format_worth(worth: float) -> str:
    """Return a worth with its sign, as the language writes numbers."""
    return user_tongue().signed_number(worth, 3)


def format_loss(loss: float) -> str:
    """Return a loss with a minus, unless it is nothing."""
    return user_tongue().signed_number(-loss, 3) if round(loss, 3) else user_tongue().number(0, 3)


def error(rolled: Rolled | None) -> str:
    """The standard error that stands behind a worth."""
    return f" ±{user_tongue().number(rolled.standard_error, 3)}" if rolled else ""


def shares(chances: tuple[float, ...]) -> str:
    """The chances in one line: what is won, and what is lost."""
    if len(chances) != FIVE:
        return _outcomes(chances)
    win, gammon, backgammon, lost_gammon, lost_backgammon = map(_per_cent, chances)
    return say(
        "wins {win} % (gammon {gammon}, backgammon {backgammon}), "
        "loses gammon {lost_gammon}, backgammon {lost_backgammon}",
        win=win,
        gammon=gammon,
        backgammon=backgammon,
        lost_gammon=lost_gammon,
        lost_backgammon=lost_backgammon,
    )


def _per_cent(share: float) -> str:
    return user_tongue().number(abs(round(100 * share, 1)), 1)


def _outcomes(chances: tuple[float, ...]) -> str:
    """Return what can come of a game of the old game, the likeliest first; what hardly comes is left out."""
    from kotra_notation.features.best.plays import likely

    parts = [
        say(text, outcomes=", ".join(f"{tell(title)} {_per_cent(share)} %" for title, share in some))
        for text, some in zip((N_("wins {outcomes}"), N_("loses {outcomes}")), likely(chances), strict=True)
        if some
    ]
    return "; ".join(parts)


SHOWN = 5


def best_plays(turn: AskedTurn, level: str, *, play: str | None) -> Best:
    """Return the plays of the turn's dice, best first; complain if it has none, or a play is given."""
    from kotra_notation.features.best.job import best_at
    from kotra_notation.jobs.engine import use_one_thread

    if turn.position.dice is None:
        fail("--best needs the roll; give it with --dice.")
    if play is not None:
        fail("--best draws the best play; it cannot be combined with --play.")
    use_one_thread()
    return best_at(turn, level)


def best_lines(best: Best) -> list[str]:
    """Return the cube decision if there is one, the best play, the five best plays, and the engine."""
    cube = cubes_of(best)
    play = best.plays[0]
    text = N_("Best: {play}, {equity} points") if best.is_old else N_("Best: {play}, equity {equity}")
    worth = say(text, play=play.text or say("no legal play"), equity=format_worth(play.equity))
    return [*cube, worth, *play_lines(best, SHOWN), *pip_lines(best.position), engine_line(best)]


def best_row(best: Best) -> dict[str, object]:
    """The five best as JSON has them."""
    row = best.as_json()
    return {"engine": row["engine"], "level": row["level"], "plays": row["plays"][:SHOWN]}
