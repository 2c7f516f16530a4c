"""`kotra met`: what a score is worth, and from where doubles are taken and passed there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from kotra_notation.cli.failing import fail, or_fail
from kotra_notation.cli.options import Form, argument, flag, option
from kotra_notation.cli.speaking import say, user_tongue
from kotra_notation.cli.streams import echo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotra_notation.features.met.job import EquityRows, MatchEquity

SHOWN = 9


def met(
    need: str | None = argument(
        "[NEED]", "Points the side needs to win the match, or a score: 2a4a.", default=None
    ),
    other: str | None = argument("[OTHER]", "Points the other side needs.", default=None),
    cube: int | None = option("--cube", "The cube before the double (default: all).", "N"),
    after_crawford: bool = flag("--after-crawford", "The Crawford game is over."),
    table: int | None = option("--table", "Show the match equity table up to N points.", "N"),
    own: str | None = option("--met", "Use this match equity table, not Kazaross-XG2.", "FILE"),
    output: Form = "text",
) -> None:
    """Show match-winning chances and take points at a score.

    The cube is the one before the double. Take points and cash points are chances to win the game, ignoring
    gammons: “dead” if the cube is not turned again, “live” if it is always turned at the best moment. Without
    a score the table is printed.

    Example: kotra met 3 5 --cube 1

    Example: kotra met 2a4a
    """  # fmt: skip
    from kotra_notation.features.met.job import match_equities, match_equity
    from kotra_notation.jobs.rows import document

    if need is not None and table is not None:
        fail("met shows a score, or the table with --table, not both.")
    with or_fail():
        equities = (
            match_equities(SHOWN if table is None else table, table=own)
            if need is None
            else match_equity(need, other, cube=cube, after_crawford=after_crawford, table=own)
        )
    if output == "json":
        typer.echo(document(equities.as_json()))
        return
    _print(equities)


def _print(equities: MatchEquity | EquityRows) -> None:
    from kotra_notation.features.met.job import HEADS, PHASES, MatchEquity, percent

    if not isinstance(equities, MatchEquity):
        echo(f"{equities.name}\n")
        _columns([("", *map(str, range(1, len(equities.after) + 1))), *equities.cells(user_tongue())])
        echo(f"\n{say('Chances in per cent, for the side on the left. *: after the Crawford game.')}")
        return
    need, other = equities.away
    chance = percent(equities.chance, user_tongue(), 2)
    echo(
        say(
            "{need}-away/{other}-away, {phase}: {chance} to win the match.",
            need=need,
            other=other,
            phase=say(PHASES[equities.phase]),
            chance=chance,
        )
    )
    echo(f"{say('Table: {name}', name=equities.table)}\n")
    _columns([tuple(say(head) for head in HEADS), *equities.cells(user_tongue())])


def _columns(lines: Sequence[tuple[str, ...]]) -> None:
    """Print a table, all columns to the right."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in lines:
        echo("  ".join(map(str.rjust, line, widths)).rstrip())
