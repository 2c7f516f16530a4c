"""The lines of a match text: rows parted into cells, names, remarks; and how each dialect lays them out."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from kotra_notation.formats.holding import Thing
from kotra_notation.formats.mat import cells
from kotra_notation.formats.plays import REMEMBERED
from kotra_notation.late import late_pattern
from kotra_notation.model import Player
from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MatLayout:
    """The layout and spelling of a written file. Widths are in bytes.

    A row is its number, the left cell in `left` places, a blank, and the right cell in `right`; `name` is
    the width of the left name with its score, which `colon` parts; `result` the blanks before a result, by
    seat. A result of the right side shares the row of a left-hand cell that is one of `beside`, or ending in
    one; where `result_numbered`, it is a cell itself. `joined` hops are those of one man over several dice,
    and equal ones are counted. `empty_lines` stand behind the length and behind each game.
    """

    length: str = " {length} point match"
    number: str = "{number:>3}) "
    left: int = 27
    right: int = 0
    name: int = 31
    colon: str = " : "
    result: tuple[int, int] = (6, 34)
    result_numbered: bool = False
    beside: tuple[str, ...] = (" Drops",)
    bar: str = "25"
    off: str = "0"
    hit: str = "*"
    joined: bool = False
    behind_play: str = ""
    cannot_move: str = ""
    not_recorded: str = "????"
    points: str = "points"
    rated: bool = False
    empty_lines: tuple[int, int] = (1, 1)
    mark: str = ""
    line_end: str = "\n"

    @property
    def holds(self) -> frozenset[Thing]:
        """Return what a file of this dialect can hold."""
        return HOLDS if self.hit else HOLDS - {Thing.HITS}


HOLDS = frozenset((
    Thing.HITS, Thing.CUBE, Thing.BEAVERS, Thing.UNKNOWN_PLAYS, Thing.REACHED, Thing.RESULTS, Thing.SCORES,
    Thing.REMARKS, Thing.RULINGS,
))  # fmt: skip

_GNUBG = MatLayout(behind_play=" ", cannot_move="Cannot Move")
_GALAXY = MatLayout(length="{length} point match", name=32, hit="", points="point")
_XG: dict[str, Any] = {"points": "point", "empty_lines": (1, 3), "mark": "\ufeff", "line_end": "\r\n"}
LAYOUTS: dict[str, MatLayout] = {
    "gnubg": _GNUBG,
    "jellyfish": MatLayout(name=32),
    "xg": MatLayout(
        length=_GALAXY.length, left=33, right=33, name=38, result=(6, 40), beside=(" Drops", "????"),
        bar="Bar", off="Off", joined=True, cannot_move=_GNUBG.cannot_move, **_XG,
    ),
    "xg-mat": MatLayout(
        length=_GALAXY.length, right=28, name=32, beside=(" Drops", "???"), hit="", not_recorded="???", **_XG,
    ),
    "galaxy": _GALAXY,
    "studio": MatLayout(
        length=_GALAXY.length, number="  {number}) ", left=34, name=39, result_numbered=True, bar="bar",
        off="off", joined=True, cannot_move=_GNUBG.cannot_move, points="point", empty_lines=(2, 1),
    ),
    "gridgammon": MatLayout(name=32, hit="", rated=True),
    "opengammon": MatLayout(
        length=_GALAXY.length, number="  {number}) ", left=40, right=40, name=41, colon=": ", result=(3, 44),
    ),
}  # fmt: skip


LENGTH = late_pattern(
    r"\s*([0-9]{1,6})\s*-?\s*points?\s+match\b|\s*(?:money|unlimited)\s+(?:match|session|game)\b", re.I
)
GAME = late_pattern(r"\s*Game\s+([0-9]{1,9})\s*(?:[.:]\s*)?$", re.I)
ROW = late_pattern(r"\s*([0-9]{1,9})(?:\)|\.(?=\s))")
UNNUMBERED = late_pattern(
    rf"\s*(?:{cells.DICE}|{cells.BARE_DICE}|(?:wins?|losse?s|loses?|{cells.FOREIGN_RESULT})\s+[0-9])", re.I
)
UNFINISHED = late_pattern(r"\s*(?:abandoned|unfinished|adjourned)\b", re.I)
RATING = late_pattern(r"[0-9]+(?:[.,][0-9]+)?")
QUOTED = late_pattern(r"(?:[ \t]*>)+[ ]?")  # how mail quotes a line
SET_POSITION = late_pattern(r"Set Pos=(.*)$", re.I)

# A row of two throws, as most are: both cells.
PLAIN = late_pattern(r" *+([0-9]{1,9})[).] ++([0-9][0-9]:(?:[^:\t]*\S)?) ++([0-9][0-9]:(?:[^:\t]*\S)?)\s*$")

# Where a further part begins in the middle of a line: a game, or a row.
FURTHER = late_pattern(r"(?<=\S)\s++(?=Game\s+[0-9]{1,9}(?:\s|$)|[0-9]{1,9}\)(?:\s|$))", re.I)
GAME_IN_LINE = late_pattern(r"\s*Game\s+[0-9]{1,9}(?=\s)", re.I)
SCORE = late_pattern(r":[ \t]*+([0-9]{1,9})(\s++|(?=\D)|$)")
BETWEEN = late_pattern(r"\s*(?:[,;&/–—-]|vs?\.?\s)\s*", re.I)  # what people type between a score and a name
TIGHT = late_pattern(r"[^:]*[^:\s]:\s*[0-9]+\s")  # a name, its colon and a score, without a blank between
INLINE_COMMENT = late_pattern(r"\s[;#]\s?(?=\S)")

SHORT = late_pattern(r"(?:(?<=\s\s)|(?<=\t))[1-6]-?[1-6](?!\d|\s{2}|[/\-*])", re.I)
PIECE = late_pattern(r"\S+(?: \S+)*")
WIDE_GAP = 6  # so many blanks part a cell that cannot be read from the next


class Cell(NamedTuple):
    """The text of a cell, without blanks at either end, and its place in the line counted from 0."""

    text: str
    start: int


class Names(NamedTuple):
    """The line of names and scores, its parts as written, and where the second name begins."""

    names: tuple[str, str]
    score: tuple[int, int] | None  # which a program writes, and people may leave out
    right: int


def split_cells(line: str, start: int, end: int | None = None) -> list[tuple[Cell, cells.Content]]:
    """Return the cells of a row from `start` on, parted by blanks, or wherever one may begin."""
    line = line if end is None else line[:end]
    parted = [(cell, cells.content(cell.text)) for cell in split_pieces(line, start)]
    if not any(type(read) is cells.Garbled or cell.text[0] == "?" for cell, read in parted):
        return parted
    begins = [match.start() for match in cells.CELL.finditer(line, start)]
    parts = [_cell(line, begin, end) for begin, end in pairwise([start, *begins, len(line)])]
    return [known for cell in parts if cell.text for known in _split_cell(cell)]


def _split_cell(cell: Cell) -> list[tuple[Cell, cells.Content]]:
    """Split a cell that cannot be read before mistyped words and dice, and at wide gaps before a play."""
    read = cells.content(cell.text)
    if not isinstance(read, cells.Garbled):
        return [(cell, read)]
    begins = [0]
    for before, piece in pairwise(split_pieces(cell.text)):
        gap = piece.start - before.start - len(before.text)
        if cells.nearest(piece.text) or (gap >= WIDE_GAP and cells.PLAY_BEGIN.match(piece.text)):
            begins.append(piece.start)
    parts = [_cell(cell.text, begin, end) for begin, end in pairwise([*begins, len(cell.text)])]
    return [(Cell(text, cell.start + start), cells.content(text)) for text, start in parts]


def split_short_cells(line: str, start: int, end: int | None = None) -> list[tuple[Cell, cells.Content]]:
    """Return cells where plays are written short: dice that begin a cell need no colon."""
    line = line if end is None else line[:end]
    start += len(line[start:]) - len(line[start:].lstrip())
    matches = (match for pattern in (cells.CELL, SHORT) for match in pattern.finditer(line, start))
    begins = sorted({match.start() for match in matches})
    parts = [_cell(line, begin, end) for begin, end in pairwise([start, *begins, len(line)])]
    return [(cell, cells.short_content(cell.text)) for cell in parts if cell.text]


def further(line: str) -> list[int]:
    """Return where further games or rows begin in a line."""
    if line.find(")") == line.rfind(")") and "game" not in line.lower():
        return []
    return [match.end() for match in FURTHER.finditer(line)]


def split_pieces(line: str, start: int = 0) -> list[Cell]:
    """Return what blanks part: the texts between two or more of them."""
    return [Cell(match[0], match.start()) for match in PIECE.finditer(line, start)]


def parse_names(line: str) -> Names | None:
    """Return the names and scores of a line, or None; the score before the widest gap ends the first name."""
    last = line.rfind(":")
    behind = line[last + 1 :].strip()
    if last < 0 or not (behind.isascii() and behind.isdigit() and len(behind) < 10):
        return None
    scores = list(SCORE.finditer(line, 0, last))
    if not scores:
        return None
    first = max(scores, key=lambda score: (min(len(score[2]), 2), -score.start()))
    name, second = line[: first.start()].strip(), line[first.end() : last]
    if len(first[2]) < 2 and (sign := BETWEEN.match(second)):
        second = second[sign.end() :]
    right = last - len(second.lstrip())
    return Names((name, second.strip()), (int(first[1]), int(behind)), right)


@lru_cache(maxsize=REMEMBERED)
def parse_player(name: str) -> Player:
    """Return a player by the name and the rating behind its last comma."""
    plain, _, rating = name.rpartition(",")
    known = plain and RATING.fullmatch(rating.strip())
    return Player(name=plain.strip(), rating=rating.strip()) if known else Player(name=name)


def remark(line: str) -> str:
    """Return a remark without its sign."""
    return line.strip()[1:].removeprefix(" ")


def column(line: str, index: int) -> int:
    """Return the column at which a place in a line is seen, with tabs expanded."""
    return len(line[:index].expandtabs(8)) if "\t" in line else index


def _cell(line: str, begin: int, end: int) -> Cell:
    text = line[begin:end]
    return Cell(text.strip(), begin + len(text) - len(text.lstrip()))
