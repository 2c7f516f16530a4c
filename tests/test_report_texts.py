"""The report as texts and its recordings: lines of 78 columns, Markdown, links to the moments of turns."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest
from markdown_it import MarkdownIt

import kotra_notation as kn
from kotra_notation.report.rendering import code, fence, inline, quote_remark
from kotra_notation.report.text_layout import LINE, side_by_side, wrap_text
from kotra_notation.report.view import Page, Remark
from kotra_notation.words.lines import width
from kotra_notation.words.tongues import LANGUAGES
from referees.hostile import ALL, ATTACKS, BIDI, MARK, SMALL, culprits
from referees.seeds import part, some
from tests.papers import attacked, headed, model_of, of_many, rendered
from tests.records import rows, tables
from tests.sample_pages import names

FORMS = pytest.mark.parametrize("form", ["json", "txt"])
MEANING: dict[str, str] = tables(__name__)["meaning"]
# What is only long is slow to parse as Markdown.
WORDS = {name: text for name, text in (MEANING | ATTACKS | BIDI).items() if len(text) < 50_000}
DOING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066\u2067\u2028\u2029\ud800-\udfff]")
ALLOWED = {
    *("heading_open", "heading_close", "paragraph_open", "paragraph_close", "inline", "fence", "hr"),
    *("bullet_list_open", "bullet_list_close", "list_item_open", "list_item_close"),
    *("blockquote_open", "blockquote_close", "text", "code_inline", "hardbreak", "softbreak"),
    *("strong_open", "strong_close", "em_open", "em_close"),
    *("table_open", "table_close", "thead_open", "thead_close", "tbody_open", "tbody_close"),
    *("tr_open", "tr_close", "th_open", "th_close", "td_open", "td_close"),
}


@cache
def parser(preset: str) -> MarkdownIt:
    return MarkdownIt(preset)


def tokens(text: str, preset: str = "gfm-like") -> list[Any]:
    """Everything that a parser sees, inside lines too."""
    return [one for token in parser(preset).parse(text) for one in (token, *(token.children or ()))]


def built(text: str) -> list[str]:
    """How a text is built, quotations left out: they have as many lines as their remarks."""
    kept, depth = [], 0
    for token in parser("gfm-like").parse(text):
        depth += token.type == "blockquote_open"
        if not depth:
            kept.append(f"{token.type} {token.tag}")
        depth -= token.type == "blockquote_close"
    return kept


def shown(text: str) -> str:
    """What people read."""
    return "".join(one.content for one in tokens(text) if one.type in ("text", "code_inline"))


def made_of(page: Page, preset: str) -> set[str]:
    """What a report is made of that we do not make."""
    return {one.type for one in tokens(rendered(page, "md"), preset)} - ALLOWED


def wrong(page: Page, form: str) -> list[str]:
    """Return the signs in a report that turn or do anything, and lines of a plain text that are too long."""
    text = rendered(page, form)
    found = DOING.findall(text) + ["isolates"] * (text.count("\u2068") != text.count("\u2069"))
    if form == "json":
        json.loads(text)
        found += re.findall("[\u2068\u2069]", text)
    return found + [line for line in text.splitlines() if form == "txt" and width(line) > LINE]


def broken(page: Page, harmless: Page) -> bool:
    """Whether a report is more than that of harmless words."""
    made = [one for preset in ("commonmark", "gfm-like") for one in made_of(page, preset)]
    return bool(made or wrong(page, "md") or built(rendered(page, "md")) != built(rendered(harmless, "md")))


@FORMS
def test_strangers_in_each_game_do_nothing(form: str) -> None:
    assert culprits(list(SMALL), lambda names: bool(wrong(of_many(*names), form))) == []


@FORMS
@pytest.mark.parametrize("name", ALL)
def test_a_stranger_at_the_head_does_nothing(name: str, form: str) -> None:
    assert wrong(headed(ALL[name]), form) == []


@pytest.mark.slow
@FORMS
@pytest.mark.parametrize("name", some(ALL, 4))
def test_a_stranger_s_words_do_nothing(name: str, form: str) -> None:
    assert wrong(attacked(ALL[name]), form) == []


@pytest.mark.middle
def test_a_stranger_in_each_game_makes_no_other_report() -> None:
    words = tuple(WORDS.items())
    twin = of_many(words=words)
    assert culprits(list(WORDS), lambda names: broken(of_many(*names, words=words), twin)) == []


@pytest.mark.parametrize("name", WORDS)
def test_a_stranger_at_the_head_makes_no_other_report(name: str) -> None:
    assert not broken(headed(WORDS[name]), headed(MARK))


@pytest.mark.slow
@pytest.mark.parametrize("name", some(WORDS, 4))
def test_a_report_is_built_as_that_of_a_harmless_record(name: str) -> None:
    assert built(rendered(attacked(WORDS[name]), "md")) == built(rendered(attacked(MARK), "md"))


@pytest.mark.parametrize("name", MEANING)
def test_words_are_read_as_they_were_written(name: str) -> None:
    written = " ".join(MEANING[name].split())
    assert shown(inline(MEANING[name])).replace("\u2060", "") == written


@pytest.mark.parametrize("name", MEANING)
def test_a_remark_is_a_quotation_of_its_words_and_no_more(name: str) -> None:
    text = quote_remark(Remark(text=MEANING[name], author="Ýmir"))
    assert {one.type for one in tokens(text)} <= {
        *("blockquote_open", "blockquote_close", "paragraph_open", "paragraph_close", "inline", "text"),
        *("hardbreak", "softbreak", "strong_open", "strong_close"),
    }


@pytest.mark.parametrize("words", ["a`b", "``", "` `", "`", "a``b`c"])
def test_code_holds_backticks(words: str) -> None:
    (only,) = [one for one in tokens(code(words)) if one.type == "code_inline"]
    assert only.content == words


@pytest.mark.parametrize("words", ["```", "~~~~\n````\n```x", "a\n`````"])
def test_a_block_ends_where_we_end_it(words: str) -> None:
    (only,) = parser("commonmark").parse(fence(words))
    assert only.content == words + "\n"


def test_lines_of_a_remark_and_of_cells_stay_lines() -> None:
    assert str(quote_remark(Remark(text="eitt\ntvö\n\nþrjú", author=""))) == "> eitt\\\n> tvö\n>\n> þrjú"
    assert side_by_side([("aa bb", "cc")], (2, 4)) == "aa  cc\nbb\n"
    assert side_by_side([("אב", "c")], (4, 4)) == "\u2068אב\u2069    c\n"


@pytest.mark.parametrize("name", names())
def test_a_sample_s_tables_have_as_many_cells_in_every_row_and_no_html(name: str) -> None:
    types = [one.type for one in tokens(rendered(model_of(name), "md"))]
    assert not [type for type in types if type.startswith("html")]
    for table in " ".join(types).split("table_open")[1:]:
        assert len({row.count("th_open") + row.count("td_open") for row in table.split("tr_open")[1:]}) == 1


@pytest.mark.parametrize("name", names())
def test_a_sample_keeps_to_the_lines(name: str) -> None:
    assert max(map(width, rendered(model_of(name, where="every=7"), "txt").splitlines())) <= LINE


@pytest.mark.parametrize("form", ["md", "txt", "json"])
@pytest.mark.parametrize("language", part(LANGUAGES, 2))
def test_every_form_speaks_every_language(form: str, language: str) -> None:
    for name in ("notations/thordis.txt", "sound/skyringar.kotra", "faulty/forn.kotra"):
        assert len(rendered(model_of(name, language), form, language)) > 1000


@rows
def test_a_text_is_wrapped(text: str, lines: tuple[str, ...]) -> None:
    assert wrap_text(text, 8) == list(lines)


HEAD = "kotra 1\n{header}game 1 0-0\nW 31: 8/5 6/5\nvideo 7:45{source}\nB 64: 24/14\n"
LINK = re.compile(r'<a href="(http[^"]*)">([^<]*)</a>')


def page_of(header: str = "", source: str = "") -> str:
    quoted = f" {json.dumps(source)}" if source else ""
    text = HEAD.format(header=f"video: {header}\n" if header else "", source=quoted)
    return kn.report(kn.replay(kn.read(text).matches[0]))


@rows
def test_a_page_leads_to_the_moment_in_a_recording(source: str, moment: str) -> None:
    assert LINK.findall(page_of(source=source)) == [(moment, moment)]
    assert LINK.findall(page_of(header=source)) == [(moment, moment), (source, source)]


@rows
def test_no_other_address_of_a_record_becomes_a_link(source: str) -> None:
    for text in (page_of(source=source), page_of(header=source)):
        assert "7:45 in the recording" in text
        assert LINK.findall(text) == []


def test_the_tag_of_a_match_text_is_the_header_and_comes_back() -> None:
    tagged = '; [Video "https://youtu.be/kotra2026"]\n 1 point match\n Game 1\n Anna : 0      Bjarni : 0\n'
    (match,) = kn.read(f"{tagged}  1) 31: 8/5 6/5           64: 24/18 18/14\n").matches
    assert dict(match.info)["video"] == "https://youtu.be/kotra2026"
    writing = kn.write(match, "mat")
    assert '; [Video "https://youtu.be/kotra2026"]' in str(writing.content)
    assert writing.findings == ()
