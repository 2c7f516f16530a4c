"""An analysed sitting of the old game: counted in its points, shown with its outcomes, asked in a quiz."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.model import Candidate, Evaluation, Match
from kotra_notation.report.page import page as page_model
from kotra_notation.report.studies import outcome_words
from kotra_notation.rules.named import named
from kotra_notation.statistics.analysis import Analysis, analysis
from kotra_notation.statistics.conventions import XG, points_custom, unit_of
from kotra_notation.statistics.decisions import phase
from kotra_notation.statistics.scales import winning
from kotra_notation.statistics.sheet import sheet
from kotra_notation.words.tongues import ENGLISH, tongue
from tests.browser import Visitor
from tests.reader import reading
from tests.records import rows

SAMPLE = Path(__file__).parents[1] / "samples" / "sound" / "forn-greind.kotra"
DEAREST = "g1-t8"  # Illugi plays m/n m/q, w/c*/d* was better by 2.41 points


def sitting() -> Match:
    return kn.read(SAMPLE).matches[0]


def found(match: Match | None = None) -> Analysis:
    return analysis(kn.replay(match or sitting()))


@pytest.mark.parametrize(("rules", "least"), [("forn-1977", 0.8), ("forn-1977,points.jan=30", 1.6)])
def test_what_is_a_blunder_grows_with_what_jan_is_worth(rules: str, least: float) -> None:
    unit = unit_of(named(rules).ruleset)
    assert unit is not None
    custom = points_custom(unit)
    assert [line.least for line in custom.errors] == pytest.approx([least, least / 2, least / 4])
    assert [line.least for line in custom.luck] == pytest.approx([least * 3.75] * 2)


def test_blunders_of_modern_kotra_and_the_target_of_a_sitting_change_nothing() -> None:
    assert unit_of(named("modern").ruleset) is None
    assert Analysis().custom(XG) is XG
    assert sheet(found(replace(sitting(), length=50))) == sheet(found())


def test_whatever_is_asked_for_the_old_game_is_counted_in_points() -> None:
    for convention in ("gnubg", "xg"):
        match = kn.stats(SAMPLE, convention=convention).as_json()["files"][0]["matches"][0]
        assert match["convention"] == "points"
        white, black = match["players"]
        assert (white["blunder"], white["error"], white["doubtful"]) == (2, 1, 1)
        assert white["rate"] == pytest.approx(white["loss"] / white["unforced"], abs=0.001)
        assert white["loss_a_game"] == pytest.approx(white["loss"] / 2, abs=0.001)
        assert white["snowie_rate"] is None
        assert white["level"] is None
        assert "fibs_rating" not in white
        assert white["awards"] == black["awards"] == {"jan": {"count": 1, "points": 15}}
        assert match["endings"] == {"jan": 2}


def test_the_result_without_luck_is_the_result_less_the_luck_of_both() -> None:
    made = sheet(found())
    assert made is not None
    white, black = made.sides
    assert white.luck.points is not None
    assert black.luck.points is not None
    assert white.result.without_luck == pytest.approx(0 - white.luck.points + black.luck.points)
    assert white.result.without_luck == -(black.result.without_luck or 0)


def test_under_which_rules_the_nets_learned_is_said_where_they_are_others() -> None:
    few = replace(sitting(), games=sitting().games[:1])
    for rules in (few.rules, f"{few.rules},points.jan=30"):
        assert kn.analyse(replace(few, rules=rules)).warnings == ()
    elsewhere = replace(few, games=few.games * 2, rules=f"{few.rules},mor.condition=off")
    (warning,) = kn.analyse(elsewhere).warnings
    assert f" {few.rules}, not {elsewhere.rules}:" in warning


@rows
def test_phases_of_the_old_game(text: str, name: str) -> None:
    position = kn.position(text)
    assert phase(position.points, position.turning) == name


def heights_of(path: str) -> list[int]:
    """How far down a line of a graph is, place by place."""
    heights: list[int] = []
    down = 0
    for start, top, way, by in re.findall(r"M(\d+) (\d+)|([hvH])(-?\d+)", path):
        if top:
            down = int(top)
        elif way == "v":
            down += int(by)
        end = int(start) if start else {"h": len(heights) + int(by), "H": int(by) + 1}.get(way, 0)
        heights += [down] * (end - len(heights) if way != "v" else 0)
    return heights


def test_the_graph_of_the_points_expected_ends_each_game_at_what_came_of_it() -> None:
    page = page_model(kn.replay(sitting()))
    graph = page.charts[0]
    assert (graph.name, graph.top, graph.bottom) == ("points", "+15", "−15")
    heights = heights_of(graph.lines[0].path)
    ends = [border.x - 1 for border in graph.borders[1:]] + [graph.width]
    assert [graph.height // 2 - heights[end] for end in ends] == [-15000, 15000]
    assert graph.summary == "Ragnheiður: +1.2 at first, between −15.0 and +15.0, +15.0 at the end"
    assert page.charts[1].name == "pips"


def test_what_was_awarded_in_a_game_is_expected_in_it() -> None:
    """A form that goes by has been paid when the next play is weighed."""
    said = Evaluation(
        aspect="play", candidates=(Candidate(choice="a/b", equity=2.0, outcomes={"jan": 0.5}),), source="X"
    )
    match = kn.read(SAMPLE.with_name("forn-1977.kotra")).matches[0]
    match = replace(
        match,
        games=tuple(
            replace(game, events=tuple(one for event in game.events for one in (event, said)))
            for game in match.games
        ),
    )
    replayed = kn.replay(match)
    game = next(at for at, one in enumerate(replayed.games) if any(w.kind == "langi" for w in one.awards))
    expected = [one.equity for one in analysis(replayed).prospects if one.game == game]
    assert expected[0] == 2.0
    assert {7.0, 3.0} & set(expected)
    assert expected[-1] == 5 + 2 - 2  # the last throw behind an úttekt is the other side's


def test_outcomes_stand_in_order_and_win_by_the_dialect() -> None:
    shares = {"draw": 0.01, "mor": 0.03, "half_langi": 0.02, "uttekt": 0.2, "jan": 0.4}
    shares |= {"-jan": 0.3, "-mor": 0.004}
    won, lost = (one.replace("\u00a0", " ") for one in outcome_words(shares, ENGLISH))
    assert won == "jan 40.0 %, úttekt 20.0 %, ½ langi múkur 2.0 %, mor 3.0 %, drawn 1.0 %"
    assert lost == "jan 30.0 %"
    assert outcome_words({"jan": 1.0}, tongue("is"))[1] == "–"
    shares = {"jan": 0.4, "langi": 0.1, "half_langi": 0.02, "-jan": 0.4, "draw": 0.1}
    assert winning(shares, named("forn-1977").ruleset) == pytest.approx(0.47)
    assert winning(shares, named("forn-de").ruleset) == pytest.approx(0.57)


def test_the_dearest_decisions_and_marks_are_in_points() -> None:
    page = page_model(kn.replay(sitting()))
    losses = [moment.loss for moment in page.highlights]
    assert losses == ["−2.41", "−2.37", "−1.14", "−0.52", "−0.41", "+5.84", "+4.57", "+3.80"]
    assert page.highlights[0].anchor == DEAREST
    assert page.highlights[0].right == "w/c*/d*"
    assert page.sheet is not None
    assert [row.label for row in page.sheet.rows] == ["Points lost per decision", "Checker-play loss", "Luck"]
    stops = [item for game in page.games for item in game.items if getattr(item, "grade", "")]
    assert len(stops) == sum(count.number for cell in page.sheet.rows[1].cells for count in cell.counts)


def test_a_quiz_asks_plays_of_the_old_game_in_its_own_measure() -> None:
    made = kn.quiz(SAMPLE)
    assert [f"{one.question.loss:.2f}" for one in made.decisions] == ["2.41", "2.37", "1.14", "0.52"]
    first = made.as_json()["decisions"][0]
    assert first["xgid"] is None
    best = next(one for one in first["choices"] if one["right"])
    assert (best["text"], best["chances"]["jan"]) == ("w/c*/d*", pytest.approx(0.5418, abs=0.001))
    page = made.page("en")
    assert "may win: jan" in page.replace("\u00a0", " ")
    assert not re.search(
        "cube|gammon|Jacoby", re.sub("<(script|style).*?</(script|style)>", "", page, flags=re.S)
    )


def test_the_page_tells_points_and_outcomes(visit: Visitor) -> None:
    reader = reading(visit, kn.report(kn.replay(sitting())), fragment=f"#{DEAREST}")
    assert reader.page.locator(".board output").inner_text() == "−0.6"
    head = reader.page.locator(".study thead").inner_text().split()
    assert head == ["Points", "Loss", "%"][: len(head)]
    reader.page.locator(".study tbody button").first.click()
    told = reader.page.locator(".study .more").inner_text().replace("\u00a0", " ")
    assert "may win: jan 54.2 %, úttekt 5.9 %" in told
    assert "may lose: jan 34.4 %" in told
    assert reader.page.locator(".stage .trial .kotra-arrow").count() == 1
    reader.press("q")
    answers = reader.page.locator(".choices button")
    answers.first.click()
    assert reader.page.locator(".choices b").first.inner_text() in ("✓", "−1.40", "−2.41")
