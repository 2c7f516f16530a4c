"""The site that `kotra report --index` makes: its pages lead to each other, and say what `stats` says."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from urllib.parse import urldefrag
from xml.etree import ElementTree

import html5lib
import pytest

import kotra_notation as kn
from kotra_notation.features.report.job import PublishOptions
from kotra_notation.features.report.publish import publish
from kotra_notation.model import Match, Player
from kotra_notation.report.site_map import addresses
from kotra_notation.report.wishes import Wishes
from kotra_notation.words.tongues import LANGUAGES
from referees.analysed import analysed, commented
from referees.games import random_match
from referees.hostile import SMALL, culprits
from referees.seeds import part
from tests.browser import Scheme, Visitor
from tests.calls import kotra
from tests.layout_facts import clipped, sticking_out
from tests.records import write_files
from tests.test_page_places import violations
from tests.test_report_index import record

pytestmark = pytest.mark.middle

ATOM = "{http://www.w3.org/2005/Atom}"
PLAYED = (("Anna", "Bjarni", 11), ("Bjarni", "Þóra", 12), ("Þóra", "Anna", 13))


@cache
def weighed(one: str, other: str, seed: int) -> Match:
    """A match of an event, with an analysis of every decision."""
    match = commented(analysed(random_match(seed, 3)))
    info = (("event", "Haustmót"), ("round", str(seed)), ("date", f"2026-01-{seed}"))
    return replace(match, players=(Player(name=one), Player(name=other)), info=info)


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three analysed matches of an event, and one without an analysis or a date."""
    folder = tmp_path_factory.mktemp("matches")
    for one, other, seed in PLAYED:
        content = kn.write(weighed(one, other, seed), "kotra").content
        (folder / f"{seed}.kotra").write_text(str(content), encoding="utf-8")
    (folder / "plain.kotra").write_text(record("Anna", "Egill", "", "einhvern tíma"), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def site(records: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site") / "site"
    publish(str(records), str(target), PublishOptions(language="en"))
    return target


def pages(site: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(site.glob("*.html"))}


def links(text: str) -> list[str]:
    return re.findall(r'<(?:a|link)\b[^>]* href="?([^" >]*)', text)


def words(text: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", text.partition("<body>")[2] or text).split())


def rows(text: str) -> list[list[str]]:
    """The cells of the rows of a page's tables."""
    lines = re.findall(r"<tr>(.*?)</tr>", text, re.S)
    return [[words(one) for one in re.findall(r"<t[hd].*?</t[hd]>", line, re.S)] for line in lines]


def test_every_link_of_every_page_is_relative_and_leads_somewhere(site: Path) -> None:
    found = {link for text in pages(site).values() for link in links(text)}
    lost = [link for link in found if not link.startswith(("#", "data:")) and not (site / link).is_file()]
    assert lost == []


def test_one_comes_from_the_index_to_every_page_and_back(site: Path) -> None:
    every = pages(site)
    seen = ["index.html"]
    for name in seen:
        found = dict.fromkeys(urldefrag(link)[0] for link in links(every[name]))
        seen += [link for link in found if link in every and link not in seen]
    assert set(seen) == set(every)
    assert [name for name in seen[1:] if "index.html" not in links(every[name])] == []


def test_a_match_leads_to_its_event_its_players_and_the_matches_beside_it(site: Path) -> None:
    text = pages(site)["12.html"]
    for href in ("event_haustmot.html", "player_bjarni.html", "player_thora.html"):
        assert f'href="{href}"' in text
    assert re.findall(r'<a rel=(\w+) href="([^"]*)"', text) == [("prev", "11.html"), ("next", "13.html")]


def test_matches_follow_each_other_as_they_were_played(site: Path) -> None:
    every, order, name = pages(site), [], "plain.html"
    while name:
        order.append(name)
        name = next(iter(re.findall(r'<a rel=next href="([^"]*)"', every[name])), "")
    assert order == ["plain.html", "11.html", "12.html", "13.html"]


def rate_of(match: Match, seat: int) -> tuple[float, int]:
    (file,) = kn.stats(match, convention="xg").as_json()["files"]
    player = file["matches"][0]["players"][seat]
    return player["rate"], player["unforced"] + player["close"]


def test_the_rate_of_a_match_is_that_of_stats(site: Path) -> None:
    rates = [f"{rate_of(weighed(*PLAYED[0]), seat)[0]:.2f}" for seat in (0, 1)]
    assert " / ".join(rates) in words(pages(site)["event_haustmot.html"])


def test_the_players_stand_by_their_rates_and_last_who_have_none(site: Path) -> None:
    table = rows(pages(site)["index_players.html"])[1:]
    told: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for one, other, seed in PLAYED:
        for seat, who in enumerate((one, other)):
            told[who].append(rate_of(weighed(one, other, seed), seat))
    means = {who: sum(r * n for r, n in some) / sum(n for _, n in some) for who, some in told.items()}
    assert [row[0] for row in table] == [*sorted(means, key=lambda who: means[who]), "Egill"]
    for row in table[:-1]:
        assert float(row[3].split()[0]) == pytest.approx(means[row[0]], abs=0.011)
        assert row[5] == str(sum(count for _, count in told[row[0]]))
    assert table[-1][3:] == ["–", "", ""]


def test_a_player_has_a_course_of_his_rates(site: Path) -> None:
    text = pages(site)["player_anna.html"]
    (summary,) = re.findall(r'role=img aria-label="([^"]*)"', text)
    first, last = rate_of(weighed(*PLAYED[0]), 0)[0], rate_of(weighed(*PLAYED[2]), 1)[0]
    assert summary.startswith(f"From {first:.2f} in the first match to {last:.2f} in the last")
    assert "role=img" not in pages(site)["player_egill.html"]


def test_without_an_analysis_there_is_no_rate(tmp_path: Path) -> None:
    (tmp_path / "match.kotra").write_text(record(), encoding="utf-8")
    publish(str(tmp_path / "match.kotra"), str(tmp_path / "site"))
    assert rows(pages(tmp_path / "site")["index_players.html"]) == [
        ["Player", "Matches", "Won–lost"],
        ["Anna", "1", "1–0"],
        ["Bjarni", "1", "0–1"],
    ]


def test_the_title_is_that_of_the_index_and_of_no_match(records: Path, tmp_path: Path) -> None:
    kotra("report", records, "-o", tmp_path / "site", "--index", "--title", "Mótið")
    found = pages(tmp_path / "site")
    for name, title in (("index.html", "Mótið"), ("11.html", "Anna – Bjarni")):
        assert f"<title>{title}</title>" in found[name]


def test_nobody_has_a_page_in_an_anonymous_site(records: Path, tmp_path: Path) -> None:
    kotra("report", records, "-o", tmp_path / "site", "--index", "--anonymous")
    assert [name for name in pages(tmp_path / "site") if "player" in name] == []
    assert not re.search("Anna|Bjarni|Þóra|Egill", "".join(pages(tmp_path / "site").values()))


# The feed


def feed_of(site: Path) -> ElementTree.Element:
    return ElementTree.parse(site / "feed.atom").getroot()


def said(node: ElementTree.Element, name: str) -> list[str | None]:
    return [one.text for one in node.iter(f"{ATOM}{name}")]


def test_the_feed_tells_of_the_latest_matches_first(site: Path) -> None:
    feed = feed_of(site)
    assert said(feed, "title")[1:] == ["Þóra – Anna", "Bjarni – Þóra", "Anna – Bjarni"]
    assert said(feed, "updated") == [f"2026-01-{day}T00:00:00Z" for day in (13, 13, 12, 11)]
    assert len(set(said(feed, "id"))) == 4
    hrefs = [one.get("href") for one in feed.iter(f"{ATOM}link")]
    assert hrefs == ["feed.atom", "index.html", "13.html", "12.html", "11.html"]


def with_address(records: Path, site: Path) -> Path:
    """The site of these records at an address."""
    wishes = Wishes(address="https://kotra.example/mot/")
    publish(str(records), str(site), PublishOptions(wishes=wishes))
    return site


def test_with_an_address_the_feed_has_whole_ones_and_matches_pictures(records: Path, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    feed = feed_of(with_address(records, tmp_path / "site"))
    hrefs = [one.get("href") or "" for one in feed.iter(f"{ATOM}link")]
    assert all(href.startswith("https://kotra.example/mot/") for href in hrefs)
    assert said(feed, "id")[0] == "https://kotra.example/mot/"
    content = (tmp_path / "site/11.png").read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(content[16:20]), int.from_bytes(content[20:24])) == (1200, 630)
    assert 'og:image" content="https://kotra.example/mot/11.png"' in pages(tmp_path / "site")["11.html"]


def test_no_extra_no_pictures(records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotra_notation.features.report.publish.drawable", lambda: False)
    assert list(with_address(records, tmp_path / "site").glob("*.png")) == []
    assert "og:image" not in pages(tmp_path / "site")["11.html"]


# What strangers wrote, and how it looks


def test_names_that_would_share_a_page_are_told_apart() -> None:
    names = ["Jón", "Jon", "JON", "日本", "中国", "x" * 300, "Anna B.", "../..", "Jon_"]
    found = addresses("player", names)
    assert len({href.lower() for href in found.values()}) == len(names)
    assert all(re.fullmatch(r"player_[a-z0-9_-]+\.html", href) for href in found.values())
    assert found["Anna B."] == "player_anna-b.html"


# No file holds the first, and the others are findings.
SAID = {"surrogate", "nulls", "override", "embedding", "isolate, open", "pops"}


def site_of(folder: Path, names: Sequence[str]) -> tuple[list[list[tuple[str, list[str]]]], int]:
    """The elements of the pages of a site of matches with these names, and how many entries its feed has."""
    files = {f"{number}.kotra": record(text, "Bjarni", text) for number, text in enumerate(names)}
    later = [record("Bjarni", text, text, "2026-01-03") for text in names]
    write_files(folder, files | {f"{number}b.kotra": text for number, text in enumerate(later)})
    site = folder.with_name(f"{folder.name}-site")
    publish(str(folder), str(site), PublishOptions(wishes=Wishes(title=names[0])))
    trees = map(html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse, pages(site).values())
    elements = [[(str(one.tag), sorted(one.attrib)) for one in tree.iter()] for tree in trees]
    return sorted(map(sorted, elements)), len(said(feed_of(site), "entry"))


def test_strangers_words_build_no_other_site(tmp_path: Path) -> None:
    words = {name: " ".join(text.split()) for name, text in SMALL.items() if name not in SAID}
    numbers = itertools.count()

    def changed(names: Sequence[str]) -> bool:
        texts = [f"{words[name]} {place}" for place, name in enumerate(names)]
        plain = [f"Anna {place}" for place in range(len(names))]
        hostile, harmless = (site_of(tmp_path / str(next(numbers)), some) for some in (texts, plain))
        return hostile != harmless

    assert culprits(list(words), changed) == []


@pytest.mark.parametrize("language", part(LANGUAGES, 2))
def test_every_page_is_valid_in_every_language(records: Path, tmp_path: Path, language: str) -> None:
    publish(str(records), str(tmp_path / "site"), PublishOptions(language=language))
    for text in pages(tmp_path / "site").values():
        html5lib.HTMLParser(strict=True).parse(text)


KINDS = ("index", "index_players", "index_events", "player_anna", "event_haustmot", "12")


@pytest.mark.slow
@pytest.mark.parametrize("width", part([1440, 390], 2))
@pytest.mark.parametrize("name", KINDS)
def test_nothing_of_a_site_sticks_out(visit: Visitor, site: Path, name: str, width: int) -> None:
    page = visit(pages(site)[f"{name}.html"], width=width, height=844, touch=width < 500).page
    assert sticking_out(page) + clipped(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("scheme", part(["light", "dark"], 2))
@pytest.mark.parametrize("name", KINDS)
def test_axe_finds_nothing_in_a_site(visit: Visitor, axe: str, site: Path, name: str, scheme: Scheme) -> None:
    assert violations(visit(pages(site)[f"{name}.html"], scheme=scheme).page, axe) == []


@pytest.mark.slow
@pytest.mark.parametrize("scheme", part(["light", "dark"], 2))
def test_axe_finds_nothing_in_a_page_of_differences(
    visit: Visitor, axe: str, records: Path, tmp_path: Path, scheme: Scheme
) -> None:
    kotra("diff", records / "11.kotra", records / "12.kotra", "-o", tmp_path / "diff.html")
    text = (tmp_path / "diff.html").read_text(encoding="utf-8")
    assert violations(visit(text, scheme=scheme).page, axe) == []
