"""What commands write on terminals of several widths, encodings and languages: golden screens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kotra_notation.words.lines import broken, width
from tests.goldens import Golden
from tests.terminals import on_screen

ROOT = Path(__file__).parents[1]
SOUND, FAULTY = "samples/sound/reykjavik.mat", "samples/faulty/slip.mat"
COMMANDS = {
    "kotra check sound": ("check", SOUND),
    "kotra check faulty": ("check", FAULTY),
    "kotra show": ("show", FAULTY, "--at", "1.17", "--print"),
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
    for title, words in COMMANDS.items():
        _, screen = on_screen(*words, width=room, encoding=encoding, **environment)
        assert ("\x1b" in screen) <= ("NO_COLOR" not in environment and name != "dumb")
        assert [line for line in screen.split("\n") if width(STYLE.sub("", line)) > room] == []
        written += f"== {title}\n{screen.replace(chr(27), '␛')}\n"
    golden(f"terminals/{name}.txt", written)


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("one two three", ["one two", "three"]),
        ("  one two three", ["  one two", "  three"]),
        ("a/very/long/path is kept", ["a/very/long/path", "is kept"]),
        ("x   one two three", ["x   one", "    two", "    three"]),
        ("one two  three four", ["one two", "    three", "    four"]),
        ("\x1b[31mone two\x1b[0m", ["\x1b[31mone two\x1b[0m"]),
        ("日本 日本 日本", ["日本 日本", "日本"]),
    ],
)
def test_a_line_breaks_between_words(line: str, lines: list[str]) -> None:
    assert broken(line, 9).split("\n") == lines
