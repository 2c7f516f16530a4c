"""`kotra board`: a diagram of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.cli.failing import fail, one_of
from kotra_notation.cli.files import shown, why_unwritten, write_whole
from kotra_notation.cli.speaking import because, tell

if TYPE_CHECKING:
    from kotra_notation.board import Position

SIDES = {"W": 0, "B": 1}


def read_position(text: str, side: str | None) -> Position:
    """The position of an argument, or a complaint."""
    from kotra_notation.board.ids import position

    seat = SIDES[one_of("--side", side, SIDES)] if side else None
    try:
        return position(text, seat)
    except ValueError as error:
        fail(because(error))


def board(
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="An XGID, an OGID, a GNU id, or a position text.")
    ],
    side: Annotated[
        str | None, typer.Option("--side", metavar="W|B", help="Who is to play, where the text does not say.")
    ] = None,
    bottom: Annotated[
        str | None,
        typer.Option("--bottom", metavar="W|B", help="Who sits at the bottom; else the side to play."),
    ] = None,
    view: Annotated[
        str, typer.Option("--view", metavar="WAY", help="towards or away: which way the men come home.")
    ] = "towards",
    output: Annotated[
        str,
        typer.Option("--output", metavar="FORM", help="text, ascii, svg, or json with all its spellings."),
    ] = "text",
    out: Annotated[
        str | None, typer.Option("-o", metavar="FILE", help="Write into a file; .svg makes an SVG.")
    ] = None,
) -> None:
    """Draw a position of either game.

    Example: kotra board 4HPwATDgc/ABMA
    """  # fmt: skip
    one_of("--output", output, ("text", "ascii", "svg", "json"))
    one_of("--view", view, ("towards", "away"))
    read = read_position(position, side)
    seat = SIDES[one_of("--bottom", bottom, SIDES)] if bottom else None
    if output == "svg" or (out and out.lower().endswith(".svg")):
        drawn = read.svg(bottom=seat, view=view) + "\n"
    elif output == "json":
        drawn = _spellings(read)
    else:
        drawn = read.diagram(bottom=seat, view=view, ascii_only=output == "ascii").rstrip("\n") + "\n"
    if out is None:
        typer.echo(drawn, nl=False)
        return
    try:
        write_whole(out, drawn)
    except OSError as error:
        fail("not written: {why}.", about=shown(out), why=tell(why_unwritten(error)))


def _spellings(position: Position) -> str:
    """Every spelling a position has, as JSON."""
    import json

    spelled: dict[str, object] = {"text": position.text(), "side": "WB"[position.seat]}
    for name, spell in (
        ("xgid", position.xgid),
        ("ogid", position.ogid),
        ("gnubg_id", position.gnubg_id),
        ("gnubg_match_id", position.gnubg_match_id),
    ):
        try:
            spelled[name] = spell()
        except ValueError:
            spelled[name] = None
    spelled["pips"] = [position.pips(0), position.pips(1)]
    return json.dumps(spelled, ensure_ascii=False, indent=2) + "\n"
