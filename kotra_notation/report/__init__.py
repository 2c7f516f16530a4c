"""The report: frames shown as one self-contained page; computes nothing new."""

from __future__ import annotations

from collections.abc import Sequence

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from kotra_notation.board import svg
from kotra_notation.findings import Finding
from kotra_notation.replay import Replay
from kotra_notation.report.page import page
from kotra_notation.resources import folder

LANGUAGES = ("en",)


def report(
    replay: Replay,
    *,
    findings: Sequence[Finding] = (),
    title: str | None = None,
    source: str = "",
    language: str = "en",
) -> str:
    """One self-contained HTML page of a replayed match; the same input gives the same bytes.

    `findings` are those of the reader; `source` is a line on the file it was read from.
    """
    if language not in LANGUAGES:
        raise ValueError(f"The report has no texts in {language!r}; it speaks {', '.join(LANGUAGES)}.")
    shown = page(replay, findings=findings, title=title)
    template = _environment().get_template("report.html.j2")
    return template.render(page=shown, source=source, language=language, board_style=Markup(svg.STYLE))


def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
