"""What Windows and macOS lack, listed, and that the program does without: by taking it away here.

Where something of the system is used that others lack, its module stands in `USED`; a new one wants a line
there, a way without it, and a test. What is gone in `WITHOUT` is gone for all that the program starts too.
"""

from __future__ import annotations

import ast
import errno
import ntpath
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from unicodedata import normalize

import pytest

from kotra_notation.cli import settings_folders
from kotra_notation.cli.settings_folders import settings_of_file
from kotra_notation.features.check import at_once
from kotra_notation.features.day.results_against import _file_name
from tests.calls import SLIP, SOUND, kotra
from tests.modules import modules
from tests.records import ROOT, rows

pytestmark = pytest.mark.middle

# Names of the standard library that Windows does not have; macOS lacks the last three of `os`.
GONE = {
    "os": "fork forkpty killpg getuid geteuid getgid getpgid getpgrp setsid mkfifo O_NONBLOCK wait4"
    " chown nice sysconf statvfs openpty register_at_fork sched_getaffinity pidfd_open posix_fadvise",
    "signal": "SIGALRM SIGHUP SIGUSR1 SIGCHLD SIGQUIT setitimer getitimer ITIMER_REAL alarm pause sigwait",
}
GONE_MODULES = {"fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "syslog", "readline", "curses"}
# No less gone, but the standard library and numpy ask for these here.
LISTED = {name for names in GONE.values() for name in names.split()} | GONE_MODULES | {"SIGKILL", "uname"}

USED = {
    # No limit of time is kept, and that is said.
    "alarm.py": {"SIGALRM", "getitimer", "setitimer", "ITIMER_REAL"},
    "processes.py": {
        "resource",
        "killpg",
        "SIGKILL",
    },  # no bound of memory; a command is ended, not what it started
    "desk/serving.py": {"resource"},  # as many connections as the system allows
    "desk/settings.py": {"getuid"},  # where `os.name` is posix
    "archive/store.py": {"fcntl"},  # msvcrt locks there
    "jobs/parallel.py": {"sched_getaffinity"},  # all cores are counted
}

WITHOUT = f"""
import builtins, os, signal, sys
for name in {GONE["os"].split()!r}:
    vars(os).pop(name, None)
for name in {GONE["signal"].split()!r}:
    vars(signal).pop(name, None)
class msvcrt:
    LK_NBLCK = 2
    @staticmethod
    def locking(file, mode, number):
        pass
gone, imported = {GONE_MODULES!r}, builtins.__import__
def without(name, globals=None, *more, **named):
    # Only of ours: what others install, and the standard library, ask for what this system has.
    if (globals or {{}}).get("__name__", "").startswith("kotra_notation"):
        if name in gone:
            raise ModuleNotFoundError(name)
        if name == "msvcrt":
            return msvcrt
    return imported(name, globals, *more, **named)
builtins.__import__ = without
"""


def used(tree: ast.AST) -> set[str]:
    """The listed names that a module asks `os` or `signal` for, and the listed modules that it imports."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="os" | "signal"), attr=name):
                found.add(name)
            case ast.Import(names=names):
                found |= {alias.name for alias in names}
            case ast.ImportFrom(module=str(name), names=names):
                found |= {name} | ({alias.name for alias in names} if name in GONE else set())
            case _:
                pass
    return found & LISTED


def test_what_others_lack_is_used_where_it_is_listed_and_nowhere_else() -> None:
    found = {one.name: used(ast.parse(one.text)) for one in modules()}
    assert {path: names for path, names in found.items() if names} == USED


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Some records, and a folder of start-up code that takes away what others lack."""
    for name in ("slip.mat", "turns.mat", "forn.kotra"):
        shutil.copy(ROOT / "samples" / "faulty" / name, tmp_path)
    (tmp_path / "without").mkdir()
    (tmp_path / "without" / "sitecustomize.py").write_text(WITHOUT, encoding="utf-8")
    return tmp_path


def run(folder: Path, *words: str, without: bool) -> tuple[int, str, str]:
    path = [str(ROOT), *([str(folder / "without")] if without else [])]
    done = subprocess.run(
        [sys.executable, "-m", "kotra_notation", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(reversed(path)), "KOTRA_LANGUAGE": "en"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


@rows
def test_a_command_does_the_same_without_it(folder: Path, command: str) -> None:
    assert run(folder, *command.split(), without=True) == run(folder, *command.split(), without=False)


def test_an_archive_is_built_and_locked_without_it(folder: Path) -> None:
    pytest.importorskip("duckdb")
    shutil.copytree(folder, folder / "day", ignore=shutil.ignore_patterns("without", "day"))
    words = "archive", "build", "day", "-o", "arc", "--workers", "2"
    done = [run(folder, *words, without=True) for _ in range(2)]
    assert [status for status, _, _ in done] == [1, 1]  # what was wrong still is
    assert [complaint for _, _, complaint in done] == ["", ""]
    assert run(folder, "archive", "ask", "arc", without=True)[0] == 0


def test_files_in_several_processes_are_done_without_it(folder: Path) -> None:
    (folder / "day").mkdir()
    for number in range(12):
        (folder / "day" / f"{number}.mat").write_text(SOUND, encoding="utf-8")
    words = "convert", "day", "out", "--to", "sgf", "--jobs", "2"
    status, _, complaint = run(folder, *words, without=True)
    assert (status, "Traceback" in complaint) == (0, False), complaint
    assert len(list((folder / "out").glob("*.sgf"))) == 12


def test_a_limit_of_time_that_cannot_be_kept_is_said(folder: Path) -> None:
    status, said, complaint = run(folder, "check", "slip.mat", "--time-limit", "5", without=True)
    assert (status, said != "") == (1, True)
    assert complaint == "kotra: --time-limit cannot be enforced on this system; there is no time limit.\n"


def test_a_command_that_hangs_is_ended_without_groups_of_processes(folder: Path) -> None:
    command = f"{shlex.quote(sys.executable)} -c 'import time; time.sleep(60)'"
    words = "watch", ".", "--once", "--no-recursive", "--no-results", "--every", "0.05", "--time-limit", "1"
    status, _, complaint = run(folder, *words, "--run", command, without=True)
    assert status == 2
    assert "the command took longer than 1 seconds and was stopped" in complaint


# Consoles, paths and files of Windows


def test_words_that_windows_does_not_spell_out_go_to_the_parser(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)  # without settings
    assert at_once.answer(["check", "*.mat"]) is not None
    monkeypatch.setattr(at_once, "os", SimpleNamespace(name="nt", environ={}))
    assert at_once.answer(["check", "*.mat"]) is None


@rows
def test_folders_are_known_by_paths_of_windows(monkeypatch: pytest.MonkeyPatch, file: str, set: bool) -> None:
    path = SimpleNamespace(dirname=ntpath.dirname, relpath=ntpath.relpath, abspath=lambda path: path)
    monkeypatch.setattr(settings_folders, "os", SimpleNamespace(path=path, sep="\\", pardir=".."))
    found = settings_of_file("C:\\records\\kotra.toml", {"old/*": {"rules": "modern"}}, file)
    assert found == ({"rules": ("old/*", "modern")} if set else {})


def test_names_and_tables_of_other_systems_are_of_the_same_files(tmp_path: Path) -> None:
    assert (
        _file_name("day\\Þór.mat")
        == _file_name("/home/x/day/Þór.mat")
        == _file_name(normalize("NFD", "Þór.mat"))
    )
    found = settings_of_file(
        str(tmp_path / "kotra.toml"), {"Þór/*": {"rules": "modern"}}, normalize("NFD", f"{tmp_path}/Þór/a")
    )
    assert found == {"rules": ("Þór/*", "modern")}


def test_a_file_that_another_program_holds_open_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows puts no file in the place of one that is open."""
    source, target = tmp_path / "a.mat", tmp_path / "b.sgf"
    source.write_text(SLIP, encoding="utf-8")
    target.write_text("before", encoding="utf-8")

    def held(*paths: object) -> None:
        raise PermissionError(errno.EACCES, "The process cannot access the file")

    monkeypatch.setattr(os, "replace", held)
    done = kotra("convert", source, target, "--force")
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert f"{target}: not written: no permission to write there." in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.mat", "b.sgf"]
    assert target.read_text(encoding="utf-8") == "before"
