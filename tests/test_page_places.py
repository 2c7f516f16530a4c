"""The page in a real browser: quiet and accessible, its addresses, and what one clicks or copies."""

from __future__ import annotations

import re
from base64 import b64encode
from io import BytesIO

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

import kotra_notation as kn
from kotra_notation.model import Comment, Play, Turn
from kotra_notation.replay import Frame
from kotra_notation.report.page import page as view
from kotra_notation.report.view import Origin
from kotra_notation.words.tongues import LANGUAGES
from referees.seeds import part
from tests.browser import Scheme, Visitor, wait_until
from tests.layout_facts import clipped, controls, scrolled, sticking_out
from tests.reader import Reader, reading
from tests.sample_pages import PAGES, page_of, rich, rich_page

COMMENTS, CUBE, ERRORS = ".comment,.commented", ".cube", ".wrong,.blunder"


@pytest.fixture
def reader(visit: Visitor) -> Reader:
    return reading(visit, rich_page(), fragment="#g1-t1")


def test_an_address_with_a_turn_opens_there_and_another_as_without_it(visit: Visitor) -> None:
    assert reading(visit, rich_page(), fragment="#g2-t4").here == "g2-t4"
    assert reading(visit, rich_page(), fragment="#g99-t1'\"<x>").here == reading(visit, rich_page()).here


# The turns at which the board is not whole in the window: opened by their addresses, and walked through.
CUT = """async () => {
  const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  const links = [...document.querySelectorAll(".turns > li > a")], cut = [];
  const look = how => {
    const {top, bottom} = document.querySelector(".stage svg").getBoundingClientRect();
    const row = document.querySelector("[aria-current=true]"), here = row.getBoundingClientRect();
    const whole = top >= 0 && bottom <= innerHeight && here.top >= 0 && here.bottom <= innerHeight;
    if (!whole) cut.push([how, row.id, top, bottom, here.top]);
  };
  for (const link of links.slice(-40)) { location.hash = link.id; await drawn(); look("address"); }
  scrollTo(0, document.body.scrollHeight);
  for (const key of [...Array(12).fill("ArrowLeft"), ...Array(12).fill("ArrowRight")]) {
    document.querySelector(`[data-key=${key}]`).click();
    await drawn();
    look(key);
  }
  return cut;
}"""
WINDOWS = [(1366, 768), (1440, 900), (1920, 1080), (390, 844)]


@pytest.mark.parametrize(("width", "height"), part(WINDOWS, 3))
@pytest.mark.parametrize("name", ["sound/reykjavik.mat", "sound/forn-1977.kotra"])
def test_the_board_is_whole_at_the_last_turns_too(visit: Visitor, name: str, width: int, height: int) -> None:
    text = page_of(name)
    page = visit(text, width=width, height=height).page
    last = page.locator(".turns > li > a").last.get_attribute("id")
    assert page.evaluate(CUT) == []
    opened = visit(text, width=width, height=height, fragment=f"#{last}").page
    wait_until(opened, "document.querySelector('.stage svg').getBoundingClientRect().top >= 0")


def test_a_click_on_a_turn_a_game_or_a_chart_goes_there_and_so_does_a_changed_address(reader: Reader) -> None:
    before = reader.board
    reader.link("g1-t6").click()
    assert (reader.here, reader.fragment) == ("g1-t6", "g1-t6")
    assert reader.board != before
    reader.page.evaluate("location.hash = '#g2-t3'")
    reader.page.wait_for_selector("[href='#g2-t3'][aria-current=true]")
    assert reader.here == "g2-t3"
    chart = reader.page.locator(".chart svg").first
    box = chart.bounding_box()
    assert box
    chart.click(position={"x": box["width"] - 2, "y": 20})
    assert reader.stops.index(reader.here) > 0.9 * len(reader.stops)
    chart.click(position={"x": box["width"] / 2, "y": 20})
    assert 0.4 < reader.stops.index(reader.here) / len(reader.stops) < 0.6
    reader.link("g1-t6").click()
    reader.page.locator(".score a[href='#g2']").click()
    assert reader.here == next(stop for stop in reader.stops if stop.startswith("g2-"))
    reader.link("g1-t6").click()
    reader.page.locator(".score tbody tr").nth(1).locator("td").last.click(force=True)  # the row is a link
    assert reader.here.startswith("g2-")
    lost = reader.page.eval_on_selector_all(
        "a[href^='#']",
        "links => links.map(link => link.hash.slice(1)).filter(id => !document.getElementById(id))",
    )
    assert lost == []


