"""What commands write on terminals of several widths, encodings and languages; help fits one screen."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from kotra_notation.cli import progress
from kotra_notation.cli.app import app
from kotra_notation.cli.commands import COMMANDS, RARE
from kotra_notation.cli.streams import echo
from kotra_notation.words.lines import break_lines, width
from tests.calls import kotra
from tests.goldens import Golden
from tests.records import ROOT, rows
from tests.terminals import Screen, on_screen

SOUND, FAULTY = "samples/sound/reykjavik.mat", "samples/faulty/slip.mat"
SCREENS = {
    "kotra check sound": ("check", SOUND),
    "kotra check faulty": ("check", FAULTY),
    "kotra show": ("show", FAULTY, "--at", "1.17"),
    "kotra explain": ("explain", "P203"),
    "kotra --help": ("--help",),
    "kotra check --help": ("check", "--help"),
    "kotra chekc": ("chekc",),
}
NO_COLOUR = {"NO_COLOR": "1"}
SETTINGS: dict[str, tuple[int, str, dict[str, str]]] = {
    **{f"width-{number}": (number, "utf-8", {}) for number in (40, 60, 80, 140, 200)},
    "no-colour": (80, "utf-8", NO_COLOUR),
    "dumb": (80, "utf-8", {"TERM": "dumb"}),
    "cp437": (80, "cp437", NO_COLOUR),
    "cp1252": (80, "cp1252", NO_COLOUR),
    "c-locale": (80, "utf-8", {"LC_ALL": "C", "KOTRA_LANGUAGE": ""}),
    **{
        language: (80, "utf-8", {**NO_COLOUR, "KOTRA_LANGUAGE": language})
        for language in ["is", "de", "da", "sv"]
    },
}
STYLE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("name", SETTINGS)
def test_commands_look_as_they_did(name: str, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    room, encoding, environment = SETTINGS[name]
    written = ""
    for title, words in SCREENS.items():
        _, screen = on_screen(*words, width=room, encoding=encoding, **environment)
        assert ("\x1b" in screen) <= ("NO_COLOR" not in environment and name != "dumb")
        assert [line for line in screen.split("\n") if width(STYLE.sub("", line)) > room] == []
        written += f"== {title}\n{screen.replace(chr(27), '␛')}\n"
    golden(f"terminals/{name}.txt", written)


@rows
def test_a_line_breaks_between_words(line: str, lines: tuple[str, ...]) -> None:
    assert break_lines(line, 9).split("\n") == list(lines)


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock by which everything takes its time: half a second between one look and the next."""
    monkeypatch.setattr(progress, "monotonic", itertools.count(0, 0.5).__next__)


def shown(screen: Screen) -> list[str]:
    """The lines that stood there one after the other, each in place of the one before."""
    return screen.text().replace("\x1b[K", "").split("\r")


