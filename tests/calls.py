"""Calls of commands in tests, and three short records: a sound one, one with a slip, one that stops early."""

from __future__ import annotations

import subprocess
import sys
from contextvars import copy_context

from typer.testing import CliRunner, Result

from kotra_notation.cli.app import app

SOUND = """ 1 point match

 Game 1
 Anna : 0                       Bjarni : 0
  1) 31: 8/5 6/5                 64: 24/18 18/14
      Wins 1 point and the match
"""
SLIP = SOUND.replace("8/5 6/5", "8/5 6/4")
WARNED = SOUND.rsplit("\n", 2)[0] + "\n"


def kotra(*words: object, stdin: bytes = b"", **environment: str) -> Result:
    """Return what a command does in this process; the language that it speaks is forgotten."""
    runner, texts = CliRunner(), [str(word) for word in words]
    return copy_context().run(runner.invoke, app, texts, input=stdin, env=environment)


def outside(*words: str, **more: object) -> subprocess.CompletedProcess[bytes]:
    """Return what a command does in a process of its own."""
    command = [sys.executable, "-m", "kotra_notation", *words]
    return subprocess.run(command, capture_output=True, timeout=60, **more)  # type: ignore[call-overload, no-any-return]
