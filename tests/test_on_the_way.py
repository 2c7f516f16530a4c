"""`kotra report --analyse`, `kotra check --analyse`: analysed on the way, and nothing of it is written."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.engine import analysing
from kotra_notation.features.analyse.job import analyse_match
from kotra_notation.features.report.job import PublishOptions
from kotra_notation.jobs.engine import open_engine
from tests.calls import kotra
from tests.records import SAMPLES

pytest.importorskip("numpy")
pytestmark = pytest.mark.middle

SOUND = SAMPLES / "sound" / "reykjavik.mat"
OLD = SAMPLES / "sound" / "forn-1977.kotra"


def test_what_is_analysed_already_is_not_analysed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = kn.read(SOUND).matches[0]
    engine = open_engine()
    once = analyse_match(match, engine)
    assert once == kn.analyse(match).match

    def never(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(analysing, "analyse_games", never)
    assert analyse_match(once, engine) is once
    with pytest.raises(AssertionError):
        analyse_match(once, open_engine("normal"))


def test_a_page_is_made_of_the_match_as_analysed(tmp_path: Path) -> None:
    bare, page, again = (tmp_path / name for name in ("bare.txt", "page.txt", "again.txt"))
    before = SOUND.read_bytes()
    assert kotra("report", str(SOUND), "-o", str(bare)).exit_code == 0
    done = kotra("report", str(SOUND), "-o", str(page), "--analyse")
    assert done.exit_code == 0, done.stderr
    source = open_engine().source
    assert source not in bare.read_text("utf-8")
    assert source in page.read_text("utf-8").replace("\n    ", " ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bare.txt", "page.txt"]
    assert SOUND.read_bytes() == before
    kept = tmp_path / "kept.kotra"
    kept.write_text(str(kn.write(kn.analyse(SOUND).match, "kotra").content), encoding="utf-8")
    assert kotra("report", str(kept), "-o", str(again), "--analyse").exit_code == 0
    assert source in again.read_text("utf-8").replace("\n    ", " ")


def test_pages_of_folders_and_of_the_old_game_are_analysed_too(tmp_path: Path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    (source / "one.mat").write_bytes(SOUND.read_bytes())
    kn.publish(str(source), str(target), PublishOptions(level="quick"))
    assert open_engine().source in (target / "one.html").read_text("utf-8")
    done = kotra("report", str(OLD), "-o", str(tmp_path / "page.html"), "--analyse")
    assert done.exit_code == 0
    assert kn.analyse(OLD).engine in (tmp_path / "page.html").read_text("utf-8")


def test_a_level_goes_with_analyse() -> None:
    command = ("report", str(SOUND), "-o", "-")
    done = kotra(*command, "--level", "deep")
    assert done.exit_code == 2
    assert "--analyse" in done.stderr
    assert kotra(*command, "--analyse", "--level", "deepest").exit_code == 2


def test_a_check_says_how_well_it_was_played_with_the_numbers_of_stats() -> None:
    bare, done = kotra("check", str(SOUND)), kotra("check", str(SOUND), "--analyse")
    assert done.exit_code == bare.exit_code == 0
    assert all(line in done.stdout for line in bare.stdout.splitlines())
    assert open_engine().source in done.stdout.replace("\n    ", " ")
    found = json.loads(kotra("check", str(SOUND), "--analyse", "--json").stdout)
    (match,) = found["files"][0]["matches"]
    match_of_stats = kn.stats(kn.analyse(SOUND).match).as_json()["files"][0]["matches"][0]
    assert match["stats"] == match_of_stats
    assert "stats" not in json.loads(kotra("check", str(SOUND), "--json").stdout)["files"][0]["matches"][0]
    checked = kn.check(str(SOUND), level="quick")
    assert checked.as_json() == {**found, "files": [found["files"][0]]}
    assert checked.files[0].stats[0].as_json()["engine"] == open_engine().source


def test_the_rules_are_those_that_are_asked_for_and_the_unknown_is_checked_all_the_same(
    tmp_path: Path,
) -> None:
    singly = tmp_path / "singly.kotra"
    record = OLD.read_text("utf-8")
    singly.write_text(record.replace("rules: forn-1977", "rules: forn-1977,one_die=always"), "utf-8")
    done = kotra("check", str(singly), "--analyse")
    assert done.exit_code == kotra("check", str(singly)).exit_code
    assert "engine does not know" in done.stdout
    match = replace(kn.read(SOUND).matches[0], rules="modern,variant=hypergammon")
    with pytest.raises(ValueError, match="15 checkers"):
        analyse_match(match, open_engine())
