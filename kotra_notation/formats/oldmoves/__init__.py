"""FIBS oldmoves: the games of the First Internet Backgammon Server as its command `oldmoves` lists them.

Leniencies of the reader:

- Any end of line, blanks at either end of a line and around the colon; empty lines mean nothing.
- `in a 5 point match` with or without a full stop; `in an unlimited match`, `in a money game` and no such
  words are a money session; any letter case.
- Plays in the player's own numbers, descending, or in the other side's, ascending: the first hop that goes
  from one point to another tells, or a man entered or borne off.
- `(3 1)`, `(3, 1)`, `(3-1)`; joined hops, `8/5`, `(2)` and `25`, `0`; `can't move`, `cannot move`,
  `no move`; anything behind `accepts`, `rejects`, `wants to resign`.
- `wins 2 points and the match`.
- Score or names may be missing; a line that cannot be read is said and kept.
- X and O may change sides between the games of a match; the first X is seat 0. The score stands in the order
  of X and O; where only the other order goes on from the game before, that one is taken (an old error of the
  server), and said in a note.
- Other names, another length, or a score that does not go on, begin another match.

Settled:

- A double is one to twice the cube. `accepts` and `rejects` answer a resignation if one waits for it.
- The size of a resignation that was accepted is what the result costs by the cube. Where a game ends with
  neither a drop, a man borne off nor a result, the next score tells what it brought, as a result that is
  marked as derived.
"""

from __future__ import annotations

import re

from kotra_notation.formats.format import Format, Reading, Source
from kotra_notation.formats.oldmoves.read import Reader

LOOKED_AT = 65536
MARK = re.compile(
    r"^[ \t]*Score[ \t]+is[ \t]+[0-9]{1,9}-[0-9]{1,9}\b|^[^\n]{1,100} is X - [^\n]{1,100} is O\s*$",
    re.I | re.M,
)


def looks_like(source: Source) -> bool:
    """Return whether a line near the beginning gives the score of X and O, or their names."""
    return bool(MARK.search(source.text[:LOOKED_AT]))


def read(source: Source) -> Reading:
    """Return what a list of oldmoves says."""
    reader = Reader()
    reader.read(source.lines)
    return reader.recorder.reading(silent=True)


FORMAT = Format(
    title="FIBS oldmoves",
    suffixes=(".oldmoves", ".fibs", ".txt"),
    looks_like=looks_like,
    read=read,
)
