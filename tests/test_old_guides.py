"""What the guides of the old game say: the figures that were found, and what they must bear out."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kotra_notation.jobs.engine import open_engine
from kotra_notation.rules import named
from tools import old_tables, old_teaching
from tools.old_choices import Choice, RolledPlay, page
from tools.old_tables import RULES, tables

np = pytest.importorskip("numpy")

import kotra_notation as kn  # noqa: E402
from kotra_notation.engine.lockstep import start_row  # noqa: E402
from kotra_notation.engine.old_arrays import row_of  # noqa: E402
from kotra_notation.rules import RULESETS  # noqa: E402
from tools.old_losses import ROUND, against, is_behind  # noqa: E402
from tools.old_teaching import DIALECTS, LESSONS, START  # noqa: E402

FIGURES = json.loads(old_tables.DATA.read_text(encoding="utf-8"))
FIRST_STEPS = json.loads(old_teaching.DATA.read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", old_tables.GUIDES)
def test_a_guide_has_the_figures_that_were_found(language: str) -> None:
    text = old_tables.GUIDES[language].read_text(encoding="utf-8")
    assert old_tables.BLOCK.findall(text)
    assert old_tables.written(text, FIGURES, language) == text, "python -m tools.old_tables --only-write"


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


# So many standard errors at least one row of a lesson is better than the other.
SURE = 2


@pytest.mark.parametrize("language", old_teaching.GUIDES)
def test_first_steps_have_the_figures_that_were_found(language: str) -> None:
    text = old_teaching.GUIDES[language].read_text(encoding="utf-8")
    named = [(kind, name) for _, kind, name, _ in old_teaching.BLOCK.findall(text)]
    assert named == [*(("lesson", name) for name in LESSONS), ("opening", "all")]
    assert old_teaching.written(text, FIRST_STEPS, language) == text, (
        "python -m tools.old_teaching --only-write"
    )


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_borne_out(name: str) -> None:
    better, worse = LESSONS[name].better
    assert 0 in (better, worse), "the rows are compared with the first, game by game"
    row = FIRST_STEPS["lessons"][name][better or worse]
    assert (row["more"] if better else -row["more"]) > SURE * row["more_error"]


def test_the_figures_of_first_steps_are_of_the_nets_that_are_shipped() -> None:
    engine = open_engine("normal")
    for name in DIALECTS:
        source = engine.knowing(RULESETS[name]).source
        # The version of the program may be another.
        told = FIRST_STEPS["engines"][name]
        assert told.partition("(")[2] == source.partition("(")[2], "python -m tools.old_teaching"


def test_every_first_throw_has_its_best_plays_from_where_games_begin() -> None:
    for name in DIALECTS:
        throws = FIRST_STEPS["openings"][name]
        assert len({one["throw"] for one in throws}) == 21
        for one in throws:
            points = [play["points"] for play in one["plays"]]
            assert points == sorted(points, reverse=True)
            texts = {play.text for play in kn.plays(kn.position(START), one["throw"], rules=name)}
            assert {play["name"] for play in one["plays"]} <= texts
    row = np.array(row_of(kn.position(START)), np.int8)
    assert np.array_equal(row, start_row(RULESETS[DIALECTS[0]]))


TWO = 2 * ROUND


def test_a_play_that_comes_out_best_loses_nothing_and_half_luck_is_not_sure() -> None:
    assert against([np.ones(TWO), np.zeros(TWO)], 0) == (0, 0)
    assert against([np.ones(TWO), np.zeros(TWO)], 1) == (1, 1)
    lucky = np.repeat([1.0, -0.5], ROUND)
    assert against([np.zeros(TWO), lucky], 0) == (0.25, -0.25)
    assert against([np.repeat([1.0, 9.0], TWO), np.zeros(TWO)], 1) == (1, 1)
    noise = np.tile([3.0, -3.0], ROUND)
    assert is_behind(np.zeros(TWO), np.ones(TWO))
    assert not is_behind(np.zeros(TWO), noise + 0.1)
    assert not is_behind(noise, noise)
