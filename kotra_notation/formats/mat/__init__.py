"""Match text, the `.mat` family: GNU Backgammon, JellyFish, XG, Galaxy, Studio, GridGammon and others.

Leniencies of the reader:

- Columns stand anywhere; a cell is known by what it says, a lone one by its column or the turn order.
- Tabs, any end of line, blanks at either end of a line, no end of line at the end of the file.
- Header tags in any order, behind `;` or `#`; unknown ones are kept. A tag behind a game opens a new match.
- The length line or the names may be missing; names may be empty, hold colons, commas and digits.
- A rating behind the last comma of a name.
- `Game 2` behind the last cell of a game; a row glued behind another.
- `bar`, `b`, `25`; `off`, `o`, `0`, in any letter case; `(2)`; `*` or `x` for a hit; `31:`, `3-1:`, `3 1:`.
- `Cannot Move`, `can't move`, `no move`, `no play`, `fans`, `dances`, a dash, `0`; `??`, `???`, `????`.
- `Doubles`, `Redoubles` with or without a value; `Takes`, `Accepts`; `Drops`, `Passes`, `Rejects`.
- `Beavers` twice for a raccoon; `Concedes`, `Resigns`, `Resigned Match` in a cell or behind dice.
- `Wins 2 point`, `Wins 1 points`, `Losses 1 point`, `loses`, before or behind each other, anywhere.
- `; Set Pos=` of XG sets the board; `Illegal play (…)` holds Snowie's position line.
"""

from __future__ import annotations

import re

from kotra_notation.findings import finding
from kotra_notation.formats.format import Format, Reading, Source
from kotra_notation.formats.mat.dialects import LAYOUTS, Signs
from kotra_notation.formats.mat.read import Reader
from kotra_notation.formats.mat.write import write

LOOKED_AT = 65536
MARKS = re.compile(
    r"^[ \t]*[0-9]{1,6}[ \t]*-?[ \t]*points?[ \t]+match\b|^[ \t]*Game[ \t]+[0-9]{1,9}[ \t]*\r?$", re.I | re.M
)


def looks_like(source: Source) -> bool:
    """Whether a line near the beginning gives the length of a match or the number of a game."""
    return bool(MARKS.search(source.text[:LOOKED_AT]))


def read(source: Source) -> Reading:
    """What a match text says."""
    reader = Reader(Signs.of(source.text))
    reader.read(source.lines)
    if not reader.matches:
        reader.findings.append(finding("empty-record"))
    return Reading(
        matches=tuple(reader.matches),
        findings=tuple(reader.findings),
        format="mat",
        dialect=reader.signs.dialect,
        encoding=source.encoding,
    )


FORMAT = Format(
    name="mat",
    title="Match text, the .mat family",
    suffixes=(".mat", ".txt"),
    looks_like=looks_like,
    read=read,
    write=write,
    dialects=tuple(LAYOUTS),
    single_steps=True,
)
