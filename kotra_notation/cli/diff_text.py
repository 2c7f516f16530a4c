"""What `kotra diff` prints: text, JSON or a page."""

from __future__ import annotations

import os
from collections.abc import Sequence

from kotra_notation.cli.speaking import say, spoken, written
from kotra_notation.cli.streams import ENDLESS, coloured, window
from kotra_notation.jobs.diff import ComparedPair, Diff
from kotra_notation.jobs.rows import document
from kotra_notation.report.contrast import Contrast
from kotra_notation.report.contrast_page import html
from kotra_notation.report.contrast_text import LEAST, ContrastPaper, side_by_side, unified
from kotra_notation.report.contrasting import DRAWN, contrast


class DiffPaper(ContrastPaper):
    """What is written on, also where that is a terminal."""

    @classmethod
    def of_terminal(cls) -> DiffPaper:
        """That of standard output."""
        room = window()
        return cls(coloured=coloured()) if room == ENDLESS else cls(max(room, LEAST), coloured())


def render_diff(found: Diff, form: str, context: int, *, one_column: bool, to_terminal: bool) -> str:
    """The text, the JSON or the page of what was compared."""
    if form == "json":
        return document(found.as_json(written())) + "\n"
    done = found.matches
    several = len(done) > 1
    most = max(1, DRAWN // len(done)) if form == "html" else 0
    views = [_contrast(one, context, most, several=several) for one in done if one.comparison]
    if form == "html":
        return html(views, _alone(done), spoken())
    paper = DiffPaper.of_terminal() if to_terminal else DiffPaper()
    layout = unified if one_column or paper.narrow else side_by_side
    blocks = [layout(view, paper, titled=several) for view in views]
    return "\n".join([*blocks, *(f"{line}\n" for line in _alone(done))])


def _contrast(one: ComparedPair, context: int, boards: int, *, several: bool) -> Contrast:
    assert one.comparison is not None
    labels = os.path.basename(one.pair.labels[0]), os.path.basename(one.pair.labels[1])
    number = one.pair.number if several else None
    return contrast(one.comparison, labels, spoken(), number=number, context=context, boards=boards)


def _alone(done: Sequence[ComparedPair]) -> list[str]:
    """A line for each match that only one file has."""
    return [
        say("Match {number}, only in B", number=one.pair.number)
        if one.pair.a is None
        else say("Match {number}, only in A", number=one.pair.number)
        for one in done
        if one.comparison is None
    ]
