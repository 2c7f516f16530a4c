"""A page through its template: one file that needs no script and knows its own style by its hash."""

from __future__ import annotations

from markupsafe import Markup

from kotra_notation.archive.pages.page import Page
from kotra_notation.report.templating import environment, hashed, shrunk_style
from kotra_notation.version import VERSION
from kotra_notation.words.tongues import Tongue


class Renderer:
    """What makes HTML of pages in one language."""

    def __init__(self, speech: Tongue) -> None:
        made = environment(speech)
        self._template = made.get_template("archive.html.j2")
        self._style = shrunk_style(made.get_template("archive.css").render())
        self._language = speech.language

    def html(self, page: Page) -> str:
        """The page."""
        return self._template.render(
            page=page,
            language=self._language,
            style=Markup(self._style),
            hashed=hashed(self._style),
            version=VERSION,
        )
