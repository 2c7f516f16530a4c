"""`kotra check` and `kotra diff`, as rows of `tests/facts/commands/` cannot state them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import unicodedata
from email.message import Message
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import html5lib
import pytest
from hypothesis import HealthCheck, given, settings
from typer.testing import CliRunner

import kotra_notation as kn
from kotra_notation.cli.app import app
from kotra_notation.compare import compare_matches
from kotra_notation.features.diff.text import DiffPaper, side_by_side, unified_diff
from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
from kotra_notation.installation import documentation
from kotra_notation.model import Match
from kotra_notation.report.contrast import contrast, html
from kotra_notation.report.templating import hash_source
from kotra_notation.words.lines import width
from kotra_notation.words.tongues import ENGLISH
from referees.models import matches
from referees.samples import EACH
from tests.calls import SLIP, SOUND, WARNED, kotra, outside
from tests.records import write_files


@pytest.fixture
def slip(tmp_path: Path) -> Path:
    return write_files(tmp_path, {"slip.mat": SLIP}) / "slip.mat"


def test_a_finding_leads_to_its_page_if_there_is_a_site(slip: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def shown() -> tuple[str | None, list[str]]:
        log = json.loads(kotra("check", slip, "--output-format", "sarif").stdout)
        page = kn.report(kn.replay(kn.read(slip).matches[0]))
        (rule,) = log["runs"][0]["tool"]["driver"]["rules"]
        return rule.get("helpUri"), re.findall(r'<a href="(http[^"]*)">P201</a>', page)

    assert shown() == (None, [])
    named = Message()
    named["Project-URL"] = "Documentation, https://kotra.example/docs/"
    monkeypatch.setattr("importlib.metadata.metadata", lambda name: named)
    monkeypatch.setattr("kotra_notation.installation.documentation", documentation.__wrapped__)
    address = "https://kotra.example/docs/findings/P201.html"
    assert shown() == (address, [address])


def test_what_is_broken_off_is_not_written(slip: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kotra_notation.features.check.output.TextPrinter.end", broken)
    kotra("check", slip, "-o", slip.with_name("output.txt"))
    assert not slip.with_name("output.txt").exists()


def test_of_very_many_files_the_table_is_shown_only_where_it_is_asked_for(tmp_path: Path) -> None:
    write_files(tmp_path, {f"{number:03}.mat": SOUND if number else SLIP for number in range(101)})
    many, brief = kotra("check", tmp_path), kotra("check", tmp_path, "--summary")
    assert ("players" in many.stdout, "P201" in many.stdout) == (False, True)
    assert (brief.exit_code, "P201" in brief.stdout, brief.stdout.count("clean")) == (1, False, 100)


@pytest.mark.parametrize(
    "text",
    [
        SOUND.replace("Anna", "An\0na"),
        SOUND.replace("Anna", "\x1b[31m\u202eAnna"),
        SOUND.replace("31: 8/5 6/5", "31: " + "8/5 " * 20_000),
        "\n" * 50_000 + SOUND + "x" * 300_000,
    ],
    ids=["NUL", "escapes", "long cell", "long lines and many"],
)
def test_hostile_text_is_read_without_harm(text: str, tmp_path: Path) -> None:
    result = kotra("check", write_files(tmp_path, {"hostile.mat": text}) / "hostile.mat")
    assert isinstance(result.exception, SystemExit | None)
    assert result.exit_code in (0, 1)
    assert not set("\x1b\0\u202e") & set(result.stdout)


def test_a_name_of_odd_bytes_is_shown(tmp_path: Path) -> None:
    name = os.fsdecode(b"na\xffme.mat")
    done = outside("check", str(write_files(tmp_path, {name: SLIP}) / name))
    assert done.returncode == 1
    assert "na\N{REPLACEMENT CHARACTER}me.mat:5:6:".encode() in done.stdout


@pytest.mark.parametrize("words", ["check pipe", "convert pipe a.kotra", "report pipe -o a.html"])
def test_a_named_pipe_is_not_waited_for(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    result = kotra(*words.split())
    assert (result.exit_code, os.listdir()) == (2, ["pipe"])
    assert "it is not a regular file; copy its content into one, or pipe it in as -." in result.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk_under_the_output_is_said(slip: Path) -> None:
    words = [sys.executable, "-m", "kotra_notation", "check", str(slip)]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, timeout=60)
    said = b"kotra: what was to be printed could not be written: No space left on device.\n"
    assert (done.returncode, done.stderr) == (2, said)


@pytest.mark.middle
def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    games = "".join(f"\n Game {i}\n A : 9     B : 9\n  1) 31: 8/5 6/4\n" for i in range(1, 300))
    (tmp_path / "many.mat").write_text(" 0 point match\n" + games, encoding="utf-8")
    command = f"{sys.executable} -m kotra_notation check {tmp_path / 'many.mat'} | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60)
    assert (done.stdout.count(b"\n"), done.stderr) == (1, b"")


@pytest.mark.parametrize("path", EACH, ids=lambda path: path.name)
def test_what_is_said_of_a_damaged_record_is_said_of_a_match_that_is_there(path: Path) -> None:
    data = path.read_bytes()
    for part in (data[: len(data) // 3], data[len(data) // 3 :], data[: len(data) // 2] + b"\nhm\n" + data):
        reading = read_source(Source(part, path.name))
        assert all((found.match or 0) <= len(reading.matches) for found in reading.findings)


def suite(*words: str | Path, status: int) -> Element:
    done = kotra("check", *words, "--output-format", "junit")
    assert done.exit_code == status, done.output
    return fromstring(done.stdout_bytes)


def cases(root: Element) -> dict[str, list[str]]:
    return {Path(case.attrib["name"]).name: [part.tag for part in case] for case in root}


def counts(root: Element) -> tuple[str, str, str]:
    return root.attrib["tests"], root.attrib["failures"], root.attrib["errors"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("a.mat", SOUND), ("b.mat", SLIP), ("c.mat", WARNED)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_a_file_is_a_test_case_that_warnings_fail_only_if_strict(folder: Path) -> None:
    root = suite(folder, status=1)
    assert cases(root) == {"a.mat": [], "b.mat": ["failure"], "c.mat": ["system-out"]}
    assert counts(root) == ("3", "1", "0")
    [failure] = root.iter("failure")
    assert failure.attrib["type"] == "P201"
    assert f"{folder}/b.mat:5:6: error P201 die-not-thrown  {failure.attrib['message']}" == failure.text
    assert cases(suite(folder, "--strict", status=1))["c.mat"] == ["failure"]
    assert cases(suite(folder, "--errors-only", status=1)) == {"b.mat": ["failure"]}


def test_what_cannot_be_read_is_an_error_or_a_failure(folder: Path) -> None:
    (folder / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0" * 100)
    root = suite(folder / "a.mat", folder / "none.mat", folder / "photo.jpg", status=2)
    assert cases(root) == {"a.mat": [], "photo.jpg": ["failure"], "none.mat": ["error"]}
    assert counts(root) == ("3", "1", "1")
    assert counts(suite(folder / "none.mat", status=2)) == ("1", "0", "1")


def test_findings_across_files_are_with_their_files(folder: Path) -> None:
    (folder / "d.mat").write_bytes((folder / "a.mat").read_bytes())
    results = folder.parent / "results.csv"
    results.write_text("player_1;player_2;score\nAnna;Bjarni;0-1\nAnna;Bjarni;7-5\n")
    root = suite(folder / "a.mat", folder / "d.mat", "--results", results, status=1)
    assert cases(root) == {"a.mat": ["failure"], "d.mat": ["system-out"], "results.csv": ["system-out"]}


@pytest.mark.parametrize("name", ["<\"&'>", "a\x01b\x1b[31m", "\u202eevil", "]]>", "😀"])
def test_hostile_names_are_valid_xml(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.mat"
    path.write_text(SLIP.replace("Anna", name), encoding="utf-8")
    root = suite(path, status=1)
    assert len(root) == 1
    assert "\x1b" not in root[0].attrib["name"]


HEAD = "kotra 1\nwhite: Þorgerður Brák Skallagrímsdóttir\nblack: Örn\nlength: 5\n"
GAME = "game 1 0-0\nW 31: 8/5 6/5\nB 64: 24/14\nW 42: 8/4 6/4\nB 44: 13/9(2) 6/2(2)\nW 61: 13/7 8/7\n"
TYPO = GAME.replace("W 42: 8/4 6/4", "W 42: 24/20 6/4\n# Hér er ágreiningur.")
LOST = GAME.replace("B 44: 13/9(2) 6/2(2)\n", "")


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Two records that differ in a play and a comment."""
    return written(tmp_path / "a.kotra", HEAD + GAME), written(tmp_path / "b.kotra", HEAD + TYPO)


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def printed(*words: str | Path) -> str:
    result = kotra("diff", *words)
    assert result.exit_code == 1, result.stderr
    return result.stdout


