"""Two records side by side as a page of HTML: it has no script and knows its style by its hash."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from markupsafe import Markup

from kotra_notation.report.boards import colours, drawn
from kotra_notation.report.contrast import Contrast
from kotra_notation.report.templating import environment, hashed, shrunk_style
from kotra_notation.version import VERSION
from kotra_notation.words.tongues import N_, Tongue


def html(views: Sequence[Contrast], alone: Sequence[str], tongue: Tongue, theme: str = "paper") -> str:
    """The page of some pairs of matches; `alone` are sentences on those that only one file has."""
    made = environment(tongue)
    made.filters["drawn"] = partial(drawn, tongue=tongue)
    style = shrunk_style(made.get_template("diff.css").render()) + colours(theme)
    return made.get_template("diff.html.j2").render(
        views=views,
        alone=alone,
        title=views[0].title if views else tongue.say(N_("Two records")),
        language=tongue.language,
        style=Markup(style),
        hashed=hashed(style),
        version=VERSION,
    )
