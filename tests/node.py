"""Node and the packages of `editors/vscode`: `npm ci` in that folder installs them.

Where they are absent the tests skip, visibly; `KOTRA_NODE=required` makes them fail instead, and
`KOTRA_NODE_MODULES` names another folder that holds the packages.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest

from tests.records import ROOT

EXTENSION = ROOT / "editors" / "vscode"
SCRIPTS = ROOT / "tests" / "editors"


def absent(why: str) -> NoReturn:
    """The test is skipped, or failed where the tests with Node are required."""
    if os.environ.get("KOTRA_NODE") == "required":
        pytest.fail(why, pytrace=False)
    pytest.skip(why)


def packages() -> Path:
    """The folder of the packages."""
    folder = Path(os.environ.get("KOTRA_NODE_MODULES", EXTENSION / "node_modules"))
    if not shutil.which("node"):
        absent("Node is not installed.")
    if not (folder / "vscode-textmate").is_dir():
        absent("The packages of the extension are not installed: npm ci in editors/vscode.")
    return folder


def run(*words: str | Path, text: str = "", folder: Path | None = None) -> str:
    """What a script prints; it must succeed."""
    environment = {**os.environ, "NODE_PATH": str(packages())}
    ran = subprocess.run(
        ["node", *map(str, words)],
        input=text,
        capture_output=True,
        encoding="utf-8",
        env=environment,
        cwd=folder,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
