"""What a document shows is what the program prints, and the records of the old game's guides replay as told.

A comment `<!-- kotra … -->` on its own line stands before the block it speaks of; `-` is the last record
before it. What a command writes goes to a desk that is cleared away. `pytest --update-golden` writes the
blocks anew. A block of ```` ```kotra P233:7 ```` is wrong on purpose: that finding in that line, no other.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import kotra_notation as kn
from kotra_notation.cli.app import app
from kotra_notation.cli.commands import resolve_words
from kotra_notation.features.fix.job import fix
from kotra_notation.features.watch import files
from kotra_notation.findings import TAKEN_AS_WRITTEN
from kotra_notation.formats.format import Source
from kotra_notation.reading import read_in_full
from kotra_notation.replay import replay
from referees.archives import made
from tests.records import ROOT

pytestmark = pytest.mark.middle


DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
RECIPES = [one for one in DOCUMENTS if one.name.startswith("index.") or one.parent.name == "recipes"]
GUIDES = [ROOT / "docs/forn-kotra.md", ROOT / "docs/forn-kotra.is.md"]
SHOWN = re.compile(r"^<!-- (?:shown: )?kotra (.+?) -->\n+```text\n(.*?)^```$", re.M | re.S)
COMMENT = re.compile(r"<!--\s*(?:shown:\s*)?kotra\b")
TYPED = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
NAMED = re.compile(r"`(kotra [^`\n]+)`")
RECORD = re.compile(r"^```kotra(?: (\w\d+):(\d+))?\n(.*?)^```$", re.M | re.S)


def shown() -> list[tuple[Path, str, str, str]]:
    """Every command of a document, what stands below it, and the record shown last before it."""
    found = []
    for path in DOCUMENTS:
        text = path.read_text(encoding="utf-8")
        for match in SHOWN.finditer(text):
            records = RECORD.findall(text, 0, match.start())
            found.append((path, match[1], match[2], records[-1][2] if records else ""))
    return found


def rewritten(path: Path, command: str, printed: str) -> None:
    """Put what a command prints into its block of a document."""

    def block(match: re.Match[str]) -> str:
        start, end = (place - match.start() for place in match.span(2))
        return match[0][:start] + printed + match[0][end:] if match[1] == command else match[0]

    path.write_text(SHOWN.sub(block, path.read_text(encoding="utf-8")), encoding="utf-8")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """A folder to work in, with records and, where one is asked, an archive; nothing is waited for."""
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    monkeypatch.chdir(tmp_path)
    shutil.copy("samples/faulty/slip.mat", "match.mat")
    Path("theirs.mat").write_bytes(fix("match.mat").data)
    for folder in ("day", "inbox"):
        Path(folder).mkdir()
        for name in ("faulty/slip.mat", "notations/laugardalur.sgf", "sound/lota.kotra"):
            shutil.copy(f"samples/{name}", folder)
    monkeypatch.setattr(files, "pause", lambda seconds: None)
    if "command" in request.fixturenames and str(request.getfixturevalue("command")).startswith("archive "):
        made(tmp_path / "archive", Path("samples"))


def found(record: str) -> list[tuple[str, int | None]]:
    reading = read_in_full(Source(record.encode()), "kotra")
    findings = [*reading.findings, *(one for match in reading.matches for one in replay(match).findings)]
    wrong = [one for one in findings if one.kind.name not in TAKEN_AS_WRITTEN]
    return [(one.code, one.span.line if one.span else None) for one in wrong]


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize(
    ("path", "command", "block", "record"),
    [pytest.param(path, *rest, id=f"{path.name}: {rest[0]}") for path, *rest in shown()],
)
def test_a_document_shows_what_is_printed(
    path: Path, command: str, block: str, record: str, request: pytest.FixtureRequest
) -> None:
    if command.startswith("best "):
        pytest.importorskip("numpy")
    result = CliRunner().invoke(app, shlex.split(command), input=record.encode())
    if result.stdout != block and request.config.getoption("--update-golden"):
        rewritten(path, command, result.stdout)
    else:
        assert result.stdout == block


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.relative_to(ROOT / "docs").as_posix())
def test_what_a_recipe_has_one_type_runs(path: Path) -> None:
    lines = "".join(TYPED.findall(path.read_text(encoding="utf-8"))).splitlines()
    refused = [line for line in lines if line.startswith("kotra ") and status(line) not in (0, 1)]
    assert refused == []


@pytest.mark.middle
@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.relative_to(ROOT / "docs").as_posix())
def test_what_a_recipe_has_a_programmer_run_runs(path: Path) -> None:
    for package in ("numpy", "duckdb"):
        pytest.importorskip(package)
    for block in PYTHON.findall(path.read_text(encoding="utf-8")):
        exec(block, {"kn": kn})


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("name", ["README.md", "docs/tasks.md"])
def test_a_command_that_is_named_takes_what_it_is_given(name: str) -> None:
    lines = dict.fromkeys(NAMED.findall((ROOT / name).read_text(encoding="utf-8")))
    said = [(line, why) for line in lines if "COMMAND" not in line and (why := refusal(line))]
    assert (said, len(lines) > 5) == ([], True)


def refusal(line: str) -> str:
    """What the parser says against a command, which is not run."""
    words, command = resolve_words(shlex.split(line)[1:]), get_command(app)
    while hasattr(command, "get_command"):
        if not words or words[0].startswith("-"):
            return ""  # it is spoken of, or an option of all commands
        command, words = command.get_command(None, words[0]), words[1:]
    if not words:
        return ""  # it is spoken of, not typed
    try:
        command.make_context(line, words)
    except Exception as error:
        return str(error) or type(error).__name__
    return ""


def status(line: str) -> int:
    return CliRunner().invoke(app, shlex.split(line, comments=True)[1:]).exit_code


@pytest.mark.usefixtures("desk")
def test_the_picture_of_the_start_is_what_is_drawn() -> None:
    assert status('kotra board start --dice 31 --play "8/5 6/5" -o drawn.svg') == 0
    assert Path("drawn.svg").read_text() == (ROOT / "docs/board.svg").read_text()


def test_every_command_has_its_block() -> None:
    written = sum(len(COMMENT.findall(path.read_text(encoding="utf-8"))) for path in DOCUMENTS)
    assert len(shown()) == written > 0


@pytest.mark.parametrize(
    ("code", "line", "record"),
    [one for guide in GUIDES for one in RECORD.findall(guide.read_text(encoding="utf-8"))],
)
def test_the_records_of_the_guides_replay(code: str, line: str, record: str) -> None:
    assert found(record) == ([(code, int(line))] if code else [])
