"""`kotra report` as publishers use it: forms, languages, templates, fragments, pictures, and watching."""

from __future__ import annotations

import gzip
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from kotra_notation.jobs import stamps
from tests.test_cli_check import SLIP, SOUND, kotra

ICELANDIC = "kotra 1\nlength: 1\ngame 1 0-0\nW 31: 8/5 6/5\n#[Ýmir; is-IS] Vel leikið.\nW wins 1\n"
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


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KOTRA_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "match.mat"
    path.write_text(SOUND, encoding="utf-8")
    return path


@pytest.fixture
def templates(tmp_path: Path) -> Path:
    folder = tmp_path / "templates"
    folder.mkdir()
    return folder


def page(*words: str | Path) -> str:
    """The page that is printed."""
    result = kotra("report", *words, "-o", "-")
    assert result.exit_code in (0, 1), result.stderr
    return result.stdout


def refused(*words: str | Path) -> str:
    """The one sentence with which the command leaves."""
    result = kotra("report", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("kotra: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


def language_of(text: str) -> str:
    found = re.search(r'<html lang="([^"]*)"', text)
    assert found
    return found[1]


# Forms and languages


def test_a_form_there_is_not_names_those_there_are(source: Path) -> None:
    assert "--to must be one of html" in refused(source, "-o", "x.html", "--to", "htm")


def test_a_name_that_ends_otherwise_tells_no_form(source: Path) -> None:
    assert "page.doc: unknown file extension; give the format with --to (html" in refused(
        source, "-o", "page.doc"
    )


def test_the_language_is_the_one_asked_for(source: Path) -> None:
    assert language_of(page(source, "--language", "de")) == "de"


def test_a_language_there_is_not_names_those_there_are(source: Path) -> None:
    assert "--language must be one of auto, en, is, de, da, sv" in refused(
        source, "-o", "x", "--language", "fr"
    )


def test_the_language_is_that_of_the_comments(tmp_path: Path) -> None:
    record = tmp_path / "x.kotra"
    record.write_text(ICELANDIC, encoding="utf-8")
    assert language_of(page(record)) == "is"


def test_without_a_word_in_the_record_the_system_tells_the_language(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "sv_SE.UTF-8")
    assert language_of(page(source)) == "sv"


def test_a_theme_there_is_not_names_those_there_are(source: Path) -> None:
    assert "--theme must be one of paper" in refused(source, "-o", "x", "--theme", "papier")


@pytest.mark.parametrize("wish", ["every", "every=0", "every=x", "all"])
def test_diagrams_are_asked_for_in_known_words(source: Path, wish: str) -> None:
    assert "--diagrams must be one of marked, findings, blunders, every=N, none" in refused(
        source, "-o", "x", "--diagrams", wish
    )


def test_a_diagram_stands_at_every_turn_that_is_asked_for(source: Path) -> None:
    boards = [page(source, "--diagrams", wish).count("<svg ") for wish in ("none", "every=1")]
    assert boards[1] == boards[0] + 2


# What is told of the source


def offered(text: str) -> list[str]:
    """The files that stand in a page."""
    packed = re.findall(r"base64,([A-Za-z0-9+/=]+)", text)
    return [gzip.decompress(b64decode(one)).decode() for one in packed]


def test_the_record_is_offered_for_download(source: Path) -> None:
    assert offered(page(source)) == [SOUND]


def test_no_source_leaves_the_record_out(source: Path) -> None:
    assert offered(page(source, "--no-source")) == []


def test_an_anonymous_page_names_nobody_and_no_file(tmp_path: Path) -> None:
    record = tmp_path / "steinunn.kotra"
    record.write_text(PERSONAL, encoding="utf-8")
    text = page(record, "--anonymous")
    assert not re.search("steinunn|kolfinna|höfn", text + "".join(offered(text)), re.I)
    assert "A er á undan." in text


def test_only_the_errors_of_the_match_that_is_shown_count(tmp_path: Path) -> None:
    both = tmp_path / "both.mat"
    both.write_text(SOUND + "\n" + SLIP, encoding="utf-8")
    status = [kotra("report", both, "-o", "-", "--match", number).exit_code for number in "12"]
    assert status == [0, 1]


# Templates


def test_a_block_may_be_replaced(source: Path, templates: Path) -> None:
    (templates / "body.html.j2").write_text(
        '{% extends "kotra/body.html.j2" %}{% block footer %}<footer>Mótið {{ page.players[0] }}</footer>'
        "{% endblock %}",
        encoding="utf-8",
    )
    text = page(source, "--template", templates)
    assert "<footer>Mótið Anna</footer>" in text
    assert "8/5 6/5" in text


def test_a_style_sheet_may_be_replaced_and_is_known_to_the_policy(source: Path, templates: Path) -> None:
    (templates / "report.css").write_text("p { color: teal }", encoding="utf-8")
    text = page(source, "--template", templates)
    style = re.search(r"<style>(.*?)</style>", text, re.S)
    assert style
    assert style[1].startswith("p { color: teal }")
    assert b64encode(sha256(style[1].encode()).digest()).decode() in text.partition("<style>")[0]


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("<p>\n{% if %}", 2, "Expected an expression"),
        ("<p>\n\n{{ page.nothing }}", 3, "has no attribute 'nothing'"),
        ("{{ 1 / 0 }}", 1, "division by zero"),
        ('<p>\n{{ "x"|nofilter }}', 2, "nofilter"),
    ],
)
def test_a_broken_template_is_named_with_its_line(
    source: Path, templates: Path, text: str, line: int, what: str
) -> None:
    (templates / "body.html.j2").write_text(text, encoding="utf-8")
    said = refused(source, "-o", "x.html", "--template", templates)
    assert f"{templates / 'body.html.j2'}, line {line}: " in said
    assert what in said


