"""A stranger's words stay words: they run nothing, break out of nothing, turn nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache, lru_cache
from typing import Any, get_args

import html5lib
import pytest
from hypothesis import HealthCheck, given, settings

import kotra_notation as kn
from kotra_notation import model as m
from kotra_notation.model import Match
from kotra_notation.report.view import Origin
from tests.browser import Visitor
from tests.hostile import ATTACKS, BIDI, MARK, MATCH, TAG, objects, poisoned, strings
from tests.layout_facts import sticking_out, unguarded
from tests.models import matches

INSIDE = ("#", "data:", "blob:")  # how the address of something in the page itself begins
ADDRESSES = ("href", "src", "srcset", "action", "formaction", "poster", "{http://www.w3.org/1999/xlink}href")
SPEAKING = {"title", "alt", "aria-label", "aria-description", "content", "download"}  # attributes for people
LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
NO_LANGUAGE = ('"><script>window.pwned=1</script>', "is onclick=x", "", "!", "x" * 1000, "is\u202e")
ALL = ATTACKS | BIDI
HUGE = {name: text for name, text in ATTACKS.items() if len(text) > 50_000}
SMALL = [name for name in ALL if name not in HUGE]

Node = Any  # an element as html5lib makes it


def page(match: Match, text: str) -> str:
    """The page of a match, the words in its title and in what is said of its file too."""
    origin = Origin(name=text, format=text, dialect=text, encoding=text, content="QW5uYQ==")
    return kn.report(kn.replay(match), title=text, origin=origin)


@cache
def attacked(name: str) -> str:
    """The page with an attack everywhere."""
    text = ALL[name]
    match = replace(poisoned(MATCH, text), rules=re.sub("[,=]", "+", text))  # these part options
    return page(match, text)


@cache
def harmless() -> str:
    """Its harmless twin."""
    return page(MATCH, MARK)


def from_kotra(text: str) -> str:
    """The page with the words everywhere, by way of our own notation."""
    content = kn.write(poisoned(replace(MATCH, rules="modern"), text), "kotra").content
    assert isinstance(content, str)
    (again,) = kn.read(content.encode(), format="kotra").matches
    return page(again, text)


def from_mat(text: str) -> str:
    """The page of a match text with the words in headers, names, comments and plays."""
    words = " ".join(text.split())
    record = (
        f'; [Event "{words}"]\n; [Player 1 "{words}"]\n; [Site "{words}"]\n\n 3 point match\n\n'
        f" Game 1\n {words} : 0                    {words} : 0\n"
        f"  1) 31: 8/5 6/5                 64: 24/14\n; {words}\n  2) 52: 13/8 {words}      61: 13/7 8/7\n"
    )
    reading = kn.read(record, format="mat")
    return kn.report(kn.replay(reading.matches[0]), findings=reading.findings, title=text, source=text)


@lru_cache(maxsize=200)
def parsed(text: str) -> Node:
    """The tree of a page, which must be HTML without a parse error."""
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(text)


def tags(root: Node) -> list[tuple[str, list[str]]]:
    """Every element with the names of its attributes."""
    return [(str(one.tag), list(one.attrib)) for one in root.iter() if isinstance(one.tag, str)]


def data_of(root: Node) -> Iterator[Any]:
    """What a page holds for its script."""
    for one in root.iter("script"):
        if "json" in one.get("type", ""):
            yield json.loads(one.text)


def shape(value: Any) -> Any:
    """Data without its words."""
    match value:
        case dict():
            return [shape(one) for one in value.values()]
        case list():
            return [shape(one) for one in value]
        case str():
            return ""
    return value


def code(root: Node) -> list[str]:
    """What of a page is style, or script that runs."""
    kept = [one for one in root.iter() if one.tag in ("style", "script")]
    return [one.text or "" for one in kept if "json" not in one.get("type", "")]


def balanced(text: str) -> bool:
    """Whether every embedding and isolate opened in a text is closed in it, and nothing else is closed."""
    waiting: list[str] = []
    for sign in text:
        if sign in "\u202a\u202b\u202d\u202e":
            waiting.append("\u202c")
        elif sign in "\u2066\u2067\u2068":
            waiting.append("\u2069")
        elif sign in "\u202c\u2069" and (not waiting or waiting.pop() != sign):
            return False
    return not waiting


def test_every_field_that_can_hold_words_is_attacked() -> None:
    for kind in (m.Match, m.Player, m.Game, m.Candidate, m.Unread, *get_args(m.Event)):
        holders = [one for one in objects(MATCH) if type(one) is kind]
        for field in fields(kind):
            if re.search(r"\bstr\b", str(field.type)):
                held = {text for one in holders for text in strings(getattr(one, field.name))}
                assert held & {MARK, TAG}, (kind, field.name)


@pytest.mark.parametrize("name", ALL)
def test_the_page_is_built_as_that_of_a_harmless_record(name: str) -> None:
    ours, theirs = parsed(attacked(name)), parsed(harmless())
    assert tags(ours) == tags(theirs)
    for one, other in zip(ours.iter(), theirs.iter(), strict=True):
        for key, value in other.attrib.items():
            assert key in SPEAKING if MARK in value else one.get(key) == value, (other.tag, key, value)


@pytest.mark.parametrize("name", ALL)
def test_the_script_reads_data_of_the_same_shape(name: str) -> None:
    ours, theirs = parsed(attacked(name)), parsed(harmless())
    assert shape(list(data_of(ours))) == shape(list(data_of(theirs)))


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_added_to_style_and_script(name: str) -> None:
    assert code(parsed(attacked(name))) == code(parsed(harmless()))


@pytest.mark.parametrize("name", ALL)
def test_every_address_is_one_inside_the_page(name: str) -> None:
    for element in parsed(attacked(name)).iter():
        for key in ADDRESSES:
            assert element.get(key, "#").startswith(INSIDE), (element.tag, key)


@pytest.mark.parametrize("language", NO_LANGUAGE)
def test_a_language_that_is_none_is_not_passed_on(language: str) -> None:
    for element in parsed(page(poisoned(MATCH, MARK, language), MARK)).iter():
        said = element.get("lang")
        assert said is None or (LANGUAGE.fullmatch(said) and len(said) < 40), said


@pytest.mark.parametrize("name", SMALL)
def test_a_text_of_ours_gives_a_page_built_as_that_of_a_harmless_one(name: str) -> None:
    assert tags(parsed(from_kotra(ALL[name]))) == tags(parsed(from_kotra(MARK)))


@pytest.mark.parametrize("name", [name for name in SMALL if name != "surrogate"])  # no file holds one
def test_a_match_text_brings_no_element_of_its_own(name: str) -> None:
    known = {(tag, key) for tag, keys in tags(parsed(harmless())) for key in ("", *keys)}
    used = {(tag, key) for tag, keys in tags(parsed(from_mat(ALL[name]))) for key in ("", *keys)}
    assert used <= known


@pytest.mark.parametrize("name", HUGE)
def test_a_huge_name_is_not_repeated_in_full(name: str) -> None:
    text = HUGE[name]
    player = m.Player(name=text, rating=text)
    match = m.Match(players=(player, player), length=5, info=(("event", text),), games=MATCH.games)
    assert len(kn.report(kn.replay(match))) < len(harmless()) + 10 * len(text)


def test_a_record_can_be_looked_up_whatever_is_in_it() -> None:
    assert len({MATCH, replace(MATCH, length=7), replace(MATCH)}) == 2


GREAT = (1.7e308, -1.7e308, 1e306, float("inf"), float("-inf"), float("nan"))


@pytest.mark.parametrize("number", GREAT)
@pytest.mark.parametrize("other", [1.0, *GREAT[:3], GREAT[-1]])
@pytest.mark.parametrize("aspect", ["play", "cube", "luck"])
def test_numbers_no_game_brings_are_none_of_an_analysis(aspect: Any, number: float, other: float) -> None:
    """Two of each, so that they are added up; both can be read from JSON, one way or the other round."""
    choices = {"play": ("8/5 6/5", "13/9"), "cube": ("no double", "double/take", "double/pass"), "luck": ()}
    numbers = (number, other, number)
    said = m.Evaluation(
        aspect=aspect,
        candidates=tuple(
            m.Candidate(choice=choice, equity=one, chances=(one,) * 5, extras={"mwc": str(one)})
            for choice, one in zip(choices[aspect], numbers, strict=False)
        ),
        luck=number if aspect == "luck" else None,
        extras={"mwc": str(number)},
    )
    events: list[m.Event] = []
    for seat, dice, hops in (
        (0, (3, 1), ((8, 5), (6, 5))),
        (1, (6, 4), ((24, 14),)),
        (0, (5, 2), ((13, 6),)),
    ):
        deed = m.Play(hops=tuple(m.Hop(*hop) for hop in hops))
        events += [m.Turn(seat=seat, dice=dice, deed=deed), said]
    events += [m.Double(seat=1, value=2), replace(said, aspect="cube"), m.Drop(seat=0)]
    kn.report(kn.replay(m.Match(games=(m.Game(number=1, events=tuple(events)),))))


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(matches)
def test_any_match_at_all_gives_a_page(match: Match) -> None:
    kn.report(kn.replay(match))


@pytest.mark.parametrize("name", ALL)
def test_nothing_runs_in_the_browser(visit: Visitor, name: str) -> None:
    page = visit(attacked(name), width=820).page
    assert page.evaluate("window.pwned") is None
    assert sticking_out(page) == []


@pytest.mark.parametrize("name", BIDI)
def test_words_written_from_the_right_leave_their_neighbours_in_order(visit: Visitor, name: str) -> None:
    assert unguarded(visit(attacked(name)).page, BIDI[name]) == []


@pytest.mark.parametrize("name", BIDI)
def test_what_a_title_or_an_attribute_turns_it_turns_back(name: str) -> None:
    root = parsed(attacked(name))
    spoken = [one.text or "" for one in root.iter("title")]
    spoken += [value for one in root.iter() for key, value in one.attrib.items() if key in SPEAKING]
    assert [text for text in spoken if not balanced(text)] == []
