"""`docs/archive.md` names every option of a build, and every column of the tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kotra_notation.archive.schema import TABLES
from tests.calls import kotra
from tests.test_repair_document import table, words

pytestmark = pytest.mark.middle


DOCUMENT = Path(__file__).parents[1] / "docs" / "archive.md"


def section(name: str) -> str:
    return DOCUMENT.read_text(encoding="utf-8").split(f"\n## {name}\n", 1)[1].split("\n## ", 1)[0]


def test_every_option_of_a_build_is_told() -> None:
    known = set(re.findall(r"^  (--?[a-z-]+)", kotra("archive", "build", "--help-all").stdout, re.M))
    told = [
        word.split()[0] for cell, _ in table(section("Build an archive"), "option") for word in words(cell)
    ]
    assert sorted(told) == sorted(known - {"--language", "--help-all", "-h"})


def test_every_column_is_named() -> None:
    paragraphs = [words(text) for text in section("The tables").split("\n\n") if text.startswith("**`")]
    named = {name: columns[: len(TABLES[name].columns)] for name, *columns in paragraphs}
    assert named == {table.name: [column.name for column in table.columns] for table in TABLES.values()}
