"""The report: frames shown as one self-contained page; computes nothing new."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kotra_notation.findings import Finding
from kotra_notation.replay import Replay
from kotra_notation.report.diagrams import Diagrams
from kotra_notation.report.page import page
from kotra_notation.report.rendering import html
from kotra_notation.report.view import Origin
from kotra_notation.words.tongues import tongue


def report(
    replay: Replay,
    *,
    findings: Sequence[Finding] = (),
    title: str | None = None,
    origin: Origin | None = None,
    language: str = "en",
    diagrams: Diagrams | None = None,
    templates: Path | None = None,
) -> str:
    """One self-contained HTML page of a replayed match; the same input gives the same bytes.

    `findings` are those of the reader; `origin` tells of the file it was read from.
    """
    spoken = tongue(language)
    shown = page(replay, findings=findings, title=title, origin=origin, tongue=spoken, diagrams=diagrams)
    return html(shown, spoken, templates=templates)
