"""`--engine gnubg`: a program that stands for GNU Backgammon, and that one itself where it is installed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.features.analyse import gnubg
from kotra_notation.model import Evaluation, Game, Match, Player
from tests.calls import kotra
from tests.records import rows

pytestmark = pytest.mark.middle

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
installed = pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed here")

OPENING = "  1) 31: 8/5 6/5              42: 8/4 6/4\n  2) 63: 24/15                65: 24/13\n"
MATCH = (
    " 3 point match\n\n Game 1\n Anna : 0   Bjarni : 0\n"
    f"{OPENING}"
    "  3) Doubles => 2             Drops\n      Wins 1 point\n\n"
    f" Game 2\n Anna : 1   Bjarni : 0\n{OPENING}"
)

# It answers each file with the same, luck added behind each node; how it fails stands in place of MODE.
FAKE = """\
import os, sys, time
mode = "MODE"
print("GNU Backgammon 9.9 of today\\n\\nMatch equity table: A table\\n(here)", flush=True)
if mode == "another":
    os.truncate(1, 0)
commands = open(sys.argv[sys.argv.index("-c") + 1], encoding="ascii").read().splitlines()
open(PIDS, "a").write(f"{os.getpid()}\\n")
text, number = "", 0
for command in commands:
    word, _, rest = command.partition(" ")
    name = rest.removeprefix("match ")
    if word == "load":
        text = open(name, encoding="utf-8").read()
    if word == "save":
        number += 1
        if mode == "error" or (mode == "error later" and number == 2):
            sys.exit(3)
        if mode == "hangs" or (mode == "hangs later" and number == 2):
            time.sleep(60)
        answer = text.replace("AP[kotra-notation]", "AP[GNU Backgammon:9.9]").replace("\\n;", "LU[0.5]\\n;")
        if mode == "nonsense":
            answer = "\\0(((]] hello"
        if mode == "dice":
            answer = answer.replace("W[63", "W[61")
        if mode != "fewer" or number == 1:
            open(name, "w", encoding="utf-8").write(answer)
"""


Install = Callable[[str], Path]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts a program in the place of GNU Backgammon that fails in a way; where its process ids stand."""

    def install(mode: str) -> Path:
        folder, pids = tmp_path / "programs", tmp_path / "pids"
        folder.mkdir(exist_ok=True)
        program = folder / "gnubg"
        text = FAKE.replace("MODE", mode).replace("PIDS", repr(str(pids)))
        program.write_text(f"#!{sys.executable}\n{text}", encoding="utf-8")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
        return pids

    return install


