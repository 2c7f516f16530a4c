"""The report as PDF: it asks for nothing and acts not; the same record gives the same bytes."""

from __future__ import annotations

import builtins
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import html5lib
import pytest
from pypdf import PdfReader
from pypdf.generic import IndirectObject

import kotra_notation as kn
from kotra_notation.report.overview import Chart
from kotra_notation.report.page import page as page_view
from kotra_notation.report.pdf import BOX, PAPERS, _refuse, _scale_path, paper, pdf
from kotra_notation.report.view import Page
from kotra_notation.report.wishes import Wishes
from kotra_notation.words.tongues import LANGUAGES, tongue
from referees.hostile import ALL, MARK, SMALL, culprits, interleaved, some_of
from referees.seeds import part, some
from tests.calls import kotra
from tests.papers import headed, model_of, of_many, wishes_of
from tests.records import rows
from tests.sample_pages import FOLDER, rich

try:
    import weasyprint as weasyprint
except OSError:  # the libraries of the system that it needs are not here
    if os.environ.get("KOTRA_PDF") == "required":
        raise
    pytest.skip(
        "the libraries of WeasyPrint are not installed (Debian: libpangoft2-1.0-0)", allow_module_level=True
    )

pytestmark = pytest.mark.middle
RICH = "sound/skyringar.kotra"


@cache
def made(name: str, language: str = "en", size: str = "a4") -> bytes:
    return pdf(model_of(name, language), tongue(language), Wishes(language=language, paper=size))


def read(content: bytes) -> PdfReader:
    return PdfReader(BytesIO(content))


def text_of(reader: PdfReader) -> str:
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


def objects(reader: PdfReader) -> list[Any]:
    """Every dictionary in a file, those that are packed or within others too."""
    numbers = sorted({*reader.xref_objStm, *(number for kept in reader.xref.values() for number in kept)})
    return [one for number in numbers for one in within(reader.get_object(number))]


def within(value: Any) -> Iterator[Any]:
    """The dictionaries in a value, itself among them; what it only refers to stands elsewhere."""
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            if not isinstance(one, IndirectObject):
                yield from within(one)


def built(page: Page, text: str) -> list[tuple[str, list[str]]]:
    """The elements of the page that is set, which must be HTML without a parse error."""
    whole = paper(page, tongue("en"), wishes_of(text))
    tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(whole)
    return [(str(one.tag), list(one.attrib)) for one in tree.iter()]


def broken(page: Page, harmless: Page) -> bool:
    """Whether the page that is set is no HTML, or not that of harmless words."""
    try:
        return built(page, MARK) != built(harmless, MARK)
    except html5lib.html5parser.ParseError:
        return True


def test_a_stranger_in_each_game_builds_no_other_page() -> None:
    twin = of_many()
    assert culprits(list(SMALL), lambda names: broken(of_many(*names), twin)) == []


@pytest.fixture(scope="module")
def harmless_head() -> list[tuple[str, list[str]]]:
    return built(headed(MARK), MARK)


@pytest.mark.parametrize("name", some(ALL, 16))
def test_strangers_at_the_head_change_no_page(name: str, harmless_head: list[tuple[str, list[str]]]) -> None:
    assert built(headed(ALL[name]), ALL[name]) == harmless_head


ACTING = {"/URI", "/JS", "/JavaScript", "/Launch", "/EmbeddedFiles", "/EF", "/AA", "/OpenAction", "/GoToR"}
ACTING |= {"/AcroForm", "/RichMedia"}


def acting(content: bytes) -> set[str]:
    """What of a PDF acts, but for going to a place in it."""
    reader = read(content)
    actions = {one["/S"] for one in objects(reader) if one.get("/Type") == "/Action" and "/S" in one}
    keys = {key for one in objects(reader) for key in one}
    return (actions - {"/GoTo"}) | (keys & ACTING)


def test_many_strangers_make_nothing_that_acts() -> None:
    """All in one file, each in other places in each run."""

    def acts(names: Sequence[str]) -> bool:
        match = interleaved(some_of(SMALL, names))
        return bool(acting(pdf(page_view(kn.replay(match), (), Wishes()), tongue("en"), Wishes())))

    assert culprits(list(SMALL), acts) == []


def test_what_acts_is_seen() -> None:
    """The proof is a link to elsewhere, set as a page that passed it on would set it."""
    linking = weasyprint.HTML(string="<a href='https://kotra.invalid/'>x</a>").write_pdf()
    assert "/URI" in acting(linking)


@pytest.mark.parametrize("url", ["https://kotra.invalid/", "file:///etc/passwd", "data:text/plain,x"])
def test_nothing_is_fetched(url: str) -> None:
    with pytest.raises(ValueError, match=re.escape(url)):
        _refuse(url)


