"""What `docs/archive.md` says of asking an archive: every question, and answers as they are printed.

The archive is made of the samples. `pytest --update-golden` writes the answers anew.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotra_notation.archive.ask.questions.catalogue import QUESTIONS
from kotra_notation.cli.app import app
from referees.archives import SAMPLES, made

pytestmark = pytest.mark.middle


DOCUMENT = Path(__file__).parent.parent / "docs" / "archive.md"
QUESTION_ROWS = re.compile(r"(\| question \| .+\n\|---\|---\|\n)((?:\|.+\n)+)")
ANSWER = re.compile(r"(<!-- answer: kotra (.+?) -->\n```text\n)(.*?)^```$", re.M | re.S)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("desk")
    made(folder / "archive", SAMPLES)
    return folder


def test_every_question_is_told(request: pytest.FixtureRequest) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    shown = QUESTION_ROWS.search(text)
    assert shown
    rows = "".join(f"| `{one.name}` | {one.title} |\n" for one in QUESTIONS.values())
    if shown[2] != rows and request.config.getoption("--update-golden"):
        DOCUMENT.write_text(text.replace(shown[0], shown[1] + rows), encoding="utf-8")
    else:
        assert shown[2] == rows


@pytest.mark.parametrize("command", [found[2] for found in ANSWER.finditer(DOCUMENT.read_text("utf-8"))])
def test_an_answer_is_as_shown(
    desk: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, command: str
) -> None:
    monkeypatch.chdir(desk)
    text = DOCUMENT.read_text(encoding="utf-8")
    (shown,) = [found for found in ANSWER.finditer(text) if found[2] == command]
    printed = CliRunner().invoke(app, shlex.split(command)).stdout
    if shown[3] != printed and request.config.getoption("--update-golden"):
        DOCUMENT.write_text(text.replace(shown[0], f"{shown[1]}{printed}```"), encoding="utf-8")
    else:
        assert shown[3] == printed
