"""The page of a quiz: before one has chosen nothing tells what is right; then everything is told."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256

import html5lib
import pytest
from playwright.sync_api import Page

import kotra_notation as kn
from kotra_notation.words.tongues import LANGUAGES
from referees.seeds import part
from tests.browser import Scheme, Visitor
from tests.goldens import Golden
from tests.hand import Hand
from tests.layout_facts import clipped, sticking_out
from tests.test_quiz import OPENING, RECORD, record
from tests.test_report_golden import lasting
from tests.test_report_index import HOSTILE

XHTML = "{http://www.w3.org/1999/xhtml}"


def page(text: str | None = None, language: str = "en", **options: float) -> str:
    return kn.quiz(text or record(), **options).page(language)  # type: ignore[arg-type]


def parsed(text: str) -> tuple[list[str], str]:
    """Every question as the markup of its element, and the text that is for all."""
    found = re.findall(r"<article class=question.*?</article>", text, re.S)
    return found, text


def test_the_page_is_valid_html_and_knows_its_style_and_script_by_their_hash() -> None:
    text = page()
    parser = html5lib.HTMLParser(strict=True)
    parser.parse(text)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    for name in ("style", "script"):
        inside = re.search(rf"<{name}>(.*?)</{name}>", text, re.S)
        assert inside is not None
        assert f"sha256-{b64encode(sha256(inside[1].encode()).digest()).decode()}" in policy[1]
    assert "default-src 'none'" in policy[1]


def test_before_one_has_chosen_nothing_tells_what_is_right() -> None:
    found, text = parsed(page())
    assert len(found) == 3
    for one in found:
        assert not re.search(r"[-−+][0-9]", re.sub(r"<svg.*?</svg>|tabindex=-1", "", one, flags=re.S))
        assert not re.search(r"right|best|played|worse|loss|equity|kotra-arrow", one, re.I)
        assert "Anna" not in one
        assert "Björn" not in one
    assert "8/5 6/5" not in re.findall(r"<title>.*?</title>", text)[0]


def test_what_is_asked_is_the_same_whatever_is_right() -> None:
    """The same decisions with other equities and another play: each question has the same bytes."""
    play = OPENING.replace("0.159", "-0.9")
    assert sorted(parsed(page(record(OPENING)))[0]) == sorted(parsed(page(record(play), least=0.01))[0])
    other = RECORD.replace('"no double" 0.3', '"no double" 1.4').replace(
        '"double/take" 0.1', '"double/take" 1.8'
    )
    one, two = (
        {re.sub(r"Question \d", "", article) for article in parsed(page(record(text), least=0))[0]}
        for text in (RECORD, other)
    )
    assert len(one) == 4
    assert len(two) == 4 - 1  # dropping is right now, and no error
    assert two < one


def test_the_answers_tell_who_did_what_in_the_same_bytes() -> None:
    text = page()
    answers = text[text.index("class=answers") :]
    for words in (
        *("Anna doubled.", "Björn dropped.", "Anna played 24/23 13/10."),
        *("game 1, turn 1", "Freysteinn 2.1, 2-ply", "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:1:2:0:7:10"),
        *("Right: No double, take. No double +0.300, Double, take +0.100, Double, drop +1.000."),
    ):
        assert words in answers
    assert page() == page()


def test_the_data_holds_what_each_choice_costs_as_the_table_does() -> None:
    data = re.search(r'<script type="application/json" class=data>(.*?)</script>', page(), re.S)
    assert data is not None
    assert json.loads(data[1])["losses"] == [[0.2, 0.0], [0.9, 0.0], [0.21, 0.179, 0.0]]
    # What is 0.026 here is 0.025 to a script that rounds it itself.
    text = page(record(OPENING.replace("0.159", "1.0421").replace("-0.02 ", "1.0166 ")))
    assert '"losses":[[1.093,0.026,0.0]]' in text
    assert "−0.026" in text


@pytest.mark.parametrize("language", part(LANGUAGES, 2))
def test_a_page_speaks_the_language_that_is_asked_for(language: str) -> None:
    text = page(language=language)
    assert f'<html lang="{language}">' in text
    assert ("what do you play" in text) is (language == "en")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_stays_a_name(name: str) -> None:
    line = " ".join(name.split())
    plain = parsed(page())[0]
    text = page(record(white=line))
    assert parsed(text)[0] == plain
    assert text.count("<script") == 2
    html5lib.HTMLParser(strict=True).parse(text)


def test_the_page_is_as_somebody_looked_at_it(golden: Golden) -> None:
    golden("quiz/quiz.html", lasting(page(), "html"))


@pytest.mark.parametrize(("width", "height"), part([(1440, 900), (820, 1180), (390, 844)], 3))
@pytest.mark.parametrize("scheme", part(["light", "dark"], 2))
def test_nothing_sticks_out_before_and_after(visit: Visitor, width: int, height: int, scheme: Scheme) -> None:
    shown = visit(page(), width=width, height=height, scheme=scheme, touch=width < 500).page
    assert (sticking_out(shown), clipped(shown)) == ([], [])
    shown.keyboard.press("1")
    assert (sticking_out(shown), clipped(shown)) == ([], [])


def test_a_key_or_a_finger_chooses_and_the_answer_is_told(visit: Visitor) -> None:
    shown = visit(page()).page
    assert "Anna doubled" not in shown.inner_text("body")
    shown.keyboard.press("1")
    assert shown.inner_text(".score") == "0.200 lost. 0 of 1 right so far, 0.200 lost in total."
    assert "Anna doubled." in shown.inner_text(".question:not(.away)")
    shown.keyboard.press("2")  # one chooses once
    assert "0.200 lost" in shown.inner_text(".score")
    shown.keyboard.press("ArrowRight")
    assert "Björn" not in shown.inner_text("main")
    shown.keyboard.press("2")
    assert shown.inner_text(".score") == "Right. 1 of 2 right so far, 0.200 lost in total."
    shown.keyboard.press("Enter")
    shown.keyboard.press("9")  # there is no such choice
    shown.keyboard.press("3")
    assert shown.inner_text(".score") == "Right. Finished: 2 of 3 right, 0.200 lost in total."
    shown.keyboard.press("ArrowLeft")
    assert "Björn dropped." in shown.inner_text("main")
    shown = visit(page(), width=390, height=844, touch=True).page
    shown.tap(".question:not(.away) .choices li:nth-child(2) button")
    assert "Right." in shown.inner_text(".score")
    shown.tap("[data-key=ArrowRight]")
    assert shown.inner_text(".progress") == "2 of 3"


def test_on_paper_and_without_its_script_the_answers_stand_behind(visit: Visitor) -> None:
    printed, shown = visit(page()).page, visit(page(), script=False).page
    printed.emulate_media(media="print")
    for text in (printed.inner_text("body"), shown.inner_text("body")):
        assert text.index("Take or drop?") < text.index("31: what do you play?") < text.index("Answers")
        assert text.index("Answers") < text.index("Anna doubled.")
    assert shown.locator("button:visible").count() == 0


def test_links_lead_to_questions_and_a_quiz_may_have_none(visit: Visitor) -> None:
    key = kn.quiz(record()).decisions[2].key
    shown = visit(page(), fragment=f"#q{key}").page
    assert shown.inner_text(".progress") == "3 of 3"
    assert visit(page(least=5)).page.locator(".question").count() == 0


BLACK = """W 31: 8/5 6/5
B 66: 24/18(2) 13/7(2)
eval play by "Freysteinn 2.1"
choice "24/18(2) 13/7(2)" -0.2 played="yes"
choice "24/18(2) 8/2(2)" 0.1
"""


def play_asked(visit: Visitor, body: str = OPENING, *, touch: bool = False) -> Page:
    """The page of a record in which nothing but one play is asked."""
    return visit(page(record(body)), width=390 if touch else 1366, height=844, touch=touch).page


def test_a_play_is_made_on_the_board_by_dragging_and_tapping(visit: Visitor) -> None:
    shown = play_asked(visit)
    hand = Hand(shown, ".question svg")
    undo, done = (shown.get_by_role("button", name=name) for name in ("Undo", "Done"))
    before = shown.locator(".question svg").inner_html()
    assert done.is_disabled()
    hand.drag(8, 5)
    hand.tap(6)  # by the die that is left
    done.click()
    assert shown.inner_text(".score").startswith("Right.")
    assert shown.locator(".choices .chosen").inner_text().split("\n")[1] == "8/5 6/5"
    assert (undo.count(), done.count()) == (0, 0)
    assert shown.locator(".question svg .kotra-arrow").count() == 1
    assert before != shown.locator(".question svg").inner_html()


def test_a_play_that_is_no_answer_is_not_guessed_at_and_can_be_undone(visit: Visitor) -> None:
    shown = play_asked(visit)
    board = shown.locator(".question svg")
    hand, before = Hand(shown, ".question svg"), board.inner_html()
    hand.drag(13, 9)  # with both dice
    shown.get_by_role("button", name="Done").click()
    assert "not one of the answers" in shown.inner_text(".by-hand [role=status]")
    assert shown.inner_text(".score") == ""
    shown.get_by_role("button", name="Undo").click()
    assert board.inner_html() == before
    hand.tap("dice")
    hand.tap(24)  # now by the one
    hand.tap(13)
    shown.get_by_role("button", name="Done").click()
    assert shown.inner_text(".score").startswith("0.210 lost.")


def test_a_checker_stays_where_no_die_leads(visit: Visitor) -> None:
    shown = play_asked(visit)
    board = shown.locator(".question svg")
    hand, before = Hand(shown, ".question svg"), board.inner_html()
    for source, target in ((6, 4), (13, 12), (6, 7), (6, "off"), (1, 4)):
        hand.drag(source, target)
        assert board.inner_html() == before
    hand.drag(6, 2)
    hand.tap(8)  # no die is left
    assert shown.get_by_role("button", name="Done").is_enabled()
    shown.get_by_role("button", name="Undo").click()
    assert board.inner_html() == before


def test_black_plays_four_checkers_of_a_double_with_a_finger(visit: Visitor) -> None:
    shown = play_asked(visit, BLACK, touch=True)
    for point in (24, 24, 8, 8):
        x, y = Hand(shown, ".question svg").place(point)
        shown.touchscreen.tap(x, y)
    shown.get_by_role("button", name="Done").tap()
    assert shown.inner_text(".score").startswith("Right.")
