"""A text that is edited: what is found in it, and what an editor may show or offer at a place of it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from kotra_notation.features.check.job import Checked, check_file, unjudged_file
from kotra_notation.features.fix.job import Fixing, fixing
from kotra_notation.findings import Finding, Severity, finding
from kotra_notation.formats.format import Reading, Source, lines_of
from kotra_notation.formats.kotra.lines import read as read_line
from kotra_notation.formats.kotra.statements import ThrowStatement, UnreadableError, VerdictStatement
from kotra_notation.formats.mat.lines import INLINE_COMMENT, LAYOUTS, ROW, MatLayout, parse_names, split_cells
from kotra_notation.jobs.files import STDIN, Opened
from kotra_notation.jobs.guarding import fault_of_ours
from kotra_notation.model import Event, Span
from kotra_notation.reading import read_in_full
from kotra_notation.replay import Frame, GameReplay, Replay
from kotra_notation.replay.kept import KeptGames as KeptGames
from kotra_notation.values import dataclass

# A longer text is not judged while it is edited.
LARGEST = 4_000_000
_LINE_END = re.compile("\r\n|\r|\n")
MARK = "\ufeff"


class EventPlace(NamedTuple):
    """An event of a text: its match and game, counted from 0, and its place there."""

    match: int
    game: int
    place: int
    event: Event
    span: Span


@dataclass(frozen=True)
class EditedText:
    """A text and what came of judging it; `hinted`: with what was probably meant, where somebody knows."""

    text: str
    checked: Checked
    hinted: bool = True

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text, as findings count them."""
        return lines_of(self.text)

    @cached_property
    def begins(self) -> list[int]:
        """The characters of the text at which its lines begin."""
        return [0, *(end.end() for end in _LINE_END.finditer(self.text))]

    @property
    def file(self) -> Opened:
        """The text as a file."""
        return as_file(self.text, self.checked.path)

    @property
    def source(self) -> Source:
        """The text as it is read."""
        return Source(self.file.data, self.checked.path)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of `kotra check`."""
        return self.checked.findings

    @property
    def format(self) -> str:
        """The notation it is in, empty where nobody knows."""
        return self.checked.reading.format

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and the column, from 1, of a character of the text."""
        line = bisect_right(self.begins, offset)
        return line, offset - self.begins[line - 1] + 1 - (self.shift if line == 1 else 0)

    def offset(self, line: int, column: int) -> int:
        """Return the character of the text at a line and column, counted from 1."""
        return self.begins[line - 1] + column - 1 + (self.shift if line == 1 else 0)

    @property
    def shift(self) -> int:
        """The length of the mark that precedes the columns of the first line."""
        return int(self.text.startswith(MARK))

    @property
    def wants_hints(self) -> bool:
        """Return whether it is worth looking for what was probably meant."""
        return not self.hinted and any(finding.severity is not Severity.NOTE for finding in self.findings)

    @cached_property
    def proposals(self) -> Fixing:
        """The proposals of `kotra fix`."""
        return fixing(self.file, self.checked.reading, None, None)

    @cached_property
    def events(self) -> list[EventPlace]:
        """All events that have a place in the text, in its order."""
        places = [
            EventPlace(match_number, game_number, place, event, event.span)
            for match_number, match in enumerate(self.checked.reading.matches)
            for game_number, game in enumerate(match.games)
            for place, event in enumerate(game.events)
            if event.span
        ]
        return sorted(places, key=lambda place: place.span)

    def events_of(self, match: int, game: int) -> list[EventPlace]:
        """Return the events of a game, by its place and that of its match."""
        return [event for event in self.events if (event.match, event.game) == (match, game)]

    def replay(self, place: EventPlace) -> Replay:
        """Return the match of an event as it was replayed."""
        return self.checked.replays[place.match]

    def game(self, place: EventPlace) -> GameReplay:
        """Return the game of an event as it was replayed."""
        return self.replay(place).games[place.game]

    def frame(self, place: EventPlace) -> Frame:
        """Return the frame of an event."""
        return self.game(place).frames_at([place.place])[0]

    def event_at(self, line: int, column: int) -> EventPlace | None:
        """Return the event that covers a place, or the last one before it in its line, else the first."""
        here = [event for event in self.events if event.span.line == line]
        before = [event for event in here if event.span.column <= column]
        within = [event for event in before if _covers(event.span, column)]
        return next(iter((*reversed(within), *reversed(before), *here)), None)

    def findings_at(self, line: int, column: int) -> list[Finding]:
        """Return the findings in whose text a place is, or those of its line where it is in none."""
        here = [finding for finding in self.findings if finding.span and finding.span.line == line]
        return [finding for finding in here if finding.span and _covers(finding.span, column)] or here


