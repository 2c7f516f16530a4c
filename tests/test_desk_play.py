"""A match played on the page: against the engine, and by two at one board; by clicks, by keys, by touch."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

import kotra_notation as kn
from kotra_notation.desk.pages import DeskSite, record_page
from kotra_notation.desk.record_tasks import answer, enter_move, hint, standing_row, throw
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.record import draft
from kotra_notation.record.draft.view import DraftStanding
from kotra_notation.words.tongues import ENGLISH
from referees.seeds import part
from tests.browser import LOOKS, PHONE, WIDE, Scheme
from tests.desk_served import served
from tests.desks import Scribe, scribe
from tests.records import rows

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


def step(page: Scribe, random: Random, by: Callable[[Scribe, DraftStanding], None]) -> DraftStanding:
    """Do what the page asks for, a play by a way of its own, and what the dialogs ask."""
    standing = draft.standing(page.settled().text)
    if standing.wants == "play":
        by(page, standing)
    else:
        page.press(random.choice(ANSWERS[standing.offer]) if standing.wants == "answer" else "Space")
    return standing


def plays(standing: DraftStanding) -> int:
    """How often somebody has played; an opening throw behind a tie has a line of its own."""
    return sum(bool(turn.play) for turn in standing.turns)


# The keys that answer an offer.
ANSWERS = {"double": "tp", "beaver": "tp", "resignation": "yn"}


def by_keys(page: Scribe, standing: DraftStanding) -> None:
    """A play by the arrows and Enter: each time the first checker to the first place, then Done."""
    while not page.page.locator("[data-do=done]:visible").count():
        page.press("ArrowRight", "Enter", "Enter")
    page.press("Space")


def by_touch(page: Scribe, standing: DraftStanding) -> None:
    """A play by taps on the checkers that are marked, then on the dice."""
    while not page.page.locator("[data-do=done]:visible").count():
        x, y = page.page.evaluate(MARKED)
        page.page.touchscreen.tap(x, y)
    page.page.touchscreen.tap(*page.page.evaluate(DICE_SHOWN))
    page.settled()


MARKED = """() => {
  const {x, y, width, height} = document.querySelector(".stage:not([hidden]) .movable")
    .getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
DICE_SHOWN = """() => {
  const rows = [...document.querySelectorAll(".stage:not([hidden]) rect[rx='6'][width='34']")];
  const {x, y, width, height} = rows[0].getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def until(
    page: Scribe, wants: str, seat: int | None = 0, by: Callable[[Scribe, DraftStanding], None] = by_keys
) -> Scribe:
    """Play by keys until a seat, or any, has to do something."""
    for _ in range(400):
        standing = draft.standing(page.settled().text)
        if standing.wants == wants and seat in (None, standing.seat):
            return page
        step(page, Random(1), by)
    raise AssertionError(page.text)


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


def test_without_the_engine_two_people_can_play() -> None:
    page = record_page(DeskSite(), "play")
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


@rows
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


WAYS = {"keys": (WIDE, by_keys), "touch": (PHONE, by_touch)}


@pytest.mark.parametrize(("rules", "way"), part(product(("modern", "forn-1977"), WAYS), 2))
def test_a_game_against_the_engine_is_played_to_its_end(play: Open, rules: str, way: str) -> None:
    size, by = WAYS[way]
    page, random = against(play(size=size, touch=size == PHONE), "beginner", rules), Random(1)
    for _ in range(1000):
        if page.page.locator("dialog.end[open]").count():
            break
        step(page, random, by)
    assert "Brynjólfur wins" in page.ended or "Álfhildur wins" in page.ended
    assert kn.check(page.text.encode()).findings == ()
    assert page.kept == page.text
    assert page.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_the_end_of_a_match_has_its_analysis_a_quiz_and_another_match(play: Open) -> None:
    page = until(against(play(), "beginner"), "nothing", None)
    page.page.locator("dialog.end .rates li").first.wait_for(timeout=120_000)
    assert page.page.locator("dialog.end .worst li").count() == 3
    for name, found in (("analysis", ".study"), ("quiz", "svg")):
        with page.page.expect_popup(timeout=60_000) as popup:
            page.page.click(f"[data-do={name}]")
        popup.value.wait_for_load_state()
        assert popup.value.locator(found).count() > 0
    first = page.page.url
    page.page.click("[data-do=rematch]")
    page.page.wait_for_selector("[data-do=throw]:visible")
    assert page.page.url != first
    assert page.settled().done == ""


def test_an_end_is_told_in_words_of_the_glossary(play: Open) -> None:
    page = against(play(), "", length="3")
    until(page, "dice", None).do("resign").page.click("dialog.resign [value=r2]")
    page.page.wait_for_selector("[data-do=accept]:visible")
    page.press("y")
    assert re.search(r"wins 2 points: resignation\s+To give up a game", page.ended)
    page.do("next")
    assert draft.standing(page.text).game == 2


def test_two_people_drag_at_one_board_and_an_illegal_drop_springs_back(play: Open) -> None:
    page = against(play(), "")
    for number in (1, 2):
        standing = draft.standing(until(page, "play", None).text)
        seat, board = standing.seat or 0, page.board
        for target in (0, 24, 14):
            page.drag(seat, 13, target)
            assert page.board == board
        for source, target in standing.plays[0].steps:
            page.drag(seat, source, target)
        page.do("done")
        assert plays(draft.standing(page.text)) == number


def test_a_double_click_begins_one_match(play: Open) -> None:
    page = play().page
    page.locator(".new button.main").dblclick()
    page.wait_for_selector(".written:visible")
    page.wait_for_timeout(500)
    page.goto(page.url.partition("#")[0])
    page.reload()
    page.wait_for_selector(".recent li:visible")
    assert page.locator(".recent li").count() == 1


def test_only_ones_own_moves_of_the_turn_are_undone(play: Open) -> None:
    page = until(against(play(), "beginner"), "play")
    board, text = page.board, page.text
    page.press("Escape", "Control+z", "u")
    assert (page.board, page.text) == (board, text)
    page.press("ArrowRight", "Enter", "Enter")
    assert page.board != board
    assert page.press("u").board == board
    page.press("ArrowRight", "Enter", "Escape")
    assert page.page.locator(".picked").count() == 0
    by_keys(page, draft.standing(page.text))
    assert page.page.locator("[data-do=undo]:visible").count() == 0


def test_the_tutor_asks_before_an_error_is_played(play: Open) -> None:
    page = until(against(play(), "", "modern", "3"), "play", None)
    page.page.check("[data-kept=tutor]")
    worst = page.page.locator(".legal button")
    page.page.click(".legal summary")
    board, text = page.board, page.text
    page.do("hint")
    worst.last.click()
    page.settled()
    assert re.fullmatch(r"That loses 0\.\d\d\. Take it back\?", page.asked)
    assert (page.do("unsure").text, page.board) == (text, board)
    worst.last.click()
    assert plays(draft.standing(page.settled().do("sure").text)) == 1


def test_a_hint_says_what_the_engine_would_do_with_the_cube(play: Open) -> None:
    page = until(against(play(), "", "modern", "3"), "play", None)
    by_keys(page, draft.standing(page.text))
    page.do("hint")
    assert re.fullmatch(r"The engine would (roll|double)\.", page.asked)
    assert "engine" not in page.do("double").asked


def test_it_rolls_by_itself_where_nobody_can_double(play: Open) -> None:
    page = against(play(), "", length="1")
    page.page.check("[data-kept=auto]")
    until(page, "play", None)
    by_keys(page, draft.standing(page.text))
    page.page.locator(".asked", has_text="move the checkers").wait_for()
    assert draft.standing(page.settled().text).wants == "play"


def test_a_clock_runs_for_who_is_on_roll(play: Open) -> None:
    page = play()
    page.page.check("[name=clock]")
    page = until(against(page, "", length="3"), "play", None)
    assert page.page.locator(".clocks").inner_text().count("6:00") == 2
    page.page.evaluate("performance.now = (now => () => now + 372_000)(performance.now())")
    page.page.locator(".clocks .grave").wait_for()
    assert "time is up" in page.page.locator(".said").inner_text()


def test_a_game_is_resigned_after_its_first_turn() -> None:
    text = draft.enter(draft.begin(rules="forn-1977"), "25")
    with pytest.raises(ValueError, match="after the first turn"):
        enter_move({"text": text, "entry": "r"}, ENGLISH)


def test_dice_of_old_kotra_are_thrown_one_by_one_where_that_is_the_custom() -> None:
    text = draft.enter(draft.begin(("Anna", "Björn"), None, "forn-1977,one_die=always"), "25")
    text = throw({"text": text, "dice": "key"}, ENGLISH)["text"]
    assert re.search(r"^[WB] [1-6]\+[1-6]:", text, re.M)
    text = draft.enter(text, draft.standing(text).plays[-1].text)
    assert [one.code for one in kn.check(text.encode()).findings] == ["D506", "S408"]


def test_the_engine_says_why_it_cannot_go_on(play: Open) -> None:
    page = against(play(), "quick")
    page.page.route("**/play/answer", lambda route: route.fulfill(json={"error": "Why not.", "status": 422}))
    while page.page.locator("[data-do=retry]:visible").count() == 0:
        step(page, Random(1), by_keys)
    assert page.objection == "Why not."
    page.page.unroute("**/play/answer")
    page.do("retry")
    assert draft.standing(page.text).seat == 0
    assert page.page.locator(".stage .past path").count() > 0


def test_equal_opening_dice_are_shown_and_the_next_are_thrown(play: Open) -> None:
    page = against(play(), "")
    text = page.text + "\ngame 1 0-0\nopening 2-2\n"
    tie = {"text": text, "standing": standing_row(text, ENGLISH)["standing"]}
    page.page.route("**/play/throw", lambda route: route.fulfill(json=tie), times=1)
    # It is told for a moment only.
    page.page.evaluate(
        """() => { const news = document.querySelector(".news"), {dataset} = document.body;
        const listen = () => { dataset.heard = (dataset.heard ?? "") + news.textContent; };
        new MutationObserver(listen).observe(news, {childList: true, subtree: true}); }"""
    )
    page.page.click("[data-do=throw]")
    expect(page.page.locator("body")).to_have_attribute("data-heard", re.compile("2: a tie"))
    page.settled()
    assert "opening 2-2\n" in page.text
    assert draft.standing(page.text).wants == "play"


def test_a_match_is_a_file_once_it_has_a_turn(play: Open, desk: DeskSettings) -> None:
    assert desk.folder is not None
    page = until(against(play(), ""), "play", None)
    assert [*desk.folder.rglob("*.kotra")] == []
    by_keys(page, draft.standing(page.text))
    assert page.kept == page.text
    assert [path.parent.name for path in desk.folder.rglob("*.kotra")] == ["played"]


def test_two_tabs_that_part_are_told(play: Open, desk: DeskSettings) -> None:
    page = until(against(play(), ""), "play", None)
    by_keys(page, draft.standing(page.text))
    assert page.kept
    assert desk.folder is not None
    (desk.folder / page.record["name"]).write_text("kotra 1\n", encoding="utf-8")
    until(page, "play", None)
    page.page.locator(".kept", has_text="was changed elsewhere").wait_for()


def test_the_way_back_of_the_browser_leads_to_the_form_and_forward_to_the_match(play: Open) -> None:
    page = until(against(play(), "beginner"), "play")
    text = page.text
    page.page.go_back()
    page.page.wait_for_selector(".begin:not([hidden])")
    page.page.go_forward()
    assert page.settled().text == text


def test_no_double_is_a_button_where_the_rules_have_none(play: Open) -> None:
    page = until(against(play(), "", length="1"), "dice", None)
    assert page.page.locator(".acts button:visible").all_inner_texts() == ["Roll"]
    page.press("d")
    assert draft.standing(page.text).wants == "dice"


@LOOKS
@pytest.mark.parametrize("rules", ["modern", "forn-1977"])
def test_it_is_open_to_all(play: Open, axe: str, size: tuple[int, int], scheme: Scheme, rules: str) -> None:
    page = play(size=size, scheme=scheme)
    found = {"begin": page.audited(axe)}
    against(page, "", rules)
    found["opening"] = page.audited(axe)
    until(page, "play", None).do("hint")
    found["hint"] = page.audited(axe)
    for fold in page.page.locator(".side summary").all():
        fold.click()
    found["folds"] = page.audited(axe)
    by_keys(page, draft.standing(page.text))
    until(page, "dice", None).do("resign").page.locator("dialog.resign button:visible").first.click()
    page.page.wait_for_selector("[data-do=accept]:visible")
    page.press("y")
    page.page.wait_for_selector("dialog.end[open]")
    found["end"] = page.audited(axe)
    assert {state: some for state, some in found.items() if some} == {}


def test_a_person_without_a_name_is_spoken_to(play: Open) -> None:
    page = play()
    page.page.click(".new button.main")
    until(page, "play")
    assert re.fullmatch("You have [1-6]{2}: move the checkers", page.asked)
