"""Values as Python prints them and notebooks show them: tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Return an HTML table in which every cell is a text, whatever is in it."""
    from html import escape

    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Table(NamedTuple):
    """A value as a table: its columns, its rows and a title."""

    heads: Sequence[str]
    rows: Iterable[Sequence[object]]
    caption: str = ""


class Tabular:
    """A value that is printed as a table."""

    __slots__ = ()

    def _table(self) -> Table:
        """Return what of it is printed."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return table(*self._table())

    def __repr__(self) -> str:
        heads, rows, caption = self._table()
        cells = [list(map(str, row)) for row in (heads, *rows)]
        if len(cells) == 1:
            return f"<{type(self).__name__}: nothing found>"
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in cells]
        return "\n".join(filter(None, [caption, *lines]))
