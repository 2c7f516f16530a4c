"""A study plan against the statistics: every division adds up to what `kn.stats` says was lost."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.model import Match, Player
from referees.analysed import analysed
from referees.games import random_match
from tests.calls import kotra
from tests.records import rows

pytest.importorskip("numpy")

MATCH = Path(__file__).parents[1] / "docs" / "match.kotra"
SESSION = Path(__file__).parents[1] / "samples" / "notations" / "thordis.txt"


def another(players: tuple[Player, Player]) -> Match:
    """Return another match of the players, analysed."""
    return replace(analysed(random_match(7, 3)), players=players)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two matches, one of them twice, and a session for money."""
    folder = tmp_path_factory.mktemp("season")
    (match,) = kn.analyse(MATCH).matches
    for name, one in (("a", match), ("b", another(match.players)), ("d", match)):
        (folder / f"{name}.kotra").write_text(str(kn.write(one, "kotra").content), encoding="utf-8")
    shutil.copy(SESSION, folder / "c.txt")
    return folder


def test_every_division_adds_up_to_the_statistics(season: Path) -> None:
    sides = [
        side
        for file in kn.stats([season / "a.kotra", season / "b.kotra"]).files
        for match in file.matches
        for name, side in zip(match.names, match.sheet.sides if match.sheet else (), strict=True)
        if name == "Hrafn"
    ]
    (plan,) = kn.study(season, "hrafn")
    assert (plan.player, plan.matches, len(sides)) == ("Hrafn", 2, 2)
    assert plan.decisions == sum(side.side.counting for side in sides)
    assert plan.loss == pytest.approx(sum(side.total.equity or 0 for side in sides))
    for by in ("phase", "kind", "score"):
        parts = plan.by(by)
        assert sum(part.loss for part in parts) == pytest.approx(plan.loss)
        assert sum(part.decisions for part in parts) == plan.decisions
        assert [part.loss for part in parts] == sorted((part.loss for part in parts), reverse=True)


def test_phases_are_those_of_the_statistics(season: Path) -> None:
    (match,) = kn.stats(season / "a.kotra").files[0].matches
    assert match.sheet
    for plan in kn.study(season / "a.kotra"):
        seat = match.names.index(plan.player)
        phases = {name: sides[seat].total.equity for name, sides in match.sheet.quality.phases.items()}
        assert {part.name: part.loss for part in plan.by("phase")} == {
            name: loss for name, loss in phases.items() if loss is not None
        }


def test_the_turns_are_the_worst_errors(season: Path) -> None:
    errors = kn.stats(season / "a.kotra", errors=3, player="Hrafn").files[0].matches[0].worst
    assert errors
    (plan,) = kn.study(season / "a.kotra", "Hrafn")
    turns = plan.by("kind")[0].turns
    assert [(turn.game, turn.turn, turn.loss) for turn in turns] == [
        (error.game + 1, error.turn, error.loss) for error in errors
    ]
    scores = {part.name: part for part in plan.by("score")}
    assert "1-away/4-away, Crawford" in scores
    assert {turn.game for turn in scores["5-away/5-away"].turns} == {1}


def test_sessions_and_old_games_have_no_score_and_who_was_not_analysed_no_plan(season: Path) -> None:
    (plan,) = kn.study(SESSION, "Þórdís")
    assert [part.name for part in plan.by("score")] == ["money"]
    assert kn.study(MATCH) == ()
    assert kn.study(season, "nobody") == ()
    analysed = kn.analyse(Path(__file__).parents[1] / "samples" / "sound" / "forn-greind.kotra")
    assert kn.study(analysed) == ()


def test_the_command_prints_the_plan(season: Path) -> None:
    (plan,) = kn.study(season, "hrafn")
    lines = kotra("stats", season, "--player", "hrafn", "--study").stdout.splitlines()
    assert lines[0] == f"Hrafn: 2 matches, {plan.decisions} decisions, {plan.loss:.3f} lost"
    worst = plan.by("phase")[0].turns[0]
    assert any(line.split()[0::2] == [f"{worst.game}.{worst.turn}", worst.path] for line in lines if line)
    said = kotra("stats", season, "--player", "hrafn", "--study", "--json").stdout
    assert json.loads(said) == {"version": 1, "plans": [plan.as_json()]}


@rows
def test_a_plan_is_of_a_player(season: Path, words: tuple[str, ...], why: str) -> None:
    assert why in kotra("stats", season, "--study", *words).stderr


def test_a_player_without_an_analysis_is_told_how_to_get_one() -> None:
    assert "kotra analyse" in kotra("stats", MATCH, "--study", "--player", "Hrafn").stderr
