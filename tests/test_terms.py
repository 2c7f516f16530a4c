"""What words of the field mean: found by each of their names, in the language, with rules that exist."""

from __future__ import annotations

import os

import pytest
from typer.testing import CliRunner

from kotra_notation.cli.app import app
from kotra_notation.explained import rule
from kotra_notation.words.terms import terms
from tests.records import rows


def explain(word: str, language: str = "en") -> str:
    return CliRunner().invoke(app, ["explain", word], env={**os.environ, "KOTRA_LANGUAGE": language}).output


def test_every_word_names_rules_that_exist_and_one_name_means_two_things() -> None:
    names = [name for term in terms() for name in term.names]
    assert {name for name in names if names.count(name) > 1} == {"kotra"}
    assert all(rule(id) for term in terms() for id in term.rules)


@rows
def test_a_word_is_explained(word: str, language: str, said: str) -> None:
    assert said in explain(word, language)


@pytest.mark.parametrize("word", ["oppening-play", "frobnicate", "heima", "blanks", "statistics"])
def test_no_finding_is_guessed_that_only_looks_like_a_word(word: str) -> None:
    assert "Did you mean" not in explain(word)


def test_no_icelandic_word_is_meant_in_an_english_session() -> None:
    assert "Did you mean" not in explain("leikmanns-")


def test_without_a_word_everything_is_listed() -> None:
    listed = CliRunner().invoke(app, ["explain"], env={**os.environ, "KOTRA_LANGUAGE": "en"}).output
    for word in ("market loser", "P2", "MOD-CUBE", "crawford", "forn-1977", "kotra explain gammon"):
        assert word in listed


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


def test_the_marks_in_a_rule_are_explained_where_it_has_some() -> None:
    assert "E: the text says so" in explain("FORN-JAN-1")
    assert "E: the text says so" not in explain("MOD-HIT-1")
