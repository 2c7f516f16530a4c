"""The launcher of the desk in the menu of each system."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kotra_notation.desk.command import launcher
from tests.calls import kotra

ODD = 'day\'s 50% "best" $HOME `x` \\ æ'
WORDS = [sys.executable, "-P", "-m", "kotra_notation", "desk"]


def desktop_words(text: str) -> list[str]:
    """The words of the command of a desktop file, as its specification has them read."""
    (value,) = re.findall(r"^Exec=(.*)$", text, re.M)
    value = re.sub(r"\\(.)", lambda sign: {"n": "\n", "t": "\t"}.get(sign[1], sign[1]), value)
    quoted = re.findall(r'"((?:[^"\\`$]|\\.)*)"', value)
    return [re.sub(r"\\(.)", r"\1", word).replace("%%", "%") for word in quoted]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the menu is that of a desktop of Linux")
def test_the_menu_has_the_desk_until_it_is_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / ODD
    folder.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "data" / "applications" / "kotra-desk.desktop"
    done = kotra("desk", str(folder), "--install", "--language", "is")
    assert (done.exit_code, str(path) in done.stderr, "kotra desk --uninstall" in done.stderr) == (
        0,
        True,
        True,
    )
    text = path.read_text(encoding="utf-8")
    assert desktop_words(text) == [*WORDS, "--language", "is", str(folder)]
    if validator := shutil.which("desktop-file-validate"):
        assert (
            subprocess.run([validator, str(path)], capture_output=True, text=True, check=False).stdout == ""
        )
    assert kotra("desk", "--install").exit_code == 0
    assert desktop_words(path.read_text(encoding="utf-8")) == WORDS
    assert (kotra("desk", "--uninstall").exit_code, path.exists()) == (0, False)
    missing = kotra("desk", "--uninstall")
    assert (missing.exit_code, "not in your applications menu" in missing.stderr) == (2, True)


def test_a_mac_has_a_script_that_runs(tmp_path: Path) -> None:
    script = launcher(tmp_path / ODD, platform="darwin", home=tmp_path, environ={})
    script.install()
    assert script.path == tmp_path / "Applications" / "Kotra.command"
    first, command = script.path.read_text(encoding="utf-8").splitlines()
    assert (first, shlex.split(command)) == ("#!/bin/sh", ["exec", *WORDS, str(tmp_path / ODD)])
    assert script.path.stat().st_mode & 0o111 == 0o111
    script.remove()
    assert not script.path.exists()


@pytest.mark.parametrize("environ", [{}, {"APPDATA": "/roaming"}])
def test_windows_has_a_batch_file_in_its_start_menu(tmp_path: Path, environ: dict[str, str]) -> None:
    batch = launcher(Path("/my day/50% best"), platform="win32", home=tmp_path, environ=environ)
    roaming = Path(environ.get("APPDATA", tmp_path / "AppData" / "Roaming"))
    assert batch.path == roaming / "Microsoft" / "Windows" / "Start Menu" / "Programs" / "Kotra.bat"
    assert batch.text.splitlines()[3].endswith(' "-m" "kotra_notation" "desk" "/my day/50%% best"')
    assert batch.text.count("\r\n") == batch.text.count("\n")
