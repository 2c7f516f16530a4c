"""A publisher's wishes for a page, apart from the match itself."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import field
from pathlib import Path
from typing import Literal

from kotra_notation.model import Comment, Match
from kotra_notation.report.site_map import PagePlace
from kotra_notation.report.view import Origin, Stop
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import LANGUAGES

Where = Literal["marked", "findings", "blunders", "every", "none"]
ALONE: tuple[Where, ...] = ("marked", "findings", "blunders", "none")
CHOICES = ("marked", "findings", "blunders", "every=N", "none")
HEADERS = ("language", "lang")
_EVERY = re.compile(r"every=([1-9][0-9]{0,3})")


@dataclass(frozen=True, slots=True)
class Diagrams:
    """A choice of boards to show among the turns of a page."""

    where: Where = "marked"
    every: int = 0

    @property
    def at_findings(self) -> bool:
        """Return whether findings get a board."""
        return self.where != "none"

    def wants(self, stop: Stop, *, asked: bool) -> bool:
        """Return whether this stop gets a board; `asked` if the record has the mark `diagram`."""
        if self.where == "none":
            return False
        if self.where == "every" and stop.turn:
            return asked or stop.turn % self.every == 0
        return asked or (self.where == "blunders" and stop.grade == "blunder")


def diagrams(text: str) -> Diagrams:
    """Return the wish as it is written; ValueError for words that are none."""
    if every := _EVERY.fullmatch(text):
        return Diagrams("every", int(every[1]))
    for where in ALONE:
        if text == where:
            return Diagrams(where)
    raise ValueError(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """Options for the look of a page.

    `templates` is a folder of your own templates. `embed` makes a fragment. `address` and `picture` are for
    link previews. `paper` is the size of a PDF. `by` selects an engine. `around` has the links of a site.
    `paths` numbers points by each side's path (old game).
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


def record_language(match: Match) -> str:
    """Return the code of the language of a record by its headers, else by most comments; else nothing."""
    for key, value in match.info:
        if key.rpartition(":")[2].lower() in HEADERS and (code := _language_code(value)):
            return code
    remarks = [*match.remarks, *(event for game in match.games for event in game.events)]
    tags = [event.language for event in remarks if isinstance(event, Comment) and event.language]
    codes = Counter(code for tag in tags if (code := _language_code(tag)))
    return codes.most_common(1)[0][0] if codes else ""


def _language_code(text: str) -> str:
    """Return the code of a language we speak from a tag such as `is-IS` or from its name, else nothing."""
    tag = text.strip().lower()
    names = {name.lower(): code for code, name in LANGUAGES.items()}
    code = names.get(tag, tag.replace("_", "-").partition("-")[0])
    return code if code in LANGUAGES else ""
