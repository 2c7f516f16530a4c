"""A release, its workflows, the hook for pre-commit and the action of GitHub: alike and whole."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from kotra_notation.formats import FORMATS
from kotra_notation.installation import VERSION
from tests.records import ROOT, SAMPLES
from tools import release

yaml = pytest.importorskip("yaml")


def test_the_version_is_the_same_everywhere_and_the_workflow_publishes_what_is_promised() -> None:
    assert {version for _, version in release.versions()} == {VERSION}
    assert list(release.workflow_faults()) == []


def test_a_new_version_is_written_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*release.PLACES, "CHANGELOG.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    release.set_version("12.34.56")
    assert [version for _, version in release.versions()] == ["12.34.56"] * 8
    log = tmp_path / "CHANGELOG.md"
    log.write_text("# Changes\n\n## 12.34.56, 2027-01-31\n", "utf-8")
    assert list(release.version_faults()) == []
    (tmp_path / "CITATION.cff").write_text("version: 1.2.3\n", "utf-8")
    log.write_text("# Changes\n\n## Next\n", "utf-8")
    assert [fault.split()[0] for fault in release.version_faults()] == ["CITATION.cff:", "CHANGELOG.md"]


def test_the_packages_of_a_release_are_those_that_are_asked_for() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = dict(line.split("==") for line in lines if not line.startswith("#"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [project["optional-dependencies"][name] for name in ("archive", "desk", "engine", "pdf", "png")]
    wanted = [Requirement(each) for wants in (project["dependencies"], *extras) for each in wants]
    assert [each.name for each in wanted if not each.specifier.contains(pinned.get(each.name, "0"))] == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("[!c]*.yml")), ids=lambda path: path.name
)
def test_a_form_for_issues_asks_for_what_is_needed(path: Path) -> None:
    form = yaml.safe_load(path.read_text("utf-8"))
    assert {"name", "description", "body"} <= form.keys()
    assert all(
        {"id", "type", "attributes"} <= field.keys() and field["attributes"]["label"]
        for field in form["body"]
    )


def test_recipes_of_other_systems_name_the_files_of_a_release(tmp_path: Path) -> None:
    files, target, repository = tmp_path / "files", tmp_path / "packages", "https://example.org/anna/kotra"
    files.mkdir()
    wanted = len(release.write_packages(files, repository, target))
    jobs = yaml.safe_load((ROOT / ".github/workflows/wheels.yml").read_text("utf-8"))["jobs"]
    for system in jobs["binaries"]["strategy"]["matrix"]["os"]:
        (files / f"kotra-{system}.{'zip' if 'windows' in system else 'tar.gz'}").write_bytes(system.encode())
    (files / f"kotra_notation-{VERSION}.tar.gz").write_bytes(b"source")
    assert (wanted, release.write_packages(files, repository, target)) == (5, [])
    texts = {path.name: path.read_text("utf-8") for path in target.rglob("*.*")}
    assert [
        name for name, text in texts.items() if "@" in text.replace("@import", "") or "OWNER" in text
    ] == []
    for name in ("recipe.yaml", "KotraNotation.Kotra.yaml", "is.kotra.Kotra.yml"):
        assert VERSION in json.dumps(yaml.safe_load(texts[name]))
    assert sha256(b"source").hexdigest() in texts["recipe.yaml"]


@pytest.mark.middle
def test_source_and_wheel_are_whole(tmp_path: Path) -> None:
    assert list(release.package_faults(tmp_path)) == []


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


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def workflow(path: Path) -> dict[Any, Any]:
    read = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(read, dict)
    return read


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_has_jobs_whose_steps_do_something(path: Path) -> None:
    jobs = workflow(path)["jobs"]
    assert jobs
    for job in jobs.values():
        assert job["runs-on"]
        assert all(("uses" in step) != ("run" in step) for step in job["steps"])


def test_wheels_are_asked_for_by_the_name_of_the_hook_that_compiles() -> None:
    hooks = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    hooks = hooks["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]
    (optional,) = [name for name, hook in hooks.items() if not hook.get("enable-by-default", True)]
    jobs = workflow(ROOT / ".github" / "workflows" / "wheels.yml")["jobs"]
    (environment,) = [
        step["env"]["CIBW_ENVIRONMENT"]
        for step in jobs["compiled"]["steps"]
        if "CIBW_ENVIRONMENT" in step.get("env", {})
    ]
    assert environment == f"HATCH_BUILD_HOOK_ENABLE_{optional.upper()}=1"
    assert {os.partition("-")[0] for os in jobs["compiled"]["strategy"]["matrix"]["os"]} == {
        "ubuntu",
        "windows",
        "macos",
    }
    assert "python -m build" in [step.get("run") for step in jobs["pure"]["steps"]]
