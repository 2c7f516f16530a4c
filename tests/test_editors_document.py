"""The settings of `docs/editors.md` are tried as they stand: each editor starts the server for its texts.

The server is one for tests; it tells the language of a text. Where an editor is absent its tests skip.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from kotra_notation.installation import VERSION
from tests.node import ROOT, SCRIPTS
from tests.test_editor_extension import CONTRIBUTED, LANGUAGES, SETTINGS

TEXT = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
GO = "(;FF[4]GM[1]SZ[19])\n"
RECORDS = {
    "kotra": ROOT / "samples" / "sound" / "sund.kotra",
    "kotra-mat": ROOT / "samples" / "sound" / "reykjavik.mat",
    "kotra-sgf": ROOT / "samples" / "notations" / "laugardalur.sgf",
}
NEOVIM = """
vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 or vim.bo.filetype:find("kotra") == nil end, 20)
local found = vim.diagnostic.get(0)[1]
io.stdout:write(found and found.message or "nothing")
vim.cmd("qa!")
"""
EMACS = """
(package-initialize)
(setq eglot-sync-connect t lsp-auto-guess-root t lsp-guess-root-without-session t)
(setq lsp-enable-file-watchers nil)
(load "{settings}" nil t)
(find-file "{record}")
(when (featurep 'eglot) (call-interactively 'eglot))
(let ((left 200) found)
  (while (and (> left 0) (not found))
    (accept-process-output nil 0.1)
    (setq left (1- left)
          found (if (featurep 'eglot)
                    (mapcar #'flymake-diagnostic-text (flymake-diagnostics))
                  (mapcar (lambda (one) (gethash "message" one))
                          (append (gethash buffer-file-name (lsp-diagnostics t)) nil)))))
  (princ (car found)))
"""


def block(language: str, at: int = 0) -> str:
    """A block of the document."""
    return str(re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.M | re.S)[at])


def environment(folder: Path) -> dict[str, str]:
    """An environment with the server of tests as `kotra`, and a home without settings."""
    programs = folder / "bin"
    programs.mkdir(exist_ok=True)
    kotra = programs / "kotra"
    kotra.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{SCRIPTS / "server.py"}" "$@"\n')
    kotra.chmod(0o755)
    return {**os.environ, "HOME": str(folder), "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}


def printed(folder: Path, *words: str | Path) -> str:
    """What an editor prints."""
    if not shutil.which(str(words[0])):
        pytest.skip(f"{words[0]} is not installed")
    ran = subprocess.run(
        [*map(str, words)],
        capture_output=True,
        encoding="utf-8",
        env=environment(folder),
        cwd=folder,
        timeout=120,
        stdin=subprocess.DEVNULL,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.middle
@pytest.mark.parametrize("language", [*RECORDS, "go"])
def test_the_settings_of_neovim(language: str, tmp_path: Path) -> None:
    (tmp_path / "go.sgf").write_text(GO)
    (tmp_path / "init.lua").write_text(block("lua"))
    (tmp_path / "probe.lua").write_text(NEOVIM)
    record = RECORDS.get(language, tmp_path / "go.sgf")
    words = ("nvim", "--headless", "-n", "-u", tmp_path / "init.lua", record)
    said = printed(tmp_path, *words, "-c", f"luafile {tmp_path / 'probe.lua'}")
    assert said.startswith(f"{language} lsp in" if language in RECORDS else "nothing")


@pytest.mark.middle
@pytest.mark.parametrize("language", RECORDS)
@pytest.mark.parametrize(("client", "at"), [("eglot", 1), ("lsp-mode", 2)])
def test_the_settings_of_emacs(client: str, at: int, language: str, tmp_path: Path) -> None:
    asked = f'(progn (package-initialize) (princ (locate-library "{client}")))'
    if printed(tmp_path, "emacs", "-q", "--batch", "--eval", asked) == "nil":
        pytest.skip(f"{client} is not installed")
    (tmp_path / "settings.el").write_text(block("elisp") + block("elisp", at))
    shutil.copy(RECORDS[language], tmp_path)
    record = tmp_path / RECORDS[language].name
    (tmp_path / "probe.el").write_text(EMACS.format(settings=tmp_path / "settings.el", record=record))
    said = printed(tmp_path, "emacs", "-q", "--batch", "-l", tmp_path / "probe.el")
    assert f"{language} lsp in" in said


def test_the_settings_of_helix_name_the_server_and_the_languages() -> None:
    settings = tomllib.loads(block("toml"))
    assert settings["language-server"] == {"kotra": {"command": "kotra", "args": ["lsp"]}}
    assert [one["name"] for one in settings["language"]] == list(LANGUAGES)
    for one in settings["language"]:
        suffixes = [f".{suffix}" for suffix in one["file-types"]]
        assert suffixes == LANGUAGES[one["name"]].get("extensions", [])


def test_what_is_told_of_the_extension_is_so() -> None:
    assert json.loads(block("json")).keys() <= SETTINGS.keys()
    assert f"kotra-{VERSION}.vsix" in TEXT
    assert [one["title"] for one in CONTRIBUTED["commands"] if f"*Kotra: {one['title']}*" not in TEXT] == []
