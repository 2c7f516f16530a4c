"""An audit as a page of HTML: it has no script, and knows its style by its hash."""

from __future__ import annotations

from markupsafe import Markup

from kotra_notation.archive.audit.figures import Audit
from kotra_notation.archive.audit.view import FULL, view
from kotra_notation.report.templating import environment, hashed, shrunk_style
from kotra_notation.version import VERSION
from kotra_notation.words.tongues import Tongue


def html(audit: Audit, tongue: Tongue, title: str | None = None) -> str:
    """The page; the same audit gives the same bytes."""
    made = environment(tongue)
    style = shrunk_style(made.get_template("audit.css").render())
    return made.get_template("audit.html.j2").render(
        view=view(audit, tongue, title),
        full=FULL,
        language=tongue.language,
        style=Markup(style),
        hashed=hashed(style),
        version=VERSION,
    )