def test_a_click_on_a_finding_goes_there(visit: Visitor) -> None:
    reader = reading(visit, page_of("faulty/slip.mat"))
    link = reader.page.locator("section[aria-labelledby=findings] a").first
    link.click()
    assert link.get_attribute("href") == f"#{reader.here}"
    assert reader.here in reader.stops_with("error", "warning", "note")


@pytest.mark.parametrize(("rows", "kept"), [(COMMENTS, "comment"), (CUBE, "cube"), (ERRORS, "blunder")])
def test_a_filter_shows_only_its_kind(reader: Reader, rows: str, kept: str) -> None:
    seen = ".turns > li:visible"
    everything = reader.page.locator(seen).count()
    button = reader.page.locator(f"button[data-filter='{rows}']")
    button.click()
    assert reader.page.locator(f"{seen}.{kept}").count() > 0
    assert reader.page.locator(seen).count() < everything / 2
    assert button.get_attribute("aria-pressed") == "true"
    reader.page.locator("button[data-filter='']").click()
    assert reader.page.locator(seen).count() == everything


def test_with_a_filter_right_goes_to_what_is_shown(reader: Reader) -> None:
    reader.page.locator(f"button[data-filter='{CUBE}']").click()
    shown = reader.page.eval_on_selector_all(
        ".turns > li > a", "links => links.filter(one => one.offsetParent).map(one => one.hash.slice(1))"
    )
    reader.press("Home")
    met = [reader.press("ArrowRight").here for _ in range(4)]
    assert set(met) <= set(shown)
    assert len(set(met)) == 4


@pytest.mark.parametrize("what", ["gnubg", "text", "play", "svg", "link"])
def test_a_button_copies(reader: Reader, what: str) -> None:
    reader.link("g1-t5").click()
    reader.open_more()
    reader.page.locator(f"[data-copy={what}]").click()
    frames = [frame for frame in rich().games[0].frames if isinstance(frame.event, Turn)]
    position = next(frame.before.position for frame in frames if frame.before.turns == 4)
    wanted = {"gnubg": position.gnubg_id(), "text": position.text(), "play": reader.play("g1-t5")}
    wanted |= {"svg": "<svg ", "link": "#g1-t5"}
    assert wanted[what] in reader.clipboard
    reader.page.wait_for_selector(".status:not(.hidden)")


def test_on_a_phone_the_board_is_seen_and_a_finger_turns_the_leaves_unless_it_scrolls(visit: Visitor) -> None:
    reader = reading(visit, rich_page(), fragment="#g1-t1", width=390, height=844, touch=True)
    box = reader.page.locator(".stage svg").bounding_box()
    assert box
    assert 0 <= box["y"] < box["y"] + box["height"] <= 844
    assert box["width"] > 330
    swipe(reader, -50, 150)
    assert reader.here == reader.stops[0]
    swipe(reader, -120)
    swipe(reader, -120)
    assert reader.here == reader.stops[2]
    swipe(reader, 120)
    assert reader.here == reader.stops[1]


def swipe(reader: Reader, right: int, down: int = 0) -> None:
    """A finger drawn over the board."""
    box = reader.page.locator(".stage").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    session = reader.page.context.new_cdp_session(reader.page)
    for kind, share in (("touchStart", 0), ("touchMove", 0.5), ("touchMove", 1)):
        point = {"x": x + share * right, "y": y + share * down}
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_focus_is_seen_and_follows(reader: Reader) -> None:
    reader.link("g1-t2").focus()
    reader.press("ArrowRight", 3)
    assert reader.page.evaluate("document.activeElement.hash") == f"#{reader.here}"
    assert reader.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"


def test_the_focused_turn_is_within_the_window_and_not_behind_the_board(visit: Visitor) -> None:
    for width, height in ((1440, 900), (390, 844)):
        reader = reading(visit, rich_page(), width=width, height=height)
        reader.press("ArrowDown").press("ArrowRight", 25)
        link = reader.link(reader.here).bounding_box()
        assert link
        middle = [link["x"] + 8, link["y"] + link["height"] / 2]
        seen = "([x, y]) => document.elementFromPoint(x, y)?.closest('a')?.hash"
        assert reader.page.evaluate(seen, middle) == f"#{reader.here}"


