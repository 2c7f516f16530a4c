"""What words of the field mean: found by each of their names, in the language, with rules that exist."""

from __future__ import annotations

import os

import pytest
from typer.testing import CliRunner

from kotra_notation.cli.app import app
from kotra_notation.rules.catalogue import rule
from kotra_notation.words.terms import terms


def explain(word: str, language: str = "en") -> str:
    return CliRunner().invoke(app, ["explain", word], env={**os.environ, "KOTRA_LANGUAGE": language}).output


def test_every_word_names_rules_that_exist_and_no_name_means_two_things() -> None:
    names = [name for term in terms() for name in term.names]
    assert {name for name in names if names.count(name) > 1} == {"kotra", "hryggur"} - {"hryggur"}
    assert all(rule(id) for term in terms() for id in term.rules)


@pytest.mark.parametrize(
    ("word", "language", "said"),
    [
        ("jan", "en", "more dead men than points to bring them in on"),
        ("Gammon", "en", "twice the cube.\n\nIn the rules: MOD-WIN-1."),
        ("Take Point", "en", "rightly taken"),
        ("crawford", "is", "Fyrsta spilið"),
        ("úttekt", "de", "fünfzehn Steine"),
        ("gamon", "en", "Did you mean gammon?"),
        ("P299", "en", "Did you mean P2"),
    ],
)
def test_a_word_is_explained(word: str, language: str, said: str) -> None:
    assert said in explain(word, language)


def test_the_marks_in_a_rule_are_explained_where_it_has_some() -> None:
    assert "E: the text says so" in explain("FORN-JAN-1")
    assert "E: the text says so" not in explain("MOD-HIT-1")
