"""What the grammars for editors make of records, asked of the library that VS Code itself colours with."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from referees.seeds import part
from tests.node import EXTENSION, ROOT, SCRIPTS, run

pytestmark = pytest.mark.middle

KOTRA, MAT, MARKDOWN = "source.kotra", "text.kotra-mat", "text.html.markdown"
SUFFIXES = {KOTRA: ".kotra", MAT: ".mat"}
NOTATION = ROOT / "docs" / "notation.md"
RECORD = re.compile(r"^```kotra\n(.*?)^```$", re.M | re.S)  # those that are wrong on purpose name a finding
LONG = 40_000

# Lines of each kind, and the scopes of texts in them without the name of the language.
EVENTS = {
    "kotra 1": {"kotra": "keyword.other.version", "1": "constant.numeric.integer"},
    "white: Dagný": {"white:": "entity.name.tag.header", "Dagný": "string.unquoted.header"},
    "svartur stig: 1498": {"svartur": "support.class.seat.black", "stig:": "entity.name.tag.header"},
    '"mat:Match ID": 24': {'"mat:Match ID":': "entity.name.tag.header"},
    "reglur: forn-de,stack.latch=while": {
        "forn-de": "support.constant.ruleset",
        "stack.latch": "variable.parameter.option",
        "while": "string.unquoted.header",
    },
    "game 2 2-0 derived": {
        "game": "keyword.other.game",
        "2-0": "constant.numeric.score",
        "derived": "storage.modifier.derived",
    },
    "opening 3-1": {"opening": "keyword.other.opening", "3-1": "constant.numeric.dice"},
    " 12) w 31: 8/5* 6/5(2)!": {
        "12)": "constant.numeric.numbering",
        "w": "variable.language.seat.white",
        "31": "constant.numeric.dice",
        "8": "constant.other.point",
        "/": "punctuation.separator.hop",
        "*": "keyword.operator.hit",
        "(2)": "constant.numeric.count",
        "!": "keyword.operator.mark",
    },
    "B 66: bar/20 6/off": {
        "B": "support.class.seat.black",
        "bar": "constant.language.bar",
        "off": "constant.language.off",
    },
    "Svartur sex og kotra: dauð/e x/út hálfur": {
        "Svartur": "support.class.seat.black",
        "sex og kotra": "constant.numeric.dice",
        "dauð": "constant.language.bar",
        "e": "constant.other.point",
        "út": "constant.language.off",
        "hálfur": "storage.modifier.half",
    },
    "H ásar allir: leiklaus": {
        "ásar allir": "constant.numeric.dice",
        "leiklaus": "constant.language.cannot-move",
    },
    "W 41: cannot move # no": {
        "cannot move": "constant.language.cannot-move",
        " no": "comment.line.number-sign",
    },
    "W 61: ???? ??": {"????": "constant.language.unknown", "??": "keyword.operator.mark"},
    "B 5+: ()": {"5+": "constant.numeric.dice", "()": "constant.language.no-hops"},
    "W 31: 5pt 8": {"5pt": "string.unquoted.short", "8": "string.unquoted.short"},
    'W 31: unread "8/5 \\" 6-5"': {
        "unread": "keyword.other.unread",
        "8/5 ": "string.quoted.double",
        '\\"': "constant.character.escape",
    },
    "W 31: illegal [W: 24x2 a3; XGID=-b; cube 2 W]": {
        "illegal": "keyword.other.illegal",
        "24x2": "constant.other.men",
        "a3": "constant.other.men",
        "XGID=-b;": "constant.other.id",
        "cube": "keyword.other.position",
        "]": "punctuation.section.board",
    },
    "W 31: reaches [4HPwATDgc/ABMA]": {
        "reaches": "keyword.other.reaches",
        "4HPwATDgc/ABMA": "constant.other.id",
    },
    "W 31: ólöglegur leikur [W: a1]": {"ólöglegur leikur": "keyword.other.illegal"},
    "B 31: m/n, hálfur vinningur": {", hálfur vinningur": "storage.modifier.half"},
    "W void cocked 52": {"void": "keyword.other.void", "cocked": "support.constant.reason"},
    "ruling corrected 8/3": {
        "ruling": "keyword.other.ruling",
        "corrected": "support.constant.outcome",
        "3": "constant.other.point",
    },
    "B doubles => 4 ?": {
        "doubles": "keyword.control.cube.doubles",
        "=>": "keyword.operator.to",
        "4": "constant.numeric.integer",
        "?": "keyword.operator.mark",
    },
    "W beavers 8 level 2": {"beavers": "keyword.control.cube.beavers", "level": "keyword.other.level"},
    "B raccoons 16": {"raccoons": "keyword.control.cube.raccoons"},
    "W tekur": {"tekur": "keyword.control.cube.takes"},
    "W passes": {"passes": "keyword.control.cube.drops"},
    "auto double 2": {"auto": "keyword.control.cube.auto", "double": "keyword.control.cube.double"},
    "W resigns gammon": {"resigns": "keyword.control.end.resigns", "gammon": "support.constant.size"},
    "B accepts": {"accepts": "keyword.control.end.accepts"},
    "B refuses": {"refuses": "keyword.control.end.refuses"},
    "S þiggur": {"þiggur": "keyword.control.answer.yes"},
    "S hafnar": {"hafnar": "keyword.control.answer.no"},
    "settled W 1.5": {
        "settled": "keyword.control.end.settled",
        "W": "variable.language.seat.white",
        "1.5": "constant.numeric",
    },
    'W forfeits match "time" 3': {
        "forfeits": "keyword.control.end.forfeits",
        "match": "support.constant.scope",
        "time": "string.quoted.double",
    },
    "draw": {"draw": "keyword.control.end.draw"},
    "setup W: a10 bar1; B: m15; W to play": {
        "setup": "keyword.other.setup",
        "bar1": "constant.other.men",
        "to": "keyword.other.position",
    },
    "setup XGID=a:1 more # c": {"more": "constant.other.position", " c": "comment.line.number-sign"},
    "W after throws": {"after": "keyword.other.after-throws", "throws": "keyword.other.after-throws"},
    "W aukaköst": {"aukaköst": "keyword.other.printed"},
    "W last throw": {"last": "keyword.other.last-throw", "throw": "keyword.other.last-throw"},
    "W síðasta kast": {"síðasta kast": "keyword.other.printed"},
    "W wins 2 points by drop and the match": {
        "wins": "keyword.other.claim.wins",
        "points": "keyword.other.claim.points",
        "by": "keyword.other.by",
        "drop": "support.constant.kind",
        "and the match": "keyword.other.claim.match",
    },
    "W loses 1": {"loses": "keyword.other.claim.loses"},
    "staðan 7-2": {"staðan": "keyword.other.claim.score", "7-2": "constant.numeric.score"},
    "W scores jan 15": {"scores": "keyword.other.claim.scores", "jan": "support.constant.kind"},
    "#[Ýmir; is] Rétt.": {"Ýmir": "entity.name.type.author", " Rétt.": "comment.line.number-sign"},
    "#+ more": {"+": "punctuation.definition.comment.more"},
    "# kotra: ignore P203 it was so": {
        "P203": "constant.other.finding",
        "it was so": "comment.line.number-sign",
    },
    "mark luck !": {
        "mark": "storage.type.mark",
        "luck": "support.constant.aspect",
        "!": "keyword.operator.mark",
    },
    'eval cube luck 0.043 by "F" plies="2"': {
        "eval": "storage.type.eval",
        "cube": "support.constant.aspect",
        "0.043": "constant.numeric",
        "plies": "entity.other.attribute-name",
    },
    'choice "8/5" 0.159 (-jan:0.4 mor:1) at "2-ply"': {
        "choice": "storage.type.choice",
        "-jan": "support.constant.outcome",
        "0.4": "constant.numeric",
        "at": "storage.type.at",
    },
    "W clock 11:48 used 0:12": {
        "clock": "storage.type.clock",
        "11:48": "constant.numeric.time",
        "used": "storage.type.used",
    },
    'video 1:02:05 "a.mp4"': {"video": "storage.type.video", "1:02:05": "constant.numeric.time"},
    'extra XG:flagged "play"': {"extra": "storage.type.extra", "XG:flagged": "entity.other.attribute-name"},
    "H býður uppgjöf: hálfkotra": {"H": "variable.language.seat.white", "hálfkotra": "support.constant.size"},
    "Spil 2, 0–2": {"2": "constant.numeric.integer", "0–2": "constant.numeric.score"},
    "Úrskurður: leikurinn stendur": {"Úrskurður: leikurinn stendur": "keyword.other.printed"},
}
ROWS = {
    '; [Site "Hveragerði"]': {"Site": "entity.name.tag", "Hveragerði": "string.quoted.double"},
    "; a remark": {"; a remark": "comment.line.semicolon"},
    " 7 point match": {"7": "constant.numeric.integer", " point match": "keyword.other.length"},
    " Game 3": {" Game ": "keyword.other.game", "3": "constant.numeric.integer"},
    " Anna B : 0           Björn : 12": {
        "Anna": "entity.name.type.player",
        "B": "entity.name.type.player",
        "12": "constant.numeric.score",
    },
    "  1) 31: 8/5* 6/5(2)       4-2 : bar/20 6/off ; a note": {
        "  1)": "constant.numeric.numbering",
        "31": "constant.numeric.dice",
        "8": "constant.other.point",
        "*": "keyword.operator.hit",
        "(2)": "constant.numeric.count",
        "4-2": "constant.numeric.dice",
        "bar": "constant.language.bar",
        "off": "constant.language.off",
        "; a note": "comment.line.semicolon",
    },
    "  2)  Doubles => 2 ?         Takes": {
        "Doubles": "keyword.control.cube.doubles",
        "=>": "keyword.operator.to",
        "2": "constant.numeric.integer",
        "?": "keyword.operator.mark",
        "Takes": "keyword.control.cube.takes",
    },
    "  3)  Beavers   raccoons  Drops": {
        "Beavers": "keyword.control.cube.beavers",
        "raccoons": "keyword.control.cube.raccoons",
        "Drops": "keyword.control.cube.drops",
    },
    "  4)  tvöfaldar   lehnt ab": {
        "tvöfaldar": "keyword.control.cube.doubles",
        "lehnt ab": "keyword.control.cube.drops",
    },
    "  5) 61: Cannot Move      65: ????": {
        "Cannot Move": "constant.language.cannot-move",
        "????": "constant.language.unknown",
    },
    "  6) 61: 13/1O    31: Illegal play (0 0 1)": {
        "13/1O": "string.unquoted.unread",
        "Illegal play": "keyword.other.illegal",
        "0 0 1": "comment.block.note",
    },
    "      Wins 2 points (gammon) and the match": {
        "Wins": "keyword.other.claim.wins",
        "points": "keyword.other.claim.points",
        "(gammon)": "support.constant.size",
        "and the match": "keyword.other.claim.match",
    },
    "vinnur 2 stig og keppnina": {
        "vinnur": "keyword.other.claim.wins",
        "stig": "keyword.other.claim.points",
        "og keppnina": "keyword.other.claim.match",
    },
    "  7) loses on time   concedes  loses 1 point": {
        "loses on time": "keyword.control.end.forfeits",
        "concedes": "keyword.control.end.resigns",
        "loses": "keyword.other.claim.loses",
    },
    " abandoned at midnight": {" abandoned at midnight": "keyword.other.unfinished"},
}
TABLE = [(KOTRA, *one) for one in EVENTS.items()] + [(MAT, *one) for one in ROWS.items()]

# A line of these, as long as they come, behind each of the beginnings; signs that a pattern begins with.
UNITS = [
    *('"', '\\"', '"\\"', "#[", "[", "(", "((", " ", "\t", "a", "1", "é", "*", "?", "-", "=", ">", "/"),
    *(
        "8/5 ",
        "8/5",
        "1/1(",
        "bar/",
        "8/5!",
        "W ",
        "W 31: ",
        "og ",
        ", ",
        ";",
        ": ",
        " :1",
        "a=",
        'a="',
        "1 1 ",
    ),
    *(
        "(1 ",
        "1.1.",
        "kotra: ignore ",
        "#]kotra: ignore a,",
        '"a":',
        "-jan:1 ",
        "XGID=",
        "no ",
        "; [",
        "66: ",
    ),
]
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


def test_every_sign_of_an_example_of_the_notation_has_a_colour() -> None:
    examples = RECORD.findall(NOTATION.read_text(encoding="utf-8"))
    assert list(without_colour(lines(KOTRA, "".join(examples).splitlines()))) == []
    assert len(examples) >= 10


def test_a_block_of_markdown_is_coloured() -> None:
    texts = [
        "# A",
        "```kotra N103:2",
        "W 31: 8/5",
        "```",
        "W 31: 8/5",
        "~~~mat",
        " Game 1",
        "~~~",
        "W 31: 8/5",
    ]
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
