"""GNU Backgammon as a witness: what it makes of a file, told by the match text it exports."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
from kotra_notation.model import Match

PROGRAM = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
needed = pytest.mark.skipif(PROGRAM is None, reason="GNU Backgammon is not installed")


def told(commands: str) -> str:
    """What it answers to commands; a fresh folder is its home."""
    assert PROGRAM is not None
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "commands")
        script.write_text(commands)
        call = [PROGRAM, "-t", "-q", "-r", "-c", str(script)]
        environment = {"HOME": folder, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
        done = subprocess.run(
            call,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            check=False,
        )
    return done.stdout.decode(errors="replace") + done.stderr.decode(errors="replace")


def imported(kind: str, text: str) -> Match:
    """The match it reads from a text in one of its notations."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "source.txt"), Path(folder, "target.mat")
        source.write_text(text, encoding="utf-8")
        answer = told(f'import {kind} "{source}"\nexport match mat "{target}"\n')
        assert target.exists(), answer
        (match,) = read_source(Source(target.read_bytes()), "mat").matches
    return match
