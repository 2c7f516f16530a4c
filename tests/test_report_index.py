"""`kotra report --index`: a folder of matches as pages, and the one page that links them."""

from __future__ import annotations

import os
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import html5lib
import pytest

from kotra_notation.report.site_map import page_names
from kotra_notation.words.tongues import LANGUAGES
from referees.seeds import part
from tests.calls import SOUND, kotra
from tests.records import write_files

pytestmark = pytest.mark.middle


HOSTILE = [
    "<script>alert(1)</script>",
    '" onmouseover="alert(1)',
    "</table></script><svg onload=alert(1)>",
    "{{ 7 * 7 }}{% raw %}",
    "javascript:alert(1)",
    "\u202egnirts desrever",
    "../../../etc/passwd",
    "x" * 10_000,
]
RECORD = """kotra 1
white: {white}
black: {black}
length: 1
event: {event}
date: {date}
game 1 0-0
W 31: 8/5 6/5
W wins 1
"""


class Parts(HTMLParser):
    """The tags, the attributes and the links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self.links += [value or "" for name, value in attrs if (tag, name) == ("a", "href")]


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def record(
    white: str = "Anna", black: str = "Bjarni", event: str = "Haustmót", date: str = "2026-01-02"
) -> str:
    return RECORD.format(**{name: quoted(text) for name, text in locals().items()})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_files(tmp_path / "matches", {"úrslit.mat": SOUND, "2025/þriðja.kotra": record()})


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "site"


def index(target: Path) -> str:
    return (target / "index.html").read_text(encoding="utf-8")


def written(target: Path) -> list[str]:
    """The index and the pages of matches; `test_report_site.py` is about the others."""
    others = ("player_", "event_", "index_", "feed.")
    return sorted(path.name for path in target.iterdir() if not path.name.startswith(others))


# What is written


def test_the_same_folder_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        kotra("report", folder, "-o", tmp_path / name, "--index")
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "two")
    )
    assert one == two != {}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_stops_no_other(folder: Path, target: Path) -> None:
    (folder / "úrslit.mat").chmod(0)
    result = kotra("report", folder, "-o", target, "--index")
    assert result.exit_code == 2
    assert "úrslit.mat: it may not be read" in result.stderr
    assert written(target) == ["2025-thridja.html", "index.html"]


def test_anonymous_pages_and_their_files_name_nobody(tmp_path: Path, target: Path) -> None:
    files = {f"ragnhildur-{number}.kotra": record(white="Ragnhildur") for number in (1, 2)}
    folder = write_files(tmp_path / "matches", files)
    kotra("report", folder, "-o", target, "--index", "--anonymous")
    assert len(written(target)) == 3
    told = "".join(path.name + path.read_text(encoding="utf-8") for path in target.iterdir())
    assert "ragnhildur" not in told.lower()


# Names of pages


def test_page_names_are_their_files_and_no_two_share_one() -> None:
    assert page_names(["Vor 2026/Þórdís – Össur.mat", "b.sgf"]) == ["vor-2026-thordis-ossur", "b"]
    assert page_names(["a.mat", "a.sgf", "b.mat"]) == ["a-mat", "a-sgf", "b"]
    paths = ["a.mat", "a.sgf", "a-mat.x", "A.mat", "ä.mat", "a/mat", "日本.mat", "index.mat"]
    paths += ["x" * 99, "x" * 98]
    assert len(set(page_names(paths))) == len(paths)


@pytest.mark.parametrize(
    "path", ["../../etc/passwd", "日本.mat", "index.mat", "CON.mat", "...", "x" * 300, "a/../b", "\x00"]
)
def test_a_name_is_safe_whatever_the_file_is_called(path: str) -> None:
    (name,) = page_names([path])
    assert re.fullmatch(r"[a-z0-9]+([-_][a-z0-9]+)*", name)
    assert len(name) < 100
    assert name not in ("index", "con")


# What strangers wrote


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:20]))
def test_a_stranger_s_text_stays_text(tmp_path: Path, text: str) -> None:
    pages = []
    for name, said in (("plain", "Anna"), ("hostile", text)):
        folder = write_files(tmp_path / name, {"match.kotra": record(said, said, said, said)})
        kotra("report", folder, "-o", tmp_path / f"{name}-site", "--index", "--title", said)
        pages.append(Parts(index(tmp_path / f"{name}-site")))
    plain, hostile = pages
    assert plain.tags
    assert hostile.tags == plain.tags
    assert [name for name, _ in hostile.attributes] == [name for name, _ in plain.attributes]
    assert hostile.links == plain.links


@pytest.mark.parametrize("text", ["\x00\x1b\u202e", "x" * 10_000], ids=["unprintable", "long"])
def test_what_cannot_be_shown_is_not(tmp_path: Path, target: Path, text: str) -> None:
    (tmp_path / "match.kotra").write_text(record(f"Anna{text}"), encoding="utf-8")
    kotra("report", tmp_path / "match.kotra", "-o", target, "--index")
    assert text not in index(target)
    assert "Anna" in index(target)


# The page itself


def test_it_is_valid_html_asks_for_nothing_and_knows_its_style_and_script(folder: Path, target: Path) -> None:
    kotra("report", folder, "-o", target, "--index")
    text = index(target)
    html5lib.HTMLParser(strict=True).parse(text)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    for tag in ("style", "script"):
        (content,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.S)
        known = b64encode(sha256(content.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{known}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"url\(|@import|\bsrc=|\bstyle=|\bon\w+=\"|://", text)


@pytest.mark.parametrize("language", part(LANGUAGES, 2))
def test_the_index_is_in_the_language_asked_for(folder: Path, target: Path, language: str) -> None:
    kotra("report", folder, "-o", target, "--index", "--language", language)
    assert f'<html lang="{language}">' in index(target)
