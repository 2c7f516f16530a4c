"""The report as plain text: lines of 78 columns, no sign that does anything; and what all texts share."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kotra_notation.report.text_layout import LINE, Turns, side_by_side, turn_lines, wrap_text
from kotra_notation.report.view import Event, Page, Stop
from kotra_notation.words.lines import width
from kotra_notation.words.tongues import ENGLISH, LANGUAGES
from referees.hostile import ALL, SMALL, culprits
from referees.seeds import part, some
from tests.papers import attacked, headed, model_of, of_many, rendered
from tests.records import rows
from tests.sample_pages import names

FORMS = ("md", "txt", "json")
DOING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066\u2067\u2028\u2029\ud800-\udfff]")


def stop(**changed: object) -> Stop:
    """The first throw of a match, changed."""
    first = next(one for one in model_of("sound/reykjavik.mat").games[0].items if isinstance(one, Stop))
    return replace(first, **changed)  # type: ignore[arg-type]


def sheet(*items: Stop | Event) -> str:
    """Turns in two columns."""
    return turn_lines(Turns(items=items), ENGLISH)


def wrong(page: Page) -> list[str]:
    """What does anything in a text, and lines that are too long."""
    text = rendered(page, "txt")
    long = [line for line in text.splitlines() if width(line) > LINE]
    closed = text.count("\u2068") == text.count("\u2069")
    return DOING.findall(text) + long + ["isolates"] * (not closed)


def test_strangers_in_each_game_do_nothing_and_keep_to_the_lines() -> None:
    assert culprits(list(SMALL), lambda names: bool(wrong(of_many(*names)))) == []


@pytest.mark.parametrize("name", ALL)
def test_a_stranger_at_the_head_does_nothing_and_keeps_to_the_lines(name: str) -> None:
    assert wrong(headed(ALL[name])) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", some(ALL, 4))
def test_a_stranger_s_words_do_nothing_and_keep_to_the_lines(name: str) -> None:
    assert wrong(attacked(ALL[name])) == []


@pytest.mark.parametrize("name", names())
def test_a_sample_keeps_to_the_lines(name: str) -> None:
    assert max(map(width, rendered(model_of(name, where="every=7"), "txt").splitlines())) <= LINE


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", part(LANGUAGES, 2))
def test_every_form_speaks_every_language(form: str, language: str) -> None:
    for name in ("notations/thordis.txt", "sound/skyringar.kotra", "faulty/forn.kotra"):
        assert len(rendered(model_of(name, language), form, language)) > 1000


@pytest.mark.parametrize("form", FORMS)
def test_the_same_record_gives_the_same_bytes(form: str) -> None:
    page = model_of("sound/skyringar.kotra")
    assert rendered(page, form) == rendered(page, form)


def told(page: Page) -> dict[str, str]:
    """One text of every kind of thing on a page."""
    game = page.games[0]
    first = {item.kind: item for item in reversed(game.items)}
    tables = page.tables[0]
    return {
        "player": page.players[0],
        "rating": page.ratings[0],
        "result": page.result,
        "header": page.headers[0][1],
        "length": page.length,
        "rules": page.specification,
        "origin": page.origin.name,
        "hash": page.origin.hash,
        "remark of the match": page.remarks[0].text,
        "how a game ended": game.how,
        "score": game.after,
        "cube": "Doubles to 2. Hallbera takes.",
        "finding": page.found[0].code,
        "its place": page.found[0].place,
        "the rule": page.found[0].rule,
        "its title": page.found[0].rule_title,
        "the nearest play": page.found[0].nearest[0].play if page.found[0].nearest else "18/13",
        "stop": next(one.text for one in game.items if isinstance(one, Stop)),
        "sign": "Takes ??",
        "event": first["event"].text,  # type: ignore[union-attr]
        "picture": first["picture"].diagram.position.xgid(),  # type: ignore[union-attr]
        "author": "Ýmir:",
        "table": tables.title,
        "row": tables.rows[0][0],
        "note": page.tables[-1].notes[-1],
    }


@pytest.mark.parametrize("form", ["md", "txt"])
def test_every_kind_of_thing_is_told(form: str) -> None:
    page = model_of("sound/skyringar.kotra")
    text = " ".join(rendered(page, form).split())
    lacking = [what for what, words in told(page).items() if words not in text]
    assert lacking == []


@pytest.mark.parametrize("form", ["md", "txt"])
def test_a_blunder_has_its_choices(form: str) -> None:
    page = model_of("notations/thordis.txt")
    lines = [line.split() for line in rendered(page, form).splitlines()]
    assert ["bar/23", "9/3", "−0.405"] in [[word for word in line if word != "|"][:3] for line in lines]


@rows
def test_a_text_is_wrapped(text: str, lines: tuple[str, ...]) -> None:
    assert wrap_text(text, 8) == list(lines)


def test_cells_go_on_below_themselves() -> None:
    assert side_by_side([("aa bb", "cc")], (2, 4)) == "aa  cc\nbb\n"


def test_words_from_the_right_stay_in_their_cell() -> None:
    assert side_by_side([("אב", "c")], (4, 4)) == "\u2068אב\u2069    c\n"


def test_turns_stand_in_the_column_of_their_side() -> None:
    one = stop(turn=1, seat=1, dice="31", text="8/5 6/5")
    other = stop(turn=2, seat=0, dice="64", text="24/14")
    assert sheet(one, other) == f"{'':40}  1 31: 8/5 6/5\n  2 64: 24/14\n"


def test_what_is_said_of_a_turn_stands_behind_it() -> None:
    one = stop(turn=1, seat=0, dice="31", text="8/5", sign="?", codes=("P203",), severity_word="Error")
    assert sheet(one) == "  1 31: 8/5 ? [Error P203]\n"


def test_a_turn_that_is_not_certain_says_so() -> None:
    assert sheet(stop(text="8/5", certain=False)).rstrip().endswith("8/5 [uncertain]")


def test_what_is_nobody_s_turn_stands_between_the_turns() -> None:
    one = stop(turn=1, seat=0, dice="31", text="8/5 6/5")
    text = sheet(one, Event(text="After-throws"), replace(one, turn=2, seat=1))
    assert text.splitlines()[1] == "    After-throws"
