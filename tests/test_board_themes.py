"""The colours of drawn boards: each theme can be read, in light and in dark, by eyes that see no hue."""

from __future__ import annotations

import re

import pytest

from kotra_notation.board import position
from kotra_notation.board.svg import table
from kotra_notation.board.themes import MARKS, PARTS, STYLE, THEMES, theme_style
from tests.records import rows

START = position("W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5")
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


def test_print_has_black_and_white_only() -> None:
    colours = set(re.findall(r"#\w+", START.svg(theme="print", marked=[(0, 6)], arrows=[(0, 8, 5)])))
    assert colours == {"#000000", "#ffffff"}


@pytest.mark.parametrize("name", ["contrast", "print"])
def test_black_men_wear_rings_where_shades_are_few(name: str) -> None:
    rings = START.svg(theme=name).count('r="11"')
    assert rings == 15
    assert 'r="11"' not in START.svg()


def test_a_ring_leaves_room_for_a_number() -> None:
    assert position("W: 6x15; B: 6x15").svg(theme="print").count('r="11"') == 4


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_names_every_part(name: str) -> None:
    assert set(THEMES[name].colours) == set(PARTS)


@pytest.mark.parametrize("name", THEMES)
def test_a_page_takes_a_theme_as_properties(name: str) -> None:
    style = theme_style(name, ".here")
    assert style.startswith(".here{--kotra-")
    assert set(re.findall(r"--kotra-([\w-]+):", style)) == set(PARTS)
    assert "@media (prefers-color-scheme:dark){.here{" in style


def test_the_bare_table_takes_every_theme() -> None:
    """What a theme may show, the table holds, for a page changes properties and nothing else."""
    assert set(re.findall(r"kotra-([\w-]+)", table())) >= {"point-edge", "hatch", "ground", "bar", "line"}


def test_two_themes_in_one_page_leave_each_other_alone() -> None:
    assert ".kotra-theme-wood .kotra-ground{" in START.svg(theme="wood")
    assert "}.kotra-ground" not in START.svg(theme="wood")


def test_every_class_of_a_picture_has_its_rule() -> None:
    text = START.svg(
        names=("Anna", "Björn"), arrows=[(0, 24, 18), (0, 24, 18)], marked=[(0, 5)], theme="print"
    )
    used = {one for group in re.findall(r'class="([^"]*)"', text) for one in group.split()}
    used -= {"kotra-board", "kotra-table", "kotra-theme-print"}
    assert used <= set(re.findall(r"\.([\w-]+)\{", STYLE))
    assert {f"kotra-{part}" for part in MARKS} <= set(re.findall(r"\.([\w-]+)\{", STYLE))


def test_an_unknown_theme_gets_a_near_one() -> None:
    with pytest.raises(ValueError, match="Did you mean slate"):
        START.svg(theme="slat")


def test_a_picture_is_as_wide_as_asked() -> None:
    assert 'width="300" height="218"' in START.svg(width=300)


def test_labels_may_be_left_out() -> None:
    assert START.svg().count("<text") == START.svg(labels=False).count("<text") + 24
