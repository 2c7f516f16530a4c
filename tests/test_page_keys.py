"""The keys of the page, each with its button: turns, games, findings, blunders, quiz, autoplay."""

from __future__ import annotations

import pytest

from kotra_notation.model import Turn
from kotra_notation.report.page import page
from referees.seeds import part
from tests.browser import Visitor
from tests.reader import Reader, reading
from tests.sample_pages import page_of, plain_page, replayed, rich, rich_page

FAULTY = "notations/laugardalur.sgf"
KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", *"bBkKfq"]


@pytest.fixture
def reader(visit: Visitor) -> Reader:
    return reading(visit, rich_page(), fragment="#g1-t1")


def test_every_turn_of_the_record_is_a_stop_in_its_order(reader: Reader) -> None:
    frames = [(game.number, frame) for game in rich().games for frame in game.frames]
    turns = [f"g{number}-t{one.before.turns + 1}" for number, one in frames if isinstance(one.event, Turn)]
    assert [stop for stop in reader.stops if stop in set(turns)] == turns


def test_an_analysed_page_opens_at_the_worst_error_another_at_the_first_stop(visit: Visitor) -> None:
    assert reading(visit, rich_page()).here == page(rich()).highlights[0].anchor
    plain = reading(visit, plain_page())
    assert plain.here == plain.stops[0]


def test_right_goes_on_and_left_goes_back(reader: Reader) -> None:
    stops = reader.stops
    for at in range(1, 12):
        assert reader.press("ArrowRight").here == reader.fragment == stops[at]
    for at in range(10, 0, -1):
        assert reader.press("ArrowLeft").here == reader.fragment == stops[at]


STEPS = """count => { for (let i = 0; i < count; i++) document.querySelector(".stage")
    .dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true})); }"""
WRITTEN = """() => { window.written = new Promise(done => { const write = history.replaceState;
    history.replaceState = function (...all) { write.apply(this, all); done(location.hash); }; }); }"""


def test_the_address_follows_when_the_reader_rests(reader: Reader) -> None:
    reader.page.evaluate(WRITTEN)
    reader.page.evaluate(STEPS, 5)
    assert reader.page.evaluate("written") == f"#{reader.stops[5]}"


@pytest.mark.parametrize("key", ["Control+KeyL", "F5", "Alt+ArrowLeft"])
def test_a_key_of_the_browser_finds_the_address_of_the_step(reader: Reader, key: str) -> None:
    """Copying the address, a reload, going back: the page hears of the key before the browser does."""
    told = reader.page.evaluate_handle(
        "() => { const told = {}; addEventListener('keydown', event => { told.hash = location.hash;"
        " event.preventDefault(); }); return told; }"
    )
    reader.press("ArrowRight", 3).press(key)
    assert told.evaluate("told => told.hash") == f"#{reader.stops[3]}"


def test_back_after_a_jump_comes_to_the_last_step(reader: Reader) -> None:
    stops = reader.stops
    reader.page.evaluate(STEPS, 3)
    reader.page.evaluate("id => document.getElementById(id).click()", stops[9])
    assert reader.here == stops[9]
    reader.page.go_back()
    reader.page.wait_for_selector(f"#{stops[3]}[aria-current=true]")
    assert reader.fragment == stops[3]


def test_keys_lead_to_stops_and_beginnings_of_games(reader: Reader) -> None:
    stops = reader.stops
    games = [next(stop for stop in stops if stop.startswith(f"g{number}-")) for number in (1, 2, 3)]
    left = "Control+ArrowRight Alt+ArrowUp Meta+ArrowLeft"  # to the browser
    for keys, place in (
        ("ArrowLeft", stops[0]),
        ("End ArrowRight", stops[-1]),
        ("End Home", stops[0]),
        ("ArrowDown", games[1]),
        ("ArrowDown ArrowDown", games[2]),
        ("ArrowDown ArrowDown ArrowUp", games[1]),
        ("ArrowDown ArrowRight ArrowRight ArrowUp", games[1]),
        ("ArrowDown ArrowUp", games[0]),
        (f"ArrowRight {left}", stops[1]),
    ):
        reader.press("Home")
        for key in keys.split():
            reader.press(key)
        assert reader.here == place, keys
    reader.open_more()
    reader.page.locator("select").first.focus()
    assert reader.press("End").here == stops[1]


