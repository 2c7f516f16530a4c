"""The page and its model: whole, valid, the same bytes, and as docs/report.md says it is."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import html5lib
import pytest
from typer import Context
from typer.core import TyperGroup
from typer.main import get_command

import kotra_notation as kn
from kotra_notation.board import Position
from kotra_notation.cli.app import app
from kotra_notation.findings import Severity
from kotra_notation.installation import folder
from kotra_notation.report.cleaning import clean, language, name
from kotra_notation.report.live import live, stop_texts
from kotra_notation.report.page import count_words, page
from kotra_notation.report.rendering import VERSION, position
from kotra_notation.report.templating import APART
from kotra_notation.report.view import Page, Stop
from kotra_notation.report.wishes import Wishes
from kotra_notation.words.tongues import ENGLISH, LANGUAGES
from referees.seeds import part, some
from referees.transcripts import bare, game, read
from tests.calls import SOUND, kotra
from tests.papers import model_of, rendered
from tests.records import rows, write_files
from tests.sample_pages import KINDS, names, page_of, replayed, rich_page
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


TEXT = (Path(__file__).parent.parent / "docs/report.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"{%-? block (\w+)")
START = Position(points=(0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0))


def kinds(hint: Any) -> Iterator[type]:
    """The classes of the view model that a type is made of."""
    if isinstance(hint, type) and is_dataclass(hint) and hint is not Position:
        yield hint
    for one in get_args(hint):
        yield from kinds(one)


def view_classes() -> list[type]:
    """The page and every class that is in it."""
    classes: list[type] = [Page]
    for one in classes:
        inner = [kind for hint in get_type_hints(one).values() for kind in kinds(hint)]
        classes += [kind for kind in dict.fromkeys(inner) if kind not in classes]
    return classes


def fits(value: Any, hint: Any) -> bool:
    """Whether a value of JSON is what a field is declared to be."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(fits(value, one) for one in inner)
    if origin is tuple and inner[-1] is Ellipsis:
        return isinstance(value, list) and all(fits(one, inner[0]) for one in value)
    if origin is tuple:
        return isinstance(value, list) and all(map(fits, value, inner)) and len(value) == len(inner)
    if origin is dict:
        return isinstance(value, dict) and all(fits(one, inner[1]) for one in value.values())
    if hint is Position:
        return isinstance(value, dict) and list(value) == list(position(START))
    if is_dataclass(hint):
        names = [one.name for one in fields(hint)]
        hints = get_type_hints(hint)
        return (
            isinstance(value, dict) and list(value) == names and all(fits(value[n], hints[n]) for n in names)
        )
    return type(value) is (type(None) if hint is None else hint)


def listed_fields() -> Iterator[str]:
    """The fields of the table; one that begins with a dot belongs to the class named before it."""
    for cell in re.findall(r"^\| (`(?:[A-Z]\w+|position)\.\w+`.*?) \|", TEXT, re.M):
        owner = ""
        for word in re.findall(r"`([^`]+)`", cell):
            owner = word.partition(".")[0] or owner
            yield f"{owner}.{word.partition('.')[2]}"


def test_every_field_and_every_option_is_described_and_no_other() -> None:
    real = [f"{kind.__name__}.{one.name}" for kind in view_classes() for one in fields(kind)]
    real += [f"position.{name}" for name in position(START)]
    assert sorted(listed_fields()) == sorted(real), "the table of fields in docs/report.md"
    command = get_command(app)
    assert isinstance(command, TyperGroup)
    report: Any = command.get_command(Context(command), "report")
    real = [one.opts[0] for one in report.params if one.param_type_name == "option"]
    cells = re.findall(r"^\| (`-.*?) \|", TEXT, re.M)
    told = [word for cell in cells for word in re.findall(r"`(-[-\w]+)", cell)]
    assert sorted([*told, "--help-all"]) == sorted(real)
    assert set() < set(re.findall(r"`page\.(\w+)`", TEXT)) <= Page.__dataclass_fields__.keys()


@pytest.mark.parametrize("name", KINDS)
def test_a_sample_has_the_fields_of_the_view_model(name: str) -> None:
    written = json.loads(rendered(model_of(name), "json"))
    assert written.pop("version") == VERSION
    assert fits(written, Page)


