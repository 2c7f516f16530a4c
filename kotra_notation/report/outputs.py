"""The forms a page is published in, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kotra_notation.report.data import data
from kotra_notation.report.markdown import markdown
from kotra_notation.report.pdf import pdf
from kotra_notation.report.plain_text import plain_text
from kotra_notation.report.rendering import html
from kotra_notation.report.view import Page
from kotra_notation.report.wishes import Wishes
from kotra_notation.words.tongues import N_, Tongue


@dataclass(frozen=True, slots=True)
class Output:
    """One form: what it is called, how its files end, and what makes it."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    render: Callable[[Page, Tongue, Wishes], str | bytes]


FORMS = (
    Output("html", N_("one self-contained page"), (".html", ".htm"), html),
    Output("md", N_("Markdown, for forums and blogs"), (".md", ".markdown"), markdown),
    Output("txt", N_("plain text, for terminals and mails"), (".txt", ".text"), plain_text),
    Output("json", N_("everything the page shows, for programs"), (".json",), data),
    Output("pdf", N_("PDF, for paper"), (".pdf",), pdf),
)
OUTPUTS = {form.name: form for form in FORMS}
