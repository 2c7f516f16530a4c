"""The page: whole, self-contained, the same bytes, and nothing of a stranger's breaks out of it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

import kotra_notation as kn
from kotra_notation.model import Match
from kotra_notation.report.page import page
from referees.transcripts import bare, game, read
from tests.papers import model_of, rendered

ALL_DEEDS = """kotra 1
white: Þórdís
black: Össur
length: 0
rules: modern,auto_doubles=1,beavers=on
event: Vetrarmót
game 1 0-0
# Fyrsta skák.
#[Ýmir; is] Með höfundi.
opening 3-3
auto double 2
opening 3-1
W 31: 8/5 6/5 !
B void cocked 52
B 64: 24/14
W doubles 4
B beavers 8
W 52: 13/8 24/22
B 52: 13/8 24/22
ruling disputed
W resigns gammon
B refuses
W 61: cannot move
B 43: ????
W 21: illegal [W: 24x2 13x5 8x2 7x1 6x5; B: 24x2 13x5 8x3 6x5; B to play]
setup W: 6x15; B: 6x15; W to play
W 21:
B 21: unread "6/4 x"
W resigns
settled B 8
extra mat:line "skrýtið"
W forfeits game "time" 2
draw
B wins 8
"""

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
    return kn.read(ALL_DEEDS).matches[0]


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


def test_every_deed_has_its_words() -> None:
    text = kn.report(kn.replay(all_deeds()))
    for words in (
        "Opening roll 3–3",
        "Automatic double to 2",
        "Void roll: cocked dice",
        "Doubles to 4",
        "Beavers to 8",
        "Ruling: in dispute",
        "Offers to resign a gammon",
        "Refuses",
        "cannot move",
        "????",
        "illegal play",
        "Position set up",
        "6/4 x",
        "Settled for 8",
        "Forfeits the game: time",
        "Drawn",
        "skrýtið",
        "Með höfundi.",
        "<cite><bdi>Ýmir</bdi></cite>",
        'lang="is"',
    ):
        assert words in text, words
    more = kn.report(game("W doubles 2", "B takes", "W 52: 13/8 24/22", "B doubles", "W drops", "B wins 2"))
    assert all(words in more for words in ("Takes", "Drops", "Doubles to 2"))
    raccoon = game(
        "W doubles 2", "B beavers", "W raccoons 8", "B takes", "W resigns single", "B accepts", "B wins 8"
    )
    assert all(words in kn.report(raccoon) for words in ("Beavers", "Raccoons to 8", "Accepts"))


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
    assert card.count('class="kotra-board"') == 1 + 3
    assert "MOD-MOVE-1" in card


@pytest.mark.parametrize("form", ["html", "md", "txt"])
def test_a_page_of_another_language_says_that_the_rules_are_quoted_in_english(form: str) -> None:
    told = "Reglurnar eru á ensku, eins og þær voru skrifaðar."
    assert told in rendered(model_of("faulty/slip.mat", "is"), form, "is")
    assert "as they were written" not in rendered(model_of("faulty/slip.mat"), form)


def test_a_sound_record_says_so_and_an_unknown_language_is_refused() -> None:
    replayed = game("B resigns single", "W accepts", "W wins 1")
    assert "No problems found in this record." in kn.report(replayed)
    with pytest.raises(ValueError, match="no texts in 'xx'"):
        kn.report(replayed, language="xx")


def test_the_head_says_how_the_match_stands() -> None:
    assert page(game("B resigns single", "W accepts", "W wins 1", length=1)).result == "White wins 1–0"
    assert (
        page(game("B resigns single", "W accepts", "W wins 1", length=3)).result
        == "1–0, not played to the end"
    )
    assert page(game("draw")).result == "0–0"
