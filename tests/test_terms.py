"""Words of the field and of the sources: what each means, by each of its names, called alike everywhere."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from babel.messages.catalog import Message

from kotra_notation.explained import rule
from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
from kotra_notation.model import AwardClaim, Event, ResultClaim
from kotra_notation.replay import replay
from kotra_notation.rules.modern import TITLES as MODERN_TITLES
from kotra_notation.rules.modern import win_named
from kotra_notation.rules.old_icelandic import MANY, TITLES, award_named
from kotra_notation.words.phrases import MODERN_NOUNS
from kotra_notation.words.terms import Place, meanings, read_as, terms
from tests.calls import kotra
from tests.records import rows
from tools import catalogues


def explain(word: str, language: str = "en") -> str:
    return kotra("explain", word, KOTRA_LANGUAGE=language).output


def test_words_name_rules_that_exist_and_all_are_listed() -> None:
    names = [name for term in terms() for name in term.names]
    assert {name for name in names if names.count(name) > 1} == {"kotra"}
    assert all(rule(id) for term in terms() for id in term.rules)
    assert "Did you mean" not in explain("leikmanns-")
    listed = kotra("explain").output
    for word in ("market loser", "P2", "MOD-CUBE", "crawford", "forn-1977", "kotra explain gammon"):
        assert word in listed
    assert "E: the text says so" in explain("FORN-JAN-1")
    assert "E: the text says so" not in explain("MOD-HIT-1")


@rows
def test_a_word_is_explained(word: str, language: str, said: str) -> None:
    assert said in explain(word, language)


@pytest.mark.parametrize("word", ["oppening-play", "frobnicate", "heima", "blanks", "statistics"])
def test_no_finding_is_guessed_that_only_looks_like_a_word(word: str) -> None:
    assert "Did you mean" not in explain(word)


CLUB = """
    DMP, double match point, post-Crawford, free drop, gammon-go, Holland rule, bar point, midpoint,
    golden point, slot, blitz, holding game, ace-point game, closeout, recube, market loser, dead
    checker, outfield, crossover, builder, gap, chouette, crunch, bot, Kazaross, shot, duplication,
    split, money game, initial double, too good, Kleinman, Keith count, 8-9-12 rule, timing, tempo,
    cover, stack, spare, cubeless, rating, lover's leap, bear-in
"""


@pytest.mark.parametrize("word", " ".join(CLUB.split()).split(", "))
def test_a_word_of_club_players_is_known(word: str) -> None:
    assert "unknown code or word" not in explain(word)


FIELD = """
    píla blettur sláin heimasvæði ytra_svæði hryggur tvíföldunarteningur margfeldisstuðull yfirtvíföldun
    bjórar
    óreglur umferð heimaborð úttektarborð reita utangarðs samvörp leiklaus tafla reitur home_board cocked
    premature_roll open_point opening backgame gammon_value mwc vig modern forn-1977 forn-de davidsson
