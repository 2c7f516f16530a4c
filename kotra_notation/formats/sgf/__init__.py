"""SGF with GM[6], as GNU Backgammon writes it and FF[4] describes it.

A tree is a game; trees with the same names and length and a growing number of the game make a match. White
is the left side. Settled by looking at files: `W[63]` says that no play was possible, `DI[63]` without a
play that none was recorded; a double by the other side behind a double is a beaver; `R` in `RE` is an
accepted resignation; `CV` at the root are automatic doubles; the seventh number of `DA` is an equity in a
money game and a match winning chance in a match; the `DA` behind a take or a drop repeats that of the
double.

Leniencies of the reader:

- Text before, between and behind trees, said line by line; lower-case letters in names of properties; blanks
  and line ends anywhere between names, values and nodes; several values for one, of which the first counts.
- A tree without its first or its last bracket; a value without its closing bracket ends with its line or
  node; what is no property is passed over. Each is said.
- A property that stands twice in a node, of which the first counts (another value is said); nodes without
  an action; properties in any order.
- A charset named by `CA` is believed where the bytes fit it; ISO 8859-1 is read as Windows-1252.
- A tree without `GM` behind one of backgammon; `MI`, any of its items, names and score may be missing.
- `double`, `take` and `drop` in any letter case; blanks within a play; `RE[W+]`, `RE[W+R]`, `RE[W+Resign]`.
- `CO` for `CP`; a set-up in one node or in several, with or without `AE`, with compressed lists, also at
  the root; a cube or dice directly behind a board belong to it. A board without a cube keeps the one
  before.
- Dice that were set, where the same side then plays, are passed over.
- Evaluations of the versions before 3, and with more words behind them; exponents in numbers.
- Variations are kept as they stand, and the main line is read.
- Unknown properties are kept as they stand; values that cannot be read too, and said.

Left out, for programs write it anew: `FF`, `CA`, `AP` but for the name that evaluations carry, `ST`, an
empty `MR`, luck that was not computed, and the Crawford game where it is the one that the score tells.

The writer puts what SGF has no place for into `KN`, which other programs pass over: the value a double was
said to have, an unknown play `DI[63]KN[????]`, a result that neither the board nor a drop explains
`RE[W+2R]KN[unsaid]`, the end of a match `KN[match]`, the points that were counted of a resignation that was
worth more `RE[W+4R]KN[points:3]`. Marks of hits are not written, for the board tells
them. Comments that follow one another are paragraphs of one. Annotations behind a result are read before
it. A cube decision in a match needs its match winning chances, which other programs do not give; it is lost
without.
"""

from __future__ import annotations

import re

from kotra_notation.findings import finding
from kotra_notation.formats.format import FileFacts, Format, Reading, Source
from kotra_notation.formats.holding import Thing
from kotra_notation.formats.sgf.read import Reader
from kotra_notation.formats.sgf.tree import text_of
from kotra_notation.formats.sgf.write import HOLDS, write
from kotra_notation.implied import Spelling

LOOKED_AT = 8192
BEGIN = re.compile(r"^[ \t]*\(\s*+;\s*+[A-Za-z]{1,12}+\s*+\[", re.M)


def looks_like(source: Source) -> bool:
    """Return whether a line near the beginning opens a tree with a property in its first node."""
    return bool(BEGIN.search(source.text[:LOOKED_AT]))


def read(source: Source) -> Reading:
    """Return what an SGF file says."""
    text, encoding = text_of(source)
    reader = Reader(text)
    reader.read()
    if not reader.matches and not reader.findings:
        reader.findings.append(finding("empty-record"))
    return Reading(matches=tuple(reader.matches), findings=tuple(reader.findings), encoding=encoding)


FORMAT = Format(
    title="SGF (GM[6]), as GNU Backgammon writes it",
    suffixes=(".sgf",),
    looks_like=looks_like,
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
