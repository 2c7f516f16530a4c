"""A stranger's words stay words: they run nothing, break out of nothing, turn nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
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
from referees.hostile import (
    ALL,
    BIDI,
    HEAD,
    HUGE,
    MARK,
    MATCH,
    SMALL,
    TAG,
    culprits,
    in_turn,
    objects,
    poisoned,
    some_of,
    strings,
)
from referees.models import matches
from referees.seeds import some
from tests.browser import Visitor
from tests.layout_facts import sticking_out, unguarded
from tests.records import rows

INSIDE = ("#", "data:", "blob:")  # how the address of something in the page itself begins
ADDRESSES = ("href", "src", "srcset", "action", "formaction", "poster", "{http://www.w3.org/1999/xlink}href")
SPEAKING = {"title", "alt", "aria-label", "aria-description", "content", "download"}  # attributes for people
LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
NO_LANGUAGE = ('"><script>window.pwned=1</script>', "is onclick=x", "", "!", "x" * 1000, "is\u202e")
IN_FILES = {name: text for name, text in SMALL.items() if name != "surrogate"}  # no file holds one

Node = Any  # an element as html5lib makes it


def page(match: Match, text: str) -> str:
    """The page of a match, the words in its title and in what is said of its file too."""
    origin = Origin(name=text, format=text, dialect=text, encoding=text, content="QW5uYQ==")
    return kn.report(kn.replay(match), title=text, origin=origin)


def attacked(text: str, match: Match = MATCH) -> str:
    """The page with these words everywhere."""
    return page(replace(poisoned(match, text), rules=re.sub("[,=]", "+", text)), text)  # these part options


@cache
def harmless() -> str:
    """Its harmless twin."""
    return page(MATCH, MARK)


def from_kotra(match: Match, text: str) -> str:
    """The page of a match by way of our own notation, and words for its title and its file."""
    content = kn.write(replace(match, rules="modern"), "kotra").content
    assert isinstance(content, str)
    (again,) = kn.read(content.encode(), format="kotra").matches
    return page(again, text)


def from_mat(text: str, *others: str) -> str:
    """The page of a match text with the words in headers, names, comments and plays; others in more games."""
    words, *further = (" ".join(one.split()) for one in (text, *others))
    head = f'; [Event "{words}"]\n; [Player 1 "{words}"]\n; [Site "{words}"]\n\n 3 point match\n'
    games = (
        f"\n Game {number}\n {one} : 0                    {one} : 0\n"
        f"  1) 31: 8/5 6/5                 64: 24/14\n; {one}\n  2) 52: 13/8 {one}      61: 13/7 8/7\n"
        for number, one in enumerate((words, *further), 1)
    )
    record = head + "".join(games)
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
    """Data without its words; how long names are called on the board stands only where there are some."""
    match value:
        case dict():
            kept = {key: one for key, one in value.items() if key != "called"}
            return [[*map(question, one)] if key == "quiz" else shape(one) for key, one in kept.items()]
        case list():
            return [shape(one) for one in value]
        case str():
            return ""
    return value


def question(row: Any) -> Any:
    """A question without its words, in whose order its answers stand."""
    *facts, answers = row
    return [shape(facts), sorted(answers if isinstance(answers, str) else (loss for _, loss in answers))]


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
    assert {"class=summary", "class=highlights"} <= set(re.findall(r"class=\w+", harmless()))


def same_elements(ours: Node, theirs: Node) -> bool:
    return tags(ours) == tags(theirs)


def same_attributes(ours: Node, theirs: Node) -> bool:
    """All but those that speak, in which words may stand."""
    return all(
        key in SPEAKING if MARK in value else bool(one.get(key) == value)
        for one, other in zip(ours.iter(), theirs.iter(), strict=False)
        for key, value in other.attrib.items()
    )


def same_shape_of_data(ours: Node, theirs: Node) -> bool:
    return bool(shape(list(data_of(ours))) == shape(list(data_of(theirs))))


def same_style_and_script(ours: Node, theirs: Node) -> bool:
    return code(ours) == code(theirs)


def addresses_inside_the_page(ours: Node, theirs: Node) -> bool:
    return all(one.get(key, "#").startswith(INSIDE) for one in ours.iter() for key in ADDRESSES)


def turned_back(ours: Node, theirs: Node) -> bool:
    """Whether what a title or an attribute turns, it turns back."""
    spoken = [one.text or "" for one in ours.iter("title")]
    spoken += [value for one in ours.iter() for key, value in one.attrib.items() if key in SPEAKING]
    return all(map(balanced, spoken))


SAME = (same_elements, same_attributes, same_shape_of_data, same_style_and_script)
CHECKS: dict[str, Callable[[Node, Node], bool]] = {
    check.__name__: check for check in (*SAME, addresses_inside_the_page, turned_back)
}


def broken(ours: str, theirs: str, *checks: str) -> list[str]:
    """What does not hold of a page that holds of its harmless twin."""
    try:
        tree, twin = parsed(ours), parsed(theirs)
    except html5lib.html5parser.ParseError as wrong:
        return [f"no HTML: {wrong}"]
    return [check for check in checks or CHECKS if not CHECKS[check](tree, twin)]


@cache
def of_many(*chosen: str) -> str:
    """One page in which every one of the chosen has a game with its words everywhere."""
    return page(in_turn(some_of(SMALL, chosen)), MARK)


@pytest.mark.parametrize("check", CHECKS)
def test_a_stranger_in_each_game_changes_no_page(check: str) -> None:
    twin = of_many()
    assert culprits(list(SMALL), lambda names: bool(broken(of_many(*names), twin, check))) == []


@pytest.mark.parametrize("name", ALL)
def test_a_stranger_at_the_head_changes_no_page(name: str) -> None:
    assert broken(attacked(ALL[name], HEAD), attacked(MARK, HEAD)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", some(ALL, 4))
def test_a_stranger_everywhere_changes_no_page(name: str) -> None:
    """Every one alone in all places at once: as if all who had to do with a match were one."""
    assert broken(attacked(ALL[name]), harmless()) == []


def test_who_breaks_a_page_is_named() -> None:
    """The first of them, and where only several together do, all of these."""
    names = list("abcdefg")
    assert culprits(names, lambda tried: bool({"b", "g"} & set(tried))) == ["b"]
    assert culprits(names, lambda tried: "g" in tried) == ["g"]
    assert culprits(names, lambda tried: tried == names) == names
    assert culprits(names, lambda tried: False) == []


@rows
def test_a_broken_page_is_seen(page: str, why: str) -> None:
    harmless = "<!DOCTYPE html><title>x</title><p title=y>Anna</p>"
    assert broken(page, harmless)[0].startswith(why)
    assert broken(harmless, harmless) == []


@pytest.mark.parametrize("language", NO_LANGUAGE)
def test_a_language_that_is_none_is_not_passed_on(language: str) -> None:
    for element in parsed(page(poisoned(MATCH, MARK, language), MARK)).iter():
        said = element.get("lang")
        assert said is None or (LANGUAGE.fullmatch(said) and len(said) < 40), said


@cache
def of_many_in_our_notation(*chosen: str) -> str:
    """The same from a text of ours."""
    return from_kotra(in_turn(some_of(SMALL, chosen)), MARK)


@pytest.mark.middle
def test_texts_of_ours_give_a_page_built_as_that_of_harmless_ones() -> None:
    twin = of_many_in_our_notation()
    tried = culprits(list(SMALL), lambda names: bool(broken(of_many_in_our_notation(*names), twin)))
    assert tried == []


@pytest.mark.parametrize("name", SMALL)
def test_the_head_of_a_text_of_ours_gives_a_page_built_as_that_of_a_harmless_one(name: str) -> None:
    ours, theirs = (from_kotra(poisoned(HEAD, text), text) for text in (SMALL[name], MARK))
    assert tags(parsed(ours)) == tags(parsed(theirs))


def strange(text: str, *twins: str) -> set[tuple[str, str]]:
    """The elements and attributes of a page that the pages of harmless records do not have."""
    used, *known = (
        {(tag, key) for tag, keys in tags(parsed(one)) for key in ("", *keys)}
        for one in (text, harmless(), *twins)
    )
    return used.difference(*known)


def test_match_texts_bring_no_element_of_their_own() -> None:
    def strange_of_many(names: Sequence[str]) -> bool:
        some = some_of(IN_FILES, names)
        return bool(strange(from_mat(MARK, *some), from_mat(MARK, *[MARK] * len(some))))

    assert culprits(list(IN_FILES), strange_of_many) == []


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
    plays = ((0, (3, 1), ((8, 5), (6, 5))), (1, (6, 4), ((24, 14),)), (0, (5, 2), ((13, 6),)))
    for seat, dice, hops in plays:
        deed = m.Play(hops=tuple(m.Hop(*hop) for hop in hops))
        events += [m.Turn(seat=seat, dice=dice, deed=deed), said]
    events += [m.Double(seat=1, value=2), replace(said, aspect="cube"), m.Drop(seat=0)]
    kn.report(kn.replay(m.Match(games=(m.Game(number=1, events=tuple(events)),))))


@settings(max_examples=60, derandomize=True, suppress_health_check=list(HealthCheck))
@given(matches)
def test_any_match_at_all_gives_a_page(match: Match) -> None:
    kn.report(kn.replay(match))


@pytest.mark.middle
def test_nothing_of_many_runs_in_the_browser(visit: Visitor) -> None:
    def runs(names: Sequence[str]) -> bool:
        page = visit(of_many(*names), width=820).page
        return bool(page.evaluate("window.pwned") is not None or sticking_out(page))

    assert culprits(list(SMALL), runs) == []


@pytest.mark.middle
def test_words_of_many_from_the_right_leave_their_neighbours_in_order(visit: Visitor) -> None:
    page = visit(of_many(*SMALL)).page
    assert {name: found for name in BIDI if (found := unguarded(page, BIDI[name]))} == {}
