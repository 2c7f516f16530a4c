"""The booklet that a PDF is: its paper, and the decisions that have a board with what was right beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from string import ascii_lowercase
from typing import Any, NoReturn

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from kotra_notation.report.boards import wording
from kotra_notation.report.overview import Chart
from kotra_notation.report.templating import render
from kotra_notation.report.text_layout import UNSURE
from kotra_notation.report.view import DecisionStudy, Diagram, GameView, Page, Stop
from kotra_notation.report.wishes import Wishes
from kotra_notation.words import phrase
from kotra_notation.words.tongues import Tongue

GRADES = ("blunder", "wrong")  # errors have a board where there is no blunder


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


def decisions(page: Page) -> tuple[PaperDecision, ...]:
    """What an evaluation calls a blunder, in the order of the match; where there is none, the errors."""
    stops = [(game, stop) for game in page.games for stop in _stops(game)]
    graded = next((some for grade in GRADES if (some := [one for one in stops if one[1].grade == grade])), [])
    return tuple(
        PaperDecision(
            number=number,
            game=game,
            turn=stop.anchor.partition("-t")[2].rstrip(ascii_lowercase),
            stop=stop,
            diagram=Diagram(position=stop.position, arrows=stop.arrows),
            studies=_graded(stop),
        )
        for number, (game, stop) in enumerate(graded, 1)
    )


def _graded(stop: Stop) -> tuple[DecisionStudy, ...]:
    """Return what is said of the decision that the mark is for: of a turn there may be a cube and a play."""
    lost = [
        study
        for study in stop.studies
        for choice in study.choices
        if choice.played and choice.loss == stop.loss
    ]
    return tuple(lost[:1]) or stop.studies


def ended(game: GameView) -> Diagram:
    """The board at the end of a game."""
    return Diagram(position=game.end.position)


def _stops(game: GameView) -> Iterator[Stop]:
    return (item for item in game.items if isinstance(item, Stop))


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
