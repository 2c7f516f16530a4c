"""Styles and scripts as a wheel has them: without remarks and loose blanks, and templates all the same."""

from __future__ import annotations

import re
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


SCRIPTS = [name for name in SHRUNK if name.endswith(".js")]


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_word_of_a_script_grows_into_what_is_put_in(name: str) -> None:
    """The blank between a word and a brace is loose to whoever shrinks, who knows nothing of Jinja."""
    assert re.findall(r"[\w$] \{\{.*", (TEMPLATES / name).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_literal_stands_within_another(name: str) -> None:
    """What shrinks takes the second backquote for the end of the first."""
    assert re.findall(r"`[^`\n]*\$\{[^}`\n]*`.*", (TEMPLATES / name).read_text(encoding="utf-8")) == []
