"""`kotra report`, as rows of `tests/facts/commands/` cannot state it: what stands inside the page."""

from __future__ import annotations

import gzip
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from tests.calls import SOUND, kotra

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


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "match.mat"
    path.write_text(SOUND, encoding="utf-8")
    return path


def page(*words: str | Path) -> str:
    return kotra("report", *words, "-o", "-").stdout


def offered(text: str) -> list[str]:
    """Return the files that stand in a page."""
    packed = re.findall(r"base64,([A-Za-z0-9+/=]+)", text)
    return [gzip.decompress(b64decode(data)).decode() for data in packed]


def test_a_diagram_stands_at_every_turn_that_is_asked_for(source: Path) -> None:
    boards = [page(source, "--diagrams", wish).count("<svg ") for wish in ("none", "every=1")]
    assert boards[1] == boards[0] + 2


def test_the_record_is_offered_for_download_unless_it_is_left_out(source: Path) -> None:
    assert offered(page(source)) == [SOUND]
    assert offered(page(source, "--no-source")) == []


def test_an_anonymous_page_names_nobody_and_no_file(tmp_path: Path) -> None:
    record = tmp_path / "steinunn.kotra"
    record.write_text(PERSONAL, encoding="utf-8")
    text = page(record, "--anonymous")
    assert not re.search("steinunn|kolfinna|höfn", text + "".join(offered(text)), re.I)
    assert "A er á undan." in text


def test_a_style_sheet_may_be_replaced_and_is_known_to_the_policy(source: Path) -> None:
    (source.parent / "report.css").write_text("p { color: teal }", encoding="utf-8")
    text = page(source, "--template", source.parent)
    style = re.search(r"<style>(.*?)</style>", text, re.S)
    assert style
    assert style[1].startswith("p { color: teal }")
    assert b64encode(sha256(style[1].encode()).digest()).decode() in text.partition("<style>")[0]


def test_a_fragment_has_no_frame_and_its_styles_reach_nothing_else(source: Path) -> None:
    text = page(source, "--embed")
    assert not re.search(r"<(!doctype|html|head|body|meta|link|title)\b", text.partition("<svg")[0], re.I)
    assert re.findall(r"<style>.*?^\.kotra-embed.*?</style>", text, re.S | re.M)


def test_without_a_picture_or_an_address_the_head_names_none(source: Path) -> None:
    assert not re.search("og:url|og:image", page(source))
