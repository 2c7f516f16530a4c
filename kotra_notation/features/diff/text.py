"""What `kotra diff` prints: text, JSON or a page."""

from __future__ import annotations

from kotra_notation.cli.speaking import spoken, written
from kotra_notation.cli.streams import ENDLESS, coloured, window
from kotra_notation.features.diff.job import Diff
from kotra_notation.features.diff.page import alone_words, contrasts, diff_page
from kotra_notation.jobs.rows import document
from kotra_notation.report.contrast_text import LEAST, ContrastPaper, side_by_side, unified


class DiffPaper(ContrastPaper):
    """What is written on, also where that is a terminal."""

    @classmethod
    def of_terminal(cls) -> DiffPaper:
        """That of standard output."""
        room = window()
        return cls(coloured=coloured()) if room == ENDLESS else cls(max(room, LEAST), coloured())


def render_diff(diff: Diff, form: str, context: int, *, one_column: bool, to_terminal: bool) -> str:
    """The text, the JSON or the page of what was compared."""
    if form == "json":
        return document(diff.as_json(written())) + "\n"
    if form == "html":
        return diff_page(diff, spoken(), context)
    views = contrasts(diff, spoken(), context)
    paper = DiffPaper.of_terminal() if to_terminal else DiffPaper()
    layout = unified if one_column or paper.narrow else side_by_side
    blocks = [layout(view, paper, titled=len(diff.matches) > 1) for view in views]
    return "\n".join([*blocks, *(f"{line}\n" for line in alone_words(diff.matches, spoken()))])
