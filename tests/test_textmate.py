"""The grammars for editors are as the readers' are, and every word of a reader's grammar has its colour."""

from __future__ import annotations

import pytest

from kotra_notation.formats.kotra.statements import STATEMENTS
from tools.textmate import colours, kotra, mat
from tools.textmate.__main__ import files

FILES = {path.name: (path, text) for path, text in files().items()}


@pytest.mark.parametrize("name", FILES)
def test_a_grammar_is_as_the_readers_are(name: str) -> None:
    path, text = FILES[name]
    assert path.read_text(encoding="utf-8") == text, "python -m tools.textmate writes it anew"


def test_every_terminal_of_kotra_has_its_colour() -> None:
    coloured = [set(colours.WORDS), set(kotra.OWN), kotra.AT_THE_BEGINNING, {"REST", "__IGNORE_0"}]
    assert set().union(*coloured) == set(kotra.TERMINALS)
    assert sum(map(len, coloured)) == len(kotra.TERMINALS)


def test_every_terminal_of_match_text_has_its_colour() -> None:
    assert set(mat.WORDS) | mat.SPELLED == set(mat.TERMINALS)


def test_every_statement_has_its_pattern() -> None:
    rules = {parts[0] for parts in kotra.expansions("_statement")}
    assert set(STATEMENTS) == rules
    names = {str(one.get("name")) for one in kotra.kotra()["patterns"]}
    own = {f"meta.{rule}.kotra" for rule in rules - {"comment", "game"}} | {"entity.name.section.game.kotra"}
    assert own <= names