def test_a_game_that_lacks_a_turn_shows_the_numbers_of_its_turns(visit: Visitor) -> None:
    text = "kotra 1\nlength: 5\ngame 1 0-0\nsetup W: 6x15; B: 6x15; B to play\nB 21: 6/4 6/5\nW 31: 6/3 6/5\n"
    page = visit(kn.report(kn.replay(kn.read(text).matches[0]))).page
    shown = page.evaluate(
        """[...document.querySelectorAll('.turns > li > a')].map(
            (link) => getComputedStyle(link, '::before').content)"""
    )
    assert shown == ["none", '"2"', '"3"', "none"]


@pytest.mark.parametrize("steps", [3, 0])
def test_back_leads_back_from_a_jump_and_past_the_steps(reader: Reader, steps: int) -> None:
    before = reader.press("ArrowRight", steps).here
    reader.page.locator(".score a[href='#g2']").click()
    reader.press("ArrowRight", 2)
    reader.page.go_back()
    reader.page.wait_for_selector(f"#{before}[aria-current=true]")
    reader.page.go_forward()
    reader.page.wait_for_selector("[id^=g2-][aria-current=true]")


def test_the_record_is_handed_out_as_it_was(visit: Visitor) -> None:
    content = b"kotra 1\n# \xc3\xbe\r\n" * 50
    origin = Origin(name="úrslit.kotra", format="kotra", content=b64encode(content).decode())
    page = visit(kn.report(rich(), origin=origin)).page
    page.eval_on_selector("details.facts", "one => one.open = true")
    with page.expect_download() as download:
        page.locator("a.source").click()
    assert download.value.suggested_filename == "úrslit.kotra"
    assert download.value.path().read_bytes() == content


