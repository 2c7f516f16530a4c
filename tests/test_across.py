"""What shows across the files of a day: matches, pairings and names twice, and a table of results."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.features.day.results_file import columns, read_results, results_table
from kotra_notation.jobs.files import Opened
from kotra_notation.model import Match, Player
from referees.games import random_match
from tests.calls import kotra
from tests.records import rows

Put = Callable[..., Path]


@cache
def played(seed: int) -> Match:
    return random_match(seed, 5)


@pytest.fixture
def day(tmp_path: Path) -> Path:
    folder = tmp_path / "day"
    folder.mkdir()
    return folder


@pytest.fixture
def put(day: Path) -> Put:
    """A match of its own between two, as a file of the day."""

    def written(name: str, seed: int, one: str, two: str, **info: str) -> Path:
        match = replace(played(seed), players=(Player(name=one), Player(name=two)), info=tuple(info.items()))
        path = day / name
        content = kn.write(match, path.suffix[1:]).content
        path.write_text(str(content), encoding="utf-8")
        return path

    return written


def score(seed: int) -> str:
    first, second = kn.replay(played(seed)).score
    return f"{first:g}–{second:g}"


def results(day: Path, *lines: str, heads: str = "player_1;player_2;result;round") -> Path:
    path = day.parent / "results.csv"
    path.write_text("\n".join([heads, *lines, ""]), encoding="utf-8")
    return path


def found(day: Path, table: object = None) -> list[tuple[str, str, str]]:
    across = kn.across(day, None if table is None else str(table))
    return [(one.code, Path(path).name, one.message) for path, one in across.findings]


def test_a_match_is_known_in_another_notation_and_said_once(day: Path, put: Put) -> None:
    put("a.mat", 1, "Anna", "Björn")
    put("b.sgf", 1, "Anna", "Björn")
    put("c.mat", 2, "Anna", "Egill")
    [(code, name, message)] = found(day)
    assert (code, name) == ("S432", "b.sgf")
    assert "a.mat is the same match. " in message


def test_who_meets_twice_in_a_round_is_said_once(day: Path, put: Put) -> None:
    put("a.kotra", 1, "Anna", "Björn", round="1")
    put("b.kotra", 2, "björn", "Anna", round="1")
    put("c.kotra", 3, "Anna", "Björn", round="1")
    [(code, name, message), *names] = found(day)
    assert (code, name) == ("S433", "b.kotra")
    assert message.startswith("björn and Anna also meet in ")
    assert message.endswith("a.kotra and 1 more.")
    assert [one[0] for one in names] == ["S434"]


@rows
def test_who_meets_again_is_not_said(
    day: Path, put: Put, first: dict[str, str], second: dict[str, str]
) -> None:
    put("a.kotra", 1, "Anna", "Björn", **first)
    put("b.kotra", 2, "Björn", "Anna", **second)
    assert found(day) == []


def test_a_name_is_proposed_for_the_rarer_spelling_and_never_of_who_met(day: Path, put: Put) -> None:
    put("a.mat", 1, "Jón Þórsson", "Anna")
    put("b.mat", 2, "Jón Þórsson", "Egill")
    put("c.mat", 3, "Jon Thorson", "Kolfinna")
    [(code, name, message)] = found(day)
    assert (code, name) == ("S434", "c.mat")
    assert message.startswith("Jon Thorson may be Jón Þórsson, as in ")
    put("d.mat", 4, "Jon Thorson", "Jón Þórsson")
    assert found(day) == []


def test_the_records_are_held_against_the_results(day: Path, put: Put) -> None:
    """Sides swapped, a result that is another, what lacks a record, and what a line."""
    put("a.mat", 1, "Anna", "Björn")
    put("b.mat", 2, "Egill", "Kolfinna")
    put("c.mat", 3, "Ari", "Dísa")
    put("d.mat", 4, "Ugla", "Vala")
    swapped = "–".join(reversed(score(1).split("–")))
    table = results(
        day, f"Björn;Anna;{swapped};1", "Egill;Kolfinna;0-99;1", "Finnur;Gunna;7:5;2", "Hera;Inga;3 - 7;2",
        "Finnur;Hera;7-1;3", "Dísa;Ari;;3", "Nína;;;3",
    )  # fmt: skip
    told = found(day, table)
    assert [one[:2] for one in told] == [
        ("S435", "b.mat"),
        ("S439", "results.csv"),
        ("S436", "d.mat"),
        ("S438", "results.csv"),
        ("S437", "results.csv"),
    ]
    assert f"results.csv (line 3) has 0–99, but the record has {score(2)}." in told[0][2]
    assert told[3][2] == "There is no record of round 2, in which 2 matches were played."
    assert told[4][2] == "There is no record of Finnur – Hera, 7–1."
    across = kn.across(day, str(table))
    assert (across.lines, across.agree, across.matches) == (6, 1, 4)
    assert across._repr_html_().count("<tr>") == 6


def test_names_spelt_otherwise_are_proposed_and_matches_not_played_want_no_record(
    day: Path, put: Put
) -> None:
    put("a.mat", 1, "Kolfinna Jónsdóttir", "Björn")
    table = results(day, f"Kolfinna Jónsdótir;Björn;{score(1)};1")
    [(_, one)] = kn.across(day, str(table)).findings
    assert (one.code, one.meant) == ("S436", "Perhaps it is line 2, Kolfinna Jónsdótir – Björn.")
    put("a.mat", 1, "Anna", "Björn")
    table = results(day, f"Anna;Björn;{score(1)};1", "Egill;Kolfinna;W/O;1", "Ari;Dísa;–;1", "Ugla;;bye;1")
    assert found(day, table) == []


def test_two_who_meet_twice_are_held_against_two_lines(day: Path, put: Put) -> None:
    put("a.mat", 1, "Anna", "Björn")
    put("b.mat", 2, "Anna", "Björn")
    assert score(1) != score(2)
    both = [f"Anna;Björn;{score(2)};1", f"Anna;Björn;{score(1)};2"]
    assert found(day, results(day, *both)) == []
    [one] = found(day, results(day, both[0], "Anna;Björn;1-0;2"))
    assert one[:2] == ("S435", "a.mat")


def test_what_is_written_can_be_read_back(day: Path, put: Put) -> None:
    """The sheet as CSV and as JSON, and the document of a check; also of a match twice and without names."""
    put("a.mat", 1, "=Anna", "Björn")
    put("b.sgf", 1, "=Anna", "Björn")
    put("c.mat", 2, "", "")
    put("d.mat", 3, "", "")
    document = day.parent / "check.json"
    document.write_text(kotra("check", day, "--json").stdout, encoding="utf-8")
    for sheet in (day.parent / "sheet.csv", day.parent / "sheet.json"):
        kotra("check", day, "-o", sheet)
        for written in (sheet, document):
            across = kn.across(day, str(written))
            assert [one.code for _, one in across.findings] == ["S432"], written
            assert (across.lines, across.agree) == (4, 4)


def test_the_command_says_it_and_programs_get_it_too(day: Path, put: Put) -> None:
    put("a.mat", 1, "Anna", "Björn")
    bad = results(day, "Anna;Björn;0-99;")
    whole = json.loads(kotra("check", day, "--results", bad, "--json").stdout)
    assert whole["summary"]["errors"] == 1
    assert whole["across"]["results"] == {"path": str(bad), "lines": 1, "agree": 0}
    assert [one["code"] for one in whole["across"]["findings"]] == ["S435"]
    assert "S435" in kotra("check", day, "--results", bad, "--output-format", "github").stdout
    log = json.loads(kotra("check", day, "--results", bad, "--output-format", "sarif").stdout)
    assert [one["ruleId"] for one in log["runs"][0]["results"]] == ["S435"]
    done = kotra("check", day, "--results", bad, "--output-format", "csv")
    assert done.stdout.count("\n") == 2
    assert "S435" in done.stderr
    assert "across" not in json.loads(kotra("check", day, "--json").stdout)
    put("b.mat", 2, "Egill", "Kolfinna")
    good = results(day, f"Anna;Björn;{score(1)};", f"Egill;Kolfinna;{score(2)};")
    done = kotra("check", day, "--results", good)
    assert done.exit_code == 0
    assert "Comparing the files: nothing found.\n" in done.stdout
    assert "results.csv: 2 lines, 2 as in the records.\n" in done.stdout
    bad = results(day, "Anna;Björn;0-99;")
    done = kotra("check", day, "--results", bad, "--summary")
    assert done.exit_code == 1
    assert done.stdout.startswith("Comparing the files:\n")
    assert done.stdout.endswith("2 files: 1 error, 1 warning.\n")
    assert kotra("check", day, "--results", bad, "--ignore", "S435").exit_code == 0
    assert kotra("check", day, "--results", bad, "--ignore", "S435", "--strict").exit_code == 1


def test_rounds_that_are_numbered_have_no_gap(day: Path, put: Put) -> None:
    put("a.kotra", 1, "Anna", "Björn", round="2")
    put("b.kotra", 2, "Egill", "Björn", round="Round 4")
    put("c.kotra", 3, "Egill", "Ari", round="final")
    [(code, name, message)] = found(day)
    assert (code, name) == ("S440", "b.kotra")
    assert message == "There is no record of round 3, but this one is of round 4."


# The table


@rows
def test_columns_are_known_by_their_names(text: str, score: tuple[float, float]) -> None:
    table = results_table(text if "\n" in text else text.encode())
    [line] = table.lines
    assert (line.players, line.score, table.findings) == (("Anna", "Björn"), score, ())


def test_winners_are_results_and_lines_that_cannot_be_read_are_said() -> None:
    table = results_table("player_1;player_2;winner\nAnna;Björn;björn\nAnna;Björn;1\nAnna;Björn;Egill\n")
    assert [line.winner for line in table.lines] == [1, 0]
    [one] = table.findings
    assert (one.code, one.span and one.span.line) == ("N138", 4)
    heads = "player_1;player_2;score_1;score_2\n"
    table = results_table(heads + "Anna;Björn;vann;\nAri;Dísa;7;5\n;;;\nAnna\nAnna;Björn;nan;1e9\n")
    assert [line.number for line in table.lines] == [3]
    assert [(one.code, one.span and one.span.line) for one in table.findings] == [("N138", 2), ("N138", 6)]
    assert (
        table.findings[0].message
        == "This line of the results is not compared: “vann” is not a number of points."
    )
    assert columns(["Anna", "Alabama", "home"]) == {}
    assert columns(["", None, "player", "player", "score"]) == {"player1": 2, "player2": 3, "score": 4}


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "unknown columns"),
        (b"a,b,c\n1,2,3\n", "such as player_1, player_2"),
        (b"PK\x03\x04rest", "it is not text; save the sheet as CSV"),
        (b"[" * 100_000, "it is not JSON"),
        (b'{"files": 3}', "unknown columns"),
        (b'[1, "a", null]', "unknown columns"),
        (b'player_1,player_2\n"' + b"x" * 200_000, "not CSV"),
        (b"\x00\xff\xfe\x00" * 50, "unknown columns"),
    ],
)
def test_what_is_no_table_is_one_sentence(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "results.csv"
    path.write_bytes(data)
    done = kotra("check", tmp_path, "--results", path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"kotra: {path}: ")
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


def test_many_lines_of_one_pairing_cost_no_more_than_as_many_of_others(day: Path, put: Put) -> None:
    """Half a minute where each were compared with each."""
    for seed in range(1, 4):
        put(f"{seed}.mat", seed, "Anna", "Björn")
    lines = "".join(f"Anna;Björn;{number};1\n" for number in range(9999))
    table = read_results(Opened("t", f"player_1;player_2;score_1;score_2\n{lines * 3}".encode()))
    assert len(table.lines) == 29_997
    kn.across(day, f"player_1;player_2;score_1;score_2\n{lines * 3}")
