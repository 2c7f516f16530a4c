"""Facts as data: records, what is found in them, and how their games end (`tests/facts/*.toml`).

A fact has a name, the rules and the length of its match, and the lines that its records begin with (`given`).
Each row of `then` is what follows, lines parted by ` | `, and the outcome: findings with lines,
except notes that something is taken as written; the games (winner, points, the word for the win, awards in
brackets); the score where there are several games. Write `?` as an outcome to be shown the true one.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from kotra_notation.features.check.job import check
from kotra_notation.findings import TAKEN_AS_WRITTEN, Severity
from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
from kotra_notation.jobs.rows import document
from kotra_notation.reading import read_in_full
from kotra_notation.replay import Replay, replay
from referees.transcripts import wrong
from tests.records import tables

FOLDER = Path(__file__).parent / "facts"


class Fact(NamedTuple):
    """A record and its outcome."""

    record: str
    outcome: str


def facts() -> dict[str, Fact]:
    """Return every row of every file by its id."""
    rows: dict[str, Fact] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        for fact in tomllib.loads(path.read_text(encoding="utf-8"))["fact"]:
            head = [f"{key}: {fact[key]}" for key in ("length", "rules") if key in fact]
            given = fact.get("given", "").strip().replace(" | ", "\n").splitlines()
            for number, (rest, outcome) in enumerate(fact["then"], 1):
                lines = ["kotra 1", *head, *given, *rest.split(" | ")]
                rows[f"{path.stem}: {fact['name']} {number}"] = Fact("\n".join(lines) + "\n", outcome)
    return rows


def outcome_of(record: str) -> str:
    """Return what is found in a record, with lines, and how its games end."""
    reading = read_source(Source(record.encode()), "kotra")
    replayed = [replay(match) for match in reading.matches]
    findings = [*reading.findings, *(finding for match in replayed for finding in wrong(match))]
    found = [f"{finding.kind.name}{f' {finding.span.line}' if finding.span else ''}" for finding in findings]
    return "; ".join([*found, *(ending for match in replayed for ending in endings(match))])


def endings(match: Replay) -> list[str]:
    """Return how each game ended, and the score where there are several."""
    games = []
    for game in match.games:
        awards = ", ".join(f"{'WB'[award.seat]} {award.kind} {award.points:g}" for award in game.awards)
        winner = "-" if game.winner is None else "WB"[game.winner]
        games.append(f"{winner} {game.points:g} {game.kind}{f' ({awards})' if awards else ''}")
    return games if len(games) < 2 else [*games, "{:g}-{:g}".format(*match.score)]


FACTS = facts()


@pytest.mark.parametrize("name", FACTS)
def test_a_record_has_this_outcome(name: str) -> None:
    assert outcome_of(FACTS[name].record) == FACTS[name].outcome, FACTS[name].record


def test_every_table_of_rows_is_one_of_a_test() -> None:
    for path in FOLDER.glob("rows/*.toml"):
        text = (FOLDER.parent / f"test_{path.stem}.py").read_text(encoding="utf-8")
        tested = re.findall(r"^@(?:records\.)?rows\n(?:@.*\n)*def test_(\w+)", text, re.M)
        names = [name.replace(" ", "_") for name in tables(path.stem) if f'["{name}"]' not in text]
        assert [name for name in names if name not in tested] == []


CHECKED = Path(__file__).parent / "facts" / "checked"


def records() -> Iterator[tuple[str, tuple[str, str, list[str]]]]:
    """Yield the name of each record of `checked/*.toml`, its text, what is found and what that says.

    `found` has code and line of every finding, notes too, but for those on what is taken as it is written;
    `says` has parts of their rules, messages and hints. Lines of a `text` are parted by ` | `, and `kotra 1`
    stands before them. Records that begin alike are rows of `then`: what follows `given`, what is found, what
    that says.
    """
    for path in sorted(CHECKED.glob("*.toml")):
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["record"]:
            then = row["then"] if "then" in row else [[row["text"], row["found"], *row.get("says", ())]]
            for number, (text, found, *says) in enumerate(then, 1):
                text = " | ".join(filter(None, ["kotra 1", row.get("given", ""), text]))
                yield f"{path.stem}: {row['name']} {number}", (text.replace(" | ", "\n") + "\n", found, says)


RECORDS = dict(records())


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_gives_these_findings(name: str) -> None:
    text, expected, says = RECORDS[name]
    (file,) = check(text).files
    wrong = [finding for finding in file.findings if finding.kind.name not in TAKEN_AS_WRITTEN]
    found = [f"{finding.code} {finding.span.line if finding.span else '-'}" for finding in wrong]
    assert "; ".join(found) == expected, text
    said = [
        f"{finding.severity} {finding.rule} {finding.message} {finding.hint}" for finding in file.findings
    ]
    assert [words for words in says if not any(words in each for each in said)] == [], said


def test_a_document_is_what_the_standard_library_spells() -> None:
    text = 'Ása “x” "\\\n\x01\u2028\U0001f3b2'
    leaves: list[object] = [None, True, False, 0, -7, 0.5, 1e300, "", text, [], {}, ()]
    nested = {"a": leaves, "b": {"c": leaves, "d": (1, [2, {"e": leaves}])}, "": "f", 3: [[[]]]}
    for value in (*leaves, leaves, nested, [nested, nested]):
        assert document(value) == json.dumps(value, ensure_ascii=False, indent=2)
        assert document(value, None) == json.dumps(value, ensure_ascii=False)


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
