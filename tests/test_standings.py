"""`kotra standings`: places, ties, the cross table, and what does not count."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from bs4 import BeautifulSoup
from pypdf import PdfReader

import kotra_notation as kn
from kotra_notation.features.standings.text import standings_page
from kotra_notation.words.tongues import ENGLISH
from tests.browser import PHONE, Visitor
from tests.calls import kotra
from tests.layout_facts import sticking_out
from tests.records import SAMPLES, rows
from tests.terminals import on_screen

PLAYS = (
    "31: 8/5 6/5", "42: 8/4 6/4", "61: 13/7 8/7", "53: 8/3 6/3", "21: 13/11 6/5", "32: 13/10 13/11",
    "43: 13/9 13/10", "41: 13/9 6/5", "51: 13/8 6/5", "52: 13/8 13/11", "54: 13/8 13/9", "62: 13/11 13/7",
    "63: 13/7 13/10", "64: 8/2 6/2", "65: 13/7 13/8",
)  # fmt: skip


def record(white: str, black: str, winners: str, *, length: int = 0, seed: int = 0) -> str:
    """A session of games that end with a double and a drop; `winners` such as WWB."""
    random = Random(seed)
    lines = ["kotra 1", f"white: {white}", f"black: {black}", f"length: {length}", ""]
    score = {"W": 0, "B": 0}
    for number, winner in enumerate(winners, 1):
        loser = "B" if winner == "W" else "W"
        lines += [f"game {number} {score['W']}-{score['B']}", f"{winner} {random.choice(PLAYS)}"]
        lines += [
            f"{loser} {random.choice(PLAYS)}",
            f"{winner} doubles 2",
            f"{loser} drops",
            f"{winner} wins 1",
        ]
        score[winner] += 1
    return "\n".join([*lines, ""])


def day(folder: Path, matches: Iterable[str]) -> Path:
    """A folder with a session for each line such as `Anna Egill WWB`."""
    for number, line in enumerate(matches):
        white, black, winners = line.split()
        text = record(white, black, winners, seed=number)
        (folder / f"{number:02}.kotra").write_text(text, encoding="utf-8")
    return folder


@rows
def test_the_order(
    tmp_path: Path, matches: tuple[str, ...], order: str, ties: tuple[tuple[str, str], ...]
) -> None:
    done = kn.standings(day(tmp_path, matches))
    places = [f"{player.rank}{'=' if player.shared else ''} {player.name}" for player in done.players]
    assert ", ".join(places) == order
    assert [(tie.by, " ".join(tie.players)) for tie in done.ties] == list(ties)
    assert sum(player.won for player in done.players) == sum(player.lost for player in done.players)
    assert len(done.matches) == len(matches)
    assert done._repr_html_().count("<tr>") == len(done.players) + 1


def test_a_sound_copy_counts_instead_of_a_faulty_record() -> None:
    files = [SAMPLES / "faulty" / "slip.mat", SAMPLES / "sound" / "reykjavik.mat"]
    done = kn.standings(files)
    assert [Path(line.path).name for line in done.matches] == ["reykjavik.mat"]
    assert [(line.why, Path(line.other).name) for line in done.left_out] == [("copy", "reykjavik.mat")]
    # A score counts up to the length of the match.
    assert done.matches[0].score == (3, 0)
    assert kotra("standings", *files).exit_code == 0


def robin(names: str, *gone: str) -> list[str]:
    return [
        f"{one}1 {other}1 W"
        for place, one in enumerate(names)
        for other in names[place + 1 :]
        if f"{one}{other}" not in gone
    ]


@pytest.mark.parametrize(
    ("matches", "missing"),
    [
        (robin("ABCD"), []),
        (robin("ABCD", "CD"), [("C1", "D1")]),
        (robin("ABCD", "CD", "AB"), []),
        (robin("ABCDE", "CD", "AE"), [("A1", "E1"), ("C1", "D1")]),
        (robin("ABC", "BC"), []),
        ([*robin("ABCD", "BC"), *robin("EFGH"), "I1 J1 W"], [("B1", "C1")]),
        ([*robin("ABCD", "CD"), "White A1 W"], [("C1", "D1")]),
        (["A1 B1 W", "C1 D1 W", "E1 F1 W", "G1 H1 W", "A1 C1 W", "E1 G1 W", "A1 E1 W"], []),
    ],
    ids=["whole", "one", "two-of-six", "two-of-ten", "three-players", "groups", "unnamed", "knockout"],
)
def test_missing_matches_of_a_round_robin(
    tmp_path: Path, matches: list[str], missing: list[tuple[str, str]]
) -> None:
    done = kn.standings(day(tmp_path, matches))
    assert list(done.missing) == missing
    text = kotra("standings", tmp_path).stdout
    assert ("round robin" in text) == bool(missing)
    assert all(f"    {one} – {other}\n" in text for one, other in missing)


def test_a_match_that_does_not_count_is_not_missing(tmp_path: Path) -> None:
    day(tmp_path, robin("ABCD", "CD"))
    (tmp_path / "open.kotra").write_text(record("C1", "D1", "W", length=5))
    assert kn.standings(tmp_path).missing == ()


def test_the_pr_of_analysed_matches(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    path = tmp_path / "match.kotra"
    assert kotra("analyse", Path(__file__).parents[1] / "docs" / "match.kotra", "-o", path).exit_code == 0
    (file,) = kn.stats(path).files
    assert file.matches[0].sheet is not None
    rates = dict(zip(file.matches[0].names, (side.rate for side in file.matches[0].sheet.sides), strict=True))
    done = kn.standings(path)
    assert {player.name: player.pr for player in done.players} == pytest.approx(rates, abs=0.001)
    head, _, first, *_ = kotra("standings", path).stdout.splitlines()
    assert (head.split()[-1], first.split()[-1]) == ("PR", f"{rates[done.players[0].name]:.2f}")


def test_a_sitting_of_the_old_game_counts() -> None:
    done = kn.standings(SAMPLES / "sound" / "forn-formin.kotra")
    assert [(player.name, player.points_for) for player in done.players] == [("Auðun", 28.5), ("Dalla", 0)]
    assert "28.5–0" in kotra("standings", SAMPLES / "sound" / "forn-formin.kotra").stdout


def test_a_page_has_the_table_the_cross_table_and_what_is_missing(tmp_path: Path) -> None:
    folder = day(tmp_path, ["<b>A Egill WWB", "Dalla Egill W", "Dalla <b>A WW", "Ari <b>A W", "Ari Dalla WB"])
    page = tmp_path.parent / "standings.html"
    assert kotra("standings", folder, "-o", page).exit_code == 0
    soup = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
    table, cross = [
        [[cell.get_text() for cell in row.find_all(["th", "td"])] for row in found.find_all("tr")]
        for found in soup.find_all("table")
    ]
    assert table[0][:2] == ["place", "player"]
    assert [row[1] for row in table[1:]] == ["Dalla", "Ari", "<b>A", "Egill"]
    assert cross[1:3] == [["1", "Dalla", "×", "1–1", "2–0", "1–0"], ["2", "Ari", "1–1", "×", "1–0", ""]]
    assert "1 match is missing" in soup.get_text()
    assert [line.get_text() for line in soup.find_all("li")] == ["Egill – Ari"]
    assert not soup.find("b")


def test_a_narrow_window_and_many_players(tmp_path: Path) -> None:
    folder = day(tmp_path, [f"{chr(65 + number) * 6} Egill WWB" for number in range(18)])
    status, text = on_screen("standings", str(folder), width=40)
    assert status == 0
    assert max(map(len, text.splitlines())) <= 40
    assert text.split("\n")[0].split() == ["place", "player", "won", "lost", "points"]
    assert "Cross table" not in text
    assert "    AAAAAA: Egill 2–1\n" in text
    assert "LLLLLL, …" in " ".join(text.split())


def test_nothing_to_count(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Known"):
        kn.standings(tmp_path, format="none")
    assert kn.standings(tmp_path / "none.mat").troubles


def test_the_rules_that_are_given_hold() -> None:
    sound = SAMPLES / "sound" / "reykjavik.mat"
    assert [len(kn.standings(sound, rules=rules).matches) for rules in (None, "forn-1977")] == [1, 0]


NAMES = ("Freydís", "Ásgrímur", "Kolfinna", "Þorsteinn", "Laufey", "Steinvör", "Hrafnkell", "Tumi")


def test_a_club_of_eight_fits_a_phone_and_a_sheet_of_paper(visit: Visitor, tmp_path: Path) -> None:
    pairs = [f"{white} {black} WWW" for number, white in enumerate(NAMES) for black in NAMES[:number]]
    text = standings_page(kn.standings(day(tmp_path, pairs)), ENGLISH)
    page = visit(text, width=PHONE[0], height=PHONE[1], touch=True).page
    assert sticking_out(page) == []
    assert page.evaluate(
        "[...document.querySelectorAll('.wide')].every(one => one.scrollWidth <= one.clientWidth)"
    )
    assert page.locator("h1 + p").inner_text() == "28 matches counted."
    assert len(PdfReader(BytesIO(page.pdf(format="A4"))).pages) == 1
