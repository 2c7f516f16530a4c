"""Replays of the server bgammon.org, `.match`: an index, then a head and a line an event for each game.

Leniencies of the reader:

- The index may be missing, and its offsets are not looked at; where it names more games than the file
  holds, the file breaks off.
- Any end of line, blanks at either end of a line, tabs and several blanks between words, empty lines.
- `25` and `0`, `bar` and `off` in any letter case, hit marks, `13/9(2)`, joined hops; a comma between hops.
- Dice in any order; digits that are on no die are left to the judge.
- Events before any head are a game of unknown players; a line that cannot be read is said and kept.
- Games of other names or another length, or with a score that falls or does not grow after a win, begin
  another match.

Settled by the server's own description and its sources:

- Both players' plays are in the numbers of player 1, who is seat 0. A roll alone is one that allows no play.
- `1 d 2 1` is a double of player 1 and its take, `1 d 2 0` one and its drop.
- `2 t` is a resignation or leave of player 2; no size is said.
- The server counts the points of a game that is borne off without the cube. Where a taken cube and the men
  that the loser bore off contradict the number as it stands, it is multiplied by the cube.
- The time of the first game gives the date of the match, in UTC; times that say more stand before the events
  of their games as extras `bgammon:started`.
- Acey-deucey and tabula are other games: said, and not read.
"""

from __future__ import annotations

import re

from kotra_notation.formats.bgammon.read import Reader
from kotra_notation.formats.format import Format, Reading, Source

LOOKED_AT = 1024
MARK = re.compile(
    r"\s*(?:bgammon-replay[ \t]+[0-9]|i[ \t]+[0-9]+[ \t]+\S+[ \t]+\S+(?:[ \t]+[0-9]+){6}[ \t]*(?:\r|\n|$))"
)


def looks_like(source: Source) -> bool:
    """Return whether the first line is one of an index, or the head of a game."""
    return bool(MARK.match(source.text[:LOOKED_AT]))


def read(source: Source) -> Reading:
    """Return what a replay says."""
    reader = Reader()
    reader.read(source.lines)
    return reader.recorder.reading(silent=True)


FORMAT = Format(
    title="Replays of bgammon.org, .match",
    suffixes=(".match",),
    looks_like=looks_like,
    read=read,
)
