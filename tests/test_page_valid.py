"""Every sample's page is valid HTML by a strict parser, its pictures SVG."""

from __future__ import annotations

import html5lib
import pytest

from kotra_notation.words.tongues import LANGUAGES
from referees.seeds import some
from tests.sample_pages import names, page_of, rich_page

pytestmark = pytest.mark.middle


SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", some(names(), 12))
def test_the_page_of_a_sample_is_html_without_a_parse_error(name: str) -> None:
    html5lib.HTMLParser(strict=True).parse(page_of(name))


@pytest.mark.parametrize("language", some(LANGUAGES, 2))
def test_the_page_is_valid_in_every_language(language: str) -> None:
    html5lib.HTMLParser(strict=True).parse(rich_page(language))


@pytest.mark.parametrize("name", some(names(), 12))
def test_no_id_of_a_page_is_given_twice(name: str) -> None:
    tree = html5lib.parse(page_of(name), namespaceHTMLElements=False)
    ids = [element.get("id") for element in tree.iter() if element.get("id") is not None]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", some(names(), 12))
def test_every_picture_of_a_page_is_svg(name: str) -> None:
    pictures = html5lib.parse(page_of(name)).iter(f"{SVG}svg")
    assert {element.tag[: len(SVG)] for picture in pictures for element in picture.iter()} == {SVG}