def test_labels_of_the_board_and_boards_of_a_finding_are_large_enough_on_a_phone(visit: Visitor) -> None:
    page = visit(rich_page(), width=360, height=740, touch=True).page
    sizes = page.evaluate(
        """[...document.querySelectorAll('.stage svg text')].map((text) =>
            parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
    )
    assert min(sizes) > 11
    page = visit(page_of("faulty/slip.mat"), width=390, height=844, touch=True).page
    widths = page.eval_on_selector_all(".minis svg", "all => all.map(one => one.clientWidth)")
    assert widths
    assert min(widths) > 250


def test_the_crawford_game_says_so_at_the_board_in_the_place_of_the_cube(visit: Visitor) -> None:
    reader = reading(visit, page_of("notations/laugardalur.sgf"))
    words, cube = reader.page.locator(".stage text"), reader.page.locator(".stage .kotra-paper.kotra-line")
    for game, crawford in ((1, False), (2, True), (3, False)):
        reader.page.locator(f".score a[href='#g{game}']").click()
        assert ("Crawford" in words.all_text_contents()) is crawford
        assert cube.count() == (not crawford)
        assert ("Crawford" in reader.told) is crawford


FILMED = """kotra 1
length: 3
video: https://youtu.be/dQw4w9WgXcQ
game 1 0-0
W 31: 8/5 6/5
W clock 10:02 used 0:31
video 7:45
{said}
"""
WEIGHED = 'eval play by "Freysteinn 2.1"\nchoice "8/5 6/5" 0.16 (0.55 0.17 0.01 0.12 0) at "2-ply"'


@pytest.mark.parametrize("said", ["", WEIGHED])
def test_clock_and_recording_are_told_below_the_board(visit: Visitor, said: str) -> None:
    reader = reading(visit, kn.report(kn.replay(kn.read(FILMED.format(said=said)).matches[0])))
    detail = reader.page.locator(".detail p").last
    assert detail.inner_text().startswith("used 0:31, 10:02 left, 7:45 in the recording")
    assert detail.locator("a").get_attribute("href") == "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=465s"


WIDTHS = {1440: 900, 820: 1180, 390: 844}
A4 = 718  # the width of a printed page within its margins


@pytest.mark.parametrize("width", part(WIDTHS, 2))
@pytest.mark.parametrize("name", PAGES)
def test_nothing_sticks_out_and_no_text_is_clipped(visit: Visitor, name: str, width: int) -> None:
    page = visit(page_of(name), width=width, height=WIDTHS[width], touch=width < 500).page
    assert sticking_out(page) + clipped(page) == []


@pytest.mark.parametrize("language", part(LANGUAGES, 2))
def test_no_language_is_too_long_for_a_phone(visit: Visitor, language: str) -> None:
    page = visit(rich_page(language), width=390, height=844, touch=True).page
    page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    assert sticking_out(page) + clipped(page) == []


@pytest.mark.parametrize("name", PAGES)
def test_without_its_script_the_page_is_whole_and_shows_no_button(visit: Visitor, name: str) -> None:
    page = visit(page_of(name), script=False, width=390).page
    assert sticking_out(page) + clipped(page) + controls(page) == []


def test_without_its_script_every_throw_comment_and_choice_can_be_read(visit: Visitor) -> None:
    page = visit(rich_page(), script=False).page
    seen = " ".join(page.inner_text("main").split())
    told = [text for game in rich().games for frame in game.frames for text in words(frame)]
    studies = [study for game in view(rich()).games for stop in game.weighed for study in stop.studies]
    weighed = [choice.text for study in studies if not study.brief for choice in study.choices]
    assert [text for text in (*told, *weighed) if text not in seen] == []


def words(frame: Frame) -> list[str]:
    """What a reader must be told of an event."""
    match frame.event:
        case Comment(text=text):
            return [text]
        case Turn(dice=(first, second), deed=Play()):
            return [f"{first}{second} "]
    return []


def violations(page: Page, axe: str) -> list[tuple[str, list[str]]]:
    """What axe objects to, with the first elements it means."""
    page.evaluate(f"() => {{ {axe} }}")
    found = page.evaluate("async () => (await axe.run({resultTypes: ['violations']})).violations")
    return [(one["id"], [node["html"] for node in one["nodes"][:3]]) for one in found]


@pytest.mark.parametrize("scheme", part(["light", "dark"], 2))
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(visit: Visitor, axe: str, name: str, scheme: Scheme) -> None:
    assert violations(visit(page_of(name), scheme=scheme).page, axe) == []


@pytest.mark.parametrize("scheme", part(["light", "dark", "contrast"], 2))
def test_axe_finds_nothing_in_chosen_colours_and_in_keys(visit: Visitor, axe: str, scheme: str) -> None:
    page = visit(page_of("sound/skyringar.kotra")).page
    page.eval_on_selector_all(".board details", "all => all.forEach(one => one.open = true)")
    page.select_option("[data-set=scheme]", scheme)
    assert violations(page, axe) == []
    page.focus(".stage")
    page.keyboard.press("?")
    assert page.locator("dialog").is_visible()
    assert violations(page, axe) == []


@pytest.mark.parametrize("name", PAGES)
def test_print_has_no_buttons_and_clips_nothing(visit: Visitor, name: str) -> None:
    page = visit(page_of(name), width=A4).page
    page.emulate_media(media="print")
    assert controls(page) == []
    assert sticking_out(page) + clipped(page) + scrolled(page) == []


def test_forced_colours_leave_the_marks_and_the_place_one_is_at(visit: Visitor) -> None:
    page = visit(rich_page()).page
    page.emulate_media(forced_colors="active")
    ground, *marks = page.evaluate(
        """() => { const marks = [...document.querySelectorAll('.turns em')];
            return [getComputedStyle(document.body).backgroundColor,
                ...marks.map((one) => getComputedStyle(one, '::before').backgroundColor)]; }"""
    )
    assert marks
    assert ground not in marks
    outlines = page.eval_on_selector_all(
        "[aria-current]", "all => all.map(one => getComputedStyle(one).outlineStyle)"
    )
    assert outlines == ["solid"]


@pytest.mark.parametrize("paper", ["A4", "Letter", "A5"])
def test_a_printed_page_is_a_booklet(visit: Visitor, paper: str) -> None:
    """The worst errors three to a page, then the games, which run on."""
    page = visit(rich_page()).page
    worst = page.locator(".highlights em:is(.wrong, .blunder)").count()
    pages = [one.extract_text() for one in PdfReader(BytesIO(page.pdf(format=paper))).pages]
    heads = [len(re.findall(r"^\d+ .*\nGame \d.*, turn \d+$", one, re.M)) for one in pages]
    begun = [count for count in heads if count]
    assert sum(heads) == worst > 6
    assert begun[:-1] == [3] * (len(begun) - 1)
    assert max(len(re.findall(r"^Game \d \S+$", one, re.M)) for one in pages) > 1
    assert page.locator(".decisions").count() == 0
