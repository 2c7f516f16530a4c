"""`kotra archive page`: what it tells is in the tables, and whatever strangers wrote is harmless."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from kotra_notation.archive.pages import one_page, side_by_side
from kotra_notation.archive.pages.subjects import PLAYER
from kotra_notation.archive.store import Store
from kotra_notation.archive.views import connect, resolve
from kotra_notation.report.table_page import TablePage
from kotra_notation.report.templating import hash_source
from kotra_notation.words.tongues import ENGLISH
from referees.archives import made
from referees.seeds import part
from tests.browser import Visitor
from tests.calls import kotra
from tests.layout_facts import clipped, sticking_out
from tests.records import write_files
from tests.test_report_index import HOSTILE, Parts, quoted

pytestmark = pytest.mark.middle

MATCH = """kotra 1
white: {white}
black: {black}
length: {length}
event: {event}
round: {round}
date: {date}
transcriber: {transcriber}
game 1 0-0
W 31: 8/5 6/5
B 64: {reply}
W doubles 2
B {answer}
"""
DROPPED = "drops\nW wins 1"


def record(white: str = "Anna", black: str = "Björn", **more: str) -> str:
    facts = {"length": "1", "event": "Haustmót", "round": "1", "date": "2026-01-02", "transcriber": "Una"}
    answer, reply = more.pop("answer", DROPPED), more.pop("reply", "24/14")
    facts |= {"white": white, "black": black, **more}
    said = {name: text if name == "length" else quoted(text) for name, text in facts.items()}
    return MATCH.format(answer=answer, reply=reply, **said)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """An archive of four matches of an event, three of them Anna's, one in another year."""
    records = (
        record(length="3"),
        record("Anna", "Dagur", length="1", round="2", date="2025.03.04"),
        record("Dagur", "Anna", length="1", round="2"),
        record("Björn", "Dagur", reply="24/13", length="5", transcriber="Egill"),
    )
    return archive_of(tmp_path, *records)


def archive_of(folder: Path, *records: str) -> Path:
    """An archive of these records."""
    texts = {f"{number}.kotra": text for number, text in enumerate(records)}
    made(folder / "archive", write_files(folder / "matches", texts))
    return folder / "archive"


def page(archive: Path, *words: str | Path) -> str:
    done = kotra("archive", "page", archive, *words, "-o", "-")
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def of_player(archive: Path, name: str, people: str = "") -> TablePage:
    base = connect(Store.open(archive))
    if people:
        told = f"SELECT * FROM (VALUES {people}) AS told(spelling, person)"
        base.execute(f"CREATE OR REPLACE VIEW people AS {told}")
    resolve(base)
    found = one_page(base, PLAYER, name, ENGLISH)
    assert found is not None
    return found


def table(page: TablePage, anchor: str) -> list[list[str]]:
    (section,) = (one for one in page.sections if one.anchor == anchor)
    return [[cell.text for cell in row] for row in section.rows]


def test_a_players_record_is_what_the_tables_say(own: Path) -> None:
    anna = of_player(own, "Anna")
    assert {label: cell.text for label, cell in anna.facts} == {
        "Matches": "3",
        "Matches won": "1 of 2",
        "Games": "3",
        "Points won and lost": "2–1",
        "Years": "2025–2026",
    }
    assert table(anna, "years") == [["2025", "1", "1–0", "100 %"], ["2026", "2", "0–1", "0 %"]]
    assert table(anna, "opponents") == [
        ["Dagur", "2", "1–1", "50 %", "1–1", "1–1"],
        ["Björn", "1", "0–0", "–", "1–0", "1–0"],
    ]
    assert table(anna, "games") == [["drop", "3", "2", "1", "67 %", "2", "1"]]
    assert table(anna, "openings") == [["3-1", "2", "8/5 6/5", "100 %", ""]]
    assert table(anna, "cube") == [
        ["Games with the first double", "67 %", "33 %"],
        ["Roll before the double, on average", "3.0", "3.0"],
        ["Doubles offered", "2", "1"],
        ["Doubles taken when offered", "0 %", "0 %"],
    ]


def test_findings_are_counted_and_spellings_of_one_person_have_one_page(own: Path) -> None:
    found = {row[0]: row[1:] for row in table(of_player(own, "Dagur"), "findings")}
    assert found["P201"] == ["1", "1", "1"]
    both = of_player(own, "Björn", "('Björn', 'Björn Karlsson'), ('Dagur', 'Björn Karlsson')")
    assert both.title == "Björn Karlsson"
    facts = {label: cell.text for label, cell in both.facts}
    assert (facts["Matches"], facts["Also written"]) == ("5", "Björn, Dagur")


