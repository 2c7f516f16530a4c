"""Styles and scripts as a wheel has them: without remarks and loose blanks, and templates all the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader

from hatch_build import write_shrunk

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
