"""A kind of finding, and how its row is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

from kotra_notation.values import dataclass
from kotra_notation.words import Plural


class Severity(StrEnum):
    """How much a finding weighs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of finding: its code and name for ever, its severity, and the rule it rests on by default.

    `message` is the sentence with the facts of a finding in braces, `hint` what to look at, or nothing.
    """

    code: str
    name: str
    severity: Severity
    rule: str | None
    message: str | Plural
    hint: str


# What stands behind `code name severity rule` (or no rule): the message, or the message and the hint.
Row = str | Plural | tuple[str | Plural, str]


def kinds(rows: Mapping[str, Row]) -> dict[str, Kind]:
    """Return the kinds of some rows, by name; ValueError where a code or a name is given twice."""
    made = [_kind(*head.split(), texts=texts) for head, texts in rows.items()]
    for what, given in (("code", [kind.code for kind in made]), ("name", [kind.name for kind in made])):
        if twice := [word for word, times in Counter(given).items() if times > 1]:
            raise ValueError(f"two kinds of finding have the {what} {twice[0]}")
    return {kind.name: kind for kind in made}


def _kind(code: str, name: str, severity: str, rule: str | None = None, *, texts: Row) -> Kind:
    message, hint = texts if isinstance(texts, tuple) else (texts, "")
    return Kind(code, name, Severity(severity), rule, message, hint)
