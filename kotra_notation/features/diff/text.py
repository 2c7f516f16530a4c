"""Output of `kotra diff`: text, JSON or a page."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from kotra_notation.cli.speaking import output_tongue, user_tongue
from kotra_notation.cli.streams import ENDLESS, has_colours, window
from kotra_notation.features.diff.job import ComparedPair, Diff
from kotra_notation.jobs.rows import document
from kotra_notation.report.cleaning import bare
from kotra_notation.report.contrast import (
    CONTEXT,
    DRAWN,
    Contrast,
    ContrastCell,
    ContrastNote,
    ContrastRow,
    GameContrast,
    contrast,
    html,
)
from kotra_notation.report.text_layout import wrap_text
from kotra_notation.values import dataclass
from kotra_notation.words.lines import width
from kotra_notation.words.tongues import Tongue

WIDTH = 100  # where there is no terminal
LEAST, NARROW = 24, 60
HANGING = "    "
SIGNS = {"same": " ", "changed": "|", "a": "<", "b": ">"}
COLOURS = ("red", "green")
ANSI = {"red": 31, "green": 32, "cyan": 36}


@dataclass(frozen=True, slots=True)
class ContrastPaper:
    """A paper of so many columns, with colours or without."""

    width: int = WIDTH
    coloured: bool = False

    @property
    def narrow(self) -> bool:
        """Return whether there is no room for two columns."""
        return self.width < NARROW

    def style(self, text: str, colour: str | None, *, bold: bool = False) -> str:
        """Return a text in a colour."""
        codes = ([ANSI[colour]] if colour else []) + [1] * bold
        if not self.coloured or not codes:
            return text
        return "".join(f"\x1b[{code}m" for code in codes) + f"{text}\x1b[0m"


def side_by_side(view: Contrast, paper: ContrastPaper, *, titled: bool = False) -> str:
    """Return two columns: A on the left, B on the right, between them what is changed or only in one."""
    lines = [*_title(view, paper, titled), *_head(view, paper)]
    columns = _Columns(paper)
    if view.notes:
        lines += ["", *columns.notes(view.notes)]
    for game in view.games:
        lines += ["", *columns.game(game)]
    return "".join(f"{line}\n" for line in lines)


def _title(view: Contrast, paper: ContrastPaper, titled: bool) -> list[str]:
    lines = wrap_text(view.title, paper.width) if titled else []
    return [paper.style(line, None, bold=True) for line in lines]


def _head(view: Contrast, paper: ContrastPaper) -> Iterator[str]:
    """Yield the files with their players, and how much differs."""
    sides = zip("AB", view.labels, view.players, COLOURS, strict=True)
    for side, label, (first, second), colour in sides:
        lines = wrap_text(f"{side}  {label}: {first} – {second}", paper.width, rest=HANGING)
        yield from (paper.style(line, colour) for line in lines)
    counts = ", ".join(f"{count.label} {count.number}" for count in view.counts)
    summary = f"{view.summary} ({counts})" if counts else view.summary
    for text in (summary, *view.remarks):
        yield from wrap_text(text, paper.width, rest=HANGING)


class _Columns:
    """The lines of two columns."""

    def __init__(self, paper: ContrastPaper) -> None:
        self.paper = paper
        self.room = (paper.width - 3) // 2

    def game(self, game: GameContrast) -> Iterator[str]:
        """Yield one game under its heading."""
        yield self.paper.style(bare(game.title), None, bold=True)
        yield from self.notes(game.notes)
        for number, stretch in enumerate(game.stretches):
            if number:
                yield "  ⋮"
            for row in stretch.rows:
                a, b = (_number_cell(cell) if cell else "" for cell in (row.a, row.b))
                yield from self._lines(a, SIGNS[row.mark], b, changed=row.mark != "same")
                yield from self.notes(row.notes, HANGING)

    def notes(self, notes: Sequence[ContrastNote], indent: str = "") -> Iterator[str]:
        """Yield the words of both records on something."""
        for note in notes:
            sign = "<" if not note.b else ">" if not note.a else "|"
            a, b = (f"{indent}{note.label}: {words}" if words else "" for words in (note.a, note.b))
            yield from self._lines(a, sign, b, changed=True)

    def _lines(self, left: str, sign: str, right: str, *, changed: bool) -> Iterator[str]:
        """Yield two cells in as many lines as they need."""
        both = []
        for text in (left, right):
            indent = text[: len(text) - len(text.lstrip(" "))]
            both.append(wrap_text(text, self.room, first=indent, rest=HANGING) if text else [""])
        for number, (a, b) in enumerate(zip_longest(*both, fillvalue="")):
            pad = " " * (self.room - width(a))
            if changed:
                a, b = (
                    self.paper.style(text, colour) if text else ""
                    for text, colour in zip((a, b), COLOURS, strict=True)
                )
            yield f"{a}{pad} {sign if number == 0 else ' '} {b}".rstrip()


def unified_diff(view: Contrast, paper: ContrastPaper, *, titled: bool = False) -> str:
    """Return one column: what both have once, what only A has behind -, what only B has behind +."""
    files = f"--- {bare(view.labels[0])}", f"+++ {bare(view.labels[1])}"
    lines = [*_title(view, paper, titled), *(paper.style(line, None, bold=True) for line in files)]
    for remark in (view.summary, *view.remarks):
        lines += [f"# {line}" for line in wrap_text(remark, paper.width - 2)]
    lines += _notes(view.notes, paper)
    for game in view.games:
        lines.append(paper.style(f"@@ {bare(game.title)} @@", "cyan"))
        lines += _notes(game.notes, paper)
        for number, stretch in enumerate(game.stretches):
            lines += ["@@ ⋮ @@"] if number else []
            for row in stretch.rows:
                lines += _row(row, paper)
    return "".join(f"{line}\n" for line in lines)


def _row(row: ContrastRow, paper: ContrastPaper) -> Iterator[str]:
    if row.mark == "same":
        cell = row.a or row.b
        yield f"  {_number_cell(cell)}" if cell else ""
    else:
        for sign, cell, colour in zip("-+", (row.a, row.b), COLOURS, strict=True):
            if cell:
                yield paper.style(f"{sign} {_number_cell(cell)}", colour)
    yield from _notes(row.notes, paper, HANGING)


def _notes(notes: Sequence[ContrastNote], paper: ContrastPaper, indent: str = "") -> Iterator[str]:
    for note in notes:
        for sign, words, colour in zip("-+", (note.a, note.b), COLOURS, strict=True):
            if words:
                yield paper.style(f"{sign} {indent}{_oneline(f'{note.label}: {words}')}", colour)


def _number_cell(cell: ContrastCell) -> str:
    words = " ".join(filter(None, [cell.name, f"{cell.dice}:" if cell.dice else "", cell.text]))
    return f"{cell.turn or '':>3} {_oneline(words)}"


def _oneline(text: str) -> str:
    return " ".join(bare(text).split())


def diff_page(diff: Diff, tongue: Tongue, context: int = CONTEXT) -> str:
    """The page, with so many turns around each difference."""
    boards = max(1, DRAWN // max(1, len(diff.matches)))
    return html(contrasts(diff, tongue, context, boards), alone_words(diff.matches, tongue), tongue)


def contrasts(diff: Diff, tongue: Tongue, context: int, boards: int = 0) -> list[Contrast]:
    """The views of the pairs, so many rows of each with boards at most."""
    done, several = diff.matches, len(diff.matches) > 1
    return [
        contrast(
            pair.comparison,
            (os.path.basename(pair.pair.labels[0]), os.path.basename(pair.pair.labels[1])),
            tongue,
            number=pair.pair.number if several else None,
            context=context,
            boards=boards,
        )
        for pair in done
        if pair.comparison
    ]


def alone_words(done: Sequence[ComparedPair], tongue: Tongue) -> list[str]:
    """A line for each match that only one file has."""
    return [
        tongue.say("Match {number}, only in B", number=pair.pair.number)
        if pair.pair.a is None
        else tongue.say("Match {number}, only in A", number=pair.pair.number)
        for pair in done
        if pair.comparison is None
    ]


class DiffPaper(ContrastPaper):
    """The paper of a comparison, also for a terminal."""

    @classmethod
    def of_terminal(cls) -> DiffPaper:
        """Return the paper of standard output."""
        room = window()
        return cls(coloured=has_colours()) if room == ENDLESS else cls(max(room, LEAST), has_colours())


def render_diff(diff: Diff, form: str, context: int, *, one_column: bool, to_terminal: bool) -> str:
    """The text, the JSON or the page of what was compared."""
    if form == "json":
        return document(diff.as_json(output_tongue())) + "\n"
    if form == "html":
        return diff_page(diff, user_tongue(), context)
    views = contrasts(diff, user_tongue(), context)
    paper = DiffPaper.of_terminal() if to_terminal else DiffPaper()
    layout = unified_diff if one_column or paper.narrow else side_by_side
    blocks = [layout(view, paper, titled=len(diff.matches) > 1) for view in views]
    return "\n".join([*blocks, *(f"{line}\n" for line in alone_words(diff.matches, user_tongue()))])
