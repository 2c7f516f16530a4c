"""Records in the forms of the report: the samples, one in which there is everything, and hostile ones."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import kotra_notation as kn
from kotra_notation.model import Match
from kotra_notation.report.page import page as page_view
from kotra_notation.report.rendering import OUTPUTS
from kotra_notation.report.view import Origin, Page
from kotra_notation.report.wishes import Wishes, diagrams
from kotra_notation.words.tongues import tongue
from referees.hostile import HEAD, MATCH, SMALL, in_turn, poisoned, some_of
from tests.sample_pages import FOLDER


def rendered(page: Page, form: str, language: str = "en") -> str:
    """A page in one of the forms that are text."""
    content = OUTPUTS[form].render(page, tongue(language), Wishes(language=language))
    assert isinstance(content, str)
    return content


@cache
def model_of(name: str, language: str = "en", where: str = "blunders") -> Page:
    """The view model of the first match of a sample."""
    reading = kn.read(FOLDER / name)
    found = [one for one in reading.findings if one.match in (None, 1)]
    origin = Origin(name=Path(name).name, format=reading.format, hash="0" * 64)
    wishes = Wishes(language=language, diagrams=diagrams(where), origin=origin)
    return page_view(kn.replay(reading.matches[0]), found, wishes)


@cache
def attacked(text: str, match: Match = MATCH) -> Page:
    """The view model of a match with these words everywhere, in its title and the name of its file too."""
    changed = replace(poisoned(match, text), rules=re.sub("[,=]", "+", text))  # these part options
    return page_view(kn.replay(changed), (), wishes_of(text))


def headed(text: str) -> Page:
    """The view model of what stands before the games with these words everywhere."""
    return attacked(text, HEAD)


@cache
def of_many(*chosen: str, words: tuple[tuple[str, str], ...] = tuple(SMALL.items())) -> Page:
    """The view model of a match in which every one of the chosen has a game with its words everywhere."""
    return page_view(kn.replay(in_turn(some_of(dict(words), chosen))), (), Wishes())


def wishes_of(text: str) -> Wishes:
    """Wishes that hold a stranger's words."""
    return Wishes(title=text, origin=Origin(name=text, hash=text, format=text, dialect=text))
