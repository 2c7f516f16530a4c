"""The report: frames shown as one self-contained page; computes nothing new."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kotra_notation.findings import Finding
from kotra_notation.replay import Replay
from kotra_notation.report.page import page
from kotra_notation.report.rendering import html
from kotra_notation.report.view import Origin
from kotra_notation.report.wishes import Diagrams, Wishes
from kotra_notation.words.tongues import tongue


def report(
    replay: Replay,
    *,
    findings: Sequence[Finding] = (),
    title: str | None = None,
    source: str = "",
    origin: Origin | None = None,
    language: str = "en",
    diagrams: Diagrams | None = None,
    theme: str = "paper",
    templates: Path | None = None,
    embed: bool = False,
    path_numbers: bool = False,
) -> str:
    """Return a `replay` as a self-contained HTML page; the same input gives the same bytes.

    `findings` are those of the reader. `title` replaces the players' names; `source` is a line about the
    file, `origin` details of it. `diagrams` selects boards among the turns. `theme` is one that `kotra board
    --help` lists; `templates` is a folder of your own templates. `embed` returns a fragment. `path_numbers`
    numbers the points of the old game by each side's path. Raise ValueError for an unknown language or theme,
    or a broken template.
    """
    wishes = Wishes(
        title=title,
        language=language,
        theme=theme,
        diagrams=diagrams or Diagrams(),
        origin=origin or Origin(format=source),
        templates=templates,
        embed=embed,
        paths=path_numbers,
    )
    return html(page(replay, findings, wishes), tongue(language), wishes)