def test_a_position_has_the_identifiers_of_its_game() -> None:
    names = {"xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10", "gnubg_id": "4HPwATDgc/ABMA"}
    names |= {"text": START.text(), "ogid": START.ogid(), "gnubg_match_id": START.gnubg_match_id()}
    facts = {"seat": 0, "dice": None, "cube": {"value": 1, "owner": None}, "offer": None}
    assert position(START) == names | facts | {"pips": [167, 167], "off": [0, 0]}
    written = json.loads(rendered(model_of("sound/forn-islenska.kotra"), "json"))
    final = written["final"]["position"]
    assert final["text"]
    assert [final[name] for name in ("xgid", "ogid", "gnubg_id", "gnubg_match_id")] == [None] * 4


def test_every_template_is_described_with_its_blocks() -> None:
    rows = re.findall(r"^\| ((?:`[\w.]+`(?:, )?)+) \| [^|]+ \|(.*)\|$", TEXT, re.M)
    told = {
        name: set(re.findall(r"`(\w+)`", blocks))
        for names, blocks in rows
        for name in re.findall(r"`([\w.]+\.\w+)`", names)
    }
    assert told == {
        path.name: set(BLOCK.findall(path.read_text(encoding="utf-8")))
        for path in folder("templates").iterdir()
        if not path.name.startswith(APART)
    }


def test_the_example_of_a_template_runs(tmp_path: Path) -> None:
    (example,) = re.findall(r"```jinja\n(.*?)```", TEXT, re.S)
    write_files(tmp_path, {"body.html.j2": example, "match.mat": SOUND})
    result = kotra("report", tmp_path / "match.mat", "-o", "-", "--template", tmp_path)
    assert "<footer>Kotrufélagið, Anna – Bjarni</footer>" in result.stdout


DOUBLED = read(
    "kotra 1\nwhite: Anna\nblack: Bjarni\nlength: 5\nrules: modern\ngame 1 0-0\n"
    "W 31: 8/5 6/5\nB doubles 2\nW drops\nB wins 1\ngame 2 0-1\nB 31: 8/5 6/5\nW 64: 24/14\n"
)
SHOWN = page(kn.replay(DOUBLED))
STOPS = [item for game in SHOWN.games for item in game.items if isinstance(item, Stop)]


def test_stops_for_the_script_are_short_and_in_order() -> None:
    start = "1b4E1C3eE3c1e4B1"
    assert list(stop_texts(STOPS)) == [f"031 ifgf {start}", "100", "1D", f"131 ifgf {start}", "064 ysso"]
    given = live(SHOWN, ENGLISH)
    assert len(given["stops"].split("|")) == len(STOPS) + 2
    assert given["games"] == [[0, 0, 5, 0, 0], [0, 1, 5, 0, 0]]
    json.dumps(given)


@rows
def test_findings_are_counted_in_words(counts: tuple[int, int, int], words: str) -> None:
    assert count_words(dict(zip((level.value for level in Severity), counts, strict=True)), ENGLISH) == words


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Þórdís", "Þórdís"),
        ("a\u202eb\u2066c", "abc"),
        ("a\x00b\ud800", "a\ufffdb\ufffd"),
        ("a\u2028b\r\n", "a\nb \n"),
        ("a\u00a0b", "a b"),
        ("نور\u200f", "نور\u200f"),
    ],
)
def test_a_stranger_s_words_bring_letters_only(given: str, shown: str) -> None:
    assert clean(given) == shown


def test_a_name_is_one_line_that_ends() -> None:
    assert name("Anna\n  Björg ") == "Anna Björg"
    assert len(name("a" * 10_000)) == 80


@pytest.mark.parametrize(
    ("tag", "shown"), [("is", "is"), ("pt-BR", "pt-BR"), (None, ""), ("is onclick=x", ""), ("a" * 40, "")]
)
def test_a_language_that_is_none_is_left_out(tag: str | None, shown: str) -> None:
    assert language(tag) == shown


@pytest.mark.parametrize("sample", names())
def test_every_sample_gives_a_page_in_every_language(sample: str) -> None:
    for code in part(LANGUAGES):
        assert page(replayed(sample), wishes=Wishes(language=code)).language == code
