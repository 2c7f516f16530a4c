"""How notations are written, as data: records in `.kotra`, what is lost of them, and the lines written.

In `tests/facts/writing/*.toml` a fact names the notation (`to`, with a dialect where that matters). Each
row of `then` is how the record goes on behind that of the file (`record`), the losses, and the lines that
are written beside those of the file (`text`). What is written without a loss is read again as the same
matches; where spelling alone is another, the row ends with the lines that come back otherwise.
"""

from __future__ import annotations

from typing import Any

import pytest

from kotra_notation.formats import write_matches
from tests.records import facts, in_kotra, in_lines, lines_of, read


def rows() -> dict[str, tuple[dict[str, Any], list[str]]]:
    """Return every row of every file by its id, with its fact."""
    told = facts("writing/*.toml")
    return {f"{name} {n}": (fact, row) for name, fact in told for n, row in enumerate(fact["then"], 1)}


FACTS = rows()


def others(lines: list[str], usual: list[str]) -> list[str]:
    """Return the lines that are not usual ones."""
    return [line for line in lines if line and line not in usual]


def outcome_of(record: str, fact: dict[str, Any]) -> list[str]:
    """Return what is lost of a record, what is written, and where that is not the record, what comes back."""
    matches = read(record, "kotra").matches
    name, _, dialect = fact["to"].partition(":")
    writing = write_matches(matches, name, dialect or None)
    lost = "; ".join(f"{finding.code} {finding.written}".rstrip() for finding in writing.findings)
    assert isinstance(writing.content, str)
    written = " | ".join(others(writing.content.split("\n"), fact.get("text", "").split("\n")))
    again = read(writing.content, name).matches
    if lost or again == matches:
        return [lost, written]
    return [lost, written, " | ".join(others(in_kotra(again), in_kotra(matches)))]


@pytest.mark.parametrize("name", FACTS)
def test_a_record_is_written_so(name: str) -> None:
    fact, (rest, *outcome) = FACTS[name]
    record = "\n".join(["kotra 1", *lines_of(fact.get("record", "")), in_lines(rest), ""])
    assert outcome_of(record, fact) == outcome, record


@pytest.mark.parametrize(
    "name", [name for name, (fact, _) in FACTS.items() if "is lost is said" in fact["name"]]
)
def test_a_loss_names_its_match_and_its_game(name: str) -> None:
    fact, (rest, *_) = FACTS[name]
    matches = read(f"kotra 1\n{fact.get('record', '')}{in_lines(rest)}\n", "kotra").matches
    findings = [found for found in write_matches(matches, fact["to"]).findings if found.code != "L605"]
    assert [(found.match, found.game) for found in findings] == [(1, 1)]
