"""A match written on the page: by keys, by a pointer, by a finger, in either game, wide and on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from kotra_notation.desk.settings import DeskSettings
from tests.browser import LOOKS, SIZES, Scheme
from tests.desk_served import served
from tests.desks import Scribe, scribe

Open = Callable[..., Scribe]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[DeskSettings]:
    with served(folder=tmp_path) as running:
        yield running


@pytest.fixture
def write(chromium: Browser, desk: DeskSettings) -> Iterator[Open]:
    """Opens pages for writing; each must have been quiet."""
    with ExitStack() as pages:

        def opened(**shown: object) -> Scribe:
            return pages.enter_context(scribe(chromium, desk, **shown))  # type: ignore[arg-type]

        yield opened


@SIZES
def test_a_game_is_written_by_keys_alone(write: Open, size: tuple[int, int]) -> None:
    page = write(size=size)
    page.page.focus("[name=white]")
    page.page.keyboard.type("Álfhildur")
    page.press_free("Tab")
    page.page.keyboard.type("Brynjólfur")
    page.press_free("Enter")
    page.settled().type("31", "8/5 6/5", "52", "13/8 24/22", "d", "t", "# Fallegt.", "64", "24/14")
    assert page.done == (
        "game 1 0-0\nW 31: 8/5 6/5\nB 52: 13/8 24/22\nW doubles 2\nB takes\n# Fallegt.\nW 64: 24/14\n"
    )
    assert page.kept == page.text


def test_the_old_game_is_written_by_keys_alone(write: Open) -> None:
    page = write().begin("forn-1977").type("25", "64", "a/e/k", "65")
    assert page.done == "game 1 0-0\nopening 2-5\nW 64: a/e/k\nB 65:\n"
    assert "15 on m" in page.board


@SIZES
def test_dice_are_tapped_and_checkers_moved_by_a_finger(write: Open, size: tuple[int, int]) -> None:
    page = write(size=size, touch=True).begin()
    page.page.get_by_label("Álfhildur: 3").tap()
    page.page.get_by_label("Brynjólfur: 1").tap()
    page.settled().tap(0, 8, finger=True).tap(0, 6, finger=True)
    assert page.entry == "8/5 6/5"
    page.page.locator("[data-do=done]").tap()
    assert page.settled().done == "game 1 0-0\nW 31: 8/5 6/5\n"


def test_the_old_game_is_played_by_hand(write: Open) -> None:
    page = write().begin("forn-1977").type("25", "64")
    page.drag(0, 24, 18, old=True).tap(0, 24, old=True)
    assert page.entry == "a/e a/g"
    assert page.do("done").done.endswith("W 64: a/e a/g\n")
    page.type("63").tap(1, 24, old=True).tap(1, 24, old=True).press("Enter")
    assert page.done.endswith("B 63: m/p m/s\n")


def test_a_checker_is_dragged_by_both_dice_at_once(write: Open) -> None:
    page = write().begin().type("64").drag(0, 24, 14)
    assert page.entry == "24/14"
    assert page.press("Enter").done.endswith("W 64: 24/14\n")


def test_a_tap_on_the_dice_swaps_them_and_takes_them_up(write: Open) -> None:
    page = write().begin().type("31")
    x, y = page.dice
    page.page.mouse.click(x, y)
    page.tap(0, 8)
    assert page.entry == "8/7"
    page.tap(0, 7)
    assert page.entry == "8/4"
    page.page.mouse.click(x, y)
    assert page.settled().done.endswith("W 31: 8/4\n")


def test_where_a_checker_may_land_is_lit(write: Open) -> None:
    page = write().begin().type("31")
    page.page.mouse.move(*page.point(0, 8))
    page.page.mouse.down()
    assert page.page.locator(".landing").count() == 3
    page.page.mouse.up()


def test_a_checker_laid_where_no_die_leads_is_objected_to_and_may_stand(write: Open) -> None:
    page = write().begin().type("31").drag(0, 8, 2)
    assert page.entry == "8/2"
    assert "8/2" in page.press("Enter").objection
    assert page.done.endswith("W 31:\n")
    page.page.get_by_role("button", name="It was played like this").click()
    assert page.settled().done.endswith("W 31: 8/2\nruling stood\n")


def test_a_second_enter_writes_a_play_that_is_not_legal(write: Open) -> None:
    page = write().begin().type("31", "13/9 8/2")
    assert page.objection
    assert page.press("Enter").done.endswith("W 31: 13/9 8/2\nruling stood\n")


def test_a_play_near_to_the_one_that_is_not_legal_is_taken(write: Open) -> None:
    page = write().begin().type("31", "13/9 8/5")
    page.page.locator(".objection button").first.click()
    assert page.settled().objection == ""
    assert "ruling" not in page.done


def test_another_entry_after_an_objection_is_judged_anew(write: Open) -> None:
    page = write().begin().type("31", "13/9 8/2")
    page.page.fill("#entry", "13/9 8/3")
    assert "13/9 8/3" in page.press("Enter").objection
    assert "ruling" not in page.done


def test_plays_are_completed_as_they_are_typed(write: Open) -> None:
    page = write().begin().type("31")
    page.page.keyboard.type("8/5 6")
    assert page.choices == ["8/5 6/5"]
    page.press("Tab")
    assert page.entry == "8/5 6/5"
    page.page.fill("#entry", "6/5")
    assert page.choices
    assert all("6/5" in play for play in page.choices)
    first, second, *_ = page.choices
    page.press("ArrowDown", "ArrowDown")
    chosen = page.page.locator("#choices [aria-selected=true]")
    assert chosen.locator("bdi").inner_text() == second != first
    assert page.page.get_attribute("#entry", "aria-activedescendant") == chosen.get_attribute("id")
    assert page.press("Enter").done.endswith(f"W 31: {second}\n")


def test_what_is_typed_is_seen_on_the_board(write: Open) -> None:
    page = write().begin().type("31")
    page.page.keyboard.type("8/5")
    assert "1 on 5" in page.board
    page.press("Backspace", "Backspace", "Backspace")
    assert "1 on 5" not in page.board


def test_all_is_undone_and_done_again(write: Open) -> None:
    page = write().begin()
    texts = [page.text]
    for entry in ("31", "8/5 6/5", "52", "13/8 24/22", "64"):
        texts.append(page.type(entry).text)
    for text in texts[-2::-1]:
        assert page.press("Control+z").text == text
    assert page.page.locator("[data-do=undo]").is_disabled()
    for text in texts[1:]:
        assert page.press("Control+y").text == text


def test_undo_takes_back_the_checker_under_the_hand_first(write: Open) -> None:
    page = write().begin().type("31").tap(0, 8).tap(0, 6)
    assert page.do("undo").entry == "8/5"
    assert page.do("undo").entry == ""
    assert page.do("undo").done == ""


def test_an_old_turn_is_corrected_and_what_breaks_is_marked(write: Open) -> None:
    page = write().begin().type("31", "8/5 6/5", "52", "13/8 24/22", "64", "24/14")
    page.press("PageUp", "PageUp", "PageUp")
    assert page.entry == "31: 8/5 6/5"
    page.page.keyboard.type("31: 24/23 24/21")
    page.press("Enter")
    assert page.done.startswith("game 1 0-0\nW 31: 24/23 24/21\nB 52: 13/8 24/22\nW 64: 24/14\n")
    assert page.page.locator(".turns li.error").count() == 1
    page.page.locator(".findings li button").first.click()
    assert page.settled().entry == "64: 24/14"
    page.press("Escape")
    assert page.entry == ""


def test_other_dice_for_an_old_turn_ask_for_its_play(write: Open) -> None:
    page = write().begin().type("31", "8/5 6/5", "52", "13/8 24/22")
    page.page.locator(".turns button", has_text="8/5 6/5").click()
    page.settled()
    page.page.keyboard.type("42")
    page.press("Enter")
    assert page.asked == "Álfhildur has 42: what was played?"
    page.page.keyboard.type("8/4 6/4")
    page.press("Enter")
    assert page.done == "game 1 0-0\nW 42: 8/4 6/4\nB 52: 13/8 24/22\n"


def test_a_turn_is_put_in_and_taken_out(write: Open) -> None:
    page = write().begin().type("31", "8/5 6/5", "52", "13/8 24/22")
    page.press("PageUp").do("before")
    page.page.keyboard.type("66")
    page.press("Enter")
    assert "B 66:" in page.done or "W 66:" in page.done
    page.press("Escape", "Control+z", "PageUp").do("without")
    assert page.done == "game 1 0-0\nW 31: 8/5 6/5\n"


def test_the_names_and_the_length_are_changed(write: Open) -> None:
    page = write().begin().type("31", "8/5 6/5")
    page.page.locator(".about summary").click()
    page.page.fill(".about [name=white]", "Dagný")
    page.page.fill(".about [name=length]", "11")
    page.page.locator(".about button").click()
    expect(page.page.locator("#match")).to_have_text("Dagný – Brynjólfur")
    assert "white: Dagný\nblack: Brynjólfur\nlength: 11\n" in page.settled().text


def test_throws_are_stamped_with_the_time_in_a_film(write: Open) -> None:
    page = write().begin()
    page.page.locator(".video summary").click()
    page.page.fill(".video .at", "7:45")
    page.do("watch")
    page.page.focus("#entry")
    page.type("31", "8/5 6/5")
    assert page.done == "game 1 0-0\nW 31: 8/5 6/5\nvideo 7:45\n"


def test_a_reload_takes_up_where_it_was(write: Open) -> None:
    page = write().begin().type("31", "8/5 6/5", "52")
    text = page.text
    page.page.reload()
    assert page.settled().text == text
    assert page.press("Control+z").text != text


def test_a_match_without_a_turn_is_no_file(write: Open, desk: DeskSettings) -> None:
    assert desk.folder is not None
    page = write().begin().type("31")
    expect(page.page.locator(".kept")).to_have_text("Saved in this browser")
    assert list(desk.folder.iterdir()) == []
    assert page.type("8/5 6/5").kept == page.text


def test_two_tabs_show_one_match(write: Open, desk: DeskSettings) -> None:
    page = write().begin().type("31", "8/5 6/5")
    assert desk.folder is not None
    other = Scribe(page.page.context.new_page(), desk)
    other.page.goto(page.page.url)
    other.settled()
    page.type("52")
    expect(other.page.locator(".asked")).to_contain_text("Brynjólfur has 52")
    other.type("13/8 24/22")
    expect(page.page.locator(".asked")).to_contain_text("Álfhildur")
    assert other.kept == other.text == page.text
    assert len(list(desk.folder.iterdir())) == 1


def test_a_desk_with_another_address_is_told(write: Open) -> None:
    page = write().begin().type("31", "8/5 6/5")
    page.page.route(
        "**/write/enter", lambda route: route.fulfill(status=404, body="This is another address.\n")
    )
    page.type("52")
    page.disturbances.clear()  # the browser itself says that there was nothing
    assert page.objection == "This is another address."


def test_a_file_that_was_changed_elsewhere_is_kept_beside(write: Open, desk: DeskSettings) -> None:
    page = write().begin().type("31", "8/5 6/5")
    assert desk.folder is not None
    file = desk.folder / page.record["name"]
    file.write_text("# somebody else's\n", encoding="utf-8")
    page.type("52")
    expect(page.page.locator(".kept")).to_contain_text("changed elsewhere")
    assert file.read_text(encoding="utf-8") == "# somebody else's\n"
    assert file.with_stem(f"{file.stem}-2").read_text(encoding="utf-8") == page.text


@pytest.mark.parametrize("name", ["reykjavik.mat", "lota.kotra", "forn-1977.kotra"])
def test_a_record_of_the_folder_is_written_on(write: Open, desk: DeskSettings, name: str) -> None:
    assert desk.folder is not None
    data = Path(f"samples/sound/{name}").read_bytes()
    (desk.folder / name).write_bytes(data)
    page = write()
    page.page.locator(".files summary").click()
    page.page.get_by_role("button", name=name).click()
    page.settled()
    assert page.page.locator(".turns button").count() > 10
    if name.endswith(".kotra"):
        assert page.text.encode() == data


@SIZES
def test_the_legal_plays_cover_nothing(write: Open, size: tuple[int, int]) -> None:
    page = write(size=size).begin().type("31")
    plays = page.page.locator("#choices").bounding_box()
    turns = page.page.locator(".list .turns").bounding_box()
    tools = page.page.locator(".tools").bounding_box()
    assert plays is not None
    assert turns is not None
    assert tools is not None
    assert plays["y"] + plays["height"] <= min(turns["y"], tools["y"])
    assert turns["y"] < size[1]


def test_enter_behind_dice_that_are_on_their_way_asks_for_nothing(write: Open) -> None:
    page = write().begin().type("31").press("Enter")
    assert (page.objection, page.done) == ("", "game 1 0-0\nW 31:\n")
    assert page.page.locator("[data-do=done]").is_disabled()


def test_what_was_probably_meant_is_written_by_a_click(write: Open) -> None:
    page = write().begin().type("31", "8/5 6/5", "52", "13/8 24/22", "63", "13/10 24/19").press("Enter")
    assert "W 63: 13/10 24/19\nruling stood\n" in page.text
    page.page.get_by_role("button", name="Use this").click()
    page.settled()
    assert "W 63: 13/10 24/18\n" in page.text


def test_the_winner_of_a_game_is_called_by_name(write: Open) -> None:
    page = write().begin().type("31", "8/5 6/5", "r1", "y")
    assert page.page.locator(".score").inner_text().endswith("The game is over: Álfhildur wins 1")


@LOOKS
@pytest.mark.parametrize("rules", ["modern", "forn-1977"])
def test_the_pages_are_open_to_all(
    write: Open, axe: str, size: tuple[int, int], scheme: Scheme, rules: str
) -> None:
    page = write(size=size, scheme=scheme)
    found = {"begin": page.audited(axe)}
    page.begin(rules)
    found["opening"] = page.audited(axe)
    page.type("25")
    page.type("64") if rules != "modern" else None
    page.page.focus("#entry")
    found["play"] = page.audited(axe)
    page.page.keyboard.type("x")
    page.press("Enter")
    found["objection"] = page.audited(axe)
    for fold in page.page.locator(".folds summary").all():
        fold.click()
    found["folds"] = page.audited(axe)
    page.press("PageUp")
    found["line"] = page.audited(axe)
    assert {state: some for state, some in found.items() if some} == {}
