"""How notations are read, as data: texts, what is found in them, and what they say in `.kotra`.

In `tests/facts/reading/*.toml` a fact has a name, what its texts begin with (`given`), the lines that the
`.kotra` of each begins with (`reads`), or `head = "usual"` for those of the file; and a `format` where none
is recognised. Each row of `then` is how the text goes on, what is found (name, line, column), how the
`.kotra` goes on, and where that is the point, the notation and dialect. Lines are parted by ` | `.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from kotra_notation.findings import Finding
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source

FOLDER = Path(__file__).parent / "facts" / "reading"


class Outcome(NamedTuple):
    """What is read: what is found, the lines of its `.kotra`, its notation and dialect."""

    found: str
    kotra: list[str]
    notation: str
    dialect: str


class Fact(NamedTuple):
    """A text, its format where that is stated, and what is read."""

    text: str
    format: str | None
    found: str
    kotra: list[str]
    notation: str


def facts() -> dict[str, Fact]:
    """Return every row of every file by its id."""
    rows: dict[str, Fact] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        for fact in content["fact"]:
            head = {"given": "", "reads": ""} | (content["usual"] if "head" in fact else {}) | fact
            for number, (rest, found, kotra, *notation) in enumerate(fact["then"], 1):
                text = (head["given"] + rest).replace(" | ", "\n")
                said = [*lines_of(head["reads"]), *(kotra.split(" | ") if kotra else [])]
                row = Fact(text, fact.get("format"), found, said, "".join(notation))
                rows[f"{path.stem}: {fact['name']} {number}"] = row
    return rows


def lines_of(text: str) -> list[str]:
    """Return the lines of a value: none, one row parted by ` | `, or those of a block."""
    return text.removesuffix("\n").replace(" | ", "\n").split("\n") if text else []


def outcome_of(text: str, format: str | None) -> Outcome:
    """Return what is found in a text, and its matches as `.kotra`."""
    reading = read_source(Source(text.encode()), format)
    found = "; ".join(spotted(finding) for finding in reading.findings)
    content = write_matches(reading.matches, "kotra").content if reading.matches else ""
    assert isinstance(content, str)
    lines = [line for line in content.split("\n")[1:] if line]
    return Outcome(found, lines, reading.format or "", reading.dialect or "")


def spotted(finding: Finding) -> str:
    """Return a finding's name, its line and its column."""
    span = finding.span
    return finding.kind.name + (f" {span.line}:{span.column}" if span else "")


FACTS = facts()


@pytest.mark.parametrize("name", FACTS)
def test_a_text_is_read_so(name: str) -> None:
    fact = FACTS[name]
    outcome = outcome_of(fact.text, fact.format)
    assert (outcome.found, outcome.kotra) == (fact.found, fact.kotra), fact.text
    if fact.notation:
        assert f"{outcome.notation} {outcome.dialect}".strip() == fact.notation