@pytest.mark.usefixtures("seconds")
@pytest.mark.parametrize(
    ("files", "whole", "lines"),
    [
        (["a"] * 8, None, ["3 files, 37 % done, 2.5 s left", "4 files, 50 % done, 2.5 s left"]),
        (iter(["a"] * 8), lambda: 8, ["3 files, 37 % done, 2.5 s left", "4 files, 50 % done, 2.5 s left"]),
        (iter(["a"] * 8), None, ["3 files", "4 files"]),
    ],
)
def test_work_that_lasts_tells_how_long(
    files: Iterable[str], whole: Callable[[], int] | None, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen("utf-8")
    monkeypatch.setattr("sys.stderr", screen)
    assert len(list(progress.track_files(files, whole))) == 8
    assert shown(screen)[1:3] == lines
    assert shown(screen)[-1] == ""


@pytest.mark.usefixtures("seconds")
def test_what_is_printed_meanwhile_takes_the_place_of_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen("utf-8")
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("sys.stdout", screen)
    for number in progress.track_files(range(6)):
        echo(f"printed {number}")
    assert not [
        line for line in screen.text().split("\n") if "printed" in line and "file" in line.split("\r")[-1]
    ]
    assert "% done" in screen.text()


@pytest.mark.usefixtures("seconds")
@pytest.mark.parametrize(("terminal", "term"), [(False, "xterm"), (True, "dumb")])
def test_nobody_is_told_where_nobody_looks(
    terminal: bool, term: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen("utf-8") if terminal else io.StringIO()
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr("sys.stderr", screen)
    list(progress.track_files(range(9)))
    with progress.track_share(9) as tell:
        for done in range(9):
            tell(done)
    assert (screen.text() if isinstance(screen, Screen) else screen.getvalue()) == ""


@pytest.mark.parametrize(
    ("length", "text"), [(0.44, "0.4 s"), (12.4, "12 s"), (75, "1:15"), (3661, "1:01:01")]
)
def test_a_time_is_said_as_people_say_it(length: float, text: str) -> None:
    assert progress.clock(length) == text


@pytest.mark.usefixtures("seconds")
@pytest.mark.parametrize(("listed", "files"), [(False, "20+"), (True, "20")])
def test_a_first_build_says_how_long_before_and_behind_the_list_of_its_files(
    monkeypatch: pytest.MonkeyPatch, listed: bool, files: str
) -> None:
    build_text = pytest.importorskip("kotra_notation.archive.commands.build")
    build = pytest.importorskip("kotra_notation.archive.build.build")
    screen = Screen("utf-8")
    monkeypatch.setattr("sys.stderr", screen)
    line = build_text.Counting(lambda: 44)
    for done in range(12):
        far = {"files": done, "bytes": done}
        line(build.Progress(files=20, bytes=40, unchanged=4, done=far, listed=listed))
    line.end()
    assert shown(screen)[-2].startswith("27 % done, ")
    assert f", 11 of {files} files, " in shown(screen)[-2]


@pytest.mark.usefixtures("seconds")
def test_what_is_joined_and_weighed_tells_how_long(tmp_path: Path) -> None:
    record = "kotra 1\nlength: 0\n" + "".join(
        f"game {number} 0-0\nW 31: 8/5 6/5\nB 64: 24/14\nW resigns 1\n" for number in range(1, 7)
    )
    day = tmp_path / "day"
    day.mkdir()
    for name in range(8):
        (day / f"{name}.kotra").write_text(record, "utf-8")
    joined = on_screen("convert", str(day), str(tmp_path / "all.kotra"), "--join")
    assert "4 files, 50 % done, 2.5 s left" in joined[1]
    pytest.importorskip("numpy")
    one = str(day / "1.kotra")
    for words in (("report", one, "-o", str(tmp_path / "a.html"), "--analyse"), ("check", one, "--analyse")):
        assert "66 % done, 1.2 s left" in on_screen(*words)[1]


@pytest.mark.parametrize("command", ["check", "standings"])
def test_columns_stay_in_line_where_a_sign_cannot_be_shown(tmp_path: Path, command: str) -> None:
    for number, name in enumerate(("Anna", "✓ Ugla", "Þórdís")):
        (tmp_path / f"{number}.kotra").write_text(
            f"kotra 1\nwhite: {name}\nblack: Egill\nlength: 0\ngame 1 0-0\nW 31: 8/5 6/5\nB 64: 24/14\n"
            f"W doubles 2\nB drops\nW wins 1\n",
            encoding="utf-8",
        )
    _, text = on_screen(command, str(tmp_path), width=200, encoding="cp1252")
    rows = [line for line in text.splitlines() if "Anna" in line or "Ugla" in line or "Þórdís" in line]
    assert "\\u2713 Ugla" in text
    score = "1-0" if "1-0" in text else "1–0"
    assert len({row.rindex(score) for row in rows[:3]}) == 1


GROUP: Any = get_command(app)
ARCHIVE = [("archive", name) for name in GROUP.get_command(None, "archive").list_commands(None)]
CALLS = [*((name,) for name in COMMANDS), *ARCHIVE]


def help_lines(*words: str) -> list[str]:
    result = kotra(*words, COLUMNS="80", KOTRA_LANGUAGE="en")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    return lines


def test_the_first_help_fits_one_screen() -> None:
    lines = help_lines("--help")
    assert 24 <= len(lines) <= 40
    assert [line.split()[0] for line in lines if re.match(r"  [a-z]", line)] == [
        name for name in COMMANDS if name not in RARE
    ]
    every = [line.split()[0] for line in help_lines("--help-all") if re.match(r"  [a-z]", line)]
    assert every == list(COMMANDS)


@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_the_help_of_a_command_has_a_line_for_each_option(words: tuple[str, ...]) -> None:
    lines = help_lines(*words, "--help")
    assert len(lines) <= 30
    options = lines[lines.index("Options:") + 1 :] if words != ("archive",) else []
    assert [line for line in options if not re.match(r"  -|$", line)] == []


# So much room is left in 80 columns beside the longest word for an example.
ROOM = 80 - len("  Beispiel:  ")


@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_an_example_stands_in_one_line(words: tuple[str, ...]) -> None:
    lines = help_lines(*words, "--help-all")
    at = [place for place, line in enumerate(lines) if line.startswith("  Example: ")]
    assert [lines[place] for place in at if lines[place + 1]] == []
    assert max((len(lines[place].partition(": ")[2]) for place in at), default=0) <= ROOM


@pytest.mark.parametrize("words", [("check",), ("archive", "build")], ids=" ".join)
def test_all_help_shows_what_is_rare(words: tuple[str, ...]) -> None:
    short, full = help_lines(*words, "--help"), help_lines(*words, "--help-all")
    assert [any("--time-limit" in line for line in lines) for lines in (short, full)] == [False, True]
    assert any("Status 0" in line for line in full)
    assert help_lines(*words, "--help") == short
