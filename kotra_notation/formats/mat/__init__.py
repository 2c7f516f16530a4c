"""Match text, the `.mat` family: GNU Backgammon, JellyFish, XG, Galaxy, Studio, GridGammon and others.

A short record, to begin with (columns and blanks are free; `kotra convert` puts them right):

     5 point match

     Game 1
     Anna : 0                       Bjarni : 0
      1) 31: 8/5 6/5                 64: 24/14
      2)  Doubles => 2                Drops
          Wins 1 point

     Game 2
     Anna : 1                       Bjarni : 0
      1)                             52: 13/11 13/8
      2) 66: 24/18(2) 13/7(2)

The reader accepts:

- Columns at any position. A cell's text tells its kind. The column tells a lone cell's side; without
  columns, the turn order does. One or more spaces, or tabs, separate cells. Rows need no number; `1.` works
  like `1)`.
- Lines quoted as in mail, after one or more `>`; unreadable lines around them are comments.
- Any line ending, or none at the end of the file; spaces at either end of a line. Control characters and
  byte order marks count as spaces.
- Header tags in any order and letter case, after `;` or `#`; unknown tags are kept.
- Header tags or a length after a game: a new match, unless the game numbers and the length (if given)
  continue. Tags alone before a row continue the game.
- A missing length, names, or line `Game 2` before known names; a lone game needs only its names.
  `money session` and `unlimited match` are 0 points. Names may be empty or contain colons, commas, digits.
- Typed by hand: names and scores without colons (`Anna 0 Bjarni 0`, `Anna (0) - Bjarni (0)`,
  `Anna - Bjarni 0-0`), names above the first game (`Anna vs Bjarni`, `Player 1: Anna`, `White: Anna`),
  lengths (`Match to 5`, `5 points`, `Length: 5`), headers (`Event: Winter Cup`), a name before a cell
  (`Anna wins 2 points`), dice without a colon (`31 8/5 6/5`), `Doubles 2`, `won 2 points`, `wins the game`,
  a score behind a game (`1-0`).
- A rating after the last comma of a name.
- `Game 2` after the last cell of a game, names after `Game 2`, several rows on one line.
- `bar`, `b`, `25`; `off`, `o`, `0`, in any letter case; `(2)`, `x2`; `*` or `x` for a hit, also after
  `(2)`; `8-5` for `8/5`; commas between steps; `31:`, `3-1:`, `3 1 :`.
- `Cannot Move`, `can't move`, `no move`, `no legal play`, `fans`, `dances`, `o-o`, a dash, `0`; `??`, `???`,
  `????`, also without dice.
- `Doubles`, `Redoubles` with or without `=>`, `to` and a value; `Takes`, `Accepts`; `Drops`, `Passes`,
  `Rejects`, `Declines`, `Refuses`; singular forms of all verbs.
- `Beavers` twice for a raccoon; `Concedes`, `Resigns`, `Resigned Match`, `Gives up`, `Loses on time`,
  `Forfeits match` in a cell or after dice. The win after `Resigned Game` tells who resigned; OpenGammon
  writes it in the winner's column.
- `and the match` after the last game of an OpenGammon session.
- `Wins 2 point`, `Wins 1 points`, `Losses 1 point`, `loses`, in either order, anywhere; a kind of win after
  them; `and match`. A loss alone in an unnumbered row, outside the right column, belongs to the side that
  the win before or after it does not name. Without a win, the loser is the opponent of the last player to
  act, or that player if the last action was no play.
- Verbs of cube, results and no legal play in Icelandic, Danish, Swedish and German: `Tvöfaldar`, `Tager`,
  `Passar`, `Gewinnt 2 Punkte und das Match`, `leiklaus`.
- Typographic dashes (`8–3`), fraction slashes, and arrows (`⇒`).
- Comments: words after a play, brackets after anything, except possible typos of a verb and parts of a play
  (`13/8 (6/4)`).
- Marks `!`, `?` and their pairs after a play or cube action.
- Comments after `;` or `#`, on lines or at ends of rows; `abandoned`, `unfinished`.
- `; Set Pos=` of XG for a board, the left player's checkers in capital letters; `Illegal play (…)` with
  Snowie's position line.
- A remark `Game 6, Move 19 of Anna --> 11: 3/2 1/0 1/0 was illegal`, framed or not, in the header or a
  game: a ruling that this play stood.
- One die before the colon (`5: 8/3 6/5`): the other one is unknown, as in `5?:`.
- A typo in a verb (`Dobules => 2`) and a wrong sign after the dice (`31; 8/5`): reported, read as intended.
  Other characters after a play: reported, the play is read.
- Galaxy's single game of an even length that does not end a match, as a money game.
"""

from __future__ import annotations

import re

from kotra_notation.formats.format import FileFacts, Format, Reading, Source
from kotra_notation.formats.mat import headers, typed
from kotra_notation.formats.mat.lines import HOLDS, LAYOUTS
from kotra_notation.formats.mat.read import Reader
from kotra_notation.formats.mat.write import write
from kotra_notation.implied import Spelling
from kotra_notation.late import late_pattern
from kotra_notation.signs import Signs

LOOKED_AT = 65536
MARKS = late_pattern(
    r"^[> \t]*[0-9]{1,6}[ \t]*-?[ \t]*points?[ \t]+match\b|^[> \t]*Game[ \t]+[0-9]{1,9}[ \t]*\r?$",
    re.I | re.M,
)
# A lone game: names with scores over a first row with a throw.
LONE = late_pattern(
    r"^[> \t]*[^\s:;#][^:\r\n]{0,99}:[ \t]*[0-9]{1,9}[ \t][^:\r\n]{0,99}:[ \t]*[0-9]{1,9}[ \t]*\r?\n"
    r"(?:[> \t]*\r?\n){0,9}[> \t]*1[).][ \t]+[1-6][ \-]?[1-6][ \t]*:",
    re.M,
)

# The remarks and headers that a text begins with, however many.
REMARKS = re.compile(r"(?:[ \t]*(?:[;#][^\n]*)?\n)*+")
# The length of a match and the headers before it, which are never many.
HEAD = re.compile(
    rb"^(?:[ \t]*[;#][ \t]*\[[^\n]*\n(?:[ \t\r]*\n){0,9}+){0,30}+[ \t]*"
    rb"(?:[0-9]{1,6}[ \t]*-?[ \t]*points?[ \t]+match\b|(?:money|unlimited)[ \t]+(?:match|session|game)\b)",
    re.I | re.M,
)


def looks_like(source: Source) -> bool:
    """Return whether a line near the beginning gives the match length or a game number.

    Else whether names with scores, or a head that somebody typed, stand over a first row.
    """
    text = source.text
    remarks = REMARKS.match(text)
    text = text[remarks.end() if remarks else 0 :][:LOOKED_AT]
    return bool(MARKS.search(text) or LONE.search(text)) or typed.looks_typed(text)


def read(source: Source) -> Reading:
    """Return what a match text says."""
    reader = Reader(Signs(source.text), shorthand=source.shorthand)
    reader.read(source.lines)
    return reader.recorder.reading(reader.signs.dialect)


FORMAT = Format(
    title="Match text, the .mat family", suffixes=(".mat", ".txt"), looks_like=looks_like, read=read,
    write=write, dialects=tuple(LAYOUTS), holds=HOLDS,
    spelling=Spelling(single_steps=True, cube_values=True, hit_marks=True),
    file=FileFacts(
        comment=";", head=HEAD, headers=headers.JUDGED, habits="kotra_notation.formats.mat.changing"
    ),
)  # fmt: skip
