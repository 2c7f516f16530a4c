"""Two records side by side as a page of HTML: it has no script and knows its style by its hash."""

from __future__ import annotations

from collections.abc import Sequence

from kotra_notation.report.contrast import Contrast
from kotra_notation.report.templating import render
from kotra_notation.words.tongues import N_, Tongue


def html(views: Sequence[Contrast], alone: Sequence[str], tongue: Tongue, theme: str = "paper") -> str:
    """The page of some pairs of matches; `alone` are sentences on those that only one file has."""
    title = views[0].title if views else tongue.say(N_("Two records"))
    return render("diff.html.j2", tongue, theme=theme, views=views, alone=alone, title=title)
