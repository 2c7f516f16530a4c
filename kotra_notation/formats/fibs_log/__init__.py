"""Logs of a session on FIBS: the `board:` lines and the lines that tell what the players do.

Only what belongs to a game is read: chat, lists of players, addresses and whatever else stands in a log are
left out, and never kept.

Leniencies of the reader:

- Prompts (`> `) before a line, any end of line; a line that ran into a board line.
- First person forms for the one who is logged in. He is called by his name where the log has it from the
  log-in (lines `1` and `2` of the client protocol), else `You`; he, or the first of a watched game, is
  seat 0.
- Boards decide. A throw or a play of which no line tells is taken from them: a play as the position it led
  to. Where a line and the board behind it differ, that is said, and the board is kept. A log that begins
  within a game begins with a set position.
- Plays in either player's numbers, told by their direction; with or without ` .` at the end.
- `wants to resign` has its size by its points and the cube; `gives up` and `rejects` are drops where a double
  was offered.
- The end of the match is also the end of its last game, whose points are those the winner lacked before; a
  final score that says something else is kept as a claim.
- 9999 points, an unlimited match, are a money session. Boards of other players, of another length, or with
  a lower score begin another match.
"""

from __future__ import annotations

import re

from kotra_notation.formats.fibs_log.read import Reader
from kotra_notation.formats.format import Format, Reading, Source

LOOKED_AT = 262_144
MARK = re.compile(r"^[> \t]{0,20}board:[A-Za-z0-9_]{1,40}:[A-Za-z0-9_]{1,40}(?::-?[0-9]{1,6}){30}", re.M)


def looks_like(source: Source) -> bool:
    """Return whether a board line stands near the beginning."""
    return bool(MARK.search(source.text[:LOOKED_AT]))


def read(source: Source) -> Reading:
    """Return what a log says of games."""
    reader = Reader()
    reader.read(source.lines)
    return reader.recorder.reading(silent=True)


FORMAT = Format(
    title="Logs of a session on FIBS",
    suffixes=(".log", ".txt"),
    looks_like=looks_like,
    read=read,
)
