"""A release: the version stands the same everywhere, and what is published is whole."""

from __future__ import annotations

import json
import shutil
import tomllib
from hashlib import sha256
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from kotra_notation.installation import VERSION
from tools import release

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).parent.parent


def test_the_version_is_the_same_everywhere() -> None:
    assert {version for _, version in release.versions()} == {VERSION}


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


def test_the_workflow_builds_and_publishes_what_is_promised() -> None:
    assert list(release.workflow_faults()) == []


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
