"""SGF with GM[6], as GNU Backgammon writes it and FF[4] describes it.

A tree is a game. Trees with the same names and length and increasing game numbers make a match. White is
the left side. Facts learned from files: `W[63]` means no legal play; `DI[63]` without a play means an
unrecorded play. A double in answer to a double is a beaver. `R` in `RE` is an accepted resignation. `CV` at
the root means automatic doubles. The seventh number of `DA` is an equity in a money game and a match
winning chance in a match. The `DA` after a take or drop repeats the double's.

The reader accepts:

- Text outside trees; each line is reported.
- Lower-case letters in property names; whitespace between names, values and nodes.
- Several values for one; the first counts. Moves, results, headers and `DA` with several are kept unread.
- A missing first or last bracket of a tree. A value without a closing bracket ends with its line or node.
  Text that is no property is skipped. Each is reported.
- A property twice in a node; the first counts, a different value is reported. Moves, analysis, luck, marks
  and comments are all read.
- Games of a match in any order, if the numbers from 1 to the last each occur once.
- Nodes without an action; properties in any order.
- A charset in `CA`, used if the bytes fit it; ISO 8859-1 is read as Windows-1252.
- A tree without `GM` after a backgammon tree; a missing `MI`, `MI` item, name or score.
- `double`, `take` and `drop` in any letter case; spaces within a play; `RE[W+]`, `RE[W+R]`, `RE[W+Resign]`.
- `CO` for `CP`; a position set up in one node or several, with or without `AE`, with compressed lists, also
  at the root. A cube or dice directly after a board belong to it. A board without a cube keeps the previous
  one.
- Dice set before a play of the same side; skipped.
- Evaluations of versions before 3, or with extra words at the end; exponents.
- Variations and unknown properties, kept verbatim. Unreadable values are kept and reported.

Left out, because programs write it anew: `FF`, `CA`, `ST`, an empty `MR`, luck that was not computed, `AP`
except the program name of evaluations, a Crawford game that the score implies.

The writer stores in `KN`, which other programs skip: the stated value of a double, an unknown play
`DI[63]KN[????]`, a result that neither the board nor a drop explains `RE[W+2R]KN[unsaid]`, the end of a
match `KN[match]`, points counted for a resignation worth more `RE[W+4R]KN[points:3]`. It omits hit marks,
which the board shows, and joins consecutive comments as paragraphs. Annotations after a result are read
before it. A match cube decision is lost without match winning chances, which other programs do not give.
"""

from __future__ import annotations

import re

from kotra_notation.formats.format import FileFacts, Format, Reading, Source, found_early
from kotra_notation.formats.holding import Thing
from kotra_notation.formats.sgf.read import Reader
from kotra_notation.formats.sgf.tree import text_of
from kotra_notation.formats.sgf.write import HOLDS, write
from kotra_notation.implied import Spelling

BEGIN = re.compile(r"^[ \t]*\(\s*+;\s*+[A-Za-z]{1,12}+\s*+\[", re.M)


def read(source: Source) -> Reading:
    """Return what an SGF file says."""
    text, encoding = text_of(source)
    reader = Reader(text)
    reader.read()
    return Reading(matches=tuple(reader.matches), findings=tuple(reader.findings), encoding=encoding)


FORMAT = Format(
    title="SGF (GM[6]), as GNU Backgammon writes it",
    suffixes=(".sgf",),
    looks_like=found_early(
        "a line near the beginning opens a tree with a property in its first node", BEGIN, 8192
    ),
    read=read,
    write=write,
    holds=HOLDS,
    partly=frozenset({Thing.ANALYSIS, Thing.EXTRAS}),
    spelling=Spelling(single_steps=True, says_dances=True),
    file=FileFacts(
        # Only where the first game of a match is told: the other trees of one belong to it.
        head=re.compile(rb"^\(;[^\n]{0,999}?\[game:0\]", re.M),
        charset="CA[{}]",
        habits="kotra_notation.formats.sgf.habits",
    ),
)
