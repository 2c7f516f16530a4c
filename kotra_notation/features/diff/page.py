"""Two files that were compared as views of their pairs of matches, and as a page of HTML."""

from __future__ import annotations

import os
from collections.abc import Sequence

from kotra_notation.features.diff.job import ComparedPair, Diff
from kotra_notation.report.contrast import CONTEXT, DRAWN, Contrast, contrast, html
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
