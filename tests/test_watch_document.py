"""What `docs/archive.md` says of `kotra watch` is complete: its options, placeholders and fields."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kotra_notation.features.watch import files
from kotra_notation.features.watch.files import PLACEHOLDERS
from tests.calls import kotra
from tests.test_repair_document import table, words

pytestmark = pytest.mark.middle


ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "archive.md"
SECTION = DOCUMENT.read_text(encoding="utf-8").split("\n## Watching a folder\n", 1)[1].split("\n## ", 1)[0]
FAULTY = ROOT / "samples" / "faulty"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "pause", lambda seconds: None)


def test_every_option_is_told() -> None:
    known = set(re.findall(r"^  (--?[a-z-]+)", kotra("watch", "--help-all").stdout, re.M))
    told = [word.split()[0] for cell, _ in table(SECTION, "option") for word in words(cell)]
    assert sorted(told) == sorted(known - {"--language", "--help-all", "-h"})


def test_every_placeholder_is_told() -> None:
    told = [word.strip("{}") for cell, _ in table(SECTION, "placeholder") for word in words(cell)]
    assert told == list(PLACEHOLDERS)


def test_every_field_of_a_line_is_told(tmp_path: Path) -> None:
    told = kotra("watch", FAULTY, "--once", "--to-folder", tmp_path, "--json").stdout
    lines = [json.loads(line) for line in told.splitlines()]
    assert [key for line in lines for key in line if f"`{key}`" not in SECTION] == []