@pytest.mark.slow
def test_the_same_record_gives_the_same_bytes_in_another_process() -> None:
    code = f"from tests.test_report_pdf import made; import sys; sys.stdout.buffer.write(made({RICH!r}))"
    root = str(FOLDER.parent)
    facts = {"PYTHONPATH": root, "PATH": "/usr/bin:/bin", "PYTHONHASHSEED": "7", "HOME": root}
    command = [sys.executable, "-c", code]
    assert subprocess.run(command, cwd=root, capture_output=True, env=facts).stdout == made(RICH)


@pytest.mark.parametrize("language", some(LANGUAGES, 2))
def test_it_says_its_title_and_its_language(language: str) -> None:
    reader = read(made(RICH, language))
    assert reader.metadata is not None
    assert reader.metadata.title == "Dagný – Hallbera"
    assert str(reader.root_object["/Lang"]) == language
    assert "/CreationDate" not in reader.metadata
    assert "/ModDate" not in reader.metadata


@pytest.mark.parametrize(("size", "points"), [("a4", (595, 842)), ("letter", (612, 792)), ("a5", (420, 595))])
def test_paper_has_its_size(size: str, points: tuple[int, int]) -> None:
    box = read(made(RICH, size=size)).pages[0].mediabox
    assert (round(box.width), round(box.height)) == points


@rows
def test_what_is_told(name: str, words: tuple[str, ...]) -> None:
    text = text_of(read(made(name)))
    for pattern in words:
        assert re.search(pattern, text, re.I), pattern
    assert text.count("úttekt: All fifteen men taken off the board") == ("forn-1977" in name)


@pytest.mark.slow
def test_the_story_of_the_cube_names_its_games() -> None:
    text = text_of(read(made("notations/laugardalur.sgf")))
    assert "Game 3: Laufey: Doubles to 2. Þorsteinn takes." in text


def test_games_run_on() -> None:
    pages = [page.extract_text() for page in read(made("sound/forn-formin.kotra")).pages]
    begun = [len(re.findall(r"^Game \d", page, re.M)) for page in pages]
    assert max(begun) > 1
    assert sum(begun) == 5


@cache
def weighed(size: str) -> list[str]:
    """The pages of a match in which every decision is weighed."""
    wishes = Wishes(paper=size)
    content = pdf(page_view(rich(), (), wishes), tongue("en"), wishes)
    return [page.extract_text() for page in read(content).pages]


@pytest.mark.parametrize("size", part(PAPERS, 3))
def test_decisions_stand_up_to_three_to_a_page_and_statistics_on_one(size: str) -> None:
    heads = [len(re.findall(r"^\d+ (?:.*\n)?Game \d+, turn", page, re.M)) for page in weighed(size)]
    assert sum(heads) == sum(bool(moment.error) for moment in page_view(rich(), (), Wishes()).highlights) > 6
    begun = [count for count in heads if count]
    assert begun[1:-1] == [3] * (len(begun) - 2)
    assert next("Made by kotra-notation" in page for page in weighed(size) if "Statistics" in page)


@pytest.mark.parametrize("size", part(PAPERS, 3))
def test_the_first_page_has_the_summary_and_what_was_lost_in_each_game(size: str) -> None:
    first, second, *_ = weighed(size)
    assert page_view(rich(), (), Wishes()).story[0] in " ".join(first.split())
    for words in ("Freysteinn 2.1", "5.48 expert", "9.05 % (0.660)", "● 4 blunder", "−0.238", "The cube"):
        assert words in first
    assert "Worst errors" in first + second
    assert min(len(page.splitlines()) for page in weighed(size)[:-1]) > 15


def test_headings_are_a_table_of_contents() -> None:
    first, *_ = read(made(RICH)).outline
    assert not isinstance(first, list)
    assert first.title == "Dagný 1512 – Hallbera 1498"


def test_a_chart_fills_its_box() -> None:
    chart = Chart(name="x", title="", width=10, height=4, lines=(), borders=(), top="", bottom="")
    assert _scale_path("M0 4h5v-2H10", chart) == f"M0.0 {BOX[1]:.1f}h800.0v-120.0H{BOX[0]:.1f}"


def test_without_its_package_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    real = builtins.__import__

    def absent(name: str, *rest: Any, **named: Any) -> Any:
        if name == "weasyprint":
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", absent)
    result = kotra("report", FOLDER / RICH, "-o", tmp_path / "x.pdf")
    assert (result.exit_code, list(tmp_path.iterdir())) == (2, [])
    assert result.stderr == 'kotra: A PDF needs the package weasyprint: pip install "kotra-notation[pdf]"\n'


def test_a_publisher_s_style_stands_for_ours(tmp_path: Path) -> None:
    (tmp_path / "paper.css").write_text("body { color: teal }", encoding="utf-8")
    assert "teal" in paper(model_of(RICH), tongue("en"), Wishes(templates=tmp_path))


def test_a_record_without_games_has_its_page() -> None:
    match = kn.read('kotra 1\nwhite: "Anna"\nblack: "Bjarni"\nlength: 3\n', format="kotra").matches[0]
    assert read(pdf(page_view(kn.replay(match), (), Wishes()), tongue("en"), Wishes())).pages
