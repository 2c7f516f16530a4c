"""Whole records as data, with all that `kotra check` finds in them (`tests/facts/checked/*.toml`).

`found` has code and line of every finding, notes too, but for those on what is taken as it is written; `says`
has parts of their rules, messages and hints. Lines of a `text` are parted by ` | `, and `kotra 1` stands
before them. Records that begin alike are rows of `then`: what follows `given`, what is found, what that says.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from kotra_notation.features.check.job import check
from kotra_notation.findings import TAKEN_AS_WRITTEN
from kotra_notation.jobs.rows import document

FOLDER = Path(__file__).parent / "facts" / "checked"


def records() -> Iterator[tuple[str, tuple[str, str, list[str]]]]:
    """Yield the name of each record, its text, what is found and what that says."""
    for path in sorted(FOLDER.glob("*.toml")):
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["record"]:
            then = row["then"] if "then" in row else [[row["text"], row["found"], *row.get("says", ())]]
            for number, (text, found, *says) in enumerate(then, 1):
                text = " | ".join(filter(None, ["kotra 1", row.get("given", ""), text]))
                yield f"{path.stem}: {row['name']} {number}", (text.replace(" | ", "\n") + "\n", found, says)


RECORDS = dict(records())


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_gives_these_findings(name: str) -> None:
    text, expected, says = RECORDS[name]
    (file,) = check(text).files
    wrong = [finding for finding in file.findings if finding.kind.name not in TAKEN_AS_WRITTEN]
    found = [f"{finding.code} {finding.span.line if finding.span else '-'}" for finding in wrong]
    assert "; ".join(found) == expected, text
    said = [
        f"{finding.severity} {finding.rule} {finding.message} {finding.hint}" for finding in file.findings
    ]
    assert [words for words in says if not any(words in each for each in said)] == [], said


def test_a_document_is_what_the_standard_library_spells() -> None:
    leaves: list[object] = [
        None,
        True,
        False,
        0,
        -7,
        0.5,
        1e300,
        "",
        'Ása “x” "\\\n\x01\u2028\U0001f3b2',
        [],
        {},
        (),
    ]
    nested = {"a": leaves, "b": {"c": leaves, "d": (1, [2, {"e": leaves}])}, "": "f", 3: [[[]]]}
    for value in (*leaves, leaves, nested, [nested, nested]):
        assert document(value) == json.dumps(value, ensure_ascii=False, indent=2)
        assert document(value, None) == json.dumps(value, ensure_ascii=False)
