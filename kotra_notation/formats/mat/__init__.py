"""Match text, the `.mat` family: GNU Backgammon, JellyFish, XG, Galaxy, Studio, GridGammon and others.

Leniencies of the reader:

- Columns stand anywhere; a cell is known by what it says, a lone one's side by its column, or by the
  turn order where the file has no columns. One blank, several or tabs part cells; rows need no number;
  `1.` numbers one as well as `1)`.
- Lines quoted as in mail, behind one `>` or several; what stands unquoted around them and cannot be read is a
  comment.
- Any end of line, blanks at either end of a line, no end of line at the end of the file; control
  characters and marks of encoding in the middle are blanks.
- Header tags in any order and letter case, behind `;` or `#`; unknown ones are kept. Behind a game, tags
  and a length open a new match, unless the next game's number goes on or a row follows.
- The length line, the names, or the line `Game 2` before known names may be missing, all but the names before
  a lone game; `money session` and `unlimited match` are 0 points; names may be empty, hold colons, commas and
  digits.
- A rating behind the last comma of a name.
- `Game 2` behind the last cell of a game, names behind `Game 2`, a row behind another in one line.
- `bar`, `b`, `25`; `off`, `o`, `0`, in any letter case; `(2)`, `x2`; `*` or `x` for a hit, also behind
  `(2)`; `8-5` for `8/5`; commas between hops; `31:`, `3-1:`, `3 1 :`.
- `Cannot Move`, `can't move`, `no move`, `no play`, `fans`, `dances`, `o-o`, a dash, `0`; `??`, `???`,
  `????`, also without dice.
- `Doubles`, `Redoubles` with or without `=>`, `to` and a value; `Takes`, `Accepts`; `Drops`, `Passes`,
  `Rejects`; singular forms of all verbs.
- `Beavers` twice for a raccoon; `Concedes`, `Resigns`, `Resigned Match`, `Gives up`, `Loses on time`,
  `Forfeits match` in a cell or behind dice. Who resigned by `Resigned Game` is told by the win behind it:
  OpenGammon writes it in the winner's column.
- `and the match` behind the last game of OpenGammon's sessions.
- `Wins 2 point`, `Wins 1 points`, `Losses 1 point`, `loses`, before or behind each other, anywhere; the
  word for the win behind it; `and match`. A loss alone in a row without a number is of whom the win
  before or behind it is not; where there is none, of whoever has thrown and not played.
- The verbs of the cube and of results, and of a throw that allows no play, in Icelandic, Danish, Swedish and
  German: `Tvöfaldar`, `Tager`, `Passar`, `Gewinnt 2 Punkte und das Match`, `leiklaus`.
- Dashes of the printer and slashes for fractions (`8–3`), and arrows (`⇒`).
- Words behind a play, and what stands in brackets behind anything, are a comment, but for what may be a slip
  in a verb, and what a play is made of (`13/8 (6/4)`).
- `!`, `?` and their pairs behind a play or a cube action are marks.
- Lines and ends of rows behind `;` or `#` are comments, and so are `abandoned`, `unfinished`.
- `; Set Pos=` of XG sets the board, the left player's men in large letters; `Illegal play (…)` holds
  Snowie's position line.
- A remark `Game 6, Move 19 of Anna --> 11: 3/2 1/0 1/0 was illegal`, framed or not, in the head or in a game,
  is the ruling that this play stood.
- A slip of the keyboard in a verb (`Dobules => 2`) and a wrong sign behind the dice (`31; 8/5`) are said,
  and what they stand for is read; signs behind a play that are no play are said, and the play is read.
- Galaxy's single game of an even length that does not end a match is read as a money game.
"""

from __future__ import annotations

import re

from kotra_notation.formats.format import FileFacts, Format, Reading, Source
from kotra_notation.formats.mat import headers
from kotra_notation.formats.mat.dialects import HOLDS, LAYOUTS
from kotra_notation.formats.mat.read import Reader
from kotra_notation.formats.mat.write import write
from kotra_notation.implied import Spelling
from kotra_notation.signs import Signs

LOOKED_AT = 65536
MARKS = re.compile(
    r"^[> \t]*[0-9]{1,6}[ \t]*-?[ \t]*points?[ \t]+match\b|^[> \t]*Game[ \t]+[0-9]{1,9}[ \t]*\r?$",
    re.I | re.M,
)
# A lone game: names with scores over a first row with a throw.
LONE = re.compile(
    r"^[> \t]*[^\s:;#][^:\r\n]{0,99}:[ \t]*[0-9]{1,9}[ \t][^:\r\n]{0,99}:[ \t]*[0-9]{1,9}[ \t]*\r?\n"
    r"(?:[> \t]*\r?\n){0,9}[> \t]*1[).][ \t]+[1-6][ \-]?[1-6][ \t]*:",
    re.M,
)

# The remarks and headers that a text begins with, however many.
REMARKS = re.compile(r"(?:[ \t]*(?:[;#][^\n]*)?\n)*+")

# The length of a match and the headers before it, which are never many.
HEAD = re.compile(
    rb"^(?:[ \t]*[;#][ \t]*\[[^\n]*\n(?:[ \t\r]*\n){0,9}+){0,30}+[ \t]*"
    rb"(?:[0-9]{1,6}[ \t]*-?[ \t]*points?[ \t]+match\b"
    rb"|(?:money|unlimited)[ \t]+(?:match|session|game)\b)",
    re.I | re.M,
)


def looks_like(source: Source) -> bool:
    """Return whether a line near the beginning gives the match length or a game number.

    Else whether names with scores stand over a first row.
    """
    text = source.text
    remarks = REMARKS.match(text)
    text = text[remarks.end() if remarks else 0 :][:LOOKED_AT]
    return bool(MARKS.search(text) or LONE.search(text))


def read(source: Source) -> Reading:
    """Return what a match text says."""
    reader = Reader(Signs(source.text), shorthand=source.shorthand)
    reader.read(source.lines)
    return reader.recorder.reading(reader.signs.dialect)


FORMAT = Format(
    title="Match text, the .mat family",
    suffixes=(".mat", ".txt"),
    looks_like=looks_like,
    read=read,
    write=write,
    dialects=tuple(LAYOUTS),
    holds=HOLDS,
    spelling=Spelling(single_steps=True, cube_values=True, hit_marks=True),
    file=FileFacts(head=HEAD, headers=headers.JUDGED, habits="kotra_notation.formats.mat.habits"),
)