@pytest.mark.parametrize("columns", [60, 80, 133])
def test_no_line_is_too_wide(files: tuple[Path, Path], columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DiffPaper, "of_terminal", lambda: DiffPaper(columns))
    assert max(width(line) for line in printed(*files).splitlines()) <= columns


def coloured(files: tuple[Path, Path]) -> str:
    words = ["diff", *map(str, files)]
    return CliRunner().invoke(app, words, color=True).stdout


def test_colours_are_for_terminals(files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in printed(*files)
    monkeypatch.setattr(DiffPaper, "of_terminal", lambda: DiffPaper(100, coloured=True))
    assert "\x1b[31m  3 Þorgerður" in coloured(files)


def page(files: tuple[Path, Path], *words: str) -> str:
    target = files[0].parent / "page.html"
    assert kotra("diff", *files, "-o", target, *words).exit_code == 1
    return target.read_text(encoding="utf-8")


def test_the_page_is_valid_the_same_every_time_and_has_both_boards(files: tuple[Path, Path]) -> None:
    text = page(files)
    html5lib.HTMLParser(strict=True).parse(text)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.S)
    assert f"style-src '{hash_source(style)}'" in text
    assert not re.findall(r"<script|<link(?! rel=\"icon\" href=\"data:)|url\(|src=", text)
    assert page(files).count("<svg") == 2
    assert page(files) == page(files)


@pytest.mark.middle
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(matches, matches)
def test_any_two_matches_are_shown(one: Match, other: Match) -> None:
    view = contrast(compare_matches(one, other), ("a", "b"), ENGLISH, boards=4)
    text = side_by_side(view, DiffPaper(80)) + unified_diff(view, DiffPaper(40))
    assert [sign for sign in text if unicodedata.category(sign) == "Cc" and sign != "\n"] == []
    html5lib.HTMLParser(strict=True).parse(html([view], [], ENGLISH))


def test_words_of_a_record_break_out_of_nothing_and_no_place_is_named_twice(tmp_path: Path) -> None:
    attack = '"><script>window.pwned=1</script><b x="'
    one = written(tmp_path / "a.kotra", HEAD.replace("Örn", attack) + GAME)
    other = written(tmp_path / "b.kotra", HEAD + TYPO.replace("ágreiningur", attack))
    text = page((one, other))
    html5lib.HTMLParser(strict=True).parse(text)
    assert "<script" not in text
    one = written(tmp_path / "a", 2 * (HEAD + GAME))
    other = written(tmp_path / "b", 2 * (HEAD + TYPO))
    places = re.findall(r' id="(.*?)"', page((one, other)))
    assert places == ["m1-g1", "m2-g1"]
