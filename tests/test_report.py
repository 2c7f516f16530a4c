"""The page: whole, valid, self-contained, the same bytes; and what `kotra report` puts into it."""

from __future__ import annotations

import gzip
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

import html5lib
import pytest

import kotra_notation as kn
from kotra_notation.words.tongues import LANGUAGES
from referees.seeds import some
from referees.transcripts import bare, game
from tests.calls import SOUND, kotra
from tests.papers import model_of, rendered
from tests.sample_pages import names, page_of, rich_page
from tests.test_command_facts import TABLES
from tests.test_report_index import Parts

# A match in which everything is done, and something could not be read.
ALL_DEEDS = TABLES["report_view"]["texts"]["all_deeds"]
PERSONAL = """kotra 1
white: Steinunn
black: Kolfinna
length: 1
place: Höfn
game 1 0-0
W 31: 8/5 6/5
# Steinunn er á undan.
Steinunn gleymdi þessu
W wins 1
"""
SVG = "{http://www.w3.org/2000/svg}"


def test_the_same_record_gives_the_same_bytes_no_request_and_links_that_lead_somewhere() -> None:
    replayed = kn.replay(kn.read(ALL_DEEDS).matches[0])
    text = kn.report(replayed, source="x.kotra")
    assert text == kn.report(replayed, source="x.kotra")
    parts = Parts(text)
    addresses = {value for name, value in parts.attributes if name in ("src", "href")}
    inside = {address.removeprefix("#") for address in addresses if address.startswith("#")}
    assert {address for address in addresses if not address.startswith(("#", "data:"))} == set()
    assert set() < inside <= {value for name, value in parts.attributes if name == "id"}
    assert re.findall(r"url\(|@import", text) == []
    assert "default-src 'none'" in text


def test_a_finding_shows_its_board_and_its_plays() -> None:
    text = kn.report(bare("W 31: 8/5 6/4", "B 64: 24/14", "W wins 1"))
    assert "die-not-thrown" in text
    card = text.split('<article class="found error">', 1)[1].split("</article>", 1)[0]
    assert card.count("class=kotra-board") == 1 + 3
    assert "MOD-MOVE-1" in card


@pytest.mark.parametrize("form", ["html", "md", "txt"])
def test_a_page_of_another_language_says_that_the_rules_are_quoted_in_english(form: str) -> None:
    told = "Reglurnar eru á ensku, eins og þær voru skrifaðar."
    assert told in rendered(model_of("faulty/slip.mat", "is"), form, "is")
    assert "as they were written" not in rendered(model_of("faulty/slip.mat"), form)


def test_an_unknown_language_is_refused() -> None:
    replayed = game("B resigns single", "W accepts", "W wins 1")
    assert "No problems found in this record." in kn.report(replayed)
    with pytest.raises(ValueError, match="no texts in 'xx'"):
        kn.report(replayed, language="xx")


@pytest.mark.middle
@pytest.mark.parametrize("name", some(names(), 12))
def test_the_page_of_a_sample_is_valid_html_with_no_id_given_twice_and_pictures_of_svg(name: str) -> None:
    tree = html5lib.HTMLParser(strict=True).parse(page_of(name))
    ids = [element.get("id") for element in tree.iter() if element.get("id") is not None]
    assert len(ids) == len(set(ids))
    assert {element.tag[: len(SVG)] for picture in tree.iter(f"{SVG}svg") for element in picture.iter()} == {
        SVG
    }


@pytest.mark.middle
@pytest.mark.parametrize("language", some(LANGUAGES, 2))
def test_the_page_is_valid_in_every_language(language: str) -> None:
    html5lib.HTMLParser(strict=True).parse(rich_page(language))


# What the command puts into a page


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "match.mat"
    path.write_text(SOUND, encoding="utf-8")
    return path


def printed(*words: str | Path) -> str:
    return kotra("report", *words, "-o", "-").stdout


def offered(text: str) -> list[str]:
    """Return the files that stand in a page."""
    packed = re.findall(r"base64,([A-Za-z0-9+/=]+)", text)
    return [gzip.decompress(b64decode(data)).decode() for data in packed]


def test_diagrams_and_the_record_are_in_a_page_where_they_are_wanted(source: Path) -> None:
    boards = [printed(source, "--diagrams", wish).count("<svg ") for wish in ("none", "every=1")]
    assert boards[1] == boards[0] + 2
    assert offered(printed(source)) == [SOUND]
    assert offered(printed(source, "--no-source")) == []
    assert not re.search("og:url|og:image", printed(source))


def test_an_anonymous_page_names_nobody_and_no_file(tmp_path: Path) -> None:
    record = tmp_path / "steinunn.kotra"
    record.write_text(PERSONAL, encoding="utf-8")
    text = printed(record, "--anonymous")
    assert not re.search("steinunn|kolfinna|höfn", text + "".join(offered(text)), re.I)
    assert "A er á undan." in text


def test_a_style_sheet_may_be_replaced_and_is_known_to_the_policy(source: Path) -> None:
    (source.parent / "report.css").write_text("p { color: teal }", encoding="utf-8")
    text = printed(source, "--template", source.parent)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.S)
    assert style.startswith("p { color: teal }")
    assert b64encode(sha256(style.encode()).digest()).decode() in text.partition("<style>")[0]


def test_a_fragment_has_no_frame_and_its_styles_reach_nothing_else(source: Path) -> None:
    text = printed(source, "--embed")
    assert not re.search(r"<(!doctype|html|head|body|meta|link|title)\b", text.partition("<svg")[0], re.I)
    assert re.findall(r"<style>.*?^\.kotra-embed.*?</style>", text, re.S | re.M)
