"""The page of an analysed match in the browser: summary, choices, chart, quiz, and where they stand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from kotra_notation.report.page import page as page_model
from kotra_notation.report.view import Stop
from kotra_notation.report.wishes import Wishes
from referees.seeds import part
from tests.browser import Visitor
from tests.hand import Hand
from tests.reader import Reader, reading
from tests.sample_pages import page_of, plain_page, rich, rich_page

PLAYED = "g1-t5"
BOXES = """(names) => names.map(name => document.querySelector(name).getBoundingClientRect())
    .map(({left, top, right, bottom}) => [left, top, right, bottom])"""
SEEN = """() => [...document.querySelectorAll('.turns > li > a')].filter(link => {
    const {top, bottom} = link.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }).length"""


@pytest.fixture
def reader(visit: Visitor) -> Reader:
    return reading(visit, rich_page())


def boxes(page: Page, *names: str) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of the first element of each selector."""
    return [tuple(box) for box in page.evaluate(BOXES, list(names))]


@pytest.mark.parametrize(("width", "height"), part([(1366, 768), (1440, 900), (1920, 1080)], 3))
def test_board_choices_and_turns_are_on_one_screen(visit: Visitor, width: int, height: int) -> None:
    page = reading(visit, rich_page(), width=width, height=height, fragment="#g1-t12").page
    board, choices, text = boxes(page, ".stage svg", ".study", ".text")
    assert board[2] - board[0] >= 0.55 * width
    assert board[2] <= choices[0] < choices[2] <= width
    assert 0 <= round(board[1]) <= choices[1] < choices[3] <= text[1] < text[3] <= board[3] + 1 <= height
    assert page.evaluate(SEEN) >= 8


@pytest.mark.parametrize(("width", "height"), part([(1366, 768), (1440, 900)], 2))
def test_the_first_screen_has_summary_board_tools_and_chart(visit: Visitor, width: int, height: int) -> None:
    page = reading(visit, rich_page(), width=width, height=height).page
    parts = boxes(page, ".story", ".summary", ".stage svg", ".caption", ".tools", ".highlights a")
    assert all(0 <= top < bottom <= height for _, top, _, bottom in parts)


# The longest numbers of the corpus in every cell of the summary, and a long reason.
FULL = """() => {
  for (const cell of document.querySelectorAll(".summary td"))
    for (const part of cell.childNodes)
      if (part.nodeType === 3 && part.textContent.trim()) part.textContent = "110.438 ";
  for (const count of document.querySelectorAll(".summary em")) count.firstChild.textContent = "141";
  const {bottom} = document.querySelector(".stage svg").getBoundingClientRect();
  return [document.documentElement.scrollWidth, bottom];
}"""


@pytest.mark.parametrize(("width", "height"), part([(1920, 1080), (1440, 900), (1280, 720), (1024, 768)], 4))
def test_the_longest_numbers_push_nothing_out_of_the_window(visit: Visitor, width: int, height: int) -> None:
    across, down = reading(visit, rich_page(), width=width, height=height).page.evaluate(FULL)
    assert across <= width
    assert down <= height


# Names and facts that take two lines of a phone each, and a story of four.
LONG = """() => {
  const put = (at, text) => document.querySelectorAll(`.head ${at}`).forEach(one => one.textContent = text);
  put("h1 bdi", "Brynjólfur Sveinsson");
  put(".soft", "Reykjavik Open, semifinal · Round 3 · eXtreme Gammon · 2 November 2010 · 9-point match");
  put(".story", "Luck decided it: luck brought Brynjólfur Sveinsson +57.4 % winning chances. ".repeat(3));
  document.querySelectorAll(".summary em").forEach(count => count.firstChild.textContent = "41");
}"""


@pytest.mark.parametrize("filled", ["() => {}", LONG], ids=["short", "long"])
def test_a_phone_shows_board_buttons_and_the_first_choice_at_once(visit: Visitor, filled: str) -> None:
    page = reading(visit, rich_page(), width=390, height=844, touch=True).page
    page.evaluate(filled)
    parts = boxes(page, ".stage", ".caption", ".tools", ".study tbody tr")
    assert all(0 <= top < bottom <= 844 for _, top, _, bottom in parts)


@pytest.mark.parametrize("language", ["en", "is"])
def test_the_tables_have_every_number_that_was_weighed(visit: Visitor, language: str) -> None:
    """The chance to lose too, which stands in the page only where that to win does not tell it."""
    reader, model = reading(visit, rich_page(language)), page_model(rich(), wishes=Wishes(language=language))
    items = [item for game in model.games for item in game.items]
    stops = [item for item in items if isinstance(item, Stop) and item.studies][:40]
    for stop in stops:
        reader.link(stop.anchor).click()
        rows = reader.page.eval_on_selector_all(
            ".detail .study tbody tr",
            """all => all.map(row => [...row.children].slice(2, 4).map(cell => cell.textContent)
                .concat([...row.querySelectorAll(".chances span")]
                    .flatMap(side => side.textContent.match(/[\\d.,]+/g))))""",
        )
        shown = [one for study in stop.studies if not study.brief for one in study.choices]
        assert rows == [[one.equity, one.loss, *one.chances] for one in shown]


