"""GamesGrid and GridGammon, `.sgg`: the record of a match, or of a session for money, at those places.

The side named first (`A vs. B`) is seat 0 and stands behind one tab, the other behind two. A throw stands
twice, alone and with its play; a dance is `O-O`. Hits bear no mark where those places wrote the file.

Leniencies of the reader:

- Lines of a throw, a dance or the cube that repeat the one before them are one; where they say different
  plays, the first counts and the other is said.
- A play whose throw does not stand alone before it; steps parted by commas, blanks or both; `25` or `bar`,
  `0` or `off`, `(2)`, hits marked or not.
- Tabs that have become blanks: the first side's text then begins before column 12.
- `-`, `-:` or `-: O-O` for the dice of a side that is closed out: dice 0 and 0, and it cannot move.
- `Resign` alone or behind the dice; how much is resigned only the result says. `Accept`, `Take`; `Pass`,
  `Drop`; a `Beaver` or `Raccoon` needs no `Accept`. Any letter case, a full stop behind.
- `11: Automatic double` with a number before it or without, with `to 2` or without; `00` where nobody
  knows the dice.
- Every other line of a game is a comment; lines directly below one another are one comment. It stands where
  it stood: in this notation it mostly speaks of what follows.
- Headers in any order, or none; empty lines anywhere. A line that has neither key nor date is the place;
  a second such line is kept and said.
- No length behind the score is a session for money, unless `Match Length` says otherwise; where the two
  differ, the score's counts and it is said.
- The result names a side in any letter case; `and the match` may stand behind it.
- Several matches in one file, where the names of the next are indented by four blanks or more.

The lines of rules become the options of the match: of money play only where money is played, since a match
knows none of them. `Automatic Doubles: Yes` allows as many as a game of the record has, at least one.
A rating or experience of 0 is none. The star of the Crawford game is told by the scores and left out; where
it stands elsewhere it is kept as an extra of the game.
"""

from __future__ import annotations

from kotra_notation.formats.format import FileFacts, Format, Reading, Source, lines_of
from kotra_notation.formats.sgg import headers, lines
from kotra_notation.formats.sgg.read import Reader

LOOKED_AT = 8192
HEAD = 40  # lines


def looks_like(source: Source) -> bool:
    """Whether two names stand in one of the first lines, and a game or a rule of this notation below them."""
    named = False
    for line in lines_of(source.text[:LOOKED_AT])[:HEAD]:
        key = headers.heading(line)[0].removeprefix(headers.PREFIX)
        if named and (lines.GAME.match(line) or key in headers.RULES):
            return True
        named = named or lines.versus(line) is not None
    return False


def read(source: Source) -> Reading:
    """Return what a GamesGrid record says."""
    reader = Reader()
    reader.read(source.lines)
    return reader.recorder.reading()


FORMAT = Format(
    title="GamesGrid and GridGammon, .sgg",
    suffixes=(".sgg",),
    looks_like=looks_like,
    read=read,
    file=FileFacts(headers=headers.JUDGED),
)