def _covers(span: Span, column: int) -> bool:
    return span.column <= column < max(span.end_column, span.column + 1)


def as_file(text: str, path: str = STDIN) -> Opened:
    """Return a text as the file that an editor would save."""
    return Opened(path, text.encode("utf-8", "surrogatepass"))


def judge(text: str, path: str = STDIN, *, hints: bool = True, kept: KeptGames | None = None) -> EditedText:
    """Judge a text as `kotra check` does; without `hints` nobody asks what was probably meant.

    Games `kept` from another version of it are not judged again. A text that is too large is not judged, and
    a fault of ours is a finding; both are said.
    """
    if kept is not None:
        kept.begin()
    file = as_file(text, path)
    if len(file.data) > LARGEST:
        return EditedText(text, unjudged_file(file.path, finding("size-limit", span=Span(1), limit=LARGEST)))
    try:
        return EditedText(text, check_file(file, hints=hints, kept=kept), hints)
    except Exception as error:
        return EditedText(text, unjudged_file(file.path, fault_of_ours(error).at(span=Span(1))))


def too_slow(text: str, path: str, seconds: float) -> EditedText:
    """Return a text that could not be judged in the time there is."""
    found = finding("time-limit-passed", span=Span(1), limit=f"{seconds:g}")
    return EditedText(text, unjudged_file(path, found))


# Blanks that are none of a text between quotes or of a comment.
_BLANKS = re.compile(r"[ \t]+")
_KEPT = re.compile(r'"(?:[^"\\]|\\.)*"|#.*')
_COLON = re.compile(r"[ \t]+:(?=[ \t])")
_BEHIND_PLAY = frozenset({"half", "hálfur", "!", "?", "!!", "??", "!?", "?!"})
_GAME = re.compile(r"\s*(?:game|leikur|spil)(?!\w)", re.I)


def format_text(text: EditedText) -> str | None:
    """Return the text as it is laid out; None where nobody knows how, or nothing has to change."""
    shape = SHAPES.get(text.format)
    if shape is None:
        return None
    end = "\r\n" if "\r\n" in text.text else "\n"
    lines = [text.lines[0].removeprefix(MARK), *text.lines[1:]]
    shaped = MARK * text.shift + end.join(shape(text, lines))
    if shaped == text.text:
        return None
    again = read_in_full(Source(as_file(shaped).data, text.checked.path))
    return shaped if _content(again) == _content(text.checked.reading) else None


def _content(reading: Reading) -> object:
    """Return what two readings have in common that say the same and find the same."""
    findings = [(finding.code, finding.written) for finding in reading.findings]
    return reading.format, reading.matches, reading.positions, findings


def _kotra(text: EditedText, lines: list[str]) -> Iterator[str]:
    """Yield lines with one blank between words and none at the ends, an empty one before each game alone."""
    before = ""
    for number, line in enumerate(lines, 1):
        shaped = _kotra_line(line)
        if not shaped and number < len(lines):
            continue
        if before and shaped and _GAME.match(shaped):
            yield ""
        before = shaped
        yield shaped