"""


@pytest.mark.parametrize("word", FIELD.split())
def test_a_word_of_the_field_is_known(word: str) -> None:
    assert "unknown code or word" not in explain(word)


SEEDS = tomllib.loads((Path(__file__).parent / "seed_words.toml").read_text(encoding="utf-8"))
# How each thing is won under forn-de: the board and the throw, and what it scores.
WON = {
    "uttekt": ("W: x1 off14; B: l14 off1", "W 21: x/off", 2),
    "jan": ("W: a2 w7 x6; B: m1 n1 o1 p1 q1 c1 e1 b8", "W 24: a/e* a/c*", 15),
    "stor_jan": ("W: n2 o2 p2 q2 r1 l1 d1 a4; B: m2 g6 h6 bar1", "W 65: l/r", 15),
    "meistari": ("W: r1 x14; B: m15", "W 51: r/w/x", 13),
    "stutti": ("W: r1 v5 w5 x4; B: m15", "W 51: r/w/x", 7),
    "langi": ("W: r1 t3 u3 v3 w3 x2; B: m15", "W 51: r/w/x", 5),
    "rasslangur": ("W: q1 s3 t3 u3 v3 w2; B: m15", "W 51: q/v/w", 3),
    "litil": ("W: r1 w7 x7; B: m15", "W 51: r/w/x", 3),
}
WORDS = [(kind, word) for kind, words in SEEDS["won"].items() for word in words]


def events(*lines: str, rules: str = "modern") -> tuple[Event, ...]:
    """The events of a game, of which every line can be read."""
    text = "\n".join(["kotra 1", f"rules: {rules}", "game 1", *lines, ""])
    reading = read_source(Source(text.encode()), "kotra")
    assert [found.told().message for found in reading.findings] == []
    return reading.matches[0].games[0].events


def found(kind: str, *lines: str) -> list[str]:
    """The codes of the findings where a game is won by a kind, and the record says so in these lines."""
    board, throw, _ = WON[kind]
    text = f"kotra 1\nrules: forn-de\ngame 1\nsetup {board}; W to play\n{throw}\n" + "\n".join(lines)
    (match,) = read_source(Source(text.encode()), "kotra").matches
    return sorted({one.code for one in replay(match).findings if one.severity != "note"})


@pytest.mark.parametrize("seed", SEEDS["explained"])
def test_every_word_of_a_source_is_explained(seed: str) -> None:
    assert [word for word in SEEDS["explained"][seed] if not meanings(word)] == []


@pytest.mark.parametrize(("kind", "word"), WORDS)
def test_a_win_in_the_words_of_a_source_is_judged(kind: str, word: str) -> None:
    points = WON[kind][2]
    assert found(kind, f'W wins {points} by "{word}"') == []
    assert found(kind, f"W scores {word} {points}", f"W wins {points}") == []
    other = "meistari" if kind in ("jan", "stor_jan") else "jan"
    assert "S425" in found(other, f"W wins {WON[other][2]} by {word}")
    assert "S419" in found(other, f"W scores {word} {points}", f"W wins {WON[other][2]}")


@pytest.mark.parametrize("half", ["hálfur", "hálfan", "Halber", "Halben", "Half"])
def test_half_a_win_in_the_words_of_a_source_is_judged(half: str) -> None:
    text = "kotra 1\nrules: forn-de\ngame 1\nsetup W: s1 v4 w5 x5; B: m15; W to play\nW 63: s/v half\n"
    for said, codes in ((f"{half} múk", set()), (f"{half} Mönch", set()), (f"{half} Meister", {"S425"})):
        (match,) = read_source(Source(f'{text}W wins 3.5 by "{said}"\n'.encode()), "kotra").matches
        assert {one.code for one in replay(match).findings if one.severity != "note"} == codes


@pytest.mark.parametrize("case", SEEDS["same"], ids=lambda case: case["said"][1])
def test_a_record_in_the_words_of_a_source_is_read(case: dict[str, Any]) -> None:
    rules = case.get("rules", "modern")
    assert events(*case["said"], rules=rules) == events(*case["meant"], rules=rules)


@pytest.mark.parametrize("word", ["Gewinn des Affen", "langasetan"])
def test_an_award_by_an_unknown_word_is_not_judged(word: str) -> None:
    assert found("rasslangur", f'W scores "{word}" 3', "W wins 3") == ["S426"]


def test_every_word_for_awards_wins_lines_and_throws_is_read() -> None:
    words = read_as("award")
    scored = events(*(f"W scores {_quoted(word)} 5" for word in words))
    assert [award_named(one.kind) for one in scored if isinstance(one, AwardClaim)] == [*words.values()]
    assert set(words.values()) == TITLES.keys() | MANY.keys()
    words = read_as("win")
    won = events(*(f"W wins 2 by {word}" for word in words))
    assert [win_named(one.kind or "") for one in won if isinstance(one, ResultClaim)] == [*words.values()]
    assert set(words.values()) == MODERN_TITLES.keys() | {"forfeit"}
    tails = {"opening": " 3-1", "ruling corrected": " 8/5 6/5"}
    said, plain = [], []
    for word, meant in read_as("line").items():
        side = "" if meant.split()[0] in ("opening", "auto", "ruling", "draw") else "S "
        said.append(f"{side}{word.capitalize()}{tails.get(meant, '')}")
        plain.append(f"{side}{meant}{tails.get(meant, '')}")
    assert events(*said) == events(*plain)
    words = read_as("deed")
    assert events(*(f"W 66: {word} ? # {word}" for word in words)) == events(
        *(f"W 66: {meant} ? # {word}" for word, meant in words.items())
    )
    assert events("W scores stutta múk 7") == events("W scores 7 fyrir stutta múk")
    assert events("W scores 7 tölur fyrir stutta múk") == events('W scores 7 Zähler für "stutta múk"')


def _quoted(word: str) -> str:
    return word if word.replace(" ", "").isalpha() else f'"{word}"'


def test_every_word_that_is_read_is_explained() -> None:
    assert [word for place in get_args(Place) for word in read_as(place) if not meanings(word)] == []


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
