"""Editors: the extension of VS Code, the settings of the documentation, grammars as the readers are.

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
import zipfile
from pathlib import Path
from typing import Any

import pytest

from kotra_notation.cli.speaking import languages
from kotra_notation.formats.kotra.statements import STATEMENTS
from kotra_notation.installation import VERSION
from tests.node import EXTENSION, SCRIPTS, packages, run
from tests.records import ROOT
from tools.textmate import colours, kotra, mat
from tools.textmate.__main__ import files

INSTALL = 'pip install "kotra-notation[editor]"'
PACKAGE: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
LOCK: dict[str, Any] = json.loads((EXTENSION / "package-lock.json").read_text(encoding="utf-8"))
CONTRIBUTED = PACKAGE["contributes"]
LANGUAGES = {one["id"]: one for one in CONTRIBUTED["languages"]}
SETTINGS = CONTRIBUTED["configuration"]["properties"]
NEEDED = sorted(path for path, one in LOCK["packages"].items() if path and not one.get("dev"))
OWN = {
    *("package.json", "readme.md", "LICENSE.txt", "icon.png", "extension.js", "browser.js"),
    *(f"{name}.language-configuration.json" for name in LANGUAGES),
    *(f"syntaxes/{name}.tmLanguage.json" for name in ("kotra", "kotra-mat", "markdown")),
}


def notation(first_line: str) -> list[str]:
    """The languages that take a file for theirs by its first line."""
    return [name for name, one in LANGUAGES.items() if re.search(one["firstLine"], first_line)]


def test_what_the_extension_says_of_itself_is_so() -> None:
    assert PACKAGE["version"] == LOCK["version"] == VERSION
    assert (EXTENSION / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    named = [one["configuration"] for one in LANGUAGES.values()]
    named += [one["path"] for one in CONTRIBUTED["grammars"]] + [
        PACKAGE["main"],
        PACKAGE["browser"],
        PACKAGE["icon"],
    ]
    assert [one for one in named if not (EXTENSION / one).is_file()] == []
    for path in EXTENSION.glob("*.language-configuration.json"):
        re.compile(json.loads(path.read_text(encoding="utf-8"))["wordPattern"])
    off = {"editor.wordBasedSuggestions": "off"}
    assert CONTRIBUTED["configurationDefaults"] == {f"[{name}]": off for name in LANGUAGES}
    assert SETTINGS["kotra.command"]["scope"] == "machine"
    untrusted = PACKAGE["capabilities"]["untrustedWorkspaces"]
    assert untrusted["restrictedConfigurations"] == ["kotra.command"]
    script = (EXTENSION / "extension.js").read_text(encoding="utf-8")
    spoken = re.search(r"SPOKEN = (\[.*\])", script)
    assert spoken
    assert sorted(["auto", *json.loads(spoken[1])]) == sorted(SETTINGS["kotra.language"]["enum"])
    assert sorted(languages()) == sorted(SETTINGS["kotra.language"]["enum"])
    for path in (EXTENSION / "extension.js", EXTENSION / "README.md", ROOT / "docs" / "editors.md"):
        assert INSTALL in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted((ROOT / "samples").rglob("*.*")), ids=lambda path: path.name)
def test_a_sample_is_known_by_its_first_line(path: Path) -> None:
    by_name = [name for name, one in LANGUAGES.items() if path.suffix in one.get("extensions", [])]
    known = notation(path.read_text(encoding="utf-8", errors="replace").partition("\n")[0])
    assert known == (["kotra-sgf"] if path.suffix == ".sgf" else by_name)


def test_a_game_of_go_is_none_of_ours() -> None:
    assert notation("(;FF[4]GM[1]SZ[19]PW[Anna]") == []
    assert "extensions" not in LANGUAGES["kotra-sgf"]


@pytest.mark.parametrize(
    "line", ['; [Site "GridGammon"]', " 7 point match", "11 point match", '; [Match ID "5"]', '; [Event "x"]']
)
def test_match_text_of_any_name_is_known_by_its_first_line(line: str) -> None:
    assert notation(line) == ["kotra-mat"]


def test_the_lock_names_no_place_but_the_public_registry() -> None:
    places = {one["resolved"] for one in LOCK["packages"].values() if "resolved" in one}
    assert [one for one in places if not one.startswith("https://registry.npmjs.org/")] == []
    assert [path for path, one in LOCK["packages"].items() if path and "integrity" not in one] == []
    versions = {**PACKAGE["dependencies"], **PACKAGE["devDependencies"]}
    assert [one for one in versions.values() if not re.fullmatch(r"\d+\.\d+\.\d+", one)] == []


def activated(settings: dict[str, str], folder: Path = EXTENSION, **asked: object) -> dict[str, Any]:
    """What an editor shows after the extension of a folder has begun and a text was opened."""
    opened = {"path": "/records/a.kotra", "text": "kotra 1\n", "language": "kotra", "settings": settings}
    said: dict[str, Any] = json.loads(run(SCRIPTS / "vscode.js", folder, json.dumps({**opened, **asked})))
    return said


def program(folder: Path, script: str) -> str:
    """A program that runs a shell script."""
    path = folder / "kotra"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


SERVER = f'exec "{sys.executable}" "{SCRIPTS / "server.py"}" "$@"'
posix = pytest.mark.skipif(os.name == "nt", reason="the program is a shell script")


@posix
@pytest.mark.middle
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_of_each_language_comes_to_the_server(language: str, tmp_path: Path) -> None:
    seen = activated({"kotra.command": program(tmp_path, SERVER)}, language=language, locale="is")
    assert seen["diagnostics"] == [f"{language} lsp --language is in {EXTENSION.name}"]
    assert seen["errors"] == []


@posix
@pytest.mark.middle
def test_the_language_that_is_set_goes_before_that_of_the_editor(tmp_path: Path) -> None:
    command = program(tmp_path, SERVER)
    seen = activated({"kotra.command": command, "kotra.language": "sv"}, locale="is")
    assert "--language sv" in seen["diagnostics"][0]
    seen = activated({"kotra.command": command}, locale="fr")
    assert "--language" not in seen["diagnostics"][0]


@pytest.mark.middle
def test_a_program_that_is_missing_is_named_with_the_remedy() -> None:
    (error,) = activated({"kotra.command": "no-such-kotra"})["errors"]
    assert "“no-such-kotra” was not found" in error["text"]
    assert INSTALL in error["text"]
    assert error["actions"] == ["Copy the command", "Open the setting"]


@posix
@pytest.mark.middle
def test_a_server_that_ends_at_once_is_told_in_its_own_words(tmp_path: Path) -> None:
    command = program(tmp_path, "echo 'The package pygls is missing.' >&2; exit 2")
    (error,) = activated({"kotra.command": command})["errors"]
    assert "could not be started: The package pygls is missing. " in error["text"]
    assert INSTALL in error["text"]


@posix
@pytest.mark.middle
def test_the_commands_restart_the_server_and_open_the_desk(tmp_path: Path) -> None:
    command = program(tmp_path, SERVER)
    seen = activated({"kotra.command": command}, commands=["kotra.desk", "kotra.restart"], findings=2)
    assert seen["commands"] == [one["command"] for one in CONTRIBUTED["commands"]]
    (terminal,) = seen["terminals"]
    assert (terminal["shellPath"], terminal["shellArgs"]) == (command, ["desk", "/records"])
    assert len(seen["diagnostics"]) == 2
    assert seen["errors"] == []


@posix
@pytest.mark.middle
def test_the_server_of_ours_answers(tmp_path: Path) -> None:
    pytest.importorskip("pygls", reason="the extra `editor` is not installed")
    ours = program(tmp_path, f'PYTHONPATH="{ROOT}" exec "{sys.executable}" -m kotra_notation "$@"')
    slip = (ROOT / "samples" / "faulty" / "slip.mat").read_text(encoding="utf-8")
    seen = activated({"kotra.command": ours}, language="kotra-mat", path="/records/slip.mat", text=slip)
    assert [one for one in seen["diagnostics"] if "7/5" in one and "31" in one] != []


@pytest.mark.slow
def test_what_is_packed_is_what_is_wanted(tmp_path: Path) -> None:
    node_modules, folder = packages(), tmp_path / "vscode"
    if int(run("-p", "process.versions.node.split('.')[0]")) < 20:
        pytest.skip("vsce needs Node 20 or newer")
    shutil.copytree(EXTENSION, folder, ignore=shutil.ignore_patterns("node_modules", "*.vsix"))
    for path in NEEDED:
        name = path.removeprefix("node_modules/")
        shutil.copytree(node_modules / name, folder / path, ignore=shutil.ignore_patterns("node_modules"))
    run(node_modules / "@vscode" / "vsce" / "vsce", "package", "-o", tmp_path / "kotra.vsix", folder=folder)
    files = {one.removeprefix("extension/") for one in zipfile.ZipFile(tmp_path / "kotra.vsix").namelist()}
    own = {one for one in files if not one.startswith("node_modules/")}
    assert own == OWN | {"extension.vsixmanifest", "[Content_Types].xml"}
    for path in NEEDED:
        assert {one for one in files if re.fullmatch(f"{path}/package.json", one)}
    others = {one for one in files - own if not re.search(r"\.js$|/package\.json$|/licen[cs]e", one, re.I)}
    assert others == set()
    zipfile.ZipFile(tmp_path / "kotra.vsix").extractall(tmp_path)
    (error,) = activated({"kotra.command": "no-such-kotra"}, folder=tmp_path / "extension")["errors"]
    assert INSTALL in error["text"]


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


def test_the_settings_of_helix_and_what_is_told_of_the_extension_are_so() -> None:
    settings = tomllib.loads(block("toml"))
    assert settings["language-server"] == {"kotra": {"command": "kotra", "args": ["lsp"]}}
    assert [one["name"] for one in settings["language"]] == list(LANGUAGES)
    for one in settings["language"]:
        suffixes = [f".{suffix}" for suffix in one["file-types"]]
        assert suffixes == LANGUAGES[one["name"]].get("extensions", [])
    assert json.loads(block("json")).keys() <= SETTINGS.keys()
    assert f"kotra-{VERSION}.vsix" in TEXT
    assert [one["title"] for one in CONTRIBUTED["commands"] if f"*Kotra: {one['title']}*" not in TEXT] == []


FILES = {path.name: (path, text) for path, text in files().items()}


@pytest.mark.parametrize("name", FILES)
def test_a_grammar_is_as_the_readers_are(name: str) -> None:
    path, text = FILES[name]
    assert path.read_text(encoding="utf-8") == text, "python -m tools.textmate writes it anew"


def test_every_terminal_has_its_colour_and_every_statement_its_pattern() -> None:
    coloured = [set(colours.WORDS), set(kotra.OWN), kotra.AT_THE_BEGINNING, {"REST", "BARE", "__IGNORE_0"}]
    assert set().union(*coloured) == set(kotra.TERMINALS)
    assert sum(map(len, coloured)) == len(kotra.TERMINALS)
    assert set(mat.WORDS) | mat.SPELLED == set(mat.TERMINALS)
    rules = {parts[0] for parts in kotra.expansions("_statement")}
    assert set(STATEMENTS) == rules
    names = {str(one.get("name")) for one in kotra.kotra()["patterns"]}
    own = {f"meta.{rule}.kotra" for rule in rules - {"comment", "game"}} | {"entity.name.section.game.kotra"}
    assert own <= names
