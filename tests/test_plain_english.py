"""What users read is plain English: words that readers stumbled over do not come back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from kotra_notation.findings import BY_CODE
from kotra_notation.words import Plural
from tests.conftest import CATALOGUES, ROOT

BANNED = re.compile(
    r"\b(?:weigh(?:s|ed|ing)?|whoever|dearest|gravest|lawful|unlawful|of which|passed over|unless told|"
    r"otherwise than|slips? of the keyboard|exists already|there already|is told|are told|it is said|"
    r"that of the|stands? (?:twice|alone|elsewhere|above|below|behind|beside)|lies (?:in|beside|behind))\b",
    re.I,
)
OLD_GAME = re.compile(r"\b(?:m[ae]n|throws?|thrown|threw)\b", re.I)
FILLED = re.compile(r"\{\w+\}|%\(\w+\)s")
CODE = re.compile(r"```.*?```|`[^`]*`|<!--.*?-->", re.S)
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
# A message is one short sentence.
LONGEST = 140


def messages() -> list[str]:
    """Every English text of the program."""
    with (CATALOGUES / "is" / "LC_MESSAGES" / "kotra.po").open("rb") as file:
        found = [message.id for message in read_po(file) if message.id]
    return [text for texts in found for text in ([texts] if isinstance(texts, str) else texts)]


def test_the_program_speaks_plain_english() -> None:
    assert [text for text in messages() if BANNED.search(FILLED.sub("", text))] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_document_is_in_plain_english(path: Path) -> None:
    text = CODE.sub("", path.read_text(encoding="utf-8"))
    assert [line for line in text.splitlines() if BANNED.search(line)] == []


def test_a_finding_is_one_short_sentence() -> None:
    texts = [text for kind in BY_CODE.values() for text in (kind.message, kind.hint)]
    several = [text.many if isinstance(text, Plural) else text or "" for text in texts]
    assert [text for text in several if len(text) > LONGEST] == []


def test_a_finding_of_the_modern_game_speaks_of_checkers_and_rolls() -> None:
    modern = [kind for kind in BY_CODE.values() if (kind.rule or "").startswith("MOD-")]
    texts = [str(text) for kind in modern for text in (kind.message, kind.hint)]
    assert [text for text in texts if OLD_GAME.search(FILLED.sub("", text))] == []


@pytest.mark.parametrize("text", ["112 rolls weighed", "see whether it stands twice", "the dearest errors"])
def test_an_old_word_is_seen(text: str) -> None:
    assert BANNED.search(text)
