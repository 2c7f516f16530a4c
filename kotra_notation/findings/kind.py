"""A kind of finding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from kotra_notation.values import dataclass
from kotra_notation.words import Plural


class Severity(StrEnum):
    """The severity of a finding."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


ERROR, WARNING, NOTE = Severity


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of finding: its permanent code and name, default severity and rule, message and hint.

    `message` and `hint` have the facts of a finding in braces.
    """

    code: str
    name: str
    severity: Severity
    message: str | Plural
    hint: str = ""
    rule: str | None = None


def by_name(kinds: Iterable[Kind]) -> dict[str, Kind]:
    """Return the kinds by name; ValueError where a code or a name is given twice."""
    given = [*kinds]
    for what, words in (("code", [kind.code for kind in given]), ("name", [kind.name for kind in given])):
        if twice := [word for word, times in Counter(words).items() if times > 1]:
            raise ValueError(f"two kinds of finding have the {what} {twice[0]}")
    return {kind.name: kind for kind in given}