def test_what_engines_weighed_is_added_up(archive: Path) -> None:
    base = connect(Store.open(archive))
    (name, loss), *_ = base.execute(
        "SELECT CASE seat WHEN 0 THEN player0 ELSE player1 END AS name, sum(loss) FROM decisions"
        " JOIN matches USING (match) WHERE decisions.kind = 'play' AND loss IS NOT NULL GROUP BY name"
        " HAVING name IS NOT NULL ORDER BY 2 DESC, 1"
    ).fetchall()
    rows = table(of_player(archive, name), "errors")
    assert sum(float(row[3]) for row in rows) == pytest.approx(loss, abs=0.001 * len(rows))


@pytest.mark.parametrize("kind", ["--all-players", "--all-events"])
def test_the_index_links_every_page_and_each_links_back(archive: Path, tmp_path: Path, kind: str) -> None:
    kotra("archive", "page", archive, kind, "-o", tmp_path / "site")
    files = set(os.listdir(tmp_path / "site"))
    assert set(Parts((tmp_path / "site/index.html").read_text("utf-8")).links) == files - {"index.html"}
    linked = {link for name in files for link in Parts((tmp_path / "site" / name).read_text("utf-8")).links}
    assert {link for link in linked if not link.startswith("#")} == files


def test_the_same_archive_gives_the_same_bytes(archive: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        kotra("archive", "page", archive, "--all-players", "-o", tmp_path / name)
    one, other = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in "ab")
    assert one == other != {}


def test_one_page_is_the_same_as_among_all_with_its_own_style_alone(own: Path, tmp_path: Path) -> None:
    kotra("archive", "page", own, "--all-events", "-o", tmp_path / "site")
    whole = (tmp_path / "site/haustmot.html").read_text("utf-8")
    assert page(own, "--event", "Haustmót") in re.sub(r"<p class=home>.*?</p>\n", "", whole)
    text = page(own, "--player", "Anna")
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.S)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    assert f"default-src 'none'; style-src '{hash_source(style)}'" in policy


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    names = ("event", "round", "date", "transcriber")
    records = [record(words, words + "2", length="3", **dict.fromkeys(names, words)) for words in HOSTILE]
    return archive_of(tmp_path, *records)


@pytest.mark.parametrize("kind", ["--all-players", "--all-events"])
def test_what_strangers_wrote_stays_words(hostile: Path, tmp_path: Path, kind: str) -> None:
    kotra("archive", "page", hostile, kind, "-o", tmp_path / "site")
    files = os.listdir(tmp_path / "site")
    assert len(files) > len(HOSTILE)
    for name in files:
        text = (tmp_path / "site" / name).read_text("utf-8")
        parts = Parts(text)
        assert {"script", "img", "iframe"} & set(parts.tags) == set()
        assert [key for key, _ in parts.attributes if key.startswith("on")] == []
        assert all(re.fullmatch(r"#[\w-]+|[a-z0-9_-]+\.html", link) for link in parts.links)
        assert "\u202e" not in text
        assert "x" * 100 not in text


@pytest.mark.parametrize("width", part([1440, 820, 390], 3))
@pytest.mark.parametrize("words", [("--player", "Dagur"), ("--event", "Haustmót")])
def test_nothing_sticks_out_or_is_cut(visit: Visitor, own: Path, words: tuple[str, str], width: int) -> None:
    shown = visit(page(own, *words), width=width, height=900, touch=width < 500).page
    assert sticking_out(shown) == []
    assert clipped(shown) == []


def test_a_hostile_page_is_quiet(visit: Visitor, hostile: Path) -> None:
    visited = visit(page(hostile, "--event", HOSTILE[2]))
    assert visited.disturbances == []


def test_answers_are_put_together_by_name(archive: Path) -> None:
    base = connect(Store.open(archive))
    told = {"first": "SELECT * FROM (VALUES ('a'), ('b')) ORDER BY 1", "second": "SELECT 'b', 7"}
    assert list(side_by_side(base, told)) == [
        ("a", {"first": [()], "second": []}),
        ("b", {"first": [()], "second": [(7,)]}),
    ]
