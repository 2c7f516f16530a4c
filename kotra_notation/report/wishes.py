"""What a publisher wishes of a page, apart from the match itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from kotra_notation.report.diagrams import Diagrams
from kotra_notation.report.site_map import PagePlace
from kotra_notation.report.view import Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """How a match is to be shown.

    `templates` is a folder whose files stand for ours of the same names. `embed` asks for a fragment in
    place of a page. `address` is where the page will stand, `picture` the name of a picture beside it: both
    for programs that show a link with a preview. `paper` is the size of a PDF, a name of `booklet.PAPERS`.
    `by` is the engine to listen to, where several speak in the record. `around` is where the page stands in
    its site. `paths`: the points of the old game have their numbers on each side's path.
    """

    title: str | None = None
    language: str = "en"
    theme: str = "paper"
    diagrams: Diagrams = field(default_factory=Diagrams)
    origin: Origin = field(default_factory=Origin)
    templates: Path | None = None
    embed: bool = False
    address: str = ""
    picture: str = ""
    paper: str = "a4"
    by: str | None = None
    paths: bool = False
    around: PagePlace = field(default_factory=PagePlace)
