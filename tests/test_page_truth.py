"""What a page says of an analysis is true: on the decision it belongs to, in our words, with its sign."""

from __future__ import annotations

import kotra_notation as kn
from kotra_notation.report.page import page
from kotra_notation.report.view import Page, Remark, Stop
from kotra_notation.words.tongues import tongue

HEAD = "kotra 1\nwhite: Anna\nblack: Bjarni\nlength: 5\nrules: modern\ngame 1 0-0\n"


def shown(text: str, language: str = "en") -> Page:
    """The page of a record that has this head."""
    return page(kn.replay(kn.read(HEAD + text).matches[0]), tongue=tongue(language))


def stops(text: str) -> list[Stop]:
    """The stops of its first game."""
    return [item for item in shown(text).games[0].items if isinstance(item, Stop)]


def test_what_a_program_keeps_for_itself_is_no_remark() -> None:
    items = shown('extra sgf:GS "[M:24 27 36]"\nW 31: 8/5 6/5\nextra mat:line "lost"\n').games[0].items
    assert [item.text for item in items if isinstance(item, Remark)] == ["lost"]


HELD = (
    "W 31: 8/5 6/5\nB 64: 24/14\nW 52: 13/8 24/22\n"
    'eval cube by "Freysteinn 2.1" plies="2"\nchoice "no double" 0.500\nchoice "double/take" 0.750\n'
    'choice "double/pass" 1.0\n'
    'eval play by "Freysteinn 2.1" plies="2"\nchoice "24/22 13/8" 0.160\nchoice "13/11 13/8" 0.010\n'
)
TAKEN = (
    "W 31: 8/5 6/5\nB doubles 2\n"
    'eval cube by "Freysteinn 2.1" plies="2"\nchoice "no double" 0.900\n'
    'choice "double/take" 1.5 (0.8 0.3 0 0.05 0)\n'
    'choice "double/pass" 1.0\n'
    "W takes\nB 64: 24/14\nW doubles 4\nB drops\nW wins 2\n"
)


def test_a_double_that_was_missed_is_a_row_of_its_own_before_the_roll() -> None:
    hold, turn = stops(HELD)[-2:]
    assert (hold.deed, hold.text, hold.grade, hold.loss) == ("hold", "No double", "blunder", "−0.250")
    assert (hold.cube, hold.seat, hold.turn, hold.anchor) == (True, 0, None, "g1-t3a")
    assert hold.position.dice is None
    assert [study.aspect for study in hold.studies] == ["cube"]
    assert (turn.grade, turn.loss, turn.anchor) == ("", "", "g1-t3")
    assert [study.aspect for study in turn.studies] == ["play"]


def test_a_cube_that_nobody_would_turn_is_a_sentence_behind_the_play() -> None:
    far = HELD.replace("0.750", "-0.2").replace('"no double" 0.500', '"no double" 0.100')
    turn = stops(far)[-1]
    assert [study.aspect for study in turn.studies] == ["play", "cube"]
    assert turn.studies[1].brief == "No double is right: +0.100; doubled and taken −0.200."
    close = HELD.replace("0.750", "0.45")
    assert stops(close)[-1].studies[1].brief == ""


def test_who_takes_has_a_table_from_his_own_side() -> None:
    take = stops(TAKEN)[2]
    assert (take.text, take.grade, take.loss) == ("Takes", "blunder", "−0.500")
    (study,) = take.studies
    assert (study.aspect, study.heading, study.verdict) == ("answer", "Take or drop?", "Wrong take: −0.500.")
    assert [(one.text, one.equity, one.loss, one.played) for one in study.choices] == [
        ("Drop", "−1.000", "", False),
        ("Take", "−1.500", "−0.500", True),
    ]
    assert study.choices[1].chances == ("20.0", "5.0", "0.0", "80.0", "30.0", "0.0")


def test_who_owns_the_cube_redoubles() -> None:
    assert [stop.text for stop in stops(TAKEN)[1:]] == [
        *("Doubles to 2", "Takes", "24/14", "Redoubles to 4", "Drops"),
    ]


def test_plays_that_were_weighed_are_spelled_as_the_list_spells_them() -> None:
    text = (
        "W 31: 8/5 6/5\nB 64: 24/14\nW 55: 8/3(2) 6/1*(2)\n"
        'eval play by "Freysteinn 2.1"\nchoice "6/1 6/1 8/3 8/3" 0.2 at "2-ply"\n'
        'choice "13/8 8/3 13/3" 0.1 at "2-ply"\nchoice "13/8 13/8 6/1 6/1" 0.3 at "1-ply"\n'
    )
    turn = stops(text)[-1]
    (study,) = turn.studies
    assert study.mixed
    assert [(one.text, one.level) for one in study.choices] == [
        (turn.text, "2-ply"),
        ("13/3(2)", "2-ply"),
        ("13/8(2) 6/1*(2)", "1-ply"),
    ]


def test_luck_has_its_own_sign_and_is_no_verdict_on_the_play() -> None:
    said = 'mark luck ??\neval luck luck -0.5 by "Freysteinn 2.1"\n'
    turn = stops("W 31: 8/5 6/5\n" + said)[-1]
    assert (turn.sign, turn.fortune, turn.fortune_word) == ("", "unlucky", "anti-joker −0.500")
    assert "unlucky" in turn.classes
    assert stops("W 31: 8/5 6/5\nmark luck !!\n")[-1].fortune_word == "lucky roll"


def test_a_sign_on_a_cube_that_was_not_turned_stands_before_the_throw() -> None:
    hold, turn = stops("W 31: 8/5 6/5\nB 64: 24/14\nmark cube ?!\n")[-2:]
    assert (hold.text, hold.sign, turn.sign) == ("No double", "?!", "")


def test_a_dance_is_called_so_whether_the_record_says_it_or_not() -> None:
    closed = "setup W: bar1 6x14; B: 6x2 5x2 4x2 3x2 2x2 1x2 13x3; W to play\n"
    assert [stops(closed + f"W 66:{said}\n")[-1].text for said in ("", " cannot move")] == ["cannot move"] * 2
    assert stops("W 31: ????\n")[-1].text == "not recorded"


def test_the_winner_s_points_come_first_and_end_with_the_match() -> None:
    assert shown("W resigns single\nB accepts\nB wins 1\n").result == "0–1, not played to the end"
    text = HEAD.replace("length: 5", "length: 1") + "W resigns gammon\nB accepts\nB wins 2\n"
    assert page(kn.replay(kn.read(text).matches[0])).result == "Bjarni wins 1–0"
