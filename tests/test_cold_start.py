"""What a cold start loads, and that what is answered at once is what the ordinary way prints."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from kotra_notation.cli.app import app
from kotra_notation.cli.commands import COMMANDS
from kotra_notation.cli.speaking import paragraphs
from kotra_notation.fast.proof import SETTING, SHUT, prove_record
from kotra_notation.features.check import at_once, checking
from tests.conftest import SHARED
from tests.records import SAMPLES

RECORDS = sorted(path for path in SAMPLES.rglob("*") if path.is_file())
CORPUS = sorted(SHARED.glob("corpus/*/mat/*"))
SOUND = """\
 3 point match

 Game 1
 Anna : 0                        Egill : 0
  1) 31: 8/5 6/5                 64: 24/14
  2)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Anna : 1                        Egill : 0
  1)                             31: 8/5 6/5
  2) 43: 13/9 13/10               61: 13/7 8/7
      Wins 2 points and the match
"""
FAULTY = SOUND.replace("24/14", "24/15")
SLOW = {"dataclasses", "inspect", "lark", "typer", "jinja2", "rich", "json", "logging", "tempfile", "difflib"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sound.mat").write_text(SOUND)
    (tmp_path / "faulty.mat").write_text(FAULTY)
    return tmp_path


def loaded(folder: Path, *words: str, **environment: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    program = (
        "import sys\n"
        "from kotra_notation.cli import main\n"
        "sys.argv[0] = 'kotra'\n"
        "try:\n    main()\n"
        "finally:\n    print('\\n'.join(sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    modules = set(done.stderr.splitlines())
    assert "kotra_notation.cli" in modules, done.stderr
    return modules


def ours(modules: Iterable[str]) -> int:
    """Count our modules; the folder of a feature is an empty package."""
    folder = re.compile(r"kotra_notation\.features(\.\w+)?")
    return sum(name.startswith("kotra_notation") and not folder.fullmatch(name) for name in modules)


def test_a_check_of_a_sound_file_and_the_version_load_next_to_nothing(folder: Path) -> None:
    modules = loaded(folder, "check", "sound.mat")
    assert not modules & SLOW
    assert ours(modules) < 25
    assert not any(name.startswith(("kotra_notation.formats", "kotra_notation.model")) for name in modules)
    modules = loaded(folder, "--version")
    assert not modules & SLOW
    assert ours(modules) < 15


def test_a_check_of_a_faulty_file_loads_no_parser(folder: Path) -> None:
    modules = loaded(folder, "check", "faulty.mat")
    assert not modules & {"lark", "typer", "jinja2", "rich", "logging", "tempfile", "pathlib", "json", "html"}
    assert ours(modules) < 160
    assert not any(name.startswith(("kotra_notation.report", "kotra_notation.explained")) for name in modules)


@pytest.mark.parametrize(
    ("words", "most"), [("board 4HPwATDgc/ABMA", 45), ("legal 4HPwATDgc/ABMA 31", 72), ("explain P203", 54)]
)
def test_a_command_loads_what_it_needs(folder: Path, words: str, most: int) -> None:
    modules = loaded(folder, *words.split())
    assert not modules & {"lark", "jinja2", "rich", "logging", "html", "kotra_notation.report"}
    assert "kotra_notation.formats" not in modules
    assert ours(modules) < most


def test_help_and_a_shell_that_completes_load_no_command(folder: Path) -> None:
    modules = loaded(folder, "--help")
    assert not any(f"kotra_notation.cli.{name}" in modules for name in COMMANDS)
    assert not modules & {"dataclasses", "lark", "jinja2", "json", "tempfile"}
    assert ours(modules) < 25
    group: Any = get_command(app)
    for name, brief in COMMANDS.items():
        assert next(paragraphs(group.get_command(None, name).help)) == brief
    asked = {"_KOTRA_COMPLETE": "complete_bash", "COMP_WORDS": "kotra an", "COMP_CWORD": "1"}
    modules = loaded(folder, **asked)
    assert not any(f"kotra_notation.cli.{name}" in modules for name in COMMANDS)


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("an", {"analyse": "Greina keppni", "anonymize": "Skipta um nöfn"}),
        ("check --su", {"--summary": "Sýna aðeins töflu"}),
        ("board --be", {"--best": "Sýna bestu leiki"}),
    ],
)
def test_a_shell_completes_commands_and_options_in_the_language(words: str, offered: dict[str, str]) -> None:
    asked = {
        "_KOTRA_COMPLETE": "complete_zsh",
        "_TYPER_COMPLETE_ARGS": f"kotra {words}",
        "KOTRA_LANGUAGE": "is",
    }
    program = "import sys; from kotra_notation.cli import main; sys.argv[0] = 'kotra'; main()"
    said = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **asked}, capture_output=True, encoding="utf-8"
    ).stdout
    found = dict(re.findall(r'"(\S+)":"(.+?)"', said))
    assert found.keys() == offered.keys()
    assert all(found[name].startswith(text) for name, text in offered.items())


def printed(capfd: pytest.CaptureFixture[str], paths: list[Path]) -> tuple[int | None, str, str]:
    status = at_once.answer(["check", *map(str, paths)])
    sys.stdout.flush()
    return status, *capfd.readouterr()


def compared(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, paths: list[Path]) -> None:
    """What is printed with the door open is what is printed with it shut."""
    opened = printed(capfd, paths)
    with monkeypatch.context() as patch:
        patch.setenv(SETTING, SHUT)
        assert printed(capfd, paths) == opened


@pytest.mark.middle
@pytest.mark.parametrize("language", ["is", pytest.param("en", marks=pytest.mark.slow)])
def test_the_same_is_printed_of_samples_with_the_door_shut(
    language: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOTRA_LANGUAGE", language)
    for path in RECORDS:
        compared(capfd, monkeypatch, [path])
    proved = [path for path in RECORDS if prove_record(path.read_bytes())]
    assert proved
    compared(capfd, monkeypatch, proved)
    compared(capfd, monkeypatch, [SAMPLES, proved[0]])
    compared(capfd, monkeypatch, [proved[0], SAMPLES / "none.mat"])


@pytest.mark.middle
@pytest.mark.skipif(not CORPUS, reason="the corpus is absent")
def test_the_same_is_printed_of_the_corpus_with_the_door_shut(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    proved = [path for path in CORPUS if prove_record(path.read_bytes())]
    assert len(proved) > 50
    for path in proved:
        compared(capfd, monkeypatch, [path])


@pytest.mark.parametrize("form", ["text", "json", "csv", "sarif", "github", "junit"])
def test_every_form_stands_on_the_door_and_is_the_same_with_it_shut(
    form: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    proved = [str(path) for path in (*RECORDS, *CORPUS[:20]) if prove_record(path.read_bytes())]
    with monkeypatch.context() as patch:
        patch.setattr(checking, "check_file", None)
        assert checking.print_checked(proved, output=form) == 0
        printed = capfd.readouterr()
    monkeypatch.setenv(SETTING, SHUT)
    assert checking.print_checked(proved, output=form) == 0
    assert capfd.readouterr() == printed


def test_what_has_options_goes_to_the_parser(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(folder / "sound.mat")
    for words in ([], ["--help"], ["check"], ["check", path, "--strict"], ["check", "-"], ["fix", path]):
        assert at_once.answer(words) is None, words
    monkeypatch.setenv("_KOTRA_COMPLETE", "bash_complete")
    assert at_once.answer(["check", path]) is None


def test_the_parser_prints_the_same(folder: Path) -> None:
    """Byte for byte, with the streams as a shell has them, in each encoding."""
    name = str(folder / "Ása.mat")
    Path(name).write_text(SOUND.replace("Anna", "Ása"))
    for encoding in ("utf-8", "ascii", "latin-1"):
        environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
        program = "import sys; from kotra_notation.cli import main; main()"
        asked = ["check", name], ["check", name, "--strict"]
        found = [
            subprocess.run([sys.executable, "-c", program, *words], env=environment, capture_output=True)
            for words in asked
        ]
        assert found[0].stdout == found[1].stdout
        assert found[0].returncode == found[1].returncode == 0
        assert b"3-point match" in found[0].stdout


def test_the_browser_needs_no_server_and_no_extra() -> None:
    """What the pages ask without a server is read where starlette, typer's colours and duckdb are not."""
    program = "import sys; import kotra_notation.desk.answers; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"starlette", "uvicorn", "duckdb", "pyarrow", "numpy"} & set(done.stdout.split())
