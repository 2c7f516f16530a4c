"""The report as Markdown: a parser of CommonMark reads it as it is meant, and a stranger's words as words."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from markdown_it import MarkdownIt

from kotra_notation.report.rendering import code, fence, inline, quote_remark
from kotra_notation.report.view import Page, Remark
from referees.hostile import ATTACKS, BIDI, MARK, culprits
from referees.seeds import some
from tests.papers import attacked, headed, model_of, of_many, rendered
from tests.sample_pages import names

MEANING = {
    "heading": "# Anna",
    "heading, underlined": "Anna\n====\nBjarni\n---",
    "rule": "---",
    "list": "- Anna\n+ Bjarni\n1. Dalla\n2) Egill",
    "quotation": "> Anna",
    "code": "    Anna",
    "code, fenced": "```\nAnna\n~~~",
    "backticks": "``````````` `` `",
    "link": "[Anna](https://kotra.invalid)",
    "link by name": "[Anna][1]\n\n[1]: https://kotra.invalid",
    "link in angles": "<https://kotra.invalid> <anna@kotra.invalid>",
    "link by itself": "https://kotra.invalid www.kotra.invalid kotra.invalid mailto:anna@kotra.invalid",
    "mail": "anna@kotra.invalid",
    "picture": "![Anna](https://kotra.invalid/a.png)",
    "emphasis": "*Anna* _Bjarni_ **Dalla** __Egill__ ~~Freyja~~",
    "cells": "| a | b |\n|---|---|\n| c | d |",
    "html": "<b>Anna</b> <!-- <img src=x onerror=x> -->",
    "entities": "&lt;b&gt; &amp; &copy; &#42;Anna&#42;",
    "backslash": "Anna\\",
    "backslashes": "\\*Anna\\* \\",
    "break": "Anna  \nBjarni\\\nDalla",
    "call": "@anna and #12 and $x$",
}
# What is only long is slow to parse here, and has its test among the plain texts.
WORDS = {name: text for name, text in (MEANING | ATTACKS | BIDI).items() if len(text) < 50_000}
DOING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066\u2067\u2028\u2029]")
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


def signs(page: Page) -> list[str]:
    """The signs in a report that turn or do anything."""
    text = rendered(page, "md")
    closed = text.count("\u2068") == text.count("\u2069")
    return DOING.findall(text) + ["isolates"] * (not closed)


def broken(page: Page, harmless: Page) -> bool:
    """Whether a report is more than that of harmless words."""
    made = [one for preset in ("commonmark", "gfm-like") for one in made_of(page, preset)]
    return bool(made or signs(page) or built(rendered(page, "md")) != built(rendered(harmless, "md")))


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


def test_lines_of_a_remark_stay_lines() -> None:
    assert str(quote_remark(Remark(text="eitt\ntvö\n\nþrjú", author=""))) == "> eitt\\\n> tvö\n>\n> þrjú"


@pytest.mark.parametrize("name", names())
def test_a_sample_s_tables_have_as_many_cells_in_every_row(name: str) -> None:
    rows: list[int] = []
    for one in parser("gfm-like").parse(rendered(model_of(name), "md")):
        if one.type == "table_open":
            rows = []
        elif one.type == "tr_open":
            rows.append(0)
        elif one.type in ("th_open", "td_open"):
            rows[-1] += 1
        elif one.type == "table_close":
            assert len(set(rows)) == 1


@pytest.mark.parametrize("name", names())
def test_a_sample_has_nothing_that_a_parser_takes_for_html(name: str) -> None:
    assert not [one.type for one in tokens(rendered(model_of(name), "md")) if one.type.startswith("html")]
