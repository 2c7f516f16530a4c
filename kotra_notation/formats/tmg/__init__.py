"""TrueMoneyGames, `.tmg`: the record of a match, or of a session for money, at that place.

Player1 is seat 0. Each record is a number (with a minus where it is Player2's), a code and words: 1 a throw,
4 its play (`0/0` where none is possible), 5 a double, 7 a take, 8 a beaver, 10 a pass, 2 an automatic double,
14, 15, 16 a win, a gammon, a backgammon, 17 and 22 a side that is out of time.

Leniencies of the reader:

- Any blanks around numbers and codes; numbers are not looked at, only their sign.
- A throw without its colon; a play without a throw, which then has dice 0 and 0; `25` or `bar`, `0` or
  `off`, `(2)`, hits marked or not; `Cannot move` for `0/0`.
- Headers in any order, or none; those that state rules, and others of the place, may stand in a game and are
  kept there as extras. Unknown keys are kept, unknown lines are said and kept.
- A second `MatchID` or `Player1` behind a game begins another match.
- A win by a side whose number is 0 is told by its name; where sign and name disagree, the sign counts.

A take of the doubler behind a beaver says no more than that the beaver stands, and is left out. A second
beaver behind the first is a raccoon. Settlements of table stakes (code 19), and throws without dice of a side
out of time, are kept as extras `tmg:row`.
How somebody resigned the file does not say: the points tell. A stake of 0.0 is none.

The lines of rules become the options of the match: of money play only where money is played, since a match
knows none of them. No line allows automatic doubles: where there are some, as many are allowed as a game of
the record has. `AutoDistrib` has nothing to do with them as far as is known, and is kept as it stands.
"""

from __future__ import annotations

from kotra_notation.formats.format import FileFacts, Format, Reading, Source, lines_of
from kotra_notation.formats.tmg import headers, records
from kotra_notation.formats.tmg.read import Reader

LOOKED_AT = 8192
HEAD = 60  # lines


def looks_like(source: Source) -> bool:
    """Whether one of the first lines names a player, and a game or a rule of this notation stands with it."""
    keys: set[str] = set()
    for line in lines_of(source.text[:LOOKED_AT])[:HEAD]:
        if keyed := headers.keyed(line):
            keys.add("Game" if records.GAME.match(line) else keyed[0])
    return not keys.isdisjoint(headers.PLAYERS) and not keys.isdisjoint({"Game", *headers.RULES})


def read(source: Source) -> Reading:
    """Return what a TrueMoneyGames file says."""
    reader = Reader()
    reader.read(source.lines)
    return reader.recorder.reading()


FORMAT = Format(
    title="TrueMoneyGames, .tmg",
    suffixes=(".tmg",),
    looks_like=looks_like,
    read=read,
    file=FileFacts(headers=headers.JUDGED),
)
