"""The wheel and the container: what is copied builds one, with styles and scripts shrunk."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from jinja2 import Environment, FileSystemLoader

from hatch_build import write_shrunk
from tests.records import ROOT

LINES = [
    line.split(maxsplit=1)
    for line in (ROOT / "Containerfile").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def of(word: str) -> list[str]:
    return [rest for first, rest in LINES if first == word]


def test_its_python_extras_command_and_user_are_those_of_the_project() -> None:
    images = {line.split()[0] for line in of("FROM")}
    assert len(images) == 1
    found = re.fullmatch(r"docker\.io/library/python:3\.(\d+)-slim", images.pop())
    assert found
    least = re.fullmatch(r">=3\.(\d+)", PROJECT["requires-python"])
    assert least
    assert int(found[1]) >= int(least[1])
    action = (ROOT / "action.yml").read_text("utf-8")
    assert f'default: "3.{found[1]}"' in action
    [install] = [line for line in of("RUN") if "pip install" in line]
    [extras] = re.findall(r'"\.\[(.+?)\]"', install)
    assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"]) - {"dev"}
    [entry] = of("ENTRYPOINT")
    assert json.loads(entry)[0] in PROJECT["scripts"]
    order = [first for first, _ in LINES]
    assert "USER" in order[: order.index("ENTRYPOINT")]
    [user] = of("USER")
    assert user != "root"
    assert any(line.startswith("useradd") and line.endswith(user) for line in of("RUN"))


@pytest.mark.middle
def test_what_is_copied_builds_the_wheel_of_a_checkout(tmp_path: Path) -> None:
    for line in of("COPY"):
        *sources, target = [word for word in line.split() if not word.startswith("--")]
        if "--from" in line:
            continue
        for source in sources:
            place = tmp_path / "source" / target
            if (ROOT / source).is_dir():
                ignored = shutil.ignore_patterns("__pycache__", "*.mo", "*.so")
                shutil.copytree(ROOT / source, place, ignore=ignored)
            else:
                place.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, place)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path / "dist")]
    done = subprocess.run([*command, str(tmp_path / "source")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    [wheel] = (tmp_path / "dist").glob("*.whl")
    held = set(ZipFile(wheel).namelist())
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "kotra_notation").rglob("*.py")}
    assert modules <= held
    folders = {name.split("/")[1] for name in held if name.startswith("kotra_notation/")}
    assert {"grammar", "templates", "docs", "pages"} <= folders


TEMPLATES = Path(__file__).parents[1] / "templates"
SHRUNK = sorted(path.name for path in TEMPLATES.iterdir() if path.suffix in (".css", ".js"))


@pytest.fixture(scope="module")
def shrunk(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    folder = tmp_path_factory.mktemp("shrunk")
    write_shrunk(TEMPLATES, folder)
    return Environment(loader=FileSystemLoader(folder), extensions=["jinja2.ext.i18n"], autoescape=True)


@pytest.mark.parametrize("name", SHRUNK)
def test_what_is_shrunk_is_a_template(shrunk: Environment, name: str) -> None:
    shrunk.get_template(name)


SCRIPTS = [name for name in SHRUNK if name.endswith(".js")]


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_word_or_literal_of_a_script_is_cut_by_what_shrinks(name: str) -> None:
    """The blank between a word and a brace is loose to whoever shrinks, who knows nothing of Jinja."""
    assert re.findall(r"[\w$] \{\{.*", (TEMPLATES / name).read_text(encoding="utf-8")) == []
    # What shrinks takes the second backquote for the end of the first.
    assert re.findall(r"`[^`\n]*\$\{[^}`\n]*`.*", (TEMPLATES / name).read_text(encoding="utf-8")) == []
