"""Two records side by side as text: in two columns, or in one with what A and B say below each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from kotra_notation.report.cleaning import bare
from kotra_notation.report.contrast import Contrast, ContrastCell, ContrastNote, ContrastRow, GameContrast
from kotra_notation.report.text_layout import wrapped
from kotra_notation.words.lines import width

WIDTH = 100  # where there is no terminal
LEAST, NARROW = 24, 60
HANGING = "    "
SIGNS = {"same": " ", "changed": "|", "a": "<", "b": ">"}
COLOURS = ("red", "green")
ANSI = {"red": 31, "green": 32, "cyan": 36}


@dataclass(frozen=True, slots=True)
class ContrastPaper:
    """What is written on: so many columns, with colours or without."""

    width: int = WIDTH
    coloured: bool = False

    @property
    def narrow(self) -> bool:
        """Return whether there is no room for two columns."""
        return self.width < NARROW

    def styled(self, text: str, colour: str | None, *, bold: bool = False) -> str:
        """A text in a colour."""
        codes = ([ANSI[colour]] if colour else []) + [1] * bold
        if not self.coloured or not codes:
            return text
        return "".join(f"\x1b[{code}m" for code in codes) + f"{text}\x1b[0m"


def head(view: Contrast, paper: ContrastPaper) -> Iterator[str]:
    """The files with their players, and how much differs."""
    for side, (label, names) in enumerate(zip(view.labels, view.players, strict=True)):
        line = f"{'AB'[side]}  {label}: {names[0]} – {names[1]}"
        yield from (paper.styled(one, COLOURS[side]) for one in wrapped(line, paper.width, rest=HANGING))
    counts = ", ".join(f"{count.label} {count.number}" for count in view.counts)
    yield from wrapped(f"{view.summary} ({counts})" if counts else view.summary, paper.width, rest=HANGING)
    for remark in view.remarks:
        yield from wrapped(remark, paper.width, rest=HANGING)


def side_by_side(view: Contrast, paper: ContrastPaper, *, titled: bool = False) -> str:
    """Two columns: A on the left, B on the right, between them what is changed or only in one."""
    lines = [*_title(view, paper, titled), *head(view, paper)]
    columns = _Columns(paper)
    if view.notes:
        lines += ["", *(line for note in view.notes for line in columns.note(note, ""))]
    for game in view.games:
        lines += ["", *columns.game(game)]
    return "".join(f"{line}\n" for line in lines)


def _title(view: Contrast, paper: ContrastPaper, titled: bool) -> list[str]:
    return (
        [paper.styled(line, None, bold=True) for line in wrapped(view.title, paper.width)] if titled else []
    )


class _Columns:
    """The lines of two columns."""

    def __init__(self, paper: ContrastPaper) -> None:
        self.paper = paper
        self.room = (paper.width - 3) // 2

    def game(self, game: GameContrast) -> Iterator[str]:
        """One game under its heading."""
        yield self.paper.styled(bare(game.title), None, bold=True)
        for note in game.notes:
            yield from self.note(note, "")
        for number, stretch in enumerate(game.stretches):
            if number:
                yield "  ⋮"
            for row in stretch.rows:
                yield from self.row(row)

    def row(self, row: ContrastRow) -> Iterator[str]:
        """A row and what is said of it."""
        cells = [self.words(cell) for cell in (row.a, row.b)]
        yield from self.lines(cells[0], SIGNS[row.mark], cells[1], changed=row.mark != "same")
        for note in row.notes:
            yield from self.note(note, HANGING)

    def words(self, cell: ContrastCell | None) -> str:
        """Return what a record has, in one line."""
        if cell is None:
            return ""
        return f"{cell.turn or '':>3} {_line(cell)}"

    def note(self, note: ContrastNote, indent: str) -> Iterator[str]:
        """Yield what both say of something."""
        sign = "<" if not note.b else ">" if not note.a else "|"
        cells = [f"{indent}{note.label}: {said}" if said else "" for said in (note.a, note.b)]
        yield from self.lines(cells[0], sign, cells[1], changed=True)

    def lines(self, left: str, sign: str, right: str, *, changed: bool) -> Iterator[str]:
        """Two cells in as many lines as they need."""
        both = [_wrapped(text, self.room) for text in (left, right)]
        for number, (one, other) in enumerate(zip_longest(*both, fillvalue="")):
            pad = " " * (self.room - width(one))
            if changed:
                one, other = (
                    self.paper.styled(text, colour) if text else ""
                    for text, colour in zip((one, other), COLOURS, strict=True)
                )
            yield f"{one}{pad} {sign if number == 0 else ' '} {other}".rstrip()


def _wrapped(text: str, room: int) -> list[str]:
    indent = text[: len(text) - len(text.lstrip(" "))]
    return wrapped(text, room, first=indent, rest=HANGING) if text else [""]


def unified(view: Contrast, paper: ContrastPaper, *, titled: bool = False) -> str:
    """One column: what both have once, what only A has behind -, what only B has behind +."""
    files = f"--- {bare(view.labels[0])}", f"+++ {bare(view.labels[1])}"
    lines = [*_title(view, paper, titled), *(paper.styled(line, None, bold=True) for line in files)]
    lines += [
        f"# {one}" for remark in (view.summary, *view.remarks) for one in wrapped(remark, paper.width - 2)
    ]
    lines += [line for note in view.notes for line in _both(note, paper)]
    for game in view.games:
        lines.append(paper.styled(f"@@ {bare(game.title)} @@", "cyan"))
        lines += [line for note in game.notes for line in _both(note, paper)]
        for number, stretch in enumerate(game.stretches):
            lines += ["@@ ⋮ @@"] if number else []
            for row in stretch.rows:
                lines += _row(row, paper)
    return "".join(f"{line}\n" for line in lines)


def _row(row: ContrastRow, paper: ContrastPaper) -> Iterator[str]:
    if row.mark == "same":
        cell = row.a or row.b
        yield f"  {_numbered(cell)}" if cell else ""
    else:
        yield from (
            paper.styled(f"{sign} {_numbered(cell)}", colour)
            for sign, cell, colour in zip("-+", (row.a, row.b), COLOURS, strict=True)
            if cell
        )
    for note in row.notes:
        yield from _both(note, paper, HANGING)


def _both(note: ContrastNote, paper: ContrastPaper, indent: str = "") -> Iterator[str]:
    for sign, said, colour in zip("-+", (note.a, note.b), COLOURS, strict=True):
        if said:
            yield paper.styled(f"{sign} {indent}{_oneline(f'{note.label}: {said}')}", colour)


def _numbered(cell: ContrastCell) -> str:
    return f"{cell.turn or '':>3} {_oneline(_line(cell))}"


def _line(cell: ContrastCell) -> str:
    return " ".join(filter(None, [cell.name, f"{cell.dice}:" if cell.dice else "", cell.text]))


def _oneline(text: str) -> str:
    return " ".join(bare(text).split())
