"""Rows of JSON, and tables of HTML as notebooks show them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from kotra_notation.board.figure import Table as Table
from kotra_notation.board.figure import Tabular as Tabular
from kotra_notation.findings import Finding
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import ENGLISH, Tongue

if TYPE_CHECKING:
    from kotra_notation.ignores import Ignored


# A JSON object.
Row = dict[str, Any]


@runtime_checkable
class Rowed(Protocol):
    """A value that makes its own row."""

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """The row."""


def row(value: object, names: str, tongue: Tongue = ENGLISH, **further: object) -> Row:
    """The fields of a value that are named, and what else is given, as JSON holds them."""
    fields = {name: getattr(value, name) for name in names.split()} | further
    return {name: json_value(field, tongue) for name, field in fields.items()}


def json_value(value: object, tongue: Tongue = ENGLISH) -> Any:
    """A value as JSON holds it: whole numbers without a fraction, phrases in words, tuples as lists."""
    match value:
        case None | bool() | int() if not isinstance(value, Enum):
            return value
        case Enum():
            return value.value
        case str():
            return told(value, tongue)
        case float():
            return int(value) if value.is_integer() else value
        case tuple() | list():
            return [json_value(item, tongue) for item in value]
        case Finding():
            return finding_row(value, tongue)
        case Mapping():
            return {str(key): json_value(item, tongue) for key, item in value.items()}
        case Rowed():
            return value.as_json(tongue)
        case _:
            raise TypeError(f"{type(value).__name__} has no row")


def finding_row(finding: Finding, tongue: Tongue = ENGLISH) -> Row:
    """A finding: its kind, its place, and what is said of it."""
    span = finding.span
    message, hint = finding.told(tongue)
    return {
        "code": finding.code,
        "name": finding.kind.name,
        "severity": finding.severity.value,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "end_column": span.end_column if span else None,
        **row(finding, "match game turn seat player"),
        "message": message,
        "hint": hint,
        **row(finding, "meant written expected rule", tongue),
    }


def ignored_row(ignored: Ignored, tongue: Tongue = ENGLISH) -> Row:
    """A finding that is ignored, whether the record asks for it, and why."""
    return {**finding_row(ignored.finding, tongue), "reason": ignored.reason, "by_record": ignored.by_record}


def document(data: object, indent: int | None = 2) -> str:
    """A document of JSON as it is printed."""
    import json

    if indent is None:
        return json.dumps(data, ensure_ascii=False)
    return _spell(data, "\n", " " * indent, json.encoder.encode_basestring)


def _spell(value: Any, begin: str, step: str, quote: Callable[[str], str]) -> str:
    """Return what `json.dumps` indents, in half the time; `begin` ends a line and indents the next."""
    kind, inner = type(value), begin + step
    if kind is str:
        return quote(value)
    if kind is dict and value:
        parts = [
            f"{quote(str(key))}: {part if type(part) is int else _spell(part, inner, step, quote)}"
            for key, part in value.items()
        ]
        return f"{{{inner}{f',{inner}'.join(parts)}{begin}}}"
    if kind in (list, tuple) and value:
        parts = [str(part) if type(part) is int else _spell(part, inner, step, quote) for part in value]
        return f"[{inner}{f',{inner}'.join(parts)}{begin}]"
    return document(value, None)