@pytest.fixture
def real(monkeypatch: pytest.MonkeyPatch) -> None:
    """GNU Backgammon on the PATH."""
    assert GNUBG is not None
    monkeypatch.setenv("PATH", f"{os.path.dirname(GNUBG)}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "match.mat"
    path.write_text(MATCH, encoding="utf-8")
    return path


def said(game: Game) -> list[Evaluation]:
    return [event for event in game.events if isinstance(event, Evaluation)]


def without(match: Match, source: str = "") -> list[list[object]]:
    """The events of each game, but for what a program says of them."""
    return [
        [one for one in game.events if not (isinstance(one, Evaluation) and one.source.startswith(source))]
        for game in match.games
    ]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_what_is_said_stands_behind_its_events(fake: Install, source: Path, tmp_path: Path) -> None:
    fake("sound")
    done = kn.analyse(source, engine="gnubg", level="normal")
    assert (done.engine, done.level, done.warnings) == ("GNU Backgammon 9.9", "normal", ())
    assert dict(done.match.info)["analysis"] == "GNU Backgammon 9.9, 1-ply, A table"
    assert [len(said(game)) for game in done.match.games] == [5, 3]
    assert without(done.match) == without(kn.read(source).matches[0])


def test_the_command_writes_the_record_and_says_what_was_done(
    fake: Install, source: Path, tmp_path: Path
) -> None:
    fake("sound")
    out = tmp_path / "out.kotra"
    result = kotra("analyse", source, "-o", out, "--engine", "gnubg", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["warnings"] == []
    first = out.read_bytes()
    assert b"analysis: GNU Backgammon 9.9, 0-ply, A table" in first
    assert kotra("analyse", out, "--in-place", "--engine", "gnubg").exit_code == 0
    assert out.read_bytes() == first


def test_what_others_said_stays_and_an_empty_match_is_analysed_at_once(fake: Install, source: Path) -> None:
    fake("sound")
    match = kn.read(source).matches[0]
    others = [
        Evaluation(aspect="luck", luck=number, source=name)
        for number, name in enumerate(["Kotra 1", "GNU Backgammon 9.9", "GNU Backgammon 9.8"])
    ]
    game = match.games[0]
    marked = replace(game, events=(game.events[0], *others, *game.events[1:]))
    info = (("analysis", "Kotra 1, quick, a table"), ("analysis", "GNU Backgammon 9.8, 2-ply, a table"))
    done = kn.analyse(replace(match, games=(marked, *match.games[1:]), info=info), engine="gnubg").match
    assert [one.luck for one in said(done.games[0])][:3] == [0, 2, 0.5]
    assert done.info == (info[0], ("analysis", "GNU Backgammon 9.9, 0-ply, A table"))
    fake("sound")
    assert kn.analyse(Match(length=3), engine="gnubg").throws == 0
    assert kn.analyse(Match(length=3, games=(Game(),)), engine="gnubg").games == 1


@pytest.mark.parametrize("mode", ["dice", "fewer", "error later"])
def test_what_does_not_fit_is_left_out_and_said(
    fake: Install, source: Path, tmp_path: Path, mode: str
) -> None:
    fake(mode)
    out = tmp_path / "out.kotra"
    result = kotra("analyse", source, "-o", out, "--engine", "gnubg")
    assert result.exit_code == 0
    assert "GNU Backgammon's results after this are not used" in result.stderr
    done = kn.analyse(source, engine="gnubg")
    assert [len(said(game)) for game in done.match.games] == ([2, 2] if mode == "dice" else [5, 0])
    assert [warning.partition(":")[0] for warning in done.warnings] == (
        ["Game 1, turn 3", "Game 2, turn 3"] if mode == "dice" else ["Game 2, turn 1"]
    )
    assert done.as_json()["warnings"] == list(done.warnings)


@rows
def test_a_program_that_fails_leaves_a_sentence_and_nothing_else(
    fake: Install, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, words: str
) -> None:
    pids = fake(mode)
    monkeypatch.setattr(gnubg, "PATIENCE", 1.0)
    out = tmp_path / "out.kotra"
    result = kotra("analyse", source, "-o", out, "--engine", "gnubg")
    assert result.exit_code == 2
    assert words in result.stderr
    assert not out.exists()
    assert not any(alive(int(pid)) for pid in pids.read_text().split())


def test_a_program_that_ends_over_every_game_is_left_alone(fake: Install, tmp_path: Path) -> None:
    pids = fake("error")
    match = kn.read(MATCH).matches[0]
    with pytest.raises(ValueError, match="GNU Backgammon ended with status 3"):
        kn.analyse(replace(match, games=match.games * 4), engine="gnubg")
    assert len(pids.read_text().split()) == 2 + gnubg.MOST_CRASHES


def test_engines_levels_and_programs_that_are_missing_are_said(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = kotra("analyse", source, "-o", tmp_path / "out.kotra", "--engine", "gnubg")
    assert result.exit_code == 2
    assert "GNU Backgammon is not installed, or not on the PATH: https://" in result.stderr
    with pytest.raises(ValueError, match="engine 'xg'; known: kotra, gnubg"):
        kn.analyse(source, engine="xg")
    with pytest.raises(ValueError, match="no level 'world class'"):
        kn.analyse(source, engine="gnubg", level="world class")


@pytest.mark.parametrize(
    ("rules", "length", "words"),
    [
        ("forn-1977", None, "does not know these rules"),
        ("modern,variant=hypergammon", 3, "does not know these rules"),
        ("modern", 70, "matches up to 64 points; this one goes to 70"),
    ],
)
def test_games_that_it_does_not_know_are_refused(
    fake: Install, rules: str, length: int | None, words: str
) -> None:
    fake("sound")
    with pytest.raises(ValueError, match=words):
        kn.analyse(Match(rules=rules, length=length, games=(Game(),)), engine="gnubg")


def test_ctrl_c_ends_the_program_and_keeps_the_games_that_are_done(
    fake: Install, source: Path, tmp_path: Path
) -> None:
    pids = fake("hangs later")
    out = tmp_path / "out.kotra"
    words = [sys.executable, "-m", "kotra_notation", "analyse", str(source), "-o", str(out)]
    # What runs in the background of a shell has Ctrl-C ignored, and so has what it starts.
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        [*words, "--engine", "gnubg"], stderr=subprocess.PIPE, preexec_fn=heeding
    ) as process:
        for _ in range(600):
            time.sleep(0.05)
            if pids.exists() and len(pids.read_text().split()) == 2:
                break
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        process.wait(30)
    assert process.returncode == 2
    assert not any(alive(int(pid)) for pid in pids.read_text().split())
    assert b"A table; stopped behind game 1 (" in out.read_bytes()
    fake("sound")
    assert kotra("analyse", source, "-o", out, "--engine", "gnubg").exit_code == 0
    whole = tmp_path / "whole.kotra"
    assert kotra("analyse", source, "-o", whole, "--engine", "gnubg").exit_code == 0
    assert out.read_bytes() == whole.read_bytes()


def test_nothing_that_a_record_says_in_words_reaches_the_program(fake: Install, tmp_path: Path) -> None:
    fake("sound")
    hostile = '"; touch "$(pwd)/owned" `touch owned`\n!touch owned ]) (;AP[x]'
    match = kn.read(MATCH).matches[0]
    match = replace(match, players=(Player(name=hostile), Player(name="$(touch owned)")))
    done = kn.analyse(replace(match, info=(("event", hostile),)), engine="gnubg")
    assert done.match.players == match.players
    assert [len(said(game)) for game in done.match.games] == [5, 3]


@installed
@pytest.mark.usefixtures("real")
@pytest.mark.parametrize("name", ["m060-03pt", "m084-03pt"])
def test_it_says_what_it_says_of_its_own_file(corpus: Path, name: str) -> None:
    its = kn.read(corpus / "gnubg" / "analysed" / f"{name}-an0.sgf").matches[0]
    done = kn.analyse(corpus / "gnubg" / "mat" / f"{name}.mat", engine="gnubg", every=True)
    assert done.engine == said(its.games[0])[0].source
    assert done.warnings == ()
    for game, other in zip(done.match.games, its.games, strict=True):
        for one, its_one in zip(said(game), said(other), strict=True):
            assert (one.aspect, played(one)) == (its_one.aspect, played(its_one))
            for name, of_it in numbers(its_one).items():
                assert numbers(one)[name] == pytest.approx(of_it, abs=0.005)


def played(evaluation: Evaluation) -> set[tuple[str, str]]:
    """The choices, and which of them was made."""
    return {(one.choice, one.extras.get("played", "")) for one in evaluation.candidates}


def numbers(evaluation: Evaluation) -> dict[str, list[float]]:
    """All numbers of an evaluation, by choice: equal ones stand in another order on another processor."""
    if evaluation.luck is not None:
        return {"luck": [evaluation.luck]}
    return {
        one.choice: [*one.chances, *([] if one.equity is None else [one.equity])]
        for one in evaluation.candidates
    }


@installed
@pytest.mark.usefixtures("real")
def test_behind_an_unlawful_play_the_rest_is_analysed() -> None:
    text = MATCH.replace("63: 24/15 ", "63: 24/16 ", 1)
    done = kn.analyse(text, engine="gnubg")
    first, second = done.match.games
    spoken = [one.aspect for one in said(first)]
    assert spoken == ["play", "luck", "cube", "play", "luck", "cube", "play", "luck", "cube"]
    assert [one.aspect for one in said(second)].count("play") == 4
    assert done.warnings == ()


@installed
@pytest.mark.usefixtures("real")
def test_twice_and_side_by_side_with_ours(source: Path) -> None:
    pytest.importorskip("numpy")
    ours = kn.analyse(source).match
    both = kn.analyse(ours, engine="gnubg").match
    assert without(both, "GNU") == without(ours, "GNU")
    again = kn.analyse(both, engine="gnubg").match
    assert again == both
    assert kn.write(again, "kotra").content == kn.write(both, "kotra").content
    assert [key for key, _ in both.info].count("analysis") == 2


@installed
@pytest.mark.usefixtures("real")
@pytest.mark.parametrize(
    "change",
    [
        ("RU[Jacoby]", ""),
        ("RU[Jacoby]", "RU[Jacoby]CV[4]"),
        ("RU[Jacoby]", "RU[Nackgammon]"),
        ("length:0", "length:5"),
        ("[ws:0]", "[ws:4]"),
        ("B[take]", "B[double]\n;W[take]"),
        ("B[take]", "B[drop]"),
    ],
)
def test_games_of_every_kind_come_back_as_they_were(change: tuple[str, str]) -> None:
    text = (
        "(;FF[4]GM[6]AP[GNU Backgammon:1.0]MI[length:0][game:0][ws:0][bs:0]PW[A]PB[B]RU[Jacoby]\n"
        ";W[31hefe]\n;B[42qusu]\n;W[double]\n;B[take]\n;W[63xrro]\n;B[65aggl])"
    )
    match = kn.read(text.replace(*change).encode(), format="sgf").matches[0]
    done = kn.analyse(match, engine="gnubg")
    assert done.warnings == ()
    assert {one.aspect for one in said(done.match.games[0])} == {"cube", "play", "luck"}
