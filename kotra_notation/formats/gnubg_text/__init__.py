"""GNU Backgammon's text export of games, with its analysis or without; read only.

Leniencies of the reader:

- Both generations of the layout: `7 point match (Cube: 1)` and `Eq.:  -0.048 ( -0.012)`, `3 points match`
  and `Eq.: +0.009 (-0.012)`; the arrow of the side on roll before the board or behind it.
- A file holds one game, as the program writes it, or several behind each other; a game whose head tells
  other names, another length, or a number that does not follow begins another match.
- Equities or match winning chances, chances as shares or per cent, any number of digits, points or commas.
- Any end of line, blanks at the end of a line, blank lines anywhere; boards, ids and analysis may be
  missing.
- A missing head: the ids tell the length, and names are those the lines begin with, seats those of the ids.
- What stands behind `Annotation:` is a comment, up to the next number of a move or the result of the game.

What a reader has to know:

- Names tell the seats, O is seat 0; where both names are the same, the ids do. A double by the side that is
  to answer one is a beaver, the next a raccoon.
- A board that neither is the usual first one nor follows, by its pips, from what was played was set up: its
  ids tell the position. A cube in the middle that is worth more than 1 was turned by automatic doubles.
- A file of one board without an action is a position that is shown, its dice included.
- Money games under Jacoby's rule are told by the match id from version 1 on, beavers nowhere. A resignation
  shows only in a result without a last man borne off.
- A date of three numbers stands day first where its year has four figures, month first where it has two,
  unless only the other order makes a date.
- The analysis behind an answer to a double is that of the double, seen by the other side; where it says
  nothing else, it is left out. Equities are those of the side that doubles.
- A list of candidates ends with the play that was made where that is none of the first ones; its rank is
  kept.
- Signs of marks: `?!` doubtful, `?` bad, `??` very bad; of luck: `!` lucky, `!!` very lucky, `?` and `??`.

Left out: drawings of the board, the dice and plays said again, the board and Match id of every other turn,
the chance of the other side to win, the sizes of errors behind `Alert:` (they are differences of the
evaluations, as is an alert without a word in brackets), `Cannot analyse beaver nor raccoons!`, and
statistics, which can be computed.
"""

from __future__ import annotations

import re

from kotra_notation.formats.format import Format, Reading, Source
from kotra_notation.formats.gnubg_text import lines
from kotra_notation.formats.gnubg_text.read import Reader

LOOKED_AT = 16384
MARKS = re.compile(
    r"^The score \(after [0-9]{1,9} games?\) is: |^Move number[ \t]+[0-9]{1,9}: .{0,400}"
    r"(?:to play [1-6]{2}|on roll, cube decision\?|doubles to [0-9]+)[ \t]*\r?$",
    re.M,
)


def looks_like(source: Source) -> bool:
    """Whether a line near the beginning tells the score after some games, or heads a move with its number."""
    return bool(MARKS.search(source.text[:LOOKED_AT]))


def read(source: Source) -> Reading:
    """Return what a text export says."""
    text = source.lines
    footer = next((found for line in reversed(text) if (found := lines.FOOTER.match(line))), None)
    reader = Reader(footer[1] if footer else "")
    reader.read(text)
    return reader.recorder.reading()


FORMAT = Format(
    title="GNU Backgammon's text export, with analysis",
    suffixes=(".txt",),
    looks_like=looks_like,
    read=read,
)
