"""The workflows are read as YAML, and ask for the compiled kernel by the name that the build knows."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def workflow(path: Path) -> dict[Any, Any]:
    yaml = pytest.importorskip("yaml", reason="comes with the extra `cluster`")
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
