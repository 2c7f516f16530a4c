"""What `kotra board --best` says beside the board: the best play with its equity, and the five best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotra_notation.cli.failing import fail
from kotra_notation.cli.speaking import say
from kotra_notation.features.best.chances import engine_line, play_lines, signed
from kotra_notation.words.tongues import N_

if TYPE_CHECKING:
    from kotra_notation.board import Position
    from kotra_notation.features.best.job import Best

SHOWN = 5


def best_plays(position: Position, level: str, *, play: str | None) -> Best:
    """The plays of the position's dice, best first; a complaint where there are none, or a play is given."""
    from kotra_notation.features.best.job import best
    from kotra_notation.jobs.engine import on_one_thread

    if position.dice is None:
        fail("--best needs the roll; give it with --dice.")
    if play is not None:
        fail("--best draws the best play, and does not go with --play.")
    on_one_thread()
    return best(position, level=level)


def best_lines(best: Best) -> list[str]:
    """The best play and what it is worth, then the five best, then who says so."""
    play = best.plays[0]
    text = N_("Best: {play}, {equity} points") if best.is_old else N_("Best: {play}, equity {equity}")
    worth = say(text, play=play.text or say("no play"), equity=signed(play.equity))
    return [worth, *play_lines(best, SHOWN), engine_line(best)]


def best_row(best: Best) -> dict[str, object]:
    """The five best as JSON has them."""
    row = best.as_json()
    return {"engine": row["engine"], "level": row["level"], "plays": row["plays"][:SHOWN]}
