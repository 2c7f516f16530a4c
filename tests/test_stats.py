"""`kotra stats` and `kn.stats`: what evaluations say of players, and what is said where they say little."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings

import kotra_notation as kn
from kotra_notation.board import Points, Turning
from kotra_notation.features.stats.job import FileStats, by_player
from kotra_notation.features.stats.match import match_stats
from kotra_notation.model import Candidate, Double, Evaluation, Event, Game, Match, Turn
from kotra_notation.statistics import uncertainty
from kotra_notation.statistics.conventions import XG
from kotra_notation.statistics.decisions import phase
from referees.boards import board, men
from referees.games import quick_match
from tests.calls import kotra
from tests.records import SAMPLES, check_parts, rows

ENGINE = "Freysteinn 2.1"
BEST = 0.1


def weighed(
    match: Match,
    *,
    loss: float = 0.01,
    seats: Sequence[int] = (0, 1),
    by: str = ENGINE,
    cubes: bool = True,
    luck: bool = True,
) -> Match:
    """The match with every play of these seats weighed as losing so much, and all cubes as left alone."""
    actions = (Candidate(choice="no double", equity=0.2), Candidate(choice="double/take", equity=0.1))
    cube = Evaluation(aspect="cube", candidates=actions, source=by)
    made = Candidate(choice="24/21", equity=BEST - loss, extras={"played": "yes"})
    candidates = (Candidate(choice="24/20", equity=BEST), made)
    play = Evaluation(aspect="play", candidates=candidates, source=by)
    of_turn = [*[cube] * cubes, play, *[Evaluation(aspect="luck", luck=0.05, source=by)] * luck]

    def said(event: Event) -> list[Evaluation]:
        if not isinstance(event, Turn | Double) or event.seat not in seats:
            return []
        return of_turn if isinstance(event, Turn) else [cube] * cubes

    def with_said(game: Game) -> Game:
        return replace(game, events=tuple(one for event in game.events for one in (event, *said(event))))

    return replace(match, games=tuple(map(with_said, match.games)))


def row(match: Match, **asked: Any) -> dict[str, Any]:
    """The JSON of a match, counted as GNU Backgammon counts unless asked otherwise."""
    (file,) = kn.stats(match, **{"convention": "gnubg"} | asked).as_json()["files"]
    (found,) = file["matches"]
    assert isinstance(found, dict)
    return found


MATCH = replace(quick_match(11, 3), length=25)
SESSION = quick_match(5, 3)
RESIGNED = """kotra 1
length: 0
rules: modern
game 1 0-0
W 31: 8/5 6/5
eval luck luck 0.1
B 64: 24/14
eval luck luck 0.2
W 52:
eval luck luck -0.4
W resigns single
B accepts
"""


def short(match: Match, turns: int) -> Match:
    """The first game of a match as far as so many of its events."""
    game = match.games[0]
    return replace(match, games=(replace(game, events=game.events[:turns]),))


def both_engines() -> Match:
    """A match that one engine has weighed, and another one half of it."""
    half = weighed(MATCH, loss=0.05, by="GNU Backgammon 1.08", cubes=False, luck=False)
    return weighed(half, loss=0.01)


MATCHES: dict[str, Callable[[], Match]] = {
    "match": lambda: MATCH,
    "one point": lambda: replace(quick_match(3, 1), length=1),
    "30 events": lambda: short(MATCH, 30),
    "16 events": lambda: short(MATCH, 16),
    "two engines": both_engines,
    "unnamed": lambda: weighed(weighed(MATCH, by="", loss=0.05), cubes=False, luck=False),
    "resigned": lambda: kn.read(RESIGNED).matches[0],
}


@rows
def test_what_is_said_of_a_match(
    name: str, weights: dict[str, Any], asked: dict[str, Any], expected: dict[str, Any]
) -> None:
    match = MATCHES[name]()
    check_parts(row(match if "bare" in weights else weighed(match, **weights), **asked), expected)


def test_numbers_of_the_contract_are_there_and_follow_from_the_losses() -> None:
    found = row(weighed(MATCH))
    assert (found["engine"], found["convention"]) == (ENGINE, "gnubg")
    for player in found["players"]:
        numbers = (
            "name moves unforced doubtful bad very_bad play_loss play_loss_mwc play_rate luck luck_mwc "
            "cube_decisions close doubles takes passes cube_loss cube_loss_mwc cube_rate loss loss_mwc rate "
            "snowie_rate level luck_adjusted missed_doubles_below missed_doubles_above wrong_doubles_below "
            "wrong_doubles_above wrong_takes wrong_passes"
        )
        assert [name for name in numbers.split() if player[name] is None] == []
        assert player["why"] is None
        assert set(player["wrong_takes"]) >= {"count", "loss", "loss_mwc"}
    player = row(weighed(MATCH, loss=0.01))["players"][0]
    assert player["play_loss"] == pytest.approx(0.01 * player["unforced"])
    assert player["play_rate"] == pytest.approx(10)
    assert player["loss"] == pytest.approx(player["play_loss"] + player["cube_loss"], abs=0.001)
    assert player["luck"] == pytest.approx(0.05 * player["moves"])
    assert player["evaluated"] == player["moves"]


def test_a_session_for_money_is_counted_in_points() -> None:
    found = row(weighed(SESSION))
    for player in found["players"]:
        assert player["luck_mwc"] is None
        assert player["play_loss_points"] >= player["play_loss"]
        assert player["points_a_game"]["points"] == pytest.approx(player["result"] / 3, abs=0.001)
        assert "fibs_rating" not in player
    assert found["match_equity_table"] is None
    first, second = found["players"]
    assert first["result"] == -second["result"]
    assert first["luck_adjusted"] == pytest.approx(-second["luck_adjusted"])


def test_what_the_luck_of_rolls_leaves_of_a_match_given_up_between_games() -> None:
    first, second = row(weighed(MATCH))["players"]
    assert 0 < abs(first["result"]) < 50
    assert first["result"] == -second["result"]
    left = first["result"] - first["luck_mwc"] + second["luck_mwc"]
    assert first["luck_adjusted"] == pytest.approx(left, abs=0.006)


def test_what_an_engine_adds_is_taken_off_and_its_errors_in_the_band(monkeypatch: pytest.MonkeyPatch) -> None:
    (plain, _), strong = (row(weighed(MATCH, loss=loss))["players"] for loss in (0.01, 0.001))
    monkeypatch.setitem(uncertainty.NOISE, "Freysteinn", {"": uncertainty.Noise(0.004, 0.02)})
    assert row(weighed(MATCH))["engine_share"] == 4.0
    (less, _), (least, _) = (row(weighed(MATCH, loss=loss))["players"] for loss in (0.01, 0.001))
    assert less["rate"] == pytest.approx(plain["rate"] - 4)
    assert less["rate_error"] > plain["rate_error"]
    # A strong player has a rate, and no level that only the engine's errors might have made.
    assert strong[0]["level"] is not None
    assert (least["rate"], least["level"]) == (0.0, None)


def test_the_document_names_every_field() -> None:
    text = (SAMPLES.parent / "docs" / "stats.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)`", text))
    for match in (MATCH, SESSION):
        for convention in ("gnubg", "xg"):
            found = row(weighed(match), convention=convention)
            fields = {*found, *found["players"][0], *found["games"][0], *found["players"][0]["wrong_takes"]}
            assert {re.sub("_(mwc|points)$", "", field) for field in fields} - named == set()


def test_games_and_phases_add_up_to_the_whole() -> None:
    found = row(weighed(MATCH))
    assert [one["number"] for one in found["games"]] == list(range(1, len(MATCH.games) + 1))
    for seat, player in enumerate(found["players"]):
        lost = sum(one["players"][seat]["loss"] for one in found["games"])
        assert lost == pytest.approx(player["loss"], abs=0.001 * len(found["games"]))
        phases = player["phases"].values()
        assert {*player["phases"]} == {"contact", "race", "bear-off"}
        assert sum(one["unforced"] for one in phases) == player["unforced"]
        assert sum(one["loss"] for one in phases) == pytest.approx(player["loss"], abs=0.002)


@rows
def test_a_phase_is_told_by_the_board(men: str, expected: str) -> None:
    assert phase(board(men), Turning.MIRRORED) == expected
    assert phase((-1, *[0] * 25), Turning.MIRRORED) == "bear-off"  # who has none left has none to meet


@rows
def test_a_loss_that_is_no_error_is_not_shown_as_one(loss: float, places: int) -> None:
    assert XG.places_for(loss) == places


@settings(max_examples=50)
@given(men())
def test_an_archive_has_the_same_phases(points: Points) -> None:
    pytest.importorskip("pyarrow")
    from kotra_notation.archive.rows import Boards

    assume(min(points) < 0 < max(points))
    data = array("b", points).tobytes()
    assert Boards.of(data, Turning.MIRRORED).phases().to_pylist() == [phase(points, Turning.MIRRORED)]


def test_the_command_prints_the_json_of_the_function(tmp_path: Path) -> None:
    path = tmp_path / "match.kotra"
    path.write_text(str(kn.write(weighed(MATCH), "kotra").content), encoding="utf-8")
    result = kotra("stats", path, "--json", "--convention", "xg")
    # Unless another one is asked for, the rate is the PR of XG.
    found, of_xg = kn.stats(path), kn.stats(path, convention="xg")
    assert json.loads(result.stdout) == found.as_json() == of_xg.as_json()
    assert "level" in found._repr_html_()


def test_the_table_has_both_players_and_says_whose_numbers_it_shows(tmp_path: Path) -> None:
    path = tmp_path / "match.kotra"
    path.write_text(str(kn.write(both_engines(), "kotra").content), encoding="utf-8")
    result = kotra("stats", path)
    assert result.exit_code == 0
    for text in ("Checker-play loss", "Level", "Luck", "Luck-adjusted result", f"Evaluated by {ENGINE}."):
        assert text in result.stdout
    assert "Not counted here: GNU Backgammon 1.08." in result.stdout
    assert max(map(len, result.stdout.splitlines()[1:])) <= 78


def test_from_python_a_convention_is_refused_and_unreadable_files_are_troubles(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no convention 'snowie'"):
        kn.stats(MATCH, convention="snowie")
    (tmp_path / "notes.txt").write_text("Nothing of the kind.\n", encoding="utf-8")
    found = kn.stats([tmp_path / "none.mat", SAMPLES / "sound" / "reykjavik.mat", tmp_path])
    assert [one.path for one in found.troubles] == [str(tmp_path / "none.mat")]
    assert (found.passed_over, len(found.files)) == (1, 1)


def test_the_rate_over_matches_is_the_same_in_any_order() -> None:
    """The PR of a one-point match has its own factor."""
    matches = [weighed(MATCH, loss=0.03), weighed(replace(MATCH, length=1), loss=0.02)]
    files = [FileStats("", (match_stats(kn.replay(match), XG),)) for match in matches]
    alone = [{total.name: total for total in by_player([file])} for file in files]
    for order in (files, files[::-1]):
        totals = by_player(order)
        assert len(totals) == 2
        for total in totals:
            parts = [match[total.name] for match in alone]
            lost = sum((part.rate or 0) * part.decisions for part in parts)
            assert total.decisions == sum(part.decisions for part in parts)
            assert total.rate == pytest.approx(lost / total.decisions)
