"""Help fits one screen of 80 columns: a line for each command and option; `--help-all` shows rare ones."""

from __future__ import annotations

import re
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from kotra_notation.cli.app import app
from kotra_notation.cli.commands import COMMANDS, RARE

GROUP: Any = get_command(app)
ARCHIVE = [("archive", name) for name in GROUP.get_command(None, "archive").list_commands(None)]
CALLS = [*((name,) for name in COMMANDS), *ARCHIVE]


def shown(*words: str) -> list[str]:
    result = CliRunner().invoke(app, words, env={"COLUMNS": "80", "KOTRA_LANGUAGE": "en"})
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    return lines


def test_the_first_help_fits_one_screen() -> None:
    lines = shown("--help")
    assert 24 <= len(lines) <= 40
    assert [line.split()[0] for line in lines if re.match(r"  [a-z]", line)] == [
        name for name in COMMANDS if name not in RARE
    ]
    every = [line.split()[0] for line in shown("--help-all") if re.match(r"  [a-z]", line)]
    assert every == list(COMMANDS)


@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_the_help_of_a_command_has_a_line_for_each_option(words: tuple[str, ...]) -> None:
    lines = shown(*words, "--help")
    assert len(lines) <= 30
    options = lines[lines.index("Options:") + 1 :] if words != ("archive",) else []
    assert [line for line in options if not re.match(r"  -|$", line)] == []


# So much room is left in 80 columns beside the longest word for an example.
ROOM = 80 - len("  Beispiel:  ")


@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_an_example_stands_in_one_line(words: tuple[str, ...]) -> None:
    lines = shown(*words, "--help-all")
    at = [place for place, line in enumerate(lines) if line.startswith("  Example: ")]
    assert [lines[place] for place in at if lines[place + 1]] == []
    assert max((len(lines[place].partition(": ")[2]) for place in at), default=0) <= ROOM


@pytest.mark.parametrize("words", [("check",), ("archive", "build")], ids=" ".join)
def test_all_help_shows_what_is_rare(words: tuple[str, ...]) -> None:
    short, full = shown(*words, "--help"), shown(*words, "--help-all")
    assert [any("--time-limit" in line for line in lines) for lines in (short, full)] == [False, True]
    assert any("Status 0" in line for line in full)
    assert shown(*words, "--help") == short