def test_a_template_that_asks_for_another_says_which(source: Path, templates: Path) -> None:
    (templates / "body.html.j2").write_text('{% include "mine.j2" %}', encoding="utf-8")
    assert "mine.j2" in refused(source, "-o", "x.html", "--template", templates)


def test_a_template_that_is_no_text_is_named(source: Path, templates: Path) -> None:
    (templates / "body.html.j2").write_bytes(b"\xff\xfe")
    said = refused(source, "-o", "x.html", "--template", templates)
    assert "body.html.j2 is not UTF-8 text" in said


def test_a_folder_without_templates_is_a_mistake(source: Path, templates: Path) -> None:
    (templates / "body.html").write_text("", encoding="utf-8")
    said = refused(source, "-o", "x.html", "--template", templates)
    assert "at least one of: board.js, body.html.j2" in said


def test_a_folder_of_templates_that_is_not_there_is_named(source: Path, tmp_path: Path) -> None:
    said = refused(source, "-o", "x.html", "--template", tmp_path / "no")
    assert f"{tmp_path / 'no'}: no such template folder" in said


# Fragments, previews, pictures


def test_a_fragment_has_no_frame_and_its_styles_reach_nothing_else(source: Path) -> None:
    text = page(source, "--embed")
    assert not re.search(r"<(!doctype|html|head|body|meta|link|title)\b", text.partition("<svg")[0], re.I)
    assert re.findall(r"<style>.*?^\.kotra-embed.*?</style>", text, re.S | re.M)


def test_the_head_tells_of_the_match(source: Path) -> None:
    head = page(source, "--title", 'Úrslit "2026"').partition("<body")[0]
    assert '<meta property="og:title" content="Úrslit &#34;2026&#34;">' in head
    assert "og:url" not in head
    assert "og:image" not in head


def test_a_picture_is_told_with_its_whole_address(source: Path, tmp_path: Path) -> None:
    picture = tmp_path / "síðasta staðan.svg"
    words = ("--picture", picture, "--address", "https://kotra.example/2026/match.html")
    head = page(source, *words).partition("<body")[0]
    assert 'og:image" content="https://kotra.example/2026/s%C3%AD%C3%B0asta%20sta%C3%B0an.svg"' in head
    assert 'og:url" content="https://kotra.example/2026/match.html"' in head
    assert picture.read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.parametrize("address", ["kotra.example", "javascript:alert(1)"])
def test_an_address_is_one_of_the_web(source: Path, address: str) -> None:
    assert "--address must begin with https://" in refused(source, "-o", "x", "--address", address)


def test_a_picture_in_a_form_we_do_not_draw_is_refused(source: Path) -> None:
    assert "must end in one of .svg, .png" in refused(source, "-o", "x", "--picture", "x.gif")