def _kotra_line(line: str) -> str:
    parts, end = [], 0
    for kept in _KEPT.finditer(line):
        parts += [_COLON.sub(":", _BLANKS.sub(" ", line[end : kept.start()])), kept[0].rstrip()]
        end = kept.end()
    parts.append(_COLON.sub(":", _BLANKS.sub(" ", line[end:])))
    statements = _statements(line)
    head, colon, rest = line.partition(":")
    ways = "".join(parts).strip(), f"{_BLANKS.sub(' ', head).strip()}{colon} {rest.strip()}".strip()
    return next((way for way in ways if _statements(way) == statements), line)


def _statements(line: str) -> object:
    """Return the statements of a line of `.kotra`; one that cannot be read is known by itself."""
    if not line.strip():
        return None
    try:
        statements = [part.statement for part in read_line(line)]
    except UnreadableError:
        return line
    throws = ThrowStatement | VerdictStatement
    return [_shaped_play(each) if isinstance(each, throws) else each for each in statements]


def _shaped_play(throw: ThrowStatement | VerdictStatement) -> ThrowStatement | VerdictStatement:
    """Return a throw or a ruling with one blank between the words of a play."""
    words = throw.cell.split()
    plain = all("/" in word or word in _BEHIND_PLAY for word in words) or words == ["cannot", "move"]
    return throw._replace(cell=" ".join(words) if plain else throw.cell.rstrip(), at=0)


def _mat(text: EditedText, lines: list[str]) -> Iterator[str]:
    """Yield rows with their cells in two columns, and all else as it stands."""
    layout = LAYOUTS.get(text.checked.reading.dialect or "", LAYOUTS["gnubg"])
    seats = {
        (event.span.line, event.span.column): getattr(event.event, "seat", None) for event in text.events
    }
    rows = [_row(line, number, seats) for number, line in enumerate(lines, 1)]
    left = max([layout.left, *(len(row.left) for row in rows if row)])
    for line, row in zip(lines, rows, strict=True):
        if row is None:
            yield _head(line, layout)
            continue
        both = f"{row.left:<{left}} {row.right}".rstrip()
        shaped = layout.number.format(number=row.number) + both + row.comment
        yield line if line.rstrip() == shaped else shaped


def _head(line: str, layout: MatLayout) -> str:
    """Return the line of names and scores in its columns; any other line as it stands."""
    if ROW.match(line) or line[:1] in ";#" or not (read := parse_names(line)):
        return line
    left, right = (f"{name} : {score}" for name, score in zip(read.names, read.score or (), strict=True))
    shaped = f" {left:<{layout.name - 1}} {right}"
    return line if line.rstrip() == shaped.rstrip() or parse_names(shaped) is None else shaped


class ShapedRow(NamedTuple):
    """A row of a match text: its number, its cells, and the comment behind them."""

    number: str
    left: str
    right: str
    comment: str


def _row(line: str, number: int, seats: Mapping[tuple[int, int], int | None]) -> ShapedRow | None:
    """Return a row with a number and one cell or two, each of a side; None for any other line."""
    row = ROW.match(line)
    if row is None:
        return None
    comment = INLINE_COMMENT.search(line, row.end())
    row_cells = split_cells(line, row.end(), comment.start() if comment else None)
    sides: list[str] = ["", ""]
    for number_in_row, (cell, _) in enumerate(row_cells):
        seat = seats.get((number, cell.start + 1))
        if seat is None or sides[seat] or (number_in_row and not seat):
            return None
        sides[seat] = cell.text if cell.text[0].isdigit() else f" {cell.text}"
    behind = f" {line[comment.start() :].strip()}" if comment else ""
    return ShapedRow(row[1].lstrip("0") or "0", sides[0], sides[1], behind) if row_cells else None


SHAPES: dict[str, Callable[[EditedText, list[str]], Iterator[str]]] = {"kotra": _kotra, "mat": _mat}
