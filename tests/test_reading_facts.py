"""How notations are read, as data: texts, what is found in them, and what they say in `.kotra`.

In `tests/facts/reading/*.toml` a fact has a name, what its texts begin with (`given`), the lines that the
`.kotra` of each begins with (`reads`), or `head = "usual"` for those of the file; and a `format` where
none is recognised. Each row of `then` is how the text goes on, what is found (name, line, column), and how
the `.kotra` goes on; where that is the point also the notation and dialect, what is found when it is
replayed, and the score. A fact of one long text has `text`, `found`, `kotra`, `replay` and `says` (words of
a finding) in place of `then`; `swap` is what stands otherwise in it, `alike` are other texts that say the
same. Lines are parted by ` | `.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

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


def rows() -> dict[str, Fact]:
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


FACTS = rows()


@pytest.mark.parametrize("name", FACTS)
def test_a_text_is_read_so(name: str) -> None:
    fact = FACTS[name]
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
