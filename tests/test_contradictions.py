"""Contradictions between the parts of a file, each a row: the record, the notation, what is found."""

from __future__ import annotations

import pytest

from kotra_notation.findings import Severity
from kotra_notation.formats.format import Source
from kotra_notation.reading import read_in_full

GAME = "game 1\nW 31: 8/5 6/5\nB 64: 24/14\nW doubles 2\nB drops\nW wins 1\n"
DICE = ("31", "64", "52", "43", "61", "21", "53", "42", "65")
ROLLS = "".join(f"{'WB'[turn % 2]} {dice}: ???\n" for turn, dice in enumerate(DICE))
MAT = " 3 point match\n\n Game 1\n {0} : 0                 {1} : 0\n  1) 31: 8/5 6/5            64: 24/14\n"
OTHER_LENGTH = (
    "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Anna]PB[Bragi]RE[W+1R];W[31hefe])"
    "(;FF[4]GM[6]MI[length:5][game:1][ws:1][bs:0]PW[Anna]PB[Bragi];B[42qusu])"
)


def twice(second: str) -> str:
    """Return two matches of the same rolls, of which the second has other names."""
    head = "kotra 1\nwhite: {}\nblack: Bragi\nlength: 0\ngame 1\n"
    return head.format("Anna") + ROLLS + head.format("Dís") + second


ROWS = {
    "one name for both": ("kotra", f"kotra 1\nwhite: Anna\nblack: Anna\nlength: 0\n{GAME}", {"N143"}),
    "one name in match text": ("mat", MAT.format("Anna", "Anna"), {"N143"}),
    "two names": ("mat", MAT.format("Anna", "anna"), set()),
    "no names": ("kotra", f"kotra 1\nlength: 0\n{GAME}", set()),
    "the same match twice": ("kotra", twice(ROLLS), {"S432"}),
    "another match": ("kotra", twice(ROLLS.replace("65", "66")), set()),
    "a rule as a header": ("kotra", f"kotra 1\nlength: 0\ncrawford: off\n{GAME}", {"N144"}),
    "a quoted header of another notation": ("kotra", f'kotra 1\nlength: 0\n"mat:Beaver": On\n{GAME}', set()),
    "another length goes on": ("sgf", OTHER_LENGTH, {"N116"}),
    "sixteen checkers in an XGID": (None, "XGID=-b----E-C---fE---c-e----B-:0:0:1:31:1:2:0:5:10\n", {"N110"}),
    "many remarks before a match": (None, '; [A1 "x"]\n' * 9000 + MAT.format("Anna", "Bragi"), set()),
    "signs that turn a text": (None, f"kotra 1\nwhite: A\u202eB\nlength: 0\n{GAME}", {"N109"}),
}


@pytest.mark.parametrize("name", ROWS)
def test_what_is_found(name: str) -> None:
    notation, text, codes = ROWS[name]
    found = read_in_full(Source(text.encode()), notation).findings
    assert {one.code for one in found if one.severity is not Severity.NOTE} == codes
