"""What `docs/archive.md` says of archives is complete and true: the options of a build, and every column.

`pytest --update-golden` writes the tables anew.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kotra_notation.archive.schema import TABLES
from tests.test_cli_check import kotra
from tests.test_repair_document import table, words

pytestmark = pytest.mark.middle


DOCUMENT = Path(__file__).parents[1] / "docs" / "archive.md"
COLUMNS = re.compile(r"(<!-- tables -->\n)(.*?)(?=^## )", re.M | re.S)


def section(name: str) -> str:
    return DOCUMENT.read_text(encoding="utf-8").split(f"\n## {name}\n", 1)[1].split("\n## ", 1)[0]


def tables() -> str:
    """Every table with its columns, as the document shows them."""
    text = ""
    for one in TABLES.values():
        rows = [f"| `{column.name}` | {column.type} | {column.meaning} |\n" for column in one.columns]
        head = "| column | type | what it says |\n|---|---|---|\n"
        text += f"\n**`{one.name}`** {one.meaning}\n\n{head}{''.join(rows)}"
    return f"{text}\n"


def test_every_option_of_a_build_is_told() -> None:
    known = set(re.findall(r"^  (--?[a-z-]+)", kotra("archive", "build", "--help").stdout, re.M))
    told = [
        word.split()[0]
        for cell, _ in table(section("From a zip of matches to an audit page in two commands"), "option")
        for word in words(cell)
    ]
    assert sorted(told) == sorted(known - {"--language", "-h"})


def test_every_column_is_told(request: pytest.FixtureRequest) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    shown = COLUMNS.search(text)
    assert shown
    if shown[2] != tables() and request.config.getoption("--update-golden"):
        DOCUMENT.write_text(text.replace(shown[0], shown[1] + tables()), encoding="utf-8")
    else:
        assert shown[2] == tables()
