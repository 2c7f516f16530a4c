"""What Sphinx does with the pages that `python -m tools.site` puts together; no other host is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer

from kotra_notation.installation import documentation

project = "kotra-notation"
author = "The kotra-notation authors"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}

# Headings have the anchors they have on GitHub, so that a link in a file is one on the site.
myst_heading_anchors = 4
nitpicky = True

html_baseurl = documentation("")
html_theme = "furo"
html_title = "kotra"
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

TONGUES = ("is", "da", "sv", "de")


# What screen readers and keyboards miss in what the theme and Sphinx write.
MENDED = {
    'class="caption" role="heading"': 'class="caption" role="heading" aria-level="2"',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="Pages">',
    "<pre>": '<pre tabindex="0">',
    '<th class="head"><p></p></th>': "<td></td>",
}


def in_its_language(app: Any, name: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Say of a page such as `index.is` that it is Icelandic."""
    tongue = name.rpartition(".")[2]
    context["language"] = tongue if tongue in TONGUES else "en"


def mended(app: Any, error: Exception | None) -> None:
    """Put into the pages what screen readers and keyboards need."""
    for path in Path(app.outdir).rglob("*.html") if error is None else ():
        text = path.read_text(encoding="utf-8")
        for one, other in MENDED.items():
            text = text.replace(one, other)
        path.write_text(text, encoding="utf-8")


def setup(app: Any) -> None:
    """Add what Sphinx does not know by itself: notations, and pages in other languages."""
    for notation in ("csv", "kotra", "lark", "mat"):
        app.add_lexer(notation, TextLexer)
    app.connect("html-page-context", in_its_language)
    app.connect("build-finished", mended)
