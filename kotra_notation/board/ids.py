"""A position from whatever identifies it: an XGID, an OGID, a GNU id, or a position text."""

from __future__ import annotations

import re

from kotra_notation.board import gnubg_id, ogid, text, xgid
from kotra_notation.board.points import Fields
from kotra_notation.board.position import Position
from kotra_notation.board.wording import LENGTH, NOTHING_KNOWN, PositionError

LONGEST = 2000


class NoPositionError(PositionError):
    """A text, as it is `shown`, that does not even look like something that identifies a position."""

    def __init__(self, shown: str) -> None:
        super().__init__(NOTHING_KNOWN, shown=shown, example=text.EXAMPLE)
        self.shown = shown


NAMES = "WB"
# Where games begin, by name.
STARTS = {
    "start": "W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5",
    "nackgammon": "W: 24x2 23x2 13x4 8x3 6x4; B: 24x2 23x2 13x4 8x3 6x4",
    "forn": "W: a15; B: m15",
}


def position(written: str, side: int | None = None) -> Position:
    """The position that an id or a position text says; ValueError in one sentence if there is none.

    `written` is an XGID, an OGID, a position id of GNU Backgammon, with its match id or without, a text such
    as `W: a15; B: m15`, or where games begin: `start`, `nackgammon`, `forn`. `side` is the seat on roll for
    those that do not say, seat 0 where it is not given either.
    """
    said = fields(" ".join(written[:LONGEST].split()), side)
    seat = said.get("seat", side or 0)
    if side is not None and seat != side:
        raise PositionError(
            "This id says that {seat} is on roll, not {side}; leave the side out.",
            seat=NAMES[seat],
            side=NAMES[side],
        )
    said["seat"] = seat
    return Position(**said)


def fields(written: str, side: int | None) -> Fields:
    """Return what the text says, by whichever reader knows it."""
    written = STARTS.get(written.lower(), written)
    if not written:
        raise PositionError("There is no position here; give an XGID, an OGID, a GNU id or a position text.")
    if written[: len(xgid.PREFIX)].upper() == xgid.PREFIX or re.match("[-A-Za-z]{26}:", written):
        return xgid.read(written)
    if ogid.SHAPE.match(written) or written[: len(ogid.PREFIX)].upper() == ogid.PREFIX:
        return ogid.read(written)
    if re.match(r"(forn|modern|pos)\s*:|[WB]\s*:", written) or ";" in written:
        return text.read(written, side or 0)
    gnu = re.fullmatch(r"(?:GNUbgID[ =:]*)?([^\s:]+)(?::([^\s:]+))?", written)
    if gnu and (len(gnu[1]) == gnubg_id.POSITION_LENGTH or gnu[2] or written.startswith("GNUbgID")):
        men = gnubg_id.read(gnu[1])
        if not gnu[2]:
            return Fields(points=men)
        said = gnubg_id.read_match(gnu[2])
        said["points"] = men
        return said
    raise unknown(written)


def unknown(written: str) -> ValueError:
    """Return what is wrong with a text that no reader knows."""
    shown = written if len(written) <= 40 else written[:39] + "…"
    if re.fullmatch("[A-Za-z0-9+/]{12}", written):
        return PositionError(
            "“{text}” looks like a GNU match id; write the position id and a colon before it.", text=shown
        )
    if re.fullmatch("[A-Za-z0-9+/]{8,20}", written):
        return PositionError(
            LENGTH,
            kind=gnubg_id.POSITION,
            length=gnubg_id.POSITION_LENGTH,
            text=shown,
            count=len(written),
        )
    return NoPositionError(shown)
