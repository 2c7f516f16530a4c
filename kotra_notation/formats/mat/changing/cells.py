"""The cells of a game in two columns: what stood in each, and what is to stand there."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import Literal

from kotra_notation import model
from kotra_notation.board.points import spell_figures
from kotra_notation.formats.mat.lines import ROW, MatLayout
from kotra_notation.formats.mat.write import is_whole, spell_cell, spell_result
from kotra_notation.formats.patching.exchange import Cut, deed_text, recut
from kotra_notation.formats.patching.sheet import Sheet
from kotra_notation.formats.patching.work import Changes, RefusedError, Work
from kotra_notation.formats.recorder import Acted
from kotra_notation.values import dataclass

Kind = Literal["throw", "words", "result"]

_MARK = re.compile(r"\s*[?!]+\s*\Z")
_CELL = ":cell"  # ends the key of what could not be read in a cell
_CONCEDES = "Concedes"


@dataclass(slots=True)
class OldCell:
    """The cell of one side in a line: its place, counted from 0, and the indices of its events.

    A cell that could not be read has no seat.
    """

    line: int
    start: int
    end: int
    seat: int | None
    result: bool
    events: list[int]


@dataclass(slots=True)
class NewCell:
    """A cell as it is to be; `old` is the cell it was made of, `kept` if it says the same."""

    seat: int | None
    text: str
    kind: Kind
    old: OldCell | None = None
    kept: bool = False

    @property
    def result(self) -> bool:
        """Return whether it holds a result."""
        return self.kind == "result"

    @property
    def in_place(self) -> bool:
        """Return whether it stays in its column."""
        return self.old is not None and self.old.seat in (self.seat, None)


@dataclass(slots=True)
class OwnLine:
    """A line that is no row: a comment, a position, what could not be read."""

    line: int


@dataclass(slots=True)
class Cells:
    """The cells of a game as they stood, by the index of each event."""

    cells: list[OldCell] = field(default_factory=list)
    of: dict[int, OldCell] = field(default_factory=dict)


def find_cells(events: tuple[model.Event, ...]) -> Cells:
    """The cells in which the events of a game stand."""
    cells = Cells()
    for index, event in enumerate(events):
        span = event.span
        if span is None:
            continue
        start, end = span.column - 1, span.end_column - 1
        last = cells.cells[-1] if cells.cells and cells.cells[-1].line == span.line else None
        if isinstance(event, Acted):
            result = isinstance(event, model.ResultClaim)
            if last is None or (last.seat, last.result) != (event.seat, result):
                last = OldCell(span.line, start, end, event.seat, result, [])
                cells.cells.append(last)
            last.end = max(last.end, end)
        elif last is not None and start < last.end and isinstance(event, model.Mark | model.Extra):
            pass
        elif isinstance(event, model.Extra) and event.key.endswith(_CELL):
            last = OldCell(span.line, start, end, None, False, [])
            cells.cells.append(last)
        else:
            continue
        last.events.append(index)
        cells.of[index] = last
    return cells


def new_cells(work: Work, changes: Changes, cells: Cells, layout: MatLayout) -> Iterator[NewCell | OwnLine]:
    """The cells of the new events in their order, and the lines of their own between them."""
    events = changes.new.events
    index = 0
    while index < len(events):
        event = events[index]
        origin = changes.origins.get(index)
        cell = cells.of.get(origin) if origin is not None else None
        if cell is None:
            yield _without_cell(work, changes, index, layout)
            index += 1
            continue
        seat = event.seat if isinstance(event, Acted) else cell.seat
        made_of: dict[int, int] = {}
        while index < len(events) and cells.of.get(changes.origins.get(index, -1)) is cell:
            other = events[index]
            if isinstance(other, Acted) and other.seat != seat:
                break
            made_of[changes.origins[index]] = index
            index += 1
        yield _made_of(work, changes, cell, seat, made_of, layout)


def _without_cell(work: Work, changes: Changes, index: int, layout: MatLayout) -> NewCell | OwnLine:
    event, origin = changes.new.events[index], changes.origins.get(index)
    if origin is not None:
        old = changes.old.events[origin]
        if old.span is not None and old == event:
            return OwnLine(old.span.line)
    if not isinstance(event, Acted):
        raise RefusedError
    kind: Kind = "throw" if isinstance(event, model.Turn) else "words"
    kind = "result" if isinstance(event, model.ResultClaim) else kind
    return NewCell(event.seat, spell(work, event, layout), kind)


def _made_of(
    work: Work, changes: Changes, cell: OldCell, seat: int | None, made_of: dict[int, int], layout: MatLayout
) -> NewCell:
    """Return a cell with what has changed of its events exchanged."""
    text = work.sheet.line(cell.line)[cell.start : cell.end]
    old, new = changes.old.events, changes.new.events
    cuts: list[Cut] = []
    for index in cell.events:
        was, now = old[index], new[made_of[index]] if index in made_of else None
        span = was.span
        assert span is not None
        start, end = span.column - 1 - cell.start, span.end_column - 1 - cell.start
        if now is None:
            cuts += _cut_event(text, start, end, was, whole=len(cell.events) == 1)
        else:
            steps = (index, was), (made_of[index], now)
            if (new_text := _new_text(work, changes, text[start:end], *steps, layout)) is not None:
                cuts.append(Cut(start, end, new_text))
    rolled = isinstance(new[next(iter(made_of.values()))], model.Turn)
    kind: Kind = "throw" if rolled else "result" if cell.result else "words"
    return NewCell(seat, recut(text, cuts).strip(), kind, cell, not cuts)


def _cut_event(text: str, start: int, end: int, event: model.Event, *, whole: bool) -> list[Cut]:
    if isinstance(event, model.Mark) and (mark := _MARK.search(text, start, end)):
        return [Cut(mark.start(), mark.end(), "")]
    if whole or (start, end) == (0, len(text)):
        raise RefusedError
    return [Cut(start, end, "")]


def _new_text(
    work: Work, changes: Changes, text: str, old: tuple[int, model.Event], new: tuple[int, model.Event],
    layout: MatLayout,
) -> str | None:  # fmt: skip
    """Return what an event is to say instead of a text, None where that may stay."""
    was, now = old[1], new[1]
    if isinstance(was, Acted) and isinstance(now, Acted):
        was = replace(was, seat=now.seat)
    if was == now:
        return None
    mended = work.mend(changes, text, (old[0], was), new)
    return mended if mended is not None else spell(work, now, layout)


def spell(work: Work, event: model.Event, layout: MatLayout) -> str:
    """Return a cell as the scribe would write it."""
    first, second = work.after.match.players
    names = first.name, second.name
    deed = deed_text(event, work.hand, work.known) if isinstance(event, model.Turn) else None
    match event:
        case model.Turn() if deed is not None:
            return f"{spell_figures(event.dice)}: {deed}".rstrip()
        case model.Turn() | model.Double() | model.Beaver() | model.Take() | model.Drop():
            return spell_cell(event, layout, names).strip()
        case model.ResultClaim() if is_whole(event) and not event.kind and not event.lost:
            return spell_result(event, layout)
        case model.Resignation():
            return _CONCEDES
        case _:
            raise RefusedError


EMPTY = re.compile(r"\s*[0-9]{1,9}[).]\s*$")  # a row that has only its number
_NUMBER = re.compile(r"(\s*)([0-9]{1,9})([).]\s*)")
_COMMON = 0.6  # what fewer have is no habit
_FULL = 4  # hops; behind so many some leave no blank
_LONE = 10  # blanks before a lone right-hand cell where there are no columns


@dataclass(frozen=True, slots=True)
class Style:
    """The layout of rows.

    `starts`: where cells begin, by seat, kind, and the digits of the row's number, 0 for any. `prefixes`:
    what rows begin with, by digits; `aligned` where shorter numbers are moved to the right. `width`: that of
    all rows that are filled up; `behind`: what else stands at their ends, by whether the play there is a full
    one. `gap`: what parts cells where there are no columns, and `lone` what stands before a lone right one.
    """

    starts: dict[tuple[int | None, Kind, int], int]
    prefixes: dict[int, str]
    aligned: bool
    width: int
    behind: dict[bool, str]
    gap: str | None
    lone: str
    results_numbered: bool

    def start(self, seat: int | None, kind: Kind, number: int | None) -> int:
        """Return where a cell begins in the row of a number."""
        return self.starts.get((seat, kind, _digits(number)), self.starts[seat or 0, kind, 0])

    def prefix(self, number: int) -> str:
        """Return what a row begins with; nothing where rows have no numbers."""
        if not self.prefixes:
            return ""
        near = min(self.prefixes, key=lambda digits: abs(digits - _digits(number)))
        return self.renumber(self.prefixes[near], number)

    def renumber(self, text: str, number: int) -> str:
        """A row with another number."""
        match = _NUMBER.match(text)
        if match is None or int(match[2]) == number:
            return text
        if not self.aligned or "\t" in match[1]:
            return f"{match[1]}{number}{text[match.end(2) :]}"
        return f"{number:>{match.end(2)}}{text[match.end(2) :]}"

    def pad_end(self, row: str, last: str, kind: Kind) -> str:
        """A row with the blanks that stand at its end, behind its last cell."""
        if self.width:
            return row.ljust(self.width)
        return row + self.behind[_full(last)] if kind == "throw" else row


def _full(text: str) -> bool:
    return len(text.split()) > _FULL


def number_of(line: str) -> int | None:
    """The number of a row, None where it has none."""
    row = ROW.match(line)
    return int(row[1]) if row else None


def _digits(number: int | None) -> int:
    return len(str(number)) if number is not None else 0


class ShownStyle:
    """Counts of the layouts that the rows of a file have."""

    def __init__(self, sheet: Sheet, cells: Iterable[tuple[OldCell, Kind]]) -> None:
        self.starts: defaultdict[tuple[int | None, Kind, int], Counter[int]] = defaultdict(Counter)
        self.prefixes: defaultdict[int, Counter[str]] = defaultdict(Counter)
        self.behind: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
        self.lengths = Counter[int]()
        self.gaps, self.lones = Counter[str](), Counter[str]()
        self.numbered, self.results = Counter[bool](), Counter[bool]()
        last: OldCell | None = None
        for cell, kind in cells:
            self._see(sheet.line(cell.line), cell, kind, last)
            last = cell

    def _see(self, line: str, cell: OldCell, kind: Kind, last: OldCell | None) -> None:
        number = number_of(line)
        for digits in {0, _digits(number)}:
            self.starts[cell.seat, kind, digits][cell.start] += 1
        (self.results if kind == "result" else self.numbered)[number is not None] += 1
        beside = last is not None and last.line == cell.line
        if beside and last is not None:
            self.gaps[line[last.end : cell.start]] += 1
        elif kind == "throw" and cell.seat == 0:
            self.prefixes[_digits(number)][line[: cell.start]] += 1
        elif kind == "throw":
            self.lones[line[: cell.start]] += 1
        tail = line[cell.end :]
        if kind == "throw" and not tail.strip() and beside:
            self.behind[_full(line[cell.start : cell.end])][tail] += 1
            if tail:
                self.lengths[len(line)] += 1

    def style(self, layout: MatLayout) -> Style:
        """The style they make; the layout's where they do not tell."""
        rights, results = self.starts.get((1, "throw", 0), Counter()), self.results
        loose = bool(rights) and not _common(rights)
        tabs = any("\t" in gap for gap in self.gaps)
        return Style(
            starts=dict(self._starts(layout)), prefixes=self._prefixes(layout),
            aligned=self._is_aligned(layout), width=_common(self.lengths),
            behind={full: _most_common(counts) for full, counts in self.behind.items()},
            gap=_most_common(self.gaps) if self.gaps and (loose or tabs) else None, lone=self._lone(tabs),
            results_numbered=results[True] > results[False] if results else layout.result_numbered,
        )  # fmt: skip

    def _prefixes(self, layout: MatLayout) -> dict[int, str]:
        if self.numbered[False] > self.numbered[True]:
            return {}
        seen = {digits: _most_common(counts) for digits, counts in self.prefixes.items() if digits}
        return seen or {1: layout.number.format(number=1)}

    def _is_aligned(self, layout: MatLayout) -> bool:
        """Return whether the first digit of a longer number stands further to the left."""
        seen = self._prefixes(layout)
        blanks = {len(text) - len(text.lstrip()) for text in seen.values()}
        if len(seen) > 1:
            return len(blanks) > 1
        return len(layout.number.format(number=9)) == len(layout.number.format(number=10))

    def _lone(self, tabs: bool) -> str:
        if not tabs:
            return " " * _LONE
        gap = next((text for text in self.lones if text.count("\t") > 1), "")
        return gap[len(gap.rstrip()) :] or "\t\t"

    def _starts(self, layout: MatLayout) -> Iterator[tuple[tuple[int | None, Kind, int], int]]:
        prefix = len(next(iter(self._prefixes(layout).values()), ""))
        usual = {0: prefix, 1: prefix + layout.left + 1}
        for seat in (0, 1):
            throws = self.starts.get((seat, "throw", 0))
            start = throws.most_common(1)[0][0] if throws else usual[seat]
            yield (seat, "throw", 0), start
            yield (seat, "words", 0), start + 1
            yield (seat, "result", 0), layout.result[seat]
        for key, counts in self.starts.items():
            yield key, counts.most_common(1)[0][0]


def _most_common(counts: Counter[str]) -> str:
    return counts.most_common(1)[0][0] if counts else ""


def _common(counts: Counter[int]) -> int:
    """Return the number that most have in common, 0 if there is none."""
    number, count = counts.most_common(1)[0] if counts else (0, 0)
    return number if count >= _COMMON * counts.total() else 0
