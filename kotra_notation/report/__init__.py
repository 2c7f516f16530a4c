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
    """Return one self-contained HTML page of a `replay`; the same input gives the same bytes.

    `findings` are those of the reader; `title` stands above the page in place of the players; `source` is a
    line on the file it was read from, `origin` tells more of it. `diagrams` says where boards are drawn among
    the turns. `theme` is one of `kotra board --help`, `templates` a folder whose files stand for ours of the
    same names. `embed` gives a fragment for a page of one's own. `path_numbers`: the points of the old game
    as each side counts them on its way, in place of letters. ValueError for a language or a theme there is
    not, and for broken templates.
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
