"""docs/report.md says what there is: every option, every template with its blocks; its example runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from typer import Context
from typer.core import TyperGroup
from typer.main import get_command

from kotra_notation.cli.app import app
from kotra_notation.installation import folder
from kotra_notation.report.templating import APART
from kotra_notation.report.view import Page
from tests.calls import SOUND, kotra

TEXT = (Path(__file__).parent.parent / "docs/report.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"{%-? block (\w+)")


def told_options() -> list[str]:
    cells = re.findall(r"^\| (`-.*?) \|", TEXT, re.M)
    return [word for cell in cells for word in re.findall(r"`(-[-\w]+)", cell)]


def real_options() -> list[str]:
    command = get_command(app)
    assert isinstance(command, TyperGroup)
    report: Any = command.get_command(Context(command), "report")
    options = (one for one in report.params if one.param_type_name == "option")
    return [one.opts[0] for one in options if one.opts[0] != "--help-all"]


def told_templates() -> dict[str, set[str]]:
    """The files of the table, each with its blocks."""
    rows = re.findall(r"^\| ((?:`[\w.]+`(?:, )?)+) \| [^|]+ \|(.*)\|$", TEXT, re.M)
    return {
        name: set(re.findall(r"`(\w+)`", blocks))
        for names, blocks in rows
        for name in re.findall(r"`([\w.]+\.\w+)`", names)
    }


def test_every_option_is_described_and_no_other() -> None:
    assert sorted(told_options()) == sorted(real_options())


def test_every_template_is_described_with_its_blocks() -> None:
    real = {
        path.name: set(BLOCK.findall(path.read_text(encoding="utf-8")))
        for path in folder("templates").iterdir()
        if not path.name.startswith(APART)
    }
    assert told_templates() == real


def test_the_example_of_a_template_runs(tmp_path: Path) -> None:
    example = re.search(r"```jinja\n(.*?)```", TEXT, re.S)
    assert example
    (tmp_path / "body.html.j2").write_text(example[1], encoding="utf-8")
    (tmp_path / "match.mat").write_text(SOUND, encoding="utf-8")
    result = kotra("report", tmp_path / "match.mat", "-o", "-", "--template", tmp_path)
    assert "<footer>Kotrufélagið, Anna – Bjarni</footer>" in result.stdout


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`page\.(\w+)`", TEXT))))
def test_what_is_said_of_the_match_is_there(name: str) -> None:
    assert name in Page.__dataclass_fields__
