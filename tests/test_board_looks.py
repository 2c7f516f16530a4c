"""Drawn boards: arrows and outlines over them, and themes that can be told apart by all eyes."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from kotra_notation.board import Position, position
from kotra_notation.board.arrows import BOARD, Flight, flights
from kotra_notation.board.layout import Arrow
from kotra_notation.board.svg import table
from kotra_notation.board.themes import MARKS, PARTS, STYLE, THEMES, theme_style
from tests.records import rows

SVG = "{http://www.w3.org/2000/svg}"
START = position("W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5")
BLOT = position("W: 24x2 13x5 8x3 6x5; B: 24x1 20x1 13x5 8x3 6x5")
OLD = position("W: a10 c1 s2 bar1 off1; B: m7 x6 bar2")
Way = tuple[int, int, int]


def flown(wanted: Position, *ways: Way | Arrow, **shown: str | int) -> list[Flight]:
    return flights(wanted.layout(arrows=ways, **shown))  # type: ignore[arg-type]


def below(column: int, slot: int) -> tuple[int, int]:
    return BOARD.column(column), BOARD.on_point(slot, above=False)


def above(column: int, slot: int) -> tuple[int, int]:
    return BOARD.column(column), BOARD.on_point(slot, above=True)


def test_arrows_go_from_the_last_man_to_where_men_stand_or_may() -> None:
    assert flown(START, (0, 8, 5), (0, 6, 5)) == [
        Flight(below(4, 2), below(7, 0), 1, False),
        Flight(below(6, 4), below(7, 1), 1, False),
    ]
    made = position("W: 24x2 13x5 8x2 6x4 5x2; B: 24x2 13x5 8x3 6x5", 1)
    assert sorted(flown(made, (0, 8, 5), (0, 6, 5), bottom=0)) == sorted(
        [Flight(below(4, 2), below(7, 0), 1, False), Flight(below(6, 4), below(7, 1), 1, False)]
    )
    first, second = flown(START, (0, 13, 7), (0, 7, 5))
    assert first.end == second.start == below(5, 0)
    assert [one.times for one in flown(START, (0, 24, 18), (0, 24, 18), (0, 13, 7))] == [2, 1]
    text = START.svg(arrows=[(0, 24, 18), (0, 24, 18)])
    assert text.count('font-weight="bold"') == 1


def test_a_lone_man_is_hit_once_or_where_the_caller_says_so() -> None:
    assert flown(BLOT, (0, 6, 5)) == [Flight(below(6, 4), below(7, 0), 1, True)]
    assert not flown(START, (0, 8, 5))[0].hit
    assert [one.hit for one in flown(BLOT, (0, 6, 5), (0, 8, 5))] == [True, False]
    made = position("W: 24x2 13x5 8x3 6x4 5x1; B: bar1 24x1 13x5 8x3 6x5", 1)
    assert [one.hit for one in flown(made, Arrow(0, 6, 5, True))] == [True]


def test_sides_views_and_games_turn_the_board() -> None:
    assert flown(replace(START, seat=1), (1, 13, 11), bottom=0) == [
        Flight(below(0, 4), above(1, 0), 1, False)
    ]
    assert flown(START, (0, 8, 5), view="away") == [Flight(above(4, 2), above(7, 0), 1, False)]
    assert flown(OLD, (0, 24, 23))[0].end == above(10, 0)
    assert flown(OLD, (1, 24, 23), bottom=0) == [Flight(below(0, 4), below(1, 0), 1, False)]


def test_men_enter_and_leave_and_any_play_is_drawn() -> None:
    entering, leaving = flown(position("W: bar1 6x2 off12; B: 6x15"), (0, 25, 20), (0, 6, 0))
    assert entering.start == (BOARD.bar_x, BOARD.on_bar(0, above=False))
    assert leaving.end == (BOARD.turn_x, BOARD.slab(12, above=False) + BOARD.slab_height // 2)
    assert flown(START, (0, 3, 2), (0, 24, 19), (0, 24, 12))


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (START.svg(arrows=[(0, 13, 7), (0, 7, 5)]), "The arrows show 13/7 7/5."),
        (BLOT.svg(arrows=[Arrow(0, 6, 5, True)]), "The arrows show 6/5*."),
        (OLD.svg(arrows=[(0, 25, 22), (0, 7, 0)]), "The arrows show bar/c r/off."),
        (START.svg(marked=[(0, 6), (1, 6)]), "Marked: 6, 19."),
    ],
)
def test_the_description_tells_what_is_drawn(wanted: str, said: str) -> None:
    assert (ElementTree.fromstring(wanted).findtext(f"{SVG}desc") or "").endswith(said)


def outlines(text: str) -> list[tuple[int, int]]:
    found = re.findall(r'<g class="kotra-mark .*?</g>', text)
    boxes = re.findall(r'x="(\d+)" y="\d+" width="(\d+)"', "".join(found))
    return [(int(x), int(wide)) for x, wide in boxes]


def test_points_side_by_side_have_one_outline_in_their_quarter() -> None:
    assert outlines(OLD.svg(marked=[(0, index) for index in range(1, 7)])) == [(288, 236)]
    assert len(outlines(START.svg(marked=[(0, 6), (0, 7)]))) == 2
    assert len(outlines(START.svg(marked=[(0, 12), (0, 13)]))) == 2
    assert "kotra-mark " not in START.svg(style=False)
    assert "kotra-arrow" not in START.svg(style=False)


SCHEMES = [(name, scheme) for name in THEMES for scheme in (0, 1)]


def light(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("name", "scheme"), SCHEMES)
@rows
def test_what_is_read_stands_out(name: str, scheme: int, one: str, other: str, least: float) -> None:
    colours = THEMES[name].colours
    assert contrast(colours[one][scheme], colours[other][scheme]) >= least


@pytest.mark.parametrize(("name", "scheme"), SCHEMES)
@pytest.mark.parametrize("man", ["white", "black"])
@pytest.mark.parametrize("below", ["ground", "bar", "point-1", "point-2"])
def test_a_man_or_his_edge_stands_out_everywhere(name: str, scheme: int, man: str, below: str) -> None:
    colours = THEMES[name].colours
    shades = colours[man][scheme], colours[f"{man}-edge"][scheme]
    assert max(contrast(shade, colours[below][scheme]) for shade in shades) >= 3


def test_print_has_black_and_white_only_and_a_ring_leaves_room_for_a_number() -> None:
    colours = set(re.findall(r"#\w+", START.svg(theme="print", marked=[(0, 6)], arrows=[(0, 8, 5)])))
    assert colours == {"#000000", "#ffffff"}
    assert position("W: 6x15; B: 6x15").svg(theme="print").count('r="11"') == 4


@pytest.mark.parametrize("name", ["contrast", "print"])
def test_black_men_wear_rings_where_shades_are_few(name: str) -> None:
    rings = START.svg(theme=name).count('r="11"')
    assert rings == 15
    assert 'r="11"' not in START.svg()


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_names_every_part_and_a_page_takes_it_as_properties(name: str) -> None:
    assert set(THEMES[name].colours) == set(PARTS)
    style = theme_style(name, ".here")
    assert style.startswith(".here{--kotra-")
    assert set(re.findall(r"--kotra-([\w-]+):", style)) == set(PARTS)
    assert "@media (prefers-color-scheme:dark){.here{" in style


def test_the_bare_table_takes_every_theme() -> None:
    """What a theme may show, the table holds, for a page changes properties and nothing else."""
    assert set(re.findall(r"kotra-([\w-]+)", table())) >= {"point-edge", "hatch", "ground", "bar", "line"}


def test_themes_in_one_page_leave_each_other_alone_and_an_unknown_one_gets_a_near_one() -> None:
    assert ".kotra-theme-wood .kotra-ground{" in START.svg(theme="wood")
    assert "}.kotra-ground" not in START.svg(theme="wood")
    with pytest.raises(ValueError, match="Did you mean slate"):
        START.svg(theme="slat")


def test_every_class_of_a_picture_has_its_rule() -> None:
    text = START.svg(
        names=("Anna", "Björn"), arrows=[(0, 24, 18), (0, 24, 18)], marked=[(0, 5)], theme="print"
    )
    used = {one for group in re.findall(r'class="([^"]*)"', text) for one in group.split()}
    used -= {"kotra-board", "kotra-table", "kotra-theme-print"}
    assert used <= set(re.findall(r"\.([\w-]+)\{", STYLE))
    assert {f"kotra-{part}" for part in MARKS} <= set(re.findall(r"\.([\w-]+)\{", STYLE))


def test_a_picture_is_as_wide_as_asked_and_labels_may_be_left_out() -> None:
    assert 'width="300" height="218"' in START.svg(width=300)
    assert START.svg().count("<text") == START.svg(labels=False).count("<text") + 24
