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
KEYS = (
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
    "Home",
    "End",
    "n",
    "p",
    "b",
    "B",
    "k",
    "K",
    "f",
    "c",
    "q",
    "?",
    " ",
)


@pytest.fixture
def reader(visit: Visitor) -> Reader:
    return reading(visit, rich_page(), fragment="#g1-t1")


def test_every_turn_of_the_record_is_a_stop_in_its_order(reader: Reader) -> None:
    turns = [
        f"g{game.number}-t{frame.before.turns + 1}"
        for game in rich().games
        for frame in game.frames
        if isinstance(frame.event, Turn)
    ]
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


def test_left_at_the_beginning_and_right_at_the_end_stay(reader: Reader) -> None:
    assert reader.press("ArrowLeft").here == reader.stops[0]
    assert reader.press("End").press("ArrowRight").here == reader.stops[-1]


def test_down_and_up_go_to_the_beginning_of_a_game(reader: Reader) -> None:
    games = [next(stop for stop in reader.stops if stop.startswith(f"g{n}-")) for n in range(1, 4)]
    assert reader.press("ArrowDown").here == games[1]
    assert reader.press("ArrowDown").here == games[2]
    assert reader.press("ArrowUp").here == games[1]
    assert reader.press("ArrowRight", 3).press("ArrowUp").here == games[1]
    assert reader.press("ArrowUp").here == games[0]


def test_end_and_home_go_to_the_last_and_the_first_stop(reader: Reader) -> None:
    assert reader.press("End").here == reader.stops[-1]
    assert reader.press("Home").here == reader.stops[0]


def test_n_and_p_go_through_the_findings(visit: Visitor) -> None:
    reader = reading(visit, page_of(FAULTY))
    found = reader.stops_with("error", "warning", "note")
    turns = {stop.rstrip("abc") for stop in found}
    assert {f"g{one.game}-t{one.turn}" for one in replayed(FAULTY).findings if one.turn} <= turns
    assert [reader.press("n").here for _ in found] == found
    assert reader.press("n").here == found[-1]
    assert [reader.press("p").here for _ in found[1:]] == found[-2::-1]


def test_b_and_shift_b_go_through_the_blunders(reader: Reader) -> None:
    blunders = reader.stops_with("blunder")
    assert len(blunders) > 3
    assert [reader.press("b").here for _ in blunders] == blunders
    assert [reader.press("B").here for _ in blunders[1:]] == blunders[-2::-1]


def test_k_and_shift_k_go_through_the_comments(visit: Visitor, reader: Reader) -> None:
    comments = reader.stops_with("commented")
    assert len(comments) > 3
    assert [reader.press("k").here for _ in comments] == comments
    assert [reader.press("K").here for _ in comments[1:]] == comments[-2::-1]
    assert reading(visit, plain_page()).button("k").count() == 0


def test_f_turns_the_board_round_and_back(reader: Reader) -> None:
    before = reader.press("ArrowRight", 3).board
    assert reader.press("f").board != before
    assert reader.press("f").board == before


def test_c_copies_the_identifier(reader: Reader) -> None:
    reader.press("ArrowRight", 2).press("c")
    assert reader.clipboard.startswith("XGID=")


def test_the_question_mark_opens_a_list_of_all_keys(reader: Reader) -> None:
    dialog = reader.press("?").page.locator("dialog")
    assert dialog.is_visible()
    assert dialog.locator("dt").count() == dialog.locator("dd").count()
    assert all(words.strip() for words in dialog.locator("dd").all_inner_texts())
    assert dialog.locator("dt").count() >= len(set(KEYS) - {"n", "p"})
    reader.press("Escape")
    assert not dialog.is_visible()


@pytest.mark.parametrize(
    "key",
    part(["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End", "b", "B", "k", "K", "f", "q"], 2),
)
def test_a_button_does_what_its_key_does(visit: Visitor, key: str) -> None:
    pressed, clicked = (reading(visit, rich_page(), fragment="#g3-t40") for _ in range(2))
    before = pressed.state
    pressed.press(key)
    clicked.open_more()
    clicked.button(key).click()
    assert pressed.state == clicked.state
    assert pressed.state != before


