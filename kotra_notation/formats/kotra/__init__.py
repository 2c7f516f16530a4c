"""Our own notation, `.kotra`: text, one event a line, for both games; it holds everything the model holds.

A short record; a line `rules: forn-1977` makes it one of old kotra, with plays such as `a/e m/q`:

    kotra 1
    white: Anna
    black: Bjarni
    length: 5

    game 1
    W 31: 8/5 6/5
    B 64: 24/14
    W doubles
    B drops
    W wins 1

A header `notation: shorthand` allows abbreviated plays (`W 31: 5pt`). Lines behind a turn say more of it:
`ruling stood` for an illegal play that was not corrected, `video 1:02:05` for its place in a recording.

Its specification is docs/notation.md in the source of this program.

The reader accepts:

- `White:`, `Length:` with a capital; `w` and `b` for `W` and `B`; `Bar`, `Off` and capital letters of points.
- A number with a point or parenthesis before a line (`12.`, `12)`).
- `25` for `bar`, `0` for `off`, `*1` for `*`, `(1)` after a step; marks without a space before them.
- Icelandic lines from our own pages, after the side's letter: `H býður uppgjöf: hálfkotra`, `Spil 2, 0–2`,
  `S vinnur 2 stig (uppgjöf)`. `þiggur`, `samþykkir`, `hafnar` and `neitar` answer a double or an offer to
  resign; `gefur leikinn` concedes what is open.
- Words of the source texts, inflected, also German: `S tvífaldar 2`, `H segir bjór 4`, `S ógilt kast 52`,
  `W scores stutta múk 7`, `B wins 5 by Großer Mönch` (words/terms.toml); `H fær 15 fyrir jan`; `Weiß`,
  `Schwarz`.
- Icelandic words for headers, sides, statements, `bar`, `off`, `half` and `cannot move` (docs/notation.md).
- `31`, `3-1`, `3 og 1` for dice, also after `opening`, where `3+1` works; the names of the numbers, ás,
  daus, treia, kotra, fimm, sex, or today's: `fjarki og ás`, `treiur allar`, `tólfin`.
- `-`, `–`, `—`, `can't move`, `no play`, `no move`, `dance`, `fan` for `cannot move`; `???` for `????`.
- `doubles => 4`, `doubles to 4`, `redoubles 4`; `passes` for `drops`; `automatic double`.
- `wins 2 points`, `wins 1 point`; `length: money` for `length: 0`; a plus before a number.
- `forfeits` without a scope, for the game; a header without a space after its colon.
- An XGID, OGID, GNU id or position text after `setup`.
- Events before any `game` line, as an unnumbered game; a missing first line `kotra 1`.
- Comments, blank lines, spaces at either end of a line. A mark or comment may end any line that does not
  take the rest of it.
- A property twice in one line; the last value counts.
- Any line ending (LF, CRLF, CR).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kotra_notation.findings import finding
from kotra_notation.formats.format import FileFacts, Format, Reading, Source, Writing
from kotra_notation.formats.holding import EVERYTHING
from kotra_notation.formats.kotra.reading import Reader
from kotra_notation.formats.kotra.spelling import Points
from kotra_notation.formats.kotra.writing import text_of
from kotra_notation.model import Match

# Possessive throughout: a file of blank lines must not be tried in every way they can be parted.
_BEFORE = r"(?:[^\S\r\n]*+(?:#[^\r\n]*+)?+[\r\n]++)*+[^\S\r\n]*+"
_FIRST_LINE = re.compile(_BEFORE + r"kotra[ \t]+[0-9]+[ \t]*(?:[\r\n]|$)")
# Without it a file begins with a header, a game or a turn, and has a turn.
_TURN = r"(?:[0-9]+[.)] )?[WBHS] [1-6?]-?[1-6?]:"
_HEADLESS = re.compile(
    _BEFORE
    + rf"(?:{_TURN}|(?:game|leikur|spil)(?: [0-9]|[ \t]*[\r\n])"
    + r"|[^\W\d]\w+(?: \w+)?[ \t]*[:=][^\r\n]*+[\r\n])",
    re.I,
)
_LATER_TURN = re.compile(rf"[\r\n][ \t]*+{_TURN}")
# A file that bears our name may lack the colons.
_ANY_TURN = re.compile(rf"[\r\n][ \t]*+{_TURN.removesuffix(':')}\b")


def looks_like(source: Source) -> bool:
    """Return whether the first line that is not a comment names the notation, or a text plainly is of it."""
    text = source.text
    if (source.name or "").endswith(".kotra") and _ANY_TURN.search(text):
        return True
    return bool(_FIRST_LINE.match(text) or (_HEADLESS.match(text) and _LATER_TURN.search(text)))


def read(source: Source) -> Reading:
    """Return what a `.kotra` file says."""
    reader = Reader(shorthand=source.shorthand)
    reader.read(source.text)
    if not reader.matches:
        reader.findings.append(finding("empty-record"))
    return Reading(matches=tuple(reader.matches), findings=tuple(reader.findings))


def write(matches: Iterable[Match], dialect: str | None = None) -> Writing:
    """Matches as `.kotra`; the dialect says how points are named, else the rules of each match do."""
    return Writing(content=text_of(matches, Points(dialect) if dialect else None), findings=())


FORMAT = Format(
    title="kotra's own notation",
    suffixes=(".kotra",),
    looks_like=looks_like,
    read=read,
    write=write,
    holds=EVERYTHING,
    dialects=tuple(points.value for points in Points),
    file=FileFacts(
        comment="#",
        first_line=_FIRST_LINE,
        head=re.compile(rb"^[ \t]*kotra[ \t]+[0-9]+[ \t]*\r?$", re.I | re.M),
        habits="kotra_notation.formats.kotra.habits",
    ),
)
