"""The view model as PDF: a page for paper, set by WeasyPrint, which is an extra and asks the net for nothing.

WeasyPrint does not lay out the page of the screen, whose turns are a grid and whose drawings take their
colours from its style; so paper has templates of its own.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any, NoReturn

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from kotra_notation.report.boards import wording
from kotra_notation.report.booklet import PAPERS, decisions, ended
from kotra_notation.report.columns import UNSURE
from kotra_notation.report.overview import Chart
from kotra_notation.report.templating import render
from kotra_notation.report.view import Diagram, Page
from kotra_notation.report.wishes import Wishes
from kotra_notation.words import phrase
from kotra_notation.words.tongues import Tongue

INSTALL = 'pip install "kotra-notation[pdf]"'
SERIF = '"Palatino Linotype", Palatino, "Liberation Serif", "DejaVu Serif", Georgia, serif'
BOX = (1600, 240)  # what charts are drawn in
_STEP = re.compile(r"([MhvHV])(-?[0-9]+)(?: (-?[0-9]+))?")


def pdf(page: Page, tongue: Tongue, wishes: Wishes) -> bytes:
    """The page as PDF; ValueError for broken templates and where WeasyPrint is not installed."""
    try:
        import weasyprint
    except (ImportError, OSError) as error:
        # OSError: the package is there, and a library of the system that it needs is not.
        raise ValueError(
            phrase("A PDF needs the package {package}: {command}", package="weasyprint", command=INSTALL)
        ) from error
    text = paper(page, tongue, wishes)
    document = weasyprint.HTML(string=text, url_fetcher=_refused)
    made = document.write_pdf(
        pdf_identifier=sha256(text.encode("utf-8", "replace")).digest()[:16], pdf_tags=True
    )
    return bytes(made)


def paper(page: Page, tongue: Tongue, wishes: Wishes) -> str:
    """The HTML that is set on paper."""
    return render(
        "paper.html.j2",
        tongue,
        wishes.templates,
        own_filters=(("drawn", _drawn), ("ended", ended), ("scaled", _scaled)),
        page=page,
        paper=PAPERS[wishes.paper],
        decisions=decisions(page),
        serif=Markup(SERIF),
        box=BOX,
        unsure=tongue.say(UNSURE),
        colours=wishes.theme,
        wording=wording(tongue),
    )


def _refused(url: str, *_: Any, **__: Any) -> NoReturn:
    """Nothing is fetched: what a page shows is in it."""
    raise ValueError(url)


@pass_context
def _drawn(
    facts: Context,
    diagram: Diagram,
    *,
    names: tuple[str, str] | None = None,
    small: bool = False,
    paths: bool = False,
) -> Markup:
    """A board with its colours in itself."""
    return Markup(
        diagram.position.svg(
            names=names,
            bottom=0 if names else None,
            view=facts["page"].view,
            wording=facts["wording"],
            arrows=diagram.arrows,
            marked=diagram.marked,
            style=False,
            theme=facts["colours"],
            labels=not small,
            paths=paths,
        )
    )


def _scaled(path: str, chart: Chart) -> str:
    """A way in the units of a chart, in those of the box it is drawn in, where lines are equally thick."""
    across, down = BOX[0] / max(1, chart.width), BOX[1] / max(1, chart.height)

    def step(found: re.Match[str]) -> str:
        sign, first, second = found.groups()
        x = int(first) * (down if sign in "vV" else across)
        return f"{sign}{x:.1f}" + (f" {int(second) * down:.1f}" if second else "")

    return _STEP.sub(step, path)
