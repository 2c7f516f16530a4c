"""The walks of `docs/architecture.md` are found, and the short ones stay short."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROW = re.compile(r"^\| (.+?) \| ([\d,]+) \| (\d+) \| (\d+) \| ([\d,]+) \|$", re.M)


@pytest.mark.middle
def test_the_walks_are_those_of_the_document() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "tools.walks"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    stays = {title: int(stays.replace(",", "")) for title, *_, stays in ROW.findall(printed)}
    shown = [title for title, *_ in ROW.findall((ROOT / "docs" / "architecture.md").read_text("utf-8"))]
    assert list(stays) == shown
    assert stays["a cube action judged"] <= 8
    assert stays["… a row with a cube action"] <= 12
    assert stays["a turn to its place in the page"] <= 20
