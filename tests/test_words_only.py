"""No English word is left in what is told of a record in another language: catalogue or record has it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kotra_notation.api import write
from kotra_notation.findings import Finding
from kotra_notation.formats.format import Source
from kotra_notation.reading import read_in_full
from kotra_notation.replay import replay
from kotra_notation.words.phrases import MODERN_NOUNS
from kotra_notation.words.tongues import Tongue

ROOT = Path(__file__).parent.parent
FILES = [path for folder in ("samples", "tools/fuzz/corpus") for path in (ROOT / folder).rglob("*.*")]
TARGETS = ("mat", "sgf")

BINARY = {".xg", ".xgp", ".ogxm", ".pos", ".xz"}
RECORDS = sorted(path for path in FILES if path.is_file() and path.suffix not in BINARY)

# What may be written in a record, and the name of a program.
NAMES = {"doubles", "bgblitz"}

# Told by what people type or what stands in the data: formats, options, keys of headers; why a position
# cannot be read is still said in English.
DATA = ("N101", "N110", "D501", "D502", "D503", "D506", "L603", "L605")


class Facts:
    """A catalogue of texts without words: only their facts are left."""

    def gettext(self, message: str) -> str:
        facts = (fact for fact in re.findall(r"\{\w+\}", message) if fact[1:-1] not in MODERN_NOUNS.facts)
        return " ".join(facts) or "-"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid2)


WORDLESS = Tongue("xx", Facts())


def findings(path: Path) -> Iterator[Finding]:
    reading = read_in_full(Source(path.read_bytes(), str(path)))
    yield from reading.findings
    for match in reading.matches:
        yield from replay(match).findings
        for target in TARGETS:
            yield from write(match, target).findings


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_what_is_told_has_no_word_that_is_not_in_the_record(path: Path) -> None:
    record = path.read_bytes().decode("utf-8", "replace").lower()
    alien = {
        (found.code, word)
        for found in findings(path)
        if found.code not in DATA
        for word in re.findall(r"[a-z]{4,}", " ".join(found.told(WORDLESS)).lower())
        if word not in record and word not in NAMES
    }
    assert alien == set()
