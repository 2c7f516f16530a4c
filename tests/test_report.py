"""The page: whole, self-contained, the same bytes, and nothing of a stranger's breaks out of it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

import kotra_notation as kn
from kotra_notation.model import Match
from referees.transcripts import bare, game, read
from tests.papers import model_of, rendered
from tests.test_command_facts import TABLES

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style><svg onload=alert(1)>",
    "{{ 7 * 7 }}{% raw %}",
    "javascript:alert(1)",
    "\u202egnirts desrever",
]


def all_deeds() -> Match:
    """A match in which everything is done, and something could not be read."""
    return kn.read(TABLES["report_view"]["texts"]["all_deeds"]).matches[0]


class Parts(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]


def test_the_same_record_gives_the_same_bytes_and_no_request() -> None:
    replayed = kn.replay(all_deeds())
    text = kn.report(replayed, source="x.kotra")
    assert text == kn.report(replayed, source="x.kotra")
    parts = Parts(text)
    assert [
        value
        for name, value in parts.attributes
        if name in ("src", "href") and not value.startswith(("#", "data:"))
    ] == []
    assert re.findall(r"url\(|@import", text) == []
    assert "default-src 'none'" in text


def test_every_link_leads_somewhere() -> None:
    parts = Parts(kn.report(kn.replay(all_deeds())))
    anchors = {value for name, value in parts.attributes if name == "id"}
    links = {value for name, value in parts.attributes if name == "href"}
    inside = {link.removeprefix("#") for link in links if link.startswith("#")}
    assert inside
    assert inside <= anchors


@pytest.mark.parametrize("text", HOSTILE)
def test_a_stranger_s_text_stays_text(text: str) -> None:
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    record = (
        f'kotra 1\nwhite: "{quoted}"\nblack: "B{quoted}"\nlength: 0\nevent: "{quoted}"\ngame 1 0-0\n'
        f"W 31: 8/5 6/4\n# {text}\nB 64: 24/14\nW wins 1\n"
    )
    plain = record.replace(quoted, "Anna").replace(text, "Anna")
    harmless = Parts(kn.report(kn.replay(read(plain)), title="Anna", source="Anna"))
    parts = Parts(kn.report(kn.replay(kn.read(record).matches[0]), title=text, source=text))
    assert parts.tags == harmless.tags
    assert not [name for name, _ in parts.attributes if name.startswith("on")]


def test_a_finding_shows_its_board_and_its_plays() -> None:
    replayed = bare("W 31: 8/5 6/4", "B 64: 24/14", "W wins 1")
    text = kn.report(replayed)
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