def test_every_button_has_a_name(reader: Reader) -> None:
    reader.open_more()
    names = reader.page.eval_on_selector_all(
        "button", "all => all.map(one => one.textContent.trim() || one.title)"
    )
    assert all(names)


def test_keys_with_a_modifier_and_keys_in_a_field_are_left_to_the_browser(reader: Reader) -> None:
    before = reader.press("ArrowRight", 3).here
    assert reader.press("Control+ArrowRight").press("Alt+ArrowUp").press("Meta+ArrowLeft").here == before
    reader.open_more()
    reader.page.locator("select").first.focus()
    assert reader.press("End").here == before


def test_the_quiz_hides_the_play_until_it_is_asked_for(visit: Visitor) -> None:
    reader = reading(visit, plain_page())
    play = reader.play("g1-t5")
    reader.link("g1-t5").click()
    assert play in reader.caption
    reader.press("q")
    assert play not in reader.caption
    assert play not in reader.link("g1-t5").inner_text()
    assert reader.link("g1-t4").is_visible()
    reader.press("a")
    assert play in reader.caption
    reader.press("ArrowRight")
    assert reader.link("g1-t5").is_visible()
    reader.press("q")
    assert reader.page.locator(".ahead").count() == 0


def test_the_quiz_shows_nothing_of_what_follows_not_even_its_dice(visit: Visitor) -> None:
    reader = reading(visit, plain_page())
    reader.link("g1-t5").click()
    reader.press("q")
    later = "#g1-t5, #g1-t6, #g1-end, #g2 h3, #g2-t1"
    assert reader.page.locator(later).count() == 5
    assert reader.page.locator("#g1-t6:visible, #g1-end:visible, #g2:visible").count() == 0
    reader.press("a")
    assert reader.page.locator("#g1-t6:visible, #g1-end:visible, #g2:visible").count() == 0


def test_autoplay_goes_on_by_itself_and_stops_at_a_comment(visit: Visitor) -> None:
    reader = reading(visit, rich_page(), fragment="#g1-t1", clock=True)
    reader.press(" ")
    assert reader.button(" ").get_attribute("aria-pressed") == "true"
    reader.page.clock.run_for(2100)
    assert reader.here == reader.stops[1]
    reader.page.clock.run_for(120_000)
    assert reader.here == reader.stops_with("commented")[0]
    assert reader.button(" ").get_attribute("aria-pressed") == "false"


def test_space_stops_what_plays(visit: Visitor) -> None:
    reader = reading(visit, rich_page(), fragment="#g1-t1", clock=True)
    reader.press(" ", 2)
    reader.page.clock.run_for(60_000)
    assert reader.here == reader.stops[0]


def test_with_reduced_motion_nothing_moves(visit: Visitor) -> None:
    reader = reading(visit, rich_page(), still=True)
    moving = reader.press("ArrowRight").page.eval_on_selector_all(
        "*",
        "all => all.filter(one => { const look = getComputedStyle(one);"
        " return parseFloat(look.transitionDuration) || look.animationName !== 'none'; }).length",
    )
    assert moving == 0


def test_the_board_has_a_sentence_of_its_own_for_every_stop(reader: Reader) -> None:
    first = reader.told
    second = reader.press("ArrowRight").told
    assert first
    assert first != second
    players = rich().match.players
    assert all(player.name in second for player in players)


def test_the_caption_is_told_to_those_who_listen(reader: Reader) -> None:
    live = reader.page.locator("[aria-live=polite], [role=status]")
    before = live.all_inner_texts()
    reader.press("ArrowRight")
    assert live.all_inner_texts() != before


@pytest.mark.parametrize("key", ["ArrowDown", "PageDown", "End", " "])
def test_keys_that_scroll_do_so_until_one_has_gone_to_the_board(visit: Visitor, key: str) -> None:
    reader = Reader(visit(rich_page()).page)
    before = reader.here
    assert reader.press(key).here == before
    scrolled = (
        "scrollY || new Promise((done) => addEventListener('scroll', () => done(scrollY), {once: true}))"
    )
    assert reader.page.evaluate(scrolled) > 0
