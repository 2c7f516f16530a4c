"""The catalogues have the words of the field: what a term is called in a language is called so everywhere."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from kotra_notation.words.phrases import MODERN_NOUNS
from tools import catalogues

GLOSSARY = tomllib.loads((Path(__file__).parent / "glossary.toml").read_text(encoding="utf-8"))
KEYS = {"en", "otherwise", *catalogues.TRANSLATED}

# What no language translates: code, what is typed, the endings of names.
CODE = re.compile(
    r"`[^`]*`|'[^']*'|--\w+|:.*\b\w+,\w+,.*|\bSELECT\b.*|\.\w+$|\b[WB] (?:holds|on) .*|\bon roll\b"
)
FACT = re.compile(r"\{(\w*)[^{}]*\}|%\(\w+\)[sd]")


@cache
def translations(language: str) -> list[Message]:
    catalogs = [catalogues.translated(language, domain) for domain in catalogues.DOMAINS]
    done = [one for catalog in catalogs for one in catalogues.messages(catalog)]
    return [one for one in done if one.string and all(catalogues.forms(one.string)) and not one.fuzzy]


def english(text: str) -> str:
    """A text in English without what stays as it is, its nouns put in."""
    nouns = MODERN_NOUNS.facts
    return CODE.sub(" ", FACT.sub(lambda fact: nouns.get(fact[1] or "", " "), text))


def lacking(term: str, language: str) -> list[str]:
    """The texts with a term whose translations have no word for it."""
    row = GLOSSARY[term]
    words_of_term = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, row['en']))})(?![\w-])", re.I)
    return [
        text
        for message in translations(language)
        for text in catalogues.forms(message.id)[:1]
        if text not in row.get("otherwise", ())
        and words_of_term.search(english(text))
        and not any(stem in " ".join(catalogues.forms(message.string)).lower() for stem in row[language])
    ]


@pytest.mark.parametrize("term", GLOSSARY)
@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_a_term_is_called_the_same_everywhere(term: str, language: str) -> None:
    assert lacking(term, language) == []


@pytest.mark.parametrize("term", GLOSSARY)
def test_a_term_has_a_word_in_every_language(term: str) -> None:
    row = GLOSSARY[term]
    assert KEYS - {"otherwise"} <= row.keys() <= KEYS
    assert all(stem == stem.lower() for language in catalogues.TRANSLATED for stem in row[language])