def test_a_choice_that_is_clicked_is_drawn_and_tells_its_chances(reader: Reader) -> None:
    reader.link(PLAYED).click()
    before = reader.board
    choice = reader.page.locator(".study tbody tr:not(.played) button").first
    choice.click()
    assert reader.page.locator(".stage .trial").count() == 1
    assert reader.board != before
    assert choice.get_attribute("aria-pressed") == "true"
    choice.click()
    assert reader.board == before
    choice.click()
    reader.press("ArrowRight").press("ArrowLeft")
    assert reader.board == before


def test_a_count_of_the_summary_shows_its_turns_alone(reader: Reader) -> None:
    count = reader.page.locator(".summary .count button").first
    number = int("".join(sign for sign in count.inner_text().split()[0] if sign.isdigit()))
    count.click()
    seen = ".turns > li:not(.end):visible"
    assert reader.page.locator(seen).count() == number
    assert reader.page.locator(f"{seen}.blunder:not(.b)").count() == number
    assert reader.here in reader.stops_with("blunder")
    count.click()
    assert reader.page.locator(".turns > li.off").count() == 0


def test_what_decided_the_match_leads_to_the_board_and_keeps_its_place(reader: Reader) -> None:
    link = reader.page.locator(".highlights a").nth(2)
    assert link.locator("svg").count() == 1
    link.scroll_into_view_if_needed()
    before = reader.page.evaluate("scrollY")
    link.click()
    assert link.get_attribute("href") == f"#{reader.here}"
    assert reader.page.evaluate("scrollY") == before
    assert "here" in (link.get_attribute("class") or "")


def test_the_chart_tells_its_value_at_the_pointer_and_at_the_board(reader: Reader) -> None:
    value = reader.page.locator(".board output")
    reader.press("Home")
    first = value.inner_text()
    assert first.count("%") == 2
    reader.press("End")
    last = value.inner_text()
    assert last != first
    plot = reader.page.locator(".board .chart svg").bounding_box()
    assert plot
    reader.page.mouse.move(plot["x"] + 1, plot["y"] + 10)
    assert value.inner_text() == first
    reader.page.mouse.move(plot["x"] + 1, plot["y"] - 200)
    assert value.inner_text() == last


def test_the_quiz_tells_nothing_before_one_has_chosen_and_only_its_own_key_leads_out(reader: Reader) -> None:
    reader.press("q")
    seen = ".turns:visible, .highlights:visible, .chart:visible, .study:visible, .rest:visible"
    assert reader.page.locator(seen).count() == 0
    assert reader.page.locator(".stage .kotra-arrow").count() == 0
    answers = reader.page.locator(".choices button")
    assert answers.count() >= 2
    assert reader.page.locator(".choices b, .choices .right, .choices .made").count() == 0
    assert reader.page.evaluate("document.activeElement.className") == "asked"
    before = reader.state
    for key in ("b", "B", "End", "Home", "ArrowUp", "ArrowDown", "n", " "):
        assert reader.press(key).state == before
    assert reader.press("q").state != before


def test_the_quiz_counts_what_is_right_and_what_was_lost(reader: Reader) -> None:
    reader.press("q").press("2")
    assert reader.page.locator(".choices .made").count() == 1
    assert reader.page.locator(".study:visible").count() >= 1
    tally = reader.page.locator(".tally")
    assert " of 1 right so far" in tally.inner_text()
    reader.press("1")
    assert " of 1 right so far" in tally.inner_text()
    first = reader.page.locator(".asked").inner_text(), reader.board
    reader.press("ArrowRight")
    assert (reader.page.locator(".asked").inner_text(), reader.board) != first
    reader.page.locator(".choices button").first.click()
    assert " of 2 right so far" in tally.inner_text()
    reader.press("ArrowLeft")
    assert reader.page.locator(".choices .made").count() == 1
    reader.press("q")
    assert reader.page.locator(".turns:visible").count() > 0


def test_the_quiz_takes_a_play_that_is_made_on_the_board(reader: Reader) -> None:
    """Black plays, whom the board shows across."""
    page = reader.press("q").page
    hand = Hand(page, ".stage svg", across=True)
    assert page.locator(".choices bdi").nth(4).inner_text() == "22/18(2) 21/13"
    for source, target in ((21, 13), (22, 18)):
        hand.drag(source, target)
    done = page.get_by_role("button", name="Done")
    done.click()
    assert "not one of the answers" in page.inner_text(".by-hand [role=status]")
    hand.tap(22)
    done.click()
    assert "22/18(2) 21/13" in page.locator(".choices .made").inner_text()
    assert " of 1 right so far" in page.inner_text(".tally")
    reader.press("ArrowRight")
    board = reader.board
    hand.drag(13, 1)
    reader.press("q")
    reader.press("q")
    assert reader.board == board


