"""The language server in Neovim, as it comes and without settings."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls")

import kotra_notation as kn
from referees.edits import SAMPLES

NEOVIM = shutil.which("nvim")
SCRIPT = Path(__file__).parent / "neovim.lua"
SLIP = SAMPLES / "faulty" / "slip.mat"

pytestmark = [
    pytest.mark.middle,
    pytest.mark.skipif(NEOVIM is None, reason="no Neovim here: apt install neovim"),
]


def test_findings_boards_plays_a_fix_and_columns_in_neovim(tmp_path: Path) -> None:
    record, answers = tmp_path / "kvold.mat", tmp_path / "answers.json"
    shutil.copy(SLIP, record)
    # Behind the dice of the left cell of the first row.
    row = SLIP.read_text("utf-8").split("\n").index("  1) 52: 8/3 8/6                 64: 6/2 24/18 ")
    environment = {
        "KOTRA_PYTHON": sys.executable,
        "KOTRA_ANSWERS": str(answers),
        "KOTRA_ROW": str(row),
        "KOTRA_COLUMN": "9",
        "KOTRA_LANGUAGE": "en",
    }
    done = subprocess.run(
        [
            str(NEOVIM),
            "--headless",
            "-n",
            "-u",
            "NONE",
            str(record),
            "-c",
            f"luafile {SCRIPT}",
            "-c",
            "qall!",
        ],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert answers.exists(), done.stderr
    said = json.loads(answers.read_text("utf-8"))
    [found] = kn.check(SLIP).findings
    assert found.span is not None
    assert (said["line"], said["column"]) == (found.span.line - 1, found.span.column - 1)
    assert said["codes"] in ([], ["P201"])  # versions of Neovim keep codes in different places
    assert "P201" in said["hover"]
    assert "┌" in said["hover"]
    assert "13/8 13/11" in said["plays"]
    assert said["title"].startswith("Almost certainly meant: 31: 7/6 18/15*")
    assert said["mended"]
    assert said["text"] == kn.fix(SLIP).text
    assert said["straight"]