@pytest.mark.parametrize(
    ("keys", "kinds"), [("np", ("error", "warning", "note")), ("bB", ("blunder",)), ("kK", ("commented",))]
)
def test_keys_go_through_what_is_marked(visit: Visitor, keys: str, kinds: tuple[str, ...]) -> None:
    faulty = keys == "np"
    reader = reading(visit, page_of(FAULTY)) if faulty else reading(visit, rich_page(), fragment="#g1-t1")
    marked = reader.stops_with(*kinds)
    found = {f"g{one.game}-t{one.turn}" for one in replayed(FAULTY).findings if one.turn} if faulty else set()
    assert found <= {stop.rstrip("abc") for stop in marked}
    assert len(marked) > (0 if faulty else 3)
    on, back = keys[0], keys[1]
    assert [reader.press(on).here for _ in marked] == marked
    assert reader.press(on).here == marked[-1]
    assert [reader.press(back).here for _ in marked[1:]] == marked[-2::-1]


def test_a_step_is_drawn_told_and_copied(visit: Visitor, reader: Reader) -> None:
    live = reader.page.locator("[aria-live=polite], [role=status]")
    texts, told, board = live.all_inner_texts(), reader.told, reader.board
    reader.press("ArrowRight")
    assert live.all_inner_texts() != texts
    assert reader.told not in ("", told)
    assert all(player.name in reader.told for player in rich().match.players)
    assert reader.press("f").board != board
    before = reader.board
    assert reader.press("f").press("f").board == before
    assert reader.press("c").clipboard.startswith("XGID=")
    reader.open_more()
    names = "all => all.map(one => one.textContent.trim() || one.title)"
    assert all(reader.page.eval_on_selector_all("button", names))
    assert reading(visit, plain_page()).button("k").count() == 0


def test_the_question_mark_opens_a_list_of_all_keys(reader: Reader) -> None:
    dialog = reader.press("?").page.locator("dialog")
    assert dialog.is_visible()
    assert dialog.locator("dt").count() == dialog.locator("dd").count()
    assert all(words.strip() for words in dialog.locator("dd").all_inner_texts())
    assert dialog.locator("dt").count() >= len({*KEYS, "c", "?", " "})
    reader.press("Escape")
    assert not dialog.is_visible()


@pytest.mark.parametrize("key", part(KEYS, 2))
def test_a_button_does_what_its_key_does(visit: Visitor, key: str) -> None:
    pressed, clicked = (reading(visit, rich_page(), fragment="#g3-t40") for _ in range(2))
    before = pressed.state
    pressed.press(key)
    clicked.open_more()
    clicked.button(key).click()
    assert pressed.state == clicked.state
    assert pressed.state != before


def test_the_quiz_hides_the_play_until_it_is_asked_for_and_all_that_follows(visit: Visitor) -> None:
    reader = reading(visit, plain_page())
    play, later = reader.play("g1-t5"), "#g1-t6:visible, #g1-end:visible, #g2:visible"
    assert reader.page.locator("#g1-t5, #g1-t6, #g1-end, #g2 h3, #g2-t1").count() == 5
    reader.link("g1-t5").click()
    assert play in reader.caption
    reader.press("q")
    assert play not in reader.caption
    assert play not in reader.link("g1-t5").inner_text()
    assert reader.link("g1-t4").is_visible()
    assert reader.page.locator(later).count() == 0
    reader.press("a")
    assert play in reader.caption
    assert reader.page.locator(later).count() == 0
    reader.press("ArrowRight")
    assert reader.link("g1-t5").is_visible()
    reader.press("q")
    assert reader.page.locator(".ahead").count() == 0


def test_autoplay_goes_on_by_itself_and_stops_at_a_comment_or_by_space(visit: Visitor) -> None:
    reader = reading(visit, rich_page(), fragment="#g1-t1", clock=True)
    reader.press(" ", 2)
    reader.page.clock.run_for(60_000)
    assert reader.here == reader.stops[0]
    reader.press(" ")
    assert reader.button(" ").get_attribute("aria-pressed") == "true"
    reader.page.clock.run_for(2100)
    assert reader.here == reader.stops[1]
    reader.page.clock.run_for(120_000)
    assert reader.here == reader.stops_with("commented")[0]
    assert reader.button(" ").get_attribute("aria-pressed") == "false"


def test_with_reduced_motion_nothing_moves(visit: Visitor) -> None:
    reader = reading(visit, rich_page(), still=True)
    moving = reader.press("ArrowRight").page.eval_on_selector_all(
        "*",
        "all => all.filter(one => { const look = getComputedStyle(one);"
        " return parseFloat(look.transitionDuration) || look.animationName !== 'none'; }).length",
    )
    assert moving == 0


@pytest.mark.parametrize("key", ["ArrowDown", "PageDown", "End", " "])
def test_keys_that_scroll_do_so_until_one_has_gone_to_the_board(visit: Visitor, key: str) -> None:
    reader = Reader(visit(rich_page()).page)
    before = reader.here
    assert reader.press(key).here == before
    scrolled = "scrollY || new Promise(done => addEventListener('scroll', () => done(scrollY), {once: true}))"
    assert reader.page.evaluate(scrolled) > 0
