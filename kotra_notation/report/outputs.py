"""The forms a page is published in, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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


OUTPUTS = {one.name: one for one in (Output("html", N_("one self-contained page"), (".html", ".htm"), html),)}
