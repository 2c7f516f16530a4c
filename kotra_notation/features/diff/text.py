"""Output of `kotra diff`: text, JSON or a page."""

from __future__ import annotations

import os
from collections.abc import Sequence

from kotra_notation.cli.speaking import output_tongue, user_tongue
from kotra_notation.cli.streams import ENDLESS, has_colours, window
from kotra_notation.features.diff.job import ComparedPair, Diff
from kotra_notation.jobs.rows import document
from kotra_notation.report.contrast import CONTEXT, DRAWN, Contrast, contrast, html
from kotra_notation.report.contrast_text import LEAST, ContrastPaper, side_by_side, unified_diff
from kotra_notation.words.tongues import Tongue


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
