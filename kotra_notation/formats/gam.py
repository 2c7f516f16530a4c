"""Game text, `.gam`: one game of JellyFish, or several of GammonEmpire, without lengths, numbers and scores.

A game is a line with both names, then rows of match text (`mat`). A file states no length: it is a money
session, its games numbered in order. As in GNU Backgammon 1.07, the left name is padded to 31 bytes; each
game of GammonEmpire begins with the line of names, which are single words.

The reader accepts:

- Everything that match text accepts within a row.
- Names separated by a tab or the widest gap of blanks, else by JellyFish's column, else by the only blank. A
  single name is the left one, or the right one if it is far to the right.
- No line of names before the first game; then all row numbers may be missing too.
- Other names before a row `1)`: another match begins.
- Lines after `;` or `#`, and `abandoned`, `unfinished`: comments.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kotra_notation.formats.format import Format, Reading, Source, lines_of
from kotra_notation.formats.mat import lines
from kotra_notation.formats.mat.rows import NARROWEST, Columns, RowNumbers, Rows, lines_beside_rows
from kotra_notation.formats.recorder import MatchDraft, Recorder, Threw
from kotra_notation.model import Comment, Match, Play, Player, Span

LOOKED_AT = 8192
LONGEST = 400  # no line of names is longer
WIDTH = 31  # of the left name, in bytes
JELLYFISH, EMPIRE = "jellyfish", "empire"

GAP = re.compile(r"\t[ \t]*| [ \t]+")
FIRST_ROW = re.compile(r"\s*1[).]\s")
FIRST_THROW = re.compile(r"\s*1[).]\s+[1-6][ \-]?[1-6] *:")


class TwoNames(NamedTuple):
    """The line of names, and where the second of them begins."""

    names: tuple[str, str]
    right: int


def parse_names(line: str) -> TwoNames | None:
    """The names of a line, None where it cannot be one of names."""
    text = line.rstrip()
    start = len(text) - len(text.lstrip())
    if not text or len(text) > LONGEST or text[start] in ";#":
        return None
    if lines.ROW.match(text) or lines.UNNUMBERED.match(text) or lines.UNFINISHED.match(text):
        return None
    if gaps := list(GAP.finditer(text, start)):
        gap = max(gaps, key=lambda gap: (len(gap[0].expandtabs()), -gap.start()))
        return TwoNames((text[start : gap.start()], text[gap.end() :]), gap.end())
    data = text.encode("utf-8", "surrogatepass")
    left, blank, right = data[:WIDTH], data[WIDTH : WIDTH + 1], data[WIDTH + 1 :]
    if blank == b" " and right:
        first, second = (part.decode("utf-8", "surrogatepass") for part in (left, right))
        return TwoNames((first.strip(), second), len(first) + 1)
    if start >= NARROWEST:
        return TwoNames(("", text[start:]), start)
    first, _, second = text[start:].partition(" ")
    if " " in second:
        first, second = text[start:], ""
    return TwoNames((first, second), len(text) - len(second))


def looks_like(source: Source) -> bool:
    """Return whether two names come before the first row with a roll, or there are only rows."""
    lines_read = [line for line in lines_of(source.text[:LOOKED_AT]) if line.strip()][:2]
    if lines_read and _begins_play(lines_read[0]):
        return True
    if len(lines_read) < 2 or not FIRST_THROW.match(lines_read[1]) or lines.parse_names(lines_read[0]):
        return False
    names = parse_names(lines_read[0])
    return names is not None and all(names.names)


def _begins_play(line: str) -> bool:
    """Return whether a line is the first row of a game: with its number, or with what both sides played."""
    row = lines.ROW.match(line)
    if row is not None and row[1] != "1":
        return False
    cells = [content for _, content in lines.split_cells(line[:LONGEST], row.end() if row else 0)]
    played = [isinstance(content, Threw) and isinstance(content.deed, Play) for content in cells]
    return all(played) and len(played) >= (1 if row else 2)


def read(source: Source) -> Reading:
    """Return what a game text says."""
    reader = Reader(source.lines)
    games = sum(len(match.games) for match in reader.read())
    return reader.recorder.reading(EMPIRE if games > 1 else JELLYFISH)


class Reader:
    """The state of reading one file."""

    def __init__(self, text_lines: list[str]) -> None:
        self.lines = text_lines
        self.recorder = Recorder("gam")
        self.recorder.match = MatchDraft(Span(1))
        self.columns = Columns()
        self.rows: Rows | None = None
        self._first_names = self._over_rows()

    def _over_rows(self) -> tuple[str, str] | None:
        """Return the last two names over the first row: what stands above them, as in a mail, is none."""
        over: tuple[str, str] | None = None
        for line in self.lines:
            if lines.ROW.match(line) or lines.UNNUMBERED.match(line):
                break
            names = parse_names(line)
            over = names.names if names and all(names.names) else over
        return over

    def read(self) -> list[Match]:
        """The matches of all lines."""
        for line in lines_beside_rows(self.recorder, self.lines, lambda: self.rows):
            self._line(line)
        self._close()
        return self.recorder.matches

    def _line(self, line: str) -> None:
        row = lines.ROW.match(line)
        if line.lstrip()[0] in ";#":
            self._comment(lines.remark(line))
        elif row or lines.UNNUMBERED.match(line):
            self._row(row.end() if row else 0, row and row[1])
        elif lines.UNFINISHED.match(line):
            self._comment(line.strip())
        elif (names := parse_names(line)) and self._begins(names):
            self._game(names)
        else:
            self.recorder.unreadable()

    def _begins(self, names: TwoNames) -> bool:
        if self.recorder.game is None:
            return self._first_names in (None, names.names)
        if names.names == self.recorder.draft().names:
            return True
        following = (self.lines[index] for index in range(self.recorder.number, len(self.lines)))
        behind = next((line for line in following if line and not line.isspace()), "")
        return all(names.names) and FIRST_ROW.match(behind) is not None

    def _game(self, names: TwoNames) -> None:
        if self.recorder.game and names.names != self.recorder.draft().names:
            self._close()
        self.recorder.draft().players = [Player(name=name) for name in names.names]
        if names.right >= NARROWEST:
            self.columns.learn(lines.column(self.recorder.line, names.right))
        self._new_rows()

    def _new_rows(self) -> Rows:
        self.recorder.begin(self.recorder.draft().next_number)
        self.rows = Rows(self.recorder, self.columns, RowNumbers())
        return self.rows

    def _row(self, start: int, numbered: str | None) -> None:
        rows = self.rows
        if rows is None:
            rows = self._new_rows()
            self.recorder.find("names-missing")
        rows.row(start, numbered)

    def _comment(self, text: str) -> None:
        self.recorder.keep(Comment(text=text, span=self.recorder.span))

    def _close(self) -> None:
        if self.recorder.game:
            self.recorder.draft().length = 0
            self.recorder.close()
        self.recorder.match, self.rows, self.columns = None, None, Columns()


FORMAT = Format(
    title="Game text of JellyFish and GammonEmpire, .gam", suffixes=(".gam",), looks_like=looks_like,
    read=read, dialects=(JELLYFISH, EMPIRE),
)  # fmt: skip
