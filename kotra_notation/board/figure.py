"""A position as a figure of a notebook: the picture, and below it a line on it and its identifiers.

The one place besides the picture itself where markup is made of strings; all that is filled in is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable


def figure(picture: str, title: str, spellings: Iterable[str]) -> str:
    """The figure around a picture that is markup already."""
    from html import escape

    lines = "".join(f"<br><code>{escape(spelling)}</code>" for spelling in spellings)
    return f"<figure>{picture}<figcaption>{escape(title)}{lines}</figcaption></figure>"
