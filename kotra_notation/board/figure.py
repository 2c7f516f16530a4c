"""Values as notebooks show them: a table of texts, each of them escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Return an HTML table in which every cell is a text, whatever is in it."""
    from html import escape

    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
