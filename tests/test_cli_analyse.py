"""`kotra analyse` and `kotra best` from outside."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation import model
from kotra_notation.engine.results import OUTCOMES
from tests.test_cli_check import kotra

pytest.importorskip("numpy")
pytestmark = pytest.mark.middle

SAMPLES = Path(__file__).parents[1] / "samples"
SOUND = SAMPLES / "sound" / "reykjavik.mat"
START = "4HPwATDgc/ABMA"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
CHANCES = ["lose_backgammon", "lose_gammon", "win", "win_backgammon", "win_gammon"]


def evaluated(path: Path) -> int:
    """How many evaluations of the engine a file holds."""
    return sum(
        isinstance(event, model.Evaluation) and event.source.startswith("Kotra ")
        for match in kn.read(path).matches
        for game in match.games
        for event in game.events
    )


@pytest.mark.parametrize("suffix", ["kotra", "sgf", "json"])
def test_the_analysis_is_written_in_notations_that_hold_it(suffix: str, tmp_path: Path) -> None:
    target = tmp_path / f"out.{suffix}"
    result = kotra("analyse", SOUND, "-o", target)
    assert result.exit_code == 0, result.output
    assert "Analysed 41 of 53 rolls" in result.stdout
    assert evaluated(target) > 50


def test_it_ends_with_what_stats_says(tmp_path: Path) -> None:
    target = tmp_path / "out.kotra"
    told = kotra("analyse", SOUND, "-o", target).stdout.partition("\n\n")[2]
    assert kotra("stats", target, "--errors", "5").stdout == f"{target}: {told}\n"
    rows = json.loads(kotra("analyse", SOUND, "-o", target, "--json").stdout)["matches"]
    assert rows == json.loads(kotra("stats", target, "--errors", "5", "--json").stdout)["files"][0]["matches"]


def test_a_notation_without_a_place_for_it_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "out.mat"
    result = kotra("analyse", SOUND, "-o", target)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "out.mat: mat cannot store an analysis" in result.stderr
    assert not target.exists()


def test_without_a_target_it_is_the_name_in_kotra_and_nothing_is_written_over(tmp_path: Path) -> None:
    source = tmp_path / "match.mat"
    source.write_bytes(SOUND.read_bytes())
    assert kotra("analyse", source).exit_code == 0
    written = (tmp_path / "match.kotra").read_bytes()
    assert kotra("analyse", source).exit_code == 0  # it goes on where it was
    assert (tmp_path / "match.kotra").read_bytes() == written
    for mine in (written.replace(b"kotra 1\n", b"kotra 1\nplace: Akureyri\n"), written + b"# Well played.\n"):
        (tmp_path / "match.kotra").write_bytes(mine)
        again = kotra("analyse", source)
        assert again.exit_code == 2
        assert "match.kotra already exists; use --force" in again.stderr
        assert (tmp_path / "match.kotra").read_bytes() == mine
    assert kotra("analyse", source, "--force").exit_code == 0
    assert kotra("analyse", tmp_path / "match.kotra", "--in-place").exit_code == 0
    assert (tmp_path / "match.kotra").read_bytes() == written
    itself = kotra("analyse", tmp_path / "match.kotra", "-o", tmp_path / "match.kotra")
    assert "--in-place" in itself.stderr


def test_a_folder_becomes_a_folder_and_a_second_run_goes_on(tmp_path: Path) -> None:
    day, out = tmp_path / "day", tmp_path / "out"
    day.mkdir()
    (day / "one.mat").write_bytes(SOUND.read_bytes())
    (day / "two.kotra").write_bytes((SAMPLES / "sound" / "forn-1977.kotra").read_bytes())
    old = (day / "two.kotra").read_text(encoding="utf-8")
    singly = old.replace("rules: forn-1977", "rules: forn-1977,one_die=always", 1)
    (day / "three.kotra").write_text(singly, encoding="utf-8")
    (day / "notes.txt").write_text("Nothing is here to read.\n", encoding="utf-8")
    first = kotra("analyse", day, "-o", out, "--jobs", "1")
    assert first.exit_code == 2
    assert "2 records analysed, 1 not analysed, 1 skipped" in first.stderr
    assert "The engine does not know these rules" in first.stderr
    assert sorted(path.name for path in out.iterdir()) == ["one.kotra", "two.kotra"]
    assert "0 records analysed, 2 analysed before" in kotra("analyse", day, "-o", out, "--jobs", "2").stderr
    assert "with -o" in kotra("analyse", day).stderr


def test_several_processes_give_the_same(tmp_path: Path) -> None:
    source = SAMPLES / "sound" / "lota.kotra"
    one, two = tmp_path / "one.kotra", tmp_path / "two.kotra"
    assert kotra("analyse", source, "-o", one, "--jobs", "1").exit_code == 0
    assert kotra("analyse", source, "-o", two, "--jobs", "2").exit_code == 0
    assert one.read_bytes() == two.read_bytes()


def test_the_best_plays_as_json() -> None:
    answer = json.loads(kotra("best", START, "31", "--json").stdout)
    assert answer["engine"].startswith("Kotra ")
    assert (answer["level"], answer["position"], answer["dice"]) == ("quick", START, [3, 1])
    legal = json.loads(kotra("legal", START, "31", "--json").stdout)
    assert sorted((one["play"], one["position"]) for one in answer["plays"]) == sorted(
        (one["play"], one["position"]) for one in legal["plays"]
    )
    best = answer["plays"][0]
    assert (best["play"], best["loss"], sorted(best["chances"])) == ("8/5 6/5", 0, CHANCES)
    losses = [one["loss"] for one in answer["plays"]]
    assert losses == sorted(losses)


def test_without_dice_it_is_about_the_cube() -> None:
    answer = json.loads(kotra("best", START, "--json").stdout)
    cube = answer["cube"]
    assert (cube["action"], cube["double_pass"]) == ("no-double", 1.0)
    assert cube["double_take"] < cube["no_double"] < 1
    crawford = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:2:1:7:10"
    assert json.loads(kotra("best", crawford, "--json").stdout)["cube"]["action"] == "no-cube"
    assert "No cube decision: the cube cannot be turned here." in kotra("best", crawford).stdout


def test_the_dice_of_a_position_are_taken() -> None:
    assert kotra("best", XGID).stdout.lstrip().startswith("1. 8/5 6/5")


def test_questions_in_lines_are_answered_in_order(tmp_path: Path) -> None:
    lines = [
        {"position": START, "dice": [3, 1]},
        {"position": START},
        {"position": START, "dice": [7, 1]},
        {},
    ]
    asked = tmp_path / "asked.jsonl"
    asked.write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
    result = kotra("best", "--batch", asked)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert [sorted(set(answer) & {"plays", "cube", "error"}) for answer in answers] == [
        ["plays"],
        ["cube"],
        ["error"],
        ["error"],
    ]


def test_of_the_old_game_worths_are_points_by_rules_that_are_said() -> None:
    answer = json.loads(kotra("best", "forn", "31", "--json").stdout)
    assert list(answer) == ["engine", "level", "position", "rules", "dice", "plays"]
    assert (answer["rules"], answer["dice"]) == ("forn-1977", [3, 1])
    best, *others = answer["plays"]
    assert list(best) == ["play", "position", "points", "loss", "chances", "plies"]
    assert best["chances"].keys() <= set(OUTCOMES)
    assert {"jan", "-jan", "uttekt"} <= best["chances"].keys()
    assert [one["loss"] for one in others] == [
        pytest.approx(best["points"] - one["points"], abs=2e-5) for one in others
    ]
    legal = json.loads(kotra("legal", "forn", "31", "--rules", "forn-1977", "--json").stdout)
    told = sorted((one["play"], one["position"]) for one in answer["plays"])
    assert told == sorted((one["play"], one["position"]) for one in legal["plays"])
    said = kotra("best", "forn", "31", "--rules", "forn-de,mor.condition=off").stdout.splitlines()
    assert re.fullmatch(r" +1\. \S.* [+-]\d+\.\d{3} +wins .*jan [\d.]+ %.*; loses .*jan .*", said[0])
    assert (
        "level quick, in points under forn-de,mor.condition=off. The engine's nets were trained on forn-de, "
        in said[-1]
    )
    assert "trained on" not in kotra("best", "forn", "31", "--rules", "forn-de").stdout


def test_a_half_win_of_the_old_game_is_a_play_of_its_own() -> None:
    """As `kotra legal` has them: of a part of the throw, and declared."""
    words = ("W: r1 t3 u3 v3 w3 x2; B: m15", "61", "--rules", "forn-de", "--json")
    legal = json.loads(kotra("legal", *words).stdout)
    answer = json.loads(kotra("best", *words).stdout)
    assert legal["half"]
    assert sorted(one["play"] for one in answer["plays"]) == sorted(
        one["play"] for one in (*legal["plays"], *legal["half"])
    )
    (half,) = [one for one in answer["plays"] if one["play"] == legal["half"][0]["play"]]
    assert (half["position"], half["chances"]["half_langi"]) == (legal["half"][0]["position"], 1)


def test_without_dice_a_position_of_the_old_game_has_points_and_no_cube() -> None:
    certain = "W: x1 off14; B: m15"
    for level in ("quick", "rollout 36"):
        answer = json.loads(kotra("best", certain, "--level", level, "--json").stdout)
        assert "cube" not in answer
        assert (answer["rules"], answer["points"], answer["chances"]["uttekt"]) == (
            "forn-1977",
            pytest.approx(2, abs=0 if level == "rollout 36" else 0.1),
            pytest.approx(1, abs=0 if level == "rollout 36" else 0.05),
        )
    said = kotra("best", certain, "--rollout", "36").stdout.splitlines()
    assert said[:2] == ["+2.000 points expected", "wins úttekt 100.0 %"]
    found = kn.evaluate(certain, rules="forn-1977,points.uttekt=5")
    assert found.rules == "forn-1977,points.uttekt=5"
    assert found.shares["uttekt"] == pytest.approx(1, abs=0.05)
    assert found.equity == found.cubeless == pytest.approx(5, abs=0.25)


def test_lines_of_both_games_are_answered() -> None:
    lines = [
        {"position": START, "dice": [3, 1]},
        {"position": "W: a15; B: m15", "dice": [3, 1]},
        {"position": "W: a15; B: m15", "side": "B", "rules": "davidsson"},
        {"position": START, "rules": "davidsson"},
    ]
    result = kotra("best", "--batch", "-", stdin="\n".join(map(json.dumps, lines)).encode())
    modern, old, other, wrong = map(json.loads, result.stdout.splitlines())
    assert ("equity" in modern["plays"][0], "rules" in modern) == (True, False)
    assert (old["rules"], "points" in old["plays"][0]) == ("forn-1977", True)
    assert (other["rules"], "points" in other) == ("davidsson", True)
    assert "does not belong to" in wrong["error"]


def test_each_position_of_a_file_of_them_is_answered() -> None:
    positions = kn.read(SAMPLES / "notations" / "stodur.txt").positions
    answers = [
        json.loads(line)
        for line in kotra("best", "--batch", SAMPLES / "notations" / "stodur.txt").stdout.splitlines()
    ]
    assert [answer["position"] for answer in answers] == [position.xgid() for position in positions]
    assert all("plays" in answer or "cube" in answer for answer in answers)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((START, "77"), "'77' are not dice"),
        ((START, "31", "--level", "deeper"), "There is no level 'deeper'; known: quick, normal, deep"),
        (("W: a15; B: m15", "31", "--rules", "modern"), "This position does not belong to Modern kotra"),
        (("W: a15; B: m15", "31", "--rules", "forn-1978"), "Did you mean forn-1977?"),
        (("forn", "31", "--rules", "forn-1977,one_die=always"), "does not know these rules"),
        (("W: off15; B: m14 off1", "31"), "A side has no checkers left"),
        ((XGID.replace("--B-", "-AB-"), "31"), "has 16"),
        (("W: 24x2 off13; B: off15", "31"), "A side has no checkers left"),
    ],
)
def test_what_cannot_be_weighed_is_said(words: tuple[str, ...], said: str) -> None:
    result = kotra("best", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_without_numpy_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ImportError('none here')\n", encoding="utf-8")
    root = str(Path(kn.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), root])}
    for words in (["best", START, "31"], ["analyse", str(SOUND), "-o", str(tmp_path / "out.kotra")]):
        done = subprocess.run(
            [sys.executable, "-m", "kotra_notation", *words],
            capture_output=True,
            text=True,
            env=environment,
            timeout=60,
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert 'The engine needs the package numpy: pip install "kotra-notation[engine]"' in done.stderr
        assert "Traceback" not in done.stderr