def test_the_quiz_goes_by_size_or_by_the_order_of_the_match(reader: Reader) -> None:
    reader.press("q")
    order = reader.page.get_by_role("button", name="In the order of the match")
    order.click()
    places = []
    for _ in range(4):
        places.append(reader.stops.index(reader.here))
        reader.press("ArrowRight")
    assert places == sorted(places)


def test_a_missed_double_is_a_stop_without_dice_before_the_roll(visit: Visitor) -> None:
    reader = reading(visit, page_of("notations/skafl.xg"))
    holds = [stop for stop in reader.stops_with("cube") if "No " in reader.link(stop).inner_text()]
    for stop in holds:
        reader.link(stop).click()
        assert reader.page.locator(".stage .kotra-arrow").count() == 0
        assert reader.page.locator(".study").count() == 1


def test_without_its_script_the_summary_and_all_choices_can_be_read(visit: Visitor) -> None:
    page = visit(rich_page(), script=False).page
    assert page.locator(".summary .count").first.is_visible()
    known = page.locator("noscript p:has(a)").first
    assert (known.text_content() or "").startswith("61, 3-ply\n24/23 24/18\t+.561")
    assert page.locator("noscript a[href='#g1-t1']").inner_text() == "61"


def test_on_paper_decisions_have_the_score_of_their_game_chances_and_luck(reader: Reader) -> None:
    reader.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    scores = reader.page.eval_on_selector_all(
        ".decisions article",
        """all => all.map(one => [one.querySelector(".soft").textContent,
            [...one.querySelectorAll("svg text[font-weight]")].map(text => text.textContent)])""",
    )
    assert len(scores) > 5
    for place, board in scores:
        white, black = (text.partition("/")[0] for text in board)
        assert f" {white}–{black}, turn" in place
    reader.page.emulate_media(media="print")
    assert reader.page.locator(".decisions .study .chances").nth(1).is_visible()
    inked = "one => getComputedStyle(one).printColorAdjust"
    assert set(reader.page.eval_on_selector_all(".turns sup", f"all => all.map({inked})")) <= {"exact"}


def test_a_turn_may_be_played_in_another_way_which_is_judged(visit: Visitor) -> None:
    """White has a checker on the bar and 51 to play; the record has bar/24 13/8, which is best."""
    reader = reading(visit, rich_page(), fragment="#g3-t27")
    page, line = reader.page, reader.page.locator("p.by-hand")
    hand, (_, shown, caption) = Hand(page, ".stage svg"), reader.state
    page.mouse.move(*hand.place("bar"))
    page.mouse.down()
    assert page.locator(".stage .landing").count() == 3
    page.mouse.move(*hand.place(24), steps=3)
    page.mouse.up()
    assert line.locator("[role=status]").inner_text() == ""
    hand.drag(21, 16)
    assert line.locator("[role=status]").inner_text() == "Number 3 of the plays analysed: −0.130."
    reader.press("Escape")
    assert (line.count(), reader.board) == (0, shown)
    hand.tap("bar")
    hand.tap(6)
    assert line.locator("[role=status]").inner_text() == "Not among the plays analysed."
    page.locator(".study button").nth(1).click()
    assert line.count() == 0
    hand.tap("bar")
    reader.press("ArrowLeft").press("ArrowRight")
    assert (line.count(), reader.state) == (0, ("g3-t27", shown, caption))


def test_a_turn_may_be_played_in_another_way_on_a_page_without_analysis(visit: Visitor) -> None:
    reader = reading(visit, plain_page(), fragment="#g3-t27")
    page, line = reader.page, reader.page.locator("p.by-hand")
    hand, (_, shown, caption) = Hand(page, ".stage svg"), reader.state
    hand.drag(13, 8)  # not from the bar
    assert (line.count(), reader.state) == (0, ("g3-t27", shown, caption))
    hand.drag("bar", 24)
    hand.drag(21, 16)
    assert "1 on 16" in reader.told
    line.get_by_role("button", name="Undo").click()
    assert "1 on 16" not in reader.told
    reader.press("Escape")
    assert (line.count(), reader.board) == (0, shown)


@pytest.mark.parametrize("text", [rich_page, plain_page])
def test_a_finger_that_passes_over_the_board_turns_the_page(visit: Visitor, text: Callable[[], str]) -> None:
    reader = reading(visit, text(), fragment="#g3-t27", width=390, height=844, touch=True)
    page, line = reader.page, reader.page.locator("p.by-hand")
    (x, y), bar = (Hand(page, ".stage svg").place(point) for point in (6, "bar"))
    page.touchscreen.tap(*bar)
    assert line.is_visible()
    session = page.context.new_cdp_session(page)
    for kind, at in (("touchStart", x), ("touchMove", x - 30), ("touchMove", x - 90), ("touchEnd", None)):
        points = [] if at is None else [{"x": at, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert (line.count(), reader.here) == (0, "g3-t28")
