"""The view model as PDF: a page for paper, set by WeasyPrint, which is an extra and asks the net for nothing.

WeasyPrint does not lay out the page of the screen, whose turns are a grid and whose drawings take their
colours from its style; so paper has templates of its own, and boards for blunders with what was right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from string import ascii_lowercase
from typing import Any, NoReturn

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from kotra_notation.errors import KotraError
from kotra_notation.report.live import WEIGHED_TEXTS
from kotra_notation.report.overview import Chart
from kotra_notation.report.templating import render
from kotra_notation.report.text_layout import UNSURE, wording
from kotra_notation.report.view import DecisionStudy, Diagram, GameView, Page, Stop
from kotra_notation.report.wishes import Wishes
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import Tongue

INSTALL = 'pip install "kotra-notation[pdf]"'
SERIF = '"Palatino Linotype", Palatino, "Liberation Serif", "DejaVu Serif", Georgia, serif'
BOX = (1600, 240)  # what charts are drawn in
_STEP = re.compile(r"([MhvHV])(-?[0-9]+)(?: (-?[0-9]+))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A size of paper in millimetres, its margins, and how high a decision is, so that three fill a page."""

    size: str
    margins: str
    decision: int
    script: float = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperDecision:
    """A decision with its board; `turn` is the number of the throw it belongs to."""

    number: int
    game: GameView
    turn: str
    stop: Stop
    diagram: Diagram
    studies: tuple[DecisionStudy, ...]


PAPERS = {
    "a4": Paper(size="A4", margins="18mm 16mm 20mm", decision=79),
    "letter": Paper(size="letter", margins="17mm 18mm 18mm", decision=74),
    "a5": Paper(size="A5", margins="13mm 12mm 15mm", decision=55, script=8.5),
}


def pdf(page: Page, tongue: Tongue, wishes: Wishes) -> bytes:
    """Return the page as PDF; ValueError for broken templates and where WeasyPrint is not installed."""
    try:
        import weasyprint
    except (ImportError, OSError) as error:
        # OSError: the package is there, and a library of the system that it needs is not.
        raise KotraError(
            "A PDF needs the package {package}: {command}", package="weasyprint", command=INSTALL
        ) from error
    text = paper(page, tongue, wishes)
    document = weasyprint.HTML(string=text, url_fetcher=_refuse)
    identifier = sha256(text.encode("utf-8", "replace")).digest()[:16]
    return bytes(document.write_pdf(pdf_identifier=identifier, pdf_tags=True))


def paper(page: Page, tongue: Tongue, wishes: Wishes) -> str:
    """Return the HTML that is set on paper."""
    decisions = tuple(_decisions(page))
    return render(
        "paper.html.j2",
        tongue,
        wishes.templates,
        own_filters=(
            ("drawn", _board_svg),
            ("ended", lambda game: Diagram(position=game.end.position)),
            ("scaled", _scale_path),
        ),
        page=page,
        paper=PAPERS[wishes.paper],
        decisions=decisions,
        more=sum(bool(stop.grade) for game in page.games for stop in game.stops) - len(decisions),
        serif=Markup(SERIF),
        box=BOX,
        unsure=tongue.say(UNSURE),
        heads=tongue.say(WEIGHED_TEXTS["heads"]),
        colours=wishes.theme,
        wording=wording(tongue),
    )


def _decisions(page: Page) -> Iterator[PaperDecision]:
    """Yield the worst errors, in the order of the match."""
    worst = {moment.anchor for moment in page.highlights if moment.error}
    stops = [(game, stop) for game in page.games for stop in game.stops if stop.anchor in worst]
    for number, (game, stop) in enumerate(stops, 1):
        # Of a turn there may be a cube and a play; the mark is for one of them.
        marked = [
            study
            for study in stop.studies
            if any(choice.played and choice.loss == stop.loss for choice in study.choices)
        ]
        yield PaperDecision(
            number=number,
            game=game,
            turn=stop.anchor.partition("-t")[2].rstrip(ascii_lowercase),
            stop=stop,
            diagram=Diagram(position=stop.position, arrows=stop.arrows),
            studies=tuple(marked[:1]) or stop.studies,
        )


def _refuse(url: str, *_: Any, **__: Any) -> NoReturn:
    """Refuse to fetch anything: what a page shows is in it."""
    raise ValueError(url)


@pass_context
def _board_svg(
    facts: Context,
    diagram: Diagram,
    *,
    names: tuple[str, str] | None = None,
    small: bool = False,
    paths: bool = False,
) -> Markup:
    """Return a board with its colours in itself."""
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


def _scale_path(path: str, chart: Chart) -> str:
    """Return a path in the units of a chart in those of the box it is drawn in: lines are equally thick."""
    across, down = BOX[0] / max(1, chart.width), BOX[1] / max(1, chart.height)

    def step(move: re.Match[str]) -> str:
        sign, first, second = move.groups()
        x = int(first) * (down if sign in "vV" else across)
        return f"{sign}{x:.1f}" + (f" {int(second) * down:.1f}" if second else "")

    return _STEP.sub(step, path)
