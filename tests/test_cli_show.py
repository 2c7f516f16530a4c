"""`kotra show` and `kotra board --at`: a match in the terminal, and the board before one of its turns."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kotra_notation.cli.app import app
from kotra_notation.cli.browser import MatchBrowser
from kotra_notation.jobs.browse import Browser
from kotra_notation.jobs.show import match_view
from kotra_notation.words.tongues import ENGLISH, Tongue, tongue
from tests.apart import run
from tests.goldens import Golden
from tests.screens import seen_text

SAMPLES = Path(__file__).parents[1] / "samples"
SLIP = SAMPLES / "faulty" / "slip.mat"
WEIGHED = SAMPLES / "notations" / "skafl.xg"
LOTA = SAMPLES / "sound" / "lota.kotra"
OLD = SAMPLES / "sound" / "forn-1977.kotra"


def kotra(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], env={"KOTRA_LANGUAGE": "en"})


@pytest.mark.parametrize("play", ["off/5 6/5", "8/bar 6/5"])
def test_a_play_that_no_man_can_make_is_shown_without_arrows(tmp_path: Path, play: str) -> None:
    path = tmp_path / "match.kotra"
    path.write_text(f"kotra 1\nwhite: A\nblack: B\n\ngame 1 0-0\nW 31: 8/5 6/5\nB 31: {play}\n", "utf-8")
    assert f"31: {play} [Error P" in kotra("show", path, "--at", "1.2").stdout
    for notation in ("html", "txt", "md"):
        done = kotra("report", path, "-o", tmp_path / f"page.{notation}")
        assert (done.exit_code, done.stderr) == (1, "")


def test_the_turns_stand_in_two_columns_game_by_game() -> None:
    said = kotra("show", LOTA).stdout
    assert said.startswith("Gunnhildur – Ásgrímur\n")
    assert [said.count(f"Game {number}, ") for number in (1, 2, 3)] == [1, 1, 1]
    one = kotra("show", LOTA, "--game", 2).stdout
    assert "Game 2, " in one
    assert "Game 1, " not in one
    assert one[one.index("Game 2") :].splitlines()[:12] == said[said.index("Game 2") :].splitlines()[:12]


@pytest.mark.parametrize("place", [("--at", "1.17"), ("--game", 1, "--turn", 17)])
def test_a_turn_is_shown_with_its_board_and_what_is_said_of_it(place: tuple[object, ...]) -> None:
    said = kotra("show", SLIP, *place).stdout
    assert said.count("13 14 15 16 17 18") == 1
    assert "XGID=--B--BCbCBABc-----bd--b-b-:0:0:-1:31:0:0:0:3:10" in said
    assert "17 31: 7/5 18/15* [Error P201]" in said
    assert "Almost certainly meant: 31: 7/6 18/15*" in said


def test_the_board_before_a_turn_is_drawn_as_any_other(tmp_path: Path) -> None:
    shown = kotra("board", SLIP, "--at", "1.17", "--json").stdout
    assert '"xgid": "XGID=--B--BCbCBABc-----bd--b-b-:0:0:-1:31:0:0:0:3:10"' in shown
    assert kotra("board", SLIP, "--at", "1.17", "-o", tmp_path / "x.svg").exit_code == 0
    assert (tmp_path / "x.svg").read_text("utf-8").startswith("<svg")
    assert "Game 2" in kotra("show", OLD, "--at", "2.3").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", SLIP, "--at", "1.177"), "there is no turn 177 in game 1; it has 53."),
        (("show", SLIP, "--at", "9"), "there is no game 9; the match has 1, from 1 to 1."),
        (("show", SLIP, "--at", "x.1"), "'x.1' is no place; write game and turn, such as 3.12."),
        (("show", SLIP, "--turn", "1"), "--turn goes with --game."),
        (("show", SLIP, "--at", "1.1", "--game", "1"), "--at names game and turn; leave --game out."),
        (("board", "nowhere.mat", "--at", "1.1"), "nowhere.mat: there is no such file"),
    ],
)
def test_what_is_not_there_is_said(words: tuple[object, ...], said: str) -> None:
    result = kotra(*words)
    assert (result.exit_code, said in result.stderr) == (2, True)


def browsed(
    source: Path, *keys: str, size: tuple[int, int] = (80, 24), speech: Tongue = ENGLISH
) -> tuple[str, Browser]:
    """The screen after these keys, and where one is then."""
    seen = Browser(match_view(str(source), tongue=speech), speech)

    async def walk() -> str:
        screen = MatchBrowser(seen)
        async with screen.run_test(size=size) as pilot:
            await pilot.press(*keys)
            shown = ""
            while shown != (shown := seen_text(screen)):  # a list that scrolls needs more than one pause
                await pilot.pause(0.2)
            return shown

    return run(walk()), seen


@pytest.mark.parametrize("size", [(40, 24), (80, 30), (160, 40)], ids=lambda size: "x".join(map(str, size)))
def test_a_match_is_gone_through_on_screens_of_every_size(size: tuple[int, int], golden: Golden) -> None:
    screen, _ = browsed(SLIP, "n", size=size)
    golden(f"screens/slip-{size[0]}x{size[1]}.txt", screen)


@pytest.mark.parametrize(
    ("source", "keys", "there"),
    [
        (LOTA, "right right", "1.3"),
        (LOTA, "right right left", "1.2"),
        (LOTA, "left", "1.1"),
        (LOTA, "down down", "3.1"),
        (LOTA, "down down down up", "2.1"),
        (LOTA, "down right home", "2.1"),
        (SLIP, "n", "1.17"),
        (SLIP, "n n n end p p p p", "1.17"),
        (LOTA, "n", "1.1"),
        (LOTA, "g 2 . 3 enter", "2.3"),
        (LOTA, "g 3 enter", "3.1"),
        (LOTA, "g 2 . 3 escape right", "1.2"),
        (LOTA, "? question_mark right", "1.2"),
    ],
)
def test_a_key_leads_to_a_turn(source: Path, keys: str, there: str) -> None:
    _, seen = browsed(source, *keys.replace(".", "full_stop").replace("?", "question_mark").split())
    assert f"{seen.scene.game.number}.{seen.scene.stop.turn}" == there


def test_blunders_are_found_and_their_analysis_is_shown() -> None:
    screen, seen = browsed(WEIGHED, "b", size=(120, 40))
    assert seen.scene.stop.grade == "blunder"
    assert "Drop (played)                  −1.000      −0.345" in screen
    assert browsed(WEIGHED, "end", "down", "B")[1].scene.stop.anchor == seen.scene.stop.anchor


def test_the_board_is_turned_round_and_the_keys_are_listed() -> None:
    boards = [browsed(SLIP, *keys)[0].splitlines()[1] for keys in ("", "f")]
    assert ["Kolfinna" in boards[0], "Steinunn" in boards[1]] == [True, True]
    listed = browsed(SLIP, "question_mark")[0]
    assert "b         Next blunder" in listed
    assert "q         Hætta" in browsed(SLIP, "question_mark", speech=tongue("is"))[0]
    assert browsed(SLIP, "g", "9", "enter")[0].count("there is no game 9; the match has 1, from 1 to 1.") == 1


def in_a_terminal(*words: object, keys: bytes = b"", **environment: str) -> tuple[int, str]:
    """The status of a command in a terminal of 80 columns, and all that it writes there."""
    ours, theirs = os.openpty()
    line = [sys.executable, "-m", "kotra_notation", *map(str, words)]
    settings = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **environment}
    done = subprocess.Popen(line, stdin=theirs, stdout=theirs, stderr=theirs, env=settings, close_fds=True)
    os.close(theirs)
    written, end = b"", time.monotonic() + 60
    while done.poll() is None or select.select([ours], [], [], 0)[0]:
        assert time.monotonic() < end, written
        if select.select([ours], [], [], 0.1)[0]:
            try:
                written += os.read(ours, 65536)
            except OSError:  # so ends a terminal that nobody writes to any more
                break
        if keys and b"Leave" in written:
            os.write(ours, keys)
            keys = b""
    os.close(ours)
    return done.wait(), written.decode()


@pytest.mark.middle
@pytest.mark.skipif(os.name == "nt", reason="a terminal of POSIX")
def test_a_terminal_has_the_browser_and_a_pipe_the_turns() -> None:
    status, screen = in_a_terminal("show", SLIP, keys=b"q", NO_COLOR="1", KOTRA_LANGUAGE="en")
    assert (status, "\x1b[?1049h" in screen) == (0, True)
    styles = {int(one) for codes in re.findall(r"\x1b\[([0-9;]+)m", screen) for one in codes.split(";")}
    assert {style for style in styles if style >= 30} <= {39, 49}  # the terminal's own
    for words in (("--print",), ("--game", 1), ("--at", "1.17")):
        assert "\x1b[" not in in_a_terminal("show", SLIP, *words, KOTRA_LANGUAGE="en")[1]
    assert "\x1b[" not in in_a_terminal("show", SLIP, TERM="dumb")[1]


def test_a_browser_that_cannot_be_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    piped = kotra("show", SLIP, "--browse")
    assert (piped.exit_code, piped.stderr) == (2, "kotra: --browse needs a terminal, in UTF-8, and a file.\n")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    missing = kotra("show", SLIP, "--browse")
    assert 'pip install "kotra-notation[tui]"' in missing.stderr
    assert kotra("show", SLIP).exit_code == 0
