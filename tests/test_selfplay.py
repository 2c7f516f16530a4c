"""`kotra selfplay` and what it counts: with the luck of throws told apart, and the same for the same seed."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import html5lib
import pytest

from tests.records import rows

np = pytest.importorskip("numpy")

import kotra_notation as kn  # noqa: E402
from kotra_notation.engine import lockstep as play  # noqa: E402
from kotra_notation.engine.many_plays import THROWS  # noqa: E402
from kotra_notation.engine.old_rows import SIDE, OldRows  # noqa: E402
from kotra_notation.engine.results import OUTCOMES  # noqa: E402
from kotra_notation.features.selfplay.job import PlayCount  # noqa: E402
from kotra_notation.rules import named  # noqa: E402
from tests.calls import kotra  # noqa: E402

OPEN = "jan.enemy_points=open"


def games(count: int, **outcomes: object) -> play.PlayedGames:
    """Games without luck in which all outcomes named come, each in the games of its numbers."""
    results = np.zeros((count, len(OUTCOMES)), np.float32)
    for name, at in outcomes.items():
        results[at, OUTCOMES.index(name.replace("their_", "-"))] = 1
    none, zeros = np.zeros_like(results), np.zeros(count, np.intp)
    return play.PlayedGames(
        results, none, none.copy(), none.copy(), zeros, np.arange(count), zeros.copy(), np.ones(count, bool)
    )


def counted(found: play.PlayedGames, rules: str = "forn-1977") -> dict[tuple[str, str], kn.PlayFigure]:
    ruleset = named(rules).ruleset
    rows = OldRows(ruleset.options)
    figures = PlayCount(found, ruleset, rows.points, rows.comes).figures()
    return {(one.section, one.name): one for one in figures}


def test_games_are_counted_by_what_ended_them_with_bounds() -> None:
    found = counted(games(200, jan=slice(0, 80), their_jan=slice(80, 140), uttekt=slice(140, 200)))
    values = {name: one.value for name, one in found.items()}
    assert values["endings", "jan"] == pytest.approx(0.7)
    assert values["endings", "uttekt"] == pytest.approx(0.3)
    assert values["first", "wins"] == pytest.approx(0.7)
    assert values["first", "points"] == pytest.approx((15 * 80 - 15 * 60 + 2 * 60) / 200)
    assert (values["length", "median"], values["length", "nine_in_ten"]) == (100, 180)
    assert ("endings", "stor_jan") not in found
    one = counted(games(200, jan=slice(0, 200), meistari=slice(0, 2)))["forms", "meistari"]
    assert (one.value, one.seen, one.method) == (0.01, 2, "counted")
    assert 0 < one.low < 0.003
    assert 0.03 < one.high < 0.04
    found = counted(games(100, uttekt=slice(0, 100), mor=slice(0, 3)))
    assert found["mor", "points"].value == pytest.approx(0.06)
    assert found["mor", "points"].high > 0.15


def test_luck_is_taken_out_of_what_it_bears_on() -> None:
    plain = games(400, jan=slice(0, 200), their_jan=slice(200, 400))
    lucks = plain.lucks.copy()
    lucks[:200, OUTCOMES.index("jan")] = 0.5
    lucks[200:, OUTCOMES.index("jan")] = -0.5
    lucks[:, OUTCOMES.index("jan") + SIDE] = -lucks[:, OUTCOMES.index("jan")]
    bare, free = counted(plain), counted(plain._replace(lucks=lucks))
    for name in (("first", "points"), ("first", "wins")):
        assert free[name].value == pytest.approx(bare[name].value, abs=1e-6)
    assert free["spread", "without_luck"].value == pytest.approx(0, abs=1e-3)
    assert free["first", "points"].high == pytest.approx(free["first", "points"].value, abs=1e-3)
    throw = free["first_throws", "11"]
    assert throw.low == pytest.approx(throw.value, abs=1e-3)


def test_shares_of_endings_sum_to_the_whole_whatever_luck_was_taken_out() -> None:
    plain = games(400, jan=slice(0, 300), uttekt=slice(300, 395), draw=slice(395, 400))
    lucks = plain.lucks.copy()
    lucks[:, OUTCOMES.index("jan")] = np.where(np.arange(400) < 300, 0.2, -0.5)
    lucks[:, OUTCOMES.index("draw")] = 0.05
    lucks[:, OUTCOMES.index("uttekt")] = -lucks.sum(axis=1)
    found = counted(plain._replace(lucks=lucks))
    shares = {name: found["endings", name] for name in ("jan", "uttekt", "draw")}
    assert [one.method for one in shares.values()] == ["luck-free", "luck-free", "counted"]
    assert sum(one.value for one in shares.values()) == pytest.approx(1)
    assert all(one.low <= one.value <= one.high for one in shares.values())


def test_how_far_games_are_is_told_from_their_first_turn_on() -> None:
    from kotra_notation.jobs.engine import open_engine

    ruleset = named("davidsson").ruleset
    done = list(play.SelfPlay(ruleset, open_engine().knowing(ruleset).evaluator, 8, 1).run())
    assert 0 < done[0] < 1
    assert done == sorted(done)
    assert done[-1] == 8


@pytest.mark.middle
def test_a_form_ends_a_game_only_where_the_rules_say_so() -> None:
    formed = games(100, jan=slice(0, 50), langi=slice(50, 100))
    assert ("endings", "langi") not in counted(formed)
    assert counted(formed, "forn-de")["endings", "langi"].value == 0.5
    late = formed._replace(late=formed.results * (np.arange(100) >= 50)[:, None])
    assert counted(late, "forn-de")["endings", "langi"].value == 0


@pytest.mark.middle
@pytest.mark.parametrize("rules", ["forn-1977", "forn-de"])
def test_first_throws_fall_as_they_may(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_TURNS", 1)
    found = played(rules, 36)
    doubles = [one == two for one, two in (THROWS[at] for at in found.throws.tolist())]
    assert sum(doubles) == (0 if rules == "forn-de" else 6)
    assert not found.over.any()
    # Of all throws that may come first the luck is nothing, but for those that came once more in 36.
    numbers = slice(0, 30 if rules == "forn-de" else 36)
    assert np.abs(found.first_lucks[numbers].mean(axis=0)).max() < 1e-3


def played(rules: str, count: int) -> play.PlayedGames:
    from kotra_notation.jobs.engine import open_engine

    ruleset = named(rules).ruleset
    made = play.SelfPlay(ruleset, open_engine().knowing(ruleset).evaluator, count, 1)
    assert list(made.run())[-1] >= 0
    found = made.played_games()
    assert found is not None
    return found


@pytest.mark.middle
def test_the_same_seed_gives_the_same_figures_and_what_is_stopped_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(play, "AT_A_TIME", 6)
    whole = kn.selfplay("davidsson", games=12, seed=3)
    assert whole == kn.selfplay("davidsson", games=12, seed=3)
    assert whole != kn.selfplay("davidsson", games=12, seed=4)

    def stop(done: float) -> None:
        if done > 0.75:
            raise KeyboardInterrupt

    part = kn.selfplay("davidsson", games=24, seed=3, progress=stop)
    assert part.stopped
    assert 12 <= part.tables[0].games < 24
    assert part.tables[0].games % 6 == 0


@pytest.mark.middle
def test_what_the_nets_did_not_learn_is_said() -> None:
    text = kotra("selfplay", "--games", "4", "--compare", OPEN, "--compare", OPEN).stdout
    assert text.count("on forn-1977, not forn-1977,jan.enemy_points=open:") == 1
    assert "do not show which reading of a text is right" in text


@pytest.mark.middle
def test_a_table_has_all_its_forms(tmp_path: Path) -> None:
    words = "selfplay", "--rules", "davidsson", "--games", "4"
    page = tmp_path / "table.html"
    assert kotra(*words, "-o", str(page), "--title", "<b>").exit_code == 0
    html = page.read_text(encoding="utf-8")
    assert "&lt;b&gt;" in html
    html5lib.HTMLParser(strict=True).parse(html)
    rows = list(csv.DictReader(StringIO(kotra(*words, "--output-format", "csv").stdout)))
    (table,) = json.loads(kotra(*words, "--json").stdout)["tables"]
    assert [row["name"] for row in rows] == [one["name"] for one in table["figures"]]
    assert {row["rules"] for row in rows} == {table["rules"]} == {"davidsson"}


@pytest.mark.middle
@rows
def test_what_cannot_be_played_is_refused(words: tuple[str, ...], why: str) -> None:
    result = kotra("selfplay", *words)
    assert result.exit_code == 2
    assert why in result.stderr
