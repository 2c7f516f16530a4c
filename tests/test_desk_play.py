"""A match played on the page: against the engine, and by two at one board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

import kotra_notation as kn
from kotra_notation.desk import writing
from kotra_notation.desk.record_tasks import answer, enter_move, hint, standing_row, throw
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.record import draft
from kotra_notation.record.draft.view import DraftStanding
from kotra_notation.words.tongues import ENGLISH
from tests.browser import LOOKS, PHONE, SIZES, Scheme
from tests.desk_served import served
from tests.desks import Scribe, desk_of, scribe

Open = Callable[..., Scribe]
OPENED = draft.enter(draft.begin(length=1), "31\n8/5 6/5")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[DeskSettings]:
    with served(folder=tmp_path) as running:
        yield running


@pytest.fixture
def play(chromium: Browser, desk: DeskSettings) -> Iterator[Open]:
    """Opens pages for playing; each must have been quiet."""
    with ExitStack() as pages:

        def opened(**shown: object) -> Scribe:
            return pages.enter_context(scribe(chromium, desk, "play", **shown))  # type: ignore[arg-type]

        yield opened


def against(page: Scribe, level: str, rules: str = "modern", length: str = "1") -> Scribe:
    page.choose("against", level)
    return page.begin(rules, length=length)


def played_on(page: Scribe, steps: int, seed: int = 1) -> Scribe:
    """Whatever the page asks for, by keys alone, until the match is over."""
    random = Random(seed)
    for _ in range(steps):
        page.settled()
        standing = draft.standing(page.text)
        if standing.wants == "nothing":
            break
        if standing.wants == "answer":
            page.type("t" if standing.offer != "resignation" else "y")
        elif standing.wants == "play":
            page.type(random.choice(standing.plays).text)
        else:
            page.press("Enter")
    return page.settled()


def plays(standing: DraftStanding) -> int:
    """How often somebody has played; an opening throw behind a tie has a line of its own."""
    return sum(bool(turn.play) for turn in standing.turns)


@pytest.mark.parametrize("rules", ["modern", "forn-1977"])
def test_dice_are_thrown_and_the_engine_answers(rules: str) -> None:
    text = draft.begin(("Álfhildur", "Vél"), 1, rules)
    for _ in range(60):
        standing = draft.standing(text)
        if standing.seat == 0 and standing.wants == "play":
            text = draft.enter(text, hint({"text": text, "level": "quick"}, ENGLISH)["plays"][0]["text"])
        elif standing.seat == 1 and standing.wants in ("dice", "play", "answer"):
            text = answer({"text": text, "seat": 1, "level": "quick", "dice": "key"}, ENGLISH)["text"]
        elif standing.wants in ("opening", "dice"):
            text = throw({"text": text, "dice": "key"}, ENGLISH)["text"]
        else:
            break
    assert len(draft.standing(text).turns) > 20
    assert [one for one in kn.check(text.encode()).findings if one.severity == "error"] == []


def test_without_the_engine_two_people_can_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "find_spec", lambda name: None)
    page = bytes(writing.record_page(desk_of(), "play").body).decode()
    assert page.count("name=against") == 1
    assert "two people can play at one board" in page


def test_dice_are_thrown_evenly() -> None:
    asked = [{"text": OPENED, "dice": str(key)} for key in range(300)]
    dice = [throw(one, ENGLISH)["standing"]["dice"] for one in asked]
    assert {die for pair in dice for die in pair} == set("123456")
    assert len(set(dice)) > 25


def test_a_throw_that_is_asked_for_again_is_the_same() -> None:
    asked = {"text": OPENED, "dice": "key"}
    again = throw(asked, ENGLISH)
    assert again == throw(asked, ENGLISH)
    followed = answer(asked | {"seat": 1, "level": "quick"}, ENGLISH)["text"]
    assert f"\nB {again['standing']['dice']}:" in followed


# What a player may enter where the dice are thrown: the record above, the entry, and why it is refused.
REFUSED = [
    ("31; 8/5 6/5", "66", "Roll first"),
    ("31; 8/5 6/5", "66: 24/18(2) 13/7(2)", "Roll first"),
    ("31; 8/5 6/5", "B 66: 24/18(2) 13/7(2)", "Roll first"),
    ("31; 8/5 6/5", "g", "Roll first"),
    ("31; 8/5 6/5", "t", "Roll first"),
    ("31", "66", "Make a legal play first"),
    ("31", "????", "Make a legal play first"),
    ("31", "r1", "Make a legal play first"),
    ("31", "6/off", "6/off"),
    ("31", "W wins 3", "Make a legal play first"),
    ("31; 8/5 6/5; 52; 13/8 24/22; d", "31", "Answer the double"),
]


@pytest.mark.parametrize(("entries", "entry", "why"), REFUSED)
def test_only_what_comes_next_is_entered(entries: str, entry: str, why: str) -> None:
    text = draft.enter(draft.begin(("Anna", "Björn"), 3), entries.replace("; ", "\n"))
    with pytest.raises(ValueError, match=re.escape(why)):
        enter_move({"text": text, "entry": entry}, ENGLISH)


@pytest.mark.parametrize(
    ("rules", "length"), [("modern", 1), ("modern,cube.limit=1", 3), ("forn-1977", None)], ids=str
)
def test_a_double_that_wins_nothing_is_not_offered(rules: str, length: int | None) -> None:
    text = throw({"text": draft.begin(length=length, rules=rules), "dice": "key"}, ENGLISH)["text"]
    while (row := standing_row(text, ENGLISH))["standing"]["wants"] != "dice":
        entry = draft.standing(text).plays[0].text if row["standing"]["wants"] == "play" else "31"
        text = draft.enter(text, entry)
    assert not row["standing"]["doubles"]
    with pytest.raises(ValueError, match=r"double|cube"):
        enter_move({"text": text, "entry": "d"}, ENGLISH)


@SIZES
def test_a_game_against_the_engine_is_played_by_keys(play: Open, size: tuple[int, int]) -> None:
    page = played_on(against(play(size=size), "quick"), 1000)
    assert re.fullmatch(r"(Álfhildur|Brynjólfur) wins the match [1-3]–0\.", page.asked)
    check = kn.check(page.text.encode())
    assert check.findings == ()
    assert re.search(r"^[WB] wins .*and the match$", page.text, re.M)


def test_the_old_game_is_played_against_the_engine(play: Open) -> None:
    page = played_on(against(play(), "quick", "forn-1977"), 30)
    assert len(draft.standing(page.text).turns) > 20
    assert all(one.code == "S408" for one in kn.check(page.text.encode()).findings)


def test_the_last_play_of_the_engine_stays_marked(play: Open) -> None:
    page = played_on(against(play(), "quick"), 4)
    while draft.standing(page.text).wants != "dice":
        page = played_on(page, 1)
    assert page.page.locator(".stage .past path").count() > 0


def test_two_people_play_at_one_board_by_touch(play: Open) -> None:
    page = against(play(size=PHONE, touch=True), "")
    for seat in (0, 1):
        while draft.standing(page.text).wants != "play":
            page.page.locator("[data-do=throw]").tap()
            page.settled()
        standing = draft.standing(page.text)
        assert standing.seat is not None
        for source, target in standing.plays[0].steps:
            page.drag(standing.seat, source, target)
        page.page.locator("[data-do=done]").tap()
        assert plays(draft.standing(page.settled().text)) == seat + 1


def test_a_step_back_leads_to_where_one_had_a_choice(play: Open) -> None:
    page, before = against(play(), "quick"), ""
    while plays(standing := draft.standing(page.text)) < 3 or standing.wants != "dice":
        before = page.text
        played_on(page, 1)
    assert page.press("Control+z").settled().text == before


def test_a_throw_is_not_taken_back(play: Open) -> None:
    page = against(play(), "quick")
    page.press("Enter")
    while draft.standing(page.text).wants != "play":
        page = played_on(page, 1)
    first = page.text
    page.press("Control+z")
    page = played_on(page, 1)
    assert page.text.startswith(first.rstrip())
    while draft.standing(page.text).wants != "play":
        page = played_on(page, 1)
    text = page.text
    page.do("undo")
    assert len(page.text) < len(text)
    play_again = draft.standing(page.text).plays[-1].text
    page.type(play_again)
    dice = [turn.dice for turn in draft.standing(text).turns]
    for _ in range(400):
        standing = draft.standing(page.settled().text)
        if standing.wants == "play" and len(standing.turns) >= len(dice):
            break
        if standing.wants == "dice":
            page.do("throw")
        page.page.wait_for_timeout(25)
    assert [turn.dice for turn in standing.turns] == dice


def test_a_checker_that_is_laid_where_it_may_not_go_springs_back(play: Open) -> None:
    page = against(play(), "")
    while draft.standing(page.text).wants != "play":
        page.press("Enter")
    seat, board = draft.standing(page.text).seat, page.board
    assert seat is not None
    for target in (0, 24, 1):
        page.drag(seat, 13, target)
        assert (page.board, page.entry) == (board, "")
    assert page.page.locator("[data-do=done]").is_disabled()
    text = page.text
    page.page.fill("#entry", "6/off")
    assert "Similar:" in page.press("Enter").objection
    assert page.text == text
    assert page.page.get_by_role("button", name="It was played like this").count() == 0


def test_the_engine_says_why_it_cannot_go_on(play: Open) -> None:
    page = against(play(), "quick")
    page.page.route("**/play/answer", lambda route: route.fulfill(json={"error": "Why not.", "status": 422}))
    while page.page.locator("[data-do=retry]:visible").count() == 0:
        page = played_on(page, 1)
    assert page.objection == "Why not."
    page.page.unroute("**/play/answer")
    page.do("retry")
    assert draft.standing(page.text).seat == 0


def test_equal_opening_dice_are_shown_and_the_next_are_thrown(play: Open) -> None:
    page = against(play(), "")
    text = page.text + "\ngame 1 0-0\nopening 2-2\n"
    tie = {"text": text, "standing": standing_row(text, ENGLISH)["standing"]}
    page.page.route("**/play/throw", lambda route: route.fulfill(json=tie), times=1)
    page.page.click("[data-do=throw]")
    page.page.locator(".asked", has_text="2: a tie").wait_for()
    page.settled()
    assert "opening 2-2\n" in page.text
    assert draft.standing(page.text).wants == "play"


def test_the_way_back_of_the_browser_leads_to_the_form_and_forward_to_the_match(play: Open) -> None:
    page = played_on(against(play(), "quick"), 4)
    text = page.text
    page.page.go_back()
    page.page.wait_for_selector(".begin:not([hidden])")
    page.page.go_forward()
    assert page.settled().text.startswith(text)


def test_where_nothing_may_be_taken_back_nothing_is(play: Open) -> None:
    page = play()
    page.page.locator(".new summary").click()
    page.page.uncheck("[name=undo]")
    page = played_on(against(page, "quick"), 3)
    text = page.text
    assert page.press("Control+z").text == text


def test_a_hint_names_the_best_play_first(play: Open) -> None:
    page = against(play(), "quick")
    while draft.standing(page.text).wants != "play":
        page.press("Enter")
    page.do("hint")
    best = page.page.locator("#choices li").first
    assert "best" in best.inner_text()
    assert best.locator("bdi").inner_text() in {way.text for way in draft.standing(page.text).plays}


def test_dice_cannot_be_typed_where_they_are_thrown(play: Open) -> None:
    page = against(play(), "")
    page.page.keyboard.type("31")
    assert page.settled().done == ""


def test_the_record_is_reported_with_its_analysis(play: Open) -> None:
    page = played_on(against(play(), "quick"), 200)
    page.page.locator(".take summary").click()
    with page.page.expect_popup(timeout=120_000) as popup:
        page.page.locator("[data-do=analysed]").click()
    popup.value.wait_for_load_state()
    assert popup.value.locator(".study").count() > 0


@LOOKS
@pytest.mark.parametrize("rules", ["modern", "forn-1977"])
def test_the_page_is_open_to_all(
    play: Open, axe: str, size: tuple[int, int], scheme: Scheme, rules: str
) -> None:
    page = play(size=size, scheme=scheme)
    found = {"begin": page.audited(axe)}
    against(page, "quick", rules)
    found["opening"] = page.audited(axe)
    while draft.standing(page.text).wants != "play":
        page = played_on(page, 1)
    found["play"] = page.audited(axe)
    page.do("hint")
    found["hint"] = page.audited(axe)
    page = played_on(page.press("Escape"), 6)
    found["game"] = page.audited(axe)
    for fold in page.page.locator(".folds summary").all():
        fold.click()
    found["folds"] = page.audited(axe)
    assert {state: some for state, some in found.items() if some} == {}


@LOOKS
def test_the_end_of_a_match_is_open_to_all(
    play: Open, axe: str, size: tuple[int, int], scheme: Scheme
) -> None:
    page = against(play(size=size, scheme=scheme), "")
    while draft.standing(page.text).wants != "play":  # equal dice decide nothing
        page.press("Enter")
    page.type(draft.standing(page.text).plays[0].text, "r1", "y")
    assert re.fullmatch(r"(Álfhildur|Brynjólfur) wins the match 1–0\.", page.asked)
    assert page.audited(axe) == []


def test_a_person_without_a_name_is_spoken_to(play: Open) -> None:
    page = play()
    page.page.click(".new button.main")
    page.settled()
    while draft.standing(page.text).wants != "play":
        page = played_on(page, 1)
    assert re.fullmatch("You have [1-6]{2}: move the checkers", page.asked)