def test_a_picture_does_not_take_the_place_of_the_record(source: Path, tmp_path: Path) -> None:
    record = source.rename(tmp_path / "match.svg")
    assert "match.svg: the target is the source itself" in refused(
        record, "-o", "x.html", "--picture", record
    )


def test_a_record_that_is_not_there_is_named_where_the_page_is(tmp_path: Path) -> None:
    assert "no.mat: no such file" in refused(tmp_path / "no.mat", "-o", tmp_path / "x.html")


def test_a_page_that_no_place_is_named_for_stands_beside_its_record_once(source: Path) -> None:
    done = kotra("report", source)
    page = source.with_suffix(".html")
    assert (done.exit_code, done.stderr) == (0, f"kotra: Wrote {page}.\n")
    page.write_text("mine", encoding="utf-8")
    again = kotra("report", source)
    assert (again.exit_code, page.read_text("utf-8")) == (2, "mine")
    assert f"{page} already exists; use --force to overwrite it" in again.stderr
    assert kotra("report", source, "--to", "md").exit_code == 0
    assert source.with_suffix(".md").read_text("utf-8").startswith("# ")
    assert kotra("report", source, "--force").exit_code == 0
    assert kotra("report", source).exit_code == 0  # the page is ours now
    for words in (("report", source.parent), ("report", source.parent, "--index"), ("site", source)):
        site = kotra(*map(str, words))
        assert (site.exit_code, "name one with -o" in site.stderr) == (2, True)
    assert "this is the name of a file" in refused(source.parent, "-o", "x.html")


# Watching


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """What is done in place of each wait; the last of them is Ctrl-C."""

    def told(*deeds: Callable[[], object]) -> None:
        left: Iterator[Callable[[], object]] = iter(deeds)

        def pause() -> None:
            deed = next(left, None)
            if deed is None:
                raise KeyboardInterrupt
            deed()

        monkeypatch.setattr(stamps, "pause", pause)

    return told


def test_a_page_is_made_again_when_its_record_changes(
    source: Path, tmp_path: Path, turns: Callable[..., None]
) -> None:
    turns(lambda: None, lambda: source.write_text(SOUND.replace("Anna", "Ragnhildur"), encoding="utf-8"))
    target = tmp_path / "out.html"
    result = kotra("report", source, "-o", target, "--watch")
    assert (result.exit_code, result.stderr.count("out.html again.")) == (0, 1)
    assert "Ragnhildur" in target.read_text(encoding="utf-8")


def test_the_last_good_page_stays(source: Path, tmp_path: Path, turns: Callable[..., None]) -> None:
    turns(lambda: source.write_text("", encoding="utf-8"))
    target = tmp_path / "out.html"
    result = kotra("report", source, "-o", target, "--watch")
    assert result.exit_code == 0
    assert "out.html was not changed" in result.stderr
    assert "Anna" in target.read_text(encoding="utf-8")


def test_a_record_that_is_put_in_the_place_of_another_is_seen(
    source: Path, tmp_path: Path, turns: Callable[..., None]
) -> None:
    other = tmp_path / "other"
    other.write_text(SOUND.replace("Anna", "Inga"), encoding="utf-8")
    turns(source.unlink, lambda: other.rename(source))
    target = tmp_path / "out.html"
    result = kotra("report", source, "-o", target, "--watch")
    assert "was not changed" not in result.stderr
    assert "Inga" in target.read_text(encoding="utf-8")


def test_templates_are_watched_too(
    source: Path, tmp_path: Path, templates: Path, turns: Callable[..., None]
) -> None:
    body = templates / "body.html.j2"
    body.write_text("fyrst", encoding="utf-8")
    turns(lambda: body.write_text("síðan", encoding="utf-8"))
    target = tmp_path / "out.html"
    assert kotra("report", source, "-o", target, "--watch", "--template", templates).exit_code == 0
    assert "síðan" in target.read_text(encoding="utf-8")


def test_what_cannot_be_made_at_first_is_not_watched(tmp_path: Path, turns: Callable[..., None]) -> None:
    turns()
    assert "no.mat: no such file" in refused(tmp_path / "no.mat", "-o", tmp_path / "x.html", "--watch")


@pytest.mark.parametrize("words", [("-", "-o", "x.html"), ("x.mat", "-o", "-")])
def test_only_files_are_watched(words: tuple[str, ...]) -> None:
    assert "--watch needs files" in refused(*words, "--watch")
