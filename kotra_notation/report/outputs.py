"""The forms a page is published in, by name; JSON has every field of the view model under its own name."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from kotra_notation.board import Position
from kotra_notation.report.cleaning import bare
from kotra_notation.report.markdown import markdown
from kotra_notation.report.pdf import pdf
from kotra_notation.report.plain_text import plain_text
from kotra_notation.report.rendering import html
from kotra_notation.report.view import Page
from kotra_notation.report.wishes import Wishes
from kotra_notation.words.tongues import N_, Tongue

VERSION = 2  # changes when a field goes or changes its meaning; one that is added leaves it


def data(page: Page, tongue: Tongue, wishes: Wishes) -> str:
    """Return the page as JSON in UTF-8, its keys in the order of the view model."""
    return json.dumps({"version": VERSION, **_fields(page)}, ensure_ascii=False, indent=1) + "\n"


def _plain(value: Any) -> Any:
    """Return a value of the view model as JSON has it; words are cleaned as on the page."""
    match value:
        case str():
            return bare(value)
        case Position():
            return position(value)
        case dict():
            return {bare(key): _plain(part) for key, part in value.items()}
        case tuple():
            return [_plain(part) for part in value]
    return _fields(value) if is_dataclass(value) else value


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def position(value: Position) -> dict[str, Any]:
    """Return a position by its texts, None where one cannot hold it, and facts to be read without them."""
    return {
        **{name: bare(text) if text else None for name, text in value.spellings().items()},
        "seat": value.seat,
        "dice": value.dice,
        "cube": {"value": value.cube.value, "owner": value.cube.owner},
        "offer": _plain(value.offer),
        "pips": [value.pips(0), value.pips(1)],
        "off": [value.off(0), value.off(1)],
    }


@dataclass(frozen=True, slots=True)
class Output:
    """One form: its name, the endings of its files, and the function that makes it."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    render: Callable[[Page, Tongue, Wishes], str | bytes]


FORMS = (
    Output("html", N_("one self-contained page"), (".html", ".htm"), html),
    Output("md", N_("Markdown, for forums and blogs"), (".md", ".markdown"), markdown),
    Output("txt", N_("plain text, for terminals and email"), (".txt", ".text"), plain_text),
    Output("json", N_("everything the page shows, for programs"), (".json",), data),
    Output("pdf", N_("PDF, for printing"), (".pdf",), pdf),
)
OUTPUTS = {form.name: form for form in FORMS}
