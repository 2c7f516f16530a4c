"""What the grammars for editors make of records, asked of the library that VS Code itself colours with."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referees.seeds import part
from tests.node import EXTENSION, SCRIPTS, run
from tests.records import ROOT

pytestmark = pytest.mark.middle

KOTRA, MAT, MARKDOWN = "source.kotra", "text.kotra-mat", "text.html.markdown"
SUFFIXES = {KOTRA: ".kotra", MAT: ".mat"}
NOTATION = ROOT / "docs" / "notation.md"
RECORD = re.compile(r"^```kotra\n(.*?)^```$", re.M | re.S)  # those that are wrong on purpose name a finding
LONG = 40_000

# Lines of each kind, and the scopes of texts in them without the name of the language.
COLOURS = tomllib.loads((Path(__file__).parent / "editors" / "colours.toml").read_text("utf-8"))
EVENTS, ROWS = COLOURS["kotra"], COLOURS["mat"]
TABLE = [(KOTRA, *one) for one in EVENTS.items()] + [(MAT, *one) for one in ROWS.items()]

# A line of these, as long as they come, behind each of the beginnings; signs that a pattern begins with.
UNITS = COLOURS["long"]["units"]
BEGINNINGS = {
    KOTRA: ["", "W 31: ", "white: ", 'choice "a" 1 (', "setup ", "#[", "H vinnur 2 stig (", "rules: "],
    MAT: ["", " 1) ", '; [a "', "A : 0 "],
}


class Line(NamedTuple):
    """A line, its parts with the scopes of each but the first, and how long it took the processor."""

    text: str
    parts: list[tuple[str, list[str]]]
    ms: float


def lines(scope: str, texts: Iterable[str], timed: bool = False) -> list[Line]:
    """The texts as a file of the language, coloured; `timed`: only how long that took."""
    texts = list(texts)
    asked = json.dumps({"scope": scope, "lines": texts, "timed": timed})
    said = run(SCRIPTS / "tokens.js", EXTENSION, text=asked)
    found: list[dict[str, Any]] = json.loads(said)
    return [
        Line(text, [(text[begin:end], scopes[1:]) for begin, end, scopes in one["tokens"]], one["ms"])
        for text, one in zip(texts, found, strict=True)
    ]


@cache
def table() -> dict[str, Line]:
    """Every line of the tables."""
    return {one.text: one for scope, rows in ((KOTRA, EVENTS), (MAT, ROWS)) for one in lines(scope, rows)}


def plain(scopes: Iterable[str]) -> list[str]:
    """Scopes without the name of the language."""
    return [scope.rpartition(".")[0] for scope in scopes]


def without_colour(coloured: Iterable[Line]) -> Iterator[str]:
    """The parts that no theme colours."""
    for line in coloured:
        for words, scopes in line.parts:
            if words.strip() and all(scope.startswith("meta.") for scope in scopes):
                yield f"{words!r} of {line.text!r}"


@pytest.mark.parametrize(("scope", "text", "expected"), TABLE, ids=[one[1] for one in TABLE])
def test_a_line_has_its_colours(scope: str, text: str, expected: dict[str, str]) -> None:
    parts = [(part, plain(scopes)[-1]) for part, scopes in table()[text].parts if scopes]
    assert [one for one in expected.items() if one not in parts] == []
    assert list(without_colour([table()[text]])) == []


def test_every_colour_of_a_word_is_in_the_table() -> None:
    used = {scope for line in table().values() for _, scopes in line.parts for scope in scopes}
    named = set()
    for grammar in (EXTENSION / "syntaxes").glob("kotra*.json"):
        named |= set(re.findall(r'"name": "([^"]+)"', grammar.read_text(encoding="utf-8")))
    assert sorted(one for one in named - used if re.match(r"keyword|constant|storage|support", one)) == []


@pytest.mark.parametrize("scope", SUFFIXES)
def test_every_sign_of_a_sample_has_a_colour(scope: str) -> None:
    samples = sorted((ROOT / "samples").rglob(f"*{SUFFIXES[scope]}"))
    texts = [line for path in samples for line in path.read_text(encoding="utf-8").splitlines()]
    assert list(without_colour(lines(scope, texts))) == []
    assert len(samples) > 5


def test_every_sign_of_examples_and_markdown_has_a_colour() -> None:
    examples = RECORD.findall(NOTATION.read_text(encoding="utf-8"))
    assert list(without_colour(lines(KOTRA, "".join(examples).splitlines()))) == []
    assert len(examples) >= 10
    move = "W 31: 8/5"
    texts = ["# A", "```kotra N103:2", move, "```", move, "~~~mat", " Game 1", "~~~", move]
    found = [{scope for _, scopes in line.parts for scope in scopes} for line in lines(MARKDOWN, texts)]
    assert "constant.numeric.dice.kotra" in found[2]
    assert "entity.name.section.game.kotra-mat" in found[6]
    assert found[4] == found[8] == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scope", "beginning"), part([(scope, one) for scope, many in BEGINNINGS.items() for one in many])
)
def test_no_long_line_is_slow(scope: str, beginning: str) -> None:
    """Twice the length takes twice as long and not four times: a slow machine changes nothing."""
    texts = [(beginning + unit * LONG)[:LONG] + "\x01" for unit in UNITS]
    slow = [line.text for line in lines(scope, texts, True) if line.ms > 1000]
    halves = [text[: LONG // 2] + "\x01" for text in slow]
    timed = [min(line.ms for line in lines(scope, [text] * 3, True)) for text in (*slow, *halves)]
    assert all(whole < 3 * half for whole, half in zip(timed[: len(slow)], timed[len(slow) :], strict=True))
