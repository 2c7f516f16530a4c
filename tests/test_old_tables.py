"""What the guides of the old game say of play: the figures that were found, of the nets that are shipped."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

pytest.importorskip("numpy")

from kotra_notation.jobs.engine import open_engine
from kotra_notation.rules import named
from tools.old_choices import Choice, RolledPlay, page
from tools.old_tables import BLOCK, DATA, GUIDES, RULES, tables, written

FIGURES = json.loads(DATA.read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", GUIDES)
def test_a_guide_has_the_figures_that_were_found(language: str) -> None:
    text = GUIDES[language].read_text(encoding="utf-8")
    assert BLOCK.findall(text)
    assert written(text, FIGURES, language) == text, "python -m tools.old_tables --only-write"


def test_the_figures_are_of_the_nets_that_are_shipped() -> None:
    found = tables(FIGURES)
    assert [one.rules for one in found] == list(RULES)
    own = [one for one in found if one.learned == one.rules.partition(",")[0]]
    assert len(own) >= 3
    for one in own:
        source = open_engine().knowing(named(one.rules).ruleset).source
        # The version of the program may be another.
        assert one.engine.partition("(")[2] == source.partition("(")[2], "python -m tools.old_tables"


def test_ends_are_all_there_are() -> None:
    for one in tables(FIGURES):
        ends = [figure for figure in one.figures if figure.section == "endings"]
        whole = sum(figure.value for figure in ends if figure.name != "after_throws")
        assert whole == pytest.approx(1, abs=0.05)


def test_a_choice_is_settled_where_its_interval_leaves_out_a_draw() -> None:
    plays = (
        RolledPlay("a/b a/g", 0.1, -2.6, 0.09, {"jan": 0.35, "-jan": 0.52}),
        RolledPlay("a/h", 0, -2.9, 0.09, {}),
    )
    settled = Choice(
        "forn-1977", 2, "W: a15; B: m13 r1 s1; first W; began B; main W", 0, "61", "Kotra", plays
    )
    text = page([settled, replace(settled, plays=(plays[0], replace(plays[1], points=-2.4)))])
    assert "a/b a/g is better by 0.30 ± 0.25 points." in text
    assert "Open: 0.20 ± 0.25 points." in text
    assert "Of the 2 choices 1 are settled. In 1 of them" in text
    assert "wins jan 35.0 %; loses jan 52.0 %" in text
