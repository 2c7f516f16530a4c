"""Facts as data: records, what is found in them, and how their games end (`tests/facts/*.toml`).

A fact has a name, the rules and the length of its match, and the lines that its records begin with (`given`).
Each row of `then` is what follows, lines parted by ` | `, and the outcome: findings with lines,
except notes that something is taken as written; the games (winner, points, the word for the win, awards in
brackets); the score where there are several games. Write `?` as an outcome to be shown the true one.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
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
