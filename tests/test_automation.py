"""The hook for pre-commit and the action of GitHub: their commands are ours, and their scripts run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kotra_notation.formats import FORMATS

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "samples"


def loaded(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


def kotra_on_the_path(folder: Path) -> dict[str, str]:
    """An environment in which `kotra` is this checkout's."""
    script = folder / "bin" / "kotra"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m kotra_notation "$@"\n')
    script.chmod(0o755)
    path = f"{script.parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "KOTRA_LANGUAGE": "en"}


@pytest.mark.parametrize("hook", loaded(".pre-commit-hooks.yaml"), ids=lambda hook: hook["id"])
def test_a_hook_takes_records_and_stops_a_commit_with_an_error(hook: Any, tmp_path: Path) -> None:
    endings = {ending for format in FORMATS.values() for ending in format.suffixes}
    taken = {ending for ending in endings if re.search(hook["files"], f"match{ending}")}
    assert {".mat", ".kotra"} <= taken
    assert not re.search(hook["files"], "notes.txt")
    slip = shutil.copy(SAMPLES / "faulty" / "slip.mat", tmp_path)
    sound = shutil.copy(SAMPLES / "sound" / "reykjavik.mat", tmp_path)
    environment = kotra_on_the_path(tmp_path)
    command = hook["entry"].split()
    assert subprocess.run([*command, sound], env=environment, capture_output=True).returncode == 0
    assert subprocess.run([*command, sound, slip], env=environment, capture_output=True).returncode == 1


@pytest.mark.skipif(not shutil.which("bash"), reason="the steps of the action are for bash")
def test_the_steps_of_the_action_annotate_and_write_sarif(tmp_path: Path) -> None:
    environment = kotra_on_the_path(tmp_path)
    steps = [step for step in loaded("action.yml")["runs"]["steps"] if "kotra check" in step.get("run", "")]
    given = {"PATHS": f"{SAMPLES / 'faulty'}\n{SAMPLES / 'sound'}\n", "OPTIONS": "--ignore\nN1\n"}
    given["SARIF"] = str(tmp_path / "kotra.sarif")
    done = [
        subprocess.run(
            ["bash", "-eo", "pipefail", "-c", step["run"]],
            env={**environment, **given},
            capture_output=True,
            text=True,
            check=False,
        )
        for step in steps
    ]
    assert [one.returncode for one in done] == [0, 1], [one.stderr for one in done]
    results = json.loads((tmp_path / "kotra.sarif").read_text("utf-8"))["runs"][0]["results"]
    lines = [line for line in done[1].stdout.splitlines() if line.startswith("::")]
    assert len(lines) == len([one for one in results if "suppressions" not in one]) > 0
    assert all(step["run"].count("${{") == 0 for step in steps)  # what is given is no part of a script
