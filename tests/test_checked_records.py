"""Whole records as data, with all that `kotra check` finds in them (`tests/facts/checked/*.toml`).

`found` has code and line of every finding, notes too, but for those on what is taken as it is written; `says`
has parts of their messages. Lines of a `text` are parted by ` | `, and `kotra 1` stands before them.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from kotra_notation.features.check.job import check
from kotra_notation.findings import TAKEN_AS_WRITTEN

FOLDER = Path(__file__).parent / "facts" / "checked"
RECORDS = {
    f"{path.stem}: {row['name']}": row
    for path in sorted(FOLDER.glob("*.toml"))
    for row in tomllib.loads(path.read_text(encoding="utf-8"))["record"]
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_gives_these_findings(name: str) -> None:
    row = RECORDS[name]
    text = "kotra 1\n" + row["text"].replace(" | ", "\n") + "\n"
    (file,) = check(text).files
    wrong = [finding for finding in file.findings if finding.kind.name not in TAKEN_AS_WRITTEN]
    found = [f"{finding.code} {finding.span.line if finding.span else '-'}" for finding in wrong]
    assert "; ".join(found) == row["found"], text
    assert [words for words in row.get("says", ()) if not any(words in each.message for each in wrong)] == []
