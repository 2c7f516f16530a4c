"""How notations are read and written, as data: texts, what is found in them, and what they say in `.kotra`.

In `tests/facts/reading/*.toml` a fact has a name, what its texts begin with (`given`), the lines that the
`.kotra` of each begins with (`reads`), or `head = "usual"` for those of the file; and a `format` where
none is recognised. Each row of `then` is how the text goes on, what is found (name, line, column), and how
the `.kotra` goes on; where that is the point also the notation and dialect, what is found when it is
replayed, and the score. A fact of one long text has `text`, `found`, `kotra`, `replay` and `says` (words of
a finding) in place of `then`; `swap` is what stands otherwise in it, `alike` are other texts that say the
same. Lines are parted by ` | `.

In `tests/facts/writing/*.toml` a fact names the notation (`to`, with a dialect where that matters), and
the table with its record where that is not its own (`head`). Each
row of `then` is how the record goes on behind that of the file (`record`), the losses, and the lines that
are written beside those of the file (`text`). What is written without a loss is read again as the same
matches; where spelling alone is another, the row ends with the lines that come back otherwise.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from kotra_notation.formats import write_matches
from kotra_notation.replay import replay
from tests.records import codes, facts, in_kotra, in_lines, lines_of, read, spotted


class Fact(NamedTuple):
    """A text, its format where that is stated, and what is read."""

    text: str
    format: str | None
    found: str
    kotra: list[str]
    notation: str = ""
    replay: str | None = None
    says: str = ""


def reading_rows() -> dict[str, Fact]:
    """Return every row of every file by its id."""
    found: dict[str, Fact] = {}
    for name, fact in facts("reading/*.toml"):
        own = [fact.get("found", ""), fact.get("kotra", ""), "", fact.get("replay"), fact.get("says", "")]
        then = fact.get("then") or [[text, *own] for text in (fact.get("text", ""), *fact.get("alike", ()))]
        for number, (rest, said, kotra, *more) in enumerate(then, 1):
            text = in_lines(fact.get("given", "")) + in_lines(rest)
            for old, new in fact.get("swap", ()):
                text = text.replace(old, new)
            lines = [*lines_of(fact.get("reads", "")), *lines_of(kotra)]
            found[f"{name} {number}"] = Fact(text, fact.get("format"), said, lines, *more)
    return found


READING = reading_rows()


@pytest.mark.parametrize("name", READING)
def test_a_text_is_read_so(name: str) -> None:
    fact = READING[name]
    reading = read(fact.text, fact.format)
    said = in_kotra(reading.matches, reading.positions)
    assert (spotted(reading.findings), said) == (fact.found, fact.kotra), fact.text
    assert fact.says in " ".join(finding.message for finding in reading.findings)
    if fact.notation:
        assert f"{reading.format or ''} {reading.dialect or ''}".strip() == fact.notation
    if fact.replay is not None:
        replays = [replay(match) for match in reading.matches]
        results = [[*codes(each.findings), "{:g}-{:g}".format(*each.score)] for each in replays]
        assert " ".join(word for words in results for word in words) == fact.replay


def writing_rows() -> dict[str, tuple[dict[str, Any], list[str]]]:
    """Return every row of every file by its id, with its fact."""
    told = facts("writing/*.toml")
    return {f"{name} {n}": (fact, row) for name, fact in told for n, row in enumerate(fact["then"], 1)}


WRITING = writing_rows()


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


@pytest.mark.parametrize("name", WRITING)
def test_a_record_is_written_so(name: str) -> None:
    fact, (rest, *outcome) = WRITING[name]
    record = "\n".join(["kotra 1", *lines_of(fact.get("record", "")), in_lines(rest), ""])
    assert outcome_of(record, fact) == outcome, record


@pytest.mark.parametrize(
    "name", [name for name, (fact, _) in WRITING.items() if "is lost is said" in fact["name"]]
)
def test_a_loss_names_its_match_and_its_game(name: str) -> None:
    fact, (rest, *_) = WRITING[name]
    matches = read(f"kotra 1\n{fact.get('record', '')}{in_lines(rest)}\n", "kotra").matches
    findings = [found for found in write_matches(matches, fact["to"]).findings if found.code != "L605"]
    assert [(found.match, found.game) for found in findings] == [(1, 1)]
