"""Positions drawn in text and as SVG: both games, every place a man can be, and what a page must rely on."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from kotra_notation.board import Cube, Position, Standing, position
from kotra_notation.board.arrows import BOARD
from kotra_notation.board.svg import MEASURES, table
from kotra_notation.board.wording import Wording
from referees.boards import modern_positions, old_positions

SVG = "{http://www.w3.org/2000/svg}"
START = position("W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5")
OLD = position("W: a10 c1 s2 bar1 off1; B: m7 x6 bar2")


def drawn(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def texts(picture: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in picture.iter(f"{SVG}text")]


def test_the_start_in_plain_text() -> None:
    wanted = replace(START, dice=(3, 1))
    assert wanted.diagram(names=("Anna", "Bjarni"), ascii_only=True) == (
        "  13 14 15 16 17 18      19 20 21 22 23 24\n"
        " +------------------+---+------------------+    X Bjarni\n"
        " | O  .  .  .  X  . |   | X  .  .  .  .  O |      pips 167\n"
        " | O           X    |   | X              O |      off 0\n"
        " | O           X    |   | X                |\n"
        " | O                |   | X                |\n"
        " | O                |   | X                |\n"
        " |                  |   |       3 1        |      cube 1\n"
        " | X                |   | O                |\n"
        " | X                |   | O                |\n"
        " | X           O    |   | O                |\n"
        " | X           O    |   | O              X |      off 0\n"
        " | X  .  .  .  O  . |   | O  .  .  .  .  X |      pips 167\n"
        " +------------------+---+------------------+  > O Anna\n"
        "  12 11 10  9  8  7       6  5  4  3  2  1\n"
    )


def test_the_old_game_in_drawn_lines() -> None:
    assert OLD.diagram() == (
        "   l  k  j  i  h  g       f  e  d  c  b  a\n"
        " ┌──────────────────┬───┬──────────────────┐    ● Black\n"
        " │ ·  ·  ·  ·  ·  · │   │ ·  ·  ·  ○  ·  ○ │      pips 296\n"
        " │                  │   │                ○ │      off 0\n"
        " │                  │   │                ○ │\n"
        " │                  │ ● │                ○ │\n"
        " │                  │ ● │               10 │\n"
        " │                  │   │                  │\n"
        " │ 7                │ ○ │                6 │\n"
        " │ ●                │   │                ● │\n"
        " │ ●                │   │                ● │\n"
        " │ ●                │   │ ○              ● │      off 1\n"
        " │ ●  ·  ·  ·  ·  · │   │ ○  ·  ·  ·  ·  ● │      pips 299\n"
        " └──────────────────┴───┴──────────────────┘  ▸ ○ White\n"
        "   m  n  o  p  q  r       s  t  u  v  w  x\n"
    )


def test_the_board_is_seen_from_the_seat_on_roll_unless_said() -> None:
    assert START.layout().seat_below == 0
    assert replace(START, seat=1).layout().seat_below == 1
    assert replace(START, seat=1).layout(bottom=0).seat_below == 0
    here, there = START.layout(), START.layout(view="away")
    assert (there.top, there.bottom) == (here.bottom, here.top)
    assert there.description == here.description
    with pytest.raises(ValueError, match="towards"):
        START.svg(view="sideways")


def test_no_line_is_wider_than_a_terminal() -> None:
    lines = START.diagram(names=("A" * 99, "B" * 99)).splitlines()
    assert max(map(len, lines)) < 80


def test_a_narrow_board_has_the_names_above_and_below_and_shows_the_play() -> None:
    wanted = replace(START, dice=(3, 1), seat=1)
    arrows = [(1, 8, 5), (1, 6, 5)]
    assert wanted.diagram(ascii_only=True, room=60, bottom=0, arrows=arrows) == (
        "> X Black  pips 167  off 0\n"
        "  12 11 10  9  8  7       6  5  4  3  2  1\n"
        " +-------------x----+---+-x--v-------------+\n"
        " | O  .  .  .  X  . |   | X  .  .  .  .  O |\n"
        " | O           X    |   | X              O |\n"
        " | O           X    |   | X                |\n"
        " | O                |   | X                |\n"
        " | O                |   | X                |\n"
        " |       3 1        |   |                  |\n"
        " | X                |   | O                |\n"
        " | X                |   | O                |\n"
        " | X           O    |   | O                |\n"
        " | X           O    |   | O              X |\n"
        " | X  .  .  .  O  . |   | O  .  .  .  .  X |\n"
        " +------------------+---+------------------+\n"
        "  13 14 15 16 17 18      19 20 21 22 23 24\n"
        "  O White  pips 167  off 0  cube 1\n"
    )
    assert wanted.diagram(room=40, bottom=0, arrows=arrows).splitlines()[:5] == [
        "▸ ● Black  pips 167  off 0",
        "   1 1 1",
        "   2 1 0 9 8 7      6 5 4 3 2 1",
        " ┌─────────x──┬───┬─x─v────────┐",
        " │ ○ · · · ● ·│   │ ● · · · · ○│",
    ]


@given(modern_positions() | old_positions())
@settings(max_examples=30)
def test_a_board_has_room_where_it_is_said_to(wanted: Position) -> None:
    for room in (40, 60):
        assert max(map(len, wanted.diagram(room=room).splitlines())) <= room


@pytest.mark.parametrize(
    ("wanted", "title"),
    [
        (replace(START, dice=(3, 1)), "White to play 3-1"),
        (START, "White on roll"),
        (replace(START, seat=1, offer="double"), "Black offers the cube at 2"),
        (replace(START, offer="gammon"), "White resigns"),
    ],
)
def test_the_title_says_what_happens(wanted: Position, title: str) -> None:
    assert drawn(wanted.svg()).findtext(f"{SVG}title") == title


def test_the_description_says_where_every_man_stands() -> None:
    owned = replace(position("W: 24x2 13x10 bar1 off2; B: 6x15"), cube=Cube(value=4, owner=1))
    assert drawn(owned.svg()).findtext(f"{SVG}desc") == (
        "White, pip count 203: 2 on 24, 10 on 13, 1 on the bar, 2 off; Black, pip count 90: 15 on 6. "
        "The cube at 4 belongs to Black."
    )
    assert drawn(OLD.svg(names=("Anna", "Björn"))).findtext(f"{SVG}desc") == (
        "Anna, pip count 299: 10 on a, 1 on c, 2 on s, 1 dead, 1 off; "
        "Björn, pip count 296: 7 on m, 6 on x, 2 dead."
    )


def test_a_picture_stands_alone_and_is_small_or_without_its_style() -> None:
    text = START.svg()
    picture = drawn(text)
    assert len(text.encode()) < 6000
    assert picture.get("role") == "img"
    assert not re.search(r"\bid=|href|url\(|<script|<image", text)
    assert text == START.svg() == START._repr_svg_()
    assert "<style>" not in START.svg(style=False)
    assert len(START.svg(style=False)) < len(START.svg()) - 1000


def test_names_are_escaped_and_kept_on_one_line() -> None:
    picture = drawn(START.svg(names=("<b>Anna</b> & co\x00\n\u202e", "“B”" + "b" * 99)))
    assert "<b>Anna</b> & co" in texts(picture)
    assert max(texts(picture), key=len) == "“B”" + "b" * 22 + "…"


def test_more_than_five_men_show_their_number() -> None:
    numbers = [one for one in texts(drawn(OLD.svg())) if one.isdigit()]
    assert numbers == ["10", "7", "6"]


@pytest.mark.parametrize(
    ("cube", "offer", "shown"),
    [(Cube(), None, "1"), (Cube(value=8, owner=0), None, "8"), (Cube(value=512, owner=1), "double", "1024")],
)
def test_the_cube_shows_its_value_or_the_one_on_offer(cube: Cube, offer: str | None, shown: str) -> None:
    assert texts(drawn(replace(START, cube=cube, offer=offer).svg()))[-1] == shown


def test_no_cube_is_drawn_where_there_is_none_or_nobody_may_double() -> None:
    assert "cube" not in OLD.diagram()
    assert OLD.layout().cube is None
    assert replace(START, standing=Standing(cube_limit=1)).layout().cube is None
    crawford = replace(START, standing=Standing(score=(6, 4), length=7, crawford=True))
    picture = drawn(crawford.svg())
    assert "Crawford" in "".join(picture.itertext())
    assert crawford.layout().cube_sentence == "Crawford game: nobody may double."
    assert "Crawford" in crawford.diagram()
    assert "cube" not in crawford.diagram()
    turned = replace(crawford, cube=Cube(value=2, owner=0))
    assert "Crawford" not in "".join(drawn(turned.svg()).itertext())
    assert "cube 2" in turned.diagram()


@pytest.mark.parametrize("seat", [0, 1])
def test_the_cube_on_offer_stands_on_the_board_in_text(seat: int) -> None:
    row = replace(START, seat=seat, offer="double").diagram(bottom=0).splitlines()[7]
    assert row.index("[2]") == (32 if seat == 0 else 9)


@given(modern_positions() | old_positions())
@settings(max_examples=60)
def test_every_man_is_drawn_once(wanted: Position) -> None:
    picture, layout = drawn(wanted.svg()), wanted.layout()
    stacks = [place.men for place in (*layout.top, *layout.bottom)] + list(layout.bar)
    men = [one for one in picture.iter(f"{SVG}circle") if one.get("r") == "17"]
    assert len(men) == sum(min(count, 5) for count in stacks)
    assert sum(stacks) + sum(layout.off) == 30
    assert len(wanted.diagram().splitlines()) == 15


GERMAN = Wording(
    colours=("Weiß", "Schwarz"),
    to_play="{name} spielt {dice}",
    sides="{white} – {black}.",
    side="{name} ({pips}): {men}",
    on_point="{count} auf {point}",
    on_bar="{count} auf der Bar",
    borne_off="{count} draußen",
    comma=" und ",
    cube_owned="{name} hat den Würfel auf {value}.",
    pips="{count} Augen",
    off="draußen {count}",
    cube="Würfel {value}",
)
FOREIGN = replace(position("W: 24x2 13x10 bar1 off2; B: 6x15"), cube=Cube(value=4, owner=1), dice=(3, 1))


def test_sentences_and_diagrams_may_be_in_another_language() -> None:
    picture = drawn(FOREIGN.svg(wording=GERMAN))
    assert picture.findtext(f"{SVG}title") == "Weiß spielt 3-1"
    assert picture.findtext(f"{SVG}desc") == (
        "Weiß (203): 2 auf 24 und 10 auf 13 und 1 auf der Bar und 2 draußen – Schwarz (90): 15 auf 6. "
        "Schwarz hat den Würfel auf 4."
    )
    lines = FOREIGN.diagram(wording=GERMAN).splitlines()
    assert [line[46:].strip() for line in lines if line[46:].strip()] == [
        *("● Schwarz", "90 Augen", "draußen 0", "Würfel 4"),
        *("draußen 2", "203 Augen", "▸ ○ Weiß"),
    ]
    assert "{value} {0}" in START.layout(names=("{value} {0}", "B")).title


def test_the_bare_table_is_drawn_alone() -> None:
    bare = drawn(table())
    assert not list(bare.iter(f"{SVG}text")) + list(bare.iter(f"{SVG}circle"))
    assert bare.get("aria-hidden") == "true"
    shapes = {one.get("d") for one in bare.iter(f"{SVG}path")}
    assert shapes <= {one.get("d") for one in drawn(START.svg(theme="print")).iter(f"{SVG}path")}
    assert bare.get("viewBox") == drawn(START.svg()).get("viewBox")


def test_men_stand_by_the_measures_whatever_is_above_the_table() -> None:
    plain, named = (drawn(START.svg(names=names)) for names in (None, ("Anna", "Björn")))
    assert plain.get("viewBox") != named.get("viewBox")
    stacks = [[one.attrib for one in p.iter(f"{SVG}circle") if one.get("r") == "17"] for p in (plain, named)]
    assert stacks[0] == stacks[1]
    # The men of the start by the numbers a page has, and no method of ours.
    m = MEASURES
    first = {0: m["column_x"], 6: m["column_x_right_half"] + 6 * m["point"]}
    wanted = {(first[0], m["foot"] - m["man_edge"] - slot * m["man_step"]) for slot in range(5)} | {
        (first[6], m["man_edge"] + slot * m["man_step"]) for slot in range(5)
    }
    men = {
        (int(one.get("cx", "")), int(one.get("cy", "")))
        for one in drawn(START.svg()).iter(f"{SVG}circle")
        if one.get("r") == str(m["man"])
    }
    assert wanted <= men
    assert len(men) == 30
    assert BOARD.column(0) == BOARD.right - BOARD.column(11)
    assert BOARD.on_point(2, True) == BOARD.foot - BOARD.on_point(2, False)
    assert BOARD.on_bar(2, True) == BOARD.foot - BOARD.on_bar(2, False)
    assert BOARD.left_half_x == BOARD.right - BOARD.right_half_x


HOSTILE = [
    "</title><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'\" onload='alert(1)",
    "]]><!-- <![CDATA[ &amp; &#x3c;",
    "\u202egnirts\u2066\u2069\u200f",
    "A" * 10_000,
    "a\x00b\x08c\x1b[31m\ud800\ufffe\uffff",
    "{name.__class__} %s {0}",
]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("wanted", [START, OLD], ids=["modern", "old"])
def test_no_name_breaks_out_of_the_picture(wanted: Position, name: str) -> None:
    text = wanted.svg(names=(name, name), arrows=[(0, 24, 18)], marked=[(0, 6)])
    text.encode()
    plain = drawn(wanted.svg(names=("Anna", "Björn"), arrows=[(0, 24, 18)], marked=[(0, 6)]))
    picture = drawn(text)
    assert [one.tag for one in picture.iter()] == [one.tag for one in plain.iter()]
    assert [sorted(one.keys()) for one in picture.iter()] == [sorted(one.keys()) for one in plain.iter()]
    said = ["".join(one.itertext()) for one in picture.iter() if one.tag != f"{SVG}svg"]
    assert all(sign.isprintable() for one in said for sign in one)
    assert max(map(len, texts(picture))) <= 40


def test_a_notebook_shows_the_picture_with_its_identifiers() -> None:
    figure = ElementTree.fromstring(START._repr_html_().replace("<br>", "<br/>"))
    assert figure[0].tag == f"{SVG}svg"
    shown = ["".join(one.itertext()) for one in figure.iter("code")]
    assert shown == [one for one in START.spellings().values() if one]
    assert (figure.find("figcaption") or figure).text == "White on roll"
    assert OLD._repr_html_().count("<code>") == 1


def test_the_points_of_the_old_game_by_their_numbers() -> None:
    """As the seat below counts them on its way; the description has each side's own (FX-01)."""
    labels = [one for one in texts(drawn(OLD.svg(paths=True))) if one.isdigit()]
    assert set(map(str, range(1, 25))) <= set(labels)
    assert OLD.layout(paths=True).bottom[0].label == "13"
    assert OLD.layout(paths=True).men[1].startswith("7 on 1, 6 on 12")
    assert START.svg(paths=True) == START.svg()
