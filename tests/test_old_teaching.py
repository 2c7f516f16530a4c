"""What first steps in the old game say: the figures that were found, and what they must bear out."""

from __future__ import annotations

import json

import pytest

np = pytest.importorskip("numpy")

import kotra_notation as kn  # noqa: E402
from kotra_notation.engine.lockstep import start_row  # noqa: E402
from kotra_notation.engine.old_arrays import row_of  # noqa: E402
from kotra_notation.jobs.engine import open_engine  # noqa: E402
from kotra_notation.rules import RULESETS  # noqa: E402
from tools.old_teaching import BLOCK, DATA, DIALECTS, GUIDES, LESSONS, START, written  # noqa: E402

FIGURES = json.loads(DATA.read_text(encoding="utf-8"))
# So many standard errors at least one row of a lesson is better than the other.
SURE = 2


@pytest.mark.parametrize("language", GUIDES)
def test_first_steps_have_the_figures_that_were_found(language: str) -> None:
    text = GUIDES[language].read_text(encoding="utf-8")
    named = [(kind, name) for _, kind, name, _ in BLOCK.findall(text)]
    assert named == [*(("lesson", name) for name in LESSONS), ("opening", "all")]
    assert written(text, FIGURES, language) == text, "python -m tools.old_teaching --only-write"


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_borne_out(name: str) -> None:
    better, worse = LESSONS[name].better
    assert 0 in (better, worse), "the rows are compared with the first, game by game"
    row = FIGURES["lessons"][name][better or worse]
    assert (row["more"] if better else -row["more"]) > SURE * row["more_error"]


def test_the_figures_are_of_the_nets_that_are_shipped() -> None:
    engine = open_engine("normal")
    for name in DIALECTS:
        source = engine.knowing(RULESETS[name]).source
        # The version of the program may be another.
        told = FIGURES["engines"][name]
        assert told.partition("(")[2] == source.partition("(")[2], "python -m tools.old_teaching"


def test_every_first_throw_has_its_best_plays() -> None:
    for name in DIALECTS:
        throws = FIGURES["openings"][name]
        assert len({one["throw"] for one in throws}) == 21
        for one in throws:
            points = [play["points"] for play in one["plays"]]
            assert points == sorted(points, reverse=True)
            texts = {play.text for play in kn.plays(kn.position(START), one["throw"], rules=name)}
            assert {play["name"] for play in one["plays"]} <= texts


def test_the_book_begins_where_games_do() -> None:
    row = np.array(row_of(kn.position(START)), np.int8)
    assert np.array_equal(row, start_row(RULESETS[DIALECTS[0]]))
